/* place.c -- finds the range of a path in the text of one side, by the source map. */
#include "../../core/compare/diff.h"
#include "../../core/ir/visit.h"
#include "view.h"

/* The start of the name that the Doc of `span` defines; of the span if it defines none. */
static size_t name_begin(const tunip_span *span)
{
    const tunip_doc *name = NULL, *doc = span->doc;
    if (doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)doc)->name;
    if (doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)doc)->name;
    for (size_t i = 1; name && i <= span->inside; i++)
        if (span[i].doc == name) return span[i].begin;
    return span->begin;
}

/* Finds the spans of a path. Only a path that outlives the view may be remembered in the cache. */
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

/* A sequence has no text of its own: its range begins with its first element and ends with its last
 * one, which may be a sequence again. */
static void reach_last(tn_diff_view *v, size_t which, const tunip_path *path, tn_range *range)
{
    enum { DEEPEST = 16 }; /* the maximum depth of sequences that end with sequences */
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

bool tn_diff_replaces(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot spot;
    if (edit->kind != TUNIP_EDIT_CHANGE || edit->field) return false;
    return tn_diff_place(v, TN_LHS, edit->lhs_path, &spot) && spot.exact && !spot.expression;
}
