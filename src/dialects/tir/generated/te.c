/* te.c -- field tables of te.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/te.h>

static const tunip_field te_operation_fields[] = {
    TUNIP_NODE(te_operation, name, tunip_string, 0),
    TUNIP_NODE(te_operation, tag, tunip_string, 0),
    TUNIP_MAP(te_operation, attrs, tunip_string, tunip_any, 0),
};
TUNIP__TYPE(te_operation, "te.Operation", &ir_object_type, te_operation_fields,
    TUNIP_LEN(te_operation_fields), UNSUPPORTED, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field te_placeholder_op_fields[] = {
    TUNIP_ARRAY(te_placeholder_op, shape, ir_prim_expr, 0),
    TUNIP_DTYPE(te_placeholder_op, dtype, 0),
};
TUNIP__TYPE(te_placeholder_op, "te.PlaceholderOp", &te_operation_type, te_placeholder_op_fields,
    TUNIP_LEN(te_placeholder_op_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field te_base_compute_op_fields[] = {
    TUNIP_ARRAY(te_base_compute_op, axis, tir_iter_var, 0),
    TUNIP_ARRAY(te_base_compute_op, reduce_axis, tir_iter_var, 0),
};
TUNIP__TYPE(te_base_compute_op, "te.BaseComputeOp", &te_operation_type, te_base_compute_op_fields,
    TUNIP_LEN(te_base_compute_op_fields), UNSUPPORTED, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field te_compute_op_fields[] = {
    TUNIP_ARRAY(te_compute_op, body, ir_prim_expr, 0),
};
TUNIP__TYPE(te_compute_op, "te.ComputeOp", &te_base_compute_op_type, te_compute_op_fields,
    TUNIP_LEN(te_compute_op_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field te_extern_op_fields[] = {
    TUNIP_ARRAY(te_extern_op, inputs, te_tensor, 0),
    TUNIP_ARRAY(te_extern_op, input_placeholders, tir_buffer, 0),
    TUNIP_ARRAY(te_extern_op, output_placeholders, tir_buffer, 0),
    TUNIP_KIND(te_extern_op, body, tir_stmt, 0),
};
TUNIP__TYPE(te_extern_op, "te.ExternOp", &te_operation_type, te_extern_op_fields,
    TUNIP_LEN(te_extern_op_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field te_scan_op_fields[] = {
    TUNIP_NODE(te_scan_op, scan_axis, tir_iter_var, 0),
    TUNIP_ARRAY(te_scan_op, init, te_tensor, 0),
    TUNIP_ARRAY(te_scan_op, update, te_tensor, 0),
    TUNIP_ARRAY(te_scan_op, state_placeholder, te_tensor, 0),
    TUNIP_ARRAY(te_scan_op, inputs, te_tensor, 0),
    TUNIP_ROW("spatial_axis_", te_scan_op, spatial_axis, tunip_array *, TUNIP_FIELD_NODE, 0,
              &tunip_array_type, NULL, &tir_iter_var_type),
};
TUNIP__TYPE(te_scan_op, "te.ScanOp", &te_operation_type, te_scan_op_fields,
    TUNIP_LEN(te_scan_op_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field te_tensor_fields[] = {
    TUNIP_ARRAY(te_tensor, shape, ir_prim_expr, 0),
    TUNIP_DTYPE(te_tensor, dtype, 0),
    TUNIP_KIND(te_tensor, op, te_operation, 0),
    TUNIP_INT(te_tensor, value_index, 0),
};
TUNIP__TYPE(te_tensor, "te.Tensor", &tir_data_producer_type, te_tensor_fields,
    TUNIP_LEN(te_tensor_fields), CONST_TREE, 0, NULL, NULL);
