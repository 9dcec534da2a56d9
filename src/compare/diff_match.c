/* diff_match.c -- decides which elements of two lists or maps correspond. */
#include <stdlib.h>

#include "../ir/same.h"
#include "../ir/visit.h"
#include "diff.h"

/* ======== align ======== */

/* The shortest edit script of two sequences (E. W. Myers, An O(ND) Difference Algorithm
 * and Its Variations, 1986), with two limits, as diff tools have them. Elements of one side only
 * are removed first. After a number of differences the search keeps its best result and starts
 * again after it. So the time is at most TN_ALIGN_MOST times the number of elements. */

/* The input of the search: the elements of a gap that occur on both sides. */
typedef struct sequence {
    const uint64_t *hashes;
    size_t *at; /* indices into the whole sequence */
    size_t count;
} sequence;

typedef struct aligner {
    const tunip_allocator *allocator;
    sequence lhs, rhs;
    uint64_t *sorted; /* hashes of the gap, for lookup */
    int32_t *rows;    /* furthest points: round d has d + 1, of every second diagonal */
    size_t *to_rhs;
} aligner;

static uint64_t hash_at(const sequence *s, size_t i)
{
    return s->hashes[s->at[i]];
}

static bool same(const aligner *a, size_t i, size_t k)
{
    return hash_at(&a->lhs, i) == hash_at(&a->rhs, k);
}

static void match(aligner *a, size_t i, size_t k)
{
    a->to_rhs[a->lhs.at[i]] = a->rhs.at[k];
}

/* ---- one search ---- */

typedef struct box {
    size_t lhs, rhs;             /* the beginning of the box */
    size_t lhs_count, rhs_count; /* the remaining elements */
} box;

/* Point `x` of a diagonal k is (x, x - k). Row d holds diagonals -d, -d + 2, ..., d. */
static int32_t *row_of(const aligner *a, size_t d)
{
    return a->rows + d * (d + 1) / 2;
}

static int32_t slide(const aligner *a, const box *b, int32_t x, int32_t k)
{
    while (x < (int32_t)b->lhs_count && x - k < (int32_t)b->rhs_count &&
           same(a, b->lhs + (size_t)x, b->rhs + (size_t)(x - k)))
        x++;
    return x;
}

/* Where a round starts on the diagonal of slot `s`: below the one above, or right of the one
 * below, whichever is further. Deletions come before insertions. */
static int32_t step_from(const int32_t *before, int32_t d, int32_t s, bool *down)
{
    if (d == 0) return 0;
    *down = s == 0 || (s < d && before[s - 1] < before[s]);
    return *down ? before[s] : before[s - 1] + 1;
}

/* Points outside the box are ignored. */
static bool inside(const box *b, int32_t x, int32_t k)
{
    return x <= (int32_t)b->lhs_count && x - k <= (int32_t)b->rhs_count && x - k >= 0;
}

typedef struct goal {
    int32_t d, s; /* the round and slot of the furthest point */
    int32_t sum;  /* x + y there */
} goal;

static bool run_round(const aligner *a, const box *b, int32_t d, goal *best)
{
    const int32_t *before = d ? row_of(a, (size_t)d - 1) : NULL;
    int32_t *row = row_of(a, (size_t)d);
    for (int32_t s = 0; s <= d; s++) {
        bool down;
        int32_t k = 2 * s - d, x = step_from(before, d, s, &down);
        row[s] = x = inside(b, x, k) ? slide(a, b, x, k) : x;
        if (inside(b, x, k) && 2 * x - k > best->sum) *best = (goal){d, s, 2 * x - k};
    }
    return best->sum == (int32_t)(b->lhs_count + b->rhs_count);
}

/* From the furthest point back to the beginning. */
static void trace(aligner *a, const box *b, goal at)
{
    for (int32_t d = at.d, s = at.s; d >= 0; d--) {
        const int32_t *before = d ? row_of(a, (size_t)d - 1) : NULL;
        bool down = false;
        int32_t k = 2 * s - d, x = row_of(a, (size_t)d)[s], from = step_from(before, d, s, &down);
        for (; x > from; x--) match(a, b->lhs + (size_t)x - 1, b->rhs + (size_t)(x - k) - 1);
        if (!down) s--;
    }
}

/* Aligns the beginning of a box. Afterwards the box has the remaining elements. */
static void search(aligner *a, box *b)
{
    goal best = {0, 0, -1};
    for (int32_t d = 0; d < TN_ALIGN_MOST; d++)
        if (run_round(a, b, d, &best)) break;
    trace(a, b, best);
    size_t k = (size_t)((int64_t)2 * best.s - best.d), x = ((size_t)best.sum + k) / 2, y = x - k;
    b->lhs += x, b->rhs += y;
    b->lhs_count -= x, b->rhs_count -= y;
}

/* ---- a gap between aligned elements ---- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool contains(const uint64_t *sorted, size_t count, uint64_t hash)
{
    return bsearch(&hash, sorted, count, sizeof hash, by_value) != NULL;
}

/* Keeps those of `s`, `count` elements from `begin` on, that are among those of `other`. */
static void take_common(aligner *a, sequence *s, size_t begin, size_t count, const uint64_t *other,
                        size_t other_count)
{
    if (other_count) memcpy(a->sorted, other, other_count * sizeof *other);
    if (other_count) qsort(a->sorted, other_count, sizeof *other, by_value);
    s->count = 0;
    for (size_t i = begin; i < begin + count; i++)
        if (contains(a->sorted, other_count, s->hashes[i])) s->at[s->count++] = i;
}

/* The two sides of a gap end where the next aligned pair is. */
static void align_gap(aligner *a, const box *gap)
{
    box b = *gap;
    const uint64_t *lhs = a->lhs.hashes, *rhs = a->rhs.hashes;
    for (; b.lhs_count && b.rhs_count && lhs[b.lhs] == rhs[b.rhs]; b.lhs_count--, b.rhs_count--)
        a->to_rhs[b.lhs++] = b.rhs++;
    while (b.lhs_count && b.rhs_count &&
           lhs[b.lhs + b.lhs_count - 1] == rhs[b.rhs + b.rhs_count - 1]) {
        b.lhs_count--, b.rhs_count--;
        a->to_rhs[b.lhs + b.lhs_count] = b.rhs + b.rhs_count;
    }
    if (!b.lhs_count || !b.rhs_count) return;
    take_common(a, &a->lhs, b.lhs, b.lhs_count, rhs + b.rhs, b.rhs_count);
    take_common(a, &a->rhs, b.rhs, b.rhs_count, lhs + b.lhs, b.lhs_count);
    box rest = {0, 0, a->lhs.count, a->rhs.count};
    while (rest.lhs_count && rest.rhs_count) search(a, &rest);
}

/* ---- memory ---- */

/* As many rounds as there can be. */
static size_t rows_size(size_t total)
{
    size_t rounds = total + 1 < TN_ALIGN_MOST ? total + 1 : TN_ALIGN_MOST;
    return rounds * (rounds + 1) / 2 * sizeof(int32_t);
}

bool tn_align(const uint64_t *lhs, size_t lhs_count, const uint64_t *rhs, size_t rhs_count,
              size_t *to_rhs, const tunip_allocator *allocator)
{
    if (!lhs_count || !rhs_count) return true;
    if (lhs_count > INT32_MAX / 2 - rhs_count) return true; /* all of it is replaced */
    size_t total = lhs_count + rhs_count, table = total * sizeof(uint64_t);
    size_t places = total * sizeof(size_t), rows = rows_size(total);
    char *memory = allocator->alloc(allocator->ctx, table + places + rows);
    if (!memory) return false;
    aligner a = {.allocator = allocator, .to_rhs = to_rhs};
    a.sorted = (uint64_t *)(void *)memory;
    a.lhs = (sequence){.hashes = lhs, .at = (size_t *)(void *)(memory + table)};
    a.rhs = (sequence){.hashes = rhs, .at = a.lhs.at + lhs_count};
    a.rows = (int32_t *)(void *)(memory + table + places);
    box gap = {0, 0, 0, 0};
    for (size_t i = 0; i <= lhs_count; i++) {
        size_t k = i < lhs_count ? a.to_rhs[i] : rhs_count;
        if (k == TN_UNALIGNED) continue;
        gap.lhs_count = i - gap.lhs;
        gap.rhs_count = k - gap.rhs;
        align_gap(&a, &gap);
        gap = (box){i + 1, k + 1, 0, 0};
    }
    allocator->free(allocator->ctx, memory, table + places + rows);
    return true;
}

/* ======== diff array ======== */

/* The elements of two arrays: aligned first by equality including names, then by
 * equality without names, then by similarity. An equal element at another place has moved. */

typedef tn_array_pairing pairing;

/* Allocates all tables in one block, because most arrays are short. */
static bool open_pairing(pairing *p)
{
    size_t n = p->lhs->count, m = p->rhs->count;
    if (n > SIZE_MAX / 64 || m > SIZE_MAX / 64 - n) return false;
    const tunip_allocator *allocator = p->differ->allocator;
    p->size = 2 * n * sizeof(size_t) + (n + m) * sizeof(uint64_t) + m * sizeof(bool) + 1;
    p->memory = allocator->alloc(allocator->ctx, p->size);
    if (!p->memory) return false;
    p->lhs_hashes = p->memory;
    p->rhs_hashes = p->lhs_hashes + n;
    p->to_rhs = (size_t *)(void *)(p->rhs_hashes + m);
    p->moved_to = p->to_rhs + n;
    p->taken = (bool *)(p->moved_to + n);
    for (size_t i = 0; i < n; i++) p->to_rhs[i] = p->moved_to[i] = TN_UNALIGNED;
    for (size_t k = 0; k < m; k++) p->taken[k] = false;
    return true;
}

/* ---- by hash ---- */

static uint64_t hash_of(tn_differ *d, const tunip_node *item, bool named)
{
    tn_print print = tn_diff_print(d, item);
    return named ? print.named : print.shape;
}

/* Aligns the elements by their hashes. A moved element gets a hash that no other element has (even
 * multiples on the left, odd ones on the right), so that it is not paired again. */
static void align_by(pairing *p, bool named)
{
    enum { ODD = 0x5bd1e995 };
    tn_differ *d = p->differ;
    for (size_t i = 0; i < p->lhs->count; i++)
        p->lhs_hashes[i] =
            p->moved_to[i] == TN_UNALIGNED ? hash_of(d, p->lhs->items[i], named) : 2 * i * ODD;
    for (size_t k = 0; k < p->rhs->count; k++)
        p->rhs_hashes[k] = p->taken[k] ? (2 * k + 1) * ODD : hash_of(d, p->rhs->items[k], named);
    if (!tn_align(p->lhs_hashes, p->lhs->count, p->rhs_hashes, p->rhs->count, p->to_rhs,
                  d->allocator))
        tn_differ_fail(d);
}

/* ---- moved elements ---- */

typedef struct loose {
    uint64_t hash;
    size_t index;
} loose;

static int by_hash(const void *a, const void *b)
{
    const loose *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Pairs equal elements of two lists that are sorted by hash. */
static void pair_loose(pairing *p, const loose *lhs, size_t lhs_count, const loose *rhs,
                       size_t rhs_count)
{
    for (size_t i = 0, k = 0; i < lhs_count && k < rhs_count;) {
        uint64_t a = lhs[i].hash, b = rhs[k].hash;
        if (a == b) {
            p->moved_to[lhs[i].index] = rhs[k].index;
            p->taken[rhs[k].index] = true;
        }
        i += a <= b;
        k += b <= a;
    }
}

/* Collects the elements between aligned ones on both sides, and pairs equal ones as moves. Example:
 * a b c d -> b c d a aligns b c d, and a has moved. */
static void find_moves(pairing *p)
{
    tn_differ *d = p->differ;
    size_t n = p->lhs->count, m = p->rhs->count, size = (n + m) * sizeof(loose);
    loose *lhs = d->allocator->alloc(d->allocator->ctx, size), *rhs = lhs + n;
    size_t lhs_count = 0, rhs_count = 0;
    if (!lhs) {
        tn_differ_fail(d);
        return;
    }
    for (size_t i = 0, k = 0; i <= n; i++) {
        size_t end = i < n ? p->to_rhs[i] : m;
        if (end == TN_UNALIGNED) {
            lhs[lhs_count++] = (loose){p->lhs_hashes[i], i};
            continue;
        }
        for (; k < end; k++) rhs[rhs_count++] = (loose){p->rhs_hashes[k], k};
        k++;
    }
    qsort(lhs, lhs_count, sizeof *lhs, by_hash);
    qsort(rhs, rhs_count, sizeof *rhs, by_hash);
    pair_loose(p, lhs, lhs_count, rhs, rhs_count);
    d->allocator->free(d->allocator->ctx, lhs, size);
}

/* ---- elements of the lowest cost ---- */

/* The unpaired elements and their places. */
typedef struct rest {
    tn_gap gap;
    size_t lhs[TN_GAP_MOST], rhs[TN_GAP_MOST];
} rest;

static bool is_loose(const pairing *p, size_t i)
{
    return p->to_rhs[i] == TN_UNALIGNED && p->moved_to[i] == TN_UNALIGNED;
}

/* Adds an unpaired element. False if there are too many. */
static bool add_lhs(const pairing *p, rest *r, size_t i, size_t gap)
{
    if (!is_loose(p, i)) return true;
    if (r->gap.lhs_count == TN_GAP_MOST) return false;
    r->gap.lhs[r->gap.lhs_count] = p->lhs->items[i];
    r->gap.lhs_gap[r->gap.lhs_count] = gap;
    r->lhs[r->gap.lhs_count++] = i;
    return true;
}

static bool add_rhs(const pairing *p, rest *r, size_t k, size_t gap)
{
    if (p->taken[k]) return true;
    if (r->gap.rhs_count == TN_GAP_MOST) return false;
    r->gap.rhs[r->gap.rhs_count] = p->rhs->items[k];
    r->gap.rhs_gap[r->gap.rhs_count] = gap;
    r->rhs[r->gap.rhs_count++] = k;
    return true;
}

static void move_to(pairing *p, size_t i, size_t k)
{
    p->moved_to[i] = k;
    p->taken[k] = true;
}

typedef void (*gap_fn)(pairing *p, size_t lhs_begin, size_t lhs_end, size_t rhs_begin,
                       size_t rhs_end);

/* Calls `fn` for each gap, the elements between two aligned pairs, that has elements on both
 * sides. */
static void each_gap(pairing *p, gap_fn fn)
{
    size_t n = p->lhs->count, m = p->rhs->count, lhs = 0, rhs = 0;
    for (size_t i = 0; i <= n && !tn_differ_failed(p->differ); i++) {
        size_t k = i < n ? p->to_rhs[i] : m;
        if (k == TN_UNALIGNED) continue;
        if (i > lhs && k > rhs) fn(p, lhs, i, rhs, k);
        lhs = i + 1;
        rhs = k + 1;
    }
}

/* Matches the collected elements and records the result. */
static void solve(pairing *p, rest *r)
{
    if (!r->gap.lhs_count || !r->gap.rhs_count) return;
    tn_diff_solve(p->differ, &r->gap);
    for (size_t i = 0; i < r->gap.lhs_count && !tn_differ_failed(p->differ); i++) {
        size_t k = r->gap.to_rhs[i];
        if (k == TN_UNALIGNED) continue;
        if (r->gap.moves[i])
            move_to(p, r->lhs[i], r->rhs[k]);
        else
            p->to_rhs[r->lhs[i]] = r->rhs[k];
    }
}

/* A gap that is too large stays as it is. */
static void solve_gap(pairing *p, size_t lhs_begin, size_t lhs_end, size_t rhs_begin,
                      size_t rhs_end)
{
    rest r;
    bool few = true;
    r.gap.lhs_count = r.gap.rhs_count = 0;
    for (size_t i = lhs_begin; few && i < lhs_end; i++) few = add_lhs(p, &r, i, 0);
    for (size_t k = rhs_begin; few && k < rhs_end; k++) few = add_rhs(p, &r, k, 0);
    if (few) solve(p, &r);
}

/* Collects all unpaired elements. False if there are too many. */
static bool solve_all(pairing *p)
{
    rest r;
    size_t n = p->lhs->count, m = p->rhs->count, gap = 0;
    bool few = true;
    r.gap.lhs_count = r.gap.rhs_count = 0;
    for (size_t i = 0, k = 0; few && i <= n; i++) {
        size_t end = i < n ? p->to_rhs[i] : m;
        if (end == TN_UNALIGNED) {
            few = add_lhs(p, &r, i, gap);
            continue;
        }
        for (; few && k < end; k++) few = add_rhs(p, &r, k, gap);
        k++;
        gap++;
    }
    if (few) solve(p, &r);
    return few;
}

static size_t count_left(const pairing *p, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++) count += p->moved_to[i] == TN_UNALIGNED;
    return count;
}

static size_t count_right(const pairing *p, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t k = begin; k < end; k++) count += !p->taken[k];
    return count;
}

/* If a gap has as many unpaired elements on both sides, pairs them in order: they were probably
 * changed in place. */
static void pair_in_order(pairing *p, size_t lhs_begin, size_t lhs_end, size_t rhs_begin,
                          size_t rhs_end)
{
    if (count_left(p, lhs_begin, lhs_end) != count_right(p, rhs_begin, rhs_end)) return;
    for (size_t i = lhs_begin, k = rhs_begin; i < lhs_end; i++) {
        if (p->moved_to[i] != TN_UNALIGNED) continue;
        while (p->taken[k]) k++;
        p->to_rhs[i] = k++;
    }
}

/* ---- two arrays ---- */

/* Snapshots of a history share what did not change, and shared nodes need no hash. */
static bool same_hashes(tn_differ *d, const tunip_array *lhs, const tunip_array *rhs, bool named)
{
    if (lhs->count != rhs->count) return false;
    for (size_t i = 0; i < lhs->count; i++)
        if (lhs->items[i] != rhs->items[i] &&
            hash_of(d, lhs->items[i], named) != hash_of(d, rhs->items[i], named))
            return false;
    return true;
}

static bool is_exact(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    return lhs == rhs || tn_diff_print(d, lhs).exact == tn_diff_print(d, rhs).exact;
}

/* Pairs the common beginning and the common end. Returns whether few elements remain, as after most
 * edits. */
static bool trim(pairing *p)
{
    tn_differ *d = p->differ;
    size_t n = p->lhs->count, m = p->rhs->count, i = 0;
    for (; i < n && i < m; i++) {
        if (!is_exact(d, p->lhs->items[i], p->rhs->items[i])) break;
        p->to_rhs[i] = i;
    }
    for (; n > i && m > i; n--, m--) {
        if (!is_exact(d, p->lhs->items[n - 1], p->rhs->items[m - 1])) break;
        p->to_rhs[n - 1] = m - 1;
    }
    return n - i <= TN_GAP_MOST && m - i <= TN_GAP_MOST;
}

/* Records whether a gap is too large to be matched. */
static void note_large(pairing *p, size_t lhs_begin, size_t lhs_end, size_t rhs_begin,
                       size_t rhs_end)
{
    p->large |= lhs_end - lhs_begin > TN_GAP_MOST || rhs_end - rhs_begin > TN_GAP_MOST;
}

/* If many elements are left, pairs equal ones first, then the rest gap by gap. */
static void align_many(pairing *p)
{
    align_by(p, true);
    if (!tn_differ_failed(p->differ)) find_moves(p);
    if (tn_differ_failed(p->differ) || solve_all(p)) return;
    each_gap(p, note_large);
    if (p->large) align_by(p, false);
    each_gap(p, solve_gap);
    if (!tn_differ_failed(p->differ)) solve_all(p);
}

void tn_diff_align(tn_differ *d, tn_array_pairing *p, const tunip_array *lhs,
                   const tunip_array *rhs)
{
    *p = (pairing){.differ = d, .lhs = lhs, .rhs = rhs};
    p->in_step =
        d->in_step || (lhs->count == 1 && rhs->count == 1) || same_hashes(d, lhs, rhs, true);
    if (p->in_step) return;
    if (!open_pairing(p)) {
        tn_differ_fail(d);
        return;
    }
    if (trim(p))
        solve_all(p);
    else
        align_many(p);
    each_gap(p, pair_in_order);
}

void tn_array_pairing_free(tn_array_pairing *p)
{
    const tunip_allocator *allocator = p->differ->allocator;
    if (p->memory) allocator->free(allocator->ctx, p->memory, p->size);
}

/* ======== diff map ======== */

/* The entries of two maps: matched by key; then, if the keys are nodes that can
 * correspond (global variables of functions), by the content of the entries.
 *
 * Most entries are matched before the first of them is compared, so that the calls of a renamed
 * function are not edits. A key that is a variable may have to wait for its turn: the value of an
 * entry before it may define it, as an `elem_offset` in a buffer_map. Equality looks up each key
 * at its turn, too. */

typedef tn_map_pairing map_pairing;

static void map_match(map_pairing *p, size_t i, size_t k)
{
    p->to_rhs[i] = k;
    p->taken[k] = true;
    p->loose_lhs--;
    p->loose_rhs--;
}

/* If the key is a variable that already has a counterpart, looks for the counterpart. */
static void match_key(map_pairing *p, size_t i)
{
    tn_differ *d = p->differ;
    const tunip_node *key = p->lhs->entries[i].key;
    const tunip_node *there = tn_diff_recorded(&d->result->to_rhs, key);
    const tunip_map_entry *found = tn_keys_find(&p->keys, there ? there : key);
    if (p->keys.failed) tn_differ_fail(d);
    if (found && !p->taken[found - p->rhs->entries])
        map_match(p, i, (size_t)(found - p->rhs->entries));
}

/* ---- entries under another key ---- */

/* Whether a key is a node that can correspond to another one and does not do so yet. */
static bool is_free(const tn_map *recorded, const tunip_node *key)
{
    bool can =
        key && (key->type->equality == TUNIP_EQ_FREE_VAR || key->type->equality == TUNIP_EQ_DAG);
    return can && !tn_diff_recorded(recorded, key);
}

static bool may_rename(const map_pairing *p, size_t i, size_t k)
{
    const struct tunip_script_memory *known = p->differ->result;
    const tunip_node *lhs = p->lhs->entries[i].key, *rhs = p->rhs->entries[k].key;
    return p->to_rhs[i] == TN_UNALIGNED && !p->taken[k] && is_free(&known->to_rhs, lhs) &&
           is_free(&known->to_lhs, rhs) && lhs->type == rhs->type;
}

/* Records the rename, and from now on the keys correspond: calls of a renamed function are then
 * equal. */
static void rename_key(map_pairing *p, size_t i, size_t k)
{
    const tunip_node *lhs = p->lhs->entries[i].key, *rhs = p->rhs->entries[k].key;
    tunip_edit edit = {.kind = TUNIP_EDIT_RENAME, .lhs = lhs, .rhs = rhs};
    tn_diff_add_below(p->differ, p->at, tn_key_step(TUNIP_STEP_KEY, lhs),
                      tn_key_step(TUNIP_STEP_KEY, rhs), edit);
    tn_diff_exchange(p->differ, lhs, rhs);
    tn_patch_add(p->differ, &p->patch, TN_PATCH_ENTRIES, &p->lhs->base, &p->rhs->base,
                 (tn_op){.kind = TN_OP_SUB, .lhs_index = i});
    map_match(p, i, k);
}

/* The similarity of two values: more than 100 if they are equal, with or without names. */
static unsigned likeness(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    enum { SAME = 102, SAME_SHAPE = 101 };
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    if (a.exact == b.exact) return SAME;
    return a.shape == b.shape ? SAME_SHAPE : tn_diff_likeness(d, lhs, rhs, TN_SAMPLE);
}

/* The best unmatched candidate, unless there are too many. */
static void match_value(map_pairing *p, size_t i)
{
    enum { MOST_TRIES = 4096, ENOUGH = 40 };
    size_t best = TN_UNALIGNED;
    unsigned most = ENOUGH;
    if (!p->loose_lhs || p->loose_rhs > MOST_TRIES / p->loose_lhs) return;
    for (size_t k = 0; k < p->rhs->count; k++) {
        if (!may_rename(p, i, k)) continue;
        unsigned like = likeness(p->differ, p->lhs->entries[i].value, p->rhs->entries[k].value);
        if (like > most) best = k, most = like;
    }
    if (best != TN_UNALIGNED) rename_key(p, i, best);
}

/* Whether the value of another entry may define it. */
static bool is_variable(const tunip_node *key)
{
    return key && key->type->flags & TUNIP_TYPE_VARIABLE;
}

/* ---- two maps ---- */

void tn_diff_match(tn_differ *d, tn_map_pairing *p, tn_at *at, const tunip_map *lhs,
                   const tunip_map *rhs)
{
    *p = (map_pairing){.differ = d, .at = at, .lhs = lhs, .rhs = rhs};
    size_t n = p->loose_lhs = lhs->count, m = p->loose_rhs = rhs->count;
    p->size = n * sizeof *p->to_rhs + m * sizeof *p->taken + 1;
    p->to_rhs = d->allocator->alloc(d->allocator->ctx, p->size);
    if (!p->to_rhs) {
        tn_differ_fail(d);
        return;
    }
    p->taken = (bool *)(p->to_rhs + n);
    for (size_t i = 0; i < n; i++) p->to_rhs[i] = TN_UNALIGNED;
    for (size_t k = 0; k < m; k++) p->taken[k] = false;
    tn_keys_init(&p->keys, rhs, d->allocator);
    if (d->in_step) return; /* each key has an entry at its turn */
    for (size_t i = 0; i < n && !tn_differ_failed(d); i++) match_key(p, i);
    for (size_t i = 0; i < n && !tn_differ_failed(d); i++)
        if (p->to_rhs[i] == TN_UNALIGNED && !is_variable(lhs->entries[i].key)) match_value(p, i);
}

size_t tn_map_pairing_at(tn_map_pairing *p, size_t i)
{
    if (p->to_rhs[i] == TN_UNALIGNED) match_key(p, i);
    bool is_new = p->to_rhs[i] == TN_UNALIGNED && is_variable(p->lhs->entries[i].key);
    if (is_new && !p->differ->in_step) match_value(p, i);
    return p->to_rhs[i];
}

void tn_map_pairing_free(tn_map_pairing *p)
{
    const tunip_allocator *allocator = p->differ->allocator;
    tn_keys_free(&p->keys);
    if (p->to_rhs) allocator->free(allocator->ctx, p->to_rhs, p->size);
}

/* ======== diff gap ======== */

/* Matches a few left-over elements at the lowest cost. First pair_in_order() finds
 * the cheapest pairs that keep the order. Then improve() exchanges partners as long as this lowers
 * the cost, although it breaks the order. Last, find_moves() declares the pairs that are not in the
 * longest ordered chain to be moves. */

typedef struct solving {
    tn_gap *gap;
    uint32_t costs[TN_GAP_MOST][TN_GAP_MOST];
    uint32_t lhs_loss[TN_GAP_MOST], rhs_loss[TN_GAP_MOST];
    uint32_t best[TN_GAP_MOST + 1][TN_GAP_MOST + 1]; /* the cost from i and k on */
    size_t to_lhs[TN_GAP_MOST];
    bool large[TN_GAP_MOST]; /* of the left side */
} solving;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The cost of two elements that are not paired: a deletion and an insertion. */
static uint32_t apart(const solving *s, size_t i, size_t k)
{
    return s->lhs_loss[i] + s->rhs_loss[k];
}

/* Whether no aligned element is between the two, so that pairing them keeps the order. */
static bool is_in_step(const solving *s, size_t i, size_t k)
{
    return s->gap->lhs_gap[i] == s->gap->rhs_gap[k];
}

static void weigh(solving *s, tn_differ *d)
{
    tn_gap *g = s->gap;
    for (size_t i = 0; i < g->lhs_count; i++) {
        s->lhs_loss[i] = tn_diff_loss(d, g->lhs[i]);
        s->large[i] = tn_diff_print(d, g->lhs[i]).weight >= TN_SMALL;
    }
    for (size_t k = 0; k < g->rhs_count; k++) s->rhs_loss[k] = tn_diff_loss(d, g->rhs[k]);
    for (size_t i = 0; i < g->lhs_count; i++)
        for (size_t k = 0; k < g->rhs_count; k++)
            s->costs[i][k] = tn_diff_cost(d, g->lhs[i], g->rhs[k]);
}

/* ---- equal elements ---- */

/* Whether i and k, which are equal, are equal to no other element. */
static bool is_only_one(const solving *s, size_t i, size_t k)
{
    size_t same = 0;
    for (size_t j = 0; j < s->gap->rhs_count; j++) same += !s->costs[i][j];
    for (size_t j = 0; j < s->gap->lhs_count; j++) same += !s->costs[j][k];
    return same == 2;
}

/* Makes a pair of different elements as expensive as no pair. */
static void forbid(solving *s, size_t i, size_t k)
{
    if (s->costs[i][k]) s->costs[i][k] = apart(s, i, k);
}

/* A large element that is the only one of its kind is paired only within its kind. */
static void keep_same(solving *s)
{
    size_t n = s->gap->lhs_count, m = s->gap->rhs_count;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < m && s->large[i]; k++) {
            if (s->costs[i][k] || !is_only_one(s, i, k)) continue;
            for (size_t j = 0; j < m; j++) forbid(s, i, j);
            for (size_t j = 0; j < n; j++) forbid(s, j, k);
        }
}

/* ---- in order ---- */

/* A pair across an aligned element would not be in order, so here it costs as much as no pair. */
static uint32_t in_order(const solving *s, size_t i, size_t k)
{
    return is_in_step(s, i, k) ? s->costs[i][k] : apart(s, i, k);
}

/* Dynamic programming, as for the edit distance: best[i][k] is the lowest cost of the elements from
 * i and k on, if pairs must be in order. */
static void fill(solving *s)
{
    size_t n = s->gap->lhs_count, m = s->gap->rhs_count;
    s->best[n][m] = 0;
    for (size_t i = n; i-- > 0;) s->best[i][m] = s->lhs_loss[i] + s->best[i + 1][m];
    for (size_t k = m; k-- > 0;) s->best[n][k] = s->rhs_loss[k] + s->best[n][k + 1];
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;)
            s->best[i][k] = least(
                in_order(s, i, k) + s->best[i + 1][k + 1],
                least(s->lhs_loss[i] + s->best[i + 1][k], s->rhs_loss[k] + s->best[i][k + 1]));
}

static void pair(solving *s, size_t i, size_t k)
{
    s->gap->to_rhs[i] = k;
    s->to_lhs[k] = i;
}

/* Follows the table from its beginning and records the pairs of a cheapest solution. */
static void gap_pair_in_order(solving *s)
{
    size_t n = s->gap->lhs_count, m = s->gap->rhs_count;
    fill(s);
    for (size_t i = 0; i < n; i++) s->gap->to_rhs[i] = TN_UNALIGNED;
    for (size_t k = 0; k < m; k++) s->to_lhs[k] = TN_UNALIGNED;
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (s->best[i][k] == in_order(s, i, k) + s->best[i + 1][k + 1]) {
            if (in_order(s, i, k) < apart(s, i, k)) pair(s, i, k);
            i++, k++;
        } else if (s->best[i][k] == s->lhs_loss[i] + s->best[i + 1][k]) {
            i++;
        } else {
            k++;
        }
    }
}

/* ---- exchanges ---- */

static uint32_t cost_of_lhs(const solving *s, size_t i)
{
    size_t k = s->gap->to_rhs[i];
    return k == TN_UNALIGNED ? s->lhs_loss[i] : s->costs[i][k];
}

/* Whether i and k may be paired. A moved element must have changed little: its cost must be below
 * half of a deletion and an insertion. */
static bool may_move(const solving *s, size_t i, size_t k)
{
    uint32_t most = is_in_step(s, i, k) ? apart(s, i, k) : apart(s, i, k) / 2;
    return !s->costs[i][k] || s->costs[i][k] < most;
}

/* The gain of pairing i with k, and their former partners with each other if possible. */
static int64_t gain(const solving *s, size_t i, size_t k)
{
    size_t other_rhs = s->gap->to_rhs[i], other_lhs = s->to_lhs[k];
    int64_t before = cost_of_lhs(s, i), after = (int64_t)s->costs[i][k] + TN_EDIT_COST;
    if (!may_move(s, i, k)) return 0;
    before += other_lhs == TN_UNALIGNED ? s->rhs_loss[k] : s->costs[other_lhs][k];
    if (other_lhs != TN_UNALIGNED && other_rhs != TN_UNALIGNED)
        after += may_move(s, other_lhs, other_rhs) ? s->costs[other_lhs][other_rhs]
                                                   : apart(s, other_lhs, other_rhs);
    else if (other_lhs != TN_UNALIGNED)
        after += s->lhs_loss[other_lhs];
    else if (other_rhs != TN_UNALIGNED)
        after += s->rhs_loss[other_rhs];
    return before - after;
}

/* Pairs i with k. Their former partners are paired with each other if this is allowed, otherwise
 * they stay alone. */
static void exchange(solving *s, size_t i, size_t k)
{
    size_t other_rhs = s->gap->to_rhs[i], other_lhs = s->to_lhs[k];
    if (other_lhs != TN_UNALIGNED) s->gap->to_rhs[other_lhs] = TN_UNALIGNED;
    if (other_rhs != TN_UNALIGNED) s->to_lhs[other_rhs] = TN_UNALIGNED;
    pair(s, i, k);
    if (other_lhs == TN_UNALIGNED || other_rhs == TN_UNALIGNED) return;
    if (may_move(s, other_lhs, other_rhs)) pair(s, other_lhs, other_rhs);
}

/* Makes the exchange with the largest gain. Returns false if no exchange gains anything. */
static bool improve(solving *s)
{
    int64_t most = 0;
    size_t best_i = 0, best_k = 0;
    for (size_t i = 0; i < s->gap->lhs_count; i++)
        for (size_t k = 0; k < s->gap->rhs_count; k++) {
            int64_t won = s->gap->to_rhs[i] == k ? 0 : gain(s, i, k);
            if (won > most) most = won, best_i = i, best_k = k;
        }
    if (most) exchange(s, best_i, best_k);
    return most > 0;
}

/* ---- moves ---- */

typedef struct chain {
    size_t before;
    uint64_t worth; /* of the pairs of the chain up to here: their number, then their weight */
} chain;

static chain chain_to(const solving *s, const chain *chains, size_t i)
{
    enum { PAIR = 1 << 20 };
    chain best = {TN_UNALIGNED, 0};
    for (size_t j = 0; j < i; j++)
        if (s->gap->moves[j] && s->gap->to_rhs[j] < s->gap->to_rhs[i] &&
            chains[j].worth > best.worth)
            best = (chain){j, chains[j].worth};
    best.worth += PAIR + s->lhs_loss[i];
    return best;
}

/* Marks all pairs as moved, except those of the most valuable chain of pairs that are in order. */
static void gap_find_moves(solving *s)
{
    tn_gap *g = s->gap;
    chain chains[TN_GAP_MOST];
    size_t last = TN_UNALIGNED;
    for (size_t i = 0; i < g->lhs_count; i++) {
        g->moves[i] = g->to_rhs[i] != TN_UNALIGNED && is_in_step(s, i, g->to_rhs[i]);
        if (!g->moves[i]) continue;
        chains[i] = chain_to(s, chains, i);
        if (last == TN_UNALIGNED || chains[i].worth > chains[last].worth) last = i;
    }
    for (size_t i = 0; i < g->lhs_count; i++) g->moves[i] = g->to_rhs[i] != TN_UNALIGNED;
    for (size_t i = last; i != TN_UNALIGNED; i = chains[i].before) g->moves[i] = false;
}

void tn_diff_solve(tn_differ *d, tn_gap *gap)
{
    solving s = {.gap = gap};
    weigh(&s, d);
    if (tn_differ_failed(d)) return;
    keep_same(&s);
    gap_pair_in_order(&s);
    for (size_t i = 0; i < TN_GAP_MOST * 2 && improve(&s); i++) {}
    gap_find_moves(&s);
}

/* ======== diff wrap ======== */

/* Finds nodes that are inside a new node on the other side: a statement that now has
 * a loop around it, an argument that became an operand. The search descends to the heaviest child
 * of each level. If one side has a single statement where the other has a sequence, it counts as a
 * sequence of one. This file compares nothing: diff_pair.c compares the nodes that it finds. */

/* ---- similar nodes inside ----
 *
 * The nodes on the ways down from both sides, each without its heaviest child, are two short
 * sequences, which are aligned. A node in only one of them was added or removed around the rest.
 * Example: for i: for j: S and for i: if c: for j: S align for-i and for-j, and the if was
 * added. */

enum {
    LEVELS = 8,
    BEYOND = 3, /* the cost per level of nodes beyond the last level, which are not compared */
    LARGE = 48  /* the least weight of a node that may be wrapped and unwrapped at once */
};

typedef struct levels {
    tn_descent lhs, rhs;
    uint32_t heads[LEVELS][LEVELS];
    uint32_t lhs_loss[LEVELS], rhs_loss[LEVELS];
    uint32_t best[LEVELS + 1][LEVELS + 1]; /* the cost from i and k on */
} levels;

/* A descent ends at containers, because their elements are aligned separately. */
static bool is_container(const tunip_node *node)
{
    return node && (node->type == &tunip_array_type || node->type == &tunip_map_type);
}

typedef struct heads {
    tn_differ *differ;
    const tunip_node *lhs, *rhs, *lhs_heaviest, *rhs_heaviest;
    uint32_t cost;
} heads;

static bool add_head(const tunip_field *field, void *user)
{
    heads *h = user;
    if (field->kind != TUNIP_KIND_NODE) {
        bool same = tn_same_field(field, h->lhs, h->rhs, 0);
        h->cost += same ? 0 : TN_EDIT_COST;
        return true;
    }
    const tunip_node *lhs = tunip_field_node(h->lhs, field);
    const tunip_node *rhs = tunip_field_node(h->rhs, field);
    bool goes_on = lhs == h->lhs_heaviest && rhs == h->rhs_heaviest;
    if (goes_on && !is_container(lhs)) return true;
    bool variable = lhs && lhs->type->equality == TUNIP_EQ_FREE_VAR;
    uint32_t cost = tn_diff_cost(h->differ, lhs, rhs);
    h->cost += variable && cost ? TN_EDIT_COST : cost;
    return true;
}

/* The cost of two nodes without their next children. A variable that replaces another costs more
 * than a name here, because its uses are below. */
static uint32_t head_cost(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tunip_path step;
    if (lhs->type != rhs->type) return UINT32_MAX / 4;
    heads h = {.differ = d,
               .lhs = lhs,
               .rhs = rhs,
               .lhs_heaviest = tn_diff_heaviest_child(d, lhs, &step),
               .rhs_heaviest = tn_diff_heaviest_child(d, rhs, &step)};
    tn_each_compared(lhs->type, d->options.compare, add_head, &h);
    return h.cost;
}

static uint32_t wrap_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The cost of a level of one side only: half the weight of its other children. */
static void weigh_levels(tn_differ *d, const tn_descent *down, uint32_t *loss)
{
    for (size_t i = 0; i <= down->levels && i < LEVELS; i++) {
        uint32_t weight = tn_diff_print(d, down->nodes[i]).weight;
        if (i < down->levels) weight -= tn_diff_print(d, down->nodes[i + 1]).weight;
        loss[i] = TN_EDIT_COST + weight / 2;
    }
}

/* The first pair of levels that are aligned; 0 and 0 if there is none. */
static void find_first(const levels *l, size_t *lhs, size_t *rhs)
{
    size_t i = 0, k = 0;
    while (i <= l->lhs.levels && i < LEVELS && k <= l->rhs.levels && k < LEVELS) {
        *lhs = i, *rhs = k;
        if (l->best[i][k] == l->heads[i][k] + l->best[i + 1][k + 1]) return;
        if (l->best[i][k] == l->best[i + 1][k] + l->lhs_loss[i])
            i++;
        else
            k++;
    }
    *lhs = *rhs = 0;
}

static void end_at_container(tn_descent *down)
{
    for (size_t i = 1; i <= down->levels; i++)
        if (is_container(down->nodes[i])) down->levels = i - 1;
}

static bool found_wrap(tn_wrap *wrap, const tn_descent *down, size_t level, tn_diff_which which)
{
    wrap->down = *down;
    wrap->level = level;
    wrap->which = which;
    return level > 0;
}

static bool find_alike(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap)
{
    levels l;
    tn_print a = tn_diff_print(d, lhs), b = tn_diff_print(d, rhs);
    if (a.weight < TN_SMALL || b.weight < TN_SMALL || a.shape == b.shape) return false;
    uint32_t head = head_cost(d, lhs, rhs);
    if (!head || (head <= TN_EDIT_COST && a.weight == b.weight) || !d->searches) return false;
    d->searches--;
    tn_diff_descend(d, &l.lhs, lhs, TN_SMALL);
    tn_diff_descend(d, &l.rhs, rhs, TN_SMALL);
    end_at_container(&l.lhs);
    end_at_container(&l.rhs);
    weigh_levels(d, &l.lhs, l.lhs_loss);
    weigh_levels(d, &l.rhs, l.rhs_loss);
    size_t n = wrap_least((uint32_t)l.lhs.levels + 1, LEVELS);
    size_t m = wrap_least((uint32_t)l.rhs.levels + 1, LEVELS);
    for (size_t i = 0; i <= n; i++) l.best[i][m] = (uint32_t)(n - i) * BEYOND;
    for (size_t k = 0; k <= m; k++) l.best[n][k] = (uint32_t)(m - k) * BEYOND;
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            l.heads[i][k] = head_cost(d, l.lhs.nodes[i], l.rhs.nodes[k]);
            uint32_t skip =
                wrap_least(l.best[i + 1][k] + l.lhs_loss[i], l.best[i][k + 1] + l.rhs_loss[k]);
            l.best[i][k] = wrap_least(l.heads[i][k] + l.best[i + 1][k + 1], skip);
        }
    size_t unwraps, wraps;
    find_first(&l, &unwraps, &wraps);
    if (tn_diff_print(d, l.lhs.nodes[unwraps]).weight < LARGE) return false;
    if (wraps) return found_wrap(wrap, &l.rhs, wraps, TN_DIFF_RHS);
    return found_wrap(wrap, &l.lhs, unwraps, TN_DIFF_LHS);
}

/* Prefers an equal node at any level; otherwise pairs similar levels. */
static bool find_inside(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap)
{
    bool wraps = tn_diff_is_worth_it(d, lhs, rhs);
    const tunip_node *inner = wraps ? lhs : rhs, *outer = wraps ? rhs : lhs;
    wrap->which = wraps ? TN_DIFF_RHS : TN_DIFF_LHS;
    if (wraps || tn_diff_is_worth_it(d, rhs, lhs)) {
        tn_diff_descend(d, &wrap->down, outer, tn_diff_print(d, inner).weight);
        wrap->level = tn_diff_find_same(d, &wrap->down, inner);
        if (wrap->level) return true;
    }
    return find_alike(d, lhs, rhs, wrap);
}

/* ---- a single node in place of a sequence ---- */

/* The element that is equal except for names, or TN_UNALIGNED. */
static size_t find_same_element(tn_differ *d, const tunip_array *elements, const tunip_node *node)
{
    uint64_t shape = tn_diff_print(d, node).shape;
    for (size_t i = 0; i < elements->count; i++)
        if (tn_diff_print(d, elements->items[i]).shape == shape) return i;
    return TN_UNALIGNED;
}

/* The element with few changes, or TN_UNALIGNED. */
static size_t find_element(tn_differ *d, const tunip_array *elements, const tunip_node *node)
{
    size_t best = TN_UNALIGNED;
    uint32_t least = tn_diff_loss(d, node) / 4;
    for (size_t i = 0; i < elements->count && i < TN_GAP_MOST; i++) {
        const tunip_node *item = elements->items[i];
        uint32_t cost = item && item->type == node->type ? tn_diff_cost(d, node, item) : least;
        if (cost < least) best = i, least = cost;
    }
    return best;
}

typedef size_t (*find_fn)(tn_differ *d, const tunip_array *elements, const tunip_node *node);

/* On whichever side the sequence is. */
static bool find_in_sequence(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs,
                             tn_wrap *wrap, find_fn find)
{
    /* The right side first: wraps are more frequent. ORDER tn_diff_which */
    const tunip_node *const sides[] = {lhs, rhs};
    for (int which = TN_DIFF_RHS; lhs->type != rhs->type && which >= TN_DIFF_LHS; which--) {
        const tunip_array *elements = tn_visit_elements(sides[which], &wrap->field);
        if (!elements || elements->count < 2) continue;
        wrap->which = (tn_diff_which)which;
        wrap->elements = elements;
        wrap->stays = find(d, elements, sides[which == TN_DIFF_LHS]);
        if (wrap->stays != TN_UNALIGNED) return true;
    }
    wrap->elements = NULL;
    return false;
}

/* ---- both ---- */

bool tn_diff_find_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs, tn_wrap *wrap)
{
    if (d->in_step || tn_differ_failed(d)) return false;
    return find_in_sequence(d, lhs, rhs, wrap, find_same_element) ||
           find_inside(d, lhs, rhs, wrap) || find_in_sequence(d, lhs, rhs, wrap, find_element);
}

/* ======== diff inner ======== */

/* Searches inside a node. A search descends to the heaviest child of each level,
 * and looks on this way for a node that is equal to another one. So it is linear in the number of
 * levels, and may miss nodes in lighter children. */

/* ---- the heaviest child ---- */

typedef struct inner_search {
    tn_differ *differ;
    const tunip_node *parent, *child;
    tunip_path step;
} inner_search;

static void inner_weigh(inner_search *s, const tunip_node *child, tunip_path step)
{
    uint32_t most = s->child ? tn_diff_print(s->differ, s->child).weight : 0;
    if (!child || tn_diff_print(s->differ, child).weight <= most) return;
    s->child = child;
    s->step = step;
}

static bool weigh_field(const tunip_field *field, void *user)
{
    inner_search *s = user;
    if (field->kind == TUNIP_KIND_NODE)
        inner_weigh(s, tunip_field_node(s->parent, field),
                    (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name});
    return true;
}

const tunip_node *tn_diff_heaviest_child(tn_differ *d, const tunip_node *node, tunip_path *step)
{
    inner_search s = {.differ = d, .parent = node};
    const tunip_array *array = (const void *)node;
    if (node->type != &tunip_array_type)
        tn_each_field(node->type, TUNIP_FLAG_IGNORE, weigh_field, &s);
    size_t count = node->type == &tunip_array_type ? array->count : 0;
    for (size_t i = 0; count <= TN_MOST_ELEMENTS && i < count; i++)
        inner_weigh(&s, array->items[i], tn_item_step(TUNIP_STEP_ITEM, i));
    *step = s.step;
    return s.child;
}

/* Descends as long as nodes have at least the weight `least`. */
void tn_diff_descend(tn_differ *d, tn_descent *down, const tunip_node *node, uint32_t least)
{
    down->levels = 0;
    down->nodes[0] = node;
    while (down->levels < TN_MOST_LEVELS) {
        const tunip_node *child =
            tn_diff_heaviest_child(d, down->nodes[down->levels], &down->steps[down->levels]);
        if (!child || tn_diff_print(d, child).weight < least) break;
        down->nodes[++down->levels] = child;
    }
}

/* ---- the inner node ---- */

/* The level of a node equal to `node`, or 0. Names are ignored, unless the root of the search has
 * the same type, because then the root is a candidate, too. */
size_t tn_diff_find_same(tn_differ *d, const tn_descent *down, const tunip_node *node)
{
    tn_print print = tn_diff_print(d, node);
    bool names = down->nodes[0]->type == node->type;
    for (size_t i = 1; i <= down->levels; i++) {
        tn_print other = tn_diff_print(d, down->nodes[i]);
        bool same = names ? other.exact == print.exact : other.shape == print.shape;
        if (same && down->nodes[i]->type == node->type) return i;
    }
    return 0;
}

/* Whether `outer` may be a wrap of `inner`. Small nodes are excluded, because equal ones occur by
 * chance. */
bool tn_diff_is_worth_it(tn_differ *d, const tunip_node *inner, const tunip_node *outer)
{
    uint32_t weight = tn_diff_print(d, inner).weight;
    return weight >= TN_SMALL && tn_diff_print(d, outer).weight > weight;
}

/* Whether one of the nodes is inside of the other, except for names. */
bool tn_diff_is_wrap(tn_differ *d, const tunip_node *lhs, const tunip_node *rhs)
{
    tn_descent down;
    bool wraps = tn_diff_is_worth_it(d, lhs, rhs);
    const tunip_node *inner = wraps ? lhs : rhs, *outer = wraps ? rhs : lhs;
    if (!wraps && !tn_diff_is_worth_it(d, rhs, lhs)) return false;
    tn_diff_descend(d, &down, outer, tn_diff_print(d, inner).weight);
    return tn_diff_find_same(d, &down, inner) > 0;
}

/* The node inside `outer`, at most NEAR levels down, that has the type of `node`, and so may be its
 * changed form. */
const tunip_node *tn_diff_inner(tn_differ *d, const tunip_node *outer, const tunip_node *node)
{
    enum { NEAR = 4 };
    tn_descent down;
    if (outer->type == node->type || !tn_diff_is_worth_it(d, node, outer)) return NULL;
    tn_diff_descend(d, &down, outer, tn_diff_print(d, node).weight / 2);
    for (size_t i = 1; i <= down.levels && i <= NEAR; i++)
        if (down.nodes[i]->type == node->type) return down.nodes[i];
    return NULL;
}
