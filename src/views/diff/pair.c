/* pair.c -- pairs the lines of two texts: first those of paired nodes, then similar ones. */
#include "pair.h"

#include <stdlib.h>

#include <tunip/diff_lines.h>
#include <tunip/mlir.h>

#include "../../compare/diff.h"
#include "../../ir/same.h"
#include "../../ir/visit.h"
#include "../../library/context.h"
#include "view.h"

/* ======== pair ======== */

/* Finds the lines of both sides that correspond. Each search pairs lines that the
 * searches before it left over. First, the seeds: lines whose nodes the edit script pairs
 * (below). They divide the texts. Between two of them: lines with the same words, where
 * corresponding variables count as the same; lines with the same text; then the lines that are
 * most alike, in order. Last, lines that moved. */

typedef struct pairing {
    tn_diff_view *view;
    tn_line_words *words;
    tn_diff_seeds seeds;
    size_t cells;               /* comparisons of lines that are still allowed */
    bool by_name;               /* some variables were renamed */
    uint64_t *owners[TN_SIDES]; /* for each line the hash of the name of its function; 0 if only one
                                   side has a function of this name, or the line is in none */
} pairing;

/* ---- pairs ---- */

static void pair(pairing *p, size_t lhs, size_t rhs, tn_diff_reason reason, bool moved)
{
    tn_diff_side *a = &p->view->sides[TN_LHS], *b = &p->view->sides[TN_RHS];
    if (a->partner[lhs] != TN_NO_LINE || b->partner[rhs] != TN_NO_LINE) return;
    a->partner[lhs] = rhs;
    b->partner[rhs] = lhs;
    a->reasons[lhs] = b->reasons[rhs] = (uint8_t)reason;
    a->moves[lhs] = b->moves[rhs] = moved;
}

/* Lines of both sides between two pairs, without those that have a partner. */
typedef struct gap {
    size_t *lines[TN_SIDES];
    size_t count[TN_SIDES];
    uint64_t *hashes[TN_SIDES];
    size_t *to_rhs; /* indices into lines[TN_RHS] */
    bool is_large;  /* too many lines of both sides are between two of its pairs */
    void *memory;
    size_t size;
} gap;

static bool open_gap(pairing *p, gap *g, const size_t *begin, const size_t *end)
{
    tn_diff_view *v = p->view;
    size_t rooms[TN_SIDES] = {end[0] - begin[0], end[1] - begin[1]};
    size_t room = rooms[0] + rooms[1];
    *g = (gap){.size = room * (sizeof(size_t) + sizeof(uint64_t)) + rooms[0] * sizeof(size_t) + 1};
    g->memory = v->allocator->alloc(v->allocator->ctx, g->size);
    if (!g->memory) {
        tn_diff_view_fail(v);
        return false;
    }
    g->hashes[0] = g->memory;
    g->hashes[1] = g->hashes[0] + rooms[0];
    g->lines[0] = (size_t *)(void *)(g->hashes[1] + rooms[1]);
    g->lines[1] = g->lines[0] + rooms[0];
    g->to_rhs = g->lines[1] + rooms[1];
    for (size_t s = 0; s < TN_SIDES; s++)
        for (size_t i = begin[s]; i < end[s]; i++)
            if (v->sides[s].partner[i] == TN_NO_LINE) g->lines[s][g->count[s]++] = i;
    for (size_t i = 0; i < g->count[0]; i++) g->to_rhs[i] = TN_UNALIGNED;
    return true;
}

static void close_gap(const pairing *p, gap *g)
{
    p->view->allocator->free(p->view->allocator->ctx, g->memory, g->size);
}

typedef uint64_t (*hash_fn)(pairing *p, size_t side, size_t line);

/* Aligns the lines by their hashes; 0 stands for a line that is equal to no other one. */
static void align_gap(pairing *p, gap *g, hash_fn hash_of)
{
    tn_diff_view *v = p->view;
    for (size_t s = 0; s < TN_SIDES; s++) {
        for (size_t i = 0; i < g->count[s]; i++) {
            uint64_t hash = hash_of(p, s, g->lines[s][i]);
            g->hashes[s][i] = hash ? hash : tn_hash_mix(tn_hash_mix(0, s + 1), i);
        }
    }
    if (tn_diff_view_failed(v)) return;
    if (!tn_align(g->hashes[0], g->count[0], g->hashes[1], g->count[1], g->to_rhs, v->allocator))
        tn_diff_view_fail(v);
}

static void take_pairs(pairing *p, const gap *g, tn_diff_reason reason, bool moved)
{
    for (size_t i = 0; i < g->count[0]; i++)
        if (g->to_rhs[i] != TN_UNALIGNED)
            pair(p, g->lines[0][i], g->lines[1][g->to_rhs[i]], reason, moved);
}

static uint64_t hash_of_text(pairing *p, size_t side, size_t line)
{
    tunip_str text = tn_diff_trimmed(tn_diff_line_text(&p->view->sides[side], line));
    return tn_hash_bytes(text.data, text.size) | 1;
}

static uint64_t hash_of_long_text(pairing *p, size_t side, size_t line)
{
    enum { SHORTEST = 8 };
    tunip_str text = tn_diff_trimmed(tn_diff_line_text(&p->view->sides[side], line));
    return text.size < SHORTEST ? 0 : hash_of_text(p, side, line);
}

static uint64_t hash_of_shape(pairing *p, size_t side, size_t line)
{
    bool significant;
    uint64_t hash = tn_line_words_shape(p->words, side, line, false, &significant);
    return significant ? hash | 1 : 0;
}

/* Renamed words have the same hash, whatever they name. */
static uint64_t hash_of_names(pairing *p, size_t side, size_t line)
{
    bool differs = p->view->sides[side].marks[line] == TN_DIFFERS;
    return differs ? 0 : tn_diff_renamed_hash(p->view, side, line);
}

/* Corresponding variables have the same hash. Lines of different functions do not, because several
 * functions may have the same lines. */
static uint64_t hash_of_meaning(pairing *p, size_t side, size_t line)
{
    tn_diff_view *v = p->view;
    const tn_map *to_rhs = &v->script->memory->to_rhs;
    size_t count;
    uint64_t hash = p->owners[side][line];
    if (v->sides[side].marks[line] == TN_DIFFERS) return 0;
    if (!p->by_name) return tn_hash_mix(hash, hash_of_text(p, side, line)) | 1;
    if (!tn_diff_is_mapped(&v->sides[side], line)) return 0;
    const tn_line_word *words = tn_line_words_of(p->words, side, line, &count);
    for (size_t i = 0; words && i < count; i++) {
        const tunip_node *node = words[i].kind == TN_WORD_NAME ? words[i].node : NULL;
        const tunip_node *there = side == TN_LHS ? tn_diff_recorded(to_rhs, node) : node;
        bool is_known = side == TN_LHS ? there != NULL
                                       : tn_diff_recorded(&v->script->memory->to_lhs, node) != NULL;
        hash = tn_hash_mix(hash, is_known ? (uint64_t)(uintptr_t)there : words[i].text);
    }
    return hash | 1;
}

/* ---- lines that are alike ---- */

enum { ALIKE = 480 }; /* of 1000 */

/* The gain of pairing two lines: more for lines that say more. */
static uint32_t gain_of(pairing *p, size_t lhs, size_t rhs)
{
    unsigned likeness = tn_line_words_likeness(p->words, lhs, rhs);
    if (likeness < ALIKE) return 0;
    uint32_t a = tn_line_words_traits(p->words, TN_LHS, lhs)->weight;
    uint32_t b = tn_line_words_traits(p->words, TN_RHS, rhs)->weight;
    return (likeness - ALIKE / 2) * ((a < b ? a : b) / 16 + 1);
}

/* Pairs the lines [i, i_end) and [k, k_end) of a gap so that the sum of the gains is the
 * largest, in order: dynamic programming, as for an edit distance. */
static void align_alike(pairing *p, gap *g, size_t i, size_t i_end, size_t k, size_t k_end)
{
    tn_diff_view *v = p->view;
    size_t n = i_end - i, m = k_end - k, size = ((n + 1) * (m + 1) + n * m) * sizeof(uint32_t);
    uint32_t *best = v->allocator->alloc(v->allocator->ctx, size), *gains;
    if (!best) {
        tn_diff_view_fail(v);
        return;
    }
    memset(best, 0, size);
    gains = best + (n + 1) * (m + 1);
    p->cells -= n * m;
    for (size_t a = n; a-- > 0 && !tn_diff_view_failed(v);) {
        for (size_t b = m; b-- > 0;) {
            uint32_t gain = gain_of(p, g->lines[0][i + a], g->lines[1][k + b]);
            uint32_t *at = &best[a * (m + 1) + b], *below = at + m + 1;
            gains[a * m + b] = gain;
            *at = gain + (gain ? below[1] : 0);
            if (below[0] > *at) *at = below[0];
            if (at[1] > *at) *at = at[1];
        }
    }
    for (size_t a = 0, b = 0; a < n && b < m;) {
        const uint32_t *at = &best[a * (m + 1) + b], *below = at + m + 1;
        uint32_t gain = gains[a * m + b];
        if (gain && *at == gain + below[1])
            g->to_rhs[i + a++] = k + b++;
        else if (*at == below[0])
            a++;
        else
            b++;
    }
    v->allocator->free(v->allocator->ctx, best, size);
}

/* Two lines that are alone between pairs are paired if they begin with the same word, too. */
static bool begin_alike(pairing *p, size_t lhs, size_t rhs)
{
    size_t a_count, b_count;
    const tn_line_word *a = tn_line_words_of(p->words, TN_LHS, lhs, &a_count);
    const tn_line_word *b = tn_line_words_of(p->words, TN_RHS, rhs, &b_count);
    return a && b && a_count && b_count && a->stem == b->stem;
}

typedef void (*inner_fn)(pairing *p, gap *g, size_t i, size_t i_end, size_t k, size_t k_end);

static void each_inner_gap(pairing *p, gap *g, inner_fn fn)
{
    size_t i = 0, k = 0;
    for (size_t at = 0; at <= g->count[0] && !tn_diff_view_failed(p->view); at++) {
        size_t to = at < g->count[0] ? g->to_rhs[at] : g->count[1];
        if (to == TN_UNALIGNED) continue;
        if (at > i && to > k) fn(p, g, i, at, k, to);
        i = at + 1, k = to + 1;
    }
}

/* Large gaps are divided first, by lines that differ only in their names. */
enum { MOST_CELLS = 1 << 14 };

static void align_small(pairing *p, gap *g, size_t i, size_t i_end, size_t k, size_t k_end)
{
    size_t cells = (i_end - i) * (k_end - k);
    if (cells == 1 && begin_alike(p, g->lines[0][i], g->lines[1][k])) {
        g->to_rhs[i] = k;
        return;
    }
    if (cells <= MOST_CELLS && cells <= p->cells) align_alike(p, g, i, i_end, k, k_end);
}

static void note_large(pairing *p, gap *g, size_t i, size_t i_end, size_t k, size_t k_end)
{
    (void)p;
    g->is_large |= (i_end - i) * (k_end - k) > MOST_CELLS;
}

typedef void (*gap_fn)(pairing *p, gap *g, bool moved);

static void pair_same(pairing *p, gap *g, bool moved)
{
    align_gap(p, g, hash_of_meaning);
    if (p->by_name) align_gap(p, g, hash_of_names);
    align_gap(p, g, hash_of_long_text);
    take_pairs(p, g, TN_REASON_TEXT, moved);
}

static void count_words(pairing *p, gap *g, bool moved)
{
    (void)moved;
    for (size_t s = 0; s < TN_SIDES; s++)
        for (size_t i = 0; i < g->count[s]; i++) tn_line_words_count(p->words, s, g->lines[s][i]);
}

static void pair_alike(pairing *p, gap *g, bool moved)
{
    each_inner_gap(p, g, note_large);
    if (g->is_large) align_gap(p, g, hash_of_shape);
    each_inner_gap(p, g, align_small);
    take_pairs(p, g, TN_REASON_ALIKE, moved);
}

static void run_gap(pairing *p, const size_t *begin, const size_t *end, gap_fn fn, bool moved)
{
    gap g;
    if (begin[0] >= end[0] || begin[1] >= end[1] || tn_diff_view_failed(p->view)) return;
    if (!open_gap(p, &g, begin, end)) return;
    if (g.count[0] && g.count[1]) fn(p, &g, moved);
    close_gap(p, &g);
}

void tn_diff_each_gap(tn_diff_view *v, tn_diff_gap_fn fn, void *user)
{
    const tn_diff_side *a = &v->sides[TN_LHS];
    size_t begin[TN_SIDES] = {0, 0}, end[TN_SIDES];
    for (size_t i = 0; i <= a->line_count && !tn_diff_view_failed(v); i++) {
        bool is_last = i == a->line_count;
        if (!is_last && (a->partner[i] == TN_NO_LINE || a->moves[i])) continue;
        end[TN_LHS] = i;
        end[TN_RHS] = is_last ? v->sides[TN_RHS].line_count : a->partner[i];
        fn(user, begin, end);
        begin[TN_LHS] = i + 1;
        begin[TN_RHS] = end[TN_RHS] + 1;
    }
}

typedef struct gap_run {
    pairing *pairing;
    gap_fn fn;
} gap_run;

static void run_between(void *user, const size_t *begin, const size_t *end)
{
    const gap_run *run = user;
    run_gap(run->pairing, begin, end, run->fn, false);
}

static void each_gap(pairing *p, gap_fn fn)
{
    tn_diff_each_gap(p->view, run_between, &(gap_run){p, fn});
}

/* ---- runs ---- */

/* A run of lines of one side may begin in several places with the same result: after `b` was added
 * to a, b, c the blank line before it or the one after it is new. The best place is where a
 * definition begins: with a blank line at one end of the run. */
static bool is_blank(const tn_diff_side *side, size_t line)
{
    return !tn_diff_trimmed(tn_diff_line_text(side, line)).size;
}

/* Moves the run [begin, end) of a side up by one line: the line above it equals its last one. */
static void slide(tn_diff_view *v, size_t which, size_t begin, size_t end)
{
    tn_diff_side *side = &v->sides[which], *other = &v->sides[1 - which];
    size_t above = begin - 1, last = end - 1;
    side->partner[last] = side->partner[above];
    side->reasons[last] = side->reasons[above];
    other->partner[side->partner[above]] = last;
    side->partner[above] = TN_NO_LINE;
}

static void slide_run(tn_diff_view *v, size_t which, size_t begin, size_t end)
{
    enum { MOST = 8 };
    const tn_diff_side *side = &v->sides[which];
    if (is_blank(side, begin) || is_blank(side, end - 1)) return;
    for (size_t up = 0; up < MOST && begin > up; up++) {
        size_t above = begin - up - 1, last = end - up - 1;
        bool may_part = side->partner[above] != TN_NO_LINE && !side->moves[above] &&
                        side->reasons[above] == TN_REASON_TEXT;
        if (!may_part ||
            !tunip_str_equal(tn_diff_line_text(side, above), tn_diff_line_text(side, last)))
            return;
        if (!is_blank(side, above) && !is_blank(side, last - 1)) continue;
        for (size_t i = 0; i <= up; i++) slide(v, which, begin - i, end - i);
        return;
    }
}

static void slide_runs(tn_diff_view *v)
{
    for (size_t s = 0; s < TN_SIDES; s++) {
        const tn_diff_side *side = &v->sides[s];
        for (size_t i = 0, end; i < side->line_count; i = end) {
            for (end = i; end < side->line_count && side->partner[end] == TN_NO_LINE;) end++;
            if (i && end > i) slide_run(v, s, i, end);
            end += end == i;
        }
    }
}

/* ---- moves ---- */

/* Pairs the lines of a moved statement with those at its new place. */
static void pair_moved(pairing *p, const tn_diff_seed *s)
{
    const size_t begin[TN_SIDES] = {s->lhs, s->rhs}, end[TN_SIDES] = {s->lhs_end, s->rhs_end};
    pair(p, s->lhs, s->rhs, TN_REASON_EDIT, true);
    run_gap(p, begin, end, pair_same, true);
    run_gap(p, begin, end, pair_alike, true);
}

typedef struct loose {
    uint64_t hash;
    size_t line;
    size_t side;
} loose;

static int by_hash(const void *a, const void *b)
{
    const loose *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->side < y->side ? -1 : x->side > y->side;
}

/* Pairs two lines with the same hash if no other line that is left over has this hash. */
static void pair_unique(pairing *p, hash_fn hash_of, tn_diff_reason reason)
{
    tn_diff_view *v = p->view;
    size_t room = (v->sides[0].line_count + v->sides[1].line_count + 1) * sizeof(loose), count = 0;
    loose *lines = v->allocator->alloc(v->allocator->ctx, room);
    if (!lines) {
        tn_diff_view_fail(v);
        return;
    }
    for (size_t s = 0; s < TN_SIDES; s++) {
        for (size_t i = 0; i < v->sides[s].line_count; i++) {
            uint64_t hash = v->sides[s].partner[i] == TN_NO_LINE ? hash_of(p, s, i) : 0;
            if (hash) lines[count++] = (loose){hash, i, s};
        }
    }
    qsort(lines, count, sizeof *lines, by_hash);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && lines[end].hash == lines[i].hash;) end++;
        bool is_pair = end == i + 2 && lines[i].side == TN_LHS && lines[i + 1].side == TN_RHS;
        if (is_pair) pair(p, lines[i].line, lines[i + 1].line, reason, true);
    }
    v->allocator->free(v->allocator->ctx, lines, room);
}

/* ---- functions ---- */

/* The name of the function that begins in a line: `def main(...)`. Otherwise empty. */
static tunip_str name_in(const tn_diff_side *side, size_t line)
{
    static const char keyword[] = "def ";
    tunip_str text = tn_diff_trimmed(tn_diff_line_text(side, line));
    size_t size = sizeof keyword - 1;
    if (!side->heads[line] || text.size <= size || memcmp(text.data, keyword, size) != 0)
        return (tunip_str){NULL, 0};
    const char *end = memchr(text.data, '(', text.size);
    return (tunip_str){text.data + size,
                       (size_t)((end ? end : text.data + size) - text.data) - size};
}

static bool is_before_head(const tn_diff_side *side, size_t line)
{
    return is_blank(side, line) || *tn_diff_trimmed(tn_diff_line_text(side, line)).data == '@';
}

/* Sets the owners of a side. `names` has a bit for each side that has a function of a name. */
static void find_owners(pairing *p, size_t which, tn_map *names, bool only_note)
{
    const tn_diff_side *side = &p->view->sides[which];
    uint64_t owner = 0, *slot;
    for (size_t i = 0; i < side->line_count && !tn_diff_view_failed(p->view); i++) {
        tunip_str name = name_in(side, i);
        uint64_t hash = tn_hash_bytes(name.data, name.size) | 1;
        if (name.size && only_note) {
            slot = tn_map_put(names, (const void *)(uintptr_t)hash, NULL);
            if (!slot) tn_diff_view_fail(p->view);
            if (slot) *slot |= (uint64_t)1 << which;
        }
        if (only_note) continue;
        slot = name.size ? tn_map_get(names, (const void *)(uintptr_t)hash) : NULL;
        if (side->heads[i]) owner = slot && *slot == 3 ? hash : 0;
        p->owners[which][i] = owner;
        for (size_t k = i; side->heads[i] && k-- > 0 && is_before_head(side, k);)
            p->owners[which][k] = owner;
    }
}

static bool open_owners(pairing *p)
{
    tn_map names;
    size_t lines = p->view->sides[TN_LHS].line_count;
    size_t size = (lines + p->view->sides[TN_RHS].line_count + 1) * sizeof(uint64_t);
    p->owners[TN_LHS] = tn_arena_alloc(&p->words->arena, size);
    if (!p->owners[TN_LHS]) {
        tn_diff_view_fail(p->view);
        return false;
    }
    p->owners[TN_RHS] = p->owners[TN_LHS] + lines;
    tn_map_init(&names, p->view->allocator);
    for (size_t s = 0; s < TN_SIDES; s++) find_owners(p, s, &names, true);
    for (size_t s = 0; s < TN_SIDES; s++) find_owners(p, s, &names, false);
    tn_map_free(&names);
    return !tn_diff_view_failed(p->view);
}

/* ---- all ---- */

static void pair_seeds(pairing *p)
{
    for (size_t i = 0; i < p->seeds.count; i++)
        if (p->seeds.items[i].in_order)
            pair(p, p->seeds.items[i].lhs, p->seeds.items[i].rhs, p->seeds.items[i].reason, false);
}

/* Whether the statements of a seed have the same text, except for names. */
static bool has_same_text(pairing *p, const tn_diff_seed *s)
{
    if (s->lhs_end - s->lhs != s->rhs_end - s->rhs) return false;
    for (size_t i = 0; s->lhs + i < s->lhs_end; i++)
        if (tn_diff_renamed_hash(p->view, TN_LHS, s->lhs + i) !=
            tn_diff_renamed_hash(p->view, TN_RHS, s->rhs + i))
            return false;
    return true;
}

/* A statement that moved and changed is perhaps a statement that changed in its place. So these are
 * paired after the lines that are alike in order. */
static void pair_moved_seeds(pairing *p, bool same)
{
    for (size_t i = 0; i < p->seeds.count && !tn_diff_view_failed(p->view); i++) {
        const tn_diff_seed *s = &p->seeds.items[i];
        if (s->moved && has_same_text(p, s) == same) pair_moved(p, s);
    }
}

/* Seeds that are out of order have moved, too. */
static void pair_rest(pairing *p)
{
    for (size_t i = 0; i < p->seeds.count; i++)
        if (!p->seeds.items[i].in_order)
            pair(p, p->seeds.items[i].lhs, p->seeds.items[i].rhs, p->seeds.items[i].reason, true);
    pair_unique(p, hash_of_long_text, TN_REASON_TEXT);
}

void tn_diff_pair_lines(tn_diff_view *v, tn_line_words *words)
{
    enum { CELLS = 1 << 20 };
    pairing p = {.view = v, .words = words, .cells = CELLS, .by_name = v->renamings.count > 0};
    if (!open_owners(&p)) return;
    tn_diff_find_seeds(v, &p.seeds);
    pair_seeds(&p);
    pair_moved_seeds(&p, true);
    each_gap(&p, pair_same);
    slide_runs(v);
    each_gap(&p, count_words);
    each_gap(&p, pair_alike);
    pair_moved_seeds(&p, false);
    if (!tn_diff_view_failed(v)) pair_rest(&p);
    tn_array_free(&p.seeds, v->allocator);
}

/* ======== line pairs ======== */

/* The public functions that give the paired lines of both sides. */

struct tunip_diff_lines {
    tn_diff_view view;
};

tunip_diff_lines *tunip_diff_lines_new(tunip_context *context, const tunip_script *script,
                                       const tunip_diff_options *options, tunip_error *error)
{
    const tunip_allocator *allocator = &context->allocator;
    tunip_diff_lines *lines = allocator->alloc(allocator->ctx, sizeof *lines);
    if (!lines) {
        tn_no_memory(error);
        return NULL;
    }
    tn_diff_view *view = &lines->view;
    tn_diff_view_init(view, context, script, options);
    view->wants_links = true;
    if (!tn_diff_view_failed(view)) tn_diff_view_open(view);
    if (!tn_diff_view_failed(view)) return lines;
    if (error) *error = view->error;
    tunip_diff_lines_free(lines);
    return NULL;
}

void tunip_diff_lines_free(tunip_diff_lines *lines)
{
    if (!lines) return;
    const tunip_allocator *allocator = lines->view.allocator;
    tn_diff_view_close(&lines->view);
    allocator->free(allocator->ctx, lines, sizeof *lines);
}

size_t tunip_diff_lines_count(const tunip_diff_lines *lines)
{
    return lines ? lines->view.rows.count : 0;
}

/* Lines are numbered from 0 here, and TN_NO_LINE is the largest number. */
static size_t number(size_t line)
{
    return line + 1;
}

tunip_line_pair tunip_diff_lines_get(const tunip_diff_lines *lines, size_t index)
{
    const tn_diff_view *v = &lines->view;
    const tn_diff_row *row = &v->rows.items[index];
    tunip_line_pair pair = {.lhs = number(row->line[TN_LHS]),
                            .rhs = number(row->line[TN_RHS]),
                            .changed = row->changed,
                            .renamed = row->renamed};
    if (!pair.lhs) pair.origin = number(tn_diff_moved(&v->sides[TN_RHS], row->line[TN_RHS]));
    return pair;
}

tunip_line_counts tunip_diff_lines_counts(const tunip_diff_lines *lines)
{
    return lines ? tn_diff_count_rows(&lines->view) : (tunip_line_counts){0, 0, 0, 0};
}

size_t tunip_diff_lines_link_count(const tunip_diff_lines *lines)
{
    return lines ? lines->view.links.count : 0;
}

tunip_link tunip_diff_lines_link(const tunip_diff_lines *lines, size_t index)
{
    return lines->view.links.items[index];
}

size_t tunip_diff_lines_site_count(const tunip_diff_lines *lines, int side)
{
    return lines ? lines->view.sides[side != 0].sites.count : 0;
}

tunip_line_site tunip_diff_lines_site(const tunip_diff_lines *lines, int side, size_t index)
{
    const tn_diff_site *site = &lines->view.sides[side != 0].sites.items[index];
    return (tunip_line_site){number(site->line), site->site};
}

const char *tunip_link_kind_name(tunip_link_kind kind)
{
    /* ORDER tunip_link_kind */
    static const char *const names[] = {"same",  "renamed", "changed",  "moved",
                                        "split", "merged",  "made from"};
    return (size_t)kind < TUNIP_LEN(names) ? names[kind] : "?";
}

const char *tunip_link_reason_name(tunip_link_reason reason)
{
    /* ORDER tunip_link_reason */
    static const char *const names[] = {"same span",
                                        "paired by the edit script",
                                        "same content",
                                        "same definition and uses",
                                        "stands in place of it",
                                        "converted from it"};
    return (size_t)reason < TUNIP_LEN(names) ? names[reason] : "?";
}

const char *tunip_link_row_name(tunip_link_row row)
{
    /* ORDER tunip_link_row */
    static const char *const names[] = {"apart", "same", "renamed", "changed"};
    return (size_t)row < TUNIP_LEN(names) ? names[row] : "?";
}

const tunip_printed *tunip_diff_lines_lhs(const tunip_diff_lines *lines)
{
    return lines->view.sides[TN_LHS].printed;
}

const tunip_printed *tunip_diff_lines_rhs(const tunip_diff_lines *lines)
{
    return lines->view.sides[TN_RHS].printed;
}

size_t tunip_diff_lines_part_count(const tunip_diff_lines *lines, int side)
{
    return lines ? lines->view.sides[side != 0].parts.count : 0;
}

tunip_line_part tunip_diff_lines_part(const tunip_diff_lines *lines, int side, size_t index)
{
    const tn_range *part = &lines->view.sides[side != 0].parts.items[index];
    return (tunip_line_part){part->begin, part->end};
}

/* ======== rows ======== */

/* The rows of a diff: which pairs of lines stand beside each other, and whether the
 * meaning of a pair changed or only names did. */

/* ---- what the edit script says about two variables ---- */

typedef struct correspondence {
    const tn_map *to_rhs;
    const tunip_node *lhs, *rhs;
    bool agrees, differs; /* the edit script pairs them; pairs the left one with another one */
} correspondence;

static void look_up(correspondence *c, const tunip_node *lhs, const tunip_node *rhs)
{
    const tunip_node *there = tn_diff_recorded(c->to_rhs, lhs);
    c->agrees |= there && there == rhs;
    c->differs |= there && there != rhs;
}

static bool look_up_field(const tunip_field *field, void *user)
{
    correspondence *c = user;
    if (field->kind == TUNIP_KIND_NODE)
        look_up(c, tunip_field_node(c->lhs, field), tunip_field_node(c->rhs, field));
    return true;
}

/* The variable may be a field: a buffer has a name, but its data pointer is the variable. */
static correspondence compare_names(const tn_diff_view *v, const tunip_node *lhs,
                                    const tunip_node *rhs)
{
    correspondence c = {.to_rhs = &v->script->memory->to_rhs, .lhs = lhs, .rhs = rhs};
    look_up(&c, lhs, rhs);
    if (lhs->type == rhs->type) tn_each_field(lhs->type, TUNIP_FLAG_IGNORE, look_up_field, &c);
    return c;
}

static bool is_same(const tn_diff_view *v, const tunip_node *lhs, const tunip_node *rhs)
{
    correspondence c = compare_names(v, lhs, rhs);
    return c.agrees && !c.differs;
}

/* ---- names that changed in the same way everywhere ---- */

/* The variables of the other side that stand at the places of each variable. */
typedef struct renames {
    tn_diff_view *view;
    tn_line_words *words;
    tn_map to[TN_SIDES]; /* variable -> the one at its places; 0: several, which are not the same */
    bool has_several;
} renames;

/* Two buffers of one data pointer are the same, although they may have two names. */
static void note_place(renames *r, size_t side, const tunip_node *from, const tunip_node *to)
{
    bool added;
    uint64_t *slot = tn_map_put(&r->to[side], from, &added);
    if (!slot) {
        tn_diff_view_fail(r->view);
        return;
    }
    if (added) *slot = (uint64_t)(uintptr_t)to;
    const tunip_node *first = (const tunip_node *)(uintptr_t)*slot;
    if (!first || first == to) return;
    bool same = side == TN_LHS ? is_same(r->view, from, to) && is_same(r->view, from, first)
                               : is_same(r->view, to, from) && is_same(r->view, first, from);
    if (!same) *slot = 0;
    r->has_several |= !same;
}

/* Whether the words of two lines are the same, except for names. */
static bool match_names(renames *r, size_t lhs, size_t rhs, const tn_line_word **a,
                        const tn_line_word **b, size_t *count)
{
    size_t b_count;
    *a = tn_line_words_of(r->words, TN_LHS, lhs, count);
    *b = tn_line_words_of(r->words, TN_RHS, rhs, &b_count);
    if (!*a || !*b || *count != b_count) return false;
    for (size_t i = 0; i < *count; i++) {
        const tn_line_word *x = &(*a)[i], *y = &(*b)[i];
        bool both = x->kind == TN_WORD_NAME && y->kind == TN_WORD_NAME;
        if (!both && (x->kind != y->kind || x->text != y->text)) return false;
    }
    return true;
}

static void note_pair(renames *r, size_t lhs, size_t rhs)
{
    size_t count;
    const tn_line_word *a, *b;
    if (!match_names(r, lhs, rhs, &a, &b, &count)) return;
    for (size_t i = 0; i < count; i++) {
        if (a[i].kind != TN_WORD_NAME || !a[i].node || !b[i].node) continue;
        note_place(r, TN_LHS, a[i].node, b[i].node);
        note_place(r, TN_RHS, b[i].node, a[i].node);
    }
}

/* A line is only renamed if each variable whose name changed stands for the same variable at all
 * of its places. After `for i, j` became `for j, i`, the variable i stands for j in this line
 * and for i where it is used: then the order changed. */
static bool is_renamed(renames *r, size_t lhs, size_t rhs)
{
    size_t count;
    const tn_line_word *a, *b;
    if (!match_names(r, lhs, rhs, &a, &b, &count)) /* the name of a function? */
        return tn_diff_renamed_hash(r->view, TN_LHS, lhs) ==
               tn_diff_renamed_hash(r->view, TN_RHS, rhs);
    for (size_t i = 0; i < count; i++) {
        if (a[i].kind != TN_WORD_NAME || a[i].text == b[i].text) continue;
        if (!a[i].node && !b[i].node) continue; /* defined, but never used */
        const uint64_t *there = tn_map_get(&r->to[TN_LHS], a[i].node);
        const uint64_t *back = tn_map_get(&r->to[TN_RHS], b[i].node);
        if (!there || !*there || !back || !*back) return false;
    }
    return true;
}

/* Whether a variable of a line stands for another one than the edit script says. After `f(A, B)`
 * became `f(B, A)`, all lines `A[0] = B[0]` mean something else; but an edit is in only one of them
 * if they share their nodes. */
static bool is_exchanged(renames *r, size_t lhs, size_t rhs)
{
    size_t count;
    const tn_line_word *a, *b;
    if (!r->has_several || !tn_diff_is_mapped(&r->view->sides[TN_LHS], lhs) ||
        !match_names(r, lhs, rhs, &a, &b, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (a[i].kind != TN_WORD_NAME || !a[i].node || !b[i].node) continue;
        const uint64_t *there = tn_map_get(&r->to[TN_LHS], a[i].node);
        bool is_contested = there && !*there; /* it stands for different ones */
        if (is_contested && compare_names(r->view, a[i].node, b[i].node).differs) return true;
    }
    return false;
}

/* ---- pairs ---- */

static tunip_str words_at(const tn_diff_view *v, size_t side, size_t line)
{
    return tn_diff_trimmed(tn_diff_line_text(&v->sides[side], line));
}

static bool rows_has_same_text(const tn_diff_view *v, size_t lhs, size_t rhs)
{
    return tunip_str_equal(words_at(v, TN_LHS, lhs), words_at(v, TN_RHS, rhs));
}

static tn_diff_fate fate_of(renames *r, size_t lhs, size_t rhs)
{
    const tn_diff_view *v = r->view;
    uint8_t a = v->sides[TN_LHS].marks[lhs], b = v->sides[TN_RHS].marks[rhs];
    if (a == TN_DIFFERS || b == TN_DIFFERS) return TN_FATE_CHANGED;
    if (rows_has_same_text(v, lhs, rhs))
        return is_exchanged(r, lhs, rhs) ? TN_FATE_CHANGED : TN_FATE_SAME;
    return is_renamed(r, lhs, rhs) ? TN_FATE_RENAMED : TN_FATE_CHANGED;
}

/* Whether a line of MLIR defines an alias: `#map = affine_map<...>`. A change of an alias is one of
 * the operations that use it, which are compared with all aliases written out. The line itself only
 * shows that the printer chose other names, or has fewer or more of them. */
static bool is_alias(const tn_diff_side *side, size_t line)
{
    tunip_str text = tn_diff_line_text(side, line);
    const char *end = text.size ? memchr(text.data, ' ', text.size) : NULL;
    if (!end || (*text.data != '#' && *text.data != '!')) return false;
    if (!tunip_is(side->root, &tunip_mlir_file_type)) return false;
    return text.data + text.size - end > 2 && end[1] == '=' && end[2] == ' ';
}

static void find_fates(renames *r)
{
    tn_diff_side *a = &r->view->sides[TN_LHS], *b = &r->view->sides[TN_RHS];
    for (size_t i = 0; i < a->line_count && !tn_diff_view_failed(r->view); i++) {
        if (a->partner[i] == TN_NO_LINE) continue;
        tn_diff_fate fate = fate_of(r, i, a->partner[i]);
        fate = tn_diff_operation_fate(r->view, i, fate);
        if (fate == TN_FATE_CHANGED && is_alias(a, i)) fate = TN_FATE_RENAMED;
        a->fates[i] = b->fates[a->partner[i]] = (uint8_t)fate;
    }
}

/* ---- rows ---- */

static void add_row(tn_diff_view *v, tn_diff_row row)
{
    if (!tn_array_push(&v->rows, v->allocator, row)) tn_diff_view_fail(v);
}

static void add_alone(tn_diff_view *v, size_t side, size_t line)
{
    tn_diff_row row = {.line = {TN_NO_LINE, TN_NO_LINE}, .changed = true};
    row.line[side] = line;
    add_row(v, row);
}

static void add_pair(tn_diff_view *v, size_t lhs, size_t rhs)
{
    uint8_t fate = v->sides[TN_LHS].fates[lhs];
    add_row(v, (tn_diff_row){{lhs, rhs}, fate == TN_FATE_CHANGED, fate == TN_FATE_RENAMED});
}

/* An edit that is printed nowhere marks the function that has it, unless another line of this
 * function shows that it changed. */
static void show_silent_edits(tn_diff_view *v)
{
    for (size_t i = 0; i < v->silent.count; i++) {
        const tn_diff_silent *edit = &v->silent.items[i];
        tn_diff_side *side = &v->sides[edit->side];
        bool is_shown = i && edit[-1].side == edit->side && edit[-1].first == edit->first;
        for (size_t line = edit->first; line < edit->end && !is_shown; line++)
            is_shown = side->partner[line] == TN_NO_LINE || side->moves[line] ||
                       side->fates[line] == TN_FATE_CHANGED;
        size_t head = edit->first;
        if (is_shown || side->partner[head] == TN_NO_LINE) continue;
        side->fates[head] = v->sides[1 - edit->side].fates[side->partner[head]] = TN_FATE_CHANGED;
    }
}

/* Pairs in order stand beside each other. Before each pair come the lines of the left side alone,
 * then those of the right side. */
static void put_rows(tn_diff_view *v)
{
    const tn_diff_side *a = &v->sides[TN_LHS], *b = &v->sides[TN_RHS];
    for (size_t i = 0, k = 0;
         (i < a->line_count || k < b->line_count) && !tn_diff_view_failed(v);) {
        bool has_left = i < a->line_count, has_right = k < b->line_count;
        if (has_left && (a->partner[i] == TN_NO_LINE || a->moves[i]))
            add_alone(v, TN_LHS, i++);
        else if (has_right && (b->partner[k] == TN_NO_LINE || b->moves[k]))
            add_alone(v, TN_RHS, k++);
        else
            add_pair(v, i++, k++);
    }
}

static void note_contested(renames *r)
{
    tn_diff_view *v = r->view;
    for (size_t i = 0; i < v->script->rename_count && !tn_diff_view_failed(v); i++) {
        bool added;
        const tunip_node *node = v->script->renames[i].lhs;
        const uint64_t *there = tn_map_get(&r->to[TN_LHS], node);
        if (there && !*there && !tn_set_add(&v->contested, node, &added)) tn_diff_view_fail(v);
    }
}

void tn_diff_make_rows(tn_diff_view *v, tn_line_words *words)
{
    renames r = {.view = v, .words = words};
    for (size_t s = 0; s < TN_SIDES; s++) tn_map_init(&r.to[s], v->allocator);
    const tn_diff_side *lhs = &v->sides[TN_LHS];
    bool any = false;
    for (size_t i = 0; i < lhs->line_count && !any; i++)
        any = lhs->partner[i] != TN_NO_LINE && !rows_has_same_text(v, i, lhs->partner[i]);
    for (size_t i = 0; any && i < lhs->line_count && !tn_diff_view_failed(v); i++)
        if (lhs->partner[i] != TN_NO_LINE && tn_diff_is_mapped(lhs, i))
            note_pair(&r, i, lhs->partner[i]);
    note_contested(&r);
    find_fates(&r);
    show_silent_edits(v);
    put_rows(v);
    for (size_t s = 0; s < TN_SIDES; s++) tn_map_free(&r.to[s]);
}

tunip_line_counts tn_diff_count_rows(const tn_diff_view *v)
{
    tunip_line_counts counts = {0, 0, 0, 0};
    for (size_t i = 0; i < v->rows.count; i++) {
        const tn_diff_row *row = &v->rows.items[i];
        bool left = row->line[TN_LHS] != TN_NO_LINE, right = row->line[TN_RHS] != TN_NO_LINE;
        size_t side = left ? TN_LHS : TN_RHS;
        if (left != right && is_alias(&v->sides[side], row->line[side])) continue;
        counts.added += !left;
        counts.removed += !right;
        counts.changed += left && right && row->changed;
        counts.renamed += row->renamed;
    }
    return counts;
}

/* ======== seeds ======== */

/* The lines of both sides whose nodes the edit script pairs: the places of each edit,
 * and the statements around them. Two lines from the same place in the user's program are a
 * seed, too, if no other lines come from there. */

typedef struct finder {
    tn_diff_view *view;
    tn_diff_seeds *seeds;
    tn_set climbed; /* paths of the left side whose ancestors were paired */
} finder;

/* The lines of a path that is printed itself: of a statement all, of an expression its only one. */
static bool find_lines(tn_diff_view *v, size_t which, const tunip_path *path, size_t *first,
                       size_t *end)
{
    tn_diff_spot spot;
    tn_diff_side *side = &v->sides[which];
    if (tn_path_is_missing(path) || !tn_diff_place(v, which, path, &spot) || !spot.exact)
        return false;
    size_t last = spot.range.end > spot.range.begin ? spot.range.end - 1 : spot.range.end;
    *first = tn_diff_head_line(side, spot.range.begin);
    *end = tn_diff_line_of(side, last) + 1;
    return *end > *first && (!spot.expression || *end == *first + 1);
}

/* Whether a list is at the path. Its text begins with that of its first element, and so does its
 * path; the lists may begin with elements that do not correspond. */
static bool is_list(tn_diff_side *side, const tunip_path *path)
{
    const tunip_field *field;
    const tunip_node *node = tn_follow(&side->follower, path);
    return node && (node->type == &tunip_array_type || tn_visit_elements(node, &field));
}

static void add_seed(finder *p, const tunip_path *lhs, const tunip_path *rhs)
{
    tn_diff_seed s = {.votes = 1, .reason = TN_REASON_EDIT};
    if (is_list(&p->view->sides[TN_LHS], lhs) || is_list(&p->view->sides[TN_RHS], rhs)) return;
    if (!find_lines(p->view, TN_LHS, lhs, &s.lhs, &s.lhs_end)) return;
    if (!find_lines(p->view, TN_RHS, rhs, &s.rhs, &s.rhs_end)) return;
    if (lhs->depth == TN_FUNCTION_DEPTH && tn_diff_function_of(p->view, lhs))
        s.reason = TN_REASON_FUNCTION;
    if (!tn_array_push(p->seeds, p->view->allocator, s)) tn_diff_view_fail(p->view);
}

/* A moved element that begins a line on both sides; a moved argument does not move its line. */
static void add_moved(finder *p, const tunip_path *lhs, const tunip_path *rhs)
{
    const tunip_path *paths[TN_SIDES] = {lhs, rhs};
    bool moved = true;
    for (size_t s = 0; s < TN_SIDES && moved; s++) {
        tn_diff_spot spot;
        moved = tn_diff_place(p->view, s, paths[s], &spot) &&
                tn_diff_begins_line(&p->view->sides[s], spot.range.begin);
    }
    size_t count = p->seeds->count;
    add_seed(p, lhs, rhs);
    if (p->seeds->count > count) p->seeds->items[count].moved = moved;
}

/* Pairs the statements around corresponding nodes, as long as both sides have the same ones:
 * nothing was put around either of them. */
static void climb(finder *p, const tunip_path *lhs, const tunip_path *rhs)
{
    while (lhs->parent && rhs->parent && !tn_diff_view_failed(p->view)) {
        bool is_new = false;
        /* Whether the two steps lead from corresponding nodes to corresponding nodes. */
        if (lhs->depth != rhs->depth) return;
        if (lhs->step != rhs->step) return;
        if (lhs->step == TUNIP_STEP_ATTR && strcmp(lhs->at.attr, rhs->at.attr) != 0) return;
        lhs = lhs->parent, rhs = rhs->parent;
        if (!tn_set_add(&p->climbed, lhs, &is_new)) tn_diff_view_fail(p->view);
        if (!is_new) return;
        if (lhs->depth >= TN_FUNCTION_DEPTH) add_seed(p, lhs, rhs);
    }
}

static void add_seeds(finder *p, const tunip_edit *edit)
{
    const tunip_path *lhs = edit->lhs_path, *rhs = edit->rhs_path;
    switch (edit->kind) {
    case TUNIP_EDIT_MOVE:
        add_moved(p, lhs, rhs);
        return;
    case TUNIP_EDIT_WRAP:
        if (edit->inner_path) add_seed(p, lhs, edit->inner_path);
        break;
    case TUNIP_EDIT_UNWRAP:
        if (edit->inner_path) add_seed(p, edit->inner_path, rhs);
        break;
    case TUNIP_EDIT_CHANGE:
        /* other statements are paired only if they are alike; functions by their names */
        if (tn_diff_function_of(p->view, lhs) == lhs || !tn_diff_replaces(p->view, edit))
            add_seed(p, lhs, rhs);
        break;
    default:
        break;
    }
    climb(p, lhs, rhs);
}

static int by_lines(const void *a, const void *b)
{
    const tn_diff_seed *x = a, *y = b;
    if (x->lhs != y->lhs) return x->lhs < y->lhs ? -1 : 1;
    return (x->rhs > y->rhs) - (x->rhs < y->rhs);
}

/* Joins equal seeds. */
static void join_seeds(finder *p)
{
    size_t kept = 0;
    tn_diff_seed *seeds = p->seeds->items;
    if (p->seeds->count) qsort(seeds, p->seeds->count, sizeof *seeds, by_lines);
    for (size_t i = 0; i < p->seeds->count; i++) {
        bool again =
            kept && seeds[kept - 1].lhs == seeds[i].lhs && seeds[kept - 1].rhs == seeds[i].rhs;
        if (!again) {
            seeds[kept++] = seeds[i];
            continue;
        }
        seeds[kept - 1].votes += seeds[i].votes;
        if (seeds[i].reason < seeds[kept - 1].reason) seeds[kept - 1].reason = seeds[i].reason;
        seeds[kept - 1].moved |= seeds[i].moved;
    }
    p->seeds->count = kept;
}

/* The heaviest chain of seeds in which the lines of both sides increase, by a Fenwick tree over the
 * right lines: chain[k] is the seed with the heaviest chain that ends at or before line k. */
typedef struct chain {
    size_t before; /* index + 1 of the seed before it */
    uint64_t worth;
} chain;

static size_t heaviest(const chain *chains, const size_t *tree, size_t at)
{
    size_t best = 0;
    for (; at; at &= at - 1)
        if (tree[at] && (!best || chains[tree[at] - 1].worth > chains[best - 1].worth))
            best = tree[at];
    return best;
}

void tn_diff_order_seeds(tn_diff_view *v, tn_diff_seeds *all)
{
    tn_diff_seed *seeds = all->items;
    size_t count = all->count, lines = v->sides[TN_RHS].line_count;
    size_t size = count * sizeof(chain) + (lines + 1) * sizeof(size_t);
    if (!count) return;
    chain *chains = v->allocator->alloc(v->allocator->ctx, size);
    if (!chains) {
        tn_diff_view_fail(v);
        return;
    }
    size_t *tree = (size_t *)(void *)(chains + count);
    memset(tree, 0, (lines + 1) * sizeof *tree);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && seeds[end].lhs == seeds[i].lhs; end++) {
            if (seeds[end].moved) continue;
            size_t before = heaviest(chains, tree, seeds[end].rhs);
            chains[end] =
                (chain){before, (before ? chains[before - 1].worth : 0) + seeds[end].votes};
        }
        for (size_t k = i; k < end; k++)
            for (size_t at = seeds[k].rhs + 1; !seeds[k].moved && at <= lines; at += at & -at)
                if (!tree[at] || chains[tree[at] - 1].worth < chains[k].worth) tree[at] = k + 1;
    }
    for (size_t i = heaviest(chains, tree, lines); i; i = chains[i - 1].before) {
        seeds[i - 1].in_order = true;
    }
    v->allocator->free(v->allocator->ctx, chains, size);
}

static int by_site(const void *a, const void *b)
{
    const tn_diff_site *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* The sites of a side in the order of their hashes; NULL when out of memory. */
static tn_diff_site *sort_sites(tn_diff_view *v, const tn_diff_side *side)
{
    size_t size = (side->sites.count + 1) * sizeof(tn_diff_site);
    tn_diff_site *sorted = v->allocator->alloc(v->allocator->ctx, size);
    if (!sorted) {
        tn_diff_view_fail(v);
        return NULL;
    }
    if (side->sites.count) memcpy(sorted, side->sites.items, side->sites.count * sizeof *sorted);
    qsort(sorted, side->sites.count, sizeof *sorted, by_site);
    return sorted;
}

void tn_diff_each_site(tn_diff_view *v, tn_diff_site_fn fn, void *user)
{
    size_t counts[TN_SIDES] = {v->sides[0].sites.count, v->sides[1].sites.count};
    tn_diff_site *a = counts[0] && counts[1] ? sort_sites(v, &v->sides[0]) : NULL;
    tn_diff_site *b = a ? sort_sites(v, &v->sides[1]) : NULL;
    for (size_t i = 0, k = 0, i_end, k_end; b && i < counts[0] && k < counts[1];
         i = i_end, k = k_end) {
        uint64_t x = a[i].hash, y = b[k].hash;
        for (i_end = i; i_end < counts[0] && a[i_end].hash == x && x <= y;) i_end++;
        for (k_end = k; k_end < counts[1] && b[k_end].hash == y && y <= x;) k_end++;
        if (x == y) fn(user, &a[i], i_end - i, &b[k], k_end - k);
    }
    if (a) v->allocator->free(v->allocator->ctx, a, (counts[0] + 1) * sizeof *a);
    if (b) v->allocator->free(v->allocator->ctx, b, (counts[1] + 1) * sizeof *b);
}

/* Two lines from a place in the user's program from which no other lines come. */
static void add_site(void *user, const tn_diff_site *a, size_t a_count, const tn_diff_site *b,
                     size_t b_count)
{
    enum { VOTES = 8 };
    finder *p = user;
    tn_diff_seed s = {.lhs = a->line, .rhs = b->line, .votes = VOTES, .reason = TN_REASON_SPAN};
    if (a_count != 1 || b_count != 1) return;
    if (!tn_array_push(p->seeds, p->view->allocator, s)) tn_diff_view_fail(p->view);
}

static void find(finder *p)
{
    tn_diff_each_site(p->view, add_site, p);
    const tunip_script *script = p->view->script;
    for (size_t i = 0; i < script->edit_count && !tn_diff_view_failed(p->view); i++)
        add_seeds(p, &script->edits[i]);
    join_seeds(p);
    tn_diff_order_seeds(p->view, p->seeds);
}

void tn_diff_find_seeds(tn_diff_view *v, tn_diff_seeds *seeds)
{
    finder f = {.view = v, .seeds = seeds};
    tn_set_init(&f.climbed, v->allocator);
    find(&f);
    tn_set_free(&f.climbed);
}
