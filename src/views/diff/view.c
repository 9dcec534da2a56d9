/* view.c -- the two printed modules of a diff: their lines, their functions, and the marks of
 * their edits. */
#include "view.h"

#include <stdlib.h>

#include <tunip/mlir.h>
#include <tunip/site.h>

#include "../../compare/diff.h"
#include "../../ir/path.h"
#include "../../ir/same.h"
#include "../../ir/visit.h"
#include "../../library/context.h"
#include "../../util/options.h"
#include "pair.h"

/* ======== view ======== */

/* Makes the view of a diff: prints both sides, marks the lines with edits, and pairs the
 * lines that correspond. */

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
        tn_no_memory(error);
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
    if (!tn_diff_view_failed(v)) tn_diff_pair_operations(v);
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
        tn_array_free(&side->syntax, v->allocator);
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
    tn_diff_drop_operations(v);
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

/* ======== mapped ======== */

/* The functions whose source maps a diff needs: those with edits, and those whose text
 * differs. To print a module with all source maps takes five times as long, and ten times the
 * memory; usually few functions differ. */

/* Returns the first `depth` steps of a path. Edits that are near each other share the beginnings of
 * their paths. Returns NULL if another path went through the same steps: `passed` has each
 * MARK_EVERY-th step, so that all climbs together take linear time. */
static const tunip_path *climb(tn_diff_view *v, tn_set *passed, const tunip_path *path,
                               size_t depth)
{
    enum { MARK_EVERY = 16 };
    bool is_new = true;
    for (; path && path->depth > depth; path = path->parent) {
        if (path->depth % MARK_EVERY) continue;
        if (!tn_set_add(passed, path, &is_new)) tn_diff_view_fail(v);
        if (!is_new) return NULL;
    }
    return path;
}

/* Adds the nodes on a path, up to this depth. Functions are members of the root or of a list or map
 * in it. Only those of MLIR are deeper: in the block of a region of a module, which may be one of
 * several in a file, and in another module. */
static void add_path(tn_diff_view *v, size_t which, const tunip_path *path)
{
    enum { DEEPEST = 2 + 2 + 6 + 6 };
    tn_diff_side *side = &v->sides[which];
    for (path = climb(v, &side->passed, path, DEEPEST); path && path->depth; path = path->parent) {
        bool added;
        const tunip_node *node = tn_follow(&side->follower, path);
        if (node && !tn_set_add(&side->mapped, node, &added)) tn_diff_view_fail(v);
    }
}

static void add_edits(tn_diff_view *v, const tunip_edit *edits, size_t count)
{
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) {
        const tunip_edit *edit = &edits[i];
        add_path(v, TN_LHS, edit->lhs_path);
        add_path(v, TN_RHS, edit->rhs_path);
        if (edit->inner_path)
            add_path(v, edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS, edit->inner_path);
    }
}

void tn_diff_map_edits(tn_diff_view *v)
{
    const tunip_script *script = v->script;
    add_edits(v, script->edits, script->edit_count);
    /* only JSON has the places of renamed variables */
    if (v->options.form == TUNIP_DIFF_JSON) add_edits(v, script->renames, script->rename_count);
    for (size_t s = 0; s < TN_SIDES; s++)
        if (v->sides[s].follower.failed) tn_diff_view_fail(v);
}

bool tn_diff_map_rows(tn_diff_view *v)
{
    bool any = false;
    for (size_t i = 0; i < v->rows.count && !tn_diff_view_failed(v); i++) {
        const tn_diff_row *row = &v->rows.items[i];
        for (size_t s = 0; row->changed && s < TN_SIDES; s++) {
            bool added = false;
            tn_diff_side *side = &v->sides[s];
            if (row->line[s] == TN_NO_LINE) continue;
            size_t at = tn_diff_line(side, row->line[s]).begin;
            /* the indentation of its first line is not in a unit */
            while (at < side->text.size && side->text.data[at] == ' ') at++;
            size_t span = tunip_source_map_at(side->map, at);
            const tunip_doc *doc =
                span == TUNIP_NO_SPAN ? NULL : tunip_printed_spans(side->printed)[span].doc;
            if (!doc || doc->kind != TN_DOC_PRERENDERED) continue;
            const void *node = ((const tn_prerendered *)doc)->node;
            if (!tn_set_add(&side->mapped, node, &added)) tn_diff_view_fail(v);
            any |= added;
        }
    }
    return any;
}

/* ======== functions ======== */

/* Finds the function that contains a path, and edits that only follow a renamed
 * function. */

static bool is_key(const tunip_path *path)
{
    return path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING;
}

/* The ancestor of `path` of this depth, or `path`. Caches the result for all ancestors, because
 * edits share their prefixes. */
static const tunip_path *entry_above(tn_diff_view *v, const tunip_path *path)
{
    const uint64_t *known = NULL;
    const tunip_path *entry = path;
    while (entry->depth > TN_FUNCTION_DEPTH && !(known = tn_map_get(&v->entries, entry)))
        entry = entry->parent;
    if (known) entry = (const tunip_path *)(uintptr_t)*known;
    for (; path->depth > TN_FUNCTION_DEPTH; path = path->parent) {
        bool added;
        uint64_t *slot = tn_map_put(&v->entries, path, &added);
        if (!slot) tn_diff_view_fail(v);
        if (!slot || !added) break;
        *slot = (uint64_t)(uintptr_t)entry;
    }
    return entry;
}

/* Whether the key of an entry can be the name of a function. A function has maps, too, such as that
 * of its parameters' buffers, whose keys are variables. The decisions in the trace of a schedule
 * have its instructions as keys. */
static bool names_function(const tunip_path *path)
{
    const tunip_type *type = is_key(path) && path->at.key ? path->at.key->type : NULL;
    bool has_identity =
        type && (type->flags & TUNIP_TYPE_VARIABLE || tn_equality_of(type) == TUNIP_EQ_DAG);
    return is_key(path) && !has_identity;
}

const tunip_path *tn_diff_function_of(tn_diff_view *v, const tunip_path *path)
{
    path = entry_above(v, path);
    return path->depth == TN_FUNCTION_DEPTH && names_function(path) ? path : NULL;
}

tunip_str tn_diff_key_name(const tunip_path *path)
{
    return tn_path_key_name(path->at.key);
}

static bool is_name_of(tn_diff_view *v, const tunip_node *node, const tunip_path *path)
{
    if (!tunip_is(node, &tunip_string_type)) return false;
    const tunip_path *function = tn_diff_function_of(v, path);
    return function && tunip_str_equal(tunip_string_value(node), tn_diff_key_name(function));
}

bool tn_diff_follows_name(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    if (edit->kind != TUNIP_EDIT_CHANGE || edit->field) return false;
    if (!is_name_of(v, edit->lhs, edit->lhs_path) || !is_name_of(v, edit->rhs, edit->rhs_path))
        return false;
    return tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs) && !lhs.exact &&
           tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs) && !rhs.exact;
}

tunip_edit_kind tn_diff_fate_of(const tunip_edit *edit)
{
    bool whole = edit->lhs_path->depth == TN_FUNCTION_DEPTH && is_key(edit->lhs_path);
    return whole ? edit->kind : TUNIP_EDIT_CHANGE;
}

/* ======== lines ======== */

/* Looks up lines in the text of one side of a diff. */

void tn_diff_view_fail(tn_diff_view *v)
{
    tn_no_memory(&v->error);
}

tn_range tn_diff_line(const tn_diff_side *side, size_t line)
{
    const size_t *starts = side->printed->source.lines.items;
    bool last = line + 1 == side->line_count;
    return (tn_range){starts[line], last ? side->text.size : starts[line + 1] - 1};
}

tunip_str tn_diff_line_text(const tn_diff_side *side, size_t line)
{
    const tn_range range = tn_diff_line(side, line);
    return (tunip_str){side->text.data + range.begin, range.end - range.begin};
}

tunip_str tn_diff_trimmed(tunip_str text)
{
    while (text.size && *text.data == ' ') text.data++, text.size--;
    return text;
}

size_t tn_diff_line_of(const tn_diff_side *side, size_t offset)
{
    size_t line, column;
    tn_lines_locate(&side->printed->source.lines, offset, &line, &column);
    return line - 1 < side->line_count ? line - 1 : side->line_count - 1;
}

size_t tn_diff_head_line(const tn_diff_side *side, size_t offset)
{
    size_t line = tn_diff_line_of(side, offset);
    while (line + 1 < side->line_count &&
           *tn_diff_trimmed(tn_diff_line_text(side, line)).data == '@')
        line++;
    return line;
}

bool tn_diff_says_something(const tn_diff_side *side, size_t line)
{
    enum { SHORTEST = 5 };
    return tn_diff_trimmed(tn_diff_line_text(side, line)).size >= SHORTEST;
}

bool tn_diff_begins_line(const tn_diff_side *side, size_t offset)
{
    size_t begin = tn_diff_line(side, tn_diff_line_of(side, offset)).begin;
    while (begin < offset && side->text.data[begin] == ' ') begin++;
    return begin == offset;
}

size_t tn_diff_moved(const tn_diff_side *side, size_t line)
{
    if (!side->moves[line]) return TN_NO_LINE;
    bool follows =
        line && side->moves[line - 1] && side->partner[line - 1] + 1 == side->partner[line];
    return follows ? TN_NO_LINE : side->partner[line];
}

/* ======== place ======== */

/* Finds the range of a path in the text of one side, by the source map. */

/* The start of the name that the Doc of `span` defines; of the span if it defines none. */
static size_t name_begin(const tunip_span *span)
{
    const tunip_doc *name = NULL, *doc = span->doc;
    if (doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)doc)->name;
    if (doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)doc)->name;
    for (size_t i = 1; name && i <= span->inside; i++)
        if (span[i].doc == name) return span[i].begin;
    return span->begin;
}

/* Finds the spans of a path. Only a path that outlives the view may be remembered in the cache. */
static bool find(tn_diff_view *v, size_t which, const tunip_path *path, bool remember,
                 tunip_found *found)
{
    tn_diff_side *side = &v->sides[which];
    return tn_source_map_find(side->map, &side->tracer, path, remember, found, &v->error) ==
           TUNIP_OK;
}

bool tn_diff_find(tn_diff_view *v, size_t which, const tunip_path *path, tunip_found *found)
{
    return find(v, which, path, true, found);
}

static bool find_spot(tn_diff_view *v, size_t which, const tunip_path *path, bool remember,
                      tn_diff_spot *spot)
{
    tunip_found found;
    const tn_diff_side *side = &v->sides[which];
    if (!find(v, which, path, remember, &found) || !found.count) return false;
    bool in_all = !found.exact && found.spans[0] == 0 && side->main != TUNIP_NO_SPAN;
    const tunip_span *span =
        &tunip_printed_spans(side->printed)[in_all ? side->main : found.spans[0]];
    *spot = (tn_diff_spot){.range = {span->begin, span->end},
                           .name = name_begin(span),
                           .exact = found.exact,
                           .expression = tunip_doc_classify(span->doc) == TUNIP_CLASS_EXPR};
    return true;
}

/* A sequence has no text of its own: its range begins with its first element and ends with its last
 * one, which may be a sequence again. */
static void reach_last(tn_diff_view *v, size_t which, const tunip_path *path, tn_range *range)
{
    enum { DEEPEST = 16 }; /* the maximum depth of sequences that end with sequences */
    tn_diff_spot last;
    tunip_path steps[2 * DEEPEST];
    const tunip_field *field;
    tn_follower *follower = &v->sides[which].follower;
    const tunip_array *elements = tn_visit_elements(tn_follow(follower, path), &field);
    for (size_t i = 0; i < DEEPEST && elements && elements->count; i++) {
        tunip_path *list = &steps[2 * i], *item = list + 1;
        *list = (tunip_path){.parent = path,
                             .at.attr = field->name,
                             .depth = path->depth + 1,
                             .step = TUNIP_STEP_ATTR};
        *item = tn_item_step(TUNIP_STEP_ITEM, elements->count - 1);
        item->parent = list;
        item->depth = list->depth + 1;
        path = item;
        if (find_spot(v, which, path, false, &last) && last.exact && last.range.end > range->end)
            range->end = last.range.end;
        elements = tn_visit_elements(elements->items[elements->count - 1], &field);
    }
    if (follower->failed) tn_diff_view_fail(v);
}

bool tn_diff_place(tn_diff_view *v, size_t which, const tunip_path *path, tn_diff_spot *spot)
{
    if (!find_spot(v, which, path, true, spot)) return false;
    if (spot->exact && !spot->expression) reach_last(v, which, path, &spot->range);
    return !tn_diff_view_failed(v);
}

bool tn_diff_replaces(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot spot;
    if (edit->kind != TUNIP_EDIT_CHANGE || edit->field) return false;
    return tn_diff_place(v, TN_LHS, edit->lhs_path, &spot) && spot.exact && !spot.expression;
}

/* ======== mark ======== */

/* Marks the lines and parts of lines of each edit: maps paths to ranges of the text by
 * the source map. */

static void mark_lines(tn_diff_side *side, size_t first, size_t last, tn_diff_mark as)
{
    for (size_t i = first; i <= last; i++)
        if (side->marks[i] < as) side->marks[i] = (uint8_t)as;
}

static void mark_head(tn_diff_side *side, size_t offset)
{
    size_t line = tn_diff_head_line(side, offset);
    mark_lines(side, line, line, TN_DIFFERS);
}

static void add_part(tn_diff_view *v, tn_diff_side *side, tn_range range)
{
    if (!tn_array_push(&side->parts, v->allocator, range)) tn_diff_view_fail(v);
}

/* The lines of a range that is new, or that the other side does not have. Some of them may have a
 * counterpart nevertheless. If the range is within a line, marks it as a part of the line. */
static void mark_range(tn_diff_view *v, tn_diff_side *side, tn_range range)
{
    if (range.end <= range.begin) return;
    size_t first = tn_diff_line_of(side, range.begin), last = tn_diff_line_of(side, range.end - 1);
    mark_lines(side, first, last, TN_MAY_DIFFER);
    if (first == last) add_part(v, side, range);
}

/* An edit at an unprinted node marks the start of its nearest printed ancestor; a rename marks the
 * name. In an expression of several lines, the edit may be in any of them. */
static void mark(tn_diff_view *v, size_t which, const tunip_path *path, tunip_edit_kind kind)
{
    tn_diff_spot spot;
    tn_diff_side *side = &v->sides[which];
    if (tn_path_is_missing(path) || !tn_diff_place(v, which, path, &spot)) return;
    tn_range range = spot.range;
    size_t head = tn_diff_head_line(side, range.begin);
    size_t first = spot.exact ? tn_diff_line_of(side, range.begin) : head;
    size_t last = tn_diff_line_of(side, range.end > range.begin ? range.end - 1 : range.end);
    if (last < first) last = first;
    bool is_change = kind == TUNIP_EDIT_CHANGE;
    if (kind == TUNIP_EDIT_RENAME)
        mark_head(side, spot.name);
    else if (first == last || (!spot.exact && !spot.expression))
        mark_lines(side, first, first, is_change ? TN_DIFFERS : TN_MAY_DIFFER);
    else
        mark_lines(side, first, last, TN_MAY_DIFFER);
    if (kind == TUNIP_EDIT_RENAME || first != last) return;
    add_part(v, side, range);
}

/* The index of the first range that begins at or after `offset`. */
static size_t first_from(const tn_ranges *ranges, size_t offset)
{
    return tn_first_from(ranges->items, ranges->count, sizeof *ranges->items,
                         offsetof(tn_range, begin), offset);
}

/* ---- wraps ---- */

/* Records the inner nodes of a wrap or unwrap, which are not inserted or deleted. */
static void keep_inner(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot within;
    size_t which = edit->kind == TUNIP_EDIT_WRAP ? TN_RHS : TN_LHS;
    if (!edit->inner_path) return;
    if (!tn_diff_place(v, which, edit->inner_path, &within) || !within.exact) return;
    if (!tn_array_push(&v->sides[which].kept, v->allocator, within.range)) tn_diff_view_fail(v);
}

/* Marks the range from `begin` to the next kept part. The indentation of a kept part belongs to the
 * part. */
static void mark_before(tn_diff_view *v, tn_diff_side *side, size_t begin, size_t kept)
{
    size_t line = tn_diff_line(side, tn_diff_line_of(side, kept)).begin;
    mark_range(v, side,
               (tn_range){begin, tn_diff_begins_line(side, kept) && line ? line - 1 : kept});
}

/* The position after a kept part; if a line ends there, the start of the next line. */
static size_t behind(const tn_diff_side *side, size_t end)
{
    return end < side->text.size && side->text.data[end] == '\n' ? end + 1 : end;
}

/* A node that is not printed leaves no mark, unless nothing else in the function around it does. */
static void note_silent(tn_diff_view *v, size_t which, tn_range function)
{
    const tn_diff_side *side = &v->sides[which];
    size_t last = function.end > function.begin ? function.end - 1 : function.begin;
    tn_diff_silent edit = {which, tn_diff_head_line(side, function.begin),
                           tn_diff_line_of(side, last) + 1};
    if (!tn_array_push(&v->silent, v->allocator, edit)) tn_diff_view_fail(v);
}

/* Marks the new or removed node without its inner nodes; only its first line if the places of the
 * inner nodes are unknown. */
static void mark_around(tn_diff_view *v, size_t which, const tunip_path *outer)
{
    tn_diff_spot around;
    tn_diff_side *side = &v->sides[which];
    if (!tn_diff_place(v, which, outer, &around)) return;
    if (!around.exact) {
        note_silent(v, which, around.range);
        return;
    }
    size_t at = around.range.begin, end = around.range.end, i = first_from(&side->kept, at + 1);
    if (i == side->kept.count || side->kept.items[i].begin >= end) {
        mark_head(side, at);
        return;
    }
    for (; i < side->kept.count && side->kept.items[i].begin < end; i++) {
        if (side->kept.items[i].begin < at) continue; /* inside of the previous one */
        mark_before(v, side, at, side->kept.items[i].begin);
        at = behind(side, side->kept.items[i].end);
    }
    mark_range(v, side, (tn_range){at, end});
}

static int by_begin(const void *a, const void *b)
{
    const tn_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Whether only this side prints the difference, for example because the other side omits a default.
 * Then only this side is marked. */
static bool is_only_on(tn_diff_view *v, size_t which, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    if (edit->kind != TUNIP_EDIT_CHANGE) return false;
    if (!tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs)) return false;
    if (!tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs)) return false;
    return which == TN_LHS ? lhs.exact && !rhs.exact : rhs.exact && !lhs.exact;
}

/* Whether a statement was replaced by one with another first line. Then both lines may have another
 * counterpart, with which they are the same. */
static bool is_other_statement(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot lhs, rhs;
    const tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    if (!tn_diff_replaces(v, edit)) return false;
    if (!tn_diff_place(v, TN_LHS, edit->lhs_path, &lhs)) return false;
    if (!tn_diff_place(v, TN_RHS, edit->rhs_path, &rhs) || !rhs.exact) return false;
    tunip_str x = tn_diff_line_text(a, tn_diff_head_line(a, lhs.range.begin));
    tunip_str y = tn_diff_line_text(b, tn_diff_head_line(b, rhs.range.begin));
    return !tunip_str_equal(tn_diff_trimmed(x), tn_diff_trimmed(y));
}

/* Whether the inner one of two nested loops, which are printed in one line, was replaced by another
 * loop. Then the line has changed only if its text did: what else differs is in the lines below. */
static bool is_inner_loop(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot spot;
    const tunip_path *outer = edit->lhs_path->parent;
    if (edit->kind != TUNIP_EDIT_CHANGE || edit->field || !edit->lhs || !edit->rhs) return false;
    const tunip_node *around = outer ? tn_follow(&v->sides[TN_LHS].follower, outer) : NULL;
    return around && edit->lhs->type == edit->rhs->type && edit->lhs->type == around->type &&
           tn_diff_place(v, TN_LHS, edit->lhs_path, &spot) && !spot.exact && !spot.expression;
}

static void mark_edit(tn_diff_view *v, const tunip_edit *edit)
{
    bool may_be_same = is_other_statement(v, edit) || is_inner_loop(v, edit);
    tunip_edit_kind kind = may_be_same ? TUNIP_EDIT_INSERT : edit->kind;
    if (tn_diff_follows_name(v, edit)) return;
    if (edit->kind == TUNIP_EDIT_WRAP) {
        mark_around(v, TN_RHS, edit->rhs_path);
    } else if (edit->kind == TUNIP_EDIT_UNWRAP) {
        mark_around(v, TN_LHS, edit->lhs_path);
    } else {
        if (!is_only_on(v, TN_RHS, edit)) mark(v, TN_LHS, edit->lhs_path, kind);
        if (!is_only_on(v, TN_LHS, edit)) mark(v, TN_RHS, edit->rhs_path, kind);
    }
}

static void sort_ranges(tn_ranges *ranges)
{
    if (ranges->count) qsort(ranges->items, ranges->count, sizeof(tn_range), by_begin);
}

void tn_diff_mark_edits(tn_diff_view *v)
{
    const tunip_edit *edits = v->script->edits;
    size_t count = v->script->edit_count;
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) keep_inner(v, &edits[i]);
    for (size_t s = 0; s < TN_SIDES; s++) sort_ranges(&v->sides[s].kept);
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) mark_edit(v, &edits[i]);
    for (size_t s = 0; s < TN_SIDES; s++) sort_ranges(&v->sides[s].parts);
}

size_t tn_diff_first_part(const tn_diff_side *side, size_t offset)
{
    return first_from(&side->parts, offset);
}

/* ======== sites ======== */

/* The places in the user's program from which the lines of one side come. */

typedef struct collecting {
    tn_diff_view *view;
    tn_diff_side *side;
    size_t line;
} collecting;

static bool add_site(void *user, const tunip_site *site)
{
    collecting *c = user;
    uint64_t hash = tn_hash_bytes(site->source.data, site->source.size);
    hash = tn_hash_mix(tn_hash_mix(hash, (uint64_t)site->line), (uint64_t)site->column) | 1;
    if (tn_array_push(&c->side->sites, c->view->allocator, (tn_diff_site){hash, c->line, *site}))
        return true;
    tn_diff_view_fail(c->view);
    return false;
}

static void add_sites_of(void *user, size_t span)
{
    collecting *c = user;
    if (tn_diff_view_failed(c->view)) return;
    c->line = tn_diff_line_of(c->side, tunip_printed_spans(c->side->printed)[span].end - 1);
    tunip_each_site(tn_printed_origin(c->side->printed, &c->side->follower, span), add_site, c);
}

/* The location of an operation of MLIR stands at its end: its last line has the sites. */
static void find_operation_sites(tn_diff_view *v, size_t which)
{
    tn_diff_side *side = &v->sides[which];
    collecting c = {.view = v, .side = side};
    bool fine = tn_each_statement_end(side->printed, v->allocator, add_sites_of, &c);
    if (!fine || side->follower.failed) tn_diff_view_fail(v);
}

static bool is_mlir(const tunip_node *root)
{
    return tunip_is(root, &tunip_mlir_file_type) || tunip_is(root, &tunip_mlir_parts_type) ||
           tunip_is(root, &tunip_mlir_operation_type);
}

/* Each line has the sites of the first node in it that has a span. */
void tn_diff_find_sites(tn_diff_view *v, size_t which)
{
    enum { AT_LEAST = 64 }; /* after so many lines without a site, there are none */
    tn_diff_side *side = &v->sides[which];
    const tunip_span *spans = tunip_printed_spans(side->printed);
    size_t count = tunip_printed_span_count(side->printed), lines = 0;
    collecting c = {.view = v, .side = side, .line = TN_NO_LINE};
    if (is_mlir(side->root)) {
        find_operation_sites(v, which);
        return;
    }
    for (size_t i = 0; i < count && !tn_diff_view_failed(v); i++) {
        size_t line = tn_diff_line_of(side, spans[i].begin);
        bool is_done = line == c.line && side->sites.count &&
                       side->sites.items[side->sites.count - 1].line == line;
        if (spans[i].doc->kind == TN_DOC_PRERENDERED || is_done) continue;
        lines += line != c.line;
        if (lines > AT_LEAST && !side->sites.count) break;
        c.line = line;
        tunip_each_site(tn_printed_origin(side->printed, &side->follower, i), add_site, &c);
    }
    if (side->follower.failed) tn_diff_view_fail(v);
}

size_t tn_diff_first_site(const tn_diff_side *side, size_t line)
{
    return tn_first_from(side->sites.items, side->sites.count, sizeof *side->sites.items,
                         offsetof(tn_diff_site, line), line);
}
