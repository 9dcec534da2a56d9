/* describe.c -- text about tensors and nodes. */
#include <stdlib.h>

#include "session.h"

enum { MOST_LINES = 40, MOST_COLUMNS = 16, MOST_RANK = 16 };

/* The name of an entry: "%3.1". */
static void put_entry(tn_text *out, const dbg_plan *plan, size_t entry)
{
    const dbg_entry *at = &plan->entries[entry];
    tn_text_say(out, "%%%zu", at->node);
    if (plan->nodes[at->node].output_count > 1) tn_text_say(out, ".%zu", at->output);
}

static void put_head(tunip_debugger *d, size_t entry)
{
    char type[DBG_TYPE_SIZE];
    const dbg_plan *plan = d->session.plan;
    dbg_tensor_type(&plan->entries[entry].type, type);
    put_entry(d->out, plan, entry);
    tn_text_say(d->out, " ");
    tn_text_put_visible(d->out, plan->nodes[plan->entries[entry].node].name);
    tn_text_say(d->out, ": %s%s", type, d->session.injected[entry] ? ", injected" : "");
}

void dbg_show_head(tunip_debugger *d, size_t entry)
{
    put_head(d, entry);
    tn_text_say(d->out, "\n");
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
static void put_row(tn_text *out, const dbg_tensor *tensor, const window *w, const size_t *place)
{
    size_t index = 0, last = tensor->rank ? tensor->rank - 1 : 0;
    for (size_t i = 0; i < tensor->rank; i++) index = index * (size_t)tensor->dims[i] + place[i];
    tn_text_say(out, "  [");
    for (size_t i = 0; i < last; i++) tn_text_say(out, "%zu, ", place[i]);
    if (tensor->rank && w->begin[last] == 0 && w->end[last] == (size_t)tensor->dims[last])
        tn_text_say(out, ":");
    else if (tensor->rank)
        tn_text_say(out, "%zu:%zu", w->begin[last], w->end[last]);
    tn_text_say(out, "]");
    size_t count = tensor->rank ? w->end[last] - w->begin[last] : 1;
    for (size_t i = 0; i < count && i < MOST_COLUMNS; i++) {
        tn_text_say(out, " ");
        dbg_put_element(out, tensor, index + i, 7);
    }
    tn_text_say(out, count > MOST_COLUMNS ? " ... %zu more\n" : "\n", count - MOST_COLUMNS);
}

bool dbg_show_tensor(tunip_debugger *d, size_t entry, const char *slice, tunip_error *error)
{
    const dbg_tensor *tensor = d->session.values[entry];
    window w;
    size_t place[MOST_RANK], lines = 0;
    put_head(d, entry);
    tn_text_say(d->out, tensor ? "\n" : "\n  not computed yet\n");
    if (!tensor) return true;
    if (!parse_slice(tensor, slice, &w, error)) return false;
    for (size_t i = 0; i < w.rank; i++) {
        place[i] = w.begin[i];
        if (w.begin[i] == w.end[i]) return tn_text_say(d->out, "  empty\n"), true;
    }
    for (size_t axis = 1; axis; lines++) {
        if (lines == MOST_LINES) {
            tn_text_say(d->out, "  ...\n");
            break;
        }
        put_row(d->out, tensor, &w, place);
        for (axis = w.rank ? w.rank - 1 : 0; axis && ++place[axis - 1] == w.end[axis - 1]; axis--)
            place[axis - 1] = w.begin[axis - 1];
    }
    return true;
}

void dbg_show_stats(tunip_debugger *d, size_t entry)
{
    const dbg_tensor *tensor = d->session.values[entry];
    dbg_stats s;
    put_head(d, entry);
    tn_text_say(d->out, tensor ? "\n" : "\n  not computed yet\n");
    if (!tensor) return;
    dbg_stats_compute(tensor, &s);
    if (!s.is_number) {
        tn_text_say(d->out, "  %zu elements, which are not numbers\n", s.count);
        return;
    }
    tn_text_say(d->out, "  min %.7g  max %.7g  mean %.7g  std %.7g\n", s.min, s.max, s.mean,
                s.deviation);
    tn_text_say(d->out, "  %zu elements, %zu zero, %zu NaN, %zu Inf\n  ", s.count, s.zeros, s.nans,
                s.infs);
    for (size_t i = 0; i < DBG_BINS; i++) tn_text_say(d->out, "%s%zu", i ? " " : "", s.bins[i]);
    tn_text_say(d->out, "\n");
}

/* ---- nodes ---- */

void dbg_show_node(tunip_debugger *d, size_t node)
{
    const dbg_plan *plan = d->session.plan;
    const dbg_node *at = &plan->nodes[node];
    tn_text_say(d->out, "%c %zu ", d->session.done[node] ? '*' : ' ', node);
    tn_text_put_visible(d->out, at->name);
    tn_text_say(d->out, "(");
    for (size_t i = 0; i < at->input_count; i++) {
        if (i) tn_text_say(d->out, ", ");
        put_entry(d->out, plan, at->inputs[i]);
    }
    tn_text_say(d->out, ") ->");
    for (size_t i = 0; i < at->output_count; i++) {
        char type[DBG_TYPE_SIZE];
        dbg_tensor_type(&plan->entries[at->first_entry + i].type, type);
        tn_text_say(d->out, " %s", type);
    }
    tn_text_say(d->out, "\n");
}

/* The function of a node if it has another name, and where it is defined. */
static void put_kernel(tunip_debugger *d, size_t node)
{
    const dbg_node *at = &d->plan->nodes[node];
    if (at->function.size && !tunip_str_equal(at->function, at->name)) {
        tn_text_say(d->out, "  ");
        tn_text_put_visible(d->out, at->function);
    }
    const dbg_place *places = d->sources.places ? d->sources.places[node] : NULL;
    if (!places || (!places[DBG_CODE].path && !places[DBG_TIR].path)) return;
    tn_text_say(d->out, "  ");
    dbg_sources_put(&d->sources, node, d->out);
}

/* The text of a definition: at most so many lines. */
static void put_definition(tn_text *out, const dbg_place *place)
{
    tunip_str rest = place->text;
    tn_text_say(out, "\n");
    tn_text_put_visible(out, tunip_str_from(place->path));
    tn_text_say(out, ":%zu\n", place->line);
    for (size_t line = 0; rest.size; line++) {
        const char *stop = memchr(rest.data, '\n', rest.size);
        size_t size = stop ? (size_t)(stop - rest.data) : rest.size;
        if (line == 3 * MOST_LINES) {
            tn_text_say(out, "  ...\n");
            return;
        }
        tn_text_say(out, "%5zu  ", place->line + line);
        tn_text_put_visible(out, (tunip_str){rest.data, size});
        tn_text_say(out, "\n");
        if (stop) size++;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
}

static void put_attributes(tunip_debugger *d, const dbg_node *at)
{
    const tunip_map *attrs = at->node->attrs;
    for (size_t i = 0; i < tunip_map_count(attrs); i++) {
        tn_text_say(d->out, i ? "  " : "attributes\n  ");
        tn_text_put_visible(d->out, tunip_string_value(attrs->entries[i].key));
        tn_text_say(d->out, " = ");
        tn_text_put_visible(d->out, tunip_string_value(attrs->entries[i].value));
        tn_text_say(d->out, "\n");
    }
}

/* The nodes that use an output of a node. */
static void put_users(tunip_debugger *d, size_t node)
{
    const dbg_plan *plan = d->plan;
    for (size_t user = node + 1; user < plan->node_count; user++) {
        const dbg_node *at = &plan->nodes[user];
        for (size_t i = 0; i < at->input_count; i++) {
            if (plan->entries[at->inputs[i]].node != node) continue;
            tn_text_say(d->out, "  input %zu of ", i);
            dbg_show_node(d, user);
        }
    }
    for (size_t i = 0; i < plan->head_count; i++)
        if (plan->entries[plan->heads[i]].node == node)
            tn_text_say(d->out, "  result %zu of the graph\n", i);
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

void dbg_show_times(tunip_debugger *d)
{
    const dbg_plan *plan = d->session.plan;
    dbg_record record = dbg_record_of(d);
    timed *rows = calloc(plan->node_count + 1, sizeof *rows);
    double total = 0;
    size_t count = 0;
    for (size_t i = 0; rows && i < plan->node_count; i++) {
        if (plan->nodes[i].kind == DBG_ARGUMENT || !d->session.done[i]) continue;
        rows[count++] = (timed){i, dbg_record_times(&record, i)};
        total += rows[count - 1].times.median;
    }
    if (rows) qsort(rows, count, sizeof *rows, slowest_first);
    const char *kind = d->session.isolate   ? "runs, each call in a new process"
                       : d->session.repeats ? "runs behind the first calls"
                                            : "run, with first calls";
    tn_text_say(d->out, "%9s %9s %9s %9s %6s  %4s  name (%zu %s)\n", "first us", "min", "median",
                "max", "share", "node", record.repeats, kind);
    for (size_t i = 0; i < count; i++) {
        dbg_times t = rows[i].times;
        tn_text_say(d->out, "%9.3f %9.3f %9.3f %9.3f %5.1f%%  %4zu  ", t.first * 1e6, t.min * 1e6,
                    t.median * 1e6, t.max * 1e6, total > 0 ? t.median / total * 100 : 0,
                    rows[i].node);
        tn_text_put_visible(d->out, plan->nodes[rows[i].node].name);
        tn_text_say(d->out, dbg_session_skips(&d->session, rows[i].node) ? ", injected" : "");
        put_kernel(d, rows[i].node);
        tn_text_say(d->out, "\n");
    }
    tn_text_say(d->out, "%19s %9.3f\n", "", total * 1e6);
    free(rows);
}

void dbg_show_memory(tunip_debugger *d)
{
    const dbg_plan *plan = d->session.plan;
    size_t node, kept = 0, peak = dbg_plan_peak(plan, &node);
    for (size_t i = 0; i < plan->entry_count; i++)
        if (d->session.values[i]) kept += d->session.values[i]->bytes;
    tn_text_say(d->out,
                "%zu bytes in %zu storages; %zu in use at most, at node %zu; %zu in copies of the "
                "debugger\n",
                dbg_plan_pool(plan), plan->storage_count, peak, node, kept);
    for (size_t i = 0; i < plan->storage_count; i++) {
        tn_text_say(d->out, "  storage %lld: %zu bytes,", (long long)plan->storages[i].id,
                    plan->storages[i].bytes);
        if (d->session.owner[i]) {
            tn_text_say(d->out, " holds ");
            put_entry(d->out, plan, d->session.owner[i] - 1);
        }
        tn_text_say(d->out, "\n");
    }
}

void dbg_show_whole_node(tunip_debugger *d, size_t node)
{
    const dbg_node *at = &d->plan->nodes[node];
    dbg_record record = dbg_record_of(d);
    dbg_times times = dbg_record_times(&record, node);
    dbg_show_node(d, node);
    if (at->function.size) {
        tn_text_say(d->out, "function ");
        tn_text_put_visible(d->out, at->function);
        tn_text_say(d->out, "%s\n",
                    dbg_session_skips(&d->session, node) ? ", which an injection replaces" : "");
    }
    if (d->session.done[node] && at->kind != DBG_ARGUMENT)
        tn_text_say(d->out, "%.3f us, %.3f us in the first call\n", times.median * 1e6,
                    times.first * 1e6);
    tn_text_say(d->out, at->input_count ? "inputs\n" : "");
    for (size_t i = 0; i < at->input_count; i++) dbg_show_stats(d, at->inputs[i]);
    tn_text_say(d->out, "outputs\n");
    for (size_t i = 0; i < at->output_count; i++) dbg_show_stats(d, at->first_entry + i);
    tn_text_say(d->out, "used by\n");
    put_users(d, node);
    put_attributes(d, at);
    for (size_t i = 0; d->sources.places && i < DBG_PLACES; i++)
        if (d->sources.places[node][i].path) put_definition(d->out, &d->sources.places[node][i]);
}
