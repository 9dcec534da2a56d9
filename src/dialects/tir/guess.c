/* guess.c -- the variables that a fragment uses and does not declare. Their dtype is open until an
 * operator meets another operand: in `x * T.int64(2) + y`, both variables are int64. */
#include "script.h"

#include "ops.h"

/* ---- open variables ---- */

tunip_tir_var *tir_guess_new(tunip_elaborator *e, tunip_str name, tunip_dtype dtype,
                             const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tir_script_state *state = tir_state_of(e);
    tir_guess *guess = tunip_graph_alloc(graph, sizeof *guess);
    if (!state || !guess) return NULL;
    if (!state->open_type) state->open_type = tunip_ir_prim_type_new(graph, dtype);
    tunip_tir_var *var = tir_new_var(e, dtype, state->open_type, false);
    if (!var) return NULL;
    var->name = tunip_string_new_view(graph, name);
    *guess = (tir_guess){.var = var, .name = name, .doc = doc};
    *(state->last_guess ? &state->last_guess->next : &state->guesses) = guess;
    state->last_guess = guess;
    return var;
}

/* The type of an open variable is this node, which no other variable has. */
static bool is_open_var(const tir_script_state *state, const tunip_node *node)
{
    return ((const tunip_tir_var *)node)->type_annotation == (const tunip_node *)state->open_type;
}

/* ---- the dtype of an expression ---- */

static tunip_node *operand(const tunip_node *node, uint16_t offset)
{
    return *(tunip_node *const *)(const void *)((const char *)node + offset);
}

size_t tir_operands_alike(const tunip_node *node, tunip_node *out[2])
{
    const tunip_completion *row = node->type->completion;
    if (!row || row->result != TUNIP_RESULT_LIKE) return 0;
    out[0] = operand(node, row->of);
    if (row->same[0] != row->of) return 1;
    out[1] = operand(node, row->same[1]);
    return 2;
}

enum { MOST_CARRIERS = 2 };

/* The arguments that have the dtype of the call. */
static size_t carriers_of_call(const tunip_tir_call *call, tunip_node **out)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tir_op_style *style = op ? tir_op_find(tunip_string_value(op->name)) : NULL;
    size_t count = 0, at = style && style->makes == TIR_MAKES_ARG_1, all = at + 1;
    if (!style || (style->makes != TIR_MAKES_ARG_0 && style->makes != TIR_MAKES_ARG_1)) return 0;
    bool is_pair = style->when == TIR_WHEN_INTS || style->when == TIR_WHEN_FLOATS ||
                   style->when == TIR_WHEN_CHOICE;
    for (all += is_pair; at < all && at < tunip_array_count(call->args); at++)
        out[count++] = call->args->items[at];
    return count;
}

/* The operands that have the dtype of the expression, apart from lanes. */
static size_t carriers_of(const tunip_node *node, tunip_node **out)
{
    if (!node) return 0;
    size_t count = tir_operands_alike(node, out);
    if (count) return count;
    if (tunip_is(node, &tunip_tir_ramp_type)) {
        out[0] = ((const tunip_tir_ramp *)node)->start;
        out[1] = ((const tunip_tir_ramp *)node)->stride;
        return 2;
    }
    if (tunip_is(node, &tunip_tir_broadcast_type)) {
        out[0] = ((const tunip_tir_broadcast *)node)->value;
        return 1;
    }
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, node);
    return call ? carriers_of_call(call, out) : 0;
}

/* Whether the dtype is open: that of the first operand is, because an operator gives all its
 * operands one dtype. */
static bool is_open(const tir_script_state *state, const tunip_node *node)
{
    enum { MOST_STEPS = 1000 };
    tunip_node *operands[MOST_CARRIERS] = {NULL};
    for (int i = 0; i < MOST_STEPS && node; i++) {
        if (tunip_is_a(node, &tunip_tir_var_type)) return is_open_var(state, node);
        if (!carriers_of(node, operands)) return false;
        node = operands[0];
    }
    return false;
}

static void give(tunip_elaborator *e, tunip_node *node, tunip_dtype dtype, bool is_final, int depth)
{
    enum { MOST_DEPTH = 1000 };
    tunip_node *operands[MOST_CARRIERS] = {NULL};
    tunip_ir_prim_expr *expr = (tunip_ir_prim_expr *)node;
    if (!is_open(tir_state_of(e), node) || depth == MOST_DEPTH) return;
    if (tunip_is_a(node, &tunip_tir_var_type)) {
        expr->dtype = dtype;
        if (is_final)
            ((tunip_tir_var *)node)->type_annotation = (tunip_node *)tir_prim_type(e, dtype);
        return;
    }
    size_t count = carriers_of(node, operands);
    bool spreads =
        tunip_is(node, &tunip_tir_broadcast_type) || tunip_is(node, &tunip_tir_ramp_type);
    expr->dtype = dtype;
    if (spreads) dtype.lanes = 1;
    for (size_t i = 0; i < count; i++) give(e, operands[i], dtype, is_final, depth + 1);
}

/* ---- dtypes from operators ---- */

bool tir_is_open(tunip_elaborator *e, const void *node)
{
    const tir_script_state *state = tir_state_of(e);
    return state && state->guesses && node && is_open(state, node);
}

void tir_decide(tunip_elaborator *e, const void *node, tunip_dtype dtype)
{
    const tir_script_state *state = tir_state_of(e);
    if (state && state->guesses && node) give(e, (tunip_node *)(uintptr_t)node, dtype, true, 0);
}

void tir_decide_pair(tunip_elaborator *e, const void *a, const void *b)
{
    const tir_script_state *state = tir_state_of(e);
    if (!state || !state->guesses || !a || !b) return;
    bool opens_a = is_open(state, a);
    if (opens_a == is_open(state, b)) return;
    tir_decide(e, opens_a ? a : b, tunip_ir_dtype_of(opens_a ? b : a));
}

/* A float of some size: float32 is assumed. */
static void lean(tunip_elaborator *e, tunip_node *node)
{
    give(e, node, tir_float32, false, 0);
}

void tir_decide_args(tunip_elaborator *e, const struct tir_op_style *style, const tunip_array *args)
{
    const tir_script_state *state = tir_state_of(e);
    size_t count = tunip_array_count(args);
    if (!state || !state->guesses || !style || !count) return;
    tunip_node *const *items = args->items;
    if (style->when == TIR_WHEN_CHOICE) tir_decide(e, items[0], tir_bool);
    size_t first = style->when == TIR_WHEN_CHOICE;
    bool is_pair = first || style->when == TIR_WHEN_INTS || style->when == TIR_WHEN_FLOATS;
    if (is_pair && count > first + 1) tir_decide_pair(e, items[first], items[first + 1]);
    bool is_real = style->when == TIR_WHEN_FLOAT || style->when == TIR_WHEN_FLOATS;
    for (size_t i = 0; is_real && i < count; i++)
        if (tunip_ir_dtype_of(items[i]).code != TUNIP_DTYPE_FLOAT) lean(e, items[i]);
}

void tir_decide_parts(tunip_elaborator *e, const tunip_node *node)
{
    const tunip_tir_select *select = TUNIP_AS(tunip_tir_select, node);
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, node);
    tunip_node *operands[MOST_CARRIERS];
    if (select) tir_decide(e, select->condition, tir_bool);
    if (ramp) tir_decide_pair(e, ramp->start, ramp->stride);
    if (node && tir_operands_alike(node, operands) == 2)
        tir_decide_pair(e, operands[0], operands[1]);
}

void tir_decide_all(tunip_elaborator *e)
{
    tir_script_state *state = tir_state_of(e);
    for (tir_guess *guess = state ? state->guesses : NULL; guess; guess = guess->next) {
        char text[TUNIP_DTYPE_NAME_SIZE];
        if (!is_open_var(state, (tunip_node *)guess->var)) continue;
        guess->var->type_annotation = (tunip_node *)tir_prim_type(e, guess->var->base.dtype);
        tunip_dtype_name(guess->var->base.dtype, text);
        if (guess->doc)
            tunip_warn(e, guess->doc, "the text does not say the dtype of `%.*s`: %s is assumed",
                       (int)guess->name.size, guess->name.data, text);
    }
}
