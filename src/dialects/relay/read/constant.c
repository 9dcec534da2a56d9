/* constant.c -- numbers as constants: tensors without dimensions. */
#include <math.h>

#include <tunip/ext/ir_rules.h>

#include "read.h"

/* The float16 nearest to `value`; of two equally near ones, the even one. Larger values become
 * infinite. */
static uint16_t half_bits(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent;
    if (isnan(value)) return sign | 0x7E00;
    if (size >= 65520.0) return sign | 0x7C00;
    if (size < ldexp(1, -14)) return sign | (uint16_t)nearbyint(ldexp(size, 24));
    double fraction = frexp(size, &exponent); /* from 0.5 to 1 */
    double bits = nearbyint(ldexp(fraction, 11)) - 1024;
    return (uint16_t)(sign | (uint16_t)((exponent + 14) * 1024 + (int)bits));
}

static size_t write_float(char *out, double value, unsigned bits)
{
    uint16_t half = half_bits(value);
    float single = (float)value;
    if (bits == 64) return memcpy(out, &value, sizeof value), sizeof value;
    if (bits == 32) return memcpy(out, &single, sizeof single), sizeof single;
    return memcpy(out, &half, sizeof half), sizeof half;
}

static size_t write_int(char *out, int64_t value, unsigned bits)
{
    int16_t small = (int16_t)value;
    int32_t middle = (int32_t)value;
    if (bits == 64) return memcpy(out, &value, sizeof value), sizeof value;
    if (bits == 32) return memcpy(out, &middle, sizeof middle), sizeof middle;
    return memcpy(out, &small, sizeof small), sizeof small;
}

tunip_node *relay_read_constant(tunip_elaborator *e, const tunip_doc_literal *doc)
{
    enum { CPU = 1 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_relay_constant *made = relay_new(e, &tunip_relay_constant_type);
    tunip_tensor *tensor = tunip_node_new(graph, &tunip_tensor_type);
    char *data = tunip_graph_alloc(graph, sizeof(int64_t));
    tunip_dtype dtype = doc->value.typed.dtype;
    size_t size = 1;
    if (!made || !tensor || !data) return NULL;
    switch ((tunip_literal)doc->base.sub) {
    case TUNIP_LITERAL_BOOL:
        dtype = tunip_dtype_make(TUNIP_DTYPE_UINT, 1, 1);
        *data = doc->value.boolean;
        break;
    case TUNIP_LITERAL_INT:
        size = write_int(data, doc->value.integer, dtype.bits);
        break;
    case TUNIP_LITERAL_FLOAT:
        size = write_float(data, doc->value.real, dtype.bits);
        break;
    default:
        tunip_complain(e, &doc->base, "expected an expression, which this is only as an attribute");
        return NULL;
    }
    tensor->device_type = CPU;
    tensor->dtype = dtype;
    tensor->data = (tunip_str){data, size};
    made->data = tensor;
    return (tunip_node *)made;
}

/* Its element distinguishes it from other constants. The text may have its type. */
tunip_node *relay_placeholder(tunip_elaborator *e, tunip_str key, int64_t index)
{
    tunip_value number = {.kind = TUNIP_VALUE_INT, .integer = index};
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .items = {&number, 1}};
    if (!tunip_str_is(key, "relay.Constant")) return NULL;
    tunip_relay_constant *made = relay_new(e, &tunip_relay_constant_type);
    tunip_tensor *tensor = tunip_ir_read_tensor(e, &list, TUNIP_INT(64), NULL);
    if (!made || !tensor) return NULL;
    made->data = tensor;
    return (tunip_node *)made;
}
