/* side_by_side.c -- the view in two columns, each line cut to its column; between them stands what
 * has become of it: "|" changed, "<" only on the left, ">" only on the right. */
#include "../base/unicode.h"
#include "difference.h"

/* ORDER side */
static const char *const colors[] = {"\x1b[31m", "\x1b[32m"};

typedef struct columns {
    size_t width;  /* of the text of one side */
    size_t number; /* of a line number */
} columns;

static size_t digits_of(size_t number)
{
    size_t digits = 1;
    for (; number >= 10; number /= 10) digits++;
    return digits;
}

static columns layout(const tn_viewer *v)
{
    enum { NARROWEST = 8, BETWEEN = 3, AROUND_NUMBERS = 2 };
    const tunip_difference *d = v->difference;
    size_t left = tn_line_count(&d->sides[TN_LEFT]), right = tn_line_count(&d->sides[TN_RIGHT]);
    columns c = {.number = digits_of(left > right ? left : right)};
    size_t taken = BETWEEN + 2 * (c.number + AROUND_NUMBERS - 1);
    c.width = v->view.width > taken + 2 * NARROWEST ? (v->view.width - taken) / 2 : NARROWEST;
    return c;
}

/* The longest beginning of `text` that takes no more than `width` columns. */
static size_t fitting(tunip_str text, size_t width, size_t *used)
{
    size_t at = 0;
    *used = 0;
    while (at < text.size) {
        size_t end = at + 1;
        while (end < text.size && ((unsigned char)text.data[end] & 0xC0) == 0x80) end++;
        size_t wide = tn_utf8_width((tunip_str){text.data + at, end - at});
        if (*used + wide > width) break;
        *used += wide;
        at = end;
    }
    return at;
}

static void put_cell(tn_viewer *v, const columns *c, int side, const tn_row *row)
{
    size_t line = row->line[side], used = 0;
    if (line == TN_NOWHERE) {
        if (side == TN_LEFT) tn_out_fill(v->out, ' ', c->number + 1 + c->width);
        return;
    }
    const tn_text_side *s = &v->difference->sides[side];
    tn_range range = tn_line_range(s, line);
    tunip_str text = {s->printed->render.text + range.begin, range.end - range.begin};
    bool color = v->view.color && !row->same;
    size_t size = fitting(text, c->width, &used);
    bool cut = size < text.size;
    if (cut) size = fitting(text, c->width - 1, &used);
    tn_out_format(v->out, "%*zu ", (int)c->number, line + 1);
    if (color) tn_out_text(v->out, colors[side]);
    tn_out_put(v->out, text.data, size);
    if (cut) tn_out_text(v->out, ">");
    if (color) tn_out_text(v->out, "\x1b[0m");
    if (side == TN_LEFT) tn_out_fill(v->out, ' ', c->width - used - cut);
}

static void put_row(tn_viewer *v, const columns *c, const tn_row *row)
{
    bool left = row->line[TN_LEFT] != TN_NOWHERE, right = row->line[TN_RIGHT] != TN_NOWHERE;
    const char *sign = row->same ? " " : left && right ? "|" : left ? "<" : ">";
    put_cell(v, c, TN_LEFT, row);
    tn_out_format(v->out, right ? " %s " : " %s", row->same && !right ? "" : sign);
    put_cell(v, c, TN_RIGHT, row);
    tn_out_text(v->out, "\n");
}

void tn_view_side_by_side(tn_viewer *v)
{
    tn_hunk hunk;
    const columns c = layout(v);
    tn_out_text(v->out, v->view.lhs_name);
    tn_out_text(v->out, " | ");
    tn_out_text(v->out, v->view.rhs_name);
    tn_out_text(v->out, "\n");
    for (size_t at = 0; !v->out->refused && tn_hunk_next(v, &at, &hunk);) {
        tn_view_hunk_head(v, &hunk);
        for (size_t i = hunk.begin; i < hunk.end && !v->out->refused; i++)
            put_row(v, &c, &v->difference->rows.items[i]);
    }
    tn_view_summary(v);
}
