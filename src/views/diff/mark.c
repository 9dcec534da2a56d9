/* mark.c -- which lines of either side an edit is in, and which parts of a line: from paths,
 * by the source map, to ranges of the text. */
#include <stdlib.h>

#include "../../core/compare/diff.h"
#include "../../core/ir/visit.h"
#include "view.h"

static size_t line_of(const tn_diff_side *side, size_t offset)
{
    size_t line, column;
    tn_lines_locate(&side->printed->source.lines, offset, &line, &column);
    return line - 1 < side->line_count ? line - 1 : side->line_count - 1;
}

/* ---- places ---- */

/* Where the name of what `span` defines begins, or the span itself. */
static size_t name_begin(const tunip_span *span)
{
    const tunip_doc *name = NULL, *doc = span->doc;
    if (doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)doc)->name;
    if (doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)doc)->name;
    for (size_t i = 1; name && i <= span->inside; i++)
        if (span[i].doc == name) return span[i].begin;
    return span->begin;
}

/* Paths that go away before the view does are not to be remembered. */
static bool find(tn_diff_view *v, size_t which, const tunip_path *path, bool remember,
                 tunip_found *found)
{
    tn_diff_side *side = &v->sides[which];
    return tn_source_map_find(side->map, &side->tracer, path, remember, found, &v->error) ==
           TUNIP_OK;
}

bool tn_diff_find(tn_diff_view *v, size_t which, const tunip_path *path, tunip_found *found)
{
    return find(v, which, path, true, found);
}

static bool find_spot(tn_diff_view *v, size_t which, const tunip_path *path, bool remember,
                      tn_diff_spot *spot)
{
    tunip_found found;
    const tn_diff_side *side = &v->sides[which];
    if (!find(v, which, path, remember, &found) || !found.count) return false;
    bool in_all = !found.exact && found.spans[0] == 0 && side->main != TUNIP_NO_SPAN;
    const tunip_span *span =
        &tunip_printed_spans(side->printed)[in_all ? side->main : found.spans[0]];
    *spot = (tn_diff_spot){.range = {span->begin, span->end},
                           .name = name_begin(span),
                           .exact = found.exact,
                           .expression = tunip_doc_classify(span->doc) == TUNIP_CLASS_EXPR};
    return true;
}

/* A sequence is printed as what is in it, and found where the first of that is: it ends with the
 * last, which may be a sequence again. */
static void reach_last(tn_diff_view *v, size_t which, const tunip_path *path, tn_range *range)
{
    enum { DEEPEST = 16 }; /* sequences that end with sequences */
    tn_diff_spot last;
    tunip_path steps[2 * DEEPEST];
    const tunip_field *field;
    tn_follower *follower = &v->sides[which].follower;
    const tunip_array *elements = tn_visit_elements(tn_follow(follower, path), &field);
    for (size_t i = 0; i < DEEPEST && elements && elements->count; i++) {
        tunip_path *list = &steps[2 * i], *item = list + 1;
        *list = (tunip_path){.parent = path,
                             .at.attr = field->name,
                             .depth = path->depth + 1,
                             .step = TUNIP_STEP_ATTR};
        *item = tn_item_step(TUNIP_STEP_ITEM, elements->count - 1);
        item->parent = list;
        item->depth = list->depth + 1;
        path = item;
        if (find_spot(v, which, path, false, &last) && last.exact && last.range.end > range->end)
            range->end = last.range.end;
        elements = tn_visit_elements(elements->items[elements->count - 1], &field);
    }
    if (follower->failed) tn_diff_view_fail(v);
}

bool tn_diff_place(tn_diff_view *v, size_t which, const tunip_path *path, tn_diff_spot *spot)
{
    if (!find_spot(v, which, path, true, spot)) return false;
    if (spot->exact && !spot->expression) reach_last(v, which, path, &spot->range);
    return !tn_diff_view_failed(v);
}

static bool is_missing(const tunip_path *path)
{
    return path->step >= TUNIP_STEP_ATTR_MISSING && path->parent;
}

size_t tn_diff_head_line(const tn_diff_side *side, size_t offset)
{
    size_t line = line_of(side, offset);
    while (line + 1 < side->line_count &&
           *tn_diff_trimmed(tn_diff_line_text(side, line)).data == '@')
        line++;
    return line;
}

static void mark_lines(tn_diff_side *side, size_t first, size_t last, tn_diff_mark as)
{
    for (size_t i = first; i <= last; i++)
        if (side->marks[i] < as) side->marks[i] = (uint8_t)as;
}

static void mark_head(tn_diff_side *side, size_t offset)
{
    size_t line = tn_diff_head_line(side, offset);
    mark_lines(side, line, line, TN_DIFFERS);
}

static void add_part(tn_diff_view *v, tn_diff_side *side, tn_range range)
{
    if (!tn_array_push(&side->parts, v->allocator, range)) tn_diff_view_fail(v);
}

/* Lines, and if it is no more than a part of one, that part. */
static void mark_range(tn_diff_view *v, tn_diff_side *side, tn_range range)
{
    if (range.end <= range.begin) return;
    size_t first = line_of(side, range.begin), last = line_of(side, range.end - 1);
    mark_lines(side, first, last, TN_DIFFERS);
    if (first == last) add_part(v, side, range);
}

/* What is not printed itself marks where what is around it begins, a new name where it is. Of an
 * expression of several lines it may be in any. */
static void mark(tn_diff_view *v, size_t which, const tunip_path *path, tunip_edit_kind kind)
{
    tn_diff_spot spot;
    tn_diff_side *side = &v->sides[which];
    if (is_missing(path) || !tn_diff_place(v, which, path, &spot)) return;
    tn_range range = spot.range;
    size_t head = tn_diff_head_line(side, range.begin);
    size_t first = spot.exact ? line_of(side, range.begin) : head;
    size_t last = line_of(side, range.end > range.begin ? range.end - 1 : range.end);
    if (last < first) last = first;
    if (kind == TUNIP_EDIT_RENAME)
        mark_head(side, spot.name);
    else if (spot.exact || first == last)
        mark_lines(side, first, last, TN_DIFFERS);
    else if (spot.expression)
        mark_lines(side, first, last, TN_MAY_DIFFER);
    else
        mark_lines(side, first, first, TN_DIFFERS);
    if (kind == TUNIP_EDIT_RENAME || first != last) return;
    add_part(v, side, range);
}

/* The first of some ranges in order that does not begin before `offset`. */
static size_t first_from(const tn_ranges *ranges, size_t offset)
{
    size_t low = 0, high = ranges->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges->items[middle].begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether nothing but blanks stands in front of a place in its line. */
static bool begins_line(const tn_diff_side *side, size_t offset)
{
    size_t begin = tn_diff_line(side, line_of(side, offset)).begin;
    while (begin < offset && side->text.data[begin] == ' ') begin++;
    return begin == offset;
}

/* ---- what is inside of something new ---- */

/* Notes what stays of what a wrap or unwrap is about, and is no part of what came or went. */
static void keep_inner(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot within;
    size_t which = edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS;
    if (!edit->inner_path) return;
    if (!tn_diff_place(v, which, edit->inner_path, &within) || !within.exact) return;
    if (!tn_array_push(&v->sides[which].kept, v->allocator, within.range)) tn_diff_view_fail(v);
}

/* What is from `begin` to what is kept next. If that begins a line, its indentation is its own. */
static void mark_before(tn_diff_view *v, tn_diff_side *side, size_t begin, size_t kept)
{
    size_t line = tn_diff_line(side, line_of(side, kept)).begin;
    mark_range(v, side, (tn_range){begin, begins_line(side, kept) && line ? line - 1 : kept});
}

/* Behind what is kept: if that ends a line, from the next one on. */
static size_t behind(const tn_diff_side *side, size_t end)
{
    return end < side->text.size && side->text.data[end] == '\n' ? end + 1 : end;
}

/* What is around the inner ones; its first line, when it is not known where they are. */
static void mark_around(tn_diff_view *v, size_t which, const tunip_path *outer)
{
    tn_diff_spot around;
    tn_diff_side *side = &v->sides[which];
    if (!tn_diff_place(v, which, outer, &around)) return;
    size_t at = around.range.begin, end = around.range.end;
    size_t i = around.exact ? first_from(&side->kept, at + 1) : side->kept.count;
    if (i == side->kept.count || side->kept.items[i].begin >= end) {
        mark_head(side, at);
        return;
    }
    for (; i < side->kept.count && side->kept.items[i].begin < end; i++) {
        if (side->kept.items[i].begin < at) continue; /* inside of another one */
        mark_before(v, side, at, side->kept.items[i].begin);
        at = behind(side, side->kept.items[i].end);
    }
    mark_range(v, side, (tn_range){at, end});
}

/* What begins a line on both sides: each is told where the other one is. */
static void note_move(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot spots[TN_SIDES];
    for (size_t s = 0; s < TN_SIDES; s++) {
        const tunip_path *path = s == TN_LHS ? edit->lhs_path : edit->rhs_path;
        if (!tn_diff_place(v, s, path, &spots[s]) || !spots[s].exact) return;
        if (!begins_line(&v->sides[s], spots[s].range.begin)) return;
    }
    for (size_t s = 0; s < TN_SIDES; s++)
        v->sides[s].moved[line_of(&v->sides[s], spots[s].range.begin)] =
            line_of(&v->sides[1 - s], spots[1 - s].range.begin) + 1;
}

static int by_begin(const void *a, const void *b)
{
    const tn_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Whether what differs is printed on one side only, as a default that is left out: then that is
 * where it is seen, and not around the other side. */
static bool is_only_on(tn_diff_view *v, size_t which, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    if (edit->kind != TUNIP_EDIT_CHANGE) return false;
    if (!tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs)) return false;
    if (!tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs)) return false;
    return which == TN_LHS ? lhs.exact && !rhs.exact : rhs.exact && !lhs.exact;
}

static void mark_edit(tn_diff_view *v, const tunip_edit *edit)
{
    if (tn_diff_follows_name(v, edit)) return;
    if (edit->kind == TUNIP_EDIT_MOVE) note_move(v, edit);
    if (edit->kind == TUNIP_EDIT_WRAP) {
        mark_around(v, TN_RHS, edit->rhs_path);
    } else if (edit->kind == TUNIP_EDIT_UNWRAP) {
        mark_around(v, TN_LHS, edit->lhs_path);
    } else {
        if (!is_only_on(v, TN_RHS, edit)) mark(v, TN_LHS, edit->lhs_path, edit->kind);
        if (!is_only_on(v, TN_LHS, edit)) mark(v, TN_RHS, edit->rhs_path, edit->kind);
    }
}

static void sort_ranges(tn_ranges *ranges)
{
    if (ranges->count) qsort(ranges->items, ranges->count, sizeof(tn_range), by_begin);
}

void tn_diff_mark_edits(tn_diff_view *v)
{
    const tunip_edit *edits = v->script->edits;
    size_t count = v->script->edit_count;
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) keep_inner(v, &edits[i]);
    for (size_t s = 0; s < TN_SIDES; s++) sort_ranges(&v->sides[s].kept);
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) mark_edit(v, &edits[i]);
    for (size_t s = 0; s < TN_SIDES; s++) sort_ranges(&v->sides[s].parts);
}

size_t tn_diff_first_part(const tn_diff_side *side, size_t offset)
{
    return first_from(&side->parts, offset);
}
