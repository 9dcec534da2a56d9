/* tirx_others.c -- field tables of tirx_others.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>
#include <tunip/tvm/tirx_others.h>

static const tunip_field tunip_te_placeholder_op_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_placeholder_op_v26, shape, tunip_ir_expr, 0),
    TUNIP_FIELD_NODE(tunip_te_placeholder_op_v26, dtype, tunip_ir_prim_type, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_placeholder_op_v26, "te.PlaceholderOp", &tunip_te_operation_type,
    tunip_te_placeholder_op_v26_fields, TUNIP_LEN(tunip_te_placeholder_op_v26_fields), UNSUPPORTED,
    0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_te_base_compute_op_v26_fields[] = {
    TUNIP_FIELD_ROW("axis", tunip_te_base_compute_op_v26, axis, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_type),
    TUNIP_FIELD_ROW("reduce_axis", tunip_te_base_compute_op_v26, reduce_axis, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_iter_var_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_base_compute_op_v26, "te.BaseComputeOp", &tunip_te_operation_type,
    tunip_te_base_compute_op_v26_fields, TUNIP_LEN(tunip_te_base_compute_op_v26_fields),
    UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, &tunip_te_base_compute_op_type, 26, 0);

static const tunip_field tunip_te_compute_op_v26_fields[] = {
    TUNIP_FIELD_ROW("body", tunip_te_compute_op_v26, body, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_compute_op_v26, "te.ComputeOp", &tunip_te_base_compute_op_v26_type,
    tunip_te_compute_op_v26_fields, TUNIP_LEN(tunip_te_compute_op_v26_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, &tunip_te_compute_op_type, 26, 0);

static const tunip_field tunip_te_extern_op_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_extern_op_v26, inputs, tunip_te_tensor_v26, 0),
    TUNIP_FIELD_ARRAY(tunip_te_extern_op_v26, input_placeholders, tunip_ir_var, 0),
    TUNIP_FIELD_ARRAY(tunip_te_extern_op_v26, output_placeholders, tunip_ir_var, 0),
    TUNIP_FIELD_ABSTRACT(tunip_te_extern_op_v26, body, tunip_tirx_stmt, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_extern_op_v26, "te.ExternOp", &tunip_te_operation_type,
    tunip_te_extern_op_v26_fields, TUNIP_LEN(tunip_te_extern_op_v26_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_te_scan_op_v26_fields[] = {
    TUNIP_FIELD_ROW("scan_axis", tunip_te_scan_op_v26, scan_axis, tunip_tir_iter_var *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_iter_var_type, NULL, NULL),
    TUNIP_FIELD_ROW("init", tunip_te_scan_op_v26, init, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v26_type),
    TUNIP_FIELD_ROW("update", tunip_te_scan_op_v26, update, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v26_type),
    TUNIP_FIELD_ROW("state_placeholder", tunip_te_scan_op_v26, state_placeholder, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_te_tensor_v26_type),
    TUNIP_FIELD_ROW("inputs", tunip_te_scan_op_v26, inputs, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v26_type),
    TUNIP_FIELD_ROW("spatial_axis_", tunip_te_scan_op_v26, spatial_axis, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_iter_var_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_scan_op_v26, "te.ScanOp", &tunip_te_operation_type,
    tunip_te_scan_op_v26_fields, TUNIP_LEN(tunip_te_scan_op_v26_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, &tunip_te_scan_op_type, 26, 0);

static const tunip_field tunip_te_tensor_v26_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_te_tensor_v26, shape, tunip_ir_expr, 0),
    TUNIP_FIELD_NODE(tunip_te_tensor_v26, dtype, tunip_ir_prim_type, 0),
    TUNIP_FIELD_ABSTRACT(tunip_te_tensor_v26, op, tunip_te_operation, 0),
    TUNIP_FIELD_INT(tunip_te_tensor_v26, value_index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_te_tensor_v26, "te.Tensor", &tunip_tirx_data_producer_type,
    tunip_te_tensor_v26_fields, TUNIP_LEN(tunip_te_tensor_v26_fields), CONST_TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_arith_int_constraints_v26_fields[] = {
    TUNIP_FIELD_ROW("variables", tunip_arith_int_constraints_v26, variables, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_var_type),
    TUNIP_FIELD_ROW("ranges", tunip_arith_int_constraints_v26, ranges, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_ir_var_type, &tunip_ir_range_v26_type),
    TUNIP_FIELD_ROW("relations", tunip_arith_int_constraints_v26, relations, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_constraints_v26, "arith.IntConstraints", &tunip_ir_object_type,
    tunip_arith_int_constraints_v26_fields, TUNIP_LEN(tunip_arith_int_constraints_v26_fields),
    TREE, 0, NULL, NULL, NULL, &tunip_arith_int_constraints_type, 26, 0);

static const tunip_field tunip_arith_int_constraints_transform_v26_fields[] = {
    TUNIP_FIELD_ROW("src", tunip_arith_int_constraints_transform_v26, src,
              tunip_arith_int_constraints *, TUNIP_KIND_NODE, 0,
              &tunip_arith_int_constraints_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("dst", tunip_arith_int_constraints_transform_v26, dst,
              tunip_arith_int_constraints *, TUNIP_KIND_NODE, 0,
              &tunip_arith_int_constraints_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("src_to_dst", tunip_arith_int_constraints_transform_v26, src_to_dst,
              tunip_map *, TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_ir_var_type,
              &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("dst_to_src", tunip_arith_int_constraints_transform_v26, dst_to_src,
              tunip_map *, TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_ir_var_type,
              &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_constraints_transform_v26, "arith.IntConstraintsTransform",
    &tunip_ir_object_type, tunip_arith_int_constraints_transform_v26_fields,
    TUNIP_LEN(tunip_arith_int_constraints_transform_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_arith_int_constraints_transform_type, 26, 0);

static const tunip_field tunip_arith_int_group_bounds_v26_fields[] = {
    TUNIP_FIELD_ROW("coef", tunip_arith_int_group_bounds_v26, coef, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("lower", tunip_arith_int_group_bounds_v26, lower, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("equal", tunip_arith_int_group_bounds_v26, equal, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("upper", tunip_arith_int_group_bounds_v26, upper, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_group_bounds_v26, "arith.IntGroupBounds",
    &tunip_ir_object_type, tunip_arith_int_group_bounds_v26_fields,
    TUNIP_LEN(tunip_arith_int_group_bounds_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_arith_int_group_bounds_type, 26, 0);

static const tunip_field tunip_arith_interval_set_v26_fields[] = {
    TUNIP_FIELD_ROW("min_value", tunip_arith_interval_set_v26, min_value, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("max_value", tunip_arith_interval_set_v26, max_value, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_interval_set_v26, "arith.IntervalSet", &tunip_ir_int_set_type,
    tunip_arith_interval_set_v26_fields, TUNIP_LEN(tunip_arith_interval_set_v26_fields),
    UNSUPPORTED, 0, NULL, NULL, NULL, &tunip_arith_interval_set_type, 26, 0);

static const tunip_field tunip_arith_iter_mark_v26_fields[] = {
    TUNIP_FIELD_ROW("source", tunip_arith_iter_mark_v26, source, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("extent", tunip_arith_iter_mark_v26, extent, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_mark_v26, "arith.IterMark", &tunip_ir_object_type,
    tunip_arith_iter_mark_v26_fields, TUNIP_LEN(tunip_arith_iter_mark_v26_fields), DAG, 0, NULL,
    NULL, NULL, &tunip_arith_iter_mark_type, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_arith_iter_map_expr_v26, "arith.IterMapExpr", &tunip_ir_expr_type, NULL,
    0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, &tunip_arith_iter_map_expr_type, 26, 0);

static const tunip_field tunip_arith_iter_split_expr_v26_fields[] = {
    TUNIP_FIELD_ROW("source", tunip_arith_iter_split_expr_v26, source, tunip_arith_iter_mark *,
              TUNIP_KIND_NODE, 0, &tunip_arith_iter_mark_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("lower_factor", tunip_arith_iter_split_expr_v26, lower_factor, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("extent", tunip_arith_iter_split_expr_v26, extent, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("scale", tunip_arith_iter_split_expr_v26, scale, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_split_expr_v26, "arith.IterSplitExpr",
    &tunip_arith_iter_map_expr_v26_type, tunip_arith_iter_split_expr_v26_fields,
    TUNIP_LEN(tunip_arith_iter_split_expr_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_arith_iter_split_expr_type, 26, 0);

static const tunip_field tunip_arith_iter_sum_expr_v26_fields[] = {
    TUNIP_FIELD_ROW("args", tunip_arith_iter_sum_expr_v26, args, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_arith_iter_split_expr_v26_type),
    TUNIP_FIELD_ROW("base", tunip_arith_iter_sum_expr_v26, offset, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_sum_expr_v26, "arith.IterSumExpr",
    &tunip_arith_iter_map_expr_v26_type, tunip_arith_iter_sum_expr_v26_fields,
    TUNIP_LEN(tunip_arith_iter_sum_expr_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_arith_iter_sum_expr_type, 26, 0);

static const tunip_field tunip_arith_iter_map_result_v26_fields[] = {
    TUNIP_FIELD_ROW("indices", tunip_arith_iter_map_result_v26, indices, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_arith_iter_sum_expr_v26_type),
    TUNIP_FIELD_ROW("errors", tunip_arith_iter_map_result_v26, errors, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_string_type),
    TUNIP_FIELD_ROW("padding_predicate", tunip_arith_iter_map_result_v26, padding_predicate,
              tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_map_result_v26, "arith.IterMapResult", &tunip_ir_object_type,
    tunip_arith_iter_map_result_v26_fields, TUNIP_LEN(tunip_arith_iter_map_result_v26_fields),
    UNSUPPORTED, 0, NULL, NULL, NULL, &tunip_arith_iter_map_result_type, 26, 0);
