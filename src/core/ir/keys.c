/* keys.c -- lookup in maps, which are lists of entries. First guesses that both maps have the same
 * order; after a wrong guess, builds a sorted index. */
#include "keys.h"

#include <stdlib.h>

#include "same.h"

typedef struct tn_keyed {
    uint64_t hash;
    const tunip_map_entry *entry;
} tn_keyed;

enum { FEW = 8 }; /* up to so many entries, a linear search is used */

/* TVM finds values and strings by content (tvm-ffi's AnyEqual), shapes and tensors by identity. */
static bool has_content(const tunip_node *key)
{
    return key && key->type && tn_is_value(key->type) && key->type != &tunip_tensor_type &&
           key->type != &tunip_shape_type;
}

/* The name of a node that is saved as its name alone, such as an ir.Op or an axis: TVM has one node
 * for each name. NULL for any other. */
static const tunip_node *name_of(const tunip_node *key)
{
    const tunip_field *field = key && key->type && key->type->codec && key->type->field_count
                                   ? &key->type->fields[0]
                                   : NULL;
    const tunip_node *name =
        field && field->kind == TUNIP_KIND_NODE ? tunip_field_node(key, field) : NULL;
    return tunip_is(name, &tunip_string_type) ? name : NULL;
}

static bool same_key(const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || a->type != b->type) return false;
    const tunip_node *name = name_of(a), *other = name ? name_of(b) : NULL;
    if (other) return tn_same_value(name, other, false);
    return has_content(a) && tn_same_value(a, b, false);
}

static uint64_t hash_key(const tunip_node *key)
{
    const tunip_node *name = name_of(key);
    if (name) return tn_hash_value(name, false);
    return has_content(key) ? tn_hash_value(key, false) : (uint64_t)(uintptr_t)key;
}

void tn_keys_init(tn_keys *keys, const tunip_map *map, const tunip_allocator *allocator)
{
    *keys = (tn_keys){.map = map, .allocator = allocator};
}

void tn_keys_free(tn_keys *keys)
{
    if (keys->sorted)
        keys->allocator->free(keys->allocator->ctx, keys->sorted,
                              keys->map->count * sizeof *keys->sorted);
    keys->sorted = NULL;
}

/* Entries of the same hash keep their order. */
static int by_hash(const void *a, const void *b)
{
    const tn_keyed *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

static bool sort(tn_keys *keys)
{
    size_t count = keys->map->count;
    keys->sorted = keys->allocator->alloc(keys->allocator->ctx, count * sizeof *keys->sorted);
    if (!keys->sorted) return false;
    for (size_t i = 0; i < count; i++)
        keys->sorted[i] = (tn_keyed){.hash = hash_key(keys->map->entries[i].key),
                                     .entry = &keys->map->entries[i]};
    qsort(keys->sorted, count, sizeof *keys->sorted, by_hash);
    return true;
}

/* The first of the sorted keys whose hash is not less. */
static size_t lower_bound(const tn_keys *keys, uint64_t hash)
{
    size_t begin = 0, end = keys->map->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (keys->sorted[middle].hash < hash)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

static const tunip_map_entry *find_sorted(const tn_keys *keys, const tunip_node *key)
{
    uint64_t hash = hash_key(key);
    for (size_t i = lower_bound(keys, hash); i < keys->map->count; i++) {
        if (keys->sorted[i].hash != hash) break;
        if (same_key(keys->sorted[i].entry->key, key)) return keys->sorted[i].entry;
    }
    return NULL;
}

static const tunip_map_entry *find_among_few(const tn_keys *keys, const tunip_node *key)
{
    for (size_t i = 0; i < keys->map->count; i++)
        if (same_key(keys->map->entries[i].key, key)) return &keys->map->entries[i];
    return NULL;
}

const tunip_map_entry *tn_keys_find(tn_keys *keys, const tunip_node *key)
{
    const tunip_map *map = keys->map;
    const tunip_map_entry *found = NULL;
    if (keys->next < map->count && same_key(map->entries[keys->next].key, key))
        found = &map->entries[keys->next];
    else if (map->count <= FEW)
        found = find_among_few(keys, key);
    else if (keys->sorted || sort(keys))
        found = find_sorted(keys, key);
    else
        keys->failed = true;
    if (found) keys->next = (size_t)(found - map->entries) + 1;
    return found;
}

/* The guess is the first entry, so it cannot be wrong about the order. */
const tunip_map_entry *tn_keys_find_first(tn_keys *keys, const tunip_node *key)
{
    keys->next = 0;
    return tn_keys_find(keys, key);
}
