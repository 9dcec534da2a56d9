/* te.c -- field tables of te.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/te.h>

static const tunip_field tunip_te_operation_fields[] = {
    TUNIP_FIELD_NODE(tunip_te_operation, name, tunip_string, TUNIP_FLAG_TEXT),
    TUNIP_FIELD_NODE(tunip_te_operation, tag, tunip_string, TUNIP_FLAG_TEXT),
    TUNIP_FIELD_MAP(tunip_te_operation, attrs, tunip_string, tunip_any,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_DEFAULT),
};
TUNIP__VINTAGE_TYPE(tunip_te_operation, "te.Operation", &tunip_ir_object_type,
    tunip_te_operation_fields, TUNIP_LEN(tunip_te_operation_fields), UNSUPPORTED,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_te_placeholder_op_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_placeholder_op, shape, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_DTYPE(tunip_te_placeholder_op, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_placeholder_op, "te.PlaceholderOp", &tunip_te_operation_type,
    tunip_te_placeholder_op_fields, TUNIP_LEN(tunip_te_placeholder_op_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_te_base_compute_op_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_base_compute_op, axis, tunip_tir_iter_var, 0),
    TUNIP_FIELD_ARRAY(tunip_te_base_compute_op, reduce_axis, tunip_tir_iter_var, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_base_compute_op, "te.BaseComputeOp", &tunip_te_operation_type,
    tunip_te_base_compute_op_fields, TUNIP_LEN(tunip_te_base_compute_op_fields), UNSUPPORTED,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_te_compute_op_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_compute_op, body, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_compute_op, "te.ComputeOp", &tunip_te_base_compute_op_type,
    tunip_te_compute_op_fields, TUNIP_LEN(tunip_te_compute_op_fields), UNSUPPORTED, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_te_extern_op_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_extern_op, inputs, tunip_te_tensor, 0),
    TUNIP_FIELD_ARRAY(tunip_te_extern_op, input_placeholders, tunip_tir_buffer, 0),
    TUNIP_FIELD_ARRAY(tunip_te_extern_op, output_placeholders, tunip_tir_buffer, 0),
    TUNIP_FIELD_ABSTRACT(tunip_te_extern_op, body, tunip_tir_stmt, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_extern_op, "te.ExternOp", &tunip_te_operation_type,
    tunip_te_extern_op_fields, TUNIP_LEN(tunip_te_extern_op_fields), UNSUPPORTED, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_te_scan_op_fields[] = {
    TUNIP_FIELD_NODE(tunip_te_scan_op, scan_axis, tunip_tir_iter_var, 0),
    TUNIP_FIELD_ARRAY(tunip_te_scan_op, init, tunip_te_tensor, 0),
    TUNIP_FIELD_ARRAY(tunip_te_scan_op, update, tunip_te_tensor, 0),
    TUNIP_FIELD_ARRAY(tunip_te_scan_op, state_placeholder, tunip_te_tensor, 0),
    TUNIP_FIELD_ARRAY(tunip_te_scan_op, inputs, tunip_te_tensor, 0),
    TUNIP_FIELD_ROW("spatial_axis_", tunip_te_scan_op, spatial_axis, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tir_iter_var_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_scan_op, "te.ScanOp", &tunip_te_operation_type,
    tunip_te_scan_op_fields, TUNIP_LEN(tunip_te_scan_op_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    NULL, 0, 24);

static const tunip_field tunip_te_tensor_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_tensor, shape, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_DTYPE(tunip_te_tensor, dtype, 0),
    TUNIP_FIELD_ABSTRACT(tunip_te_tensor, op, tunip_te_operation, 0),
    TUNIP_FIELD_INT(tunip_te_tensor, value_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_tensor, "te.Tensor", &tunip_tir_data_producer_type,
    tunip_te_tensor_fields, TUNIP_LEN(tunip_te_tensor_fields), CONST_TREE, 0, NULL, NULL, NULL,
    NULL, 0, 24);
