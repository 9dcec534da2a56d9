/* attrs.c -- field tables of relax_attrs.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_attrs.h>

static const tunip_field relax_adaptive_pool1d_attrs_fields[] = {
    TUNIP_ARRAY(relax_adaptive_pool1d_attrs, output_size, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_adaptive_pool1d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_adaptive_pool1d_attrs, out_layout, tunip_string, 0),
};
TUNIP__TYPE(relax_adaptive_pool1d_attrs, "relax.attrs.AdaptivePool1DAttrs", &ir_attrs_type,
    relax_adaptive_pool1d_attrs_fields, TUNIP_LEN(relax_adaptive_pool1d_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_adaptive_pool2d_attrs_fields[] = {
    TUNIP_ARRAY(relax_adaptive_pool2d_attrs, output_size, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_adaptive_pool2d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_adaptive_pool2d_attrs, out_layout, tunip_string, 0),
};
TUNIP__TYPE(relax_adaptive_pool2d_attrs, "relax.attrs.AdaptivePool2DAttrs", &ir_attrs_type,
    relax_adaptive_pool2d_attrs_fields, TUNIP_LEN(relax_adaptive_pool2d_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_adaptive_pool3d_attrs_fields[] = {
    TUNIP_ARRAY(relax_adaptive_pool3d_attrs, output_size, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_adaptive_pool3d_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_adaptive_pool3d_attrs, out_layout, tunip_string, 0),
};
TUNIP__TYPE(relax_adaptive_pool3d_attrs, "relax.attrs.AdaptivePool3DAttrs", &ir_attrs_type,
    relax_adaptive_pool3d_attrs_fields, TUNIP_LEN(relax_adaptive_pool3d_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_all_class_non_maximum_suppression_attrs_fields[] = {
    TUNIP_NODE(relax_all_class_non_maximum_suppression_attrs, output_format, tunip_string, 0),
};
TUNIP__TYPE(relax_all_class_non_maximum_suppression_attrs,
    "relax.attrs.AllClassNonMaximumSuppressionAttrs", &ir_attrs_type,
    relax_all_class_non_maximum_suppression_attrs_fields,
    TUNIP_LEN(relax_all_class_non_maximum_suppression_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_all_gather_attrs_fields[] = {
    TUNIP_INT(relax_all_gather_attrs, num_workers, 0),
    TUNIP_BOOL(relax_all_gather_attrs, in_group, 0),
};
TUNIP__TYPE(relax_all_gather_attrs, "relax.attrs.AllGatherAttrs", &ir_attrs_type,
    relax_all_gather_attrs_fields, TUNIP_LEN(relax_all_gather_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_all_reduce_attrs_fields[] = {
    TUNIP_NODE(relax_all_reduce_attrs, op_type, tunip_string, 0),
    TUNIP_BOOL(relax_all_reduce_attrs, in_group, 0),
};
TUNIP__TYPE(relax_all_reduce_attrs, "relax.attrs.AllReduceAttrs", &ir_attrs_type,
    relax_all_reduce_attrs_fields, TUNIP_LEN(relax_all_reduce_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_argmax_argmin_attrs_fields[] = {
    TUNIP_NODE(relax_argmax_argmin_attrs, axis, tunip_int, TUNIP_OPTIONAL),
    TUNIP_BOOL(relax_argmax_argmin_attrs, keepdims, 0),
};
TUNIP__TYPE(relax_argmax_argmin_attrs, "relax.attrs.ArgmaxArgminAttrs", &ir_attrs_type,
    relax_argmax_argmin_attrs_fields, TUNIP_LEN(relax_argmax_argmin_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_argsort_attrs_fields[] = {
    TUNIP_INT(relax_argsort_attrs, axis, 0),
    TUNIP_BOOL(relax_argsort_attrs, descending, 0),
    TUNIP_DTYPE(relax_argsort_attrs, dtype, 0),
};
TUNIP__TYPE(relax_argsort_attrs, "relax.attrs.ArgsortAttrs", &ir_attrs_type,
    relax_argsort_attrs_fields, TUNIP_LEN(relax_argsort_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_astype_attrs_fields[] = {
    TUNIP_DTYPE(relax_astype_attrs, dtype, 0),
};
TUNIP__TYPE(relax_astype_attrs, "relax.attrs.AstypeAttrs", &ir_attrs_type,
    relax_astype_attrs_fields, TUNIP_LEN(relax_astype_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_attention_attrs_fields[] = {
    TUNIP_NODE(relax_attention_attrs, scale, ir_float_imm, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_attention_attrs, causal_mask, tunip_string, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_attention_attrs, window_size, ir_int_imm, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_attention_attrs, "relax.attrs.AttentionAttrs", &ir_attrs_type,
    relax_attention_attrs_fields, TUNIP_LEN(relax_attention_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_batch_norm_attrs_fields[] = {
    TUNIP_INT(relax_batch_norm_attrs, axis, 0),
    TUNIP_FLOAT(relax_batch_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_batch_norm_attrs, center, 0),
    TUNIP_BOOL(relax_batch_norm_attrs, scale, 0),
    TUNIP_FLOAT(relax_batch_norm_attrs, momentum, 0),
    TUNIP_BOOL(relax_batch_norm_attrs, training, 0),
};
TUNIP__TYPE(relax_batch_norm_attrs, "relax.attrs.BatchNormAttrs", &ir_attrs_type,
    relax_batch_norm_attrs_fields, TUNIP_LEN(relax_batch_norm_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_bucketize_attrs_fields[] = {
    TUNIP_BOOL(relax_bucketize_attrs, out_int32, 0),
    TUNIP_BOOL(relax_bucketize_attrs, right, 0),
};
TUNIP__TYPE(relax_bucketize_attrs, "relax.attrs.BucketizeAttrs", &ir_attrs_type,
    relax_bucketize_attrs_fields, TUNIP_LEN(relax_bucketize_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_call_inplace_packed_attrs_fields[] = {
    TUNIP_ARRAY(relax_call_inplace_packed_attrs, inplace_indices, ir_int_imm, 0),
};
TUNIP__TYPE(relax_call_inplace_packed_attrs, "relax.attrs.CallInplacePackedAttrs", &ir_attrs_type,
    relax_call_inplace_packed_attrs_fields, TUNIP_LEN(relax_call_inplace_packed_attrs_fields),
    TREE, 0, NULL, NULL);

static const tunip_field relax_call_tir_inplace_attrs_fields[] = {
    TUNIP_ARRAY(relax_call_tir_inplace_attrs, inplace_indices, ir_int_imm, 0),
};
TUNIP__TYPE(relax_call_tir_inplace_attrs, "relax.attrs.CallTIRInplaceAttrs", &ir_attrs_type,
    relax_call_tir_inplace_attrs_fields, TUNIP_LEN(relax_call_tir_inplace_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_call_tir_with_grad_attrs_fields[] = {
    TUNIP_NODE(relax_call_tir_with_grad_attrs, te_grad_name, tunip_string, 0),
    TUNIP_MAP(relax_call_tir_with_grad_attrs, te_grad_kwargs, tunip_string, tunip_any, 0),
};
TUNIP__TYPE(relax_call_tir_with_grad_attrs, "relax.attrs.CallTIRWithGradAttrs", &ir_attrs_type,
    relax_call_tir_with_grad_attrs_fields, TUNIP_LEN(relax_call_tir_with_grad_attrs_fields), TREE,
    0, NULL, NULL);

static const tunip_field relax_concat_attrs_fields[] = {
    TUNIP_NODE(relax_concat_attrs, axis, tunip_int, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_concat_attrs, "relax.attrs.ConcatAttrs", &ir_attrs_type,
    relax_concat_attrs_fields, TUNIP_LEN(relax_concat_attrs_fields), TREE, 0, NULL, NULL);

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
TUNIP__TYPE(relax_conv1d_attrs, "relax.attrs.Conv1DAttrs", &ir_attrs_type,
    relax_conv1d_attrs_fields, TUNIP_LEN(relax_conv1d_attrs_fields), TREE, 0, NULL, NULL);

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
TUNIP__TYPE(relax_conv1d_transpose_attrs, "relax.attrs.Conv1DTransposeAttrs", &ir_attrs_type,
    relax_conv1d_transpose_attrs_fields, TUNIP_LEN(relax_conv1d_transpose_attrs_fields), TREE, 0,
    NULL, NULL);

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
TUNIP__TYPE(relax_conv2d_attrs, "relax.attrs.Conv2DAttrs", &ir_attrs_type,
    relax_conv2d_attrs_fields, TUNIP_LEN(relax_conv2d_attrs_fields), TREE, 0, NULL, NULL);

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
TUNIP__TYPE(relax_conv2d_transpose_attrs, "relax.attrs.Conv2DTransposeAttrs", &ir_attrs_type,
    relax_conv2d_transpose_attrs_fields, TUNIP_LEN(relax_conv2d_transpose_attrs_fields), TREE, 0,
    NULL, NULL);

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
TUNIP__TYPE(relax_conv3d_attrs, "relax.attrs.Conv3DAttrs", &ir_attrs_type,
    relax_conv3d_attrs_fields, TUNIP_LEN(relax_conv3d_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_distribution_attrs_fields[] = {
    TUNIP_NODE(relax_distribution_attrs, device_mesh, relax_device_mesh, 0),
    TUNIP_NODE(relax_distribution_attrs, placement, relax_placement, 0),
};
TUNIP__TYPE(relax_distribution_attrs, "relax.attrs.DistributionAttrs", &ir_attrs_type,
    relax_distribution_attrs_fields, TUNIP_LEN(relax_distribution_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_dropout_attrs_fields[] = {
    TUNIP_FLOAT(relax_dropout_attrs, rate, 0),
};
TUNIP__TYPE(relax_dropout_attrs, "relax.attrs.DropoutAttrs", &ir_attrs_type,
    relax_dropout_attrs_fields, TUNIP_LEN(relax_dropout_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_einsum_attrs_fields[] = {
    TUNIP_NODE(relax_einsum_attrs, subscripts, tunip_string, 0),
};
TUNIP__TYPE(relax_einsum_attrs, "relax.attrs.EinsumAttrs", &ir_attrs_type,
    relax_einsum_attrs_fields, TUNIP_LEN(relax_einsum_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_expand_dims_attrs_fields[] = {
    TUNIP_ARRAY(relax_expand_dims_attrs, axis, ir_int_imm, 0),
};
TUNIP__TYPE(relax_expand_dims_attrs, "relax.attrs.ExpandDimsAttrs", &ir_attrs_type,
    relax_expand_dims_attrs_fields, TUNIP_LEN(relax_expand_dims_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_flip_attrs_fields[] = {
    TUNIP_NODE(relax_flip_attrs, axis, ir_int_imm, 0),
};
TUNIP__TYPE(relax_flip_attrs, "relax.attrs.FlipAttrs", &ir_attrs_type, relax_flip_attrs_fields,
    TUNIP_LEN(relax_flip_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_gather_elements_attrs_fields[] = {
    TUNIP_NODE(relax_gather_elements_attrs, axis, ir_int_imm, 0),
};
TUNIP__TYPE(relax_gather_elements_attrs, "relax.attrs.GatherElementsAttrs", &ir_attrs_type,
    relax_gather_elements_attrs_fields, TUNIP_LEN(relax_gather_elements_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_gather_nd_attrs_fields[] = {
    TUNIP_NODE(relax_gather_nd_attrs, batch_dims, ir_int_imm, 0),
};
TUNIP__TYPE(relax_gather_nd_attrs, "relax.attrs.GatherNDAttrs", &ir_attrs_type,
    relax_gather_nd_attrs_fields, TUNIP_LEN(relax_gather_nd_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_grid_sample_attrs_fields[] = {
    TUNIP_NODE(relax_grid_sample_attrs, method, tunip_string, 0),
    TUNIP_NODE(relax_grid_sample_attrs, layout, tunip_string, 0),
    TUNIP_NODE(relax_grid_sample_attrs, padding_mode, tunip_string, 0),
    TUNIP_BOOL(relax_grid_sample_attrs, align_corners, 0),
};
TUNIP__TYPE(relax_grid_sample_attrs, "relax.attrs.GridSampleAttrs", &ir_attrs_type,
    relax_grid_sample_attrs_fields, TUNIP_LEN(relax_grid_sample_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_group_norm_attrs_fields[] = {
    TUNIP_INT(relax_group_norm_attrs, num_groups, 0),
    TUNIP_INT(relax_group_norm_attrs, channel_axis, 0),
    TUNIP_ARRAY(relax_group_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_group_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_group_norm_attrs, center, 0),
    TUNIP_BOOL(relax_group_norm_attrs, scale, 0),
};
TUNIP__TYPE(relax_group_norm_attrs, "relax.attrs.GroupNormAttrs", &ir_attrs_type,
    relax_group_norm_attrs_fields, TUNIP_LEN(relax_group_norm_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_hint_on_device_attrs_fields[] = {
    TUNIP_INT(relax_hint_on_device_attrs, device_type, 0),
    TUNIP_INT(relax_hint_on_device_attrs, index, 0),
    TUNIP_NODE(relax_hint_on_device_attrs, memory_scope, tunip_string, 0),
};
TUNIP__TYPE(relax_hint_on_device_attrs, "relax.attrs.HintOnDeviceAttrs", &ir_attrs_type,
    relax_hint_on_device_attrs_fields, TUNIP_LEN(relax_hint_on_device_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_index_put_attrs_fields[] = {
    TUNIP_BOOL(relax_index_put_attrs, accumulate, 0),
};
TUNIP__TYPE(relax_index_put_attrs, "relax.attrs.IndexPutAttrs", &ir_attrs_type,
    relax_index_put_attrs_fields, TUNIP_LEN(relax_index_put_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_init_attrs_fields[] = {
    TUNIP_DTYPE(relax_init_attrs, dtype, 0),
};
TUNIP__TYPE(relax_init_attrs, "relax.attrs.InitAttrs", &ir_attrs_type, relax_init_attrs_fields,
    TUNIP_LEN(relax_init_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_instance_norm_attrs_fields[] = {
    TUNIP_INT(relax_instance_norm_attrs, channel_axis, 0),
    TUNIP_ARRAY(relax_instance_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_instance_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_instance_norm_attrs, center, 0),
    TUNIP_BOOL(relax_instance_norm_attrs, scale, 0),
};
TUNIP__TYPE(relax_instance_norm_attrs, "relax.attrs.InstanceNormAttrs", &ir_attrs_type,
    relax_instance_norm_attrs_fields, TUNIP_LEN(relax_instance_norm_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_layer_norm_attrs_fields[] = {
    TUNIP_ARRAY(relax_layer_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_layer_norm_attrs, epsilon, 0),
    TUNIP_BOOL(relax_layer_norm_attrs, center, 0),
    TUNIP_BOOL(relax_layer_norm_attrs, scale, 0),
};
TUNIP__TYPE(relax_layer_norm_attrs, "relax.attrs.LayerNormAttrs", &ir_attrs_type,
    relax_layer_norm_attrs_fields, TUNIP_LEN(relax_layer_norm_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_layout_transform_attrs_fields[] = {
    TUNIP_NODE(relax_layout_transform_attrs, index_map, tir_index_map, 0),
    TUNIP_NODE(relax_layout_transform_attrs, pad_value, relax_prim_value, TUNIP_OPTIONAL),
    TUNIP_ARRAY(relax_layout_transform_attrs, axis_separators, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_ARRAY(relax_layout_transform_attrs, input_axis_separators, ir_int_imm, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_layout_transform_attrs, "relax.attrs.LayoutTransformAttrs", &ir_attrs_type,
    relax_layout_transform_attrs_fields, TUNIP_LEN(relax_layout_transform_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_leaky_relu_attrs_fields[] = {
    TUNIP_FLOAT(relax_leaky_relu_attrs, alpha, 0),
};
TUNIP__TYPE(relax_leaky_relu_attrs, "relax.attrs.LeakyReluAttrs", &ir_attrs_type,
    relax_leaky_relu_attrs_fields, TUNIP_LEN(relax_leaky_relu_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_matmul_attrs_fields[] = {
    TUNIP_DTYPE(relax_matmul_attrs, out_dtype, 0),
};
TUNIP__TYPE(relax_matmul_attrs, "relax.attrs.MatmulAttrs", &ir_attrs_type,
    relax_matmul_attrs_fields, TUNIP_LEN(relax_matmul_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_meshgrid_attrs_fields[] = {
    TUNIP_NODE(relax_meshgrid_attrs, indexing, tunip_string, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_meshgrid_attrs, "relax.attrs.MeshgridAttrs", &ir_attrs_type,
    relax_meshgrid_attrs_fields, TUNIP_LEN(relax_meshgrid_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_multinomial_from_uniform_attrs_fields[] = {
    TUNIP_DTYPE(relax_multinomial_from_uniform_attrs, dtype, 0),
};
TUNIP__TYPE(relax_multinomial_from_uniform_attrs, "relax.attrs.MultinomialFromUniformAttrs",
    &ir_attrs_type, relax_multinomial_from_uniform_attrs_fields,
    TUNIP_LEN(relax_multinomial_from_uniform_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_nll_loss_attrs_fields[] = {
    TUNIP_NODE(relax_nll_loss_attrs, reduction, tunip_string, 0),
    TUNIP_INT(relax_nll_loss_attrs, ignore_index, 0),
};
TUNIP__TYPE(relax_nll_loss_attrs, "relax.attrs.NLLLossAttrs", &ir_attrs_type,
    relax_nll_loss_attrs_fields, TUNIP_LEN(relax_nll_loss_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_one_hot_attrs_fields[] = {
    TUNIP_INT(relax_one_hot_attrs, depth, 0),
    TUNIP_INT(relax_one_hot_attrs, axis, 0),
};
TUNIP__TYPE(relax_one_hot_attrs, "relax.attrs.OneHotAttrs", &ir_attrs_type,
    relax_one_hot_attrs_fields, TUNIP_LEN(relax_one_hot_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_prelu_attrs_fields[] = {
    TUNIP_INT(relax_prelu_attrs, axis, 0),
};
TUNIP__TYPE(relax_prelu_attrs, "relax.attrs.PReluAttrs", &ir_attrs_type, relax_prelu_attrs_fields,
    TUNIP_LEN(relax_prelu_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_pad_attrs_fields[] = {
    TUNIP_ARRAY(relax_pad_attrs, pad_width, ir_int_imm, 0),
    TUNIP_FLOAT(relax_pad_attrs, pad_value, 0),
    TUNIP_NODE(relax_pad_attrs, pad_mode, tunip_string, 0),
};
TUNIP__TYPE(relax_pad_attrs, "relax.attrs.PadAttrs", &ir_attrs_type, relax_pad_attrs_fields,
    TUNIP_LEN(relax_pad_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_permute_dims_attrs_fields[] = {
    TUNIP_ARRAY(relax_permute_dims_attrs, axes, ir_int_imm, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_permute_dims_attrs, "relax.attrs.PermuteDimsAttrs", &ir_attrs_type,
    relax_permute_dims_attrs_fields, TUNIP_LEN(relax_permute_dims_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_pixel_shuffle_attrs_fields[] = {
    TUNIP_INT(relax_pixel_shuffle_attrs, upscale_factor, 0),
};
TUNIP__TYPE(relax_pixel_shuffle_attrs, "relax.attrs.PixelShuffleAttrs", &ir_attrs_type,
    relax_pixel_shuffle_attrs_fields, TUNIP_LEN(relax_pixel_shuffle_attrs_fields), TREE, 0, NULL,
    NULL);

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
TUNIP__TYPE(relax_pool1d_attrs, "relax.attrs.Pool1DAttrs", &ir_attrs_type,
    relax_pool1d_attrs_fields, TUNIP_LEN(relax_pool1d_attrs_fields), TREE, 0, NULL, NULL);

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
TUNIP__TYPE(relax_pool2d_attrs, "relax.attrs.Pool2DAttrs", &ir_attrs_type,
    relax_pool2d_attrs_fields, TUNIP_LEN(relax_pool2d_attrs_fields), TREE, 0, NULL, NULL);

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
TUNIP__TYPE(relax_pool3d_attrs, "relax.attrs.Pool3DAttrs", &ir_attrs_type,
    relax_pool3d_attrs_fields, TUNIP_LEN(relax_pool3d_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_quantize_attrs_fields[] = {
    TUNIP_DTYPE(relax_quantize_attrs, out_dtype, 0),
    TUNIP_INT(relax_quantize_attrs, axis, 0),
};
TUNIP__TYPE(relax_quantize_attrs, "relax.attrs.QuantizeAttrs", &ir_attrs_type,
    relax_quantize_attrs_fields, TUNIP_LEN(relax_quantize_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_rms_norm_attrs_fields[] = {
    TUNIP_ARRAY(relax_rms_norm_attrs, axes, ir_int_imm, 0),
    TUNIP_FLOAT(relax_rms_norm_attrs, epsilon, 0),
};
TUNIP__TYPE(relax_rms_norm_attrs, "relax.attrs.RMSNormAttrs", &ir_attrs_type,
    relax_rms_norm_attrs_fields, TUNIP_LEN(relax_rms_norm_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_repeat_attrs_fields[] = {
    TUNIP_INT(relax_repeat_attrs, repeats, 0),
    TUNIP_NODE(relax_repeat_attrs, axis, tunip_int, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_repeat_attrs, "relax.attrs.RepeatAttrs", &ir_attrs_type,
    relax_repeat_attrs_fields, TUNIP_LEN(relax_repeat_attrs_fields), TREE, 0, NULL, NULL);

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
TUNIP__TYPE(relax_resize2d_attrs, "relax.attrs.Resize2DAttrs", &ir_attrs_type,
    relax_resize2d_attrs_fields, TUNIP_LEN(relax_resize2d_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_scanop_attrs_fields[] = {
    TUNIP_NODE(relax_scanop_attrs, axis, tunip_int, TUNIP_OPTIONAL),
    TUNIP_DTYPE(relax_scanop_attrs, dtype, 0),
    TUNIP_NODE(relax_scanop_attrs, exclusive, ir_int_imm, 0),
};
TUNIP__TYPE(relax_scanop_attrs, "relax.attrs.ScanopAttrs", &ir_attrs_type,
    relax_scanop_attrs_fields, TUNIP_LEN(relax_scanop_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_scatter_collective_attrs_fields[] = {
    TUNIP_INT(relax_scatter_collective_attrs, num_workers, 0),
    TUNIP_INT(relax_scatter_collective_attrs, axis, 0),
};
TUNIP__TYPE(relax_scatter_collective_attrs, "relax.attrs.ScatterCollectiveAttrs", &ir_attrs_type,
    relax_scatter_collective_attrs_fields, TUNIP_LEN(relax_scatter_collective_attrs_fields), TREE,
    0, NULL, NULL);

static const tunip_field relax_scatter_elements_attrs_fields[] = {
    TUNIP_NODE(relax_scatter_elements_attrs, axis, ir_int_imm, 0),
    TUNIP_NODE(relax_scatter_elements_attrs, reduction, tunip_string, 0),
};
TUNIP__TYPE(relax_scatter_elements_attrs, "relax.attrs.ScatterElementsAttrs", &ir_attrs_type,
    relax_scatter_elements_attrs_fields, TUNIP_LEN(relax_scatter_elements_attrs_fields), TREE, 0,
    NULL, NULL);

static const tunip_field relax_scatter_nd_attrs_fields[] = {
    TUNIP_NODE(relax_scatter_nd_attrs, reduction, tunip_string, 0),
};
TUNIP__TYPE(relax_scatter_nd_attrs, "relax.attrs.ScatterNDAttrs", &ir_attrs_type,
    relax_scatter_nd_attrs_fields, TUNIP_LEN(relax_scatter_nd_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_slice_scatter_attrs_fields[] = {
    TUNIP_INT(relax_slice_scatter_attrs, axis, 0),
};
TUNIP__TYPE(relax_slice_scatter_attrs, "relax.attrs.SliceScatterAttrs", &ir_attrs_type,
    relax_slice_scatter_attrs_fields, TUNIP_LEN(relax_slice_scatter_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_softmax_attrs_fields[] = {
    TUNIP_INT(relax_softmax_attrs, axis, 0),
};
TUNIP__TYPE(relax_softmax_attrs, "relax.attrs.SoftmaxAttrs", &ir_attrs_type,
    relax_softmax_attrs_fields, TUNIP_LEN(relax_softmax_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_softplus_attrs_fields[] = {
    TUNIP_FLOAT(relax_softplus_attrs, beta, 0),
    TUNIP_FLOAT(relax_softplus_attrs, threshold, 0),
};
TUNIP__TYPE(relax_softplus_attrs, "relax.attrs.SoftplusAttrs", &ir_attrs_type,
    relax_softplus_attrs_fields, TUNIP_LEN(relax_softplus_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_sort_attrs_fields[] = {
    TUNIP_INT(relax_sort_attrs, axis, 0),
    TUNIP_BOOL(relax_sort_attrs, descending, 0),
};
TUNIP__TYPE(relax_sort_attrs, "relax.attrs.SortAttrs", &ir_attrs_type, relax_sort_attrs_fields,
    TUNIP_LEN(relax_sort_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_split_attrs_fields[] = {
    TUNIP_ANY(relax_split_attrs, indices_or_sections, 0),
    TUNIP_INT(relax_split_attrs, axis, 0),
};
TUNIP__TYPE(relax_split_attrs, "relax.attrs.SplitAttrs", &ir_attrs_type, relax_split_attrs_fields,
    TUNIP_LEN(relax_split_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_squeeze_attrs_fields[] = {
    TUNIP_ARRAY(relax_squeeze_attrs, axis, ir_int_imm, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_squeeze_attrs, "relax.attrs.SqueezeAttrs", &ir_attrs_type,
    relax_squeeze_attrs_fields, TUNIP_LEN(relax_squeeze_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_stack_attrs_fields[] = {
    TUNIP_NODE(relax_stack_attrs, axis, ir_int_imm, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_stack_attrs, "relax.attrs.StackAttrs", &ir_attrs_type, relax_stack_attrs_fields,
    TUNIP_LEN(relax_stack_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_statistical_attrs_fields[] = {
    TUNIP_ARRAY(relax_statistical_attrs, axis, ir_int_imm, TUNIP_OPTIONAL),
    TUNIP_BOOL(relax_statistical_attrs, keepdims, 0),
};
TUNIP__TYPE(relax_statistical_attrs, "relax.attrs.StatisticalAttrs", &ir_attrs_type,
    relax_statistical_attrs_fields, TUNIP_LEN(relax_statistical_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_strided_slice_attrs_fields[] = {
    TUNIP_BOOL(relax_strided_slice_attrs, assume_inbound, 0),
};
TUNIP__TYPE(relax_strided_slice_attrs, "relax.attrs.StridedSliceAttrs", &ir_attrs_type,
    relax_strided_slice_attrs_fields, TUNIP_LEN(relax_strided_slice_attrs_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_take_attrs_fields[] = {
    TUNIP_NODE(relax_take_attrs, axis, tunip_int, TUNIP_OPTIONAL),
    TUNIP_NODE(relax_take_attrs, mode, tunip_string, 0),
};
TUNIP__TYPE(relax_take_attrs, "relax.attrs.TakeAttrs", &ir_attrs_type, relax_take_attrs_fields,
    TUNIP_LEN(relax_take_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_tile_attrs_fields[] = {
    TUNIP_ARRAY(relax_tile_attrs, repeats, ir_int_imm, 0),
};
TUNIP__TYPE(relax_tile_attrs, "relax.attrs.TileAttrs", &ir_attrs_type, relax_tile_attrs_fields,
    TUNIP_LEN(relax_tile_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_to_vdevice_attrs_fields[] = {
    TUNIP_NODE(relax_to_vdevice_attrs, dst_vdevice, ir_vdevice, 0),
};
TUNIP__TYPE(relax_to_vdevice_attrs, "relax.attrs.ToVDeviceAttrs", &ir_attrs_type,
    relax_to_vdevice_attrs_fields, TUNIP_LEN(relax_to_vdevice_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_topk_attrs_fields[] = {
    TUNIP_INT(relax_topk_attrs, k, 0),
    TUNIP_INT(relax_topk_attrs, axis, 0),
    TUNIP_NODE(relax_topk_attrs, ret_type, tunip_string, 0),
    TUNIP_BOOL(relax_topk_attrs, largest, 0),
    TUNIP_DTYPE(relax_topk_attrs, dtype, 0),
};
TUNIP__TYPE(relax_topk_attrs, "relax.attrs.TopKAttrs", &ir_attrs_type, relax_topk_attrs_fields,
    TUNIP_LEN(relax_topk_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_trilu_attrs_fields[] = {
    TUNIP_INT(relax_trilu_attrs, k, 0),
};
TUNIP__TYPE(relax_trilu_attrs, "relax.attrs.TriluAttrs", &ir_attrs_type, relax_trilu_attrs_fields,
    TUNIP_LEN(relax_trilu_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_wrap_param_attrs_fields[] = {
    TUNIP_DTYPE(relax_wrap_param_attrs, dtype, 0),
};
TUNIP__TYPE(relax_wrap_param_attrs, "relax.attrs.WrapParamAttrs", &ir_attrs_type,
    relax_wrap_param_attrs_fields, TUNIP_LEN(relax_wrap_param_attrs_fields), TREE, 0, NULL, NULL);
