/* diff_array.c -- the elements of two arrays: aligned first by equality including names, then by
 * equality without names, then by similarity. An equal element at another place has moved. */
#include <stdlib.h>

#include "align.h"
#include "diff.h"

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

/* Matches the collected elements (diff_gap.c) and records the result. */
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

static bool same_hashes(tn_differ *d, const tunip_array *lhs, const tunip_array *rhs, bool named)
{
    if (lhs->count != rhs->count) return false;
    for (size_t i = 0; i < lhs->count; i++)
        if (hash_of(d, lhs->items[i], named) != hash_of(d, rhs->items[i], named)) return false;
    return true;
}

/* Pairs the common beginning and the common end. Returns whether few elements remain, as after most
 * edits. */
static bool trim(pairing *p)
{
    tn_differ *d = p->differ;
    size_t n = p->lhs->count, m = p->rhs->count, i = 0;
    for (; i < n && i < m; i++) {
        if (hash_of(d, p->lhs->items[i], true) != hash_of(d, p->rhs->items[i], true)) break;
        p->to_rhs[i] = i;
    }
    for (; n > i && m > i; n--, m--) {
        if (hash_of(d, p->lhs->items[n - 1], true) != hash_of(d, p->rhs->items[m - 1], true)) break;
        p->to_rhs[n - 1] = m - 1;
    }
    return n - i <= TN_GAP_MOST && m - i <= TN_GAP_MOST;
}

/* Records whether a gap is too large for diff_gap.c. */
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
    p->in_step = d->in_step || (lhs->count == 1 && rhs->count == 1) ||
                 same_hashes(d, lhs, rhs, true);
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
