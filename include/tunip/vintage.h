/* vintage.h -- versions of TVM. A vintage is a version of TVM that has types and words of its own:
 * 23 is v0.23, 26 is v0.26. Readers find it from their input, and a graph keeps to one. */
#ifndef TUNIP_VINTAGE_H
#define TUNIP_VINTAGE_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the first node, in the order of a walk, whose type not all versions have; 0 if
 * there is none, and when out of memory. `root` may be NULL. */
TUNIP_API unsigned tunip_vintage(const tunip_node *root);

/* Converts what `root` reaches to another version: the result belongs to `graph`, and nodes that
 * are the same in both versions may be shared with the graph of `root`, which must live as long.
 * Returns NULL, with `error` filled, at a node that the other version cannot express
 * (TUNIP_ERROR_ARGUMENT), and when out of memory. */
TUNIP_API tunip_node *tunip_convert_graph(const tunip_context *context, tunip_graph *graph,
                                          const tunip_node *root, unsigned vintage,
                                          tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
