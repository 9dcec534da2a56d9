/* mapped.c -- the functions whose source maps a diff needs: those with edits, and those whose text
 * differs. To print a module with all source maps takes five times as long, and ten times the
 * memory; usually few functions differ. */
#include "../../core/compare/diff.h"
#include "view.h"

/* Returns the first `depth` steps of a path. Edits that are near each other share the beginnings of
 * their paths. Returns NULL if another path went through the same steps: `passed` has each
 * MARK_EVERY-th step, so that all climbs together take linear time. */
static const tunip_path *climb(tn_diff_view *v, tn_set *passed, const tunip_path *path,
                               size_t depth)
{
    enum { MARK_EVERY = 16 };
    bool is_new = true;
    for (; path && path->depth > depth; path = path->parent) {
        if (path->depth % MARK_EVERY) continue;
        if (!tn_set_add(passed, path, &is_new)) tn_diff_view_fail(v);
        if (!is_new) return NULL;
    }
    return path;
}

/* Adds the nodes on a path, up to this depth. Functions are members of the root or of a list or map
 * in it. Only those of MLIR are deeper: in the block of a region of a module, which may be one of
 * several in a file, and in another module. */
static void add_path(tn_diff_view *v, size_t which, const tunip_path *path)
{
    enum { DEEPEST = 2 + 2 + 6 + 6 };
    tn_diff_side *side = &v->sides[which];
    for (path = climb(v, &side->passed, path, DEEPEST); path && path->depth; path = path->parent) {
        bool added;
        const tunip_node *node = tn_follow(&side->follower, path);
        if (node && !tn_set_add(&side->mapped, node, &added)) tn_diff_view_fail(v);
    }
}

static void add_edits(tn_diff_view *v, const tunip_edit *edits, size_t count)
{
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) {
        const tunip_edit *edit = &edits[i];
        add_path(v, TN_LHS, edit->lhs_path);
        add_path(v, TN_RHS, edit->rhs_path);
        if (edit->inner_path)
            add_path(v, edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS, edit->inner_path);
    }
}

void tn_diff_map_edits(tn_diff_view *v)
{
    const tunip_script *script = v->script;
    add_edits(v, script->edits, script->edit_count);
    /* only JSON has the places of renamed variables */
    if (v->options.form == TUNIP_DIFF_JSON) add_edits(v, script->renames, script->rename_count);
    for (size_t s = 0; s < TN_SIDES; s++)
        if (v->sides[s].follower.failed) tn_diff_view_fail(v);
}

bool tn_diff_map_rows(tn_diff_view *v)
{
    bool any = false;
    for (size_t i = 0; i < v->rows.count && !tn_diff_view_failed(v); i++) {
        const tn_diff_row *row = &v->rows.items[i];
        for (size_t s = 0; row->changed && s < TN_SIDES; s++) {
            bool added = false;
            tn_diff_side *side = &v->sides[s];
            if (row->line[s] == TN_NO_LINE) continue;
            size_t at = tn_diff_line(side, row->line[s]).begin;
            /* the indentation of its first line is not in a unit */
            while (at < side->text.size && side->text.data[at] == ' ') at++;
            size_t span = tunip_source_map_at(side->map, at);
            const tunip_doc *doc =
                span == TUNIP_NO_SPAN ? NULL : tunip_printed_spans(side->printed)[span].doc;
            if (!doc || doc->kind != TN_DOC_PRERENDERED) continue;
            const void *node = ((const tn_prerendered *)doc)->node;
            if (!tn_set_add(&side->mapped, node, &added)) tn_diff_view_fail(v);
            any |= added;
        }
    }
    return any;
}
