/* map.h -- a hash table from pointers to 64-bit values, and the hash of bytes. */
#ifndef TN_MAP_H
#define TN_MAP_H

#include <stddef.h>

#include <tunip/ext/mix.h>

#include "arena.h"

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
    return (size_t)(tunip_mix_address(key) >> map->shift);
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

#endif
