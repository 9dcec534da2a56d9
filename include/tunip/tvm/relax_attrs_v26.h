/* relax_attrs_v26.h -- The attributes of Relax operators in TVM v0.26, as far as they differ from
 * those of v0.23. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_ATTRS_V26_H
#define TUNIP_RELAX_ATTRS_V26_H

#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/relax_attrs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.attrs.AdaptivePool1DAttrs */
typedef tunip_relax_adaptive_pool1d_attrs tunip_relax_adaptive_pool1d_attrs_v26;

/* relax.attrs.AdaptivePool2DAttrs */
typedef tunip_relax_adaptive_pool2d_attrs tunip_relax_adaptive_pool2d_attrs_v26;

/* relax.attrs.AdaptivePool3DAttrs */
typedef tunip_relax_adaptive_pool3d_attrs tunip_relax_adaptive_pool3d_attrs_v26;

/* relax.attrs.ArgsortAttrs */
typedef struct tunip_relax_argsort_attrs_v26 {
    tunip_ir_attrs base;
    int64_t axis;
    bool descending;
    tunip_dtype_value *dtype; /* or NULL */
} tunip_relax_argsort_attrs_v26;

/* relax.attrs.AttentionAttrs */
typedef tunip_relax_attention_attrs tunip_relax_attention_attrs_v26;

/* relax.attrs.CallInplacePackedAttrs */
typedef tunip_relax_call_inplace_packed_attrs tunip_relax_call_inplace_packed_attrs_v26;

/* relax.attrs.CallTIRInplaceAttrs */
typedef tunip_relax_call_tir_inplace_attrs tunip_relax_call_tir_inplace_attrs_v26;

/* relax.attrs.Conv1DAttrs */
typedef struct tunip_relax_conv1d_attrs_v26 {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_conv1d_attrs_v26;

/* relax.attrs.Conv1DTransposeAttrs */
typedef struct tunip_relax_conv1d_transpose_attrs_v26 {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *output_padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_conv1d_transpose_attrs_v26;

/* relax.attrs.Conv2DAttrs */
typedef struct tunip_relax_conv2d_attrs_v26 {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_conv2d_attrs_v26;

/* relax.attrs.Conv2DTransposeAttrs */
typedef struct tunip_relax_conv2d_transpose_attrs_v26 {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *output_padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_conv2d_transpose_attrs_v26;

/* relax.attrs.Conv3DAttrs */
typedef struct tunip_relax_conv3d_attrs_v26 {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_conv3d_attrs_v26;

/* relax.attrs.DistributionAttrs */
typedef tunip_relax_distribution_attrs tunip_relax_distribution_attrs_v26;

/* relax.attrs.ExpandDimsAttrs */
typedef tunip_relax_expand_dims_attrs tunip_relax_expand_dims_attrs_v26;

/* relax.attrs.FlipAttrs */
typedef struct tunip_relax_flip_attrs_v26 {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relax_flip_attrs_v26;

/* relax.attrs.GatherElementsAttrs */
typedef struct tunip_relax_gather_elements_attrs_v26 {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relax_gather_elements_attrs_v26;

/* relax.attrs.GatherNDAttrs */
typedef struct tunip_relax_gather_nd_attrs_v26 {
    tunip_ir_attrs base;
    int64_t batch_dims;
} tunip_relax_gather_nd_attrs_v26;

/* relax.attrs.GroupNormAttrs */
typedef tunip_relax_group_norm_attrs tunip_relax_group_norm_attrs_v26;

/* relax.attrs.InitAttrs */
typedef struct tunip_relax_init_attrs_v26 {
    tunip_ir_attrs base;
    tunip_dtype_value *dtype; /* or NULL */
} tunip_relax_init_attrs_v26;

/* relax.attrs.InstanceNormAttrs */
typedef tunip_relax_instance_norm_attrs tunip_relax_instance_norm_attrs_v26;

/* relax.attrs.LayerNormAttrs */
typedef tunip_relax_layer_norm_attrs tunip_relax_layer_norm_attrs_v26;

/* relax.attrs.LayoutTransformAttrs */
typedef tunip_relax_layout_transform_attrs tunip_relax_layout_transform_attrs_v26;

/* relax.attrs.MatmulAttrs */
typedef struct tunip_relax_matmul_attrs_v26 {
    tunip_ir_attrs base;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_matmul_attrs_v26;

/* relax.attrs.PadAttrs */
typedef tunip_relax_pad_attrs tunip_relax_pad_attrs_v26;

/* relax.attrs.PermuteDimsAttrs */
typedef tunip_relax_permute_dims_attrs tunip_relax_permute_dims_attrs_v26;

/* relax.attrs.Pool1DAttrs */
typedef tunip_relax_pool1d_attrs tunip_relax_pool1d_attrs_v26;

/* relax.attrs.Pool2DAttrs */
typedef tunip_relax_pool2d_attrs tunip_relax_pool2d_attrs_v26;

/* relax.attrs.Pool3DAttrs */
typedef tunip_relax_pool3d_attrs tunip_relax_pool3d_attrs_v26;

/* relax.attrs.RMSNormAttrs */
typedef tunip_relax_rms_norm_attrs tunip_relax_rms_norm_attrs_v26;

/* relax.attrs.Resize2DAttrs */
typedef struct tunip_relax_resize2d_attrs_v26 {
    tunip_ir_attrs base;
    tunip_array *roi; /* ffi.Array[ir.FloatImm] */
    tunip_string *layout;
    tunip_string *method;
    tunip_string *coordinate_transformation_mode;
    tunip_string *rounding_method;
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_resize2d_attrs_v26;

/* relax.attrs.ScanopAttrs */
typedef struct tunip_relax_scanop_attrs_v26 {
    tunip_ir_attrs base;
    tunip_int *axis; /* or NULL */
    tunip_dtype_value *dtype; /* or NULL */
    bool exclusive;
} tunip_relax_scanop_attrs_v26;

/* relax.attrs.ScatterElementsAttrs */
typedef struct tunip_relax_scatter_elements_attrs_v26 {
    tunip_ir_attrs base;
    int64_t axis;
    tunip_string *reduction;
} tunip_relax_scatter_elements_attrs_v26;

/* relax.attrs.SqueezeAttrs */
typedef tunip_relax_squeeze_attrs tunip_relax_squeeze_attrs_v26;

/* relax.attrs.StackAttrs */
typedef tunip_relax_stack_attrs tunip_relax_stack_attrs_v26;

/* relax.attrs.StatisticalAttrs */
typedef tunip_relax_statistical_attrs tunip_relax_statistical_attrs_v26;

/* relax.attrs.TileAttrs */
typedef tunip_relax_tile_attrs tunip_relax_tile_attrs_v26;

/* relax.attrs.ToVDeviceAttrs */
typedef tunip_relax_to_vdevice_attrs tunip_relax_to_vdevice_attrs_v26;

/* relax.attrs.TopKAttrs */
typedef struct tunip_relax_topk_attrs_v26 {
    tunip_ir_attrs base;
    int64_t k;
    int64_t axis;
    tunip_string *ret_type;
    bool largest;
    tunip_dtype_value *dtype; /* or NULL */
} tunip_relax_topk_attrs_v26;

/* relax.attrs.AffineGridAttrs */
typedef struct tunip_relax_affine_grid_attrs {
    tunip_ir_attrs base;
    bool align_corners;
} tunip_relax_affine_grid_attrs;

/* relax.attrs.Conv3DTransposeAttrs */
typedef struct tunip_relax_conv3d_transpose_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[int] */
    tunip_array *padding; /* ffi.Array[int] */
    tunip_array *output_padding; /* ffi.Array[int] */
    tunip_array *dilation; /* ffi.Array[int] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_conv3d_transpose_attrs;

/* relax.attrs.GetValidCountsAttrs */
typedef struct tunip_relax_get_valid_counts_attrs {
    tunip_ir_attrs base;
    double score_threshold;
    int64_t id_index;
    int64_t score_index;
} tunip_relax_get_valid_counts_attrs;

/* relax.attrs.MultiboxTransformLocAttrs */
typedef struct tunip_relax_multibox_transform_loc_attrs {
    tunip_ir_attrs base;
    bool clip;
    double threshold;
    tunip_array *variances; /* ffi.Array[float] */
    bool keep_background;
} tunip_relax_multibox_transform_loc_attrs;

/* relax.attrs.NonMaximumSuppressionAttrs */
typedef struct tunip_relax_non_maximum_suppression_attrs {
    tunip_ir_attrs base;
    int64_t max_output_size;
    double iou_threshold;
    bool force_suppress;
    int64_t top_k;
    int64_t coord_start;
    int64_t score_index;
    int64_t id_index;
    bool return_indices;
    bool invalid_to_bottom;
    double soft_nms_sigma;
    double score_threshold;
} tunip_relax_non_maximum_suppression_attrs;

/* relax.attrs.ROIAlignAttrs */
typedef struct tunip_relax_roialign_attrs {
    tunip_ir_attrs base;
    tunip_array *pooled_size; /* ffi.Array[int] */
    double spatial_scale;
    int64_t sample_ratio;
    bool aligned;
    tunip_string *layout;
    tunip_string *mode;
} tunip_relax_roialign_attrs;

/* relax.attrs.ROIPoolAttrs */
typedef struct tunip_relax_roipool_attrs {
    tunip_ir_attrs base;
    tunip_array *pooled_size; /* ffi.Array[int] */
    double spatial_scale;
    tunip_string *layout;
} tunip_relax_roipool_attrs;

/* relax.attrs.Resize3DAttrs */
typedef struct tunip_relax_resize3d_attrs {
    tunip_ir_attrs base;
    tunip_array *roi; /* ffi.Array[ir.FloatImm] */
    tunip_string *layout;
    tunip_string *method;
    tunip_string *coordinate_transformation_mode;
    tunip_string *rounding_method;
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype_value *out_dtype; /* or NULL */
} tunip_relax_resize3d_attrs;

/* relax.attrs.ReverseSequenceAttrs */
typedef struct tunip_relax_reverse_sequence_attrs {
    tunip_ir_attrs base;
    int64_t seq_axis;
    int64_t batch_axis;
} tunip_relax_reverse_sequence_attrs;

TUNIP_API extern tunip_type tunip_relax_adaptive_pool1d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_adaptive_pool2d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_adaptive_pool3d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_argsort_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_attention_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_call_inplace_packed_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_call_tir_inplace_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_conv1d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_conv1d_transpose_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_conv2d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_conv2d_transpose_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_conv3d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_distribution_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_expand_dims_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_flip_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_gather_elements_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_gather_nd_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_group_norm_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_init_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_instance_norm_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_layer_norm_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_layout_transform_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_matmul_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_pad_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_permute_dims_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_pool1d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_pool2d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_pool3d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_rms_norm_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_resize2d_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_scanop_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_scatter_elements_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_squeeze_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_stack_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_statistical_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_tile_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_to_vdevice_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_topk_attrs_v26_type;
TUNIP_API extern tunip_type tunip_relax_affine_grid_attrs_type;
TUNIP_API extern tunip_type tunip_relax_conv3d_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relax_get_valid_counts_attrs_type;
TUNIP_API extern tunip_type tunip_relax_multibox_transform_loc_attrs_type;
TUNIP_API extern tunip_type tunip_relax_non_maximum_suppression_attrs_type;
TUNIP_API extern tunip_type tunip_relax_roialign_attrs_type;
TUNIP_API extern tunip_type tunip_relax_roipool_attrs_type;
TUNIP_API extern tunip_type tunip_relax_resize3d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_reverse_sequence_attrs_type;

#ifdef __cplusplus
}
#endif
#endif
