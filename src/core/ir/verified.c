/* verified.c -- the set of roots of verified graphs, kept in the context that read them: a print
 * gets a root and no graph. */
#include "verified.h"

/* Readers take the context as const because they change no visible property of it; this set is the
 * exception. */
static tn_verified_roots *verified_of(const tunip_context *context)
{
    return &((tn_registry *)(uintptr_t)tn_context_registry(context))->verified;
}

static bool mark(tunip_graph *graph, tn_verified_roots *verified, const tunip_node *node)
{
    if (graph->verified_count == TN_MOST_VERIFIED) return false;
    if (!node || !tn_map_put(&verified->roots, node, NULL)) return node == NULL;
    graph->verified[graph->verified_count++] = node;
    return true;
}

void tn_graph_set_verified(tunip_graph *graph)
{
    const tunip_array *array = TUNIP_AS(tunip_array, graph->root);
    tn_verified_roots *verified = verified_of(graph->context);
    tn_mutex_lock(&verified->lock);
    bool goes_on = mark(graph, verified, graph->root);
    for (size_t i = 0; goes_on && i < tunip_array_count(array); i++)
        goes_on = mark(graph, verified, array->items[i]);
    tn_mutex_unlock(&verified->lock);
}

void tn_graph_clear_verified_slow(tunip_graph *graph)
{
    tn_verified_roots *verified = verified_of(graph->context);
    tn_mutex_lock(&verified->lock);
    while (graph->verified_count)
        tn_map_remove(&verified->roots, graph->verified[--graph->verified_count]);
    tn_mutex_unlock(&verified->lock);
}

bool tn_root_is_verified(const tunip_context *context, const tunip_node *root)
{
    tn_verified_roots *verified = verified_of(context);
    tn_mutex_lock(&verified->lock);
    bool found = verified->roots.count && tn_map_get(&verified->roots, root);
    tn_mutex_unlock(&verified->lock);
    return found;
}
