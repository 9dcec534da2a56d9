/* screen_list.c -- which nodes the screen lists, in which order, and how their names are short. */
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../../src/util/text.h"

/* ======== marks ======== */

static char state_of(const dbg_tensor *tensor)
{
    dbg_stats stats;
    if (!tensor || !dbg_dtype_is_float(tensor->dtype)) return ' ';
    dbg_stats_compute(tensor, &stats);
    return stats.nans ? 'N' : stats.infs ? 'I' : ' ';
}

/* Looks at the values that have changed since the last time. */
static void update_marks(screen_list *list)
{
    const dbg_session *s = &list->d->session;
    for (size_t node = 0; node < s->plan->node_count; node++) {
        const dbg_node *at = &s->plan->nodes[node];
        char mark = ' ';
        for (size_t entry = at->first_entry; entry < at->first_entry + at->output_count; entry++) {
            if (list->stamps[entry] != s->stamps[entry]) {
                list->states[entry] = state_of(s->values[entry]);
                list->stamps[entry] = s->stamps[entry];
            }
            if (mark != 'N' && list->states[entry] != ' ') mark = list->states[entry];
            if (mark == ' ' && s->injected[entry]) mark = 'J';
        }
        list->marks[node] = mark;
    }
}

/* ======== order ======== */

const dbg_break *list_break(const tunip_debugger *d, size_t node)
{
    char number[32];
    snprintf(number, sizeof number, "%%%zu", node);
    for (size_t i = 0; i < d->session.break_count; i++) {
        const dbg_break *b = &d->session.breaks[i];
        if (!b->tests && b->pattern &&
            (strcmp(b->pattern, number) == 0 ||
             tunip_str_is(d->plan->nodes[node].name, b->pattern)))
            return b;
    }
    return NULL;
}

bool list_has_break(const tunip_debugger *d, size_t node)
{
    for (size_t i = 0; i < d->session.break_count; i++) {
        const dbg_break *b = &d->session.breaks[i];
        if (b->pattern && dbg_break_fits(b, &d->session, node)) return true;
    }
    return false;
}

static bool is_shown(const screen_list *list, size_t node)
{
    const char *name = list->d->plan->nodes[node].name.data;
    char mark = list->marks[node];
    if (*list->filter && !(strpbrk(list->filter, "*?") ? tn_name_fits(list->filter, name)
                                                       : strstr(name, list->filter) != NULL))
        return false;
    switch (list->kind) {
    case LIST_BAD:
        return mark == 'N' || mark == 'I';
    case LIST_INJECTED:
        return tunip_debug_node_at(list->d, node).is_injected;
    case LIST_BROKEN:
        return list_has_break(list->d, node);
    default:
        return true;
    }
}

static double amount_of(const screen_list *list, size_t node)
{
    const dbg_plan *plan = list->d->plan;
    const dbg_node *at = &plan->nodes[node];
    double bytes = 0;
    if (list->order == LIST_TIME) {
        dbg_record record = dbg_session_record(&list->d->session);
        return list->d->session.done[node] ? dbg_record_times(&record, node).median : 0;
    }
    for (size_t i = 0; i < at->output_count; i++)
        bytes += (double)plan->entries[at->first_entry + i].type.bytes;
    return bytes;
}

typedef struct row {
    size_t node;
    double amount;
    tunip_str name; /* if names count */
} row;

/* The largest amount first, or by the name; equal ones in the order of the graph. */
static int compare_rows(const void *a, const void *b)
{
    const row *left = a, *right = b;
    if (left->amount != right->amount) return left->amount < right->amount ? 1 : -1;
    int order = left->name.data ? strcmp(left->name.data, right->name.data) : 0;
    return order ? order : (left->node > right->node) - (left->node < right->node);
}

void list_update(screen_list *list)
{
    const dbg_plan *plan = list->d->plan;
    row *rows = calloc(plan->node_count + 1, sizeof *rows);
    update_marks(list);
    list->count = 0;
    for (size_t node = 0; node < plan->node_count; node++) {
        if (!is_shown(list, node)) continue;
        list->nodes[list->count++] = node;
        if (!rows) continue;
        rows[list->count - 1] = (row){.node = node};
        if (list->order == LIST_NAME)
            rows[list->count - 1].name = plan->nodes[node].name;
        else if (list->order != LIST_GRAPH)
            rows[list->count - 1].amount = amount_of(list, node);
    }
    if (!rows || list->order == LIST_GRAPH) {
        free(rows);
        return;
    }
    qsort(rows, list->count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < list->count; i++) list->nodes[i] = rows[i].node;
    free(rows);
}

size_t list_place(const screen_list *list, size_t node)
{
    size_t next = list->count ? list->count - 1 : 0;
    for (size_t i = list->count; i-- > 0;) {
        if (list->nodes[i] == node) return i;
        if (list->order == LIST_GRAPH && list->nodes[i] > node) next = i;
    }
    return next;
}

void list_put_state(const screen_list *list, tn_text *out)
{
    static const char *const orders[] = {"", "by time", "by size", "by name"};
    static const char *const kinds[] = {"", "with NaN or Inf", "injected", "with breakpoints"};
    const char *const parts[] = {orders[list->order], kinds[list->kind], list->filter};
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) {
        if (!*parts[i]) continue;
        tn_text_say(out, ", ");
        tn_text_put_visible(out, tunip_str_from(parts[i]));
    }
}

/* ======== columns ======== */

/* The bytes of the first character; a byte that is not UTF-8 is one. */
static size_t first_size(tunip_str text)
{
    uint32_t code;
    size_t size = tn_utf8_decode(text, 0, &code);
    return size ? size : 1;
}

static tunip_str after(tunip_str text, size_t bytes)
{
    return (tunip_str){text.data + bytes, text.size - bytes};
}

size_t text_head(tunip_str text, size_t columns)
{
    tunip_str rest = text;
    while (rest.size) {
        size_t size = first_size(rest), width = tn_utf8_width((tunip_str){rest.data, size});
        if (width > columns) break;
        columns -= width;
        rest = after(rest, size);
    }
    return text.size - rest.size;
}

tunip_str text_tail(tunip_str text, size_t columns)
{
    size_t width = tn_utf8_width(text);
    if (width > columns) text = after(text, text_head(text, width - columns));
    while (tn_utf8_width(text) > columns) text = after(text, first_size(text)); /* a wide one */
    return text;
}

/* ======== names ======== */

/* The words with which all functions begin: "tvmgen_default_fused_". */
static size_t shared_prefix(const dbg_plan *plan)
{
    const dbg_node *first = NULL;
    size_t size = 0, calls = 0;
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *at = &plan->nodes[i];
        if (at->kind != DBG_CALL) continue;
        calls++;
        if (!first) first = at, size = at->name.size;
        size_t same = 0;
        while (same < size && same < at->name.size && at->name.data[same] == first->name.data[same])
            same++;
        size = same;
    }
    while (size && first->name.data[size - 1] != '_') size--;
    return calls > 1 ? size : 0;
}

void list_put_name(const screen_list *list, size_t node, size_t width, tn_text *out)
{
    const dbg_node *at = &list->d->plan->nodes[node];
    tn_text whole = {.failed = false};
    tn_text_put_visible(&whole, at->name);
    tunip_str text = tn_text_str(&whole);
    size_t shared = at->kind == DBG_CALL && list->prefix < text.size ? list->prefix : 0;
    tunip_str rest = {text.data + shared, text.size - shared};
    if (tn_utf8_width(text) <= width || width < 8) {
        tn_text_put(out, text.data, text_head(text, width));
    } else if (tn_utf8_width(rest) < width) {
        tn_text_say(out, "~");
        tn_text_put_str(out, text_tail(text, width - 1));
    } else {
        size_t back = (width - 1) * 3 / 5, front = width - 1 - back;
        tn_text_put(out, rest.data, text_head(rest, front));
        tn_text_say(out, "~");
        tn_text_put_str(out, text_tail(rest, back));
    }
    tn_text_free(&whole);
}

void list_put_amount(const screen_list *list, size_t node, tn_text *out)
{
    double amount = amount_of(list, node);
    if (list->order == LIST_TIME) tn_text_say(out, "%.4g us", amount * 1e6);
    if (list->order == LIST_SIZE) tn_text_say(out, "%.0f B", amount);
}

/* ======== open ======== */

bool list_open(screen_list *list, const tunip_debugger *d, tunip_error *error)
{
    const dbg_plan *plan = d->plan;
    *list = (screen_list){.d = d};
    list->nodes = calloc(plan->node_count + 1, sizeof *list->nodes);
    list->marks = calloc(plan->node_count + 1, sizeof *list->marks);
    list->stamps = calloc(plan->entry_count + 1, sizeof *list->stamps);
    list->states = calloc(plan->entry_count + 1, sizeof *list->states);
    if (!list->nodes || !list->marks || !list->stamps || !list->states)
        return tn_no_memory(error) == TUNIP_OK;
    memset(list->states, ' ', plan->entry_count + 1);
    list->prefix = shared_prefix(plan);
    list_update(list);
    return true;
}

void list_close(screen_list *list)
{
    free(list->nodes);
    free(list->marks);
    free(list->stamps);
    free(list->states);
}
