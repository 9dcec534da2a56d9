/* diff_text.c -- from an edit script to text, and the calls tests are written with. */
#include <tunip/diff_text.h>

#include "base/options.h"
#include "base/text.h"
#include "context.h"
#include "diff_view.h"
#include "ir/diff.h"
#include "printed.h"

/* ---- a script as text ---- */

static tunip_status open_options(tunip_diff_options *options, const tunip_diff_options *given,
                                 tunip_error *error)
{
    enum { CONTEXT = 3, WIDTH = 120 };
    tunip_status status = tn_options_take(options, sizeof *options, given, error);
    if (!options->context) options->context = CONTEXT;
    if (options->no_context) options->context = 0;
    if (!options->width) options->width = WIDTH;
    if (!options->lhs_name) options->lhs_name = "lhs";
    if (!options->rhs_name) options->rhs_name = "rhs";
    return status;
}

static void put_all(tn_diff_view *v)
{
    /* ORDER tunip_diff_form */
    static void (*const forms[])(tn_diff_view *) = {tn_diff_put_unified, tn_diff_put_side_by_side,
                                                    tn_diff_put_json, tn_diff_put_names};
    tunip_diff_form form = v->options.form;
    if ((size_t)form >= TUNIP_LEN(forms)) {
        tunip_error_set(&v->error, TUNIP_ERROR_ARGUMENT, "no such form of a diff");
        return;
    }
    if (form != TUNIP_DIFF_JSON && !v->script->edit_count) return;
    if (form != TUNIP_DIFF_NAMES) tn_diff_view_open(v);
    if (!tn_diff_view_failed(v)) forms[form](v);
    bool lines = form == TUNIP_DIFF_UNIFIED || form == TUNIP_DIFF_SIDE_BY_SIDE;
    if (lines && !tn_diff_view_failed(v)) tn_diff_put_summary(v);
    if (v->out->failed) tn_diff_view_fail(v);
}

/* Fills `out`, which the caller frees whatever becomes of it. */
static tunip_status put_script(tunip_context *context, const tunip_script *script,
                               const tunip_diff_options *options, tn_text *out, tunip_error *error)
{
    tn_diff_view view = {
        .context = context, .allocator = &context->allocator, .script = script, .out = out};
    tn_map_init(&view.entries, view.allocator);
    if (open_options(&view.options, options, &view.error) == TUNIP_OK) put_all(&view);
    tn_diff_view_close(&view);
    if (!tn_diff_view_failed(&view)) return TUNIP_OK;
    return tunip_error_set(error, view.error.code, "%s", view.error.message);
}

tunip_status tunip_diff_write(tunip_context *context, const tunip_script *script,
                              const tunip_diff_options *options, tunip_write_fn write, void *user,
                              tunip_error *error)
{
    tn_text out;
    tn_text_init(&out, &context->allocator);
    tunip_status status = put_script(context, script, options, &out, error);
    if (status == TUNIP_OK && out.bytes.count && write(out.bytes.items, out.bytes.count, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    tn_text_free(&out);
    return status;
}

/* A copy for the caller. */
static char *take_text(tunip_context *context, tn_text *text, tunip_error *error)
{
    tunip_str view = {text->bytes.items, text->bytes.count};
    tn_text_put(text, "", 1);
    view.data = text->bytes.items;
    char *copy = text->failed ? NULL : tn_string_new(&context->allocator, view);
    if (!copy) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return copy;
}

char *tunip_structural_difference(tunip_context *context, const tunip_node *lhs,
                                  const tunip_node *rhs, const tunip_diff_options *options,
                                  tunip_error *error)
{
    tunip_script script;
    tunip_diff_options taken;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    if (open_options(&taken, options, error) != TUNIP_OK) return NULL;
    how.map_free_vars = taken.map_free_vars;
    if (tunip_diff(context, lhs, rhs, &how, &script, error) != TUNIP_OK) return NULL;
    tn_text out;
    char *text = NULL;
    tn_text_init(&out, &context->allocator);
    if (script.edit_count && put_script(context, &script, options, &out, error) == TUNIP_OK)
        text = take_text(context, &out, error);
    tn_text_free(&out);
    tunip_script_free(&script);
    return text;
}

/* ---- the message of equality ---- */

/* The whole of one side, with the place at `path` underlined. */
static tunip_status put_side(tunip_context *context, tn_text *out, const tunip_node *root,
                             const char *name, const char *path, tunip_error *error)
{
    tunip_printed *printed;
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    print.no_syntax_sugar = true;
    print.underline = &path;
    print.underline_count = 1;
    tunip_status status = tunip_print(context, root, &print, &printed, error);
    if (status != TUNIP_OK) return status;
    tn_text_put_word(out, name);
    tn_text_put_word(out, " at ");
    tn_text_put_word(out, path);
    tn_text_put_word(out, ":\n");
    tn_text_put_str(out, tunip_printed_text(printed));
    tn_text_put_word(out, "\n");
    tunip_printed_free(printed);
    return TUNIP_OK;
}

static tunip_status put_place(tunip_context *context, tn_text *out, const tunip_node *root,
                              const char *name, const tunip_path *path, tunip_error *error)
{
    size_t size = tunip_path_text(path, NULL, 0) + 1;
    char *text = context->allocator.alloc(context->allocator.ctx, size);
    if (!text) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tunip_path_text(path, text, size);
    tunip_status status = put_side(context, out, root, name, text, error);
    context->allocator.free(context->allocator.ctx, text, size);
    return status;
}

static tunip_status put_difference(tunip_context *context, tn_text *out, const tunip_node *lhs,
                                   const tunip_node *rhs, const tunip_comparison *comparison,
                                   tunip_error *error)
{
    tn_text_put_word(out, "StructuralEqual check failed, caused by ");
    tunip_status status = put_place(context, out, lhs, "lhs", comparison->lhs_path, error);
    tn_text_put_word(out, "and ");
    if (status == TUNIP_OK)
        status = put_place(context, out, rhs, "rhs", comparison->rhs_path, error);
    return status;
}

char *tunip_equal_message(tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                          const tunip_comparison *comparison, tunip_error *error)
{
    tn_text out;
    char *text = NULL;
    tunip_status status = TUNIP_OK;
    if (comparison->equal) return NULL;
    tn_text_init(&out, &context->allocator);
    if (comparison->unsupported) {
        tn_text_put_word(&out, "_type_s_eq_hash_kind is not set for type `");
        tn_text_put_word(&out, comparison->unsupported->key);
        tn_text_put_word(&out, "`, so StructuralHash is not supported for this type\n");
    } else {
        status = put_difference(context, &out, lhs, rhs, comparison, error);
    }
    if (status == TUNIP_OK) text = take_text(context, &out, error);
    tn_text_free(&out);
    return text;
}
