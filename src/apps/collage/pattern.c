/* pattern.c -- the types of patterns. */
#include "pattern.h"

#include <tunip/ext/dialect.h>

tunip_type cg_pattern_type = {.key = "relay.dataflow_pattern.DFPattern",
                              .equality = TUNIP_EQ_TREE,
                              .flags = TUNIP_TYPE_ABSTRACT,
                              .size = sizeof(cg_pattern)};

enum { OPTIONAL = TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_DEFAULT };

#define FIELD(s, m)  TUNIP_FIELD_ABSTRACT(s, m, cg_pattern, 0)
#define OTHER(s, m)  TUNIP_FIELD_ANY(s, m, 0)
#define FIELDS(s, m) TUNIP_FIELD_ARRAY(s, m, cg_pattern, OPTIONAL)

static const tunip_field expr_fields[] = {OTHER(cg_expr_pattern, expr)};
static const tunip_field var_fields[] = {TUNIP_FIELD_NODE(cg_var_pattern, name, tunip_string, 0)};
static const tunip_field wildcard_fields[] = {
    TUNIP_FIELD_ABSTRACT(cg_wildcard_pattern, pattern, cg_pattern, OPTIONAL)};
static const tunip_field call_fields[] = {FIELD(cg_call_pattern, op),
                                          FIELDS(cg_call_pattern, args)};
static const tunip_field function_fields[] = {FIELDS(cg_function_pattern, params),
                                              FIELD(cg_function_pattern, body)};
static const tunip_field let_fields[] = {FIELD(cg_let_pattern, var), FIELD(cg_let_pattern, value),
                                         FIELD(cg_let_pattern, body)};
static const tunip_field if_fields[] = {FIELD(cg_if_pattern, cond),
                                        FIELD(cg_if_pattern, true_branch),
                                        FIELD(cg_if_pattern, false_branch)};
static const tunip_field tuple_fields[] = {FIELDS(cg_tuple_pattern, fields)};
static const tunip_field item_fields[] = {FIELD(cg_tuple_item_pattern, tuple),
                                          TUNIP_FIELD_INT(cg_tuple_item_pattern, index, 0)};
static const tunip_field alt_fields[] = {FIELD(cg_alt_pattern, left), FIELD(cg_alt_pattern, right)};
static const tunip_field type_fields[] = {FIELD(cg_type_pattern, pattern),
                                          OTHER(cg_type_pattern, type)};
static const tunip_field shape_fields[] = {
    FIELD(cg_shape_pattern, pattern),
    TUNIP_FIELD_ARRAY(cg_shape_pattern, shape, tunip_ir_prim_expr, 0)};
static const tunip_field dtype_fields[] = {FIELD(cg_dtype_pattern, pattern),
                                           TUNIP_FIELD_DTYPE(cg_dtype_pattern, dtype, 0)};
static const tunip_field attr_fields[] = {
    FIELD(cg_attr_pattern, pattern),
    TUNIP_FIELD_NODE(cg_attr_pattern, attrs, tunip_ir_dict_attrs, 0)};
static const tunip_field dominator_fields[] = {FIELD(cg_dominator_pattern, parent),
                                               FIELD(cg_dominator_pattern, path),
                                               FIELD(cg_dominator_pattern, child)};

#define PATTERN(name, key_, fields_, count)                                                        \
    tunip_type cg_##name##_type = {.key = "relay.dataflow_pattern." key_,                          \
                                   .base = &cg_pattern_type,                                       \
                                   .fields = fields_,                                              \
                                   .field_count = count,                                           \
                                   .equality = TUNIP_EQ_TREE,                                      \
                                   .size = sizeof(cg_##name)};
#define WITH_FIELDS(name, key, fields) PATTERN(name, key, fields, TUNIP_LEN(fields))

WITH_FIELDS(expr_pattern, "ExprPattern", expr_fields)
WITH_FIELDS(var_pattern, "VarPattern", var_fields)
PATTERN(constant_pattern, "ConstantPattern", NULL, 0)
WITH_FIELDS(wildcard_pattern, "WildcardPattern", wildcard_fields)
WITH_FIELDS(call_pattern, "CallPattern", call_fields)
WITH_FIELDS(function_pattern, "FunctionPattern", function_fields)
WITH_FIELDS(let_pattern, "LetPattern", let_fields)
WITH_FIELDS(if_pattern, "IfPattern", if_fields)
WITH_FIELDS(tuple_pattern, "TuplePattern", tuple_fields)
WITH_FIELDS(tuple_item_pattern, "TupleGetItemPattern", item_fields)
WITH_FIELDS(alt_pattern, "AltPattern", alt_fields)
WITH_FIELDS(type_pattern, "TypePattern", type_fields)
WITH_FIELDS(shape_pattern, "ShapePattern", shape_fields)
WITH_FIELDS(dtype_pattern, "DataTypePattern", dtype_fields)
WITH_FIELDS(attr_pattern, "AttrPattern", attr_fields)
WITH_FIELDS(dominator_pattern, "DominatorPattern", dominator_fields)

static tunip_type *const types[] = {
    &cg_pattern_type,          &cg_expr_pattern_type,       &cg_var_pattern_type,
    &cg_constant_pattern_type, &cg_wildcard_pattern_type,   &cg_call_pattern_type,
    &cg_function_pattern_type, &cg_let_pattern_type,        &cg_if_pattern_type,
    &cg_tuple_pattern_type,    &cg_tuple_item_pattern_type, &cg_alt_pattern_type,
    &cg_type_pattern_type,     &cg_shape_pattern_type,      &cg_dtype_pattern_type,
    &cg_attr_pattern_type,     &cg_dominator_pattern_type};

static const tunip_dialect dialect = {
    .abi = TUNIP_DIALECT_ABI,
    .size = sizeof(tunip_dialect),
    .row_sizes = TUNIP_ROW_SIZES,
    .name = "dataflow_pattern",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

tunip_status cg_patterns_add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &dialect, error);
}
