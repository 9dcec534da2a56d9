/* candidate.h -- sub-graphs that a backend proposes to compute, and sets of them. */
#ifndef COLLAGE_CANDIDATE_H
#define COLLAGE_CANDIDATE_H

#include "sub_graph.h"

/* A backend: a target and the rule that finds its candidates. */
typedef struct cg_spec {
    tunip_str name;   /* "tvm_cuda", "tensorrt", "host" */
    tunip_str target; /* its kind: "cuda", "tensorrt" */
    bool is_external; /* its functions are compiled by an external code generator */
    bool is_host;     /* expressions that stay with the host, at no cost */
    const struct cg_rule *rule;
} cg_spec;

/* Costs are seconds. INFINITY: no target can compute the candidate; NAN: not known yet. */
typedef struct cg_candidate {
    tunip_str rule_name; /* "tensorrt.nn.conv2d+nn.relu" */
    const cg_sub_graph *sub_graph;
    const cg_spec *spec;
    double cost;
    uint32_t number;                    /* in the index of the search */
    const struct cg_function *function; /* or NULL: the function that has been made of it */
} cg_candidate;

typedef struct cg_candidates {
    cg_candidate **items;
    size_t count;
} cg_candidates;

cg_candidate *cg_candidate_new(cg_memory *memory, tunip_str rule_name,
                               const cg_sub_graph *sub_graph, const cg_spec *spec, double cost);
bool cg_candidates_add(cg_memory *memory, cg_candidates *list, cg_candidate *candidate);

/* Of two disjoint candidates of one spec. */
cg_candidate *cg_candidate_union(cg_graph *graph, cg_memory *memory, const cg_candidate *a,
                                 const cg_candidate *b);

/* `left` and `right` with a point between them; `right` alone if it begins with `left`. */
tunip_str cg_nest_names(cg_memory *memory, tunip_str left, tunip_str right);

/* Sorts by sub-graph, then by the name of the rule. Stable. */
bool cg_candidates_sort(cg_memory *memory, cg_candidates *list);

/* The candidates with different sub-graphs. */
typedef struct cg_seen {
    bool by_spec; /* equal sub-graphs of two specs differ */
    cg_candidate **slots;
    size_t slot_count, count;
} cg_seen;

bool cg_seen_has(const cg_seen *seen, const cg_candidate *candidate);
/* False if it was there already, or when out of memory. */
bool cg_seen_add(cg_memory *memory, cg_seen *seen, cg_candidate *candidate);

/* For each node of a graph, numbers of candidates, ascending. */
typedef struct cg_by_node {
    cg_indices *lists;
    uint32_t *marks; /* of the last question that found the candidate */
    uint32_t mark;
} cg_by_node;

bool cg_by_node_init(cg_by_node *map, cg_memory *memory, const cg_graph *graph, size_t candidates);
bool cg_by_node_add(cg_by_node *map, cg_memory *memory, cg_set nodes, uint32_t number);
/* The numbers at the nodes of a set, ascending, each once. */
bool cg_by_node_at(cg_by_node *map, cg_memory *memory, cg_set nodes, cg_indices *out);

/* "nn.relu | (types of inputs) -> (types of results) | {4} | tvm_cuda | 12.5us". Without a cost:
 * "unknown". */
void cg_candidate_say(cg_buffer *out, tunip_context *context, cg_graph *graph,
                      const cg_candidate *candidate, double cost);
/* "tensorrt{4..6}": the spec and the nodes. */
tunip_str cg_candidate_name(cg_memory *memory, const cg_candidate *candidate);
/* "12.500000us", "0", "invalid", "unknown" */
void cg_cost_say(cg_buffer *out, double cost);

#endif
