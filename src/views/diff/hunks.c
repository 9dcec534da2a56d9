/* hunks.c -- runs of rows that are shown together, and the heading above each of them. */
#include "../../core/base/unicode.h"
#include "view.h"

void tn_diff_put_colour(tn_diff_view *v, tn_diff_colour colour)
{
    /* ORDER tn_diff_colour */
    static const char *const codes[] = {"\x1b[0m",  "\x1b[31m",   "\x1b[32m",
                                        "\x1b[36m", "\x1b[7;31m", "\x1b[7;32m"};
    if (v->options.colour) tn_text_put_word(v->out, codes[colour]);
}

/* ---- hunks ---- */

static size_t next_changed(const tn_diff_view *v, size_t from)
{
    while (from < v->rows.count && !v->rows.items[from].changed) from++;
    return from;
}

void tn_diff_each_hunk(tn_diff_view *v, void (*each)(tn_diff_view *v, size_t begin, size_t end))
{
    size_t context = v->options.context;
    for (size_t at = next_changed(v, 0); at < v->rows.count && !tn_diff_view_failed(v);) {
        size_t begin = at > context ? at - context : 0, last = at;
        while ((at = next_changed(v, last + 1)) < v->rows.count && at - last <= 2 * context + 1)
            last = at;
        size_t left = v->rows.count - 1 - last;
        each(v, begin, last + 1 + (left < context ? left : context));
    }
}

/* ---- headings ---- */

/* Without a line of this side, the number of the line before, as diff(1) writes it. */
static size_t line_before(const tn_diff_view *v, size_t side, size_t begin)
{
    while (begin--)
        if (v->rows.items[begin].line[side] != TN_NO_LINE)
            return v->rows.items[begin].line[side] + 1;
    return 0;
}

static size_t first_line(const tn_diff_view *v, size_t side, size_t begin, size_t end,
                         size_t *count)
{
    size_t first = TN_NO_LINE;
    *count = 0;
    for (size_t i = begin; i < end; i++) {
        size_t line = v->rows.items[i].line[side];
        if (line == TN_NO_LINE) continue;
        if (!(*count)++) first = line;
    }
    return first;
}

static void put_numbers(tn_diff_view *v, char sign, size_t side, size_t begin, size_t end)
{
    size_t count, first = first_line(v, side, begin, end, &count);
    tn_text_put(v->out, &sign, 1);
    tn_text_put_number(v->out, count ? first + 1 : line_before(v, side, begin), 0);
    tn_text_put_word(v->out, ",");
    tn_text_put_number(v->out, count, 0);
    tn_text_put_word(v->out, " ");
}

/* Finds the `def` line of the innermost function around `line`. */
static size_t function_line(const tn_diff_side *side, size_t line)
{
    const tunip_span *spans = tunip_printed_spans(side->printed);
    tunip_str text = tn_diff_line_text(side, line);
    size_t offset = tn_diff_line(side, line).begin + (text.size - tn_diff_trimmed(text).size);
    size_t span = tunip_source_map_at(side->map, offset);
    while (span != TUNIP_NO_SPAN && strcmp(tunip_span_kind(&spans[span]), "function") != 0)
        span = tunip_source_map_parent(side->map, span);
    if (span == TUNIP_NO_SPAN) return TN_NO_LINE;
    size_t head = tn_diff_head_line(side, spans[span].begin);
    return head < line ? head : line;
}

static void put_head(tn_diff_view *v, const tn_diff_side *side, size_t line)
{
    enum { LONGEST = 72 };
    tunip_str head = tn_diff_trimmed(tn_diff_line_text(side, line));
    bool cut = head.size > LONGEST;
    if (cut) head.size = LONGEST;
    if (cut) head.size = tunip_utf8_valid(head);
    tn_text_put_word(v->out, " ");
    tn_text_put_str(v->out, head);
    if (cut) tn_text_put_word(v->out, "...");
}

/* Writes the `def` line of the function of the first change, unless that line is in the hunk. */
static void put_function(tn_diff_view *v, size_t begin, size_t end)
{
    size_t changed = begin, count;
    while (changed < end && !v->rows.items[changed].changed) changed++;
    for (size_t s = TN_SIDES; s-- > 0 && changed < end;) {
        size_t line = v->rows.items[changed].line[s], first = first_line(v, s, begin, end, &count);
        if (line == TN_NO_LINE) continue;
        size_t at = function_line(&v->sides[s], line);
        if (at != TN_NO_LINE && at < first) put_head(v, &v->sides[s], at);
        return;
    }
}

void tn_diff_put_heading(tn_diff_view *v, size_t begin, size_t end)
{
    tn_diff_put_colour(v, TN_CYAN);
    tn_text_put_word(v->out, "@@ ");
    put_numbers(v, '-', TN_LHS, begin, end);
    put_numbers(v, '+', TN_RHS, begin, end);
    tn_text_put_word(v->out, "@@");
    put_function(v, begin, end);
    tn_diff_put_colour(v, TN_PLAIN);
    tn_text_put_word(v->out, "\n");
}
