/* search.c -- Dijkstra's search over sets of covered nodes. */
#include "search.h"

#include <math.h>

#include "queue.h"

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
    cg_queue queue;
    size_t *expanded; /* of each node: states that it is next in */
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
    return cg_queue_put(&s->queue, s->memory, to);
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
    for (size_t count = 0; s->queue.count; count++) {
        bool is_over = budget && count >= budget;
        state *at = is_over ? cg_queue_take_furthest(&s->queue) : cg_queue_take(&s->queue);
        if (is_over) s->out->is_optimal = false;
        if (at->next >= s->graph->count) {
            finish(s, at, first);
            break;
        }
        if (is_left_out(s, at)) continue;
        size_t before = s->queue.count;
        if (!expand(s, at)) return false;
        if (s->queue.count == before) note_stuck(s, at);
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
    if (!first) return false;
    first->cost = 0;
    return cg_queue_put(&s.queue, memory, first) && run(&s, first);
}
