/* search.c -- finds the cheapest set of candidates that covers a graph. */
#include "search.h"

#include <math.h>

#include "../../src/util/mix.h"

/* ======== states ======== */

/* A hash table of states. */

static cg_state **slot_of(const cg_states *s, const cg_state *key)
{
    size_t mask = s->slot_count - 1;
    uint64_t hash = tn_mix(cg_set_hash(key->ahead) + key->next);
    if (!cg_set_is_empty(key->open)) hash = tn_mix(hash + cg_set_hash(key->open));
    for (size_t at = (size_t)(hash >> 24) & mask;; at = (at + 1) & mask) {
        cg_state *found = s->slots[at];
        if (!found || (found->next == key->next && cg_set_equal(found->ahead, key->ahead) &&
                       cg_set_equal(found->open, key->open)))
            return &s->slots[at];
    }
}

static bool grow(cg_states *s)
{
    cg_states grown = *s;
    grown.slot_count = s->slot_count ? s->slot_count * 2 : 256;
    grown.slots = CG_NEW(s->memory, cg_state *, grown.slot_count);
    if (!grown.slots) return false;
    for (size_t i = 0; i < s->slot_count; i++)
        if (s->slots[i]) *slot_of(&grown, s->slots[i]) = s->slots[i];
    *s = grown;
    return true;
}

/* The state that is equal to `key`, made if it is new. NULL when out of memory. */
static cg_state *states_get(cg_states *s, const cg_state *key)
{
    if (s->count * 2 >= s->slot_count && !grow(s)) return NULL;
    cg_state **slot = slot_of(s, key);
    if (*slot) return *slot;
    *slot = CG_NEW(s->memory, cg_state, 1);
    if (!*slot) return NULL;
    **slot = *key;
    (*slot)->cost = INFINITY;
    s->count++;
    return *slot;
}

static cg_state *states_first(cg_states *s)
{
    static const cg_state first = {.next = 0};
    bool fine = cg_bits_init(&s->open, s->memory, s->index->watched.count);
    return fine ? states_get(s, &first) : NULL;
}

/* ---- cycles ---- */

/* A walk along the data, in which an open candidate is one node: to enter it is to leave it by all
 * its exits. */
typedef struct flow {
    cg_graph *graph;
    const cg_index *index;
    cg_set open;
    bool is_back; /* from users to inputs */
    size_t count; /* of nodes that were reached; the graph's stack has them, its bits mark them */
} flow;

static void reach(flow *f, uint32_t node)
{
    if (cg_bits_has(&f->graph->bits, node) || f->graph->nodes[node].is_inline) return;
    cg_bits_add(&f->graph->bits, node);
    f->graph->stack[f->count++] = node;
}

/* Reaches the nodes outside of a candidate that are next to it. */
static void leave(flow *f, const cg_sub_graph *s)
{
    CG_EACH(index, f->is_back ? s->entry : s->exit)
    {
        const cg_node *node = &f->graph->nodes[index];
        const cg_indices *next = f->is_back ? &node->inputs : &node->outputs;
        for (size_t i = 0; i < next->count; i++)
            if (!cg_set_has(s->inside, next->items[i])) reach(f, next->items[i]);
    }
}

/* Goes on from a node that was reached. */
static void pass(flow *f, uint32_t index)
{
    const cg_node *node = &f->graph->nodes[index];
    const cg_indices *next = f->is_back ? &node->inputs : &node->outputs;
    for (size_t i = 0; i < next->count; i++) reach(f, next->items[i]);
    CG_EACH(number, f->open)
    {
        const cg_sub_graph *s = f->index->watched.items[number]->sub_graph;
        if (cg_set_has(s->inside, index)) leave(f, s);
    }
}

/* Whether data flows from the candidate through others, taken as wholes, back to it. Nodes behind
 * all candidates lead to none. */
static bool flows_back(cg_states *s, cg_set open, const cg_sub_graph *candidate)
{
    flow f = {.graph = s->graph, .index = s->index, .open = open};
    uint32_t last = candidate->last;
    bool is_found = false;
    CG_EACH(number, open)
    {
        uint32_t other = s->index->watched.items[number]->sub_graph->last;
        if (other > last) last = other;
    }
    leave(&f, candidate);
    for (size_t i = 0; i < f.count && !is_found; i++) {
        is_found = cg_set_has(candidate->inside, s->graph->stack[i]);
        if (s->graph->stack[i] <= last) pass(&f, s->graph->stack[i]);
    }
    cg_bits_clear(&s->graph->bits);
    return is_found;
}

/* Whether data flows between the candidate and a node that a state has not covered. */
static bool meets_uncovered(cg_states *s, const cg_state *state, cg_set open,
                            const cg_sub_graph *candidate, bool is_back)
{
    flow f = {.graph = s->graph, .index = s->index, .open = open, .is_back = is_back};
    bool is_found = false;
    leave(&f, candidate);
    for (size_t i = 0; i < f.count && !is_found; i++) {
        uint32_t node = s->graph->stack[i];
        is_found = node >= state->next && !cg_set_has(state->ahead, node);
        pass(&f, node);
    }
    cg_bits_clear(&s->graph->bits);
    return is_found;
}

/* Whether the candidate may follow on a state: it makes no cycle. */
static bool states_allow(cg_states *s, const cg_state *from, const cg_candidate *candidate)
{
    bool is_watched = s->index->watched.count && s->index->watch[candidate->number];
    return !is_watched || !flows_back(s, from->open, candidate->sub_graph);
}

/* The candidates that are still open in a state, of those that were and a new one. */
static cg_set open_after(cg_states *s, const cg_state *from, const cg_state *to,
                         const cg_candidate *candidate)
{
    uint32_t watched = s->index->watched.count ? s->index->watch[candidate->number] : 0;
    if (!watched && cg_set_is_empty(from->open)) return from->open;
    cg_bits_add_all(&s->open, from->open);
    if (watched) cg_bits_add(&s->open, watched - 1);
    cg_set all = cg_bits_take(&s->open, s->memory);
    CG_EACH(number, all)
    {
        const cg_sub_graph *open = s->index->watched.items[number]->sub_graph;
        if (meets_uncovered(s, to, all, open, true) && meets_uncovered(s, to, all, open, false))
            cg_bits_add(&s->open, number);
    }
    return cg_bits_take(&s->open, s->memory);
}

/* The state after a candidate, whose first node is the next one. */
static cg_state *states_after(cg_states *s, const cg_state *from, const cg_candidate *candidate)
{
    cg_bits *bits = &s->graph->bits;
    cg_state to = {.next = from->next};
    if (s->count * 2 >= s->slot_count && !grow(s)) return NULL;
    tn_arena_mark here = tn_arena_here(s->memory);
    cg_bits_add_all(bits, from->ahead);
    cg_bits_add_all(bits, candidate->sub_graph->inside);
    for (; to.next < s->graph->count && cg_bits_has(bits, to.next); to.next++)
        bits->words[to.next / 64] &= ~(UINT64_C(1) << (to.next % 64));
    while (bits->low < bits->high && !bits->words[bits->low]) bits->low++;
    to.ahead = cg_bits_take(bits, s->memory);
    to.open = open_after(s, from, &to, candidate);
    cg_state *known = *slot_of(s, &to);
    if (known) tn_arena_rewind(s->memory, here); /* most ways lead to a known state */
    return known ? known : states_get(s, &to);
}

/* ======== queue ======== */

/* A binary heap; each state knows its place in it. */

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
    int order = cg_set_order(a->ahead, b->ahead);
    return order ? order < 0 : cg_set_order(a->open, b->open) < 0;
}

static void put(cg_queue *q, size_t place, cg_state *state)
{
    q->items[place] = state;
    state->place = place + 1;
}

bool cg_queue_put(cg_queue *q, tn_arena *memory, cg_state *state)
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

/* ======== search ======== */

/* Dijkstra's search over sets of covered nodes. */

typedef cg_state state;

typedef struct search {
    cg_graph *graph;
    tn_arena *memory;
    cg_states states;
    const cg_index *index;
    cg_cost_fn cost;
    void *user;
    const cg_search_options *options;
    cg_cover *out;
    cg_queue queue;
    size_t *expanded; /* of each node: states that it is next in */
} search;

bool cg_index_init(cg_index *index, tn_arena *memory, const cg_graph *graph,
                   cg_candidates candidates)
{
    *index = (cg_index){.all = candidates,
                        .at = CG_NEW(memory, cg_candidates, graph->count),
                        .watch = CG_NEW(memory, uint32_t, candidates.count + 1)};
    if (!index->at || !index->watch) return false;
    for (size_t i = 0; i < candidates.count; i++)
        index->at[candidates.items[i]->sub_graph->first].count++;
    for (uint32_t i = 0; i < graph->count; i++) {
        index->at[i].items = CG_NEW(memory, cg_candidate *, index->at[i].count + 1);
        index->at[i].count = 0;
        if (!index->at[i].items) return false;
    }
    for (size_t i = 0; i < candidates.count; i++) {
        cg_candidates *list = &index->at[candidates.items[i]->sub_graph->first];
        candidates.items[i]->number = (uint32_t)i;
        list->items[list->count++] = candidates.items[i];
    }
    return true;
}

/* ---- the search ---- */

/* TVM takes an infinite cost for a state that is not reached yet; so does this. An unknown cost is
 * not cheaper than any other. */
static bool relax(search *s, state *from, cg_candidate *candidate)
{
    double cost;
    if (!s->cost(s->user, candidate, &cost)) return false;
    if (!candidate->spec->is_host) cost += s->options->transition;
    state *to = states_after(&s->states, from, candidate);
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
        if (!states_allow(&s->states, from, candidate)) continue;
        if (!relax(s, from, candidate)) return false;
    }
    return true;
}

/* Of a search that has lasted too long; and as much effort as a new state takes. */
enum { LATE_BEAM = 100, STATE_EFFORT = 100 };

static bool is_late(const search *s)
{
    size_t effort = s->options->effort;
    return effort && (s->out->transitions >= effort || s->states.count >= effort / STATE_EFFORT);
}

/* Whether a beam leaves the state out: that of the user, or one that bounds a long search. */
static bool is_left_out(search *s, const state *at)
{
    size_t beam = s->options->beam;
    bool is_own = !beam && is_late(s);
    if (is_own) beam = LATE_BEAM;
    bool is_over = beam && s->expanded[at->next] >= beam;
    s->expanded[at->next]++;
    if (is_over) s->out->is_optimal = false;
    if (is_over && is_own) s->out->is_cut = true;
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

/* ---- cycles in a cover ---- */

/* Removes, again and again, each node that no node is left before; or behind. A candidate with
 * several exits, by its first node, stands for all its nodes. */
typedef struct peeler {
    cg_graph *graph;
    uint32_t *whole;               /* of each node, the one that stands for it */
    const cg_sub_graph **of_whole; /* with several nodes, or NULL */
    uint32_t *counts;              /* of the edges to it, from others that are left */
    bool *removed;
    bool is_back;
} peeler;

enum { PEEL_COUNT, PEEL_REMOVE };

/* Visits the edges of one node of a whole; returns the length of the list of free nodes. */
static size_t peel_edges(peeler *p, uint32_t index, int what, size_t count)
{
    const cg_node *node = &p->graph->nodes[index];
    const cg_indices *next = p->is_back ? &node->inputs : &node->outputs;
    for (size_t i = 0; i < next->count && !node->is_inline; i++) {
        uint32_t to = p->whole[next->items[i]];
        bool is_inside = to == p->whole[index] && p->of_whole[to];
        if (is_inside || p->removed[to] || p->graph->nodes[next->items[i]].is_inline) continue;
        if (what == PEEL_COUNT)
            p->counts[to]++;
        else if (--p->counts[to] == 0)
            p->graph->stack[count++] = to;
    }
    return count;
}

static void peel(peeler *p)
{
    cg_graph *g = p->graph;
    size_t count = 0;
    memset(p->counts, 0, g->count * sizeof *p->counts);
    for (uint32_t i = 0; i < g->count; i++)
        if (!p->removed[p->whole[i]]) peel_edges(p, i, PEEL_COUNT, 0);
    for (uint32_t i = 0; i < g->count; i++)
        if (p->whole[i] == i && !p->removed[i] && !p->counts[i]) g->stack[count++] = i;
    for (size_t at = 0; at < count; at++) {
        uint32_t whole = g->stack[at];
        const cg_sub_graph *s = p->of_whole[whole];
        p->removed[whole] = true;
        if (!s) count = peel_edges(p, whole, PEEL_REMOVE, count);
        for (uint32_t i = s ? s->first : CG_NONE; i != CG_NONE; i = cg_set_next(s->inside, i + 1))
            count = peel_edges(p, i, PEEL_REMOVE, count);
    }
}

static bool has_exits(const cg_candidate *candidate)
{
    return cg_set_size(candidate->sub_graph->exit) > 1;
}

static bool watch(cg_index *index, tn_arena *memory, cg_candidate *candidate)
{
    if (index->watch[candidate->number]) return true;
    if (!cg_candidates_add(memory, &index->watched, candidate)) return false;
    index->watch[candidate->number] = (uint32_t)index->watched.count;
    return true;
}

/* Watches the candidates of a cover that are in a cycle, or between two cycles. */
static bool watch_cycles(cg_graph *graph, tn_arena *memory, cg_index *index, const cg_cover *cover)
{
    bool has_any = false;
    for (size_t i = 0; i < cover->chosen.count; i++) has_any |= has_exits(cover->chosen.items[i]);
    if (!has_any) return true;
    peeler p = {.graph = graph,
                .whole = CG_NEW(memory, uint32_t, graph->count),
                .of_whole = CG_NEW(memory, const cg_sub_graph *, graph->count),
                .counts = CG_NEW(memory, uint32_t, graph->count),
                .removed = CG_NEW(memory, bool, graph->count)};
    if (memory->failed) return false;
    for (uint32_t i = 0; i < graph->count; i++) p.whole[i] = i;
    for (size_t i = 0; i < cover->chosen.count; i++) {
        const cg_sub_graph *s = cover->chosen.items[i]->sub_graph;
        if (!has_exits(cover->chosen.items[i])) continue;
        p.of_whole[s->first] = s;
        CG_EACH(node, s->inside) p.whole[node] = s->first;
    }
    peel(&p);
    p.is_back = true;
    peel(&p);
    for (size_t i = 0; i < cover->chosen.count; i++) {
        cg_candidate *chosen = cover->chosen.items[i];
        if (has_exits(chosen) && !p.removed[chosen->sub_graph->first] &&
            !watch(index, memory, chosen))
            return false;
    }
    return true;
}

static bool search_once(cg_graph *graph, tn_arena *memory, const cg_index *index, cg_cost_fn cost,
                        void *user, const cg_search_options *options, cg_cover *out)
{
    *out = (cg_cover){.is_optimal = true, .cost = INFINITY, .stuck = CG_NONE};
    search s = {.graph = graph,
                .memory = memory,
                .states = {.graph = graph, .memory = memory, .index = index},
                .index = index,
                .cost = cost,
                .user = user,
                .options = options,
                .out = out};
    s.expanded = CG_NEW(memory, size_t, (size_t)graph->count + 1);
    state *first = s.expanded ? states_first(&s.states) : NULL;
    if (!first) return false;
    first->cost = 0;
    return cg_queue_put(&s.queue, memory, first) && run(&s, first);
}

/* A search that does not watch all candidates may find a cover with a cycle. Then it watches more.
 * No cover without cycles is cheaper than what it finds, so that the first one without is the
 * cheapest. */
bool cg_search(cg_graph *graph, tn_arena *memory, cg_index *index, cg_cost_fn cost, void *user,
               const cg_search_options *options, cg_cover *out)
{
    static const cg_search_options defaults = {.transition = 0};
    if (!options) options = &defaults;
    for (;;) {
        size_t before = index->watched.count;
        if (!search_once(graph, memory, index, cost, user, options, out)) return false;
        if (!out->is_found && out->is_cut) { /* the beam has left out all ways to the end */
            cg_search_options all = *options;
            all.effort = 0;
            if (!search_once(graph, memory, index, cost, user, &all, out)) return false;
        }
        if (options->allow_cycles || !out->is_found) return true;
        if (!watch_cycles(graph, memory, index, out)) return false;
        if (index->watched.count == before) return true;
    }
}

/* ======== paths ======== */

/* Cheapest ways from the start and to the end, for all states. */

typedef struct finder {
    cg_paths *out;
    cg_graph *graph;
    const cg_index *index;
    cg_cost_fn cost;
    void *user;
    double transition;
    cg_states states;
    struct level {
        cg_state **items;
        size_t count;
    } * levels;   /* of each node, the states that it is next in */
    double *rest; /* of each state, the cheapest way to the end */
    bool has_unknown;
} finder;

/* ---- from the start ---- */

static bool put_step(finder *f, cg_state *from, cg_candidate *candidate)
{
    tn_arena *memory = &f->out->memory;
    cg_step step = {.from = from, .candidate = candidate};
    if (!f->cost(f->user, candidate, &step.cost)) return false;
    if (!candidate->spec->is_host) step.cost += f->transition;
    step.to = states_after(&f->states, from, candidate);
    f->has_unknown |= isnan(step.cost);
    if (!step.to) return false;
    double cost = from->cost + step.cost;
    if (!step.to->place) {
        struct level *level = &f->levels[step.to->next];
        if (!CG_PUSH(memory, level->items, level->count, step.to)) return false;
        step.to->place = f->states.count;
    }
    if (cost < step.to->cost) {
        step.to->cost = cost;
        step.to->before = from;
        step.to->candidate = candidate;
    }
    return CG_PUSH(memory, f->out->steps, f->out->step_count, step);
}

static bool follow_state(finder *f, cg_state *from)
{
    const cg_candidates *list = &f->index->at[from->next];
    for (size_t i = 0; i < list->count; i++)
        if (!cg_set_meets(list->items[i]->sub_graph->inside, from->ahead) &&
            states_allow(&f->states, from, list->items[i]) && !put_step(f, from, list->items[i]))
            return false;
    return true;
}

/* A step takes 40 bytes. */
enum { MOST_STEPS = 1000000 };

static bool walk_on(finder *f, size_t most)
{
    cg_state *first = states_first(&f->states);
    if (!first || !CG_PUSH(&f->out->memory, f->levels[0].items, f->levels[0].count, first))
        return false;
    first->cost = 0;
    first->place = 1;
    for (uint32_t next = 0; next < f->graph->count; next++)
        for (size_t i = 0; i < f->levels[next].count; i++) {
            if (f->states.count > most || f->has_unknown) return true;
            if (f->out->step_count > MOST_STEPS + most) return true;
            if (!follow_state(f, f->levels[next].items[i])) return false;
        }
    f->out->is_complete = !f->has_unknown;
    return true;
}

/* ---- to the end ---- */

static void offer(finder *f, const cg_step *step)
{
    cg_paths *out = f->out;
    const cg_step **with = &out->with[step->candidate->number];
    if (!*with || step->cover < (*with)->cover) *with = step;
    for (uint32_t node = step->from->next; node < step->to->next; node++) {
        const cg_step **best = &out->best[node], **second = &out->second[node];
        if (!*best || step->cover < (*best)->cover) {
            if (*best && (*best)->candidate != step->candidate) *second = *best;
            *best = step;
        } else if (step->candidate != (*best)->candidate &&
                   (!*second || step->cover < (*second)->cover))
            *second = step;
    }
}

/* The steps from a state are behind all steps that lead to it. */
static void walk_back(finder *f)
{
    for (size_t i = f->out->step_count; i-- > 0;) {
        cg_step *step = &f->out->steps[i];
        size_t from = step->from->place - 1, to = step->to->place - 1;
        double rest = step->to->next == f->graph->count ? 0 : f->rest[to];
        step->cover = step->from->cost + step->cost + rest;
        if (step->cost + rest < f->rest[from]) {
            f->rest[from] = step->cost + rest;
            f->out->onwards[from] = step;
        }
        if (step->cover < INFINITY) offer(f, step);
    }
}

/* All candidates with several exits are watched, so that each path is a cover that can be built. */
bool cg_paths_find(cg_paths *paths, cg_graph *graph, cg_index *index, cg_cost_fn cost, void *user,
                   const cg_search_options *options, size_t most)
{
    *paths = (cg_paths){.steps = NULL};
    tn_arena *memory = &paths->memory;
    finder f = {.out = paths,
                .graph = graph,
                .index = index,
                .cost = cost,
                .user = user,
                .transition = options->transition,
                .states = {.graph = graph, .memory = memory, .index = index}};
    for (size_t i = 0; i < index->all.count && !options->allow_cycles; i++)
        if (has_exits(index->all.items[i]) && !watch(index, graph->memory, index->all.items[i]))
            return false;
    f.levels = CG_NEW(memory, struct level, (size_t)graph->count + 1);
    if (!f.levels || !walk_on(&f, most)) return false;
    if (!paths->is_complete) return true;
    f.rest = CG_NEW(memory, double, f.states.count);
    paths->onwards = CG_NEW(memory, const cg_step *, f.states.count);
    paths->with = CG_NEW(memory, const cg_step *, index->all.count + 1);
    paths->best = CG_NEW(memory, const cg_step *, graph->count);
    paths->second = CG_NEW(memory, const cg_step *, graph->count);
    if (memory->failed) return false;
    for (size_t i = 0; i < f.states.count; i++) f.rest[i] = INFINITY;
    walk_back(&f);
    return true;
}

void cg_paths_free(cg_paths *paths)
{
    tn_arena_free(&paths->memory);
}

/* ---- answers ---- */

const cg_step *cg_paths_without(const cg_paths *paths, const cg_candidate *candidate)
{
    uint32_t node = candidate->sub_graph->first;
    const cg_step *best = paths->best[node];
    return best && best->candidate == candidate ? paths->second[node] : best;
}

static bool add_if(cg_candidate *candidate, cg_set nodes, tn_arena *memory, cg_candidates *out)
{
    return !cg_set_meets(candidate->sub_graph->inside, nodes) ||
           cg_candidates_add(memory, out, candidate);
}

bool cg_paths_meeting(const cg_paths *paths, const cg_step *step, cg_set nodes, tn_arena *memory,
                      cg_candidates *out)
{
    size_t first = out->count;
    uint32_t last = cg_set_last(nodes);
    for (const cg_state *s = step->from; s->before && cg_set_meets(s->ahead, nodes); s = s->before)
        if (!add_if(s->candidate, nodes, memory, out)) return false;
    for (size_t i = first, k = out->count; k > i + 1; i++) { /* the last one was found first */
        cg_candidate *other = out->items[--k];
        out->items[k] = out->items[i];
        out->items[i] = other;
    }
    while (step) {
        if (!add_if(step->candidate, nodes, memory, out)) return false;
        step = step->to->next > last ? NULL : paths->onwards[step->to->place - 1];
    }
    return true;
}
