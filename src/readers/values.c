/* values.c -- nodes that are values: how the data of each built-in type is read. */
#include "reader.h"

#include "../core/base/map.h"
#include "base64.h"

/* An array of indices as nodes; the list is in memory of the graph. */
static bool read_nodes(tn_reader *r, const char *what, tunip_node ***items, size_t *count)
{
    TN_ARRAY(tunip_node *) list = {0};
    if (!tn_read_expect(r, TN_TOKEN_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_ARRAY); first = false) {
        size_t index;
        if (!tn_read_index(r, what, &index)) break;
        if (!tn_array_push(&list, r->allocator, r->nodes.items[index].node) &&
            !tn_read_fail_memory(r))
            break;
    }
    size_t size = list.count * sizeof *list.items;
    *count = list.count;
    *items = size ? tn_arena_alloc(&r->graph->arena, size) : NULL;
    if (size && !*items)
        tn_read_fail_memory(r);
    else if (size)
        memcpy(*items, list.items, size);
    tn_array_free(&list, r->allocator);
    return r->status == TUNIP_OK;
}

static bool read_array(tn_reader *r, tunip_node *out)
{
    tunip_array *array = (tunip_array *)out;
    return read_nodes(r, "the index of an item", &array->items, &array->count);
}

/* ---- maps ---- */

static uint64_t hash_key(const tunip_node *key)
{
    if (tunip_is(key, &tunip_string_type)) {
        tunip_str text = tunip_string_value(key);
        return tn_hash_bytes(text.data, text.size);
    }
    uint64_t value = tunip_is(key, &tunip_int_type) ? (uint64_t)((const tunip_int *)key)->value
                                                    : (uint64_t)(uintptr_t)key;
    return value * 0x9E3779B97F4A7C15u >> 7;
}

static bool same_key(const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || a->type != b->type) return false;
    if (a->type == &tunip_string_type)
        return tunip_str_equal(tunip_string_value(a), tunip_string_value(b));
    return a->type == &tunip_int_type &&
           ((const tunip_int *)a)->value == ((const tunip_int *)b)->value;
}

/* The first entry whose key occurred before, or the count. */
static size_t find_duplicate(tn_reader *r, const tunip_map *map)
{
    size_t slot_count = 16;
    while (slot_count < 2 * map->count) slot_count *= 2;
    size_t size = slot_count * sizeof(uint32_t);
    uint32_t *slots = r->allocator->alloc(r->allocator->ctx, size);
    if (!slots) {
        tn_read_fail_memory(r);
        return map->count;
    }
    memset(slots, 0, size);
    size_t i = 0;
    for (; i < map->count; i++) {
        size_t at = hash_key(map->entries[i].key) & (slot_count - 1);
        while (slots[at] && !same_key(map->entries[slots[at] - 1].key, map->entries[i].key))
            at = (at + 1) & (slot_count - 1);
        if (slots[at]) break;
        slots[at] = (uint32_t)i + 1;
    }
    r->allocator->free(r->allocator->ctx, slots, size);
    return i;
}

static bool read_map(tn_reader *r, tunip_node *out)
{
    const char *at = r->json.at;
    tunip_map *map = (tunip_map *)out;
    tunip_node **items;
    size_t count;
    if (!read_nodes(r, "the index of a key or value", &items, &count)) return false;
    if (count % 2)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at,
                            "expected keys and values in turn, got %zu elements", count);
    map->count = count / 2;
    map->entries = (tunip_map_entry *)(void *)items;
    if (map->count < 2) return true;
    size_t duplicate = find_duplicate(r, map);
    if (duplicate < map->count)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at,
                            "expected unique keys, got the key of entry %zu again", duplicate);
    return r->status == TUNIP_OK;
}

/* ---- numbers in lists ---- */

static bool read_ints(tn_reader *r, int64_t **out, size_t *count)
{
    TN_ARRAY(int64_t) list = {0};
    if (!tn_read_expect(r, TN_TOKEN_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_ARRAY); first = false) {
        int64_t value;
        if (!tn_read_int(r, "an integer", &value)) break;
        if (!tn_array_push(&list, r->allocator, value) && !tn_read_fail_memory(r)) break;
    }
    *count = list.count;
    *out = tn_arena_alloc(&r->graph->arena, list.count * sizeof **out);
    if (!*out)
        tn_read_fail_memory(r);
    else if (list.count)
        memcpy(*out, list.items, list.count * sizeof **out);
    tn_array_free(&list, r->allocator);
    return r->status == TUNIP_OK;
}

static bool read_shape(tn_reader *r, tunip_node *out)
{
    tunip_shape *shape = (tunip_shape *)out;
    int64_t *dims;
    if (!read_ints(r, &dims, &shape->count)) return false;
    shape->dims = dims;
    return true;
}

static bool read_device(tn_reader *r, tunip_node *out)
{
    const char *at = r->json.at;
    tunip_device *device = (tunip_device *)out;
    int64_t *pair;
    size_t count;
    if (!read_ints(r, &pair, &count)) return false;
    if (count != 2 || pair[0] < 0 || pair[0] > INT32_MAX || pair[1] < INT32_MIN ||
        pair[1] > INT32_MAX)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected a device type and a device id");
    device->device_type = (int32_t)pair[0];
    device->device_id = (int32_t)pair[1];
    return true;
}

/* ---- scalars and bytes ---- */

static bool read_bool(tn_reader *r, tunip_node *out)
{
    return tn_read_bool(r, "true or false", &((tunip_bool *)out)->value);
}

static bool read_int(tn_reader *r, tunip_node *out)
{
    return tn_read_int(r, "an integer", &((tunip_int *)out)->value);
}

static bool read_float(tn_reader *r, tunip_node *out)
{
    return tn_read_float(r, "a number", &((tunip_float *)out)->value);
}

static bool read_string(tn_reader *r, tunip_node *out)
{
    return tn_read_string(r, "a string", &((tunip_string *)out)->value);
}

static bool read_dtype(tn_reader *r, tunip_node *out)
{
    return tn_read_dtype(r, "the name of a dtype", &((tunip_dtype_value *)out)->value);
}

static bool read_base64(tn_reader *r, tunip_str *out)
{
    const char *at = r->json.at;
    tunip_str text;
    if (!tn_read_string(r, "base 64 in a string", &text)) return false;
    unsigned char *bytes = tn_arena_alloc(&r->graph->arena, tn_base64_decoded_size(text.size));
    if (!bytes) return tn_read_fail_memory(r);
    size_t size = tn_base64_decode(text, bytes);
    if (size == SIZE_MAX)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected base 64, got other text");
    *out = (tunip_str){(const char *)bytes, size};
    return true;
}

static bool read_bytes(tn_reader *r, tunip_node *out)
{
    return read_base64(r, &((tunip_bytes *)out)->value);
}

static bool read_tensor(tn_reader *r, tunip_node *out)
{
    const char *at = r->json.at;
    tunip_str bytes;
    return read_base64(r, &bytes) && tn_read_tensor(r, bytes, at, (tunip_tensor *)out);
}

static const struct {
    const tunip_type *type;
    bool (*read)(tn_reader *r, tunip_node *out);
} values[] = {
    /* by how often they occur */
    {&tunip_array_type, read_array},   {&tunip_string_type, read_string},
    {&tunip_map_type, read_map},       {&tunip_int_type, read_int},
    {&tunip_bool_type, read_bool},     {&tunip_float_type, read_float},
    {&tunip_tensor_type, read_tensor}, {&tunip_dtype_type, read_dtype},
    {&tunip_device_type, read_device}, {&tunip_bytes_type, read_bytes},
    {&tunip_shape_type, read_shape},
};

bool tn_read_value(tn_reader *r, const tunip_type *type, tunip_node **out)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++) {
        if (values[i].type != type) continue;
        *out = tunip_node_new(r->graph, type);
        return *out ? values[i].read(r, *out) : tn_read_fail_memory(r);
    }
    return tn_read_fail(r, TUNIP_ERROR_FORMAT, r->json.at, "no data can be a %s", type->key);
}
