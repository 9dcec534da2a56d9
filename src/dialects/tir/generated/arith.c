/* arith.c -- field tables of arith.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/arith.h>

static const tunip_field tunip_arith_const_int_bound_fields[] = {
    TUNIP_FIELD_INT(tunip_arith_const_int_bound, min_value, 0),
    TUNIP_FIELD_INT(tunip_arith_const_int_bound, max_value, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_const_int_bound, "arith.ConstIntBound", &tunip_ir_object_type,
    tunip_arith_const_int_bound_fields, TUNIP_LEN(tunip_arith_const_int_bound_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_arith_int_constraints_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_arith_int_constraints, variables, tunip_tir_var, 0),
    TUNIP_FIELD_MAP(tunip_arith_int_constraints, ranges, tunip_tir_var, tunip_ir_range, 0),
    TUNIP_FIELD_ARRAY(tunip_arith_int_constraints, relations, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_constraints, "arith.IntConstraints", &tunip_ir_object_type,
    tunip_arith_int_constraints_fields, TUNIP_LEN(tunip_arith_int_constraints_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_arith_int_constraints_transform_fields[] = {
    TUNIP_FIELD_NODE(tunip_arith_int_constraints_transform, src, tunip_arith_int_constraints, 0),
    TUNIP_FIELD_NODE(tunip_arith_int_constraints_transform, dst, tunip_arith_int_constraints, 0),
    TUNIP_FIELD_MAP(tunip_arith_int_constraints_transform, src_to_dst, tunip_tir_var,
              tunip_ir_prim_expr, 0),
    TUNIP_FIELD_MAP(tunip_arith_int_constraints_transform, dst_to_src, tunip_tir_var,
              tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_constraints_transform, "arith.IntConstraintsTransform",
    &tunip_ir_object_type, tunip_arith_int_constraints_transform_fields,
    TUNIP_LEN(tunip_arith_int_constraints_transform_fields), TREE, 0, NULL, NULL, NULL, NULL, 0,
    24);

static const tunip_field tunip_arith_int_group_bounds_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_arith_int_group_bounds, coef, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_arith_int_group_bounds, lower, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_arith_int_group_bounds, equal, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_arith_int_group_bounds, upper, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_group_bounds, "arith.IntGroupBounds", &tunip_ir_object_type,
    tunip_arith_int_group_bounds_fields, TUNIP_LEN(tunip_arith_int_group_bounds_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_arith_interval_set_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_arith_interval_set, min_value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_arith_interval_set, max_value, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_interval_set, "arith.IntervalSet", &tunip_ir_int_set_type,
    tunip_arith_interval_set_fields, TUNIP_LEN(tunip_arith_interval_set_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_arith_iter_mark_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_arith_iter_mark, source, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_arith_iter_mark, extent, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_mark, "arith.IterMark", &tunip_ir_object_type,
    tunip_arith_iter_mark_fields, TUNIP_LEN(tunip_arith_iter_mark_fields), DAG, 0, NULL, NULL,
    NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_arith_iter_map_expr, "arith.IterMapExpr", &tunip_ir_prim_expr_type, NULL,
    0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_arith_iter_split_expr_fields[] = {
    TUNIP_FIELD_NODE(tunip_arith_iter_split_expr, source, tunip_arith_iter_mark, 0),
    TUNIP_FIELD_ABSTRACT(tunip_arith_iter_split_expr, lower_factor, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_arith_iter_split_expr, extent, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_arith_iter_split_expr, scale, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_split_expr, "arith.IterSplitExpr",
    &tunip_arith_iter_map_expr_type, tunip_arith_iter_split_expr_fields,
    TUNIP_LEN(tunip_arith_iter_split_expr_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_arith_iter_sum_expr_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_arith_iter_sum_expr, args, tunip_arith_iter_split_expr, 0),
    TUNIP_FIELD_ROW("base", tunip_arith_iter_sum_expr, offset, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_sum_expr, "arith.IterSumExpr",
    &tunip_arith_iter_map_expr_type, tunip_arith_iter_sum_expr_fields,
    TUNIP_LEN(tunip_arith_iter_sum_expr_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_arith_iter_map_result_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_arith_iter_map_result, indices, tunip_arith_iter_sum_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_arith_iter_map_result, errors, tunip_string, 0),
    TUNIP_FIELD_ABSTRACT(tunip_arith_iter_map_result, padding_predicate, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_arith_iter_map_result, "arith.IterMapResult", &tunip_ir_object_type,
    tunip_arith_iter_map_result_fields, TUNIP_LEN(tunip_arith_iter_map_result_fields), UNSUPPORTED,
    0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_arith_modular_set_fields[] = {
    TUNIP_FIELD_INT(tunip_arith_modular_set, coeff, 0),
    TUNIP_FIELD_ROW("base", tunip_arith_modular_set, remainder, int64_t, TUNIP_KIND_INT, 0, NULL,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_arith_modular_set, "arith.ModularSet", &tunip_ir_object_type,
    tunip_arith_modular_set_fields, TUNIP_LEN(tunip_arith_modular_set_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);
