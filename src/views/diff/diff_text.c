/* diff_text.c -- the public functions that show an edit script or the result of a comparison as
 * text. */
#include <tunip/diff_text.h>

#include "../../core/base/chain.h"
#include "../../core/base/options.h"
#include "../../core/base/set.h"
#include "../../core/base/text.h"
#include "../../core/compare/diff.h"
#include "../../core/context.h"
#include "../../core/ir/follow.h"
#include "../../core/printed.h"
#include "view.h"

/* The limit of the context applies to the whole text, because a diff contains two printed texts and
 * is longer than each of them. */
static void open_text(tn_text *text, const tunip_context *context)
{
    tn_text_init(text, &context->allocator);
    text->max_bytes = context->limits.max_bytes;
}

/* ---- a script as text ---- */

static void put_all(tn_diff_view *v)
{
    /* ORDER tunip_diff_form */
    static void (*const forms[])(tn_diff_view *) = {tn_diff_put_unified, tn_diff_put_side_by_side,
                                                    tn_diff_put_json, tn_diff_put_names,
                                                    tn_diff_put_patch};
    tunip_diff_form form = v->options.form;
    if ((size_t)form >= TUNIP_LEN(forms)) {
        tunip_error_set(&v->error, TUNIP_ERROR_ARGUMENT, "unknown form %d of a diff", (int)form);
        return;
    }
    if (form != TUNIP_DIFF_JSON && !v->script->edit_count) return;
    v->wants_links = form == TUNIP_DIFF_JSON;
    if (form != TUNIP_DIFF_NAMES) tn_diff_view_open(v);
    if (!tn_diff_view_failed(v)) forms[form](v);
    bool lines = form == TUNIP_DIFF_UNIFIED || form == TUNIP_DIFF_SIDE_BY_SIDE;
    if (lines && !tn_diff_view_failed(v)) tn_diff_put_summary(v);
    if (v->out->failed) tn_text_error(v->out, &v->error);
}

/* Writes the script into `out`, which the caller frees even on failure. */
static tunip_status put_script(tunip_context *context, const tunip_script *script,
                               const tunip_diff_options *options, tn_text *out, tunip_error *error)
{
    tn_diff_view view;
    tn_diff_view_init(&view, context, script, options);
    view.out = out;
    if (!tn_diff_view_failed(&view)) put_all(&view);
    tn_diff_view_close(&view);
    if (!tn_diff_view_failed(&view)) return TUNIP_OK;
    return tunip_error_set(error, view.error.code, "%s", view.error.message);
}

tunip_status tunip_diff_write(tunip_context *context, const tunip_script *script,
                              const tunip_diff_options *options, tunip_write_fn write, void *user,
                              tunip_error *error)
{
    tn_text out;
    open_text(&out, context);
    tunip_status status = put_script(context, script, options, &out, error);
    if (status == TUNIP_OK && out.bytes.count && write(out.bytes.items, out.bytes.count, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    tn_text_free(&out);
    return status;
}

/* Returns a copy of the text for the caller. */
static char *take_text(tunip_context *context, tn_text *text, tunip_error *error)
{
    tunip_str view = {text->bytes.items, text->bytes.count};
    tn_text_put(text, "", 1);
    view.data = text->bytes.items;
    char *copy = text->failed ? NULL : tn_string_new(&context->allocator, view);
    if (!copy) tn_text_error(text, error);
    return copy;
}

char *tunip_structural_difference(tunip_context *context, const tunip_node *lhs,
                                  const tunip_node *rhs, const tunip_diff_options *options,
                                  tunip_error *error)
{
    tunip_script *script;
    tunip_diff_options taken;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    if (tn_diff_options_take(&taken, options, error) != TUNIP_OK) return NULL;
    how.map_free_vars = taken.map_free_vars;
    how.threads = taken.threads;
    if (tunip_diff(context, lhs, rhs, &how, &script, error) != TUNIP_OK) return NULL;
    tn_text out;
    char *text = NULL;
    open_text(&out, context);
    if (tunip_script_edit_count(script) &&
        put_script(context, script, options, &out, error) == TUNIP_OK)
        text = take_text(context, &out, error);
    tn_text_free(&out);
    tunip_script_free(script);
    return text;
}

/* ---- the message of equality ---- */

typedef struct path_writer {
    tunip_context *context;
    tn_text *out;
} path_writer;

/* A step in the form of path.h. */
static void put_plain_step(const path_writer *w, const tunip_path *step)
{
    char few[256];
    const tunip_allocator *allocator = &w->context->allocator;
    size_t size = tunip_path_steps_text(step, step->depth - 1, few, sizeof few) + 1;
    char *text = size <= sizeof few ? few : allocator->alloc(allocator->ctx, size);
    if (text && text != few) tunip_path_steps_text(step, step->depth - 1, text, size);
    w->out->failed |= !text;
    if (text) tn_text_put_visible(w->out, (tunip_str){text, size - 1});
    if (text && text != few) allocator->free(allocator->ctx, text, size);
}

/* TVM prints the key of a map as it prints the key alone: None as `(nullptr)`, True as `1`. The
 * form of path.h has to be read again and distinguishes True from 1. */
static bool put_key_step(const path_writer *w, const tunip_path *step)
{
    tunip_printed *printed;
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    print.backend = "python"; /* a key of another language is named by its path */
    bool missing = step->step == TUNIP_STEP_KEY_MISSING;
    if (tunip_print(w->context, step->at.key, &print, &printed, NULL) != TUNIP_OK) return false;
    tn_text_put_word(w->out, missing ? "[<missing item at " : "[");
    tn_text_put_visible(w->out, tunip_printed_text(printed));
    tn_text_put_word(w->out, missing ? ">]" : "]");
    tunip_printed_free(printed);
    return true;
}

static void put_path_step(const void *step, void *user)
{
    const tunip_path *path = step;
    bool has_key = path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING;
    if (!has_key || !put_key_step(user, path)) put_plain_step(user, path);
}

static void put_path(tn_text *out, const tunip_path *path, tunip_context *context)
{
    path_writer w = {context, out};
    tn_text_put_word(out, "<root>");
    tn_chain_each(path, path->depth, put_path_step, &w);
}

/* Writes NUL as \x00, because the message is a C string. A printed text has a NUL if a key of a
 * plain map has one. */
static void put_without_nul(tn_text *out, tunip_str text)
{
    while (text.size) {
        const char *nul = memchr(text.data, '\0', text.size);
        size_t size = nul ? (size_t)(nul - text.data) : text.size;
        tn_text_put(out, text.data, size);
        if (nul) tn_text_put_word(out, "\\x00");
        size += nul != NULL;
        text = (tunip_str){text.data + size, text.size - size};
    }
}

/* Adds the nodes on a path from `root`, up to functions: source maps of other functions are not
 * needed. */
static bool add_path(tunip_context *context, tn_set *mapped, const tunip_node *root,
                     const tunip_path *path)
{
    tn_follower follower;
    bool added, fine = true;
    tn_follower_init(&follower, root, &context->allocator);
    while (path->depth > TN_FUNCTION_DEPTH + 2) path = path->parent;
    for (; path && path->depth && fine; path = path->parent) {
        const tunip_node *node = tn_follow(&follower, path);
        fine = !follower.failed && (!node || tn_set_add(mapped, node, &added));
    }
    tn_follower_free(&follower);
    return fine;
}

/* Prints one side with the node at `path` underlined. The path is passed as an object, because in
 * the text of a path 1 and true, or two variables of one name, look the same. */
static tunip_status print_side(tunip_context *context, const tunip_node *root,
                               const tunip_path *path, tunip_printed **printed, tunip_error *error)
{
    tn_set mapped;
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    print.no_syntax_sugar = true;
    print.underline_paths = &path;
    print.underline_path_count = 1;
    tn_set_init(&mapped, &context->allocator);
    bool fine = add_path(context, &mapped, root, path);
    tunip_status status =
        fine ? tn_print_mapped(context, root, &print, &mapped, true, printed, error)
             : tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tn_set_free(&mapped);
    return status;
}

/* Writes the complete text of one side. A text that exceeds the limits is omitted, because the
 * verdict and the path are still useful. */
static tunip_status put_side(tunip_context *context, tn_text *out, const tunip_node *root,
                             const char *name, const tunip_path *path, tunip_error *error)
{
    tunip_printed *printed;
    tunip_error failure = TUNIP_ERROR_INIT;
    tunip_status status = print_side(context, root, path, &printed, &failure);
    if (status != TUNIP_OK && status != TUNIP_ERROR_LIMIT)
        return tunip_error_set(error, status, "%s", failure.message);
    tn_text_put_word(out, name);
    tn_text_put_word(out, " at ");
    put_path(out, path, context);
    tn_text_put_word(out, ":\n");
    if (status == TUNIP_ERROR_LIMIT) {
        tn_text_put_word(out, "(left out: ");
        tn_text_put_visible(out, tunip_str_from(failure.message));
        tn_text_put_word(out, ")\n");
        return TUNIP_OK;
    }
    put_without_nul(out, tunip_printed_text(printed));
    tn_text_put_word(out, "\n");
    tunip_printed_free(printed);
    return TUNIP_OK;
}

static tunip_status put_difference(tunip_context *context, tn_text *out, const tunip_node *lhs,
                                   const tunip_node *rhs, const tunip_comparison *comparison,
                                   tunip_error *error)
{
    tn_text_put_word(out, "StructuralEqual check failed, caused by ");
    tunip_status status =
        put_side(context, out, lhs, "lhs", tunip_comparison_lhs_path(comparison), error);
    tn_text_put_word(out, "and ");
    if (status == TUNIP_OK)
        status = put_side(context, out, rhs, "rhs", tunip_comparison_rhs_path(comparison), error);
    return status;
}

char *tunip_equal_message(tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                          const tunip_comparison *comparison, tunip_error *error)
{
    tn_text out;
    char *text = NULL;
    tunip_status status = TUNIP_OK;
    const tunip_type *unsupported = tunip_comparison_unsupported(comparison);
    if (tunip_comparison_equal(comparison)) return NULL;
    open_text(&out, context);
    if (unsupported) {
        tn_text_put_word(&out, "_type_s_eq_hash_kind is not set for type `");
        tn_text_put_visible(&out, tunip_str_from(unsupported->key));
        tn_text_put_word(&out, "`, so StructuralHash is not supported for this type\n");
    } else {
        status = put_difference(context, &out, lhs, rhs, comparison, error);
    }
    if (status == TUNIP_OK) text = take_text(context, &out, error);
    tn_text_free(&out);
    return text;
}
