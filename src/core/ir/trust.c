/* trust.c -- the set of roots of unchanged graphs, kept in the context that read them. */
#include "trust.h"

/* Readers take the context as const because they change no visible property of it; this set is the
 * exception. */
static tn_trust *trust_of(const tunip_context *context)
{
    return &((tn_registry *)(uintptr_t)tn_context_registry(context))->trust;
}

void tn_graph_trust(tunip_graph *graph)
{
    if (!graph->root) return;
    tn_trust *trust = trust_of(graph->context);
    pthread_mutex_lock(&trust->lock);
    graph->is_trusted = tn_map_put(&trust->roots, graph->root, NULL) != NULL;
    pthread_mutex_unlock(&trust->lock);
}

void tn_graph_distrust_slow(tunip_graph *graph)
{
    tn_trust *trust = trust_of(graph->context);
    pthread_mutex_lock(&trust->lock);
    tn_map_remove(&trust->roots, graph->root);
    graph->is_trusted = false;
    pthread_mutex_unlock(&trust->lock);
}

bool tn_root_is_trusted(const tunip_context *context, const tunip_node *root)
{
    tn_trust *trust = trust_of(context);
    pthread_mutex_lock(&trust->lock);
    bool trusted = trust->roots.count && tn_map_get(&trust->roots, root);
    pthread_mutex_unlock(&trust->lock);
    return trusted;
}
