/* span_builder.h -- gives spans to the nodes that a pass or a frontend makes.
 *
 * A pass that replaces one expression by several fills all of them at once, down to the expressions
 * that it took over:
 *
 *     tunip_span_builder *spans = tunip_span_builder_new(graph, call->span);
 *     tunip_node *inputs[] = {data, gamma, beta, mean, variance};
 *     tunip_span_builder_fill(spans, out, TUNIP_LEN(inputs), inputs);
 *     tunip_span_builder_free(spans);
 *
 * One that replaces several by one collapses their spans into a list:
 *
 *     tunip_span_builder *spans = tunip_span_builder_collect(graph, second, 1, &data);
 *     reshape->span = tunip_span_builder_span(spans);
 *
 * A frontend tags what it made of a layer: `tunip_set_span(graph, out, layer)`. docs/spans.md shows
 * all of them at work.
 *
 * These functions know nodes by their fields alone (<tunip/site.h>), so they work for every
 * dialect. An expression is a node that has a field for a span, and is evaluated as a part of the
 * entry, not beside it: buffers, types and the definition of a variable are beside. Nodes that are
 * saved by their names, such as operators, are shared by all modules and have no spans.
 *
 * They follow SIBuilder and set_span of TVM v0.19 (include/tvm/ir/si_builder.h,
 * python/tvm/relay/frontend/common.py). A fill leaves spans as they are where there are some; that
 * of TVM replaces them. */
#ifndef TUNIP_SPAN_BUILDER_H
#define TUNIP_SPAN_BUILDER_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A span, and memory for filling it in. Opaque. */
typedef struct tunip_span_builder tunip_span_builder;

/* ---- making one ----
 *
 * The nodes that a builder makes are in `graph`, which must outlive it, and one thread at a time
 * uses it. NULL when out of memory, which is then an error of the graph. The functions below accept
 * a NULL builder, and do nothing: so a pass that is not asked for spans has a NULL builder, and
 * pays nothing. */

/* A builder of the span `span`, a node of any span type. With NULL it does nothing, either. */
TUNIP_API tunip_span_builder *tunip_span_builder_new(tunip_graph *graph, const void *span);

/* A builder of the spans of a part of the graph: of `entry` and of the expressions below it, down
 * to and including the `count` nodes `inputs`, in pre-order, each node once. A list of spans
 * counts as its elements, and a span that several expressions share once. One span stays what it
 * is; several become a list; without spans the builder does nothing. */
TUNIP_API tunip_span_builder *tunip_span_builder_collect(tunip_graph *graph, const void *entry,
                                                         size_t count, void *const *inputs);

/* Frees the builder, not its span. NULL is fine. */
TUNIP_API void tunip_span_builder_free(tunip_span_builder *builder);

/* ---- using it ---- */

/* The span; NULL if there is none. It lives as long as the graph. */
TUNIP_API tunip_node *tunip_span_builder_span(const tunip_span_builder *builder);

/* Gives the span to `entry` and to every expression below it that has none, down to the inputs,
 * which it does not touch or enter. It changes the nodes themselves, so they must belong to the
 * caller, as new nodes do, and be in the builder's graph. False when out of memory, which is an
 * error of the graph: then all is as it was. */
TUNIP_API bool tunip_span_builder_fill(tunip_span_builder *builder, void *entry, size_t count,
                                       void *const *inputs);

/* The same for nodes that must not change, because a reader made them or others use them: makes
 * copies of the nodes that get a span, and of those above them, in the builder's graph, and
 * returns that of the entry. Other nodes are shared with the original, which must outlive the
 * result. A node that is used twice has one copy. A variable stays itself, because nodes elsewhere
 * refer to it, unless it is the entry. Returns `entry` if nothing changed or the builder is NULL;
 * NULL when out of memory. */
TUNIP_API tunip_node *tunip_span_builder_filled(tunip_span_builder *builder, const void *entry,
                                                size_t count, void *const *inputs);

/* ---- frontends ---- */

/* Gives `span` to the nodes that a frontend has made of a layer: to `node` and to the expressions
 * below it, down to those that have a span, because these were made of an earlier layer. Returns
 * the result as tunip_span_builder_filled() does. NULL for a NULL node. Returns `node` if `span` is
 * NULL. */
TUNIP_API tunip_node *tunip_set_span(tunip_graph *graph, const void *node, const void *span);

/* A list of the spans `spans`, without the NULLs among them; a list among them counts as its
 * elements. Unlike tunip_span_builder_collect(), it keeps repetitions and makes a list of one span,
 * as TVM's SequentialSpan does. NULL if there are none, if their type has no lists, and when out of
 * memory. */
TUNIP_API tunip_node *tunip_span_list(tunip_graph *graph, size_t count, void *const *spans);

#ifdef __cplusplus
}
#endif
#endif
