/* patterns.c -- field tables of patterns of dataflow, and how those are written that are roots (TVM
 * src/relax/ir/dataflow_pattern.cc). Most of them are rows of rules.c. */
#include <tunip/tvm/relax_pattern.h>

#include "rules/rules.h"

/* ---- types ---- */

TUNIP_BARE_TYPE(relax_df_pattern, "relax.dpl.DFPattern", &ir_object_type, UNSUPPORTED,
                TUNIP_ABSTRACT);

static const tunip_field relax_expr_pattern_fields[] = {
    TUNIP_KIND(relax_expr_pattern, expr, ir_relax_expr, 0),
};
TUNIP_TYPE(relax_expr_pattern, "relax.dpl.ExprPattern", &relax_df_pattern_type, UNSUPPORTED, 0,
           NULL);

static const tunip_field relax_var_pattern_fields[] = {
    TUNIP_NODE(relax_var_pattern, name, tunip_string, 0),
};
TUNIP_TYPE(relax_var_pattern, "relax.dpl.VarPattern", &relax_df_pattern_type, UNSUPPORTED, 0, NULL);

TUNIP_BARE_TYPE(relax_dataflow_var_pattern, "relax.dpl.DataflowVarPattern", &relax_var_pattern_type,
                UNSUPPORTED, 0);

TUNIP_BARE_TYPE(relax_global_var_pattern, "relax.dpl.GlobalVarPattern", &relax_df_pattern_type,
                UNSUPPORTED, 0);

TUNIP_BARE_TYPE(relax_constant_pattern, "relax.dpl.ConstantPattern", &relax_df_pattern_type,
                UNSUPPORTED, 0);

static const tunip_field relax_call_pattern_fields[] = {
    TUNIP_KIND(relax_call_pattern, op, relax_df_pattern, 0),
    TUNIP_ARRAY(relax_call_pattern, args, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_call_pattern, "relax.dpl.CallPattern", &relax_df_pattern_type, UNSUPPORTED, 0,
           NULL);

static const tunip_field relax_prim_arr_pattern_fields[] = {
    TUNIP_ARRAY(relax_prim_arr_pattern, fields, ir_prim_expr, 0),
};
TUNIP_TYPE(relax_prim_arr_pattern, "relax.dpl.PrimArrPattern", &relax_df_pattern_type, UNSUPPORTED,
           0, NULL);

static const tunip_field relax_function_pattern_fields[] = {
    TUNIP_ARRAY(relax_function_pattern, params, relax_df_pattern, 0),
    TUNIP_KIND(relax_function_pattern, body, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_function_pattern, "relax.dpl.FunctionPattern", &relax_df_pattern_type, UNSUPPORTED,
           0, NULL);

static const tunip_field relax_tuple_pattern_fields[] = {
    TUNIP_ARRAY(relax_tuple_pattern, fields, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_tuple_pattern, "relax.dpl.TuplePattern", &relax_df_pattern_type, UNSUPPORTED, 0,
           NULL);

static const tunip_field relax_unordered_tuple_pattern_fields[] = {
    TUNIP_ARRAY(relax_unordered_tuple_pattern, fields, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_unordered_tuple_pattern, "relax.dpl.UnorderedTuplePattern", &relax_df_pattern_type,
           UNSUPPORTED, 0, NULL);

static const tunip_field relax_tuple_get_item_pattern_fields[] = {
    TUNIP_KIND(relax_tuple_get_item_pattern, tuple, relax_df_pattern, 0),
    TUNIP_INT(relax_tuple_get_item_pattern, index, 0),
};
TUNIP_TYPE(relax_tuple_get_item_pattern, "relax.dpl.TupleGetItemPattern", &relax_df_pattern_type,
           UNSUPPORTED, 0, NULL);

static const tunip_field relax_and_pattern_fields[] = {
    TUNIP_KIND(relax_and_pattern, left, relax_df_pattern, 0),
    TUNIP_KIND(relax_and_pattern, right, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_and_pattern, "relax.dpl.AndPattern", &relax_df_pattern_type, UNSUPPORTED, 0, NULL);

static const tunip_field relax_or_pattern_fields[] = {
    TUNIP_KIND(relax_or_pattern, left, relax_df_pattern, 0),
    TUNIP_KIND(relax_or_pattern, right, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_or_pattern, "relax.dpl.OrPattern", &relax_df_pattern_type, UNSUPPORTED, 0, NULL);

static const tunip_field relax_not_pattern_fields[] = {
    TUNIP_KIND(relax_not_pattern, reject, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_not_pattern, "relax.dpl.NotPattern", &relax_df_pattern_type, UNSUPPORTED, 0, NULL);

TUNIP_BARE_TYPE(relax_wildcard_pattern, "relax.dpl.WildcardPattern", &relax_df_pattern_type,
                UNSUPPORTED, 0);

static const tunip_field relax_struct_info_pattern_fields[] = {
    TUNIP_KIND(relax_struct_info_pattern, pattern, relax_df_pattern, 0),
    TUNIP_KIND(relax_struct_info_pattern, struct_info, ir_struct_info, 0),
};
TUNIP_TYPE(relax_struct_info_pattern, "relax.dpl.StructInfoPattern", &relax_df_pattern_type,
           UNSUPPORTED, 0, NULL);

static const tunip_field relax_shape_pattern_fields[] = {
    TUNIP_KIND(relax_shape_pattern, pattern, relax_df_pattern, 0),
    TUNIP_ARRAY(relax_shape_pattern, shape, ir_prim_expr, 0),
};
TUNIP_TYPE(relax_shape_pattern, "relax.dpl.ShapePattern", &relax_df_pattern_type, UNSUPPORTED, 0,
           NULL);

static const tunip_field relax_data_type_pattern_fields[] = {
    TUNIP_KIND(relax_data_type_pattern, pattern, relax_df_pattern, 0),
    TUNIP_DTYPE(relax_data_type_pattern, dtype, 0),
};
TUNIP_TYPE(relax_data_type_pattern, "relax.dpl.DataTypePattern", &relax_df_pattern_type,
           UNSUPPORTED, 0, NULL);

static const tunip_field relax_attr_pattern_fields[] = {
    TUNIP_KIND(relax_attr_pattern, pattern, relax_df_pattern, 0),
    TUNIP_NODE(relax_attr_pattern, attrs, ir_dict_attrs, 0),
};
TUNIP_TYPE(relax_attr_pattern, "relax.dpl.AttrPattern", &relax_df_pattern_type, UNSUPPORTED, 0,
           NULL);

static const tunip_field relax_extern_func_pattern_fields[] = {
    TUNIP_NODE(relax_extern_func_pattern, global_symbol, tunip_string, 0),
};
TUNIP_TYPE(relax_extern_func_pattern, "relax.dpl.ExternFuncPattern", &relax_df_pattern_type,
           UNSUPPORTED, 0, NULL);

TUNIP_BARE_TYPE(relax_df_constraint, "relax.dpl.DFConstraint", &ir_object_type, UNSUPPORTED,
                TUNIP_ABSTRACT);

static const tunip_field relax_same_shape_constraint_fields[] = {
    TUNIP_ARRAY(relax_same_shape_constraint, args, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_same_shape_constraint, "relax.dpl.SameShapeConstraint", &relax_df_constraint_type,
           UNSUPPORTED, 0, NULL);

static const tunip_field relax_pattern_seq_fields[] = {
    TUNIP_ARRAY(relax_pattern_seq, patterns, relax_df_pattern, 0),
};
TUNIP_TYPE(relax_pattern_seq, "relax.dpl.PatternSeq", &ir_object_type, UNSUPPORTED, 0, NULL);

/* ---- roots ---- */

/* The patterns one after the other with `separator` between them, from `before` to `after`. */
static const tunip_doc *write_list(tunip_docsifier *d, const tunip_doc *before,
                                   const tunip_array *patterns, const tunip_path *path,
                                   const char *separator, const char *after)
{
    size_t count = tunip_array_count(patterns), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, 2 * count + 2);
    if (!docs) return before;
    docs[at++] = before;
    for (size_t i = 0; i < count; i++) {
        if (i) docs[at++] = tunip_doc_raw_new(d, tunip_str_from(separator), NULL);
        docs[at++] = tunip_docsify_plain(d, patterns->items[i], tunip_path_item(d, path, i));
    }
    docs[at++] = tunip_doc_raw_new(d, tunip_str_from(after), NULL);
    return tunip_doc_joined_new(d, tunip_docs_view(docs, at));
}

/* op(args) */
RELAX_RULE(call_pattern)
{
    const relax_call_pattern *call = (const relax_call_pattern *)node;
    const tunip_doc *op = tunip_docsify_plain(d, call->op, tunip_path_attr(d, path, "op"));
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("("), NULL);
    const tunip_doc *before = tunip_doc_joined_new(d, TUNIP_DOCS(d, op, open));
    return write_list(d, before, call->args, tunip_path_attr(d, path, "args"), ", ", ")");
}

/* TVM writes the whole list once for each of its items. */
RELAX_RULE(same_shape_constraint)
{
    const relax_same_shape_constraint *same = (const relax_same_shape_constraint *)node;
    size_t count = tunip_array_count(same->args), at = 0;
    const tunip_doc **docs = tunip_docs_new(d, 2 * count + 2);
    if (!docs) return tunip_doc_none(d, path);
    const tunip_doc *list = tunip_docsify_plain(d, same->args, tunip_path_attr(d, path, "args"));
    docs[at++] = tunip_doc_raw_new(d, tunip_str_from("SameShapeConstraint("), NULL);
    for (size_t i = 0; i < count; i++) {
        if (i) docs[at++] = tunip_doc_raw_new(d, tunip_str_from(", "), NULL);
        docs[at++] = list;
    }
    docs[at++] = tunip_doc_raw_new(d, tunip_str_from(")"), NULL);
    return tunip_doc_joined_new(d, tunip_docs_view(docs, at));
}

/* TVM does not save by what the patterns are connected: here always as it is by default. */
RELAX_RULE(pattern_seq)
{
    const relax_pattern_seq *seq = (const relax_pattern_seq *)node;
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("["), NULL);
    return write_list(d, open, seq->patterns, tunip_path_attr(d, path, "patterns"), " ^ ", "]");
}
