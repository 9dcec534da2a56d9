/* attrs.c -- field tables of the attributes of Relax operators. Made by tools/make_relax_attrs.py
 * from TVM v0.23.0's reflection. */
#include "../types.h"

#define ATTRS(s, name) TUNIP_TYPE(s, "relax.attrs." name, &ir_attrs_type, TREE, 0, NULL)

static const tunip_field relax_adaptive_pool1d_attrs_fields[] = {
    TUNIP_ARRAY(relax_adaptive_pool1d_attrs, output_size, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_adaptive_pool1d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_adaptive_pool1d_attrs, out_layout, tunip_string, 0),
};
ATTRS(relax_adaptive_pool1d_attrs, "AdaptivePool1DAttrs");

static const tunip_field relax_adaptive_pool2d_attrs_fields[] = {
    TUNIP_ARRAY(relax_adaptive_pool2d_attrs, output_size, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_adaptive_pool2d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_adaptive_pool2d_attrs, out_layout, tunip_string, 0),
};
ATTRS(relax_adaptive_pool2d_attrs, "AdaptivePool2DAttrs");

static const tunip_field relax_adaptive_pool3d_attrs_fields[] = {
    TUNIP_ARRAY(relax_adaptive_pool3d_attrs, output_size, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_adaptive_pool3d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_adaptive_pool3d_attrs, out_layout, tunip_string, 0),
};
ATTRS(relax_adaptive_pool3d_attrs, "AdaptivePool3DAttrs");

static const tunip_field relax_all_class_non_maximum_suppression_attrs_fields[] = {
    TUNIP_NODE(relax_all_class_non_maximum_suppression_attrs, output_format, tunip_string, 0),
};
ATTRS(relax_all_class_non_maximum_suppression_attrs, "AllClassNonMaximumSuppressionAttrs");

static const tunip_field relax_all_gather_attrs_fields[] = {
    TUNIP_INT(relax_all_gather_attrs, num_workers, 0),
    TUNIP_BOOL(relax_all_gather_attrs, in_group, 0),
};
ATTRS(relax_all_gather_attrs, "AllGatherAttrs");

static const tunip_field relax_all_reduce_attrs_fields[] = {
    TUNIP_NODE(relax_all_reduce_attrs, op_type, tunip_string, 0),
    TUNIP_BOOL(relax_all_reduce_attrs, in_group, 0),
};
ATTRS(relax_all_reduce_attrs, "AllReduceAttrs");

static const tunip_field relax_argmax_argmin_attrs_fields[] = {
    TUNIP_NODE(relax_argmax_argmin_attrs, axis, tunip_int, TUNIP_OPTIONAL),
    TUNIP_BOOL(relax_argmax_argmin_attrs, keepdims, 0),
};
ATTRS(relax_argmax_argmin_attrs, "ArgmaxArgminAttrs");

static const tunip_field relax_argsort_attrs_fields[] = {
    TUNIP_INT(relax_argsort_attrs, axis, 0),
    TUNIP_BOOL(relax_argsort_attrs, descending, 0),
    TUNIP_DTYPE(relax_argsort_attrs, dtype, 0),
};
ATTRS(relax_argsort_attrs, "ArgsortAttrs");

static const tunip_field relax_astype_attrs_fields[] = {
    TUNIP_DTYPE(relax_astype_attrs, dtype, 0),
};
ATTRS(relax_astype_attrs, "AstypeAttrs");

static const tunip_field relax_attention_attrs_fields[] = {
    TUNIP_NODE(relax_attention_attrs, scale, ir_float_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_attention_attrs, causal_mask, tunip_string, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_attention_attrs, window_size, ir_int_imm, TUNIP_OPTIONAL),
};
ATTRS(relax_attention_attrs, "AttentionAttrs");

static const tunip_field relax_batch_norm_attrs_fields[] = {
    TUNIP_INT(relax_batch_norm_attrs, axis, 0),
    TUNIP_FLOAT(relax_batch_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_batch_norm_attrs, center, 0),
    TUNIP_BOOL(relax_batch_norm_attrs, scale, 0),
    TUNIP_FLOAT(relax_batch_norm_attrs, momentum, 0),
    TUNIP_BOOL(relax_batch_norm_attrs, training, 0),
};
ATTRS(relax_batch_norm_attrs, "BatchNormAttrs");

static const tunip_field relax_bucketize_attrs_fields[] = {
    TUNIP_BOOL(relax_bucketize_attrs, out_int32, 0),
    TUNIP_BOOL(relax_bucketize_attrs, right, 0),
};
ATTRS(relax_bucketize_attrs, "BucketizeAttrs");

static const tunip_field relax_call_inplace_packed_attrs_fields[] = {
    TUNIP_ARRAY(relax_call_inplace_packed_attrs, inplace_indices, ir_int_imm, 0),
};
ATTRS(relax_call_inplace_packed_attrs, "CallInplacePackedAttrs");

static const tunip_field relax_call_tir_inplace_attrs_fields[] = {
    TUNIP_ARRAY(relax_call_tir_inplace_attrs, inplace_indices, ir_int_imm, 0),
};
ATTRS(relax_call_tir_inplace_attrs, "CallTIRInplaceAttrs");

static const tunip_field relax_call_tir_with_grad_attrs_fields[] = {
    TUNIP_NODE(relax_call_tir_with_grad_attrs, te_grad_name, tunip_string, 0),
    TUNIP_MAP(relax_call_tir_with_grad_attrs, te_grad_kwargs, tunip_string, tunip_any, 0),
};
ATTRS(relax_call_tir_with_grad_attrs, "CallTIRWithGradAttrs");

static const tunip_field relax_concat_attrs_fields[] = {
    TUNIP_NODE(relax_concat_attrs, axis, tunip_int, TUNIP_OPTIONAL),
};
ATTRS(relax_concat_attrs, "ConcatAttrs");

static const tunip_field relax_conv1d_attrs_fields[] = {
    TUNIP_ARRAY(relax_conv1d_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv1d_attrs, padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv1d_attrs, dilation, ir_int_imm, 0),
    TUNIP_INT(relax_conv1d_attrs, groups, 0),
    TUNIP_NODE(relax_conv1d_attrs, data_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv1d_attrs, kernel_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv1d_attrs, out_layout, tunip_string, 0),
    TUNIP_DTYPE(relax_conv1d_attrs, out_dtype, 0),
};
ATTRS(relax_conv1d_attrs, "Conv1DAttrs");

static const tunip_field relax_conv1d_transpose_attrs_fields[] = {
    TUNIP_ARRAY(relax_conv1d_transpose_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv1d_transpose_attrs, padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv1d_transpose_attrs, output_padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv1d_transpose_attrs, dilation, ir_int_imm, 0),
    TUNIP_INT(relax_conv1d_transpose_attrs, groups, 0),
    TUNIP_NODE(relax_conv1d_transpose_attrs, data_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv1d_transpose_attrs, kernel_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv1d_transpose_attrs, out_layout, tunip_string, 0),
    TUNIP_DTYPE(relax_conv1d_transpose_attrs, out_dtype, 0),
};
ATTRS(relax_conv1d_transpose_attrs, "Conv1DTransposeAttrs");

static const tunip_field relax_conv2d_attrs_fields[] = {
    TUNIP_ARRAY(relax_conv2d_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv2d_attrs, padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv2d_attrs, dilation, ir_int_imm, 0),
    TUNIP_INT(relax_conv2d_attrs, groups, 0),
    TUNIP_NODE(relax_conv2d_attrs, data_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv2d_attrs, kernel_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv2d_attrs, out_layout, tunip_string, 0),
    TUNIP_DTYPE(relax_conv2d_attrs, out_dtype, 0),
};
ATTRS(relax_conv2d_attrs, "Conv2DAttrs");

static const tunip_field relax_conv2d_transpose_attrs_fields[] = {
    TUNIP_ARRAY(relax_conv2d_transpose_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv2d_transpose_attrs, padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv2d_transpose_attrs, output_padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv2d_transpose_attrs, dilation, ir_int_imm, 0),
    TUNIP_INT(relax_conv2d_transpose_attrs, groups, 0),
    TUNIP_NODE(relax_conv2d_transpose_attrs, data_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv2d_transpose_attrs, kernel_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv2d_transpose_attrs, out_layout, tunip_string, 0),
    TUNIP_DTYPE(relax_conv2d_transpose_attrs, out_dtype, 0),
};
ATTRS(relax_conv2d_transpose_attrs, "Conv2DTransposeAttrs");

static const tunip_field relax_conv3d_attrs_fields[] = {
    TUNIP_ARRAY(relax_conv3d_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv3d_attrs, padding, ir_int_imm, 0),
    TUNIP_ARRAY(relax_conv3d_attrs, dilation, ir_int_imm, 0),
    TUNIP_INT(relax_conv3d_attrs, groups, 0),
    TUNIP_NODE(relax_conv3d_attrs, data_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv3d_attrs, kernel_layout, tunip_string, 0),
    TUNIP_NODE(relax_conv3d_attrs, out_layout, tunip_string, 0),
    TUNIP_DTYPE(relax_conv3d_attrs, out_dtype, 0),
};
ATTRS(relax_conv3d_attrs, "Conv3DAttrs");

static const tunip_field relax_distribution_attrs_fields[] = {
    TUNIP_NODE(relax_distribution_attrs, device_mesh, relax_device_mesh, 0),
    TUNIP_NODE(relax_distribution_attrs, placement, relax_placement, 0),
};
ATTRS(relax_distribution_attrs, "DistributionAttrs");

static const tunip_field relax_dropout_attrs_fields[] = {
    TUNIP_FLOAT(relax_dropout_attrs, rate, 0),
};
ATTRS(relax_dropout_attrs, "DropoutAttrs");

static const tunip_field relax_einsum_attrs_fields[] = {
    TUNIP_NODE(relax_einsum_attrs, subscripts, tunip_string, 0),
};
ATTRS(relax_einsum_attrs, "EinsumAttrs");

static const tunip_field relax_expand_dims_attrs_fields[] = {
    TUNIP_ARRAY(relax_expand_dims_attrs, axis, ir_int_imm, 0),
};
ATTRS(relax_expand_dims_attrs, "ExpandDimsAttrs");

static const tunip_field relax_flip_attrs_fields[] = {
    TUNIP_NODE(relax_flip_attrs, axis, ir_int_imm, 0),
};
ATTRS(relax_flip_attrs, "FlipAttrs");

static const tunip_field relax_gather_elements_attrs_fields[] = {
    TUNIP_NODE(relax_gather_elements_attrs, axis, ir_int_imm, 0),
};
ATTRS(relax_gather_elements_attrs, "GatherElementsAttrs");

static const tunip_field relax_gather_nd_attrs_fields[] = {
    TUNIP_NODE(relax_gather_nd_attrs, batch_dims, ir_int_imm, 0),
};
ATTRS(relax_gather_nd_attrs, "GatherNDAttrs");

static const tunip_field relax_grid_sample_attrs_fields[] = {
    TUNIP_NODE(relax_grid_sample_attrs, method, tunip_string, 0),
    TUNIP_NODE(relax_grid_sample_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_grid_sample_attrs, padding_mode, tunip_string, 0),
    TUNIP_BOOL(relax_grid_sample_attrs, align_corners, 0),
};
ATTRS(relax_grid_sample_attrs, "GridSampleAttrs");

static const tunip_field relax_group_norm_attrs_fields[] = {
    TUNIP_INT(relax_group_norm_attrs, num_groups, 0),
    TUNIP_INT(relax_group_norm_attrs, channel_axis, 0),
    TUNIP_ARRAY(relax_group_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_group_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_group_norm_attrs, center, 0),
    TUNIP_BOOL(relax_group_norm_attrs, scale, 0),
};
ATTRS(relax_group_norm_attrs, "GroupNormAttrs");

static const tunip_field relax_hint_on_device_attrs_fields[] = {
    TUNIP_INT(relax_hint_on_device_attrs, device_type, 0),
    TUNIP_INT(relax_hint_on_device_attrs, index, 0),
    TUNIP_NODE(relax_hint_on_device_attrs, memory_scope, tunip_string, 0),
};
ATTRS(relax_hint_on_device_attrs, "HintOnDeviceAttrs");

static const tunip_field relax_index_put_attrs_fields[] = {
    TUNIP_BOOL(relax_index_put_attrs, accumulate, 0),
};
ATTRS(relax_index_put_attrs, "IndexPutAttrs");

static const tunip_field relax_init_attrs_fields[] = {
    TUNIP_DTYPE(relax_init_attrs, dtype, 0),
};
ATTRS(relax_init_attrs, "InitAttrs");

static const tunip_field relax_instance_norm_attrs_fields[] = {
    TUNIP_INT(relax_instance_norm_attrs, channel_axis, 0),
    TUNIP_ARRAY(relax_instance_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_instance_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_instance_norm_attrs, center, 0),
    TUNIP_BOOL(relax_instance_norm_attrs, scale, 0),
};
ATTRS(relax_instance_norm_attrs, "InstanceNormAttrs");

static const tunip_field relax_layer_norm_attrs_fields[] = {
    TUNIP_ARRAY(relax_layer_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_layer_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_layer_norm_attrs, center, 0),
    TUNIP_BOOL(relax_layer_norm_attrs, scale, 0),
};
ATTRS(relax_layer_norm_attrs, "LayerNormAttrs");

static const tunip_field relax_layout_transform_attrs_fields[] = {
    TUNIP_NODE(relax_layout_transform_attrs, index_map, tir_index_map, 0),
    TUNIP_NODE(relax_layout_transform_attrs, pad_value, relax_prim_value, TUNIP_OPTIONAL),
    TUNIP_ARRAY(relax_layout_transform_attrs, axis_separators, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_ARRAY(relax_layout_transform_attrs, input_axis_separators, ir_int_imm, TUNIP_OPTIONAL),
};
ATTRS(relax_layout_transform_attrs, "LayoutTransformAttrs");

static const tunip_field relax_leaky_relu_attrs_fields[] = {
    TUNIP_FLOAT(relax_leaky_relu_attrs, alpha, 0),
};
ATTRS(relax_leaky_relu_attrs, "LeakyReluAttrs");

static const tunip_field relax_matmul_attrs_fields[] = {
    TUNIP_DTYPE(relax_matmul_attrs, out_dtype, 0),
};
ATTRS(relax_matmul_attrs, "MatmulAttrs");

static const tunip_field relax_meshgrid_attrs_fields[] = {
    TUNIP_NODE(relax_meshgrid_attrs, indexing, tunip_string, TUNIP_OPTIONAL),
};
ATTRS(relax_meshgrid_attrs, "MeshgridAttrs");

static const tunip_field relax_multinomial_from_uniform_attrs_fields[] = {
    TUNIP_DTYPE(relax_multinomial_from_uniform_attrs, dtype, 0),
};
ATTRS(relax_multinomial_from_uniform_attrs, "MultinomialFromUniformAttrs");

static const tunip_field relax_nll_loss_attrs_fields[] = {
    TUNIP_NODE(relax_nll_loss_attrs, reduction, tunip_string, 0),
    TUNIP_INT(relax_nll_loss_attrs, ignore_index, 0),
};
ATTRS(relax_nll_loss_attrs, "NLLLossAttrs");

static const tunip_field relax_one_hot_attrs_fields[] = {
    TUNIP_INT(relax_one_hot_attrs, depth, 0),
    TUNIP_INT(relax_one_hot_attrs, axis, 0),
};
ATTRS(relax_one_hot_attrs, "OneHotAttrs");

static const tunip_field relax_prelu_attrs_fields[] = {
    TUNIP_INT(relax_prelu_attrs, axis, 0),
};
ATTRS(relax_prelu_attrs, "PReluAttrs");

static const tunip_field relax_pad_attrs_fields[] = {
    TUNIP_ARRAY(relax_pad_attrs, pad_width, ir_int_imm, 0),
    TUNIP_FLOAT(relax_pad_attrs, pad_value, 0),
    TUNIP_NODE(relax_pad_attrs, pad_mode, tunip_string, 0),
};
ATTRS(relax_pad_attrs, "PadAttrs");

static const tunip_field relax_permute_dims_attrs_fields[] = {
    TUNIP_ARRAY(relax_permute_dims_attrs, axes, ir_int_imm, TUNIP_OPTIONAL),
};
ATTRS(relax_permute_dims_attrs, "PermuteDimsAttrs");

static const tunip_field relax_pixel_shuffle_attrs_fields[] = {
    TUNIP_INT(relax_pixel_shuffle_attrs, upscale_factor, 0),
};
ATTRS(relax_pixel_shuffle_attrs, "PixelShuffleAttrs");

static const tunip_field relax_pool1d_attrs_fields[] = {
    TUNIP_ARRAY(relax_pool1d_attrs, pool_size, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool1d_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool1d_attrs, dilation, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool1d_attrs, padding, ir_int_imm, 0),
    TUNIP_BOOL(relax_pool1d_attrs, ceil_mode, 0),
    TUNIP_BOOL(relax_pool1d_attrs, count_include_pad, 0),
    TUNIP_NODE(relax_pool1d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_pool1d_attrs, out_layout, tunip_string, 0),
};
ATTRS(relax_pool1d_attrs, "Pool1DAttrs");

static const tunip_field relax_pool2d_attrs_fields[] = {
    TUNIP_ARRAY(relax_pool2d_attrs, pool_size, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool2d_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool2d_attrs, dilation, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool2d_attrs, padding, ir_int_imm, 0),
    TUNIP_BOOL(relax_pool2d_attrs, ceil_mode, 0),
    TUNIP_BOOL(relax_pool2d_attrs, count_include_pad, 0),
    TUNIP_NODE(relax_pool2d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_pool2d_attrs, out_layout, tunip_string, 0),
};
ATTRS(relax_pool2d_attrs, "Pool2DAttrs");

static const tunip_field relax_pool3d_attrs_fields[] = {
    TUNIP_ARRAY(relax_pool3d_attrs, pool_size, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool3d_attrs, strides, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool3d_attrs, dilation, ir_int_imm, 0),
    TUNIP_ARRAY(relax_pool3d_attrs, padding, ir_int_imm, 0),
    TUNIP_BOOL(relax_pool3d_attrs, ceil_mode, 0),
    TUNIP_BOOL(relax_pool3d_attrs, count_include_pad, 0),
    TUNIP_NODE(relax_pool3d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_pool3d_attrs, out_layout, tunip_string, 0),
};
ATTRS(relax_pool3d_attrs, "Pool3DAttrs");

static const tunip_field relax_quantize_attrs_fields[] = {
    TUNIP_DTYPE(relax_quantize_attrs, out_dtype, 0),
    TUNIP_INT(relax_quantize_attrs, axis, 0),
};
ATTRS(relax_quantize_attrs, "QuantizeAttrs");

static const tunip_field relax_rms_norm_attrs_fields[] = {
    TUNIP_ARRAY(relax_rms_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_rms_norm_attrs, epsilon, 0),
};
ATTRS(relax_rms_norm_attrs, "RMSNormAttrs");

static const tunip_field relax_repeat_attrs_fields[] = {
    TUNIP_INT(relax_repeat_attrs, repeats, 0),
    TUNIP_NODE(relax_repeat_attrs, axis, tunip_int, TUNIP_OPTIONAL),
};
ATTRS(relax_repeat_attrs, "RepeatAttrs");

static const tunip_field relax_resize2d_attrs_fields[] = {
    TUNIP_ARRAY(relax_resize2d_attrs, roi, ir_float_imm, 0),
    TUNIP_NODE(relax_resize2d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_resize2d_attrs, method, tunip_string, 0),
    TUNIP_NODE(relax_resize2d_attrs, coordinate_transformation_mode, tunip_string, 0),
    TUNIP_NODE(relax_resize2d_attrs, rounding_method, tunip_string, 0),
    TUNIP_FLOAT(relax_resize2d_attrs, cubic_alpha, 0),
    TUNIP_INT(relax_resize2d_attrs, cubic_exclude, 0),
    TUNIP_FLOAT(relax_resize2d_attrs, extrapolation_value, 0),
    TUNIP_DTYPE(relax_resize2d_attrs, out_dtype, 0),
};
ATTRS(relax_resize2d_attrs, "Resize2DAttrs");

static const tunip_field relax_scanop_attrs_fields[] = {
    TUNIP_NODE(relax_scanop_attrs, axis, tunip_int, TUNIP_OPTIONAL),
    TUNIP_DTYPE(relax_scanop_attrs, dtype, 0),
    TUNIP_NODE(relax_scanop_attrs, exclusive, ir_int_imm, 0),
};
ATTRS(relax_scanop_attrs, "ScanopAttrs");

static const tunip_field relax_scatter_collective_attrs_fields[] = {
    TUNIP_INT(relax_scatter_collective_attrs, num_workers, 0),
    TUNIP_INT(relax_scatter_collective_attrs, axis, 0),
};
ATTRS(relax_scatter_collective_attrs, "ScatterCollectiveAttrs");

static const tunip_field relax_scatter_elements_attrs_fields[] = {
    TUNIP_NODE(relax_scatter_elements_attrs, axis, ir_int_imm, 0),
    TUNIP_NODE(relax_scatter_elements_attrs, reduction, tunip_string, 0),
};
ATTRS(relax_scatter_elements_attrs, "ScatterElementsAttrs");

static const tunip_field relax_scatter_nd_attrs_fields[] = {
    TUNIP_NODE(relax_scatter_nd_attrs, reduction, tunip_string, 0),
};
ATTRS(relax_scatter_nd_attrs, "ScatterNDAttrs");

static const tunip_field relax_slice_scatter_attrs_fields[] = {
    TUNIP_INT(relax_slice_scatter_attrs, axis, 0),
};
ATTRS(relax_slice_scatter_attrs, "SliceScatterAttrs");

static const tunip_field relax_softmax_attrs_fields[] = {
    TUNIP_INT(relax_softmax_attrs, axis, 0),
};
ATTRS(relax_softmax_attrs, "SoftmaxAttrs");

static const tunip_field relax_softplus_attrs_fields[] = {
    TUNIP_FLOAT(relax_softplus_attrs, beta, 0),
    TUNIP_FLOAT(relax_softplus_attrs, threshold, 0),
};
ATTRS(relax_softplus_attrs, "SoftplusAttrs");

static const tunip_field relax_sort_attrs_fields[] = {
    TUNIP_INT(relax_sort_attrs, axis, 0),
    TUNIP_BOOL(relax_sort_attrs, descending, 0),
};
ATTRS(relax_sort_attrs, "SortAttrs");

static const tunip_field relax_split_attrs_fields[] = {
    TUNIP_ANY(relax_split_attrs, indices_or_sections, 0),
    TUNIP_INT(relax_split_attrs, axis, 0),
};
ATTRS(relax_split_attrs, "SplitAttrs");

static const tunip_field relax_squeeze_attrs_fields[] = {
    TUNIP_ARRAY(relax_squeeze_attrs, axis, ir_int_imm, TUNIP_OPTIONAL),
};
ATTRS(relax_squeeze_attrs, "SqueezeAttrs");

static const tunip_field relax_stack_attrs_fields[] = {
    TUNIP_NODE(relax_stack_attrs, axis, ir_int_imm, TUNIP_OPTIONAL),
};
ATTRS(relax_stack_attrs, "StackAttrs");

static const tunip_field relax_statistical_attrs_fields[] = {
    TUNIP_ARRAY(relax_statistical_attrs, axis, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_BOOL(relax_statistical_attrs, keepdims, 0),
};
ATTRS(relax_statistical_attrs, "StatisticalAttrs");

static const tunip_field relax_strided_slice_attrs_fields[] = {
    TUNIP_BOOL(relax_strided_slice_attrs, assume_inbound, 0),
};
ATTRS(relax_strided_slice_attrs, "StridedSliceAttrs");

static const tunip_field relax_take_attrs_fields[] = {
    TUNIP_NODE(relax_take_attrs, axis, tunip_int, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_take_attrs, mode, tunip_string, 0),
};
ATTRS(relax_take_attrs, "TakeAttrs");

static const tunip_field relax_tile_attrs_fields[] = {
    TUNIP_ARRAY(relax_tile_attrs, repeats, ir_int_imm, 0),
};
ATTRS(relax_tile_attrs, "TileAttrs");

static const tunip_field relax_to_vdevice_attrs_fields[] = {
    TUNIP_NODE(relax_to_vdevice_attrs, dst_vdevice, ir_vdevice, 0),
};
ATTRS(relax_to_vdevice_attrs, "ToVDeviceAttrs");

static const tunip_field relax_topk_attrs_fields[] = {
    TUNIP_INT(relax_topk_attrs, k, 0),
    TUNIP_INT(relax_topk_attrs, axis, 0),
    TUNIP_NODE(relax_topk_attrs, ret_type, tunip_string, 0),
    TUNIP_BOOL(relax_topk_attrs, largest, 0),
    TUNIP_DTYPE(relax_topk_attrs, dtype, 0),
};
ATTRS(relax_topk_attrs, "TopKAttrs");

static const tunip_field relax_trilu_attrs_fields[] = {
    TUNIP_INT(relax_trilu_attrs, k, 0),
};
ATTRS(relax_trilu_attrs, "TriluAttrs");

static const tunip_field relax_wrap_param_attrs_fields[] = {
    TUNIP_DTYPE(relax_wrap_param_attrs, dtype, 0),
};
ATTRS(relax_wrap_param_attrs, "WrapParamAttrs");
