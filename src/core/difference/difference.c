/* difference.c -- from two graphs to a view: compare, print both, find the edits in the texts, and
 * pair the lines. */
#include "difference.h"

#include "../base/options.h"
#include "../context.h"

/* ---- making one ---- */

static bool print_sides(tunip_difference *d, const tunip_node *const *roots,
                        const tunip_print_options *print, tunip_error *error)
{
    tunip_print_options how;
    if (tn_options_take(&how, sizeof how, print, error) != TUNIP_OK) return false;
    how.print_line_numbers = how.show_meta = how.no_source_map = false;
    how.underline_count = how.annotate_count = 0;
    for (int side = 0; side < TN_SIDES; side++)
        if (tunip_print(d->context, roots[side], &how, &d->sides[side].printed, error) != TUNIP_OK)
            return false;
    return true;
}

static bool lay_out(tunip_difference *d)
{
    return tn_spots_find(d, TN_LEFT) && tn_spots_find(d, TN_RIGHT) && tn_marks_make(d) &&
           tn_rows_make(d) && tn_counts_make(d);
}

static tunip_status run(tunip_difference *d, const tunip_node *const *roots,
                        const tunip_equal_options *how, const tunip_print_options *print,
                        tunip_error *error)
{
    tunip_error failure = TUNIP_ERROR_INIT;
    tunip_diff(d->context, roots[TN_LEFT], roots[TN_RIGHT], how, &d->script, &failure);
    if (failure.code == TUNIP_OK && d->script.edit_count &&
        print_sides(d, roots, print, &failure) && !lay_out(d))
        tunip_error_set(&failure, TUNIP_ERROR_MEMORY, "out of memory");
    if (failure.code != TUNIP_OK && error && error->code == TUNIP_OK) *error = failure;
    return failure.code;
}

tunip_status tunip_difference_new(tunip_context *context, const tunip_node *lhs,
                                  const tunip_node *rhs, const tunip_equal_options *how,
                                  const tunip_print_options *print, tunip_difference **out,
                                  tunip_error *error)
{
    const tunip_allocator *allocator = &context->allocator;
    const tunip_node *const roots[] = {lhs, rhs};
    *out = NULL;
    tunip_difference *d = allocator->alloc(allocator->ctx, sizeof *d);
    if (!d) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    memset(d, 0, sizeof *d);
    d->context = context;
    d->allocator = allocator;
    tunip_status status = run(d, roots, how, print, error);
    if (status == TUNIP_OK)
        *out = d;
    else
        tunip_difference_free(d);
    return status;
}

static void free_side(tunip_difference *d, tn_text_side *side)
{
    const tunip_allocator *allocator = d->allocator;
    size_t edits = d->script.edit_count + d->script.rename_count;
    if (side->spots) allocator->free(allocator->ctx, side->spots, (edits + 1) * sizeof(tn_spot));
    if (side->kinds) allocator->free(allocator->ctx, side->kinds, tn_line_count(side) + 1);
    tn_array_free(&side->marks, allocator);
    tunip_printed_free(side->printed);
}

void tunip_difference_free(tunip_difference *d)
{
    if (!d) return;
    for (int side = 0; side < TN_SIDES; side++) free_side(d, &d->sides[side]);
    tn_array_free(&d->rows, d->allocator);
    tunip_script_free(&d->script);
    const tunip_allocator *allocator = d->allocator;
    allocator->free(allocator->ctx, d, sizeof *d);
}

/* ---- asking it ---- */

const tunip_script *tunip_difference_script(const tunip_difference *d)
{
    return &d->script;
}

tunip_difference_counts tunip_difference_count(const tunip_difference *d)
{
    return d->counts;
}

const tunip_printed *tunip_difference_lhs(const tunip_difference *d)
{
    return d->sides[TN_LEFT].printed;
}

const tunip_printed *tunip_difference_rhs(const tunip_difference *d)
{
    return d->sides[TN_RIGHT].printed;
}

static bool range_of(const tn_text_side *side, size_t index, size_t count, tunip_edit_range *range)
{
    *range = (tunip_edit_range){0, 0, false};
    if (!side->spots || index >= count || side->spots[index].span == TN_NOWHERE) return false;
    const tunip_span *span = tn_span_at(side, side->spots[index].span);
    *range = (tunip_edit_range){span->begin, span->end, side->spots[index].exact};
    return true;
}

bool tunip_difference_lhs_range(const tunip_difference *d, size_t index, tunip_edit_range *range)
{
    return range_of(&d->sides[TN_LEFT], index, d->script.edit_count + d->script.rename_count,
                    range);
}

bool tunip_difference_rhs_range(const tunip_difference *d, size_t index, tunip_edit_range *range)
{
    return range_of(&d->sides[TN_RIGHT], index, d->script.edit_count + d->script.rename_count,
                    range);
}

/* ---- views ---- */

static void fill_in(tunip_view *view)
{
    enum { CONTEXT = 3, WIDTH = 160 };
    if (!view->lhs_name) view->lhs_name = "lhs";
    if (!view->rhs_name) view->rhs_name = "rhs";
    if (!view->context_lines) view->context_lines = CONTEXT;
    if (view->context_lines > SIZE_MAX / 4) view->context_lines = SIZE_MAX / 4;
    if (view->no_context) view->context_lines = 0;
    if (!view->width) view->width = WIDTH;
}

tunip_status tunip_difference_write(const tunip_difference *d, const tunip_view *view,
                                    tunip_write_fn write, void *user, tunip_error *error)
{
    /* ORDER tunip_view_form */
    static void (*const forms[])(tn_viewer *) = {tn_view_unified, tn_view_side_by_side,
                                                 tn_view_names};
    tn_out out = {.write = write, .user = user};
    tn_viewer v = {.difference = d, .out = &out};
    tunip_status status = tn_options_take(&v.view, sizeof v.view, view, error);
    if (status != TUNIP_OK) return status;
    fill_in(&v.view);
    if ((size_t)v.view.form >= TUNIP_LEN(forms))
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "there is no view of number %d",
                               (int)v.view.form);
    if (!d->script.edit_count) return TUNIP_OK;
    forms[v.view.form](&v);
    tn_out_flush(&out);
    if (!out.refused) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
}
