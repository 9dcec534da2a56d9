/* states.h -- states of the search: sets of covered nodes, each once. */
#ifndef COLLAGE_STATES_H
#define COLLAGE_STATES_H

#include "candidate.h"

typedef struct cg_state {
    uint32_t next; /* the first node that is not covered */
    cg_set ahead;  /* covered nodes behind it */
    double cost;   /* of the cheapest way from the start; INFINITY: none is known */
    struct cg_state *before;
    cg_candidate *candidate; /* from `before` to here */
    size_t place;            /* for the owner: 0 at first */
    bool is_done;            /* for the owner */
} cg_state;

typedef struct cg_states {
    cg_graph *graph;
    cg_memory *memory;
    cg_state **slots; /* by covered nodes */
    size_t slot_count, count;
} cg_states;

/* The state with these covered nodes, made if it is new. NULL when out of memory. */
cg_state *cg_states_get(cg_states *states, uint32_t next, cg_set ahead);
/* The state after a candidate, whose first node is the next one. */
cg_state *cg_states_after(cg_states *states, const cg_state *from, const cg_candidate *candidate);

#endif
