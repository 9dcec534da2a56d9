/* map.c -- pointer-keyed hash table: Fibonacci hashing, linear probing, at most 3/4 or 1/4 full. */
#include "map.h"

#include "bytes.h"

void tn_map_init(tn_map *map, const tunip_allocator *allocator)
{
    *map = (tn_map){.allocator = allocator};
}

void tn_map_free(tn_map *map)
{
    if (map->slots)
        map->allocator->free(map->allocator->ctx, map->slots, (map->mask + 1) * sizeof *map->slots);
    *map = (tn_map){.allocator = map->allocator, .is_sparse = map->is_sparse};
}

void tn_map_clear(tn_map *map)
{
    if (map->count) memset(map->slots, 0, (map->mask + 1) * sizeof *map->slots);
    map->count = 0;
}

/* The slot that holds `key`, or the free one where it belongs. There is always a free slot. */
static tn_map_slot *probe(const tn_map *map, const void *key)
{
    size_t at = tn_map_home(map, key);
    while (map->slots[at].key && map->slots[at].key != key) at = (at + 1) & map->mask;
    return &map->slots[at];
}

static bool grow(tn_map *map)
{
    size_t old_count = map->slots ? map->mask + 1 : 0;
    size_t slot_count = old_count ? old_count * 2 : 16;
    tn_map_slot *slots = map->allocator->alloc(map->allocator->ctx, slot_count * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, slot_count * sizeof *slots);
    tn_map_slot *old = map->slots;
    map->slots = slots;
    map->mask = slot_count - 1;
    map->most = slot_count / 4 * (map->is_sparse && slot_count <= TN_LARGEST_SPARSE ? 1 : 3);
    map->shift = old_count ? map->shift - 1 : 60;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].key) *probe(map, old[i].key) = old[i];
    if (old) map->allocator->free(map->allocator->ctx, old, old_count * sizeof *old);
    return true;
}

uint64_t *tn_map_put_slow(tn_map *map, const void *key, bool *added)
{
    if (added) *added = false;
    uint64_t *there = tn_map_get(map, key);
    if (there) return there;
    return grow(map) ? tn_map_put(map, key, added) : NULL;
}

/* Whether an entry whose home is `home` may move back from `from` to the hole at `hole`. */
static bool may_move(size_t home, size_t hole, size_t from)
{
    return hole <= from ? home <= hole || home > from : home <= hole && home > from;
}

void tn_map_fill(tn_map *map, size_t hole)
{
    for (size_t at = (hole + 1) & map->mask; map->slots[at].key; at = (at + 1) & map->mask) {
        if (!may_move(tn_map_home(map, map->slots[at].key), hole, at)) continue;
        map->slots[hole] = map->slots[at];
        map->slots[at].key = NULL;
        hole = at;
    }
}

/* Up to seven bytes as a number: by loads of fixed sizes, which may overlap, because a copy of a
 * variable size would have to be written before it is read. */
static uint64_t load_tail(const char *data, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)data;
    if (!size) return 0;
    if (size < 4)
        return bytes[0] | (uint64_t)bytes[size / 2] << 8 | (uint64_t)bytes[size - 1] << 16;
    return tn_load_4(data) | (uint64_t)tn_load_4(data + size - 4) << 32;
}

/* Eight bytes at a time, each multiplied in, with a final mix: names are short. In the last steps,
 * each byte affects the lowest bits, because tables use these bits to choose a slot. */
uint64_t tn_hash_bytes(const char *data, size_t size)
{
    uint64_t hash = 0xCBF29CE484222325u ^ size;
    for (; size >= 8; data += 8, size -= 8) {
        hash = tunip_mix(hash ^ tn_load_8(data));
        hash ^= hash >> 29;
    }
    hash = tunip_mix(hash ^ load_tail(data, size));
    hash = tunip_mix(hash ^ hash >> 32);
    return hash ^ hash >> 32;
}
