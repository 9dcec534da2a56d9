/* constant.c -- scalars: the text shows their dtypes by suffixes. */
#include <math.h>
#include <stdio.h>

#include "relay.h"

/* The dtypes that have literals: int16 to int64, float16 to float64, bool. */
static bool is_simple(tunip_dtype dtype)
{
    bool is_number = dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_FLOAT;
    if (dtype.lanes != 1) return false;
    if (is_number) return dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    return (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1) ||
           (dtype.code == TUNIP_DTYPE_BOOL && dtype.bits == 8);
}

static bool is_bool(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_UINT || dtype.code == TUNIP_DTYPE_BOOL;
}

static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                  : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                 : ldexp(fraction, -24);
    return bits >> 15 ? -size : size;
}

static int64_t read_int(const char *data, unsigned bits)
{
    int16_t small;
    int32_t middle;
    int64_t large;
    if (bits == 64) return memcpy(&large, data, sizeof large), large;
    if (bits == 32) return memcpy(&middle, data, sizeof middle), middle;
    return memcpy(&small, data, sizeof small), small;
}

static double read_float(const char *data, unsigned bits)
{
    uint16_t half;
    float single;
    double whole;
    if (bits == 64) return memcpy(&whole, data, sizeof whole), whole;
    if (bits == 32) return memcpy(&single, data, sizeof single), (double)single;
    memcpy(&half, data, sizeof half);
    return half_value(half);
}

static const tunip_doc *int_doc(tunip_docsifier *d, int64_t value, tunip_dtype dtype,
                                const tunip_path *path)
{
    if (is_bool(dtype)) return tunip_doc_bool(d, value != 0, path);
    tunip_number number = {.literal = TUNIP_LITERAL_INT, .dtype = dtype, .path = path};
    number.value.integer = value;
    return tunip_doc_number_new(d, &number);
}

static const tunip_doc *float_doc(tunip_docsifier *d, double value, tunip_dtype dtype,
                                  const tunip_path *path)
{
    tunip_number number = {.literal = TUNIP_LITERAL_FLOAT, .dtype = dtype, .path = path};
    number.value.real = value;
    return tunip_doc_number_new(d, &number);
}

const tunip_doc *relay_scalar(tunip_docsifier *d, const tunip_tensor *tensor,
                              const tunip_path *path)
{
    tunip_dtype dtype = tensor->dtype;
    size_t size = is_bool(dtype) ? 1 : dtype.bits / 8u;
    if (tensor->ndim || !is_simple(dtype) || tensor->data.size < size) return NULL;
    if (is_bool(dtype)) return tunip_doc_bool(d, *tensor->data.data != 0, path);
    if (dtype.code == TUNIP_DTYPE_FLOAT)
        return float_doc(d, read_float(tensor->data.data, dtype.bits), dtype, path);
    return int_doc(d, read_int(tensor->data.data, dtype.bits), dtype, path);
}

const tunip_doc *relay_int(tunip_docsifier *d, const tunip_ir_int_imm *imm, const tunip_path *path)
{
    tunip_dtype dtype = imm->base.dtype;
    return is_simple(dtype) ? int_doc(d, imm->value, dtype, path)
                            : tunip_doc_int(d, imm->value, path);
}

/* Numbers of other dtypes print with six decimals and without a suffix. */
const tunip_doc *relay_float(tunip_docsifier *d, const tunip_ir_float_imm *imm,
                             const tunip_path *path)
{
    tunip_dtype dtype = imm->base.dtype;
    if (is_simple(dtype)) return float_doc(d, imm->value, dtype, path);
    tunip_str text = tunip_doc_format(d, "%f", imm->value);
    return tunip_doc_raw_new(d, text, path);
}
