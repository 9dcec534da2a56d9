/* verified.h -- graphs that are known to be valid: a reader checked every field as it made them,
 * and nothing has changed them since. A print need not check such a graph again. */
#ifndef TN_VERIFIED_H
#define TN_VERIFIED_H

#include "graph.h"
#include "registry.h"

/* Marks the graph as verified: its root, and the first items of a root that is an array, such as
 * two modules that are to be compared. When out of memory it stays unmarked and is checked like any
 * other. */
void tn_graph_set_verified(tunip_graph *graph);
/* Removes the mark: the graph may have changed. */
void tn_graph_clear_verified_slow(tunip_graph *graph);
static inline void tn_graph_clear_verified(tunip_graph *graph)
{
    if (graph->verified_count) tn_graph_clear_verified_slow(graph);
}

/* Whether a verified graph has the mark at `root`. */
bool tn_root_is_verified(const tunip_context *context, const tunip_node *root);

#endif
