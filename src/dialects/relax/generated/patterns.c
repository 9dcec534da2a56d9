/* patterns.c -- field tables of relax_pattern.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_pattern.h>

TUNIP__VINTAGE_TYPE(tunip_relax_dfpattern, "relax.dpl.DFPattern", &tunip_ir_object_type, NULL, 0,
    UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_expr_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_expr_pattern, expr, tunip_ir_relax_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_expr_pattern, "relax.dpl.ExprPattern", &tunip_relax_dfpattern_type,
    tunip_relax_expr_pattern_fields, TUNIP_LEN(tunip_relax_expr_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_var_pattern_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_var_pattern, name, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_var_pattern, "relax.dpl.VarPattern", &tunip_relax_dfpattern_type,
    tunip_relax_var_pattern_fields, TUNIP_LEN(tunip_relax_var_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 0);

TUNIP__VINTAGE_TYPE(tunip_relax_dataflow_var_pattern, "relax.dpl.DataflowVarPattern",
    &tunip_relax_var_pattern_type, NULL, 0, UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

TUNIP__VINTAGE_TYPE(tunip_relax_global_var_pattern, "relax.dpl.GlobalVarPattern",
    &tunip_relax_dfpattern_type, NULL, 0, UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

TUNIP__VINTAGE_TYPE(tunip_relax_constant_pattern, "relax.dpl.ConstantPattern",
    &tunip_relax_dfpattern_type, NULL, 0, UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_call_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_call_pattern, op, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_call_pattern, args, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call_pattern, "relax.dpl.CallPattern", &tunip_relax_dfpattern_type,
    tunip_relax_call_pattern_fields, TUNIP_LEN(tunip_relax_call_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_prim_arr_pattern_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_prim_arr_pattern, fields, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_prim_arr_pattern, "relax.dpl.PrimArrPattern",
    &tunip_relax_dfpattern_type, tunip_relax_prim_arr_pattern_fields,
    TUNIP_LEN(tunip_relax_prim_arr_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_function_pattern_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_function_pattern, params, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_function_pattern, body, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_function_pattern, "relax.dpl.FunctionPattern",
    &tunip_relax_dfpattern_type, tunip_relax_function_pattern_fields,
    TUNIP_LEN(tunip_relax_function_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_tuple_pattern_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_tuple_pattern, fields, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple_pattern, "relax.dpl.TuplePattern",
    &tunip_relax_dfpattern_type, tunip_relax_tuple_pattern_fields,
    TUNIP_LEN(tunip_relax_tuple_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_unordered_tuple_pattern_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_unordered_tuple_pattern, fields, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_unordered_tuple_pattern, "relax.dpl.UnorderedTuplePattern",
    &tunip_relax_dfpattern_type, tunip_relax_unordered_tuple_pattern_fields,
    TUNIP_LEN(tunip_relax_unordered_tuple_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL,
    0, 0);

static const tunip_field tunip_relax_tuple_get_item_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_tuple_get_item_pattern, tuple, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_INT(tunip_relax_tuple_get_item_pattern, index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple_get_item_pattern, "relax.dpl.TupleGetItemPattern",
    &tunip_relax_dfpattern_type, tunip_relax_tuple_get_item_pattern_fields,
    TUNIP_LEN(tunip_relax_tuple_get_item_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL,
    0, 0);

static const tunip_field tunip_relax_and_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_and_pattern, left, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_and_pattern, right, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_and_pattern, "relax.dpl.AndPattern", &tunip_relax_dfpattern_type,
    tunip_relax_and_pattern_fields, TUNIP_LEN(tunip_relax_and_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_or_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_or_pattern, left, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_or_pattern, right, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_or_pattern, "relax.dpl.OrPattern", &tunip_relax_dfpattern_type,
    tunip_relax_or_pattern_fields, TUNIP_LEN(tunip_relax_or_pattern_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_not_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_not_pattern, reject, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_not_pattern, "relax.dpl.NotPattern", &tunip_relax_dfpattern_type,
    tunip_relax_not_pattern_fields, TUNIP_LEN(tunip_relax_not_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 0);

TUNIP__VINTAGE_TYPE(tunip_relax_wildcard_pattern, "relax.dpl.WildcardPattern",
    &tunip_relax_dfpattern_type, NULL, 0, UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_struct_info_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_struct_info_pattern, pattern, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_struct_info_pattern, struct_info, tunip_ir_struct_info, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_struct_info_pattern, "relax.dpl.StructInfoPattern",
    &tunip_relax_dfpattern_type, tunip_relax_struct_info_pattern_fields,
    TUNIP_LEN(tunip_relax_struct_info_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0,
    26);

static const tunip_field tunip_relax_shape_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_shape_pattern, pattern, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_shape_pattern, shape, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_pattern, "relax.dpl.ShapePattern",
    &tunip_relax_dfpattern_type, tunip_relax_shape_pattern_fields,
    TUNIP_LEN(tunip_relax_shape_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_data_type_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_data_type_pattern, pattern, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_data_type_pattern, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_data_type_pattern, "relax.dpl.DataTypePattern",
    &tunip_relax_dfpattern_type, tunip_relax_data_type_pattern_fields,
    TUNIP_LEN(tunip_relax_data_type_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_attr_pattern_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_attr_pattern, pattern, tunip_relax_dfpattern, 0),
    TUNIP_FIELD_NODE(tunip_relax_attr_pattern, attrs, tunip_ir_dict_attrs, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_attr_pattern, "relax.dpl.AttrPattern", &tunip_relax_dfpattern_type,
    tunip_relax_attr_pattern_fields, TUNIP_LEN(tunip_relax_attr_pattern_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_extern_func_pattern_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_extern_func_pattern, global_symbol, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_extern_func_pattern, "relax.dpl.ExternFuncPattern",
    &tunip_relax_dfpattern_type, tunip_relax_extern_func_pattern_fields,
    TUNIP_LEN(tunip_relax_extern_func_pattern_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0,
    0);

TUNIP__VINTAGE_TYPE(tunip_relax_dfconstraint, "relax.dpl.DFConstraint", &tunip_ir_object_type,
    NULL, 0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_same_shape_constraint_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_same_shape_constraint, args, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_same_shape_constraint, "relax.dpl.SameShapeConstraint",
    &tunip_relax_dfconstraint_type, tunip_relax_same_shape_constraint_fields,
    TUNIP_LEN(tunip_relax_same_shape_constraint_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0,
    0);

static const tunip_field tunip_relax_pattern_seq_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_pattern_seq, patterns, tunip_relax_dfpattern, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_pattern_seq, "relax.dpl.PatternSeq", &tunip_ir_object_type,
    tunip_relax_pattern_seq_fields, TUNIP_LEN(tunip_relax_pattern_seq_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 0);
