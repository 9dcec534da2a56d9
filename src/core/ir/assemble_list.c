/* assemble_list.c -- arrays and maps. The keys of a map must differ; they are equal as TVM's are:
 * strings by their text, scalars by value, other nodes by identity. */
#include "../base/map.h"
#include "assemble.h"

/* ---- keys ---- */

/* The bytes by which a scalar or string compares; empty for other nodes. */
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

/* ---- finding equal keys ---- */

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

/* `refs` are the keys and values of the map. */
static bool check_keys(tn_assembler *a, const tn_ref *refs, const tunip_map *map)
{
    size_t slot_count = 16;
    while (slot_count < 2 * map->count) slot_count *= 2;
    size_t size = slot_count * sizeof(uint32_t);
    uint32_t *slots = a->allocator->alloc(a->allocator->ctx, size);
    if (!slots) return tn_assemble_fail_memory(a);
    memset(slots, 0, size);
    size_t again = find_again(map, slots, slot_count);
    a->allocator->free(a->allocator->ctx, slots, size);
    return again == map->count ||
           tn_assemble_fail(a, TUNIP_ERROR_FORMAT, refs[2 * again].at,
                            "expected keys that differ, got the key of entry %zu again", again);
}

/* ---- filling ---- */

static bool fill_array(tn_assembler *a, tn_made_array *made, const tn_ref *refs, size_t count)
{
    if (!count) return true;
    tunip_node **items = tn_arena_alloc(&a->graph->arena, count * sizeof *items);
    if (!items) return tn_assemble_fail_memory(a);
    for (size_t i = 0; i < count; i++) {
        items[i] = refs[i].node;
        tn_common_add(&made->items, items[i]);
    }
    made->array.items = items;
    made->array.count = count;
    return true;
}

static bool fill_map(tn_assembler *a, tn_made_map *made, const tn_ref *refs, size_t count)
{
    if (!count) return true;
    tunip_map_entry *entries = tn_arena_alloc(&a->graph->arena, count * sizeof *entries);
    if (!entries) return tn_assemble_fail_memory(a);
    for (size_t i = 0; i < count; i++) {
        entries[i] = (tunip_map_entry){refs[2 * i].node, refs[2 * i + 1].node};
        tn_common_add(&made->keys, entries[i].key);
        tn_common_add(&made->values, entries[i].value);
    }
    made->map.count = count;
    made->map.entries = entries;
    return count == 1 || check_keys(a, refs, &made->map);
}

/* ---- lists that refer to later nodes ---- */

tn_common *tn_made_common(tunip_node *node)
{
    if (tunip_is(node, &tunip_array_type)) return &((tn_made_array *)node)->items;
    if (tunip_is(node, &tunip_map_type)) return &((tn_made_map *)node)->keys;
    return NULL;
}

static bool is_late(const tn_assembler *a, const tn_ref *refs, size_t count)
{
    if (!a->list_is_late) return false;
    for (size_t i = 0; i < count; i++)
        if (tn_ref_is_late(a, &refs[i])) return true;
    return false;
}

static bool put_off(tn_assembler *a, tunip_node *node, const tn_ref *refs, size_t count, size_t at)
{
    tn_late_list late = {.node = node, .first = a->late_refs.count, .count = count, .at = at};
    tn_made_common(node)->is_late = true;
    if (!tn_array_reserve(&a->late_refs, a->allocator, count) ||
        !tn_array_push(&a->late_lists, a->allocator, late))
        return tn_assemble_fail_memory(a);
    memcpy(a->late_refs.items + late.first, refs, count * sizeof *refs);
    a->late_refs.count += count;
    return true;
}

bool tn_assemble_late_list(tn_assembler *a, const tn_late_list *late)
{
    tn_ref *refs = a->late_refs.items + late->first;
    for (size_t i = 0; i < late->count; i++) {
        if (tn_ref_is_late(a, &refs[i]))
            return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, refs[i].at,
                                    "an element is node %zu, but the file has %zu node%s",
                                    (size_t)refs[i].number, a->nodes.count,
                                    a->nodes.count == 1 ? "" : "s");
        if (refs[i].number != TN_NO_NUMBER) refs[i].node = a->nodes.items[refs[i].number];
    }
    return late->node->type == &tunip_array_type
               ? fill_array(a, (tn_made_array *)late->node, refs, late->count)
               : fill_map(a, (tn_made_map *)late->node, refs, late->count / 2);
}

/* ---- all lists ---- */

/* Removes the items after the mark from the list. Their memory stays valid until the next push. */
static const tn_ref *take(tn_assembler *a, size_t mark, size_t *count)
{
    *count = a->list.count - mark;
    a->list.count = mark;
    return *count ? a->list.items + mark : NULL;
}

bool tn_assemble_array(tn_assembler *a, tn_made_array *array, size_t mark, size_t at)
{
    size_t count;
    const tn_ref *refs = take(a, mark, &count);
    if (is_late(a, refs, count)) return put_off(a, &array->array.base, refs, count, at);
    return fill_array(a, array, refs, count);
}

bool tn_assemble_map(tn_assembler *a, tn_made_map *map, size_t mark, size_t at)
{
    size_t count;
    const tn_ref *refs = take(a, mark, &count);
    if (count % 2)
        return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at,
                                "expected keys and values in turn, got %zu elements", count);
    if (is_late(a, refs, count)) return put_off(a, &map->map.base, refs, count, at);
    return fill_map(a, map, refs, count / 2);
}
