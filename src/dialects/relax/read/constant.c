/* constant.c -- constants: R.const(1.0, "float32"). */
#include <math.h>

#include "read.h"

enum { CPU = 1, MOST_DIMS = 8 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};

/* ---- elements ---- */

/* The bits of the nearest half float; halves go to the even one. */
static uint64_t half_bits(double value)
{
    uint64_t sign = signbit(value) ? 0x8000u : 0;
    int exponent;
    if (isnan(value)) return sign | 0x7e00u;
    value = fabs(value);
    if (value >= 65520.0) return sign | 0x7c00u;
    if (value < ldexp(1, -14)) return sign | (uint64_t)nearbyint(ldexp(value, 24));
    double fraction = frexp(value, &exponent);
    uint64_t digits = (uint64_t)nearbyint(ldexp(fraction, 11));
    return sign | (((uint64_t)(exponent + 13) << 10) + digits);
}

static uint64_t float_bits(double value, int width)
{
    uint64_t bits = 0;
    float single = (float)value;
    uint32_t low;
    if (width == 16) return half_bits(value);
    if (width == 64) {
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    memcpy(&low, &single, sizeof low);
    return low;
}

/* Of a bfloat16 only the upper half of a float32 is kept, rounded to even. */
static uint64_t brain_bits(double value)
{
    uint64_t bits = float_bits(value, 32);
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

static bool element_bits(const tunip_value *value, tunip_dtype dtype, uint64_t *out)
{
    double real = value->kind == TUNIP_VALUE_FLOAT  ? value->real
                  : value->kind == TUNIP_VALUE_BOOL ? value->boolean
                                                    : (double)value->integer;
    int64_t whole = value->kind == TUNIP_VALUE_FLOAT  ? (int64_t)value->real
                    : value->kind == TUNIP_VALUE_BOOL ? value->boolean
                                                      : value->integer;
    switch (dtype.code) {
    case TUNIP_DTYPE_FLOAT:
        *out = float_bits(real, dtype.bits);
        return dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    case TUNIP_DTYPE_BFLOAT:
        *out = brain_bits(real);
        return dtype.bits == 16;
    case TUNIP_DTYPE_BOOL:
        *out = real != 0;
        return true;
    case TUNIP_DTYPE_INT:
    case TUNIP_DTYPE_UINT:
        *out = (uint64_t)whole;
        return dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    default:
        return false;
    }
}

/* ---- tensors ---- */

typedef struct builder {
    tunip_elaborator *e;
    tunip_dtype dtype;
    int64_t shape[MOST_DIMS];
    size_t ndim;
    char *bytes, *at;
    const tunip_doc *doc;
} builder;

static tunip_dtype common_dtype(const tunip_value *value)
{
    const tunip_value *first = value;
    while (first->kind == TUNIP_VALUE_LIST && first->items.count) first = first->items.items;
    if (first->kind == TUNIP_VALUE_FLOAT) return float32;
    return first->kind == TUNIP_VALUE_BOOL ? boolean : int32;
}

/* Finds the dimensions of nested lists by their first items. */
static bool find_shape(builder *b, const tunip_value *value, size_t *count)
{
    *count = 1;
    for (; value->kind == TUNIP_VALUE_LIST; value = value->items.items) {
        if (b->ndim == MOST_DIMS) return false;
        b->shape[b->ndim++] = (int64_t)value->items.count;
        *count *= value->items.count;
        if (!value->items.count) return true;
    }
    return true;
}

static bool write_elements(builder *b, const tunip_value *value, size_t depth)
{
    if (depth < b->ndim) {
        if (value->kind != TUNIP_VALUE_LIST || (int64_t)value->items.count != b->shape[depth])
            return false;
        for (size_t i = 0; i < value->items.count; i++)
            if (!write_elements(b, &value->items.items[i], depth + 1)) return false;
        return true;
    }
    uint64_t bits;
    bool is_number = value->kind == TUNIP_VALUE_INT || value->kind == TUNIP_VALUE_FLOAT ||
                     value->kind == TUNIP_VALUE_BOOL;
    if (!is_number || !element_bits(value, b->dtype, &bits)) return false;
    for (int i = 0; i < b->dtype.bits / 8; i++) *b->at++ = (char)(bits >> (8 * i) & 0xff);
    return true;
}

static tunip_tensor *build(builder *b, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(b->e);
    size_t count;
    tunip_tensor *tensor = tunip_node_new(graph, &tunip_tensor_type);
    if (!tensor) return NULL;
    bool is_whole = find_shape(b, value, &count);
    size_t size = is_whole ? count * (b->dtype.bits / 8u) : 0;
    b->bytes = b->at = tunip_graph_alloc(graph, size + 1);
    int64_t *shape = tunip_graph_alloc(graph, (b->ndim + 1) * sizeof *shape);
    if (!b->bytes || !shape) return NULL;
    if (!is_whole || !write_elements(b, value, 0)) {
        tunip_complain(b->e, value->doc,
                       "expected a number or lists of numbers of a common length");
        return NULL;
    }
    memcpy(shape, b->shape, b->ndim * sizeof *shape);
    tensor->device_type = CPU;
    tensor->dtype = b->dtype;
    tensor->ndim = b->ndim;
    tensor->shape = shape;
    tensor->data = (tunip_str){b->bytes, size};
    return tensor;
}

static tunip_node *tensor_info(tunip_elaborator *e, const tunip_tensor *tensor)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void *dims[MOST_DIMS];
    for (size_t i = 0; i < tensor->ndim; i++)
        dims[i] = tunip_ir_int(graph, relax_int64_dtype, tensor->shape[i]);
    tunip_array *list = tunip_array_new(graph, tensor->ndim, dims);
    return (tunip_node *)tunip_relax_tensor_info_new(graph, list, 0, tensor->dtype);
}

static tunip_value new_constant(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype,
                                tunip_node *info, const tunip_doc *doc)
{
    builder b = {.e = e, .dtype = dtype, .doc = doc};
    uint64_t bits;
    const tunip_value zero = {.kind = TUNIP_VALUE_INT};
    if (!element_bits(&zero, dtype, &bits)) {
        char text[TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype_name(dtype, text);
        return tunip_complain(e, doc, "there is no constant of dtype %s", text);
    }
    tunip_relax_constant *constant =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_constant_type);
    tunip_tensor *tensor = constant ? build(&b, value) : NULL;
    if (!tensor) return tunip_value_wrong(doc);
    constant->data = tensor;
    relax_set_info(constant, info ? info : tensor_info(e, tensor));
    return tunip_value_node(constant, doc);
}

/* R.const(1), R.const(1.5, "float16"), R.const([1, 2], "int64") */
RELAX_READ(const)
{
    const tunip_value *dtype = &call->args[1];
    tunip_dtype wanted = common_dtype(&call->args[0]);
    if (dtype->kind > TUNIP_VALUE_NONE) wanted = tunip_value_to_dtype(e, dtype, float32);
    return new_constant(e, &call->args[0], wanted, NULL, call->doc);
}

/* R.dist.const(1.0, R.DTensor(...)) */
RELAX_READ(dist_const)
{
    tunip_node *info = relax_info_of(e, &call->args[1]);
    const tunip_relax_dtensor_struct_info *tensor = TUNIP_AS(tunip_relax_dtensor_struct_info, info);
    if (!info) return tunip_value_wrong(call->doc);
    if (!tensor || !tensor->tensor_sinfo)
        return tunip_complain(e, call->args[1].doc, "expected R.DTensor, got %s", info->type->key);
    return new_constant(e, &call->args[0], tensor->tensor_sinfo->dtype, info, call->doc);
}
