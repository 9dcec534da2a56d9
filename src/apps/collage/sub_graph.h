/* sub_graph.h -- a part of a dataflow graph that one target may compute.
 *
 * Its nested sub-graphs become functions inside of it: "Composite" functions for the library calls
 * that a backend knows, a "Primitive" function around all of them. */
#ifndef COLLAGE_SUB_GRAPH_H
#define COLLAGE_SUB_GRAPH_H

#include "graph.h"

/* The attributes of the function that a nested sub-graph becomes; an empty text is no attribute. */
typedef struct cg_attrs {
    bool primitive;
    tunip_str compiler;
    tunip_str composite;
} cg_attrs;

typedef struct cg_nested {
    const struct cg_sub_graph *sub_graph;
    cg_attrs attrs;
} cg_nested;

typedef struct cg_sub_graph {
    cg_set inside;
    cg_set entry;         /* inside, with an input outside that is not inline */
    cg_set exit;          /* inside, used outside or external */
    cg_set output;        /* outside, with an input inside */
    uint32_t first, last; /* of `inside`; CG_NONE if it is empty */
    uint32_t depth;       /* nodes on the longest way from an entry to an exit */
    cg_kind kind;
    tunip_str label;
    const cg_nested *nested; /* in the order of their sub-graphs */
    size_t nested_count;
} cg_sub_graph;

/* Limits of a valid sub-graph; 0: none. */
typedef struct cg_limits {
    size_t max_depth;
    size_t max_exits;
    bool allow_taps; /* a node inside may be used inside and outside */
} cg_limits;

/* The constructors return NULL when out of memory. */
const cg_sub_graph *cg_sub_graph_new(cg_graph *graph, cg_memory *memory, cg_set inside,
                                     cg_kind kind, tunip_str label, size_t nested_count,
                                     const cg_nested *nested);
/* Of one node. */
const cg_sub_graph *cg_sub_graph_of(cg_graph *graph, cg_memory *memory, uint32_t index,
                                    cg_kind kind, tunip_str label);
/* The same nodes, all in one nested sub-graph. */
const cg_sub_graph *cg_sub_graph_wrap(cg_memory *memory, const cg_sub_graph *sub_graph,
                                      cg_attrs attrs);
/* Of disjoint sub-graphs. Nested sub-graphs with equal attributes become one, unless they are
 * "Composite". */
const cg_sub_graph *cg_sub_graph_union(cg_graph *graph, cg_memory *memory, const cg_sub_graph *a,
                                       const cg_sub_graph *b);
/* The same sub-graph in another graph: index i there is subst[i]. */
const cg_sub_graph *cg_sub_graph_subst(cg_graph *graph, cg_memory *memory,
                                       const cg_sub_graph *sub_graph, const uint32_t *subst);

/* The nodes outside that are inputs, except inline ones. */
cg_set cg_sub_graph_inputs(cg_graph *graph, cg_memory *memory, const cg_sub_graph *sub_graph);

/* NULL if the sub-graph is valid, otherwise the reason: "3 exits, more than 1". */
const char *cg_sub_graph_check(cg_graph *graph, cg_memory *memory, const cg_sub_graph *sub_graph,
                               const cg_limits *limits);

/* Whether an output of `a` is an entry of `b`, they are disjoint, and no data flows from one
 * through other nodes to the other. */
bool cg_sub_graph_touches(cg_graph *graph, const cg_sub_graph *a, const cg_sub_graph *b);

/* By the nodes inside and the nested sub-graphs. */
bool cg_sub_graph_equal(const cg_sub_graph *a, const cg_sub_graph *b);
uint64_t cg_sub_graph_hash(const cg_sub_graph *sub_graph);
/* Negative if `a` comes first: by the nodes inside. */
int cg_sub_graph_order(const cg_sub_graph *a, const cg_sub_graph *b);

/* "{inside={4}, entry={4}, ..., kind=E, label=abs}" */
void cg_sub_graph_say(cg_buffer *out, cg_graph *graph, const cg_sub_graph *sub_graph);

#endif
