/* rule.c -- rules that find candidates. */
#include "rule.h"

#include <math.h>
#include <stdlib.h>

/* ======== rule ======== */

/* Finds the candidates of rules, except the unions of CG_RULE_COMBINE. */

bool cg_finder_init(cg_finder *finder, tunip_context *context, cg_graph *graph, tn_arena *memory,
                    tunip_error *error)
{
    *finder = (cg_finder){.context = context, .graph = graph, .memory = memory, .error = error};
    return cg_matcher_init(&finder->matcher, context, graph);
}

void cg_finder_free(cg_finder *finder)
{
    cg_matcher_free(&finder->matcher);
}

/* ---- base rules ---- */

/* Whether a function or a `let` of the set binds the variable. */
static bool is_bound_in(const cg_graph *g, cg_set inside, const cg_node *var)
{
    bool is_bound = false;
    for (size_t i = 0; i < var->outputs.count; i++) {
        const tunip_node *user = g->nodes[var->outputs.items[i]].expr;
        const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, user);
        const tunip_relay_let *let = TUNIP_AS(tunip_relay_let, user);
        bool binds = let && (const tunip_node *)let->var == var->expr;
        for (size_t k = 0; function && k < tunip_array_count(function->params); k++)
            binds |= function->params->items[k] == var->expr;
        is_bound |= binds && cg_set_has(inside, var->outputs.items[i]);
    }
    return is_bound;
}

/* Only TVM takes a variable, such as a parameter, out of its function. */
static cg_set without_variables(cg_finder *f, cg_set inside)
{
    cg_graph *g = f->graph;
    CG_EACH(index, inside)
    {
        const cg_node *node = &g->nodes[index];
        if (!tunip_is(node->expr, &tunip_relay_var_type) || is_bound_in(g, inside, node))
            cg_bits_add(&g->bits, index);
    }
    return cg_bits_take(&g->bits, f->memory);
}

/* Whether an expression is a call of a function of an external code generator, or stands in one. It
 * stays as it is, except in TVM. */
static bool is_compiled(const cg_finder *f, uint32_t index)
{
    const cg_graph *g = f->graph;
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, g->nodes[index].expr);
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, call ? call->op : NULL);
    while (!f->as_tvm && index != CG_NONE) {
        if (function && cg_function_attr(function, "Compiler")) return true;
        const tunip_node *block = g->nodes[index].block;
        function = TUNIP_AS(tunip_relay_function, block);
        index = block ? cg_graph_find(g, block) : CG_NONE;
    }
    return false;
}

static bool find_matches(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count; i++) {
        bool answer = cg_match(&f->matcher, rule->pattern, i);
        if (f->matcher.failed) return false;
        if (!answer || is_compiled(f, i)) continue;
        for (const cg_predicate *p = rule->predicate; p && answer; p = p->also)
            if (!p->holds(p->user, p, f, i, &answer)) return false;
        cg_set inside = answer ? cg_matched_set(&f->matcher, f->memory) : (cg_set){0, 0, NULL};
        if (!f->as_tvm) inside = without_variables(f, inside);
        if (cg_set_is_empty(inside)) continue;
        tunip_str label;
        cg_kind kind = cg_graph_describe(f->graph, f->memory, inside, &label);
        const cg_sub_graph *s = cg_sub_graph_new(f->graph, f->memory, inside, kind, label, 0, NULL);
        tunip_str name = rule->name.size ? rule->name : label;
        if (!cg_candidates_add(f->memory, out, cg_candidate_new(f->memory, name, s, spec, NAN)))
            return false;
    }
    return true;
}

static bool add_single(cg_finder *f, const cg_rule *rule, const cg_spec *spec, uint32_t index,
                       double cost, cg_candidates *out)
{
    const cg_node *node = &f->graph->nodes[index];
    const cg_sub_graph *s = cg_sub_graph_of(f->graph, f->memory, index, node->kind, node->label);
    tunip_str name = cg_nest_names(f->memory, rule->name, node->label);
    return cg_candidates_add(f->memory, out, cg_candidate_new(f->memory, name, s, spec, cost));
}

static bool find_calls(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count; i++) {
        const cg_node *node = &f->graph->nodes[i];
        if (tunip_is(node->expr, &tunip_relay_call_type) && node->kind <= rule->at_most &&
            !is_compiled(f, i) && !add_single(f, rule, spec, i, NAN, out))
            return false;
    }
    return true;
}

/* TVM's search finds no candidate for such a call. */
static bool find_opaque(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count && !f->as_tvm; i++) {
        const cg_node *node = &f->graph->nodes[i];
        if (node->kind > CG_A && cg_must_be_lowered(node->expr) && !is_compiled(f, i) &&
            !add_single(f, rule, spec, i, NAN, out))
            return false;
    }
    return true;
}

static bool find_left(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count; i++)
        if ((!cg_must_be_lowered(f->graph->nodes[i].expr) || is_compiled(f, i)) &&
            !add_single(f, rule, spec, i, 0, out))
            return false;
    return true;
}

/* ---- rules around others ---- */

static bool name_all(cg_finder *f, const cg_rule *rule, cg_candidates *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->items[i]->rule_name = cg_nest_names(f->memory, rule->name, list->items[i]->rule_name);
    return !f->memory->failed;
}

static bool find_inner(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (size_t i = 0; i < rule->inner_count; i++)
        if (!cg_apply(f, rule->inner[i], spec, out)) return false;
    return rule->kind == CG_RULE_COMBINE || name_all(f, rule, out);
}

static bool wrap(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    bool is_composite = rule->kind == CG_RULE_COMPOSITE;
    cg_attrs attrs = {.primitive = !is_composite};
    if (is_composite) attrs.composite = rule->name;
    if (!is_composite && spec->is_external) attrs.compiler = spec->name;
    if (!find_inner(f, rule, spec, out)) return false;
    for (size_t i = 0; i < out->count; i++) {
        out->items[i]->sub_graph = cg_sub_graph_wrap(f->memory, out->items[i]->sub_graph, attrs);
        if (!out->items[i]->sub_graph) return false;
    }
    return true;
}

static bool keep_valid(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    size_t kept = 0;
    const cg_limits *before = f->one_exit;
    bool has_one_exit = rule->limits.max_exits == 1 && !rule->limits.allow_taps && !f->as_tvm;
    f->one_exit = has_one_exit ? &rule->limits : NULL;
    bool fine = find_inner(f, rule, spec, out);
    f->one_exit = before;
    if (!fine) return false;
    for (size_t i = 0; i < out->count; i++) {
        cg_rejected rejected = {out->items[i], NULL};
        rejected.reason =
            cg_sub_graph_check(f->graph, f->memory, out->items[i]->sub_graph, &rule->limits);
        if (!rejected.reason)
            out->items[kept++] = out->items[i];
        else if (!CG_PUSH(f->memory, f->rejected, f->rejected_count, rejected))
            return false;
    }
    out->count = kept;
    return true;
}

static bool combine(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    const cg_limits *one_exit = f->one_exit;
    f->one_exit = NULL; /* for the candidates inside, which may grow */
    bool fine = find_inner(f, rule, spec, out);
    f->one_exit = one_exit;
    return fine && cg_combine(f, rule, out) && name_all(f, rule, out);
}

/* ORDER: of cg_rule_kind. */
static bool (*const finders[])(cg_finder *f, const cg_rule *rule, const cg_spec *spec,
                               cg_candidates *out) = {
    find_matches, find_calls, find_opaque, find_left, wrap, wrap, find_inner, combine, keep_valid,
};

bool cg_apply(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    cg_candidates found = {NULL, 0};
    if (!finders[rule->kind](f, rule, spec, &found)) return false;
    if (!out->count) {
        *out = found;
        return true;
    }
    for (size_t i = 0; i < found.count; i++)
        if (!cg_candidates_add(f->memory, out, found.items[i])) return false;
    return true;
}

bool cg_find(cg_finder *finder, const cg_spec *spec, cg_candidates *out)
{
    finder->spec = spec;
    return cg_apply(finder, spec->rule, spec, out) && !finder->memory->failed;
}

/* ======== combine ======== */

/* Unions of candidates, in rounds until there are no new ones; and the union of chosen
 * candidates after the search. */

typedef struct rounds {
    cg_finder *finder;
    cg_candidates current;
    cg_candidates added; /* for the next round */
    cg_seen seen;
    cg_seen dropped;  /* unions that are not needed */
    size_t first_new; /* the candidates that the last round added begin here */
    bool is_full;     /* the limit of candidates is reached: no more unions are tried */
    size_t max_depth;
    tn_arena table;   /* of `seen` */
    tn_arena scratch; /* of the map, which each combiner makes anew */
    cg_by_node map;
    cg_indices near;
} rounds;

/* How many more candidates the rule may have. */
static size_t room_of(const rounds *r)
{
    size_t limit = r->finder->max_candidates, count = r->current.count + r->added.count;
    return !limit ? SIZE_MAX : count < limit ? limit - count : 0;
}

static bool add_to_round(rounds *r, cg_candidate *candidate)
{
    tn_arena *memory = r->finder->memory;
    if (!candidate) return false;
    if (!room_of(r)) {
        r->finder->is_cut = r->is_full = true;
        return true;
    }
    bool is_new = cg_seen_add(&r->table, &r->seen, candidate);
    memory->failed |= r->table.failed;
    return is_new ? cg_candidates_add(memory, &r->added, candidate) : !memory->failed;
}

static bool begin_rounds(rounds *r, cg_set (*nodes)(const cg_candidate *candidate))
{
    tn_arena_free(&r->scratch);
    bool fine = cg_by_node_init(&r->map, &r->scratch, r->finder->graph, r->current.count);
    for (size_t i = 0; fine && i < r->current.count; i++)
        fine = cg_by_node_add(&r->map, &r->scratch, nodes(r->current.items[i]), (uint32_t)i);
    r->finder->memory->failed |= !fine;
    return fine;
}

static cg_set entries(const cg_candidate *candidate)
{
    return candidate->sub_graph->entry;
}

static cg_set outputs(const cg_candidate *candidate)
{
    return candidate->sub_graph->output;
}

static cg_set injective_exits(const cg_candidate *candidate)
{
    cg_set none = {0, 0, NULL};
    return candidate->sub_graph->kind <= CG_I ? candidate->sub_graph->exit : none;
}

/* ---- a candidate and one that uses its output ---- */

static bool may_join(const cg_combiner *c, const cg_sub_graph *up, const cg_sub_graph *down)
{
    for (size_t k = 0; k < c->kind_count; k++)
        if (up->kind <= c->kinds[k].upstream && down->kind <= c->kinds[k].downstream) return true;
    return false;
}

/* Whether two or more calls have users outside, except items of their results. If a valid candidate
 * has one exit, such a union is not needed on the way to it: a call can join after all its users.
 */
static bool has_calls_for_others(const cg_graph *g, const cg_sub_graph *s)
{
    size_t count = 0;
    CG_EACH(index, s->exit)
    {
        const cg_node *node = &g->nodes[index];
        if (!tunip_is(node->expr, &tunip_relay_call_type)) continue;
        bool is_used = node->is_external;
        for (size_t i = 0; i < node->outputs.count && !is_used; i++) {
            uint32_t user = node->outputs.items[i];
            is_used = !cg_set_has(s->inside, user) &&
                      !tunip_is(g->nodes[user].expr, &tunip_relay_tuple_get_item_type);
        }
        count += is_used;
    }
    return count > 1;
}

/* The most unions that one rule drops and names among those that are not valid. */
enum { MOST_DROPPED = 100 };

/* Drops a union that is not needed; the first ones are kept to say why. */
static bool drop(rounds *r, cg_candidate *made, tn_arena_mark here)
{
    cg_finder *f = r->finder;
    bool is_told = r->dropped.count < MOST_DROPPED && !cg_seen_has(&r->dropped, made);
    if (!is_told) {
        tn_arena_rewind(f->memory, here);
        return true;
    }
    cg_rejected rejected = {made, NULL};
    rejected.reason = cg_sub_graph_check(f->graph, f->memory, made->sub_graph, f->one_exit);
    return cg_seen_add(f->memory, &r->dropped, made) &&
           CG_PUSH(f->memory, f->rejected, f->rejected_count, rejected);
}

/* TVM adds the depths of the two. The depth of the union may be less. */
static bool join_pair(rounds *r, const cg_combiner *c, size_t i, size_t j)
{
    cg_finder *f = r->finder;
    const cg_candidate *up = r->current.items[i], *down = r->current.items[j];
    size_t sum = (size_t)up->sub_graph->depth + down->sub_graph->depth;
    if (i == j || r->is_full || !may_join(c, up->sub_graph, down->sub_graph)) return true;
    if (f->as_tvm && r->max_depth && sum > r->max_depth) return true;
    if (!cg_sub_graph_touches(f->graph, up->sub_graph, down->sub_graph)) return true;
    tn_arena_mark here = tn_arena_here(f->memory);
    cg_candidate *made = cg_candidate_union(f->graph, f->memory, up, down);
    if (!made) return false;
    bool is_deep = r->max_depth && made->sub_graph->depth > r->max_depth;
    if (is_deep || cg_seen_has(&r->seen, made)) {
        tn_arena_rewind(f->memory, here);
        return true;
    }
    if (f->one_exit && has_calls_for_others(f->graph, made->sub_graph)) return drop(r, made, here);
    return add_to_round(r, made);
}

/* One of a pair is new. TVM does not try an old one with a new user. */
static bool join_by_kind(rounds *r, const cg_combiner *c)
{
    cg_finder *f = r->finder;
    if (!begin_rounds(r, entries)) return false;
    for (size_t i = r->first_new; i < r->current.count && !r->is_full; i++) {
        if (!cg_by_node_at(&r->map, f->memory, outputs(r->current.items[i]), &r->near))
            return false;
        for (size_t k = 0; k < r->near.count; k++)
            if (!join_pair(r, c, i, r->near.items[k])) return false;
    }
    if (f->as_tvm) return true;
    if (!begin_rounds(r, outputs)) return false;
    for (size_t j = r->first_new; j < r->current.count && !r->is_full; j++) {
        if (!cg_by_node_at(&r->map, f->memory, entries(r->current.items[j]), &r->near))
            return false;
        for (size_t k = 0; k < r->near.count && r->near.items[k] < r->first_new; k++)
            if (!join_pair(r, c, r->near.items[k], j)) return false;
    }
    return true;
}

/* ---- tuples ---- */

/* A choice of candidates: the last one, the choice before it, and the union of all. */
typedef struct choice {
    const cg_candidate *last;
    const struct choice *before;
    cg_candidate *whole;
} choice;

typedef struct choices {
    const choice **items;
    size_t count;
} choices;

/* The union of a choice and one more candidate. A candidate that gives several fields counts once;
 * a choice of two that overlap in another way has no union, so that *out is NULL. */
static bool unite(cg_finder *f, const choice *before, cg_candidate *last, cg_candidate **out)
{
    bool again = false;
    for (const choice *at = before; at && !again; at = at->before) again = at->last == last;
    *out = again ? before->whole : NULL;
    if (again || cg_set_meets(before->whole->sub_graph->inside, last->sub_graph->inside))
        return true;
    *out = cg_candidate_union(f->graph, f->memory, before->whole, last);
    return *out != NULL;
}

/* Extends all choices by each producer. Choices that begin alike share their unions. */
static bool extend(rounds *r, choices *all, const cg_candidates *producers)
{
    choices longer = {NULL, 0};
    tn_arena *memory = r->finder->memory;
    for (size_t p = 0; p < producers->count; p++)
        for (size_t i = 0; i < all->count; i++) {
            cg_candidate *whole;
            if (!unite(r->finder, all->items[i], producers->items[p], &whole)) return false;
            choice *made = whole ? CG_NEW(memory, choice, 1) : NULL;
            if (!whole) continue;
            if (!made || !CG_PUSH(memory, longer.items, longer.count, made)) return false;
            *made = (choice){producers->items[p], all->items[i], whole};
        }
    *all = longer;
    return true;
}

/* The most choices of producers for the fields of one tuple. */
enum { MOST_CHOICES = 1 << 16 };

/* Keeps `count` of the producers: half of them the first ones, which have few nodes and seldom
 * overlap others, the rest the last ones, which have many. */
static void keep_ends(cg_candidates *producers, size_t count)
{
    if (producers->count <= count) return;
    size_t first = (count + 1) / 2, last = count - first;
    memmove(producers->items + first, producers->items + producers->count - last,
            last * sizeof *producers->items);
    producers->count = count;
}

/* Leaves out producers, from the longest lists first, until all choices fit into a limit. Each
 * field keeps one, so that the tuple has a choice. */
static void fit_choices(cg_finder *f, cg_candidates *lists, size_t count, size_t limit)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        if (lists[i].count > most) most = lists[i].count;
    for (; most > 1; most--) {
        size_t product = 1;
        for (size_t i = 0; i < count && product <= limit; i++)
            product *= lists[i].count < most ? lists[i].count : most;
        if (product <= limit) break;
        f->is_cut = true;
    }
    for (size_t i = 0; i < count; i++) keep_ends(&lists[i], most);
}

/* The candidates that give the fields of a tuple, if each has one. NULL when out of memory. */
static cg_candidates *find_producers(rounds *r, const cg_node *tuple, size_t user, bool *has_all)
{
    cg_finder *f = r->finder;
    cg_candidates *lists = CG_NEW(f->memory, cg_candidates, tuple->inputs.count + 1);
    size_t room = room_of(r);
    *has_all = lists && tuple->inputs.count;
    for (size_t i = 0; i < tuple->inputs.count && *has_all; i++) {
        const cg_indices *near = &r->map.lists[tuple->inputs.items[i]];
        for (size_t k = 0; k < near->count; k++)
            if (near->items[k] != user &&
                !cg_candidates_add(f->memory, &lists[i], r->current.items[near->items[k]]))
                return NULL;
        *has_all = lists[i].count > 0;
    }
    if (*has_all)
        fit_choices(f, lists, tuple->inputs.count, room < MOST_CHOICES ? room : MOST_CHOICES);
    return lists;
}

static bool join_tuple(rounds *r, size_t user, uint32_t tuple)
{
    cg_finder *f = r->finder;
    bool has_all;
    const cg_node *node = &f->graph->nodes[tuple];
    if (r->is_full) return true;
    const cg_candidates *producers = find_producers(r, node, user, &has_all);
    if (!producers || !has_all) return producers != NULL;
    const cg_sub_graph *s =
        cg_sub_graph_of(f->graph, f->memory, tuple, CG_I, tunip_str_from("tuple"));
    cg_candidate *first = r->current.items[user];
    cg_candidate *second = cg_candidate_new(f->memory, tunip_str_from(""), s, first->spec, NAN);
    choice user_choice = {first, NULL, first}, tuple_choice = {second, &user_choice, NULL};
    const choice *one = &tuple_choice;
    choices all = {NULL, 0};
    if (!second || !unite(f, &user_choice, second, &tuple_choice.whole) ||
        !CG_PUSH(f->memory, all.items, all.count, one))
        return false;
    for (size_t i = 0; i < node->inputs.count && all.count && tuple_choice.whole; i++)
        if (!extend(r, &all, &producers[i])) return false;
    for (size_t i = 0; i < all.count && tuple_choice.whole; i++)
        if (!add_to_round(r, all.items[i]->whole)) return false;
    return true;
}

static bool join_tuple_args(rounds *r, const cg_combiner *c)
{
    (void)c;
    cg_finder *f = r->finder;
    if (!begin_rounds(r, injective_exits)) return false;
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
    return made && add_to_round(r, cg_candidate_union(f->graph, f->memory, base, made));
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

/* ---- a rule that reached the limit ---- */

/* Rounds reach unions of few candidates first. The greatest ones, which often cost least, would be
 * missing. So each expression gets one more candidate that ends there: the greatest one that is
 * known, extended by the candidates of the rules inside as far as they may join. */

typedef struct extension {
    rounds *rounds;
    const cg_rule *rule;
} extension;

static bool may_be_joined(const extension *x, const cg_sub_graph *up, const cg_sub_graph *down)
{
    bool may = false;
    for (size_t i = 0; i < x->rule->combiner_count && !may; i++)
        may = x->rule->combiners[i].kind == CG_COMBINE_BY_KIND &&
              may_join(&x->rule->combiners[i], up, down);
    return may && cg_sub_graph_touches(x->rounds->finder->graph, up, down);
}

/* Joins a candidate whose result `*whole` uses. A union that is not valid is not made. */
static bool extend_by(const extension *x, const cg_candidate *up, cg_candidate **whole)
{
    cg_finder *f = x->rounds->finder;
    size_t most = x->rule->max_depth;
    if (!may_be_joined(x, up->sub_graph, (*whole)->sub_graph)) return true;
    tn_arena_mark here = tn_arena_here(f->memory);
    cg_candidate *made = cg_candidate_union(f->graph, f->memory, up, *whole);
    if (!made) return false;
    bool is_valid = !most || made->sub_graph->depth <= most;
    if (is_valid && f->one_exit)
        is_valid = !cg_sub_graph_check(f->graph, f->memory, made->sub_graph, f->one_exit);
    if (is_valid)
        *whole = made;
    else
        tn_arena_rewind(f->memory, here);
    return !f->memory->failed;
}

/* Each pass is over the candidates that give an input; a union has other inputs. */
static bool extend_fully(const extension *x, cg_candidate *whole)
{
    rounds *r = x->rounds;
    cg_finder *f = r->finder;
    for (cg_candidate *before = NULL; before != whole;) {
        cg_set inputs = cg_sub_graph_inputs(f->graph, f->memory, whole->sub_graph);
        if (!cg_by_node_at(&r->map, f->memory, inputs, &r->near)) return false;
        before = whole;
        for (size_t i = r->near.count; i-- > 0;)
            if (!extend_by(x, r->current.items[r->near.items[i]], &whole)) return false;
    }
    bool is_new = cg_seen_add(&r->table, &r->seen, whole);
    return !r->table.failed && (!is_new || cg_candidates_add(f->memory, &r->added, whole));
}

/* Of each expression, the candidate with the most nodes that is valid and ends there. */
static cg_candidate **find_ends(rounds *r)
{
    cg_finder *f = r->finder;
    cg_candidate **ends = CG_NEW(f->memory, cg_candidate *, f->graph->count);
    for (size_t i = 0; ends && i < r->current.count; i++) {
        cg_candidate *candidate = r->current.items[i], **end = &ends[candidate->sub_graph->last];
        size_t known = *end ? cg_set_size((*end)->sub_graph->inside) : 0;
        if (cg_set_size(candidate->sub_graph->inside) <= known) continue;
        tn_arena_mark here = tn_arena_here(f->memory);
        bool is_valid = !f->one_exit ||
                        !cg_sub_graph_check(f->graph, f->memory, candidate->sub_graph, f->one_exit);
        tn_arena_rewind(f->memory, here);
        if (is_valid) *end = candidate;
    }
    return ends;
}

static bool add_greatest(rounds *r, const cg_rule *rule, size_t inner_count)
{
    cg_finder *f = r->finder;
    extension x = {r, rule};
    next_round(r);
    cg_candidate **ends = find_ends(r);
    tn_arena_free(&r->scratch);
    bool fine = ends && cg_by_node_init(&r->map, &r->scratch, f->graph, r->current.count);
    for (size_t i = 0; fine && i < inner_count; i++)
        fine =
            cg_by_node_add(&r->map, &r->scratch, r->current.items[i]->sub_graph->exit, (uint32_t)i);
    for (uint32_t i = 0; fine && i < f->graph->count; i++)
        fine = !ends[i] || extend_fully(&x, ends[i]);
    next_round(r);
    return fine;
}

bool cg_combine(cg_finder *finder, const cg_rule *rule, cg_candidates *candidates)
{
    size_t inner_count = candidates->count;
    rounds r = {.finder = finder, .added = *candidates, .max_depth = rule->max_depth};
    for (size_t i = 0; i < candidates->count; i++)
        cg_seen_add(&r.table, &r.seen, candidates->items[i]);
    bool fine = !r.table.failed;
    while (fine && !finder->memory->failed && next_round(&r) && !r.is_full)
        for (size_t i = 0; fine && i < rule->combiner_count; i++)
            fine = combiners[rule->combiners[i].kind](&r, &rule->combiners[i]);
    if (fine && r.is_full && !finder->as_tvm) fine = add_greatest(&r, rule, inner_count);
    tn_arena_free(&r.scratch);
    tn_arena_free(&r.table);
    finder->memory->failed |= !fine;
    *candidates = r.current;
    return fine && !finder->memory->failed;
}

/* ======== coalesce ======== */

/* Joins chosen candidates of one spec that touch.
 *
 * If the union must have one exit, a part can join another one only when that one has all users of
 * its results. So it is asked again when parts that use it have become one. */

typedef struct coalesce {
    cg_finder *finder;
    cg_candidates parts; /* NULL: it is inside of a later one */
    uint32_t *part_of;   /* of each node, 1 + the number of its part, or 0 */
    cg_indices queue;    /* of parts that may join one that uses their results */
} coalesce;

/* Puts a node behind the others to visit. True if it belongs to one of two parts. */
static bool visit(coalesce *c, uint32_t index, size_t i, size_t j, size_t *count)
{
    cg_graph *g = c->finder->graph;
    uint32_t part = c->part_of[index];
    if (part == i + 1 || part == j + 1) return true;
    if (!cg_bits_has(&g->bits, index)) g->stack[(*count)++] = index;
    cg_bits_add(&g->bits, index);
    return false;
}

static bool visit_outputs(coalesce *c, size_t part, size_t i, size_t j, size_t *count)
{
    bool is_back = false;
    CG_EACH(index, c->parts.items[part]->sub_graph->output)
    {
        is_back |= visit(c, index, i, j, count);
    }
    return is_back;
}

/* Whether data flows from the union of two parts through other parts, taken as wholes, back. */
static bool makes_cycle(coalesce *c, size_t i, size_t j)
{
    cg_graph *g = c->finder->graph;
    size_t count = 0;
    bool is_found = false;
    visit_outputs(c, i, i, j, &count);
    visit_outputs(c, j, i, j, &count);
    for (size_t at = 0; at < count && !is_found; at++) {
        const cg_indices *outputs = &g->nodes[g->stack[at]].outputs;
        uint32_t part = c->part_of[g->stack[at]];
        if (part) is_found = visit_outputs(c, part - 1, i, j, &count);
        for (size_t k = 0; k < outputs->count && !part; k++)
            is_found |= visit(c, outputs->items[k], i, j, &count);
    }
    cg_bits_clear(&g->bits);
    return is_found;
}

static bool add_part(coalesce *c, cg_candidate *part)
{
    CG_EACH(index, part->sub_graph->inside) c->part_of[index] = (uint32_t)c->parts.count + 1;
    uint32_t number = (uint32_t)c->parts.count;
    return cg_candidates_add(c->finder->memory, &c->parts, part) &&
           CG_PUSH(c->finder->memory, c->queue.items, c->queue.count, number);
}

/* The parts whose results a part uses may now have no other user, so that they can join it. */
static bool ask_inputs(coalesce *c, const cg_sub_graph *s)
{
    const cg_finder *f = c->finder;
    CG_EACH(index, s->entry)
    {
        const cg_indices *inputs = &f->graph->nodes[index].inputs;
        for (size_t i = 0; i < inputs->count; i++) {
            uint32_t part = c->part_of[inputs->items[i]];
            if (!part || part == c->parts.count) continue;
            part--;
            if (!CG_PUSH(f->memory, c->queue.items, c->queue.count, part)) return false;
        }
    }
    return true;
}

/* Joins two parts, if the union keeps the limits of its set of rules. */
static bool try_to_join(coalesce *c, size_t i, size_t j, bool *is_done)
{
    cg_finder *f = c->finder;
    const cg_candidate *up = c->parts.items[i], *down = c->parts.items[j];
    if (up->spec != down->spec || !up->spec->joins ||
        !cg_sub_graph_touches(f->graph, up->sub_graph, down->sub_graph) || makes_cycle(c, i, j))
        return true;
    tn_arena_mark here = tn_arena_here(f->memory);
    cg_candidate *made = cg_candidate_union(f->graph, f->memory, up, down);
    if (!made) return false;
    *is_done = !cg_sub_graph_check(f->graph, f->memory, made->sub_graph, &up->spec->join_limits);
    if (!*is_done) {
        tn_arena_rewind(f->memory, here);
        return !f->memory->failed;
    }
    c->parts.items[i] = c->parts.items[j] = NULL;
    return add_part(c, made) && ask_inputs(c, made->sub_graph);
}

static bool join_part(coalesce *c, size_t i)
{
    bool is_done = false;
    if (!c->parts.items[i] || !c->parts.items[i]->spec->joins) return true;
    const cg_set outputs = c->parts.items[i]->sub_graph->output;
    for (uint32_t at = cg_set_next(outputs, 0); at != CG_NONE && !is_done;
         at = cg_set_next(outputs, at + 1)) {
        uint32_t part = c->part_of[at];
        if (part && !try_to_join(c, i, part - 1, &is_done)) return false;
    }
    return true;
}

static bool join_parts(cg_finder *f, cg_candidates *candidates)
{
    coalesce c = {.finder = f, .part_of = CG_NEW(f->memory, uint32_t, f->graph->count)};
    bool fine = c.part_of != NULL;
    size_t kept = 0;
    for (size_t i = 0; fine && i < candidates->count; i++)
        fine = add_part(&c, candidates->items[i]);
    for (size_t i = 0; fine && i < c.queue.count; i++) fine = join_part(&c, c.queue.items[i]);
    for (size_t i = 0; i < c.parts.count; i++)
        if (c.parts.items[i]) c.parts.items[kept++] = c.parts.items[i];
    *candidates = (cg_candidates){c.parts.items, kept};
    return fine;
}

/* ---- as TVM does it ---- */

/* Joins a part to those that use its results. TVM goes on with a part that it has just joined to
 * another one, so that it may become a part of two unions. */
static bool join_near(cg_finder *f, const cg_candidates *parts, size_t i, const cg_indices *near,
                      bool *removed, cg_candidates *added)
{
    const cg_candidate *up = parts->items[i];
    for (size_t k = 0; k < near->count; k++) {
        size_t j = near->items[k];
        const cg_candidate *down = parts->items[j];
        if (i == j || removed[j] || up->spec != down->spec ||
            !cg_sub_graph_touches(f->graph, up->sub_graph, down->sub_graph))
            continue;
        if (!cg_candidates_add(f->memory, added, cg_candidate_union(f->graph, f->memory, up, down)))
            return false;
        removed[i] = removed[j] = true;
    }
    return true;
}

/* One round of MaxCoalesce of src/relay/collage/candidate_partition.cc. */
static bool join_round(cg_finder *f, cg_candidates *parts, cg_candidates *added)
{
    cg_by_node map;
    cg_indices near = {NULL, 0};
    bool *removed = CG_NEW(f->memory, bool, parts->count + 1);
    size_t kept = 0;
    if (!removed || !cg_by_node_init(&map, f->memory, f->graph, parts->count)) return false;
    for (size_t i = 0; i < parts->count; i++)
        if (!cg_by_node_add(&map, f->memory, entries(parts->items[i]), (uint32_t)i)) return false;
    for (size_t i = 0; i < parts->count; i++)
        if (!removed[i] && (!cg_by_node_at(&map, f->memory, outputs(parts->items[i]), &near) ||
                            !join_near(f, parts, i, &near, removed, added)))
            return false;
    for (size_t i = 0; i < parts->count; i++)
        if (!removed[i]) parts->items[kept++] = parts->items[i];
    parts->count = kept;
    for (size_t i = 0; i < added->count; i++)
        if (!cg_candidates_add(f->memory, parts, added->items[i])) return false;
    return true;
}

bool cg_coalesce(cg_finder *finder, cg_candidates *candidates)
{
    bool fine = finder->as_tvm || join_parts(finder, candidates);
    cg_candidates added = {NULL, finder->as_tvm};
    while (fine && added.count) {
        added.count = 0;
        fine = join_round(finder, candidates, &added);
    }
    return fine && cg_candidates_sort(finder->memory, candidates);
}

/* ======== prune ======== */

/* Removes candidates that are parts of greater ones of the same spec.
 *
 * If two of the greatest candidates overlap, at most one of them can be chosen, and smaller ones
 * have to fill the gaps. So the overlapping ones are set aside, the greatest of the rest are kept,
 * too, and so on. This is a heuristic of TVM: the best cover may be lost. */

static bool fill(cg_finder *f, const cg_candidates *list, cg_by_node *map)
{
    if (!cg_by_node_init(map, f->memory, f->graph, list->count)) return false;
    for (size_t i = 0; i < list->count; i++)
        if (!cg_by_node_add(map, f->memory, list->items[i]->sub_graph->inside, (uint32_t)i))
            return false;
    return true;
}

/* For TVM, two candidates of one spec with the same nodes are parts of each other, and neither is
 * kept. Otherwise the first one is. */
static bool is_part(const cg_finder *f, const cg_candidates *list, size_t i, size_t j)
{
    const cg_candidate *a = list->items[i], *b = list->items[j];
    if (i == j || a->spec != b->spec || !cg_set_within(a->sub_graph->inside, b->sub_graph->inside))
        return false;
    return f->as_tvm || j < i || !cg_set_equal(a->sub_graph->inside, b->sub_graph->inside);
}

/* The candidates that are not parts of another one. */
static bool find_greatest(cg_finder *f, const cg_candidates *list, cg_candidates *out)
{
    cg_by_node map;
    out->count = 0;
    if (!fill(f, list, &map)) return false;
    for (size_t i = 0; i < list->count; i++) {
        const cg_indices *near = &map.lists[list->items[i]->sub_graph->first];
        bool is_greatest = true;
        for (size_t k = 0; is_greatest && k < near->count; k++)
            is_greatest = !is_part(f, list, i, near->items[k]);
        if (is_greatest && !cg_candidates_add(f->memory, out, list->items[i])) return false;
    }
    return true;
}

/* Adds the candidates that overlap another one without being equal to it. */
static bool find_overlapping(cg_finder *f, const cg_candidates *list, cg_seen *out)
{
    cg_by_node map;
    cg_indices near = {NULL, 0};
    if (!fill(f, list, &map)) return false;
    for (size_t i = 0; i < list->count; i++) {
        cg_set inside = list->items[i]->sub_graph->inside;
        bool overlaps = false;
        if (!cg_by_node_at(&map, f->memory, inside, &near)) return false;
        for (size_t k = 0; !overlaps && k < near.count; k++)
            overlaps = !cg_set_equal(inside, list->items[near.items[k]]->sub_graph->inside);
        if (overlaps) cg_seen_add(f->memory, out, list->items[i]);
    }
    return !f->memory->failed;
}

static void subtract(cg_candidates *list, const cg_seen *seen)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!cg_seen_has(seen, list->items[i])) list->items[kept++] = list->items[i];
    list->count = kept;
}

bool cg_prune(cg_finder *finder, cg_candidates *candidates)
{
    tn_arena *memory = finder->memory;
    cg_candidates greatest = {NULL, 0}, kept = {NULL, 0};
    cg_seen pruned = {.by_spec = !finder->as_tvm};
    for (;;) {
        cg_seen overlapping = {.by_spec = !finder->as_tvm};
        size_t before = kept.count;
        if (!find_greatest(finder, candidates, &greatest)) return false;
        for (size_t i = 0; i < greatest.count; i++)
            if (cg_seen_add(memory, &pruned, greatest.items[i]) &&
                !cg_candidates_add(memory, &kept, greatest.items[i]))
                return false;
        if (kept.count == before) break;
        if (!find_overlapping(finder, &kept, &overlapping)) return false;
        subtract(candidates, &overlapping);
    }
    *candidates = kept;
    return cg_candidates_sort(memory, candidates);
}
