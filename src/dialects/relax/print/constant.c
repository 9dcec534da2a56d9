/* constant.c -- constant tensors: scalars print as their value, all others are in the metadata
 * section (TVM src/script/printer/relax/expr.cc). */
#include <math.h>

#include "docs.h"
#include "rules.h"

/* DLPack's number of the device type "cpu". */
enum { CPU = 1 };

/* ---- the value of a scalar ---- */

static int64_t sign_extended(uint64_t bits, int width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static double half_value(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double value;
    if (exponent == 31)
        value = fraction ? (double)NAN : (double)INFINITY;
    else if (exponent)
        value = ldexp(fraction + 1024, exponent - 25);
    else
        value = ldexp(fraction, -24);
    return bits >> 15 ? value * -1.0 : value;
}

static const tunip_doc *docsify_int(tunip_docsifier *d, uint64_t bits, int width,
                                    const tunip_path *path)
{
    return tunip_doc_int(d, sign_extended(bits, width), path);
}

static const tunip_doc *docsify_float(tunip_docsifier *d, uint64_t bits, int width,
                                      const tunip_path *path)
{
    uint32_t low = (uint32_t)bits;
    float single;
    double value;
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &bits, sizeof value);
    if (width == 16) value = half_value(bits);
    if (width == 32) value = (double)single;
    return tunip_doc_float(d, value, path);
}

static const tunip_doc *docsify_bool(tunip_docsifier *d, uint64_t bits, int width,
                                     const tunip_path *path)
{
    (void)width;
    return tunip_doc_bool(d, bits != 0, path);
}

/* The dtypes whose scalars print as a value, with their readers of bits. */
static const struct {
    tunip_dtype dtype;
    const tunip_doc *(*docsify)(tunip_docsifier *d, uint64_t bits, int width,
                                const tunip_path *path);
} scalars[] = {
    {{TUNIP_DTYPE_INT, 8, 1}, docsify_int},      {{TUNIP_DTYPE_INT, 16, 1}, docsify_int},
    {{TUNIP_DTYPE_INT, 32, 1}, docsify_int},     {{TUNIP_DTYPE_INT, 64, 1}, docsify_int},
    {{TUNIP_DTYPE_FLOAT, 16, 1}, docsify_float}, {{TUNIP_DTYPE_FLOAT, 32, 1}, docsify_float},
    {{TUNIP_DTYPE_FLOAT, 64, 1}, docsify_float}, {{TUNIP_DTYPE_BOOL, 8, 1}, docsify_bool},
};

/* Little-endian. */
static uint64_t element_bits(const tunip_tensor *tensor, size_t size)
{
    uint64_t bits = 0;
    for (size_t i = size; i-- > 0;) bits = bits << 8 | (unsigned char)tensor->data.data[i];
    return bits;
}

/* The value of a tensor without dimensions; NULL for any other tensor, and for a dtype that the
 * table does not list. */
static const tunip_doc *docsify_scalar(tunip_docsifier *d, const tunip_tensor *tensor,
                                       const tunip_path *path)
{
    size_t size = tensor->dtype.bits / 8u;
    if (tensor->ndim || tensor->device_type != CPU || tensor->data.size < size) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++)
        if (tunip_dtype_equal(scalars[i].dtype, tensor->dtype))
            return scalars[i].docsify(d, element_bits(tensor, size), tensor->dtype.bits, path);
    return NULL;
}

/* ---- the rule ---- */

/* R.const(1.0, "float32"), R.dist.const(1.0, R.DTensor(...)) */
RELAX_RULE(constant)
{
    const tunip_relax_constant *constant = (const tunip_relax_constant *)node;
    const tunip_tensor *tensor = constant->data;
    const tunip_path *at = tunip_path_attr(d, path, "data");
    const tunip_doc *value = tensor ? docsify_scalar(d, tensor, at) : NULL;
    if (!value) return tunip_metadata(d, node, path);
    const tunip_node *info = tunip_relax_struct_info_of(constant);
    if (tunip_is(info, &tunip_relax_dtensor_struct_info_type)) {
        const tunip_doc *annotation =
            tunip_docsify(d, info, relax_info_path(d, constant, path));
        return RELAX_CALL(d, "dist.const", value, annotation);
    }
    at = tunip_path_made(d, at); /* the value is inside a tensor, which has no fields */
    const tunip_doc *dtype = tunip_doc_dtype(d, tensor->dtype, tunip_path_attr(d, at, "dtype"));
    return RELAX_CALL(d, "const", value, dtype);
}
