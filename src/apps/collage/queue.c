/* queue.c -- a binary heap; each state knows its place in it. */
#include "queue.h"

#include <math.h>

/* An unknown cost is not lower than any other. */
static double known(double cost)
{
    return isnan(cost) ? INFINITY : cost;
}

/* Of two states that have covered equally many nodes in a row, the one that covers the earliest
 * node in which they differ comes first. No two states are the same. */
static bool is_before(const cg_state *a, const cg_state *b)
{
    if (known(a->cost) < known(b->cost)) return true;
    if (known(b->cost) < known(a->cost)) return false;
    if (a->next != b->next) return a->next > b->next;
    return cg_set_order(a->ahead, b->ahead) < 0;
}

static void put(cg_queue *q, size_t place, cg_state *state)
{
    q->items[place] = state;
    state->place = place + 1;
}

bool cg_queue_put(cg_queue *q, cg_memory *memory, cg_state *state)
{
    if (!state->place && !CG_PUSH(memory, q->items, q->count, state)) return false;
    size_t place = (state->place ? state->place : q->count) - 1;
    for (; place && is_before(state, q->items[(place - 1) / 2]); place = (place - 1) / 2)
        put(q, place, q->items[(place - 1) / 2]);
    put(q, place, state);
    return true;
}

static cg_state *taken(cg_state *state)
{
    state->place = 0;
    state->is_done = true;
    return state;
}

cg_state *cg_queue_take(cg_queue *q)
{
    cg_state *first = q->items[0], *last = q->items[--q->count];
    size_t place = 0;
    while (2 * place + 1 < q->count) {
        size_t least = 2 * place + 1;
        if (least + 1 < q->count && is_before(q->items[least + 1], q->items[least])) least++;
        if (!is_before(q->items[least], last)) break;
        put(q, place, q->items[least]);
        place = least;
    }
    if (q->count) put(q, place, last);
    return taken(first);
}

cg_state *cg_queue_take_furthest(cg_queue *q)
{
    cg_state *best = q->items[0];
    for (size_t i = 1; i < q->count; i++) {
        cg_state *at = q->items[i];
        if (at->next > best->next || (at->next == best->next && is_before(at, best))) best = at;
    }
    q->count = 0;
    return taken(best);
}
