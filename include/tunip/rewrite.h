/* rewrite.h -- finding, copying and replacing nodes.
 *
 *     tunip_node *unroll(tunip_graph *graph, tunip_node *node, void *user)
 *     {
 *         if (!tunip_is(node, &tunip_tir_for_type)) return node;
 *         tunip_tir_for *loop = tunip_node_copy(graph, node);
 *         if (loop) loop->kind = TUNIP_TIR_FOR_UNROLLED;
 *         return (tunip_node *)loop;
 *     }
 *     tunip_node *changed = tunip_rewrite(graph, tunip_graph_root(graph), unroll, NULL);
 *
 * docs/building-ir.md explains how to make nodes. */
#ifndef TUNIP_REWRITE_H
#define TUNIP_REWRITE_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The node at an access path, such as `<root>.body.seq[2]`; <tunip/path.h> has the syntax. Returns
 * NULL and fills `error` if the path is malformed or leads nowhere; the message names the step that
 * fails. Returns NULL without an error if the field at the path is NULL, or is a number and not a
 * node. */
TUNIP_API const tunip_node *tunip_node_at(const tunip_node *root, const char *path,
                                          tunip_error *error);

/* Copies one node, so that you can change the fields of the copy. The copy has the same children.
 * The copy of an array or a map has its own memory for the items. Returns NULL for a NULL node and
 * when out of memory. */
TUNIP_API void *tunip_node_copy(tunip_graph *graph, const void *node);

/* Copies all nodes that `root` reaches into the memory of `graph`. Then the graph of `root` may be
 * freed. A node that is shared in the original is shared in the copy; a node that contains itself
 * does so in the copy, too. Members of structs that no field table lists are copied as they are.
 * Returns NULL for a NULL root, and when out of memory; see tunip_graph_error(). */
TUNIP_API tunip_node *tunip_clone(tunip_graph *graph, const tunip_node *root);

/* Returns the node that takes the place of `node`: `node` itself, a new node, or NULL. `node` may
 * be part of the original, so do not change it: change a tunip_node_copy(). To stop, call
 * tunip_graph_fail(). */
typedef tunip_node *(*tunip_rewrite_fn)(tunip_graph *graph, tunip_node *node, void *user);

/* Replaces nodes: calls `rewrite` once for each node that `root` reaches, children first, and puts
 * the results in their places. If a child of a node has changed, the library copies the node before
 * it calls `rewrite`. An unchanged node is shared with the original graph, so that graph must
 * outlive the result. A node that is used twice has one replacement, so all uses of a variable
 * refer to one node. In a cycle, a reference from inside a node back to this node is not replaced.
 * The function does not recompute fields that follow from other fields, such as dtypes: see
 * tunip_node_complete(). Returns the node that replaces `root`. Returns NULL if `root` or its
 * replacement is NULL, and after an error of the graph (tunip_graph_status()). Only memory limits
 * the depth. */
TUNIP_API tunip_node *tunip_rewrite(tunip_graph *graph, const tunip_node *root,
                                    tunip_rewrite_fn rewrite, void *user);

#ifdef __cplusplus
}
#endif
#endif
