/* candidate.h -- sub-graphs, the candidates made of them, and their functions. */
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

/* ======== functions ======== */

/* The functions of candidates, each once: their names and their costs. */

typedef struct cg_function {
    tunip_relay_function *function; /* NULL: cg_functions_let_go() gave it up */
    bool is_kept;                   /* `function` belongs to the result and stays */
    bool has_types;
    cg_graph *graph; /* of which the function can be made again, from the sub-graph; or NULL */
    const cg_sub_graph *sub_graph;
    tunip_str label;         /* of the candidate that it was made of first */
    tunip_str inner;         /* its cg_inner_label(); empty after cg_functions_let_go() */
    tunip_str compiler;      /* the attribute "Compiler", or "tvm" */
    unsigned number;         /* of the functions with the same name; 0: the first one */
    struct cg_price *prices; /* of targets that have been asked */
    uint64_t hash;
    tunip_relay_global_var *global; /* made when the result needs it */
} cg_function;

typedef struct cg_price {
    tunip_str target;
    double cost;
    struct cg_price *next; /* of the same function, or NULL */
} cg_price;

/* Fresh names: equal names get a number. A name is made of its hints when somebody asks for it,
 * because most functions are never named: 100,000 names of a wide graph would take 20 MB. */
typedef struct cg_names {
    struct cg_name *slots;
    size_t slot_count, count;
} cg_names;

typedef struct cg_functions {
    tunip_context *context;
    tn_arena *memory;
    cg_function *last;            /* the only one whose function need not be kept; or NULL */
    tunip_graph *trial;           /* owns this function; NULL: there is none */
    tn_arena scratch;             /* of it, too */
    size_t tried;                 /* functions in `trial` */
    const tunip_relay_expr *like; /* see cg_extract() */
    cg_names names;
    tunip_str compiler;  /* of the last new function */
    cg_function **slots; /* by structure */
    size_t slot_count, count;
    tunip_error *error;
} cg_functions;

/* "collage_a_b", with "_" for other characters than letters and digits, and the number if it is not
 * 0; empty hints are left out. */
tunip_str cg_name_text(tn_arena *memory, tunip_str a, tunip_str b, unsigned number);
/* The number of a fresh name. The hints must outlive `names`. */
bool cg_names_fresh(cg_names *names, tn_arena *memory, tunip_str a, tunip_str b, unsigned *number);

/* The function that is structurally equal to `function`; a new one gets a name from the label. NULL
 * after an error. */
cg_function *cg_functions_get(cg_functions *functions, tunip_str label,
                              tunip_relay_function *function);

/* The function of a candidate: the "Primitive" function that it becomes, if it becomes one. */
cg_function *cg_functions_of(cg_functions *functions, cg_graph *graph, cg_candidate *candidate);
/* The name of the global function: "collage_tensorrt_nn_conv2d". */
tunip_str cg_function_name(tn_arena *memory, const cg_function *function);
/* Gives up the function that cg_functions_of() has made. Its name and its costs stay. */
void cg_functions_let_go(cg_functions *functions);
/* The same, and frees its memory. Needed after the last cg_functions_of(). */
void cg_functions_close(cg_functions *functions);

/* Whether the parameters and the result have types, which inference gives. */
bool cg_has_types(const tunip_relay_function *function);

/* The number of calls of operators in a function. */
bool cg_count_operators(const tunip_relay_function *function, size_t *out);

#endif
