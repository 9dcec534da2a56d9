/* analysis.c -- walks over expressions and statements. They visit only fields that are evaluated at
 * the node's place and skip TUNIP_FLAG_ASIDE fields, as TVM's StmtExprVisitor does. */
#include "analysis.h"

/* ---- comparing ---- */

/* The maximum depth, because the function is recursive, and the maximum number of pairs of nodes,
 * because a shared node is compared at each of its uses. */
enum { MOST_COMPARED = 2000, MOST_PAIRS = 1 << 16 };

typedef struct comparison {
    unsigned depth, pairs;
} comparison;

static bool same(const tunip_node *a, const tunip_node *b, comparison *c);

static bool same_items(const tunip_array *a, const tunip_array *b, comparison *c)
{
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same(a->items[i], b->items[i], c)) return false;
    return true;
}

static bool same_field(const tunip_node *a, const tunip_node *b, const tunip_field *field,
                       comparison *c)
{
    const void *x = tunip_field_at(a, field), *y = tunip_field_at(b, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return same(tunip_field_node(a, field), tunip_field_node(b, field), c);
    case TUNIP_KIND_INT:
        return *(const int64_t *)x == *(const int64_t *)y;
    case TUNIP_KIND_FLOAT:
        return *(const double *)x == *(const double *)y;
    case TUNIP_KIND_BOOL:
        return *(const bool *)x == *(const bool *)y;
    case TUNIP_KIND_DTYPE:
        return tunip_dtype_equal(*(const tunip_dtype *)x, *(const tunip_dtype *)y);
    }
    return false;
}

static bool same_fields(const tunip_node *a, const tunip_node *b, comparison *c)
{
    for (const tunip_type *type = a->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (!(field->flags & TUNIP_FLAG_IGNORE) && !same_field(a, b, field, c)) return false;
        }
    return true;
}

/* Unregistered types have no field table, so their nodes are compared by address. */
static bool is_compared_by_identity(const tunip_type *type)
{
    if (type->kin) return is_compared_by_identity(type->kin);
    return type->flags & TUNIP_TYPE_VARIABLE || type == &tunip_ir_op_type ||
           type == &tunip_ir_global_var_type || type->base == &tunip_opaque_type;
}

static bool same(const tunip_node *a, const tunip_node *b, comparison *c)
{
    if (a == b) return true;
    if (!a || !b || a->type != b->type) return false;
    if (c->depth == MOST_COMPARED || ++c->pairs > MOST_PAIRS) return false;
    if (is_compared_by_identity(a->type)) return false;
    if (a->type == &tunip_string_type)
        return tunip_str_equal(tunip_string_value(a), tunip_string_value(b));
    c->depth++;
    bool are_same = a->type == &tunip_array_type
                        ? same_items((const tunip_array *)a, (const tunip_array *)b, c)
                        : a->type->base && same_fields(a, b, c);
    c->depth--;
    return are_same;
}

bool tir_same_content(const tunip_node *a, const tunip_node *b)
{
    return same(a, b, &(comparison){0});
}

bool tir_has_item(const tunip_array *array, const void *item)
{
    for (size_t i = 0; i < tunip_array_count(array); i++)
        if (array->items[i] == item) return true;
    return false;
}

/* ---- buffers and regions ---- */

tunip_str tunip_tir_buffer_scope(const tunip_tir_buffer *buffer)
{
    const tunip_node *type = buffer->data ? buffer->data->type_annotation : NULL;
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, type);
    tunip_str scope = tunip_string_value(pointer ? pointer->storage_scope : NULL);
    return scope.size ? scope : tunip_str_from("global");
}

bool tir_is_whole_region(const tunip_tir_buffer_region *region)
{
    const tunip_tir_buffer *buffer = region ? region->buffer : NULL;
    size_t count = tunip_array_count(region ? region->region : NULL);
    if (!buffer || !buffer->shape || buffer->shape->count != count) return false;
    for (size_t i = 0; i < count; i++) {
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, region->region->items[i]);
        if (!range || !range->min || !range->extent) return false;
    }
    return true;
}

static bool is_usual_one(const tunip_ir_range *range)
{
    return !range || !tunip_ir_is_int(range->extent, 1) ||
           tunip_dtype_equal(tunip_ir_dtype_of(range->extent), tunip_ir_dtype_of(range->min));
}

bool tir_are_usual_ones(const tunip_array *regions)
{
    for (size_t i = 0; i < tunip_array_count(regions); i++) {
        const tunip_tir_buffer_region *r = TUNIP_AS(tunip_tir_buffer_region, regions->items[i]);
        for (size_t k = 0; r && k < tunip_array_count(r->region); k++)
            if (!is_usual_one(TUNIP_AS(tunip_ir_range, r->region->items[k]))) return false;
    }
    return true;
}

/* ---- uses of variables ---- */

typedef struct search {
    tir_var_fn test;
    void *user;
    bool found;
} search;

static bool is_var(const tunip_node *node)
{
    return (node->type->flags & TUNIP_TYPE_VARIABLE) && tunip_is_a(node, &tunip_tir_var_type);
}

static tunip_walk_action search_enter(const tunip_node *node, void *user)
{
    search *s = user;
    const tunip_tir_buffer_load *load = TUNIP_AS(tunip_tir_buffer_load, node);
    const void *var = is_var(node)           ? node
                      : load && load->buffer ? (void *)load->buffer->data
                                             : NULL;
    if (var) s->found = s->test(var, s->user);
    return s->found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool tir_uses(tunip_docsifier *d, const tunip_node *expr, tir_var_fn test, void *user)
{
    if (tir_uses_none(expr)) return false;
    if (is_var(expr)) return test(expr, user);
    search s = {.test = test, .user = user};
    tunip_walker walker = {.enter = search_enter, .user = &s, .skip = TUNIP_FLAG_ASIDE};
    tunip_job_walk(d, expr, &walker);
    return s.found;
}

static bool is_same_var(const tunip_node *var, void *user)
{
    return var == user;
}

bool tir_uses_var_in_depth(tunip_docsifier *d, const tunip_node *expr, const void *var)
{
    return tir_uses(d, expr, is_same_var, (void *)(uintptr_t)var);
}

typedef struct binder {
    const tunip_node *var;
    bool found;
} binder;

static tunip_walk_action binder_enter(const tunip_node *node, void *user)
{
    binder *b = user;
    const tunip_tir_let *let = TUNIP_AS(tunip_tir_let, node);
    b->found = let && (const tunip_node *)let->var == b->var;
    return b->found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

typedef struct closure {
    tunip_docsifier *d;
    const tunip_node *expr;
} closure;

/* Whether no Let of the expression binds `var`. */
static bool is_free(const tunip_node *var, void *user)
{
    const closure *c = user;
    binder b = {.var = var};
    tunip_walker walker = {.enter = binder_enter, .user = &b, .skip = TUNIP_FLAG_ASIDE};
    tunip_job_walk(c->d, c->expr, &walker);
    return !b.found;
}

bool tir_is_closed_in_depth(tunip_docsifier *d, const tunip_node *expr)
{
    return !tir_uses(d, expr, is_free, &(closure){d, expr});
}

/* ---- all uses of variables in a statement ---- */

/* Whether the buffer is new to the walk. Records it. */
static bool is_new(tir_use_walk *walk, const tunip_tir_buffer *buffer)
{
    const tunip_tir_buffer **recent = &walk->recent[((uintptr_t)buffer >> 5) % TIR_REMEMBERED];
    if (*recent == buffer) return false;
    *recent = buffer;
    uint32_t *mark = tir_marks_put(walk->d, &walk->seen, buffer);
    return mark && !(*mark)++;
}

void tir_note_seen(tir_use_walk *walk, const tunip_tir_buffer *buffer)
{
    is_new(walk, buffer);
}

static void put_off(tir_use_walk *walk, const tunip_tir_buffer *buffer)
{
    const tunip_tir_buffer **pending =
        tunip_scratch_grow(tunip_job_scratch(walk->d), walk->pending, walk->pending_count,
                           sizeof *pending, &walk->pending_room);
    if (!pending) return;
    walk->pending = pending;
    walk->pending[walk->pending_count++] = buffer;
}

static const tunip_tir_buffer *accessed_buffer(const tunip_node *node)
{
    const tunip_type *type = node->type;
    if (type == &tunip_tir_buffer_load_type) return ((const tunip_tir_buffer_load *)node)->buffer;
    if (type == &tunip_tir_buffer_store_type) return ((const tunip_tir_buffer_store *)node)->buffer;
    if (type == &tunip_tir_decl_buffer_type) return ((const tunip_tir_decl_buffer *)node)->buffer;
    return NULL;
}

static tunip_walk_action note_enter(const tunip_node *node, void *user)
{
    tir_use_walk *walk = user;
    if (is_var(node)) {
        walk->note(node, walk->user);
        return TUNIP_WALK_SKIP;
    }
    const tunip_tir_buffer *buffer = accessed_buffer(node);
    if (buffer && is_new(walk, buffer)) put_off(walk, buffer);
    return TUNIP_WALK_ON;
}

/* Walks the statement first and the buffers that it uses afterwards, because the expressions of a
 * buffer may use further buffers. */
void tir_note_uses(tir_use_walk *walk, const tunip_node *stmt)
{
    tunip_walker walker = {
        .enter = note_enter, .user = walk, .skip = TUNIP_FLAG_ASIDE | TUNIP_LEAVES};
    tunip_job_walk(walk->d, stmt, &walker);
    while (walk->pending_count)
        tunip_job_walk(walk->d, (const tunip_node *)walk->pending[--walk->pending_count], &walker);
}

/* ---- blocks ---- */

static tunip_walk_action block_enter(const tunip_node *node, void *user)
{
    bool *found = user;
    *found = tunip_is(node, &tunip_tir_block_realize_type);
    if (*found) return TUNIP_WALK_STOP;
    return tunip_is_a(node, &tunip_ir_prim_expr_type) ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

bool tir_has_block(tunip_docsifier *d, const tunip_node *stmt)
{
    enum { USUAL_DEPTH = 16 }; /* the walk below finds cycles */
    bool found = false;
    /* Most blocks stand in a nest of loops, whose bounds have none. */
    const tunip_tir_for *loop;
    for (int i = 0; i < USUAL_DEPTH && (loop = TUNIP_AS(tunip_tir_for, stmt)) && loop->body; i++)
        stmt = loop->body;
    if (tunip_is(stmt, &tunip_tir_block_realize_type)) return true;
    tunip_walker walker = {.enter = block_enter, .user = &found, .skip = TUNIP_FLAG_ASIDE};
    tunip_job_walk(d, stmt, &walker);
    return found;
}

/* ---- the simplifier (TVM src/arith) ---- */

bool tir_is_found(const tunip_ir_range *range)
{
    if (!range) return true;
    if (!tunip_is(range->extent, &tunip_ir_int_imm_type))
        return tunip_is_a(range->extent, &tunip_tir_var_type);
    return tunip_dtype_equal(tunip_ir_dtype_of(range->extent), tunip_ir_dtype_of(range->min));
}

bool tir_are_found(const tunip_array *ranges)
{
    for (size_t i = 0; i < tunip_array_count(ranges); i++)
        if (!tir_is_found(TUNIP_AS(tunip_ir_range, ranges->items[i]))) return false;
    return true;
}

static int64_t number_of(const tunip_node *expr)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, expr);
    return imm ? imm->value : 0;
}

/* The maximum number of nodes to visit, because expressions may be large, and in ill-formed IR they
 * may contain themselves. */
enum { MOST_NODES = 64 };

static bool is_simple(const tunip_node *expr, int *left);

static bool are_simple(const tunip_array *exprs, int *left)
{
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        if (!is_simple(exprs->items[i], left)) return false;
    return true;
}

/* Whether an expression is a variable, or a load or a call whose arguments are simple. */
static bool is_single(const tunip_node *expr, int *left)
{
    const tunip_tir_buffer_load *load = TUNIP_AS(tunip_tir_buffer_load, expr);
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, expr);
    if (--*left < 0) return false;
    if (load) return are_simple(load->indices, left);
    return call ? are_simple(call->args, left) : tunip_is_a(expr, &tunip_tir_var_type);
}

/* a, a * b, a * b * c: a product of such expressions. */
static bool is_atom(const tunip_node *expr, int *left)
{
    const tunip_tir_mul *mul = TUNIP_AS(tunip_tir_mul, expr);
    for (; mul; expr = mul->a, mul = TUNIP_AS(tunip_tir_mul, expr))
        if (!is_single(mul->b, left)) return false;
    return is_single(expr, left);
}

static bool is_quotient(const tunip_node *expr, int *left);

static bool is_factor(const tunip_node *expr, int *left)
{
    return TUNIP_AS(tunip_tir_floor_div, expr) ? is_quotient(expr, left) : is_atom(expr, left);
}

/* a // n; (a + k) // n where k < n; (a * m + n - 1) // n where m divides n. */
static bool is_quotient(const tunip_node *expr, int *left)
{
    const tunip_tir_floor_div *div = TUNIP_AS(tunip_tir_floor_div, expr);
    int64_t n = div ? number_of(div->b) : 0;
    const tunip_tir_add *add = div ? TUNIP_AS(tunip_tir_add, div->a) : NULL;
    int64_t k = add ? number_of(add->b) : 0;
    const tunip_tir_mul *mul = add ? TUNIP_AS(tunip_tir_mul, add->a) : NULL;
    int64_t m = mul ? number_of(mul->b) : 0;
    if (n < 2 || --*left < 0) return false;
    if (!add) return is_atom(div->a, left);
    if (m > 1) return m < n && n % m == 0 && k == n - 1 && is_factor(mul->a, left);
    return k > 0 && k < n && is_atom(add->a, left);
}

static bool is_simple(const tunip_node *expr, int *left)
{
    const tunip_tir_add *add = TUNIP_AS(tunip_tir_add, expr);
    const tunip_tir_sub *less = TUNIP_AS(tunip_tir_sub, expr);
    const tunip_tir_mul *mul = TUNIP_AS(tunip_tir_mul, expr);
    const tunip_tir_floor_mod *mod = TUNIP_AS(tunip_tir_floor_mod, expr);
    if (--*left < 0) return false;
    if (tunip_is(expr, &tunip_ir_int_imm_type)) return true;
    if (add) return number_of(add->b) > 0 && is_factor(add->a, left);
    if (mul && number_of(mul->b)) return number_of(mul->b) > 1 && is_factor(mul->a, left);
    if (mod) return number_of(mod->b) > 1 && is_atom(mod->a, left);
    if (!less) return is_factor(expr, left);
    if (!is_single(less->b, left)) return false;
    return number_of(less->a) || (less->a != less->b && is_single(less->a, left));
}

bool tir_is_simple(const tunip_node *expr)
{
    return is_simple(expr, &(int){MOST_NODES});
}
