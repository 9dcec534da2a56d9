/* labels.c -- excerpts of marked text: selects the lines and orders the rows below them. */
#include "labels.h"

#include <stdlib.h>

#include "../../core/render/writer.h"
#include "labels_draw.h"

enum { FEWEST_LEFT_OUT = 2 }; /* showing a single line takes no more room than its omission mark */

typedef TN_ARRAY(tn_mark) mark_list;
typedef TN_ARRAY(size_t) line_list;

typedef struct picture {
    tn_drawing d;
    mark_list singles; /* in one line, by where they begin */
    mark_list bars;    /* by where they begin */
    mark_list ends;    /* the same by where they end, the innermost first */
    line_list anchors; /* lines with marks, in order */
    size_t next_single, next_bar, next_end;
} picture;

size_t tn_labels_number_width(const tn_lines *lines)
{
    size_t width = 1;
    for (size_t count = lines->count; count >= 10; count /= 10) width++;
    return width;
}

/* ---- where marks are ---- */

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

/* Among marks that begin at one place, the longest comes first and gets the outermost bar. Among
 * equal marks, the one added first comes last, beside the carets. */
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

/* Gives the mark the leftmost bar that is free. */
static bool take_slot(picture *p, size_t *busy_until, tn_mark *mark)
{
    for (unsigned i = 0; i < TN_MOST_BARS; i++) {
        if (busy_until[i] > mark->line) continue;
        busy_until[i] = mark->last_line + 1;
        mark->slot = i;
        if (i >= p->d.bar_count) p->d.bar_count = i + 1;
        return true;
    }
    return false;
}

static bool add_mark(picture *p, mark_list *list, tn_mark mark)
{
    const tunip_allocator *a = p->d.how->allocator;
    return tn_array_push(list, a, mark) && tn_array_push(&p->anchors, a, mark.line) &&
           (mark.line == mark.last_line || tn_array_push(&p->anchors, a, mark.last_line));
}

/* A mark without a bar is drawn in its first line only. */
static tn_mark shortened(const tn_labelling *how, tn_mark mark)
{
    mark.continued = true;
    mark.end = how->lines->items[mark.line + 1] - 1;
    mark.last_line = mark.line;
    return mark;
}

static bool sort_out(picture *p, mark_list *all)
{
    size_t busy_until[TN_MOST_BARS] = {0};
    bool fine = true;
    if (all->count) qsort(all->items, all->count, sizeof *all->items, by_begin);
    for (size_t i = 0; i < all->count && fine; i++) {
        tn_mark mark = all->items[i];
        if (mark.line == mark.last_line)
            fine = add_mark(p, &p->singles, mark);
        else if (take_slot(p, busy_until, &mark))
            fine =
                add_mark(p, &p->bars, mark) && tn_array_push(&p->ends, p->d.how->allocator, mark);
        else
            fine = add_mark(p, &p->singles, shortened(p->d.how, mark));
    }
    if (p->ends.count) qsort(p->ends.items, p->ends.count, sizeof *p->ends.items, by_end);
    if (p->anchors.count)
        qsort(p->anchors.items, p->anchors.count, sizeof *p->anchors.items, by_value);
    return fine;
}

static bool prepare(picture *p)
{
    const tn_labelling *how = p->d.how;
    mark_list all = {NULL, 0, 0};
    bool fine = tn_array_reserve(&all, how->allocator, how->count);
    for (size_t i = 0; i < how->count && fine; i++)
        all.items[all.count++] = locate(how, &how->labels[i]);
    fine = fine && sort_out(p, &all);
    tn_array_free(&all, how->allocator);
    return fine;
}

/* ---- a line ---- */

/* The marks of the list that begin (`end`: end) in the line are from *next on. */
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

static bool starts_line(const picture *p, const tn_mark *mark)
{
    return mark->begin <= p->d.blank_end && !p->d.cut_left;
}

/* The row of the text itself. The bar of a mark that begins with the line begins in this row. */
static void put_text_row(picture *p, size_t line, size_t begins)
{
    tn_drawing *d = &p->d;
    tn_row_begin(d);
    for (size_t i = 0; i < begins; i++) {
        const tn_mark *mark = &p->bars.items[p->next_bar + i];
        if (!starts_line(p, mark)) continue;
        tn_row_set(d, 2 * mark->slot, '/', mark->label->style);
        d->open[mark->slot] = mark;
    }
    tn_row_put_line(d, line + 1);
}

static void put_bar_ends(picture *p, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tn_mark *mark = &p->ends.items[p->next_end++];
        tn_bar_end_put(&p->d, mark);
        p->d.open[mark->slot] = NULL;
    }
}

static void put_bar_begins(picture *p, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tn_mark *mark = &p->bars.items[p->next_bar++];
        if (p->d.open[mark->slot]) continue;
        tn_bar_begin_put(&p->d, mark);
        p->d.open[mark->slot] = mark;
    }
}

/* The part of a long line to show. */
static size_t focus_of(const picture *p, size_t singles, size_t begins, size_t ends)
{
    size_t focus = SIZE_MAX;
    if (singles) focus = p->singles.items[p->next_single].begin;
    if (begins) focus = smaller(focus, p->bars.items[p->next_bar].begin);
    if (ends && !singles && !begins) focus = p->ends.items[p->next_end].end;
    return focus == SIZE_MAX ? 0 : focus;
}

static void put_line(picture *p, size_t line)
{
    size_t singles = count_here(&p->singles, p->next_single, line, false);
    size_t begins = count_here(&p->bars, p->next_bar, line, false);
    size_t ends = count_here(&p->ends, p->next_end, line, true);
    tn_line_lay_out(&p->d, line, focus_of(p, singles, begins, ends));
    if (p->d.failed) return;
    put_text_row(p, line, begins);
    if (singles) tn_line_marks_put(&p->d, p->singles.items + p->next_single, singles);
    p->next_single += singles;
    put_bar_ends(p, ends);
    put_bar_begins(p, begins);
}

/* ---- all lines ---- */

static void put_gap(picture *p)
{
    static const tunip_str dots = TUNIP_STR("...");
    tn_row_begin(&p->d);
    tn_row_put_dots(&p->d, dots);
}

/* The lines that have text or marks: an empty last line is not worth showing for itself. */
static size_t line_count(const tn_labelling *how, size_t last_anchor)
{
    size_t count = how->lines->count;
    if (count > 1 && how->lines->items[count - 1] == how->text.size) count--;
    return last_anchor >= count ? last_anchor + 1 : count;
}

static void put_lines(picture *p)
{
    const tn_labelling *how = p->d.how;
    size_t count = p->anchors.count, at = 0, next = 0;
    size_t lines = count ? line_count(how, p->anchors.items[count - 1]) : 0;
    while (next < count && !p->d.failed) {
        size_t anchor = p->anchors.items[next];
        size_t begin = anchor > how->context ? anchor - how->context : 0;
        if (begin >= at + FEWEST_LEFT_OUT && next) put_gap(p);
        if (begin >= at + FEWEST_LEFT_OUT || !next) at = begin;
        size_t end = how->context < lines - anchor ? anchor + how->context + 1 : lines;
        size_t until = next + 1 < count ? smaller(end, p->anchors.items[next + 1]) : end;
        for (; at < until && !p->d.failed; at++) put_line(p, at);
        next++;
    }
}

static void release(picture *p)
{
    const tunip_allocator *a = p->d.how->allocator;
    tn_array_free(&p->singles, a);
    tn_array_free(&p->bars, a);
    tn_array_free(&p->ends, a);
    tn_array_free(&p->anchors, a);
    tn_array_free(&p->d.cells, a);
    tn_array_free(&p->d.row, a);
    tn_array_free(&p->d.styles, a);
    tn_array_free(&p->d.cover, a);
}

bool tn_labels_put(tn_text *out, tn_labelling *how)
{
    picture p = {.d = {.out = out, .how = how}};
    p.d.number_width = tn_labels_number_width(how->lines);
    if (!how->tab_width) how->tab_width = 1;
    bool fine = prepare(&p);
    if (fine) put_lines(&p);
    fine = fine && !p.d.failed && !out->failed;
    release(&p);
    return fine;
}
