/* paths.c -- cheapest ways from the start and to the end, for all states. */
#include "paths.h"

#include <math.h>

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
    cg_memory *memory = &f->out->memory;
    cg_step step = {.from = from, .candidate = candidate};
    if (!f->cost(f->user, candidate, &step.cost)) return false;
    if (!candidate->spec->is_host) step.cost += f->transition;
    step.to = cg_states_after(&f->states, from, candidate);
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

static bool expand(finder *f, cg_state *from)
{
    const cg_candidates *list = &f->index->at[from->next];
    for (size_t i = 0; i < list->count; i++)
        if (!cg_set_meets(list->items[i]->sub_graph->inside, from->ahead) &&
            !put_step(f, from, list->items[i]))
            return false;
    return true;
}

static bool walk_on(finder *f, size_t most)
{
    const cg_set none = {0, 0, NULL};
    cg_state *first = cg_states_get(&f->states, 0, none);
    if (!first || !CG_PUSH(&f->out->memory, f->levels[0].items, f->levels[0].count, first))
        return false;
    first->cost = 0;
    first->place = 1;
    for (uint32_t next = 0; next < f->graph->count; next++)
        for (size_t i = 0; i < f->levels[next].count; i++) {
            if (f->states.count > most || f->has_unknown) return true;
            if (!expand(f, f->levels[next].items[i])) return false;
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

bool cg_paths_find(cg_paths *paths, cg_graph *graph, const cg_index *index, cg_cost_fn cost,
                   void *user, double transition, size_t most)
{
    *paths = (cg_paths){.steps = NULL};
    cg_memory *memory = &paths->memory;
    finder f = {.out = paths,
                .graph = graph,
                .index = index,
                .cost = cost,
                .user = user,
                .transition = transition,
                .states = {.graph = graph, .memory = memory}};
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
    cg_memory_free(&paths->memory);
}

/* ---- answers ---- */

const cg_step *cg_paths_without(const cg_paths *paths, const cg_candidate *candidate)
{
    uint32_t node = candidate->sub_graph->first;
    const cg_step *best = paths->best[node];
    return best && best->candidate == candidate ? paths->second[node] : best;
}

static bool add_if(cg_candidate *candidate, cg_set nodes, cg_memory *memory, cg_candidates *out)
{
    return !cg_set_meets(candidate->sub_graph->inside, nodes) ||
           cg_candidates_add(memory, out, candidate);
}

bool cg_paths_meeting(const cg_paths *paths, const cg_step *step, cg_set nodes, cg_memory *memory,
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
