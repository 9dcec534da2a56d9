/* arith.c -- field tables of arith.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/arith.h>

static const tunip_field arith_const_int_bound_fields[] = {
    TUNIP_INT(arith_const_int_bound, min_value, 0),
    TUNIP_INT(arith_const_int_bound, max_value, 0),
};
TUNIP__TYPE(arith_const_int_bound, "arith.ConstIntBound", &ir_object_type,
    arith_const_int_bound_fields, TUNIP_LEN(arith_const_int_bound_fields), TREE, 0, NULL, NULL);

static const tunip_field arith_int_constraints_fields[] = {
    TUNIP_ARRAY(arith_int_constraints, variables, tir_var, 0),
    TUNIP_MAP(arith_int_constraints, ranges, tir_var, ir_range, 0),
    TUNIP_ARRAY(arith_int_constraints, relations, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_int_constraints, "arith.IntConstraints", &ir_object_type,
    arith_int_constraints_fields, TUNIP_LEN(arith_int_constraints_fields), TREE, 0, NULL, NULL);

static const tunip_field arith_int_constraints_transform_fields[] = {
    TUNIP_NODE(arith_int_constraints_transform, src, arith_int_constraints, 0),
    TUNIP_NODE(arith_int_constraints_transform, dst, arith_int_constraints, 0),
    TUNIP_MAP(arith_int_constraints_transform, src_to_dst, tir_var, ir_prim_expr, 0),
    TUNIP_MAP(arith_int_constraints_transform, dst_to_src, tir_var, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_int_constraints_transform, "arith.IntConstraintsTransform", &ir_object_type,
    arith_int_constraints_transform_fields, TUNIP_LEN(arith_int_constraints_transform_fields),
    TREE, 0, NULL, NULL);

static const tunip_field arith_int_group_bounds_fields[] = {
    TUNIP_KIND(arith_int_group_bounds, coef, ir_prim_expr, 0),
    TUNIP_ARRAY(arith_int_group_bounds, lower, ir_prim_expr, 0),
    TUNIP_ARRAY(arith_int_group_bounds, equal, ir_prim_expr, 0),
    TUNIP_ARRAY(arith_int_group_bounds, upper, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_int_group_bounds, "arith.IntGroupBounds", &ir_object_type,
    arith_int_group_bounds_fields, TUNIP_LEN(arith_int_group_bounds_fields), TREE, 0, NULL, NULL);

static const tunip_field arith_interval_set_fields[] = {
    TUNIP_KIND(arith_interval_set, min_value, ir_prim_expr, 0),
    TUNIP_KIND(arith_interval_set, max_value, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_interval_set, "arith.IntervalSet", &ir_int_set_type, arith_interval_set_fields,
    TUNIP_LEN(arith_interval_set_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field arith_iter_mark_fields[] = {
    TUNIP_KIND(arith_iter_mark, source, ir_prim_expr, 0),
    TUNIP_KIND(arith_iter_mark, extent, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_iter_mark, "arith.IterMark", &ir_object_type, arith_iter_mark_fields,
    TUNIP_LEN(arith_iter_mark_fields), DAG, 0, NULL, NULL);

TUNIP__TYPE(arith_iter_map_expr, "arith.IterMapExpr", &ir_prim_expr_type, NULL, 0, UNSUPPORTED,
    TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field arith_iter_split_expr_fields[] = {
    TUNIP_NODE(arith_iter_split_expr, source, arith_iter_mark, 0),
    TUNIP_KIND(arith_iter_split_expr, lower_factor, ir_prim_expr, 0),
    TUNIP_KIND(arith_iter_split_expr, extent, ir_prim_expr, 0),
    TUNIP_KIND(arith_iter_split_expr, scale, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_iter_split_expr, "arith.IterSplitExpr", &arith_iter_map_expr_type,
    arith_iter_split_expr_fields, TUNIP_LEN(arith_iter_split_expr_fields), TREE, 0, NULL, NULL);

static const tunip_field arith_iter_sum_expr_fields[] = {
    TUNIP_ARRAY(arith_iter_sum_expr, args, arith_iter_split_expr, 0),
    TUNIP_ROW("base", arith_iter_sum_expr, offset, tunip_node *, TUNIP_FIELD_NODE, 0,
              &ir_prim_expr_type, NULL, NULL),
};
TUNIP__TYPE(arith_iter_sum_expr, "arith.IterSumExpr", &arith_iter_map_expr_type,
    arith_iter_sum_expr_fields, TUNIP_LEN(arith_iter_sum_expr_fields), TREE, 0, NULL, NULL);

static const tunip_field arith_iter_map_result_fields[] = {
    TUNIP_ARRAY(arith_iter_map_result, indices, arith_iter_sum_expr, 0),
    TUNIP_ARRAY(arith_iter_map_result, errors, tunip_string, 0),
    TUNIP_KIND(arith_iter_map_result, padding_predicate, ir_prim_expr, 0),
};
TUNIP__TYPE(arith_iter_map_result, "arith.IterMapResult", &ir_object_type,
    arith_iter_map_result_fields, TUNIP_LEN(arith_iter_map_result_fields), UNSUPPORTED, 0, NULL,
    NULL);

static const tunip_field arith_modular_set_fields[] = {
    TUNIP_INT(arith_modular_set, coeff, 0),
    TUNIP_ROW("base", arith_modular_set, remainder, int64_t, TUNIP_FIELD_INT, 0, NULL, NULL, NULL),
};
TUNIP__TYPE(arith_modular_set, "arith.ModularSet", &ir_object_type, arith_modular_set_fields,
    TUNIP_LEN(arith_modular_set_fields), TREE, 0, NULL, NULL);
