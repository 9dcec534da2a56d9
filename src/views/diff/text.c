/* text.c -- differences as text: unified, side by side, as a patch. */
#include <stdio.h>
#include <string.h>

#include <tunip/diff_text.h>
#include <tunip/highlight.h>

#include "../../compare/diff.h"
#include "../../ir/path.h"
#include "../../library/context.h"
#include "../../print/print.h"
#include "../../util/options.h"
#include "../../util/tables.h"
#include "../../util/text.h"
#include "../../util/unicode.h"
#include "view.h"

/* ======== hunks ======== */

/* Runs of rows that are shown together, and the heading above each of them. */

static const char plain_sequence[] = "\33[0m";

void tn_diff_put_colour(tn_diff_view *v, tn_diff_colour colour)
{
    /* ORDER tn_diff_colour */
    static const char *const codes[] = {"\x1b[0m",  "\x1b[31m",   "\x1b[32m",
                                        "\x1b[36m", "\x1b[7;31m", "\x1b[7;32m"};
    if (v->options.colour) tn_text_put_word(v->out, codes[colour]);
}

/* ---- hunks ---- */

static size_t next_changed(const tn_diff_view *v, size_t from)
{
    while (from < v->rows.count && !v->rows.items[from].changed) from++;
    return from;
}

void tn_diff_each_hunk(tn_diff_view *v, void (*each)(tn_diff_view *v, size_t begin, size_t end))
{
    size_t context = v->options.context;
    for (size_t at = next_changed(v, 0); at < v->rows.count && !tn_diff_view_failed(v);) {
        size_t begin = at > context ? at - context : 0, last = at;
        while ((at = next_changed(v, last + 1)) < v->rows.count && at - last <= 2 * context + 1)
            last = at;
        size_t left = v->rows.count - 1 - last;
        each(v, begin, last + 1 + (left < context ? left : context));
    }
}

/* ---- headings ---- */

/* Without a line of this side, the number of the line before, as diff(1) writes it. */
static size_t line_before(const tn_diff_view *v, size_t side, size_t begin)
{
    while (begin--)
        if (v->rows.items[begin].line[side] != TN_NO_LINE)
            return v->rows.items[begin].line[side] + 1;
    return 0;
}

static size_t first_line(const tn_diff_view *v, size_t side, size_t begin, size_t end,
                         size_t *count)
{
    size_t first = TN_NO_LINE;
    *count = 0;
    for (size_t i = begin; i < end; i++) {
        size_t line = v->rows.items[i].line[side];
        if (line == TN_NO_LINE) continue;
        if (!(*count)++) first = line;
    }
    return first;
}

static void put_numbers(tn_diff_view *v, char sign, size_t side, size_t begin, size_t end)
{
    size_t count, first = first_line(v, side, begin, end, &count);
    tn_text_put(v->out, &sign, 1);
    tn_text_put_number(v->out, count ? first + 1 : line_before(v, side, begin), 0);
    tn_text_put_word(v->out, ",");
    tn_text_put_number(v->out, count, 0);
    tn_text_put_word(v->out, " ");
}

/* Finds the `def` line of the innermost function around `line`. */
static size_t function_line(const tn_diff_side *side, size_t line)
{
    const tunip_span *spans = tunip_printed_spans(side->printed);
    tunip_str text = tn_diff_line_text(side, line);
    size_t offset = tn_diff_line(side, line).begin + (text.size - tn_diff_trimmed(text).size);
    size_t span = tunip_source_map_at(side->map, offset);
    while (span != TUNIP_NO_SPAN && strcmp(tunip_span_kind(&spans[span]), "function") != 0)
        span = tunip_source_map_parent(side->map, span);
    if (span == TUNIP_NO_SPAN) return TN_NO_LINE;
    size_t head = tn_diff_head_line(side, spans[span].begin);
    return head < line ? head : line;
}

static void put_head(tn_diff_view *v, const tn_diff_side *side, size_t line)
{
    enum { LONGEST = 72 };
    tunip_str head = tn_diff_trimmed(tn_diff_line_text(side, line));
    bool cut = head.size > LONGEST;
    if (cut) head.size = LONGEST;
    if (cut) head.size = tunip_utf8_valid(head);
    tn_text_put_word(v->out, " ");
    tn_text_put_str(v->out, head);
    if (cut) tn_text_put_word(v->out, "...");
}

/* Writes the `def` line of the function of the first change, unless that line is in the hunk. */
static void put_function(tn_diff_view *v, size_t begin, size_t end)
{
    size_t changed = begin, count;
    while (changed < end && !v->rows.items[changed].changed) changed++;
    for (size_t s = TN_SIDES; s-- > 0 && changed < end;) {
        size_t line = v->rows.items[changed].line[s], first = first_line(v, s, begin, end, &count);
        if (line == TN_NO_LINE) continue;
        size_t at = function_line(&v->sides[s], line);
        if (at != TN_NO_LINE && at < first) put_head(v, &v->sides[s], at);
        return;
    }
}

void tn_diff_put_heading(tn_diff_view *v, size_t begin, size_t end)
{
    tn_diff_put_colour(v, TN_CYAN);
    tn_text_put_word(v->out, "@@ ");
    put_numbers(v, '-', TN_LHS, begin, end);
    put_numbers(v, '+', TN_RHS, begin, end);
    tn_text_put_word(v->out, "@@");
    put_function(v, begin, end);
    tn_diff_put_colour(v, TN_PLAIN);
    tn_text_put_word(v->out, "\n");
}

/* ======== diff text ======== */

/* The public functions that show an edit script or the result of a comparison as
 * text. */

/* The limit of the context applies to the whole text, because a diff contains two printed texts and
 * is longer than each of them. */
static void open_text(tn_text *text, const tunip_context *context)
{
    tn_text_init(text, &context->allocator);
    text->max_bytes = context->limits.max_bytes;
}

/* ---- a script as text ---- */

typedef struct syntax_finder {
    tn_diff_view *view;
    tn_diff_side *side;
    tn_colour_run run;
} syntax_finder;

/* Takes a piece of text of one colour, or the sequence that begins or ends a colour. A printed text
 * has no control characters. */
static int add_run(const char *data, size_t size, void *user)
{
    syntax_finder *f = user;
    bool is_sequence = size && data[0] == '\33' && size < sizeof f->run.sequence;
    if (is_sequence) {
        bool ends = size == strlen(plain_sequence) && memcmp(data, plain_sequence, size) == 0;
        memset(f->run.sequence, 0, sizeof f->run.sequence);
        if (!ends) memcpy(f->run.sequence, data, size);
        return 0;
    }
    f->run.end += size;
    return !tn_array_push(&f->side->syntax, f->view->allocator, f->run);
}

/* Finds the colours of the syntax. Functions without edits have no source map, and no colours. */
static void find_syntax(tn_diff_view *v)
{
    for (size_t s = 0; s < TN_SIDES; s++) {
        syntax_finder f = {v, &v->sides[s], {0, ""}};
        if (tunip_highlight(f.side->printed, add_run, &f, NULL) != TUNIP_OK) tn_diff_view_fail(v);
    }
}

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
    bool lines = form == TUNIP_DIFF_UNIFIED || form == TUNIP_DIFF_SIDE_BY_SIDE;
    if (lines && v->options.colour && !tn_diff_view_failed(v)) find_syntax(v);
    if (!tn_diff_view_failed(v)) forms[form](v);
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
    const path_writer *w = user;
    const tunip_path *path = step;
    bool has_key = path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING;
    if (!has_key || !put_key_step(w, path)) {
        /* A step in the form of path.h. */
        char few[256];
        const tunip_allocator *allocator = &w->context->allocator;
        size_t size = tunip_path_steps_text(path, path->depth - 1, few, sizeof few) + 1;
        char *text = size <= sizeof few ? few : allocator->alloc(allocator->ctx, size);
        if (text && text != few) tunip_path_steps_text(path, path->depth - 1, text, size);
        w->out->failed |= !text;
        if (text) tn_text_put_visible(w->out, (tunip_str){text, size - 1});
        if (text && text != few) allocator->free(allocator->ctx, text, size);
    }
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
             : tn_no_memory(error);
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

/* ======== forms ======== */

/* The two forms of a diff for people: unified, and side by side. */

static void put(tn_diff_view *v, const char *word)
{
    tn_text_put_word(v->out, word);
}

/* ---- parts of a line ---- */

/* Iterates over the parts of a line: the current part is [at, end), and either differs or not. */
typedef struct line_parts {
    const tn_diff_side *side;
    size_t part, at, end, line_end;
    bool differs;
} line_parts;

static line_parts parts_of(const tn_diff_side *side, size_t line)
{
    tn_range range = tn_diff_line(side, line);
    return (line_parts){.side = side,
                        .part = tn_diff_first_part(side, range.begin),
                        .at = range.begin,
                        .end = range.begin,
                        .line_end = range.end};
}

static bool next_part(line_parts *p)
{
    const tn_ranges *parts = &p->side->parts;
    p->at = p->end;
    if (p->at >= p->line_end) return false;
    while (p->part < parts->count && parts->items[p->part].end <= p->at) p->part++;
    const tn_range *next = p->part < parts->count ? &parts->items[p->part] : NULL;
    p->differs = next && next->begin <= p->at;
    p->end = !next ? p->line_end : p->differs ? next->end : next->begin;
    if (p->end > p->line_end) p->end = p->line_end;
    return true;
}

/* Whether a line needs carets. It does not if all of it differs. */
static bool has_parts(const tn_diff_side *side, size_t line)
{
    bool differs = false, same = false;
    for (line_parts p = parts_of(side, line); next_part(&p);) {
        differs |= p.differs;
        for (size_t i = p.at; !p.differs && i < p.end; i++) same |= side->text.data[i] != ' ';
    }
    return differs && same;
}

/* ---- the syntax ---- */

/* The run of the syntax that has a byte. */
static size_t run_of(const tn_diff_side *side, size_t at)
{
    size_t low = 0, high = side->syntax.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (side->syntax.items[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const char *sequence_of(const tn_diff_side *side, size_t run)
{
    return run < side->syntax.count ? side->syntax.items[run].sequence : "";
}

/* Writes a line that does not differ. */
static void put_same_line(tn_diff_view *v, const tn_diff_side *side, size_t line)
{
    const tn_range range = tn_diff_line(side, line);
    size_t run = run_of(side, range.begin);
    for (size_t at = range.begin, end; at < range.end; at = end, run++) {
        const char *sequence = sequence_of(side, run);
        end = run < side->syntax.count ? side->syntax.items[run].end : range.end;
        if (end > range.end) end = range.end;
        put(v, sequence);
        tn_text_put(v->out, side->text.data + at, end - at);
        if (*sequence) put(v, plain_sequence);
    }
}

/* ---- unified ---- */

static void put_line(tn_diff_view *v, size_t which, size_t line, const char *sign,
                     tn_diff_colour colour)
{
    const tn_diff_side *side = &v->sides[which];
    bool highlight = v->options.colour && colour != TN_PLAIN && has_parts(side, line);
    if (colour != TN_PLAIN) tn_diff_put_colour(v, colour);
    put(v, sign);
    if (colour == TN_PLAIN) put_same_line(v, side, line);
    for (line_parts p = parts_of(side, line); colour != TN_PLAIN && next_part(&p);) {
        bool part = highlight && p.differs;
        if (part) tn_diff_put_colour(v, colour == TN_RED ? TN_RED_PART : TN_GREEN_PART);
        tn_text_put(v->out, side->text.data + p.at, p.end - p.at);
        if (part) tn_diff_put_colour(v, TN_PLAIN);
        if (part) tn_diff_put_colour(v, colour);
    }
    if (colour != TN_PLAIN) tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
}

static size_t width_of(const tn_diff_side *side, size_t begin, size_t end)
{
    return tn_utf8_width((tunip_str){side->text.data + begin, end - begin});
}

/* Writes the line of carets below the parts that differ. */
static void put_carets(tn_diff_view *v, const tn_diff_side *side, size_t line)
{
    size_t blanks = 0;
    for (line_parts p = parts_of(side, line); next_part(&p);) {
        size_t width = width_of(side, p.at, p.end);
        if (!p.differs) {
            blanks += width;
            continue;
        }
        tn_text_fill(v->out, ' ', blanks);
        tn_text_fill(v->out, '^', width ? width : 1);
        blanks = 0;
    }
}

/* Writes "moved to line N" or "moved from line N" below the first line of a moved element. */
static void put_move(tn_diff_view *v, size_t which, size_t line)
{
    const tn_diff_side *side = &v->sides[which];
    tunip_str text = tn_diff_line_text(side, line);
    size_t blanks = 0;
    if (tn_diff_moved(side, line) == TN_NO_LINE) return;
    while (blanks < text.size && text.data[blanks] == ' ') blanks++;
    tn_diff_put_colour(v, TN_CYAN);
    put(v, "?");
    tn_text_fill(v->out, ' ', blanks);
    put(v, which == TN_LHS ? "moved to line " : "moved from line ");
    tn_text_put_number(v->out, tn_diff_moved(side, line) + 1, 0);
    tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
}

static bool is_patch(const tn_diff_view *v)
{
    return v->options.form == TUNIP_DIFF_PATCH;
}

static void forms_put_side(tn_diff_view *v, size_t which, size_t begin, size_t end)
{
    const tn_diff_side *side = &v->sides[which];
    for (size_t i = begin; i < end; i++) {
        size_t line = v->rows.items[i].line[which];
        if (line == TN_NO_LINE) continue;
        put_line(v, which, line, which == TN_LHS ? "-" : "+", which == TN_LHS ? TN_RED : TN_GREEN);
        if (is_patch(v)) continue;
        bool carets = !v->options.colour && has_parts(side, line);
        if (carets) put(v, "?");
        if (carets) put_carets(v, side, line);
        if (carets) put(v, "\n");
        put_move(v, which, line);
    }
}

/* Whether the row shows a hidden difference: both lines are equal although an edit is in them, so
 * the difference is in a property that the text omits. */
static bool is_hidden(const tn_diff_view *v, const tn_diff_row *row)
{
    if (row->line[TN_LHS] == TN_NO_LINE || row->line[TN_RHS] == TN_NO_LINE) return false;
    return tunip_str_equal(tn_diff_line_text(&v->sides[TN_LHS], row->line[TN_LHS]),
                           tn_diff_line_text(&v->sides[TN_RHS], row->line[TN_RHS]));
}

static size_t run_end(const tn_diff_view *v, size_t begin, size_t end)
{
    size_t i = begin;
    while (i < end && v->rows.items[i].changed && !is_hidden(v, &v->rows.items[i])) i++;
    return i;
}

static void put_hunk(tn_diff_view *v, size_t begin, size_t end)
{
    tn_diff_put_heading(v, begin, end);
    for (size_t i = begin; i < end;) {
        size_t next = run_end(v, i, end);
        forms_put_side(v, TN_LHS, i, next);
        forms_put_side(v, TN_RHS, i, next);
        if (next == i) {
            const tn_diff_row *row = &v->rows.items[next++];
            bool is_marked = row->changed && !is_patch(v);
            put_line(v, TN_RHS, row->line[TN_RHS], is_marked ? "~" : " ", TN_PLAIN);
        }
        i = next;
    }
}

/* Writes a name as git writes it in a patch. A name with characters that need escapes is in quotes,
 * with octal escapes. A tab ends a name with spaces, because patch(1) would cut it otherwise. */
static void put_patch_name(tn_diff_view *v, tunip_str name)
{
    static const tn_escape_policy policy = {.quoted = {'"', '\\', '\\'}, .letters = "", .kept = ""};
    const bool quoted = tn_escape_run(name, 0, &policy) < name.size;
    if (quoted) put(v, "\"");
    for (size_t at = 0; at < name.size;) {
        char octal[sizeof "\\377"];
        const size_t size = tn_escape_run(name, at, &policy);
        tn_text_put(v->out, name.data + at, size);
        at += size;
        if (at == name.size) break;
        snprintf(octal, sizeof octal, "\\%03o", (unsigned)(unsigned char)name.data[at++]);
        put(v, octal);
    }
    put(v, quoted ? "\"" : memchr(name.data, ' ', name.size) ? "\t" : "");
}

static void put_name(tn_diff_view *v, const char *sign, const char *name, tn_diff_colour colour)
{
    tn_diff_put_colour(v, colour);
    put(v, sign);
    if (is_patch(v))
        put_patch_name(v, tunip_str_from(name));
    else
        tn_text_put_visible(v->out, tunip_str_from(name));
    tn_diff_put_colour(v, TN_PLAIN);
    put(v, "\n");
}

void tn_diff_put_unified(tn_diff_view *v)
{
    put_name(v, "--- ", v->options.lhs_name, TN_RED);
    put_name(v, "+++ ", v->options.rhs_name, TN_GREEN);
    tn_diff_each_hunk(v, put_hunk);
}

/* The lines that differ as texts; nothing if there are none, because patch(1) refuses a heading
 * alone. Without colours the parts of lines are not marked. */
void tn_diff_put_patch(tn_diff_view *v)
{
    bool any = false;
    for (size_t i = 0; i < v->rows.count; i++) {
        tn_diff_row *row = &v->rows.items[i];
        row->changed = !is_hidden(v, row);
        any |= row->changed;
    }
    v->options.colour = false;
    if (any) tn_diff_put_unified(v);
}

/* ---- side by side ---- */

enum { BETWEEN = 3 }; /* the number of columns between the cells */

static size_t cell_width(const tn_diff_view *v)
{
    enum { LEAST = 10 };
    size_t width = v->options.width > BETWEEN ? (v->options.width - BETWEEN) / 2 : 0;
    return width < LEAST ? LEAST : width;
}

/* The part of a line that a cell shows: `room` columns from column `from` on. Columns count from
 * the indentation that all lines of the hunk have, which is not shown. */
typedef struct window {
    size_t from, room;
    size_t indentation;
    size_t digits; /* of the line number in front; 0: no number, because the cells are narrow */
} window;

static size_t indentation_of(const tn_diff_side *side, size_t line)
{
    tunip_str text = tn_diff_line_text(side, line);
    size_t blanks = 0;
    while (blanks < text.size && text.data[blanks] == ' ') blanks++;
    return blanks < text.size ? blanks : SIZE_MAX;
}

/* The window of all rows of a hunk that show the beginnings of their lines. */
static window window_of_hunk(const tn_diff_view *v, size_t begin, size_t end)
{
    enum { LEAST = 24 };
    window w = {.room = cell_width(v), .indentation = SIZE_MAX};
    size_t lines = 0;
    for (size_t s = 0; s < TN_SIDES; s++) {
        for (size_t i = begin; i < end; i++) {
            size_t line = v->rows.items[i].line[s];
            if (line == TN_NO_LINE) continue;
            size_t blanks = indentation_of(&v->sides[s], line);
            if (blanks < w.indentation) w.indentation = blanks;
            if (line + 1 > lines) lines = line + 1;
        }
    }
    if (w.indentation == SIZE_MAX) w.indentation = 0;
    for (; lines; lines /= 10) w.digits++;
    if (w.room < LEAST + w.digits) w.digits = 0;
    if (w.digits) w.room -= w.digits + 1;
    return w;
}

/* Skips the part before the window and writes an ellipsis. Returns the number of columns
 * written. */
static size_t put_cut_front(tn_diff_view *v, tunip_str text, size_t from, size_t *at)
{
    size_t skipped = 0;
    if (!from) return 0;
    while (*at < text.size && skipped <= from) {
        const tn_glyph glyph = tn_glyph_at(text, *at);
        skipped += glyph.width;
        *at += glyph.size;
    }
    if (!skipped) return 0;
    size_t blanks =
        skipped > from ? skipped - from - 1 : 0; /* the window begins within a wide character */
    put(v, "\u2026");
    tn_text_fill(v->out, ' ', blanks);
    return 1 + blanks;
}

/* The colours of a line, and where its text is. */
typedef struct cell_colours {
    const tn_diff_side *side;
    tn_diff_colour line, part; /* if it differs */
    line_parts parts;
    bool in_part;
    bool is_same;     /* it does not differ, and has the colours of the syntax: */
    size_t run;       /* the next run */
    const char *open; /* the sequence of the colour, or "" */
} cell_colours;

/* Goes to another colour of the syntax. */
static void put_sequence(tn_diff_view *v, cell_colours *c, const char *sequence)
{
    if (strcmp(sequence, c->open) == 0) return;
    if (*c->open) put(v, plain_sequence);
    put(v, sequence);
    c->open = sequence;
}

static const char *sequence_at(cell_colours *c, size_t at)
{
    while (c->run < c->side->syntax.count && c->side->syntax.items[c->run].end <= at) c->run++;
    return sequence_of(c->side, c->run);
}

/* Begins or ends the colour of a part that differs, if one begins or ends at `at`. */
static void put_part_colour(tn_diff_view *v, cell_colours *c, size_t at)
{
    while (c->parts.end <= at && next_part(&c->parts)) continue;
    if (c->parts.differs == c->in_part) return;
    c->in_part = c->parts.differs;
    tn_diff_put_colour(v, TN_PLAIN);
    tn_diff_put_colour(v, c->in_part ? c->part : c->line);
}

/* Writes the part of a text that is in the window. `colours` is NULL, or for a text that is a part
 * of a side. Returns the number of columns written. */
static size_t put_cut(tn_diff_view *v, tunip_str text, window w, cell_colours *colours)
{
    size_t at = 0, used = put_cut_front(v, text, w.from, &at);
    size_t begin = colours ? (size_t)(text.data - colours->side->text.data) : 0;
    bool fits = used + tn_utf8_width((tunip_str){text.data + at, text.size - at}) <= w.room;
    while (at < text.size) {
        const tn_glyph glyph = tn_glyph_at(text, at);
        if (!fits && used + glyph.width >= w.room) break;
        if (colours && colours->is_same)
            put_sequence(v, colours, sequence_at(colours, begin + at));
        else if (colours)
            put_part_colour(v, colours, begin + at);
        tn_text_put_visible(v->out, (tunip_str){text.data + at, glyph.size});
        used += glyph.width;
        at += glyph.size;
    }
    if (colours) put_sequence(v, colours, "");
    if (at < text.size) put(v, "\u2026");
    return used + (at < text.size);
}

/* Finds the columns of the first part of the line that differs; false if there is none. */
static bool first_part(const tn_diff_side *side, size_t line, size_t *begin, size_t *end)
{
    size_t line_begin = tn_diff_line(side, line).begin;
    line_parts p = parts_of(side, line);
    while (next_part(&p) && !p.differs) {}
    if (p.at >= p.line_end) return false;
    *begin = width_of(side, line_begin, p.at);
    *end = width_of(side, line_begin, p.end);
    return true;
}

/* Chooses the columns that both cells of a row show, around the first part that differs. */
static window window_of(const tn_diff_view *v, const tn_diff_row *row, window w)
{
    enum { IN_FRONT = 3 }; /* one of three columns is for the text before the part */
    size_t first = SIZE_MAX, last = 0;
    for (size_t s = 0; s < TN_SIDES && row->changed; s++) {
        size_t begin, end, line = row->line[s];
        if (line == TN_NO_LINE || !has_parts(&v->sides[s], line)) continue;
        if (!first_part(&v->sides[s], line, &begin, &end)) continue;
        if (begin < first) first = begin;
        if (end > last) last = end;
    }
    if (first == SIZE_MAX) return w;
    first -= first < w.indentation ? first : w.indentation;
    last -= last < w.indentation ? last : w.indentation;
    if (last >= w.room && first > w.room / IN_FRONT) w.from = first - w.room / IN_FRONT;
    return w;
}

/* The line number, or as many blanks. */
static void put_number(tn_diff_view *v, size_t line, window w)
{
    if (!w.digits) return;
    if (line == TN_NO_LINE)
        tn_text_fill(v->out, ' ', w.digits);
    else
        tn_text_put_number(v->out, line + 1, w.digits);
    tn_text_fill(v->out, ' ', 1);
}

/* The text of a line behind the indentation of its hunk. A blank line may be shorter. */
static tunip_str indented_text(const tn_diff_side *side, size_t line, window w)
{
    tunip_str text = tn_diff_line_text(side, line);
    size_t cut = text.size < w.indentation ? text.size : w.indentation;
    return (tunip_str){text.data + cut, text.size - cut};
}

static void put_cell(tn_diff_view *v, size_t which, const tn_diff_row *row, window w)
{
    size_t used = 0, line = row->line[which];
    bool changed = row->changed && line != TN_NO_LINE && !is_hidden(v, row);
    put_number(v, line, w);
    const tn_diff_side *side = &v->sides[which];
    cell_colours colours = {.side = side,
                            .line = which == TN_LHS ? TN_RED : TN_GREEN,
                            .part = which == TN_LHS ? TN_RED_PART : TN_GREEN_PART,
                            .is_same = !changed,
                            .open = ""};
    bool coloured = v->options.colour && line != TN_NO_LINE && (!changed || has_parts(side, line));
    if (coloured && changed) colours.parts = parts_of(side, line);
    if (coloured && !changed) colours.run = run_of(side, tn_diff_line(side, line).begin);
    if (changed) tn_diff_put_colour(v, colours.line);
    if (line != TN_NO_LINE)
        used = put_cut(v, indented_text(side, line, w), w, coloured ? &colours : NULL);
    if (changed) tn_diff_put_colour(v, TN_PLAIN);
    if (which == TN_LHS && used < w.room) tn_text_fill(v->out, ' ', w.room - used);
}

static const char *sign_of(const tn_diff_view *v, const tn_diff_row *row)
{
    if (!row->changed) return "   ";
    if (row->line[TN_RHS] == TN_NO_LINE) return " <";
    if (row->line[TN_LHS] == TN_NO_LINE) return " > ";
    return is_hidden(v, row) ? " ~ " : " | ";
}

/* Writes the blanks and carets that are in the window. Returns the number of columns written. */
static size_t put_caret_cell(tn_diff_view *v, size_t which, size_t line, window w)
{
    const tn_diff_side *side = &v->sides[which];
    size_t before = v->out->bytes.count;
    if (line == TN_NO_LINE || !has_parts(side, line)) return 0;
    put_carets(v, side, line);
    size_t skipped = w.indentation + w.from;
    size_t count = v->out->bytes.count - before, cut = count < skipped ? count : skipped;
    size_t left = count - cut < w.room ? count - cut : w.room;
    char *bytes = v->out->bytes.items ? v->out->bytes.items + before : NULL;
    if (bytes) memmove(bytes, bytes + cut, left);
    v->out->bytes.count = before + left;
    return left;
}

/* Writes the row of carets below a row, unless the window cuts all of them off. Colours mark the
 * parts in the row itself. */
static void put_caret_row(tn_diff_view *v, const tn_diff_row *row, window w)
{
    size_t before = v->out->bytes.count;
    if (v->options.colour || !row->changed || is_hidden(v, row)) return;
    put_number(v, TN_NO_LINE, w);
    size_t used = put_caret_cell(v, TN_LHS, row->line[TN_LHS], w);
    size_t end = v->out->bytes.count;
    tn_text_fill(v->out, ' ', w.room - used + BETWEEN);
    put_number(v, TN_NO_LINE, w);
    if (put_caret_cell(v, TN_RHS, row->line[TN_RHS], w)) end = v->out->bytes.count;
    v->out->bytes.count = end;
    if (end > before && memchr(v->out->bytes.items + before, '^', end - before))
        put(v, "\n");
    else
        v->out->bytes.count = before;
}

static void put_wide_hunk(tn_diff_view *v, size_t begin, size_t end)
{
    const window hunk = window_of_hunk(v, begin, end);
    tn_diff_put_heading(v, begin, end);
    for (size_t i = begin; i < end; i++) {
        const tn_diff_row *row = &v->rows.items[i];
        const window w = window_of(v, row, hunk);
        put_cell(v, TN_LHS, row, w);
        put(v, sign_of(v, row));
        put_cell(v, TN_RHS, row, w);
        put(v, "\n");
        put_caret_row(v, row, w);
    }
}

void tn_diff_put_side_by_side(tn_diff_view *v)
{
    const window w = {.room = cell_width(v)};
    size_t used = put_cut(v, tunip_str_from(v->options.lhs_name), w, NULL);
    tn_text_fill(v->out, ' ', w.room - used + BETWEEN);
    put_cut(v, tunip_str_from(v->options.rhs_name), w, NULL);
    put(v, "\n");
    tn_diff_each_hunk(v, put_wide_hunk);
}
