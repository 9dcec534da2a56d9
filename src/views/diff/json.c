/* json.c -- an edit script as JSON: {"version", "lines", "paths": [{"parent", "step"}], "edits":
 * [{"kind", "lhs", "rhs"}], "renames", "links"}, with "inner" of a wrap (on the right) or unwrap
 * (on the left). A side is {"path", "exact", "begin", "end", "line", "column"}: bytes from 0, lines
 * and columns from 1; "exact" is false when the range is that of the nearest printed ancestor.
 *
 * A side has the index of its path in "paths", where each path is a step after its parent, as in a
 * source map. Whole paths would make the text grow with the square of the depth of the IR. */
#include <tunip/json.h>

#include "../../core/compare/diff.h"
#include "../../core/ir/path.h"
#include "view.h"

enum { VERSION = 2, LINES_TO = 2 };

typedef struct edit_writer {
    tn_diff_view *view;
    tunip_json_writer *json;
    tn_path_set paths; /* of both sides */
} edit_writer;

static void put_member(edit_writer *e, const char *name, size_t value)
{
    tunip_json_key(e->json, name);
    tunip_json_put_size(e->json, value);
}

static void put_side(edit_writer *e, size_t which, const char *name, const tunip_path *path)
{
    tn_diff_spot spot;
    tunip_json_key(e->json, name);
    tunip_json_open(e->json, '{');
    put_member(e, "path", tn_path_set_known(&e->paths, path));
    if (tn_diff_place(e->view, which, path, &spot)) {
        size_t line, column;
        tunip_printed_locate(e->view->sides[which].printed, spot.range.begin, &line, &column);
        tunip_json_key(e->json, "exact");
        tunip_json_put_bool(e->json, spot.exact);
        put_member(e, "begin", spot.range.begin);
        put_member(e, "end", spot.range.end);
        put_member(e, "line", line);
        put_member(e, "column", column);
    }
    tunip_json_close(e->json, '}');
}

static void put_name(edit_writer *e, const char *member, const tunip_node *node,
                     const tunip_field *field)
{
    tunip_json_key(e->json, member);
    tunip_json_put_string(e->json, tunip_string_value(tunip_field_node(node, field)));
}

static void put_edit(edit_writer *e, const tunip_edit *edit)
{
    tunip_json_open(e->json, '{');
    tunip_json_key(e->json, "kind");
    tunip_json_put_string(e->json, tunip_str_from(tunip_edit_kind_name(edit->kind)));
    put_side(e, TN_LHS, "lhs", edit->lhs_path);
    put_side(e, TN_RHS, "rhs", edit->rhs_path);
    if (edit->inner_path)
        put_side(e, edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS, "inner", edit->inner_path);
    if (edit->kind == TUNIP_EDIT_RENAME && edit->field) {
        put_name(e, "from", edit->lhs, edit->field);
        put_name(e, "to", edit->rhs, edit->field);
    }
    tunip_json_close(e->json, '}');
}

static void put_list(edit_writer *e, const char *name, const tunip_edit *edits, size_t count)
{
    tunip_json_key(e->json, name);
    tunip_json_open(e->json, '[');
    for (size_t i = 0; i < count && !tn_diff_view_failed(e->view); i++) put_edit(e, &edits[i]);
    tunip_json_close(e->json, ']');
}

/* ---- links of lines ---- */

/* Whether a link continues the one before it: its lines follow, and all else is the same. */
static bool continues(const tunip_link *before, const tunip_link *link)
{
    return link->lhs == before->lhs + 1 && link->rhs == before->rhs + 1 &&
           link->kind == before->kind && link->reason == before->reason &&
           link->sure == before->sure && link->changed == before->changed;
}

static void put_link(edit_writer *e, const tunip_link *link, size_t count)
{
    tunip_json_open(e->json, '{');
    put_member(e, "lhs", link->lhs);
    put_member(e, "rhs", link->rhs);
    put_member(e, "lines", count);
    tunip_json_key(e->json, "what");
    tunip_json_put_string(e->json, tunip_str_from(tunip_link_kind_name(link->kind)));
    tunip_json_key(e->json, "why");
    tunip_json_put_string(e->json, tunip_str_from(tunip_link_reason_name(link->reason)));
    tunip_json_key(e->json, "sure");
    tunip_json_put_bool(e->json, link->sure);
    tunip_json_key(e->json, "changed");
    tunip_json_put_bool(e->json, link->changed);
    tunip_json_close(e->json, '}');
}

/* Lines that did not change are most of the links: lines in a row that are linked in the same way
 * are one object. */
static void put_links(edit_writer *e)
{
    const tunip_link *links = e->view->links.items;
    size_t count = e->view->links.count;
    tunip_json_key(e->json, "links");
    tunip_json_open(e->json, '[');
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && continues(&links[end - 1], &links[end]);) end++;
        put_link(e, &links[i], end - i);
    }
    tunip_json_close(e->json, ']');
}

/* ---- paths ---- */

static void add_paths(edit_writer *e, const tunip_edit *edits, size_t count)
{
    for (size_t i = 0; i < count && !e->paths.failed; i++) {
        tn_path_set_intern(&e->paths, edits[i].lhs_path);
        tn_path_set_intern(&e->paths, edits[i].rhs_path);
        if (edits[i].inner_path) tn_path_set_intern(&e->paths, edits[i].inner_path);
    }
}

static void put_paths(edit_writer *e)
{
    tunip_json_key(e->json, "paths");
    tunip_json_open(e->json, '[');
    for (size_t i = 0; i < e->paths.places.count; i++) {
        const tn_path_place *place = &e->paths.places.items[i];
        tunip_json_open(e->json, '{');
        tunip_json_key(e->json, "parent");
        if (i)
            tunip_json_put_size(e->json, place->parent);
        else
            tunip_json_put_null(e->json);
        tunip_json_key(e->json, "step");
        tunip_json_put_step(e->json, place->path);
        tunip_json_close(e->json, '}');
    }
    tunip_json_close(e->json, ']');
}

static int put_part(const char *data, size_t size, void *out)
{
    tn_text_put(out, data, size);
    return 0;
}

static void put_counts(edit_writer *e)
{
    tunip_line_counts counts = tn_diff_count_rows(e->view);
    tunip_json_key(e->json, "lines");
    tunip_json_open(e->json, '{');
    put_member(e, "added", counts.added);
    put_member(e, "removed", counts.removed);
    put_member(e, "changed", counts.changed);
    put_member(e, "renamed", counts.renamed);
    tunip_json_close(e->json, '}');
}

static void put_script(edit_writer *e, const tunip_script *script)
{
    tunip_json_open(e->json, '{');
    put_member(e, "version", VERSION);
    tunip_json_key(e->json, "equal");
    tunip_json_put_bool(e->json, !script->edit_count);
    put_counts(e);
    put_paths(e);
    put_list(e, "edits", script->edits, script->edit_count);
    put_list(e, "renames", script->renames, script->rename_count);
    put_links(e);
    tunip_json_close(e->json, '}');
    tunip_json_end_line(e->json);
}

void tn_diff_put_json(tn_diff_view *v)
{
    const tunip_script *script = v->script;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = LINES_TO;
    edit_writer e = {.view = v};
    tn_path_set_init(&e.paths, v->allocator);
    add_paths(&e, script->edits, script->edit_count);
    add_paths(&e, script->renames, script->rename_count);
    e.json = tunip_json_writer_new(v->allocator, &style, put_part, v->out, NULL);
    if (!e.paths.failed) put_script(&e, script);
    if (tunip_json_writer_end(e.json, NULL) != TUNIP_OK || e.paths.failed) tn_diff_view_fail(v);
    tn_path_set_free(&e.paths);
}
