/* plain_options.c -- the options of a print whose root has no script form.
 *
 * TVM prints such a root without the PrinterConfig, and the nodes inside that have a script form as
 * scripts with the default one: TVMScriptPrinter::Script in src/node/script_printer.cc (v0.23),
 * Script in src/script/printer/script_printer.cc (v0.26). */
#include "plain_options.h"

#include <tunip/ext/backend.h>

#include "base/options.h"
#include "context.h"
#include "docsify/open.h"
#include "docsify/plain.h"
#include "docsify/schema.h"

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

bool tn_is_plain(tunip_context *context, const tunip_node *root, const tunip_print_options *options)
{
    tn_dispatch *dispatch = &context->dispatch;
    const tunip_backend *backend = tn_context_find_backend(context, options->backend);
    bool is_own = backend && backend->flags & TUNIP_BACKEND_OWN;
    if (!root || !root->type) return true;
    if (tn_dispatch_looks_inside(dispatch, root->type)) return false; /* it is not checked yet */
    return !tn_dispatch_root_in(dispatch, root, is_own ? backend->name : NULL, NULL) &&
           (is_own || !is_part(dispatch, root->type));
}

static bool keep_settings(tn_plain_options *out, const tunip_context *context,
                          const tunip_print_options *in)
{
    const tunip_backend *backend = tn_context_find_backend(context, in->backend);
    tn_schema schema = tn_backend_schema(backend);
    for (size_t i = 0; i < in->setting_count; i++) {
        bool is_its_own = tn_schema_find(&schema, in->settings[i].key);
        if (is_its_own && !tn_array_push(&out->settings, &context->allocator, in->settings[i]))
            return false;
    }
    return true;
}

static tunip_status check(tunip_context *context, const tunip_print_options *in, tunip_error *error)
{
    tunip_docsifier d;
    tunip_status status = tn_job_open(&d, context, in, error);
    if (status == TUNIP_OK) tn_job_close(&d);
    return status;
}

tunip_status tn_plain_options_take(tn_plain_options *out, tunip_context *context,
                                   const tunip_print_options *in, tunip_error *error)
{
    tunip_print_options all;
    *out = (tn_plain_options){.options = TUNIP_PRINT_OPTIONS_INIT};
    tunip_status status = tn_options_take(&all, sizeof all, in, error);
    if (status == TUNIP_OK) status = check(context, &all, error);
    if (status != TUNIP_OK) return status;
    if (!keep_settings(out, context, &all))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    out->options = (tunip_print_options){
        .size = sizeof out->options,
        .backend = all.backend,
        .no_source_map = all.no_source_map,
        .max_depth = all.max_depth,
        .settings = out->settings.items,
        .setting_count = out->settings.count,
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

void tn_plain_options_free(tn_plain_options *self, const tunip_context *context)
{
    tn_array_free(&self->settings, &context->allocator);
}
