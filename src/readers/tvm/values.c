/* values.c -- nodes that are values: how the data of each built-in type is read. */
#include "../../core/json/base64.h"
#include "reader.h"
#include "tensor.h"

/* ---- arrays and maps ---- */

/* A list of indices, as items of the assembler's list. */
static bool read_list(tn_reader *r, const char *what)
{
    size_t at, number;
    bool first = true;
    if (r->token != TUNIP_JSON_OPEN_ARRAY) return tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY);
    for (; first || r->token == TUNIP_JSON_COMMA; first = false) { /* as TVM writes them */
        at = (size_t)(r->json.cursor - r->json.begin);
        if (!tn_read_usual_index(r, &number)) break;
        if (!tn_assemble_item(&r->to, tn_assemble_ref(&r->to, number, at))) return false;
    }
    if (first) tn_read_advance(r); /* the bracket */
    for (; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false) {
        at = tn_read_at(r);
        if (!tn_read_index(r, what, &number) ||
            !tn_assemble_item(&r->to, tn_assemble_ref(&r->to, number, at)))
            return false;
    }
    return !tn_read_failed(r);
}

static bool read_array(tn_reader *r, tunip_node *out)
{
    size_t at = tn_read_at(r), mark = tn_assemble_list(&r->to);
    return read_list(r, "the index of an item") &&
           tn_assemble_array(&r->to, (tn_made_array *)out, mark, at);
}

static bool read_map(tn_reader *r, tunip_node *out)
{
    size_t at = tn_read_at(r), mark = tn_assemble_list(&r->to);
    return read_list(r, "the index of a key or value") &&
           tn_assemble_map(&r->to, (tn_made_map *)out, mark, at);
}

/* ---- numbers in lists ---- */

static bool read_dims(tn_reader *r, tunip_node *out)
{
    tunip_shape *shape = (tunip_shape *)out;
    TN_ARRAY(int64_t) dims = {0};
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false) {
        int64_t dim;
        if (!tn_read_int(r, "an integer", &dim)) break;
        if (!tn_array_push(&dims, r->to.allocator, dim) && !tn_read_fail_memory(r)) break;
    }
    size_t size = dims.count * sizeof *dims.items;
    int64_t *copy = tn_arena_alloc(&r->to.graph->arena, size);
    if (!copy)
        tn_read_fail_memory(r);
    else if (size)
        memcpy(copy, dims.items, size);
    shape->dims = copy;
    shape->count = dims.count;
    tn_array_free(&dims, r->to.allocator);
    return !tn_read_failed(r);
}

/* One of the two integers of a device. */
static bool read_part(tn_reader *r, const char *what, int32_t least, int32_t *out)
{
    size_t at = tn_read_at(r);
    int64_t value;
    if (!tn_read_int(r, what, &value)) return false;
    if (value < least || value > INT32_MAX) return tn_read_reject(r, at, "%s", what);
    *out = (int32_t)value;
    return true;
}

static bool read_device(tn_reader *r, tunip_node *out)
{
    tunip_device *device = (tunip_device *)out;
    return tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY) &&
           read_part(r, "a device type", 0, &device->device_type) &&
           tn_read_expect(r, TUNIP_JSON_COMMA) &&
           read_part(r, "a device id", INT32_MIN, &device->device_id) &&
           tn_read_expect(r, TUNIP_JSON_CLOSE_ARRAY);
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
    size_t at = tn_read_at(r);
    tunip_str text;
    if (!tn_read_string(r, "a string in base 64", &text)) return false;
    unsigned char *bytes = tn_arena_alloc(&r->to.graph->arena, tn_base64_decoded_size(text.size));
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
    size_t at = tn_read_at(r);
    const char *expected;
    tunip_tensor *tensor = (tunip_tensor *)out;
    tunip_str bytes;
    if (!read_base64(r, &bytes)) return false;
    tunip_status status = tn_tensor_decode(&r->to.graph->arena, bytes, tensor, &expected);
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    return status == TUNIP_OK ||
           tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, at,
                            "expected %s in a saved tensor of %zu bytes", expected, bytes.size);
}

/* ---- all of them ---- */

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
    {&tunip_shape_type, read_dims},
};

bool tn_read_value(tn_reader *r, const tunip_type *type, tunip_node **out)
{
    size_t i = 0;
    while (i < TUNIP_LEN(values) && values[i].type != type) i++;
    if (i == TUNIP_LEN(values)) return tn_read_unexpected(r, "no data");
    *out = tn_assemble_value(&r->to, type);
    return *out && values[i].read(r, *out);
}
