/* losses.c -- whether reading the text of a print gives the same IR, and the reasons if it
 * does not. */
#include "losses.h"

#include <stdio.h>

#include <tunip/equal.h>
#include <tunip/read.h>
#include <tunip/vintage.h>

#include "../ir/path.h"
#include "../library/context.h"
#include "../util/tables.h"
#include "account.h"
#include "dispatch.h"
#include "docsifier.h"
#include "paths.h"

/* ======== losses ======== */

/* Reports the parts of the IR that a reader of the text makes differently. Reading the
 * text back shows whether there are any. The reasons in the report are details of Docs that the
 * backend does not show, and fields that the accounts of dialects find (account.c). If there is no
 * such reason, the report has the first difference between the IR and the result of reading. */

static bool is_group(const tunip_doc *doc)
{
    return tunip_doc_classify(doc) != TUNIP_CLASS_EXPR && doc->role == TUNIP_ROLE_GROUP;
}

/* The message for a Doc with a detail that the text does not show; NULL if it has none. *name is
 * the end of the message. */
static const char *find_loss(const tunip_doc *doc, tunip_str *name)
{
    if (is_group(doc))
        return "the statements are one node, but a parser makes several nodes of them";
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_AGAIN) {
        *name = ((const tunip_doc_id *)doc)->name;
        return "reading the text makes a second variable of ";
    }
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED) {
        *name = ((const tunip_doc_id *)doc)->name;
        return "the text does not show the type of ";
    }
    if (doc->kind == TUNIP_DOC_LAMBDA)
        return ((const tunip_doc_lambda *)doc)->arg_type
                   ? "the text does not show the type of the arguments"
                   : NULL;
    if (doc->kind == TUNIP_DOC_SLICE && doc->sub == TUNIP_SLICE_RANGE)
        return ((const tunip_doc_slice *)doc)->lanes
                   ? "a parser computes the extent in another form"
                   : NULL;
    if (doc->kind != TUNIP_DOC_CALL || doc->sub == TUNIP_CALL_WHOLE) return NULL;
    if (doc->sub != TUNIP_CALL_PARTIAL) return "the call is read back as another node";
    *name = ((const tunip_doc_partial_call *)doc)->key;
    return "the call leaves out ";
}

/* The path of the Doc; if it has none, that of the nearest enclosing Doc with a path. */
static const tunip_path *find_path(tunip_docsifier *d, const tn_spans *spans, size_t at)
{
    for (size_t i = at + 1; i--;) {
        if (spans->items[i].inside < at - i) continue;
        const tunip_path *path = tn_first_path(spans->items[i].doc).path;
        if (path && !tn_path_is_made(path)) return path;
    }
    return tunip_path_root(d);
}

/* Whether the Doc is a further use of a variable that is defined twice: one report is enough. */
static bool is_known(tunip_docsifier *d, tn_set *known, const tunip_doc *doc, tunip_str name)
{
    bool is_new = true;
    if (doc->kind != TUNIP_DOC_ID || doc->sub != TUNIP_ID_AGAIN || !name.data) return false;
    if (!tn_set_add(known, name.data, &is_new)) tn_job_no_memory(d);
    return !is_new;
}

static void look_at_docs(tunip_docsifier *d, const tn_spans *spans)
{
    tn_set known;
    tn_set_init(&known, tn_job_allocator(d));
    for (size_t i = 0; i < spans->count && !tn_job_failed(d); i++) {
        const tunip_doc *doc = spans->items[i].doc;
        tunip_str name = {"", 0};
        const char *loss = find_loss(doc, &name);
        if (!loss || is_known(d, &known, doc, name)) continue;
        tunip_report(d, TUNIP_ISSUE_LOST, find_path(d, spans, i), "%s%.*s", loss, (int)name.size,
                     name.data);
        if (doc->dialect && !tn_job_failed(d))
            d->report->issues.items[d->report->issues.count - 1].dialect =
                d->dispatch->dialects.items[doc->dialect - 1].dialect->name;
    }
    tn_set_free(&known);
}

/* Whether all issues so far are losses. Issues of other kinds already explain a difference. */
static bool has_only_losses(const tunip_docsifier *d)
{
    for (size_t i = 0; i < d->report->issues.count; i++)
        if (d->report->issues.items[i].kind != TUNIP_ISSUE_LOST) return false;
    return true;
}

bool tn_losses_look(tunip_printed *p)
{
    tunip_docsifier *d = &p->docsifier;
    look_at_docs(d, &p->render.spans);
    return !tn_job_failed(d) && tn_accounts_report(d, p->root);
}

bool tn_losses_find(tunip_printed *p)
{
    tunip_docsifier *d = &p->docsifier;
    tn_read_back back;
    if (!tn_read_back_text(p, &back)) return false;
    p->verdict = back.verdict;
    if (back.verdict == TN_VERDICT_SAME || !has_only_losses(d)) return true;
    if (!tn_losses_look(p)) return false;
    if (back.verdict == TN_VERDICT_REFUSED || (back.message[0] && !d->report->issues.count))
        tunip_report(d, TUNIP_ISSUE_LOST, back.path ? back.path : tunip_path_root(d), "%s",
                     back.message);
    return !tn_job_failed(d);
}

/* ======== read back ======== */

/* Reads the text of a print, and compares the result with the root. So a dialect
 * need not declare which details its text leaves out. */

/* ---- the difference ---- */

/* The path up to the first step that only the other side has. The keys of such steps belong to the
 * graph that was read, which is freed. */
static const tunip_path *present_part(const tunip_path *path)
{
    const tunip_path *present = path;
    for (; path; path = path->parent)
        if (tn_path_is_missing(path)) present = path->parent;
    return present;
}

/* The node at the path; NULL if there is another value, or when out of memory. */
static const tunip_node *follow(const tunip_printed *p, const tunip_node *root,
                                const tunip_path *path)
{
    tn_follower follower;
    tn_follower_init(&follower, root, p->render.allocator);
    const tunip_node *node = tn_follow(&follower, path);
    tn_follower_free(&follower);
    return node;
}

static void describe(const tunip_printed *p, const tunip_node *root, tn_read_back *out,
                     const tunip_path *lhs, const tunip_path *rhs)
{
    const tunip_path *own = present_part(lhs);
    const tunip_node *was = own == lhs ? follow(p, p->root, lhs) : NULL;
    const tunip_node *is = present_part(rhs) == rhs ? follow(p, root, rhs) : NULL;
    const tunip_node *owner = own->parent ? follow(p, p->root, own->parent) : NULL;
    if (was && is && was->type != is->type)
        snprintf(out->message, sizeof out->message, "a reader makes a %s of the text of the %s",
                 is->type->key, was->type->key);
    else if (own == lhs && owner && own->step == TUNIP_STEP_ATTR)
        snprintf(out->message, sizeof out->message, "the text does not determine the %s of the %s",
                 own->at.attr, owner->type->key);
    else
        snprintf(out->message, sizeof out->message, "the text is read back as another value");
}

static bool compare(tunip_printed *p, const tunip_node *root, tn_read_back *out)
{
    tunip_docsifier *d = &p->docsifier;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_comparison *comparison;
    how.map_free_vars = true;
    out->verdict = TN_VERDICT_OTHER;
    if (tunip_equal(d->context, p->root, root, &how, &comparison, &error) != TUNIP_OK) {
        if (error.code == TUNIP_ERROR_MEMORY) tn_job_no_memory(d);
        snprintf(out->message, sizeof out->message, "%s", error.message);
        return !tn_job_failed(d);
    }
    const tunip_path *lhs = tunip_comparison_lhs_path(comparison);
    if (tunip_comparison_equal(comparison))
        out->verdict = TN_VERDICT_SAME;
    else if (lhs) {
        describe(p, root, out, lhs, tunip_comparison_rhs_path(comparison));
        out->path = tn_path_append(&d->memory.kept, tunip_path_root(d), present_part(lhs));
        if (!out->path) tn_job_no_memory(d);
    } else {
        snprintf(out->message, sizeof out->message, "the IR has a type without equality");
    }
    tunip_comparison_free(comparison);
    return !tn_job_failed(d);
}

/* ---- reading ---- */

/* The format that reads the text: it has the same name as the backend. */
static const tunip_format *find_format(const tunip_printed *p)
{
    const tunip_docsifier *d = &p->docsifier;
    const tunip_format *format = tn_context_find_format(d->context, d->options->backend);
    return format && format->read ? format : NULL;
}

/* Whether the text has the mark of another format. The trace of a schedule is Python, but no
 * script: the format that its text shows reads it. */
static bool is_of_another(const tunip_context *context, const tunip_format *format, tunip_str text)
{
    const tunip_format *other;
    if (text.size > TUNIP_SNIFF_SIZE) text.size = TUNIP_SNIFF_SIZE;
    for (size_t i = 0; text.size && (other = tunip_context_format(context, i)); i++)
        if (other != format && other->read && other->sniff &&
            other->sniff(text) == TUNIP_SNIFF_SURE)
            return !format->sniff || format->sniff(text) < TUNIP_SNIFF_SURE;
    return false;
}

tunip_graph *tunip_printed_read(const tunip_printed *p, tunip_diagnostics *diagnostics,
                                tunip_error *error)
{
    const tunip_context *context = p->docsifier.context;
    tunip_source source;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    const tunip_format *format = find_format(p);
    if (!format) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no format reads the text of the backend %s",
                        p->docsifier.options->backend);
        return NULL;
    }
    options.diagnostics = diagnostics;
    options.metadata = tunip_printed_metadata(p);
    tn_source_init(&source, p->render.allocator, tunip_str_from("module"), tunip_printed_text(p));
    options.format = is_of_another(context, format, tunip_printed_text(p)) ? NULL : format->name;
    tunip_graph *graph = tunip_read_source(context, &source, &options, error);
    /* A text that several versions may have written is read as that of the newest one. */
    unsigned vintage = tunip_vintage(p->sound);
    if (graph && vintage && tunip_vintage(tunip_graph_root(graph)) > vintage) {
        tunip_graph_free(graph);
        options.vintage = vintage;
        graph = tunip_read_source(context, &source, &options, error);
    }
    tn_source_drop(&source);
    return graph;
}

bool tn_is_decorated(const tunip_print_options *options)
{
    return options->print_line_numbers || options->underline_count ||
           options->underline_path_count || options->num_context_lines;
}

static bool refuse(tunip_printed *p, const tunip_error *error, tn_read_back *out)
{
    if (error->code == TUNIP_ERROR_MEMORY) tn_job_no_memory(&p->docsifier);
    out->verdict = TN_VERDICT_REFUSED;
    if (error->line)
        snprintf(out->message, sizeof out->message, "line %zu cannot be read back: %s", error->line,
                 error->message);
    else
        snprintf(out->message, sizeof out->message, "the text cannot be read back: %s",
                 error->message);
    return error->code != TUNIP_ERROR_MEMORY;
}

/* The root that was read, converted to the version of the printed IR, as in the commands that
 * compare files. A text that shows no version is read as the oldest version. */
static const tunip_node *same_version(tunip_printed *p, tunip_graph *graph, tunip_error *error)
{
    const tunip_node *root = tunip_graph_root(graph);
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    unsigned is = tunip_vintage(root);
    options.vintage = tunip_vintage(p->sound);
    if (!is || !options.vintage || is == options.vintage) return root;
    return tunip_convert_with(p->docsifier.context, graph, root, &options, error);
}

bool tn_read_back_text(tunip_printed *p, tn_read_back *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *out = (tn_read_back){.verdict = TN_VERDICT_NONE};
    if (!find_format(p)) return true;
    if (tn_is_decorated(p->docsifier.options)) {
        tunip_error_set(&error, TUNIP_ERROR_FORMAT, "it has line numbers or underlines");
        return refuse(p, &error, out);
    }
    tunip_graph *graph = tunip_printed_read(p, NULL, &error);
    const tunip_node *root = graph ? same_version(p, graph, &error) : NULL;
    bool fine = root ? compare(p, root, out) : refuse(p, &error, out);
    tunip_graph_free(graph);
    return fine;
}
