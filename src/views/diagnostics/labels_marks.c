/* labels_marks.c -- the rows below a line of text: carets and dashes, with the last label beside
 * them; the other labels below, with connectors; the beginnings and ends of bars. */
#include <stdio.h>

#include "labels_draw.h"

/* The labels that hang below a line, from left to right. */
typedef struct hung {
    const tn_mark *marks[TN_MOST_LABELS];
    size_t count;
    size_t left_out;
    const tn_mark *beside; /* the last label, if it is beside its carets */
} hung;

/* ---- carets and dashes ---- */

enum { LAYERS = TN_STYLE_NONE + 1 };

/* The layer of a mark: carets cover dashes, and a higher severity covers a lower one. */
static size_t layer_of(const tn_mark *mark)
{
    return mark->label->primary ? (size_t)mark->label->style : TN_STYLE_NONE;
}

/* Computes for each column the number of marks of a layer that begin there minus the number that
 * end there. Returns whether the layer has marks, and sets their style. */
static bool count_layer(tn_drawing *d, const tn_mark *marks, size_t count, size_t layer,
                        tn_style *style)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (layer_of(&marks[i]) != layer) continue;
        d->cover.items[marks[i].column]++;
        d->cover.items[marks[i].end_column]--;
        *style = marks[i].label->style;
        any = true;
    }
    return any;
}

static void paint_layer(tn_drawing *d, size_t width, char c, tn_style style)
{
    size_t depth = 0, margin = tn_drawing_margin(d);
    for (size_t i = 0; i < width; i++) {
        depth += d->cover.items[i];
        d->cover.items[i] = 0;
        if (depth) tn_row_set(d, margin + i, c, style);
    }
    d->cover.items[width] = 0;
    d->how->work += width;
}

static void paint_marks(tn_drawing *d, const tn_mark *marks, size_t count, size_t width)
{
    d->cover.count = 0;
    if (!tn_array_reserve(&d->cover, d->how->allocator, width + 1)) {
        d->failed = true;
        return;
    }
    memset(d->cover.items, 0, (width + 1) * sizeof *d->cover.items);
    d->how->work += count;
    for (size_t layer = LAYERS; layer-- > 0;) {
        tn_style style = TN_STYLE_NONE;
        if (!count_layer(d, marks, count, layer, &style)) continue;
        paint_layer(d, width, layer == TN_STYLE_NONE ? '-' : '^', style);
    }
}

/* ---- selection of labels ---- */

static bool speaks(const tn_mark *mark)
{
    return mark->label->text.size > 0;
}

static size_t count_speaking(const tn_mark *marks, size_t count, bool primary)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += speaks(&marks[i]) && marks[i].label->primary == primary;
    return found;
}

/* Selects at most TN_MOST_LABELS labels: primary ones first, then those further left. */
static void choose_labels(hung *h, const tn_mark *marks, size_t count)
{
    size_t primary = count_speaking(marks, count, true);
    size_t secondary = count_speaking(marks, count, false);
    size_t left[2];
    left[true] = primary < TN_MOST_LABELS ? primary : TN_MOST_LABELS;
    left[false] = TN_MOST_LABELS - left[true];
    for (size_t i = 0; i < count; i++) {
        size_t *room = &left[marks[i].label->primary];
        if (!speaks(&marks[i]) || !*room) continue;
        --*room;
        h->marks[h->count++] = &marks[i];
    }
    h->left_out += primary + secondary - h->count;
}

static size_t widest_of(const tn_mark *marks, size_t count)
{
    size_t width = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].end_column > width) width = marks[i].end_column;
    return width;
}

/* Puts the last label beside its carets if no mark is to the right of them. */
static void choose_beside(hung *h, size_t width)
{
    const tn_mark *last = h->count ? h->marks[h->count - 1] : NULL;
    if (!last || last->end_column < width) return;
    h->beside = last;
    h->count--;
}

/* ---- labels below ---- */

static void connect(tn_drawing *d, const hung *h, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tn_row_set(d, tn_drawing_margin(d) + h->marks[i]->column, '|', h->marks[i]->label->style);
}

static void put_hung(tn_drawing *d, const hung *h)
{
    if (!h->count) return;
    tn_row_begin(d);
    connect(d, h, h->count);
    tn_row_put(d);
    for (size_t i = h->count; i-- > 0 && !d->failed;) {
        const tn_mark *mark = h->marks[i];
        tn_row_begin(d);
        connect(d, h, i);
        tn_row_put_text(d, tn_drawing_margin(d) + mark->column, mark->label->text,
                        mark->label->style);
    }
}

static void put_remark(tn_drawing *d, const char *form, size_t count)
{
    char text[64];
    if (!count || d->failed) return;
    size_t size = (size_t)snprintf(text, sizeof text, form, count);
    tn_row_begin(d);
    tn_row_put_text(d, tn_drawing_margin(d), (tunip_str){text, size}, TN_STYLE_GUTTER);
}

/* ---- all rows ---- */

/* Computes the columns of the marks. Returns the number of marks without those that begin after the
 * shown part of the line. */
static size_t lay_out(tn_drawing *d, tn_mark *marks, size_t count)
{
    size_t last = d->cells.items[d->cells.count - 1].offset;
    while (d->cut_right && count && marks[count - 1].begin >= last) count--;
    for (size_t i = 0; i < count; i++) {
        tn_mark *mark = &marks[i];
        mark->column = tn_line_column(d, mark->begin);
        mark->end_column = tn_line_end_column(d, mark->end);
        if (mark->end_column <= mark->column) mark->end_column = mark->column + 1;
    }
    return count;
}

static size_t count_continued(const tn_mark *marks, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += marks[i].continued;
    return found;
}

void tn_line_marks_put(tn_drawing *d, tn_mark *marks, size_t count)
{
    if (!count || d->failed) return;
    size_t drawn = lay_out(d, marks, count);
    size_t width = widest_of(marks, drawn);
    hung h = {.left_out = count - drawn};
    choose_labels(&h, marks, drawn);
    choose_beside(&h, width);
    tn_row_begin(d);
    paint_marks(d, marks, drawn, width);
    if (h.beside)
        tn_row_put_text(d, d->row.count + 1, h.beside->label->text, h.beside->label->style);
    else
        tn_row_put(d);
    put_hung(d, &h);
    put_remark(d, "... and %zu more", h.left_out);
    put_remark(d, "... continued below: %zu", count_continued(marks, count));
}

/* ---- bars ---- */

static void put_end_of_bar(tn_drawing *d, const tn_mark *mark, size_t column, tunip_str text)
{
    size_t at = tn_drawing_margin(d) + column;
    const tn_label *label = mark->label;
    if (d->failed) return;
    tn_row_begin(d);
    tn_row_fill(d, 2 * mark->slot + 1, at, '_', label->style);
    tn_row_set(d, at, label->primary ? '^' : '-', label->style);
    if (text.size)
        tn_row_put_text(d, at + 2, text, label->style);
    else
        tn_row_put(d);
}

void tn_bar_begin_put(tn_drawing *d, const tn_mark *mark)
{
    put_end_of_bar(d, mark, tn_line_column(d, mark->begin), (tunip_str){NULL, 0});
}

void tn_bar_end_put(tn_drawing *d, const tn_mark *mark)
{
    put_end_of_bar(d, mark, tn_line_column(d, mark->end - 1), mark->label->text);
}
