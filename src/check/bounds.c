/* bounds.c -- indices that are certainly outside of their buffer. An index is an interval. If the
 * interval lies outside, the access is wrong whenever it runs. If only its end does, the access is
 * wrong if the end is reached: each variable occurs once, and no condition stands around it. */
#include <tunip/tvm/tir.h>

#include "check.h"

/* ======== intervals ======== */

/* The numbers that an expression may have. */
typedef struct interval {
    int64_t low, high;
    bool known;
    bool exact; /* both ends are reached */
} interval;

enum { MOST_DEPTH = 64, MOST_USED = 64 };

/* Counts as so many conditions: an access of which only the address is taken. */
enum { UNREAD = 1 << 30 };

/* A variable, and its values: a range, or an expression. */
typedef struct binding {
    const tunip_node *var;
    const tunip_node *value; /* NULL: the range */
    interval range;
    size_t eval; /* the number of the expression in which `value` was computed last: `range` */
} binding;

typedef struct walk {
    tn_check *check;
    TN_ARRAY(binding) bindings; /* that are open; the last one of a variable counts */
    TN_ARRAY(const tunip_node *) places;
    tn_map views;      /* the data of buffers -> the buffer; 1 if there are several */
    size_t conditions; /* that stand around this place */
    size_t visits;
    const tunip_node *func;
    const tunip_node *used[MOST_USED]; /* variables of the expression at hand */
    size_t used_count;
    size_t eval; /* the number of the expression at hand, from 1 on */
} walk;

static const int64_t far = (int64_t)1 << 40; /* sums and products of two such numbers fit */

static interval make(int64_t low, int64_t high, bool exact)
{
    bool fits = low >= -far && high <= far && low <= high;
    return (interval){low, high, fits, fits && exact};
}

static interval eval(walk *w, const tunip_node *node, int depth);

static interval eval_add(interval a, interval b)
{
    return make(a.low + b.low, a.high + b.high, true);
}

static interval eval_sub(interval a, interval b)
{
    return make(a.low - b.high, a.high - b.low, true);
}

static interval eval_mul(interval a, interval b)
{
    const int64_t most = (int64_t)1 << 20;
    bool fits = (b.low > -most && b.high < most) || (a.low > -most && a.high < most);
    if (!fits) return (interval){.known = false};
    int64_t ends[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    int64_t low = ends[0], high = ends[0];
    for (int i = 1; i < 4; i++) {
        if (ends[i] < low) low = ends[i];
        if (ends[i] > high) high = ends[i];
    }
    return make(low, high, true);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static interval eval_floor_div(interval a, interval b)
{
    if (b.low != b.high || b.low <= 0) return (interval){.known = false};
    return make(floor_div(a.low, b.low), floor_div(a.high, b.low), true);
}

static interval eval_floor_mod(interval a, interval b)
{
    if (b.low != b.high || b.low <= 0) return (interval){.known = false};
    int64_t from = floor_div(a.low, b.low), to = floor_div(a.high, b.low);
    if (from != to) return make(0, b.low - 1, false);
    return make(a.low - from * b.low, a.high - from * b.low, true);
}

/* Those of C differ only for negative numbers. */
static interval eval_div(interval a, interval b)
{
    return a.low >= 0 ? eval_floor_div(a, b) : (interval){.known = false};
}

static interval eval_mod(interval a, interval b)
{
    return a.low >= 0 ? eval_floor_mod(a, b) : (interval){.known = false};
}

static interval eval_min(interval a, interval b)
{
    return make(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high, true);
}

static interval eval_max(interval a, interval b)
{
    return make(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, true);
}

static const struct {
    const tunip_type *type;
    interval (*eval)(interval a, interval b);
} operators[] = {
    {&tunip_tir_add_type, eval_add},
    {&tunip_tir_sub_type, eval_sub},
    {&tunip_tir_mul_type, eval_mul},
    {&tunip_tir_floor_div_type, eval_floor_div},
    {&tunip_tir_floor_mod_type, eval_floor_mod},
    {&tunip_tir_div_type, eval_div},
    {&tunip_tir_mod_type, eval_mod},
    {&tunip_tir_min_type, eval_min},
    {&tunip_tir_max_type, eval_max},
};

/* The value of a variable is computed once for each expression: in a chain such as a = i + i,
 * b = a + a, c = b + b, the number of paths doubles with each variable. Its second use is a second
 * use of all variables in it. */
static interval eval_value(walk *w, size_t number, int depth)
{
    binding *b = &w->bindings.items[number];
    if (b->eval == w->eval) {
        b->range.exact = b->range.exact && b->range.low == b->range.high;
        return b->range;
    }
    interval range = eval(w, b->value, depth + 1);
    b = &w->bindings.items[number];
    b->eval = w->eval;
    b->range = range;
    return range;
}

static interval eval_variable(walk *w, const tunip_node *var, int depth)
{
    size_t i = w->bindings.count;
    while (i && w->bindings.items[i - 1].var != var) i--;
    if (!i) return (interval){.known = false};
    if (w->bindings.items[i - 1].value) return eval_value(w, i - 1, depth);
    interval range = w->bindings.items[i - 1].range;
    bool is_one = range.low == range.high;
    for (size_t k = 0; k < w->used_count && !is_one; k++)
        if (w->used[k] == var) range.exact = false;
    if (w->used_count < MOST_USED)
        w->used[w->used_count++] = var;
    else
        range.exact = false;
    return range;
}

static interval eval_binary(walk *w, const tunip_node *node, int depth)
{
    const tunip_tir_binary *binary = (const tunip_tir_binary *)node;
    for (size_t i = 0; i < TUNIP_LEN(operators); i++) {
        if (!tunip_is(node, operators[i].type)) continue;
        interval a = eval(w, binary->a, depth + 1), b = eval(w, binary->b, depth + 1);
        if (!a.known || !b.known) return (interval){.known = false};
        interval result = operators[i].eval(a, b);
        result.exact = result.exact && a.exact && b.exact;
        return result;
    }
    return (interval){.known = false};
}

/* A cast to fewer bits keeps a number that fits. */
static interval eval_cast(walk *w, const tunip_tir_cast *cast, int depth)
{
    enum { WIDE = 62 };
    tunip_dtype dtype = cast->base.dtype;
    if (tunip_ir_dtype_of(cast->value).code != TUNIP_DTYPE_INT || dtype.code != TUNIP_DTYPE_INT)
        return (interval){.known = false};
    interval value = eval(w, cast->value, depth + 1);
    int64_t most = dtype.bits && dtype.bits < WIDE ? ((int64_t)1 << (dtype.bits - 1)) - 1 : far;
    bool fits = value.known && value.high <= most && value.low >= -most - 1;
    return fits ? value : (interval){.known = false};
}

static interval eval(walk *w, const tunip_node *node, int depth)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    const tunip_tir_cast *cast = TUNIP_AS(tunip_tir_cast, node);
    const tunip_tir_broadcast *broadcast = TUNIP_AS(tunip_tir_broadcast, node);
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, node);
    if (depth > MOST_DEPTH || !node) return (interval){.known = false};
    if (imm) return make(imm->value, imm->value, true);
    if (tunip_is_a(node, &tunip_tir_var_type)) return eval_variable(w, node, depth);
    if (broadcast) return eval(w, broadcast->value, depth + 1);
    if (cast) return eval_cast(w, cast, depth);
    if (!ramp) return eval_binary(w, node, depth);
    interval start = eval(w, ramp->start, depth + 1), stride = eval(w, ramp->stride, depth + 1);
    interval lanes = eval(w, ramp->lanes, depth + 1);
    if (!start.known || !stride.known || stride.low != stride.high || lanes.low != lanes.high ||
        !lanes.known || stride.low < 0)
        return (interval){.known = false};
    return make(start.low, start.high + stride.low * (lanes.low - 1), start.exact);
}

/* ======== accesses ======== */

static void begin_eval(walk *w)
{
    w->used_count = 0;
    w->eval++;
}

static void check_index(walk *w, const tunip_node *node, const tunip_tir_buffer *buffer, size_t i,
                        const tunip_node *index)
{
    const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, buffer->shape->items[i]);
    tn_check *c = w->check;
    if (!extent || extent->value <= 0 || w->conditions >= UNREAD) return;
    begin_eval(w);
    interval at = eval(w, index, 0);
    long long last = (long long)extent->value - 1;
    bool is_outside = at.known && (at.high < 0 || at.low > last);
    bool reaches = at.exact && !w->conditions && (at.low < 0 || at.high > last);
    if (!is_outside && !reaches) return;
    const tunip_node *around = w->places.count ? w->places.items[w->places.count - 1] : c->root;
    const tunip_node *place = tn_check_place(c, index, tn_check_place(c, node, around));
    tunip_str name = tunip_string_value(buffer->name);
    long long worst = (long long)(at.low < 0 ? at.low : at.high);
    tn_check_report(c, TN_RULE_OUT_OF_BOUNDS, place,
                    at.low == at.high ? "the index %lld is outside of `%.*s`"
                                      : "the index reaches %lld, which is outside of `%.*s`",
                    worst, (int)name.size, name.data);
    tn_check_help(c, "dimension %zu has %lld elements, from 0 to %lld", i, (long long)extent->value,
                  last);
}

/* Whether a call may skip the rest of a loop. */
static bool is_jump(const tunip_node *node)
{
    const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, node);
    const tunip_ir_op *op = call ? TUNIP_AS(tunip_ir_op, call->op) : NULL;
    tunip_str name = op ? tunip_string_value(op->name) : (tunip_str){"", 0};
    return tunip_str_is(name, "tir.continue_loop") || tunip_str_is(name, "tir.break_loop");
}

/* Several buffers with the same data are views: after some passes of TVM their shapes are not those
 * of the data. */
enum { SEVERAL = 1 };

/* Notes buffers that share their data. A jump counts as a condition around the whole function. */
static tunip_walk_action find_view(const tunip_node *node, void *user)
{
    walk *w = user;
    bool added;
    w->conditions += is_jump(node);
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, node);
    uint64_t *first = buffer && buffer->data ? tn_map_put(&w->views, buffer->data, &added) : NULL;
    if (buffer && buffer->data && !first) w->check->failed = true;
    if (first && !added && *first != (uintptr_t)buffer) *first = SEVERAL;
    if (first && added) *first = (uintptr_t)buffer;
    return w->check->failed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static bool is_view(const walk *w, const tunip_tir_buffer *buffer)
{
    const uint64_t *first = tn_map_get(&w->views, buffer->data);
    return first && *first == SEVERAL;
}

static void check_access(walk *w, const tunip_node *node, const tunip_tir_buffer *buffer,
                         const tunip_array *indices)
{
    size_t count = tunip_array_count(indices);
    if (!tunip_is((const tunip_node *)buffer, &tunip_tir_buffer_type) || is_view(w, buffer)) return;
    for (size_t i = 0; i < count && count == tunip_array_count(buffer->shape); i++)
        check_index(w, node, buffer, i, indices->items[i]);
}

/* ======== the walk ======== */

static void bind(walk *w, const void *var, const tunip_node *value, interval range)
{
    binding b = {var, value, range, 0};
    if (var && !tn_array_push(&w->bindings, w->check->allocator, b)) w->check->failed = true;
}

static interval range_of(walk *w, const tunip_node *min, const tunip_node *extent)
{
    begin_eval(w);
    interval from = eval(w, min, 0), count = eval(w, extent, 0);
    if (!from.known || !count.known || count.low <= 0) return (interval){.known = false};
    bool exact = from.low == from.high && count.low == count.high;
    return make(from.low, from.high + count.high - 1, exact);
}

/* A loop whose number of rounds is unknown may have none. */
static void enter_for(walk *w, const tunip_node *node)
{
    const tunip_tir_for *loop = (const tunip_tir_for *)node;
    interval range = range_of(w, loop->min, loop->extent);
    if (loop->step && !tunip_ir_is_int(loop->step, 1)) range.exact = false;
    if (!range.exact) w->conditions++;
    bind(w, loop->loop_var, NULL, range);
}

static void enter_attr(walk *w, const tunip_node *node)
{
    const tunip_tir_attr_stmt *attr = (const tunip_tir_attr_stmt *)node;
    const tunip_tir_iter_var *thread = TUNIP_AS(tunip_tir_iter_var, attr->node);
    const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, attr->value);
    if (!thread || !extent) return;
    bind(w, thread->var, NULL, make(0, extent->value - 1, true));
}

static void enter_let(walk *w, const tunip_node *node)
{
    const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
    bind(w, let->var, let->value, (interval){.known = false});
}

static void enter_realize(walk *w, const tunip_node *node)
{
    const tunip_tir_block_realize *realize = (const tunip_tir_block_realize *)node;
    const tunip_array *axes = realize->block ? realize->block->iter_vars : NULL;
    if (!tunip_ir_is_int(realize->predicate, 1)) w->conditions++;
    for (size_t i = 0; i < tunip_array_count(axes); i++) {
        const tunip_tir_iter_var *axis = (const tunip_tir_iter_var *)axes->items[i];
        if (axis && i < tunip_array_count(realize->iter_values))
            bind(w, axis->var, realize->iter_values->items[i], (interval){.known = false});
    }
}

static void enter_condition(walk *w, const tunip_node *node)
{
    (void)node;
    w->conditions++;
}

/* T.if_then_else evaluates only one of its values. An address may lie behind the last element. */
static void enter_call(walk *w, const tunip_node *node)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, ((const tunip_tir_call *)node)->op);
    tunip_str name = op ? tunip_string_value(op->name) : (tunip_str){"", 0};
    w->conditions += tunip_str_is(name, "tir.if_then_else");
    if (tunip_str_is(name, "tir.address_of")) w->conditions += UNREAD;
}

/* A predicate leaves out some elements of a vector. */
static void enter_store(walk *w, const tunip_node *node)
{
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
    if (!store->predicate) check_access(w, node, store->buffer, store->indices);
}

static void enter_load(walk *w, const tunip_node *node)
{
    const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
    if (!load->predicate) check_access(w, node, load->buffer, load->indices);
}

static const struct {
    const tunip_type *type;
    void (*enter)(walk *w, const tunip_node *node);
} rows[] = {
    {&tunip_tir_for_type, enter_for},
    {&tunip_tir_attr_stmt_type, enter_attr},
    {&tunip_tir_let_stmt_type, enter_let},
    {&tunip_tir_block_realize_type, enter_realize},
    {&tunip_tir_if_then_else_type, enter_condition},
    {&tunip_tir_while_type, enter_condition},
    {&tunip_tir_assert_stmt_type, enter_condition},
    {&tunip_tir_select_type, enter_condition},
    {&tunip_tir_call_type, enter_call},
    {&tunip_tir_reduce_type, enter_condition},
    {&tunip_tir_and_type, enter_condition},
    {&tunip_tir_or_type, enter_condition},
    {&tunip_tir_buffer_store_type, enter_store},
    {&tunip_tir_buffer_load_type, enter_load},
};

/* The state that leave() restores. */
typedef struct kept {
    const tunip_node *node;
    size_t bindings, conditions;
} kept;

typedef struct state {
    walk walk;
    TN_ARRAY(kept) kept;
} state;

static bool is_row(const tunip_node *node, size_t *row)
{
    for (*row = 0; *row < TUNIP_LEN(rows); ++*row)
        if (node->type == rows[*row].type) return true;
    return false;
}

/* Whether the last node but one is a block, and the last one what it does in the first round. */
static bool is_init(const state *s, const tunip_node *node)
{
    const tunip_node *parent = s->kept.count > 1 ? s->kept.items[s->kept.count - 2].node : NULL;
    const tunip_tir_block *block = parent ? TUNIP_AS(tunip_tir_block, parent) : NULL;
    return block && (const tunip_node *)block->init == node;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    state *s = user;
    walk *w = &s->walk;
    size_t row;
    tunip_origin origin;
    if (++w->visits > TN_CHECK_MOST_VISITS) tn_check_stop(w->check, w->func);
    if (w->visits > TN_CHECK_MOST_VISITS || w->check->failed) return TUNIP_WALK_STOP;
    bool is_aside = node->type == &tunip_map_type || node->type == &tunip_tir_buffer_type;
    if (is_aside) return TUNIP_WALK_SKIP;
    kept k = {node, w->bindings.count, w->conditions};
    bool is_statement = tunip_is_a(node, &tunip_tir_stmt_type);
    if (!tn_array_push(&s->kept, w->check->allocator, k)) w->check->failed = true;
    if ((is_statement || !w->places.count) && tunip_graph_origin(w->check->graph, node, &origin) &&
        !tn_array_push(&w->places, w->check->allocator, node))
        w->check->failed = true;
    if (is_init(s, node)) w->conditions++;
    if (is_row(node, &row)) rows[row].enter(w, node);
    return TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    state *s = user;
    walk *w = &s->walk;
    if (!s->kept.count || s->kept.items[s->kept.count - 1].node != node) return;
    kept k = s->kept.items[--s->kept.count];
    w->bindings.count = k.bindings;
    w->conditions = k.conditions;
    if (w->places.count && w->places.items[w->places.count - 1] == node) w->places.count--;
}

static void check_function(tn_check *c, const tunip_node *func)
{
    state s = {.walk = {.check = c, .func = func}};
    const tunip_walker walker = {
        .enter = enter, .leave = leave, .user = &s, .allocator = c->allocator};
    if (!func || func->type != &tunip_tir_prim_func_type) return;
    const tunip_node *body = ((const tunip_tir_prim_func *)func)->body;
    const tunip_walker views = {.enter = find_view, .user = &s.walk, .allocator = c->allocator};
    tn_map_init(&s.walk.views, c->allocator);
    if (tunip_walk_once(func, &views) == TUNIP_WALK_NO_MEMORY) c->failed = true;
    if (tunip_walk(body, &walker) == TUNIP_WALK_NO_MEMORY) c->failed = true;
    tn_map_free(&s.walk.views);
    tn_array_free(&s.walk.bindings, c->allocator);
    tn_array_free(&s.walk.places, c->allocator);
    tn_array_free(&s.kept, c->allocator);
}

void tn_check_bounds(tn_check *c)
{
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, c->root);
    check_function(c, c->root);
    for (size_t i = 0; module && i < tunip_map_count(module->functions); i++)
        check_function(c, module->functions->entries[i].value);
}
