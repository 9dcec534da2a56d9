/* lines.c -- looks up lines in the text of one side of a diff. */
#include "view.h"

void tn_diff_view_fail(tn_diff_view *v)
{
    tunip_error_set(&v->error, TUNIP_ERROR_MEMORY, "out of memory");
}

tn_range tn_diff_line(const tn_diff_side *side, size_t line)
{
    const size_t *starts = side->printed->source.lines.items;
    bool last = line + 1 == side->line_count;
    return (tn_range){starts[line], last ? side->text.size : starts[line + 1] - 1};
}

tunip_str tn_diff_line_text(const tn_diff_side *side, size_t line)
{
    const tn_range range = tn_diff_line(side, line);
    return (tunip_str){side->text.data + range.begin, range.end - range.begin};
}

tunip_str tn_diff_trimmed(tunip_str text)
{
    while (text.size && *text.data == ' ') text.data++, text.size--;
    return text;
}

size_t tn_diff_line_of(const tn_diff_side *side, size_t offset)
{
    size_t line, column;
    tn_lines_locate(&side->printed->source.lines, offset, &line, &column);
    return line - 1 < side->line_count ? line - 1 : side->line_count - 1;
}

size_t tn_diff_head_line(const tn_diff_side *side, size_t offset)
{
    size_t line = tn_diff_line_of(side, offset);
    while (line + 1 < side->line_count &&
           *tn_diff_trimmed(tn_diff_line_text(side, line)).data == '@')
        line++;
    return line;
}

bool tn_diff_says_something(const tn_diff_side *side, size_t line)
{
    enum { SHORTEST = 5 };
    return tn_diff_trimmed(tn_diff_line_text(side, line)).size >= SHORTEST;
}

bool tn_diff_begins_line(const tn_diff_side *side, size_t offset)
{
    size_t begin = tn_diff_line(side, tn_diff_line_of(side, offset)).begin;
    while (begin < offset && side->text.data[begin] == ' ') begin++;
    return begin == offset;
}

size_t tn_diff_moved(const tn_diff_side *side, size_t line)
{
    if (!side->moves[line]) return TN_NO_LINE;
    bool follows =
        line && side->moves[line - 1] && side->partner[line - 1] + 1 == side->partner[line];
    return follows ? TN_NO_LINE : side->partner[line];
}
