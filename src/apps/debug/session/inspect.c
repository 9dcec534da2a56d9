/* inspect.c -- text about tensors and nodes. */
#include <stdlib.h>

#include "commands.h"

enum { MOST_LINES = 40, MOST_COLUMNS = 16, MOST_RANK = 16 };

void dbg_put_entry(dbg_text *out, const dbg_plan *plan, size_t entry)
{
    const dbg_entry *at = &plan->entries[entry];
    dbg_put(out, "%%%zu", at->node);
    if (plan->nodes[at->node].output_count > 1) dbg_put(out, ".%zu", at->output);
}

static void put_head(dbg_debugger *d, size_t entry)
{
    char type[DBG_TYPE_SIZE];
    const dbg_plan *plan = d->session->plan;
    dbg_tensor_type(&plan->entries[entry].type, type);
    dbg_put_entry(d->out, plan, entry);
    dbg_put(d->out, " ");
    dbg_put_name(d->out, plan->nodes[plan->entries[entry].node].name);
    dbg_put(d->out, ": %s%s", type, d->session->injected[entry] ? ", injected" : "");
}

/* ---- values ---- */

/* The elements to show of each axis. */
typedef struct window {
    size_t begin[MOST_RANK], end[MOST_RANK];
    size_t rank;
} window;

/* Reads "[0, 2:5, :]". An axis that is not named is shown as a whole. */
static bool parse_slice(const dbg_tensor *tensor, const char *text, window *w, tunip_error *error)
{
    w->rank = tensor->rank;
    for (size_t i = 0; i < tensor->rank && i < MOST_RANK; i++) {
        w->begin[i] = 0;
        w->end[i] = (size_t)tensor->dims[i];
    }
    if (tensor->rank > MOST_RANK)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "too many dimensions to show") == 0;
    if (!text) return true;
    size_t axis = 0;
    const char *at = *text == '[' ? text + 1 : text;
    bool fits = true;
    while (*at && *at != ']') {
        char *end;
        fits = axis < tensor->rank;
        if (!fits) break;
        size_t size = (size_t)tensor->dims[axis], first = 0;
        if (tunip_is_digit(*at)) {
            first = (size_t)strtoull(at, &end, 10);
            w->begin[axis] = first;
            w->end[axis] = first + 1;
            at = end;
        }
        if (*at == ':') {
            w->end[axis] = tunip_is_digit(*++at) ? (size_t)strtoull(at, &end, 10) : size;
            if (tunip_is_digit(*at)) at = end;
        }
        fits = w->begin[axis] < w->end[axis] && w->end[axis] <= size;
        if (!fits) break;
        axis++;
        while (*at == ' ') at++;
        if (*at != ',') break;
        while (*++at == ' ') continue;
    }
    if (fits && (!*at || (*at == ']' && !at[1]))) return true;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the slice does not fit: %.100s", text);
    return false;
}

/* A line: the elements of the last axis, behind the place of the first. */
static void put_row(dbg_text *out, const dbg_tensor *tensor, const window *w, const size_t *place)
{
    size_t index = 0, last = tensor->rank ? tensor->rank - 1 : 0;
    for (size_t i = 0; i < tensor->rank; i++) index = index * (size_t)tensor->dims[i] + place[i];
    dbg_put(out, "  [");
    for (size_t i = 0; i < last; i++) dbg_put(out, "%zu, ", place[i]);
    if (tensor->rank && w->begin[last] == 0 && w->end[last] == (size_t)tensor->dims[last])
        dbg_put(out, ":");
    else if (tensor->rank)
        dbg_put(out, "%zu:%zu", w->begin[last], w->end[last]);
    dbg_put(out, "]");
    size_t count = tensor->rank ? w->end[last] - w->begin[last] : 1;
    for (size_t i = 0; i < count && i < MOST_COLUMNS; i++) {
        dbg_put(out, " ");
        dbg_put_element(out, tensor, index + i, 7);
    }
    dbg_put(out, count > MOST_COLUMNS ? " ... %zu more\n" : "\n", count - MOST_COLUMNS);
}

bool dbg_show_tensor(dbg_debugger *d, size_t entry, const char *slice, tunip_error *error)
{
    const dbg_tensor *tensor = d->session->values[entry];
    window w;
    size_t place[MOST_RANK], lines = 0;
    put_head(d, entry);
    dbg_put(d->out, tensor ? "\n" : "\n  not computed yet\n");
    if (!tensor) return true;
    if (!parse_slice(tensor, slice, &w, error)) return false;
    for (size_t i = 0; i < w.rank; i++) {
        place[i] = w.begin[i];
        if (w.begin[i] == w.end[i]) return dbg_put(d->out, "  empty\n"), true;
    }
    for (size_t axis = 1; axis; lines++) {
        if (lines == MOST_LINES) {
            dbg_put(d->out, "  ...\n");
            break;
        }
        put_row(d->out, tensor, &w, place);
        for (axis = w.rank ? w.rank - 1 : 0; axis && ++place[axis - 1] == w.end[axis - 1]; axis--)
            place[axis - 1] = w.begin[axis - 1];
    }
    return true;
}

void dbg_show_stats(dbg_debugger *d, size_t entry)
{
    const dbg_tensor *tensor = d->session->values[entry];
    dbg_stats s;
    put_head(d, entry);
    dbg_put(d->out, tensor ? "\n" : "\n  not computed yet\n");
    if (!tensor) return;
    dbg_stats_compute(tensor, &s);
    if (!s.is_number) {
        dbg_put(d->out, "  %zu elements, which are not numbers\n", s.count);
        return;
    }
    dbg_put(d->out, "  min %.7g  max %.7g  mean %.7g  std %.7g\n", s.min, s.max, s.mean,
            s.deviation);
    dbg_put(d->out, "  %zu elements, %zu zero, %zu NaN, %zu Inf\n  ", s.count, s.zeros, s.nans,
            s.infs);
    for (size_t i = 0; i < DBG_BINS; i++) dbg_put(d->out, "%s%zu", i ? " " : "", s.bins[i]);
    dbg_put(d->out, "\n");
}

/* ---- nodes ---- */

void dbg_show_node(dbg_debugger *d, size_t node)
{
    const dbg_plan *plan = d->session->plan;
    const dbg_node *at = &plan->nodes[node];
    dbg_put(d->out, "%c %zu ", d->session->done[node] ? '*' : ' ', node);
    dbg_put_name(d->out, at->name);
    dbg_put(d->out, "(");
    for (size_t i = 0; i < at->input_count; i++) {
        if (i) dbg_put(d->out, ", ");
        dbg_put_entry(d->out, plan, at->inputs[i]);
    }
    dbg_put(d->out, ") ->");
    for (size_t i = 0; i < at->output_count; i++) {
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(&plan->entries[at->first_entry + i].type, type);
        dbg_put(d->out, " %s", type);
    }
    dbg_put(d->out, "\n");
}

typedef struct timed {
    size_t node;
    dbg_times times;
} timed;

static int slowest_first(const void *a, const void *b)
{
    const timed *left = a, *right = b;
    if (left->times.median != right->times.median)
        return left->times.median < right->times.median ? 1 : -1;
    return (left->node > right->node) - (left->node < right->node);
}

void dbg_show_times(dbg_debugger *d)
{
    const dbg_plan *plan = d->session->plan;
    dbg_record record = dbg_session_record(d->session);
    timed *rows = calloc(plan->node_count + 1, sizeof *rows);
    double total = 0;
    size_t count = 0;
    for (size_t i = 0; rows && i < plan->node_count; i++) {
        if (plan->nodes[i].kind == DBG_ARGUMENT || !d->session->done[i]) continue;
        rows[count++] = (timed){i, dbg_record_times(&record, i)};
        total += rows[count - 1].times.median;
    }
    if (rows) qsort(rows, count, sizeof *rows, slowest_first);
    dbg_put(d->out, "%9s %9s %9s %6s  %4s  name (%zu runs)\n", "min us", "median", "max", "share",
            "node", record.repeats);
    for (size_t i = 0; i < count; i++) {
        dbg_times t = rows[i].times;
        dbg_put(d->out, "%9.3f %9.3f %9.3f %5.1f%%  %4zu  ", t.min * 1e6, t.median * 1e6,
                t.max * 1e6, total > 0 ? t.median / total * 100 : 0, rows[i].node);
        dbg_put_name(d->out, plan->nodes[rows[i].node].name);
        dbg_put(d->out, "\n");
    }
    dbg_put(d->out, "%9s %9.3f\n", "", total * 1e6);
    free(rows);
}

void dbg_show_memory(dbg_debugger *d)
{
    const dbg_plan *plan = d->session->plan;
    size_t node, kept = 0, peak = dbg_plan_peak(plan, &node);
    for (size_t i = 0; i < plan->entry_count; i++)
        if (d->session->values[i]) kept += d->session->values[i]->bytes;
    dbg_put(d->out,
            "%zu bytes in %zu storages; %zu in use at most, at node %zu; %zu in copies of the "
            "debugger\n",
            dbg_plan_pool(plan), plan->storage_count, peak, node, kept);
    for (size_t i = 0; i < plan->storage_count; i++) {
        dbg_put(d->out, "  storage %lld: %zu bytes,", (long long)plan->storages[i].id,
                plan->storages[i].bytes);
        if (d->session->owner[i]) {
            dbg_put(d->out, " holds ");
            dbg_put_entry(d->out, plan, d->session->owner[i] - 1);
        }
        dbg_put(d->out, "\n");
    }
}
