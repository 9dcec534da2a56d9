/* trust.h -- graphs that are unchanged since a reader made them. A print need not check them again.
 * A graph that grows has changed and is no longer trusted. */
#ifndef TN_TRUST_H
#define TN_TRUST_H

#include "graph.h"
#include "registry.h"

/* Marks the graph as trusted. When out of memory it stays unmarked and is checked like any
 * other. */
void tn_graph_trust(tunip_graph *graph);
/* Removes the mark. */
void tn_graph_distrust_slow(tunip_graph *graph);
static inline void tn_graph_distrust(tunip_graph *graph)
{
    if (graph->is_trusted) tn_graph_distrust_slow(graph);
}

/* Whether `root` is the root of a trusted graph. */
bool tn_root_is_trusted(const tunip_context *context, const tunip_node *root);

#endif
