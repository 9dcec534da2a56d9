/* tensor.c -- dtypes, shapes and elements of tensors. */
#include "tensor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

size_t dbg_dtype_bytes(tunip_dtype dtype)
{
    size_t bits = dtype.lanes > 0 ? (size_t)dtype.bits * (size_t)dtype.lanes : 0;
    bool whole = bits % 8 == 0 || bits == 1 || bits == 4;
    return dtype.code == TUNIP_DTYPE_HANDLE || !whole ? 0 : (bits + 7) / 8;
}

bool dbg_tensor_measure(dbg_tensor *tensor)
{
    size_t count = 1, each = dbg_dtype_bytes(tensor->dtype);
    bool empty = false;
    for (size_t i = 0; i < tensor->rank; i++) {
        uint64_t dim = (uint64_t)tensor->dims[i];
        if (tensor->dims[i] < 0) return false;
        if (!dim) empty = true;
        if (dim && count > PTRDIFF_MAX / 32 / dim) return false;
        if (dim) count *= (size_t)dim;
    }
    tensor->count = empty ? 0 : count;
    tensor->bytes = tensor->count * each;
    return each && count <= PTRDIFF_MAX / 32 / each;
}

/* The dtypes that DLPack of TVM v0.19 numbers differently. */
static const struct {
    tunip_dtype dtype, of_tvm;
} numbered[] = {{{TUNIP_DTYPE_BOOL, 8, 1}, {TUNIP_DTYPE_UINT, 1, 1}},
                {{TUNIP_DTYPE_FLOAT8_E4M3FN, 8, 1}, {6, 8, 1}},
                {{TUNIP_DTYPE_FLOAT8_E5M2, 8, 1}, {7, 8, 1}}};

static bool is_numbered(tunip_dtype dtype, tunip_dtype as)
{
    return dtype.code == as.code && dtype.bits == as.bits &&
           (dtype.lanes == 1 || as.code != TUNIP_DTYPE_UINT);
}

tunip_dtype dbg_dtype_of_tvm(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(numbered); i++)
        if (is_numbered(dtype, numbered[i].of_tvm))
            return tunip_dtype_make(numbered[i].dtype.code, 8, dtype.lanes);
    return dtype;
}

tunip_dtype dbg_dtype_for_tvm(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(numbered); i++)
        if (is_numbered(dtype, numbered[i].dtype))
            return tunip_dtype_make(numbered[i].of_tvm.code, numbered[i].of_tvm.bits, dtype.lanes);
    return dtype;
}

tunip_dtype dbg_dtype_plain(tunip_dtype dtype)
{
    bool is_bool = dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1 && dtype.lanes == 1;
    return is_bool ? TUNIP_BOOL : dtype;
}

bool dbg_tensor_fits(const dbg_tensor *a, const dbg_tensor *b)
{
    if (!tunip_dtype_equal(dbg_dtype_plain(a->dtype), dbg_dtype_plain(b->dtype))) return false;
    if (a->rank != b->rank) return false;
    return !a->rank || memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

void dbg_tensor_type(const dbg_tensor *tensor, char out[DBG_TYPE_SIZE])
{
    size_t size = tunip_dtype_legacy_name(dbg_dtype_plain(tensor->dtype), out);
    out[size++] = '[';
    for (size_t i = 0; i < tensor->rank && size + 32 < DBG_TYPE_SIZE; i++)
        size += (size_t)snprintf(out + size, DBG_TYPE_SIZE - size, "%s%lld", i ? ", " : "",
                                 (long long)tensor->dims[i]);
    snprintf(out + size, DBG_TYPE_SIZE - size, size + 32 < DBG_TYPE_SIZE ? "]" : ", ...]");
}

/* The struct, the shape and the data are one block; the data begin at a multiple of 64. */
dbg_tensor *dbg_tensor_new(const dbg_tensor *like)
{
    size_t head = (sizeof *like + like->rank * sizeof *like->dims + 63) / 64 * 64;
    size_t bytes = (like->bytes + 63) / 64 * 64;
    dbg_tensor *copy = aligned_alloc(64, head + bytes);
    if (!copy) return NULL;
    memset(copy, 0, head + bytes);
    *copy = *like;
    int64_t *dims = (int64_t *)(copy + 1);
    if (like->rank) memcpy(dims, like->dims, like->rank * sizeof *dims);
    copy->dims = dims;
    copy->data = (char *)copy + head;
    return copy;
}

dbg_tensor *dbg_tensor_copy(const dbg_tensor *tensor)
{
    dbg_tensor *copy = dbg_tensor_new(tensor);
    if (copy && tensor->bytes) memcpy(copy->data, tensor->data, tensor->bytes);
    return copy;
}

/* ---- elements ---- */

/* A number with this many bits of exponent and mantissa, and a sign. */
static double decode(uint32_t bits, int exponent_bits, int mantissa_bits)
{
    uint32_t mantissa = bits & ((1u << mantissa_bits) - 1);
    uint32_t exponent = bits >> mantissa_bits & ((1u << exponent_bits) - 1);
    uint32_t top = (1u << exponent_bits) - 1;
    int bias = (int)(top >> 1);
    double sign = bits >> (mantissa_bits + exponent_bits) & 1 ? -1 : 1;
    if (exponent == top) return mantissa ? (double)NAN : sign * (double)INFINITY;
    double fraction = ldexp((double)mantissa, -mantissa_bits);
    if (!exponent) return sign * ldexp(fraction, 1 - bias);
    return sign * ldexp(1 + fraction, (int)exponent - bias);
}

/* The elements of a file may be at any address. */
#define ELEMENT(type, tensor, index)                                                               \
    static double type##_of(const dbg_tensor *tensor, size_t index)                                \
    {                                                                                              \
        type value;                                                                                \
        memcpy(&value, (const char *)tensor->data + index * sizeof value, sizeof value);           \
        return (double)value;                                                                      \
    }
ELEMENT(float, tensor, index)
ELEMENT(double, tensor, index)
ELEMENT(int8_t, tensor, index)
ELEMENT(int16_t, tensor, index)
ELEMENT(int32_t, tensor, index)
ELEMENT(int64_t, tensor, index)
ELEMENT(uint8_t, tensor, index)
ELEMENT(uint16_t, tensor, index)
ELEMENT(uint32_t, tensor, index)
ELEMENT(uint64_t, tensor, index)

static double float16_of(const dbg_tensor *tensor, size_t index)
{
    return decode((uint32_t)uint16_t_of(tensor, index), 5, 10);
}

static double bfloat16_of(const dbg_tensor *tensor, size_t index)
{
    return decode((uint32_t)uint16_t_of(tensor, index), 8, 7);
}

/* Without infinities: only one pattern of bits, with either sign, is NaN. */
static double e4m3fn_of(const dbg_tensor *tensor, size_t index)
{
    uint32_t bits = (uint32_t)uint8_t_of(tensor, index), rest = bits & 0x7F;
    double sign = bits & 0x80 ? -1 : 1;
    if (rest == 0x7F) return (double)NAN;
    if (rest >= 0x78) return sign * ldexp(8 + (rest & 7), 5);
    return decode(bits, 4, 3);
}

static double e5m2_of(const dbg_tensor *tensor, size_t index)
{
    return decode((uint32_t)uint8_t_of(tensor, index), 5, 2);
}

dbg_element_fn dbg_dtype_reader(tunip_dtype dtype)
{
    static const dbg_element_fn ints[] = {int8_t_of, int16_t_of, int32_t_of, int64_t_of};
    static const dbg_element_fn uints[] = {uint8_t_of, uint16_t_of, uint32_t_of, uint64_t_of};
    static const dbg_element_fn floats[] = {NULL, float16_of, float_of, double_of};
    size_t bytes = dbg_dtype_bytes(dtype), size = 0;
    while (size < 4 && (size_t)1 << size != bytes) size++;
    if (size == 4 || dtype.lanes != 1) return NULL;
    switch (dtype.code) {
    case TUNIP_DTYPE_INT:
        return ints[size];
    case TUNIP_DTYPE_UINT:
    case TUNIP_DTYPE_BOOL:
        return uints[size];
    case TUNIP_DTYPE_FLOAT:
        return floats[size];
    case TUNIP_DTYPE_FLOAT8_E4M3FN:
        return e4m3fn_of;
    case TUNIP_DTYPE_FLOAT8_E5M2:
        return e5m2_of;
    default:
        return dtype.code == TUNIP_DTYPE_BFLOAT && bytes == 2 ? bfloat16_of : NULL;
    }
}

bool dbg_dtype_is_float(tunip_dtype dtype)
{
    static const uint8_t codes[] = {TUNIP_DTYPE_FLOAT, TUNIP_DTYPE_BFLOAT,
                                    TUNIP_DTYPE_FLOAT8_E4M3FN, TUNIP_DTYPE_FLOAT8_E5M2};
    return memchr(codes, dtype.code, sizeof codes) && dbg_dtype_reader(dtype);
}
