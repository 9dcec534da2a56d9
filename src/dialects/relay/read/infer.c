/* infer.c -- the type arguments of calls of polymorphic functions. No text shows them; they follow
 * from the types of the call and of its arguments in the text. TVM's parser infers all types
 * again. */
#include <tunip/tvm/ir.h>

#include "read.h"

/* ---- calls ---- */

void relay_note_call(tunip_elaborator *e, tunip_relay_call *call)
{
    relay_reading *r = tunip_elaborator_state(e, &tunip_dialect_relay);
    if (!r || tunip_is(call->op, &tunip_ir_op_type)) return;
    tunip_relay_call **calls = tunip_scratch_grow(tunip_elaborator_scratch(e), r->calls,
                                                  r->call_count, sizeof *calls, &r->call_room);
    if (!calls) return;
    r->calls = calls;
    calls[r->call_count++] = call;
}

/* ---- signatures ---- */

/* The type of the callee. */
typedef struct signature {
    const tunip_array *vars;
    const tunip_array *params; /* types, or variables with types */
    const tunip_node *result;  /* or NULL */
    const tunip_node *made;    /* of a constructor: its type, whose arguments are `vars` */
} signature;

static const tunip_node *definition_of(tunip_elaborator *e, const tunip_string *name)
{
    return relay_known_get(e, relay_marked(e, '=', tunip_string_value(name)));
}

static signature signature_of(tunip_elaborator *e, const tunip_node *op)
{
    const tunip_relay_global_var *global = TUNIP_AS(tunip_relay_global_var, op);
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, op);
    if (global) op = definition_of(e, global->name_hint);
    if (made && made->belong_to) {
        const tunip_relay_type_data *data =
            TUNIP_AS(tunip_relay_type_data, definition_of(e, made->belong_to->name_hint));
        return (signature){data ? data->type_vars : NULL, made->inputs, NULL,
                           &made->belong_to->base.base.base};
    }
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, op);
    if (function)
        return (signature){function->type_params, function->params, function->ret_type, NULL};
    bool is_expr = op && tunip_is_a(op, &tunip_relay_expr_type);
    const tunip_relay_func_type *type =
        is_expr ? TUNIP_AS(tunip_relay_func_type, ((const tunip_relay_expr *)op)->checked_type)
                : NULL;
    if (!type) return (signature){NULL, NULL, NULL, NULL};
    return (signature){type->type_params, type->arg_types, type->ret_type, NULL};
}

/* ---- matching ---- */

typedef struct matching {
    const tunip_array *vars;
    void **types; /* of the variables; NULL: not found yet */
} matching;

enum { MOST_DEPTH = 64 };

static void match(const matching *m, const tunip_node *formal, const tunip_node *actual, int depth);

static void match_all(const matching *m, const tunip_array *formal, const tunip_array *actual,
                      int depth)
{
    for (size_t i = 0; i < tunip_array_count(formal) && i < tunip_array_count(actual); i++)
        match(m, formal->items[i], actual->items[i], depth);
}

static void match(const matching *m, const tunip_node *formal, const tunip_node *actual, int depth)
{
    if (!formal || !actual || depth == MOST_DEPTH) return;
    for (size_t i = 0; i < m->vars->count; i++)
        if (m->vars->items[i] == formal) {
            if (!m->types[i]) m->types[i] = (void *)(uintptr_t)actual;
            return;
        }
    if (formal->type != actual->type) return;
    if (formal->type == &tunip_relay_type_call_type)
        match_all(m, ((const tunip_relay_type_call *)formal)->args,
                  ((const tunip_relay_type_call *)actual)->args, depth + 1);
    if (formal->type == &tunip_ir_tuple_type_type)
        match_all(m, ((const tunip_ir_tuple_type *)formal)->fields,
                  ((const tunip_ir_tuple_type *)actual)->fields, depth + 1);
    if (formal->type == &tunip_relay_ref_type_type)
        match(m, ((const tunip_relay_ref_type *)formal)->value,
              ((const tunip_relay_ref_type *)actual)->value, depth + 1);
    if (formal->type != &tunip_relay_func_type_type) return;
    const tunip_relay_func_type *ours = (const tunip_relay_func_type *)formal;
    const tunip_relay_func_type *theirs = (const tunip_relay_func_type *)actual;
    match_all(m, ours->arg_types, theirs->arg_types, depth + 1);
    match(m, ours->ret_type, theirs->ret_type, depth + 1);
}

/* The type of an expression; a type itself. */
static const tunip_node *type_of(const tunip_node *node)
{
    const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, node);
    if (!node || !tunip_is_a(node, &tunip_relay_expr_type)) return node;
    const tunip_node *type = ((const tunip_relay_expr *)node)->checked_type;
    return type || !var ? type : var->type_annotation;
}

/* Infers the type arguments of a call. Does nothing in a text without types, because the types of
 * its module were not inferred. */
static void infer(tunip_elaborator *e, tunip_relay_call *call)
{
    if (!call->base.checked_type) return;
    signature callee = signature_of(e, call->op);
    size_t count = tunip_array_count(callee.vars), known = 0;
    matching m = {callee.vars, NULL};
    if (!count || !(m.types = tunip_elaborator_alloc(e, count * sizeof *m.types))) return;
    const tunip_relay_type_call *result =
        TUNIP_AS(tunip_relay_type_call, call->base.checked_type);
    if (callee.made && result && result->func == callee.made)
        match_all(&m, callee.vars, result->args, 0);
    match(&m, callee.result, call->base.checked_type, 0);
    for (size_t i = 0; i < tunip_array_count(callee.params); i++)
        if (i < tunip_array_count(call->args))
            match(&m, type_of(callee.params->items[i]), type_of(call->args->items[i]), 0);
    for (size_t i = 0; i < count; i++) known += m.types[i] != NULL;
    if (known == count)
        call->type_args = tunip_array_new(tunip_elaborator_graph(e), count, m.types);
}

void relay_infer_type_args(tunip_elaborator *e)
{
    const relay_reading *r = tunip_elaborator_state(e, &tunip_dialect_relay);
    for (size_t i = 0; r && i < r->call_count; i++) infer(e, r->calls[i]);
}
