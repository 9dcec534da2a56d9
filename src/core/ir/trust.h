/* trust.h -- which graphs are as a reader made them, so that a print need not look at them again. A
 * graph that grows is one that is being changed: it is trusted no longer. */
#ifndef TN_TRUST_H
#define TN_TRUST_H

#include "graph.h"
#include "registry.h"

/* Notes that the graph is as its reader made it. Without memory it is checked like any other. */
void tn_graph_trust(tunip_graph *graph);
/* Takes that back. */
void tn_graph_distrust_slow(tunip_graph *graph);
static inline void tn_graph_distrust(tunip_graph *graph)
{
    if (graph->is_trusted) tn_graph_distrust_slow(graph);
}

/* Whether `root` is that of a trusted graph. */
bool tn_root_is_trusted(const tunip_context *context, const tunip_node *root);

#endif
