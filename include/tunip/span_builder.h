/* span_builder.h -- gives spans to the nodes that a pass or a frontend makes.
 *
 * If a pass replaces one expression by several, one call gives the span of the old expression to
 * all new expressions. It stops at the inputs, which the pass keeps:
 *
 *     tunip_span_builder *spans = tunip_span_builder_new(graph, call->span);
 *     void *inputs[] = {data, gamma, beta, mean, variance};
 *     tunip_span_builder_fill(spans, out, TUNIP_LEN(inputs), inputs);
 *     tunip_span_builder_free(spans);
 *
 * If a pass replaces several expressions by one, it collects their spans into a list:
 *
 *     tunip_span_builder *spans = tunip_span_builder_collect(graph, second, 1, &data);
 *     reshape->span = tunip_span_builder_span(spans);
 *
 * A frontend gives the span of a layer to the nodes of this layer: `tunip_set_span(graph, out,
 * layer)`. docs/spans.md has examples of all of these functions.
 *
 * These functions look only at the fields of nodes (<tunip/site.h>), so they work for every
 * dialect. The functions work on the expressions of a part of the graph. `entry` is the node at the
 * top of this part. Here, an expression is a node with a field for a span that is evaluated when
 * `entry` is evaluated. Buffers, types and definitions of variables are no expressions in this
 * sense. Nodes that are saved by their names, such as operators, have no spans, because all modules
 * share them.
 *
 * They follow SIBuilder and set_span of TVM v0.19 (include/tvm/ir/si_builder.h,
 * python/tvm/relay/frontend/common.py). One thing differs: tunip keeps the spans that a node
 * already has, and TVM replaces them. */
#ifndef TUNIP_SPAN_BUILDER_H
#define TUNIP_SPAN_BUILDER_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A span to give to nodes, and memory for this work. Opaque. */
typedef struct tunip_span_builder tunip_span_builder;

/* ---- making one ----
 *
 * A builder makes its nodes in `graph`, which must outlive the builder. One thread at a time may
 * use a builder. Both functions return NULL when out of memory, and the graph keeps the error. A
 * count of inputs or spans without a table of them is an error, too (TUNIP_ERROR_ARGUMENT). With a
 * NULL builder the functions below do nothing. So a pass that needs no spans uses a NULL builder,
 * at no cost. */

/* A builder of the span `span`, a node of any span type. If `span` is NULL, the builder does
 * nothing. */
TUNIP_API tunip_span_builder *tunip_span_builder_new(tunip_graph *graph, const void *span);

/* A builder that collects spans: from `entry` and from the expressions below it, down to and
 * including the `count` nodes `inputs`, in pre-order, from each node once. If a node has a list of
 * spans, the builder collects the elements of the list. It collects a span that several expressions
 * share only once. The span of the builder is a list, also of one span. If there are no spans, the
 * builder does nothing. */
TUNIP_API tunip_span_builder *tunip_span_builder_collect(tunip_graph *graph, const void *entry,
                                                         size_t count, void *const *inputs);

/* Frees the builder, not its span. NULL is fine. */
TUNIP_API void tunip_span_builder_free(tunip_span_builder *builder);

/* ---- using it ---- */

/* The span; NULL if there is none. It lives as long as the graph. */
TUNIP_API tunip_node *tunip_span_builder_span(const tunip_span_builder *builder);

/* Gives the span to `entry` and to every expression below it that has no span. Stops at the inputs,
 * and does not change them. Changes the nodes themselves, so they must be new nodes of the caller,
 * in the builder's graph. Returns false when out of memory; then no node has changed, and the graph
 * keeps the error. */
TUNIP_API bool tunip_span_builder_fill(tunip_span_builder *builder, void *entry, size_t count,
                                       void *const *inputs);

/* The same for nodes that must not change, because a reader made them or other IR uses them. Copies
 * the nodes that get a span and their ancestors into the builder's graph, and returns the copy of
 * the entry. Other nodes are shared with the original, which must outlive the result. A node that
 * is used twice has one copy. A variable is not copied, because nodes elsewhere refer to it; only
 * an entry that is a variable is copied. Returns `entry` if nothing changed or the builder is NULL;
 * NULL when out of memory. */
TUNIP_API tunip_node *tunip_span_builder_filled(tunip_span_builder *builder, const void *entry,
                                                size_t count, void *const *inputs);

/* ---- frontends ---- */

/* Gives `span` to the nodes that a frontend has made from a layer: to `node` and to the expressions
 * below it. Stops at expressions that have a span, because they belong to an earlier layer. Returns
 * the result as tunip_span_builder_filled() does. Returns NULL for a NULL node, and `node` if
 * `span` is NULL. */
TUNIP_API tunip_node *tunip_set_span(tunip_graph *graph, const void *node, const void *span);

/* A list of the spans `spans`. Leaves out NULLs, and replaces each list among them by its elements.
 * Unlike tunip_span_builder_collect(), this function keeps repetitions, and makes a list even of
 * one span, as TVM's SequentialSpan does. NULL if there are none, if their type has no lists, and
 * when out of memory. */
TUNIP_API tunip_node *tunip_span_list(tunip_graph *graph, size_t count, void *const *spans);

#ifdef __cplusplus
}
#endif
#endif
