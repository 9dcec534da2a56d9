/* labels_row.c -- a row of an excerpt, which is painted column by column and then written. */
#include "labels_draw.h"

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
