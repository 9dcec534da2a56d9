/* relax_attrs.h -- The attributes of Relax operators. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_ATTRS_H
#define TUNIP_RELAX_ATTRS_H

#include <tunip/tvm/relax_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.attrs.AdaptivePool1DAttrs */
typedef struct tunip_relax_adaptive_pool1d_attrs {
    tunip_ir_attrs base;
    tunip_array *output_size; /* ffi.Array[ir.IntImm] or NULL */
    tunip_string *layout;
    tunip_string *out_layout;
} tunip_relax_adaptive_pool1d_attrs;

/* relax.attrs.AdaptivePool2DAttrs */
typedef struct tunip_relax_adaptive_pool2d_attrs {
    tunip_ir_attrs base;
    tunip_array *output_size; /* ffi.Array[ir.IntImm] or NULL */
    tunip_string *layout;
    tunip_string *out_layout;
} tunip_relax_adaptive_pool2d_attrs;

/* relax.attrs.AdaptivePool3DAttrs */
typedef struct tunip_relax_adaptive_pool3d_attrs {
    tunip_ir_attrs base;
    tunip_array *output_size; /* ffi.Array[ir.IntImm] or NULL */
    tunip_string *layout;
    tunip_string *out_layout;
} tunip_relax_adaptive_pool3d_attrs;

/* relax.attrs.AllClassNonMaximumSuppressionAttrs */
typedef struct tunip_relax_all_class_non_maximum_suppression_attrs {
    tunip_ir_attrs base;
    tunip_string *output_format;
} tunip_relax_all_class_non_maximum_suppression_attrs;

/* relax.attrs.AllGatherAttrs */
typedef struct tunip_relax_all_gather_attrs {
    tunip_ir_attrs base;
    int64_t num_workers;
    bool in_group;
} tunip_relax_all_gather_attrs;

/* relax.attrs.AllReduceAttrs */
typedef struct tunip_relax_all_reduce_attrs {
    tunip_ir_attrs base;
    tunip_string *op_type;
    bool in_group;
} tunip_relax_all_reduce_attrs;

/* relax.attrs.ArgmaxArgminAttrs */
typedef struct tunip_relax_argmax_argmin_attrs {
    tunip_ir_attrs base;
    tunip_int *axis; /* or NULL */
    bool keepdims;
} tunip_relax_argmax_argmin_attrs;

/* relax.attrs.ArgsortAttrs */
typedef struct tunip_relax_argsort_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    bool descending;
    tunip_dtype dtype;
} tunip_relax_argsort_attrs;

/* relax.attrs.AstypeAttrs */
typedef struct tunip_relax_astype_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relax_astype_attrs;

/* relax.attrs.AttentionAttrs */
typedef struct tunip_relax_attention_attrs {
    tunip_ir_attrs base;
    tunip_ir_float_imm *scale; /* or NULL */
    tunip_string *causal_mask; /* or NULL */
    tunip_ir_int_imm *window_size; /* or NULL */
} tunip_relax_attention_attrs;

/* relax.attrs.BatchNormAttrs */
typedef struct tunip_relax_batch_norm_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    double epsilon;
    bool center;
    bool scale;
    double momentum;
    bool training;
} tunip_relax_batch_norm_attrs;

/* relax.attrs.BucketizeAttrs */
typedef struct tunip_relax_bucketize_attrs {
    tunip_ir_attrs base;
    bool out_int32;
    bool right;
} tunip_relax_bucketize_attrs;

/* relax.attrs.CallInplacePackedAttrs */
typedef struct tunip_relax_call_inplace_packed_attrs {
    tunip_ir_attrs base;
    tunip_array *inplace_indices; /* ffi.Array[ir.IntImm] */
} tunip_relax_call_inplace_packed_attrs;

/* relax.attrs.CallTIRInplaceAttrs */
typedef struct tunip_relax_call_tir_inplace_attrs {
    tunip_ir_attrs base;
    tunip_array *inplace_indices; /* ffi.Array[ir.IntImm] */
} tunip_relax_call_tir_inplace_attrs;

/* relax.attrs.CallTIRWithGradAttrs */
typedef struct tunip_relax_call_tir_with_grad_attrs {
    tunip_ir_attrs base;
    tunip_string *te_grad_name;
    tunip_map *te_grad_kwargs; /* ffi.Map[ffi.String, Any] */
} tunip_relax_call_tir_with_grad_attrs;

/* relax.attrs.ConcatAttrs */
typedef struct tunip_relax_concat_attrs {
    tunip_ir_attrs base;
    tunip_int *axis; /* or NULL */
} tunip_relax_concat_attrs;

/* relax.attrs.Conv1DAttrs */
typedef struct tunip_relax_conv1d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} tunip_relax_conv1d_attrs;

/* relax.attrs.Conv1DTransposeAttrs */
typedef struct tunip_relax_conv1d_transpose_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    tunip_array *output_padding; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} tunip_relax_conv1d_transpose_attrs;

/* relax.attrs.Conv2DAttrs */
typedef struct tunip_relax_conv2d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} tunip_relax_conv2d_attrs;

/* relax.attrs.Conv2DTransposeAttrs */
typedef struct tunip_relax_conv2d_transpose_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    tunip_array *output_padding; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} tunip_relax_conv2d_transpose_attrs;

/* relax.attrs.Conv3DAttrs */
typedef struct tunip_relax_conv3d_attrs {
    tunip_ir_attrs base;
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} tunip_relax_conv3d_attrs;

/* relax.attrs.DistributionAttrs */
typedef struct tunip_relax_distribution_attrs {
    tunip_ir_attrs base;
    tunip_relax_device_mesh *device_mesh;
    tunip_relax_placement *placement;
} tunip_relax_distribution_attrs;

/* relax.attrs.DropoutAttrs */
typedef struct tunip_relax_dropout_attrs {
    tunip_ir_attrs base;
    double rate;
} tunip_relax_dropout_attrs;

/* relax.attrs.EinsumAttrs */
typedef struct tunip_relax_einsum_attrs {
    tunip_ir_attrs base;
    tunip_string *subscripts;
} tunip_relax_einsum_attrs;

/* relax.attrs.ExpandDimsAttrs */
typedef struct tunip_relax_expand_dims_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[ir.IntImm] */
} tunip_relax_expand_dims_attrs;

/* relax.attrs.FlipAttrs */
typedef struct tunip_relax_flip_attrs {
    tunip_ir_attrs base;
    tunip_ir_int_imm *axis;
} tunip_relax_flip_attrs;

/* relax.attrs.GatherElementsAttrs */
typedef struct tunip_relax_gather_elements_attrs {
    tunip_ir_attrs base;
    tunip_ir_int_imm *axis;
} tunip_relax_gather_elements_attrs;

/* relax.attrs.GatherNDAttrs */
typedef struct tunip_relax_gather_nd_attrs {
    tunip_ir_attrs base;
    tunip_ir_int_imm *batch_dims;
} tunip_relax_gather_nd_attrs;

/* relax.attrs.GridSampleAttrs */
typedef struct tunip_relax_grid_sample_attrs {
    tunip_ir_attrs base;
    tunip_string *method;
    tunip_string *layout;
    tunip_string *padding_mode;
    bool align_corners;
} tunip_relax_grid_sample_attrs;

/* relax.attrs.GroupNormAttrs */
typedef struct tunip_relax_group_norm_attrs {
    tunip_ir_attrs base;
    int64_t num_groups;
    int64_t channel_axis;
    tunip_array *axes; /* ffi.Array[ir.IntImm] */
    double epsilon;
    bool center;
    bool scale;
} tunip_relax_group_norm_attrs;

/* relax.attrs.HintOnDeviceAttrs */
typedef struct tunip_relax_hint_on_device_attrs {
    tunip_ir_attrs base;
    int64_t device_type;
    int64_t index;
    tunip_string *memory_scope;
} tunip_relax_hint_on_device_attrs;

/* relax.attrs.IndexPutAttrs */
typedef struct tunip_relax_index_put_attrs {
    tunip_ir_attrs base;
    bool accumulate;
} tunip_relax_index_put_attrs;

/* relax.attrs.InitAttrs */
typedef struct tunip_relax_init_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relax_init_attrs;

/* relax.attrs.InstanceNormAttrs */
typedef struct tunip_relax_instance_norm_attrs {
    tunip_ir_attrs base;
    int64_t channel_axis;
    tunip_array *axes; /* ffi.Array[ir.IntImm] */
    double epsilon;
    bool center;
    bool scale;
} tunip_relax_instance_norm_attrs;

/* relax.attrs.LayerNormAttrs */
typedef struct tunip_relax_layer_norm_attrs {
    tunip_ir_attrs base;
    tunip_array *axes; /* ffi.Array[ir.IntImm] */
    double epsilon;
    bool center;
    bool scale;
} tunip_relax_layer_norm_attrs;

/* relax.attrs.LayoutTransformAttrs */
typedef struct tunip_relax_layout_transform_attrs {
    tunip_ir_attrs base;
    tunip_tir_index_map *index_map;
    tunip_relax_prim_value *pad_value; /* or NULL */
    tunip_array *axis_separators; /* ffi.Array[ir.IntImm] or NULL */
    tunip_array *input_axis_separators; /* ffi.Array[ir.IntImm] or NULL */
} tunip_relax_layout_transform_attrs;

/* relax.attrs.LeakyReluAttrs */
typedef struct tunip_relax_leaky_relu_attrs {
    tunip_ir_attrs base;
    double alpha;
} tunip_relax_leaky_relu_attrs;

/* relax.attrs.MatmulAttrs */
typedef struct tunip_relax_matmul_attrs {
    tunip_ir_attrs base;
    tunip_dtype out_dtype;
} tunip_relax_matmul_attrs;

/* relax.attrs.MeshgridAttrs */
typedef struct tunip_relax_meshgrid_attrs {
    tunip_ir_attrs base;
    tunip_string *indexing; /* or NULL */
} tunip_relax_meshgrid_attrs;

/* relax.attrs.MultinomialFromUniformAttrs */
typedef struct tunip_relax_multinomial_from_uniform_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relax_multinomial_from_uniform_attrs;

/* relax.attrs.NLLLossAttrs */
typedef struct tunip_relax_nll_loss_attrs {
    tunip_ir_attrs base;
    tunip_string *reduction;
    int64_t ignore_index;
} tunip_relax_nll_loss_attrs;

/* relax.attrs.OneHotAttrs */
typedef struct tunip_relax_one_hot_attrs {
    tunip_ir_attrs base;
    int64_t depth;
    int64_t axis;
} tunip_relax_one_hot_attrs;

/* relax.attrs.PReluAttrs */
typedef struct tunip_relax_prelu_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relax_prelu_attrs;

/* relax.attrs.PadAttrs */
typedef struct tunip_relax_pad_attrs {
    tunip_ir_attrs base;
    tunip_array *pad_width; /* ffi.Array[ir.IntImm] */
    double pad_value;
    tunip_string *pad_mode;
} tunip_relax_pad_attrs;

/* relax.attrs.PermuteDimsAttrs */
typedef struct tunip_relax_permute_dims_attrs {
    tunip_ir_attrs base;
    tunip_array *axes; /* ffi.Array[ir.IntImm] or NULL */
} tunip_relax_permute_dims_attrs;

/* relax.attrs.PixelShuffleAttrs */
typedef struct tunip_relax_pixel_shuffle_attrs {
    tunip_ir_attrs base;
    int64_t upscale_factor;
} tunip_relax_pixel_shuffle_attrs;

/* relax.attrs.Pool1DAttrs */
typedef struct tunip_relax_pool1d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[ir.IntImm] */
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    bool ceil_mode;
    bool count_include_pad;
    tunip_string *layout;
    tunip_string *out_layout;
} tunip_relax_pool1d_attrs;

/* relax.attrs.Pool2DAttrs */
typedef struct tunip_relax_pool2d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[ir.IntImm] */
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    bool ceil_mode;
    bool count_include_pad;
    tunip_string *layout;
    tunip_string *out_layout;
} tunip_relax_pool2d_attrs;

/* relax.attrs.Pool3DAttrs */
typedef struct tunip_relax_pool3d_attrs {
    tunip_ir_attrs base;
    tunip_array *pool_size; /* ffi.Array[ir.IntImm] */
    tunip_array *strides; /* ffi.Array[ir.IntImm] */
    tunip_array *dilation; /* ffi.Array[ir.IntImm] */
    tunip_array *padding; /* ffi.Array[ir.IntImm] */
    bool ceil_mode;
    bool count_include_pad;
    tunip_string *layout;
    tunip_string *out_layout;
} tunip_relax_pool3d_attrs;

/* relax.attrs.QuantizeAttrs */
typedef struct tunip_relax_quantize_attrs {
    tunip_ir_attrs base;
    tunip_dtype out_dtype;
    int64_t axis;
} tunip_relax_quantize_attrs;

/* relax.attrs.RMSNormAttrs */
typedef struct tunip_relax_rms_norm_attrs {
    tunip_ir_attrs base;
    tunip_array *axes; /* ffi.Array[ir.IntImm] */
    double epsilon;
} tunip_relax_rms_norm_attrs;

/* relax.attrs.RepeatAttrs */
typedef struct tunip_relax_repeat_attrs {
    tunip_ir_attrs base;
    int64_t repeats;
    tunip_int *axis; /* or NULL */
} tunip_relax_repeat_attrs;

/* relax.attrs.Resize2DAttrs */
typedef struct tunip_relax_resize2d_attrs {
    tunip_ir_attrs base;
    tunip_array *roi; /* ffi.Array[ir.FloatImm] */
    tunip_string *layout;
    tunip_string *method;
    tunip_string *coordinate_transformation_mode;
    tunip_string *rounding_method;
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype out_dtype;
} tunip_relax_resize2d_attrs;

/* relax.attrs.ScanopAttrs */
typedef struct tunip_relax_scanop_attrs {
    tunip_ir_attrs base;
    tunip_int *axis; /* or NULL */
    tunip_dtype dtype;
    tunip_ir_int_imm *exclusive;
} tunip_relax_scanop_attrs;

/* relax.attrs.ScatterCollectiveAttrs */
typedef struct tunip_relax_scatter_collective_attrs {
    tunip_ir_attrs base;
    int64_t num_workers;
    int64_t axis;
} tunip_relax_scatter_collective_attrs;

/* relax.attrs.ScatterElementsAttrs */
typedef struct tunip_relax_scatter_elements_attrs {
    tunip_ir_attrs base;
    tunip_ir_int_imm *axis;
    tunip_string *reduction;
} tunip_relax_scatter_elements_attrs;

/* relax.attrs.ScatterNDAttrs */
typedef struct tunip_relax_scatter_nd_attrs {
    tunip_ir_attrs base;
    tunip_string *reduction;
} tunip_relax_scatter_nd_attrs;

/* relax.attrs.SliceScatterAttrs */
typedef struct tunip_relax_slice_scatter_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relax_slice_scatter_attrs;

/* relax.attrs.SoftmaxAttrs */
typedef struct tunip_relax_softmax_attrs {
    tunip_ir_attrs base;
    int64_t axis;
} tunip_relax_softmax_attrs;

/* relax.attrs.SoftplusAttrs */
typedef struct tunip_relax_softplus_attrs {
    tunip_ir_attrs base;
    double beta;
    double threshold;
} tunip_relax_softplus_attrs;

/* relax.attrs.SortAttrs */
typedef struct tunip_relax_sort_attrs {
    tunip_ir_attrs base;
    int64_t axis;
    bool descending;
} tunip_relax_sort_attrs;

/* relax.attrs.SplitAttrs */
typedef struct tunip_relax_split_attrs {
    tunip_ir_attrs base;
    tunip_node *indices_or_sections;
    int64_t axis;
} tunip_relax_split_attrs;

/* relax.attrs.SqueezeAttrs */
typedef struct tunip_relax_squeeze_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[ir.IntImm] or NULL */
} tunip_relax_squeeze_attrs;

/* relax.attrs.StackAttrs */
typedef struct tunip_relax_stack_attrs {
    tunip_ir_attrs base;
    tunip_ir_int_imm *axis; /* or NULL */
} tunip_relax_stack_attrs;

/* relax.attrs.StatisticalAttrs */
typedef struct tunip_relax_statistical_attrs {
    tunip_ir_attrs base;
    tunip_array *axis; /* ffi.Array[ir.IntImm] or NULL */
    bool keepdims;
} tunip_relax_statistical_attrs;

/* relax.attrs.StridedSliceAttrs */
typedef struct tunip_relax_strided_slice_attrs {
    tunip_ir_attrs base;
    bool assume_inbound;
} tunip_relax_strided_slice_attrs;

/* relax.attrs.TakeAttrs */
typedef struct tunip_relax_take_attrs {
    tunip_ir_attrs base;
    tunip_int *axis; /* or NULL */
    tunip_string *mode;
} tunip_relax_take_attrs;

/* relax.attrs.TileAttrs */
typedef struct tunip_relax_tile_attrs {
    tunip_ir_attrs base;
    tunip_array *repeats; /* ffi.Array[ir.IntImm] */
} tunip_relax_tile_attrs;

/* relax.attrs.ToVDeviceAttrs */
typedef struct tunip_relax_to_vdevice_attrs {
    tunip_ir_attrs base;
    tunip_ir_vdevice *dst_vdevice;
} tunip_relax_to_vdevice_attrs;

/* relax.attrs.TopKAttrs */
typedef struct tunip_relax_topk_attrs {
    tunip_ir_attrs base;
    int64_t k;
    int64_t axis;
    tunip_string *ret_type;
    bool largest;
    tunip_dtype dtype;
} tunip_relax_topk_attrs;

/* relax.attrs.TriluAttrs */
typedef struct tunip_relax_trilu_attrs {
    tunip_ir_attrs base;
    int64_t k;
} tunip_relax_trilu_attrs;

/* relax.attrs.WrapParamAttrs */
typedef struct tunip_relax_wrap_param_attrs {
    tunip_ir_attrs base;
    tunip_dtype dtype;
} tunip_relax_wrap_param_attrs;

TUNIP_API extern tunip_type tunip_relax_adaptive_pool1d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_adaptive_pool2d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_adaptive_pool3d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_all_class_non_maximum_suppression_attrs_type;
TUNIP_API extern tunip_type tunip_relax_all_gather_attrs_type;
TUNIP_API extern tunip_type tunip_relax_all_reduce_attrs_type;
TUNIP_API extern tunip_type tunip_relax_argmax_argmin_attrs_type;
TUNIP_API extern tunip_type tunip_relax_argsort_attrs_type;
TUNIP_API extern tunip_type tunip_relax_astype_attrs_type;
TUNIP_API extern tunip_type tunip_relax_attention_attrs_type;
TUNIP_API extern tunip_type tunip_relax_batch_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relax_bucketize_attrs_type;
TUNIP_API extern tunip_type tunip_relax_call_inplace_packed_attrs_type;
TUNIP_API extern tunip_type tunip_relax_call_tir_inplace_attrs_type;
TUNIP_API extern tunip_type tunip_relax_call_tir_with_grad_attrs_type;
TUNIP_API extern tunip_type tunip_relax_concat_attrs_type;
TUNIP_API extern tunip_type tunip_relax_conv1d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_conv1d_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relax_conv2d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_conv2d_transpose_attrs_type;
TUNIP_API extern tunip_type tunip_relax_conv3d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_distribution_attrs_type;
TUNIP_API extern tunip_type tunip_relax_dropout_attrs_type;
TUNIP_API extern tunip_type tunip_relax_einsum_attrs_type;
TUNIP_API extern tunip_type tunip_relax_expand_dims_attrs_type;
TUNIP_API extern tunip_type tunip_relax_flip_attrs_type;
TUNIP_API extern tunip_type tunip_relax_gather_elements_attrs_type;
TUNIP_API extern tunip_type tunip_relax_gather_nd_attrs_type;
TUNIP_API extern tunip_type tunip_relax_grid_sample_attrs_type;
TUNIP_API extern tunip_type tunip_relax_group_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relax_hint_on_device_attrs_type;
TUNIP_API extern tunip_type tunip_relax_index_put_attrs_type;
TUNIP_API extern tunip_type tunip_relax_init_attrs_type;
TUNIP_API extern tunip_type tunip_relax_instance_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relax_layer_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relax_layout_transform_attrs_type;
TUNIP_API extern tunip_type tunip_relax_leaky_relu_attrs_type;
TUNIP_API extern tunip_type tunip_relax_matmul_attrs_type;
TUNIP_API extern tunip_type tunip_relax_meshgrid_attrs_type;
TUNIP_API extern tunip_type tunip_relax_multinomial_from_uniform_attrs_type;
TUNIP_API extern tunip_type tunip_relax_nll_loss_attrs_type;
TUNIP_API extern tunip_type tunip_relax_one_hot_attrs_type;
TUNIP_API extern tunip_type tunip_relax_prelu_attrs_type;
TUNIP_API extern tunip_type tunip_relax_pad_attrs_type;
TUNIP_API extern tunip_type tunip_relax_permute_dims_attrs_type;
TUNIP_API extern tunip_type tunip_relax_pixel_shuffle_attrs_type;
TUNIP_API extern tunip_type tunip_relax_pool1d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_pool2d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_pool3d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_quantize_attrs_type;
TUNIP_API extern tunip_type tunip_relax_rms_norm_attrs_type;
TUNIP_API extern tunip_type tunip_relax_repeat_attrs_type;
TUNIP_API extern tunip_type tunip_relax_resize2d_attrs_type;
TUNIP_API extern tunip_type tunip_relax_scanop_attrs_type;
TUNIP_API extern tunip_type tunip_relax_scatter_collective_attrs_type;
TUNIP_API extern tunip_type tunip_relax_scatter_elements_attrs_type;
TUNIP_API extern tunip_type tunip_relax_scatter_nd_attrs_type;
TUNIP_API extern tunip_type tunip_relax_slice_scatter_attrs_type;
TUNIP_API extern tunip_type tunip_relax_softmax_attrs_type;
TUNIP_API extern tunip_type tunip_relax_softplus_attrs_type;
TUNIP_API extern tunip_type tunip_relax_sort_attrs_type;
TUNIP_API extern tunip_type tunip_relax_split_attrs_type;
TUNIP_API extern tunip_type tunip_relax_squeeze_attrs_type;
TUNIP_API extern tunip_type tunip_relax_stack_attrs_type;
TUNIP_API extern tunip_type tunip_relax_statistical_attrs_type;
TUNIP_API extern tunip_type tunip_relax_strided_slice_attrs_type;
TUNIP_API extern tunip_type tunip_relax_take_attrs_type;
TUNIP_API extern tunip_type tunip_relax_tile_attrs_type;
TUNIP_API extern tunip_type tunip_relax_to_vdevice_attrs_type;
TUNIP_API extern tunip_type tunip_relax_topk_attrs_type;
TUNIP_API extern tunip_type tunip_relax_trilu_attrs_type;
TUNIP_API extern tunip_type tunip_relax_wrap_param_attrs_type;

#ifdef __cplusplus
}
#endif
#endif
