/* same.c -- equality and hash of built-in values. Each is a small record of bytes and numbers, so
 * one table of functions by type serves both. */
#include "same.h"

#include "../base/map.h"
#include "vintage.h"

/* ---- the numbers ---- */

/* All NaNs are equal, and 0.0 differs from -0.0. */
static uint64_t float_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? UINT64_MAX : bits;
}

static uint64_t dtype_bits(tunip_dtype dtype)
{
    return (uint64_t)dtype.code << 24 | (uint64_t)dtype.bits << 16 | (uint16_t)dtype.lanes;
}

static bool same_dims(size_t count, const int64_t *a, const int64_t *b)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static uint64_t hash_dims(uint64_t hash, size_t count, const int64_t *dims)
{
    hash = tn_hash_mix(hash, count);
    for (size_t i = 0; i < count; i++) hash = tn_hash_mix(hash, (uint64_t)dims[i]);
    return hash;
}

static uint64_t hash_text(tunip_str text)
{
    return tn_hash_bytes(text.data, text.size);
}

/* ---- values that are 64 bits ---- */

static bool bits_of(const tunip_node *node, uint64_t *bits)
{
    const void *at = node;
    if (node->type == &tunip_int_type)
        *bits = (uint64_t)((const tunip_int *)at)->value;
    else if (node->type == &tunip_float_type)
        *bits = float_bits(((const tunip_float *)at)->value);
    else if (node->type == &tunip_bool_type)
        *bits = ((const tunip_bool *)at)->value;
    else if (node->type == &tunip_dtype_type)
        *bits = dtype_bits(((const tunip_dtype_value *)at)->value);
    else if (node->type == &tunip_device_type)
        *bits = (uint64_t)(uint32_t)((const tunip_device *)at)->device_type << 32 |
                (uint32_t)((const tunip_device *)at)->device_id;
    else
        return false;
    return true;
}

/* ---- values that are bytes ---- */

static bool bytes_of(const tunip_node *node, tunip_str *bytes)
{
    const void *at = node;
    if (node->type == &tunip_string_type)
        *bytes = ((const tunip_string *)at)->value;
    else if (node->type == &tunip_bytes_type)
        *bytes = ((const tunip_bytes *)at)->value;
    else
        return false;
    return true;
}

/* ---- shapes and tensors ---- */

static bool same_shape(const tunip_shape *a, const tunip_shape *b)
{
    return a->count == b->count && same_dims(a->count, a->dims, b->dims);
}

static bool same_tensor(const tunip_tensor *a, const tunip_tensor *b, bool skip_content)
{
    return a->ndim == b->ndim && same_dims(a->ndim, a->shape, b->shape) &&
           tunip_dtype_equal(a->dtype, b->dtype) &&
           (skip_content || tunip_str_equal(a->data, b->data));
}

static uint64_t hash_tensor(uint64_t hash, const tunip_tensor *tensor, bool skip_content)
{
    hash = hash_dims(hash, tensor->ndim, tensor->shape);
    hash = tn_hash_mix(hash, dtype_bits(tensor->dtype));
    return skip_content ? hash : tn_hash_mix(hash, hash_text(tensor->data));
}

/* ---- any value ---- */

uint64_t tn_hash_type(const tunip_type *type)
{
    return hash_text(tunip_str_from(type->key));
}

bool tn_is_value(const tunip_type *type)
{
    static const tunip_type *const types[] = {
        &tunip_string_type, &tunip_int_type,   &tunip_float_type,
        &tunip_bool_type,   &tunip_dtype_type, &tunip_shape_type,
        &tunip_tensor_type, &tunip_bytes_type, &tunip_device_type,
    };
    if (type->fields || type->base) return false;
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        if (types[i] == type) return true;
    return false;
}

bool tn_same_value(const tunip_node *a, const tunip_node *b, bool skip_content)
{
    uint64_t bits, other_bits;
    tunip_str bytes, other_bytes;
    if (bits_of(a, &bits) && bits_of(b, &other_bits)) return bits == other_bits;
    if (bytes_of(a, &bytes) && bytes_of(b, &other_bytes))
        return tunip_str_equal(bytes, other_bytes);
    const void *x = a, *y = b;
    return a->type == &tunip_shape_type ? same_shape(x, y) : same_tensor(x, y, skip_content);
}

uint64_t tn_hash_value(const tunip_node *node, bool skip_content)
{
    uint64_t bits, hash = tn_hash_type(node->type);
    tunip_str bytes;
    const void *at = node;
    if (bits_of(node, &bits)) return tn_hash_mix(hash, bits);
    if (bytes_of(node, &bytes)) return tn_hash_mix(hash, hash_text(bytes));
    if (node->type == &tunip_tensor_type) return hash_tensor(hash, at, skip_content);
    const tunip_shape *shape = at;
    return hash_dims(hash, shape->count, shape->dims);
}

/* ---- fields ---- */

uint64_t tn_field_bits(const tunip_field *field, const tunip_node *node)
{
    const void *at = tunip_field_at(node, field);
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_INT:
        return (uint64_t) * (const int64_t *)at;
    case TUNIP_KIND_FLOAT:
        return float_bits(*(const double *)at);
    case TUNIP_KIND_BOOL:
        return *(const bool *)at;
    case TUNIP_KIND_DTYPE:
        return dtype_bits(*(const tunip_dtype *)at);
    case TUNIP_KIND_NODE:
        break;
    }
    return 0;
}

double tn_field_tolerance(const tunip_field *field, const tunip_type *type, double tolerance)
{
    if (field->kind != TUNIP_KIND_FLOAT) return 0;
    double own = tn_tolerance_of_type(type);
    return own > tolerance ? own : tolerance;
}

bool tn_same_field(const tunip_field *field, const tunip_node *a, const tunip_node *b,
                   double tolerance)
{
    if (tn_field_bits(field, a) == tn_field_bits(field, b)) return true;
    double most = tn_field_tolerance(field, a->type, tolerance);
    if (most <= 0) return false;
    double x = *(const double *)tunip_field_at(a, field);
    double y = *(const double *)tunip_field_at(b, field);
    return x == y || (x - y < most && y - x < most);
}
