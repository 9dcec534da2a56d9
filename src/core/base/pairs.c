/* pairs.c -- hash set of pointer pairs: Fibonacci hashing, at most 3/4 full. */
#include "pairs.h"

#include <tunip/ext/mix.h>

enum { FIRST_LOG = 6 };

void tn_pairs_init(tn_pairs *pairs, const tunip_allocator *allocator)
{
    *pairs = (tn_pairs){.allocator = allocator};
}

void tn_pairs_free(tn_pairs *pairs)
{
    const tunip_allocator *a = pairs->allocator;
    if (pairs->slots) a->free(a->ctx, pairs->slots, (pairs->mask + 1) * sizeof *pairs->slots);
    tn_pairs_init(pairs, a);
}

/* The slot where a search for the pair begins. */
static size_t home(const tn_pairs *pairs, const void *lhs, const void *rhs)
{
    uint64_t mixed = tunip_mix_address(lhs);
    mixed = tunip_mix(mixed ^ (mixed >> 32) ^ (uint64_t)(uintptr_t)rhs);
    return (size_t)(mixed >> pairs->shift);
}

/* The slot that holds the pair, or the free one where it belongs. There is always a free slot. */
static tn_pair *probe(const tn_pairs *pairs, const void *lhs, const void *rhs)
{
    size_t at = home(pairs, lhs, rhs);
    tn_pair *slot;
    while ((slot = &pairs->slots[at])->lhs && (slot->lhs != lhs || slot->rhs != rhs))
        at = (at + 1) & pairs->mask;
    return slot;
}

static bool grow(tn_pairs *pairs)
{
    const tunip_allocator *a = pairs->allocator;
    size_t old_count = pairs->slots ? pairs->mask + 1 : 0;
    size_t count = old_count ? old_count * 2 : (size_t)1 << FIRST_LOG;
    tn_pair *old = pairs->slots, *slots = a->alloc(a->ctx, count * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < count; i++) slots[i] = (tn_pair){.lhs = NULL};
    pairs->slots = slots;
    pairs->mask = count - 1;
    pairs->shift = old_count ? pairs->shift - 1 : 64 - FIRST_LOG;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].lhs) *probe(pairs, old[i].lhs, old[i].rhs) = old[i];
    if (old) a->free(a->ctx, old, old_count * sizeof *old);
    return true;
}

bool tn_pairs_put(tn_pairs *pairs, const void *lhs, const void *rhs, bool *added)
{
    bool full = !pairs->slots || pairs->count >= (pairs->mask + 1) / 4 * 3;
    if (full && !grow(pairs)) return false;
    tn_pair *slot = probe(pairs, lhs, rhs);
    *added = !slot->lhs;
    if (*added) pairs->count++;
    *slot = (tn_pair){.lhs = lhs, .rhs = rhs};
    return true;
}

/* Later pairs move back into the hole, unless a search for them begins behind it. */
void tn_pairs_remove(tn_pairs *pairs, const void *lhs, const void *rhs)
{
    size_t hole = (size_t)(probe(pairs, lhs, rhs) - pairs->slots);
    for (size_t at = (hole + 1) & pairs->mask; pairs->slots[at].lhs; at = (at + 1) & pairs->mask) {
        const tn_pair *pair = &pairs->slots[at];
        size_t way = (at - home(pairs, pair->lhs, pair->rhs)) & pairs->mask;
        if (way < ((at - hole) & pairs->mask)) continue;
        pairs->slots[hole] = *pair;
        hole = at;
    }
    pairs->slots[hole] = (tn_pair){.lhs = NULL};
    pairs->count--;
}
