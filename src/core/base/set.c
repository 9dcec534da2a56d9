/* set.c -- Fibonacci hashing, linear probing, at most 3/4 full. */
#include "set.h"

#include <tunip/ext/mix.h>

enum { FIRST_BITS = 4, MORE_BITS = 2 };

void tn_set_init(tn_set *set, const tunip_allocator *allocator)
{
    *set = (tn_set){.allocator = allocator, .shift = 64 - FIRST_BITS + MORE_BITS};
}

static void free_slots(const tn_set *set)
{
    if (set->slots)
        set->allocator->free(set->allocator->ctx, set->slots, (set->mask + 1) * sizeof *set->slots);
}

void tn_set_free(tn_set *set)
{
    free_slots(set);
    tn_set_init(set, set->allocator);
}

/* The slot that holds `key`, or the free one where it belongs. There is always a free slot. */
static const void **probe(const tn_set *set, const void *key)
{
    size_t at = (size_t)(tunip_mix_address(key) >> set->shift);
    while (set->slots[at] && set->slots[at] != key) at = (at + 1) & set->mask;
    return &set->slots[at];
}

static bool grow(tn_set *set)
{
    unsigned shift = set->shift - MORE_BITS;
    size_t count = (size_t)1 << (64 - shift), size = count * sizeof *set->slots;
    tn_set grown = {.count = set->count, .mask = count - 1, .shift = shift};
    grown.allocator = set->allocator;
    grown.slots = set->allocator->alloc(set->allocator->ctx, size);
    if (!grown.slots) return false;
    memset(grown.slots, 0, size);
    for (size_t i = 0; set->slots && i <= set->mask; i++)
        if (set->slots[i]) *probe(&grown, set->slots[i]) = set->slots[i];
    free_slots(set);
    *set = grown;
    return true;
}

bool tn_set_has(const tn_set *set, const void *key)
{
    return set->slots && *probe(set, key);
}

bool tn_set_add(tn_set *set, const void *key, bool *added)
{
    bool is_full = !set->slots || set->count >= (set->mask + 1) / 4 * 3;
    *added = !set->slots || !*probe(set, key);
    if (!*added) return true;
    if (is_full && !grow(set)) return false;
    *probe(set, key) = key;
    set->count++;
    return true;
}
