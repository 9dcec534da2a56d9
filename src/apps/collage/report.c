/* report.c -- candidates, the chosen ones and the cost, as JSON. */
#include "report.h"

#include "explain.h"

#include <math.h>
#include <stdlib.h>

typedef struct lines {
    tunip_str *items;
    size_t count;
} lines;

static int by_text(const void *a, const void *b)
{
    return cg_compare(*(const tunip_str *)a, *(const tunip_str *)b);
}

/* The candidates of a list, except the host's. */
static bool describe(cg_engine *e, cg_partition *p, const cg_candidates *list, bool with_costs,
                     lines *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const cg_candidate *candidate = list->items[i];
        cg_buffer text = {.memory = e->memory};
        if (candidate->spec->is_host) continue;
        cg_candidate_say(&text, e->context, &p->graph, candidate,
                         with_costs ? candidate->cost : NAN);
        if (!CG_PUSH(e->memory, out->items, out->count, cg_taken(&text))) return false;
    }
    return true;
}

static void put_list(tunip_json_writer *w, const char *key, lines *list, bool sorted)
{
    if (sorted && list->count > 1) qsort(list->items, list->count, sizeof *list->items, by_text);
    tunip_json_key(w, key);
    tunip_json_open(w, '[');
    for (size_t i = 0; i < list->count; i++) tunip_json_put_string(w, list->items[i]);
    tunip_json_close(w, ']');
}

static void put_totals(cg_engine *e, tunip_json_writer *w)
{
    double cost = 0, searched = 0;
    size_t transitions = 0, equals = 0;
    bool is_optimal = true;
    for (size_t i = 0; i < e->partition_count; i++) {
        const cg_partition *p = &e->partitions[i];
        cost += p->cost;
        searched += p->cover.cost;
        transitions += p->cover.transitions;
        equals += p->cover.equals;
        is_optimal = is_optimal && p->cover.is_optimal && !p->is_cut;
    }
    tunip_json_key(w, "estimated_cost");
    tunip_json_put_float(w, cost);
    tunip_json_key(w, "transitions");
    tunip_json_put_size(w, transitions);
    tunip_json_key(w, "path_cost");
    tunip_json_put_float(w, searched);
    tunip_json_key(w, "equal_paths");
    tunip_json_put_size(w, equals);
    tunip_json_key(w, "optimal");
    tunip_json_put_bool(w, is_optimal);
}

tunip_status cg_report_write(cg_engine *e, size_t explained, tunip_write_fn write, void *user,
                             tunip_error *error)
{
    lines candidates = {NULL, 0}, costs = {NULL, 0}, chosen = {NULL, 0};
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        if (!describe(e, p, &p->index.all, false, &candidates) ||
            !describe(e, p, &p->index.all, true, &costs) ||
            !describe(e, p, &p->chosen, true, &chosen))
            return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    put_list(w, "candidates", &candidates, true);
    put_list(w, "candidates_with_costs", &costs, true);
    put_list(w, "chosen", &chosen, false);
    put_totals(e, w);
    bool fine = !explained || cg_explain_json(e, explained, w);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    tunip_status status = tunip_json_writer_end(w, error);
    return fine ? status : TUNIP_ERROR_MEMORY;
}
