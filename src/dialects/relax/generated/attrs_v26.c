/* attrs_v26.c -- field tables of relax_attrs_v26.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_attrs.h>
#include <tunip/tvm/relax_attrs_v26.h>

static const tunip_field tunip_relax_adaptive_pool1d_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("output_size", tunip_relax_adaptive_pool1d_attrs_v26, output_size,
              tunip_array *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL,
              &tunip_int_type),
    TUNIP_FIELD_ROW("layout", tunip_relax_adaptive_pool1d_attrs_v26, layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_adaptive_pool1d_attrs_v26, out_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_adaptive_pool1d_attrs_v26, "relax.attrs.AdaptivePool1DAttrs",
    &tunip_ir_attrs_type, tunip_relax_adaptive_pool1d_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_adaptive_pool1d_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_adaptive_pool1d_attrs_type, 24, 0);

static const tunip_field tunip_relax_adaptive_pool2d_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("output_size", tunip_relax_adaptive_pool2d_attrs_v26, output_size,
              tunip_array *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL,
              &tunip_int_type),
    TUNIP_FIELD_ROW("layout", tunip_relax_adaptive_pool2d_attrs_v26, layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_adaptive_pool2d_attrs_v26, out_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_adaptive_pool2d_attrs_v26, "relax.attrs.AdaptivePool2DAttrs",
    &tunip_ir_attrs_type, tunip_relax_adaptive_pool2d_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_adaptive_pool2d_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_adaptive_pool2d_attrs_type, 24, 0);

static const tunip_field tunip_relax_adaptive_pool3d_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("output_size", tunip_relax_adaptive_pool3d_attrs_v26, output_size,
              tunip_array *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL,
              &tunip_int_type),
    TUNIP_FIELD_ROW("layout", tunip_relax_adaptive_pool3d_attrs_v26, layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_adaptive_pool3d_attrs_v26, out_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_adaptive_pool3d_attrs_v26, "relax.attrs.AdaptivePool3DAttrs",
    &tunip_ir_attrs_type, tunip_relax_adaptive_pool3d_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_adaptive_pool3d_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_adaptive_pool3d_attrs_type, 24, 0);

static const tunip_field tunip_relax_argsort_attrs_v26_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_argsort_attrs_v26, axis, 0),
    TUNIP_FIELD_BOOL(tunip_relax_argsort_attrs_v26, descending, 0),
    TUNIP_FIELD_ROW("dtype", tunip_relax_argsort_attrs_v26, dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_argsort_attrs_v26, "relax.attrs.ArgsortAttrs",
    &tunip_ir_attrs_type, tunip_relax_argsort_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_argsort_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_attention_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("scale", tunip_relax_attention_attrs_v26, scale, tunip_ir_float_imm *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_float_imm_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("causal_mask", tunip_relax_attention_attrs_v26, causal_mask, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("window_size", tunip_relax_attention_attrs_v26, window_size,
              tunip_ir_int_imm *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_int_imm_v26_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_attention_attrs_v26, "relax.attrs.AttentionAttrs",
    &tunip_ir_attrs_type, tunip_relax_attention_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_attention_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_attention_attrs_type, 26, 0);

static const tunip_field tunip_relax_call_inplace_packed_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("inplace_indices", tunip_relax_call_inplace_packed_attrs_v26, inplace_indices,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call_inplace_packed_attrs_v26,
    "relax.attrs.CallInplacePackedAttrs", &tunip_ir_attrs_type,
    tunip_relax_call_inplace_packed_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_call_inplace_packed_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_call_inplace_packed_attrs_type, 25, 0);

static const tunip_field tunip_relax_call_tir_inplace_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("inplace_indices", tunip_relax_call_tir_inplace_attrs_v26, inplace_indices,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call_tir_inplace_attrs_v26, "relax.attrs.CallTIRInplaceAttrs",
    &tunip_ir_attrs_type, tunip_relax_call_tir_inplace_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_call_tir_inplace_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_call_tir_inplace_attrs_type, 25, 0);

static const tunip_field tunip_relax_conv1d_attrs_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_attrs_v26, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_attrs_v26, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_attrs_v26, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv1d_attrs_v26, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_attrs_v26, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_attrs_v26, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_attrs_v26, out_layout, tunip_string, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv1d_attrs_v26, out_dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv1d_attrs_v26, "relax.attrs.Conv1DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv1d_attrs_v26_fields, TUNIP_LEN(tunip_relax_conv1d_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_conv1d_transpose_attrs_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs_v26, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs_v26, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs_v26, output_padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv1d_transpose_attrs_v26, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv1d_transpose_attrs_v26, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_transpose_attrs_v26, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_transpose_attrs_v26, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv1d_transpose_attrs_v26, out_layout, tunip_string, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv1d_transpose_attrs_v26, out_dtype,
              tunip_dtype_value *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL,
              NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv1d_transpose_attrs_v26, "relax.attrs.Conv1DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv1d_transpose_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_conv1d_transpose_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 26,
    0);

static const tunip_field tunip_relax_conv2d_attrs_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_attrs_v26, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_attrs_v26, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_attrs_v26, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv2d_attrs_v26, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_attrs_v26, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_attrs_v26, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_attrs_v26, out_layout, tunip_string, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv2d_attrs_v26, out_dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv2d_attrs_v26, "relax.attrs.Conv2DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv2d_attrs_v26_fields, TUNIP_LEN(tunip_relax_conv2d_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_conv2d_transpose_attrs_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs_v26, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs_v26, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs_v26, output_padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv2d_transpose_attrs_v26, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv2d_transpose_attrs_v26, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_transpose_attrs_v26, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_transpose_attrs_v26, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv2d_transpose_attrs_v26, out_layout, tunip_string, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv2d_transpose_attrs_v26, out_dtype,
              tunip_dtype_value *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL,
              NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv2d_transpose_attrs_v26, "relax.attrs.Conv2DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv2d_transpose_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_conv2d_transpose_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 26,
    0);

static const tunip_field tunip_relax_conv3d_attrs_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_attrs_v26, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_attrs_v26, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_attrs_v26, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv3d_attrs_v26, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_attrs_v26, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_attrs_v26, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_attrs_v26, out_layout, tunip_string, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv3d_attrs_v26, out_dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv3d_attrs_v26, "relax.attrs.Conv3DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv3d_attrs_v26_fields, TUNIP_LEN(tunip_relax_conv3d_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_distribution_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("device_mesh", tunip_relax_distribution_attrs_v26, device_mesh,
              tunip_relax_device_mesh *, TUNIP_KIND_NODE, 0, &tunip_relax_device_mesh_v26_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("placement", tunip_relax_distribution_attrs_v26, placement,
              tunip_relax_placement *, TUNIP_KIND_NODE, 0, &tunip_relax_placement_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_distribution_attrs_v26, "relax.attrs.DistributionAttrs",
    &tunip_ir_attrs_type, tunip_relax_distribution_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_distribution_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_distribution_attrs_type, 26, 0);

static const tunip_field tunip_relax_expand_dims_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axis", tunip_relax_expand_dims_attrs_v26, axis, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_expand_dims_attrs_v26, "relax.attrs.ExpandDimsAttrs",
    &tunip_ir_attrs_type, tunip_relax_expand_dims_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_expand_dims_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_expand_dims_attrs_type, 25, 0);

static const tunip_field tunip_relax_flip_attrs_v26_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_flip_attrs_v26, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_flip_attrs_v26, "relax.attrs.FlipAttrs", &tunip_ir_attrs_type,
    tunip_relax_flip_attrs_v26_fields, TUNIP_LEN(tunip_relax_flip_attrs_v26_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 25, 0);

static const tunip_field tunip_relax_gather_elements_attrs_v26_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_gather_elements_attrs_v26, axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_gather_elements_attrs_v26, "relax.attrs.GatherElementsAttrs",
    &tunip_ir_attrs_type, tunip_relax_gather_elements_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_gather_elements_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 25,
    0);

static const tunip_field tunip_relax_gather_nd_attrs_v26_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_gather_nd_attrs_v26, batch_dims, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_gather_nd_attrs_v26, "relax.attrs.GatherNDAttrs",
    &tunip_ir_attrs_type, tunip_relax_gather_nd_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_gather_nd_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 25, 0);

static const tunip_field tunip_relax_group_norm_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("num_groups", tunip_relax_group_norm_attrs_v26, num_groups, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("channel_axis", tunip_relax_group_norm_attrs_v26, channel_axis, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("axes", tunip_relax_group_norm_attrs_v26, axes, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("epsilon", tunip_relax_group_norm_attrs_v26, epsilon, double, TUNIP_KIND_FLOAT,
              0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("center", tunip_relax_group_norm_attrs_v26, center, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("scale", tunip_relax_group_norm_attrs_v26, scale, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_group_norm_attrs_v26, "relax.attrs.GroupNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_group_norm_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_group_norm_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_group_norm_attrs_type, 25, 0);

static const tunip_field tunip_relax_init_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("dtype", tunip_relax_init_attrs_v26, dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_init_attrs_v26, "relax.attrs.InitAttrs", &tunip_ir_attrs_type,
    tunip_relax_init_attrs_v26_fields, TUNIP_LEN(tunip_relax_init_attrs_v26_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_instance_norm_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("channel_axis", tunip_relax_instance_norm_attrs_v26, channel_axis, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("axes", tunip_relax_instance_norm_attrs_v26, axes, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("epsilon", tunip_relax_instance_norm_attrs_v26, epsilon, double,
              TUNIP_KIND_FLOAT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("center", tunip_relax_instance_norm_attrs_v26, center, bool, TUNIP_KIND_BOOL,
              0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("scale", tunip_relax_instance_norm_attrs_v26, scale, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_instance_norm_attrs_v26, "relax.attrs.InstanceNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_instance_norm_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_instance_norm_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_instance_norm_attrs_type, 25, 0);

static const tunip_field tunip_relax_layer_norm_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axes", tunip_relax_layer_norm_attrs_v26, axes, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("epsilon", tunip_relax_layer_norm_attrs_v26, epsilon, double, TUNIP_KIND_FLOAT,
              0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("center", tunip_relax_layer_norm_attrs_v26, center, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("scale", tunip_relax_layer_norm_attrs_v26, scale, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_layer_norm_attrs_v26, "relax.attrs.LayerNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_layer_norm_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_layer_norm_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_layer_norm_attrs_type, 25, 0);

static const tunip_field tunip_relax_layout_transform_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("index_map", tunip_relax_layout_transform_attrs_v26, index_map,
              tunip_tir_index_map *, TUNIP_KIND_NODE, 0, &tunip_tirx_index_map_type, NULL, NULL),
    TUNIP_FIELD_ROW("pad_value", tunip_relax_layout_transform_attrs_v26, pad_value,
              tunip_relax_prim_value *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_layout_transform_attrs_v26, "relax.attrs.LayoutTransformAttrs",
    &tunip_ir_attrs_type, tunip_relax_layout_transform_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_layout_transform_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_layout_transform_attrs_type, 26, 0);

static const tunip_field tunip_relax_matmul_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_matmul_attrs_v26, out_dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_matmul_attrs_v26, "relax.attrs.MatmulAttrs", &tunip_ir_attrs_type,
    tunip_relax_matmul_attrs_v26_fields, TUNIP_LEN(tunip_relax_matmul_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_pad_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("pad_width", tunip_relax_pad_attrs_v26, pad_width, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("pad_value", tunip_relax_pad_attrs_v26, pad_value, double, TUNIP_KIND_FLOAT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("pad_mode", tunip_relax_pad_attrs_v26, pad_mode, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pad_attrs_v26, "relax.attrs.PadAttrs", &tunip_ir_attrs_type,
    tunip_relax_pad_attrs_v26_fields, TUNIP_LEN(tunip_relax_pad_attrs_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_pad_attrs_type, 25, 0);

static const tunip_field tunip_relax_permute_dims_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axes", tunip_relax_permute_dims_attrs_v26, axes, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL, &tunip_int_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_permute_dims_attrs_v26, "relax.attrs.PermuteDimsAttrs",
    &tunip_ir_attrs_type, tunip_relax_permute_dims_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_permute_dims_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_permute_dims_attrs_type, 25, 0);

static const tunip_field tunip_relax_pool1d_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("pool_size", tunip_relax_pool1d_attrs_v26, pool_size, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("strides", tunip_relax_pool1d_attrs_v26, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_pool1d_attrs_v26, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_pool1d_attrs_v26, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("ceil_mode", tunip_relax_pool1d_attrs_v26, ceil_mode, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("count_include_pad", tunip_relax_pool1d_attrs_v26, count_include_pad, bool,
              TUNIP_KIND_BOOL, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("layout", tunip_relax_pool1d_attrs_v26, layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_pool1d_attrs_v26, out_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pool1d_attrs_v26, "relax.attrs.Pool1DAttrs", &tunip_ir_attrs_type,
    tunip_relax_pool1d_attrs_v26_fields, TUNIP_LEN(tunip_relax_pool1d_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_pool1d_attrs_type, 24, 0);

static const tunip_field tunip_relax_pool2d_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("pool_size", tunip_relax_pool2d_attrs_v26, pool_size, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("strides", tunip_relax_pool2d_attrs_v26, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_pool2d_attrs_v26, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_pool2d_attrs_v26, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("ceil_mode", tunip_relax_pool2d_attrs_v26, ceil_mode, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("count_include_pad", tunip_relax_pool2d_attrs_v26, count_include_pad, bool,
              TUNIP_KIND_BOOL, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("layout", tunip_relax_pool2d_attrs_v26, layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_pool2d_attrs_v26, out_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pool2d_attrs_v26, "relax.attrs.Pool2DAttrs", &tunip_ir_attrs_type,
    tunip_relax_pool2d_attrs_v26_fields, TUNIP_LEN(tunip_relax_pool2d_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_pool2d_attrs_type, 24, 0);

static const tunip_field tunip_relax_pool3d_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("pool_size", tunip_relax_pool3d_attrs_v26, pool_size, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("strides", tunip_relax_pool3d_attrs_v26, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_pool3d_attrs_v26, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_pool3d_attrs_v26, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("ceil_mode", tunip_relax_pool3d_attrs_v26, ceil_mode, bool, TUNIP_KIND_BOOL, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("count_include_pad", tunip_relax_pool3d_attrs_v26, count_include_pad, bool,
              TUNIP_KIND_BOOL, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("layout", tunip_relax_pool3d_attrs_v26, layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_pool3d_attrs_v26, out_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pool3d_attrs_v26, "relax.attrs.Pool3DAttrs", &tunip_ir_attrs_type,
    tunip_relax_pool3d_attrs_v26_fields, TUNIP_LEN(tunip_relax_pool3d_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_pool3d_attrs_type, 24, 0);

static const tunip_field tunip_relax_rms_norm_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axes", tunip_relax_rms_norm_attrs_v26, axes, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("epsilon", tunip_relax_rms_norm_attrs_v26, epsilon, double, TUNIP_KIND_FLOAT,
              0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_rms_norm_attrs_v26, "relax.attrs.RMSNormAttrs",
    &tunip_ir_attrs_type, tunip_relax_rms_norm_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_rms_norm_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_rms_norm_attrs_type, 25, 0);

static const tunip_field tunip_relax_resize2d_attrs_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_resize2d_attrs_v26, roi, tunip_ir_float_imm_v26, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs_v26, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs_v26, method, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs_v26, coordinate_transformation_mode, tunip_string,
              0),
    TUNIP_FIELD_NODE(tunip_relax_resize2d_attrs_v26, rounding_method, tunip_string, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize2d_attrs_v26, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relax_resize2d_attrs_v26, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize2d_attrs_v26, extrapolation_value, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_resize2d_attrs_v26, out_dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_resize2d_attrs_v26, "relax.attrs.Resize2DAttrs",
    &tunip_ir_attrs_type, tunip_relax_resize2d_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_resize2d_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_scanop_attrs_v26_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_scanop_attrs_v26, axis, tunip_int, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ROW("dtype", tunip_relax_scanop_attrs_v26, dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
    TUNIP_FIELD_BOOL(tunip_relax_scanop_attrs_v26, exclusive, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scanop_attrs_v26, "relax.attrs.ScanopAttrs", &tunip_ir_attrs_type,
    tunip_relax_scanop_attrs_v26_fields, TUNIP_LEN(tunip_relax_scanop_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_scatter_elements_attrs_v26_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_scatter_elements_attrs_v26, axis, 0),
    TUNIP_FIELD_NODE(tunip_relax_scatter_elements_attrs_v26, reduction, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_scatter_elements_attrs_v26, "relax.attrs.ScatterElementsAttrs",
    &tunip_ir_attrs_type, tunip_relax_scatter_elements_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_scatter_elements_attrs_v26_fields), TREE, 0, NULL, NULL, NULL, NULL, 25,
    0);

static const tunip_field tunip_relax_squeeze_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axis", tunip_relax_squeeze_attrs_v26, axis, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL, &tunip_int_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_squeeze_attrs_v26, "relax.attrs.SqueezeAttrs",
    &tunip_ir_attrs_type, tunip_relax_squeeze_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_squeeze_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_squeeze_attrs_type, 25, 0);

static const tunip_field tunip_relax_stack_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axis", tunip_relax_stack_attrs_v26, axis, tunip_ir_int_imm *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_int_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_stack_attrs_v26, "relax.attrs.StackAttrs", &tunip_ir_attrs_type,
    tunip_relax_stack_attrs_v26_fields, TUNIP_LEN(tunip_relax_stack_attrs_v26_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_stack_attrs_type, 25, 0);

static const tunip_field tunip_relax_statistical_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("axis", tunip_relax_statistical_attrs_v26, axis, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("keepdims", tunip_relax_statistical_attrs_v26, keepdims, bool, TUNIP_KIND_BOOL,
              0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_statistical_attrs_v26, "relax.attrs.StatisticalAttrs",
    &tunip_ir_attrs_type, tunip_relax_statistical_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_statistical_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_statistical_attrs_type, 25, 0);

static const tunip_field tunip_relax_tile_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("repeats", tunip_relax_tile_attrs_v26, repeats, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_int_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tile_attrs_v26, "relax.attrs.TileAttrs", &tunip_ir_attrs_type,
    tunip_relax_tile_attrs_v26_fields, TUNIP_LEN(tunip_relax_tile_attrs_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_tile_attrs_type, 25, 0);

static const tunip_field tunip_relax_to_vdevice_attrs_v26_fields[] = {
    TUNIP_FIELD_ROW("dst_vdevice", tunip_relax_to_vdevice_attrs_v26, dst_vdevice,
              tunip_ir_vdevice *, TUNIP_KIND_NODE, 0, &tunip_ir_vdevice_v26_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_to_vdevice_attrs_v26, "relax.attrs.ToVDeviceAttrs",
    &tunip_ir_attrs_type, tunip_relax_to_vdevice_attrs_v26_fields,
    TUNIP_LEN(tunip_relax_to_vdevice_attrs_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_to_vdevice_attrs_type, 24, 0);

static const tunip_field tunip_relax_topk_attrs_v26_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_topk_attrs_v26, k, 0),
    TUNIP_FIELD_INT(tunip_relax_topk_attrs_v26, axis, 0),
    TUNIP_FIELD_NODE(tunip_relax_topk_attrs_v26, ret_type, tunip_string, 0),
    TUNIP_FIELD_BOOL(tunip_relax_topk_attrs_v26, largest, 0),
    TUNIP_FIELD_ROW("dtype", tunip_relax_topk_attrs_v26, dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_topk_attrs_v26, "relax.attrs.TopKAttrs", &tunip_ir_attrs_type,
    tunip_relax_topk_attrs_v26_fields, TUNIP_LEN(tunip_relax_topk_attrs_v26_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_affine_grid_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relax_affine_grid_attrs, align_corners, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_affine_grid_attrs, "relax.attrs.AffineGridAttrs",
    &tunip_ir_attrs_type, tunip_relax_affine_grid_attrs_fields,
    TUNIP_LEN(tunip_relax_affine_grid_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_conv3d_transpose_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs, output_padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv3d_transpose_attrs, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_transpose_attrs, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_transpose_attrs, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_transpose_attrs, out_layout, tunip_string, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv3d_transpose_attrs, out_dtype,
              tunip_dtype_value *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL,
              NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv3d_transpose_attrs, "relax.attrs.Conv3DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv3d_transpose_attrs_fields,
    TUNIP_LEN(tunip_relax_conv3d_transpose_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_get_valid_counts_attrs_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_relax_get_valid_counts_attrs, score_threshold, 0),
    TUNIP_FIELD_INT(tunip_relax_get_valid_counts_attrs, id_index, 0),
    TUNIP_FIELD_INT(tunip_relax_get_valid_counts_attrs, score_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_get_valid_counts_attrs, "relax.attrs.GetValidCountsAttrs",
    &tunip_ir_attrs_type, tunip_relax_get_valid_counts_attrs_fields,
    TUNIP_LEN(tunip_relax_get_valid_counts_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 24, 0);

static const tunip_field tunip_relax_multibox_transform_loc_attrs_fields[] = {
    TUNIP_FIELD_BOOL(tunip_relax_multibox_transform_loc_attrs, clip, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_multibox_transform_loc_attrs, threshold, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_multibox_transform_loc_attrs, variances, tunip_float, 0),
    TUNIP_FIELD_BOOL(tunip_relax_multibox_transform_loc_attrs, keep_background, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_multibox_transform_loc_attrs,
    "relax.attrs.MultiboxTransformLocAttrs", &tunip_ir_attrs_type,
    tunip_relax_multibox_transform_loc_attrs_fields,
    TUNIP_LEN(tunip_relax_multibox_transform_loc_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL,
    24, 0);

static const tunip_field tunip_relax_non_maximum_suppression_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_non_maximum_suppression_attrs, max_output_size, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_non_maximum_suppression_attrs, iou_threshold, 0),
    TUNIP_FIELD_BOOL(tunip_relax_non_maximum_suppression_attrs, force_suppress, 0),
    TUNIP_FIELD_INT(tunip_relax_non_maximum_suppression_attrs, top_k, 0),
    TUNIP_FIELD_INT(tunip_relax_non_maximum_suppression_attrs, coord_start, 0),
    TUNIP_FIELD_INT(tunip_relax_non_maximum_suppression_attrs, score_index, 0),
    TUNIP_FIELD_INT(tunip_relax_non_maximum_suppression_attrs, id_index, 0),
    TUNIP_FIELD_BOOL(tunip_relax_non_maximum_suppression_attrs, return_indices, 0),
    TUNIP_FIELD_BOOL(tunip_relax_non_maximum_suppression_attrs, invalid_to_bottom, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_non_maximum_suppression_attrs, soft_nms_sigma, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_non_maximum_suppression_attrs, score_threshold, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_non_maximum_suppression_attrs,
    "relax.attrs.NonMaximumSuppressionAttrs", &tunip_ir_attrs_type,
    tunip_relax_non_maximum_suppression_attrs_fields,
    TUNIP_LEN(tunip_relax_non_maximum_suppression_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL,
    24, 0);

static const tunip_field tunip_relax_roialign_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_roialign_attrs, pooled_size, tunip_int, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_roialign_attrs, spatial_scale, 0),
    TUNIP_FIELD_INT(tunip_relax_roialign_attrs, sample_ratio, 0),
    TUNIP_FIELD_BOOL(tunip_relax_roialign_attrs, aligned, 0),
    TUNIP_FIELD_NODE(tunip_relax_roialign_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_roialign_attrs, mode, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_roialign_attrs, "relax.attrs.ROIAlignAttrs", &tunip_ir_attrs_type,
    tunip_relax_roialign_attrs_fields, TUNIP_LEN(tunip_relax_roialign_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 24, 0);

static const tunip_field tunip_relax_roipool_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_roipool_attrs, pooled_size, tunip_int, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_roipool_attrs, spatial_scale, 0),
    TUNIP_FIELD_NODE(tunip_relax_roipool_attrs, layout, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_roipool_attrs, "relax.attrs.ROIPoolAttrs", &tunip_ir_attrs_type,
    tunip_relax_roipool_attrs_fields, TUNIP_LEN(tunip_relax_roipool_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 24, 0);

static const tunip_field tunip_relax_resize3d_attrs_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_resize3d_attrs, roi, tunip_ir_float_imm_v26, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs, method, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs, coordinate_transformation_mode, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs, rounding_method, tunip_string, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize3d_attrs, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relax_resize3d_attrs, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize3d_attrs, extrapolation_value, 0),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_resize3d_attrs, out_dtype, tunip_dtype_value *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_dtype_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_resize3d_attrs, "relax.attrs.Resize3DAttrs", &tunip_ir_attrs_type,
    tunip_relax_resize3d_attrs_fields, TUNIP_LEN(tunip_relax_resize3d_attrs_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_reverse_sequence_attrs_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_reverse_sequence_attrs, seq_axis, 0),
    TUNIP_FIELD_INT(tunip_relax_reverse_sequence_attrs, batch_axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_reverse_sequence_attrs, "relax.attrs.ReverseSequenceAttrs",
    &tunip_ir_attrs_type, tunip_relax_reverse_sequence_attrs_fields,
    TUNIP_LEN(tunip_relax_reverse_sequence_attrs_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);
