/* search.c -- Dijkstra's search over sets of covered nodes. */
#include "search.h"

#include <math.h>

typedef cg_state state;

typedef struct search {
    cg_graph *graph;
    cg_memory *memory;
    cg_states states;
    const cg_index *index;
    cg_cost_fn cost;
    void *user;
    const cg_search_options *options;
    cg_cover *out;
    state **queue; /* a heap */
    size_t queued;
    size_t *expanded; /* of each node: states that it is next in */
    bool is_last;     /* the budget is used up */
} search;

bool cg_index_init(cg_index *index, cg_memory *memory, const cg_graph *graph,
                   cg_candidates candidates)
{
    *index = (cg_index){candidates, CG_NEW(memory, cg_candidates, graph->count)};
    for (size_t i = 0; index->at && i < candidates.count; i++) {
        candidates.items[i]->number = (uint32_t)i;
        if (!cg_candidates_add(memory, &index->at[candidates.items[i]->sub_graph->first],
                               candidates.items[i]))
            return false;
    }
    return index->at != NULL;
}

/* ---- the queue: the cheapest state first, then the one that covers the earliest node in which two
 * states differ ---- */

static bool is_before(const state *a, const state *b)
{
    if (a->cost < b->cost || b->cost < a->cost) return a->cost < b->cost;
    if (a->next != b->next) return a->next > b->next;
    return cg_set_order(a->ahead, b->ahead) < 0;
}

static void put_state(search *s, size_t place, state *item)
{
    s->queue[place] = item;
    item->place = place + 1;
}

static void rise(search *s, size_t place)
{
    state *item = s->queue[place];
    for (; place && is_before(item, s->queue[(place - 1) / 2]); place = (place - 1) / 2)
        put_state(s, place, s->queue[(place - 1) / 2]);
    put_state(s, place, item);
}

static state *pop(search *s)
{
    state *first = s->queue[0], *item = s->queue[--s->queued];
    size_t place = 0;
    while (2 * place + 1 < s->queued) {
        size_t least = 2 * place + 1;
        if (least + 1 < s->queued && is_before(s->queue[least + 1], s->queue[least])) least++;
        if (!is_before(s->queue[least], item)) break;
        put_state(s, place, s->queue[least]);
        place = least;
    }
    if (s->queued) put_state(s, place, item);
    first->place = 0;
    first->is_done = true;
    return first;
}

/* ---- the search ---- */

/* TVM takes an infinite cost for a state that is not reached yet; so does this. An unknown cost is
 * not cheaper than any other. */
static bool relax(search *s, state *from, cg_candidate *candidate)
{
    double cost;
    if (!s->cost(s->user, candidate, &cost)) return false;
    if (!candidate->spec->is_host) cost += s->options->transition;
    state *to = cg_states_after(&s->states, from, candidate);
    if (!to) return false;
    cost += from->cost;
    bool is_new = !to->candidate;
    s->out->equals += !is_new && cost == to->cost;
    if (to->is_done || (!is_new && !(cost < to->cost))) return true;
    to->cost = cost;
    to->before = from;
    to->candidate = candidate;
    if (!to->place) {
        if (!CG_PUSH(s->memory, s->queue, s->queued, to)) return false;
        to->place = s->queued;
    }
    rise(s, to->place - 1);
    return true;
}

/* A candidate is used if nothing else covers its nodes. */
static bool is_excluded(const cg_search_options *options, const cg_candidate *candidate)
{
    const cg_candidate *with = options->with;
    return candidate == options->without ||
           (with && candidate != with &&
            cg_set_meets(candidate->sub_graph->inside, with->sub_graph->inside));
}

static bool expand(search *s, state *from)
{
    const cg_candidates *list = &s->index->at[from->next];
    cg_expanded record = {from->next, from->next + cg_set_size(from->ahead), from->cost};
    if (!CG_PUSH(s->memory, s->out->expanded, s->out->expanded_count, record)) return false;
    for (size_t i = 0; i < list->count; i++) {
        cg_candidate *candidate = list->items[i];
        if (is_excluded(s->options, candidate)) continue;
        s->out->transitions++;
        if (cg_set_meets(candidate->sub_graph->inside, from->ahead)) continue;
        if (!relax(s, from, candidate)) return false;
    }
    return true;
}

/* Whether a beam or a budget leaves the state out. Without the rest of the budget, only the state
 * that has covered the most is followed. */
static bool is_left_out(search *s, const state *at)
{
    size_t beam = s->options->beam;
    bool is_over = beam && s->expanded[at->next] >= beam;
    s->expanded[at->next]++;
    if (is_over) s->out->is_optimal = false;
    return is_over;
}

static state *furthest(search *s)
{
    size_t best = 0;
    for (size_t i = 1; i < s->queued; i++) {
        const state *a = s->queue[i], *b = s->queue[best];
        if (a->next > b->next || (a->next == b->next && is_before(a, b))) best = i;
    }
    state *found = s->queue[best];
    s->queued = 0;
    found->place = 0;
    found->is_done = true;
    s->out->is_optimal = false;
    return found;
}

static void note_stuck(search *s, const state *at)
{
    if (s->out->stuck == CG_NONE || at->next > s->out->stuck) s->out->stuck = at->next;
}

static void finish(search *s, state *last, const state *first)
{
    s->out->is_found = true;
    s->out->cost = last->cost;
    for (; last != first; last = last->before)
        cg_candidates_add(s->memory, &s->out->chosen, last->candidate);
}

static bool run(search *s, const state *first)
{
    size_t budget = s->options->budget;
    for (size_t count = 0; s->queued; count++) {
        state *at = budget && count >= budget ? furthest(s) : pop(s);
        if (at->next >= s->graph->count) {
            finish(s, at, first);
            break;
        }
        if (is_left_out(s, at)) continue;
        size_t before = s->queued;
        if (!expand(s, at)) return false;
        if (s->queued == before) note_stuck(s, at);
    }
    s->out->states = s->states.count;
    return !s->memory->failed;
}

bool cg_search(cg_graph *graph, cg_memory *memory, const cg_index *index, cg_cost_fn cost,
               void *user, const cg_search_options *options, cg_cover *out)
{
    static const cg_search_options defaults = {0, 0, 0, NULL, NULL};
    cg_set none = {0, 0, NULL};
    *out = (cg_cover){.is_optimal = true, .cost = INFINITY, .stuck = CG_NONE};
    search s = {.graph = graph,
                .memory = memory,
                .states = {.graph = graph, .memory = memory},
                .index = index,
                .cost = cost,
                .user = user,
                .options = options ? options : &defaults,
                .out = out};
    s.expanded = CG_NEW(memory, size_t, (size_t)graph->count + 1);
    state *first = s.expanded ? cg_states_get(&s.states, 0, none) : NULL;
    if (!first || !CG_PUSH(memory, s.queue, s.queued, first)) return false;
    first->cost = 0;
    first->place = 1;
    return run(&s, first);
}
