/* seen.c -- pages of bits, found by their number. */
#include "seen.h"

void tn_seen_init(tn_seen *seen, const tunip_allocator *allocator)
{
    *seen = (tn_seen){.arena = {0}};
    tn_map_init(&seen->pages, allocator);
    tn_arena_init(&seen->arena, allocator);
}

void tn_seen_free(tn_seen *seen)
{
    tn_map_free(&seen->pages);
    tn_arena_free(&seen->arena);
}

uint64_t *tn_seen_turn(tn_seen *seen, uintptr_t page)
{
    uint64_t *slot = tn_map_put(&seen->pages, (const void *)(page + 1), NULL);
    if (!slot) return NULL;
    if (!*slot) *slot = (uintptr_t)tn_arena_zalloc(&seen->arena, TN_SEEN_WORDS * sizeof(uint64_t));
    uint64_t *bits = (uint64_t *)(uintptr_t)*slot;
    if (bits) seen->recent[page % TN_SEEN_RECENT] = (tn_seen_page){page, bits};
    return bits;
}

bool tn_seen_has(const tn_seen *seen, const void *at)
{
    uintptr_t address = (uintptr_t)at, page = address >> TN_SEEN_PAGE_BITS;
    const uint64_t *slot = tn_map_get(&seen->pages, (const void *)(page + 1));
    const uint64_t *bits = slot ? (const uint64_t *)(uintptr_t)*slot : NULL;
    if (!bits) return false;
    uint64_t word = bits[(address >> (TN_SEEN_STEP_BITS + 6)) % TN_SEEN_WORDS];
    return word >> (address >> TN_SEEN_STEP_BITS) % 64 & 1;
}
