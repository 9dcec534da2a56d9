/* lossless.c -- prints whose text reads back. A text is read as soon as it is made. Where the
 * result differs from the IR, or where the text cannot be read, the next text has the node there
 * field by field, or a node around it, in the end the root itself. So the result is right by a
 * check, and the rules of the dialects decide only how readable it is. */
#include "lossless.h"

#include <tunip/diagnostic.h>
#include <tunip/diff.h>
#include <tunip/read.h>
#include <tunip/vintage.h>

#include "../ir/path.h"
#include "../ir/registry.h"
#include "../library/context.h"
#include "../util/json.h"
#include "../util/text.h"
#include "dispatch.h"
#include "losses.h"
#include "metadata.h"
#include "names.h"
#include "paths.h"

/* ======== state ======== */

/* Counts the uses of nodes, and collects the strings. */
static bool note_use(const tunip_node *child, void *user)
{
    uint64_t *uses = tn_map_put(&((tn_lossless *)user)->uses, child, NULL);
    if (uses) ++*uses;
    return uses != NULL;
}

static tunip_walk_action note_node(const tunip_node *node, void *user)
{
    tn_lossless *l = user;
    if (node->type == &tunip_string_type &&
        tn_intern_borrow(&l->texts, tunip_string_value(node)) == TN_NOT_INTERNED)
        return TUNIP_WALK_STOP;
    return tunip_each_child(node, 0, note_use, l) ? TUNIP_WALK_ON : TUNIP_WALK_STOP;
}

static bool open(tn_lossless *l, const tn_request *r)
{
    *l = (tn_lossless){.allocator = &r->context->allocator, .root = r->root};
    l->shares = r->options.share;
    l->has_fields = strcmp(r->backend->name, TN_USUAL_BACKEND) == 0;
    l->has_exact = r->backend->emit_metadata != NULL;
    l->comment = l->has_fields ? "# " : "// ";
    tn_text_init(&l->hidden, l->allocator);
    tn_text_init(&l->objects, l->allocator);
    tn_arena_init(&l->arena, l->allocator);
    tn_map_init(&l->exact, l->allocator);
    tn_map_init(&l->uses, l->allocator);
    tn_intern_init(&l->texts, &l->arena, l->allocator);
    tunip_walker walker = {.enter = note_node, .user = l, .allocator = l->allocator};
    return tunip_walk_once(r->root, &walker) == TUNIP_WALK_DONE;
}

static void close(tn_lossless *l)
{
    tn_text_free(&l->hidden);
    tn_text_free(&l->objects);
    tn_map_free(&l->exact);
    tn_map_free(&l->uses);
    tn_array_free(&l->raised, l->allocator);
    tn_intern_free(&l->texts);
    tn_arena_free(&l->arena);
}

/* ======== header ======== */

/* Comments above the text:
 *
 *     # tunip: lossless, TVM v0.26
 *     # tunip: names i_1 = "i", for_1 = "for"
 *     # tunip: name of <root>.params[0] = "a"
 *     # tunip: one object <root>.body.a, <root>.body.b
 *
 * The version decides how the text is read if its words do not. The names are those that the IR has
 * instead of those in the text; a path leads to a node that the text does not name. The last ones
 * are there with the option `share` (objects.c). */

enum { WIDTH = 96 };

/* Appends `name = "hint"` to the current line, or begins the next one. */
static void put_name(tn_text *text, size_t *line, tunip_str name, tunip_str hint)
{
    size_t end = text->bytes.count, need = name.size + hint.size + 7;
    bool is_new = !*line || end - *line + need > WIDTH;
    if (is_new && *line) tn_text_put_word(text, "\n");
    if (is_new) *line = text->bytes.count;
    tn_text_put_word(text, is_new ? "# tunip: names " : ", ");
    tn_text_put_str(text, name);
    tn_text_put_word(text, " = \"");
    tn_text_put_escaped(text, hint, &tn_escape_json);
    tn_text_put_word(text, "\"");
}

static void put_header(tn_text *text, const tunip_docsifier *d)
{
    const tn_lossless *l = d->request->lossless;
    const tn_names *names = d->names;
    const char *kind = l->is_expr ? " node" : d->header->is_value ? " value" : "";
    unsigned vintage = tunip_vintage(l->root);
    size_t line = 0;
    tunip_str hint;
    tn_text_say(text, "%stunip: lossless%s", l->comment, kind);
    if (vintage) tn_text_say(text, ", TVM v0.%u", vintage);
    tn_text_put_word(text, "\n");
    for (uint32_t i = 0; i < names->hints.count && !l->is_expr; i++)
        if (tn_names_hint(names, i, &hint)) put_name(text, &line, tn_names_text(names, i), hint);
    if (line) tn_text_put_word(text, "\n");
    tn_text_put_str(text, tn_text_str(&l->hidden));
    tn_text_put_str(text, tn_text_str(&l->objects));
}

tunip_status tn_lossless_header(tunip_printed *p, tunip_error *error)
{
    tn_text text;
    const tn_lossless *l = p->docsifier.request->lossless;
    if (!l || !l->has_exact) return TUNIP_OK;
    tn_text_init(&text, l->allocator);
    put_header(&text, &p->docsifier);
    tunip_status status = text.failed ? tn_no_memory(error)
                                      : tn_render_prepend(&p->render, tn_text_str(&text), error);
    tn_text_free(&text);
    return status;
}

/* ======== exact nodes ======== */

enum { PATIENT_ATTEMPTS = 12, MOST_ATTEMPTS = 24 };

/* Choosing the nodes that are written field by field. */

static tn_exact form_of(const tn_lossless *l, const tunip_node *node)
{
    const uint64_t *how = tn_map_get(&l->exact, node);
    return how ? (tn_exact)*how : TN_EXACT_NONE;
}

bool tn_lossless_is_saved(const tn_request *request)
{
    const tn_lossless *l = request->lossless;
    return l && l->root && form_of(l, l->root) == TN_EXACT_SAVED;
}

/* Writes the node in a more exact way than before. */
static bool raise_form(tn_lossless *l, const tunip_node *node)
{
    bool is_new;
    uint64_t *how = tn_map_put(&l->exact, node, &is_new);
    if (how && is_new && !tn_array_push(&l->raised, l->allocator, node)) how = NULL;
    l->failed |= !how;
    if (how && *how < TN_EXACT_SAVED) *how = l->has_fields ? *how + 1 : TN_EXACT_SAVED;
    return how != NULL;
}

static bool is_value(const tunip_type *type)
{
    for (size_t i = 0; i < tn_value_type_count; i++)
        if (tn_value_types[i] == type) return true;
    return false;
}

/* Writes the root as one expression. Its fields come first, then the saved graph, which is always
 * exact. False if it was that already, and when out of memory. */
static bool raise_root(tn_lossless *l, bool at_once)
{
    bool is_last = form_of(l, l->root) == TN_EXACT_SAVED;
    if (!l->root || is_last || !raise_form(l, l->root)) return false;
    l->is_expr = true;
    l->names_tried = l->objects_tried = false; /* their paths may have led elsewhere */
    l->hidden.bytes.count = l->objects.bytes.count = 0;
    return !at_once || form_of(l, l->root) == TN_EXACT_SAVED || raise_form(l, l->root);
}

/* A node that can be written field by field, and its ancestors: from the path of a difference. */
typedef struct ancestry {
    const tunip_node *nodes[256]; /* the innermost first */
    size_t count;
} ancestry;

static void find_ancestry(tn_follower *f, const tunip_path *path, ancestry *out)
{
    out->count = 0;
    for (; path && out->count < TUNIP_LEN(out->nodes); path = path->parent) {
        const tunip_node *node = tn_path_is_missing(path) ? NULL : tn_follow(f, path);
        if (node && node->type && !is_value(node->type)) out->nodes[out->count++] = node;
    }
}

/* Raises the innermost node at the path that its rule still prints. If inner ones are exact
 * already, the next one may not help either: the more there are, the further out it is. False when
 * nothing was left to raise. */
static bool raise_at(tn_lossless *l, tn_follower *f, const tunip_path *path)
{
    ancestry a;
    size_t at = 0, known = 0;
    find_ancestry(f, path, &a);
    while (at < a.count && form_of(l, a.nodes[at])) at++, known++;
    if (known > 1) at += known - 1;
    if (l->attempts > PATIENT_ATTEMPTS && at + 2 < a.count) at = a.count - 2; /* a function */
    while (at < a.count && form_of(l, a.nodes[at])) at++;
    if (at >= a.count || a.nodes[at] == l->root) return false; /* only if nothing else helps */
    return raise_form(l, a.nodes[at]);
}

/* ======== attempt ======== */

/* Reads a text back, and finds what differs. */

typedef struct attempt {
    tn_lossless *l;
    tunip_printed *printed;
    tunip_graph *graph;       /* of the text; NULL: it cannot be read */
    tunip_diagnostics *found; /* why not */
    tunip_error error;
    tn_follower follower;
    bool progress; /* the next text will differ */
} attempt;

static tunip_error out_of_memory(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tn_no_memory(&error);
    return error;
}

/* Keeps the error of a step; a lack of memory above all others. */
static void note_error(attempt *a, const tunip_error *error)
{
    if (error->code == TUNIP_ERROR_MEMORY || a->error.code == TUNIP_OK) a->error = *error;
}

static bool ran_out(const attempt *a)
{
    return a->error.code == TUNIP_ERROR_MEMORY || a->l->failed || a->l->hidden.failed ||
           a->l->objects.failed || a->follower.failed || tn_job_failed(&a->printed->docsifier) ||
           tunip_diagnostics_status(a->found) == TUNIP_ERROR_MEMORY;
}

static bool read_back(attempt *a)
{
    a->found = tunip_diagnostics_new(a->l->allocator, &a->error);
    if (!a->found) return false;
    a->graph = tunip_printed_read(a->printed, a->found, &a->error);
    return a->graph || a->error.code != TUNIP_ERROR_MEMORY;
}

static tunip_equal_options comparing(unsigned flags)
{
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    how.compare = flags;
    return how;
}

/* Whether both are saved as the same text. */
static bool is_same_saved(attempt *a)
{
    const tunip_context *context = a->printed->docsifier.context;
    tn_text was, is;
    tunip_error error = TUNIP_ERROR_INIT;
    tn_text_init(&was, a->l->allocator);
    tn_text_init(&is, a->l->allocator);
    bool fine =
        tunip_save(context, a->l->root, tn_text_put_chunk, &was, &error) == TUNIP_OK &&
        tunip_save(context, tunip_graph_root(a->graph), tn_text_put_chunk, &is, &error) == TUNIP_OK;
    bool same = fine && tunip_str_equal(tn_text_str(&was), tn_text_str(&is));
    if (was.failed || is.failed) error = out_of_memory();
    note_error(a, &error);
    tn_text_free(&was);
    tn_text_free(&is);
    return same;
}

/* Some types have no equality, and some graphs differ even from themselves (equal.h). */
static bool is_same(attempt *a, unsigned flags)
{
    const tunip_node *is = tunip_graph_root(a->graph), *was = a->l->root;
    tunip_equal_options how = comparing(flags);
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_vintage(is) != tunip_vintage(was)) return false;
    if (tunip_equal_nodes(a->printed->docsifier.context, was, is, &how, &error)) return true;
    note_error(a, &error);
    bool is_last = form_of(a->l, was) == TN_EXACT_SAVED;
    return (is_last || error.code == TUNIP_ERROR_ARGUMENT) && is_same_saved(a);
}

static tunip_script *compare(attempt *a, unsigned flags)
{
    tunip_script *script = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = comparing(flags);
    tunip_diff(a->printed->docsifier.context, a->l->root, tunip_graph_root(a->graph), &how, &script,
               &error);
    note_error(a, &error);
    return script;
}

/* Notes the names that differ, by their paths in what was read. */
static void note_names(attempt *a)
{
    enum { LONGEST = 1024 };
    char path[LONGEST];
    tunip_script *script = compare(a, 0);
    const tunip_edit *edit;
    tn_text *out = &a->l->hidden;
    for (size_t i = 0; (edit = tunip_script_rename(script, i)); i++) {
        const tunip_node *name = edit->field ? tunip_field_node(edit->lhs, edit->field) : NULL;
        size_t size = tunip_path_text(edit->rhs_path, path, sizeof path);
        if (!tunip_is(name, &tunip_string_type) || size >= sizeof path) continue;
        tn_text_say(out, "%stunip: name of %s = \"", a->l->comment, path);
        tn_text_put_escaped(out, tunip_string_value(name), &tn_escape_json);
        tn_text_put_word(out, "\"\n");
        a->progress = true;
    }
    tunip_script_free(script);
}

/* Whether both have the same objects; notes the comments that are missing for this. They say all
 * that there is to say, so a text with them that has other objects needs other nodes. */
static bool has_same_objects(attempt *a)
{
    tn_lossless *l = a->l;
    size_t before = l->objects.bytes.count;
    if (!l->shares) return true;
    bool fine = tn_objects_compare(l->root, a->graph, l->comment, &l->objects);
    if (!fine) l->failed = true;
    bool same = fine && l->objects.bytes.count == before;
    a->progress = !same && !l->objects_tried;
    l->objects_tried = !same;
    return same;
}

/* Raises the places of all differences. */
static void raise_differences(attempt *a, unsigned flags)
{
    enum { MOST = 1 << 12 };
    tunip_script *script = compare(a, flags);
    const tunip_edit *edit;
    for (size_t i = 0; i < MOST && (edit = tunip_script_edit(script, i)); i++)
        a->progress |= raise_at(a->l, &a->follower, edit->lhs_path);
    for (size_t i = 0; i < MOST && (edit = tunip_script_rename(script, i)); i++)
        a->progress |= raise_at(a->l, &a->follower, edit->lhs_path);
    tunip_script_free(script);
}

/* The path of the innermost Doc at an offset that has one. */
static const tunip_path *path_at(const tunip_printed *p, size_t offset)
{
    const tunip_path *found = NULL;
    const tn_spans *spans = &p->render.spans;
    for (size_t i = 0; i < spans->count && spans->items[i].begin <= offset; i++) {
        const tunip_path *path = tn_first_path(spans->items[i].doc).path;
        if (path && !tn_path_is_made(path) && offset < spans->items[i].end) found = path;
    }
    return found;
}

/* Raises the places that cannot be read. */
static void raise_refusals(attempt *a)
{
    enum { MOST = 64 };
    size_t count = tunip_diagnostics_count(a->found);
    for (size_t i = 0; i < count && i < MOST; i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(a->found, i);
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        bool is_error = tunip_diagnostic_severity(d) == TUNIP_SEVERITY_ERROR;
        const tunip_path *path = is_error && label && label->at == TUNIP_AT_SPAN
                                     ? path_at(a->printed, label->begin)
                                     : NULL;
        if (path) a->progress |= raise_at(a->l, &a->follower, path);
    }
}

/* Raises what the print itself reports: for example, a variable that nothing defines, or a lambda
 * that does not show the types of its parameters. Only nodes whose rules still print them. */
static void raise_issues(attempt *a)
{
    const tn_report *report = a->printed->docsifier.report;
    for (size_t i = 0; i < report->issues.count; i++) {
        const tunip_issue *issue = &report->issues.items[i];
        const tunip_node *node = issue->path ? tn_follow(&a->follower, issue->path) : NULL;
        bool is_news = node && node != a->l->root && !is_value(node->type) &&
                       form_of(a->l, node) == TN_EXACT_NONE;
        if (issue->kind != TUNIP_ISSUE_METADATA && is_news) a->progress |= raise_form(a->l, node);
    }
}

/* Reads the text, and chooses what the next one writes by its fields if it does not read back. True
 * if it does. */
static bool try(attempt *a)
{
    tn_lossless *l = a->l;
    bool is_read = read_back(a) && a->graph;
    bool same = is_read && is_same(a, TUNIP_FLAG_NAME);
    bool same_but_names = is_read && !same && is_same(a, 0);
    bool had_names = l->names_tried;
    l->names_tried = same_but_names && !had_names && l->has_exact;
    if (!same) l->hidden.bytes.count = l->objects.bytes.count = 0;
    if (l->names_tried) note_names(a);
    if (same) same = has_same_objects(a);
    if (!same && !a->progress && !ran_out(a) && l->has_exact) {
        tn_follower_init(&a->follower, a->l->root, a->l->allocator);
        if (a->printed->sound == l->root) tn_losses_look(a->printed);
        if (!same_but_names) raise_issues(a);
        if (!a->progress && a->graph)
            raise_differences(a, same_but_names ? TUNIP_FLAG_NAME : 0);
        else if (!a->progress)
            raise_refusals(a);
        tn_follower_free(&a->follower);
    }
    if (!same && ran_out(a)) a->error = out_of_memory();
    tunip_graph_free(a->graph);
    tunip_diagnostics_free(a->found);
    return same;
}

/* ======== the whole ======== */

static bool is_final(tunip_status status)
{
    return status == TUNIP_ERROR_MEMORY || status == TUNIP_ERROR_LIMIT ||
           status == TUNIP_ERROR_CANCELLED;
}

static tunip_status fail(const attempt *a, tunip_error *error)
{
    if (a->error.code == TUNIP_ERROR_MEMORY || a->l->failed) return tn_no_memory(error);
    return tunip_error_set(error, TUNIP_ERROR_RULE, "no text of this IR reads back%s%s",
                           a->error.message[0] ? ": " : "", a->error.message);
}

static tunip_status run(tn_lossless *l, tn_request *r, tunip_printed **out, tunip_error *error)
{
    for (;; l->attempts++) {
        tunip_error own = TUNIP_ERROR_INIT;
        tunip_printed *p = NULL;
        tunip_status status = tn_print_once(r, &p, &own);
        attempt a = {.l = l, .printed = p, .error = TUNIP_ERROR_INIT};
        if (status == TUNIP_OK && try(&a)) {
            p->verdict = TN_VERDICT_SAME;
            *out = p;
            return TUNIP_OK;
        }
        if (p && p->sound != l->root) a.progress = false; /* no rule can print it */
        tunip_printed_free(p);
        if (status != TUNIP_OK) a.error = own;
        if (is_final(a.error.code))
            return tunip_error_set(error, a.error.code, "%s", a.error.message);
        if (l->attempts + 1 >= MOST_ATTEMPTS) a.progress = false;
        if (!a.progress && !raise_root(l, l->attempts + 1 > MOST_ATTEMPTS)) return fail(&a, error);
    }
}

tunip_status tn_print_lossless(const tn_request *request, tunip_printed **out, tunip_error *error)
{
    tn_lossless l;
    tn_request r = *request;
    const tunip_format *format = tn_context_find_format(r.context, r.backend->name);
    if (!format || !format->read)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "no format reads the text of the backend %s, so it cannot be "
                               "lossless",
                               r.backend->name);
    if (tn_is_decorated(&r.options))
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "a text with line numbers or underlines is not lossless");
    bool fine = open(&l, request);
    r.lossless = &l;
    bool is_plain = r.root && !tn_dispatch_root(&r.context->dispatch, r.root, NULL);
    l.is_expr = !r.root; /* None */
    if (fine && l.has_exact && is_plain) fine = raise_root(&l, false);
    tunip_status status = fine ? run(&l, &r, out, error) : tn_no_memory(error);
    close(&l);
    return status;
}
