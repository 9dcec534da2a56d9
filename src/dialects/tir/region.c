/* region.c -- the regions of buffers that a block reads and writes, if a script leaves them out
 * (TVM src/tir/analysis/block_access_region_detector.cc). Inner blocks are complete already: the
 * regions that they list represent their accesses. */
#include "analysis.h"
#include "script.h"
#include "fold.h"

/* A shared expression is visited at each of its uses, and so are its parts. */
enum { MOST_NESTED = 500, MOST_SIZE = 100000, MOST_VISITS = 1 << 20 };

/* The accesses to one buffer: an interval for each dimension. */
typedef struct access {
    const tunip_tir_buffer *buffer;
    tir_interval *region;
    struct access *next;
} access;

/* In the order of the first access. */
typedef struct accesses {
    access *first, **end;
} accesses;

/* A variable with a known value: of a let, or an axis of an inner block. */
typedef struct binding {
    const tunip_node *var, *value;
    struct binding *outer;
    size_t size; /* of the value, as a tree */
} binding;

typedef struct detector {
    tunip_elaborator *e;
    tunip_scratch *scratch;
    const tunip_tir_block *block;
    tir_domains loops;
    binding *lets;
    accesses reads, writes;
    size_t size;       /* of the expression that is substituted */
    size_t visits;     /* of the nodes of a statement */
    bool is_too_large; /* such an expression is: y = x + x; z = y + y; ... doubles each time */
    bool is_opaque;    /* the data of a buffer is used in a way that does not show the elements */
} detector;

/* ---- buffers ---- */

static bool has_data(const tunip_node *buffer, const void *data)
{
    return buffer && ((const tunip_tir_buffer *)buffer)->data == data;
}

static const tunip_tir_buffer *find_in(const tunip_array *buffers, const void *data)
{
    for (size_t i = 0; i < tunip_array_count(buffers); i++)
        if (has_data(buffers->items[i], data)) return (const tunip_tir_buffer *)buffers->items[i];
    return NULL;
}

static const tunip_tir_match_buffer_region *find_match(const tunip_tir_block *block,
                                                       const void *data)
{
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++) {
        const tunip_tir_match_buffer_region *match =
            (const tunip_tir_match_buffer_region *)block->match_buffers->items[i];
        if (has_data((const tunip_node *)match->buffer, data)) return match;
    }
    return NULL;
}

static const tunip_tir_buffer *find_in_function(const tir_function_reader *function,
                                                const void *data)
{
    for (size_t i = 0; i < tunip_map_count(function->func->buffer_map); i++) {
        tunip_node *buffer = function->func->buffer_map->entries[i].value;
        if (has_data(buffer, data)) return (const tunip_tir_buffer *)buffer;
    }
    return find_in(function->alloc_buffers, data);
}

/* The buffer, from outside of the block, to which the data pointer belongs; NULL if there is
 * none. */
static const tunip_tir_buffer *find_outside(const detector *d, const void *data)
{
    const tir_script_state *state = tir_state_of(d->e);
    const tir_block_reader *outer = state->block;
    const tunip_tir_buffer *found = NULL;
    for (outer = outer ? outer->outer : NULL; outer && !found; outer = outer->outer) {
        const tunip_tir_match_buffer_region *match = find_match(outer->block, data);
        found = match ? match->buffer : find_in(outer->block->alloc_buffers, data);
    }
    if (!found && state->function) found = find_in_function(state->function, data);
    return found ? found : tir_declared_buffer(d->e, data);
}

/* ---- accesses ---- */

static tir_interval *new_region(const detector *d, size_t count)
{
    return tunip_scratch_alloc(d->scratch, (count + 1) * sizeof(tir_interval));
}

/* [0, n): all of a dimension. */
static tunip_ir_range *whole(const detector *d, const tunip_tir_buffer *buffer, size_t dimension)
{
    tunip_graph *graph = tunip_elaborator_graph(d->e);
    return tunip_ir_range_new(graph, tunip_ir_int(graph, tir_int32, 0),
                              buffer->shape->items[dimension]);
}

/* The range of an interval; `all` if that has no bounds. */
static tunip_ir_range *cover(const detector *d, tir_interval x, tunip_ir_range *all)
{
    if (!x.min || !x.max) return all;
    void *one = tunip_ir_int(tunip_elaborator_graph(d->e), tunip_ir_dtype_of(x.min), 1);
    const tunip_node *end = tir_folded(d->scratch, TIR_FOLD_ADD, x.max, one);
    const tunip_node *extent = tir_folded(d->scratch, TIR_FOLD_SUB, end, x.min);
    return tir_range(d->e, (void *)(uintptr_t)tir_simplify(d->scratch, x.min),
                     (void *)(uintptr_t)tir_simplify(d->scratch, extent));
}

/* A region of a matched buffer, as one of its source. */
static tir_interval *find_source(detector *d, const tunip_tir_match_buffer_region *match,
                                 const tir_interval *region)
{
    size_t count = match->buffer->shape->count, all = match->source->region->count;
    size_t offset = all - count;
    tir_interval *made = all >= count ? new_region(d, all) : NULL;
    for (size_t i = 0; made && i < all; i++) {
        const tunip_ir_range *source = (const tunip_ir_range *)match->source->region->items[i];
        if (i < offset) {
            made[i] = tir_eval(&d->loops, source->min);
            continue;
        }
        const tunip_ir_range *target =
            cover(d, region[i - offset], whole(d, match->buffer, i - offset));
        if (!target) return NULL;
        const tunip_node *min = tir_folded(d->scratch, TIR_FOLD_ADD, source->min, target->min);
        made[i] = tir_eval_range(&d->loops, min, target->extent);
    }
    return made;
}

static void add_access(detector *d, accesses *list, const tunip_tir_buffer *buffer,
                       tir_interval *region)
{
    const tunip_tir_match_buffer_region *match = find_match(d->block, buffer->data);
    const void *data = match ? match->source->buffer->data : buffer->data;
    if (!region || !find_outside(d, data)) return;
    if (match) {
        region = find_source(d, match, region);
        buffer = match->source->buffer;
    }
    for (access *a = list->first; region && a; a = a->next)
        if (a->buffer == buffer) {
            for (size_t i = 0; i < tunip_array_count(buffer->shape); i++)
                a->region[i] = tir_interval_union(d->scratch, a->region[i], region[i]);
            return;
        }
    access *made = tunip_scratch_alloc(d->scratch, sizeof *made);
    if (!region || !made) return;
    *made = (access){buffer, region, NULL};
    *list->end = made;
    list->end = &made->next;
}

/* ---- variables with known values ---- */

static const tunip_node *substitute(detector *d, const tunip_node *expr, const binding *vars,
                                    unsigned level);

static const tunip_node *substitute_items(detector *d, const tunip_array *items,
                                          const binding *vars, unsigned level)
{
    tunip_array *made = NULL;
    for (size_t i = 0; i < items->count; i++) {
        const tunip_node *item = substitute(d, items->items[i], vars, level + 1);
        if (item == items->items[i]) continue;
        if (!made)
            made = tunip_array_new(tunip_elaborator_graph(d->e), items->count,
                                   (void *const *)items->items);
        if (!made) return NULL;
        made->items[i] = (tunip_node *)(uintptr_t)item;
    }
    return made ? (const tunip_node *)made : (const tunip_node *)items;
}

static const tunip_node *substitute_fields(detector *d, const tunip_node *expr, const binding *vars,
                                           unsigned level)
{
    tunip_node *made = NULL;
    for (const tunip_type *type = expr->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_ASIDE) continue;
            const tunip_node *is = tunip_field_node(expr, field);
            const tunip_node *must = substitute(d, is, vars, level + 1);
            if (is == must) continue;
            if (!made) {
                made = tunip_ir_temporary(d->scratch, expr->type);
                if (!made) return NULL;
                memcpy(made, expr, expr->type->size);
            }
            memcpy((char *)made + field->offset, &must, sizeof must);
        }
    return made ? made : expr;
}

/* `expr` with variables replaced by their values, without folding. */
static const tunip_node *substitute(detector *d, const tunip_node *expr, const binding *vars,
                                    unsigned level)
{
    if (!expr || !vars || level >= MOST_NESTED || ++d->size > MOST_SIZE ||
        tunip_is(expr, &tunip_ir_int_imm_type))
        return expr;
    if (expr->type == &tunip_array_type)
        return substitute_items(d, (const tunip_array *)expr, vars, level);
    if (!tunip_is_a(expr, &tunip_tir_var_type))
        return tunip_is_a(expr, &tunip_ir_prim_expr_type) ? substitute_fields(d, expr, vars, level)
                                                          : expr;
    for (const binding *b = vars; b; b = b->outer) {
        if (b->var != expr) continue;
        d->size += b->size;
        return b->value;
    }
    return expr;
}

static const tunip_node *expand(detector *d, const tunip_node *expr, const binding *vars)
{
    d->size = 0;
    const tunip_node *made = substitute(d, expr, vars, 0);
    if (d->size <= MOST_SIZE) return made;
    d->is_too_large = true;
    return expr;
}

/* Adds a binding inside of the binding `outer`. The variables of outer bindings are replaced in its
 * value. */
static binding *bind(detector *d, const void *var, const tunip_node *value, binding *outer)
{
    binding *b = tunip_scratch_alloc(d->scratch, sizeof *b);
    if (b) *b = (binding){var, value, outer, 0};
    return b;
}

/* ---- the walk ---- */

static void push_loop(detector *d, const void *var, tir_interval values)
{
    tir_domains *loops = &d->loops;
    tir_domain *items =
        tunip_scratch_grow(d->scratch, loops->items, loops->count, sizeof *items, &loops->room);
    if (!items) return;
    loops->items = items;
    loops->items[loops->count++] = (tir_domain){var, values};
}

static void add_elements(detector *d, accesses *list, const tunip_tir_buffer *buffer,
                         const tunip_array *indices)
{
    size_t count = tunip_array_count(indices);
    tir_interval *region = new_region(d, count);
    if (!region || !buffer || count != tunip_array_count(buffer->shape)) return;
    for (size_t i = 0; i < count; i++)
        region[i] = tir_eval(&d->loops, expand(d, indices->items[i], d->lets));
    add_access(d, list, buffer, region);
}

static tir_interval eval_inner(detector *d, const tunip_ir_range *range, const binding *axes)
{
    tir_interval x =
        tir_interval_of(d->scratch, expand(d, range->min, axes), expand(d, range->extent, axes));
    if (x.min == x.max) return tir_eval(&d->loops, x.min);
    return (tir_interval){tir_eval(&d->loops, x.min).min, tir_eval(&d->loops, x.max).max};
}

static void add_inner_regions(detector *d, accesses *list, const tunip_array *regions,
                              const binding *axes)
{
    for (size_t i = 0; i < tunip_array_count(regions); i++) {
        const tunip_tir_buffer_region *inner = (const tunip_tir_buffer_region *)regions->items[i];
        if (!tir_is_whole_region(inner)) continue;
        size_t count = tunip_array_count(inner->region);
        tir_interval *region = new_region(d, count);
        for (size_t k = 0; region && k < count; k++)
            region[k] = eval_inner(d, (const tunip_ir_range *)inner->region->items[k], axes);
        add_access(d, list, inner->buffer, region);
    }
}

/* Adds the regions of an inner block, for all values of its axes. */
static void add_inner(detector *d, const tunip_tir_block_realize *realize)
{
    binding *axes = NULL;
    const tunip_tir_block *block = realize->block;
    size_t count = tunip_array_count(realize->iter_values);
    for (size_t i = 0; block && i < count && i < tunip_array_count(block->iter_vars); i++) {
        const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)block->iter_vars->items[i];
        if (!iter) continue;
        axes = bind(d, iter->var, realize->iter_values->items[i], axes);
        if (!axes) return;
    }
    if (!block) return;
    add_inner_regions(d, &d->reads, block->reads, axes);
    add_inner_regions(d, &d->writes, block->writes, axes);
}

/* A.access_ptr("r"): all of A. True if it was one. */
static bool add_pointer(detector *d, const tunip_tir_call *call)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    if (!op || !tunip_str_is(tunip_string_value(op->name), "tir.tvm_access_ptr")) return false;
    if (tunip_array_count(call->args) < 5) return false;
    const tunip_ir_int_imm *mask = TUNIP_AS(tunip_ir_int_imm, call->args->items[4]);
    const tunip_node *data = call->args->items[1];
    if (!mask || !tunip_is_a(data, &tunip_tir_var_type)) return false;
    const tunip_tir_match_buffer_region *match = find_match(d->block, data);
    const tunip_tir_buffer *buffer = match ? match->buffer : find_outside(d, data);
    if (!buffer) return true;
    int64_t kind = mask->value & 3;
    if (kind == 3) d->is_opaque = true;
    tir_interval *region = new_region(d, buffer->shape->count);
    for (size_t i = 0; region && i < buffer->shape->count; i++) {
        const tunip_ir_range *all = whole(d, buffer, i);
        if (all) region[i] = tir_eval_range(&d->loops, all->min, all->extent);
    }
    if (kind == 1) add_access(d, &d->reads, buffer, region);
    if (kind == 2) add_access(d, &d->writes, buffer, region);
    return true;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    detector *d = user;
    const tunip_type *type = node->type;
    if (type->base == &tunip_tir_stmt_type) d->visits = 0;
    d->is_too_large |= ++d->visits > MOST_VISITS;
    if (d->is_too_large) return TUNIP_WALK_STOP;
    if (type == &tunip_tir_buffer_load_type) {
        const tunip_tir_buffer_load *load = (const tunip_tir_buffer_load *)node;
        add_elements(d, &d->reads, load->buffer, load->indices);
    } else if (type == &tunip_tir_buffer_store_type) {
        const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
        add_elements(d, &d->writes, store->buffer, store->indices);
    } else if (type == &tunip_tir_for_type) {
        const tunip_tir_for *loop = (const tunip_tir_for *)node;
        push_loop(d, loop->loop_var, tir_interval_of(d->scratch, loop->min, loop->extent));
    } else if (type == &tunip_tir_let_stmt_type) {
        const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
        binding *b = bind(d, let->var, expand(d, (const tunip_node *)let->value, d->lets), d->lets);
        if (!b) return TUNIP_WALK_STOP;
        b->size = d->size;
        d->lets = b;
    } else if (type == &tunip_tir_block_realize_type) {
        add_inner(d, (const tunip_tir_block_realize *)node);
        return TUNIP_WALK_SKIP;
    } else if (type == &tunip_tir_call_type) {
        if (add_pointer(d, (const tunip_tir_call *)node)) return TUNIP_WALK_SKIP;
    } else if (tunip_is_a(node, &tunip_tir_var_type)) {
        if (find_match(d->block, node) || find_outside(d, node)) d->is_opaque = true;
    }
    return TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    detector *d = user;
    if (node->type == &tunip_tir_for_type && d->loops.count) d->loops.count--;
    if (node->type == &tunip_tir_let_stmt_type && d->lets) d->lets = d->lets->outer;
}

/* ---- the result ---- */

static bool has_access(const accesses *list, const tunip_tir_buffer *buffer)
{
    for (const access *a = list->first; a; a = a->next)
        if (a->buffer == buffer) return true;
    return false;
}

/* `except`: buffers to leave out; or NULL. */
static tunip_array *list_regions(detector *d, const accesses *list, const accesses *except)
{
    tunip_graph *graph = tunip_elaborator_graph(d->e);
    tunip_array *regions = tunip_array_new(graph, 0, NULL);
    for (const access *a = list->first; a; a = a->next) {
        tunip_array *ranges = tunip_array_new(graph, 0, NULL);
        if (except && has_access(except, a->buffer)) continue;
        for (size_t i = 0; i < tunip_array_count(a->buffer->shape); i++) {
            tir_interval x = a->region[i];
            void *one = x.min ? tunip_ir_int(graph, tunip_ir_dtype_of(x.min), 1) : NULL;
            bool is_one = x.min && x.max && tir_are_equal(d->scratch, x.min, x.max);
            tunip_ir_append(d->e, ranges,
                            is_one ? tir_range(d->e, (void *)(uintptr_t)x.min, one)
                                   : cover(d, x, whole(d, a->buffer, i)));
        }
        void *buffer = (void *)(uintptr_t)a->buffer;
        tunip_ir_append(d->e, regions, tunip_tir_buffer_region_new(graph, buffer, ranges));
    }
    return regions;
}

void tir_detect_regions(tunip_elaborator *e, tir_block_reader *r, bool reads, bool writes)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    detector d = {.e = e, .scratch = scratch, .block = r->block, .loops = {.scratch = scratch}};
    tunip_walker walker = {.enter = enter, .leave = leave, .user = &d, .skip = TUNIP_FLAG_ASIDE};
    const void *parts[] = {r->block->iter_vars, r->block->reads, r->block->writes, r->block->init,
                           r->block->body};
    d.reads.end = &d.reads.first;
    d.writes.end = &d.writes.first;
    if (!tir_state_of(e) || tunip_elaborator_is_wrong(e)) return;
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) tunip_walk(parts[i], &walker);
    if (d.is_opaque || d.is_too_large) {
        const tir_function_reader *f = tir_state_of(e)->function;
        tunip_complain_missing(
            e, f ? tir_function_name(f) : r->scope.doc,
            "the regions that a block %s cannot be inferred: %s", reads ? "reads" : "writes",
            d.is_opaque ? "it uses the data of a buffer directly" : "its indices are too large");
        tunip_complain_also(e, r->scope.doc, "the block");
        tunip_complain_also(e, NULL, "write T.reads(...) and T.writes(...)");
        return;
    }
    if (reads) r->block->reads = list_regions(&d, &d.reads, r->block->init ? &d.writes : NULL);
    if (writes) r->block->writes = list_regions(&d, &d.writes, NULL);
}
