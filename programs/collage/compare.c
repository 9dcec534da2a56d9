/* compare.c -- the chosen partitions against one backend alone, and against a greedy choice. */
#include <math.h>
#include <stdlib.h>

#include "engine.h"

/* A search over some of the candidates of a partition. INFINITY: they do not cover the function.
 * NAN: the costs of some are not known. */
static bool search_some(cg_engine *e, cg_partition *p, cg_candidates some, double *cost)
{
    tn_arena scratch = {.chunks = NULL};
    cg_cover cover;
    cg_index all = p->index;
    bool fine = cg_index_init(&p->index, &scratch, &p->graph, some) &&
                cg_engine_search(e, p, &scratch, &e->options.search, &cover);
    *cost = fine && cover.is_found ? cover.cost : INFINITY;
    if (e->has_gaps) *cost = NAN;
    p->index = all;
    for (size_t i = 0; i < all.all.count; i++) all.all.items[i]->number = (uint32_t)i;
    tn_arena_free(&scratch);
    return fine;
}

/* Which candidates a search may use besides the host's. */
enum { ALONE, WITH_TVM };

static bool search_backend(cg_engine *e, cg_partition *p, const cg_spec *spec, int which,
                           double *cost)
{
    cg_candidates some = {NULL, 0};
    for (size_t i = 0; i < p->index.all.count; i++) {
        cg_candidate *candidate = p->index.all.items[i];
        bool is_wanted = candidate->spec == spec || candidate->spec->is_host ||
                         (which == WITH_TVM && !candidate->spec->is_external);
        if (is_wanted && !cg_candidates_add(e->memory, &some, candidate)) return false;
    }
    return search_some(e, p, some, cost);
}

/* The greatest first; of the same size, the cheapest. */
static int by_size(const void *a, const void *b)
{
    const cg_candidate *x = *(cg_candidate *const *)a, *y = *(cg_candidate *const *)b;
    size_t left = cg_set_size(x->sub_graph->inside), right = cg_set_size(y->sub_graph->inside);
    if (left != right) return left > right ? -1 : 1;
    if (x->cost < y->cost || y->cost < x->cost) return x->cost < y->cost ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The greatest candidates of a backend, whatever they cost, and the best of TVM for the rest. This
 * is what `partition_for_<backend>` of TVM does, within the limits of the rules. */
static bool search_greedily(cg_engine *e, cg_partition *p, const cg_spec *spec, double *cost)
{
    cg_candidates sorted = {NULL, 0}, some = {NULL, 0};
    bool *taken = CG_NEW(e->memory, bool, p->graph.count);
    if (!taken) return false;
    for (size_t i = 0; i < p->index.all.count; i++) {
        cg_candidate *candidate = p->index.all.items[i];
        if (candidate->spec == spec && !isinf(candidate->cost) &&
            !cg_candidates_add(e->memory, &sorted, candidate))
            return false;
    }
    if (sorted.count > 1) qsort(sorted.items, sorted.count, sizeof *sorted.items, by_size);
    for (size_t i = 0; i < p->index.all.count + sorted.count; i++) {
        bool is_rest = i >= sorted.count, fits = true;
        cg_candidate *candidate = is_rest ? p->index.all.items[i - sorted.count] : sorted.items[i];
        if (is_rest && candidate->spec->is_external) continue;
        CG_EACH(index, candidate->sub_graph->inside) fits = fits && !taken[index];
        if (!fits) continue;
        if (!cg_candidates_add(e->memory, &some, candidate)) return false;
        CG_EACH(index, candidate->sub_graph->inside) taken[index] |= !is_rest;
    }
    return search_some(e, p, some, cost);
}

bool cg_compare_backend(cg_engine *e, const cg_spec *spec, cg_comparison *out)
{
    *out = (cg_comparison){.spec = spec};
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        double alone, with_tvm = 0, greedy = 0;
        if (!search_backend(e, p, spec, ALONE, &alone)) return false;
        if (spec->is_external && (!search_backend(e, p, spec, WITH_TVM, &with_tvm) ||
                                  !search_greedily(e, p, spec, &greedy)))
            return false;
        out->best += p->cover.cost;
        out->alone += alone;
        out->with_tvm += with_tvm;
        out->greedy += greedy;
    }
    return true;
}

/* ======== output ======== */

static const struct {
    const char *key, *text;
    size_t offset;
    bool is_external; /* only for external backends */
} rows[] = {{"alone", "alone", offsetof(cg_comparison, alone), false},
            {"with_tvm", "with TVM", offsetof(cg_comparison, with_tvm), true},
            {"greedy", "greedily, then TVM", offsetof(cg_comparison, greedy), true}};

static double row_cost(const cg_comparison *c, size_t row)
{
    return *(const double *)(const void *)((const char *)c + rows[row].offset);
}

bool cg_compare_text(cg_engine *e, tn_text *out)
{
    tn_text_say(out, "\ncompared with one backend\n");
    for (size_t i = 0; i < e->spec_count; i++) {
        cg_comparison c;
        if (e->specs[i]->is_host) continue;
        if (!cg_compare_backend(e, e->specs[i], &c)) return false;
        for (size_t k = 0; k < TUNIP_LEN(rows); k++) {
            if (rows[k].is_external && !c.spec->is_external) continue;
            tn_text_say(out, "  %.*s %s: ", (int)c.spec->name.size, c.spec->name.data,
                        rows[k].text);
            cg_say_more(out, row_cost(&c, k), c.best);
            tn_text_say(out, "\n");
        }
    }
    return !out->failed;
}

bool cg_compare_json(cg_engine *e, tunip_json_writer *w)
{
    tunip_json_key(w, "compared");
    tunip_json_open(w, '{');
    for (size_t i = 0; i < e->spec_count; i++) {
        cg_comparison c;
        if (e->specs[i]->is_host) continue;
        if (!cg_compare_backend(e, e->specs[i], &c)) return false;
        tunip_json_key_view(w, c.spec->name);
        tunip_json_open(w, '{');
        for (size_t k = 0; k < TUNIP_LEN(rows); k++)
            if (!rows[k].is_external || c.spec->is_external)
                cg_put_cost(w, rows[k].key, row_cost(&c, k));
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
    return true;
}
