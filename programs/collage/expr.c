/* expr.c -- the sub-expressions of expressions of Relay, replacing them, and the kinds of
 * operators. */
#include "expr.h"

#include "../../src/util/distance.h"

#include <stdlib.h>

/* ======== expr ======== */

/* Children of expressions, and a walk that replaces expressions. */

/* ---- children ---- */

/* A field with one child or an array of them. */
typedef struct part {
    size_t offset; /* 0: none */
    bool is_array;
} part;

#define ONE(s, m)                                                                                  \
    {                                                                                              \
        offsetof(s, m), false                                                                      \
    }
#define MANY(s, m)                                                                                 \
    {                                                                                              \
        offsetof(s, m), true                                                                       \
    }

/* The value of a `let` comes before its variable. */
static const struct row {
    const tunip_type *type;
    part parts[3];
} rows[] = {
    {&tunip_relay_call_type, {ONE(tunip_relay_call, op), MANY(tunip_relay_call, args)}},
    {&tunip_relay_tuple_type, {MANY(tunip_relay_tuple, fields)}},
    {&tunip_relay_tuple_get_item_type, {ONE(tunip_relay_tuple_get_item, tuple_value)}},
    {&tunip_relay_function_type,
     {MANY(tunip_relay_function, params), ONE(tunip_relay_function, body)}},
    {&tunip_relay_let_type,
     {ONE(tunip_relay_let, value), ONE(tunip_relay_let, var), ONE(tunip_relay_let, body)}},
    {&tunip_relay_if_type,
     {ONE(tunip_relay_if, cond), ONE(tunip_relay_if, true_branch),
      ONE(tunip_relay_if, false_branch)}},
    {&tunip_relay_ref_create_type, {ONE(tunip_relay_ref_create, value)}},
    {&tunip_relay_ref_read_type, {ONE(tunip_relay_ref_read, ref)}},
    {&tunip_relay_ref_write_type,
     {ONE(tunip_relay_ref_write, ref), ONE(tunip_relay_ref_write, value)}},
    {&tunip_relay_match_type, {ONE(tunip_relay_match, data)}},
};

static const part *parts_of(const tunip_node *expr)
{
    static const part none[3] = {{0, false}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_is(expr, rows[i].type)) return rows[i].parts;
    return none;
}

static tunip_node **field_at(const tunip_node *node, size_t offset)
{
    return (tunip_node **)(void *)((char *)(uintptr_t)node + offset);
}

static bool push(tn_arena *memory, const void *child, cg_exprs *out)
{
    return !child || CG_PUSH(memory, out->items, out->count, (const tunip_node *)child);
}

static bool push_pattern(tn_arena *memory, const tunip_node *pattern, cg_exprs *out)
{
    const tunip_relay_pattern_var *var = TUNIP_AS(tunip_relay_pattern_var, pattern);
    const tunip_relay_pattern_tuple *tuple = TUNIP_AS(tunip_relay_pattern_tuple, pattern);
    const tunip_relay_pattern_constructor *made =
        TUNIP_AS(tunip_relay_pattern_constructor, pattern);
    const tunip_array *parts = tuple ? tuple->patterns : made ? made->patterns : NULL;
    if (var) return push(memory, var->var, out);
    for (size_t i = 0; i < tunip_array_count(parts); i++)
        if (!push_pattern(memory, parts->items[i], out)) return false;
    return true;
}

static bool push_clauses(tn_arena *memory, const tunip_relay_match *match, cg_exprs *out)
{
    for (size_t i = 0; i < tunip_array_count(match->clauses); i++) {
        const tunip_relay_clause *clause = TUNIP_AS(tunip_relay_clause, match->clauses->items[i]);
        if (clause && (!push_pattern(memory, clause->lhs, out) || !push(memory, clause->rhs, out)))
            return false;
    }
    return true;
}

bool cg_push_children(tn_arena *memory, const tunip_node *expr, cg_exprs *out)
{
    const part *parts = parts_of(expr);
    for (size_t p = 0; p < 3 && parts[p].offset; p++) {
        const tunip_node *child = *field_at(expr, parts[p].offset);
        const tunip_array *list = parts[p].is_array ? (const tunip_array *)child : NULL;
        if (!list && !push(memory, child, out)) return false;
        for (size_t i = 0; i < tunip_array_count(list); i++)
            if (!push(memory, list->items[i], out)) return false;
    }
    const tunip_relay_match *match = TUNIP_AS(tunip_relay_match, expr);
    return !match || push_clauses(memory, match, out);
}

typedef struct flattening {
    tn_arena *memory;
    cg_exprs *out;
} flattening;

static tunip_walk_action flatten(const tunip_node *node, void *user)
{
    flattening *f = user;
    if (tunip_is(node, &tunip_ir_tuple_type_type) || tunip_is(node, &tunip_array_type))
        return TUNIP_WALK_ON;
    return CG_PUSH(f->memory, f->out->items, f->out->count, node) ? TUNIP_WALK_SKIP
                                                                  : TUNIP_WALK_STOP;
}

bool cg_flatten_type(tn_arena *memory, const tunip_node *type, cg_exprs *out)
{
    flattening f = {memory, out};
    tunip_walker walker = {.enter = flatten, .user = &f, .skip = TUNIP_FLAG_IGNORE};
    return tunip_walk(type, &walker) == TUNIP_WALK_DONE;
}

/* Stores a child if there was one. True if it is another one. */
static bool set_child(tunip_node **at, const tunip_node *const **children)
{
    if (!*at) return false;
    const tunip_node *child = *(*children)++;
    bool differs = child != *at;
    *at = (tunip_node *)(uintptr_t)child;
    return differs;
}

/* Of the clauses only the results change: patterns are kept. */
static bool set_clauses(tunip_graph *graph, tunip_relay_match *match,
                        const tunip_node *const *children)
{
    match->clauses = tunip_node_copy(graph, match->clauses);
    for (size_t i = 0; i < tunip_array_count(match->clauses); i++) {
        tn_arena memory = {.chunks = NULL};
        cg_exprs vars = {NULL, 0};
        tunip_relay_clause *clause = tunip_node_copy(graph, match->clauses->items[i]);
        bool fine = clause && push_pattern(&memory, clause->lhs, &vars);
        children += vars.count;
        tn_arena_free(&memory);
        if (!fine) return false;
        set_child(&clause->rhs, &children);
        match->clauses->items[i] = &clause->base.base;
    }
    return match->clauses != NULL;
}

const tunip_node *cg_with_children(tunip_graph *graph, const tunip_node *expr,
                                   const tunip_node *const *children)
{
    const part *parts = parts_of(expr);
    tunip_node *made = parts[0].offset ? tunip_node_copy(graph, expr) : NULL;
    if (!parts[0].offset) return expr;
    for (size_t p = 0; made && p < 3 && parts[p].offset; p++) {
        tunip_node **at = field_at(made, parts[p].offset);
        if (!parts[p].is_array) {
            set_child(at, &children);
            continue;
        }
        tunip_array *list = *at ? tunip_node_copy(graph, *at) : NULL;
        if (*at && !list) return NULL;
        for (size_t i = 0; i < tunip_array_count(list); i++) set_child(&list->items[i], &children);
        *at = &list->base;
    }
    if (made && tunip_is(made, &tunip_relay_match_type) &&
        !set_clauses(graph, (tunip_relay_match *)made, children))
        return NULL;
    return made;
}

/* ---- replacing ---- */

typedef struct frame {
    const tunip_node *expr;
    size_t first, next, end; /* children */
    bool is_chain;           /* its only child takes its place */
} frame;

typedef struct mutator {
    tunip_graph *graph;
    const cg_change *change;
    tn_arena memory;
    cg_map done;
    cg_exprs children; /* of the frames; those before `next` are replaced */
    cg_exprs old;      /* of one frame, before that */
    frame *frames;
    size_t depth;
    bool is_cycle;
} mutator;

static const char open_mark[1]; /* the value of an expression whose frame is open */

static bool open_frame(mutator *m, const tunip_node *expr)
{
    const tunip_node *other = NULL;
    if (m->change->enter && !m->change->enter(m->change->user, expr, &other)) return false;
    if (other && !m->change->chained) return cg_map_put(&m->done, expr, other);
    frame f = {.expr = expr,
               .first = m->children.count,
               .next = m->children.count,
               .is_chain = other != NULL};
    bool fine = other ? CG_PUSH(&m->memory, m->children.items, m->children.count, other)
                      : cg_push_children(&m->memory, expr, &m->children);
    f.end = m->children.count;
    return fine && cg_map_put(&m->done, expr, open_mark) &&
           CG_PUSH(&m->memory, m->frames, m->depth, f);
}

static bool close_frame(mutator *m)
{
    frame f = m->frames[--m->depth];
    const tunip_node *const *children = m->children.items + f.first;
    const tunip_node *made = f.expr;
    m->old.count = 0;
    bool fine = f.is_chain || cg_push_children(&m->memory, f.expr, &m->old);
    bool differs = fine && m->old.count &&
                   memcmp(m->old.items, children, m->old.count * sizeof *children) != 0;
    if (f.is_chain)
        made = children[0];
    else if (differs)
        made = cg_with_children(m->graph, f.expr, children);
    fine = fine && made;
    if (fine && m->change->leave && !f.is_chain) fine = m->change->leave(m->change->user, &made);
    m->children.count = f.first;
    return fine && cg_map_put(&m->done, f.expr, made);
}

static bool step(mutator *m)
{
    frame *f = &m->frames[m->depth - 1];
    if (f->next == f->end) return close_frame(m);
    const tunip_node *child = m->children.items[f->next];
    const void *known = cg_map_get(&m->done, child);
    m->is_cycle |= known == open_mark;
    if (known == open_mark) return false;
    if (!known) return open_frame(m, child);
    m->children.items[f->next++] = known;
    return true;
}

const tunip_node *cg_mutate(tunip_graph *graph, const tunip_node *root, const cg_change *change,
                            bool *is_cycle)
{
    mutator m = {.graph = graph, .change = change};
    m.done.memory = &m.memory;
    bool fine = open_frame(&m, root);
    while (fine && m.depth) fine = step(&m);
    const tunip_node *made = fine ? cg_map_get(&m.done, root) : NULL;
    if (is_cycle) *is_cycle = m.is_cycle;
    tn_arena_free(&m.memory);
    return made;
}

/* ---- text ---- */

void cg_node_say(tn_text *out, tunip_context *context, const tunip_node *node)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tn_text text = {.failed = false};
    options.backend = "relay";
    bool fine = node && tunip_print_stream(context, node, &options, tn_text_put_chunk, &text,
                                           NULL) == TUNIP_OK;
    tunip_str shown = fine && !text.failed ? tn_text_str(&text) : tunip_str_from("?");
    const char *end =
        shown.size && shown.data[0] == '#' ? memchr(shown.data, '\n', shown.size) : NULL;
    size_t skip = end ? (size_t)(end - shown.data) + 1 : 0;
    tn_text_put_str(out, (tunip_str){shown.data + skip, shown.size - skip});
    out->failed = out->failed || text.failed;
    tn_text_free(&text);
}

/* ======== operators ======== */

/* The table of operators, and kinds and labels of expressions. */

enum { LEFT = 1, DATA = 2 };

static const struct operator
{
    const char *name;
    cg_kind kind;
    unsigned flags;
}
operators[] = {
#define OP(name, kind, flags) {name, CG_##kind, flags},
#include "operators.def"
#undef OP
};

static int by_name(const void *key, const void *row)
{
    return cg_compare(*(const tunip_str *)key, tunip_str_from(((const struct operator*)row)->name));
}

static const struct operator* find(tunip_str name)
{
    return bsearch(&name, operators, TUNIP_LEN(operators), sizeof *operators, by_name);
}

static const struct {
    char letter;
    cg_kind kind;
} letters[] = {{'E', CG_E}, {'B', CG_B}, {'I', CG_I}, {'R', CG_R}, {'A', CG_A}, {'O', CG_O}};

char cg_kind_letter(cg_kind kind)
{
    for (size_t i = 0; i < TUNIP_LEN(letters); i++)
        if (letters[i].kind == kind) return letters[i].letter;
    return '?';
}

bool cg_kind_parse(char letter, cg_kind *kind)
{
    for (size_t i = 0; i < TUNIP_LEN(letters); i++)
        if (letters[i].letter == letter) {
            *kind = letters[i].kind;
            return true;
        }
    return false;
}

bool cg_operator_kind(tunip_str name, cg_kind *kind)
{
    const struct operator* row = find(name);
    if (row) *kind = row->kind;
    return row != NULL;
}

const char *cg_operator_like(tunip_str name)
{
    const char *like = NULL;
    size_t best = name.size / 3 < 3 ? name.size / 3 : 3;
    for (size_t i = 0; i < TUNIP_LEN(operators) && !find(name); i++) {
        size_t far = tn_edit_distance(name, tunip_str_from(operators[i].name), best);
        if (far > best) continue;
        if (!like || far < best) like = operators[i].name;
        best = far;
    }
    return like;
}

tunip_str cg_operator_name(const tunip_node *node)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, node);
    return tunip_string_value(op ? op->name : NULL);
}

const tunip_node *cg_type_of(const tunip_node *expr)
{
    const tunip_relay_expr *relay = TUNIP_AS_A(tunip_relay_expr, expr);
    return relay ? relay->checked_type : NULL;
}

/* ---- single expressions ---- */

const tunip_node *cg_function_attr(const tunip_relay_function *function, const char *key)
{
    const tunip_ir_dict_attrs *attrs = function ? function->attrs : NULL;
    return attrs && attrs->dict ? tunip_map_get(attrs->dict, key) : NULL;
}

int64_t cg_function_int(const tunip_relay_function *function, const char *key)
{
    const tunip_node *value = cg_function_attr(function, key);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, value);
    const tunip_int *boxed = TUNIP_AS(tunip_int, value);
    return imm ? imm->value : boxed ? boxed->value : 0;
}

static bool is_simple_dtype(tunip_dtype dtype)
{
    static const struct {
        uint8_t code, bits;
    } simple[] = {{TUNIP_DTYPE_INT, 16},   {TUNIP_DTYPE_INT, 32},   {TUNIP_DTYPE_INT, 64},
                  {TUNIP_DTYPE_FLOAT, 16}, {TUNIP_DTYPE_FLOAT, 32}, {TUNIP_DTYPE_FLOAT, 64},
                  {TUNIP_DTYPE_UINT, 1},   {TUNIP_DTYPE_BOOL, 8}};
    for (size_t i = 0; i < TUNIP_LEN(simple); i++)
        if (dtype.code == simple[i].code && dtype.bits == simple[i].bits) return dtype.lanes == 1;
    return false;
}

static bool is_simple_scalar(const tunip_relay_constant *constant)
{
    return constant->data && constant->data->ndim == 0 && is_simple_dtype(constant->data->dtype);
}

bool cg_is_inline(const tunip_node *expr)
{
    const tunip_relay_constant *constant = TUNIP_AS(tunip_relay_constant, expr);
    if (constant) return is_simple_scalar(constant);
    return tunip_is(expr, &tunip_ir_op_type) || tunip_is(expr, &tunip_relay_constructor_type) ||
           tunip_is(expr, &tunip_relay_function_type);
}

bool cg_must_be_lowered(const tunip_node *expr)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    if (!call) return false;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, call->op);
    if (function) return cg_function_int(function, "Primitive") != 0;
    if (!tunip_is(call->op, &tunip_ir_op_type)) return false;
    const struct operator* row = find(cg_operator_name(call->op));
    return !row || !(row->flags & LEFT);
}

static tunip_walk_action find_dynamic(const tunip_node *node, void *user)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, node);
    for (size_t i = 0; tensor && i < tunip_array_count(tensor->shape); i++)
        if (!tunip_is(tensor->shape->items[i], &tunip_ir_int_imm_type)) *(bool *)user = true;
    return *(bool *)user ? TUNIP_WALK_STOP : tensor ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

/* Whether a tensor of a type has a dimension that is no number. */
static bool is_dynamic(const tunip_node *type)
{
    bool found = false;
    tunip_walker walker = {.enter = find_dynamic, .user = &found, .skip = TUNIP_FLAG_IGNORE};
    tunip_walk(type, &walker);
    return found;
}

/* Without inferred types, a tuple is taken for one of tensors. */
static cg_kind kind_of_tuple(const tunip_node *type)
{
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    if (type && !tuple) return CG_O;
    for (size_t i = 0; tuple && i < tunip_array_count(tuple->fields); i++)
        if (!tunip_is(tuple->fields->items[i], &tunip_relay_tensor_type_type)) return CG_O;
    return CG_I;
}

static cg_kind kind_of_call(const tunip_relay_call *call, tunip_str *label)
{
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, call->op);
    if (function) {
        bool has_kind = cg_function_attr(function, "TOpPattern") != NULL;
        *label = tunip_str_from(has_kind ? "call_prim" : "call_fun");
        return has_kind ? (cg_kind)cg_function_int(function, "TOpPattern") : CG_O;
    }
    *label = tunip_str_from("call_any");
    if (!tunip_is(call->op, &tunip_ir_op_type)) return CG_O;
    *label = cg_operator_name(call->op);
    const struct operator* row = find(*label);
    if (!row) return CG_O;
    return row->flags & DATA && is_dynamic(cg_type_of(&call->base.base.base.base.base)) ? CG_O
                                                                                        : row->kind;
}

/* Expressions that are always opaque: a label, or the name behind a sign. */
static const struct {
    const tunip_type *type;
    const char *label;
} opaque[] = {
    {&tunip_relay_function_type, "fn"},
    {&tunip_relay_let_type, "let"},
    {&tunip_relay_if_type, "if"},
    {&tunip_relay_ref_create_type, "ref"},
    {&tunip_relay_ref_read_type, "ref_read"},
    {&tunip_relay_ref_write_type, "ref_write"},
    {&tunip_relay_match_type, "match"},
};

static tunip_str named(tn_arena *memory, const char *sign, const void *name)
{
    tunip_str text = tunip_string_value(name);
    return text.size ? cg_join(memory, tunip_str_from(sign), "", text) : tunip_str_from(sign);
}

static tunip_str opaque_label(tn_arena *memory, const tunip_node *expr)
{
    const tunip_relay_var *var = TUNIP_AS(tunip_relay_var, expr);
    const tunip_relay_global_var *global = TUNIP_AS(tunip_relay_global_var, expr);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, expr);
    const tunip_relay_constructor *constructor = TUNIP_AS(tunip_relay_constructor, expr);
    if (var) return named(memory, "%", var->vid ? var->vid->name_hint : NULL);
    if (global) return named(memory, "@", global->name_hint);
    if (op) return named(memory, "`", op->name);
    if (constructor) return named(memory, "`", constructor->name_hint);
    for (size_t i = 0; i < TUNIP_LEN(opaque); i++)
        if (tunip_is(expr, opaque[i].type)) return tunip_str_from(opaque[i].label);
    return tunip_str_from("?");
}

cg_kind cg_kind_of(tn_arena *memory, const tunip_node *expr, tunip_str *label)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    const tunip_relay_constant *constant = TUNIP_AS(tunip_relay_constant, expr);
    const tunip_relay_tuple_get_item *item = TUNIP_AS(tunip_relay_tuple_get_item, expr);
    if (call) return kind_of_call(call, label);
    *label = tunip_str_from(item ? "proj" : "tuple");
    if (item) return kind_of_tuple(cg_type_of(item->tuple_value));
    if (tunip_is(expr, &tunip_relay_tuple_type)) return kind_of_tuple(cg_type_of(expr));
    *label = constant ? tunip_str_from(is_simple_scalar(constant) ? "scalar" : "const")
                      : opaque_label(memory, expr);
    return constant ? CG_E : CG_O;
}
