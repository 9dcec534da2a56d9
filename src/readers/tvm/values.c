/* values.c -- nodes that are values: how the data of each built-in type is read. */
#include "../json/base64.h"
#include "reader.h"
#include "tensor.h"

/* ---- arrays and maps ---- */

/* Takes the node of an index at `at`. One further down makes the list late. */
static bool add_node(tn_reader *r, size_t index, const char *at)
{
    bool is_known = index < r->nodes.count;
    if (!is_known && r->is_whole)
        return tn_read_reject(r, at, "the index of one of %zu nodes", r->nodes.count);
    if (!is_known) r->list_is_late = true;
    tunip_node *node = is_known ? r->nodes.items[index] : NULL;
    return tn_array_push(&r->list, r->allocator, node) || tn_read_fail_memory(r);
}

/* A list of indices, as nodes in r->list. */
static bool read_list(tn_reader *r, const char *what)
{
    r->list.count = 0;
    r->list_is_late = false;
    if (!tn_read_expect(r, TN_TOKEN_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_ARRAY); first = false) {
        const char *at = r->json.at;
        size_t index;
        if (!tn_read_index(r, what, &index) || !add_node(r, index, at)) return false;
    }
    return r->status == TUNIP_OK;
}

static bool read_array(tn_reader *r, tunip_node *out)
{
    const char *at = r->json.at;
    tn_read_array *read = (tn_read_array *)out;
    if (!read_list(r, "the index of an item")) return false;
    if (r->list_is_late) return tn_read_put_off(r, out, at, read_array);
    if (!r->list.count) return true;
    size_t size = r->list.count * sizeof *r->list.items;
    tunip_node **items = tn_arena_alloc(&r->graph->arena, size);
    if (!items) return tn_read_fail_memory(r);
    memcpy(items, r->list.items, size);
    read->array.items = items;
    read->array.count = r->list.count;
    for (size_t i = 0; i < r->list.count; i++) tn_common_add(&read->items, items[i]);
    return true;
}

static bool read_map(tn_reader *r, tunip_node *out)
{
    const char *at = r->json.at;
    if (!read_list(r, "the index of a key or value")) return false;
    if (r->list_is_late) return tn_read_put_off(r, out, at, read_map);
    return tn_read_entries(r, at, (tn_read_map *)out);
}

/* ---- numbers in lists ---- */

static bool read_dims(tn_reader *r, tunip_node *out)
{
    tunip_shape *shape = (tunip_shape *)out;
    TN_ARRAY(int64_t) dims = {0};
    if (!tn_read_expect(r, TN_TOKEN_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_ARRAY); first = false) {
        int64_t dim;
        if (!tn_read_int(r, "an integer", &dim)) break;
        if (!tn_array_push(&dims, r->allocator, dim) && !tn_read_fail_memory(r)) break;
    }
    size_t size = dims.count * sizeof *dims.items;
    int64_t *copy = tn_arena_alloc(&r->graph->arena, size);
    if (!copy)
        tn_read_fail_memory(r);
    else if (size)
        memcpy(copy, dims.items, size);
    shape->dims = copy;
    shape->count = dims.count;
    tn_array_free(&dims, r->allocator);
    return r->status == TUNIP_OK;
}

/* One of the two integers of a device. */
static bool read_part(tn_reader *r, const char *what, int32_t least, int32_t *out)
{
    const char *at = r->json.at;
    int64_t value;
    if (!tn_read_int(r, what, &value)) return false;
    if (value < least || value > INT32_MAX) return tn_read_reject(r, at, "%s", what);
    *out = (int32_t)value;
    return true;
}

static bool read_device(tn_reader *r, tunip_node *out)
{
    tunip_device *device = (tunip_device *)out;
    return tn_read_expect(r, TN_TOKEN_OPEN_ARRAY) &&
           read_part(r, "a device type", 0, &device->device_type) &&
           tn_read_expect(r, TN_TOKEN_COMMA) &&
           read_part(r, "a device id", INT32_MIN, &device->device_id) &&
           tn_read_expect(r, TN_TOKEN_CLOSE_ARRAY);
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
    return tn_read_own_string(r, "a string", &((tunip_string *)out)->value);
}

static bool read_dtype(tn_reader *r, tunip_node *out)
{
    return tn_read_dtype(r, "the name of a dtype", &((tunip_dtype_value *)out)->value);
}

static bool read_base64(tn_reader *r, tunip_str *out)
{
    const char *at = r->json.at;
    tunip_str text;
    if (!tn_read_string(r, "a string in base 64", &text)) return false;
    unsigned char *bytes = tn_arena_alloc(&r->graph->arena, tn_base64_decoded_size(text.size));
    if (!bytes) return tn_read_fail_memory(r);
    size_t size = tn_base64_decode(text, bytes);
    if (size == SIZE_MAX) return tn_read_reject(r, at, "a string in base 64");
    *out = (tunip_str){(const char *)bytes, size};
    return true;
}

static bool read_bytes(tn_reader *r, tunip_node *out)
{
    return read_base64(r, &((tunip_bytes *)out)->value);
}

static bool read_tensor(tn_reader *r, tunip_node *out)
{
    const char *at = r->json.at, *expected;
    tunip_tensor *tensor = (tunip_tensor *)out;
    tunip_str bytes;
    if (!read_base64(r, &bytes)) return false;
    tunip_status status = tn_tensor_decode(&r->graph->arena, bytes, tensor, &expected);
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    return status == TUNIP_OK ||
           tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected %s in a saved tensor of %zu bytes",
                        expected, bytes.size);
}

/* ---- all of them ---- */

static const struct {
    const tunip_type *type;
    size_t size;
    bool (*read)(tn_reader *r, tunip_node *out);
} values[] = {
    /* by how often they occur */
    {&tunip_array_type, sizeof(tn_read_array), read_array},
    {&tunip_string_type, sizeof(tunip_string), read_string},
    {&tunip_map_type, sizeof(tn_read_map), read_map},
    {&tunip_int_type, sizeof(tunip_int), read_int},
    {&tunip_bool_type, sizeof(tunip_bool), read_bool},
    {&tunip_float_type, sizeof(tunip_float), read_float},
    {&tunip_tensor_type, sizeof(tunip_tensor), read_tensor},
    {&tunip_dtype_type, sizeof(tunip_dtype_value), read_dtype},
    {&tunip_device_type, sizeof(tunip_device), read_device},
    {&tunip_bytes_type, sizeof(tunip_bytes), read_bytes},
    {&tunip_shape_type, sizeof(tunip_shape), read_dims},
};

bool tn_read_value(tn_reader *r, const tunip_type *type, tunip_node **out)
{
    size_t i = 0;
    while (i < TUNIP_LEN(values) && values[i].type != type) i++;
    if (i == TUNIP_LEN(values)) return tn_read_unexpected(r, "no data");
    tunip_node *node = tn_arena_zalloc(&r->graph->arena, values[i].size);
    if (!node) return tn_read_fail_memory(r);
    node->type = type;
    *out = node;
    return values[i].read(r, node);
}
