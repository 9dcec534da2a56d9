/* verified.h -- graphs that are known to be valid: a reader checked every field as it made them,
 * and nothing has changed them since. A print need not check such a graph again. */
#ifndef TN_VERIFIED_H
#define TN_VERIFIED_H

#include "graph.h"
#include "registry.h"

/* Marks the graph as verified. When out of memory it stays unmarked and is checked like any
 * other. */
void tn_graph_set_verified(tunip_graph *graph);
/* Removes the mark: the graph may have changed. */
void tn_graph_clear_verified_slow(tunip_graph *graph);
static inline void tn_graph_clear_verified(tunip_graph *graph)
{
    if (graph->is_verified) tn_graph_clear_verified_slow(graph);
}

/* Whether `root` is the root of a verified graph. */
bool tn_root_is_verified(const tunip_context *context, const tunip_node *root);

#endif
