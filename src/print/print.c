/* print.c -- a print from end to end. Read this file first: it is the pipeline. */
#include "print.h"

#include <stdio.h>

#include <tunip/print.h>

#include "../ir/check.h"
#include "../ir/graph.h"
#include "../ir/valid.h"
#include "../ir/vintage.h"
#include "../library/context.h"
#include "../util/options.h"
#include "../util/os.h"
#include "../util/text.h"
#include "account.h"
#include "decorate.h"
#include "dispatch.h"
#include "doc.h"
#include "docsifier.h"
#include "docsify.h"
#include "losses.h"
#include "lossless.h"
#include "metadata.h"
#include "names.h"
#include "paths.h"
#include "settings.h"
#include "source_map.h"
#include "team.h"

/* ======== request ======== */

/* Resolves a print where it comes in: its options and its backend are looked up once. */

/* ---- options ---- */

static tunip_status check_tables(const tunip_print_options *options, tunip_error *error)
{
    const struct {
        const char *what;
        const void *table;
        size_t count;
    } tables[] = {
        {"settings", options->settings, options->setting_count},
        {"paths to underline", (const void *)options->underline, options->underline_count},
        {"annotations", options->annotate, options->annotate_count},
        {"path objects", (const void *)options->underline_paths, options->underline_path_count},
    };
    tunip_error own = TUNIP_ERROR_INIT;
    for (size_t i = 0; i < TUNIP_LEN(tables); i++)
        tn_options_check_table(tables[i].what, tables[i].count, tables[i].table, &own);
    for (size_t i = 0; own.code == TUNIP_OK && i < options->underline_path_count; i++)
        if (!options->underline_paths[i])
            tunip_error_set(&own, TUNIP_ERROR_ARGUMENT, "path object %zu to underline is NULL", i);
    return own.code == TUNIP_OK ? TUNIP_OK : tunip_error_set(error, own.code, "%s", own.message);
}

enum { USUAL_INDENT = 4 };

/* The file stands beside the text, so that whoever reads the text opens no other file. */
static tunip_status check_metadata_file(tn_request *r, tunip_error *error)
{
    const char *name = r->options.metadata_file;
    if (!*name || strpbrk(name, "/\\"))
        return tunip_error_set(
            error, TUNIP_ERROR_ARGUMENT,
            "the metadata file stands beside the text: `%s` is not the name of a "
            "file without its folder",
            name);
    if (!r->backend->emit_metadata_file)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "a text of the backend %s has its metadata in no file",
                               r->backend->name);
    r->options.show_meta = true;
    return TUNIP_OK;
}

/* Fills in the defaults. */
static tunip_status complete(tn_request *r, tunip_error *error)
{
    tunip_print_options *options = &r->options;
    tunip_status status = check_tables(options, error);
    if (status != TUNIP_OK) return status;
    if (options->indent_spaces < 0)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "indent_spaces is %d",
                               options->indent_spaces);
    if (options->no_indent)
        options->indent_spaces = 0;
    else if (!options->indent_spaces)
        options->indent_spaces =
            r->backend->indent_spaces > 0 ? r->backend->indent_spaces : USUAL_INDENT;
    if (!options->max_bytes) options->max_bytes = r->context->limits.max_bytes;
    if (!options->module_alias) options->module_alias = "cls";
    if (options->metadata_file) status = check_metadata_file(r, error);
    if (status != TUNIP_OK) return status;
    if (options->share && !options->lossless)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "only a lossless text keeps which nodes are one object: `share` "
                               "needs `lossless`");
    /* Marks and losses are found by paths and spans. */
    if (options->lossless) options->find_losses = options->show_meta = options->verbose_expr = true;
    if (options->find_losses || options->underline_count || options->underline_path_count ||
        options->annotate_count || options->spans)
        options->no_source_map = false;
    return TUNIP_OK;
}

/* ---- the backend ---- */

/* The default backend of a print. */
static const tunip_backend *usual_backend(const tunip_context *context, const tunip_node *root)
{
    const tunip_dialect *dialect = NULL;
    const tn_dispatch *dispatch = &context->dispatch;
    tunip_error flaw = TUNIP_ERROR_INIT;
    bool is_sound = root && root->type &&
                    (!tn_dispatch_looks_inside(dispatch, root->type) ||
                     tn_require_valid(context, root, &flaw) == TUNIP_OK);
    if (is_sound) tn_dispatch_root(dispatch, root, &dialect);
    const tunip_backend *own = dialect ? tn_context_find_backend(context, dialect->name) : NULL;
    return own ? own : tn_context_find_backend(context, TN_USUAL_BACKEND);
}

/* The backend `name`, or the usual one of the root. */
static tunip_status choose_backend(tn_request *r, const char *name, tunip_error *error)
{
    enum { LIMITED = TUNIP_BACKEND_SHARED | TUNIP_BACKEND_OWN };
    const tunip_node *root = r->root;
    r->backend = name ? tn_context_find_backend(r->context, name) : NULL;
    if (r->backend && (r->depth || !(r->backend->flags & LIMITED))) return TUNIP_OK;
    const tunip_backend *usual = usual_backend(r->context, root);
    if (!name) r->backend = usual;
    if (!r->backend)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no backend is called %s",
                               name ? name : TN_USUAL_BACKEND);
    if (!name) return TUNIP_OK;
    /* A language that dialects share cannot write a dialect with a language of its own, and the
     * language of one dialect cannot write other dialects. */
    bool is_own = r->backend->flags & TUNIP_BACKEND_OWN;
    bool fits = is_own ? !root || !root->type ||
                             tn_dispatch_own_root(&r->context->dispatch, root->type, name, NULL)
                       : usual == tn_context_find_backend(r->context, TN_USUAL_BACKEND);
    if (fits) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_RULE,
                           "the backend %s has no form for this IR, whose language is %s", name,
                           usual->name);
}

/* ---- roots without a script form ---- */

static bool has_plain_rule(tn_dispatch *dispatch, const tunip_type *type)
{
    uint32_t token = tn_intern_find(&dispatch->tokens, tunip_str_from("plain"));
    tn_row *row = token == TN_NOT_INTERNED ? NULL : tn_dispatch_row(dispatch, token);
    return tn_dispatch_own_rule(dispatch, row, type);
}

/* A node with a rule of its dialect alone, which no row of a root mentions, is a part of a
 * script. */
static bool is_part(tn_dispatch *dispatch, const tunip_type *type)
{
    if (type == &tunip_array_type || type == &tunip_map_type || tn_has_plain_value(type))
        return false;
    return !has_plain_rule(dispatch, type) && tn_dispatch_has_rule(dispatch, type);
}

/* Whether the root is text in no language. Looks at the type of the root alone, because flaws of
 * the graph are found later. */
static bool is_plain(const tn_request *r)
{
    tn_dispatch *dispatch = &r->context->dispatch;
    const tunip_node *root = r->root;
    bool is_own = r->backend->flags & TUNIP_BACKEND_OWN;
    if (!root || !root->type) return true;
    if (tn_dispatch_looks_inside(dispatch, root->type)) return false; /* it is not checked yet */
    return !tn_dispatch_root_in(dispatch, root, is_own ? r->backend->name : NULL, NULL) &&
           (is_own || !is_part(dispatch, root->type));
}

/* Checks what the options say about scripts, and drops it.
 *
 * TVM prints a root without a script form without the PrinterConfig, and the nodes inside that have
 * a script form as scripts with the default one: TVMScriptPrinter::Script in
 * src/node/script_printer.cc (v0.23), Script in src/script/printer/script_printer.cc (v0.26). */
static tunip_status make_plain(tn_request *r, tunip_error *error)
{
    tunip_docsifier d;
    tn_request whole = *r;
    tunip_status status = complete(&whole, error);
    if (status == TUNIP_OK) status = tn_job_open(&d, &whole, error);
    if (status != TUNIP_OK) return status;
    tn_job_close(&d);
    const tunip_print_options all = r->options;
    tn_schema schema = tn_backend_schema(r->backend);
    for (size_t i = 0; i < all.setting_count; i++)
        if (tn_schema_find(&schema, all.settings[i].key) &&
            !tn_array_push(&r->own_settings, &r->context->allocator, all.settings[i]))
            return tn_no_memory(error);
    r->options = (tunip_print_options){
        .size = sizeof r->options,
        .backend = all.backend,
        .no_source_map = all.no_source_map,
        .max_depth = all.max_depth,
        .settings = r->own_settings.items,
        .setting_count = r->own_settings.count,
        .underline = all.underline, /* may be said, see tn_underline_ranges() */
        .underline_count = all.underline_count,
        .underline_paths = all.underline_paths,
        .underline_path_count = all.underline_path_count,
        .no_path_info = all.no_path_info,
        .annotate = all.annotate, /* their paths are checked */
        .annotate_count = all.annotate_count,
        .max_bytes = all.max_bytes,
        .find_losses = all.find_losses,
        .lossless = all.lossless,
        .share = all.share,
        .threads = all.threads,
        .spans = all.spans,
    };
    return TUNIP_OK;
}

tunip_status tn_request_resolve(tn_request *r, const tunip_print_options *given, tunip_error *error)
{
    tunip_status status = tn_context_freeze(r->context, error);
    if (status == TUNIP_OK) status = tn_options_take(&r->options, sizeof r->options, given, error);
    if (status == TUNIP_OK) status = choose_backend(r, r->options.backend, error);
    if (status == TUNIP_OK && r->options.width && strcmp(r->backend->name, TN_USUAL_BACKEND) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                 "the backend %s does not break lines: width is for %s",
                                 r->backend->name, TN_USUAL_BACKEND);
    if (status != TUNIP_OK) return status;
    r->options.backend = r->backend->name;
    if (r->text_only) r->options.no_source_map = true;
    if (!r->without_root && is_plain(r)) status = make_plain(r, error);
    return status == TUNIP_OK ? complete(r, error) : status;
}

const char *tunip_graph_language(const tunip_graph *graph)
{
    const tunip_node *root = graph->root;
    if (!graph->language || !root || !root->type) return NULL;
    const tn_dispatch *dispatch = &graph->context->dispatch;
    bool has_form = tn_dispatch_own_root(dispatch, root->type, graph->language, NULL);
    return has_form ? graph->language : NULL;
}

/* ======== print ======== */

/* A print from end to end: open, run, finish.
 *
 *     node graph --docsify--> Doc tree --backend--> text and source map */

/* ---- the stages ---- */

static const tunip_namespace *find_namespaces(void *docsifier, size_t *count)
{
    return tn_job_namespaces(docsifier, count);
}

static void *spare_state(void *docsifier)
{
    return tn_job_spare_state(docsifier);
}

static tn_render make_render(tunip_docsifier *d, bool keep_spans)
{
    return (tn_render){
        .backend = d->request->backend,
        .settings = d->backend->settings,
        .state = d->backend->state,
        .spare_state = spare_state,
        .find_namespaces = find_namespaces,
        .owner = d,
        .allocator = tn_job_allocator(d),
        .stack = &d->guard->stack,
        .indent_spaces = (size_t)d->options->indent_spaces,
        .keep_spans = keep_spans,
        .max_bytes = d->options->max_bytes,
        .next_path = tn_job_next_path,
        .job = d,
    };
}

/* Whether the options add text around the script. */
static bool decorates(const tunip_print_options *options)
{
    return options->print_line_numbers || options->underline_count || options->underline_path_count;
}

static tunip_status decorate(tunip_docsifier *d, tn_render *render, tunip_error *error)
{
    const tunip_print_options *options = d->options;
    tn_ranges underlines;
    tn_text head;
    tn_text_init(&head, render->allocator);
    if (!tn_underline_ranges(d, render, &underlines, &head)) {
        tn_text_free(&head);
        return tn_no_memory(error);
    }
    size_t lines = options->num_context_lines ? options->num_context_lines : SIZE_MAX;
    tn_decoration how = {.head = {head.bytes.items, head.bytes.count},
                         .numbers = options->print_line_numbers,
                         .underlines = underlines.items,
                         .underline_count = underlines.count,
                         .context = options->no_context ? 0 : lines};
    tunip_status status = tn_decorate(render, &how, error);
    tn_array_free(&underlines, render->allocator);
    tn_text_free(&head);
    return status;
}

static tunip_status render(tunip_printed *p, const tunip_node *root, const tunip_doc *doc,
                           tunip_error *error)
{
    const tunip_print_options *options = p->docsifier.options;
    p->render.keep_tail = decorates(options);
    p->render.keep_blanks = p->docsifier.header->is_plain;
    p->render.doc_count = p->docsifier.doc_count + p->docsifier.doc_count / 8;
    if (!p->docsifier.units->prerender) p->render.span_count = p->render.doc_count;
    if (!p->render.write) p->render.first_room = tn_prerender_size(p->prerendered) / 8 * 9;
    tunip_status status = tn_render_doc(&p->render, doc, error);
    if (status == TUNIP_OK && options->width)
        status = tn_render_break(&p->render, options->width, error);
    if (status == TUNIP_OK && options->spans) status = tn_span_comments_put(p, root, error);
    if (status == TUNIP_OK && decorates(options))
        status = decorate(&p->docsifier, &p->render, error);
    if (status == TUNIP_OK && p->docsifier.metadata->shown && p->docsifier.metadata->groups.count)
        status = tn_show_metadata(p, error);
    if (status == TUNIP_OK) status = tn_lossless_header(p, error);
    return status;
}

/* ---- prints inside a print ---- */

static tunip_status print(tn_request *r, const tunip_print_options *options, tunip_printed **out,
                          tunip_error *error);

/* The text of `doc`, in memory of the job, decorated as the enclosing text if it has paths. */
tunip_str tn_render_inside(tunip_docsifier *d, const tunip_doc *doc)
{
    tunip_str text = {"", 0};
    tunip_error error = TUNIP_ERROR_INIT;
    bool has_paths = d->paths->recorded || !d->printed->mapped;
    bool decorated = decorates(d->options) && has_paths;
    tn_render render = make_render(d, decorated);
    render.keep_tail = decorated;
    tunip_status status = tn_render_doc(&render, doc, &error);
    if (status == TUNIP_OK && decorated) status = decorate(d, &render, &error);
    if (status == TUNIP_OK)
        text = tunip_doc_text(d, (tunip_str){render.text, render.size});
    else
        tn_job_fail(d, error.code, "%s", error.message);
    tn_render_free(&render);
    return text;
}

/* The paths of a nested print begin at its root. */
static void take_error(tunip_docsifier *d, const tunip_error *inner, const tunip_path *path)
{
    enum { ROOT = sizeof "<root>" - 1 };
    if (tn_job_failed(d)) return;
    tn_job_fail(d, inner->code, "%s", inner->message);
    if (!inner->path[0]) return;
    size_t size = tunip_path_text(path, d->memory.error.path, sizeof d->memory.error.path);
    if (size < sizeof d->memory.error.path)
        snprintf(d->memory.error.path + size, sizeof d->memory.error.path - size, "%s",
                 inner->path + ROOT);
}

static void take_report(tunip_docsifier *d, const tunip_docsifier *inner, const tunip_path *path)
{
    for (size_t i = 0; i < inner->report->issues.count; i++) {
        tunip_issue issue = inner->report->issues.items[i];
        issue.message = tn_job_kept_text(d, issue.message);
        const tunip_path *within = issue.path;
        if (within) issue.path = tn_path_append(&d->memory.kept, path, within);
        if ((within && !issue.path) ||
            !tn_array_push(&d->report->issues, tn_job_allocator(d), issue))
            tn_job_no_memory(d);
    }
}

/* The text of `node` printed as a root of its own. Marks have paths from the outer root. */
tunip_str tn_print_inside(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    tunip_str text = {"", 0};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *inner;
    tunip_print_options options = *d->options;
    options.underline_count = options.underline_path_count = options.annotate_count = 0;
    options.spans = false; /* text may follow in the last line */
    options.width = 0;
    tn_request r = {.context = d->context, .root = node, .depth = d->guard->depth};
    if (print(&r, &options, &inner, &error) != TUNIP_OK) {
        take_error(d, &error, path);
        return text;
    }
    text = tunip_doc_text(d, tunip_printed_text(inner));
    take_report(d, &inner->docsifier, path);
    tunip_printed_free(inner);
    return text;
}

/* ---- prerendered functions ---- */

/* Packs the source map of a unit, so that its Docs and paths are no longer needed. If they are
 * needed nevertheless, discards its text. */
static void pack(tunip_printed *p, const tn_spans *spans, tn_prerendered *done)
{
    tn_pack_end end = tn_pack_unit(&p->packed, &p->docsifier, spans, done);
    if (end == TN_PACK_NO_MEMORY) tn_job_no_memory(&p->docsifier);
    if (end != TN_PACK_KEEPS) return;
    tn_prerender_take_back(p->prerendered, done);
    done->is_guess = true;
}

/* Prerenders a statement if possible: only functions directly in the root, because their text does
 * not depend on the rest of the module. In a language of one dialect, this dialect knows best: its
 * units may be expressions as well, and deeper. */
static const tunip_doc *prerender(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt, const void *node)
{
    tunip_printed *p = d->printed;
    const tunip_backend *backend = p->render.backend;
    const tn_open *open = d->guard->innermost;
    bool is_expr = backend->flags & TUNIP_BACKEND_OWN && stmt->kind == TUNIP_DOC_EXPR_STMT;
    bool is_unit = is_expr || (stmt->kind == TUNIP_DOC_FUNCTION && open && !open->outer);
    if (tn_job_failed(d) || !is_unit || (!around && backend->emit_member)) return stmt;
    double begin = tn_os_now();
    tn_prerendered *done = tn_job_kept_memory(d, sizeof *done);
    const tn_spans *spans, **packed = p->packs ? &spans : NULL;
    tunip_status status = TUNIP_OK;
    if (done) /* the error is empty so far: it may be set, and cleared after a wrong guess */
        status = tn_prerender_add(&p->prerendered, &p->render, around, stmt, done, packed,
                                  &d->memory.error);
    if (status != TUNIP_OK && p->prerendered) tn_prerender_place(p->prerendered, &p->render);
    if (p->packs && !tn_job_failed(d) && !done->is_guess) pack(p, spans, done);
    p->prerendering += tn_os_now() - begin;
    if (tn_job_failed(d) || done->is_guess) return stmt;
    done->base.mark = d->mark;
    done->node = node;
    return &done->base;
}

/* Decides which statements are prerendered: all statements, unless an option depends on their Docs
 * or paths. If the source map may be incomplete, only the statements that are not mapped. */
static void plan_prerendering(tunip_printed *p)
{
    const tunip_docsifier *d = &p->docsifier;
    const tn_request *r = d->request;
    const tunip_backend *backend = r->backend;
    const tunip_print_options *options = d->options;
    enum { NEEDS_DOCS = TUNIP_BACKEND_WHOLE | TUNIP_BACKEND_PATHS | TUNIP_BACKEND_AGAIN };
    bool has_map = !(backend->flags & NEEDS_DOCS) && !backend->emit_member &&
                   (r->marks || !decorates(options)) && !options->annotate_count &&
                   !options->find_losses && !options->spans && !options->width && !r->whole;
    bool is_text = !p->render.keep_spans && !(backend->flags & TUNIP_BACKEND_WHOLE);
    if (r->depth || !(is_text || has_map)) return;
    d->units->prerender = prerender;
    p->packs = !is_text && !r->mapped;
    p->mapped = r->mapped;
}

/* ---- the entry points ---- */

static void report_flaw(void *user, const tunip_flaw *flaw)
{
    tunip_docsifier *d = user;
    const tunip_path *path = d->options->no_source_map
                                 ? NULL
                                 : tn_path_append(&d->memory.kept, tunip_path_root(d), flaw->path);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "%.*s", (int)flaw->message.size,
                 flaw->message.data);
}

static void report_more_flaws(void *user, size_t count)
{
    tunip_report(user, TUNIP_ISSUE_MALFORMED, NULL, "%zu more flaws: tunip_check() lists them",
                 count);
}

/* Text around the script is added to the whole text, so it cannot be streamed. */
static bool can_stream(const tn_request *r)
{
    const tunip_print_options *options = &r->options;
    bool shows_metadata = options->show_meta || r->backend->flags & TUNIP_BACKEND_METADATA;
    return !decorates(options) && !options->annotate_count && !options->spans && !options->width &&
           !shows_metadata && !options->lossless;
}

/* Adds the place and the function to the error of a backend that refused. */
static void say_place(const tn_render *render, tunip_error *error)
{
    if (!error || error->path[0] || !render->failed_at) return;
    tunip_path_text(render->failed_at->path, error->path, sizeof error->path);
    if (!render->failed_in || render->failed_in->name->kind != TUNIP_DOC_ID) return;
    const tunip_doc_id *name = (const tunip_doc_id *)render->failed_in->name;
    size_t at = strlen(error->message);
    snprintf(error->message + at, sizeof error->message - at, ", in function `%.*s`",
             (int)name->name.size, name->name.data);
}

tunip_status tn_print_open(const tn_request *request, tunip_printed **out, tunip_error *error)
{
    const tunip_allocator *allocator = &request->context->allocator;
    tunip_printed *p = allocator->alloc(allocator->ctx, sizeof *p);
    if (!p) return tn_no_memory(error);
    memset(p, 0, sizeof *p);
    p->root = request->root;
    p->render.allocator = &p->docsifier.memory.arena.allocator;
    tn_packed_init(&p->packed, allocator);
    tunip_docsifier *d = &p->docsifier;
    tunip_status status = tn_job_open(d, request, error);
    if (status != TUNIP_OK) {
        tn_packed_free(&p->packed);
        allocator->free(allocator->ctx, p, sizeof *p);
        return status;
    }
    const tn_request *r = d->request;
    d->printed = p;
    tn_text_init(&p->metadata, &p->docsifier.memory.arena.allocator);
    d->guard->depth = r->depth;
    d->units->without_guesses = r->alone;
    p->render = make_render(d, !d->options->no_source_map || decorates(d->options));
    p->render.is_root = !r->depth;
    p->render.write = r->write && can_stream(r) ? r->write : NULL;
    p->render.user = r->user;
    plan_prerendering(p);
    *out = p;
    return TUNIP_OK;
}

/* Finds the root to print: without nodes that rules cannot handle. Fails if it is of a version of
 * TVM that the backend cannot write. The root of a nested print was checked with the outer one. */
static tunip_status prepare(tunip_printed *p, tunip_error *error)
{
    tunip_docsifier *d = &p->docsifier;
    const tunip_backend *backend = d->request->backend;
    const tn_flaw_sink sink = {report_flaw, report_more_flaws, d};
    p->sound = p->root;
    if (d->request->depth || tn_lossless_is_saved(d->request)) return TUNIP_OK;
    p->sound = tn_prepare_root(d->context, p->root, &d->memory.kept_scratch, &sink);
    unsigned found = backend->vintage ? tn_vintage_of(p->sound, &d->context->allocator) : 0;
    if (found <= backend->vintage) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_RULE,
                           "the backend %s writes IR of TVM v0.%u, and this is IR of v0.%u",
                           backend->name, backend->vintage, found);
}

/* Checks what the options and the backend demand of the text: that it omits nothing, and that the
 * paths of marks are there. Reports losses if the options ask for them; a text of an exact backend
 * has none. */
static tunip_status check(tunip_printed *p, tunip_error *error)
{
    tunip_docsifier *d = &p->docsifier;
    bool is_exact = d->request->backend->flags & TUNIP_BACKEND_EXACT;
    if (d->request->depth) return TUNIP_OK;
    if (is_exact && !tn_accounts_check(d, p->sound))
        return tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
    tunip_status status = tn_check_marks(p, p->sound, error);
    bool is_checked = !d->options->find_losses || is_exact || d->request->lossless;
    if (status != TUNIP_OK || is_checked || tn_losses_find(p)) return status;
    return tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
}

/* Opens a print, and runs both stages: the first with several threads if that saves time. Runs them
 * once more if several threads or guesses failed. */
static tunip_status run(const tn_request *request, tunip_printed **out, tunip_error *error)
{
    tunip_printed *p = NULL;
    tunip_status status = tn_print_open(request, &p, error);
    if (status != TUNIP_OK) return status;
    tunip_docsifier *d = &p->docsifier;
    const tunip_doc *doc = NULL;
    double begin = tn_os_now();
    status = prepare(p, error);
    if (status == TUNIP_OK) {
        if (!request->alone && tn_team_saves_time(p, p->sound))
            p->team = tn_team_new(p, p->sound, d->options->threads);
        doc = tn_docsify_root(d, p->sound);
        status = d->memory.error.code;
        if (status != TUNIP_OK && error && error->code == TUNIP_OK) *error = d->memory.error;
        p->by_team = p->team;
        p->again = (p->team || d->variables->guessed_wrong) && status != TUNIP_OK;
    }
    double middle = tn_os_now();
    if (status == TUNIP_OK) status = render(p, p->sound, doc, error);
    tn_prerender_drop_texts(p->prerendered);
    if (status == TUNIP_ERROR_RULE) say_place(&p->render, error);
    tn_team_free(p->team);
    p->team = NULL;
    d->member = NULL;
    if (status == TUNIP_OK) status = check(p, error);
    p->seconds[TUNIP_STAGE_DOCSIFY] = middle - begin - p->prerendering;
    p->seconds[TUNIP_STAGE_RENDER] = tn_os_now() - middle + p->prerendering;
    if (status == TUNIP_OK) {
        *out = p;
        return TUNIP_OK;
    }
    bool again = p->again;
    tunip_printed_free(p);
    if (!again) return status;
    *error = (tunip_error)TUNIP_ERROR_INIT;
    tn_request alone = *request;
    alone.alone = true;
    return run(&alone, out, error);
}

tunip_status tn_print_once(const tn_request *request, tunip_printed **out, tunip_error *error)
{
    return run(request, out, error);
}

/* Prints again with a source map to find the place where a backend refused: only the source map
 * records the Docs that are being written. */
static void find_place(const tn_request *r, tunip_error *error)
{
    tunip_error again = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tn_request mapped = {
        .context = r->context, .root = r->root, .options = r->options, .backend = r->backend};
    mapped.options.no_source_map = false;
    run(&mapped, &printed, &again);
    if (again.code == error->code) *error = again;
    tunip_printed_free(printed);
}

/* Resolves and runs a request. The result of a whole print has its text as a source. */
static tunip_status print(tn_request *r, const tunip_print_options *options, tunip_printed **out,
                          tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    *out = NULL;
    tunip_status status = tn_request_resolve(r, options, &own);
    bool is_resolved = status == TUNIP_OK;
    bool is_lossless = is_resolved && r->options.lossless && !r->depth;
    if (is_resolved) status = (is_lossless ? tn_print_lossless : run)(r, out, &own);
    bool refused = is_resolved && status == TUNIP_ERROR_RULE && !own.path[0] && !r->depth;
    if (refused && r->options.no_source_map) find_place(r, &own);
    tunip_printed *p = status == TUNIP_OK && !r->depth && !r->write ? *out : NULL;
    if (p) {
        tunip_str name = tunip_str_from("module");
        tn_source_init(&p->source, p->render.allocator, name, tunip_printed_text(p));
        p->has_source = true;
        if (p->render.keep_spans && !tn_source_lines(&p->source)) {
            tunip_printed_free(p);
            *out = NULL;
            status = tn_no_memory(&own);
        }
    }
    if (status != TUNIP_OK && error && error->code == TUNIP_OK) *error = own;
    tn_array_free(&r->own_settings, &r->context->allocator);
    return status;
}

tunip_status tunip_print(tunip_context *context, const tunip_node *root,
                         const tunip_print_options *options, tunip_printed **out,
                         tunip_error *error)
{
    tn_request r = {.context = context, .root = root};
    return print(&r, options, out, error);
}

tunip_status tn_print_mapped(tunip_context *context, const tunip_node *root,
                             const tunip_print_options *options, const tn_set *mapped, bool marks,
                             tunip_printed **out, tunip_error *error)
{
    tn_request r = {.context = context, .root = root, .mapped = mapped, .marks = marks};
    r.whole = !mapped;
    tunip_status status = print(&r, options, out, error);
    if (status != TUNIP_OK || !(*out)->docsifier.units->left_over) return status;
    tunip_printed_free(*out);
    return tunip_print(context, root, options, out, error);
}

void tunip_printed_free(tunip_printed *p)
{
    if (!p) return;
    const tunip_allocator allocator = p->docsifier.memory.arena.allocator;
    tn_team_free(p->team);
    tn_render_free(&p->render);
    tn_text_free(&p->metadata);
    tn_prerender_free(p->prerendered);
    tn_packed_free(&p->packed);
    if (p->has_source) tn_source_drop(&p->source);
    tn_job_close(&p->docsifier);
    allocator.free(allocator.ctx, p, sizeof *p);
}

static tunip_status write_whole(tunip_str text, tunip_write_fn write, void *user,
                                tunip_error *error)
{
    enum { PIECE = 1 << 16 };
    for (size_t at = 0; at < text.size; at += PIECE) {
        size_t size = text.size - at < PIECE ? text.size - at : PIECE;
        if (write(text.data + at, size, user) != 0)
            return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    }
    return TUNIP_OK;
}

tunip_status tunip_print_stream(tunip_context *context, const tunip_node *root,
                                const tunip_print_options *options, tunip_write_fn write,
                                void *user, tunip_error *error)
{
    tunip_printed *p;
    tn_request r = {.context = context, .root = root, .text_only = true};
    r.write = write;
    r.user = user;
    tunip_status status = print(&r, options, &p, error);
    if (status != TUNIP_OK) return status;
    if (!p->render.write) status = write_whole(tunip_printed_text(p), write, user, error);
    tunip_printed_free(p);
    return status;
}

/* ======== print module ======== */

/* A print with the default options, as a string, and to stderr. */

char *tunip_print_module(tunip_context *context, const tunip_node *root, tunip_error *error)
{
    tunip_printed *p;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.no_source_map = true;
    if (tunip_print(context, root, &options, &p, error) != TUNIP_OK) return NULL;
    char *copy = tn_string_new(&context->allocator, tunip_printed_text(p));
    if (!copy) tn_no_memory(error);
    tunip_printed_free(p);
    return copy;
}

void tunip_text_free(tunip_context *context, char *text)
{
    tn_string_free(&context->allocator, text);
}

/* Makes a context, because a debugger has none. This is the only function of the library that
 * writes to stderr. */
void tunip_dump(const tunip_node *node)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    char *text = context ? tunip_print_module(context, node, &error) : NULL;
    fprintf(stderr, "%s\n", text ? text : error.message);
    tunip_text_free(context, text);
    tunip_context_free(context);
}
