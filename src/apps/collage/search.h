/* search.h -- the cheapest cover of a graph by disjoint candidates: a shortest path by Dijkstra.
 *
 * A state is the set of nodes that are covered. Its successors cover the first node that is not,
 * with each candidate that begins there and overlaps no covered node. */
#ifndef COLLAGE_SEARCH_H
#define COLLAGE_SEARCH_H

#include "states.h"

/* Returns the cost of a candidate, and stores it there. False after an error. */
typedef bool (*cg_cost_fn)(void *user, cg_candidate *candidate, double *cost);

typedef struct cg_search_options {
    double transition; /* seconds added for each candidate that is not the host's */
    size_t beam;       /* expand at most this many states with the same first uncovered node */
    size_t budget;     /* expand at most this many states, then only go on from the best; 0: all */
    const cg_candidate *without; /* not to be used; or NULL */
    const cg_candidate *with;    /* to be used; or NULL */
} cg_search_options;

/* The candidates, by the first node of each. */
typedef struct cg_index {
    cg_candidates all;
    cg_candidates *at; /* of each node */
} cg_index;

bool cg_index_init(cg_index *index, cg_memory *memory, const cg_graph *graph,
                   cg_candidates candidates);

/* A state that the search expanded, for explanations. */
typedef struct cg_expanded {
    uint32_t next; /* the first uncovered node */
    size_t covered;
    double cost;
} cg_expanded;

typedef struct cg_cover {
    bool is_found;
    bool is_optimal;       /* no beam or budget left out a state */
    double cost;           /* INFINITY if a node can only be covered by an invalid candidate */
    size_t transitions;    /* candidates that the search looked at */
    size_t states, equals; /* equals: a cheapest way into a state was found again, at equal cost */
    cg_candidates chosen;  /* the last one first */
    uint32_t stuck;        /* if nothing is found: the node that no candidate covers */
    cg_expanded *expanded;
    size_t expanded_count;
} cg_cover;

/* False after an error of `cost`, or when out of memory. */
bool cg_search(cg_graph *graph, cg_memory *memory, const cg_index *index, cg_cost_fn cost,
               void *user, const cg_search_options *options, cg_cover *out);

#endif
