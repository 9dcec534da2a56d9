/* view.c -- makes the view of a diff: prints both sides, marks the lines with edits, and pairs the
 * lines that correspond. */
#include "view.h"

#include "../../core/base/options.h"
#include "../../core/compare/diff.h"
#include "../../core/context.h"
#include "pair.h"

/* ---- printing ---- */

/* The span of the function or class, after the header of imports. */
static size_t main_span(const tunip_printed *printed)
{
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed);
    for (size_t i = 0; i < count; i++)
        if (spans[i].doc->kind == TUNIP_DOC_FUNCTION || spans[i].doc->kind == TUNIP_DOC_CLASS)
            return i;
    return TUNIP_NO_SPAN;
}

/* The size of the tables of lines, which are one allocation. */
static size_t line_notes_size(const tn_diff_side *side)
{
    return (side->line_count + 1) *
           (sizeof *side->partner + sizeof *side->marks + sizeof *side->reasons +
            sizeof *side->fates + sizeof *side->moves + sizeof *side->heads +
            sizeof *side->mapped_lines);
}

/* Both sides are printed at the same time, so each has its own error. */
static void print_side(void *user, size_t which)
{
    tn_diff_view *v = user;
    tunip_print_options options;
    tn_diff_side *side = &v->sides[which];
    tunip_error *error = &side->error;
    if (tn_options_take(&options, sizeof options, v->options.print, error) != TUNIP_OK) return;
    options.no_source_map = false;
    if (tn_print_mapped(v->context, side->root, &options, &side->mapped, false, &side->printed,
                        error) != TUNIP_OK)
        return;
    side->map = tunip_source_map_new(side->printed, error);
    if (side->map) tn_source_map_tracer(side->map, &side->tracer);
    side->main = main_span(side->printed);
    side->text = tunip_printed_text(side->printed);
    side->line_count = side->printed->source.lines.count;
    size_t size = line_notes_size(side);
    side->partner = v->allocator->alloc(v->allocator->ctx, size);
    if (!side->partner) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return;
    }
    memset(side->partner, 0, size);
    for (size_t i = 0; i < side->line_count; i++) side->partner[i] = TN_NO_LINE;
    side->marks = (uint8_t *)(side->partner + side->line_count + 1);
    side->reasons = side->marks + side->line_count + 1;
    side->fates = side->reasons + side->line_count + 1;
    side->moves = (bool *)(side->fates + side->line_count + 1);
    side->heads = side->moves + side->line_count + 1;
    side->mapped_lines = side->heads + side->line_count + 1;
}

/* ---- lines ---- */

static void pair_lines(tn_diff_view *v)
{
    tn_line_words words;
    for (size_t s = 0; s < TN_SIDES && !tn_diff_view_failed(v); s++) {
        tn_diff_find_names(v, s);
        tn_diff_find_sites(v, s);
    }
    if (tn_diff_view_failed(v)) return;
    if (tn_line_words_open(&words, v)) tn_diff_pair_lines(v, &words);
    if (!tn_diff_view_failed(v)) tn_diff_make_rows(v, &words);
    if (!tn_diff_view_failed(v) && v->wants_links) tn_diff_link_lines(v, &words);
    tn_line_words_close(&words);
}

/* ---- opening and closing ---- */

tunip_status tn_diff_options_take(tunip_diff_options *options, const tunip_diff_options *given,
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

void tn_diff_view_init(tn_diff_view *v, tunip_context *context, const tunip_script *script,
                       const tunip_diff_options *options)
{
    *v = (tn_diff_view){.context = context,
                        .allocator = &context->allocator,
                        .script = script,
                        .error = TUNIP_ERROR_INIT};
    tn_map_init(&v->entries, v->allocator);
    tn_diff_options_take(&v->options, options, &v->error);
}

static void print_sides(tn_diff_view *v)
{
    if (tn_diff_view_failed(v)) return;
    for (size_t s = 0; s < TN_SIDES; s++) v->sides[s].error = (tunip_error)TUNIP_ERROR_INIT;
    tunip_parallel(v->options.threads, TN_SIDES, print_side, v);
    for (size_t s = TN_SIDES; s-- > 0;) /* the error of the first side counts */
        if (v->sides[s].error.code != TUNIP_OK) v->error = v->sides[s].error;
    if (!tn_diff_view_failed(v)) tn_diff_mark_edits(v);
    if (!tn_diff_view_failed(v)) pair_lines(v);
}

static void drop_prints(tn_diff_view *v)
{
    for (size_t s = 0; s < TN_SIDES; s++) {
        tn_diff_side *side = &v->sides[s];
        if (side->partner)
            v->allocator->free(v->allocator->ctx, side->partner, line_notes_size(side));
        size_t spans = side->statements ? tunip_printed_span_count(side->printed) + 1 : 0;
        if (spans) v->allocator->free(v->allocator->ctx, side->statements, spans * sizeof(size_t));
        side->partner = side->statements = NULL;
        tn_array_free(&side->names, v->allocator);
        tn_array_free(&side->sites, v->allocator);
        tn_array_free(&side->parts, v->allocator);
        tn_array_free(&side->kept, v->allocator);
        tn_tracer_free(&side->tracer);
        tunip_source_map_free(side->map);
        tunip_printed_free(side->printed);
        if (side->follower.allocator) { /* it has followed paths of this print */
            tn_follower_free(&side->follower);
            tn_follower_init(&side->follower, side->root, v->allocator);
        }
        side->tracer = (tn_tracer){.set = NULL};
        side->map = NULL;
        side->printed = NULL;
    }
    tn_array_free(&v->rows, v->allocator);
    tn_array_free(&v->links, v->allocator);
    tn_array_free(&v->silent, v->allocator);
}

void tn_diff_view_open(tn_diff_view *v)
{
    v->sides[TN_LHS].root = v->script->memory->lhs;
    v->sides[TN_RHS].root = v->script->memory->rhs;
    for (size_t s = 0; s < TN_SIDES; s++) {
        tn_follower_init(&v->sides[s].follower, v->sides[s].root, v->allocator);
        tn_set_init(&v->sides[s].mapped, v->allocator);
        tn_set_init(&v->sides[s].passed, v->allocator);
    }
    tn_set_init(&v->contested, v->allocator);
    tn_diff_sort_renamings(v);
    tn_diff_map_edits(v);
    print_sides(v);
    while (!tn_diff_view_failed(v) && tn_diff_map_rows(v)) {
        drop_prints(v);
        print_sides(v);
    }
}

void tn_diff_view_close(tn_diff_view *v)
{
    drop_prints(v);
    for (size_t s = 0; s < TN_SIDES && v->sides[s].follower.allocator; s++) {
        tn_follower_free(&v->sides[s].follower);
        tn_set_free(&v->sides[s].mapped);
        tn_set_free(&v->sides[s].passed);
    }
    tn_map_free(&v->entries);
    tn_array_free(&v->renamings, v->allocator);
    if (v->contested.allocator) tn_set_free(&v->contested);
}
