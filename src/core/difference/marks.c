/* marks.c -- what the edits do to lines: those that came, went or moved as a whole, and the parts of
 * others that have changed. */
#include <stdlib.h>

#include "difference.h"

/* ---- lines ---- */

size_t tn_line_of(const tn_text_side *side, size_t offset)
{
    size_t line, column;
    tn_lines_locate(&side->printed->lines, offset, &line, &column);
    return line - 1;
}

tn_range tn_line_range(const tn_text_side *side, size_t line)
{
    const tn_lines *lines = &side->printed->lines;
    bool last = line + 1 >= lines->count;
    return (tn_range){lines->items[line],
                      last ? lines->items[lines->count] : lines->items[line + 1] - 1};
}

/* Where the text of a line begins behind the indentation. */
static tn_range without_indent(const tn_text_side *side, size_t line)
{
    tn_range range = tn_line_range(side, line);
    while (range.begin < range.end && side->printed->render.text[range.begin] == ' ') range.begin++;
    return range;
}

/* In front of the head may stand decorators and comments. */
size_t tn_head_line(const tn_text_side *side, size_t span)
{
    const tunip_span *at = tn_span_at(side, span);
    size_t first = tn_line_of(side, at->begin), line = first;
    if (at->doc->kind != TUNIP_DOC_FUNCTION && at->doc->kind != TUNIP_DOC_CLASS) return first;
    size_t last = tn_line_of(side, at->end);
    for (; line < last; line++) {
        tn_range range = without_indent(side, line);
        char c = side->printed->render.text[range.begin];
        if (range.begin < range.end && c != '@' && c != '#') return line;
    }
    return first;
}

/* ---- names of functions ---- */

tunip_str tn_function_name(const tn_text_side *side, size_t span)
{
    const tunip_doc *doc = tn_span_at(side, span)->doc;
    if (doc->kind != TUNIP_DOC_FUNCTION) return (tunip_str){"", 0};
    const tunip_doc_function *function = (const tunip_doc_function *)(const void *)doc;
    const tunip_doc_id *name = (const tunip_doc_id *)(const void *)function->name;
    return name && name->base.kind == TUNIP_DOC_ID ? name->name : (tunip_str){"", 0};
}

/* ---- marking ---- */

typedef struct marker {
    tunip_difference *difference;
    tn_text_side *side;
    size_t edit;
} marker;

static void set_kind(tn_text_side *side, size_t line, tn_line_kind kind)
{
    if (side->kinds[line] < kind) side->kinds[line] = (unsigned char)kind;
}

static bool add_mark(marker *m, size_t line, tn_range range, bool labelled)
{
    tn_mark mark = {range.begin, range.end, m->edit, labelled};
    set_kind(m->side, line, TN_LINE_CHANGED);
    return range.begin >= range.end ||
           tn_array_push(&m->side->marks, m->difference->allocator, mark);
}

static bool mark_range(marker *m, const tunip_span *span)
{
    size_t last = tn_line_of(m->side, span->end);
    for (size_t line = tn_line_of(m->side, span->begin); line <= last; line++) {
        tn_range range = without_indent(m->side, line);
        if (range.begin < span->begin) range.begin = span->begin;
        if (range.end > span->end) range.end = span->end;
        if (!add_mark(m, line, range, false)) return false;
    }
    return true;
}

/* What is not printed needs words: on the right side, and on the left if the right has no place. */
static bool mark_head(marker *m, size_t span)
{
    tunip_difference *d = m->difference;
    size_t line = tn_head_line(m->side, span);
    bool left = m->side == &d->sides[TN_LEFT];
    const tn_spot *other = &d->sides[left ? TN_RIGHT : TN_LEFT].spots[m->edit];
    bool gone = tn_path_is_missing(tn_edit_at(d, m->edit)->rhs_path);
    bool speaks = !other->exact && (left ? gone || other->span == TN_NOWHERE : true);
    set_kind(m->side, line, TN_LINE_CHANGED);
    return !speaks || add_mark(m, line, without_indent(m->side, line), true);
}

/* The name in the head of a function. */
static bool mark_name(marker *m, size_t span)
{
    size_t line = tn_head_line(m->side, span);
    tn_range range = without_indent(m->side, line);
    tunip_str name = tn_function_name(m->side, span);
    const char *text = m->side->printed->render.text;
    for (size_t at = range.begin; name.size && at + name.size <= range.end; at++)
        if (memcmp(text + at, name.data, name.size) == 0 && at > range.begin && text[at - 1] == ' ')
            return add_mark(m, line, (tn_range){at, at + name.size}, false);
    return add_mark(m, line, range, true);
}

static bool mark_whole(marker *m, const tunip_span *span, tunip_edit_kind kind)
{
    bool moved = kind == TUNIP_EDIT_MOVE;
    size_t first = tn_line_of(m->side, span->begin), last = tn_line_of(m->side, span->end);
    for (size_t line = first; line <= last; line++)
        set_kind(m->side, line, moved ? TN_LINE_MOVED : TN_LINE_WHOLE);
    if (!moved) return true;
    tn_range range = without_indent(m->side, first);
    tn_mark mark = {range.begin, range.end, m->edit, true};
    return tn_array_push(&m->side->marks, m->difference->allocator, mark);
}

/* Statements, and blocks of them. */
static bool is_whole(const tn_text_side *side, const tn_spot *spot)
{
    if (!spot->exact) return false;
    const tunip_span *span = tn_span_at(side, spot->span);
    bool lines = spot->span == spot->statement || span->doc->kind == TUNIP_DOC_BLOCK;
    return lines && span->begin < span->end;
}

/* Whether an edit is of a whole statement, on the side that has it. */
static bool of_statement(const tunip_difference *d, size_t index)
{
    for (int side = 0; side < TN_SIDES; side++)
        if (is_whole(&d->sides[side], &d->sides[side].spots[index])) return true;
    return false;
}

static bool mark_edit(tunip_difference *d, int side, size_t index)
{
    marker m = {.difference = d, .side = &d->sides[side], .edit = index};
    const tunip_edit *edit = tn_edit_at(d, index);
    const tn_spot *spot = &m.side->spots[index];
    if (spot->span == TN_NOWHERE) return true;
    if (tn_path_is_missing(tn_edit_path(edit, side))) {
        if (!of_statement(d, index))
            set_kind(m.side, tn_head_line(m.side, spot->span), TN_LINE_CHANGED);
        return true;
    }
    if (!spot->exact) return mark_head(&m, spot->span);
    if (edit->kind == TUNIP_EDIT_RENAME) return mark_name(&m, spot->span);
    if (is_whole(m.side, spot)) return mark_whole(&m, tn_span_at(m.side, spot->span), edit->kind);
    return mark_range(&m, tn_span_at(m.side, spot->span));
}

static int by_begin(const void *a, const void *b)
{
    const tn_mark *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return (x->edit > y->edit) - (x->edit < y->edit);
}

bool tn_marks_make(tunip_difference *d)
{
    for (int side = 0; side < TN_SIDES; side++) {
        tn_text_side *s = &d->sides[side];
        s->kinds = d->allocator->alloc(d->allocator->ctx, tn_line_count(s) + 1);
        if (!s->kinds) return false;
        memset(s->kinds, TN_LINE_SAME, tn_line_count(s) + 1);
        for (size_t i = 0; i < d->script.edit_count; i++)
            if (!mark_edit(d, side, i)) return false;
        if (s->marks.count) qsort(s->marks.items, s->marks.count, sizeof *s->marks.items, by_begin);
    }
    return true;
}

size_t tn_marks_of_line(const tn_text_side *side, size_t line, size_t *begin)
{
    tn_range range = tn_line_range(side, line);
    size_t low = 0, high = side->marks.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (side->marks.items[middle].begin < range.begin)
            low = middle + 1;
        else
            high = middle;
    }
    *begin = low;
    while (low < side->marks.count && side->marks.items[low].begin < range.end) low++;
    return low;
}
