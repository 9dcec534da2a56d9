/* attrs.c -- field tables of relay_attrs.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relay_attrs.h>

static const tunip_field tunip_relay_adaptive_pool1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_adaptive_pool1d_attrs, output_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_adaptive_pool1d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_adaptive_pool1d_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_adaptive_pool1d_attrs, "relay.attrs.AdaptivePool1DAttrs",
    &tunip_ir_attrs_type, tunip_relay_adaptive_pool1d_attrs_fields,
    TUNIP_LEN(tunip_relay_adaptive_pool1d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_adaptive_pool2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_adaptive_pool2d_attrs, output_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_adaptive_pool2d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_adaptive_pool2d_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_adaptive_pool2d_attrs, "relay.attrs.AdaptivePool2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_adaptive_pool2d_attrs_fields,
    TUNIP_LEN(tunip_relay_adaptive_pool2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_adaptive_pool3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_adaptive_pool3d_attrs, output_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_adaptive_pool3d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_adaptive_pool3d_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_adaptive_pool3d_attrs, "relay.attrs.AdaptivePool3DAttrs",
    &tunip_ir_attrs_type, tunip_relay_adaptive_pool3d_attrs_fields,
    TUNIP_LEN(tunip_relay_adaptive_pool3d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_affine_grid_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_affine_grid_attrs, target_shape, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_affine_grid_attrs, "relay.attrs.AffineGridAttrs",
    &tunip_ir_attrs_type, tunip_relay_affine_grid_attrs_fields,
    TUNIP_LEN(tunip_relay_affine_grid_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_all_class_non_maximum_suppression_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_all_class_non_maximum_suppression_attrs, output_format,
              tunip_string, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_all_class_non_maximum_suppression_attrs,
    "relay.attrs.AllClassNonMaximumSuppressionAttrs", &tunip_ir_attrs_type,
    tunip_relay_all_class_non_maximum_suppression_attrs_fields,
    TUNIP_LEN(tunip_relay_all_class_non_maximum_suppression_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_alloc_storage_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_alloc_storage_attrs, dtype, 0),
    TUNIP_FIELD_ANY(tunip_relay_alloc_storage_attrs, virtual_device, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_alloc_storage_attrs, "relay.attrs.AllocStorageAttrs",
    &tunip_ir_attrs_type, tunip_relay_alloc_storage_attrs_fields,
    TUNIP_LEN(tunip_relay_alloc_storage_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_alloc_tensor_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_alloc_tensor_attrs, dtype, 0),
    TUNIP_FIELD_ANY(tunip_relay_alloc_tensor_attrs, const_shape, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_alloc_tensor_attrs, assert_shape, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_alloc_tensor_attrs, "relay.attrs.AllocTensorAttrs",
    &tunip_ir_attrs_type, tunip_relay_alloc_tensor_attrs_fields,
    TUNIP_LEN(tunip_relay_alloc_tensor_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_arange_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_arange_attrs, start, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_arange_attrs, stop, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_arange_attrs, step, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_arange_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_arange_attrs, "relay.attrs.ArangeAttrs", &tunip_ir_attrs_type,
    tunip_relay_arange_attrs_fields, TUNIP_LEN(tunip_relay_arange_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_arg_reduce_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_arg_reduce_attrs, axis, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_arg_reduce_attrs, keepdims, 0),
    TUNIP_FIELD_BOOL(tunip_relay_arg_reduce_attrs, select_last_index, 0),
    TUNIP_FIELD_BOOL(tunip_relay_arg_reduce_attrs, exclude, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_arg_reduce_attrs, "relay.attrs.ArgReduceAttrs",
    &tunip_ir_attrs_type, tunip_relay_arg_reduce_attrs_fields,
    TUNIP_LEN(tunip_relay_arg_reduce_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_argsort_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_argsort_attrs, axis, 0),
    TUNIP_FIELD_BOOL(tunip_relay_argsort_attrs, is_ascend, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_argsort_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_argsort_attrs, "relay.attrs.ArgsortAttrs", &tunip_ir_attrs_type,
    tunip_relay_argsort_attrs_fields, TUNIP_LEN(tunip_relay_argsort_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_auto_scheduler_layout_transform_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_auto_scheduler_layout_transform_attrs, src_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_auto_scheduler_layout_transform_attrs, dst_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_auto_scheduler_layout_transform_attrs,
    "relay.attrs.AutoSchedulerLayoutTransformAttrs", &tunip_ir_attrs_type,
    tunip_relay_auto_scheduler_layout_transform_attrs_fields,
    TUNIP_LEN(tunip_relay_auto_scheduler_layout_transform_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_avg_pool1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool1d_attrs, pool_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool1d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool1d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool1d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_avg_pool1d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_avg_pool1d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_avg_pool1d_attrs, ceil_mode, 0),
    TUNIP_FIELD_BOOL(tunip_relay_avg_pool1d_attrs, count_include_pad, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_avg_pool1d_attrs, "relay.attrs.AvgPool1DAttrs",
    &tunip_ir_attrs_type, tunip_relay_avg_pool1d_attrs_fields,
    TUNIP_LEN(tunip_relay_avg_pool1d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_avg_pool2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool2d_attrs, pool_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool2d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool2d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool2d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_avg_pool2d_attrs, layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_avg_pool2d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_avg_pool2d_attrs, ceil_mode, 0),
    TUNIP_FIELD_BOOL(tunip_relay_avg_pool2d_attrs, count_include_pad, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_avg_pool2d_attrs, "relay.attrs.AvgPool2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_avg_pool2d_attrs_fields,
    TUNIP_LEN(tunip_relay_avg_pool2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_avg_pool3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool3d_attrs, pool_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool3d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool3d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_avg_pool3d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_avg_pool3d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_avg_pool3d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_avg_pool3d_attrs, ceil_mode, 0),
    TUNIP_FIELD_BOOL(tunip_relay_avg_pool3d_attrs, count_include_pad, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_avg_pool3d_attrs, "relay.attrs.AvgPool3DAttrs",
    &tunip_ir_attrs_type, tunip_relay_avg_pool3d_attrs_fields,
    TUNIP_LEN(tunip_relay_avg_pool3d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_batch_matmul_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_batch_matmul_attrs, out_dtype, 0),
    TUNIP_FIELD_BOOL(tunip_relay_batch_matmul_attrs, transpose_a, 0),
    TUNIP_FIELD_BOOL(tunip_relay_batch_matmul_attrs, transpose_b, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_batch_matmul_attrs, "relay.attrs.BatchMatmulAttrs",
    &tunip_ir_attrs_type, tunip_relay_batch_matmul_attrs_fields,
    TUNIP_LEN(tunip_relay_batch_matmul_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_batch_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_batch_norm_attrs, axis, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_batch_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relay_batch_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relay_batch_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_batch_norm_attrs, "relay.attrs.BatchNormAttrs",
    &tunip_ir_attrs_type, tunip_relay_batch_norm_attrs_fields,
    TUNIP_LEN(tunip_relay_batch_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_batch_to_space_nd_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_batch_to_space_nd_attrs, block_shape, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_batch_to_space_nd_attrs, crops, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_batch_to_space_nd_attrs, "relay.attrs.BatchToSpaceNDAttrs",
    &tunip_ir_attrs_type, tunip_relay_batch_to_space_nd_attrs_fields,
    TUNIP_LEN(tunip_relay_batch_to_space_nd_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_bias_add_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_bias_add_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_bias_add_attrs, "relay.attrs.BiasAddAttrs", &tunip_ir_attrs_type,
    tunip_relay_bias_add_attrs_fields, TUNIP_LEN(tunip_relay_bias_add_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_binary_conv2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_binary_conv2d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_binary_conv2d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_binary_conv2d_attrs, kernel_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_binary_conv2d_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_binary_conv2d_attrs, activation_bits, 0),
    TUNIP_FIELD_INT(tunip_relay_binary_conv2d_attrs, weight_bits, 0),
    TUNIP_FIELD_NODE(tunip_relay_binary_conv2d_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_binary_conv2d_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_binary_conv2d_attrs, pack_dtype, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_binary_conv2d_attrs, out_dtype, 0),
    TUNIP_FIELD_BOOL(tunip_relay_binary_conv2d_attrs, unipolar, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_binary_conv2d_attrs, "relay.attrs.BinaryConv2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_binary_conv2d_attrs_fields,
    TUNIP_LEN(tunip_relay_binary_conv2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_binary_dense_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_binary_dense_attrs, units, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_binary_dense_attrs, data_bits, 0),
    TUNIP_FIELD_INT(tunip_relay_binary_dense_attrs, weight_bits, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_binary_dense_attrs, pack_dtype, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_binary_dense_attrs, out_dtype, 0),
    TUNIP_FIELD_BOOL(tunip_relay_binary_dense_attrs, unipolar, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_binary_dense_attrs, "relay.attrs.BinaryDenseAttrs",
    &tunip_ir_attrs_type, tunip_relay_binary_dense_attrs_fields,
    TUNIP_LEN(tunip_relay_binary_dense_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_bit_pack_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_bit_pack_attrs, bits, 0),
    TUNIP_FIELD_INT(tunip_relay_bit_pack_attrs, pack_axis, 0),
    TUNIP_FIELD_INT(tunip_relay_bit_pack_attrs, bit_axis, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_bit_pack_attrs, pack_type, 0),
    TUNIP_FIELD_NODE(tunip_relay_bit_pack_attrs, name, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_bit_pack_attrs, "relay.attrs.BitPackAttrs", &tunip_ir_attrs_type,
    tunip_relay_bit_pack_attrs_fields, TUNIP_LEN(tunip_relay_bit_pack_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_broadcast_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_broadcast_attrs, lhs_axis, 0),
    TUNIP_FIELD_INT(tunip_relay_broadcast_attrs, rhs_axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_broadcast_attrs, "relay.attrs.BroadcastAttrs",
    &tunip_ir_attrs_type, tunip_relay_broadcast_attrs_fields,
    TUNIP_LEN(tunip_relay_broadcast_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_call_lowered_attrs_fields[] = {
    TUNIP_FIELD_MAP(tunip_relay_call_lowered_attrs, metadata, tunip_string, tunip_any,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_call_lowered_attrs, "relay.attrs.CallLoweredAttrs",
    &tunip_ir_attrs_type, tunip_relay_call_lowered_attrs_fields,
    TUNIP_LEN(tunip_relay_call_lowered_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_cast_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_cast_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_cast_attrs, "relay.attrs.CastAttrs", &tunip_ir_attrs_type,
    tunip_relay_cast_attrs_fields, TUNIP_LEN(tunip_relay_cast_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_cast_hint_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_cast_hint_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_cast_hint_attrs, "relay.attrs.CastHintAttrs", &tunip_ir_attrs_type,
    tunip_relay_cast_hint_attrs_fields, TUNIP_LEN(tunip_relay_cast_hint_attrs_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_clip_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_clip_attrs, a_min, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_clip_attrs, a_max, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_clip_attrs, "relay.attrs.ClipAttrs", &tunip_ir_attrs_type,
    tunip_relay_clip_attrs_fields, TUNIP_LEN(tunip_relay_clip_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_compiler_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_compiler_attrs, compiler, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_compiler_attrs, "relay.attrs.CompilerAttrs", &tunip_ir_attrs_type,
    tunip_relay_compiler_attrs_fields, TUNIP_LEN(tunip_relay_compiler_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_concatenate_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_concatenate_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_concatenate_attrs, "relay.attrs.ConcatenateAttrs",
    &tunip_ir_attrs_type, tunip_relay_concatenate_attrs_fields,
    TUNIP_LEN(tunip_relay_concatenate_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv1d_attrs, groups, 0),
    TUNIP_FIELD_ANY(tunip_relay_conv1d_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_attrs, kernel_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv1d_attrs, data_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv1d_attrs, kernel_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv1d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_conv1d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv1d_attrs, "relay.attrs.Conv1DAttrs", &tunip_ir_attrs_type,
    tunip_relay_conv1d_attrs_fields, TUNIP_LEN(tunip_relay_conv1d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv1d_transpose_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_conv1d_transpose_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_transpose_attrs, kernel_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_transpose_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_transpose_attrs, output_padding, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_transpose_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv1d_transpose_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv1d_transpose_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relay_conv1d_transpose_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_conv1d_transpose_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_conv1d_transpose_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_conv1d_transpose_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv1d_transpose_attrs, "relay.attrs.Conv1DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relay_conv1d_transpose_attrs_fields,
    TUNIP_LEN(tunip_relay_conv1d_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv2d_attrs, groups, 0),
    TUNIP_FIELD_ANY(tunip_relay_conv2d_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_attrs, kernel_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_attrs, data_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_attrs, kernel_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_conv2d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv2d_attrs, "relay.attrs.Conv2DAttrs", &tunip_ir_attrs_type,
    tunip_relay_conv2d_attrs_fields, TUNIP_LEN(tunip_relay_conv2d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv2d_transpose_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_conv2d_transpose_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_transpose_attrs, kernel_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_transpose_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_transpose_attrs, output_padding, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_transpose_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_transpose_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv2d_transpose_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_transpose_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_transpose_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_transpose_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_conv2d_transpose_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv2d_transpose_attrs, "relay.attrs.Conv2DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relay_conv2d_transpose_attrs_fields,
    TUNIP_LEN(tunip_relay_conv2d_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv2d_winograd_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_conv2d_winograd_attrs, tile_size, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_winograd_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_winograd_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_winograd_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv2d_winograd_attrs, groups, 0),
    TUNIP_FIELD_ANY(tunip_relay_conv2d_winograd_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv2d_winograd_attrs, kernel_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_winograd_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_winograd_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv2d_winograd_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_conv2d_winograd_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv2d_winograd_attrs, "relay.attrs.Conv2DWinogradAttrs",
    &tunip_ir_attrs_type, tunip_relay_conv2d_winograd_attrs_fields,
    TUNIP_LEN(tunip_relay_conv2d_winograd_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs,
              convolution_algorithm, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs,
    "relay.attrs.Conv2DWinogradNNPACKWeightTransformAttrs", &tunip_ir_attrs_type,
    tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs_fields,
    TUNIP_LEN(tunip_relay_conv2d_winograd_nnpack_weight_transform_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv3d_attrs, groups, 0),
    TUNIP_FIELD_ANY(tunip_relay_conv3d_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_attrs, kernel_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_attrs, data_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_attrs, kernel_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_conv3d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv3d_attrs, "relay.attrs.Conv3DAttrs", &tunip_ir_attrs_type,
    tunip_relay_conv3d_attrs_fields, TUNIP_LEN(tunip_relay_conv3d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv3d_transpose_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_conv3d_transpose_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_transpose_attrs, kernel_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_transpose_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_transpose_attrs, output_padding, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_transpose_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_transpose_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv3d_transpose_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_transpose_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_transpose_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_transpose_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_conv3d_transpose_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv3d_transpose_attrs, "relay.attrs.Conv3DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relay_conv3d_transpose_attrs_fields,
    TUNIP_LEN(tunip_relay_conv3d_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv3d_winograd_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_conv3d_winograd_attrs, tile_size, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_winograd_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_winograd_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_winograd_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_conv3d_winograd_attrs, groups, 0),
    TUNIP_FIELD_ANY(tunip_relay_conv3d_winograd_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_conv3d_winograd_attrs, kernel_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_winograd_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_winograd_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_conv3d_winograd_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_conv3d_winograd_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv3d_winograd_attrs, "relay.attrs.Conv3DWinogradAttrs",
    &tunip_ir_attrs_type, tunip_relay_conv3d_winograd_attrs_fields,
    TUNIP_LEN(tunip_relay_conv3d_winograd_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_conv_gemm_weight_transform_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_conv_gemm_weight_transform_attrs, tile_N, 0),
    TUNIP_FIELD_INT(tunip_relay_conv_gemm_weight_transform_attrs, tile_K, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv_gemm_weight_transform_attrs,
    "relay.attrs.ConvGemmWeightTransformAttrs", &tunip_ir_attrs_type,
    tunip_relay_conv_gemm_weight_transform_attrs_fields,
    TUNIP_LEN(tunip_relay_conv_gemm_weight_transform_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_conv_winograd_weight_transform_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_conv_winograd_weight_transform_attrs, tile_size, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_conv_winograd_weight_transform_attrs,
    "relay.attrs.ConvWinogradWeightTransformAttrs", &tunip_ir_attrs_type,
    tunip_relay_conv_winograd_weight_transform_attrs_fields,
    TUNIP_LEN(tunip_relay_conv_winograd_weight_transform_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_correlation_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_correlation_attrs, kernel_size, 0),
    TUNIP_FIELD_INT(tunip_relay_correlation_attrs, max_displacement, 0),
    TUNIP_FIELD_INT(tunip_relay_correlation_attrs, stride1, 0),
    TUNIP_FIELD_INT(tunip_relay_correlation_attrs, stride2, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_correlation_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_correlation_attrs, is_multiply, 0),
    TUNIP_FIELD_NODE(tunip_relay_correlation_attrs, layout, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_correlation_attrs, "relay.attrs.CorrelationAttrs",
    &tunip_ir_attrs_type, tunip_relay_correlation_attrs_fields,
    TUNIP_LEN(tunip_relay_correlation_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_crop_and_resize_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_crop_and_resize_attrs, crop_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_crop_and_resize_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_crop_and_resize_attrs, method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_FLOAT(tunip_relay_crop_and_resize_attrs, extrapolation_value, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_crop_and_resize_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_crop_and_resize_attrs, "relay.attrs.CropAndResizeAttrs",
    &tunip_ir_attrs_type, tunip_relay_crop_and_resize_attrs_fields,
    TUNIP_LEN(tunip_relay_crop_and_resize_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dftattrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_dftattrs, inverse, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dftattrs, "relay.attrs.DFTAttrs", &tunip_ir_attrs_type,
    tunip_relay_dftattrs_fields, TUNIP_LEN(tunip_relay_dftattrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_debug_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_debug_attrs, debug_func, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_debug_attrs, "relay.attrs.DebugAttrs", &tunip_ir_attrs_type,
    tunip_relay_debug_attrs_fields, TUNIP_LEN(tunip_relay_debug_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_deformable_conv2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_deformable_conv2d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_deformable_conv2d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_deformable_conv2d_attrs, dilation, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_deformable_conv2d_attrs, deformable_groups, 0),
    TUNIP_FIELD_INT(tunip_relay_deformable_conv2d_attrs, groups, 0),
    TUNIP_FIELD_ANY(tunip_relay_deformable_conv2d_attrs, channels, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_deformable_conv2d_attrs, kernel_size, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_deformable_conv2d_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_deformable_conv2d_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_deformable_conv2d_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_deformable_conv2d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_deformable_conv2d_attrs, "relay.attrs.DeformableConv2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_deformable_conv2d_attrs_fields,
    TUNIP_LEN(tunip_relay_deformable_conv2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dense_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_dense_attrs, units, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_dense_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dense_attrs, "relay.attrs.DenseAttrs", &tunip_ir_attrs_type,
    tunip_relay_dense_attrs_fields, TUNIP_LEN(tunip_relay_dense_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dense_pack_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_dense_pack_attrs, units, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_dense_pack_attrs, out_dtype, 0),
    TUNIP_FIELD_NODE(tunip_relay_dense_pack_attrs, weight_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dense_pack_attrs, "relay.attrs.DensePackAttrs",
    &tunip_ir_attrs_type, tunip_relay_dense_pack_attrs_fields,
    TUNIP_LEN(tunip_relay_dense_pack_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dequantize_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_dequantize_attrs, out_dtype, 0),
    TUNIP_FIELD_INT(tunip_relay_dequantize_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dequantize_attrs, "relay.attrs.DequantizeAttrs",
    &tunip_ir_attrs_type, tunip_relay_dequantize_attrs_fields,
    TUNIP_LEN(tunip_relay_dequantize_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_device_copy_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_device_copy_attrs, src_virtual_device, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_device_copy_attrs, dst_virtual_device, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_device_copy_attrs, "relay.attrs.DeviceCopyAttrs",
    &tunip_ir_attrs_type, tunip_relay_device_copy_attrs_fields,
    TUNIP_LEN(tunip_relay_device_copy_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dilate_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_dilate_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_FLOAT(tunip_relay_dilate_attrs, dilation_value, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dilate_attrs, "relay.attrs.DilateAttrs", &tunip_ir_attrs_type,
    tunip_relay_dilate_attrs_fields, TUNIP_LEN(tunip_relay_dilate_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dilation2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_dilation2d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_dilation2d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_dilation2d_attrs, dilations, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_dilation2d_attrs, data_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_dilation2d_attrs, kernel_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_dilation2d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dilation2d_attrs, "relay.attrs.Dilation2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_dilation2d_attrs_fields,
    TUNIP_LEN(tunip_relay_dilation2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dropout_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_dropout_attrs, rate, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dropout_attrs, "relay.attrs.DropoutAttrs", &tunip_ir_attrs_type,
    tunip_relay_dropout_attrs_fields, TUNIP_LEN(tunip_relay_dropout_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_dyn_expand_dims_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_dyn_expand_dims_attrs, num_newaxis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_dyn_expand_dims_attrs, "relay.attrs.DynExpandDimsAttrs",
    &tunip_ir_attrs_type, tunip_relay_dyn_expand_dims_attrs_fields,
    TUNIP_LEN(tunip_relay_dyn_expand_dims_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_einsum_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_einsum_attrs, equation, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_einsum_attrs, "relay.attrs.EinsumAttrs", &tunip_ir_attrs_type,
    tunip_relay_einsum_attrs_fields, TUNIP_LEN(tunip_relay_einsum_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_expand_dims_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_expand_dims_attrs, axis, 0),
    TUNIP_FIELD_INT(tunip_relay_expand_dims_attrs, num_newaxis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_expand_dims_attrs, "relay.attrs.ExpandDimsAttrs",
    &tunip_ir_attrs_type, tunip_relay_expand_dims_attrs_fields,
    TUNIP_LEN(tunip_relay_expand_dims_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_fifobuffer_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_fifobuffer_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_fifobuffer_attrs, "relay.attrs.FIFOBufferAttrs",
    &tunip_ir_attrs_type, tunip_relay_fifobuffer_attrs_fields,
    TUNIP_LEN(tunip_relay_fifobuffer_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_fixed_point_multiply_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_fixed_point_multiply_attrs, multiplier, 0),
    TUNIP_FIELD_INT(tunip_relay_fixed_point_multiply_attrs, shift, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_fixed_point_multiply_attrs, "relay.attrs.FixedPointMultiplyAttrs",
    &tunip_ir_attrs_type, tunip_relay_fixed_point_multiply_attrs_fields,
    TUNIP_LEN(tunip_relay_fixed_point_multiply_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0,
    23);

static const tunip_field tunip_relay_fixed_point_multiply_per_axis_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_fixed_point_multiply_per_axis_attrs, is_lshift_required, 0),
    TUNIP_FIELD_BOOL(tunip_relay_fixed_point_multiply_per_axis_attrs, is_rshift_required, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_fixed_point_multiply_per_axis_attrs, axes, tunip_any,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_fixed_point_multiply_per_axis_attrs,
    "relay.attrs.FixedPointMultiplyPerAxisAttrs", &tunip_ir_attrs_type,
    tunip_relay_fixed_point_multiply_per_axis_attrs_fields,
    TUNIP_LEN(tunip_relay_fixed_point_multiply_per_axis_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_gather_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_gather_attrs, axis, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_gather_attrs, "relay.attrs.GatherAttrs", &tunip_ir_attrs_type,
    tunip_relay_gather_attrs_fields, TUNIP_LEN(tunip_relay_gather_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_gather_nd_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_gather_nd_attrs, batch_dims, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_gather_nd_attrs, index_rank, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_gather_nd_attrs, "relay.attrs.GatherNDAttrs", &tunip_ir_attrs_type,
    tunip_relay_gather_nd_attrs_fields, TUNIP_LEN(tunip_relay_gather_nd_attrs_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_get_valid_counts_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_get_valid_counts_attrs, score_threshold, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_get_valid_counts_attrs, id_index, 0),
    TUNIP_FIELD_INT(tunip_relay_get_valid_counts_attrs, score_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_get_valid_counts_attrs, "relay.attrs.GetValidCountsAttrs",
    &tunip_ir_attrs_type, tunip_relay_get_valid_counts_attrs_fields,
    TUNIP_LEN(tunip_relay_get_valid_counts_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_global_pool2d_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_global_pool2d_attrs, layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_global_pool2d_attrs, out_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_global_pool2d_attrs, "relay.attrs.GlobalPool2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_global_pool2d_attrs_fields,
    TUNIP_LEN(tunip_relay_global_pool2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_grid_sample_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_grid_sample_attrs, method, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_grid_sample_attrs, layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_grid_sample_attrs, padding_mode, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_grid_sample_attrs, align_corners, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_grid_sample_attrs, "relay.attrs.GridSampleAttrs",
    &tunip_ir_attrs_type, tunip_relay_grid_sample_attrs_fields,
    TUNIP_LEN(tunip_relay_grid_sample_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_group_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_group_norm_attrs, num_groups, 0),
    TUNIP_FIELD_INT(tunip_relay_group_norm_attrs, axis, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_group_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relay_group_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relay_group_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_group_norm_attrs, "relay.attrs.GroupNormAttrs",
    &tunip_ir_attrs_type, tunip_relay_group_norm_attrs_fields,
    TUNIP_LEN(tunip_relay_group_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_init_op_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_init_op_attrs, shape, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_init_op_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_init_op_attrs, "relay.attrs.InitOpAttrs", &tunip_ir_attrs_type,
    tunip_relay_init_op_attrs_fields, TUNIP_LEN(tunip_relay_init_op_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_instance_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_instance_norm_attrs, axis, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_instance_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relay_instance_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relay_instance_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_instance_norm_attrs, "relay.attrs.InstanceNormAttrs",
    &tunip_ir_attrs_type, tunip_relay_instance_norm_attrs_fields,
    TUNIP_LEN(tunip_relay_instance_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_l2_normalize_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_l2_normalize_attrs, eps, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_l2_normalize_attrs, axis, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_l2_normalize_attrs, "relay.attrs.L2NormalizeAttrs",
    &tunip_ir_attrs_type, tunip_relay_l2_normalize_attrs_fields,
    TUNIP_LEN(tunip_relay_l2_normalize_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_lrnattrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_lrnattrs, size, 0),
    TUNIP_FIELD_INT(tunip_relay_lrnattrs, axis, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_lrnattrs, bias, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_lrnattrs, alpha, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_lrnattrs, beta, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_lrnattrs, "relay.attrs.LRNAttrs", &tunip_ir_attrs_type,
    tunip_relay_lrnattrs_fields, TUNIP_LEN(tunip_relay_lrnattrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_layer_norm_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_layer_norm_attrs, axis, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_layer_norm_attrs, epsilon, 0),
    TUNIP_FIELD_BOOL(tunip_relay_layer_norm_attrs, center, 0),
    TUNIP_FIELD_BOOL(tunip_relay_layer_norm_attrs, scale, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_layer_norm_attrs, "relay.attrs.LayerNormAttrs",
    &tunip_ir_attrs_type, tunip_relay_layer_norm_attrs_fields,
    TUNIP_LEN(tunip_relay_layer_norm_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_layout_transform_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_layout_transform_attrs, src_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_layout_transform_attrs, dst_layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_layout_transform_attrs, "relay.attrs.LayoutTransformAttrs",
    &tunip_ir_attrs_type, tunip_relay_layout_transform_attrs_fields,
    TUNIP_LEN(tunip_relay_layout_transform_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_leaky_relu_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_leaky_relu_attrs, alpha, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_leaky_relu_attrs, "relay.attrs.LeakyReluAttrs",
    &tunip_ir_attrs_type, tunip_relay_leaky_relu_attrs_fields,
    TUNIP_LEN(tunip_relay_leaky_relu_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_matmul_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_matmul_attrs, units, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_matmul_attrs, out_dtype, 0),
    TUNIP_FIELD_BOOL(tunip_relay_matmul_attrs, transpose_a, 0),
    TUNIP_FIELD_BOOL(tunip_relay_matmul_attrs, transpose_b, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_matmul_attrs, "relay.attrs.MatmulAttrs", &tunip_ir_attrs_type,
    tunip_relay_matmul_attrs_fields, TUNIP_LEN(tunip_relay_matmul_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_matrix_set_diag_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_matrix_set_diag_attrs, k1, 0),
    TUNIP_FIELD_INT(tunip_relay_matrix_set_diag_attrs, k2, 0),
    TUNIP_FIELD_BOOL(tunip_relay_matrix_set_diag_attrs, super_diag_right_align, 0),
    TUNIP_FIELD_BOOL(tunip_relay_matrix_set_diag_attrs, sub_diag_right_align, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_matrix_set_diag_attrs, "relay.attrs.MatrixSetDiagAttrs",
    &tunip_ir_attrs_type, tunip_relay_matrix_set_diag_attrs_fields,
    TUNIP_LEN(tunip_relay_matrix_set_diag_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_max_pool1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool1d_attrs, pool_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool1d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool1d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool1d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_max_pool1d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_max_pool1d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_max_pool1d_attrs, ceil_mode, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_max_pool1d_attrs, "relay.attrs.MaxPool1DAttrs",
    &tunip_ir_attrs_type, tunip_relay_max_pool1d_attrs_fields,
    TUNIP_LEN(tunip_relay_max_pool1d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_max_pool2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool2d_attrs, pool_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool2d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool2d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool2d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_max_pool2d_attrs, layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_max_pool2d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_max_pool2d_attrs, ceil_mode, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_max_pool2d_attrs, "relay.attrs.MaxPool2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_max_pool2d_attrs_fields,
    TUNIP_LEN(tunip_relay_max_pool2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_max_pool3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool3d_attrs, pool_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool3d_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool3d_attrs, dilation, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_max_pool3d_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_max_pool3d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_max_pool3d_attrs, out_layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_max_pool3d_attrs, ceil_mode, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_max_pool3d_attrs, "relay.attrs.MaxPool3DAttrs",
    &tunip_ir_attrs_type, tunip_relay_max_pool3d_attrs_fields,
    TUNIP_LEN(tunip_relay_max_pool3d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_meshgrid_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_meshgrid_attrs, indexing, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_meshgrid_attrs, "relay.attrs.MeshgridAttrs", &tunip_ir_attrs_type,
    tunip_relay_meshgrid_attrs_fields, TUNIP_LEN(tunip_relay_meshgrid_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_meta_ref_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_meta_ref_attrs, node_type_key, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_meta_ref_attrs, node_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_meta_ref_attrs, "relay.attrs.MetaRefAttrs", &tunip_ir_attrs_type,
    tunip_relay_meta_ref_attrs_fields, TUNIP_LEN(tunip_relay_meta_ref_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_meta_schedule_layout_transform_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_meta_schedule_layout_transform_attrs, index_map,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_meta_schedule_layout_transform_attrs,
    "relay.attrs.MetaScheduleLayoutTransformAttrs", &tunip_ir_attrs_type,
    tunip_relay_meta_schedule_layout_transform_attrs_fields,
    TUNIP_LEN(tunip_relay_meta_schedule_layout_transform_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_mirror_pad_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_mirror_pad_attrs, mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_ARRAY(tunip_relay_mirror_pad_attrs, pad_width, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_mirror_pad_attrs, "relay.attrs.MirrorPadAttrs",
    &tunip_ir_attrs_type, tunip_relay_mirror_pad_attrs_fields,
    TUNIP_LEN(tunip_relay_mirror_pad_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_multi_box_prior_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_multi_box_prior_attrs, sizes, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_multi_box_prior_attrs, ratios, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_multi_box_prior_attrs, steps, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_multi_box_prior_attrs, offsets, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_multi_box_prior_attrs, clip, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_multi_box_prior_attrs, "relay.attrs.MultiBoxPriorAttrs",
    &tunip_ir_attrs_type, tunip_relay_multi_box_prior_attrs_fields,
    TUNIP_LEN(tunip_relay_multi_box_prior_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_multi_box_transform_loc_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_multi_box_transform_loc_attrs, clip, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_multi_box_transform_loc_attrs, threshold, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_multi_box_transform_loc_attrs, variances, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_multi_box_transform_loc_attrs, keep_background, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_multi_box_transform_loc_attrs,
    "relay.attrs.MultiBoxTransformLocAttrs", &tunip_ir_attrs_type,
    tunip_relay_multi_box_transform_loc_attrs_fields,
    TUNIP_LEN(tunip_relay_multi_box_transform_loc_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 23);

static const tunip_field tunip_relay_multinomial_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_multinomial_attrs, num_samples, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_multinomial_attrs, "relay.attrs.MultinomialAttrs",
    &tunip_ir_attrs_type, tunip_relay_multinomial_attrs_fields,
    TUNIP_LEN(tunip_relay_multinomial_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_nll_loss_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_nll_loss_attrs, reduction, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_INT(tunip_relay_nll_loss_attrs, ignore_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_nll_loss_attrs, "relay.attrs.NLLLossAttrs", &tunip_ir_attrs_type,
    tunip_relay_nll_loss_attrs_fields, TUNIP_LEN(tunip_relay_nll_loss_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_ndarray_size_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_ndarray_size_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_ndarray_size_attrs, "relay.attrs.NdarraySizeAttrs",
    &tunip_ir_attrs_type, tunip_relay_ndarray_size_attrs_fields,
    TUNIP_LEN(tunip_relay_ndarray_size_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_non_maximum_suppression_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_non_maximum_suppression_attrs, force_suppress, 0),
    TUNIP_FIELD_INT(tunip_relay_non_maximum_suppression_attrs, top_k, 0),
    TUNIP_FIELD_INT(tunip_relay_non_maximum_suppression_attrs, coord_start, 0),
    TUNIP_FIELD_INT(tunip_relay_non_maximum_suppression_attrs, score_index, 0),
    TUNIP_FIELD_INT(tunip_relay_non_maximum_suppression_attrs, id_index, 0),
    TUNIP_FIELD_BOOL(tunip_relay_non_maximum_suppression_attrs, return_indices, 0),
    TUNIP_FIELD_BOOL(tunip_relay_non_maximum_suppression_attrs, invalid_to_bottom, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_non_maximum_suppression_attrs,
    "relay.attrs.NonMaximumSuppressionAttrs", &tunip_ir_attrs_type,
    tunip_relay_non_maximum_suppression_attrs_fields,
    TUNIP_LEN(tunip_relay_non_maximum_suppression_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 23);

static const tunip_field tunip_relay_normal_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_normal_attrs, out_shape, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_normal_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_normal_attrs, "relay.attrs.NormalAttrs", &tunip_ir_attrs_type,
    tunip_relay_normal_attrs_fields, TUNIP_LEN(tunip_relay_normal_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_on_device_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_on_device_attrs, virtual_device, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_on_device_attrs, constrain_result, 0),
    TUNIP_FIELD_BOOL(tunip_relay_on_device_attrs, constrain_body, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_on_device_attrs, "relay.attrs.OnDeviceAttrs", &tunip_ir_attrs_type,
    tunip_relay_on_device_attrs_fields, TUNIP_LEN(tunip_relay_on_device_attrs_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_one_hot_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_one_hot_attrs, depth, 0),
    TUNIP_FIELD_INT(tunip_relay_one_hot_attrs, axis, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_one_hot_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_one_hot_attrs, "relay.attrs.OneHotAttrs", &tunip_ir_attrs_type,
    tunip_relay_one_hot_attrs_fields, TUNIP_LEN(tunip_relay_one_hot_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_prelu_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_prelu_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_prelu_attrs, "relay.attrs.PReluAttrs", &tunip_ir_attrs_type,
    tunip_relay_prelu_attrs_fields, TUNIP_LEN(tunip_relay_prelu_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_pad_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_pad_attrs, pad_width, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_pad_attrs, pad_mode, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_pad_attrs, "relay.attrs.PadAttrs", &tunip_ir_attrs_type,
    tunip_relay_pad_attrs_fields, TUNIP_LEN(tunip_relay_pad_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_proposal_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_proposal_attrs, scales, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_proposal_attrs, ratios, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_proposal_attrs, feature_stride, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_proposal_attrs, threshold, 0),
    TUNIP_FIELD_INT(tunip_relay_proposal_attrs, rpn_pre_nms_top_n, 0),
    TUNIP_FIELD_INT(tunip_relay_proposal_attrs, rpn_post_nms_top_n, 0),
    TUNIP_FIELD_INT(tunip_relay_proposal_attrs, rpn_min_size, 0),
    TUNIP_FIELD_BOOL(tunip_relay_proposal_attrs, iou_loss, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_proposal_attrs, "relay.attrs.ProposalAttrs", &tunip_ir_attrs_type,
    tunip_relay_proposal_attrs_fields, TUNIP_LEN(tunip_relay_proposal_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_quantize_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_quantize_attrs, out_dtype, 0),
    TUNIP_FIELD_INT(tunip_relay_quantize_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_quantize_attrs, "relay.attrs.QuantizeAttrs", &tunip_ir_attrs_type,
    tunip_relay_quantize_attrs_fields, TUNIP_LEN(tunip_relay_quantize_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_roialign_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_roialign_attrs, pooled_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_FLOAT(tunip_relay_roialign_attrs, spatial_scale, 0),
    TUNIP_FIELD_INT(tunip_relay_roialign_attrs, sample_ratio, 0),
    TUNIP_FIELD_NODE(tunip_relay_roialign_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_roialign_attrs, mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_roialign_attrs, "relay.attrs.ROIAlignAttrs", &tunip_ir_attrs_type,
    tunip_relay_roialign_attrs_fields, TUNIP_LEN(tunip_relay_roialign_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_roipool_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_roipool_attrs, pooled_size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_FLOAT(tunip_relay_roipool_attrs, spatial_scale, 0),
    TUNIP_FIELD_NODE(tunip_relay_roipool_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_roipool_attrs, "relay.attrs.ROIPoolAttrs", &tunip_ir_attrs_type,
    tunip_relay_roipool_attrs_fields, TUNIP_LEN(tunip_relay_roipool_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_reduce_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_reduce_attrs, axis, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_reduce_attrs, keepdims, 0),
    TUNIP_FIELD_BOOL(tunip_relay_reduce_attrs, exclude, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_reduce_attrs, "relay.attrs.ReduceAttrs", &tunip_ir_attrs_type,
    tunip_relay_reduce_attrs_fields, TUNIP_LEN(tunip_relay_reduce_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_regular_non_maximum_suppression_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_regular_non_maximum_suppression_attrs, max_detections_per_class, 0),
    TUNIP_FIELD_INT(tunip_relay_regular_non_maximum_suppression_attrs, max_detections, 0),
    TUNIP_FIELD_INT(tunip_relay_regular_non_maximum_suppression_attrs, num_classes, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_regular_non_maximum_suppression_attrs, iou_threshold, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_regular_non_maximum_suppression_attrs, score_threshold, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_regular_non_maximum_suppression_attrs,
    "relay.attrs.RegularNonMaximumSuppressionAttrs", &tunip_ir_attrs_type,
    tunip_relay_regular_non_maximum_suppression_attrs_fields,
    TUNIP_LEN(tunip_relay_regular_non_maximum_suppression_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_repeat_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_repeat_attrs, repeats, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_repeat_attrs, axis, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_repeat_attrs, "relay.attrs.RepeatAttrs", &tunip_ir_attrs_type,
    tunip_relay_repeat_attrs_fields, TUNIP_LEN(tunip_relay_repeat_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_requantize_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_requantize_attrs, axis, 0),
    TUNIP_FIELD_NODE(tunip_relay_requantize_attrs, rounding, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_requantize_attrs, compute_dtype, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_DTYPE(tunip_relay_requantize_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_requantize_attrs, "relay.attrs.RequantizeAttrs",
    &tunip_ir_attrs_type, tunip_relay_requantize_attrs_fields,
    TUNIP_LEN(tunip_relay_requantize_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_reshape_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_reshape_attrs, newshape, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_reshape_attrs, allowzero, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_reshape_attrs, "relay.attrs.ReshapeAttrs", &tunip_ir_attrs_type,
    tunip_relay_reshape_attrs_fields, TUNIP_LEN(tunip_relay_reshape_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_reshape_like_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_reshape_like_attrs, lhs_begin, 0),
    TUNIP_FIELD_ANY(tunip_relay_reshape_like_attrs, lhs_end, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_reshape_like_attrs, rhs_begin, 0),
    TUNIP_FIELD_ANY(tunip_relay_reshape_like_attrs, rhs_end, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_reshape_like_attrs, "relay.attrs.ReshapeLikeAttrs",
    &tunip_ir_attrs_type, tunip_relay_reshape_like_attrs_fields,
    TUNIP_LEN(tunip_relay_reshape_like_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_reshape_tensor_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_reshape_tensor_attrs, newshape, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_reshape_tensor_attrs, "relay.attrs.ReshapeTensorAttrs",
    &tunip_ir_attrs_type, tunip_relay_reshape_tensor_attrs_fields,
    TUNIP_LEN(tunip_relay_reshape_tensor_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_resize1d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_resize1d_attrs, size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_resize1d_attrs, roi, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_resize1d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize1d_attrs, method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize1d_attrs, coordinate_transformation_mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize1d_attrs, rounding_method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_FLOAT(tunip_relay_resize1d_attrs, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relay_resize1d_attrs, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_resize1d_attrs, extrapolation_value, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_resize1d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_resize1d_attrs, "relay.attrs.Resize1DAttrs", &tunip_ir_attrs_type,
    tunip_relay_resize1d_attrs_fields, TUNIP_LEN(tunip_relay_resize1d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_resize2d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_resize2d_attrs, size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_resize2d_attrs, roi, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_resize2d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize2d_attrs, method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize2d_attrs, coordinate_transformation_mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize2d_attrs, rounding_method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_FLOAT(tunip_relay_resize2d_attrs, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relay_resize2d_attrs, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_resize2d_attrs, extrapolation_value, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_resize2d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_resize2d_attrs, "relay.attrs.Resize2DAttrs", &tunip_ir_attrs_type,
    tunip_relay_resize2d_attrs_fields, TUNIP_LEN(tunip_relay_resize2d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_resize3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_resize3d_attrs, size, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_resize3d_attrs, roi, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_resize3d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize3d_attrs, method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize3d_attrs, coordinate_transformation_mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_resize3d_attrs, rounding_method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_FLOAT(tunip_relay_resize3d_attrs, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relay_resize3d_attrs, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_resize3d_attrs, extrapolation_value, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_resize3d_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_resize3d_attrs, "relay.attrs.Resize3DAttrs", &tunip_ir_attrs_type,
    tunip_relay_resize3d_attrs_fields, TUNIP_LEN(tunip_relay_resize3d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_reverse_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_reverse_attrs, axis, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_reverse_attrs, "relay.attrs.ReverseAttrs", &tunip_ir_attrs_type,
    tunip_relay_reverse_attrs_fields, TUNIP_LEN(tunip_relay_reverse_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_reverse_sequence_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_reverse_sequence_attrs, seq_axis, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_reverse_sequence_attrs, batch_axis, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_reverse_sequence_attrs, "relay.attrs.ReverseSequenceAttrs",
    &tunip_ir_attrs_type, tunip_relay_reverse_sequence_attrs_fields,
    TUNIP_LEN(tunip_relay_reverse_sequence_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_scanop_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_scanop_attrs, axis, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_scanop_attrs, dtype, 0),
    TUNIP_FIELD_ANY(tunip_relay_scanop_attrs, exclusive, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_scanop_attrs, "relay.attrs.ScanopAttrs", &tunip_ir_attrs_type,
    tunip_relay_scanop_attrs_fields, TUNIP_LEN(tunip_relay_scanop_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_scatter_elements_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_scatter_elements_attrs, axis, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_scatter_elements_attrs, reduction, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_scatter_elements_attrs, "relay.attrs.ScatterElementsAttrs",
    &tunip_ir_attrs_type, tunip_relay_scatter_elements_attrs_fields,
    TUNIP_LEN(tunip_relay_scatter_elements_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_scatter_nd_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_scatter_nd_attrs, mode, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_scatter_nd_attrs, "relay.attrs.ScatterNDAttrs",
    &tunip_ir_attrs_type, tunip_relay_scatter_nd_attrs_fields,
    TUNIP_LEN(tunip_relay_scatter_nd_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_search_sorted_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_search_sorted_attrs, right, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_search_sorted_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_search_sorted_attrs, "relay.attrs.SearchSortedAttrs",
    &tunip_ir_attrs_type, tunip_relay_search_sorted_attrs_fields,
    TUNIP_LEN(tunip_relay_search_sorted_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_sequence_mask_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_sequence_mask_attrs, mask_value, 0),
    TUNIP_FIELD_INT(tunip_relay_sequence_mask_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_sequence_mask_attrs, "relay.attrs.SequenceMaskAttrs",
    &tunip_ir_attrs_type, tunip_relay_sequence_mask_attrs_fields,
    TUNIP_LEN(tunip_relay_sequence_mask_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_shape_func_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_shape_func_attrs, is_input, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_shape_func_attrs, "relay.attrs.ShapeFuncAttrs",
    &tunip_ir_attrs_type, tunip_relay_shape_func_attrs_fields,
    TUNIP_LEN(tunip_relay_shape_func_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_shape_of_attrs_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relay_shape_of_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_shape_of_attrs, "relay.attrs.ShapeOfAttrs", &tunip_ir_attrs_type,
    tunip_relay_shape_of_attrs_fields, TUNIP_LEN(tunip_relay_shape_of_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_simulated_quantize_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_simulated_quantize_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_simulated_quantize_attrs, "relay.attrs.SimulatedQuantizeAttrs",
    &tunip_ir_attrs_type, tunip_relay_simulated_quantize_attrs_fields,
    TUNIP_LEN(tunip_relay_simulated_quantize_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_slice_like_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_slice_like_attrs, axes, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_slice_like_attrs, "relay.attrs.SliceLikeAttrs",
    &tunip_ir_attrs_type, tunip_relay_slice_like_attrs_fields,
    TUNIP_LEN(tunip_relay_slice_like_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_sliding_window_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_sliding_window_attrs, axis, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_sliding_window_attrs, window_shape, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_sliding_window_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_sliding_window_attrs, "relay.attrs.SlidingWindowAttrs",
    &tunip_ir_attrs_type, tunip_relay_sliding_window_attrs_fields,
    TUNIP_LEN(tunip_relay_sliding_window_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_softmax_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_softmax_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_softmax_attrs, "relay.attrs.SoftmaxAttrs", &tunip_ir_attrs_type,
    tunip_relay_softmax_attrs_fields, TUNIP_LEN(tunip_relay_softmax_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_space_to_batch_nd_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_space_to_batch_nd_attrs, block_shape, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_space_to_batch_nd_attrs, paddings, tunip_any,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_FLOAT(tunip_relay_space_to_batch_nd_attrs, pad_value, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_space_to_batch_nd_attrs, "relay.attrs.SpaceToBatchNDAttrs",
    &tunip_ir_attrs_type, tunip_relay_space_to_batch_nd_attrs_fields,
    TUNIP_LEN(tunip_relay_space_to_batch_nd_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_sparse_conv2d_attrs_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_sparse_conv2d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_ARRAY(tunip_relay_sparse_conv2d_attrs, kernel_size, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_sparse_conv2d_attrs, "relay.attrs.SparseConv2DAttrs",
    &tunip_ir_attrs_type, tunip_relay_sparse_conv2d_attrs_fields,
    TUNIP_LEN(tunip_relay_sparse_conv2d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_sparse_dense_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_sparse_dense_attrs, sparse_lhs, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_sparse_dense_attrs, "relay.attrs.SparseDenseAttrs",
    &tunip_ir_attrs_type, tunip_relay_sparse_dense_attrs_fields,
    TUNIP_LEN(tunip_relay_sparse_dense_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_sparse_to_dense_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_sparse_to_dense_attrs, output_shape, tunip_any,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_sparse_to_dense_attrs, "relay.attrs.SparseToDenseAttrs",
    &tunip_ir_attrs_type, tunip_relay_sparse_to_dense_attrs_fields,
    TUNIP_LEN(tunip_relay_sparse_to_dense_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

TUNIP__VINTAGE_TYPE(tunip_relay_sparse_transpose_attrs, "relay.attrs.SparseTransposeAttrs",
    &tunip_ir_attrs_type, NULL, 0, TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_split_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_split_attrs, indices_or_sections, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_split_attrs, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_split_attrs, "relay.attrs.SplitAttrs", &tunip_ir_attrs_type,
    tunip_relay_split_attrs_fields, TUNIP_LEN(tunip_relay_split_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_squeeze_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_squeeze_attrs, axis, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_squeeze_attrs, "relay.attrs.SqueezeAttrs", &tunip_ir_attrs_type,
    tunip_relay_squeeze_attrs_fields, TUNIP_LEN(tunip_relay_squeeze_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_stack_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_stack_attrs, axis, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_stack_attrs, "relay.attrs.StackAttrs", &tunip_ir_attrs_type,
    tunip_relay_stack_attrs_fields, TUNIP_LEN(tunip_relay_stack_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_stft_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_stft_attrs, n_fft, 0),
    TUNIP_FIELD_INT(tunip_relay_stft_attrs, hop_length, 0),
    TUNIP_FIELD_INT(tunip_relay_stft_attrs, win_length, 0),
    TUNIP_FIELD_BOOL(tunip_relay_stft_attrs, normalized, 0),
    TUNIP_FIELD_BOOL(tunip_relay_stft_attrs, onesided, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_stft_attrs, "relay.attrs.StftAttrs", &tunip_ir_attrs_type,
    tunip_relay_stft_attrs_fields, TUNIP_LEN(tunip_relay_stft_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_strided_slice_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_strided_slice_attrs, begin, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_strided_slice_attrs, end, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_strided_slice_attrs, strides, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_strided_slice_attrs, slice_mode, tunip_string,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_strided_slice_attrs, axes, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_strided_slice_attrs, "relay.attrs.StridedSliceAttrs",
    &tunip_ir_attrs_type, tunip_relay_strided_slice_attrs_fields,
    TUNIP_LEN(tunip_relay_strided_slice_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_sub_pixel_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_sub_pixel_attrs, block_size, 0),
    TUNIP_FIELD_NODE(tunip_relay_sub_pixel_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_sub_pixel_attrs, mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_sub_pixel_attrs, "relay.attrs.SubPixelAttrs", &tunip_ir_attrs_type,
    tunip_relay_sub_pixel_attrs_fields, TUNIP_LEN(tunip_relay_sub_pixel_attrs_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_take_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_take_attrs, batch_dims, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_take_attrs, axis, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_take_attrs, mode, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_take_attrs, "relay.attrs.TakeAttrs", &tunip_ir_attrs_type,
    tunip_relay_take_attrs_fields, TUNIP_LEN(tunip_relay_take_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_threefry_generate_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_threefry_generate_attrs, out_shape, tunip_any,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_threefry_generate_attrs, "relay.attrs.ThreefryGenerateAttrs",
    &tunip_ir_attrs_type, tunip_relay_threefry_generate_attrs_fields,
    TUNIP_LEN(tunip_relay_threefry_generate_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_tile_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_tile_attrs, reps, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tile_attrs, "relay.attrs.TileAttrs", &tunip_ir_attrs_type,
    tunip_relay_tile_attrs_fields, TUNIP_LEN(tunip_relay_tile_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_topk_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_topk_attrs, k, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_topk_attrs, axis, 0),
    TUNIP_FIELD_NODE(tunip_relay_topk_attrs, ret_type, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_BOOL(tunip_relay_topk_attrs, is_ascend, 0),
    TUNIP_FIELD_DTYPE(tunip_relay_topk_attrs, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_topk_attrs, "relay.attrs.TopkAttrs", &tunip_ir_attrs_type,
    tunip_relay_topk_attrs_fields, TUNIP_LEN(tunip_relay_topk_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_transpose_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_transpose_attrs, axes, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_transpose_attrs, "relay.attrs.TransposeAttrs",
    &tunip_ir_attrs_type, tunip_relay_transpose_attrs_fields,
    TUNIP_LEN(tunip_relay_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_trilu_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_trilu_attrs, upper, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_trilu_attrs, "relay.attrs.TriluAttrs", &tunip_ir_attrs_type,
    tunip_relay_trilu_attrs_fields, TUNIP_LEN(tunip_relay_trilu_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_tuple_get_item_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_tuple_get_item_attrs, index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tuple_get_item_attrs, "relay.attrs.TupleGetItemAttrs",
    &tunip_ir_attrs_type, tunip_relay_tuple_get_item_attrs_fields,
    TUNIP_LEN(tunip_relay_tuple_get_item_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_uniform_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_uniform_attrs, out_shape, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_uniform_attrs, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_uniform_attrs, "relay.attrs.UniformAttrs", &tunip_ir_attrs_type,
    tunip_relay_uniform_attrs_fields, TUNIP_LEN(tunip_relay_uniform_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_unique_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relay_unique_attrs, sorted, 0),
    TUNIP_FIELD_BOOL(tunip_relay_unique_attrs, return_counts, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_unique_attrs, "relay.attrs.UniqueAttrs", &tunip_ir_attrs_type,
    tunip_relay_unique_attrs_fields, TUNIP_LEN(tunip_relay_unique_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_up_sampling3d_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_up_sampling3d_attrs, scale_d, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_up_sampling3d_attrs, scale_h, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_up_sampling3d_attrs, scale_w, 0),
    TUNIP_FIELD_NODE(tunip_relay_up_sampling3d_attrs, layout, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_up_sampling3d_attrs, method, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_relay_up_sampling3d_attrs, coordinate_transformation_mode, tunip_string,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_TEXT),
};
TUNIP__VINTAGE_TYPE(tunip_relay_up_sampling3d_attrs, "relay.attrs.UpSampling3DAttrs",
    &tunip_ir_attrs_type, tunip_relay_up_sampling3d_attrs_fields,
    TUNIP_LEN(tunip_relay_up_sampling3d_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_up_sampling_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relay_up_sampling_attrs, scale_h, 0),
    TUNIP_FIELD_FLOAT(tunip_relay_up_sampling_attrs, scale_w, 0),
    TUNIP_FIELD_NODE(tunip_relay_up_sampling_attrs, layout, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_up_sampling_attrs, method, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_up_sampling_attrs, align_corners, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_up_sampling_attrs, "relay.attrs.UpSamplingAttrs",
    &tunip_ir_attrs_type, tunip_relay_up_sampling_attrs_fields,
    TUNIP_LEN(tunip_relay_up_sampling_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_variance_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_variance_attrs, axis, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_variance_attrs, keepdims, 0),
    TUNIP_FIELD_BOOL(tunip_relay_variance_attrs, exclude, 0),
    TUNIP_FIELD_BOOL(tunip_relay_variance_attrs, unbiased, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_variance_attrs, "relay.attrs.VarianceAttrs", &tunip_ir_attrs_type,
    tunip_relay_variance_attrs_fields, TUNIP_LEN(tunip_relay_variance_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_with_func_id_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_with_func_id_attrs, fid, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_with_func_id_attrs, "relay.attrs.WithFuncIdAttrs",
    &tunip_ir_attrs_type, tunip_relay_with_func_id_attrs_fields,
    TUNIP_LEN(tunip_relay_with_func_id_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_yolo_reorg_attrs_fields[] = {
    TUNIP_FIELD_ANY(tunip_relay_yolo_reorg_attrs, stride, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_yolo_reorg_attrs, "relay.attrs.YoloReorgAttrs",
    &tunip_ir_attrs_type, tunip_relay_yolo_reorg_attrs_fields,
    TUNIP_LEN(tunip_relay_yolo_reorg_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_test_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_test_attrs, axis, 0),
    TUNIP_FIELD_NODE(tunip_relay_test_attrs, name, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_test_attrs, padding, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_test_attrs, func, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_test_attrs, "attrs.TestAttrs", &tunip_ir_attrs_type,
    tunip_relay_test_attrs_fields, TUNIP_LEN(tunip_relay_test_attrs_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);
