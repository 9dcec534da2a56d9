/* json.c -- an edit script as JSON: {"version", "edits": [{"kind", "lhs", "rhs"}], "renames"},
 * with "inner" of a wrap (on the right) or unwrap (on the left), where a side is {"path", "exact",
 * "begin", "end", "line", "column"}: bytes from 0, lines and columns from 1; "exact" is false when
 * the range is that of what is nearest around the path. */
#include "../../core/compare/diff.h"
#include "view.h"

static void put(tn_diff_view *v, const char *word)
{
    tn_text_put_word(v->out, word);
}

static void put_string(tn_diff_view *v, tunip_str text)
{
    put(v, "\"");
    tn_text_put_escaped(v->out, text, &tn_escape_json);
    put(v, "\"");
}

static void put_path(tn_diff_view *v, const tunip_path *path)
{
    size_t size = tunip_path_text(path, NULL, 0);
    char *text = v->allocator->alloc(v->allocator->ctx, size + 1);
    if (!text) {
        tn_diff_view_fail(v);
        return;
    }
    tunip_path_text(path, text, size + 1);
    put_string(v, (tunip_str){text, size});
    v->allocator->free(v->allocator->ctx, text, size + 1);
}

static void put_member(tn_diff_view *v, const char *name, size_t value)
{
    put(v, ", \"");
    put(v, name);
    put(v, "\": ");
    tn_text_put_number(v->out, value, 0);
}

static void put_side(tn_diff_view *v, size_t which, const char *name, const tunip_path *path)
{
    tn_diff_spot spot;
    put(v, ", \"");
    put(v, name);
    put(v, "\": {\"path\": ");
    put_path(v, path);
    if (tn_diff_place(v, which, path, &spot)) {
        size_t line, column;
        const tn_range range = spot.range;
        tunip_printed_locate(v->sides[which].printed, range.begin, &line, &column);
        put(v, spot.exact ? ", \"exact\": true" : ", \"exact\": false");
        put_member(v, "begin", range.begin);
        put_member(v, "end", range.end);
        put_member(v, "line", line);
        put_member(v, "column", column);
    }
    put(v, "}");
}

static void put_name(tn_diff_view *v, const char *member, const tunip_node *node,
                     const tunip_field *field)
{
    put(v, ", \"");
    put(v, member);
    put(v, "\": ");
    put_string(v, tunip_string_value(tunip_field_node(node, field)));
}

static void put_edit(tn_diff_view *v, const tunip_edit *edit)
{
    put(v, "    {\"kind\": \"");
    put(v, tunip_edit_kind_name(edit->kind));
    put(v, "\"");
    put_side(v, TN_LHS, "lhs", edit->lhs_path);
    put_side(v, TN_RHS, "rhs", edit->rhs_path);
    if (edit->inner_path)
        put_side(v, edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS, "inner", edit->inner_path);
    if (edit->kind == TUNIP_EDIT_RENAME && edit->field) {
        put_name(v, "from", edit->lhs, edit->field);
        put_name(v, "to", edit->rhs, edit->field);
    }
    put(v, "}");
}

static void put_list(tn_diff_view *v, const char *name, const tunip_edit *edits, size_t count)
{
    put(v, ",\n  \"");
    put(v, name);
    put(v, "\": [");
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) {
        put(v, i ? ",\n" : "\n");
        put_edit(v, &edits[i]);
    }
    put(v, count ? "\n  ]" : "]");
}

void tn_diff_put_json(tn_diff_view *v)
{
    const tunip_script *script = v->script;
    put(v, "{\n  \"version\": 1,\n  \"equal\": ");
    put(v, script->edit_count ? "false" : "true");
    put_list(v, "edits", script->edits, script->edit_count);
    put_list(v, "renames", script->renames, script->rename_count);
    put(v, "\n}\n");
}
