/* binding.c -- bindings and their blocks, in the normal form of TVM. */
#include <stdio.h>

#include "../infer/infer.h"
#include "../types.h"
#include "read.h"

/* ==== Plain bindings ==== */

bool relax_is_refused(tunip_elaborator *e, const tunip_node *value)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    if (!tunip_elaborator_is_wrong(e)) return false;
    if (!call) return tunip_is(value, &tunip_relax_if_type); /* a branch has such a value */
    if (state && value == state->refused) return true;
    for (size_t i = 0; i < tunip_array_count(call->args); i++) {
        const tunip_node *arg = call->args->items[i];
        bool has_info =
            tunip_is_a(arg, &tunip_relax_var_type) || tunip_is(arg, &tunip_relax_tuple_type);
        if (has_info && !relax_info(arg)) return true;
    }
    return false;
}

/* Says which struct info is not known, unless that of an argument is not known either. */
static void complain_of_unknown(tunip_elaborator *e, const tunip_node *value, const tunip_doc *doc)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const tunip_ir_op *op = call ? TUNIP_AS(tunip_ir_op, call->op) : NULL;
    tunip_str text = tunip_string_value(op ? op->name : NULL);
    if (relax_is_refused(e, value)) return;
    enum { PREFIX = sizeof "relax." - 1 };
    if (text.size > PREFIX)
        tunip_complain(e, doc, TUNIP_BREAKS_UNDEFINED_NAME "the struct info of R.%.*s is not known",
                       (int)text.size - PREFIX, text.data + PREFIX);
    else
        tunip_complain(e, doc,
                       TUNIP_BREAKS_UNDEFINED_NAME "the struct info of this value is not known");
    for (size_t i = 0; call && i < tunip_array_count(call->args) && i < 4; i++)
        tunip_complain_also(e, NULL, "its argument %zu is %s", i + 1,
                            relax_info_text(e, relax_info(call->args->items[i])));
    tunip_complain_also(e, NULL, "bind it to a variable with an annotation");
}

/* Whether the value calls a function of the module that this function was cut from. Nothing is
 * known of its result. */
static bool is_outside_call(tunip_elaborator *e, const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    return call && tunip_is(call->op, &tunip_ir_global_var_type) && !relax_info(call->op) &&
           !tunip_ir_read_module(e);
}

tunip_relax_var *relax_bind_plainly(tunip_elaborator *e, tunip_str name, tunip_node *value,
                                    const tunip_doc *doc)
{
    tunip_node *info = relax_is_refused(e, value) ? relax_info(value) : relax_worked_out(e, value);
    if (!info && is_outside_call(e, value))
        info = ((tunip_ir_relax_expr *)value)->struct_info =
            tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_object_struct_info_type);
    if (!info) complain_of_unknown(e, value, doc);
    tunip_relax_var *var = relax_new_var(e, name, info);
    if (var) relax_add_binding(e, var, value);
    return var;
}

/* ==== The normal form that TVM's parser makes (TVM src/relax/ir/block_builder.cc): arguments are
 * variables, constants or tuples of these; any other is bound to a variable. */

enum { MOST_DEPTH = 10000 };

bool relax_is_leaf_or_tuple(const tunip_node *expr)
{
    return tunip_is_a(expr, &tunip_relax_leaf_expr_type) ||
           tunip_is(expr, &tunip_ir_global_var_type) ||
           tunip_is(expr, &tunip_relax_extern_func_type) ||
           tunip_is(expr, &tunip_relax_tuple_type) || tunip_is(expr, &tunip_ir_op_type);
}

/* ---- names ---- */

/* The number of the next new name of this block. */
static size_t *next_name(tunip_elaborator *e, relax_script_state *state)
{
    return relax_in_dataflow(e) ? &state->next.lv : &state->next.gv;
}

void relax_skip_name(tunip_elaborator *e)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) ++*next_name(e, state);
}

/* The names of the script do not matter: TVM gives them to variables that had such a name before
 * (TVM src/ir/name_supply.cc). */
tunip_str relax_fresh_name(tunip_elaborator *e)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    char text[32];
    if (!state) return (tunip_str){"", 0};
    const char *prefix = relax_in_dataflow(e) ? "lv" : "gv";
    size_t number = (*next_name(e, state))++;
    int size = number ? snprintf(text, sizeof text, "%s%zu", prefix, number)
                      : snprintf(text, sizeof text, "%s", prefix);
    return tunip_graph_copy(tunip_elaborator_graph(e), (tunip_str){text, (size_t)size});
}

/* ---- normal form ---- */

static void normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth);

bool relax_is_void(const tunip_node *info)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    return tuple && !tunip_array_count(tuple->fields);
}

/* A variable without a value is the empty tuple, except in dataflow. */
static tunip_node *plain_leaf(tunip_elaborator *e, tunip_node *expr)
{
    bool is_void = tunip_is(expr, &tunip_relax_var_type) && relax_is_void(relax_info(expr));
    return is_void ? relax_new_tuple(e, tunip_array_new(tunip_elaborator_graph(e), 0, NULL)) : expr;
}

static tunip_node *argument(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth)
{
    if (!expr) return NULL;
    normalize(e, expr, doc, depth);
    if (relax_is_leaf_or_tuple(expr)) return plain_leaf(e, expr);
    tunip_relax_var *var = relax_bind_plainly(e, relax_fresh_name(e), expr, doc);
    return var ? (tunip_node *)var : expr;
}

/* The Doc of an argument of the expression `doc`; `doc` itself if it is spelled in another way. */
static const tunip_doc *part_of(const tunip_doc *doc, size_t index)
{
    tunip_docs parts = tunip_docs_none();
    if (doc->kind == TUNIP_DOC_CALL) parts = ((const tunip_doc_call *)doc)->args;
    if (doc->kind == TUNIP_DOC_OPERATION) parts = ((const tunip_doc_operation *)doc)->operands;
    if (doc->kind == TUNIP_DOC_TUPLE || doc->kind == TUNIP_DOC_LIST)
        parts = ((const tunip_doc_tuple *)doc)->elements;
    if (doc->kind == TUNIP_DOC_INDEX)
        parts = tunip_docs_view(&((const tunip_doc_index *)doc)->value, 1);
    return index < parts.count ? parts.items[index] : doc;
}

static void arguments(tunip_elaborator *e, tunip_array *args, const tunip_doc *doc, int depth)
{
    for (size_t i = 0; i < tunip_array_count(args); i++)
        args->items[i] = argument(e, args->items[i], part_of(doc, i), depth);
}

/* Whether TVM infers the struct info of a call: also of one whose annotation gives it, when TVM
 * checks that the function is well-formed (TVM src/relax/analysis/well_formed.cc). */
static bool is_inferred(tunip_elaborator *e, const tunip_relax_call *call)
{
    const relax_function_reader *r =
        (const relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    return !relax_info(call) || (r && r->is_checked);
}

/* Turns the parts of an expression into arguments; binds what they need first. */
static void normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc, int depth)
{
    tunip_relax_call *call = (tunip_relax_call *)(uintptr_t)TUNIP_AS(tunip_relax_call, expr);
    tunip_relax_tuple *tuple = (tunip_relax_tuple *)(uintptr_t)TUNIP_AS(tunip_relax_tuple, expr);
    tunip_relax_tuple_get_item *item =
        (tunip_relax_tuple_get_item *)(uintptr_t)TUNIP_AS(tunip_relax_tuple_get_item, expr);
    tunip_relax_if *branches = (tunip_relax_if *)(uintptr_t)TUNIP_AS(tunip_relax_if, expr);
    if (depth == MOST_DEPTH) {
        tunip_complain(e, doc, "the expression is nested too deeply");
        return;
    }
    if (call) {
        call->op = argument(e, call->op, doc, depth + 1);
        arguments(e, call->args, doc, depth + 1);
        bool is_checked = is_inferred(e, call);
        relax_check_arguments(e, call, doc);
        relax_worked_out(e, expr);
        if (is_checked && !relax_check_call(e, call, doc)) return;
    } else if (tuple) {
        arguments(e, tuple->fields, doc, depth + 1);
    } else if (item) {
        item->tuple_value = argument(e, item->tuple_value, part_of(doc, 0), depth + 1);
    } else if (branches) {
        branches->cond = argument(e, branches->cond, doc, depth + 1);
    }
    relax_worked_out(e, expr);
    if (call) relax_check_formed(e, call, doc);
}

tunip_node *relax_normalize(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc)
{
    if (!tunip_elaborator_folds(e)) return expr;
    normalize(e, expr, doc, 0);
    return plain_leaf(e, expr);
}

tunip_node *relax_argument_of(tunip_elaborator *e, tunip_node *expr, const tunip_doc *doc)
{
    return tunip_elaborator_folds(e) ? argument(e, expr, doc, 0) : expr;
}

/* ==== Bindings: x = value, x: info = value, x = R.match_cast(value, info) (TVM
 * python/tvm/script/parser/relax/parser.py). */

/* ---- variables ---- */

/* A symbol gets the name of its first assignment. */
void relax_name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name)
{
    tunip_tir_var *var =
        value->kind == TUNIP_VALUE_NODE && tunip_is_a(value->node, &tunip_tir_var_type)
            ? (tunip_tir_var *)value->node
            : NULL;
    if (var && !tunip_string_value(var->name).size)
        var->name = tunip_string_new_view(tunip_elaborator_graph(e), name);
}

/* ---- struct infos ---- */

/* Whether an annotation only says that the value is a function. */
static bool is_any_function(const tunip_node *info)
{
    const tunip_relax_func_struct_info *func = TUNIP_AS(tunip_relax_func_struct_info, info);
    return func && !func->params && !func->derive_func &&
           tunip_is(func->ret, &tunip_relax_object_struct_info_type);
}

/* Whether an annotation may be less specific than the struct info of its value. */
static bool is_vague(const tunip_node *info)
{
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    if (tensor) return !tensor->shape;
    if (shape) return !shape->values;
    return tunip_is(info, &tunip_relax_object_struct_info_type);
}

/* Whether a binding without an annotation has a variable without struct info: the text of one that
 * has it shows it. In functions, it may also follow from the value. */
static bool is_bare(tunip_elaborator *e)
{
    return !tunip_elaborator_folds(e) && !tunip_scope_of(e, &relax_function_scope);
}

/* The struct info of a variable: that of its annotation, which also gives that of a value that has
 * none. The struct info of a foreign function has a part that cannot be written. */
static tunip_node *annotate(tunip_elaborator *e, tunip_node *value, tunip_node *info)
{
    if (!info) return is_bare(e) ? NULL : relax_worked_out(e, value);
    bool is_whole = relax_has_types(e); /* since v0.26, the value has this type */
    if (!is_whole && is_vague(info)) relax_worked_out(e, value);
    bool is_call = tunip_is(value, &tunip_relax_call_type), is_open = is_bare(e);
    if (!relax_info(value) || (is_whole && is_call))
        relax_set_info(value, is_open && is_call ? NULL : info);
    bool is_foreign = tunip_is(relax_info(value), &tunip_relax_func_struct_info_type);
    return is_foreign && is_any_function(info) ? relax_info(value) : info;
}

/* ---- bindings ---- */

/* Whether the value is of the struct info that is written. */
static void check_annotation(tunip_elaborator *e, const tunip_node *value, const tunip_node *info,
                             const tunip_doc *doc)
{
    const relax_function_reader *r =
        (const relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r || !r->is_checked) return;
    const tunip_node *known =
        relax_infer_in_function(tunip_graph_scratch(tunip_elaborator_graph(e)), value);
    if (known && relax_infos_differ(known, info))
        tunip_complain(e, doc,
                       TUNIP_BREAKS_STRUCT_INFO "the value is %s, but the annotation says %s",
                       relax_info_text(e, known), relax_info_text(e, info));
}

/* Whether normalizing makes a new call, because an argument is bound to a variable first. TVM
 * infers the struct info of the new one, whatever the annotation says. */
static bool is_remade(const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    for (size_t i = 0; call && i < tunip_array_count(call->args); i++)
        if (call->args->items[i] && !relax_is_leaf_or_tuple(call->args->items[i])) return true;
    return false;
}

/* Normalizes a value, as its annotation allows, and binds it; a name that is NULL is a new one. */
static tunip_relax_var *emit_folded(tunip_elaborator *e, tunip_str name, tunip_node *value,
                                    tunip_node *info, const tunip_doc *doc, const tunip_doc *at)
{
    const relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state && state->ended && state->ended == tunip_scope_top(e))
        tunip_complain(e, doc, "a binding follows R.output");
    bool is_known = relax_info(value) != NULL, is_said = info && !is_known && !is_remade(value);
    if (is_said) relax_set_info(value, info);
    value = relax_normalize(e, value, at);
    if (is_said) check_annotation(e, value, info, at);
    if (info && is_known && relax_infos_differ(relax_info(value), info))
        tunip_complain(e, at,
                       TUNIP_BREAKS_STRUCT_INFO "the value is %s, but the annotation says %s",
                       relax_info_text(e, relax_info(value)), relax_info_text(e, info));
    if (name.data)
        relax_skip_name(e);
    else
        name = relax_fresh_name(e);
    return relax_bind_plainly(e, name, value, at);
}

static tunip_relax_var *emit(tunip_elaborator *e, tunip_str name, tunip_node *value,
                             tunip_node *info, const tunip_doc *doc, const tunip_doc *at)
{
    if (tunip_elaborator_folds(e)) return emit_folded(e, name, value, info, doc, at);
    if (!name.data) name = relax_fresh_name(e);
    tunip_relax_var *var = relax_new_var(e, name, annotate(e, value, info));
    if (var) relax_add_binding(e, var, value);
    return var;
}

/* The variable; a wrong value if it was bound to a refused call. */
static tunip_value value_of(tunip_elaborator *e, tunip_relax_var *var, const tunip_node *value,
                            const tunip_doc *doc)
{
    bool is_wrong = !var || (!relax_info(var) && relax_is_refused(e, value));
    return is_wrong ? tunip_value_wrong(doc) : tunip_value_node(relax_as_number(e, var), doc);
}

tunip_relax_var *relax_bind(tunip_elaborator *e, tunip_str name, tunip_node *value,
                            tunip_node *info, const tunip_doc *doc, const tunip_doc *at)
{
    tunip_relax_var *var = emit(e, name, value, info, doc, at);
    if (var) tunip_name_set(e, name, value_of(e, var, value, doc));
    return var;
}

/* R.emit(value): a binding to a new variable, which is the value of the call. */
RELAX_READ(emit)
{
    const tunip_value *given = &call->args[1];
    tunip_node *value = relax_expr_of(e, &call->args[0]);
    tunip_node *info = given->kind > TUNIP_VALUE_NONE ? relax_info_of(e, given) : NULL;
    if (!value) return tunip_value_wrong(call->doc);
    tunip_relax_var *var = emit(e, (tunip_str){NULL, 0}, value, info, call->doc, call->doc);
    return value_of(e, var, value, call->doc);
}

/* Binds a cast; a name that is NULL is a new one. */
static tunip_relax_var *emit_cast(tunip_elaborator *e, tunip_str name, tunip_relax_match_cast *cast,
                                  const tunip_node *info, const tunip_doc *doc)
{
    bool has_info = info || !is_bare(e);
    cast->value = relax_normalize(e, cast->value, doc);
    if (name.data)
        relax_skip_name(e);
    else
        name = relax_fresh_name(e);
    tunip_relax_var *var = relax_new_var(e, name, has_info ? cast->struct_info : NULL);
    if (!var) return NULL;
    cast->base.var = var;
    if (tunip_elaborator_folds(e) && relax_infos_differ(relax_info(cast->value), cast->struct_info))
        tunip_complain(e, doc, "the value is %s, which does not fit the annotation",
                       relax_info_text(e, relax_info(cast->value)));
    tunip_scope_add(e, cast);
    return var;
}

static void bind_cast(tunip_elaborator *e, tunip_str name, tunip_relax_match_cast *cast,
                      const tunip_node *info, const tunip_doc *doc)
{
    tunip_relax_var *var = emit_cast(e, name, cast, info, doc);
    if (var) tunip_name_set(e, name, tunip_value_node(var, doc));
}

/* n = T.int64(): a symbol, which the signature may have declared. */
static void bind_symbol(tunip_elaborator *e, tunip_str name, tunip_value value,
                        const tunip_doc *doc)
{
    const tunip_value *known = tunip_name_get(e, name);
    const tunip_tir_var *before =
        known && known->kind == TUNIP_VALUE_NODE ? TUNIP_AS_A(tunip_tir_var, known->node) : NULL;
    tunip_tir_var *var = (tunip_tir_var *)value.node;
    if (before && (value.is_meta || !tunip_string_value(var->name).size)) {
        if (tunip_dtype_equal(before->base.dtype, var->base.dtype)) return;
        tunip_complain(e, doc,
                       TUNIP_BREAKS_SYMBOL "the symbol `%.*s` has another dtype in the signature",
                       (int)name.size, name.data);
        return;
    }
    relax_name_value(e, &value, name);
    tunip_name_set(e, name, value);
}

/* Whether an assignment binds the value, or just names it. Since v0.26, it binds a formula, too. */
static bool is_bound(tunip_elaborator *e, const tunip_value *value)
{
    bool is_formula = value->kind == TUNIP_VALUE_NODE && !value->is_meta &&
                      tunip_is_a(value->node, &tunip_ir_prim_expr_type) &&
                      !tunip_is_a(value->node, &tunip_tir_var_type);
    if (is_formula && relax_has_types(e)) return true;
    switch (value->kind) {
    case TUNIP_VALUE_BOOL:
    case TUNIP_VALUE_INT:
    case TUNIP_VALUE_FLOAT:
    case TUNIP_VALUE_LIST:
        return true;
    case TUNIP_VALUE_NODE:
        return tunip_is_a(value->node, &tunip_ir_relax_expr_type);
    default:
        return false;
    }
}

/* Whether a variable of a number already has another name. Since v0.26, an assignment then binds a
 * second variable: m = n. */
static bool has_other_name(const tunip_node *node, tunip_str name)
{
    const tunip_tir_var *var = node ? TUNIP_AS_A(tunip_tir_var, node) : NULL;
    tunip_str own = tunip_string_value(var ? var->name : NULL);
    return own.size && !tunip_str_equal(own, name);
}

/* A number of the dtype that its annotation says; NULL if it says none. */
static tunip_node *annotated_number(tunip_elaborator *e, const tunip_value *value,
                                    const tunip_node *info)
{
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_float = value->kind == TUNIP_VALUE_FLOAT;
    int64_t whole = value->kind == TUNIP_VALUE_BOOL ? value->boolean : value->integer;
    if (!prim || is_float != (prim->dtype.code == TUNIP_DTYPE_FLOAT)) return NULL;
    return relax_new_prim_value(
        e, is_float ? (tunip_node *)tunip_ir_float(graph, prim->dtype, value->real)
                    : (tunip_node *)tunip_ir_int(graph, prim->dtype, whole));
}

/* A bare number is a constant; since v0.26, one with an annotation is a number. */
static tunip_node *bound_value(tunip_elaborator *e, const tunip_value *value,
                               const tunip_node *info)
{
    bool is_number = value->kind == TUNIP_VALUE_BOOL || value->kind == TUNIP_VALUE_INT ||
                     value->kind == TUNIP_VALUE_FLOAT;
    bool is_expr = value->kind == TUNIP_VALUE_LIST || value->kind == TUNIP_VALUE_NODE;
    tunip_node *number = is_number && relax_has_types(e) ? annotated_number(e, value, info) : NULL;
    if (number) return number;
    if (is_expr || relax_has_types(e)) return relax_expr_of(e, value);
    tunip_value args[] = {*value, {.kind = TUNIP_VALUE_ABSENT}};
    tunip_word_call call = {.doc = value->doc, .args = args};
    tunip_value made = relax_read_const(e, &call);
    return made.kind == TUNIP_VALUE_NODE ? made.node : NULL;
}

/* n: R.Prim("int64") = T.int64() */
static void bind_declared(tunip_elaborator *e, tunip_str name, tunip_value value,
                          const tunip_node *info, const tunip_doc *target)
{
    const tunip_relax_prim_struct_info *said = TUNIP_AS(tunip_relax_prim_struct_info, info);
    tunip_dtype dtype = tunip_ir_dtype_of(value.node);
    char text[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, text);
    if (info && !(said && tunip_dtype_equal(said->dtype, dtype)))
        tunip_complain(e, value.doc,
                       TUNIP_BREAKS_STRUCT_INFO "the symbol is of %s, but the annotation says %s",
                       text, relax_info_text(e, info));
    else
        bind_symbol(e, name, value, target);
}

static void bind_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value,
                      tunip_node *info)
{
    tunip_str name = ((const tunip_doc_id *)target)->name;
    tunip_node *node = value.kind == TUNIP_VALUE_NODE ? value.node : NULL;
    bool is_symbol = node && tunip_is_a(node, &tunip_tir_var_type);
    /* I.meta_var(4), I.meta_var(n). T.Var("n", "int64") is a symbol. */
    if (value.is_meta && (!is_symbol || has_other_name(node, name))) {
        tunip_name_set(e, name, value);
        return;
    }
    if (node && tunip_is(node, &tunip_relax_match_cast_type)) {
        bind_cast(e, name, (tunip_relax_match_cast *)node, info, target);
        return;
    }
    bool is_typed =
        (info || has_other_name(node, name)) && relax_has_types(e); /* x: T.int64 = n + 1 */
    bool is_new = is_symbol && !tunip_string_value(((const tunip_tir_var *)node)->name).size;
    if (is_new || (is_symbol && !is_typed)) {
        bind_declared(e, name, value, is_typed ? info : NULL, target);
        return;
    }
    if (!is_bound(e, &value) && !is_typed) {
        tunip_name_set(e, name, value);
        return;
    }
    tunip_node *expr = bound_value(e, &value, info);
    if (expr)
        relax_bind(e, name, expr, info, target, value.doc ? value.doc : target);
    else
        tunip_name_set(e, name, tunip_value_wrong(target));
}

/* a, b = t: the fields of a tuple. */
static void bind_fields(tunip_elaborator *e, tunip_docs names, tunip_value value,
                        const tunip_doc *target)
{
    const tunip_relax_tuple_struct_info *info =
        value.kind == TUNIP_VALUE_NODE
            ? TUNIP_AS(tunip_relax_tuple_struct_info, relax_worked_out(e, value.node))
            : NULL;
    size_t count = info ? tunip_array_count(info->fields) : 1;
    if (value.kind == TUNIP_VALUE_LIST) count = value.items.count;
    bool fits = count == names.count && (info || value.kind == TUNIP_VALUE_LIST);
    if (!fits && value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, target, "expected %zu names, got %zu", count, names.count);
    for (size_t i = 0; i < names.count; i++) {
        tunip_value item = tunip_value_wrong(names.items[i]);
        if (fits && info)
            item = tunip_value_node(relax_new_item(e, value.node, (int64_t)i), names.items[i]);
        else if (fits)
            item = value.items.items[i];
        if (names.items[i]->kind == TUNIP_DOC_ID)
            bind_name(e, names.items[i], item, NULL);
        else
            tunip_complain_target(e, names.items[i]);
    }
}

/* Whether the signature has declared the shape, as which it counts once. */
static bool is_declared(tunip_elaborator *e, const tunip_doc *name)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r || name->kind != TUNIP_DOC_ID) return false;
    for (relax_free_name **at = &r->shapes; *at; at = &(*at)->next)
        if (tunip_str_equal((*at)->name, ((const tunip_doc_id *)name)->name)) {
            *at = (*at)->next;
            return true;
        }
    return false;
}

/* x: info: a variable that a fragment does not define. */
static void declare(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (is_declared(e, stmt->lhs)) return;
    tunip_value type = tunip_elaborate(e, stmt->annotation);
    bool is_none = type.kind == TUNIP_VALUE_NONE && !tunip_elaborator_folds(e);
    bool is_unknown = is_none || /* since v0.26: metadata["ir.Type"][0] */
                      (type.kind == TUNIP_VALUE_NODE && tunip_is(type.node, &tunip_ir_type_type));
    tunip_node *info = is_unknown ? NULL : relax_info_of(e, &type);
    if (stmt->lhs->kind != TUNIP_DOC_ID) {
        tunip_complain_target(e, stmt->lhs);
        return;
    }
    tunip_str name = ((const tunip_doc_id *)stmt->lhs)->name;
    tunip_relax_var *var = info || is_unknown ? relax_new_var(e, name, info) : NULL;
    tunip_name_set(e, name, tunip_value_node(var, stmt->lhs));
}

/* `x += y`: the reader makes it of its target. TVM's parser has no such statement in Relax. */
static bool is_augmented(const tunip_doc_assign *stmt)
{
    const tunip_doc_operation *sum = (const tunip_doc_operation *)stmt->rhs;
    return sum->base.kind == TUNIP_DOC_OPERATION && sum->operands.items[0] == stmt->lhs;
}

static tunip_node *annotation_of(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    tunip_value type = tunip_elaborate(e, stmt->annotation); /* may be absent */
    return type.kind <= TUNIP_VALUE_NONE ? NULL : relax_info_of(e, &type);
}

void relax_read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (!stmt->rhs) {
        declare(e, stmt);
        return;
    }
    if (is_augmented(stmt) && tunip_elaborator_folds(e)) {
        tunip_complain(e, &stmt->stmt.base, "a function of Relax changes no variable in place");
        tunip_complain_also(e, NULL, "write x = x + y");
        return;
    }
    bool is_first = !tunip_elaborator_folds(e); /* it may say the version; TVM reads it last */
    tunip_node *info = is_first ? annotation_of(e, stmt) : NULL;
    tunip_value value = tunip_elaborate(e, stmt->rhs);
    if (!is_first) info = annotation_of(e, stmt);
    bool is_list = value.kind == TUNIP_VALUE_LIST && stmt->rhs->kind == TUNIP_DOC_LIST;
    if (is_list && !is_first && stmt->lhs->kind == TUNIP_DOC_ID) /* TVM binds tuples only */
        tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, value);
    else if (stmt->lhs->kind == TUNIP_DOC_ID)
        bind_name(e, stmt->lhs, value, info);
    else if (stmt->lhs->kind == TUNIP_DOC_TUPLE || stmt->lhs->kind == TUNIP_DOC_LIST)
        bind_fields(e, ((const tunip_doc_tuple *)stmt->lhs)->elements, value, stmt->lhs);
    else
        tunip_complain_target(e, stmt->lhs);
}

/* R.match_cast(value, info): a binding whose variable comes later. */
RELAX_READ(match_cast)
{
    tunip_relax_match_cast *cast =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_match_cast_type);
    tunip_node *value = relax_expr_of(e, &call->args[0]);
    tunip_node *info = relax_info_of(e, &call->args[1]);
    if (!cast || !value || !info) return tunip_value_wrong(call->doc);
    cast->value = value;
    cast->struct_info = info;
    relax_worked_out(e, value);
    return tunip_value_node(cast, call->doc);
}

RELAX_READ(emit_match_cast)
{
    tunip_value cast = relax_read_match_cast(e, call);
    tunip_relax_match_cast *node =
        cast.kind == TUNIP_VALUE_NODE ? (tunip_relax_match_cast *)cast.node : NULL;
    const tunip_str new_name = {NULL, 0};
    tunip_relax_var *var = node ? emit_cast(e, new_name, node, node->struct_info, call->doc) : NULL;
    return var ? tunip_value_node(var, call->doc) : tunip_value_wrong(call->doc);
}

/* ==== Blocks of bindings, dataflow, branches (TVM src/script/ir_builder/relax/frame.cc) ==== */

/* ---- sequences ---- */

static bool is_block(const tunip_node *node)
{
    return tunip_is_a(node, &tunip_relax_binding_block_type);
}

/* The struct info of a sequence: that of the body, without a shape in a variable, which TVM takes
 * for one of the sequence (TVM src/relax/analysis/struct_info_analysis.cc, EraseToWellDefined). */
static tunip_node *info_of_seq(tunip_elaborator *e, tunip_node *body)
{
    tunip_node *info = relax_worked_out(e, body);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    if (!tensor || !tunip_is_a(tensor->shape, &tunip_relax_var_type)) return info;
    tunip_relax_tensor_struct_info *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_tensor_struct_info_type);
    if (!made) return info;
    made->dtype = tensor->dtype;
    made->ndim = tensor->ndim;
    made->vdevice = tensor->vdevice;
    return (tunip_node *)made;
}

/* The block of the dataflow blocks that `nodes` begin with; TVM makes one of those in a row (TVM
 * src/relax/ir/block_builder.cc, NormalizeBlocks). Sets `taken` to their number. */
static tunip_node *merged_dataflow(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                   size_t *taken)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_relax_dataflow_block *block;
    size_t total = 0, copied = 0;
    for (*taken = 0; *taken < count; ++*taken) {
        block = TUNIP_AS(tunip_relax_dataflow_block, nodes[*taken]);
        if (!block) break;
        total += tunip_array_count(block->base.bindings);
    }
    void **bindings = tunip_elaborator_alloc(e, (total + 1) * sizeof *bindings);
    if (!bindings || !total) return NULL;
    for (size_t i = 0; i < *taken; i++) {
        block = TUNIP_AS(tunip_relax_dataflow_block, nodes[i]);
        size_t own = tunip_array_count(block->base.bindings);
        if (own) memcpy(bindings + copied, block->base.bindings->items, own * sizeof *bindings);
        copied += own;
    }
    return (tunip_node *)tunip_relax_dataflow_block_new(graph,
                                                        tunip_array_new(graph, total, bindings));
}

/* The block that `nodes` begin with. Sets `taken` to the number of those in it. */
static tunip_node *next_block(tunip_elaborator *e, tunip_node **nodes, size_t count, size_t *taken)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_merged = tunip_elaborator_folds(e);
    if (is_merged && tunip_is(nodes[0], &tunip_relax_dataflow_block_type))
        return merged_dataflow(e, nodes, count, taken);
    *taken = 1;
    if (is_block(nodes[0])) return nodes[0];
    while (*taken < count && !is_block(nodes[*taken])) ++*taken;
    tunip_array *bindings = tunip_array_new(graph, *taken, (void *const *)nodes);
    return (tunip_node *)tunip_relax_block_new(graph, bindings);
}

tunip_relax_seq_expr *relax_new_seq(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                    tunip_node *body)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void **blocks = tunip_elaborator_alloc(e, (count + 1) * sizeof *blocks);
    size_t block_count = 0;
    for (size_t i = 0, taken; blocks && i < count; i += taken) {
        blocks[block_count] = next_block(e, nodes + i, count - i, &taken);
        if (blocks[block_count]) block_count++;
    }
    tunip_array *list = blocks ? tunip_array_new(graph, block_count, blocks) : NULL;
    tunip_relax_seq_expr *seq = tunip_relax_seq_new(graph, list, body);
    relax_set_info(seq, info_of_seq(e, body));
    return seq;
}

/* ---- dataflow ---- */

typedef struct dataflow_reader {
    tunip_scope scope;
    tunip_array *outputs;
    const tunip_scope *around; /* the one that was open before, or NULL */
    bool has_output;
} dataflow_reader;

static void enter_dataflow(tunip_elaborator *e, tunip_scope *scope)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!state) return;
    ((dataflow_reader *)scope)->around = state->dataflow;
    state->dataflow = scope;
}

static void *leave_dataflow(tunip_elaborator *e, tunip_scope *scope)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) state->dataflow = ((dataflow_reader *)scope)->around;
    if (state) state->ended = NULL; /* another scope may have its address */
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    if (!count && tunip_elaborator_folds(e)) return NULL; /* as in TVM */
    tunip_array *bindings = tunip_array_new(graph, count, (void *const *)nodes);
    return tunip_relax_dataflow_block_new(graph, bindings);
}

/* The outputs are visible outside. */
static void show_outputs(tunip_elaborator *e, tunip_scope *scope)
{
    const dataflow_reader *r = (const dataflow_reader *)scope;
    for (size_t i = 0; i < tunip_array_count(r->outputs); i++) {
        const tunip_relax_var *var = (const tunip_relax_var *)r->outputs->items[i];
        tunip_str name = tunip_relax_var_name(var);
        tunip_name_set(e, name, tunip_value_node(var, scope->doc));
    }
}

const tunip_scope_kind relax_dataflow_scope = {.name = "R.dataflow()",
                                               .dialect = &tunip_dialect_relax,
                                               .enter = enter_dataflow,
                                               .leave = leave_dataflow,
                                               .left = show_outputs};

RELAX_READ(dataflow)
{
    if (relax_in_dataflow(e))
        tunip_complain(e, call->doc,
                       TUNIP_BREAKS_BLOCK "a dataflow block cannot stand in another one");
    dataflow_reader *r = tunip_scope_new(e, &relax_dataflow_scope, sizeof *r, call->doc);
    if (r) r->outputs = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    return tunip_value_scope(r, call->doc);
}

/* Whether a binding of the block defines the variable. */
static bool is_bound_here(tunip_elaborator *e, const tunip_node *var)
{
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    while (count--) {
        const tunip_relax_binding *binding = TUNIP_AS_A(tunip_relax_binding, nodes[count]);
        if (binding && (const tunip_node *)binding->var == var) return true;
    }
    return false;
}

/* R.output(a, b): these variables are not dataflow variables. */
RELAX_READ(output)
{
    dataflow_reader *r = (dataflow_reader *)tunip_scope_top(e);
    if (!r || r->scope.kind != &relax_dataflow_scope)
        return tunip_complain_missing(e, call->doc, "R.output stands outside of R.dataflow()");
    if (r->has_output)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_BLOCK "a dataflow block can have only one R.output");
    r->has_output = true;
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) state->ended = &r->scope;
    for (size_t i = 0; i < call->rest.count; i++) {
        const tunip_value *value = &call->rest.items[i];
        tunip_node *var = value->kind == TUNIP_VALUE_NODE ? value->node : NULL;
        if (!tunip_is_a(var, &tunip_relax_var_type) || !is_bound_here(e, var)) {
            tunip_complain_instead(e, value, "a variable of this dataflow block");
            continue;
        }
        var->type = &tunip_relax_var_type;
        tunip_ir_append(e, r->outputs, var);
    }
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* ---- branches ---- */

static void rename_var(tunip_elaborator *e, tunip_relax_var *var, const char *suffix)
{
    tunip_str name = tunip_relax_var_name(var);
    char *text = tunip_elaborator_alloc(e, name.size + strlen(suffix) + 1);
    if (!text) return;
    if (name.size) memcpy(text, name.data, name.size);
    memcpy(text + name.size, suffix, strlen(suffix) + 1);
    var->vid->name_hint = tunip_string_new(tunip_elaborator_graph(e), text);
}

/* The dataflow block that a branch ends in, or NULL. */
static tunip_relax_dataflow_block *last_dataflow(tunip_node **nodes, size_t count)
{
    bool is_dataflow = count && tunip_is(nodes[count - 1], &tunip_relax_dataflow_block_type);
    return is_dataflow ? (tunip_relax_dataflow_block *)nodes[count - 1] : NULL;
}

/* The last binding of a branch. It may stand in a dataflow block, as an output of it (TVM
 * src/script/ir_builder/relax/utils.h, GetSeqExprForBranch). */
static const tunip_relax_binding *last_binding(tunip_elaborator *e, tunip_node **nodes,
                                               size_t count, const tunip_doc *doc)
{
    const tunip_relax_dataflow_block *block = last_dataflow(nodes, count);
    size_t inner = block ? tunip_array_count(block->base.bindings) : 0;
    tunip_node *last = inner   ? block->base.bindings->items[inner - 1]
                       : count ? nodes[count - 1]
                               : NULL;
    const tunip_relax_binding *binding = TUNIP_AS_A(tunip_relax_binding, last);
    if (!binding)
        tunip_complain(e, doc, "a branch must end in a binding");
    else if (inner && tunip_is((const tunip_node *)binding->var, &tunip_relax_dataflow_var_type))
        tunip_complain(e, doc,
                       "the last binding of a branch must be an output of its R.dataflow()");
    else
        return binding;
    return NULL;
}

/* Whether the value of the last binding becomes that of the branch, and the binding is left out.
 * Without --fold, a dataflow block keeps all of its bindings. */
static bool is_left_out(tunip_elaborator *e, const tunip_node *value, bool in_dataflow)
{
    if (tunip_elaborator_folds(e)) return relax_is_leaf_or_tuple(value);
    return !in_dataflow && !tunip_is(value, &tunip_relax_if_type);
}

/* The last binding gives the branch its value, and the whole its name. */
static void *leave_branch(tunip_elaborator *e, tunip_scope *scope)
{
    relax_branch_reader *r = (relax_branch_reader *)scope;
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    tunip_node *body = r->result;
    tunip_relax_dataflow_block *block = last_dataflow(nodes, count);
    const tunip_relax_binding *last = body ? NULL : last_binding(e, nodes, count, scope->doc);
    const tunip_relax_var_binding *bound =
        TUNIP_AS(tunip_relax_var_binding, (const tunip_node *)last);
    if (last) {
        r->name = tunip_relax_var_name(last->var);
        r->info = relax_info(last->var);
        body = (tunip_node *)last->var;
        if (!bound || !is_left_out(e, bound->value, block)) {
            rename_var(e, last->var, r->is_else ? "_else" : "_then");
        } else {
            body = bound->value;
            if (block)
                block->base.bindings->count--;
            else
                count--;
        }
    }
    if (body) body = relax_argument_of(e, body, scope->doc);
    r->body = body ? relax_new_seq(e, nodes, count, body) : NULL;
    return NULL;
}

const tunip_scope_kind relax_branch_scope = {
    .name = "a branch", .dialect = &tunip_dialect_relax, .leave = leave_branch};

static relax_branch_reader *read_branch(tunip_elaborator *e, tunip_docs body, bool is_else,
                                        const tunip_doc *doc)
{
    relax_branch_reader *r = tunip_scope_new(e, &relax_branch_scope, sizeof *r, doc);
    if (!r) return NULL;
    r->is_else = is_else;
    tunip_scope_enter(e, &r->scope);
    tunip_elaborate_body(e, body);
    tunip_scope_leave(e, &r->scope);
    return r;
}

/* The struct info that both branches have; NULL if they differ. */
static tunip_node *common_info(tunip_elaborator *e, const relax_branch_reader *yes,
                               const relax_branch_reader *no)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    tunip_node *a = relax_info(yes->body), *b = relax_info(no->body);
    return a && b && relax_equal(scratch, a, b) ? a : NULL;
}

static tunip_relax_if *new_if(tunip_elaborator *e, tunip_node *cond, const relax_branch_reader *yes,
                              const relax_branch_reader *no)
{
    tunip_relax_if *node = tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_if_type);
    if (!node) return NULL;
    node->cond = cond;
    node->true_branch = yes->body;
    node->false_branch = no->body;
    if (tunip_elaborator_folds(e))
        relax_set_info(node, relax_common_info(e, relax_info(yes->body), relax_info(no->body)));
    else
        relax_set_info(node, common_info(e, yes, no) ? common_info(e, yes, no) : yes->info);
    return node;
}

/* A name that a wrong `if` would bind: its uses cause no second message. */
static void hide_name(tunip_elaborator *e, const relax_branch_reader *branch, const tunip_doc *doc)
{
    if (branch && branch->name.data) tunip_name_set(e, branch->name, tunip_value_wrong(doc));
}

void relax_read_if(tunip_elaborator *e, const tunip_doc_if *stmt)
{
    const tunip_doc *doc = &stmt->stmt.base;
    tunip_value test = tunip_elaborate(e, stmt->predicate);
    tunip_node *cond = relax_expr_of(e, &test);
    if (relax_in_dataflow(e))
        tunip_complain(e, doc, TUNIP_BREAKS_BLOCK "an `if` cannot stand in a dataflow block");
    relax_branch_reader *yes = read_branch(e, stmt->then_branch, false, doc);
    if (!stmt->else_branch.count) {
        tunip_complain_missing(e, doc, "an `if` of Relax needs an `else`");
        hide_name(e, yes, doc);
        return;
    }
    relax_branch_reader *no = read_branch(e, stmt->else_branch, true, doc);
    if (!cond || !yes || !no || !yes->body || !no->body) {
        hide_name(e, yes, doc);
        hide_name(e, no, doc);
        return;
    }
    tunip_relax_if *node = new_if(e, cond, yes, no);
    if (!yes->name.data && !no->name.data) { /* a fragment */
        tunip_scope_add(e, node);
        return;
    }
    if (!tunip_str_equal(yes->name, no->name)) {
        tunip_complain(e, doc,
                       "both branches must end in a binding of the same name: `%.*s`, `%.*s`",
                       (int)yes->name.size, yes->name.data, (int)no->name.size, no->name.data);
        hide_name(e, yes, doc);
        hide_name(e, no, doc);
        return;
    }
    tunip_node *info = tunip_elaborator_folds(e) ? NULL : yes->info;
    relax_bind(e, yes->name, (tunip_node *)node, info, doc, doc);
}

/* ---- fragments ---- */

static tunip_node *new_block(tunip_elaborator *e, tunip_node **nodes, size_t count)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *bindings = tunip_array_new(graph, count, (void *const *)nodes);
    return (tunip_node *)tunip_relax_block_new(graph, bindings);
}

/* R.Tensor(ndim=2, dtype="float32") is a type. The text of a struct info has the dtype first. */
static bool is_type_of_tensor(tunip_elaborator *e, const tunip_value *value)
{
    const tunip_doc_call *call = (const tunip_doc_call *)value->doc;
    return value->kind == TUNIP_VALUE_NODE && !tunip_elaborator_folds(e) &&
           tunip_is(value->node, &tunip_relax_tensor_struct_info_type) &&
           value->doc->kind == TUNIP_DOC_CALL && !call->args.count && call->values.count == 2 &&
           tunip_str_is(call->keys[0], "ndim") && tunip_str_is(call->keys[1], "dtype");
}

/* A binding, several, or bindings and a value. */
tunip_node *relax_read_fragment(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                const tunip_value *last)
{
    if (!count) {
        if (is_type_of_tensor(e, last)) return relax_type_of(e, last);
        if (last->kind == TUNIP_VALUE_NODE) return last->node;
        bool is_word = last->kind == TUNIP_VALUE_WORD;
        return is_word ? relax_info_of(e, last) : relax_expr_of(e, last);
    }
    if (last->kind > TUNIP_VALUE_WRONG) {
        tunip_node *body = relax_expr_of(e, last);
        return body ? (tunip_node *)relax_new_seq(e, nodes, count, body) : NULL;
    }
    return count == 1 ? nodes[0] : new_block(e, nodes, count);
}
