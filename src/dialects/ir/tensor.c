/* tensor.c -- tensors of the numbers in a script: R.const([1, 2], "int64"), T.allocate_const. */
#include <math.h>
#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>

enum { CPU = 1, MOST_DIMS = 8 };

/* ---- elements ---- */

/* The encoding of a dtype of real numbers. Its highest bit is the sign. */
typedef struct encoding {
    uint8_t code;
    int bits;
    int digits, bias; /* bits of the fraction; what is added to the exponent */
    uint64_t largest, infinity, nan;
} encoding;

/* Where a dtype has no infinity, ml_dtypes writes NaN for it. */
static const encoding encodings[] = {
    {TUNIP_DTYPE_FLOAT, 16, 10, 15, 0x7bff, 0x7c00, 0x7e00},
    {TUNIP_DTYPE_FLOAT, 32, 23, 127, 0x7f7fffff, 0x7f800000, 0x7fc00000},
    {TUNIP_DTYPE_FLOAT, 64, 52, 1023, UINT64_C(0x7fefffffffffffff), UINT64_C(0x7ff0000000000000),
     UINT64_C(0x7ff8000000000000)},
    {TUNIP_DTYPE_BFLOAT, 16, 7, 127, 0x7f7f, 0x7f80, 0x7fc0},
    {TUNIP_DTYPE_FLOAT8_E3M4, 8, 4, 3, 0x6f, 0x70, 0x78},
    {TUNIP_DTYPE_FLOAT8_E4M3, 8, 3, 7, 0x77, 0x78, 0x7c},
    {TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ, 8, 3, 11, 0x7f, 0x80, 0x80},
    {TUNIP_DTYPE_FLOAT8_E4M3FN, 8, 3, 7, 0x7e, 0x7f, 0x7f},
    {TUNIP_DTYPE_FLOAT8_E4M3FNUZ, 8, 3, 8, 0x7f, 0x80, 0x80},
    {TUNIP_DTYPE_FLOAT8_E5M2, 8, 2, 15, 0x7b, 0x7c, 0x7e},
    {TUNIP_DTYPE_FLOAT8_E5M2FNUZ, 8, 2, 16, 0x7f, 0x80, 0x80},
    {TUNIP_DTYPE_FLOAT8_E8M0FNU, 8, 0, 127, 0xfe, 0xff, 0xff},
};

static const encoding *find_encoding(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(encodings); i++)
        if (encodings[i].code == dtype.code && encodings[i].bits == dtype.bits)
            return &encodings[i];
    return NULL;
}

/* The nearest number, of two equally near ones the even one. Because the exponent stands above the
 * fraction, rounding 1.11...1 up carries into the exponent and gives the right number. */
static uint64_t real_bits(const encoding *as, double value)
{
    uint64_t sign = signbit(value) ? UINT64_C(1) << (as->bits - 1) : 0;
    bool has_sign = as->code != TUNIP_DTYPE_FLOAT8_E8M0FNU;
    int exponent;
    if (as->code == TUNIP_DTYPE_BFLOAT) value = (double)(float)value; /* ml_dtypes rounds twice */
    if (isnan(value) || (!has_sign && value <= 0)) return as->nan;
    if (isinf(value)) return as->infinity | sign;
    frexp(value, &exponent);
    /* Numbers below the smallest exponent keep it, and lack the leading one. */
    exponent = exponent - 1 < 1 - as->bias || value == 0 ? 1 - as->bias : exponent - 1;
    uint64_t digits = (uint64_t)nearbyint(ldexp(fabs(value), as->digits - exponent));
    uint64_t bits = digits + ((uint64_t)(exponent + as->bias - 1) << as->digits);
    if (bits > as->largest) return as->infinity | sign;
    bool has_minus_zero = as->nan != UINT64_C(1) << (as->bits - 1); /* not where that is NaN */
    return bits || has_minus_zero ? bits | sign : 0;
}

static bool is_int(tunip_dtype dtype)
{
    return (dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT) &&
           (dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64);
}

static bool has_elements(tunip_dtype dtype)
{
    bool is_bool = dtype.code == TUNIP_DTYPE_BOOL && dtype.bits == 8;
    return dtype.lanes == 1 && (is_bool || is_int(dtype) || find_encoding(dtype));
}

/* The bits of a number as an element of this dtype, as numpy converts it: an integer that is too
 * large loses its upper bits. False if it is no number, or infinite where an integer is needed. */
static bool element_bits(const tunip_value *value, tunip_dtype dtype, uint64_t *out)
{
    bool is_real = value->kind == TUNIP_VALUE_FLOAT, is_bool = value->kind == TUNIP_VALUE_BOOL;
    if (!is_real && !is_bool && value->kind != TUNIP_VALUE_INT) return false;
    int64_t whole = is_real ? 0 : is_bool ? value->boolean : value->integer;
    double real = is_real ? value->real : (double)whole;
    if (dtype.code == TUNIP_DTYPE_BOOL) {
        *out = real != 0;
    } else if (is_int(dtype)) {
        if (is_real && !(fabs(real) < ldexp(1, 63))) return false;
        *out = (uint64_t)(is_real ? (int64_t)real : whole);
    } else {
        *out = real_bits(find_encoding(dtype), real);
    }
    return true;
}

/* ---- tensors ---- */

/* Finds the dimensions of nested lists by their first items. */
static bool find_shape(tunip_tensor *tensor, int64_t *shape, const tunip_value *value)
{
    for (; value->kind == TUNIP_VALUE_LIST; value = value->items.items) {
        if (tensor->ndim == MOST_DIMS) return false;
        shape[tensor->ndim++] = (int64_t)value->items.count;
        if (!value->items.count) break;
    }
    return true;
}

/* Appends the elements to `bytes`. If that is NULL, it only adds up their size: the product of the
 * dimensions may be far larger than the script, because they are those of the first items. */
static bool write_elements(const tunip_tensor *tensor, const tunip_value *value, size_t depth,
                           char *bytes, size_t *size)
{
    uint64_t bits;
    if (depth < tensor->ndim) {
        if (value->kind != TUNIP_VALUE_LIST) return false;
        if ((int64_t)value->items.count != tensor->shape[depth]) return false;
        for (size_t i = 0; i < value->items.count; i++)
            if (!write_elements(tensor, &value->items.items[i], depth + 1, bytes, size))
                return false;
        return true;
    }
    if (!element_bits(value, tensor->dtype, &bits)) return false;
    for (int i = 0; i < tensor->dtype.bits / 8; i++, (*size)++)
        if (bytes) bytes[*size] = (char)(bits >> (8 * i) & 0xff);
    return true;
}

tunip_tensor *tunip_ir_read_tensor(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype,
                                   const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tensor *tensor = tunip_node_new(graph, &tunip_tensor_type);
    int64_t *shape = tunip_graph_alloc(graph, MOST_DIMS * sizeof *shape);
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!has_elements(dtype)) {
        tunip_dtype_name(dtype, name);
        tunip_complain(e, doc, "a constant cannot be of dtype %s", name);
        return NULL;
    }
    if (!tensor || !shape) return NULL;
    tensor->device_type = CPU;
    tensor->dtype = dtype;
    tensor->shape = shape;
    size_t size = 0;
    if (!find_shape(tensor, shape, value) || !write_elements(tensor, value, 0, NULL, &size)) {
        tunip_complain(e, value->doc, "expected a number or lists of numbers of a common length");
        return NULL;
    }
    char *bytes = tunip_graph_alloc(graph, size + 1);
    if (!bytes) return NULL;
    write_elements(tensor, value, 0, bytes, &tensor->data.size);
    tensor->data.data = bytes;
    return tensor;
}
