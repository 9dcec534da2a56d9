/* align.c -- the shortest edit script of two sequences (E. W. Myers, An O(ND) Difference Algorithm
 * and Its Variations, 1986), with two limits, as diff tools have them. Elements of one side only
 * are removed first. After a number of differences the search keeps its best result and starts
 * again after it. So the time is at most TN_ALIGN_MOST times the number of elements. */
#include "align.h"

#include <stdlib.h>

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

static void align_gaps(aligner *a, size_t lhs_count, size_t rhs_count)
{
    box gap = {0, 0, 0, 0};
    for (size_t i = 0; i <= lhs_count; i++) {
        size_t k = i < lhs_count ? a->to_rhs[i] : rhs_count;
        if (k == TN_UNALIGNED) continue;
        gap.lhs_count = i - gap.lhs;
        gap.rhs_count = k - gap.rhs;
        align_gap(a, &gap);
        gap = (box){i + 1, k + 1, 0, 0};
    }
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
    align_gaps(&a, lhs_count, rhs_count);
    allocator->free(allocator->ctx, memory, table + places + rows);
    return true;
}
