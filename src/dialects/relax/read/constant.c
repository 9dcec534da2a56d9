/* constant.c -- constants: R.const(1.0, "float32"). */
#include "read.h"

enum { MOST_DIMS = 8 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};

/* The dtype of a constant for which the script names none. */
static tunip_dtype common_dtype(const tunip_value *value, int depth)
{
    tunip_dtype widest = value->kind == TUNIP_VALUE_INT ? int32 : boolean;
    if (value->kind == TUNIP_VALUE_FLOAT) return float32;
    if (value->kind != TUNIP_VALUE_LIST) return widest;
    if (!value->items.count || depth == MOST_DIMS) return float32;
    for (size_t i = 0; i < value->items.count && widest.code != TUNIP_DTYPE_FLOAT; i++) {
        tunip_dtype dtype = common_dtype(&value->items.items[i], depth + 1);
        if (dtype.code != TUNIP_DTYPE_BOOL) widest = dtype;
    }
    return widest;
}

static tunip_node *tensor_info(tunip_elaborator *e, const tunip_tensor *tensor)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *list = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < tensor->ndim; i++)
        tunip_ir_append(e, list, tunip_ir_int(graph, relax_int64_dtype, tensor->shape[i]));
    return (tunip_node *)tunip_relax_tensor_info_new(graph, list, 0, tensor->dtype);
}

static tunip_value new_constant(tunip_elaborator *e, const tunip_word_call *call, tunip_dtype dtype,
                                tunip_node *info)
{
    tunip_tensor *tensor = tunip_ir_read_tensor(e, &call->args[0], dtype, call->args[1].doc);
    tunip_relax_constant *constant =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_constant_type);
    if (!tensor || !constant) return tunip_value_wrong(call->doc);
    constant->data = tensor;
    relax_set_info(constant, info ? info : tensor_info(e, tensor));
    return tunip_value_node(constant, call->doc);
}

/* R.const(1), R.const(1.5, "float16"), R.const([1, 2], "int64") */
RELAX_READ(const)
{
    const tunip_value *dtype = &call->args[1];
    tunip_dtype wanted = common_dtype(&call->args[0], 0);
    const tunip_doc *written = call->args[0].doc;
    if (tunip_elaborator_folds(e) && written && written->kind == TUNIP_DOC_TUPLE)
        return tunip_complain(e, call->doc, "R.const takes a number or a list, not a tuple");
    if (dtype->kind > TUNIP_VALUE_NONE) wanted = tunip_value_to_dtype(e, dtype, float32);
    return new_constant(e, call, wanted, NULL);
}

/* R.dist.const(1.0, R.DTensor(...)) */
RELAX_READ(dist_const)
{
    tunip_node *info = relax_info_of(e, &call->args[1]);
    const tunip_relax_dtensor_struct_info *tensor = TUNIP_AS(tunip_relax_dtensor_struct_info, info);
    if (!info) return tunip_value_wrong(call->doc);
    if (!tensor || !tensor->tensor_sinfo)
        return tunip_complain(e, call->args[1].doc, "the struct info is %s, not R.DTensor",
                              tunip_type_noun(e, info->type));
    return new_constant(e, call, tensor->tensor_sinfo->dtype, info);
}

/* A constant that prints as metadata["relax.expr.Constant"][index]: scalars would print as their
 * value. Its element distinguishes it from other constants. Its struct info is unknown. */
tunip_node *relax_placeholder(tunip_elaborator *e, tunip_str key, int64_t index)
{
    static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!tunip_str_is(key, "relax.expr.Constant")) return NULL;
    tunip_value number = {.kind = TUNIP_VALUE_INT, .integer = index};
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .items = {&number, 1}};
    tunip_relax_constant *constant = tunip_node_new(graph, &tunip_relax_constant_type);
    tunip_tensor *tensor = tunip_ir_read_tensor(e, &list, relax_int64_dtype, NULL);
    if (!constant || !tensor) return NULL;
    constant->data = tensor;
    relax_set_info(constant, (tunip_node *)tunip_relax_tensor_info_new(
                                 graph, NULL, TUNIP_RELAX_UNKNOWN_NDIM, unknown));
    return (tunip_node *)constant;
}
