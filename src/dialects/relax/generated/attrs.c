/* attrs.c -- field tables of relax_attrs.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_attrs.h>

static const tunip_field tunip_relax_adaptive_pool1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_adaptive_pool1d_attrs, output_size, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relax_adaptive_pool1d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_adaptive_pool1d_attrs, out_layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_adaptive_pool1d_attrs, "relax.attrs.AdaptivePool1DAttrs",
    &tunip_ir_attrs_type, tunip_relax_adaptive_pool1d_attrs_fields,
    TUNIP_LEN(tunip_relax_adaptive_pool1d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_adaptive_pool2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_adaptive_pool2d_attrs, output_size, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relax_adaptive_pool2d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_adaptive_pool2d_attrs, out_layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_adaptive_pool2d_attrs, "relax.attrs.AdaptivePool2DAttrs",
    &tunip_ir_attrs_type, tunip_relax_adaptive_pool2d_attrs_fields,
    TUNIP_LEN(tunip_relax_adaptive_pool2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_adaptive_pool3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_adaptive_pool3d_attrs, output_size, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relax_adaptive_pool3d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_adaptive_pool3d_attrs, out_layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_adaptive_pool3d_attrs, "relax.attrs.AdaptivePool3DAttrs",
    &tunip_ir_attrs_type, tunip_relax_adaptive_pool3d_attrs_fields,
    TUNIP_LEN(tunip_relax_adaptive_pool3d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_all_class_non_maximum_suppression_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_all_class_non_maximum_suppression_attrs, output_format,
              tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_all_class_non_maximum_suppression_attrs,
    "relax.attrs.AllClassNonMaximumSuppressionAttrs", &tunip_ir_attrs_type,
    tunip_relax_all_class_non_maximum_suppression_attrs_fields,
    TUNIP_LEN(tunip_relax_all_class_non_maximum_suppression_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_relax_all_gather_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_all_gather_attrs, num_workers, 0),
    TUNIP_FIELD_BOOL(tunip_relax_all_gather_attrs, in_group, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_all_gather_attrs, "relax.attrs.AllGatherAttrs",
    &tunip_ir_attrs_type, tunip_relax_all_gather_attrs_fields,
    TUNIP_LEN(tunip_relax_all_gather_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_all_reduce_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_all_reduce_attrs, op_type, tunip_string, 0),
    TUNIP_FIELD_BOOL(tunip_relax_all_reduce_attrs, in_group, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_all_reduce_attrs, "relax.attrs.AllReduceAttrs",
    &tunip_ir_attrs_type, tunip_relax_all_reduce_attrs_fields,
    TUNIP_LEN(tunip_relax_all_reduce_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_argmax_argmin_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_argmax_argmin_attrs, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relax_argmax_argmin_attrs, keepdims, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_argmax_argmin_attrs, "relax.attrs.ArgmaxArgminAttrs",
    &tunip_ir_attrs_type, tunip_relax_argmax_argmin_attrs_fields,
    TUNIP_LEN(tunip_relax_argmax_argmin_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_argsort_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_argsort_attrs, axis, 0),
    TUNIP_FIELD_BOOL(tunip_relax_argsort_attrs, descending, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_argsort_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_argsort_attrs, "relax.attrs.ArgsortAttrs", &tunip_ir_attrs_type,
    tunip_relax_argsort_attrs_fields, TUNIP_LEN(tunip_relax_argsort_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_astype_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_astype_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_astype_attrs, "relax.attrs.AstypeAttrs", &tunip_ir_attrs_type,
    tunip_relax_astype_attrs_fields, TUNIP_LEN(tunip_relax_astype_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_attention_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_attention_attrs, scale, tunip_ir_float_imm, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relax_attention_attrs, causal_mask, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relax_attention_attrs, window_size, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_attention_attrs, "relax.attrs.AttentionAttrs",
    &tunip_ir_attrs_type, tunip_relax_attention_attrs_fields,
    TUNIP_LEN(tunip_relax_attention_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_batch_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_batch_norm_attrs, axis, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_batch_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relax_batch_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relax_batch_norm_attrs, scale, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_batch_norm_attrs, momentum, 0),
    TUNIP_FIELD_BOOL(tunip_relax_batch_norm_attrs, training, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_batch_norm_attrs, "relax.attrs.BatchNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_batch_norm_attrs_fields,
    TUNIP_LEN(tunip_relax_batch_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_bucketize_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relax_bucketize_attrs, out_int32, 0),
    TUNIP_FIELD_BOOL(tunip_relax_bucketize_attrs, right, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_bucketize_attrs, "relax.attrs.BucketizeAttrs",
    &tunip_ir_attrs_type, tunip_relax_bucketize_attrs_fields,
    TUNIP_LEN(tunip_relax_bucketize_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_call_inplace_packed_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_call_inplace_packed_attrs, inplace_indices, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call_inplace_packed_attrs, "relax.attrs.CallInplacePackedAttrs",
    &tunip_ir_attrs_type, tunip_relax_call_inplace_packed_attrs_fields,
    TUNIP_LEN(tunip_relax_call_inplace_packed_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0,
    25);

static const tunip_field tunip_relax_call_tir_inplace_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_call_tir_inplace_attrs, inplace_indices, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call_tir_inplace_attrs, "relax.attrs.CallTIRInplaceAttrs",
    &tunip_ir_attrs_type, tunip_relax_call_tir_inplace_attrs_fields,
    TUNIP_LEN(tunip_relax_call_tir_inplace_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_call_tir_with_grad_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_call_tir_with_grad_attrs, te_grad_name, tunip_string, 0),
    TUNIP_FIELD_MAP(tunip_relax_call_tir_with_grad_attrs, te_grad_kwargs, tunip_string, tunip_any,
              0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call_tir_with_grad_attrs, "relax.attrs.CallTIRWithGradAttrs",
    &tunip_ir_attrs_type, tunip_relax_call_tir_with_grad_attrs_fields,
    TUNIP_LEN(tunip_relax_call_tir_with_grad_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_concat_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_concat_attrs, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_concat_attrs, "relax.attrs.ConcatAttrs", &tunip_ir_attrs_type,
    tunip_relax_concat_attrs_fields, TUNIP_LEN(tunip_relax_concat_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_conv1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_INT(tunip_relax_conv1d_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_attrs, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_attrs, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_attrs, out_layout, tunip_string, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_conv1d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv1d_attrs, "relax.attrs.Conv1DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv1d_attrs_fields, TUNIP_LEN(tunip_relax_conv1d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_conv1d_transpose_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs, output_padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_INT(tunip_relax_conv1d_transpose_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_transpose_attrs, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_transpose_attrs, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_transpose_attrs, out_layout, tunip_string, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_conv1d_transpose_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv1d_transpose_attrs, "relax.attrs.Conv1DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv1d_transpose_attrs_fields,
    TUNIP_LEN(tunip_relax_conv1d_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_conv2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_INT(tunip_relax_conv2d_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_attrs, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_attrs, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_attrs, out_layout, tunip_string, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_conv2d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv2d_attrs, "relax.attrs.Conv2DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv2d_attrs_fields, TUNIP_LEN(tunip_relax_conv2d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_conv2d_transpose_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs, output_padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_INT(tunip_relax_conv2d_transpose_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_transpose_attrs, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_transpose_attrs, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_transpose_attrs, out_layout, tunip_string, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_conv2d_transpose_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv2d_transpose_attrs, "relax.attrs.Conv2DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv2d_transpose_attrs_fields,
    TUNIP_LEN(tunip_relax_conv2d_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_conv3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_INT(tunip_relax_conv3d_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_attrs, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_attrs, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_attrs, out_layout, tunip_string, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_conv3d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv3d_attrs, "relax.attrs.Conv3DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv3d_attrs_fields, TUNIP_LEN(tunip_relax_conv3d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_distribution_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_distribution_attrs, device_mesh, tunip_relax_device_mesh, 0),
    TUNIP_FIELD_NODE(tunip_relax_distribution_attrs, placement, tunip_relax_placement, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_distribution_attrs, "relax.attrs.DistributionAttrs",
    &tunip_ir_attrs_type, tunip_relax_distribution_attrs_fields,
    TUNIP_LEN(tunip_relax_distribution_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_dropout_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relax_dropout_attrs, rate, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_dropout_attrs, "relax.attrs.DropoutAttrs", &tunip_ir_attrs_type,
    tunip_relax_dropout_attrs_fields, TUNIP_LEN(tunip_relax_dropout_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_einsum_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_einsum_attrs, subscripts, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_einsum_attrs, "relax.attrs.EinsumAttrs", &tunip_ir_attrs_type,
    tunip_relax_einsum_attrs_fields, TUNIP_LEN(tunip_relax_einsum_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_expand_dims_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_expand_dims_attrs, axis, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_expand_dims_attrs, "relax.attrs.ExpandDimsAttrs",
    &tunip_ir_attrs_type, tunip_relax_expand_dims_attrs_fields,
    TUNIP_LEN(tunip_relax_expand_dims_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_flip_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_flip_attrs, axis, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_flip_attrs, "relax.attrs.FlipAttrs", &tunip_ir_attrs_type,
    tunip_relax_flip_attrs_fields, TUNIP_LEN(tunip_relax_flip_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 25);

static const tunip_field tunip_relax_gather_elements_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_gather_elements_attrs, axis, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_gather_elements_attrs, "relax.attrs.GatherElementsAttrs",
    &tunip_ir_attrs_type, tunip_relax_gather_elements_attrs_fields,
    TUNIP_LEN(tunip_relax_gather_elements_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_gather_nd_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_gather_nd_attrs, batch_dims, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_gather_nd_attrs, "relax.attrs.GatherNDAttrs", &tunip_ir_attrs_type,
    tunip_relax_gather_nd_attrs_fields, TUNIP_LEN(tunip_relax_gather_nd_attrs_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_grid_sample_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_grid_sample_attrs, method, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_grid_sample_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_grid_sample_attrs, padding_mode, tunip_string, 0),
    TUNIP_FIELD_BOOL(tunip_relax_grid_sample_attrs, align_corners, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_grid_sample_attrs, "relax.attrs.GridSampleAttrs",
    &tunip_ir_attrs_type, tunip_relax_grid_sample_attrs_fields,
    TUNIP_LEN(tunip_relax_grid_sample_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_group_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_group_norm_attrs, num_groups, 0),
    TUNIP_FIELD_INT(tunip_relax_group_norm_attrs, channel_axis, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_group_norm_attrs, axes, tunip_ir_int_imm, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_group_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relax_group_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relax_group_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_group_norm_attrs, "relax.attrs.GroupNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_group_norm_attrs_fields,
    TUNIP_LEN(tunip_relax_group_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_hint_on_device_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_hint_on_device_attrs, device_type, 0),
    TUNIP_FIELD_INT(tunip_relax_hint_on_device_attrs, index, 0),
    TUNIP_FIELD_NODE(tunip_relax_hint_on_device_attrs, memory_scope, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_hint_on_device_attrs, "relax.attrs.HintOnDeviceAttrs",
    &tunip_ir_attrs_type, tunip_relax_hint_on_device_attrs_fields,
    TUNIP_LEN(tunip_relax_hint_on_device_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_index_put_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relax_index_put_attrs, accumulate, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_index_put_attrs, "relax.attrs.IndexPutAttrs", &tunip_ir_attrs_type,
    tunip_relax_index_put_attrs_fields, TUNIP_LEN(tunip_relax_index_put_attrs_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_init_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_init_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_init_attrs, "relax.attrs.InitAttrs", &tunip_ir_attrs_type,
    tunip_relax_init_attrs_fields, TUNIP_LEN(tunip_relax_init_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 26);

static const tunip_field tunip_relax_instance_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_instance_norm_attrs, channel_axis, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_instance_norm_attrs, axes, tunip_ir_int_imm, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_instance_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relax_instance_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relax_instance_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_instance_norm_attrs, "relax.attrs.InstanceNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_instance_norm_attrs_fields,
    TUNIP_LEN(tunip_relax_instance_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_layer_norm_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_layer_norm_attrs, axes, tunip_ir_int_imm, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_layer_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relax_layer_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relax_layer_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_layer_norm_attrs, "relax.attrs.LayerNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_layer_norm_attrs_fields,
    TUNIP_LEN(tunip_relax_layer_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_layout_transform_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_layout_transform_attrs, index_map, tunip_tir_index_map, 0),
    TUNIP_FIELD_NODE(tunip_relax_layout_transform_attrs, pad_value, tunip_relax_prim_value,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relax_layout_transform_attrs, axis_separators, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relax_layout_transform_attrs, input_axis_separators, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_layout_transform_attrs, "relax.attrs.LayoutTransformAttrs",
    &tunip_ir_attrs_type, tunip_relax_layout_transform_attrs_fields,
    TUNIP_LEN(tunip_relax_layout_transform_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_leaky_relu_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relax_leaky_relu_attrs, alpha, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_leaky_relu_attrs, "relax.attrs.LeakyReluAttrs",
    &tunip_ir_attrs_type, tunip_relax_leaky_relu_attrs_fields,
    TUNIP_LEN(tunip_relax_leaky_relu_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_matmul_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_matmul_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_matmul_attrs, "relax.attrs.MatmulAttrs", &tunip_ir_attrs_type,
    tunip_relax_matmul_attrs_fields, TUNIP_LEN(tunip_relax_matmul_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_meshgrid_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_meshgrid_attrs, indexing, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_meshgrid_attrs, "relax.attrs.MeshgridAttrs", &tunip_ir_attrs_type,
    tunip_relax_meshgrid_attrs_fields, TUNIP_LEN(tunip_relax_meshgrid_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_multinomial_from_uniform_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_multinomial_from_uniform_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_multinomial_from_uniform_attrs,
    "relax.attrs.MultinomialFromUniformAttrs", &tunip_ir_attrs_type,
    tunip_relax_multinomial_from_uniform_attrs_fields,
    TUNIP_LEN(tunip_relax_multinomial_from_uniform_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 0);

static const tunip_field tunip_relax_nll_loss_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_nll_loss_attrs, reduction, tunip_string, 0),
    TUNIP_FIELD_INT(tunip_relax_nll_loss_attrs, ignore_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_nll_loss_attrs, "relax.attrs.NLLLossAttrs", &tunip_ir_attrs_type,
    tunip_relax_nll_loss_attrs_fields, TUNIP_LEN(tunip_relax_nll_loss_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_one_hot_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_one_hot_attrs, depth, 0),
    TUNIP_FIELD_INT(tunip_relax_one_hot_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_one_hot_attrs, "relax.attrs.OneHotAttrs", &tunip_ir_attrs_type,
    tunip_relax_one_hot_attrs_fields, TUNIP_LEN(tunip_relax_one_hot_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_prelu_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_prelu_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_prelu_attrs, "relax.attrs.PReluAttrs", &tunip_ir_attrs_type,
    tunip_relax_prelu_attrs_fields, TUNIP_LEN(tunip_relax_prelu_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_relax_pad_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_pad_attrs, pad_width, tunip_ir_int_imm, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_pad_attrs, pad_value, 0),
    TUNIP_FIELD_NODE(tunip_relax_pad_attrs, pad_mode, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pad_attrs, "relax.attrs.PadAttrs", &tunip_ir_attrs_type,
    tunip_relax_pad_attrs_fields, TUNIP_LEN(tunip_relax_pad_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 25);

static const tunip_field tunip_relax_permute_dims_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_permute_dims_attrs, axes, tunip_ir_int_imm, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_permute_dims_attrs, "relax.attrs.PermuteDimsAttrs",
    &tunip_ir_attrs_type, tunip_relax_permute_dims_attrs_fields,
    TUNIP_LEN(tunip_relax_permute_dims_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_pixel_shuffle_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_pixel_shuffle_attrs, upscale_factor, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pixel_shuffle_attrs, "relax.attrs.PixelShuffleAttrs",
    &tunip_ir_attrs_type, tunip_relax_pixel_shuffle_attrs_fields,
    TUNIP_LEN(tunip_relax_pixel_shuffle_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_pool1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_pool1d_attrs, pool_size, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool1d_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool1d_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool1d_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_BOOL(tunip_relax_pool1d_attrs, ceil_mode, 0),
    TUNIP_FIELD_BOOL(tunip_relax_pool1d_attrs, count_include_pad, 0),
    TUNIP_FIELD_NODE(tunip_relax_pool1d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_pool1d_attrs, out_layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pool1d_attrs, "relax.attrs.Pool1DAttrs", &tunip_ir_attrs_type,
    tunip_relax_pool1d_attrs_fields, TUNIP_LEN(tunip_relax_pool1d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_pool2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_pool2d_attrs, pool_size, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool2d_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool2d_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool2d_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_BOOL(tunip_relax_pool2d_attrs, ceil_mode, 0),
    TUNIP_FIELD_BOOL(tunip_relax_pool2d_attrs, count_include_pad, 0),
    TUNIP_FIELD_NODE(tunip_relax_pool2d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_pool2d_attrs, out_layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pool2d_attrs, "relax.attrs.Pool2DAttrs", &tunip_ir_attrs_type,
    tunip_relax_pool2d_attrs_fields, TUNIP_LEN(tunip_relax_pool2d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_pool3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_pool3d_attrs, pool_size, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool3d_attrs, strides, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool3d_attrs, dilation, tunip_ir_int_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_pool3d_attrs, padding, tunip_ir_int_imm, 0),
    TUNIP_FIELD_BOOL(tunip_relax_pool3d_attrs, ceil_mode, 0),
    TUNIP_FIELD_BOOL(tunip_relax_pool3d_attrs, count_include_pad, 0),
    TUNIP_FIELD_NODE(tunip_relax_pool3d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_pool3d_attrs, out_layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pool3d_attrs, "relax.attrs.Pool3DAttrs", &tunip_ir_attrs_type,
    tunip_relax_pool3d_attrs_fields, TUNIP_LEN(tunip_relax_pool3d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_quantize_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_quantize_attrs, out_dtype, 0),
    TUNIP_FIELD_INT(tunip_relax_quantize_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_quantize_attrs, "relax.attrs.QuantizeAttrs", &tunip_ir_attrs_type,
    tunip_relax_quantize_attrs_fields, TUNIP_LEN(tunip_relax_quantize_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_rms_norm_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_rms_norm_attrs, axes, tunip_ir_int_imm, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_rms_norm_attrs, epsilon, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_rms_norm_attrs, "relax.attrs.RMSNormAttrs", &tunip_ir_attrs_type,
    tunip_relax_rms_norm_attrs_fields, TUNIP_LEN(tunip_relax_rms_norm_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_repeat_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_repeat_attrs, repeats, 0),
    TUNIP_FIELD_NODE(tunip_relax_repeat_attrs, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_repeat_attrs, "relax.attrs.RepeatAttrs", &tunip_ir_attrs_type,
    tunip_relax_repeat_attrs_fields, TUNIP_LEN(tunip_relax_repeat_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_resize2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_resize2d_attrs, roi, tunip_ir_float_imm, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs, method, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs, coordinate_transformation_mode, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs, rounding_method, tunip_string, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize2d_attrs, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relax_resize2d_attrs, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize2d_attrs, extrapolation_value, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_resize2d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_resize2d_attrs, "relax.attrs.Resize2DAttrs", &tunip_ir_attrs_type,
    tunip_relax_resize2d_attrs_fields, TUNIP_LEN(tunip_relax_resize2d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_scanop_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_scanop_attrs, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relax_scanop_attrs, dtype, 0),
    TUNIP_FIELD_NODE(tunip_relax_scanop_attrs, exclusive, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scanop_attrs, "relax.attrs.ScanopAttrs", &tunip_ir_attrs_type,
    tunip_relax_scanop_attrs_fields, TUNIP_LEN(tunip_relax_scanop_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_scatter_collective_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_scatter_collective_attrs, num_workers, 0),
    TUNIP_FIELD_INT(tunip_relax_scatter_collective_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scatter_collective_attrs, "relax.attrs.ScatterCollectiveAttrs",
    &tunip_ir_attrs_type, tunip_relax_scatter_collective_attrs_fields,
    TUNIP_LEN(tunip_relax_scatter_collective_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_scatter_elements_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_scatter_elements_attrs, axis, tunip_ir_int_imm, 0),
    TUNIP_FIELD_NODE(tunip_relax_scatter_elements_attrs, reduction, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scatter_elements_attrs, "relax.attrs.ScatterElementsAttrs",
    &tunip_ir_attrs_type, tunip_relax_scatter_elements_attrs_fields,
    TUNIP_LEN(tunip_relax_scatter_elements_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_scatter_nd_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_scatter_nd_attrs, reduction, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scatter_nd_attrs, "relax.attrs.ScatterNDAttrs",
    &tunip_ir_attrs_type, tunip_relax_scatter_nd_attrs_fields,
    TUNIP_LEN(tunip_relax_scatter_nd_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_slice_scatter_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_slice_scatter_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_slice_scatter_attrs, "relax.attrs.SliceScatterAttrs",
    &tunip_ir_attrs_type, tunip_relax_slice_scatter_attrs_fields,
    TUNIP_LEN(tunip_relax_slice_scatter_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_softmax_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_softmax_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_softmax_attrs, "relax.attrs.SoftmaxAttrs", &tunip_ir_attrs_type,
    tunip_relax_softmax_attrs_fields, TUNIP_LEN(tunip_relax_softmax_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_softplus_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relax_softplus_attrs, beta, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_softplus_attrs, threshold, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_softplus_attrs, "relax.attrs.SoftplusAttrs", &tunip_ir_attrs_type,
    tunip_relax_softplus_attrs_fields, TUNIP_LEN(tunip_relax_softplus_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_sort_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_sort_attrs, axis, 0),
    TUNIP_FIELD_BOOL(tunip_relax_sort_attrs, descending, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_sort_attrs, "relax.attrs.SortAttrs", &tunip_ir_attrs_type,
    tunip_relax_sort_attrs_fields, TUNIP_LEN(tunip_relax_sort_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_relax_split_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relax_split_attrs, indices_or_sections, 0),
    TUNIP_FIELD_INT(tunip_relax_split_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_split_attrs, "relax.attrs.SplitAttrs", &tunip_ir_attrs_type,
    tunip_relax_split_attrs_fields, TUNIP_LEN(tunip_relax_split_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_relax_squeeze_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_squeeze_attrs, axis, tunip_ir_int_imm, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_squeeze_attrs, "relax.attrs.SqueezeAttrs", &tunip_ir_attrs_type,
    tunip_relax_squeeze_attrs_fields, TUNIP_LEN(tunip_relax_squeeze_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_stack_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_stack_attrs, axis, tunip_ir_int_imm, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_stack_attrs, "relax.attrs.StackAttrs", &tunip_ir_attrs_type,
    tunip_relax_stack_attrs_fields, TUNIP_LEN(tunip_relax_stack_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 25);

static const tunip_field tunip_relax_statistical_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_statistical_attrs, axis, tunip_ir_int_imm, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relax_statistical_attrs, keepdims, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_statistical_attrs, "relax.attrs.StatisticalAttrs",
    &tunip_ir_attrs_type, tunip_relax_statistical_attrs_fields,
    TUNIP_LEN(tunip_relax_statistical_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_strided_slice_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relax_strided_slice_attrs, assume_inbound, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_strided_slice_attrs, "relax.attrs.StridedSliceAttrs",
    &tunip_ir_attrs_type, tunip_relax_strided_slice_attrs_fields,
    TUNIP_LEN(tunip_relax_strided_slice_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_take_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_take_attrs, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relax_take_attrs, mode, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_take_attrs, "relax.attrs.TakeAttrs", &tunip_ir_attrs_type,
    tunip_relax_take_attrs_fields, TUNIP_LEN(tunip_relax_take_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_relax_tile_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_tile_attrs, repeats, tunip_ir_int_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tile_attrs, "relax.attrs.TileAttrs", &tunip_ir_attrs_type,
    tunip_relax_tile_attrs_fields, TUNIP_LEN(tunip_relax_tile_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 25);

static const tunip_field tunip_relax_to_vdevice_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_to_vdevice_attrs, dst_vdevice, tunip_ir_vdevice, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_to_vdevice_attrs, "relax.attrs.ToVDeviceAttrs",
    &tunip_ir_attrs_type, tunip_relax_to_vdevice_attrs_fields,
    TUNIP_LEN(tunip_relax_to_vdevice_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_relax_topk_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_topk_attrs, k, 0),
    TUNIP_FIELD_INT(tunip_relax_topk_attrs, axis, 0),
    TUNIP_FIELD_NODE(tunip_relax_topk_attrs, ret_type, tunip_string, 0),
    TUNIP_FIELD_BOOL(tunip_relax_topk_attrs, largest, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_topk_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_topk_attrs, "relax.attrs.TopKAttrs", &tunip_ir_attrs_type,
    tunip_relax_topk_attrs_fields, TUNIP_LEN(tunip_relax_topk_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 26);

static const tunip_field tunip_relax_trilu_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_trilu_attrs, k, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_trilu_attrs, "relax.attrs.TriluAttrs", &tunip_ir_attrs_type,
    tunip_relax_trilu_attrs_fields, TUNIP_LEN(tunip_relax_trilu_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_relax_wrap_param_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_wrap_param_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_wrap_param_attrs, "relax.attrs.WrapParamAttrs",
    &tunip_ir_attrs_type, tunip_relax_wrap_param_attrs_fields,
    TUNIP_LEN(tunip_relax_wrap_param_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);
