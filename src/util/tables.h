/* tables.h -- tables that are searched: maps, sets, sets of pairs, interned strings, objects
 * that a walk has met, sorted arrays. */
#ifndef TN_TABLES_H
#define TN_TABLES_H

#include <stddef.h>
#include <stdint.h>

#include <tunip/base.h>

#include "memory.h"
#include "mix.h"

/* ======== bytes ======== */

/* Loads a few bytes as a number, and compares short texts, such as names, for which a
 * call of memcmp() costs more than the comparison. */

TN_INLINE uint64_t tn_load_8(const char *data)
{
    uint64_t word;
    memcpy(&word, data, 8);
    return word;
}

TN_INLINE uint32_t tn_load_4(const char *data)
{
    uint32_t word;
    memcpy(&word, data, 4);
    return word;
}

/* Whether two short texts of the same size are equal. In line, because there are millions of
 * comparisons. */
static inline bool tn_same_bytes(const char *a, const char *b, size_t size)
{
    for (; size > 16; a += 8, b += 8, size -= 8)
        if (tn_load_8(a) != tn_load_8(b)) return false;
    if (size >= 8) { /* two words, which may overlap */
        const char *last_a = a + size - 8, *last_b = b + size - 8;
        return ((tn_load_8(a) ^ tn_load_8(b)) | (tn_load_8(last_a) ^ tn_load_8(last_b))) == 0;
    }
    if (size >= 4) {
        const char *last_a = a + size - 4, *last_b = b + size - 4;
        return ((tn_load_4(a) ^ tn_load_4(b)) | (tn_load_4(last_a) ^ tn_load_4(last_b))) == 0;
    }
    while (size && *a == *b) a++, b++, size--;
    return !size;
}

/* The same as tunip_str_equal(). */
static inline bool tn_name_equal(tunip_str a, tunip_str b)
{
    return a.size == b.size && tn_same_bytes(a.data, b.data, a.size);
}

/* ======== map ======== */

/* A hash table from pointers to 64-bit values, and the hash of bytes. */

typedef struct tn_map_slot {
    const void *key; /* NULL: free */
    uint64_t value;
} tn_map_slot;

/* With more slots than this, a table would not stay in the first-level cache. */
enum { TN_LARGEST_SPARSE = 1 << 10 };

/* Open addressing with linear probing; removal shifts back, so there are no tombstones. At most
 * three quarters of the slots are in use. In a sparse table it is a quarter, for shorter probes. */
typedef struct tn_map {
    tn_map_slot *slots;
    size_t count;
    size_t mask; /* slots - 1, or 0 when there are none */
    size_t most; /* the most entries that these slots hold */
    unsigned shift;
    bool is_sparse; /* up to TN_LARGEST_SPARSE slots */
    const tunip_allocator *allocator;
} tn_map;

void tn_map_init(tn_map *map, const tunip_allocator *allocator);
void tn_map_free(tn_map *map);
void tn_map_clear(tn_map *map);
static inline size_t tn_map_home(const tn_map *map, const void *key)
{
    return (size_t)(tn_mix_address(key) >> map->shift);
}

/* The value of `key`, or NULL. The pointer is valid until the next insertion or removal. There is
 * always a free slot. */
static inline uint64_t *tn_map_get(const tn_map *map, const void *key)
{
    if (!map->count || !key) return NULL;
    size_t at = tn_map_home(map, key);
    while (map->slots[at].key != key) {
        if (!map->slots[at].key) return NULL;
        at = (at + 1) & map->mask;
    }
    return &map->slots[at].value;
}

/* The same for an entry to be added: takes care of its room. */
uint64_t *tn_map_put_slow(tn_map *map, const void *key, bool *added);

/* The value of `key`, added as 0 when it is new. Sets *added (may be NULL) to whether it is new.
 * NULL when out of memory. */
static inline uint64_t *tn_map_put(tn_map *map, const void *key, bool *added)
{
    if (map->count >= map->most) return tn_map_put_slow(map, key, added);
    size_t at = tn_map_home(map, key);
    while (map->slots[at].key && map->slots[at].key != key) at = (at + 1) & map->mask;
    bool is_new = !map->slots[at].key;
    if (is_new) map->slots[at] = (tn_map_slot){.key = key};
    map->count += is_new;
    if (added) *added = is_new;
    return &map->slots[at].value;
}

/* Moves entries back into the free slot `hole`, which has been in use, where they belong. */
void tn_map_fill(tn_map *map, size_t hole);

/* Removes the entry of `key`; sets *value (may be NULL) to its value. False if there is none. */
static inline bool tn_map_take(tn_map *map, const void *key, uint64_t *value)
{
    uint64_t *there = tn_map_get(map, key);
    if (!there) return false;
    if (value) *value = *there;
    tn_map_slot *slot = (tn_map_slot *)(void *)((char *)there - offsetof(tn_map_slot, value));
    size_t hole = (size_t)(slot - map->slots);
    slot->key = NULL;
    map->count--;
    if (map->slots[(hole + 1) & map->mask].key) tn_map_fill(map, hole);
    return true;
}
static inline bool tn_map_remove(tn_map *map, const void *key)
{
    return tn_map_take(map, key, NULL);
}

uint64_t tn_hash_bytes(const char *data, size_t size);

/* ======== set ======== */

/* A set of pointers that only grows. It takes half the memory of a map, and grows in
 * larger steps. */

typedef struct tn_set {
    const void **slots; /* NULL in those that are free */
    size_t count;
    size_t mask; /* slots - 1, or 0 when there are none */
    unsigned shift;
    const tunip_allocator *allocator;
} tn_set;

void tn_set_init(tn_set *set, const tunip_allocator *allocator);
void tn_set_free(tn_set *set);
/* Adds `key`, which is not NULL; sets *added to whether it is new. False when out of memory. */
bool tn_set_add(tn_set *set, const void *key, bool *added);
/* Whether `key`, which is not NULL, was added. */
bool tn_set_has(const tn_set *set, const void *key);

/* ======== pairs ======== */

/* A set of pairs of pointers: the pairs of nodes compared so far. */

typedef struct tn_pair {
    const void *lhs; /* NULL: free */
    const void *rhs;
} tn_pair;

/* Open addressing with linear probing; removal shifts back, so there are no tombstones. */
typedef struct tn_pairs {
    tn_pair *slots;
    size_t count;
    size_t mask; /* slots - 1, or 0 when there are none */
    unsigned shift;
    const tunip_allocator *allocator;
} tn_pairs;

void tn_pairs_init(tn_pairs *pairs, const tunip_allocator *allocator);
void tn_pairs_free(tn_pairs *pairs);
/* Adds a pair of non-NULL pointers; sets *added to whether it is new. False when out of memory. */
bool tn_pairs_put(tn_pairs *pairs, const void *lhs, const void *rhs, bool *added);
/* Removes a pair that is there. */
void tn_pairs_remove(tn_pairs *pairs, const void *lhs, const void *rhs);

/* ======== intern ======== */

/* Stores each distinct string once and numbers it from 0 in order of first
 * appearance. */

#define TN_NOT_INTERNED UINT32_MAX

typedef struct tn_intern_entry {
    tunip_str text;
    uint32_t hash;
} tn_intern_entry;

typedef struct tn_intern {
    tn_arena *arena; /* where copies go */
    const tunip_allocator *allocator;
    tn_intern_entry *entries;
    size_t count, room;
    uint32_t *slots; /* entry number + 1, or 0 */
    size_t slot_count;
} tn_intern;

void tn_intern_init(tn_intern *table, tn_arena *arena, const tunip_allocator *allocator);
void tn_intern_free(tn_intern *table);
/* The number of `text`, which is copied when it is new; TN_NOT_INTERNED when out of memory. */
uint32_t tn_intern_put(tn_intern *table, tunip_str text);
/* The same, but borrows the text, which must live as long as the table. */
uint32_t tn_intern_borrow(tn_intern *table, tunip_str text);
/* Room for `count` texts in all. False, with the table as it was, when out of memory. */
bool tn_intern_reserve(tn_intern *table, size_t count);
/* The number of `text`, or TN_NOT_INTERNED when it is new. */
uint32_t tn_intern_find(const tn_intern *table, tunip_str text);
/* Forgets every text from number `count` on. */
void tn_intern_truncate(tn_intern *table, size_t count);
static inline tunip_str tn_intern_text(const tn_intern *table, uint32_t id)
{
    return table->entries[id].text;
}

/* ======== seen ======== */

/* The set of objects that a walk has met: one bit for each address at which an object may
 * begin. A graph lies in a few arenas, so neighbours share a page of bits. A step of a walk costs a
 * few instructions, and 64 KB of the graph take 1 KB. */

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

/* ======== search ======== */

/* Binary search in an array that is sorted by a number of its items. */

/* The index of the first item whose number, a size_t at `offset`, is at least `least`; `count` if
 * there is none. The items have `size` bytes each, and are not read if `count` is 0:
 *
 *     tn_first_from(ranges, count, sizeof *ranges, offsetof(tn_range, begin), place) */
static inline size_t tn_first_from(const void *items, size_t count, size_t size, size_t offset,
                                   size_t least)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const void *number = (const char *)items + middle * size + offset;
        if (*(const size_t *)number < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
