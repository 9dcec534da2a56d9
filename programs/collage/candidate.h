/* candidate.h -- sub-graphs, the candidates made of them, and functions of sub-graphs. */
#ifndef COLLAGE_CANDIDATE_H
#define COLLAGE_CANDIDATE_H

#include "expr.h"
#include "graph.h"

/* ======== sub graph ======== */

/* A part of a dataflow graph that one target may compute.
 *
 * Its nested sub-graphs become functions inside of it: "Composite" functions for the library calls
 * that a backend knows, a "Primitive" function around all of them. */

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
const cg_sub_graph *cg_sub_graph_new(cg_graph *graph, tn_arena *memory, cg_set inside, cg_kind kind,
                                     tunip_str label, size_t nested_count, const cg_nested *nested);
/* Of one node. */
const cg_sub_graph *cg_sub_graph_of(cg_graph *graph, tn_arena *memory, uint32_t index, cg_kind kind,
                                    tunip_str label);
/* The same nodes, all in one nested sub-graph. */
const cg_sub_graph *cg_sub_graph_wrap(tn_arena *memory, const cg_sub_graph *sub_graph,
                                      cg_attrs attrs);
/* Of disjoint sub-graphs. Nested sub-graphs with equal attributes become one, unless they are
 * "Composite". */
const cg_sub_graph *cg_sub_graph_union(cg_graph *graph, tn_arena *memory, const cg_sub_graph *a,
                                       const cg_sub_graph *b);

/* The nodes outside that are inputs, except inline ones. */
cg_set cg_sub_graph_inputs(cg_graph *graph, tn_arena *memory, const cg_sub_graph *sub_graph);

/* NULL if the sub-graph is valid, otherwise the reason: "3 exits, more than 1". */
const char *cg_sub_graph_check(cg_graph *graph, tn_arena *memory, const cg_sub_graph *sub_graph,
                               const cg_limits *limits);

/* Whether an output of `a` is an entry of `b`, they are disjoint, and no data flows from one
 * through other nodes to the other. */
bool cg_sub_graph_touches(cg_graph *graph, const cg_sub_graph *a, const cg_sub_graph *b);

/* "{inside={4}, entry={4}, ..., kind=E, label=abs}" */
void cg_sub_graph_say(tn_text *out, cg_graph *graph, const cg_sub_graph *sub_graph);

/* ======== candidate ======== */

/* Sub-graphs that a backend proposes to compute, and sets of them. */

/* A backend: a target and the rule that finds its candidates. */
typedef struct cg_spec {
    tunip_str name;        /* "tvm_cuda", "tensorrt", "host" */
    tunip_str target;      /* its kind: "cuda", "tensorrt" */
    tunip_str device;      /* of "cuda -compiler=npu", "cuda"; else empty */
    tunip_str attributes;  /* of "npu -fp16=1", " -fp16=1" */
    bool is_external;      /* its functions are compiled by an external code generator */
    bool is_host;          /* expressions that stay with the host, at no cost */
    bool joins;            /* chosen candidates that touch become one function after the search */
    cg_limits join_limits; /* of such a function */
    const struct cg_rule *rule;
} cg_spec;

/* Costs are seconds. INFINITY: no target can compute the candidate; NAN: not known yet. */
typedef struct cg_candidate {
    /* "nn.conv2d+nn.relu". In TVM the name of the spec stands before it. */
    tunip_str rule_name;
    const cg_sub_graph *sub_graph;
    const cg_spec *spec;
    double cost;
    uint32_t number;                    /* in the index of the search */
    const struct cg_function *function; /* or NULL: the function that has been made of it */
    /* If the spec has another candidate with the same nodes: "cudnn.conv2d+add", with the names of
     * the functions inside. */
    tunip_str inner;
} cg_candidate;

typedef struct cg_candidates {
    cg_candidate **items;
    size_t count;
} cg_candidates;

cg_candidate *cg_candidate_new(tn_arena *memory, tunip_str rule_name, const cg_sub_graph *sub_graph,
                               const cg_spec *spec, double cost);
bool cg_candidates_add(tn_arena *memory, cg_candidates *list, cg_candidate *candidate);

/* Of two disjoint candidates of one spec. */
cg_candidate *cg_candidate_union(cg_graph *graph, tn_arena *memory, const cg_candidate *a,
                                 const cg_candidate *b);

/* `left` and `right` with a point between them; `right` alone if it begins with `left`. */
tunip_str cg_nest_names(tn_arena *memory, tunip_str left, tunip_str right);

/* Sorts by sub-graph, then by the name of the rule. Stable. */
bool cg_candidates_sort(tn_arena *memory, cg_candidates *list);

/* The candidates with different sub-graphs. */
typedef struct cg_seen {
    bool by_spec; /* equal sub-graphs of two specs differ */
    cg_candidate **slots;
    size_t slot_count, count;
} cg_seen;

bool cg_seen_has(const cg_seen *seen, const cg_candidate *candidate);
/* False if it was there already, or when out of memory. */
bool cg_seen_add(tn_arena *memory, cg_seen *seen, cg_candidate *candidate);

/* For each node of a graph, numbers of candidates, ascending. */
typedef struct cg_by_node {
    cg_indices *lists;
    uint32_t *marks; /* of the last question that found the candidate */
    uint32_t mark;
} cg_by_node;

bool cg_by_node_init(cg_by_node *map, tn_arena *memory, const cg_graph *graph, size_t candidates);
bool cg_by_node_add(cg_by_node *map, tn_arena *memory, cg_set nodes, uint32_t number);
/* The numbers at the nodes of a set, ascending, each once. */
bool cg_by_node_at(cg_by_node *map, tn_arena *memory, cg_set nodes, cg_indices *out);

/* "nn.relu | (types of inputs) -> (types of results) | {4} | tvm_cuda | 12.5us". Without a cost:
 * "unknown". */
void cg_candidate_say(tn_text *out, tunip_context *context, cg_graph *graph,
                      const cg_candidate *candidate, double cost);
/* The labels of the nodes, but for a "Composite" function inside its name. */
tunip_str cg_inner_label(const cg_graph *graph, tn_arena *memory, const cg_sub_graph *sub_graph);
/* Finds the inner labels of candidates that have nothing else to tell them apart. Equal nodes are
 * neighbours in the list. */
bool cg_candidates_tell_apart(const cg_graph *graph, tn_arena *memory, const cg_candidates *list);

/* "{4..6}", or "{4..6}/cudnn.conv2d+add" */
void cg_candidate_say_place(tn_text *out, const cg_candidate *candidate);
/* "tensorrt{4..6}": the spec and the place. */
tunip_str cg_candidate_name(tn_arena *memory, const cg_candidate *candidate);

/* ======== extract ======== */

/* Sub-graphs as functions. */

/* An exit of a sub-graph, and the expression that gives its value: the call of the function, or an
 * item of it. */
typedef struct cg_output {
    uint32_t index;
    const tunip_node *expr;
} cg_output;

typedef struct cg_extracted {
    tunip_relay_function *function;
    tunip_node *call;   /* with the inputs as arguments */
    cg_indices inputs;  /* in the order of the parameters */
    cg_output *outputs; /* ascending */
    size_t output_count;
} cg_extracted;

/* Makes a function of a sub-graph, in `graph`, with functions inside for the nested sub-graphs.
 * `like` is any expression with a virtual device, which new expressions get; or NULL. NULL when out
 * of memory. */
const cg_extracted *cg_extract(tunip_graph *graph, tn_arena *memory, cg_graph *dataflow,
                               const cg_sub_graph *sub_graph, const cg_attrs *attrs,
                               const tunip_relay_expr *like);
/* The same function with a parameter for each field of parameters that are tuples. */
tunip_relay_function *cg_without_tuples(tunip_graph *graph, tunip_relay_function *function);

#endif
