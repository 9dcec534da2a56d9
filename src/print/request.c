/* request.c -- resolves a print where it comes in: its options and its backend are looked up
 * once. */
#include "request.h"

#include "../ir/check.h"
#include "../ir/graph.h"
#include "../library/context.h"
#include "../util/options.h"
#include "dispatch.h"
#include "docsifier.h"
#include "docsify.h"

/* ======== request ======== */

/* Resolves a print where it comes in: its options and its backend are looked up
 * once. */

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
    /* Marks and losses are found by paths and spans. */
    if (options->find_losses || options->underline_count || options->underline_path_count ||
        options->annotate_count || options->spans)
        options->no_source_map = false;
    return TUNIP_OK;
}

/* ---- the backend ---- */

/* The backend `name`, or the usual one of the root. */
static tunip_status choose_backend(tn_request *r, const char *name, tunip_error *error)
{
    enum { LIMITED = TUNIP_BACKEND_SHARED | TUNIP_BACKEND_OWN };
    const tunip_node *root = r->root;
    r->backend = name ? tn_context_find_backend(r->context, name) : NULL;
    if (r->backend && (r->depth || !(r->backend->flags & LIMITED))) return TUNIP_OK;
    const tunip_backend *usual = tn_context_usual_backend(r->context, root);
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
            return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
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
        .threads = all.threads,
        .spans = all.spans,
    };
    return TUNIP_OK;
}

/* ---- the whole ---- */

tunip_status tn_request_resolve(tn_request *r, const tunip_print_options *given, tunip_error *error)
{
    tunip_status status = tn_context_freeze(r->context, error);
    if (status == TUNIP_OK) status = tn_options_take(&r->options, sizeof r->options, given, error);
    if (status == TUNIP_OK) status = choose_backend(r, r->options.backend, error);
    if (status != TUNIP_OK) return status;
    r->options.backend = r->backend->name;
    if (r->text_only) r->options.no_source_map = true;
    if (!r->without_root && is_plain(r)) status = make_plain(r, error);
    return status == TUNIP_OK ? complete(r, error) : status;
}

/* ======== language ======== */

/* The default backend of a print. */

const tunip_backend *tn_context_usual_backend(const tunip_context *context, const tunip_node *root)
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

const char *tunip_graph_language(const tunip_graph *graph)
{
    const tunip_node *root = graph->root;
    if (!graph->language || !root || !root->type) return NULL;
    const tn_dispatch *dispatch = &graph->context->dispatch;
    bool has_form = tn_dispatch_own_root(dispatch, root->type, graph->language, NULL);
    return has_form ? graph->language : NULL;
}
