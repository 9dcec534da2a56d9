/* definitions.c -- variables of tensor IR: each is defined once, and used only where its definition
 * holds. Since v0.24, buffers are used only where they are declared (TVM
 * src/tir/analysis/verify_well_formed.cc, tir_visitor_with_path.cc). */
#include <tunip/tvm/tir.h>
#include <tunip/tvm/tirx_types.h>

#include "check.h"

/* ======== variables ======== */

/* The state of a variable, in the map: the number of open definitions, and these bits. */
enum {
    DEFINED_BEFORE = 1, /* a definition has ended */
    MAY_REPEAT = 2,     /* a thread: other definitions may follow in this function */
    REPORTED = 4,
    IS_LOOP = 8,
    OPEN = 1 << 4,  /* one open definition */
    OPEN_BITS = 12, /* then the level of a loop: the number of blocks around it */
    LEVEL_AT = 4 + OPEN_BITS
};

/* Data of steps: an expression that belongs to no block, such as the domain of an axis. */
enum { IN_BLOCK = 0, ASIDE = 1 };

typedef struct walk {
    tn_steps steps; /* the first member */
    tn_map vars;
    tn_map visited; /* an expression -> the change after which it was visited, and 1 */
    uint64_t changes;
    TN_ARRAY(const tunip_tir_block *) blocks; /* that are open and have axes */
    TN_ARRAY(const tunip_node *) threads;     /* of this function */
} walk;

static walk *walk_of(tn_steps *s)
{
    return (walk *)(void *)s;
}

static uint64_t *state_of(walk *w, const tunip_node *var)
{
    uint64_t *state = tn_map_put(&w->vars, var, NULL);
    if (!state) w->steps.check->failed = true;
    return state;
}

static uint64_t open_count(uint64_t state)
{
    return state / OPEN & ((1 << OPEN_BITS) - 1);
}

static void report_again(walk *w, const tn_step *step, bool is_nested)
{
    tn_check *c = w->steps.check;
    tunip_str name = tn_check_name(step->node);
    tn_check_report(c, TN_RULE_REDEFINED_VARIABLE, step->place,
                    is_nested ? "`%.*s` is defined again inside of its own scope"
                              : "`%.*s` is defined a second time",
                    (int)name.size, name.data);
    tn_check_also(c, step->node, "its first definition");
    tn_check_help(c, "each definition needs a variable of its own");
}

static void define(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    uint64_t *state = tunip_is_a(step->node, &tunip_tir_var_type) ? state_of(w, step->node) : NULL;
    if (!state) return;
    bool is_nested = open_count(*state) > 0;
    bool is_wrong = (is_nested || (*state & DEFINED_BEFORE)) && !(*state & MAY_REPEAT);
    if (is_wrong) report_again(w, step, is_nested);
    *state += OPEN;
}

/* Of a variable or a buffer. */
static void undefine(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    bool is_known =
        tunip_is_a(step->node, &tunip_tir_var_type) || tunip_is(step->node, &tunip_tir_buffer_type);
    uint64_t *state = is_known ? state_of(w, step->node) : NULL;
    w->changes++;
    if (!state || !open_count(*state)) return;
    *state = (*state - OPEN) | DEFINED_BEFORE;
}

static void use(walk *w, const tn_step *step)
{
    tn_check *c = w->steps.check;
    uint64_t *state = state_of(w, step->node);
    tunip_str name = tn_check_name(step->node);
    if (!state || (*state & REPORTED)) return;
    if (!open_count(*state)) {
        bool before = *state & DEFINED_BEFORE;
        *state |= REPORTED;
        tn_check_report(c, TN_RULE_UNDEFINED_VARIABLE, step->place,
                        before ? "`%.*s` is used after its scope has ended"
                               : "`%.*s` is used where nothing defines it",
                        (int)name.size, name.data);
        tn_check_also(c, step->node, "the variable");
    } else if ((*state & IS_LOOP) && step->data == IN_BLOCK &&
               *state >> LEVEL_AT < w->blocks.count) {
        tunip_str block = tunip_string_value(w->blocks.items[w->blocks.count - 1]->name_hint);
        *state |= REPORTED;
        tn_check_report(c, TN_RULE_LOOP_VARIABLE, step->place,
                        "the block `%.*s` uses the variable `%.*s` of a loop around it",
                        (int)block.size, block.data, (int)name.size, name.data);
        tn_check_help(c, "bind it to an axis of the block, such as T.axis.spatial");
    }
}

/* ======== nodes ======== */

static void visit(tn_steps *s, const tn_step *step);

/* Pushes a part of a node, which is visited in the same way. */
static void go(tn_steps *s, const tn_step *step, const void *node)
{
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    tn_steps_push(s, visit, node, place, step->data);
}

static void go_all(tn_steps *s, const tn_step *step, const tunip_array *nodes)
{
    for (size_t i = 0; i < tunip_array_count(nodes); i++) go(s, step, nodes->items[i]);
}

static void define_at(tn_steps *s, const tn_step *step, const void *var)
{
    tn_steps_push(s, define, var, tn_check_place(s->check, step->node, step->place), 0);
}

static void undefine_at(tn_steps *s, const void *var)
{
    tn_steps_push(s, undefine, var, NULL, 0);
}

static void go_range(tn_steps *s, const tn_step *step, const tunip_ir_range *range, uint64_t data)
{
    if (!range) return;
    tn_steps_push(s, visit, range->min, step->place, data);
    tn_steps_push(s, visit, range->extent, step->place, data);
}

/* ---- buffers ---- */

/* A variable in a matched buffer is defined by it, unless it is defined already. The variables
 * whose definitions end with the scope of the buffer are added to `ends`. */
static void match_one(walk *w, tn_steps *ends, const void *node)
{
    if (!tunip_is_a(node, &tunip_tir_var_type)) return;
    uint64_t *state = state_of(w, node);
    if (!state || open_count(*state)) return;
    *state += OPEN;
    undefine_at(ends, node);
}

/* Ends what match_buffer() added, after the steps that are pushed so far; and frees the list. */
static void end_all(tn_steps *s, tn_steps *ends)
{
    for (size_t i = 0; i < ends->items.count; i++) undefine_at(s, ends->items.items[i].node);
    tn_array_free(&ends->items, s->check->allocator);
}

static void match_list(walk *w, tn_steps *ends, const tunip_array *list)
{
    for (size_t i = 0; i < tunip_array_count(list); i++) match_one(w, ends, list->items[i]);
}

/* A buffer may be declared several times. */
static void declare(tn_steps *s, const tn_step *step)
{
    uint64_t *state = state_of(walk_of(s), step->node);
    if (state) *state += OPEN;
}

static void declare_at(tn_steps *s, const void *buffer)
{
    tn_steps_push(s, declare, buffer, NULL, 0);
}

/* A load, a store or a region. Before v0.24, buffers were not declared. */
static void use_buffer(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, step->node);
    uint64_t *state = s->check->converter && buffer ? state_of(w, step->node) : NULL;
    if (!state || (*state & REPORTED) || open_count(*state)) return;
    bool before = *state & DEFINED_BEFORE;
    *state |= REPORTED;
    uint64_t *data = buffer->data ? state_of(w, (const tunip_node *)buffer->data) : NULL;
    if (data) *data |= REPORTED;
    tunip_str name = tunip_string_value(buffer->name);
    tn_check_report(s->check, TN_RULE_UNDEFINED_VARIABLE, step->place,
                    before ? "the buffer `%.*s` is used after its scope has ended"
                           : "the buffer `%.*s` is used where nothing declares it",
                    (int)name.size, name.data);
    tn_check_also(s->check, step->node, "the buffer");
    if (!before) tn_check_help(s->check, "T.decl_buffer declares it");
}

static void match_buffer(tn_steps *s, const tunip_tir_buffer *buffer, tn_steps *ends)
{
    walk *w = walk_of(s);
    if (!buffer) return;
    uint64_t *state = state_of(w, (const tunip_node *)buffer);
    if (state) *state += OPEN;
    undefine_at(ends, buffer);
    match_one(w, ends, buffer->data);
    match_list(w, ends, buffer->shape);
    match_list(w, ends, buffer->strides);
    match_one(w, ends, buffer->elem_offset);
}

/* A use of a buffer is a use of the variables in it. */
static void visit_buffer(tn_steps *s, const tn_step *step)
{
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, step->node);
    if (!buffer) return;
    tn_steps_push(s, visit, buffer->data, step->place, ASIDE);
    tn_steps_push_all(s, visit, buffer->shape, step->place, ASIDE);
    tn_steps_push_all(s, visit, buffer->strides, step->place, ASIDE);
    tn_steps_push(s, visit, buffer->elem_offset, step->place, ASIDE);
}

static void go_buffer(tn_steps *s, const tn_step *step, const void *buffer)
{
    tn_steps_push(s, visit_buffer, buffer, tn_check_place(s->check, step->node, step->place), 0);
}

static void go_used_buffer(tn_steps *s, const tn_step *step, const tunip_tir_buffer *buffer)
{
    tn_steps_push(s, use_buffer, buffer, tn_check_place(s->check, step->node, step->place), 0);
    go_buffer(s, step, buffer);
}

static void go_region(tn_steps *s, const tn_step *step, const tunip_tir_buffer_region *region)
{
    if (!region) return;
    go_used_buffer(s, step, region->buffer);
    for (size_t i = 0; i < tunip_array_count(region->region); i++)
        go_range(s, step, (const tunip_ir_range *)region->region->items[i], step->data);
}

/* ---- statements ---- */

static void visit_let_stmt(tn_steps *s, const tn_step *step)
{
    const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)step->node;
    go(s, step, let->value);
    define_at(s, step, let->var);
    go(s, step, let->body);
    undefine_at(s, let->var);
}

static void visit_let(tn_steps *s, const tn_step *step)
{
    const tunip_tir_let *let = (const tunip_tir_let *)step->node;
    go(s, step, let->value);
    define_at(s, step, let->var);
    go(s, step, let->body);
    undefine_at(s, let->var);
}

static void enter_loop(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    uint64_t *state = state_of(w, step->node);
    uint64_t below = ((uint64_t)1 << LEVEL_AT) - 1;
    if (state) *state = (*state & below) | IS_LOOP | (uint64_t)w->blocks.count << LEVEL_AT;
}

static void visit_for(tn_steps *s, const tn_step *step)
{
    const tunip_tir_for *loop = (const tunip_tir_for *)step->node;
    const tunip_ir_int_imm *stride = TUNIP_AS(tunip_ir_int_imm, loop->step);
    if (stride && stride->value <= 0) {
        tn_check_report(
            s->check, TN_RULE_ZERO_STEP, tn_check_place(s->check, step->node, step->place),
            "the step of the loop over `%.*s` is %lld, and must be positive",
            (int)tn_check_name((const tunip_node *)loop->loop_var).size,
            tn_check_name((const tunip_node *)loop->loop_var).data, (long long)stride->value);
    }
    go(s, step, loop->min);
    go(s, step, loop->extent);
    go(s, step, loop->step);
    define_at(s, step, loop->loop_var);
    tn_steps_push(s, enter_loop, loop->loop_var, NULL, 0);
    go(s, step, loop->body);
    undefine_at(s, loop->loop_var);
}

/* A loop over threads may define its variable again in the same function, and the others may
 * not. */
static void allow_again(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    uint64_t *state = state_of(w, step->node);
    if (!state) return;
    *state |= MAY_REPEAT;
    if (!tn_array_push(&w->threads, s->check->allocator, step->node)) s->check->failed = true;
}

static void define_iter_var(tn_steps *s, const tn_step *step, const tunip_tir_iter_var *iter)
{
    if (!iter) return;
    go_range(s, step, iter->dom, ASIDE);
    define_at(s, step, iter->var);
    if (iter->iter_type == TUNIP_TIR_ITER_THREAD_INDEX)
        tn_steps_push(s, allow_again, iter->var, NULL, 0);
}

static void visit_attr(tn_steps *s, const tn_step *step)
{
    const tunip_tir_attr_stmt *attr = (const tunip_tir_attr_stmt *)step->node;
    const tunip_tir_iter_var *thread = TUNIP_AS(tunip_tir_iter_var, attr->node);
    const tunip_array *pair = TUNIP_AS(tunip_array, attr->node);
    tunip_str key = tunip_string_value(attr->attr_key);
    tn_steps ends = {.check = s->check};
    bool is_thread = tunip_str_is(key, "thread_extent") || tunip_str_is(key, "virtual_thread");
    go(s, step, attr->value);
    if (thread && is_thread) {
        define_iter_var(s, step, thread);
    } else if (tunip_array_count(pair) == 2 && tunip_str_is(key, "buffer_bind_scope")) {
        go_buffer(s, step, pair->items[1]);
        match_buffer(s, TUNIP_AS(tunip_tir_buffer, pair->items[0]), &ends);
    } else if (tunip_is_a(attr->node, &tunip_ir_prim_expr_type)) {
        tn_steps_push(s, visit, attr->node, tn_check_place(s->check, step->node, step->place),
                      ASIDE);
    }
    go(s, step, attr->body);
    if (thread && is_thread) undefine_at(s, thread->var);
    end_all(s, &ends);
}

static void visit_allocate(tn_steps *s, const tn_step *step)
{
    const tunip_tir_allocate *allocate = (const tunip_tir_allocate *)step->node;
    go(s, step, allocate->condition);
    go_all(s, step, allocate->extents);
    define_at(s, step, allocate->buffer_var);
    go(s, step, allocate->body);
    undefine_at(s, allocate->buffer_var);
}

static void visit_allocate_const(tn_steps *s, const tn_step *step)
{
    const tunip_tir_allocate_const *allocate = (const tunip_tir_allocate_const *)step->node;
    go_all(s, step, allocate->extents);
    define_at(s, step, allocate->buffer_var);
    go(s, step, allocate->body);
    undefine_at(s, allocate->buffer_var);
}

static void visit_decl(tn_steps *s, const tn_step *step)
{
    const tunip_tir_decl_buffer *decl = (const tunip_tir_decl_buffer *)step->node;
    go_buffer(s, step, decl->buffer);
    declare_at(s, decl->buffer);
    go(s, step, decl->body);
    undefine_at(s, decl->buffer);
}

static void visit_store(tn_steps *s, const tn_step *step)
{
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)step->node;
    go(s, step, store->value);
    go_used_buffer(s, step, store->buffer);
    go_all(s, step, store->indices);
}

static void visit_load(tn_steps *s, const tn_step *step)
{
    const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)step->node;
    go_used_buffer(s, step, load->buffer);
    go_all(s, step, load->indices);
}

static void visit_realize(tn_steps *s, const tn_step *step)
{
    const tunip_tir_buffer_realize *realize = (const tunip_tir_buffer_realize *)step->node;
    const void *data = realize->buffer ? realize->buffer->data : NULL;
    const uint64_t *state = data ? state_of(walk_of(s), data) : NULL;
    bool is_new = state && !open_count(*state);
    go(s, step, realize->condition);
    for (size_t i = 0; i < tunip_array_count(realize->bounds); i++)
        go_range(s, step, (const tunip_ir_range *)realize->bounds->items[i], step->data);
    if (is_new) define_at(s, step, data);
    go_buffer(s, step, realize->buffer);
    declare_at(s, realize->buffer);
    go(s, step, realize->body);
    undefine_at(s, realize->buffer);
    if (is_new) undefine_at(s, data);
}

/* ---- blocks ---- */

static void enter_block(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    w->changes++;
    if (!tn_array_push(&w->blocks, s->check->allocator, (const tunip_tir_block *)step->node))
        s->check->failed = true;
}

static void leave_block(tn_steps *s, const tn_step *step)
{
    (void)step;
    walk_of(s)->changes++;
    walk_of(s)->blocks.count--;
}

static const tunip_tir_match_buffer_region *match_of(const tunip_tir_block *block, size_t i)
{
    return (const tunip_tir_match_buffer_region *)block->match_buffers->items[i];
}

/* The definitions of matched buffers, which follow the axes. */
static void match_in_block(tn_steps *s, const tn_step *step)
{
    const tunip_tir_block *block = (const tunip_tir_block *)step->node;
    tn_steps ends = {.check = s->check};
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++)
        if (match_of(block, i)) match_buffer(s, match_of(block, i)->buffer, &ends);
    go(s, step, block->init);
    go(s, step, block->body);
    end_all(s, &ends);
}

static void go_allocated(tn_steps *s, const tn_step *step, const tunip_tir_block *block)
{
    for (size_t i = 0; i < tunip_array_count(block->alloc_buffers); i++) {
        const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, block->alloc_buffers->items[i]);
        if (!buffer) continue;
        define_at(s, step, buffer->data);
        go_buffer(s, step, buffer);
        declare_at(s, buffer);
    }
}

static void visit_block(tn_steps *s, const tn_step *step)
{
    const tunip_tir_block *block = (const tunip_tir_block *)step->node;
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    bool has_axes = tunip_array_count(block->iter_vars) > 0;
    for (size_t i = 0; i < tunip_array_count(block->iter_vars); i++)
        define_iter_var(s, step, (const tunip_tir_iter_var *)block->iter_vars->items[i]);
    if (has_axes) tn_steps_push(s, enter_block, block, NULL, 0);
    for (size_t i = 0; i < tunip_array_count(block->reads); i++)
        go_region(s, step, (const tunip_tir_buffer_region *)block->reads->items[i]);
    for (size_t i = 0; i < tunip_array_count(block->writes); i++)
        go_region(s, step, (const tunip_tir_buffer_region *)block->writes->items[i]);
    go_allocated(s, step, block);
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++)
        if (match_of(block, i)) go_region(s, step, match_of(block, i)->source);
    tn_steps_push(s, match_in_block, block, place, step->data);
    if (has_axes) tn_steps_push(s, leave_block, block, NULL, 0);
    for (size_t i = 0; i < tunip_array_count(block->alloc_buffers); i++) {
        const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, block->alloc_buffers->items[i]);
        if (buffer) undefine_at(s, buffer);
        if (buffer) undefine_at(s, buffer->data);
    }
    for (size_t i = 0; i < tunip_array_count(block->iter_vars); i++) {
        const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)block->iter_vars->items[i];
        if (iter) undefine_at(s, iter->var);
    }
}

static void visit_block_realize(tn_steps *s, const tn_step *step)
{
    const tunip_tir_block_realize *realize = (const tunip_tir_block_realize *)step->node;
    go_all(s, step, realize->iter_values);
    go(s, step, realize->predicate);
    go(s, step, realize->block);
}

/* ---- expressions ---- */

static void visit_call(tn_steps *s, const tn_step *step)
{
    go_all(s, step, ((const tunip_tir_call *)step->node)->args);
}

/* Each axis counts as a use of its variable. Scripts cannot write such a node, and TVM replaces it
 * before the IR reaches a module; so nothing is checked. */
static void visit_nothing(tn_steps *s, const tn_step *step)
{
    (void)s;
    (void)step;
}

/* A statement of v0.26 alone, which the conversion keeps with its variables. Those of the result
 * are defined up to the end of the function. */
static void visit_scope_ids(tn_steps *s, const tn_step *step)
{
    const tunip_tirx_scope_id_def *def = ((const tunip_tirx_scope_id_def_stmt *)step->node)->def;
    tunip_converter *converter = (tunip_converter *)(uintptr_t)s->check->converter;
    for (size_t i = 0; def && converter && i < tunip_array_count(def->def_ids); i++)
        define_at(s, step, tunip_converted(converter, def->def_ids->items[i]));
}

static const struct {
    const tunip_type *type;
    tn_step_fn visit;
} rows[] = {
    {&tunip_tir_let_stmt_type, visit_let_stmt},
    {&tunip_tir_let_type, visit_let},
    {&tunip_tir_for_type, visit_for},
    {&tunip_tir_attr_stmt_type, visit_attr},
    {&tunip_tir_allocate_type, visit_allocate},
    {&tunip_tir_allocate_const_type, visit_allocate_const},
    {&tunip_tir_decl_buffer_type, visit_decl},
    {&tunip_tir_buffer_store_type, visit_store},
    {&tunip_tir_buffer_load_type, visit_load},
    {&tunip_tir_buffer_realize_type, visit_realize},
    {&tunip_tir_block_type, visit_block},
    {&tunip_tir_block_realize_type, visit_block_realize},
    {&tunip_tir_call_type, visit_call},
    {&tunip_tirx_scope_id_def_stmt_type, visit_scope_ids},
    {&tunip_tir_reduce_type, visit_nothing},
    {&tunip_map_type, visit_nothing},
};

/* All parts of a node that is in no row, in the order of its fields. A newer node that the
 * conversion kept has the variables of the newer version, of which nothing is known. */
static void visit_fields(tn_steps *s, const tn_step *step)
{
    if (s->check->converter && step->node->type->since) return;
    const tunip_array *array = TUNIP_AS(tunip_array, step->node);
    if (array) go_all(s, step, array);
    for (const tunip_type *type = step->node->type; type && !array; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            bool is_part = field->kind == TUNIP_KIND_NODE &&
                           !(field->flags & (TUNIP_FLAG_ASIDE | TUNIP_FLAG_IGNORE));
            if (is_part) go(s, step, tunip_field_node(step->node, field));
        }
}

/* Whether an expression was visited before, and nothing has ended since then. Shared expressions
 * would otherwise take exponential time. */
static bool is_known(walk *w, const tunip_node *node)
{
    bool added;
    if (!tunip_is_a(node, &tunip_ir_prim_expr_type)) return false;
    uint64_t *when = tn_map_put(&w->visited, node, &added);
    if (!when) return w->steps.check->failed = true;
    bool known = !added && *when == w->changes + 1;
    *when = w->changes + 1;
    return known;
}

static void visit(tn_steps *s, const tn_step *step)
{
    if (tunip_is_a(step->node, &tunip_tir_var_type)) {
        use(walk_of(s), step);
        return;
    }
    if (is_known(walk_of(s), step->node)) return;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_is(step->node, rows[i].type)) {
            rows[i].visit(s, step);
            return;
        }
    visit_fields(s, step);
}

/* ======== functions ======== */

static const tunip_tir_buffer *buffer_of(const tunip_tir_prim_func *func, size_t param)
{
    return TUNIP_AS(tunip_tir_buffer, tunip_map_at(func->buffer_map, func->params->items[param]));
}

/* The buffers of the parameters define the variables in their shapes. */
static void match_params(tn_steps *s, const tn_step *step)
{
    const tunip_tir_prim_func *func = (const tunip_tir_prim_func *)step->node;
    tn_steps ends = {.check = s->check};
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        match_buffer(s, buffer_of(func, i), &ends);
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        go_buffer(s, step, buffer_of(func, i));
    go(s, step, func->body);
    end_all(s, &ends);
}

/* Threads may be defined again only in their own function. */
static void forget_threads(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    (void)step;
    for (size_t i = 0; i < w->threads.count; i++) {
        uint64_t *state = state_of(w, w->threads.items[i]);
        if (state) *state &= ~(uint64_t)MAY_REPEAT;
    }
    w->threads.count = 0;
}

static void visit_function(tn_steps *s, const tn_step *step)
{
    const tunip_tir_prim_func *func = (const tunip_tir_prim_func *)step->node;
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        define_at(s, step, func->params->items[i]);
    tn_steps_push(s, match_params, func, step->place, 0);
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        undefine_at(s, func->params->items[i]);
    tn_steps_push(s, forget_threads, func, NULL, 0);
}

/* In functions of v0.26, buffers are variables, and definitions have no bodies: rules.c converts
 * them to v0.23 before. */
static bool is_function(const tunip_node *node)
{
    return node && node->type == &tunip_tir_prim_func_type;
}

void tn_check_definitions(tn_check *c)
{
    walk w = {.steps = {.check = c}};
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, c->root);
    tn_map_init(&w.vars, c->allocator);
    tn_map_init(&w.visited, c->allocator);
    if (is_function(c->root)) tn_steps_push(&w.steps, visit_function, c->root, c->root, 0);
    for (size_t i = 0; module && i < tunip_map_count(module->functions); i++) {
        const tunip_node *func = module->functions->entries[i].value;
        if (is_function(func)) tn_steps_push(&w.steps, visit_function, func, func, 0);
    }
    tn_steps_run(&w.steps);
    tn_map_free(&w.vars);
    tn_map_free(&w.visited);
    tn_array_free(&w.blocks, c->allocator);
    tn_array_free(&w.threads, c->allocator);
}
