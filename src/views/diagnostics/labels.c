/* labels.c -- draws labels below the lines of a text; knows only text and spans. */
#include "labels.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../print/writer.h"
#include "../../util/unicode.h"

/* ======== labels ======== */

/* Excerpts of marked text: selects the lines and orders the rows below them. */

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
    /* Writes the line of text. If a mark begins at the first character of the line, its bar begins
     * in this row, with a "/". */
    tn_drawing *d = &e->d;
    tn_row_begin(d);
    for (size_t i = 0; i < begins; i++) {
        const tn_mark *mark = &e->bars.items[e->next_bar + i];
        if (!starts_line(e, mark)) continue;
        tn_row_set(d, 2 * mark->slot, '/', mark->label->style);
        d->open[mark->slot] = mark;
    }
    tn_row_put_line(d, line + 1);
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

/* ======== labels marks ======== */

/* The rows below a line of text: carets and dashes, with the last label beside
 * them; the other labels below, with connectors; the beginnings and ends of bars. */

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

/* ======== labels row ======== */

/* A row of an excerpt, which is painted column by column and then written. */

/* ---- colour ---- */

static const char *const styles[] = {
    [TN_STYLE_ERROR] = "\x1b[1;31m",     [TN_STYLE_WARNING] = "\x1b[1;33m",
    [TN_STYLE_NOTE] = "\x1b[1;32m",      [TN_STYLE_HELP] = "\x1b[1;36m",
    [TN_STYLE_SECONDARY] = "\x1b[1;34m", [TN_STYLE_GUTTER] = "\x1b[34m",
    [TN_STYLE_STRONG] = "\x1b[1m",       [TN_STYLE_NONE] = "\x1b[0m",
};

void tn_style_put(tn_text *out, tn_style style, bool colour)
{
    if (colour) tn_text_put_word(out, styles[style]);
}

static void put_styled(tn_drawing *d, tn_style style, tunip_str text)
{
    tn_style_put(d->out, style, d->how->colour);
    tn_text_put_visible(d->out, text);
    tn_style_put(d->out, TN_STYLE_NONE, d->how->colour);
}

/* ---- painting ---- */

static bool extend(tn_drawing *d, size_t columns)
{
    const tunip_allocator *a = d->how->allocator;
    if (columns <= d->row.count) return true;
    size_t extra = columns - d->row.count;
    if (!tn_array_reserve(&d->row, a, extra) || !tn_array_reserve(&d->styles, a, extra)) {
        d->failed = true;
        return false;
    }
    memset(d->row.items + d->row.count, ' ', extra);
    memset(d->styles.items + d->row.count, TN_STYLE_NONE, extra);
    d->row.count = d->styles.count = columns;
    d->how->work += extra;
    return true;
}

void tn_row_set(tn_drawing *d, size_t column, char c, tn_style style)
{
    if (!extend(d, column + 1)) return;
    d->row.items[column] = c;
    d->styles.items[column] = (unsigned char)style;
}

void tn_row_fill(tn_drawing *d, size_t begin, size_t end, char c, tn_style style)
{
    if (!extend(d, end)) return;
    for (size_t i = begin; i < end; i++)
        if (d->row.items[i] == ' ') tn_row_set(d, i, c, style);
}

void tn_row_begin(tn_drawing *d)
{
    d->row.count = d->styles.count = 0;
    for (size_t i = 0; i < d->bar_count; i++)
        if (d->open[i]) tn_row_set(d, 2 * i, '|', d->open[i]->label->style);
}

/* ---- writing ---- */

void tn_gutter_put(tn_drawing *d, size_t number)
{
    tn_style_put(d->out, TN_STYLE_GUTTER, d->how->colour);
    if (number)
        tn_text_put_number(d->out, number, d->number_width);
    else
        tn_text_fill(d->out, ' ', d->number_width);
    tn_text_put_word(d->out, " |");
    tn_style_put(d->out, TN_STYLE_NONE, d->how->colour);
}

static void put_columns(tn_drawing *d, size_t end)
{
    for (size_t i = 0; i < end;) {
        size_t begin = i;
        tn_style style = (tn_style)d->styles.items[i];
        while (i < end && d->styles.items[i] == style) i++;
        if (style != TN_STYLE_NONE) tn_style_put(d->out, style, d->how->colour);
        tn_text_put(d->out, d->row.items + begin, i - begin);
        if (style != TN_STYLE_NONE) tn_style_put(d->out, TN_STYLE_NONE, d->how->colour);
    }
}

void tn_row_put(tn_drawing *d)
{
    size_t end = d->row.count;
    while (end && d->row.items[end - 1] == ' ') end--;
    tn_gutter_put(d, 0);
    if (end) tn_text_put(d->out, " ", 1);
    put_columns(d, end);
    tn_text_put(d->out, "\n", 1);
}

void tn_row_put_text(tn_drawing *d, size_t column, tunip_str text, tn_style style)
{
    if (!extend(d, column)) return;
    tn_gutter_put(d, 0);
    tn_text_put(d->out, " ", 1);
    put_columns(d, column);
    put_styled(d, style, text);
    tn_text_put(d->out, "\n", 1);
}

void tn_row_put_line(tn_drawing *d, size_t number)
{
    size_t margin = tn_drawing_margin(d);
    bool empty = d->cells.count < 2 && !d->cut_left;
    if (empty) {
        size_t end = d->row.count;
        tn_gutter_put(d, number);
        if (end) tn_text_put(d->out, " ", 1);
        put_columns(d, end);
    } else if (extend(d, margin)) {
        tn_gutter_put(d, number);
        tn_text_put(d->out, " ", 1);
        put_columns(d, margin);
        tn_line_put(d);
    }
    tn_text_put(d->out, "\n", 1);
}

void tn_row_put_dots(tn_drawing *d, tunip_str dots)
{
    size_t blank = d->number_width + 2 > dots.size ? d->number_width + 2 - dots.size : 0;
    put_styled(d, TN_STYLE_GUTTER, dots);
    if (d->row.count) {
        tn_text_fill(d->out, ' ', blank + 1);
        put_columns(d, d->row.count);
    }
    tn_text_put(d->out, "\n", 1);
}

/* ======== labels line ======== */

/* Lays out a line of text: maps its bytes to columns. */

enum { ELLIPSIS = 3, MOST_LEAD = 125 };

/* ---- the part to show ---- */

/* The first byte of the character at `at`. */
static size_t character_at(tunip_str text, size_t begin, size_t at)
{
    enum { LONGEST = 3 };
    for (size_t i = 0; i < LONGEST && at > begin; i++, at--)
        if (((unsigned char)text.data[at] & 0xC0) != 0x80) break;
    return at;
}

/* The focus may be the end of the line or the newline; then the last character is shown. */
static void choose_part(tn_drawing *d, size_t line, size_t focus)
{
    const tn_lines *lines = d->how->lines;
    tunip_str text = d->how->text;
    size_t begin = lines->items[line], end = lines->items[line + 1];
    if (end > begin && text.data[end - 1] == '\n') end--;
    size_t from = begin, to = end;
    size_t most = d->how->long_line ? d->how->long_line : TN_LONG_LINE;
    size_t lead = most * 3 / 8 < MOST_LEAD ? most * 3 / 8 : MOST_LEAD;
    if (end - begin > most) {
        size_t first = focus > begin + lead ? focus - lead : begin;
        from = character_at(text, begin, first < end ? first : end - 1);
        if (end - from > most) to = character_at(text, from, from + most);
    }
    d->cut_left = from > begin;
    d->cut_right = to < end;
    d->shown = (tunip_str){text.data + from, to - from};
}

/* ---- columns ---- */

static size_t width_at(const tn_drawing *d, tn_glyph glyph, size_t at, size_t column)
{
    size_t tab = d->how->tab_width;
    return d->shown.data[at] == '\t' ? tab - column % tab : glyph.width;
}

static size_t shown_begin(const tn_drawing *d)
{
    return (size_t)(d->shown.data - d->how->text.data);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

void tn_line_lay_out(tn_drawing *d, size_t line, size_t focus)
{
    choose_part(d, line, focus);
    d->cells.count = 0;
    size_t base = shown_begin(d), column = d->cut_left ? ELLIPSIS : 0, at = 0;
    if (!tn_array_reserve(&d->cells, d->how->allocator, d->shown.size + 1)) {
        d->failed = true;
        return;
    }
    while (at < d->shown.size) {
        const tn_glyph glyph = tn_glyph_at(d->shown, at);
        d->cells.items[d->cells.count++] = (tn_cell){base + at, column};
        column += width_at(d, glyph, at, column);
        at += glyph.size;
        d->how->work++;
    }
    d->cells.items[d->cells.count++] = (tn_cell){base + at, column};
    d->blank_end = 0;
    while (d->blank_end < d->shown.size && is_blank(d->shown.data[d->blank_end])) d->blank_end++;
    d->blank_end = d->cut_left ? 0 : base + d->blank_end;
}

/* The last cell that begins at or before `offset`; the first cell if there is none. */
static size_t cell_of(const tn_drawing *d, size_t offset)
{
    size_t low = 1, high = d->cells.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->cells.items[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

size_t tn_line_column(const tn_drawing *d, size_t offset)
{
    return d->cells.items[cell_of(d, offset)].column;
}

size_t tn_line_end_column(const tn_drawing *d, size_t offset)
{
    size_t cell = cell_of(d, offset);
    bool inside = d->cells.items[cell].offset < offset && cell + 1 < d->cells.count;
    return d->cells.items[cell + inside].column;
}

/* ---- text ---- */

static void put_glyph(tn_drawing *d, size_t at, size_t size, size_t width)
{
    char escape[TN_ESCAPE_ROOM];
    if (d->shown.data[at] == '\t')
        tn_text_fill(d->out, ' ', width);
    else if (tn_glyph_at(d->shown, at).escaped)
        tn_text_put(d->out, escape, tn_glyph_escape(d->shown, at, escape));
    else
        tn_text_put(d->out, d->shown.data + at, size);
}

void tn_line_put(tn_drawing *d)
{
    size_t base = shown_begin(d);
    if (d->cut_left) tn_text_fill(d->out, '.', ELLIPSIS);
    for (size_t i = 0; i + 1 < d->cells.count; i++) {
        const tn_cell *cell = &d->cells.items[i];
        put_glyph(d, cell->offset - base, cell[1].offset - cell->offset,
                  cell[1].column - cell->column);
    }
    if (d->cut_right) tn_text_fill(d->out, '.', ELLIPSIS);
}
