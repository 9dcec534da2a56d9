/* labels.c -- excerpts of marked text: selects the lines and orders the rows below them. */
#include "labels.h"

#include <stdlib.h>

#include "../../core/render/writer.h"
#include "labels_draw.h"

enum { FEWEST_LEFT_OUT = 2 }; /* instead of "..." for a single line, the line is shown */

typedef TN_ARRAY(tn_mark) mark_list;
typedef TN_ARRAY(size_t) line_list;

typedef struct excerpt {
    tn_drawing d;
    mark_list singles; /* marks within one line, by their beginning */
    mark_list bars;    /* marks of several lines, by their beginning */
    mark_list ends;    /* the bars by their last line, the innermost first */
    line_list anchors; /* the lines with marks, in order */
    size_t next_single, next_bar, next_end;
} excerpt;

size_t tn_labels_number_width(const tn_lines *lines)
{
    size_t width = 1;
    for (size_t count = lines->count; count >= 10; count /= 10) width++;
    return width;
}

/* ---- places of marks ---- */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static tn_mark locate(const tn_labelling *how, const tn_label *label)
{
    tn_mark mark = {.label = label, .begin = smaller(label->begin, how->text.size)};
    mark.end = smaller(label->end > mark.begin ? label->end : mark.begin, how->text.size);
    mark.line = mark.last_line = tn_lines_upto(how->lines, mark.begin) - 1;
    if (mark.end > mark.begin) mark.last_line = tn_lines_upto(how->lines, mark.end - 1) - 1;
    return mark;
}

static int compare(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* Orders marks by their beginning. Among marks with the same beginning the longest comes first, so
 * that it gets the outermost bar. Among equal marks the one that was added first comes last,
 * because the last label of a line is beside the carets. */
static int by_begin(const void *a, const void *b)
{
    const tn_mark *x = a, *y = b;
    int order = compare(x->begin, y->begin);
    if (!order) order = compare(y->end, x->end);
    if (!order) order = compare(x->label->primary, y->label->primary);
    return order ? order : compare((size_t)y->label, (size_t)x->label);
}

static int by_end(const void *a, const void *b)
{
    const tn_mark *x = a, *y = b;
    int order = compare(x->last_line, y->last_line);
    return order ? order : compare(y->slot, x->slot);
}

static int by_value(const void *a, const void *b)
{
    return compare(*(const size_t *)a, *(const size_t *)b);
}

/* ---- bars ---- */

/* Gives the mark the leftmost free bar; false if there are too many. */
static bool take_slot(excerpt *e, size_t *busy_until, tn_mark *mark)
{
    for (unsigned i = 0; i < TN_MOST_BARS; i++) {
        if (busy_until[i] > mark->line) continue;
        busy_until[i] = mark->last_line + 1;
        mark->slot = i;
        if (i >= e->d.bar_count) e->d.bar_count = i + 1;
        return true;
    }
    return false;
}

static bool add_mark(excerpt *e, mark_list *list, tn_mark mark)
{
    const tunip_allocator *a = e->d.how->allocator;
    return tn_array_push(list, a, mark) && tn_array_push(&e->anchors, a, mark.line) &&
           (mark.line == mark.last_line || tn_array_push(&e->anchors, a, mark.last_line));
}

/* If there is no free bar, only the first line of the mark is drawn. */
static tn_mark shortened(const tn_labelling *how, tn_mark mark)
{
    mark.continued = true;
    mark.end = how->lines->items[mark.line + 1] - 1;
    mark.last_line = mark.line;
    return mark;
}

static bool sort_out(excerpt *e, mark_list *all)
{
    size_t busy_until[TN_MOST_BARS] = {0};
    bool fine = true;
    if (all->count) qsort(all->items, all->count, sizeof *all->items, by_begin);
    for (size_t i = 0; i < all->count && fine; i++) {
        tn_mark mark = all->items[i];
        if (mark.line == mark.last_line)
            fine = add_mark(e, &e->singles, mark);
        else if (take_slot(e, busy_until, &mark))
            fine =
                add_mark(e, &e->bars, mark) && tn_array_push(&e->ends, e->d.how->allocator, mark);
        else
            fine = add_mark(e, &e->singles, shortened(e->d.how, mark));
    }
    if (e->ends.count) qsort(e->ends.items, e->ends.count, sizeof *e->ends.items, by_end);
    if (e->anchors.count)
        qsort(e->anchors.items, e->anchors.count, sizeof *e->anchors.items, by_value);
    return fine;
}

static bool prepare(excerpt *e)
{
    const tn_labelling *how = e->d.how;
    mark_list all = {NULL, 0, 0};
    bool fine = tn_array_reserve(&all, how->allocator, how->count);
    for (size_t i = 0; i < how->count && fine; i++)
        all.items[all.count++] = locate(how, &how->labels[i]);
    fine = fine && sort_out(e, &all);
    tn_array_free(&all, how->allocator);
    return fine;
}

/* ---- a line ---- */

/* The number of marks from `next` on that begin (or, with `end`, end) in the line. */
static size_t count_here(const mark_list *list, size_t next, size_t line, bool end)
{
    size_t count = 0;
    while (next + count < list->count) {
        const tn_mark *mark = &list->items[next + count];
        if ((end ? mark->last_line : mark->line) != line) break;
        count++;
    }
    return count;
}

static bool starts_line(const excerpt *e, const tn_mark *mark)
{
    return mark->begin <= e->d.blank_end && !e->d.cut_left;
}

/* Writes the line of text. If a mark begins at the first character of the line, its bar begins in
 * this row, with a "/". */
static void put_text_row(excerpt *e, size_t line, size_t begins)
{
    tn_drawing *d = &e->d;
    tn_row_begin(d);
    for (size_t i = 0; i < begins; i++) {
        const tn_mark *mark = &e->bars.items[e->next_bar + i];
        if (!starts_line(e, mark)) continue;
        tn_row_set(d, 2 * mark->slot, '/', mark->label->style);
        d->open[mark->slot] = mark;
    }
    tn_row_put_line(d, line + 1);
}

static void put_bar_ends(excerpt *e, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tn_mark *mark = &e->ends.items[e->next_end++];
        tn_bar_end_put(&e->d, mark);
        e->d.open[mark->slot] = NULL;
    }
}

static void put_bar_begins(excerpt *e, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tn_mark *mark = &e->bars.items[e->next_bar++];
        if (e->d.open[mark->slot]) continue;
        tn_bar_begin_put(&e->d, mark);
        e->d.open[mark->slot] = mark;
    }
}

/* The byte that the excerpt of a long line must show. */
static size_t focus_of(const excerpt *e, size_t singles, size_t begins, size_t ends)
{
    size_t focus = SIZE_MAX;
    if (singles) focus = e->singles.items[e->next_single].begin;
    if (begins) focus = smaller(focus, e->bars.items[e->next_bar].begin);
    if (ends && !singles && !begins) focus = e->ends.items[e->next_end].end;
    return focus == SIZE_MAX ? 0 : focus;
}

static void put_line(excerpt *e, size_t line)
{
    size_t singles = count_here(&e->singles, e->next_single, line, false);
    size_t begins = count_here(&e->bars, e->next_bar, line, false);
    size_t ends = count_here(&e->ends, e->next_end, line, true);
    tn_line_lay_out(&e->d, line, focus_of(e, singles, begins, ends));
    if (e->d.failed) return;
    put_text_row(e, line, begins);
    if (singles) tn_line_marks_put(&e->d, e->singles.items + e->next_single, singles);
    e->next_single += singles;
    put_bar_ends(e, ends);
    put_bar_begins(e, begins);
}

/* ---- all lines ---- */

static void put_gap(excerpt *e)
{
    static const tunip_str dots = TUNIP_STR("...");
    tn_row_begin(&e->d);
    tn_row_put_dots(&e->d, dots);
}

/* The number of lines that can be shown. The empty line after the last newline counts only if it
 * has a mark. */
static size_t line_count(const tn_labelling *how, size_t last_anchor)
{
    size_t count = how->lines->count;
    if (count > 1 && how->lines->items[count - 1] == how->text.size) count--;
    return last_anchor >= count ? last_anchor + 1 : count;
}

static void put_lines(excerpt *e)
{
    const tn_labelling *how = e->d.how;
    size_t count = e->anchors.count, at = 0, next = 0;
    size_t lines = count ? line_count(how, e->anchors.items[count - 1]) : 0;
    while (next < count && !e->d.failed) {
        size_t anchor = e->anchors.items[next];
        size_t begin = anchor > how->context ? anchor - how->context : 0;
        if (begin >= at + FEWEST_LEFT_OUT && next) put_gap(e);
        if (begin >= at + FEWEST_LEFT_OUT || !next) at = begin;
        size_t end = how->context < lines - anchor ? anchor + how->context + 1 : lines;
        size_t until = next + 1 < count ? smaller(end, e->anchors.items[next + 1]) : end;
        for (; at < until && !e->d.failed; at++) put_line(e, at);
        next++;
    }
}

static void release(excerpt *e)
{
    const tunip_allocator *a = e->d.how->allocator;
    tn_array_free(&e->singles, a);
    tn_array_free(&e->bars, a);
    tn_array_free(&e->ends, a);
    tn_array_free(&e->anchors, a);
    tn_array_free(&e->d.cells, a);
    tn_array_free(&e->d.row, a);
    tn_array_free(&e->d.styles, a);
    tn_array_free(&e->d.cover, a);
}

bool tn_labels_put(tn_text *out, tn_labelling *how)
{
    excerpt e = {.d = {.out = out, .how = how}};
    e.d.number_width = tn_labels_number_width(how->lines);
    if (!how->tab_width) how->tab_width = 1;
    bool fine = prepare(&e);
    if (fine) put_lines(&e);
    fine = fine && !e.d.failed && !out->failed;
    release(&e);
    return fine;
}
