/* summary.c -- the list of functions that differ, the hidden differences and the summary line. */
#include "../../core/compare/diff.h"
#include "../../core/ir/path.h"
#include "view.h"

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

/* The number of the statement that contains a change: on the left side, unless only the right side
 * prints the change. */
static size_t changed_statement(tn_diff_view *v, const tunip_edit *edit)
{
    bool lhs_exact = false, rhs_exact = false;
    size_t lhs = statement_at(v, TN_LHS, edit->lhs_path, &lhs_exact);
    size_t rhs = lhs_exact ? lhs : statement_at(v, TN_RHS, edit->rhs_path, &rhs_exact);
    return rhs_exact ? TN_SIDES * rhs + TN_RHS : TN_SIDES * lhs + TN_LHS;
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
        size_t statement = changed_statement(v, edit);
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

/* Whether the text shows the rename. The name of a variable that is not printed may change, and a
 * variable may have been exchanged for another one in some of its places. */
static bool is_shown(names *n, const tunip_edit *edit)
{
    tunip_str name = name_in(edit, edit->lhs);
    return !tn_set_has(&n->view->contested, edit->lhs) &&
           has_word(n->view->sides[TN_LHS].text, name) && !is_still_there(n, edit, name);
}

static void list_renames(names *n)
{
    enum { SHOWN = 4 };
    tn_diff_view *v = n->view;
    size_t count = 0;
    for (size_t i = 0; i < v->script->rename_count; i++) {
        const tunip_edit *edit = &v->script->renames[i];
        if (is_repeated(v->script->renames, i) || !is_shown(n, edit) || count++ >= SHOWN) continue;
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

static void put_renames(tn_diff_view *v)
{
    names n = {.view = v};
    tn_set_init(&n.words, v->allocator);
    tn_set_init(&n.made, v->allocator);
    for (size_t i = 0; i < v->script->rename_count && !tn_diff_view_failed(v); i++)
        add_word(&n, &n.made, name_in(&v->script->renames[i], v->script->renames[i].rhs));
    list_renames(&n);
    tn_set_free(&n.words);
    tn_set_free(&n.made);
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
    put_renames(v);
    size_t before = v->out->bytes.count;
    if (put_counts(v, "function", functions)) put(v, "; ");
    bool any = put_counts(v, "statement", statements);
    if (!any && v->out->bytes.count > before) v->out->bytes.count -= sizeof "; " - 1;
    if (!any && v->out->bytes.count == before) put_edit_count(v);
    put(v, "\n");
}
