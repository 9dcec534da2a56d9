/* rules.c -- the relax dialect, with the table of its rules (TVM src/script/printer/relax). */
#include <tunip/tvm/relax_pattern.h>
#include <tunip/tvm/relax_types_v25.h>

#include "../generated/tables.h"
#include "../read/read.h"
#include "../types.h"
#include "print.h"

/* ==== The relax dialect, with the table of its rules (TVM src/script/printer/relax) ==== */

/* Whether a variable of TVM v0.26 is one of Relax and not one of the tensor IR. */
static bool is_own_var(const tunip_node *node)
{
    const tunip_node *type = tunip_relax_struct_info_of(node);
    return !tunip_is(type, &tunip_ir_prim_type_type) &&
           !tunip_is(type, &tunip_ir_pointer_type_type) &&
           !tunip_is(type, &tunip_tirx_buffer_type_type);
}

/* clang-format off */
#define TEXT(type, text, fields) \
    {&tunip_##type##_type, "plain", TUNIP_RULE_TEXT, text, fields, NULL}
#define CALL(type, name, fields) {&tunip_##type##_type, "", TUNIP_RULE_CALL, name, fields, NULL}
#define NAME(type, name) {&tunip_##type##_type, "", TUNIP_RULE_NAME, name, NULL, NULL}
#define CUSTOM(type, ident) \
    {&tunip_##type##_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, relax_docsify_##ident}
#define VARIABLE(token, type, ident) \
    {&tunip_##type##_type, token, TUNIP_RULE_VARIABLE, NULL, NULL, relax_docsify_##ident}
#define UNDER(token, type, ident) \
    {&tunip_##type##_type, token, TUNIP_RULE_CUSTOM, NULL, NULL, relax_docsify_##ident}

static const tunip_rule rules[] = {
    /* nodes of other dialects */
    VARIABLE("relax", tir_var, symbol),
    UNDER("relax", ir_int_imm, int_imm),
    UNDER("relax", ir_range, range),
    UNDER("relax", ir_tuple_type, tuple_type),
    UNDER("relax", ir_func_type, func_type),
    UNDER("relax", ir_global_var, global_var),
    UNDER("relax", ir_module, module),

    /* expressions */
    VARIABLE("", relax_var, var),
    CUSTOM(relax_constant, constant),
    CALL(relax_prim_value, "prim_value", "value"),
    CUSTOM(relax_string_imm, string_imm),
    CALL(relax_data_type_imm, "dtype", "value"),
    CUSTOM(relax_shape_expr, shape_expr),
    CUSTOM(relax_tuple, tuple),
    CUSTOM(relax_tuple_get_item, tuple_get_item),
    CUSTOM(relax_call, call),
    CUSTOM(relax_if, if),

    /* bindings and functions */
    CUSTOM(relax_seq_expr, seq_expr),
    CUSTOM(relax_binding_block, binding_block),
    CUSTOM(relax_dataflow_block, dataflow_block),
    CUSTOM(relax_var_binding, var_binding),
    CUSTOM(relax_match_cast, match_cast),
    CUSTOM(relax_function, function),
    CUSTOM(relax_function_v25, function),
    CUSTOM(relax_extern_func, extern_func),
    CUSTOM(relax_extern_func_v24, typed_extern_func),
    CUSTOM(relax_extern_func_v25, typed_extern_func),

    /* struct info */
    NAME(relax_object_struct_info, "Object"),
    CUSTOM(relax_prim_struct_info, prim_struct_info),
    CUSTOM(relax_shape_struct_info, shape_struct_info),
    CUSTOM(relax_tensor_struct_info, tensor_struct_info),
    CUSTOM(relax_tuple_struct_info, tuple_struct_info),
    CUSTOM(relax_func_struct_info, func_struct_info),

    /* TVM v0.26: variables and calls of both dialects are of one kind, and struct infos are
     * types */
    VARIABLE("relax", ir_var, typed_var),
    VARIABLE("", relax_dataflow_var_v26, var),
    CUSTOM(ir_call, typed_call),
    CUSTOM(relax_function_v26, typed_function),
    CUSTOM(relax_extern_func_v26, typed_extern_func),
    NAME(relax_any_type, "Any"),
    UNDER("relax", ir_tuple_type_v26, tuple_struct_info),

    /* types */
    CALL(relax_shape_type, "Shape", "ndim=ndim"),
    CALL(relax_tensor_type, "Tensor", "ndim=ndim dtype=dtype"),
    NAME(relax_object_type, "Object"),
    NAME(relax_packed_func_type, "PackedFunc"),

    /* distributed tensors */
    CUSTOM(relax_device_mesh, device_mesh),
    CUSTOM(relax_placement, placement),
    CUSTOM(relax_dtensor_struct_info, dtensor_struct_info),

    /* dataflow patterns, as roots */
    TEXT(relax_expr_pattern, "{}", "expr"),
    TEXT(relax_var_pattern, "VarPattern({})", "name"),
    TEXT(relax_dataflow_var_pattern, "DataflowVarPattern({})", "name"),
    TEXT(relax_global_var_pattern, "GlobalVarPattern()", ""),
    TEXT(relax_constant_pattern, "ConstantPattern()", ""),
    UNDER("plain", relax_call_pattern, call_pattern),
    TEXT(relax_prim_arr_pattern, "PrimArrPattern({})", "fields"),
    TEXT(relax_function_pattern, "FunctionPattern({}, {})", "params body"),
    TEXT(relax_tuple_pattern, "TuplePattern({})", "fields"),
    TEXT(relax_unordered_tuple_pattern, "UnorderedTuplePattern({})", "fields"),
    TEXT(relax_tuple_get_item_pattern, "TupleGetItemPattern({}, {})", "tuple index"),
    TEXT(relax_and_pattern, "AndPattern({} & {})", "left right"),
    TEXT(relax_or_pattern, "OrPattern({} | {})", "left right"),
    TEXT(relax_not_pattern, "!({})", "reject"),
    TEXT(relax_wildcard_pattern, "*", ""),
    TEXT(relax_struct_info_pattern, "StructInfoPattern({} has relax StructInfo {})",
         "pattern struct_info"),
    TEXT(relax_shape_pattern, "ShapePattern({} has shape {})", "pattern shape"),
    TEXT(relax_data_type_pattern, "DataTypePattern({} has dtype {})", "pattern dtype"),
    TEXT(relax_attr_pattern, "AttrPattern({} has attributes {})", "pattern attrs"),
    TEXT(relax_extern_func_pattern, "ExternFuncPattern({})", "global_symbol"),
    UNDER("plain", relax_same_shape_constraint, same_shape_constraint),
    UNDER("plain", relax_pattern_seq, pattern_seq),
};

#define ROOT(type) {&tunip_##type##_type, "relax", false, NULL}

static const tunip_root roots[] = {
    ROOT(relax_var), ROOT(relax_dataflow_var), ROOT(relax_constant), ROOT(relax_prim_value),
    ROOT(relax_string_imm), ROOT(relax_data_type_imm), ROOT(relax_shape_expr), ROOT(relax_tuple),
    ROOT(relax_tuple_get_item), ROOT(relax_call), ROOT(relax_if),

    ROOT(relax_seq_expr), ROOT(relax_binding_block), ROOT(relax_dataflow_block),
    ROOT(relax_var_binding), ROOT(relax_match_cast), ROOT(relax_function), ROOT(relax_extern_func),

    ROOT(relax_object_struct_info), ROOT(relax_prim_struct_info), ROOT(relax_shape_struct_info),
    ROOT(relax_tensor_struct_info), ROOT(relax_tuple_struct_info), ROOT(relax_func_struct_info),
    ROOT(relax_shape_type), ROOT(relax_tensor_type), ROOT(relax_object_type),
    ROOT(relax_packed_func_type),

    ROOT(relax_device_mesh), ROOT(relax_placement), ROOT(relax_dtensor_struct_info),

    ROOT(relax_dataflow_var_v26), {&tunip_ir_var_type, "relax", false, is_own_var},
    {&tunip_ir_call_type, "relax", false, relax_is_own_call},
};
/* clang-format on */

static const tunip_setting_row settings[] = {
    TUNIP_SETTING_ROW(relax_settings, show_all_struct_info, BOOL, "true",
                      "annotate bindings even if their struct info follows from the bound value"),
};

static const tunip_renaming renamings[] = {
    {"Object", "Any", .since = 26},
    {"out_sinfo", "out_ty", .since = 26},
    {"sinfo_args", "ty_args", .since = 26},
};

const tunip_dialect tunip_dialect_relax = {
    TUNIP_DIALECT_HEAD,
    .name = "relax",
    .prefix = "R",
    .import = "from tvm.script import relax as %s",
    TUNIP_ROWS(type, relax_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    TUNIP_ROWS(setting, settings),
    .settings_size = sizeof(relax_settings),
    .state_size = sizeof(relax_state),
    TUNIP_ROWS(account, relax_accounts),
    .vocabulary = &relax_vocabulary,
    TUNIP_ROWS(renaming, renamings),
    TUNIP_ROWS(conversion, relax_conversions),
};

/* ==== Rules for nodes of other dialects inside Relax: symbolic variables, numbers, ranges, types,
 * references to functions and their module (TVM src/script/printer/relax/tir.cc). */

/* ---- symbolic variables ---- */

/* A symbolic variable without a frame that could declare it. */
static const tunip_doc *undeclared(tunip_docsifier *d, const tunip_tir_var *var,
                                   const tunip_path *path)
{
    tunip_str name = tunip_string_value(var->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    return tunip_define(d, tunip_frame_top(d), var, name.size ? name : tunip_str_from("v"));
}

static void declare(tunip_docsifier *d, tunip_frame *home, const tunip_tir_var *var,
                    const tunip_path *path)
{
    relax_symbols *signature = relax_job_state(d)->signature;
    tunip_str name = tunip_string_value(var->name);
    if (signature) relax_symbols_add(d, signature, var);
    const tunip_doc *lhs = tunip_define(d, home, var, name.size ? name : tunip_str_from("v"));
    const tunip_doc *rhs = tunip_tir_var_creation(d, var, path);
    lhs = tunip_doc_at(d, lhs, path);
    tunip_frame_add(d, home, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, lhs, rhs, NULL));
}

static const tunip_doc *write_symbol(tunip_docsifier *d, tunip_frame *home, const tunip_node *node,
                                     const tunip_path *path)
{
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    if (!home) return undeclared(d, var, path);
    declare(d, home, var, path);
    return tunip_variable(d, node);
}

RELAX_RULE(symbol)
{
    return write_symbol(d, relax_home(d), node, path);
}

/* In TVM v0.26, all variables are of one kind of node, and the innermost function or frame declares
 * a symbol. */
RELAX_RULE(typed_var)
{
    bool is_symbol = tunip_is(tunip_relax_struct_info_of(node), &tunip_ir_prim_type_type);
    if (!is_symbol) return relax_docsify_var(d, node, path);
    tunip_frame *function = relax_job_state(d)->function;
    tunip_frame *home = function ? function : tunip_frame_of(d, &tunip_dialect_relax);
    return write_symbol(d, home, node, path);
}

/* ---- numbers and ranges ---- */

RELAX_RULE(int_imm)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(imm);
    bool is_bool = dtype.code == TUNIP_DTYPE_BOOL;
    tunip_number number = {.literal = TUNIP_LITERAL_INT, .value.integer = imm->value, .path = path};
    if (is_bool) {
        number.literal = TUNIP_LITERAL_BOOL;
        number.value.boolean = imm->value != 0;
    }
    number.dtype = dtype;
    number.dialect = &tunip_dialect_tir;
    return tunip_doc_number_new(d, &number);
}

RELAX_RULE(range)
{
    return tunip_tir_write_range(d, &tunip_dialect_relax, (const tunip_ir_range *)node, path);
}

/* ---- types ---- */

RELAX_RULE(tuple_type)
{
    const tunip_ir_tuple_type *type = (const tunip_ir_tuple_type *)node;
    if (!tunip_array_count(type->fields)) return relax_name(d, "Tuple");
    tunip_docs fields = tunip_docsify_items(d, type->fields, tunip_path_attr(d, path, "fields"));
    return tunip_prefixed_call(d, &tunip_dialect_relax, "Tuple", fields);
}

RELAX_RULE(func_type)
{
    const tunip_ir_func_type *type = (const tunip_ir_func_type *)node;
    tunip_docs args =
        tunip_docsify_items(d, type->arg_types, tunip_path_attr(d, path, "arg_types"));
    const tunip_doc *ret = TUNIP_CHILD(d, type, ret_type, path);
    const tunip_doc *params = tunip_doc_tuple_new(d, args);
    return RELAX_CALL(d, "Callable", params, ret);
}

/* ---- functions and modules ---- */

RELAX_RULE(global_var)
{
    return tunip_ir_function_reference(d, (const tunip_ir_global_var *)node, path);
}

/* A function refers to its module by an alias, and defines it (`cls = Module`) at the first use. */
RELAX_RULE(module)
{
    relax_state *state = relax_job_state(d);
    tunip_str alias = tunip_str_from(tunip_job_options(d)->module_alias);
    const tunip_doc *name = tunip_variable(d, node);
    if (!name) {
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "a module is used before it is defined");
        return tunip_doc_id_new(d, tunip_str_from("Module"), path);
    }
    if (!alias.size || !state->function) return name;
    if (!state->has_alias) {
        const tunip_doc *lhs = tunip_doc_id_new(d, alias, NULL);
        tunip_frame_add(d, state->function,
                        tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, lhs, name, NULL));
        state->has_alias = true;
    }
    return tunip_doc_id_new(d, alias, NULL);
}

/* ==== The notation of dataflow patterns that are roots (TVM src/relax/ir/dataflow_pattern.cc).
 * Most of them are rows of rules.c. */

/* Writes `before`, the patterns with `separator` between them, and `after`. */
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
    const tunip_relax_call_pattern *call = (const tunip_relax_call_pattern *)node;
    const tunip_doc *op = tunip_docsify_plain(d, call->op, tunip_path_attr(d, path, "op"));
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("("), NULL);
    const tunip_doc *before = tunip_doc_joined_new(d, TUNIP_DOCS(d, op, open));
    return write_list(d, before, call->args, tunip_path_attr(d, path, "args"), ", ", ")");
}

/* TVM writes the whole list once for each item of it, and so does tunip. */
RELAX_RULE(same_shape_constraint)
{
    const tunip_relax_same_shape_constraint *same = (const tunip_relax_same_shape_constraint *)node;
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

/* TVM does not save the kind of connection between the patterns, so the text has the default
 * kind. */
RELAX_RULE(pattern_seq)
{
    const tunip_relax_pattern_seq *seq = (const tunip_relax_pattern_seq *)node;
    const tunip_doc *open = tunip_doc_raw_new(d, tunip_str_from("["), NULL);
    return write_list(d, open, seq->patterns, tunip_path_attr(d, path, "patterns"), " ^ ", "]");
}
