/* unified.c -- the view with one side below the other: "-" lines are the left side's, "+" lines the
 * right side's, with carets below the parts that have changed. */
#include "../base/unicode.h"
#include "difference.h"

/* ORDER side */
static const char *const colors[] = {"\x1b[31m", "\x1b[32m"};
static const char *const strong[] = {"\x1b[1;7m", "\x1b[1;7m"};

/* ---- a line ---- */

static void put_colored(tn_viewer *v, int side, size_t line)
{
    const tn_text_side *s = &v->difference->sides[side];
    tn_range range = tn_line_range(s, line);
    const char *text = s->printed->render.text;
    size_t at = range.begin, i, end = tn_marks_of_line(s, line, &i);
    for (; i < end; i++) {
        const tn_mark *mark = &s->marks.items[i];
        if (mark->labelled || mark->end <= at) continue;
        size_t begin = mark->begin > at ? mark->begin : at;
        tn_out_put(v->out, text + at, begin - at);
        tn_out_text(v->out, strong[side]);
        tn_out_put(v->out, text + begin, mark->end - begin);
        tn_out_text(v->out, "\x1b[27;22m");
        at = mark->end;
    }
    tn_out_put(v->out, text + at, range.end - at);
}

static void put_line(tn_viewer *v, int side, size_t line, char sign)
{
    const tn_text_side *s = &v->difference->sides[side];
    tn_range range = tn_line_range(s, line);
    bool color = v->view.color && sign != ' ';
    if (color) tn_out_text(v->out, colors[side]);
    tn_out_put(v->out, &sign, 1);
    if (color)
        put_colored(v, side, line);
    else
        tn_out_put(v->out, s->printed->render.text + range.begin, range.end - range.begin);
    tn_out_text(v->out, color ? "\x1b[0m\n" : "\n");
}

/* ---- what stands below it ---- */

static size_t columns(const char *text, size_t begin, size_t end)
{
    return tn_utf8_width((tunip_str){text + begin, end - begin});
}

/* Whether one mark is all of the line, which then needs no carets. */
static bool covers_line(const tn_text_side *s, size_t line, size_t first, size_t end)
{
    tn_range range = tn_line_range(s, line);
    while (range.begin < range.end && s->printed->render.text[range.begin] == ' ') range.begin++;
    for (size_t i = first; i < end; i++) {
        const tn_mark *mark = &s->marks.items[i];
        if (!mark->labelled && mark->begin <= range.begin && mark->end >= range.end) return true;
    }
    return false;
}

/* Carets below all parts that need no words. */
static void put_carets(tn_viewer *v, int side, size_t line, size_t first, size_t end)
{
    const tn_text_side *s = &v->difference->sides[side];
    const char *text = s->printed->render.text;
    size_t at = tn_line_range(s, line).begin;
    bool put = false;
    for (size_t i = first; i < end; i++) {
        const tn_mark *mark = &s->marks.items[i];
        if (mark->labelled || mark->end <= at) continue;
        size_t begin = mark->begin > at ? mark->begin : at;
        if (!put) tn_out_put(v->out, " ", 1);
        put = true;
        tn_out_fill(v->out, ' ', columns(text, at, begin));
        tn_out_fill(v->out, '^', columns(text, begin, mark->end));
        at = mark->end;
    }
    if (put) tn_out_text(v->out, "\n");
}

static void put_labels(tn_viewer *v, int side, size_t line, size_t first, size_t end)
{
    enum { MOST = 4 };
    const tn_text_side *s = &v->difference->sides[side];
    const char *text = s->printed->render.text;
    size_t begin = tn_line_range(s, line).begin, put = 0, left = 0;
    for (size_t i = first; i < end; i++) {
        const tn_mark *mark = &s->marks.items[i];
        if (!mark->labelled) continue;
        if (put == MOST) {
            left++;
            continue;
        }
        put++;
        tn_out_fill(v->out, ' ', 1 + columns(text, begin, mark->begin));
        tn_out_put(v->out, "^", 1);
        tn_view_label(v, side, mark);
        tn_out_text(v->out, "\n");
    }
    if (left) tn_out_format(v->out, " ... and %zu more\n", left);
}

static void put_marked_line(tn_viewer *v, int side, size_t line, char sign)
{
    const tn_text_side *s = &v->difference->sides[side];
    size_t first, end = tn_marks_of_line(s, line, &first);
    put_line(v, side, line, sign);
    if (!v->view.color && !covers_line(s, line, first, end)) put_carets(v, side, line, first, end);
    put_labels(v, side, line, first, end);
}

/* ---- a hunk ---- */

static void put_row(tn_viewer *v, const tn_row *row)
{
    static const char signs[] = {'-', '+'};
    if (row->same) {
        put_line(v, TN_LEFT, row->line[TN_LEFT], ' ');
        return;
    }
    for (int side = 0; side < TN_SIDES; side++)
        if (row->line[side] != TN_NOWHERE) put_marked_line(v, side, row->line[side], signs[side]);
}

static void put_name(tn_viewer *v, const char *sign, const char *name)
{
    if (v->view.color) tn_out_text(v->out, "\x1b[1m");
    tn_out_text(v->out, sign);
    tn_out_text(v->out, name);
    tn_out_text(v->out, v->view.color ? "\x1b[0m\n" : "\n");
}

void tn_view_unified(tn_viewer *v)
{
    tn_hunk hunk;
    put_name(v, "--- ", v->view.lhs_name);
    put_name(v, "+++ ", v->view.rhs_name);
    for (size_t at = 0; !v->out->refused && tn_hunk_next(v, &at, &hunk);) {
        tn_view_hunk_head(v, &hunk);
        for (size_t i = hunk.begin; i < hunk.end && !v->out->refused; i++)
            put_row(v, &v->difference->rows.items[i]);
    }
    tn_view_summary(v);
}
