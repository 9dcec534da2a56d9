/* types_v24.c -- field tables of relax_types_v24.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_types_v24.h>
#include "../types.h"

static const tunip_field tunip_relax_conv1d_attrs_v24_fields[] = {
    TUNIP_FIELD_ROW("strides", tunip_relax_conv1d_attrs_v24, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_conv1d_attrs_v24, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_conv1d_attrs_v24, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("groups", tunip_relax_conv1d_attrs_v24, groups, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("data_layout", tunip_relax_conv1d_attrs_v24, data_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("kernel_layout", tunip_relax_conv1d_attrs_v24, kernel_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_conv1d_attrs_v24, out_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv1d_attrs_v24, out_dtype, tunip_dtype,
              TUNIP_KIND_DTYPE, 0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv1d_attrs_v24, "relax.attrs.Conv1DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv1d_attrs_v24_fields, TUNIP_LEN(tunip_relax_conv1d_attrs_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_conv1d_attrs_type, 24, 26);

static const tunip_field tunip_relax_conv1d_transpose_attrs_v24_fields[] = {
    TUNIP_FIELD_ROW("strides", tunip_relax_conv1d_transpose_attrs_v24, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_conv1d_transpose_attrs_v24, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("output_padding", tunip_relax_conv1d_transpose_attrs_v24, output_padding,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_conv1d_transpose_attrs_v24, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("groups", tunip_relax_conv1d_transpose_attrs_v24, groups, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("data_layout", tunip_relax_conv1d_transpose_attrs_v24, data_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("kernel_layout", tunip_relax_conv1d_transpose_attrs_v24, kernel_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_conv1d_transpose_attrs_v24, out_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv1d_transpose_attrs_v24, out_dtype, tunip_dtype,
              TUNIP_KIND_DTYPE, 0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv1d_transpose_attrs_v24, "relax.attrs.Conv1DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv1d_transpose_attrs_v24_fields,
    TUNIP_LEN(tunip_relax_conv1d_transpose_attrs_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_conv1d_transpose_attrs_type, 24, 26);

static const tunip_field tunip_relax_conv2d_attrs_v24_fields[] = {
    TUNIP_FIELD_ROW("strides", tunip_relax_conv2d_attrs_v24, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_conv2d_attrs_v24, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_conv2d_attrs_v24, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("groups", tunip_relax_conv2d_attrs_v24, groups, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("data_layout", tunip_relax_conv2d_attrs_v24, data_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("kernel_layout", tunip_relax_conv2d_attrs_v24, kernel_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_conv2d_attrs_v24, out_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv2d_attrs_v24, out_dtype, tunip_dtype,
              TUNIP_KIND_DTYPE, 0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv2d_attrs_v24, "relax.attrs.Conv2DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv2d_attrs_v24_fields, TUNIP_LEN(tunip_relax_conv2d_attrs_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_conv2d_attrs_type, 24, 26);

static const tunip_field tunip_relax_conv2d_transpose_attrs_v24_fields[] = {
    TUNIP_FIELD_ROW("strides", tunip_relax_conv2d_transpose_attrs_v24, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_conv2d_transpose_attrs_v24, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("output_padding", tunip_relax_conv2d_transpose_attrs_v24, output_padding,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_conv2d_transpose_attrs_v24, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("groups", tunip_relax_conv2d_transpose_attrs_v24, groups, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("data_layout", tunip_relax_conv2d_transpose_attrs_v24, data_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("kernel_layout", tunip_relax_conv2d_transpose_attrs_v24, kernel_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_conv2d_transpose_attrs_v24, out_layout,
              tunip_string *, TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv2d_transpose_attrs_v24, out_dtype, tunip_dtype,
              TUNIP_KIND_DTYPE, 0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv2d_transpose_attrs_v24, "relax.attrs.Conv2DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv2d_transpose_attrs_v24_fields,
    TUNIP_LEN(tunip_relax_conv2d_transpose_attrs_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_conv2d_transpose_attrs_type, 24, 26);

static const tunip_field tunip_relax_conv3d_attrs_v24_fields[] = {
    TUNIP_FIELD_ROW("strides", tunip_relax_conv3d_attrs_v24, strides, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("padding", tunip_relax_conv3d_attrs_v24, padding, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("dilation", tunip_relax_conv3d_attrs_v24, dilation, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("groups", tunip_relax_conv3d_attrs_v24, groups, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("data_layout", tunip_relax_conv3d_attrs_v24, data_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("kernel_layout", tunip_relax_conv3d_attrs_v24, kernel_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_layout", tunip_relax_conv3d_attrs_v24, out_layout, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("out_dtype", tunip_relax_conv3d_attrs_v24, out_dtype, tunip_dtype,
              TUNIP_KIND_DTYPE, 0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv3d_attrs_v24, "relax.attrs.Conv3DAttrs", &tunip_ir_attrs_type,
    tunip_relax_conv3d_attrs_v24_fields, TUNIP_LEN(tunip_relax_conv3d_attrs_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_conv3d_attrs_type, 24, 26);

static const tunip_field tunip_relax_layout_transform_attrs_v24_fields[] = {
    TUNIP_FIELD_ROW("index_map", tunip_relax_layout_transform_attrs_v24, index_map,
              tunip_tir_index_map *, TUNIP_KIND_NODE, 0, &tunip_tirx_index_map_v24_type, NULL,
              NULL),
    TUNIP_FIELD_ROW("pad_value", tunip_relax_layout_transform_attrs_v24, pad_value,
              tunip_relax_prim_value *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL,
              &tunip_relax_prim_value_type, NULL, NULL),
    TUNIP_FIELD_ROW("axis_separators", tunip_relax_layout_transform_attrs_v24, axis_separators,
              tunip_array *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL,
              &tunip_ir_int_imm_type),
    TUNIP_FIELD_ROW("input_axis_separators", tunip_relax_layout_transform_attrs_v24,
              input_axis_separators, tunip_array *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL,
              &tunip_array_type, NULL, &tunip_ir_int_imm_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_layout_transform_attrs_v24, "relax.attrs.LayoutTransformAttrs",
    &tunip_ir_attrs_type, tunip_relax_layout_transform_attrs_v24_fields,
    TUNIP_LEN(tunip_relax_layout_transform_attrs_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_layout_transform_attrs_type, 24, 26);

static const tunip_field tunip_relax_extern_func_v24_fields[] = {
    TUNIP_FIELD_ROW("global_symbol", tunip_relax_extern_func_v24, global_symbol, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_extern_func_v24, "relax.expr.ExternFunc", &tunip_ir_base_func_type,
    tunip_relax_extern_func_v24_fields, TUNIP_LEN(tunip_relax_extern_func_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_extern_func_type, 24, 25);

static const tunip_field tunip_relax_tensor_struct_info_v24_fields[] = {
    TUNIP_FIELD_ROW("shape", tunip_relax_tensor_struct_info_v24, shape, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_relax_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("dtype", tunip_relax_tensor_struct_info_v24, dtype, tunip_dtype,
              TUNIP_KIND_DTYPE, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("vdevice", tunip_relax_tensor_struct_info_v24, vdevice, tunip_ir_vdevice *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_vdevice_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("ndim", tunip_relax_tensor_struct_info_v24, ndim, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tensor_struct_info_v24, "relax.TensorStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_tensor_struct_info_v24_fields,
    TUNIP_LEN(tunip_relax_tensor_struct_info_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_tensor_struct_info_type, 24, 26);

static const tunip_field tunip_relax_dtensor_struct_info_v24_fields[] = {
    TUNIP_FIELD_ROW("device_mesh", tunip_relax_dtensor_struct_info_v24, device_mesh,
              tunip_relax_device_mesh *, TUNIP_KIND_NODE, 0, &tunip_relax_device_mesh_type, NULL,
              NULL),
    TUNIP_FIELD_ROW("placement", tunip_relax_dtensor_struct_info_v24, placement,
              tunip_relax_placement *, TUNIP_KIND_NODE, 0, &tunip_relax_placement_type, NULL, NULL),
    TUNIP_FIELD_ROW("tensor_sinfo", tunip_relax_dtensor_struct_info_v24, tensor_sinfo,
              tunip_relax_tensor_struct_info *, TUNIP_KIND_NODE, 0,
              &tunip_relax_tensor_struct_info_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_dtensor_struct_info_v24, "relax.DTensorStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_dtensor_struct_info_v24_fields,
    TUNIP_LEN(tunip_relax_dtensor_struct_info_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_dtensor_struct_info_type, 24, 25);

static const tunip_field tunip_relax_conv3d_transpose_attrs_v24_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs_v24, strides, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs_v24, padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs_v24, output_padding, tunip_int, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_conv3d_transpose_attrs_v24, dilation, tunip_int, 0),
    TUNIP_FIELD_INT(tunip_relax_conv3d_transpose_attrs_v24, groups, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_transpose_attrs_v24, data_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_transpose_attrs_v24, kernel_layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_conv3d_transpose_attrs_v24, out_layout, tunip_string, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_conv3d_transpose_attrs_v24, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_conv3d_transpose_attrs_v24, "relax.attrs.Conv3DTransposeAttrs",
    &tunip_ir_attrs_type, tunip_relax_conv3d_transpose_attrs_v24_fields,
    TUNIP_LEN(tunip_relax_conv3d_transpose_attrs_v24_fields), TREE, 0, NULL, NULL, NULL, NULL, 24,
    26);

static const tunip_field tunip_relax_resize3d_attrs_v24_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_resize3d_attrs_v24, roi, tunip_ir_float_imm, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs_v24, layout, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs_v24, method, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs_v24, coordinate_transformation_mode, tunip_string,
              0),
    TUNIP_FIELD_NODE(tunip_relax_resize3d_attrs_v24, rounding_method, tunip_string, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize3d_attrs_v24, cubic_alpha, 0),
    TUNIP_FIELD_INT(tunip_relax_resize3d_attrs_v24, cubic_exclude, 0),
    TUNIP_FIELD_FLOAT(tunip_relax_resize3d_attrs_v24, extrapolation_value, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_resize3d_attrs_v24, out_dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_resize3d_attrs_v24, "relax.attrs.Resize3DAttrs",
    &tunip_ir_attrs_type, tunip_relax_resize3d_attrs_v24_fields,
    TUNIP_LEN(tunip_relax_resize3d_attrs_v24_fields), TREE, 0, NULL, NULL, NULL, NULL, 24, 26);
