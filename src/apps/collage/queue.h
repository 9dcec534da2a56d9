/* queue.h -- the states that the search still has to follow. The cheapest state comes first; of
 * those with the same cost, the one that has covered more. An unknown cost (NaN) counts as
 * infinite. */
#ifndef COLLAGE_QUEUE_H
#define COLLAGE_QUEUE_H

#include "states.h"

typedef struct cg_queue {
    cg_state **items;
    size_t count;
} cg_queue;

/* Adds a state, or moves it forward because its cost is lower now. False when out of memory. */
bool cg_queue_put(cg_queue *queue, cg_memory *memory, cg_state *state);

/* Takes the first state out. The queue must not be empty. */
cg_state *cg_queue_take(cg_queue *queue);

/* Takes the state out that has covered the most, and drops all others. */
cg_state *cg_queue_take_furthest(cg_queue *queue);

#endif
