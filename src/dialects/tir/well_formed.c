/* well_formed.c -- functions that TVM's parser refuses after it has read them (TVM
 * src/tir/analysis/verify_well_formed.cc): a variable that nothing defines, or the variable of a
 * loop inside of a block that stands in the loop and has iterators of its own. */
#include <stdlib.h>

#include "refuse.h"

/* ---- variables that nothing defines ---- */

/* An expression that stands at many places is visited at each; so is what it contains. Functions
 * with more visits than these are not checked. */
enum { MOST_VISITS = 1 << 23 };

/* The variables of a function, sorted by address when all are found. */
typedef struct var_set {
    size_t visits;
    tunip_scratch *scratch;
    const tunip_node **vars;
    size_t count, room;
    bool failed;
} var_set;

static void define(var_set *set, const void *node)
{
    if (!tunip_is_a(node, &tunip_tir_var_type)) return;
    const tunip_node **vars =
        tunip_scratch_grow(set->scratch, set->vars, set->count, sizeof *vars, &set->room);
    set->failed = set->failed || !vars;
    if (!vars) return;
    set->vars = vars;
    set->vars[set->count++] = node;
}

static void define_all(var_set *set, const tunip_array *nodes)
{
    for (size_t i = 0; i < tunip_array_count(nodes); i++) define(set, nodes->items[i]);
}

/* T.match_buffer defines the variables in the shape of its buffer. */
static void define_buffer(var_set *set, const tunip_tir_buffer *buffer)
{
    if (!buffer) return;
    define(set, buffer->data);
    define(set, buffer->elem_offset);
    define_all(set, buffer->shape);
    define_all(set, buffer->strides);
}

static void define_block(var_set *set, const tunip_tir_block *block)
{
    for (size_t i = 0; i < tunip_array_count(block->alloc_buffers); i++)
        define(set, ((const tunip_tir_buffer *)block->alloc_buffers->items[i])->data);
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++)
        define_buffer(
            set, ((const tunip_tir_match_buffer_region *)block->match_buffers->items[i])->buffer);
}

/* An attribute that binds a buffer to another one defines it, too. */
static void define_bound(var_set *set, const tunip_tir_attr_stmt *attr)
{
    const tunip_array *pair = TUNIP_AS(tunip_array, attr->node);
    for (size_t i = 0; i < tunip_array_count(pair); i++)
        if (tunip_is(pair->items[i], &tunip_tir_buffer_type))
            define_buffer(set, (const tunip_tir_buffer *)pair->items[i]);
}

static tunip_walk_action find_definition(const tunip_node *node, void *user)
{
    var_set *set = user;
    const tunip_type *type = node->type;
    if (++set->visits > MOST_VISITS) return TUNIP_WALK_STOP;
    if (type == &tunip_tir_for_type) define(set, ((const tunip_tir_for *)node)->loop_var);
    if (type == &tunip_tir_let_type) define(set, ((const tunip_tir_let *)node)->var);
    if (type == &tunip_tir_let_stmt_type) define(set, ((const tunip_tir_let_stmt *)node)->var);
    if (type == &tunip_tir_iter_var_type) define(set, ((const tunip_tir_iter_var *)node)->var);
    if (type == &tunip_tir_allocate_type)
        define(set, ((const tunip_tir_allocate *)node)->buffer_var);
    if (type == &tunip_tir_allocate_const_type)
        define(set, ((const tunip_tir_allocate_const *)node)->buffer_var);
    if (type == &tunip_tir_block_type) define_block(set, (const tunip_tir_block *)node);
    if (type == &tunip_tir_attr_stmt_type) define_bound(set, (const tunip_tir_attr_stmt *)node);
    if (type == &tunip_tir_buffer_realize_type)
        define_buffer(set, ((const tunip_tir_buffer_realize *)node)->buffer);
    if (type == &tunip_tir_comm_reducer_type) {
        define_all(set, ((const tunip_tir_comm_reducer *)node)->lhs);
        define_all(set, ((const tunip_tir_comm_reducer *)node)->rhs);
    }
    return type == &tunip_map_type ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (const tunip_node *const *)a;
    uintptr_t y = (uintptr_t) * (const tunip_node *const *)b;
    return (x > y) - (x < y);
}

/* ---- uses ---- */

enum { MOST_LEVELS = 256 };

/* A walk over the uses of variables. */
typedef struct use_walk {
    const var_set *defined;
    const tunip_node *passed;    /* what an attribute is about, which is no use */
    const tunip_node *undefined; /* the first one */
    struct {
        const tunip_node *var;
        size_t level;
    } loops[MOST_LEVELS]; /* that are open, and in how many blocks they stand */
    size_t loop_count;
    const tunip_tir_block *blocks[MOST_LEVELS]; /* that are open and have iterators */
    size_t block_count;
    const tunip_node *outer; /* a loop variable that is used in such a block of its loop */
    bool is_deep;            /* too deep for these tables */
} use_walk;

static void use(use_walk *walk, const tunip_node *var)
{
    const var_set *set = walk->defined;
    if (!walk->undefined && !bsearch(&var, set->vars, set->count, sizeof var, by_address))
        walk->undefined = var;
}

static tunip_walk_action enter_use(const tunip_node *node, void *user)
{
    use_walk *walk = user;
    const tunip_tir_attr_stmt *attr = TUNIP_AS(tunip_tir_attr_stmt, node);
    if (node == walk->passed || node->type == &tunip_map_type) return TUNIP_WALK_SKIP;
    if (tunip_is_a(node, &tunip_tir_var_type)) use(walk, node);
    if (attr && !tunip_is_a(attr->node, &tunip_ir_prim_expr_type)) walk->passed = attr->node;
    return TUNIP_WALK_ON;
}

/* ---- loop variables in blocks ---- */

static bool has_iterators(const tunip_node *node)
{
    const tunip_tir_block *block = TUNIP_AS(tunip_tir_block, node);
    return block && tunip_array_count(block->iter_vars);
}

static void use_in_block(use_walk *walk, const tunip_node *var)
{
    for (size_t i = walk->loop_count; i-- && !walk->outer;)
        if (walk->loops[i].var == var) {
            if (walk->loops[i].level < walk->block_count) walk->outer = var;
            return;
        }
}

/* The domains of iterators, and buffers, belong to no block. */
static tunip_walk_action enter_block(const tunip_node *node, void *user)
{
    use_walk *walk = user;
    const tunip_tir_for *loop = TUNIP_AS(tunip_tir_for, node);
    bool is_passed = node->type == &tunip_tir_iter_var_type || node->type == &tunip_map_type ||
                     node->type == &tunip_tir_buffer_type;
    if (is_passed) return TUNIP_WALK_SKIP;
    if (walk->loop_count == MOST_LEVELS || walk->block_count == MOST_LEVELS) {
        walk->is_deep = true;
        return TUNIP_WALK_STOP;
    }
    if (loop) {
        walk->loops[walk->loop_count].var = (const tunip_node *)loop->loop_var;
        walk->loops[walk->loop_count++].level = walk->block_count;
    }
    if (has_iterators(node)) walk->blocks[walk->block_count++] = (const tunip_tir_block *)node;
    if (!walk->outer && tunip_is_a(node, &tunip_tir_var_type)) {
        use_in_block(walk, node);
        if (walk->outer) return TUNIP_WALK_STOP;
    }
    return TUNIP_WALK_ON;
}

static void leave_block(const tunip_node *node, void *user)
{
    use_walk *walk = user;
    if (tunip_is(node, &tunip_tir_for_type)) walk->loop_count--;
    if (has_iterators(node)) walk->block_count--;
}

/* ---- the check ---- */

static tunip_str name_of(const tunip_node *var)
{
    return tunip_string_value(((const tunip_tir_var *)var)->name);
}

static void check_loops(tunip_elaborator *e, use_walk *walk, const tunip_node *body,
                        const tunip_doc *doc)
{
    tunip_walker walker = {.enter = enter_block, .leave = leave_block, .user = walk};
    tunip_walk(body, &walker);
    if (!walk->outer) return;
    tunip_str var = name_of(walk->outer);
    tunip_str block = tunip_string_value(walk->blocks[walk->block_count - 1]->name_hint);
    tunip_complain(e, doc, "the block \"%.*s\" uses the variable `%.*s` of a loop around it",
                   (int)block.size, block.data, (int)var.size, var.data);
    tunip_complain_also(e, NULL, "bind it to an iterator of the block, such as T.axis.spatial");
}

void tir_check_well_formed(tunip_elaborator *e, const tunip_tir_prim_func *func,
                           const tunip_doc *doc)
{
    var_set set = {.scratch = tunip_elaborator_scratch(e)};
    use_walk *walk = tunip_elaborator_alloc(e, sizeof *walk);
    tunip_walker walker = {.enter = find_definition, .user = &set};
    define_all(&set, func->params);
    for (size_t i = 0; i < tunip_map_count(func->buffer_map); i++)
        define_buffer(&set, (const tunip_tir_buffer *)func->buffer_map->entries[i].value);
    bool is_whole = walk && tunip_walk(func->body, &walker) == TUNIP_WALK_DONE && !set.failed;
    if (!is_whole) return;
    if (set.count) qsort(set.vars, set.count, sizeof *set.vars, by_address);
    walk->defined = &set;
    walker = (tunip_walker){.enter = enter_use, .user = walk};
    tunip_walk(func->body, &walker);
    if (walk->undefined) {
        tunip_str name = name_of(walk->undefined);
        tunip_complain(e, doc, "the function uses `%.*s`, a variable that nothing defines",
                       (int)name.size, name.data);
        tunip_complain_also(e, NULL, "a parameter, a loop or T.let defines a variable");
        return;
    }
    check_loops(e, walk, func->body, doc);
}
