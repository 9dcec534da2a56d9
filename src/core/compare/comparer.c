/* comparer.c -- the correspondence of variables and DAG nodes, in maps of each side. */
#include "comparer.h"

#include <tunip/graph.h>

#include "../ir/registry.h"

void tn_comparer_open(tn_comparer *c, const tunip_context *context,
                      const tunip_equal_options *options, tn_map *to_rhs, tn_map *to_lhs)
{
    *c = (tn_comparer){.context = context,
                       .allocator = tn_context_allocator(context),
                       .options = *options,
                       .tolerance = -1,
                       .map_free_vars = options->map_free_vars,
                       .maps = {to_rhs, to_lhs}};
    tn_pairs_init(&c->met, c->allocator);
    tn_map_init(&c->as_itself, c->allocator);
}

tn_helper *tn_helpers_new(const tn_comparer *c, size_t count)
{
    tn_helper *helpers = c->allocator->alloc(c->allocator->ctx, count * sizeof *helpers);
    for (size_t i = 0; helpers && i < count; i++) {
        tn_helper *h = &helpers[i];
        for (int side = 0; side < 2; side++) tn_map_init(&h->maps[side], c->allocator);
        tn_comparer_open(&h->comparer, c->context, &c->options, &h->maps[TN_LEFT],
                         &h->maps[TN_RIGHT]);
        h->comparer.base = c;
        h->comparer.map_free_vars = c->map_free_vars;
        h->comparer.tolerance = c->tolerance;
        h->comparer.sees_names = c->sees_names;
        h->comparer.in_parts = c->in_parts;
        h->conflicts = false;
    }
    return helpers;
}

static void close_one(tn_comparer *c)
{
    tn_pairs_free(&c->met);
    tn_map_free(&c->as_itself);
    tn_array_free(&c->steps, c->allocator);
    tn_array_free(&c->noted, c->allocator);
    tn_array_free(&c->tried, c->allocator);
    tunip_graph_free(c->scratch);
}

void tn_helpers_free(const tn_comparer *c, tn_helper *helpers, size_t count)
{
    if (!helpers) return;
    for (size_t i = 0; i < count; i++) {
        close_one(&helpers[i].comparer);
        for (int side = 0; side < 2; side++) tn_map_free(&helpers[i].maps[side]);
    }
    c->allocator->free(c->allocator->ctx, helpers, count * sizeof *helpers);
}

void tn_parts_free(tn_comparer *c)
{
    tn_parts *parts = c->parts;
    c->parts = NULL;
    if (!parts) return;
    tn_helpers_free(c, parts->helpers, parts->helper_count);
    c->allocator->free(c->allocator->ctx, parts->units, parts->room * sizeof *parts->units);
    c->allocator->free(c->allocator->ctx, parts, sizeof *parts);
}

void tn_comparer_close(tn_comparer *c)
{
    tn_helpers_free(c, c->helpers, c->helper_count);
    tn_parts_free(c);
    close_one(c);
}

bool tn_comparer_no_memory(tn_comparer *c)
{
    tunip_error_set(&c->error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

/* ---- correspondence ---- */

static const tunip_node *look_up(const tn_map *map, const tunip_node *node)
{
    const uint64_t *there = tn_map_get(map, node);
    return there ? (const tunip_node *)(uintptr_t)*there : NULL;
}

const tunip_node *tn_comparer_recorded(const tn_comparer *c, tn_side side, const tunip_node *node)
{
    const tunip_node *there = look_up(c->maps[side], node);
    for (size_t i = 0; i < c->helper_count && !there; i++)
        there = look_up(&c->helpers[i].maps[side], node);
    return there || !c->base ? there : tn_comparer_recorded(c->base, side, node);
}

/* Forgets the earlier results if they may depend on a key that now has a counterpart. */
static void forget_if_key(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    if (lhs == rhs || !c->as_itself.count || !tn_map_get(&c->as_itself, lhs)) return;
    tn_pairs_free(&c->met);
    c->tried.count = 0;
    tn_map_clear(&c->as_itself);
    c->forgot = true;
}

bool tn_comparer_record(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_node *nodes[2] = {lhs, rhs};
    bool notes = c->in_parts || c->base;
    forget_if_key(c, lhs, rhs);
    if (notes && !tn_array_push(&c->noted, c->allocator, lhs)) return tn_comparer_no_memory(c);
    for (int side = 0; side < 2; side++) {
        uint64_t *there = tn_map_put(c->maps[side], nodes[side], NULL);
        if (!there) return tn_comparer_no_memory(c);
        c->forgot |= *there && *there != (uint64_t)(uintptr_t)nodes[!side];
        *there = (uint64_t)(uintptr_t)nodes[!side];
    }
    return true;
}

/* ---- parts ---- */

void tn_comparer_begin(tn_comparer *c)
{
    if (!c->base) c->noted.count = 0; /* the nodes of a helper are taken over later */
    c->part = c->noted.count;
    c->steps.count = c->tried.count = 0;
    c->renamed = false;
}

/* Pairs of earlier parts stay, so that a node which many parts share is not compared again after
 * each small part that differs. */
void tn_comparer_undo(tn_comparer *c)
{
    for (size_t i = c->part; i < c->noted.count; i++) {
        uint64_t rhs;
        if (!tn_map_take(c->maps[TN_LEFT], c->noted.items[i], &rhs)) continue;
        tn_map_remove(c->maps[TN_RIGHT], (const void *)(uintptr_t)rhs);
    }
    c->noted.count = c->part;
    for (size_t i = 0; i < c->tried.count && c->met.count; i++)
        tn_pairs_remove(&c->met, c->tried.items[i].lhs, c->tried.items[i].rhs);
    c->wasted += c->tried.count;
    if (!c->base) return; /* pairs of earlier parts may depend on `as_itself` */
    tn_map_clear(&c->as_itself);
    c->forgot = false;
}
