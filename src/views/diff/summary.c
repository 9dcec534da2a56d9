/* summary.c -- differences as a summary and as JSON. */
#include <tunip/json.h>

#include "../../compare/diff.h"
#include "../../ir/path.h"
#include "view.h"

/* ======== summary ======== */

/* The list of functions that differ, the hidden differences and the summary line. */

static void put(tn_diff_view *v, const char *word)
{
    tn_text_put_word(v->out, word);
}

typedef void (*function_fn)(tn_diff_view *v, const tunip_edit *edit, tunip_edit_kind fate,
                            void *user);

static void each_function(tn_diff_view *v, function_fn fn, void *user)
{
    const tunip_path *last = NULL;
    for (size_t i = 0; i < v->script->edit_count; i++) {
        const tunip_edit *edit = &v->script->edits[i];
        const tunip_path *function = tn_diff_function_of(v, edit->lhs_path);
        if (!function) continue;
        tunip_edit_kind fate = tn_diff_fate_of(edit);
        bool again = fate == TUNIP_EDIT_CHANGE && last && tn_path_same_step(last, function);
        if (!again) fn(v, edit, fate, user);
        if (!again) last = function;
    }
}

/* Writes the name of the key; for a key without a name the step, such as "[3]". */
static void put_key(tn_diff_view *v, const tunip_path *path)
{
    char text[256];
    const tunip_path step = {.step = TUNIP_STEP_KEY, .at.key = path->at.key, .depth = 1};
    tunip_str name = tn_diff_key_name(path);
    if (!name.size) {
        tunip_path_steps_text(&step, 0, text, sizeof text);
        name = tunip_str_from(text);
    }
    tn_text_put_visible(v->out, name);
}

static void put_function(tn_diff_view *v, const tunip_edit *edit, tunip_edit_kind fate, void *user)
{
    /* ORDER tunip_edit_kind */
    static const char *const words[] = {"changed ", "added ",   "removed ", "moved ",
                                        "renamed ", "changed ", "changed "};
    (void)user;
    put(v, words[fate]);
    put_key(v, tn_diff_function_of(v, edit->lhs_path));
    if (fate == TUNIP_EDIT_RENAME) {
        put(v, " -> ");
        put_key(v, edit->rhs_path); /* the path ends with the new key */
    }
    put(v, "\n");
}

void tn_diff_put_names(tn_diff_view *v)
{
    bool outside = false;
    each_function(v, put_function, NULL);
    for (size_t i = 0; i < v->script->edit_count; i++)
        outside |= !tn_diff_function_of(v, v->script->edits[i].lhs_path);
    if (outside) put(v, "changed <root>\n");
}

/* ---- counts ---- */

enum { KINDS = TUNIP_EDIT_UNWRAP + 1 };

static void count_function(tn_diff_view *v, const tunip_edit *edit, tunip_edit_kind fate,
                           void *user)
{
    size_t *counts = user;
    (void)v;
    (void)edit;
    counts[fate]++;
}

/* Records for each span the innermost statement that contains it. Spans come after the spans around
 * them. */
static bool find_statements(tn_diff_view *v, tn_diff_side *side)
{
    const tunip_span *spans = tunip_printed_spans(side->printed);
    size_t count = tunip_printed_span_count(side->printed);
    side->statements = v->allocator->alloc(v->allocator->ctx, (count + 1) * sizeof(size_t));
    for (size_t i = 0; side->statements && i < count; i++) {
        size_t parent = tunip_source_map_parent(side->map, i);
        size_t around = parent == TUNIP_NO_SPAN ? TUNIP_NO_SPAN : side->statements[parent];
        side->statements[i] = spans[i].doc->kind < TUNIP_DOC_ASSIGN ? around : i;
    }
    if (!side->statements) tn_diff_view_fail(v);
    return side->statements != NULL;
}

/* The innermost statement around a path, or TUNIP_NO_SPAN. */
static size_t statement_at(tn_diff_view *v, size_t which, const tunip_path *path, bool *exact)
{
    tn_diff_side *side = &v->sides[which];
    tunip_found found;
    if (!side->statements && !find_statements(v, side)) return 0;
    if (!tn_diff_find(v, which, path, &found)) return 0;
    size_t span = found.count ? found.spans[0] : TUNIP_NO_SPAN;
    *exact = found.exact;
    return span == TUNIP_NO_SPAN ? span : side->statements[span];
}

/* Whether the edit is a whole statement and not a part of one. */
static bool is_statement(tn_diff_view *v, size_t which, const tunip_path *path)
{
    tunip_found found;
    const tn_diff_side *side = &v->sides[which];
    if (!tn_diff_find(v, which, path, &found) || !found.exact) return false;
    return tunip_printed_spans(side->printed)[found.spans[0]].doc->kind >= TUNIP_DOC_ASSIGN;
}

static void count_statements(tn_diff_view *v, size_t *counts)
{
    size_t last = TUNIP_NO_SPAN;
    for (size_t i = 0; i < v->script->edit_count; i++) {
        const tunip_edit *edit = &v->script->edits[i];
        bool added = edit->kind == TUNIP_EDIT_INSERT || edit->kind == TUNIP_EDIT_WRAP;
        size_t which = added ? TN_RHS : TN_LHS;
        const tunip_path *path = which == TN_RHS ? edit->rhs_path : edit->lhs_path;
        if (path->depth <= TN_FUNCTION_DEPTH || tn_diff_follows_name(v, edit)) continue;
        if (edit->kind != TUNIP_EDIT_CHANGE && is_statement(v, which, path)) {
            counts[edit->kind]++;
            continue;
        }
        /* The number of the statement that contains a change: on the left side, unless only the
         * right side prints the change. */
        bool lhs_exact = false, rhs_exact = false;
        size_t lhs = statement_at(v, TN_LHS, edit->lhs_path, &lhs_exact);
        size_t rhs = lhs_exact ? lhs : statement_at(v, TN_RHS, edit->rhs_path, &rhs_exact);
        size_t statement = rhs_exact ? TN_SIDES * rhs + TN_RHS : TN_SIDES * lhs + TN_LHS;
        if (statement != last) counts[TUNIP_EDIT_CHANGE]++;
        last = statement;
    }
}

/* Writes "2 statements changed, 1 added". Returns whether any count is not 0. */
static bool put_counts(tn_diff_view *v, const char *what, const size_t *counts)
{
    /* ORDER tunip_edit_kind */
    static const char *const words[KINDS] = {" changed", " added",   " removed",  " moved",
                                             " renamed", " wrapped", " unwrapped"};
    bool any = false;
    for (size_t i = 0; i < KINDS; i++) {
        if (!counts[i]) continue;
        if (any) put(v, ", ");
        tn_text_put_number(v->out, counts[i], 0);
        if (!any) put(v, " ");
        if (!any) put(v, what);
        if (!any && counts[i] > 1) put(v, "s");
        put(v, words[i]);
        any = true;
    }
    return any;
}

/* Writes the kinds of two roots that have nothing in common. */
static bool put_roots(tn_diff_view *v)
{
    const tunip_edit *edit = v->script->edits;
    bool is_root = v->script->edit_count == 1 && edit->kind == TUNIP_EDIT_CHANGE &&
                   !edit->lhs_path->depth && edit->lhs && edit->rhs &&
                   edit->lhs->type != edit->rhs->type;
    if (!is_root) return false;
    put(v, "the roots are of different types: ");
    tn_text_put_visible(v->out, tunip_str_from(edit->lhs->type->key));
    put(v, " and ");
    tn_text_put_visible(v->out, tunip_str_from(edit->rhs->type->key));
    return true;
}

/* Writes the number of edits, if the root is neither a function nor a statement. */
static void put_edit_count(tn_diff_view *v)
{
    if (put_roots(v)) return;
    tn_text_put_number(v->out, v->script->edit_count, 0);
    put(v, v->script->edit_count == 1 ? " edit" : " edits");
}

static tunip_str name_in(const tunip_edit *edit, const tunip_node *node)
{
    return tunip_string_value(tunip_field_node(node, edit->field));
}

/* Whether the previous rename has the same names: a buffer and its data pointer are renamed
 * together. */
static bool is_repeated(const tunip_edit *edits, size_t i)
{
    const tunip_edit *a = &edits[i], *b = a - 1;
    return i && tunip_str_equal(name_in(a, a->lhs), name_in(b, b->lhs)) &&
           tunip_str_equal(name_in(a, a->rhs), name_in(b, b->rhs));
}

/* Whether a text has a name as a word. */
static bool has_word(tunip_str text, tunip_str word)
{
    for (size_t at = 0; word.size && at + word.size <= text.size; at++) {
        const char *found = memchr(text.data + at, word.data[0], text.size - at - word.size + 1);
        if (!found) return false;
        at = (size_t)(found - text.data);
        bool begins = !at || !tunip_is_name_part(text.data[at - 1]);
        bool ends = at + word.size == text.size || !tunip_is_name_part(text.data[at + word.size]);
        if (begins && ends && memcmp(found, word.data, word.size) == 0) return true;
    }
    return false;
}

/* The names in a function of the right side. Renames are in the order of functions, so that the
 * text of each is read once. */
typedef struct names {
    tn_diff_view *view;
    const tunip_path *function; /* NULL: not in a function */
    bool is_read;
    tn_set words;
    tn_set made; /* the new names of all renames */
} names;

static const void *key_of(tunip_str word)
{
    return (const void *)(uintptr_t)(tn_hash_bytes(word.data, word.size) | 1);
}

static void add_word(names *n, tn_set *set, tunip_str word)
{
    bool added;
    if (!tn_set_add(set, key_of(word), &added)) tn_diff_view_fail(n->view);
}

static void read_words(names *n, tunip_str text)
{
    tn_set_free(&n->words);
    tn_set_init(&n->words, n->view->allocator);
    for (size_t i = 0, end; i < text.size && !tn_diff_view_failed(n->view); i = end) {
        for (end = i; end < text.size && tunip_is_name_part(text.data[end]);) end++;
        if (end > i) add_word(n, &n->words, (tunip_str){text.data + i, end - i});
        end += end == i;
    }
}

/* Whether a name is still that of another variable in the function of a rename. If 3 became 2 and 4
 * became 3, the name 3 is there, but it is new. */
static bool is_still_there(names *n, const tunip_edit *edit, tunip_str name)
{
    tn_diff_spot spot;
    tunip_str text = n->view->sides[TN_RHS].text;
    if (tn_set_has(&n->made, key_of(name))) return false;
    const tunip_path *function = tn_diff_function_of(n->view, edit->rhs_path);
    bool again = n->is_read && (function ? n->function && tn_path_same_step(n->function, function)
                                         : !n->function);
    if (function && !again && tn_diff_place(n->view, TN_RHS, function, &spot))
        text = (tunip_str){text.data + spot.range.begin, spot.range.end - spot.range.begin};
    if (!again) read_words(n, text);
    n->function = function;
    n->is_read = true;
    return tn_set_has(&n->words, key_of(name));
}

static void list_renames(names *n)
{
    enum { SHOWN = 4 };
    tn_diff_view *v = n->view;
    size_t count = 0;
    for (size_t i = 0; i < v->script->rename_count; i++) {
        const tunip_edit *edit = &v->script->renames[i];
        /* Whether the text shows the rename. The name of a variable that is not printed may change,
         * and a variable may have been exchanged for another one in some of its places. */
        if (is_repeated(v->script->renames, i)) continue;
        tunip_str name = name_in(edit, edit->lhs);
        if (tn_set_has(&n->view->contested, edit->lhs) ||
            !has_word(n->view->sides[TN_LHS].text, name) || is_still_there(n, edit, name))
            continue;
        if (count++ >= SHOWN) continue;
        put(v, count > 1 ? ", " : "renamed: ");
        tn_text_put_visible(v->out, name_in(edit, edit->lhs));
        put(v, " -> ");
        tn_text_put_visible(v->out, name_in(edit, edit->rhs));
    }
    if (count > SHOWN) put(v, ", and ");
    if (count > SHOWN) tn_text_put_number(v->out, count - SHOWN, 0);
    if (count > SHOWN) put(v, " more");
    if (count) put(v, "\n");
}

/* ---- hidden differences ---- */

/* The text at a path; if the node is not printed, the line of its nearest printed ancestor; empty
 * if there is none. */
static tunip_str text_at(tn_diff_view *v, size_t which, const tunip_path *path)
{
    tn_diff_spot spot;
    const tn_diff_side *side = &v->sides[which];
    if (!tn_diff_place(v, which, path, &spot)) return (tunip_str){NULL, 0};
    tn_range range = spot.range;
    tunip_str all = {side->text.data + range.begin, range.end - range.begin};
    if (spot.exact || (spot.expression && memchr(all.data, '\n', all.size))) return all;
    return tn_diff_line_text(side, tn_diff_head_line(side, range.begin));
}

static bool is_hidden(tn_diff_view *v, const tunip_edit *edit)
{
    return edit->kind == TUNIP_EDIT_CHANGE && !tn_diff_follows_name(v, edit) &&
           tunip_str_equal(text_at(v, TN_LHS, edit->lhs_path), text_at(v, TN_RHS, edit->rhs_path));
}

static void put_path(tn_diff_view *v, const tunip_path *path)
{
    char text[256];
    size_t size = tunip_path_text(path, text, sizeof text);
    tn_text_put_visible(v->out, tunip_str_from(text));
    if (size >= sizeof text) put(v, "...");
}

static void put_hidden(tn_diff_view *v)
{
    enum { SHOWN = 4 };
    size_t count = 0;
    for (size_t i = 0; i < v->script->edit_count && !tn_diff_view_failed(v); i++) {
        const tunip_edit *edit = &v->script->edits[i];
        if (!is_hidden(v, edit) || count++ >= SHOWN) continue;
        put(v, "not visible in the text: ");
        put_path(v, edit->rhs_path);
        put(v, "\n");
    }
    if (count <= SHOWN) return;
    put(v, "not visible in the text: ");
    tn_text_put_number(v->out, count - SHOWN, 0);
    put(v, " more\n");
}

void tn_diff_put_summary(tn_diff_view *v)
{
    size_t functions[KINDS] = {0}, statements[KINDS] = {0};
    each_function(v, count_function, functions);
    count_statements(v, statements);
    put_hidden(v);
    names n = {.view = v};
    tn_set_init(&n.words, v->allocator);
    tn_set_init(&n.made, v->allocator);
    for (size_t i = 0; i < v->script->rename_count && !tn_diff_view_failed(v); i++)
        add_word(&n, &n.made, name_in(&v->script->renames[i], v->script->renames[i].rhs));
    list_renames(&n);
    tn_set_free(&n.words);
    tn_set_free(&n.made);
    size_t before = v->out->bytes.count;
    if (put_counts(v, "function", functions)) put(v, "; ");
    bool any = put_counts(v, "statement", statements);
    if (!any && v->out->bytes.count > before) v->out->bytes.count -= sizeof "; " - 1;
    if (!any && v->out->bytes.count == before) put_edit_count(v);
    put(v, "\n");
}

/* ======== json ======== */

/* An edit script as JSON: {"version", "lines", "paths": [{"parent", "step"}], "edits":
 * [{"kind", "lhs", "rhs"}], "renames", "links"}, with "inner" of a wrap (on the right) or unwrap
 * (on the left). A side is {"path", "exact", "begin", "end", "line", "column"}: bytes from 0, lines
 * and columns from 1; "exact" is false when the range is that of the nearest printed ancestor.
 *
 * A side has the index of its path in "paths", where each path is a step after its parent, as in a
 * source map. Whole paths would make the text grow with the square of the depth of the IR. */

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

static void put_list(edit_writer *e, const char *name, const tunip_edit *edits, size_t count)
{
    tunip_json_key(e->json, name);
    tunip_json_open(e->json, '[');
    for (size_t i = 0; i < count && !tn_diff_view_failed(e->view); i++) {
        const tunip_edit *edit = &edits[i];
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

static void json_put_counts(edit_writer *e)
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
    json_put_counts(e);
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
