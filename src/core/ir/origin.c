/* origin.c -- the side table of origins. Most graphs are read without it, so it is not a part of
 * the nodes. */
#include "origin.h"

#include "graph.h"

static tn_origins *origins_of(tunip_graph *graph)
{
    const tunip_allocator *allocator = &graph->arena.allocator;
    if (graph->origins) return graph->origins;
    tn_origins *origins = allocator->alloc(allocator->ctx, sizeof *origins);
    if (!origins) return NULL;
    *origins = (tn_origins){.items = {0}};
    tn_map_init(&origins->places, allocator);
    graph->origins = origins;
    return origins;
}

static bool put(tn_origins *origins, const tunip_allocator *allocator, tunip_node *node,
                const tunip_origin *origin)
{
    bool added;
    uint64_t *place = tn_map_put(&origins->places, node, &added);
    if (!place) return false;
    if (!added) {
        origins->items.items[*place].origin = *origin;
        return true;
    }
    tn_placed placed = {.origin = *origin, .node = node};
    *place = origins->items.count;
    if (tn_array_push(&origins->items, allocator, placed)) return true;
    tn_map_remove(&origins->places, node);
    return false;
}

tunip_status tunip_graph_set_origin(tunip_graph *graph, const void *node,
                                    const tunip_origin *origin)
{
    if (!node) return TUNIP_OK;
    tn_origins *origins = origins_of(graph);
    tunip_node *placed = (tunip_node *)(uintptr_t)node;
    if (origins && put(origins, &graph->arena.allocator, placed, origin)) return TUNIP_OK;
    return TUNIP_ERROR_MEMORY;
}

bool tn_origins_stand(tunip_graph *graph, const tunip_origin *here)
{
    tn_origins *origins = origins_of(graph);
    if (origins) origins->here = *here;
    return origins != NULL;
}

void tn_origins_note(tunip_graph *graph, tunip_node *node)
{
    tn_origins *origins = graph->origins;
    if (origins->here.source && !put(origins, &graph->arena.allocator, node, &origins->here))
        graph->arena.failed = true;
}

bool tunip_graph_origin(const tunip_graph *graph, const void *node, tunip_origin *out)
{
    const tn_origins *origins = graph ? graph->origins : NULL;
    const uint64_t *place = origins && node ? tn_map_get(&origins->places, node) : NULL;
    if (place) *out = origins->items.items[*place].origin;
    return place != NULL;
}

/* ---- nodes without an origin of their own ---- */

typedef struct walk {
    const tunip_graph *graph;
    tn_origin_fn each;
    void *user;
    TN_ARRAY(tunip_origin) open; /* of the nodes around the current one */
    bool failed;
} walk;

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    walk *w = user;
    tunip_origin here = {.begin = 0};
    if (!tunip_graph_origin(w->graph, node, &here) && w->open.count)
        here = w->open.items[w->open.count - 1];
    if (!w->each(node, &here, w->user)) return TUNIP_WALK_STOP;
    w->failed |= !tn_array_push(&w->open, &w->graph->arena.allocator, here);
    return w->failed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    ((walk *)user)->open.count--;
}

bool tn_origins_walk(const tunip_graph *graph, const tunip_node *root, tn_origin_fn each,
                     void *user)
{
    walk w = {.graph = graph, .each = each, .user = user};
    const tunip_walker walker = {
        .enter = enter, .leave = leave, .user = &w, .allocator = &graph->arena.allocator};
    bool fine = tunip_walk_once(root, &walker) != TUNIP_WALK_NO_MEMORY && !w.failed;
    tn_array_free(&w.open, &graph->arena.allocator);
    return fine;
}

/* ---- all of them ---- */

bool tunip_graph_each_origin(const tunip_graph *graph, tunip_origin_fn each, void *user)
{
    const tn_origins *origins = graph ? graph->origins : NULL;
    for (size_t i = 0; origins && i < origins->items.count; i++) {
        tn_placed placed = origins->items.items[i];
        if (!each(user, placed.node, &placed.origin)) return false;
    }
    return true;
}

size_t tn_origins_memory(const tn_origins *origins)
{
    if (!origins) return 0;
    size_t slots = origins->places.slots ? origins->places.mask + 1 : 0;
    return sizeof *origins + slots * sizeof *origins->places.slots +
           origins->items.room * sizeof *origins->items.items;
}

void tn_origins_free(tn_origins *origins, const tunip_allocator *allocator)
{
    if (!origins) return;
    tn_map_free(&origins->places);
    tn_array_free(&origins->items, allocator);
    allocator->free(allocator->ctx, origins, sizeof *origins);
}
