/* diff_forms.c -- differences as lines: unified, and side by side. */
#include "base/glyph.h"
#include "base/unicode.h"
#include "diff_view.h"

void tn_diff_put_colour(tn_diff_view *v, tn_diff_colour colour)
{
    /* ORDER tn_diff_colour */
    static const char *const codes[] = {"\x1b[0m",  "\x1b[31m",   "\x1b[32m",
                                        "\x1b[36m", "\x1b[7;31m", "\x1b[7;32m"};
    if (v->options.colour) tn_text_put_word(v->out, codes[colour]);
}

static void put(tn_diff_view *v, const char *word)
{
    tn_text_put_word(v->out, word);
}

/* ---- parts of a line ---- */

/* Walks through a line, part by part: what begins at `at` ends at `end`, and differs or not. */
typedef struct line_parts {
    const tn_diff_side *side;
    size_t part, at, end, line_end;
    bool differs;
} line_parts;

static line_parts parts_of(const tn_diff_side *side, size_t line)
{
    tn_range range = tn_diff_line(side, line);
    return (line_parts){.side = side,
                        .part = tn_diff_first_part(side, range.begin),
                        .at = range.begin,
                        .end = range.begin,
                        .line_end = range.end};
}

static bool next_part(line_parts *p)
{
    const tn_ranges *parts = &p->side->parts;
    p->at = p->end;
    if (p->at >= p->line_end) return false;
    while (p->part < parts->count && parts->items[p->part].end <= p->at) p->part++;
    const tn_range *next = p->part < parts->count ? &parts->items[p->part] : NULL;
    p->differs = next && next->begin <= p->at;
    p->end = !next ? p->line_end : p->differs ? next->end : next->begin;
    if (p->end > p->line_end) p->end = p->line_end;
    return true;
}

/* Whether carets below a line say more than its sign: they do not when all of it differs. */
static bool has_parts(const tn_diff_side *side, size_t line)
{
    bool differs = false, same = false;
    for (line_parts p = parts_of(side, line); next_part(&p);) {
        differs |= p.differs;
        for (size_t i = p.at; !p.differs && i < p.end; i++) same |= side->text.data[i] != ' ';
    }
    return differs && same;
}

/* ---- unified ---- */

static void put_line(tn_diff_view *v, size_t which, size_t line, const char *sign,
                     tn_diff_colour colour)
{
    const tn_diff_side *side = &v->sides[which];
    bool highlight = v->options.colour && colour != TN_PLAIN && has_parts(side, line);
    if (colour != TN_PLAIN) tn_diff_put_colour(v, colour);
    put(v, sign);
    for (line_parts p = parts_of(side, line); next_part(&p);) {
        bool part = highlight && p.differs;
        if (part) tn_diff_put_colour(v, colour == TN_RED ? TN_RED_PART : TN_GREEN_PART);
        tn_text_put(v->out, side->text.data + p.at, p.end - p.at);
        if (part) tn_diff_put_colour(v, TN_PLAIN);
        if (part) tn_diff_put_colour(v, colour);
    }
    if (colour != TN_PLAIN) tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
}

static size_t width_of(const tn_diff_side *side, size_t begin, size_t end)
{
    return tn_utf8_width((tunip_str){side->text.data + begin, end - begin});
}

/* Carets up to the last part. */
static void put_carets(tn_diff_view *v, const tn_diff_side *side, size_t line)
{
    size_t blanks = 0;
    for (line_parts p = parts_of(side, line); next_part(&p);) {
        size_t width = width_of(side, p.at, p.end);
        if (!p.differs) {
            blanks += width;
            continue;
        }
        tn_text_fill(v->out, ' ', blanks);
        tn_text_fill(v->out, '^', width ? width : 1);
        blanks = 0;
    }
}

/* Below the first line of what has moved. */
static void put_move(tn_diff_view *v, size_t which, size_t line)
{
    const tn_diff_side *side = &v->sides[which];
    tunip_str text = tn_diff_line_text(side, line);
    size_t blanks = 0;
    if (!side->moved[line]) return;
    while (blanks < text.size && text.data[blanks] == ' ') blanks++;
    tn_diff_put_colour(v, TN_CYAN);
    put(v, "?");
    tn_text_fill(v->out, ' ', blanks);
    put(v, which == TN_LHS ? "moved to line " : "moved from line ");
    tn_text_put_number(v->out, side->moved[line], 0);
    tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
}

static void put_side(tn_diff_view *v, size_t which, size_t begin, size_t end)
{
    const tn_diff_side *side = &v->sides[which];
    for (size_t i = begin; i < end; i++) {
        size_t line = v->rows.items[i].line[which];
        if (line == TN_NO_LINE) continue;
        put_line(v, which, line, which == TN_LHS ? "-" : "+", which == TN_LHS ? TN_RED : TN_GREEN);
        bool carets = !v->options.colour && has_parts(side, line);
        if (carets) put(v, "?");
        if (carets) put_carets(v, side, line);
        if (carets) put(v, "\n");
        put_move(v, which, line);
    }
}

/* Both lines are there and read the same: what differs is not printed. */
static bool is_hidden(const tn_diff_view *v, const tn_diff_row *row)
{
    if (row->line[TN_LHS] == TN_NO_LINE || row->line[TN_RHS] == TN_NO_LINE) return false;
    return tunip_str_equal(tn_diff_line_text(&v->sides[TN_LHS], row->line[TN_LHS]),
                           tn_diff_line_text(&v->sides[TN_RHS], row->line[TN_RHS]));
}

static size_t run_end(const tn_diff_view *v, size_t begin, size_t end)
{
    size_t i = begin;
    while (i < end && v->rows.items[i].changed && !is_hidden(v, &v->rows.items[i])) i++;
    return i;
}

static void put_hunk(tn_diff_view *v, size_t begin, size_t end)
{
    tn_diff_put_heading(v, begin, end);
    for (size_t i = begin; i < end;) {
        size_t next = run_end(v, i, end);
        put_side(v, TN_LHS, i, next);
        put_side(v, TN_RHS, i, next);
        if (next == i) {
            const tn_diff_row *row = &v->rows.items[next++];
            put_line(v, TN_RHS, row->line[TN_RHS], row->changed ? "~" : " ", TN_PLAIN);
        }
        i = next;
    }
}

void tn_diff_put_unified(tn_diff_view *v)
{
    tn_diff_put_colour(v, TN_RED);
    put(v, "--- ");
    put(v, v->options.lhs_name);
    tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
    tn_diff_put_colour(v, TN_GREEN);
    put(v, "+++ ");
    put(v, v->options.rhs_name);
    tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
    tn_diff_each_hunk(v, put_hunk);
}

/* ---- side by side ---- */

static size_t cell_width(const tn_diff_view *v)
{
    enum { LEAST = 10, BETWEEN = 3 };
    size_t width = v->options.width > BETWEEN ? (v->options.width - BETWEEN) / 2 : 0;
    return width < LEAST ? LEAST : width;
}

/* A line cut to the width of a cell; returns the columns it takes. */
static size_t put_cut(tn_diff_view *v, tunip_str text, size_t room)
{
    size_t used = 0, at = 0;
    bool fits = tn_utf8_width(text) <= room;
    while (at < text.size) {
        const tn_glyph glyph = tn_glyph_at(text, at);
        if (!fits && used + glyph.width >= room) break;
        tn_text_put_visible(v->out, (tunip_str){text.data + at, glyph.size});
        used += glyph.width;
        at += glyph.size;
    }
    if (at < text.size) tn_text_put_word(v->out, "\u2026");
    return used + (at < text.size);
}

static void put_cell(tn_diff_view *v, size_t which, const tn_diff_row *row)
{
    size_t width = cell_width(v), used = 0, line = row->line[which];
    bool changed = row->changed && line != TN_NO_LINE && !is_hidden(v, row);
    if (changed) tn_diff_put_colour(v, which == TN_LHS ? TN_RED : TN_GREEN);
    if (line != TN_NO_LINE) used = put_cut(v, tn_diff_line_text(&v->sides[which], line), width);
    if (changed) tn_diff_put_colour(v, TN_PLAIN);
    if (which == TN_LHS && used < width) tn_text_fill(v->out, ' ', width - used);
}

static const char *sign_of(const tn_diff_view *v, const tn_diff_row *row)
{
    if (!row->changed) return "   ";
    if (row->line[TN_RHS] == TN_NO_LINE) return " <";
    if (row->line[TN_LHS] == TN_NO_LINE) return " > ";
    return is_hidden(v, row) ? " ~ " : " | ";
}

/* The carets of a cell, which end with it. */
static size_t put_caret_cell(tn_diff_view *v, size_t which, size_t line)
{
    const tn_diff_side *side = &v->sides[which];
    size_t before = v->out->bytes.count, width = cell_width(v);
    if (line != TN_NO_LINE && has_parts(side, line)) put_carets(v, side, line);
    if (v->out->bytes.count > before + width) v->out->bytes.count = before + width;
    return v->out->bytes.count - before;
}

static void put_caret_row(tn_diff_view *v, const tn_diff_row *row)
{
    size_t lhs = row->line[TN_LHS], rhs = row->line[TN_RHS], width = cell_width(v);
    bool left = lhs != TN_NO_LINE && has_parts(&v->sides[TN_LHS], lhs);
    bool right = rhs != TN_NO_LINE && has_parts(&v->sides[TN_RHS], rhs);
    if (v->options.colour || !row->changed || is_hidden(v, row) || (!left && !right)) return;
    size_t used = put_caret_cell(v, TN_LHS, lhs);
    if (right) tn_text_fill(v->out, ' ', width - used + 3);
    if (right) put_caret_cell(v, TN_RHS, rhs);
    put(v, "\n");
}

static void put_wide_hunk(tn_diff_view *v, size_t begin, size_t end)
{
    tn_diff_put_heading(v, begin, end);
    for (size_t i = begin; i < end; i++) {
        const tn_diff_row *row = &v->rows.items[i];
        put_cell(v, TN_LHS, row);
        put(v, sign_of(v, row));
        put_cell(v, TN_RHS, row);
        put(v, "\n");
        put_caret_row(v, row);
    }
}

void tn_diff_put_side_by_side(tn_diff_view *v)
{
    size_t width = cell_width(v);
    size_t used = put_cut(v, tunip_str_from(v->options.lhs_name), width);
    tn_text_fill(v->out, ' ', width - used + 3);
    put_cut(v, tunip_str_from(v->options.rhs_name), width);
    put(v, "\n");
    tn_diff_each_hunk(v, put_wide_hunk);
}
