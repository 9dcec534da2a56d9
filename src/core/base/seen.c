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
