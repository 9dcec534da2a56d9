/* function.c -- functions (TVM python/tvm/script/parser/relax/parser.py, FunctionFrameNode of
 * src/script/ir_builder/relax/frame.cc). */
#include "../infer/infer.h"
#include "read.h"

/* ---- the signature ---- */

/* Whether a method of a parameter is called. */
static bool is_of_param(const tunip_doc_function *func, const tunip_doc *callee)
{
    const tunip_doc *owner = ((const tunip_doc_attr *)callee)->value;
    for (size_t i = 0; owner->kind == TUNIP_DOC_ID && i < func->args.count; i++) {
        const tunip_doc_assign *param = (const tunip_doc_assign *)func->args.items[i];
        bool is_name =
            param->stmt.base.kind == TUNIP_DOC_ASSIGN && param->lhs->kind == TUNIP_DOC_ID;
        if (is_name && tunip_str_equal(((const tunip_doc_id *)param->lhs)->name,
                                       ((const tunip_doc_id *)owner)->name))
            return true;
    }
    return false;
}

/* n = T.int64(), or n, m = T.int64(), T.int64(). False if it is something else. */
static bool read_symbols(tunip_elaborator *e, const tunip_doc_function *func, const tunip_doc *lhs,
                         const tunip_doc *rhs)
{
    if (lhs->kind == TUNIP_DOC_TUPLE && rhs->kind == TUNIP_DOC_TUPLE) {
        tunip_docs names = ((const tunip_doc_tuple *)lhs)->elements;
        tunip_docs values = ((const tunip_doc_tuple *)rhs)->elements;
        bool fits = names.count == values.count;
        for (size_t i = 0; fits && i < names.count; i++)
            fits = names.items[i]->kind != TUNIP_DOC_TUPLE &&
                   read_symbols(e, func, names.items[i], values.items[i]);
        return fits;
    }
    if (rhs->kind != TUNIP_DOC_CALL || lhs->kind != TUNIP_DOC_ID) return false;
    const tunip_doc_call *call = (const tunip_doc_call *)rhs;
    bool is_bare = !call->args.count;
    for (size_t i = 0; i < call->values.count; i++) /* T.int64(is_size_var=True) */
        is_bare = is_bare && call->values.items[i]->kind == TUNIP_DOC_LITERAL;
    if (!is_bare || call->callee->kind != TUNIP_DOC_ATTR) return false;
    if (is_of_param(func, call->callee)) return false;
    tunip_value value = tunip_elaborate(e, rhs);
    bool is_symbol = value.kind == TUNIP_VALUE_NODE && tunip_is_a(value.node, &tunip_tir_var_type);
    value.doc = lhs; /* where the name is defined */
    if (is_symbol) tunip_elaborate_target(e, lhs, value);
    return is_symbol;
}

/* s: R.Shape([4, 8]). No other declaration can matter to the struct info of a parameter. */
static void declare_shape(tunip_elaborator *e, relax_function_reader *r,
                          const tunip_doc_assign *stmt)
{
    const tunip_doc *info = stmt->annotation;
    if (info && info->kind == TUNIP_DOC_CALL) info = ((const tunip_doc_call *)info)->callee;
    bool is_shape = info && info->kind == TUNIP_DOC_ATTR &&
                    tunip_str_is(((const tunip_doc_attr *)info)->name, "Shape");
    relax_free_name *shape = tunip_elaborator_alloc(e, sizeof *shape);
    if (!is_shape || !shape || stmt->lhs->kind != TUNIP_DOC_ID) return;
    relax_read_assign(e, stmt);
    *shape = (relax_free_name){.name = ((const tunip_doc_id *)stmt->lhs)->name, .next = r->shapes};
    r->shapes = shape;
}

/* The declarations at the beginning of the body belong to the signature: n = T.int64(), and
 * s: R.Shape([4, 8]) as the shape of a parameter. */
static bool read_prelude(tunip_elaborator *e, const tunip_doc *doc, void *user)
{
    if (doc->kind == TUNIP_DOC_COMMENT || doc->kind == TUNIP_DOC_EXPR_STMT) return true;
    if (doc->kind != TUNIP_DOC_ASSIGN) return false;
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    relax_function_reader *r = user;
    if (stmt->rhs)
        return read_symbols(e, (const tunip_doc_function *)r->scope.doc, stmt->lhs, stmt->rhs);
    if (!tunip_elaborator_folds(e)) declare_shape(e, r, stmt);
    return true;
}

static tunip_node *read_annotation(tunip_elaborator *e, const tunip_doc *annotation)
{
    tunip_value value = tunip_elaborate_alone(e, annotation);
    return relax_info_of(e, &value);
}

/* The parameter of `name: info`. */
static tunip_relax_var *read_param(tunip_elaborator *e, const tunip_doc_assign *doc)
{
    if (doc->lhs->kind != TUNIP_DOC_ID || !doc->annotation) {
        tunip_complain(e, &doc->stmt.base,
                       TUNIP_BREAKS_STRUCT_INFO "a parameter needs a name and a struct info");
        tunip_elaborate_target(e, doc->lhs, tunip_value_wrong(doc->lhs));
        return NULL;
    }
    tunip_str name = ((const tunip_doc_id *)doc->lhs)->name;
    tunip_node *info = read_annotation(e, doc->annotation);
    const tunip_doc *before = tunip_elaborator_stand(e, &doc->stmt.base);
    tunip_relax_var *var = info ? relax_new_var(e, name, info) : NULL;
    tunip_elaborator_stand(e, before);
    const tunip_node *number = var ? relax_as_number(e, var) : NULL;
    if (number != (const tunip_node *)var)
        tunip_name_set(e, name, tunip_value_node(number, doc->lhs));
    return var;
}

static void read_params(tunip_elaborator *e, relax_function_reader *r,
                        const tunip_doc_function *doc)
{
    r->func->params = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < doc->args.count; i++) {
        if (doc->args.items[i]->kind != TUNIP_DOC_ASSIGN) continue; /* it had a syntax error */
        tunip_relax_var *var = read_param(e, (const tunip_doc_assign *)doc->args.items[i]);
        if (var) tunip_ir_append(e, r->func->params, var);
    }
    r->in_result = true;
    if (doc->return_type) r->func->ret_struct_info = read_annotation(e, doc->return_type);
    r->in_result = false;
}

/* Names the parameters. Their struct infos, which were read before, cannot use these names. */
static void name_params(tunip_elaborator *e, const relax_function_reader *r,
                        const tunip_doc_function *doc)
{
    size_t next = 0;
    for (size_t i = 0; i < doc->args.count; i++) {
        if (doc->args.items[i]->kind != TUNIP_DOC_ASSIGN) continue;
        const tunip_doc *lhs = ((const tunip_doc_assign *)doc->args.items[i])->lhs;
        if (lhs->kind != TUNIP_DOC_ID) continue;
        tunip_str name = ((const tunip_doc_id *)lhs)->name;
        tunip_value value = tunip_value_wrong(lhs);
        if (next < tunip_array_count(r->func->params) &&
            tunip_str_equal(tunip_relax_var_name((tunip_relax_var *)r->func->params->items[next]),
                            name))
            value = tunip_value_node(
                relax_as_number(e, (tunip_relax_var *)r->func->params->items[next++]), lhs);
        tunip_name_set(e, name, value);
    }
}

static void declare_type_params(tunip_elaborator *e, const tunip_doc_function *doc)
{
    const tunip_doc *id;
    for (size_t i = 0; (id = tunip_type_param(e, doc, i)); i++) {
        tunip_dtype dtype = tunip_type_param_dtype(e, doc, i);
        tunip_tir_var *var = tunip_tir_var_new(tunip_elaborator_graph(e), "", dtype);
        tunip_elaborate_target(e, id, tunip_value_node(var, id));
    }
}

/* Formulas in a signature may use symbols that come after them; such a signature is read twice. */
static void read_signature(tunip_elaborator *e, relax_function_reader *r,
                           const tunip_doc_function *doc)
{
    declare_type_params(e, doc);
    tunip_elaborate_peek(e, doc->body, read_prelude, r);
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!state) return;
    relax_function_reader *around = state->signature;
    state->signature = r;
    r->is_first = true;
    read_params(e, r, doc);
    r->is_first = false;
    if (r->has_formula) read_params(e, r, doc);
    state->signature = around;
    name_params(e, r, doc);
    relax_set_info(r->func, relax_new_func_info(e, r->func->params, r->func->ret_struct_info,
                                                r->func->is_pure));
}

/* ---- the function ---- */

static void add_symbol(tunip_elaborator *e, relax_function_reader *r)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (r->is_private || tunip_map_get(r->attrs, "global_symbol")) return;
    tunip_ir_put(e, r->attrs, tunip_string_new(graph, "global_symbol"),
                 tunip_string_new_view(graph, r->name));
}

/* Whether the body is more specific about the result than the annotation. */
static bool is_refined(tunip_elaborator *e, const tunip_relax_function *func)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    if (!func->ret_struct_info) return true;
    return tunip_elaborator_folds(e) &&
           relax_subsumes(scratch, func->ret_struct_info, relax_info(func->body));
}

/* The struct info of the body, as far as it is known outside. */
static tunip_node *outside_info(tunip_elaborator *e, const tunip_relax_function *func)
{
    relax_symbol_map map = {.count = 0};
    for (size_t i = 0; i < tunip_array_count(func->params); i++) {
        tunip_node *info = relax_info(func->params->items[i]);
        relax_define_symbols(tunip_elaborator_graph(e), &map, info, info);
    }
    tunip_node *info = relax_info(func->body);
    return info ? relax_replace_symbols(tunip_elaborator_graph(e), &map, info) : NULL;
}

static void *leave_function(tunip_elaborator *e, tunip_scope *scope)
{
    relax_function_reader *r = (relax_function_reader *)scope;
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) state->next = r->outer;
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    if (!r->result) {
        if (!r->result_doc)
            tunip_complain_missing(e, ((const tunip_doc_function *)scope->doc)->name,
                                   "a Relax function must return a value");
        return r->func;
    }
    r->func->body = relax_new_seq(e, nodes, count, r->result);
    if (is_refined(e, r->func)) {
        r->func->ret_struct_info = outside_info(e, r->func);
        relax_set_info(r->func, relax_new_func_info(e, r->func->params, r->func->ret_struct_info,
                                                    r->func->is_pure));
    }
    add_symbol(e, r);
    relax_check_function(e, r);
    return r->func;
}

const tunip_scope_kind relax_function_scope = {
    .name = "a function of Relax", .dialect = &tunip_dialect_relax, .leave = leave_function};

static relax_function_reader *new_function(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    relax_function_reader *r = tunip_scope_new(e, &relax_function_scope, sizeof *r, call->target);
    tunip_relax_function *func = tunip_node_new(graph, &tunip_relax_function_type);
    tunip_ir_dict_attrs *attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!r || !func || !attrs || !state) return NULL;
    r->outer = state->next;
    state->next = (relax_numbers){0, 0};
    r->func = func;
    r->attrs = attrs->dict;
    r->name = ((const tunip_doc_id *)((const tunip_doc_function *)call->target)->name)->name;
    func->base.attrs = attrs;
    func->is_pure =
        call->args[0].kind == TUNIP_VALUE_ABSENT || tunip_value_to_bool(e, &call->args[0], true);
    r->is_private = tunip_value_to_bool(e, &call->args[1], false);
    const relax_function_reader *outer =
        (const relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    r->is_checked = outer ? outer->is_checked : tunip_ir_checks(e, &call->args[2]);
    return r;
}

static tunip_value require_function(tunip_elaborator *e, const tunip_word_call *call)
{
    if (call->target && call->target->kind == TUNIP_DOC_FUNCTION)
        return (tunip_value){.kind = TUNIP_VALUE_NONE};
    return tunip_complain(e, call->doc, "the decorator is for functions");
}

static tunip_value read_function(tunip_elaborator *e, const tunip_word_call *call,
                                 relax_function_reader *r, tunip_relax_var *var)
{
    const tunip_doc_function *doc = (const tunip_doc_function *)call->target;
    tunip_scope_enter(e, &r->scope);
    read_signature(e, r, doc);
    if (var) relax_set_info(var, relax_info(r->func));
    tunip_elaborate_body(e, doc->body);
    tunip_value made = tunip_scope_result(e, &r->scope, call->target);
    if (var && made.kind == TUNIP_VALUE_NODE) relax_set_info(var, relax_info(made.node));
    return made;
}

/* A function inside of another one is bound to a variable, by which it may call itself. */
static tunip_value read_local(tunip_elaborator *e, const tunip_word_call *call,
                              relax_function_reader *r)
{
    r->is_private = true;
    tunip_relax_var *var = relax_new_var(e, r->name, NULL);
    tunip_name_set(e, r->name, tunip_value_node(var, call->target));
    tunip_value made = read_function(e, call, r, var);
    if (made.kind == TUNIP_VALUE_NODE && var) relax_add_binding(e, var, made.node);
    relax_skip_name(e);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

RELAX_READ(function)
{
    tunip_value wrong = require_function(e, call);
    if (wrong.kind == TUNIP_VALUE_WRONG) return wrong;
    if (!tunip_ir_takes_decorator(e, call)) return tunip_value_wrong(call->doc);
    relax_function_reader *r = new_function(e, call);
    if (!r) return tunip_value_wrong(call->doc);
    const tunip_scope *top = tunip_scope_top(e);
    bool is_local = top && top->kind->dialect == &tunip_dialect_relax;
    return is_local ? read_local(e, call, r) : read_function(e, call, r, NULL);
}

/* Reads only the signature, for the callers of the function. */
RELAX_READ(declared_function)
{
    tunip_value wrong = require_function(e, call);
    if (wrong.kind == TUNIP_VALUE_WRONG) return wrong;
    relax_function_reader *r = new_function(e, call);
    if (!r) return tunip_value_wrong(call->doc);
    r->result_doc = call->doc; /* no complaint that the body is missing */
    tunip_scope_enter(e, &r->scope);
    read_signature(e, r, (const tunip_doc_function *)call->target);
    if (tunip_elaborator_folds(e) && !r->func->ret_struct_info) /* not known before it is read */
        relax_set_info(r->func, relax_new_func_info(e, r->func->params, relax_new_object_info(e),
                                                    r->func->is_pure));
    return tunip_scope_result(e, &r->scope, call->target);
}

/* ---- statements of a function ---- */

RELAX_READ(func_attr)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r)
        return tunip_complain_missing(e, call->doc, "R.func_attr stands outside of any function");
    if (!tunip_value_has_names(e, &call->args[0])) return tunip_value_wrong(call->doc);
    tunip_node *data = tunip_value_to_data(e, &call->args[0]);
    const tunip_map *attrs = TUNIP_AS(tunip_map, data);
    if (!attrs) return tunip_complain_instead(e, &call->args[0], "a dict");
    for (size_t i = 0; i < attrs->count; i++) {
        tunip_str key = tunip_string_value(attrs->entries[i].key);
        if (tunip_elaborator_folds(e) && r->is_private && tunip_str_is(key, "global_symbol"))
            return tunip_complain(e, call->doc, "a private function has no `global_symbol`");
        if (tunip_elaborator_folds(e) && tunip_map_get(r->attrs, key.data))
            return tunip_complain(
                e, call->doc, TUNIP_BREAKS_REPEATED "the function has its attribute `%.*s` already",
                (int)key.size, key.data);
        tunip_ir_put(e, r->attrs, attrs->entries[i].key, attrs->entries[i].value);
    }
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

RELAX_READ(func_ret_struct_info)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    tunip_node *info = relax_info_of(e, &call->args[0]);
    if (!r)
        return tunip_complain_missing(e, call->doc,
                                      "R.func_ret_struct_info stands outside of any function");
    if (r->func->ret_struct_info)
        return tunip_complain(
            e, call->doc, TUNIP_BREAKS_STRUCT_INFO "the struct info of the result is given twice");
    r->func->ret_struct_info = info;
    relax_set_info(r->func, relax_new_func_info(e, r->func->params, info, r->func->is_pure));
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* A `return` in dataflow makes the variables in its value outputs. */
static void show_result(tunip_node *expr, int depth)
{
    enum { MOST_DEPTH = 100 };
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, expr);
    if (tunip_is(expr, &tunip_relax_dataflow_var_type)) expr->type = &tunip_relax_var_type;
    for (size_t i = 0; tuple && depth < MOST_DEPTH && i < tunip_array_count(tuple->fields); i++)
        show_result(tuple->fields->items[i], depth + 1);
}

void relax_read_return(tunip_elaborator *e, const tunip_doc_return *stmt)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    const tunip_scope *top = tunip_scope_top(e);
    const tunip_doc *doc = &stmt->stmt.base;
    if (!r || (top && top->kind == &relax_branch_scope)) {
        tunip_complain(e, doc,
                       r ? "a `return` cannot stand in a branch"
                         : "a `return` stands outside of any function");
        return;
    }
    if (r->result_doc) {
        tunip_complain(e, doc, "a Relax function can have only one `return`");
        tunip_complain_also(e, r->result_doc, "the first one");
        return;
    }
    r->result_doc = doc;
    if (!stmt->value) {
        tunip_complain(e, doc, "a Relax function must return a value");
        return;
    }
    tunip_value value = tunip_elaborate(e, stmt->value);
    if (value.kind == TUNIP_VALUE_NONE) {
        tunip_complain(e, doc, "a Relax function must return a value");
        return;
    }
    r->result = relax_argument_of(e, relax_expr_of(e, &value), doc);
    if (tunip_elaborator_folds(e) && relax_in_dataflow(e)) show_result(r->result, 0);
}

/* ---- expressions that stand alone ---- */

/* A call for its effect is bound to a variable that nobody uses; the last expression of a branch
 * outside of functions is its value. */
void relax_read_effect(tunip_elaborator *e, tunip_value value)
{
    tunip_scope *top = tunip_scope_top(e);
    if (value.kind == TUNIP_VALUE_STR && tunip_elaborator_folds(e)) {
        tunip_complain(e, value.doc, "a string cannot stand alone in a function of Relax");
        tunip_complain_also(e, NULL, "write a comment instead");
        return;
    }
    if (value.kind == TUNIP_VALUE_STR || value.kind == TUNIP_VALUE_NONE) return;
    tunip_node *expr = relax_expr_of(e, &value);
    if (!expr) return;
    expr = relax_normalize(e, expr, value.doc);
    tunip_node *info = relax_worked_out(e, expr);
    bool is_call = tunip_is(expr, &tunip_relax_call_type);
    if (relax_is_void(info) || (is_call && !info)) {
        if (!info) info = (tunip_node *)tunip_relax_tuple_info_new(tunip_elaborator_graph(e), NULL);
        relax_set_info(expr, info);
        relax_add_binding(e, relax_new_var(e, tunip_str_from("_"), info), expr);
        relax_skip_name(e);
        return;
    }
    if (top && top->kind == &relax_branch_scope && !tunip_scope_of(e, &relax_function_scope)) {
        ((relax_branch_reader *)top)->result = expr;
        return;
    }
    tunip_complain(e, value.doc, "the value of this expression must be bound to a variable");
}
