/* memory.c -- the plan of memory of a graph, as a page for a browser. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/html.h"
#include "debug_files.h" /* made of memory.css */
#include "page.h"
#include "tensor.h"

/* Time goes from left to right: a column for each node that runs. Storages stand one above the
 * other, and the height of a tensor is its bytes. Storages that hold only arguments are as large as
 * the model, and never change: they are one bar, which has no scale. */

enum {
    LEFT = 120,    /* of the names of storages */
    ACROSS = 1100, /* of all columns, if there are few */
    WIDEST = 80,
    THINNEST = 3,
    CURVE = 110, /* the height of the curve */
    TALL = 520,  /* of all storages */
    LOWEST = 5,  /* of a storage, so that one can see it */
    GAP = 2,
    TOP = 24,
    FIXED = 26,        /* of the arguments */
    LEAST_LETTERS = 6, /* of a name */
    DOTS = 3,          /* behind a name that is cut */
    LETTER = 7,        /* the width of a letter */
    LINE = 12          /* the least height of a text */
};

typedef struct picture {
    const dbg_plan *plan;
    tn_text *text;
    size_t *columns; /* of each node: the nodes that run before it */
    size_t *live;    /* the bytes in use while it runs */
    bool *is_fixed;  /* of each storage: it holds only arguments */
    size_t column_count, step;
    size_t peak;        /* a node */
    size_t fixed, pool; /* the bytes of such storages, and of the others */
    size_t fixed_count;
    size_t arguments; /* their bytes: they are always in use */
    size_t unshared;  /* the bytes of all that nodes make */
} picture;

static bool runs(const dbg_node *node)
{
    return node->kind != DBG_ARGUMENT;
}

/* A reshape has the memory of its input. */
static bool is_drawn(const picture *p, const dbg_entry *entry)
{
    return p->plan->nodes[entry->node].kind != DBG_RESHAPE;
}

static bool prepare(picture *p)
{
    const dbg_plan *plan = p->plan;
    p->columns = calloc(plan->node_count + 1, sizeof *p->columns);
    p->live = calloc(plan->node_count + 1, sizeof *p->live);
    p->is_fixed = calloc(plan->storage_count + 1, sizeof *p->is_fixed);
    if (!p->columns || !p->live || !p->is_fixed || !dbg_plan_live(plan, p->live)) return false;
    dbg_plan_peak(plan, &p->peak);
    for (size_t i = 0; i < plan->node_count; i++) {
        p->columns[i] = p->column_count;
        p->column_count += runs(&plan->nodes[i]);
    }
    for (size_t i = 0; i < plan->storage_count; i++) p->is_fixed[i] = true;
    for (size_t i = 0; i < plan->entry_count; i++) {
        const dbg_entry *entry = &plan->entries[i];
        bool is_made = runs(&plan->nodes[entry->node]);
        if (is_made) p->is_fixed[entry->storage] = false;
        if (is_drawn(p, entry)) *(is_made ? &p->unshared : &p->arguments) += entry->type.bytes;
    }
    for (size_t i = 0; i < plan->storage_count; i++) {
        p->fixed_count += p->is_fixed[i];
        *(p->is_fixed[i] ? &p->fixed : &p->pool) += plan->storages[i].bytes;
    }
    size_t step = p->column_count ? ACROSS / p->column_count : WIDEST;
    p->step = step < THINNEST ? THINNEST : step > WIDEST ? WIDEST : step;
    return true;
}

/* ---- times ---- */

/* The first column in which an entry is in use, and the one behind the last. */
static void find_times(const picture *p, const dbg_entry *entry, size_t *begin, size_t *end)
{
    bool is_argument = !runs(&p->plan->nodes[entry->node]);
    bool stays = is_argument || entry->last_use == SIZE_MAX;
    *begin = is_argument ? 0 : p->columns[entry->node];
    *end = stays ? p->column_count : p->columns[entry->last_use] + 1;
}

static bool is_at_peak(const picture *p, const dbg_entry *entry)
{
    size_t begin, end, at = p->columns[p->peak];
    find_times(p, entry, &begin, &end);
    return begin <= at && at < end;
}

static size_t x_of(const picture *p, size_t column)
{
    return LEFT + column * p->step;
}

/* ---- words ---- */

static void put_size(tn_text *t, size_t bytes)
{
    const double kilo = 1e3, mega = 1e6;
    if (bytes < 10000)
        tn_text_say(t, "%zu B", bytes);
    else if ((double)bytes < 10 * mega)
        tn_text_say(t, "%.*f kB", (double)bytes < 100 * kilo ? 1 : 0, (double)bytes / kilo);
    else
        tn_text_say(t, "%.*f MB", (double)bytes < 100 * mega ? 1 : 0, (double)bytes / mega);
}

/* "3 conv2d, float32[1, 8]: 4096 bytes, nodes 3 to 7" */
static void put_entry(const picture *p, const dbg_entry *entry)
{
    char type[DBG_TYPE_SIZE];
    const dbg_node *node = &p->plan->nodes[entry->node];
    dbg_tensor_type(&entry->type, type);
    tn_text_say(p->text, "%zu ", entry->node);
    dbg_put_markup(p->text, node->name);
    if (node->output_count > 1) tn_text_say(p->text, ".%zu", entry->output);
    tn_text_say(p->text, ", %s: ", type);
    put_size(p->text, entry->type.bytes);
    if (!runs(node))
        tn_text_say(p->text, ", an argument");
    else if (entry->last_use == SIZE_MAX)
        tn_text_say(p->text, ", from node %zu on, a result", entry->node);
    else if (entry->last_use == entry->node)
        tn_text_say(p->text, ", only at node %zu", entry->node);
    else
        tn_text_say(p->text, ", nodes %zu to %zu", entry->node, entry->last_use);
}

/* ---- the curve ---- */

/* The bytes in use at a node, without the arguments, as a height in a drawing where `most` bytes
 * are CURVE high. */
static double height_of(size_t bytes, size_t most)
{
    return most ? (double)bytes * CURVE / (double)most : 0;
}

/* "node 12 (conv2d)" */
static void put_peak_name(const picture *p)
{
    tn_text_say(p->text, "node %zu (", p->peak);
    dbg_put_markup(p->text, p->plan->nodes[p->peak].name);
    tn_text_say(p->text, ")");
}

/* The line at the peak: through both drawings, which have the same columns. */
static void put_peak_line(const picture *p, size_t height)
{
    size_t x = x_of(p, p->columns[p->peak]) + p->step / 2;
    tn_text_say(p->text, "<path class=\"peak\" d=\"M%zu %dV%zu\"/>\n", x, TOP - 4, height);
}

static void put_curve(const picture *p)
{
    tn_text *t = p->text;
    size_t highest = p->live[p->peak] - p->arguments;
    size_t most = p->pool > highest ? p->pool : highest, bottom = TOP + CURVE;
    tn_text_say(t,
                "<g><title>the bytes in use at each node</title><path class=\"live\" d=\"M%zu %zu",
                x_of(p, 0), bottom);
    for (size_t i = 0; i < p->plan->node_count; i++)
        if (runs(&p->plan->nodes[i]))
            tn_text_say(t, "V%.1fh%zu", (double)bottom - height_of(p->live[i] - p->arguments, most),
                        p->step);
    tn_text_say(t, "V%zuZ\"/></g>\n", bottom);
    double all = (double)bottom - height_of(p->pool, most);
    tn_text_say(t, "<path class=\"pool\" d=\"M%zu %.1fH%zu\"/>", x_of(p, 0), all,
                x_of(p, p->column_count));
    tn_text_say(t, "<text x=\"4\" y=\"%.1f\">", all + 4);
    put_size(t, p->pool);
    tn_text_say(t, "</text>\n");
    /* The label stands on the side where there is more room. */
    bool is_left = p->columns[p->peak] * 2 < p->column_count;
    tn_text_say(t, "<text class=\"mark\" x=\"%zu\" y=\"%d\"%s>peak: ",
                x_of(p, p->columns[p->peak]) + (is_left ? p->step / 2 + 4 : 0), TOP - 8,
                is_left ? "" : " text-anchor=\"end\"");
    put_size(t, highest);
    tn_text_say(t, " at ");
    put_peak_name(p);
    tn_text_say(t, "</text>\n");
}

/* The numbers of nodes, below the columns. */
static void put_axis(const picture *p, size_t y)
{
    enum { APART = 60 };
    size_t next = 0;
    for (size_t i = 0; i < p->plan->node_count; i++) {
        size_t x = x_of(p, p->columns[i]);
        if (!runs(&p->plan->nodes[i]) || x < next) continue;
        tn_text_say(p->text, "<text x=\"%zu\" y=\"%zu\">%zu</text>", x, y, i);
        next = x + APART;
    }
    tn_text_say(p->text, "<text x=\"4\" y=\"%zu\">node</text>\n", y);
}

/* ---- storages ---- */

static size_t storage_height(const picture *p, const dbg_storage *storage)
{
    size_t height = p->pool ? (size_t)((double)storage->bytes * TALL / (double)p->pool) : 0;
    return height < LOWEST ? LOWEST : height;
}

static void put_tensor(const picture *p, const dbg_entry *entry, size_t y, size_t height)
{
    tn_text *t = p->text;
    const dbg_node *node = &p->plan->nodes[entry->node];
    size_t all = p->plan->storages[entry->storage].bytes, begin, end;
    size_t own = all ? (size_t)((double)entry->type.bytes * (double)height / (double)all) : height;
    if (!own) own = 1;
    find_times(p, entry, &begin, &end);
    size_t x = x_of(p, begin), wide = (end - begin) * p->step, letters = wide / LETTER;
    const char *kind = !runs(node) ? "argument" : entry->last_use == SIZE_MAX ? "result" : "tensor";
    tn_text_say(t, "<g class=\"%s%s\"><title>", kind, is_at_peak(p, entry) ? " now" : "");
    put_entry(p, entry);
    tn_text_say(t, "</title><rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"%zu\"/>", x,
                y + height - own, wide > 2 ? wide - 1 : wide, own);
    if (own >= LINE && letters >= LEAST_LETTERS) {
        tn_text_say(t, "<text aria-hidden=\"true\" x=\"%zu\" y=\"%zu\">", x + 3,
                    y + height - own / 2 + 4);
        dbg_put_short_name(t, node->name, letters - DOTS);
        tn_text_say(t, "</text>");
    }
    tn_text_say(t, "</g>\n");
}

/* A storage is a link to its row. Returns its height. */
static size_t put_storage(const picture *p, size_t index, size_t y)
{
    tn_text *t = p->text;
    const dbg_plan *plan = p->plan;
    const dbg_storage *storage = &plan->storages[index];
    size_t height = storage_height(p, storage), right = x_of(p, p->column_count);
    tn_text_say(t, "<a href=\"#s%zu\" class=\"storage\" aria-label=\"%lld: ", index,
                (long long)storage->id);
    put_size(t, storage->bytes);
    tn_text_say(t, ", a storage\">\n");
    tn_text_say(t, "<rect class=\"all\" x=\"%d\" y=\"%zu\" width=\"%zu\" height=\"%zu\"/>", LEFT, y,
                right - LEFT, height);
    if (height + GAP >= LINE) {
        tn_text_say(t, "<text x=\"4\" y=\"%zu\">%lld: ", y + height / 2 + 4,
                    (long long)storage->id);
        put_size(t, storage->bytes);
        tn_text_say(t, "</text>");
    }
    for (size_t i = 0; i < plan->entry_count; i++) {
        const dbg_entry *entry = &plan->entries[i];
        if (entry->storage == index && is_drawn(p, entry)) put_tensor(p, entry, y, height);
    }
    tn_text_say(t, "</a>\n");
    return height;
}

static size_t picture_height(const picture *p)
{
    size_t height = TOP + CURVE + TOP + (p->fixed_count ? FIXED : 0) + TOP;
    for (size_t i = 0; i < p->plan->storage_count; i++)
        if (!p->is_fixed[i]) height += storage_height(p, &p->plan->storages[i]) + GAP;
    return height;
}

static void put_picture(const picture *p)
{
    tn_text *t = p->text;
    size_t height = picture_height(p), y = TOP + CURVE + TOP;
    tn_text_say(t,
                "<div class=\"plan\" tabindex=\"0\" role=\"region\" aria-label=\"storages over "
                "time\">\n<svg width=\"%zu\" height=\"%zu\">\n",
                x_of(p, p->column_count) + TOP, height);
    put_curve(p);
    put_axis(p, y - 6);
    for (size_t i = 0; i < p->plan->storage_count; i++)
        if (!p->is_fixed[i]) y += put_storage(p, i, y) + GAP;
    if (p->fixed_count) {
        tn_text_say(t,
                    "<g class=\"argument\"><rect x=\"%d\" y=\"%zu\" width=\"%zu\" height=\"%d\"/>"
                    "<text x=\"%d\" y=\"%zu\">%zu storage%s of inputs and parameters, ",
                    LEFT, y, x_of(p, p->column_count) - LEFT, FIXED - GAP, LEFT + 6, y + 16,
                    p->fixed_count, p->fixed_count == 1 ? "" : "s");
        put_size(t, p->fixed);
        tn_text_say(t, " (no scale)</text></g>\n");
    }
    put_peak_line(p, height - TOP);
    tn_text_say(t, "</svg></div>\n");
}

/* ---- tables ---- */

static void put_totals(const picture *p)
{
    tn_text *t = p->text;
    const struct {
        size_t bytes;
        const char *what;
    } rows[] = {
        {dbg_plan_pool(p->plan), "in all storages, which the executor allocates at its start"},
        {p->fixed, "of them hold only inputs and parameters"},
        {p->pool, "of them are shared by the outputs of nodes"},
        {p->unshared, "would hold the outputs of nodes without sharing"},
        {p->live[p->peak] - p->arguments,
         "are in use at most, besides inputs and parameters, at "}};
    tn_text_say(t, "<table class=\"totals\"><tbody>\n");
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tn_text_say(t, "<tr><td class=\"n\" title=\"%zu bytes\">", rows[i].bytes);
        put_size(t, rows[i].bytes);
        tn_text_say(t, "</td><td>%s", rows[i].what);
        if (i + 1 == TUNIP_LEN(rows)) put_peak_name(p);
        tn_text_say(t, "</td></tr>\n");
    }
    tn_text_say(t, "</tbody></table>\n");
}

static size_t count_tensors(const picture *p, size_t storage)
{
    size_t count = 0;
    for (size_t i = 0; i < p->plan->entry_count; i++)
        count += p->plan->entries[i].storage == storage && is_drawn(p, &p->plan->entries[i]);
    return count;
}

/* How much of a storage is in use, over its bytes and over the time. */
static double part_in_use(const picture *p, size_t storage)
{
    double used = 0, all = (double)p->plan->storages[storage].bytes * (double)p->column_count;
    for (size_t i = 0; i < p->plan->entry_count; i++) {
        const dbg_entry *entry = &p->plan->entries[i];
        size_t begin, end;
        if (entry->storage != storage || !is_drawn(p, entry)) continue;
        find_times(p, entry, &begin, &end);
        used += (double)entry->type.bytes * (double)(end - begin);
    }
    return all > 0 ? used / all : 1;
}

static void put_row(const picture *p, size_t index)
{
    const double percent = 100;
    tn_text *t = p->text;
    const dbg_storage *storage = &p->plan->storages[index];
    tn_text_say(t, "<tr id=\"s%zu\"><td class=\"n\">%lld</td><td class=\"n\" title=\"%zu bytes\">",
                index, (long long)storage->id, storage->bytes);
    put_size(t, storage->bytes);
    tn_text_say(t, "</td><td class=\"n\">%.0f %%</td><td class=\"n\">%zu</td><td><ul>",
                part_in_use(p, index) * percent, count_tensors(p, index));
    for (size_t i = 0; i < p->plan->entry_count; i++) {
        const dbg_entry *entry = &p->plan->entries[i];
        if (entry->storage != index) continue;
        tn_text_say(t, "<li%s>",
                    is_drawn(p, entry) && is_at_peak(p, entry) ? " class=\"now\"" : "");
        put_entry(p, entry);
        if (!is_drawn(p, entry)) tn_text_say(t, ", a reshape");
        tn_text_say(t, "</li>");
    }
    tn_text_say(t, "</ul></td></tr>\n");
}

static void put_storages(const picture *p)
{
    tn_text *t = p->text;
    tn_text_say(t,
                "<h2>Who shares with whom</h2>\n"
                "<div class=\"rows\" tabindex=\"0\" role=\"region\" aria-label=\"the storages\">\n"
                "<table>\n<thead><tr><th>storage</th><th>bytes</th><th>in use</th>"
                "<th>tensors</th><th>node, name, type: when it is in use; bold: at the peak</th>"
                "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->plan->storage_count; i++)
        if (!p->is_fixed[i]) put_row(p, i);
    tn_text_say(t, "</tbody>\n</table>\n</div>\n");
}

/* ---- the page ---- */

static void put_page(const picture *p, const char *title)
{
    tn_text *t = p->text;
    tn_html_head head = {
        .title = tunip_str_from(title), .style = memory_css, .style_hash = memory_css_hash};
    tn_html_begin(&head, tn_text_put_chunk, t);
    tn_text_say(t, "<header><h1>The plan of memory of ");
    dbg_put_markup(t, tunip_str_from(title));
    tn_text_say(t, "</h1>%s</header>\n<main>\n", tn_html_switch);
    if (p->column_count) {
        put_totals(p);
        put_picture(p);
        tn_text_say(t, "<p class=\"key\"><span class=\"tensor\">a tensor</span> "
                       "<span class=\"now\">in use at the peak</span> "
                       "<span class=\"result\">a result</span> "
                       "<span class=\"argument\">an argument</span> "
                       "<span class=\"empty\">allocated, and not in use</span></p>\n");
        put_storages(p);
    } else {
        tn_text_say(t, "<p>No node of this graph runs.</p>\n");
    }
    tn_text_say(t, "</main>\n%s", tn_html_end);
}

tunip_status dbg_write_memory_page(const dbg_plan *plan, const char *title, tunip_write_fn write,
                                   void *user, tunip_error *error)
{
    tn_text text = {.failed = false};
    picture p = {.plan = plan, .text = &text};
    if (prepare(&p))
        put_page(&p, title);
    else
        text.failed = true;
    free(p.columns);
    free(p.live);
    free(p.is_fixed);
    return tn_text_end(&text, write, user, error);
}
