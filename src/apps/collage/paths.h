/* paths.h -- the cheapest cover without each candidate, and with each, from one pass over all
 * states.
 *
 * Each step covers the first node that is not covered, so that the steps make a graph without
 * cycles, and a cover is a path in it. From the cheapest ways from the start to each state and from
 * there to the end, the cheapest path through each step is known. Of the steps of a path exactly
 * one covers a given node or passes over it: it begins at or before the node, and ends behind it.
 * So the cheapest path without a candidate goes through one of the other steps at its first
 * node. */
#ifndef COLLAGE_PATHS_H
#define COLLAGE_PATHS_H

#include "search.h"

/* A step, and the cheapest cover that takes it. */
typedef struct cg_step {
    cg_state *from, *to;
    cg_candidate *candidate;
    double cost;  /* of the step */
    double cover; /* the cheapest one with it; INFINITY: none */
} cg_step;

typedef struct cg_paths {
    cg_memory memory;
    cg_step *steps; /* those from one node behind those from earlier ones */
    size_t step_count;
    const cg_step **with;   /* of each candidate, the step of the cheapest cover with it, or NULL */
    const cg_step **best;   /* of each node, the cheapest step over it, or NULL */
    const cg_step **second; /* and the cheapest one with another candidate */
    const cg_step **onwards; /* of each state, by `place` - 1, the next step to the end, or NULL */
    bool is_complete;        /* false: there are too many states, or a cost is unknown */
} cg_paths;

/* Visits at most `most` states. False after an error of `cost`, or when out of memory.
 * cg_paths_free() in any case. */
bool cg_paths_find(cg_paths *paths, cg_graph *graph, const cg_index *index, cg_cost_fn cost,
                   void *user, double transition, size_t most);
void cg_paths_free(cg_paths *paths);

/* The step of the cheapest cover without a candidate at its first node; NULL if there is none. */
const cg_step *cg_paths_without(const cg_paths *paths, const cg_candidate *candidate);

/* Appends the candidates that share a node with `nodes`, of the cheapest cover with a step over
 * their first one, in order. */
bool cg_paths_meeting(const cg_paths *paths, const cg_step *step, cg_set nodes, cg_memory *memory,
                      cg_candidates *out);

#endif
