/* mark.c -- marks the lines and parts of lines of each edit: maps paths to ranges of the text by
 * the source map. */
#include <stdlib.h>

#include "../../core/compare/diff.h"
#include "../../core/ir/visit.h"
#include "view.h"

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

/* The lines of a range that is new, or that the other side does not have. Some of them may have a
 * counterpart nevertheless. If the range is within a line, marks it as a part of the line. */
static void mark_range(tn_diff_view *v, tn_diff_side *side, tn_range range)
{
    if (range.end <= range.begin) return;
    size_t first = tn_diff_line_of(side, range.begin), last = tn_diff_line_of(side, range.end - 1);
    mark_lines(side, first, last, TN_MAY_DIFFER);
    if (first == last) add_part(v, side, range);
}

/* An edit at an unprinted node marks the start of its nearest printed ancestor; a rename marks the
 * name. In an expression of several lines, the edit may be in any of them. */
static void mark(tn_diff_view *v, size_t which, const tunip_path *path, tunip_edit_kind kind)
{
    tn_diff_spot spot;
    tn_diff_side *side = &v->sides[which];
    if (tn_path_is_missing(path) || !tn_diff_place(v, which, path, &spot)) return;
    tn_range range = spot.range;
    size_t head = tn_diff_head_line(side, range.begin);
    size_t first = spot.exact ? tn_diff_line_of(side, range.begin) : head;
    size_t last = tn_diff_line_of(side, range.end > range.begin ? range.end - 1 : range.end);
    if (last < first) last = first;
    bool is_change = kind == TUNIP_EDIT_CHANGE;
    if (kind == TUNIP_EDIT_RENAME)
        mark_head(side, spot.name);
    else if (first == last || (!spot.exact && !spot.expression))
        mark_lines(side, first, first, is_change ? TN_DIFFERS : TN_MAY_DIFFER);
    else
        mark_lines(side, first, last, TN_MAY_DIFFER);
    if (kind == TUNIP_EDIT_RENAME || first != last) return;
    add_part(v, side, range);
}

/* The index of the first range that begins at or after `offset`. */
static size_t first_from(const tn_ranges *ranges, size_t offset)
{
    return tn_first_from(ranges->items, ranges->count, sizeof *ranges->items,
                         offsetof(tn_range, begin), offset);
}

/* ---- wraps ---- */

/* Records the inner nodes of a wrap or unwrap, which are not inserted or deleted. */
static void keep_inner(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot within;
    size_t which = edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS;
    if (!edit->inner_path) return;
    if (!tn_diff_place(v, which, edit->inner_path, &within) || !within.exact) return;
    if (!tn_array_push(&v->sides[which].kept, v->allocator, within.range)) tn_diff_view_fail(v);
}

/* Marks the range from `begin` to the next kept part. The indentation of a kept part belongs to the
 * part. */
static void mark_before(tn_diff_view *v, tn_diff_side *side, size_t begin, size_t kept)
{
    size_t line = tn_diff_line(side, tn_diff_line_of(side, kept)).begin;
    mark_range(v, side,
               (tn_range){begin, tn_diff_begins_line(side, kept) && line ? line - 1 : kept});
}

/* The position after a kept part; if a line ends there, the start of the next line. */
static size_t behind(const tn_diff_side *side, size_t end)
{
    return end < side->text.size && side->text.data[end] == '\n' ? end + 1 : end;
}

/* A node that is not printed leaves no mark, unless nothing else in the function around it does. */
static void note_silent(tn_diff_view *v, size_t which, tn_range function)
{
    const tn_diff_side *side = &v->sides[which];
    size_t last = function.end > function.begin ? function.end - 1 : function.begin;
    tn_diff_silent edit = {which, tn_diff_head_line(side, function.begin),
                           tn_diff_line_of(side, last) + 1};
    if (!tn_array_push(&v->silent, v->allocator, edit)) tn_diff_view_fail(v);
}

/* Marks the new or removed node without its inner nodes; only its first line if the places of the
 * inner nodes are unknown. */
static void mark_around(tn_diff_view *v, size_t which, const tunip_path *outer)
{
    tn_diff_spot around;
    tn_diff_side *side = &v->sides[which];
    if (!tn_diff_place(v, which, outer, &around)) return;
    if (!around.exact) {
        note_silent(v, which, around.range);
        return;
    }
    size_t at = around.range.begin, end = around.range.end, i = first_from(&side->kept, at + 1);
    if (i == side->kept.count || side->kept.items[i].begin >= end) {
        mark_head(side, at);
        return;
    }
    for (; i < side->kept.count && side->kept.items[i].begin < end; i++) {
        if (side->kept.items[i].begin < at) continue; /* inside of the previous one */
        mark_before(v, side, at, side->kept.items[i].begin);
        at = behind(side, side->kept.items[i].end);
    }
    mark_range(v, side, (tn_range){at, end});
}

static int by_begin(const void *a, const void *b)
{
    const tn_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Whether only this side prints the difference, for example because the other side omits a default.
 * Then only this side is marked. */
static bool is_only_on(tn_diff_view *v, size_t which, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    if (edit->kind != TUNIP_EDIT_CHANGE) return false;
    if (!tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs)) return false;
    if (!tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs)) return false;
    return which == TN_LHS ? lhs.exact && !rhs.exact : rhs.exact && !lhs.exact;
}

/* Whether a statement was replaced by one with another first line. Then both lines may have another
 * counterpart, with which they are the same. */
static bool is_other_statement(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    const tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    if (!tn_diff_replaces(v, edit)) return false;
    if (!tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs)) return false;
    if (!tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs) || !rhs.exact) return false;
    tunip_str x = tn_diff_line_text(a, tn_diff_head_line(a, lhs.range.begin));
    tunip_str y = tn_diff_line_text(b, tn_diff_head_line(b, rhs.range.begin));
    return !tunip_str_equal(tn_diff_trimmed(x), tn_diff_trimmed(y));
}

/* Whether the inner one of two nested loops, which are printed in one line, was replaced by another
 * loop. Then the line has changed only if its text did: what else differs is in the lines below. */
static bool is_inner_loop(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot spot;
    const tunip_path *outer = edit->lhs_path->parent;
    if (edit->kind != TUNIP_EDIT_CHANGE || edit->field || !edit->lhs || !edit->rhs) return false;
    const tunip_node *around = outer ? tn_follow(&v->sides[TN_LHS].follower, outer) : NULL;
    return around && edit->lhs->type == edit->rhs->type && edit->lhs->type == around->type &&
           tn_diff_place(v, TN_LHS, edit->lhs_path, &spot) && !spot.exact && !spot.expression;
}

static void mark_edit(tn_diff_view *v, const tunip_edit *edit)
{
    bool may_be_same = is_other_statement(v, edit) || is_inner_loop(v, edit);
    tunip_edit_kind kind = may_be_same ? TUNIP_EDIT_INSERT : edit->kind;
    if (tn_diff_follows_name(v, edit)) return;
    if (edit->kind == TUNIP_EDIT_WRAP) {
        mark_around(v, TN_RHS, edit->rhs_path);
    } else if (edit->kind == TUNIP_EDIT_UNWRAP) {
        mark_around(v, TN_LHS, edit->lhs_path);
    } else {
        if (!is_only_on(v, TN_RHS, edit)) mark(v, TN_LHS, edit->lhs_path, kind);
        if (!is_only_on(v, TN_LHS, edit)) mark(v, TN_RHS, edit->rhs_path, kind);
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
