/* message.c -- differences as one text: in the words of tvm.ir.assert_structural_equal, and as the
 * unified view, for tests. */
#include "../base/text.h"
#include "../context.h"
#include "difference.h"

static int collect(const char *data, size_t size, void *user)
{
    tn_text *text = user;
    tn_text_put(text, data, size);
    return text->failed;
}

/* Moves the text into a string that the caller owns. */
static tunip_status hand_over(tunip_context *context, tn_text *text, tunip_status status,
                              char **out, tunip_error *error)
{
    if (status == TUNIP_OK) {
        tn_text_put(text, "", 1);
        if (!text->failed)
            *out = tn_string_copy(&context->allocator,
                                  (tunip_str){text->bytes.items, text->bytes.count - 1});
        if (!*out) status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    tn_text_free(text);
    return status;
}

/* ---- the first difference ---- */

/* The text form of `path`, with a NUL, in `text`. */
static bool put_path(tn_text *text, const tunip_path *path)
{
    size_t size = tunip_path_text(path, NULL, 0) + 1, at = text->bytes.count;
    tn_text_fill(text, '\0', size);
    if (!text->failed) tunip_path_text(path, text->bytes.items + at, size);
    return !text->failed;
}

/* The whole of one side, with the place at `path` underlined. */
static tunip_status put_side(tn_text *out, tunip_context *context, const char *name,
                             const tunip_node *root, const tunip_path *path, tunip_error *error)
{
    tn_text place;
    tunip_printed *printed;
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    tn_text_init(&place, out->allocator);
    tunip_status status = TUNIP_ERROR_MEMORY;
    if (put_path(&place, path)) {
        const char *const underline = place.bytes.items;
        print.no_syntax_sugar = true;
        print.underline = &underline;
        print.underline_count = 1;
        status = tunip_print(context, root, &print, &printed, error);
    }
    if (status == TUNIP_OK) {
        tn_text_put_word(out, name);
        tn_text_put_word(out, " at ");
        tn_text_put_word(out, place.bytes.items);
        tn_text_put_word(out, ":\n");
        tn_text_put_str(out, tunip_printed_text(printed));
        tunip_printed_free(printed);
    } else {
        tunip_error_set(error, status, "out of memory");
    }
    tn_text_free(&place);
    return status;
}

static tunip_status put_message(tn_text *text, tunip_context *context, const tunip_node *lhs,
                                const tunip_node *rhs, const tunip_comparison *comparison,
                                tunip_error *error)
{
    if (comparison->unsupported) {
        tn_text_put_word(text, "_type_s_eq_hash_kind is not set for type `");
        tn_text_put_word(text, comparison->unsupported->key);
        tn_text_put_word(text, "`, so StructuralHash is not supported for this type");
        return TUNIP_OK;
    }
    tn_text_put_word(text, "StructuralEqual check failed, caused by ");
    tunip_status status = put_side(text, context, "lhs", lhs, comparison->lhs_path, error);
    if (status != TUNIP_OK) return status;
    tn_text_put_word(text, "\nand ");
    return put_side(text, context, "rhs", rhs, comparison->rhs_path, error);
}

tunip_status tunip_equal_message(tunip_context *context, const tunip_node *lhs,
                                 const tunip_node *rhs, const tunip_equal_options *how,
                                 char **message, tunip_error *error)
{
    tn_text text;
    tunip_comparison comparison;
    *message = NULL;
    tunip_status status = tunip_equal(context, lhs, rhs, how, &comparison, error);
    if (status != TUNIP_OK || comparison.equal) return status;
    tn_text_init(&text, &context->allocator);
    status = put_message(&text, context, lhs, rhs, &comparison, error);
    tunip_comparison_free(&comparison);
    return hand_over(context, &text, status, message, error);
}

/* ---- all differences ---- */

tunip_status tunip_assert_structural_equal(tunip_context *context, const tunip_node *lhs,
                                           const tunip_node *rhs, const tunip_equal_options *how,
                                           char **difference, tunip_error *error)
{
    tn_text text;
    tunip_difference *d;
    *difference = NULL;
    tunip_status status = tunip_difference_new(context, lhs, rhs, how, NULL, &d, error);
    if (status != TUNIP_OK) return status;
    if (d->script.edit_count) {
        tn_text_init(&text, &context->allocator);
        tunip_difference_write(d, NULL, collect, &text, NULL);
        status = hand_over(context, &text, status, difference, error);
    }
    tunip_difference_free(d);
    return status;
}
