/* view.c -- pairs the lines of two texts. Lines without an edit are paired if they are equal except
 * for the names of corresponding variables. The lines between such pairs are paired in order. */
#include "view.h"

#include <stdlib.h>

#include "../../core/base/options.h"
#include "../../core/base/unicode.h"
#include "../../core/compare/align.h"
#include "../../core/compare/diff.h"
#include "../../core/context.h"
#include "../../core/ir/same.h"

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
    return (side->line_count + 1) * (sizeof *side->moved + sizeof *side->marks);
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
    side->moved = v->allocator->alloc(v->allocator->ctx, size);
    if (side->moved) memset(side->moved, 0, size);
    side->marks = side->moved ? (uint8_t *)(side->moved + side->line_count + 1) : NULL;
    if (!side->moved) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}

/* ---- names ---- */

typedef struct renaming {
    tunip_str from, to;
} renaming;

static int by_name(const void *a, const void *b)
{
    const tunip_str *x = a, *y = b; /* the first member of renaming */
    size_t size = x->size < y->size ? x->size : y->size;
    int order = size ? memcmp(x->data, y->data, size) : 0;
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static renaming *sort_names(tn_diff_view *v)
{
    size_t count = v->script->rename_count;
    renaming *names = v->allocator->alloc(v->allocator->ctx, (count + 1) * sizeof *names);
    if (!names) {
        tn_diff_view_fail(v);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const tunip_edit *edit = &v->script->renames[i];
        names[i].from = tunip_string_value(tunip_field_node(edit->lhs, edit->field));
        names[i].to = tunip_string_value(tunip_field_node(edit->rhs, edit->field));
    }
    qsort(names, count, sizeof *names, by_name);
    return names;
}

static size_t word_end(tunip_str line, size_t at)
{
    size_t end = at + 1;
    while (tunip_is_name_part(line.data[at]) && end < line.size &&
           tunip_is_name_part(line.data[end]))
        end++;
    return end;
}

/* Hashes a line word by word, with renamed words under their new names, and without its
 * indentation, which depends on the surrounding lines. */
static uint64_t hash_line(tunip_str line, const renaming *names, size_t count)
{
    uint64_t hash = line.size ? 1 : 0;
    for (size_t i = 0, end; i < line.size; i = end) {
        end = word_end(line, i);
        tunip_str word = {line.data + i, end - i};
        const renaming *found = count ? bsearch(&word, names, count, sizeof *names, by_name) : NULL;
        if (found) word = found->to;
        hash = tn_hash_mix(hash, tn_hash_bytes(word.data, word.size));
    }
    return hash;
}

/* ---- pairing ---- */

static void add_row(tn_diff_view *v, size_t lhs, size_t rhs, bool changed)
{
    if (!tn_array_push(&v->rows, v->allocator, (tn_diff_row){{lhs, rhs}, changed}))
        tn_diff_view_fail(v);
}

typedef struct gap {
    size_t lhs, lhs_end, rhs, rhs_end;
} gap;

static void put_apart(tn_diff_view *v, const gap *g)
{
    for (size_t i = g->lhs; i < g->lhs_end; i++) add_row(v, i, TN_NO_LINE, true);
    for (size_t k = g->rhs; k < g->rhs_end; k++) add_row(v, TN_NO_LINE, k, true);
}

static bool is_name(tunip_str word)
{
    return tunip_is_name_part(word.data[0]) && !tunip_is_digit(word.data[0]);
}

/* Whether two lines have the same words, except that at most a third of them are different names.
 * Such lines usually differ only in the suffixes that make names unique (x_1, x_2). */
static bool alike(tunip_str a, tunip_str b)
{
    enum { FEW = 3 }; /* one of three words may differ */
    a = tn_diff_trimmed(a), b = tn_diff_trimmed(b);
    size_t words = 0, other = 0, i = 0, k = 0;
    while (i < a.size && k < b.size) {
        size_t a_end = word_end(a, i), b_end = word_end(b, k);
        tunip_str x = {a.data + i, a_end - i}, y = {b.data + k, b_end - k};
        bool same = tunip_str_equal(x, y);
        if (!same && !(is_name(x) && is_name(y))) return false;
        other += !same;
        words++;
        i = a_end;
        k = b_end;
    }
    return i == a.size && k == b.size && other * FEW <= words;
}

/* Pairs the lines of a gap in order. Lines without an edit are paired only if they are nearly
 * equal. */
static void put_in_order(tn_diff_view *v, const gap *g)
{
    const tn_diff_side *lhs = &v->sides[TN_LHS], *rhs = &v->sides[TN_RHS];
    for (size_t i = g->lhs, k = g->rhs; i < g->lhs_end; i++, k++) {
        tunip_str a = tn_diff_line_text(lhs, i), b = tn_diff_line_text(rhs, k);
        int mark = lhs->marks[i] > rhs->marks[k] ? lhs->marks[i] : rhs->marks[k];
        bool same = mark == TN_MAY_DIFFER ? tunip_str_equal(a, b) : !mark && alike(a, b);
        add_row(v, i, k, !same);
    }
}

static void put_gap(tn_diff_view *v, const gap *g)
{
    if (g->lhs_end - g->lhs == g->rhs_end - g->rhs)
        put_in_order(v, g);
    else
        put_apart(v, g);
}

static void put_rows(tn_diff_view *v, const size_t *to_rhs)
{
    size_t n = v->sides[TN_LHS].line_count, m = v->sides[TN_RHS].line_count;
    gap g = {0, 0, 0, 0};
    for (size_t i = 0; i <= n && !tn_diff_view_failed(v); i++) {
        size_t k = i < n ? to_rhs[i] : m;
        if (k == TN_UNALIGNED) continue;
        g.lhs_end = i;
        g.rhs_end = k;
        put_gap(v, &g);
        if (i < n) add_row(v, i, k, false);
        g = (gap){i + 1, 0, k + 1, 0};
    }
}

/* Hashes the lines of one side. A line with an edit gets a unique hash, so that it is never paired
 * by its text. Words matter only if some are renamed; otherwise the line is hashed as a whole,
 * which is many times faster. */
static void hash_lines(tn_diff_view *v, size_t which, const renaming *names, size_t count,
                       uint64_t *hashes)
{
    const tn_diff_side *side = &v->sides[which];
    bool by_word = v->script->rename_count > 0;
    for (size_t i = 0; i < side->line_count; i++) {
        tunip_str line = tn_diff_trimmed(tn_diff_line_text(side, i));
        if (side->marks[i] == TN_DIFFERS)
            hashes[i] = tn_hash_mix(tn_hash_mix(0, which + 1), i);
        else
            hashes[i] =
                by_word ? hash_line(line, names, count) : tn_hash_bytes(line.data, line.size);
    }
}

static void pair_lines(tn_diff_view *v)
{
    size_t n = v->sides[TN_LHS].line_count, m = v->sides[TN_RHS].line_count;
    size_t size = (n + m + 1) * sizeof(uint64_t) + n * sizeof(size_t);
    size_t renames = v->script->rename_count;
    renaming *names = sort_names(v);
    uint64_t *hashes = names ? v->allocator->alloc(v->allocator->ctx, size) : NULL;
    size_t *to_rhs = hashes ? (size_t *)(void *)(hashes + n + m) : NULL;
    if (hashes) {
        hash_lines(v, TN_LHS, names, renames, hashes);
        hash_lines(v, TN_RHS, NULL, 0, hashes + n);
        for (size_t i = 0; i < n; i++) to_rhs[i] = TN_UNALIGNED;
        if (tn_align(hashes, n, hashes + n, m, to_rhs, v->allocator))
            put_rows(v, to_rhs);
        else
            tn_diff_view_fail(v);
        v->allocator->free(v->allocator->ctx, hashes, size);
    } else {
        tn_diff_view_fail(v);
    }
    if (names) v->allocator->free(v->allocator->ctx, names, (renames + 1) * sizeof *names);
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
        if (side->moved) v->allocator->free(v->allocator->ctx, side->moved, line_notes_size(side));
        size_t spans = side->statements ? tunip_printed_span_count(side->printed) + 1 : 0;
        if (spans) v->allocator->free(v->allocator->ctx, side->statements, spans * sizeof(size_t));
        side->moved = side->statements = NULL;
        tn_array_free(&side->parts, v->allocator);
        tn_array_free(&side->kept, v->allocator);
        tn_tracer_free(&side->tracer);
        tunip_source_map_free(side->map);
        tunip_printed_free(side->printed);
        side->tracer = (tn_tracer){.set = NULL};
        side->map = NULL;
        side->printed = NULL;
    }
    tn_array_free(&v->rows, v->allocator);
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
}
