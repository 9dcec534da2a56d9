/* lineage.c -- follows lines from step to step. Each of these searches joins lines that the
 * searches before it left over. First, pairs of a diff without an edit. Second, lines with the same
 * text, in order, between two joined lines, because a pass that rebuilds a block leaves most of its
 * lines as they are. Third, pairs of a diff with an edit. Fourth, elements that moved. Last, two
 * lines with the same text, or from the same place in the user's program, if no other line has this
 * text or place. */
#include <stdlib.h>

#include <tunip/site.h>

#include "../../core/base/array.h"
#include "../../core/base/map.h"
#include "../../core/base/source.h"
#include "../../core/compare/align.h"
#include "../../core/context.h"
#include "../../core/ir/same.h"
#include "history.h"

/* Lines are numbered from 1; 0 is none. */
typedef struct line_note {
    uint32_t before;     /* in the step before */
    uint32_t after;      /* in `after_step` */
    uint32_t after_step; /* the first later step that has it */
    uint32_t blame;      /* the step that last changed it */
    bool changed;
    bool moved;
} line_note;

typedef struct step_text {
    tunip_source *source;
    const tn_lines *lines; /* of `source` */
    line_note *notes;
    size_t count;
    bool shared; /* with the step before, which owns `source` */
} step_text;

struct tunip_lineage {
    const tunip_history *history;
    const tunip_allocator *allocator;
    step_text *steps;
    size_t count;
};

/* ---- texts ---- */

static void *take_memory(const tunip_lineage *l, size_t size, tunip_error *error)
{
    void *memory = l->allocator->alloc(l->allocator->ctx, size);
    if (memory) memset(memory, 0, size);
    if (!memory) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return memory;
}

static size_t notes_size(const step_text *text)
{
    return (text->count + 1) * sizeof *text->notes;
}

/* Takes the text of a print. */
static bool set_text(const tunip_lineage *l, size_t step, tunip_str text, tunip_error *error)
{
    step_text *to = &l->steps[step];
    tunip_str name = tunip_history_step_at(l->history, step)->name;
    to->source = tunip_source_new(l->allocator, name, text, error);
    to->lines = to->source ? tn_source_lines(to->source) : NULL;
    if (to->source && !to->lines) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (!to->lines) return false;
    to->count = to->lines->count;
    if (to->count >= UINT32_MAX) {
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "%s: too many lines", name.data);
        return false;
    }
    to->notes = take_memory(l, notes_size(to), error);
    return to->notes != NULL;
}

static size_t line_end(const step_text *text, size_t line)
{
    const size_t *begins = text->lines->items; /* from line 1 */
    return line == text->count ? begins[line] : begins[line] - 1;
}

static tunip_str line_text(const step_text *text, size_t line)
{
    size_t begin = text->lines->items[line - 1];
    return (tunip_str){tunip_source_text(text->source).data + begin, line_end(text, line) - begin};
}

/* A line without its indentation. */
static tunip_str line_words(const step_text *text, size_t line)
{
    tunip_str words = line_text(text, line);
    while (words.size && *words.data == ' ') words.data++, words.size--;
    return words;
}

/* ---- lines that are left over ---- */

static bool same_line(const step_text *a, size_t i, const step_text *b, size_t k)
{
    return i <= a->count && k <= b->count && tunip_str_equal(line_words(a, i), line_words(b, k));
}

/* A step, and the step with which it is compared. */
typedef struct step_pair {
    step_text *lhs, *rhs;
    step_text *sides[2];      /* both of them */
    size_t *taken;            /* for each line of the left side its partner on the right, or 0 */
    tunip_site_map *sites[2]; /* while lines are joined by their places in the user's program */
} step_pair;

static void join(const step_pair *p, size_t i, size_t k, bool moved)
{
    p->rhs->notes[k].before = (uint32_t)i;
    p->rhs->notes[k].moved = moved;
    if (!p->taken[i]) p->taken[i] = k;
}

/* Joins the first line of a moved element, and the following lines up to the first difference. */
static void join_moved(const step_pair *p, size_t i, size_t k)
{
    bool first = true;
    for (; i <= p->lhs->count && k <= p->rhs->count && !p->taken[i] && !p->rhs->notes[k].before;
         i++, k++, first = false) {
        if (!first && !same_line(p->lhs, i, p->rhs, k)) break;
        join(p, i, k, true);
    }
}

typedef struct loose_line {
    uint64_t hash;
    size_t line;
    size_t side;
} loose_line;

static int by_hash(const void *a, const void *b)
{
    const loose_line *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->side < y->side ? -1 : x->side > y->side;
}

/* The key of a line. Lines with the same key may be joined. 0: no key. */
typedef uint64_t (*line_key_fn)(const step_pair *p, size_t side, size_t line);

/* The key is the text. Short texts, such as `pass` and `)`, have no key, because many lines have
 * them. */
static uint64_t key_of_text(const step_pair *p, size_t side, size_t line)
{
    enum { SHORTEST = 8 };
    tunip_str words = line_words(p->sides[side], line);
    return words.size < SHORTEST ? 0 : tn_hash_bytes(words.data, words.size);
}

static bool note_site(void *user, const tunip_site *site)
{
    uint64_t *key = user;
    uint64_t place = (uint64_t)site->line << 16 ^ (uint64_t)site->column;
    *key = tn_hash_mix(tn_hash_bytes(site->source.data, site->source.size), place) | 1;
    return false; /* the first one */
}

/* The key is the place in the user's program. */
static uint64_t key_of_site(const step_pair *p, size_t side, size_t line)
{
    uint64_t key = 0;
    const step_text *text = p->sides[side];
    size_t end = line_end(text, line), size = line_words(text, line).size;
    if (size) tunip_each_site(tunip_site_map_at(p->sites[side], end - size, end), note_site, &key);
    return key;
}

/* Adds the lines of one side that have no partner. */
static size_t add_loose(loose_line *to, const step_pair *p, size_t side, line_key_fn key_of)
{
    const step_text *text = p->sides[side];
    size_t count = 0;
    for (size_t line = 1; line <= text->count; line++) {
        bool has_partner = side ? text->notes[line].before != 0 : p->taken[line] != 0;
        uint64_t key = has_partner ? 0 : key_of(p, side, line);
        if (key) to[count++] = (loose_line){key, line, side};
    }
    return count;
}

/* Joins two lines with the same key, if the key occurs only once among the lines without a partner
 * on each side. */
static bool join_by_key(const tunip_lineage *l, const step_pair *p, line_key_fn key_of,
                        tunip_error *error)
{
    size_t room = (p->lhs->count + p->rhs->count) * sizeof(loose_line);
    loose_line *loose = take_memory(l, room, error);
    if (!loose) return false;
    size_t count = add_loose(loose, p, 0, key_of);
    count += add_loose(loose + count, p, 1, key_of);
    qsort(loose, count, sizeof *loose, by_hash);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && loose[end].hash == loose[i].hash;) end++;
        bool pair = end == i + 2 && !loose[i].side && loose[i + 1].side;
        if (!pair) continue;
        size_t lhs = loose[i].line, rhs = loose[i + 1].line;
        bool same = same_line(p->lhs, lhs, p->rhs, rhs);
        join(p, lhs, rhs, same);
        p->rhs->notes[rhs].changed = !same;
    }
    l->allocator->free(l->allocator->ctx, loose, room);
    return true;
}

static bool join_by_site(const tunip_lineage *l, step_pair *p, const tunip_diff_lines *lines,
                         tunip_error *error)
{
    p->sites[0] = tunip_site_map_new(tunip_diff_lines_lhs(lines), error);
    p->sites[1] = p->sites[0] ? tunip_site_map_new(tunip_diff_lines_rhs(lines), error) : NULL;
    bool fine = p->sites[1] && join_by_key(l, p, key_of_site, error);
    tunip_site_map_free(p->sites[0]);
    tunip_site_map_free(p->sites[1]);
    return fine;
}

/* ---- steps ---- */

static void note_blame(const step_pair *p, size_t step)
{
    for (size_t line = 1; line <= p->rhs->count; line++) {
        line_note *note = &p->rhs->notes[line];
        note->changed |= note->moved || !note->before;
        note->blame = note->changed ? (uint32_t)step : p->lhs->notes[note->before].blame;
    }
    for (size_t line = 1; line <= p->lhs->count; line++) {
        line_note *note = &p->lhs->notes[line];
        if (note->after || !p->taken[line]) continue;
        note->after = (uint32_t)p->taken[line];
        note->after_step = (uint32_t)step;
    }
}

/* Joins the pairs of a diff that have an edit, or those that have none. Skips a pair if one of its
 * lines has a partner already. */
static void join_pairs(const step_pair *p, const tunip_diff_lines *lines, bool changed)
{
    size_t count = tunip_diff_lines_count(lines);
    for (size_t i = 0; i < count; i++) {
        tunip_line_pair pair = tunip_diff_lines_get(lines, i);
        line_note *note = pair.lhs && pair.rhs ? &p->rhs->notes[pair.rhs] : NULL;
        if (!note || pair.changed != changed) continue;
        if (!p->taken[pair.lhs] && !note->before) join(p, pair.lhs, pair.rhs, false);
        bool differs = changed && !same_line(p->lhs, pair.lhs, p->rhs, pair.rhs);
        if (note->before == pair.lhs) note->changed = differs;
    }
}

static uint64_t hash_line(const step_text *text, size_t line)
{
    tunip_str words = line_words(text, line);
    return tn_hash_bytes(words.data, words.size);
}

/* Joins lines with the same text, in order, that are between the same two joined lines. */
static bool join_in_order(const tunip_lineage *l, const step_pair *p, tunip_error *error)
{
    size_t n = p->lhs->count, m = p->rhs->count;
    size_t size = (n + m) * sizeof(uint64_t) + n * sizeof(size_t);
    uint64_t *hashes = take_memory(l, size, error);
    if (!hashes) return false;
    size_t *to_rhs = (size_t *)(void *)(hashes + n + m);
    for (size_t i = 0; i < n; i++) {
        hashes[i] = hash_line(p->lhs, i + 1);
        to_rhs[i] = p->taken[i + 1] ? p->taken[i + 1] - 1 : TN_UNALIGNED;
    }
    for (size_t k = 0; k < m; k++) hashes[n + k] = hash_line(p->rhs, k + 1);
    bool fine = tn_align(hashes, n, hashes + n, m, to_rhs, l->allocator);
    for (size_t i = 0; fine && i < n; i++) {
        size_t k = to_rhs[i];
        if (k != TN_UNALIGNED && !p->taken[i + 1]) join(p, i + 1, k + 1, false);
    }
    l->allocator->free(l->allocator->ctx, hashes, size);
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return fine;
}

static bool join_lines(const tunip_lineage *l, step_pair *p, const tunip_diff_lines *lines,
                       tunip_error *error)
{
    join_pairs(p, lines, false);
    if (!join_in_order(l, p, error)) return false;
    join_pairs(p, lines, true);
    for (size_t i = 0; i < tunip_diff_lines_count(lines); i++) {
        tunip_line_pair pair = tunip_diff_lines_get(lines, i);
        if (pair.origin) join_moved(p, pair.origin, pair.rhs);
    }
    return join_by_key(l, p, key_of_text, error) && join_by_site(l, p, lines, error);
}

/* A step that shares the root of the step before it also shares its text and its lines. */
static bool repeat_step(tunip_lineage *l, const step_pair *p, tunip_error *error)
{
    *p->rhs = *p->lhs;
    p->rhs->shared = true;
    p->rhs->notes = take_memory(l, notes_size(p->rhs), error);
    for (size_t line = 1; p->rhs->notes && line <= p->rhs->count; line++)
        join(p, line, line, false);
    return p->rhs->notes != NULL;
}

static bool compare_steps(tunip_lineage *l, size_t step, step_pair *p,
                          const tunip_print_options *print, tunip_error *error)
{
    tunip_context *context = tn_history_context(l->history);
    size_t before = tunip_history_step_at(l->history, step)->before;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    tunip_script *script;
    how.print = print;
    if (tunip_history_diff(l->history, before, step, &script, error) != TUNIP_OK) return false;
    tunip_diff_lines *lines = tunip_diff_lines_new(context, script, &how, error);
    bool fine = lines && set_text(l, step, tunip_printed_text(tunip_diff_lines_rhs(lines)), error);
    fine = fine && join_lines(l, p, lines, error);
    tunip_diff_lines_free(lines);
    tunip_script_free(script);
    return fine;
}

static bool print_first(tunip_lineage *l, const tunip_print_options *print, tunip_error *error)
{
    tunip_printed *printed;
    const tunip_node *root = tunip_history_step_at(l->history, 0)->root;
    if (tunip_print(tn_history_context(l->history), root, print, &printed, error) != TUNIP_OK)
        return false;
    bool fine = set_text(l, 0, tunip_printed_text(printed), error);
    tunip_printed_free(printed);
    return fine;
}

static bool add_step(tunip_lineage *l, size_t step, const tunip_print_options *print,
                     tunip_error *error)
{
    if (!step) return print_first(l, print, error);
    const tunip_history_step *to = tunip_history_step_at(l->history, step);
    const tunip_history_step *from = tunip_history_step_at(l->history, to->before);
    step_pair p = {.lhs = &l->steps[to->before], .rhs = &l->steps[step]};
    p.sides[0] = p.lhs;
    p.sides[1] = p.rhs;
    size_t size = (p.lhs->count + 1) * sizeof *p.taken;
    p.taken = take_memory(l, size, error);
    if (!p.taken) return false;
    bool same = from->root == to->root;
    bool fine = same ? repeat_step(l, &p, error) : compare_steps(l, step, &p, print, error);
    if (fine) note_blame(&p, step);
    l->allocator->free(l->allocator->ctx, p.taken, size);
    return fine;
}

tunip_lineage *tunip_lineage_new(const tunip_history *history, const tunip_print_options *print,
                                 tunip_error *error)
{
    tunip_lineage start = {history, &tn_history_context(history)->allocator, NULL,
                           tunip_history_count(history)};
    tunip_lineage *l = take_memory(&start, sizeof *l, error);
    if (!l) return NULL;
    *l = start;
    l->steps = take_memory(l, (l->count + 1) * sizeof *l->steps, error);
    bool fine = l->steps != NULL;
    for (size_t i = 0; fine && i < l->count; i++) fine = add_step(l, i, print, error);
    if (fine) return l;
    tunip_lineage_free(l);
    return NULL;
}

void tunip_lineage_free(tunip_lineage *l)
{
    if (!l) return;
    const tunip_allocator *allocator = l->allocator;
    for (size_t i = 0; l->steps && i < l->count; i++) {
        step_text *text = &l->steps[i];
        if (text->notes) allocator->free(allocator->ctx, text->notes, notes_size(text));
        if (text->shared) continue;
        tunip_source_free(text->source);
    }
    if (l->steps) allocator->free(allocator->ctx, l->steps, (l->count + 1) * sizeof *l->steps);
    allocator->free(allocator->ctx, l, sizeof *l);
}

/* ---- questions ---- */

static const step_text *text_of(const tunip_lineage *l, size_t step)
{
    return l && step < l->count ? &l->steps[step] : NULL;
}

static const line_note *note_of(const tunip_lineage *l, size_t step, size_t line)
{
    const step_text *text = text_of(l, step);
    return text && line && line <= text->count ? &text->notes[line] : NULL;
}

const tunip_source *tunip_lineage_source(const tunip_lineage *l, size_t step)
{
    const step_text *text = text_of(l, step);
    return text ? text->source : NULL;
}

size_t tunip_lineage_line_count(const tunip_lineage *l, size_t step)
{
    const step_text *text = text_of(l, step);
    return text ? text->count : 0;
}

tunip_str tunip_lineage_line(const tunip_lineage *l, size_t step, size_t line)
{
    const step_text *text = text_of(l, step);
    if (!note_of(l, step, line)) return (tunip_str){NULL, 0};
    return line_text(text, line);
}

tunip_ancestry tunip_lineage_before(const tunip_lineage *l, size_t step, size_t line)
{
    const line_note *note = note_of(l, step, line);
    if (!note) return (tunip_ancestry){0, false, false};
    return (tunip_ancestry){note->before, note->changed, note->moved};
}

tunip_descent tunip_lineage_after(const tunip_lineage *l, size_t step, size_t line)
{
    const line_note *note = note_of(l, step, line);
    if (!note) return (tunip_descent){0, 0};
    return (tunip_descent){note->after_step, note->after};
}

size_t tunip_lineage_blame(const tunip_lineage *l, size_t step, size_t line)
{
    const line_note *note = note_of(l, step, line);
    return note ? note->blame : 0;
}
