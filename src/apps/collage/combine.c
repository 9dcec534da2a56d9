/* combine.c -- unions of candidates, in rounds until there are no new ones; and the union of chosen
 * candidates after the search. */
#include <math.h>

#include "rule.h"

typedef struct rounds {
    cg_finder *finder;
    cg_candidates current;
    cg_candidates added; /* for the next round */
    cg_seen seen;
    size_t first_new; /* the candidates that the last round added begin here */
    size_t max_depth;
    cg_by_node map;
    cg_indices near;
} rounds;

static bool add(rounds *r, cg_candidate *candidate)
{
    cg_memory *memory = r->finder->memory;
    size_t limit = r->finder->max_candidates;
    if (!candidate) return false;
    if (limit && r->current.count + r->added.count >= limit) {
        r->finder->is_cut = true;
        return true;
    }
    if (!cg_seen_add(memory, &r->seen, candidate)) return !memory->failed;
    return cg_candidates_add(memory, &r->added, candidate);
}

static bool begin(rounds *r, cg_set (*nodes)(const cg_candidate *candidate))
{
    cg_memory *memory = r->finder->memory;
    if (!cg_by_node_init(&r->map, memory, r->finder->graph, r->current.count)) return false;
    for (size_t i = 0; i < r->current.count; i++)
        if (!cg_by_node_add(&r->map, memory, nodes(r->current.items[i]), (uint32_t)i)) return false;
    return true;
}

static cg_set entries(const cg_candidate *candidate)
{
    return candidate->sub_graph->entry;
}

static cg_set injective_exits(const cg_candidate *candidate)
{
    cg_set none = {0, 0, NULL};
    return candidate->sub_graph->kind <= CG_I ? candidate->sub_graph->exit : none;
}

/* ---- a candidate and one that uses its output ---- */

static bool join_pair(rounds *r, const cg_combiner *c, size_t i, size_t j)
{
    cg_finder *f = r->finder;
    const cg_candidate *up = r->current.items[i], *down = r->current.items[j];
    size_t depth = (size_t)up->sub_graph->depth + down->sub_graph->depth;
    if (i == j || (r->max_depth && depth > r->max_depth)) return true;
    for (size_t k = 0; k < c->kind_count; k++)
        if (up->sub_graph->kind <= c->kinds[k].upstream &&
            down->sub_graph->kind <= c->kinds[k].downstream)
            return !cg_sub_graph_touches(f->graph, up->sub_graph, down->sub_graph) ||
                   add(r, cg_candidate_union(f->graph, f->memory, up, down));
    return true;
}

/* Only new candidates come first in a pair: TVM does not try an old one with a new user. */
static bool join_by_kind(rounds *r, const cg_combiner *c)
{
    if (!begin(r, entries)) return false;
    for (size_t i = r->first_new; i < r->current.count; i++) {
        cg_set output = r->current.items[i]->sub_graph->output;
        if (!cg_by_node_at(&r->map, r->finder->memory, output, &r->near)) return false;
        for (size_t j = 0; j < r->near.count; j++)
            if (!join_pair(r, c, i, r->near.items[j])) return false;
    }
    return true;
}

/* ---- tuples ---- */

/* A choice of candidates: the last one, and the choice before it. */
typedef struct choice {
    cg_candidate *last;
    const struct choice *before;
} choice;

typedef struct choices {
    const choice **items;
    size_t count;
} choices;

static bool extend(rounds *r, choices *all, cg_candidate *const *producers, size_t count)
{
    choices longer = {NULL, 0};
    cg_memory *memory = r->finder->memory;
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < all->count; i++) {
            choice *made = CG_NEW(memory, choice, 1);
            if (!made || !CG_PUSH(memory, longer.items, longer.count, made)) return false;
            *made = (choice){producers[p], all->items[i]};
        }
    *all = longer;
    return true;
}

/* The union of a choice. A candidate that gives several fields counts once; a choice of two that
 * overlap in another way has no union. */
static bool add_choice(rounds *r, const choice *last)
{
    cg_finder *f = r->finder;
    cg_candidate *parts[2] = {NULL, NULL};
    const choice *reversed = NULL;
    for (; last; last = last->before) {
        choice *copy = CG_NEW(f->memory, choice, 1);
        if (!copy) return false;
        *copy = (choice){last->last, reversed};
        reversed = copy;
    }
    for (const choice *at = reversed; at; at = at->before) {
        bool again = false;
        for (const choice *b = reversed; b != at; b = b->before) again |= b->last == at->last;
        if (again) continue;
        parts[1] = at->last;
        if (parts[0] && cg_set_meets(parts[0]->sub_graph->inside, parts[1]->sub_graph->inside))
            return true;
        parts[0] =
            parts[0] ? cg_candidate_union(f->graph, f->memory, parts[0], parts[1]) : parts[1];
        if (!parts[0]) return false;
    }
    return add(r, parts[0]);
}

/* The most choices of producers for the fields of one tuple. */
enum { MOST_CHOICES = 1 << 16 };

static bool join_tuple(rounds *r, size_t user, uint32_t tuple)
{
    cg_finder *f = r->finder;
    const cg_node *node = &f->graph->nodes[tuple];
    const cg_sub_graph *s =
        cg_sub_graph_of(f->graph, f->memory, tuple, CG_I, tunip_str_from("tuple"));
    cg_candidate *first[2] = {
        r->current.items[user],
        cg_candidate_new(f->memory, tunip_str_from(""), s, r->current.items[user]->spec, NAN)};
    choice user_choice = {first[0], NULL}, tuple_choice = {first[1], &user_choice};
    const choice *one = &tuple_choice;
    choices all = {NULL, 0};
    if (!first[1] || !CG_PUSH(f->memory, all.items, all.count, one)) return false;
    for (size_t i = 0; i < node->inputs.count; i++) {
        const cg_indices *near = &r->map.lists[node->inputs.items[i]];
        cg_candidate **producers = NULL;
        size_t count = 0;
        for (size_t k = 0; k < near->count; k++)
            if (near->items[k] != user &&
                !CG_PUSH(f->memory, producers, count, r->current.items[near->items[k]]))
                return false;
        if (!count) return true;
        f->is_cut |= all.count * count > MOST_CHOICES;
        if (all.count * count > MOST_CHOICES) return true;
        if (!extend(r, &all, producers, count)) return false;
    }
    for (size_t i = 0; i < all.count && node->inputs.count; i++)
        if (!add_choice(r, all.items[i])) return false;
    return true;
}

static bool join_tuple_args(rounds *r, const cg_combiner *c)
{
    (void)c;
    cg_finder *f = r->finder;
    if (!begin(r, injective_exits)) return false;
    for (size_t i = r->first_new; i < r->current.count; i++) {
        const cg_sub_graph *s = r->current.items[i]->sub_graph;
        if (s->kind > CG_I) continue;
        cg_set inputs = cg_sub_graph_inputs(f->graph, f->memory, s);
        CG_EACH(index, inputs)
        {
            if (tunip_is(f->graph->nodes[index].expr, &tunip_relay_tuple_type) &&
                !join_tuple(r, i, index))
                return false;
        }
    }
    return true;
}

static bool join_with(rounds *r, const cg_candidate *base, cg_set inside, cg_kind kind,
                      const char *label)
{
    cg_finder *f = r->finder;
    const cg_sub_graph *s =
        cg_sub_graph_new(f->graph, f->memory, inside, kind, tunip_str_from(label), 0, NULL);
    const cg_candidate *made = cg_candidate_new(f->memory, tunip_str_from(""), s, base->spec, NAN);
    return made && add(r, cg_candidate_union(f->graph, f->memory, base, made));
}

static bool join_tuple_projs(rounds *r, const cg_combiner *c)
{
    (void)c;
    cg_finder *f = r->finder;
    for (size_t i = r->first_new; i < r->current.count; i++) {
        const cg_candidate *base = r->current.items[i];
        CG_EACH(index, base->sub_graph->output)
        {
            if (!tunip_is(f->graph->nodes[index].expr, &tunip_relay_tuple_get_item_type)) continue;
            cg_bits_add(&f->graph->bits, index);
            if (!join_with(r, base, cg_bits_take(&f->graph->bits, f->memory), CG_I, "proj"))
                return false;
        }
    }
    return true;
}

static bool join_constants(rounds *r, const cg_combiner *c)
{
    (void)c;
    cg_finder *f = r->finder;
    for (size_t i = r->first_new; i < r->current.count; i++) {
        const cg_candidate *base = r->current.items[i];
        cg_set inputs = cg_sub_graph_inputs(f->graph, f->memory, base->sub_graph);
        CG_EACH(index, inputs)
        {
            if (tunip_is(f->graph->nodes[index].expr, &tunip_relay_constant_type))
                cg_bits_add(&f->graph->bits, index);
        }
        cg_set constants = cg_bits_take(&f->graph->bits, f->memory);
        if (!cg_set_is_empty(constants) && !join_with(r, base, constants, CG_E, "const"))
            return false;
    }
    return true;
}

/* ORDER: of cg_combiner_kind. */
static bool (*const combiners[])(rounds *r, const cg_combiner *c) = {
    join_by_kind, join_tuple_args, join_tuple_projs, join_constants};

/* Ends a round. False if nothing changed, or when out of memory. */
static bool next_round(rounds *r)
{
    r->first_new = r->current.count;
    for (size_t i = 0; i < r->added.count; i++)
        if (!cg_candidates_add(r->finder->memory, &r->current, r->added.items[i])) return false;
    bool has_new = r->added.count > 0;
    r->added.count = 0;
    return has_new;
}

bool cg_combine(cg_finder *finder, const cg_rule *rule, cg_candidates *candidates)
{
    rounds r = {.finder = finder, .added = *candidates, .max_depth = rule->max_depth};
    for (size_t i = 0; i < candidates->count; i++)
        cg_seen_add(finder->memory, &r.seen, candidates->items[i]);
    while (!finder->memory->failed && next_round(&r))
        for (size_t i = 0; i < rule->combiner_count; i++)
            if (!combiners[rule->combiners[i].kind](&r, &rule->combiners[i])) return false;
    *candidates = r.current;
    return !finder->memory->failed;
}
