/* patterns.c -- field tables of relax_pattern.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_pattern.h>

TUNIP__TYPE(relax_dfpattern, "relax.dpl.DFPattern", &ir_object_type, NULL, 0, UNSUPPORTED,
    TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field relax_expr_pattern_fields[] = {
    TUNIP_KIND(relax_expr_pattern, expr, ir_relax_expr, 0),
};
TUNIP__TYPE(relax_expr_pattern, "relax.dpl.ExprPattern", &relax_dfpattern_type,
    relax_expr_pattern_fields, TUNIP_LEN(relax_expr_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_var_pattern_fields[] = {
    TUNIP_NODE(relax_var_pattern, name, tunip_string, 0),
};
TUNIP__TYPE(relax_var_pattern, "relax.dpl.VarPattern", &relax_dfpattern_type,
    relax_var_pattern_fields, TUNIP_LEN(relax_var_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

TUNIP__TYPE(relax_dataflow_var_pattern, "relax.dpl.DataflowVarPattern", &relax_var_pattern_type,
    NULL, 0, UNSUPPORTED, 0, NULL, NULL);

TUNIP__TYPE(relax_global_var_pattern, "relax.dpl.GlobalVarPattern", &relax_dfpattern_type, NULL, 0,
    UNSUPPORTED, 0, NULL, NULL);

TUNIP__TYPE(relax_constant_pattern, "relax.dpl.ConstantPattern", &relax_dfpattern_type, NULL, 0,
    UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_call_pattern_fields[] = {
    TUNIP_KIND(relax_call_pattern, op, relax_dfpattern, 0),
    TUNIP_ARRAY(relax_call_pattern, args, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_call_pattern, "relax.dpl.CallPattern", &relax_dfpattern_type,
    relax_call_pattern_fields, TUNIP_LEN(relax_call_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_prim_arr_pattern_fields[] = {
    TUNIP_ARRAY(relax_prim_arr_pattern, fields, ir_prim_expr, 0),
};
TUNIP__TYPE(relax_prim_arr_pattern, "relax.dpl.PrimArrPattern", &relax_dfpattern_type,
    relax_prim_arr_pattern_fields, TUNIP_LEN(relax_prim_arr_pattern_fields), UNSUPPORTED, 0, NULL,
    NULL);

static const tunip_field relax_function_pattern_fields[] = {
    TUNIP_ARRAY(relax_function_pattern, params, relax_dfpattern, 0),
    TUNIP_KIND(relax_function_pattern, body, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_function_pattern, "relax.dpl.FunctionPattern", &relax_dfpattern_type,
    relax_function_pattern_fields, TUNIP_LEN(relax_function_pattern_fields), UNSUPPORTED, 0, NULL,
    NULL);

static const tunip_field relax_tuple_pattern_fields[] = {
    TUNIP_ARRAY(relax_tuple_pattern, fields, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_tuple_pattern, "relax.dpl.TuplePattern", &relax_dfpattern_type,
    relax_tuple_pattern_fields, TUNIP_LEN(relax_tuple_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_unordered_tuple_pattern_fields[] = {
    TUNIP_ARRAY(relax_unordered_tuple_pattern, fields, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_unordered_tuple_pattern, "relax.dpl.UnorderedTuplePattern",
    &relax_dfpattern_type, relax_unordered_tuple_pattern_fields,
    TUNIP_LEN(relax_unordered_tuple_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_tuple_get_item_pattern_fields[] = {
    TUNIP_KIND(relax_tuple_get_item_pattern, tuple, relax_dfpattern, 0),
    TUNIP_INT(relax_tuple_get_item_pattern, index, 0),
};
TUNIP__TYPE(relax_tuple_get_item_pattern, "relax.dpl.TupleGetItemPattern", &relax_dfpattern_type,
    relax_tuple_get_item_pattern_fields, TUNIP_LEN(relax_tuple_get_item_pattern_fields),
    UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_and_pattern_fields[] = {
    TUNIP_KIND(relax_and_pattern, left, relax_dfpattern, 0),
    TUNIP_KIND(relax_and_pattern, right, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_and_pattern, "relax.dpl.AndPattern", &relax_dfpattern_type,
    relax_and_pattern_fields, TUNIP_LEN(relax_and_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_or_pattern_fields[] = {
    TUNIP_KIND(relax_or_pattern, left, relax_dfpattern, 0),
    TUNIP_KIND(relax_or_pattern, right, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_or_pattern, "relax.dpl.OrPattern", &relax_dfpattern_type,
    relax_or_pattern_fields, TUNIP_LEN(relax_or_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_not_pattern_fields[] = {
    TUNIP_KIND(relax_not_pattern, reject, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_not_pattern, "relax.dpl.NotPattern", &relax_dfpattern_type,
    relax_not_pattern_fields, TUNIP_LEN(relax_not_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

TUNIP__TYPE(relax_wildcard_pattern, "relax.dpl.WildcardPattern", &relax_dfpattern_type, NULL, 0,
    UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_struct_info_pattern_fields[] = {
    TUNIP_KIND(relax_struct_info_pattern, pattern, relax_dfpattern, 0),
    TUNIP_KIND(relax_struct_info_pattern, struct_info, ir_struct_info, 0),
};
TUNIP__TYPE(relax_struct_info_pattern, "relax.dpl.StructInfoPattern", &relax_dfpattern_type,
    relax_struct_info_pattern_fields, TUNIP_LEN(relax_struct_info_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL);

static const tunip_field relax_shape_pattern_fields[] = {
    TUNIP_KIND(relax_shape_pattern, pattern, relax_dfpattern, 0),
    TUNIP_ARRAY(relax_shape_pattern, shape, ir_prim_expr, 0),
};
TUNIP__TYPE(relax_shape_pattern, "relax.dpl.ShapePattern", &relax_dfpattern_type,
    relax_shape_pattern_fields, TUNIP_LEN(relax_shape_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_data_type_pattern_fields[] = {
    TUNIP_KIND(relax_data_type_pattern, pattern, relax_dfpattern, 0),
    TUNIP_DTYPE(relax_data_type_pattern, dtype, 0),
};
TUNIP__TYPE(relax_data_type_pattern, "relax.dpl.DataTypePattern", &relax_dfpattern_type,
    relax_data_type_pattern_fields, TUNIP_LEN(relax_data_type_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL);

static const tunip_field relax_attr_pattern_fields[] = {
    TUNIP_KIND(relax_attr_pattern, pattern, relax_dfpattern, 0),
    TUNIP_NODE(relax_attr_pattern, attrs, ir_dict_attrs, 0),
};
TUNIP__TYPE(relax_attr_pattern, "relax.dpl.AttrPattern", &relax_dfpattern_type,
    relax_attr_pattern_fields, TUNIP_LEN(relax_attr_pattern_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field relax_extern_func_pattern_fields[] = {
    TUNIP_NODE(relax_extern_func_pattern, global_symbol, tunip_string, 0),
};
TUNIP__TYPE(relax_extern_func_pattern, "relax.dpl.ExternFuncPattern", &relax_dfpattern_type,
    relax_extern_func_pattern_fields, TUNIP_LEN(relax_extern_func_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL);

TUNIP__TYPE(relax_dfconstraint, "relax.dpl.DFConstraint", &ir_object_type, NULL, 0, UNSUPPORTED,
    TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field relax_same_shape_constraint_fields[] = {
    TUNIP_ARRAY(relax_same_shape_constraint, args, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_same_shape_constraint, "relax.dpl.SameShapeConstraint", &relax_dfconstraint_type,
    relax_same_shape_constraint_fields, TUNIP_LEN(relax_same_shape_constraint_fields), UNSUPPORTED,
    0, NULL, NULL);

static const tunip_field relax_pattern_seq_fields[] = {
    TUNIP_ARRAY(relax_pattern_seq, patterns, relax_dfpattern, 0),
};
TUNIP__TYPE(relax_pattern_seq, "relax.dpl.PatternSeq", &ir_object_type, relax_pattern_seq_fields,
    TUNIP_LEN(relax_pattern_seq_fields), UNSUPPORTED, 0, NULL, NULL);
