/* explain.c -- why the chosen partitions won. */
#include <math.h>
#include <stdlib.h>

#include "../../src/util/size.h"
#include "engine.h"

/* ======== explain ======== */

/* Asks the search what would be otherwise. */

/* ---- questions ---- */

typedef struct asker {
    cg_engine *engine;
    cg_partition *partition;
    cg_paths paths; /* if they are complete, they have all answers */
    cg_by_node near;
} asker;

/* A search with one condition more. Its memory is freed; `instead` gets the candidates that meet
 * the nodes of `at`. */
static bool search(asker *a, const cg_candidate *with, const cg_candidate *without, cg_reason *at,
                   double *cost)
{
    tn_arena scratch = {.chunks = NULL};
    cg_cover cover;
    cg_search_options options = a->engine->options.search;
    options.with = with;
    options.without = without;
    bool fine = cg_engine_search(a->engine, a->partition, &scratch, &options, &cover);
    *cost = fine && cover.is_found ? cover.cost : INFINITY;
    if (a->engine->has_gaps) *cost = NAN;
    for (size_t i = fine && at ? cover.chosen.count : 0; i-- > 0;) {
        cg_candidate *chosen = cover.chosen.items[i];
        if (cg_set_meets(chosen->sub_graph->inside, at->candidate->sub_graph->inside) &&
            !cg_candidates_add(a->engine->memory, &at->instead, chosen))
            fine = false;
    }
    tn_arena_free(&scratch);
    return fine;
}

static bool ask_without(asker *a, cg_reason *reason)
{
    const cg_candidate *candidate = reason->candidate;
    if (!a->paths.is_complete) return search(a, NULL, candidate, reason, &reason->without);
    const cg_step *step = cg_paths_without(&a->paths, candidate);
    reason->without = step ? step->cover : INFINITY;
    return !step || cg_paths_meeting(&a->paths, step, candidate->sub_graph->inside,
                                     a->engine->memory, &reason->instead);
}

static double cost_per_node(const cg_candidate *candidate)
{
    return candidate->cost / (double)cg_set_size(candidate->sub_graph->inside);
}

/* Costs that are not known come last. */
static int by_price(const void *a, const void *b)
{
    const cg_candidate *x = ((const cg_loser *)a)->candidate;
    const cg_candidate *y = ((const cg_loser *)b)->candidate;
    double left = cost_per_node(x), right = cost_per_node(y);
    if (isnan(left) || isnan(right)) return isnan(left) - isnan(right);
    if (left < right || right < left) return left < right ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int by_cost(const void *a, const void *b)
{
    const cg_loser *x = a, *y = b;
    if (x->cost < y->cost || y->cost < x->cost) return x->cost < y->cost ? -1 : 1;
    return (x->candidate->number > y->candidate->number) -
           (x->candidate->number < y->candidate->number);
}

static void sort(cg_reason *r, int (*order)(const void *, const void *))
{
    if (r->loser_count > 1) qsort(r->losers, r->loser_count, sizeof *r->losers, order);
}

/* All candidates that overlap the chosen one, with their costs if the paths have them. */
static bool find_losers(asker *a, cg_reason *reason)
{
    tn_arena *memory = a->engine->memory;
    cg_indices numbers = {NULL, 0};
    if (!cg_by_node_at(&a->near, memory, reason->candidate->sub_graph->inside, &numbers))
        return false;
    for (size_t i = 0; i < numbers.count; i++) {
        cg_loser loser = {a->partition->index.all.items[numbers.items[i]], INFINITY};
        const cg_step *step = a->paths.is_complete ? a->paths.with[numbers.items[i]] : NULL;
        if (step) loser.cost = step->cover;
        if (loser.candidate != reason->candidate && !loser.candidate->spec->is_host &&
            !CG_PUSH(memory, reason->losers, reason->loser_count, loser))
            return false;
    }
    return true;
}

static bool ask_losers(asker *a, size_t most, cg_reason *reason)
{
    if (!find_losers(a, reason)) return false;
    sort(reason, a->paths.is_complete ? by_cost : by_price);
    reason->unlisted = reason->loser_count > most ? reason->loser_count - most : 0;
    reason->loser_count -= reason->unlisted;
    for (size_t i = 0; !a->paths.is_complete && i < reason->loser_count; i++)
        if (!search(a, reason->losers[i].candidate, NULL, NULL, &reason->losers[i].cost))
            return false;
    sort(reason, by_cost);
    return true;
}

/* A beam or a budget is for models with too many states to visit all. */
static bool open_asker(asker *a)
{
    cg_engine *e = a->engine;
    cg_partition *p = a->partition;
    size_t count = p->index.all.count, most = 4 * p->cover.states + 100000;
    const cg_search_options *options = &e->options.search;
    if (!cg_by_node_init(&a->near, e->memory, &p->graph, count)) return false;
    for (size_t i = 0; i < count; i++)
        if (!cg_by_node_add(&a->near, e->memory, p->index.all.items[i]->sub_graph->inside,
                            (uint32_t)i))
            return false;
    return options->beam || options->budget || p->cover.is_cut ||
           cg_engine_paths(e, p, most, &a->paths);
}

bool cg_explain(cg_engine *e, cg_partition *p, size_t most, cg_explanation *out)
{
    asker a = {.engine = e, .partition = p};
    *out = (cg_explanation){NULL, 0};
    bool fine = open_asker(&a);
    for (size_t i = p->cover.chosen.count; fine && i-- > 0;) {
        cg_reason reason = {.candidate = p->cover.chosen.items[i]};
        if (reason.candidate->spec->is_host) continue;
        fine = ask_without(&a, &reason) && ask_losers(&a, most, &reason) &&
               CG_PUSH(e->memory, out->reasons, out->count, reason);
    }
    cg_paths_free(&a.paths);
    return fine || tn_no_memory(e->error) == TUNIP_OK;
}

/* ---- text ---- */

static void say_cost(tn_text *out, double seconds)
{
    char room[TN_SECONDS_SIZE];
    tn_text_put_word(out, isinf(seconds) ? "impossible" : tn_seconds_text(seconds, room));
}

static void say_place(tn_text *out, const cg_candidate *candidate)
{
    tn_text_put_str(out, candidate->spec->name);
    cg_candidate_say_place(out, candidate);
}

static void say_name(tn_text *out, const cg_candidate *candidate)
{
    say_place(out, candidate);
    tn_text_put_word(out, " ");
    tn_text_put_str(out, candidate->sub_graph->label);
}

void cg_say_more(tn_text *out, double cost, double best)
{
    if (isinf(cost) || isnan(cost)) {
        tn_text_say(out, isinf(cost) ? "impossible" : "not known, because costs are missing");
        return;
    }
    bool is_more = cost > best * (1 + 1e-12); /* sums in another order may differ a little */
    say_cost(out, cost);
    tn_text_say(out, is_more ? " (+" : " (the same");
    if (is_more) {
        say_cost(out, cost - best);
        tn_text_say(out, ", +%.1f %%", (cost / best - 1) * 100);
    }
    tn_text_say(out, ")");
}

static void say_reason(tn_text *out, const cg_reason *r, double best)
{
    tn_text_say(out, "\n  ");
    say_name(out, r->candidate);
    tn_text_say(out, ": ");
    say_cost(out, r->candidate->cost);
    tn_text_say(out, "\n    without it: ");
    cg_say_more(out, r->without, best);
    for (size_t i = 0; i < r->instead.count; i++) {
        if (r->instead.items[i]->spec->is_host) continue;
        tn_text_say(out, "\n      instead: ");
        say_name(out, r->instead.items[i]);
        tn_text_say(out, ": ");
        say_cost(out, r->instead.items[i]->cost);
    }
    for (size_t i = 0; i < r->loser_count; i++) {
        tn_text_say(out, "\n    lost: ");
        say_name(out, r->losers[i].candidate);
        tn_text_say(out, ": with it ");
        cg_say_more(out, r->losers[i].cost, best);
    }
    if (r->unlisted) tn_text_say(out, "\n    lost: %zu more candidates", r->unlisted);
    tn_text_say(out, "\n");
}

/* The joined candidates of a list, with their parts and both costs. */
static bool say_joined(tn_text *out, cg_engine *e, const cg_partition *p, const char *head,
                       const cg_candidates *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const cg_candidate *whole = list->items[i];
        cg_candidates parts;
        if (!cg_joined_parts(e, p, whole, &parts)) return false;
        if (!parts.count) continue;
        tn_text_say(out, "%s  ", head);
        say_place(out, whole);
        for (size_t k = 0; k < parts.count; k++) {
            tn_text_put_word(out, k ? " + " : " = ");
            say_place(out, parts.items[k]);
        }
        tn_text_put_word(out, ": ");
        say_cost(out, whole->cost);
        tn_text_put_word(out, ", the parts ");
        say_cost(out, cg_path_cost(e, &parts) - (double)parts.count * e->options.search.transition);
        tn_text_say(out, "\n");
        head = "";
    }
    return true;
}

/* A candidate deeper than the search allows may be what joined candidates became after it. */
static tunip_str rejection(cg_engine *e, const cg_partition *p, const cg_rejected *r)
{
    tunip_str reason = tunip_str_from(r->reason);
    bool is_joined = false;
    for (size_t i = 0; i < p->chosen.count; i++) {
        const cg_candidate *chosen = p->chosen.items[i];
        is_joined |= chosen->spec == r->candidate->spec &&
                     cg_set_equal(chosen->sub_graph->inside, r->candidate->sub_graph->inside);
    }
    return is_joined ? cg_join(e->memory, reason, "", tunip_str_from("; joined after the search"))
                     : reason;
}

enum { MOST_REJECTED = 20 };

static void say_rejected(tn_text *out, cg_engine *e, const cg_partition *p)
{
    if (p->rejected_count) tn_text_say(out, "\nnot valid: %zu candidates\n", p->rejected_count);
    for (size_t i = 0; i < p->rejected_count && i < MOST_REJECTED; i++) {
        tn_text_say(out, "  ");
        say_name(out, p->rejected[i].candidate);
        tn_text_put_word(out, ": ");
        tn_text_put_str(out, rejection(e, p, &p->rejected[i]));
        tn_text_put_word(out, "\n");
    }
    if (p->rejected_count > MOST_REJECTED)
        tn_text_say(out, "  and %zu more\n", p->rejected_count - MOST_REJECTED);
}

static void say_head(tn_text *out, const cg_engine *e, const cg_partition *p)
{
    tn_text_say(out, "@%.*s: ", (int)p->name.size, p->name.data);
    say_cost(out, p->cover.cost);
    tn_text_say(out, ", %zu candidates of %zu, %zu states, %zu transitions\n", p->index.all.count,
                p->found_count, p->cover.states, p->cover.transitions);
    if (p->is_cut) tn_text_say(out, "not optimal: a rule reached the limit of candidates\n");
    if (p->cover.is_cut)
        tn_text_say(out, "not optimal: the search was long and went on with a beam\n");
    else if (!p->cover.is_optimal)
        tn_text_say(out, "not optimal: the beam or the budget left out states\n");
    if (e->options.prune) tn_text_say(out, "the best cover of the candidates that pruning left\n");
    if (p->cover.equals)
        tn_text_say(out, "equally cheap: the search found %zu other ways to states\n",
                    p->cover.equals);
}

bool cg_explain_text(cg_engine *e, size_t most, tn_text *out)
{
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        cg_explanation explanation;
        if (!cg_explain(e, p, most, &explanation)) return false;
        if (i) tn_text_say(out, "\n");
        say_head(out, e, p);
        for (size_t k = 0; k < explanation.count; k++)
            say_reason(out, &explanation.reasons[k], p->cover.cost);
        if (!say_joined(out, e, p, "\njoined after the search:\n", &p->chosen) ||
            !say_joined(out, e, p, "\nnot joined, because the parts cost less:\n", &p->apart))
            return false;
        say_rejected(out, e, p);
    }
    if (!e->options.as_tvm && e->spec_count > 2 && !cg_compare_text(e, out)) return false;
    return !out->failed;
}

/* ---- JSON ---- */

static void put_candidate(cg_engine *e, tunip_json_writer *w, const cg_candidate *candidate)
{
    tunip_json_key(w, "name");
    tunip_json_put_string(w, cg_candidate_name(e->memory, candidate));
    tunip_json_key(w, "label");
    tunip_json_put_string(w, candidate->sub_graph->label);
    tunip_json_key(w, "cost");
    tunip_json_put_float(w, candidate->cost);
}

void cg_put_cost(tunip_json_writer *w, const char *key, double cost)
{
    tunip_json_key(w, key);
    if (isinf(cost) || isnan(cost))
        tunip_json_put_null(w);
    else
        tunip_json_put_float(w, cost);
}

static void put_reason(cg_engine *e, tunip_json_writer *w, const cg_partition *p,
                       const cg_reason *r)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "function");
    tunip_json_put_string(w, p->name);
    put_candidate(e, w, r->candidate);
    cg_put_cost(w, "without", r->without);
    tunip_json_key(w, "instead");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < r->instead.count; i++)
        tunip_json_put_string(w, cg_candidate_name(e->memory, r->instead.items[i]));
    tunip_json_close(w, ']');
    tunip_json_key(w, "lost");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < r->loser_count; i++) {
        tunip_json_open(w, '{');
        put_candidate(e, w, r->losers[i].candidate);
        cg_put_cost(w, "with", r->losers[i].cost);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

/* The joined candidates of a list, each with its parts. */
static bool put_joined(cg_engine *e, tunip_json_writer *w, const cg_partition *p,
                       const cg_candidates *list)
{
    for (size_t i = 0; i < list->count; i++) {
        cg_candidates parts;
        if (!cg_joined_parts(e, p, list->items[i], &parts)) return false;
        if (!parts.count) continue;
        tunip_json_key_view(w, cg_candidate_name(e->memory, list->items[i]));
        tunip_json_open(w, '[');
        for (size_t k = 0; k < parts.count; k++)
            tunip_json_put_string(w, cg_candidate_name(e->memory, parts.items[k]));
        tunip_json_close(w, ']');
    }
    return true;
}

bool cg_explain_json(cg_engine *e, size_t most, tunip_json_writer *w)
{
    tunip_json_key(w, "explanation");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        cg_explanation explanation;
        if (!cg_explain(e, p, most, &explanation)) return false;
        for (size_t k = 0; k < explanation.count; k++) put_reason(e, w, p, &explanation.reasons[k]);
    }
    tunip_json_close(w, ']');
    tunip_json_key(w, "joined");
    tunip_json_open(w, '{');
    for (size_t i = 0; i < e->partition_count; i++)
        if (!put_joined(e, w, &e->partitions[i], &e->partitions[i].chosen)) return false;
    tunip_json_close(w, '}');
    tunip_json_key(w, "not_joined");
    tunip_json_open(w, '{');
    for (size_t i = 0; i < e->partition_count; i++)
        if (!put_joined(e, w, &e->partitions[i], &e->partitions[i].apart)) return false;
    tunip_json_close(w, '}');
    if (!e->options.as_tvm && !cg_compare_json(e, w)) return false;
    tunip_json_key(w, "invalid");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < e->partition_count; i++)
        for (size_t k = 0; k < e->partitions[i].rejected_count; k++) {
            const cg_rejected *rejected = &e->partitions[i].rejected[k];
            tunip_json_open(w, '{');
            tunip_json_key(w, "name");
            tunip_json_put_string(w, cg_candidate_name(e->memory, rejected->candidate));
            tunip_json_key(w, "reason");
            tunip_json_put_string(w, rejection(e, &e->partitions[i], rejected));
            tunip_json_close(w, '}');
        }
    tunip_json_close(w, ']');
    return true;
}
