/* verified.c -- the set of roots of verified graphs, kept in the context that read them: a print
 * gets a root and no graph. */
#include "verified.h"

/* Readers take the context as const because they change no visible property of it; this set is the
 * exception. */
static tn_verified_roots *verified_of(const tunip_context *context)
{
    return &((tn_registry *)(uintptr_t)tn_context_registry(context))->verified;
}

void tn_graph_set_verified(tunip_graph *graph)
{
    if (!graph->root) return;
    tn_verified_roots *verified = verified_of(graph->context);
    tn_mutex_lock(&verified->lock);
    graph->is_verified = tn_map_put(&verified->roots, graph->root, NULL) != NULL;
    tn_mutex_unlock(&verified->lock);
}

void tn_graph_clear_verified_slow(tunip_graph *graph)
{
    tn_verified_roots *verified = verified_of(graph->context);
    tn_mutex_lock(&verified->lock);
    tn_map_remove(&verified->roots, graph->root);
    graph->is_verified = false;
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
