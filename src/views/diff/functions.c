/* functions.c -- finds the function that contains a path, and edits that only follow a renamed
 * function. */
#include "../../core/ir/path.h"
#include "view.h"

static bool is_key(const tunip_path *path)
{
    return path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING;
}

/* The ancestor of `path` of this depth, or `path`. Caches the result for all ancestors, because
 * edits share their prefixes. */
static const tunip_path *entry_above(tn_diff_view *v, const tunip_path *path)
{
    const uint64_t *known = NULL;
    const tunip_path *entry = path;
    while (entry->depth > TN_FUNCTION_DEPTH && !(known = tn_map_get(&v->entries, entry)))
        entry = entry->parent;
    if (known) entry = (const tunip_path *)(uintptr_t)*known;
    for (; path->depth > TN_FUNCTION_DEPTH; path = path->parent) {
        bool added;
        uint64_t *slot = tn_map_put(&v->entries, path, &added);
        if (!slot) tn_diff_view_fail(v);
        if (!slot || !added) break;
        *slot = (uint64_t)(uintptr_t)entry;
    }
    return entry;
}

/* Whether the key of an entry can be the name of a function. A function has maps, too, such as that
 * of its parameters' buffers, whose keys are variables. */
static bool names_function(const tunip_path *path)
{
    return is_key(path) && !(path->at.key && path->at.key->type->flags & TUNIP_TYPE_VARIABLE);
}

const tunip_path *tn_diff_function_of(tn_diff_view *v, const tunip_path *path)
{
    path = entry_above(v, path);
    return path->depth == TN_FUNCTION_DEPTH && names_function(path) ? path : NULL;
}

tunip_str tn_diff_key_name(const tunip_path *path)
{
    return tn_path_key_name(path->at.key);
}

static bool is_name_of(tn_diff_view *v, const tunip_node *node, const tunip_path *path)
{
    if (!tunip_is(node, &tunip_string_type)) return false;
    const tunip_path *function = tn_diff_function_of(v, path);
    return function && tunip_str_equal(tunip_string_value(node), tn_diff_key_name(function));
}

bool tn_diff_follows_name(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    if (edit->kind != TUNIP_EDIT_CHANGE || edit->field) return false;
    if (!is_name_of(v, edit->lhs, edit->lhs_path) || !is_name_of(v, edit->rhs, edit->rhs_path))
        return false;
    return tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs) && !lhs.exact &&
           tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs) && !rhs.exact;
}

tunip_edit_kind tn_diff_fate_of(const tunip_edit *edit)
{
    bool whole = edit->lhs_path->depth == TN_FUNCTION_DEPTH && is_key(edit->lhs_path);
    return whole ? edit->kind : TUNIP_EDIT_CHANGE;
}
