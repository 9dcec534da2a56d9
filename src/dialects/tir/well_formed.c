/* well_formed.c -- functions that TVM's parser refuses after it has read them (TVM
 * src/tir/analysis/verify_well_formed.cc): a variable that nothing defines, or a loop variable that
 * is used in a block inside the loop, if the block has iterators of its own. */
#include <stdlib.h>

#include <tunip/tvm/tirx_types.h>

#include "refuse.h"

/* ---- variables that nothing defines ---- */

/* An expression that is shared is visited at each of its uses, and so are its parts. Functions that
 * need more visits are not checked. */
enum { MOST_VISITS = 1 << 23 };

/* The variables of a function, sorted by address when all are found. Then `open` says how many
 * definitions of each are open at this place of the walk. */
typedef struct var_set {
    size_t visits;
    tunip_scratch *scratch;
    const tunip_node **vars;
    int *open; /* NULL while variables are looked for */
    size_t count, room;
    bool failed;
    int step;                    /* the number to add to `open` when a definition is entered or
                                    left */
    const tunip_node *passed;    /* the node of an attribute, which does not count as a use */
    const tunip_node *undefined; /* the first one that is used */
} var_set;

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t) * (const tunip_node *const *)a;
    uintptr_t y = (uintptr_t) * (const tunip_node *const *)b;
    return (x > y) - (x < y);
}

/* How many definitions of a variable are open. */
static int *open_of(const var_set *set, const tunip_node *var)
{
    if (!set->count) return NULL;
    const tunip_node **found = bsearch(&var, set->vars, set->count, sizeof var, by_address);
    return found ? &set->open[found - set->vars] : NULL;
}

static void define(var_set *set, const void *node)
{
    if (!tunip_is_a(node, &tunip_tir_var_type)) return;
    if (set->open) {
        *open_of(set, node) += set->step;
        return;
    }
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

static void define_iterators(var_set *set, const tunip_array *iterators)
{
    for (size_t i = 0; i < tunip_array_count(iterators); i++) {
        const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)iterators->items[i];
        if (iter) define(set, iter->var); /* the metadata section may hold incomplete nodes */
    }
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

static void define_block(var_set *set, const tunip_node *node)
{
    const tunip_tir_block *block = (const tunip_tir_block *)node;
    define_iterators(set, block->iter_vars);
    for (size_t i = 0; i < tunip_array_count(block->alloc_buffers); i++) {
        const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)block->alloc_buffers->items[i];
        if (buffer) define(set, buffer->data);
    }
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++) {
        const tunip_tir_match_buffer_region *match =
            (const tunip_tir_match_buffer_region *)block->match_buffers->items[i];
        if (match) define_buffer(set, match->buffer);
    }
}

/* Defines the thread of an attribute, or both buffers of an attribute that binds one buffer to
 * another. */
static void define_attr(var_set *set, const tunip_node *node)
{
    const tunip_tir_attr_stmt *attr = (const tunip_tir_attr_stmt *)node;
    const tunip_tir_iter_var *thread = TUNIP_AS(tunip_tir_iter_var, attr->node);
    const tunip_array *pair = TUNIP_AS(tunip_array, attr->node);
    if (thread) define(set, thread->var);
    for (size_t i = 0; i < tunip_array_count(pair); i++)
        if (tunip_is(pair->items[i], &tunip_tir_buffer_type))
            define_buffer(set, (const tunip_tir_buffer *)pair->items[i]);
}

/* A loop over threads also has an iterator of its own, which nothing uses. */
static void define_loop(var_set *set, const tunip_node *node)
{
    const tunip_tir_for *loop = (const tunip_tir_for *)node;
    define(set, loop->loop_var);
    if (loop->thread_binding) define(set, loop->thread_binding->var);
}

static void define_realized(var_set *set, const tunip_node *node)
{
    define_buffer(set, ((const tunip_tir_buffer_realize *)node)->buffer);
}

static void define_reducer(var_set *set, const tunip_node *node)
{
    define_all(set, ((const tunip_tir_comm_reducer *)node)->lhs);
    define_all(set, ((const tunip_tir_comm_reducer *)node)->rhs);
}

static void define_reduction(var_set *set, const tunip_node *node)
{
    define_iterators(set, ((const tunip_tir_reduce *)node)->axis);
}

/* Statements of v0.26 that have no body. Until a script is converted, their buffers are those of
 * v0.23. The variables in the shape of such a buffer are uses: only T.match_buffer defines them. */
static void define_allocated(var_set *set, const tunip_node *node)
{
    const void *buffer = ((const tunip_tirx_alloc_buffer *)node)->buffer;
    if (buffer) define(set, ((const tunip_tir_buffer *)buffer)->data);
}

static void define_declared(var_set *set, const tunip_node *node)
{
    const void *buffer = ((const tunip_tirx_decl_buffer *)node)->buffer;
    if (buffer) define(set, ((const tunip_tir_buffer *)buffer)->data);
}

static void define_lambda(var_set *set, const tunip_node *node)
{
    define_all(set, ((const tunip_tirx_lambda_expr *)node)->vars);
}

static void define_scope_ids(var_set *set, const tunip_node *node)
{
    const tunip_tirx_scope_id_def *def = ((const tunip_tirx_scope_id_def_stmt *)node)->def;
    if (def) define_all(set, def->def_ids);
}

/* A node that defines the variable in one of its fields, or the variables that `define` finds. */
static const struct {
    const tunip_type *type;
    void (*define)(var_set *set, const tunip_node *node);
    size_t offset;
    bool is_flat; /* a statement without a body, whose definition lasts: a script cannot name the
                     variable outside of the scope of the statement, so nothing has to end it */
} rows[] = {
    {&tunip_tir_allocate_type, NULL, offsetof(tunip_tir_allocate, buffer_var), false},
    {&tunip_tir_allocate_const_type, NULL, offsetof(tunip_tir_allocate_const, buffer_var), false},
    {&tunip_tir_attr_stmt_type, define_attr, 0, false},
    {&tunip_tir_block_type, define_block, 0, false},
    {&tunip_tir_buffer_realize_type, define_realized, 0, false},
    {&tunip_tir_comm_reducer_type, define_reducer, 0, false},
    {&tunip_tir_for_type, define_loop, 0, false},
    {&tunip_tir_let_stmt_type, NULL, offsetof(tunip_tir_let_stmt, var), false},
    {&tunip_tir_let_type, NULL, offsetof(tunip_tir_let, var), false},
    {&tunip_tir_reduce_type, define_reduction, 0, false},
    {&tunip_tirx_alloc_buffer_type, define_allocated, 0, true},
    {&tunip_tirx_bind_type, NULL, offsetof(tunip_tirx_bind, var), true},
    {&tunip_tirx_decl_buffer_type, define_declared, 0, true},
    {&tunip_tirx_lambda_expr_type, define_lambda, 0, false},
    {&tunip_tirx_scope_id_def_stmt_type, define_scope_ids, 0, true},
};

static void define_of(var_set *set, const tunip_node *node)
{
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        if (rows[i].type != node->type) continue;
        if (rows[i].is_flat && set->step < 0) return;
        if (rows[i].define)
            rows[i].define(set, node);
        else
            define(set, *(tunip_node *const *)(const void *)((const char *)node + rows[i].offset));
        return;
    }
}

static tunip_walk_action find_definition(const tunip_node *node, void *user)
{
    var_set *set = user;
    if (++set->visits > MOST_VISITS) return TUNIP_WALK_STOP;
    define_of(set, node);
    return node->type == &tunip_map_type ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

/* ---- uses ---- */

/* Block iterators are defined in the block, so their domains and annotations are no uses. */
static tunip_walk_action enter_use(const tunip_node *node, void *user)
{
    var_set *set = user;
    const tunip_tir_attr_stmt *attr = TUNIP_AS(tunip_tir_attr_stmt, node);
    if (node == set->passed || node->type == &tunip_map_type) return TUNIP_WALK_SKIP;
    set->step = 1;
    define_of(set, node);
    if (tunip_is_a(node, &tunip_tir_var_type)) {
        const int *open = open_of(set, node);
        if (!open || *open < 1) {
            set->undefined = node;
            return TUNIP_WALK_STOP;
        }
    }
    if (attr && !tunip_is_a(attr->node, &tunip_ir_prim_expr_type)) set->passed = attr->node;
    return TUNIP_WALK_ON;
}

static void leave_use(const tunip_node *node, void *user)
{
    var_set *set = user;
    set->step = -1;
    define_of(set, node);
}

/* ---- loop variables in blocks ---- */

enum { MOST_LEVELS = 256 };

/* A walk over the uses of loop variables. Like the other walk, it ends after MOST_VISITS. */
typedef struct use_walk {
    size_t visits;
    struct {
        const tunip_node *var;
        size_t level;
    } loops[MOST_LEVELS]; /* the open loops, with the number of enclosing blocks of each */
    size_t loop_count;
    const tunip_tir_block *blocks[MOST_LEVELS]; /* that are open and have iterators */
    size_t block_count;
    const tunip_node *outer; /* a loop variable that is used in such a block of its loop */
} use_walk;

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
    if (walk->loop_count == MOST_LEVELS || walk->block_count == MOST_LEVELS ||
        ++walk->visits > MOST_VISITS)
        return TUNIP_WALK_STOP;
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

/* The parser of TVM before v0.15 checks no function. */
static bool is_unchecked(const tunip_elaborator *e)
{
    enum { CHECKS = 15 };
    unsigned until = tunip_elaborator_until(e);
    return until && until <= CHECKS;
}

/* The schedules of TE, of TVM up to v0.18, have this attribute. Their constants are buffers that
 * nothing defines. */
static bool is_constant_of_te(const tunip_elaborator *e, const tunip_tir_prim_func *func,
                              const tunip_node *var)
{
    const tunip_ir_dict_attrs *attrs = TUNIP_AS(tunip_ir_dict_attrs, func->base.attrs);
    return attrs && tunip_map_get(attrs->dict, "from_legacy_te_schedule") &&
           tunip_ir_dtype_of(var).code == TUNIP_DTYPE_HANDLE &&
           tir_does(e, TIR_DOES_HOLD_TE_CONSTANTS);
}

static void check_loops(tunip_elaborator *e, const tunip_node *body, const tunip_doc *doc)
{
    use_walk *walk = tunip_elaborator_alloc(e, sizeof *walk);
    tunip_walker walker = {.enter = enter_block, .leave = leave_block, .user = walk};
    if (walk) tunip_walk(body, &walker);
    if (!walk || !walk->outer) return;
    tunip_str var = name_of(walk->outer);
    tunip_str block = tunip_string_value(walk->blocks[walk->block_count - 1]->name_hint);
    static const char message[] =
        TUNIP_BREAKS_LOOP_VARIABLE "the block `%.*s` uses the variable `%.*s` of a loop around it";
    if (is_unchecked(e)) {
        tunip_warn(e, doc, message, (int)block.size, block.data, (int)var.size, var.data);
        return;
    }
    tunip_complain(e, doc, message, (int)block.size, block.data, (int)var.size, var.data);
    tunip_complain_also(e, NULL, "bind it to an iterator of the block, such as T.axis.spatial");
}

static void define_params(var_set *set, const tunip_tir_prim_func *func)
{
    define_all(set, func->params);
    for (size_t i = 0; i < tunip_map_count(func->buffer_map); i++)
        define_buffer(set, (const tunip_tir_buffer *)func->buffer_map->entries[i].value);
}

/* The first variable that is used where nothing defines it; NULL if there is none. */
static const tunip_node *find_undefined(tunip_elaborator *e, const tunip_tir_prim_func *func)
{
    var_set set = {.scratch = tunip_elaborator_scratch(e), .step = 1};
    tunip_walker walker = {.enter = find_definition, .user = &set};
    define_params(&set, func);
    if (tunip_walk(func->body, &walker) != TUNIP_WALK_DONE || set.failed) return NULL;
    if (set.count) qsort(set.vars, set.count, sizeof *set.vars, by_address);
    set.open = tunip_elaborator_alloc(e, (set.count + 1) * sizeof *set.open);
    if (!set.open) return NULL;
    define_params(&set, func);
    walker = (tunip_walker){.enter = enter_use, .leave = leave_use, .user = &set};
    tunip_walk(func->body, &walker);
    return set.undefined;
}

void tir_check_well_formed(tunip_elaborator *e, const tunip_tir_prim_func *func,
                           const tunip_doc *doc)
{
    const tunip_node *undefined = find_undefined(e, func);
    if (!undefined) {
        check_loops(e, func->body, doc);
        return;
    }
    tunip_str name = name_of(undefined);
    if (is_unchecked(e) || is_constant_of_te(e, func, undefined)) {
        tunip_warn(e, doc,
                   TUNIP_BREAKS_UNDEFINED_VARIABLE
                   "the function uses `%.*s` where nothing defines this variable",
                   (int)name.size, name.data);
        return;
    }
    if (name.size)
        tunip_complain(e, doc,
                       TUNIP_BREAKS_UNDEFINED_VARIABLE
                       "the function uses `%.*s` where nothing defines this variable",
                       (int)name.size, name.data);
    else
        tunip_complain(e, doc,
                       TUNIP_BREAKS_UNDEFINED_VARIABLE
                       "the function uses a variable that has no name and no definition");
    tunip_complain_also(e, NULL, "a parameter, a loop or T.let defines a variable");
}
