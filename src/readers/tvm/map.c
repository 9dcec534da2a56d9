/* map.c -- the entries of maps, whose keys must differ. Keys are equal as TVM's are: strings by
 * their text, scalars by value, other nodes by identity. */
#include "../../core/base/map.h"

#include "reader.h"

/* ---- keys ---- */

/* The bytes that identify a scalar or string; empty for other nodes. */
static tunip_str content(const tunip_node *key)
{
    static const struct {
        const tunip_type *type;
        size_t offset, size;
    } scalars[] = {
        {&tunip_int_type, offsetof(tunip_int, value), sizeof(int64_t)},
        {&tunip_float_type, offsetof(tunip_float, value), sizeof(double)},
        {&tunip_bool_type, offsetof(tunip_bool, value), sizeof(bool)},
        {&tunip_dtype_type, offsetof(tunip_dtype_value, value), sizeof(tunip_dtype)},
    };
    if (tunip_is(key, &tunip_string_type)) return tunip_string_value(key);
    for (size_t i = 0; key && i < TUNIP_LEN(scalars); i++)
        if (key->type == scalars[i].type)
            return (tunip_str){(const char *)key + scalars[i].offset, scalars[i].size};
    return (tunip_str){NULL, 0};
}

static uint64_t hash(const tunip_node *key)
{
    tunip_str text = content(key);
    if (text.size) return tn_hash_bytes(text.data, text.size);
    return tn_hash_bytes((const char *)&key, sizeof key);
}

static bool same(const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || a->type != b->type) return false;
    tunip_str text = content(a);
    return (text.size || a->type == &tunip_string_type) && tunip_str_equal(text, content(b));
}

/* ---- telling them apart ---- */

/* The first entry whose key occurred before, or the count. `slots` are zero and more than entries;
 * their number is a power of two. */
static size_t find_again(const tunip_map *map, uint32_t *slots, size_t slot_count)
{
    for (size_t i = 0; i < map->count; i++) {
        const tunip_node *key = map->entries[i].key;
        size_t at = hash(key) & (slot_count - 1);
        while (slots[at] && !same(map->entries[slots[at] - 1].key, key))
            at = (at + 1) & (slot_count - 1);
        if (slots[at]) return i;
        slots[at] = (uint32_t)i + 1;
    }
    return map->count;
}

/* Element number `index` of the list of scalars that begins at `at`. */
static const char *element_at(const tn_reader *r, const char *at, size_t index)
{
    tn_json json = r->json;
    json.cursor = at;
    for (size_t i = 0; i < 2 * index + 2; i++) tn_json_next(&json);
    return json.at;
}

static bool check_keys(tn_reader *r, const char *at, const tunip_map *map)
{
    size_t slot_count = 16;
    while (slot_count < 2 * map->count) slot_count *= 2;
    size_t size = slot_count * sizeof(uint32_t);
    uint32_t *slots = r->allocator->alloc(r->allocator->ctx, size);
    if (!slots) return tn_read_fail_memory(r);
    memset(slots, 0, size);
    size_t again = find_again(map, slots, slot_count);
    r->allocator->free(r->allocator->ctx, slots, size);
    return again == map->count ||
           tn_read_fail(r, TUNIP_ERROR_FORMAT, element_at(r, at, 2 * again),
                        "expected keys that differ, got the key of entry %zu again", again);
}

bool tn_read_entries(tn_reader *r, const char *at, tn_read_map *out)
{
    size_t count = r->list.count / 2;
    if (r->list.count % 2)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at,
                            "expected keys and values in turn, got %zu elements", r->list.count);
    if (!count) return true;
    tunip_map_entry *entries = tn_arena_alloc(&r->graph->arena, count * sizeof *entries);
    if (!entries) return tn_read_fail_memory(r);
    for (size_t i = 0; i < count; i++) {
        entries[i] = (tunip_map_entry){r->list.items[2 * i], r->list.items[2 * i + 1]};
        tn_common_add(&out->keys, entries[i].key);
        tn_common_add(&out->values, entries[i].value);
    }
    out->map.count = count;
    out->map.entries = entries;
    return count == 1 || check_keys(r, at, &out->map);
}
