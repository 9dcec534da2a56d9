/* values.c -- values of a saved graph: numbers, strings, tensors. */
#include "../../../util/json.h"
#include "../../../util/le.h"
#include "tvm.h"

/* ======== values ======== */

/* Nodes that are values: how the data of each built-in type is read. */

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

/* ======== scalar ======== */

/* Numbers, booleans and dtypes as C values. */

bool tn_read_int(tn_reader *r, const char *what, int64_t *out)
{
    if (r->token != TUNIP_JSON_INT) return tn_read_unexpected(r, what);
    if (!tn_json_int(tunip_json_text(&r->json), out))
        return tn_read_unexpected(r, "an integer of 64 bits");
    tn_read_advance(r);
    return true;
}

bool tn_read_index(tn_reader *r, const char *what, size_t *out)
{
    int64_t index;
    if (r->token != TUNIP_JSON_INT) return tn_read_unexpected(r, what);
    if (!tn_json_int(tunip_json_text(&r->json), &index) || index < 0)
        return tn_read_unexpected(r, what);
    *out = (size_t)index;
    tn_read_advance(r);
    return true;
}

bool tn_read_float(tn_reader *r, const char *what, double *out)
{
    switch (tunip_json_float(&r->json, r->token, out)) {
    case TUNIP_OK:
        tn_read_advance(r);
        return true;
    case TUNIP_ERROR_MEMORY:
        return tn_read_fail_memory(r);
    case TUNIP_ERROR_LIMIT:
        return tn_read_unexpected(r, "a number within the range of a double");
    default:
        return tn_read_unexpected(r, what);
    }
}

bool tn_read_bool(tn_reader *r, const char *what, bool *out)
{
    if (r->token != TUNIP_JSON_TRUE && r->token != TUNIP_JSON_FALSE)
        return tn_read_unexpected(r, what);
    *out = r->token == TUNIP_JSON_TRUE;
    tn_read_advance(r);
    return true;
}

bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out)
{
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, what, &name)) return false;
    size_t end = name.size ? (unsigned char)name.data[name.size - 1] : 0;
    size_t slot = (name.size ^ end) % TUNIP_LEN(r->dtypes);
    tunip_str recent = r->dtypes[slot].text;
    if (!recent.data || !tn_name_equal(recent, name)) {
        r->dtypes[slot].text.data = NULL;
        if (!tunip_dtype_parse(name, &r->dtypes[slot].dtype))
            return tn_read_reject(r, at, "%s", what);
        r->dtypes[slot].text = name;
    }
    *out = r->dtypes[slot].dtype;
    return true;
}

/* ======== string ======== */

/* Strings of JSON. While a file is read, most strings are views of the file; strings
 * with escapes are decoded into memory of the graph. The graph copies the strings that it keeps. */

/* Decodes `raw`. `out` is the text between its quotes, and stays the same if there are no
 * escapes. */
static bool decode(tn_reader *r, tunip_str raw, tunip_str *out)
{
    tunip_json_flaw flaw;
    size_t valid = tunip_utf8_valid(raw);
    if (valid < raw.size)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_SYNTAX, tn_read_at(r) + valid,
                                "expected UTF-8, got the byte 0x%02X",
                                (unsigned)(unsigned char)raw.data[valid]);
    if (!memchr(raw.data, '\\', raw.size)) return true;
    char *text = tn_arena_alloc(&r->to.graph->arena, raw.size);
    if (!text) return tn_read_fail_memory(r);
    size_t size = tunip_json_decode(raw, text, &flaw);
    if (size == SIZE_MAX)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_SYNTAX, tn_read_at(r) + flaw.begin, "%s",
                                flaw.message);
    *out = (tunip_str){text, size};
    return true;
}

bool tn_read_string(tn_reader *r, const char *what, tunip_str *out)
{
    if (!tunip_json_is_string(r->token)) return tn_read_unexpected(r, what);
    tunip_str raw = tunip_json_text(&r->json);
    *out = (tunip_str){raw.data + 1, raw.size - 2};
    if (r->token == TUNIP_JSON_ENCODED && !decode(r, raw, out)) return false;
    tn_read_advance(r);
    return true;
}

/* Whether it lies in the text that is being read, which the graph does not keep. */
static bool is_view(const tn_reader *r, tunip_str text)
{
    return text.data >= r->json.begin && text.data <= r->json.limit;
}

bool tn_read_own_string(tn_reader *r, const char *what, tunip_str *out)
{
    if (!tn_read_string(r, what, out)) return false;
    return tn_assemble_string(&r->to, out, !is_view(r, *out));
}

/* ======== tensor ======== */

/* TVM's saved tensors. Numbers in them are little-endian, as on all machines of TVM. */

#define TENSOR_MAGIC 0xDD5E40F096B4A13Fu

enum { ON_CPU = 1, MOST_DIMS = 64 };

enum { HEADER_SIZE = 32 }; /* see take_header() */

/* The bytes of all elements; SIZE_MAX when that is no size. TVM leaves lanes out of account. */
static size_t elements_size(const tunip_tensor *tensor)
{
    size_t size = (tensor->dtype.bits + 7u) / 8;
    for (size_t i = 0; i < tensor->ndim; i++) {
        uint64_t dim = (uint64_t)tensor->shape[i];
        if (tensor->shape[i] < 0 || (dim && size > SIZE_MAX / 2 / dim)) return SIZE_MAX;
        size *= (size_t)dim;
    }
    return size;
}

/* Takes a number of `size` bytes off the front of `in`, which has them. */
static uint64_t take_number(tunip_str *in, size_t size)
{
    uint64_t number = tn_le(in->data, size);
    in->data += size;
    in->size -= size;
    return number;
}

/* These return NULL, or a description of the bytes that were expected. */

static const char *take_header(tunip_str *in, tunip_tensor *out)
{
    if (in->size < HEADER_SIZE) return "a header";
    if (take_number(in, 8) != TENSOR_MAGIC) return "a header with TVM's mark";
    take_number(in, 8); /* reserved */
    out->device_type = (int32_t)take_number(in, 4);
    out->device_id = (int32_t)take_number(in, 4);
    int32_t ndim = (int32_t)take_number(in, 4);
    out->dtype.code = (uint8_t)take_number(in, 1);
    out->dtype.bits = (uint8_t)take_number(in, 1);
    out->dtype.lanes = (int16_t)take_number(in, 2);
    if (ndim < 0 || ndim > MOST_DIMS) return "at most 64 dimensions";
    out->ndim = (size_t)ndim;
    return NULL;
}

static const char *take_elements(tunip_str *in, int64_t *shape, tunip_tensor *out)
{
    if (in->size < out->ndim * sizeof *shape) return "a shape";
    for (size_t i = 0; i < out->ndim; i++) shape[i] = (int64_t)take_number(in, 8);
    if (in->size < 8) return "the size of the elements";
    int64_t size = (int64_t)take_number(in, 8);
    out->shape = shape;
    out->data = *in;
    bool whole = size >= 0 && (uint64_t)size == in->size && elements_size(out) == in->size;
    return whole ? NULL : "as many elements as the shape says";
}

tunip_status tn_tensor_decode(tn_arena *arena, tunip_str bytes, tunip_tensor *out,
                              const char **expected)
{
    *expected = take_header(&bytes, out);
    if (*expected) return TUNIP_ERROR_FORMAT;
    int64_t *shape = tn_arena_alloc(arena, out->ndim * sizeof *shape);
    if (!shape) return TUNIP_ERROR_MEMORY;
    *expected = take_elements(&bytes, shape, out);
    return *expected ? TUNIP_ERROR_FORMAT : TUNIP_OK;
}

size_t tn_tensor_encoded_size(const tunip_tensor *tensor)
{
    return HEADER_SIZE + (tensor->ndim + 1) * sizeof(int64_t) + tensor->data.size;
}

void tn_tensor_encode(const tunip_tensor *tensor, char *out)
{
    out = tn_put_le(out, TENSOR_MAGIC, 8);
    out = tn_put_le(out, 0, 8); /* reserved */
    out = tn_put_le(out, ON_CPU, 4);
    out = tn_put_le(out, 0, 4); /* the device's number */
    out = tn_put_le(out, tensor->ndim, 4);
    out = tn_put_le(out, tensor->dtype.code, 1);
    out = tn_put_le(out, tensor->dtype.bits, 1);
    out = tn_put_le(out, (uint16_t)tensor->dtype.lanes, 2);
    for (size_t i = 0; i < tensor->ndim; i++) out = tn_put_le(out, (uint64_t)tensor->shape[i], 8);
    out = tn_put_le(out, tensor->data.size, 8);
    if (tensor->data.size) memcpy(out, tensor->data.data, tensor->data.size);
}
