/* diff_view.c -- which lines of two texts go together. Lines that no edit is in do when they read
 * the same, names of corresponding variables aside; the rest goes together between these. */
#include "diff_view.h"

#include <stdlib.h>

#include "base/options.h"
#include "base/unicode.h"
#include "context.h"
#include "ir/align.h"
#include "ir/diff.h"
#include "ir/follow.h"
#include "ir/visit.h"

void tn_diff_view_fail(tn_diff_view *v)
{
    tunip_error_set(&v->error, TUNIP_ERROR_MEMORY, "out of memory");
}

tn_range tn_diff_line(const tn_diff_side *side, size_t line)
{
    const size_t *starts = side->printed->lines.items;
    bool last = line + 1 == side->line_count;
    return (tn_range){starts[line], last ? side->text.size : starts[line + 1] - 1};
}

tunip_str tn_diff_line_text(const tn_diff_side *side, size_t line)
{
    const tn_range range = tn_diff_line(side, line);
    return (tunip_str){side->text.data + range.begin, range.end - range.begin};
}

static size_t line_of(const tn_diff_side *side, size_t offset)
{
    size_t line, column;
    tn_lines_locate(&side->printed->lines, offset, &line, &column);
    return line - 1 < side->line_count ? line - 1 : side->line_count - 1;
}

/* ---- printing ---- */

/* Behind what the text imports. */
static size_t main_span(const tunip_printed *printed)
{
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed);
    for (size_t i = 0; i < count; i++)
        if (spans[i].doc->kind == TUNIP_DOC_FUNCTION || spans[i].doc->kind == TUNIP_DOC_CLASS)
            return i;
    return TUNIP_NO_SPAN;
}

/* Of what is noted for each line, in one piece of memory. */
static size_t line_notes_size(const tn_diff_side *side)
{
    return (side->line_count + 1) * (sizeof *side->moved + sizeof *side->marks);
}

static void open_side(tn_diff_view *v, tn_diff_side *side, const tunip_node *root)
{
    tunip_print_options options;
    if (tn_diff_view_failed(v)) return;
    if (tn_options_take(&options, sizeof options, v->options.print, &v->error) != TUNIP_OK) return;
    options.no_source_map = false;
    if (tunip_print(v->context, root, &options, &side->printed, &v->error) != TUNIP_OK) return;
    side->map = tunip_source_map_new(side->printed, &v->error);
    side->main = main_span(side->printed);
    side->text = tunip_printed_text(side->printed);
    side->line_count = side->printed->lines.count;
    size_t size = line_notes_size(side);
    side->moved = v->allocator->alloc(v->allocator->ctx, size);
    if (side->moved) memset(side->moved, 0, size);
    side->marks = side->moved ? (uint8_t *)(side->moved + side->line_count + 1) : NULL;
    if (!side->moved) tn_diff_view_fail(v);
}

/* ---- where edits are ---- */

/* Where the name of what `span` defines begins, or the span itself. */
static size_t name_begin(const tunip_span *span)
{
    const tunip_doc *name = NULL, *doc = span->doc;
    if (doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)doc)->name;
    if (doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)doc)->name;
    for (size_t i = 1; name && i <= span->inside; i++)
        if (span[i].doc == name) return span[i].begin;
    return span->begin;
}

bool tn_diff_place(tn_diff_view *v, size_t which, const tunip_path *path, tn_diff_spot *spot)
{
    tunip_found found;
    const tn_diff_side *side = &v->sides[which];
    if (tunip_source_map_find_path(side->map, path, &found, &v->error) != TUNIP_OK) return false;
    if (!found.count) return false;
    bool in_all = !found.exact && found.spans[0] == 0 && side->main != TUNIP_NO_SPAN;
    const tunip_span *span =
        &tunip_printed_spans(side->printed)[in_all ? side->main : found.spans[0]];
    *spot = (tn_diff_spot){.range = {span->begin, span->end},
                           .name = name_begin(span),
                           .exact = found.exact,
                           .expression = tunip_doc_classify(span->doc) == TUNIP_CLASS_EXPR};
    return true;
}

static bool is_missing(const tunip_path *path)
{
    return path->step >= TUNIP_STEP_ATTR_MISSING && path->parent;
}

static tunip_str trimmed(tunip_str text)
{
    while (text.size && *text.data == ' ') text.data++, text.size--;
    return text;
}

size_t tn_diff_head_line(const tn_diff_side *side, size_t offset)
{
    size_t line = line_of(side, offset);
    while (line + 1 < side->line_count && *trimmed(tn_diff_line_text(side, line)).data == '@')
        line++;
    return line;
}

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

/* Lines, and if it is no more than a part of one, that part. */
static void mark_range(tn_diff_view *v, tn_diff_side *side, tn_range range)
{
    if (range.end <= range.begin) return;
    size_t first = line_of(side, range.begin), last = line_of(side, range.end - 1);
    mark_lines(side, first, last, TN_DIFFERS);
    if (first == last) add_part(v, side, range);
}

/* What is not printed itself marks where what is around it begins, a new name where it is. Of an
 * expression of several lines it may be in any. */
static void mark(tn_diff_view *v, size_t which, const tunip_path *path, tunip_edit_kind kind)
{
    tn_diff_spot spot;
    tn_diff_side *side = &v->sides[which];
    if (is_missing(path) || !tn_diff_place(v, which, path, &spot)) return;
    tn_range range = spot.range;
    size_t head = tn_diff_head_line(side, range.begin);
    size_t first = spot.exact ? line_of(side, range.begin) : head;
    size_t last = line_of(side, range.end > range.begin ? range.end - 1 : range.end);
    if (last < first) last = first;
    if (kind == TUNIP_EDIT_RENAME)
        mark_head(side, spot.name);
    else if (spot.exact || first == last)
        mark_lines(side, first, last, TN_DIFFERS);
    else if (spot.expression)
        mark_lines(side, first, last, TN_MAY_DIFFER);
    else
        mark_lines(side, first, first, TN_DIFFERS);
    if (kind == TUNIP_EDIT_RENAME || first != last) return;
    add_part(v, side, range);
}

/* Whether nothing but blanks stands in front of a place in its line. */
static bool begins_line(const tn_diff_side *side, size_t offset)
{
    size_t begin = tn_diff_line(side, line_of(side, offset)).begin;
    while (begin < offset && side->text.data[begin] == ' ') begin++;
    return begin == offset;
}

/* A sequence is printed as what is in it: it ends with the last of that. */
static void reach_last(tn_diff_view *v, size_t which, const tunip_path *path, tn_range *range)
{
    tn_diff_spot last;
    tn_follower follower;
    const tunip_field *field;
    const struct tunip_script_memory *script = v->script->memory;
    tn_follower_init(&follower, which == TN_LHS ? script->lhs : script->rhs, v->allocator);
    const tunip_array *elements = tn_visit_elements(tn_follow(&follower, path), &field);
    if (follower.failed) tn_diff_view_fail(v);
    tn_follower_free(&follower);
    if (!elements || !elements->count) return;
    tunip_path list = {path, {.attr = field->name}, path->depth + 1, TUNIP_STEP_ATTR};
    tunip_path item = tn_item_step(TUNIP_STEP_ITEM, elements->count - 1);
    item.parent = &list;
    item.depth = path->depth + 2;
    if (tn_diff_place(v, which, &item, &last) && last.exact) range->end = last.range.end;
}

/* What is around the inner one; its first line, when it is not known where the inner one is. */
static void mark_around(tn_diff_view *v, size_t which, const tunip_path *outer,
                        const tunip_path *inner)
{
    tn_diff_spot around, within;
    tn_diff_side *side = &v->sides[which];
    if (!tn_diff_place(v, which, outer, &around)) return;
    const tn_range all = around.range;
    bool is_known = around.exact && tn_diff_place(v, which, inner, &within) && within.exact;
    if (is_known && within.range.begin > all.begin) {
        tn_range in = within.range;
        reach_last(v, which, inner, &in);
        bool below = begins_line(side, in.begin);
        size_t line = tn_diff_line(side, line_of(side, in.begin)).begin;
        mark_range(v, side, (tn_range){all.begin, below && line ? line - 1 : in.begin});
        mark_range(v, side, (tn_range){in.end, all.end});
    } else {
        mark_head(side, all.begin);
    }
}

/* What begins a line on both sides: each is told where the other one is. */
static void note_move(tn_diff_view *v, const tunip_edit *edit)
{
    tn_diff_spot spots[TN_SIDES];
    for (size_t s = 0; s < TN_SIDES; s++) {
        const tunip_path *path = s == TN_LHS ? edit->lhs_path : edit->rhs_path;
        if (!tn_diff_place(v, s, path, &spots[s]) || !spots[s].exact) return;
        if (!begins_line(&v->sides[s], spots[s].range.begin)) return;
    }
    for (size_t s = 0; s < TN_SIDES; s++)
        v->sides[s].moved[line_of(&v->sides[s], spots[s].range.begin)] =
            line_of(&v->sides[1 - s], spots[1 - s].range.begin) + 1;
}

static int by_begin(const void *a, const void *b)
{
    const tn_range *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static void mark_edit(tn_diff_view *v, const tunip_edit *edit)
{
    if (edit->kind == TUNIP_EDIT_MOVE) note_move(v, edit);
    if (edit->kind == TUNIP_EDIT_WRAP) {
        mark_around(v, TN_RHS, edit->rhs_path, edit->inner_path);
    } else if (edit->kind == TUNIP_EDIT_UNWRAP) {
        mark_around(v, TN_LHS, edit->lhs_path, edit->inner_path);
    } else {
        mark(v, TN_LHS, edit->lhs_path, edit->kind);
        mark(v, TN_RHS, edit->rhs_path, edit->kind);
    }
}

static void mark_edits(tn_diff_view *v)
{
    for (size_t i = 0; i < v->script->edit_count && !tn_diff_view_failed(v); i++)
        mark_edit(v, &v->script->edits[i]);
    for (size_t s = 0; s < TN_SIDES; s++)
        if (v->sides[s].parts.count)
            qsort(v->sides[s].parts.items, v->sides[s].parts.count, sizeof(tn_range), by_begin);
}

size_t tn_diff_first_part(const tn_diff_side *side, size_t offset)
{
    size_t low = 0, high = side->parts.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (side->parts.items[middle].begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- names ---- */

typedef struct renaming {
    tunip_str from, to;
} renaming;

static int by_name(const void *a, const void *b)
{
    const tunip_str *x = a, *y = b; /* the first member */
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

static bool is_word(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

static size_t word_end(tunip_str line, size_t at)
{
    size_t end = at + 1;
    while (is_word(line.data[at]) && end < line.size && is_word(line.data[end])) end++;
    return end;
}

static uint64_t mix(uint64_t hash, uint64_t part)
{
    hash = (hash ^ part) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

/* Word by word, a word that was renamed as the name it was given. Without its indentation, which
 * follows from what is around the line. */
static uint64_t hash_line(tunip_str line, const renaming *names, size_t count)
{
    uint64_t hash = line.size ? 1 : 0;
    for (size_t i = 0, end; i < line.size; i = end) {
        end = word_end(line, i);
        tunip_str word = {line.data + i, end - i};
        const renaming *found = count ? bsearch(&word, names, count, sizeof *names, by_name) : NULL;
        if (found) word = found->to;
        hash = mix(hash, tn_hash_bytes(word.data, word.size));
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
    return is_word(word.data[0]) && !(word.data[0] >= '0' && word.data[0] <= '9');
}

/* Whether two lines have the same words but for a few names, made unique in another way. */
static bool alike(tunip_str a, tunip_str b)
{
    enum { FEW = 3 }; /* one of so many */
    a = trimmed(a), b = trimmed(b);
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

/* Lines that no edit is in are the same only if they nearly read so. */
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

/* A line that an edit is in goes together with none by what it reads. */
static void hash_lines(tn_diff_view *v, size_t which, const renaming *names, size_t count,
                       uint64_t *hashes)
{
    const tn_diff_side *side = &v->sides[which];
    for (size_t i = 0; i < side->line_count; i++)
        hashes[i] = side->marks[i] == TN_DIFFERS
                        ? mix(mix(0, which + 1), i)
                        : hash_line(trimmed(tn_diff_line_text(side, i)), names, count);
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

/* ---- the whole ---- */

void tn_diff_view_open(tn_diff_view *v)
{
    open_side(v, &v->sides[TN_LHS], v->script->memory->lhs);
    open_side(v, &v->sides[TN_RHS], v->script->memory->rhs);
    if (!tn_diff_view_failed(v)) mark_edits(v);
    if (!tn_diff_view_failed(v)) pair_lines(v);
}

void tn_diff_view_close(tn_diff_view *v)
{
    for (size_t i = 0; i < TN_SIDES; i++) {
        tn_diff_side *side = &v->sides[i];
        if (side->moved) v->allocator->free(v->allocator->ctx, side->moved, line_notes_size(side));
        tn_array_free(&side->parts, v->allocator);
        tunip_source_map_free(side->map);
        tunip_printed_free(side->printed);
    }
    tn_array_free(&v->rows, v->allocator);
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

static void put_number(tn_diff_view *v, char sign, size_t first, size_t count)
{
    tn_text_put(v->out, &sign, 1);
    tn_text_put_number(v->out, first == TN_NO_LINE ? 0 : first + 1, 0);
    tn_text_put_word(v->out, ",");
    tn_text_put_number(v->out, count, 0);
    tn_text_put_word(v->out, " ");
}

/* The line of the innermost function around `line`: the first that is no decorator. */
static size_t function_line(const tn_diff_side *side, size_t line)
{
    const tunip_span *spans = tunip_printed_spans(side->printed);
    tunip_str text = tn_diff_line_text(side, line);
    size_t offset = tn_diff_line(side, line).begin + (text.size - trimmed(text).size);
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
    tunip_str head = trimmed(tn_diff_line_text(side, line));
    bool cut = head.size > LONGEST;
    if (cut) head.size = LONGEST;
    if (cut) head.size = tunip_utf8_valid(head);
    tn_text_put_word(v->out, " ");
    tn_text_put_str(v->out, head);
    if (cut) tn_text_put_word(v->out, "...");
}

/* The function that the first change is in, unless its head is in the hunk to be seen. */
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
    size_t count, first = first_line(v, TN_LHS, begin, end, &count);
    tn_diff_put_colour(v, TN_CYAN);
    tn_text_put_word(v->out, "@@ ");
    put_number(v, '-', first, count);
    first = first_line(v, TN_RHS, begin, end, &count);
    put_number(v, '+', first, count);
    tn_text_put_word(v->out, "@@");
    put_function(v, begin, end);
    tn_diff_put_colour(v, TN_PLAIN);
    tn_text_put_word(v->out, "\n");
}
