/* relax_attrs.h -- The attributes of Relax operators. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_ATTRS_H
#define TUNIP_RELAX_ATTRS_H

#include <tunip/tvm/relax_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.attrs.AdaptivePool1DAttrs */
typedef struct relax_adaptive_pool1d_attrs {
    ir_attrs base;
    tunip_array *output_size;
    tunip_string *layout;
    tunip_string *out_layout;
} relax_adaptive_pool1d_attrs;

/* relax.attrs.AdaptivePool2DAttrs */
typedef struct relax_adaptive_pool2d_attrs {
    ir_attrs base;
    tunip_array *output_size;
    tunip_string *layout;
    tunip_string *out_layout;
} relax_adaptive_pool2d_attrs;

/* relax.attrs.AdaptivePool3DAttrs */
typedef struct relax_adaptive_pool3d_attrs {
    ir_attrs base;
    tunip_array *output_size;
    tunip_string *layout;
    tunip_string *out_layout;
} relax_adaptive_pool3d_attrs;

/* relax.attrs.AllClassNonMaximumSuppressionAttrs */
typedef struct relax_all_class_non_maximum_suppression_attrs {
    ir_attrs base;
    tunip_string *output_format;
} relax_all_class_non_maximum_suppression_attrs;

/* relax.attrs.AllGatherAttrs */
typedef struct relax_all_gather_attrs {
    ir_attrs base;
    int64_t num_workers;
    bool in_group;
} relax_all_gather_attrs;

/* relax.attrs.AllReduceAttrs */
typedef struct relax_all_reduce_attrs {
    ir_attrs base;
    tunip_string *op_type;
    bool in_group;
} relax_all_reduce_attrs;

/* relax.attrs.ArgmaxArgminAttrs */
typedef struct relax_argmax_argmin_attrs {
    ir_attrs base;
    tunip_int *axis;
    bool keepdims;
} relax_argmax_argmin_attrs;

/* relax.attrs.ArgsortAttrs */
typedef struct relax_argsort_attrs {
    ir_attrs base;
    int64_t axis;
    bool descending;
    tunip_dtype dtype;
} relax_argsort_attrs;

/* relax.attrs.AstypeAttrs */
typedef struct relax_astype_attrs {
    ir_attrs base;
    tunip_dtype dtype;
} relax_astype_attrs;

/* relax.attrs.AttentionAttrs */
typedef struct relax_attention_attrs {
    ir_attrs base;
    ir_float_imm *scale;
    tunip_string *causal_mask;
    ir_int_imm *window_size;
} relax_attention_attrs;

/* relax.attrs.BatchNormAttrs */
typedef struct relax_batch_norm_attrs {
    ir_attrs base;
    int64_t axis;
    double epsilon;
    bool center;
    bool scale;
    double momentum;
    bool training;
} relax_batch_norm_attrs;

/* relax.attrs.BucketizeAttrs */
typedef struct relax_bucketize_attrs {
    ir_attrs base;
    bool out_int32;
    bool right;
} relax_bucketize_attrs;

/* relax.attrs.CallInplacePackedAttrs */
typedef struct relax_call_inplace_packed_attrs {
    ir_attrs base;
    tunip_array *inplace_indices;
} relax_call_inplace_packed_attrs;

/* relax.attrs.CallTIRInplaceAttrs */
typedef struct relax_call_tir_inplace_attrs {
    ir_attrs base;
    tunip_array *inplace_indices;
} relax_call_tir_inplace_attrs;

/* relax.attrs.CallTIRWithGradAttrs */
typedef struct relax_call_tir_with_grad_attrs {
    ir_attrs base;
    tunip_string *te_grad_name;
    tunip_map *te_grad_kwargs;
} relax_call_tir_with_grad_attrs;

/* relax.attrs.ConcatAttrs */
typedef struct relax_concat_attrs {
    ir_attrs base;
    tunip_int *axis;
} relax_concat_attrs;

/* relax.attrs.Conv1DAttrs */
typedef struct relax_conv1d_attrs {
    ir_attrs base;
    tunip_array *strides;
    tunip_array *padding;
    tunip_array *dilation;
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} relax_conv1d_attrs;

/* relax.attrs.Conv1DTransposeAttrs */
typedef struct relax_conv1d_transpose_attrs {
    ir_attrs base;
    tunip_array *strides;
    tunip_array *padding;
    tunip_array *output_padding;
    tunip_array *dilation;
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} relax_conv1d_transpose_attrs;

/* relax.attrs.Conv2DAttrs */
typedef struct relax_conv2d_attrs {
    ir_attrs base;
    tunip_array *strides;
    tunip_array *padding;
    tunip_array *dilation;
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} relax_conv2d_attrs;

/* relax.attrs.Conv2DTransposeAttrs */
typedef struct relax_conv2d_transpose_attrs {
    ir_attrs base;
    tunip_array *strides;
    tunip_array *padding;
    tunip_array *output_padding;
    tunip_array *dilation;
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} relax_conv2d_transpose_attrs;

/* relax.attrs.Conv3DAttrs */
typedef struct relax_conv3d_attrs {
    ir_attrs base;
    tunip_array *strides;
    tunip_array *padding;
    tunip_array *dilation;
    int64_t groups;
    tunip_string *data_layout;
    tunip_string *kernel_layout;
    tunip_string *out_layout;
    tunip_dtype out_dtype;
} relax_conv3d_attrs;

/* relax.attrs.DistributionAttrs */
typedef struct relax_distribution_attrs {
    ir_attrs base;
    relax_device_mesh *device_mesh;
    relax_placement *placement;
} relax_distribution_attrs;

/* relax.attrs.DropoutAttrs */
typedef struct relax_dropout_attrs {
    ir_attrs base;
    double rate;
} relax_dropout_attrs;

/* relax.attrs.EinsumAttrs */
typedef struct relax_einsum_attrs {
    ir_attrs base;
    tunip_string *subscripts;
} relax_einsum_attrs;

/* relax.attrs.ExpandDimsAttrs */
typedef struct relax_expand_dims_attrs {
    ir_attrs base;
    tunip_array *axis;
} relax_expand_dims_attrs;

/* relax.attrs.FlipAttrs */
typedef struct relax_flip_attrs {
    ir_attrs base;
    ir_int_imm *axis;
} relax_flip_attrs;

/* relax.attrs.GatherElementsAttrs */
typedef struct relax_gather_elements_attrs {
    ir_attrs base;
    ir_int_imm *axis;
} relax_gather_elements_attrs;

/* relax.attrs.GatherNDAttrs */
typedef struct relax_gather_nd_attrs {
    ir_attrs base;
    ir_int_imm *batch_dims;
} relax_gather_nd_attrs;

/* relax.attrs.GridSampleAttrs */
typedef struct relax_grid_sample_attrs {
    ir_attrs base;
    tunip_string *method;
    tunip_string *layout;
    tunip_string *padding_mode;
    bool align_corners;
} relax_grid_sample_attrs;

/* relax.attrs.GroupNormAttrs */
typedef struct relax_group_norm_attrs {
    ir_attrs base;
    int64_t num_groups;
    int64_t channel_axis;
    tunip_array *axes;
    double epsilon;
    bool center;
    bool scale;
} relax_group_norm_attrs;

/* relax.attrs.HintOnDeviceAttrs */
typedef struct relax_hint_on_device_attrs {
    ir_attrs base;
    int64_t device_type;
    int64_t index;
    tunip_string *memory_scope;
} relax_hint_on_device_attrs;

/* relax.attrs.IndexPutAttrs */
typedef struct relax_index_put_attrs {
    ir_attrs base;
    bool accumulate;
} relax_index_put_attrs;

/* relax.attrs.InitAttrs */
typedef struct relax_init_attrs {
    ir_attrs base;
    tunip_dtype dtype;
} relax_init_attrs;

/* relax.attrs.InstanceNormAttrs */
typedef struct relax_instance_norm_attrs {
    ir_attrs base;
    int64_t channel_axis;
    tunip_array *axes;
    double epsilon;
    bool center;
    bool scale;
} relax_instance_norm_attrs;

/* relax.attrs.LayerNormAttrs */
typedef struct relax_layer_norm_attrs {
    ir_attrs base;
    tunip_array *axes;
    double epsilon;
    bool center;
    bool scale;
} relax_layer_norm_attrs;

/* relax.attrs.LayoutTransformAttrs */
typedef struct relax_layout_transform_attrs {
    ir_attrs base;
    tir_index_map *index_map;
    relax_prim_value *pad_value;
    tunip_array *axis_separators;
    tunip_array *input_axis_separators;
} relax_layout_transform_attrs;

/* relax.attrs.LeakyReluAttrs */
typedef struct relax_leaky_relu_attrs {
    ir_attrs base;
    double alpha;
} relax_leaky_relu_attrs;

/* relax.attrs.MatmulAttrs */
typedef struct relax_matmul_attrs {
    ir_attrs base;
    tunip_dtype out_dtype;
} relax_matmul_attrs;

/* relax.attrs.MeshgridAttrs */
typedef struct relax_meshgrid_attrs {
    ir_attrs base;
    tunip_string *indexing;
} relax_meshgrid_attrs;

/* relax.attrs.MultinomialFromUniformAttrs */
typedef struct relax_multinomial_from_uniform_attrs {
    ir_attrs base;
    tunip_dtype dtype;
} relax_multinomial_from_uniform_attrs;

/* relax.attrs.NLLLossAttrs */
typedef struct relax_nll_loss_attrs {
    ir_attrs base;
    tunip_string *reduction;
    int64_t ignore_index;
} relax_nll_loss_attrs;

/* relax.attrs.OneHotAttrs */
typedef struct relax_one_hot_attrs {
    ir_attrs base;
    int64_t depth;
    int64_t axis;
} relax_one_hot_attrs;

/* relax.attrs.PReluAttrs */
typedef struct relax_prelu_attrs {
    ir_attrs base;
    int64_t axis;
} relax_prelu_attrs;

/* relax.attrs.PadAttrs */
typedef struct relax_pad_attrs {
    ir_attrs base;
    tunip_array *pad_width;
    double pad_value;
    tunip_string *pad_mode;
} relax_pad_attrs;

/* relax.attrs.PermuteDimsAttrs */
typedef struct relax_permute_dims_attrs {
    ir_attrs base;
    tunip_array *axes;
} relax_permute_dims_attrs;

/* relax.attrs.PixelShuffleAttrs */
typedef struct relax_pixel_shuffle_attrs {
    ir_attrs base;
    int64_t upscale_factor;
} relax_pixel_shuffle_attrs;

/* relax.attrs.Pool1DAttrs */
typedef struct relax_pool1d_attrs {
    ir_attrs base;
    tunip_array *pool_size;
    tunip_array *strides;
    tunip_array *dilation;
    tunip_array *padding;
    bool ceil_mode;
    bool count_include_pad;
    tunip_string *layout;
    tunip_string *out_layout;
} relax_pool1d_attrs;

/* relax.attrs.Pool2DAttrs */
typedef struct relax_pool2d_attrs {
    ir_attrs base;
    tunip_array *pool_size;
    tunip_array *strides;
    tunip_array *dilation;
    tunip_array *padding;
    bool ceil_mode;
    bool count_include_pad;
    tunip_string *layout;
    tunip_string *out_layout;
} relax_pool2d_attrs;

/* relax.attrs.Pool3DAttrs */
typedef struct relax_pool3d_attrs {
    ir_attrs base;
    tunip_array *pool_size;
    tunip_array *strides;
    tunip_array *dilation;
    tunip_array *padding;
    bool ceil_mode;
    bool count_include_pad;
    tunip_string *layout;
    tunip_string *out_layout;
} relax_pool3d_attrs;

/* relax.attrs.QuantizeAttrs */
typedef struct relax_quantize_attrs {
    ir_attrs base;
    tunip_dtype out_dtype;
    int64_t axis;
} relax_quantize_attrs;

/* relax.attrs.RMSNormAttrs */
typedef struct relax_rms_norm_attrs {
    ir_attrs base;
    tunip_array *axes;
    double epsilon;
} relax_rms_norm_attrs;

/* relax.attrs.RepeatAttrs */
typedef struct relax_repeat_attrs {
    ir_attrs base;
    int64_t repeats;
    tunip_int *axis;
} relax_repeat_attrs;

/* relax.attrs.Resize2DAttrs */
typedef struct relax_resize2d_attrs {
    ir_attrs base;
    tunip_array *roi;
    tunip_string *layout;
    tunip_string *method;
    tunip_string *coordinate_transformation_mode;
    tunip_string *rounding_method;
    double cubic_alpha;
    int64_t cubic_exclude;
    double extrapolation_value;
    tunip_dtype out_dtype;
} relax_resize2d_attrs;

/* relax.attrs.ScanopAttrs */
typedef struct relax_scanop_attrs {
    ir_attrs base;
    tunip_int *axis;
    tunip_dtype dtype;
    ir_int_imm *exclusive;
} relax_scanop_attrs;

/* relax.attrs.ScatterCollectiveAttrs */
typedef struct relax_scatter_collective_attrs {
    ir_attrs base;
    int64_t num_workers;
    int64_t axis;
} relax_scatter_collective_attrs;

/* relax.attrs.ScatterElementsAttrs */
typedef struct relax_scatter_elements_attrs {
    ir_attrs base;
    ir_int_imm *axis;
    tunip_string *reduction;
} relax_scatter_elements_attrs;

/* relax.attrs.ScatterNDAttrs */
typedef struct relax_scatter_nd_attrs {
    ir_attrs base;
    tunip_string *reduction;
} relax_scatter_nd_attrs;

/* relax.attrs.SliceScatterAttrs */
typedef struct relax_slice_scatter_attrs {
    ir_attrs base;
    int64_t axis;
} relax_slice_scatter_attrs;

/* relax.attrs.SoftmaxAttrs */
typedef struct relax_softmax_attrs {
    ir_attrs base;
    int64_t axis;
} relax_softmax_attrs;

/* relax.attrs.SoftplusAttrs */
typedef struct relax_softplus_attrs {
    ir_attrs base;
    double beta;
    double threshold;
} relax_softplus_attrs;

/* relax.attrs.SortAttrs */
typedef struct relax_sort_attrs {
    ir_attrs base;
    int64_t axis;
    bool descending;
} relax_sort_attrs;

/* relax.attrs.SplitAttrs */
typedef struct relax_split_attrs {
    ir_attrs base;
    tunip_node *indices_or_sections;
    int64_t axis;
} relax_split_attrs;

/* relax.attrs.SqueezeAttrs */
typedef struct relax_squeeze_attrs {
    ir_attrs base;
    tunip_array *axis;
} relax_squeeze_attrs;

/* relax.attrs.StackAttrs */
typedef struct relax_stack_attrs {
    ir_attrs base;
    ir_int_imm *axis;
} relax_stack_attrs;

/* relax.attrs.StatisticalAttrs */
typedef struct relax_statistical_attrs {
    ir_attrs base;
    tunip_array *axis;
    bool keepdims;
} relax_statistical_attrs;

/* relax.attrs.StridedSliceAttrs */
typedef struct relax_strided_slice_attrs {
    ir_attrs base;
    bool assume_inbound;
} relax_strided_slice_attrs;

/* relax.attrs.TakeAttrs */
typedef struct relax_take_attrs {
    ir_attrs base;
    tunip_int *axis;
    tunip_string *mode;
} relax_take_attrs;

/* relax.attrs.TileAttrs */
typedef struct relax_tile_attrs {
    ir_attrs base;
    tunip_array *repeats;
} relax_tile_attrs;

/* relax.attrs.ToVDeviceAttrs */
typedef struct relax_to_vdevice_attrs {
    ir_attrs base;
    ir_vdevice *dst_vdevice;
} relax_to_vdevice_attrs;

/* relax.attrs.TopKAttrs */
typedef struct relax_topk_attrs {
    ir_attrs base;
    int64_t k;
    int64_t axis;
    tunip_string *ret_type;
    bool largest;
    tunip_dtype dtype;
} relax_topk_attrs;

/* relax.attrs.TriluAttrs */
typedef struct relax_trilu_attrs {
    ir_attrs base;
    int64_t k;
} relax_trilu_attrs;

/* relax.attrs.WrapParamAttrs */
typedef struct relax_wrap_param_attrs {
    ir_attrs base;
    tunip_dtype dtype;
} relax_wrap_param_attrs;

TUNIP_API extern tunip_type relax_adaptive_pool1d_attrs_type;
TUNIP_API extern tunip_type relax_adaptive_pool2d_attrs_type;
TUNIP_API extern tunip_type relax_adaptive_pool3d_attrs_type;
TUNIP_API extern tunip_type relax_all_class_non_maximum_suppression_attrs_type;
TUNIP_API extern tunip_type relax_all_gather_attrs_type;
TUNIP_API extern tunip_type relax_all_reduce_attrs_type;
TUNIP_API extern tunip_type relax_argmax_argmin_attrs_type;
TUNIP_API extern tunip_type relax_argsort_attrs_type;
TUNIP_API extern tunip_type relax_astype_attrs_type;
TUNIP_API extern tunip_type relax_attention_attrs_type;
TUNIP_API extern tunip_type relax_batch_norm_attrs_type;
TUNIP_API extern tunip_type relax_bucketize_attrs_type;
TUNIP_API extern tunip_type relax_call_inplace_packed_attrs_type;
TUNIP_API extern tunip_type relax_call_tir_inplace_attrs_type;
TUNIP_API extern tunip_type relax_call_tir_with_grad_attrs_type;
TUNIP_API extern tunip_type relax_concat_attrs_type;
TUNIP_API extern tunip_type relax_conv1d_attrs_type;
TUNIP_API extern tunip_type relax_conv1d_transpose_attrs_type;
TUNIP_API extern tunip_type relax_conv2d_attrs_type;
TUNIP_API extern tunip_type relax_conv2d_transpose_attrs_type;
TUNIP_API extern tunip_type relax_conv3d_attrs_type;
TUNIP_API extern tunip_type relax_distribution_attrs_type;
TUNIP_API extern tunip_type relax_dropout_attrs_type;
TUNIP_API extern tunip_type relax_einsum_attrs_type;
TUNIP_API extern tunip_type relax_expand_dims_attrs_type;
TUNIP_API extern tunip_type relax_flip_attrs_type;
TUNIP_API extern tunip_type relax_gather_elements_attrs_type;
TUNIP_API extern tunip_type relax_gather_nd_attrs_type;
TUNIP_API extern tunip_type relax_grid_sample_attrs_type;
TUNIP_API extern tunip_type relax_group_norm_attrs_type;
TUNIP_API extern tunip_type relax_hint_on_device_attrs_type;
TUNIP_API extern tunip_type relax_index_put_attrs_type;
TUNIP_API extern tunip_type relax_init_attrs_type;
TUNIP_API extern tunip_type relax_instance_norm_attrs_type;
TUNIP_API extern tunip_type relax_layer_norm_attrs_type;
TUNIP_API extern tunip_type relax_layout_transform_attrs_type;
TUNIP_API extern tunip_type relax_leaky_relu_attrs_type;
TUNIP_API extern tunip_type relax_matmul_attrs_type;
TUNIP_API extern tunip_type relax_meshgrid_attrs_type;
TUNIP_API extern tunip_type relax_multinomial_from_uniform_attrs_type;
TUNIP_API extern tunip_type relax_nll_loss_attrs_type;
TUNIP_API extern tunip_type relax_one_hot_attrs_type;
TUNIP_API extern tunip_type relax_prelu_attrs_type;
TUNIP_API extern tunip_type relax_pad_attrs_type;
TUNIP_API extern tunip_type relax_permute_dims_attrs_type;
TUNIP_API extern tunip_type relax_pixel_shuffle_attrs_type;
TUNIP_API extern tunip_type relax_pool1d_attrs_type;
TUNIP_API extern tunip_type relax_pool2d_attrs_type;
TUNIP_API extern tunip_type relax_pool3d_attrs_type;
TUNIP_API extern tunip_type relax_quantize_attrs_type;
TUNIP_API extern tunip_type relax_rms_norm_attrs_type;
TUNIP_API extern tunip_type relax_repeat_attrs_type;
TUNIP_API extern tunip_type relax_resize2d_attrs_type;
TUNIP_API extern tunip_type relax_scanop_attrs_type;
TUNIP_API extern tunip_type relax_scatter_collective_attrs_type;
TUNIP_API extern tunip_type relax_scatter_elements_attrs_type;
TUNIP_API extern tunip_type relax_scatter_nd_attrs_type;
TUNIP_API extern tunip_type relax_slice_scatter_attrs_type;
TUNIP_API extern tunip_type relax_softmax_attrs_type;
TUNIP_API extern tunip_type relax_softplus_attrs_type;
TUNIP_API extern tunip_type relax_sort_attrs_type;
TUNIP_API extern tunip_type relax_split_attrs_type;
TUNIP_API extern tunip_type relax_squeeze_attrs_type;
TUNIP_API extern tunip_type relax_stack_attrs_type;
TUNIP_API extern tunip_type relax_statistical_attrs_type;
TUNIP_API extern tunip_type relax_strided_slice_attrs_type;
TUNIP_API extern tunip_type relax_take_attrs_type;
TUNIP_API extern tunip_type relax_tile_attrs_type;
TUNIP_API extern tunip_type relax_to_vdevice_attrs_type;
TUNIP_API extern tunip_type relax_topk_attrs_type;
TUNIP_API extern tunip_type relax_trilu_attrs_type;
TUNIP_API extern tunip_type relax_wrap_param_attrs_type;

#ifdef __cplusplus
}
#endif
#endif
