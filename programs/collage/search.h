/* search.h -- finds the cheapest set of candidates that covers a graph. */
#ifndef COLLAGE_SEARCH_H
#define COLLAGE_SEARCH_H

#include "candidate.h"

/* ======== states ======== */

/* States of the search: sets of covered nodes, each once.
 *
 * Two candidates may need each other's results, so that neither can be called first. At least one
 * of them has two exits: what flows out of a candidate with one exit flows through this exit. A
 * state therefore also has the candidates with several exits, *open* ones, through which data can
 * flow from an uncovered node to an uncovered node: only these can become part of a cycle. The same
 * nodes covered with other open candidates are another state. Few covers have cycles, so the search
 * watches only candidates that it has seen in one. */

typedef struct cg_state {
    uint32_t next; /* the first node that is not covered */
    cg_set ahead;  /* covered nodes behind it */
    cg_set open;   /* watched candidates, by their numbers among these */
    double cost;   /* of the cheapest way from the start; INFINITY: none is known */
    struct cg_state *before;
    cg_candidate *candidate; /* from `before` to here */
    size_t place;            /* for the owner: 0 at first */
    bool is_done;            /* for the owner */
} cg_state;

typedef struct cg_states {
    cg_graph *graph;
    tn_arena *memory;
    const struct cg_index *index;
    cg_bits open;     /* of watched candidates */
    cg_state **slots; /* by covered nodes and open candidates */
    size_t slot_count, count;
} cg_states;

/* ======== queue ======== */

/* The states that the search still has to follow. The cheapest state comes first; of
 * those with the same cost, the one that has covered more. An unknown cost (NaN) counts as
 * infinite. */

typedef struct cg_queue {
    cg_state **items;
    size_t count;
} cg_queue;

/* Adds a state, or moves it forward because its cost is lower now. False when out of memory. */
bool cg_queue_put(cg_queue *queue, tn_arena *memory, cg_state *state);

/* Takes the first state out. The queue must not be empty. */
cg_state *cg_queue_take(cg_queue *queue);

/* Takes the state out that has covered the most, and drops all others. */
cg_state *cg_queue_take_furthest(cg_queue *queue);

/* ======== search ======== */

/* The cheapest cover of a graph by disjoint candidates: a shortest path by Dijkstra.
 *
 * A state is the set of nodes that are covered. Its successors cover the first node that is not,
 * with each candidate that begins there and overlaps no covered node. */

/* Returns the cost of a candidate, and stores it there. False after an error. */
typedef bool (*cg_cost_fn)(void *user, cg_candidate *candidate, double *cost);

typedef struct cg_search_options {
    double transition; /* seconds added for each candidate that is not the host's */
    size_t beam;       /* expand at most this many states with the same first uncovered node */
    size_t budget;     /* expand at most this many states, then only go on from the best; 0: all */
    size_t effort;     /* look at this many candidates, then search with a beam; 0: no limit */
    const cg_candidate *without; /* not to be used; or NULL */
    const cg_candidate *with;    /* to be used; or NULL */
    bool allow_cycles;           /* as TVM: chosen candidates may need each other's results */
} cg_search_options;

/* The candidates, by the first node of each. */
typedef struct cg_index {
    cg_candidates all;
    cg_candidates *at; /* of each node */
    cg_candidates
        watched;     /* those that may be in a cycle; a search adds those that it finds there */
    uint32_t *watch; /* of each candidate, 1 + its number among them; 0: it is not watched */
} cg_index;

bool cg_index_init(cg_index *index, tn_arena *memory, const cg_graph *graph,
                   cg_candidates candidates);

/* A state that the search expanded, for explanations. */
typedef struct cg_expanded {
    uint32_t next; /* the first uncovered node */
    size_t covered;
    double cost;
} cg_expanded;

typedef struct cg_cover {
    bool is_found;
    bool is_optimal;       /* no beam, budget or effort left out a state */
    bool is_cut;           /* the effort is over: a beam left out a state */
    double cost;           /* INFINITY if a node can only be covered by an invalid candidate */
    size_t transitions;    /* candidates that the search looked at */
    size_t states, equals; /* equals: a cheapest way into a state was found again, at equal cost */
    cg_candidates chosen;  /* the last one first */
    uint32_t stuck;        /* if nothing is found: the node that no candidate covers */
    cg_expanded *expanded;
    size_t expanded_count;
} cg_cover;

/* False after an error of `cost`, or when out of memory. */
bool cg_search(cg_graph *graph, tn_arena *memory, cg_index *index, cg_cost_fn cost, void *user,
               const cg_search_options *options, cg_cover *out);

/* ======== paths ======== */

/* The cheapest cover without each candidate, and with each, from one pass over all
 * states.
 *
 * Each step covers the first node that is not covered, so that the steps make a graph without
 * cycles, and a cover is a path in it. From the cheapest ways from the start to each state and from
 * there to the end, the cheapest path through each step is known. Of the steps of a path exactly
 * one covers a given node or passes over it: it begins at or before the node, and ends behind it.
 * So the cheapest path without a candidate goes through one of the other steps at its first
 * node. */

/* A step, and the cheapest cover that takes it. */
typedef struct cg_step {
    cg_state *from, *to;
    cg_candidate *candidate;
    double cost;  /* of the step */
    double cover; /* the cheapest one with it; INFINITY: none */
} cg_step;

typedef struct cg_paths {
    tn_arena memory;
    cg_step *steps; /* those from one node behind those from earlier ones */
    size_t step_count;
    const cg_step **with;   /* of each candidate, the step of the cheapest cover with it, or NULL */
    const cg_step **best;   /* of each node, the cheapest step over it, or NULL */
    const cg_step **second; /* and the cheapest one with another candidate */
    const cg_step **onwards; /* of each state, by `place` - 1, the next step to the end, or NULL */
    bool is_complete;        /* false: there are too many states, or a cost is unknown */
} cg_paths;

/* Visits at most `most` states. Only `transition` and `allow_cycles` of the options count. False
 * after an error of `cost`, or when out of memory. cg_paths_free() in any case. */
bool cg_paths_find(cg_paths *paths, cg_graph *graph, cg_index *index, cg_cost_fn cost, void *user,
                   const cg_search_options *options, size_t most);
void cg_paths_free(cg_paths *paths);

/* The step of the cheapest cover without a candidate at its first node; NULL if there is none. */
const cg_step *cg_paths_without(const cg_paths *paths, const cg_candidate *candidate);

/* Appends the candidates that share a node with `nodes`, of the cheapest cover with a step over
 * their first one, in order. */
bool cg_paths_meeting(const cg_paths *paths, const cg_step *step, cg_set nodes, tn_arena *memory,
                      cg_candidates *out);

#endif
