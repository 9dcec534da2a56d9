/* pair.c -- finds the lines of both sides that correspond. Each search pairs lines that the
 * searches before it left over. First, the seeds: lines whose nodes the edit script pairs
 * (seeds.c). They divide the texts. Between two of them: lines with the same words, where
 * corresponding variables count as the same; lines with the same text; then the lines that are
 * most alike, in order. Last, lines that moved. */
#include "pair.h"

#include <stdlib.h>

#include "../../core/compare/align.h"
#include "../../core/compare/diff.h"
#include "../../core/ir/same.h"

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
