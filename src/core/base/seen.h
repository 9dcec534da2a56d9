/* seen.h -- the set of objects that a walk has met: one bit for each address at which an object may
 * begin. A graph lies in a few arenas, so neighbours share a page of bits. A step of a walk costs a
 * few instructions, and 64 KB of the graph take 1 KB. */
#ifndef TN_SEEN_H
#define TN_SEEN_H

#include "map.h"

enum { TN_SEEN_PAGE_BITS = 16, TN_SEEN_STEP_BITS = 3 };
enum { TN_SEEN_WORDS = 1 << (TN_SEEN_PAGE_BITS - TN_SEEN_STEP_BITS - 6) };
enum { TN_SEEN_RECENT = 16 };

/* A page and its bits. */
typedef struct tn_seen_page {
    uintptr_t number; /* 0 for none: page 0 holds no object */
    uint64_t *bits;
} tn_seen_page;

typedef struct tn_seen {
    tn_seen_page recent[TN_SEEN_RECENT]; /* by the last bits of its number */
    tn_map pages;                        /* number of a page -> its bits */
    tn_arena arena;
} tn_seen;

void tn_seen_init(tn_seen *seen, const tunip_allocator *allocator);
void tn_seen_free(tn_seen *seen);

/* The bits of a page, which becomes a recent one. NULL when out of memory. */
uint64_t *tn_seen_turn(tn_seen *seen, uintptr_t page);

/* Adds `at`, which is not NULL; sets *added to whether it is new. Objects lie at least 1 <<
 * TN_SEEN_STEP_BITS bytes apart. False when out of memory. */
static inline bool tn_seen_add(tn_seen *seen, const void *at, bool *added)
{
    uintptr_t address = (uintptr_t)at, page = address >> TN_SEEN_PAGE_BITS;
    const tn_seen_page *recent = &seen->recent[page % TN_SEEN_RECENT];
    uint64_t *bits = recent->bits;
    if (recent->number != page && !(bits = tn_seen_turn(seen, page))) return false;
    uint64_t *word = &bits[(address >> (TN_SEEN_STEP_BITS + 6)) % TN_SEEN_WORDS];
    uint64_t bit = (uint64_t)1 << (address >> TN_SEEN_STEP_BITS) % 64;
    *added = !(*word & bit);
    if (*added) *word |= bit;
    return true;
}

/* Whether `at`, which is not NULL, was added. */
bool tn_seen_has(const tn_seen *seen, const void *at);

#endif
