/* rewrite.h -- the parts of rewriting that other parts of the library use. */
#ifndef TN_REWRITE_H
#define TN_REWRITE_H

#include <tunip/rewrite.h>

#include "../base/map.h"

/* Like tunip_rewrite_fn. `original` is the original node. `node` is the same node, or its copy with
 * new children. */
typedef tunip_node *(*tn_rewrite_fn)(tunip_graph *graph, const tunip_node *original,
                                     tunip_node *node, void *user);

/* As tunip_rewrite(). `made` maps the nodes that earlier calls have replaced to their replacements;
 * this call adds its own. */
tunip_node *tn_rewrite(tunip_graph *graph, tn_map *made, const tunip_node *root,
                       tn_rewrite_fn rewrite, void *user);

/* A copy of one node with the same children, which needs nothing else of the original's graph.
 * `types` maps unregistered types to their copies in `graph`; this call adds to it. NULL after an
 * error of the graph. */
tunip_node *tn_node_copy_out(tunip_graph *graph, tn_map *types, const tunip_node *node);

#endif
