/* infer.c -- infers the struct info of values. TVM asks each operator, and some operators ask an
 * arithmetic prover, which tunip does not have. Struct info that is not inferred here is
 * printed. */
#include "infer.h"

#include "../ops.h"
#include "infer_rules.h"

/* ---- operators ---- */

bool relax_infers_always(const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const relax_op *op = call ? relax_op_of(call) : NULL;
    return op && op->shows_info;
}

/* Whether a foreign function makes a view of its first argument. */
static bool makes_view(const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    const tunip_ir_env_func *derive = func ? func->derive_func : NULL;
    return derive &&
           tunip_str_is(tunip_string_value(derive->name), "tvm.relax.struct_info.infer_view_sinfo");
}

static const tunip_node *infer_call(tunip_scratch *scratch, const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    if (op && op->infer) return op->infer(scratch, call);
    return makes_view(call) ? relax_infer_view(scratch, call) : NULL;
}

/* How many arguments the operators of a rule take: tensors or numbers. */
typedef struct rule_args {
    const tunip_node *(*infer)(tunip_scratch *scratch, const tunip_relax_call *call);
    size_t count;
} rule_args;

static const rule_args all_args[] = {
    {relax_infer_unary, 1},   {relax_infer_real, 1},     {relax_infer_check, 1},
    {relax_infer_cast, 1},    {relax_infer_reduced, 1},  {relax_infer_arith, 2},
    {relax_infer_compare, 2}, {relax_infer_permuted, 1}, {relax_infer_product, 2},
};

static bool is_operand(const tunip_node *arg)
{
    const tunip_node *info = tunip_relax_struct_info_of(arg);
    return tunip_is(info, &tunip_relax_tensor_struct_info_type) ||
           tunip_is(info, &tunip_relax_prim_struct_info_type) ||
           tunip_is(info, &tunip_relax_dtensor_struct_info_type);
}

static bool has_args(const relax_op *op, const tunip_relax_call *call)
{
    const rule_args *row = NULL;
    for (size_t i = 0; i < TUNIP_LEN(all_args) && !row; i++)
        if (op->infer == all_args[i].infer) row = &all_args[i];
    if (!row) return true;
    if (tunip_array_count(call->args) != row->count) return false;
    for (size_t i = 0; i < row->count; i++)
        if (!is_operand(call->args->items[i])) return false;
    return true;
}

/* Whether a permutation is one of another number of axes than its tensor has. */
static bool has_other_axes(const tunip_relax_call *call)
{
    const tunip_relax_permute_dims_attrs *attrs =
        TUNIP_AS(tunip_relax_permute_dims_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = attrs ? relax_tensor_arg(call, 0) : NULL;
    return info && attrs->axes && info->ndim >= 0 &&
           tunip_array_count((const tunip_array *)attrs->axes) != (size_t)info->ndim;
}

static bool is_odd_unary(const relax_op *op, const tunip_relax_call *call)
{
    bool is_real = op->infer == relax_infer_real;
    bool is_unary = is_real || op->infer == relax_infer_unary || op->infer == relax_infer_check;
    return is_unary && (relax_has_odd_device(call) || (is_real && relax_has_odd_elements(call)));
}

bool relax_cannot_infer(const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    if (op && op->infer && (!has_args(op, call) || has_other_axes(call) || is_odd_unary(op, call)))
        return true;
    bool is_binary = op && (op->infer == relax_infer_arith || op->infer == relax_infer_compare);
    const tunip_relax_tensor_struct_info *a = is_binary ? relax_tensor_arg(call, 0) : NULL;
    const tunip_relax_tensor_struct_info *b = is_binary ? relax_tensor_arg(call, 1) : NULL;
    return a && b && !relax_is_unknown_dtype(a->dtype) && !relax_is_unknown_dtype(b->dtype) &&
           !tunip_dtype_equal(a->dtype, b->dtype);
}

/* ---- tuples ---- */

static const tunip_node *infer_tuple(tunip_scratch *scratch, const tunip_relax_tuple *tuple)
{
    size_t count = tunip_array_count(tuple->fields);
    tunip_array *fields = relax_list(scratch, count);
    for (size_t i = 0; fields && i < count; i++)
        fields->items[i] =
            (tunip_node *)(uintptr_t)tunip_relax_struct_info_of(tuple->fields->items[i]);
    return relax_tuple_of(scratch, fields);
}

static const tunip_node *infer_item(const tunip_relax_tuple_get_item *item)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(item->tuple_value));
    if (!tuple || item->index < 0) return NULL;
    size_t index = (size_t)item->index;
    return index < tunip_array_count(tuple->fields) ? tuple->fields->items[index] : NULL;
}

const tunip_node *relax_infer_in_function(tunip_scratch *scratch, const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const relax_op *op = call ? relax_op_of(call) : NULL;
    bool is_slice = op && op->infer == relax_infer_sliced;
    return is_slice ? relax_infer_sliced_in_function(scratch, call) : relax_infer(scratch, value);
}

/* Constants and other leaves have no rule in TVM either, so they are always annotated. */
const tunip_node *relax_infer(tunip_scratch *scratch, const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, value);
    const tunip_relax_tuple_get_item *item = TUNIP_AS(tunip_relax_tuple_get_item, value);
    if (call) return infer_call(scratch, call);
    if (tuple) return infer_tuple(scratch, tuple);
    if (item) return infer_item(item);
    return tunip_is_a(value, &tunip_relax_var_type) ? tunip_relax_struct_info_of(value) : NULL;
}
