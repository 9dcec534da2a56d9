/* elementwise.c -- operators that compute each element by itself and keep the shape (TVM
 * src/relax/op/op_common.h, tensor/unary.cc, tensor/datatype.cc). */
#include "infer_rules.h"

static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};

/* The first argument's struct info with another dtype. */
static const tunip_node *with_dtype(tunip_scratch *scratch, const tunip_relax_call *call,
                                    tunip_dtype dtype)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    tunip_relax_tensor_struct_info *copy = info ? relax_tensor_copy(scratch, info) : NULL;
    if (copy) copy->dtype = dtype;
    return (const tunip_node *)copy;
}

/* The device that the call names for its result: that of a tensor in its sinfo_args. */
static const tunip_ir_vdevice *named_device(const tunip_relax_call *call)
{
    const tunip_relax_tensor_struct_info *named =
        TUNIP_AS(tunip_relax_tensor_struct_info, call->sinfo_args->items[0]);
    return named ? named->vdevice : NULL;
}

bool relax_has_odd_device(const tunip_relax_call *call)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || !tunip_array_count(call->sinfo_args)) return false;
    return !named_device(call) || !relax_known_dims(info);
}

/* The same, on the device that the call names, if any. */
static const tunip_node *elementwise(tunip_scratch *scratch, const tunip_relax_call *call,
                                     tunip_dtype dtype)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || !tunip_array_count(call->sinfo_args)) return with_dtype(scratch, call, dtype);
    return relax_has_odd_device(call)
               ? NULL
               : relax_tensor_of(scratch, relax_known_dims(info), dtype, named_device(call));
}

RELAX_INFER(first)
{
    (void)scratch;
    return (const tunip_node *)relax_tensor_arg(call, 0);
}

RELAX_INFER(unary)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return info ? elementwise(scratch, call, info->dtype) : NULL;
}

/* An operator that TVM applies to floats alone. A print infers the struct info of any other, too,
 * so that the text stays short. */
RELAX_INFER(real)
{
    return relax_infer_unary(scratch, call);
}

/* The dtypes of 8 bits are none of TVM's floats. */
bool relax_has_odd_elements(const tunip_relax_call *call)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return info && !relax_is_unknown_dtype(info->dtype) && info->dtype.code != TUNIP_DTYPE_FLOAT &&
           info->dtype.code != TUNIP_DTYPE_BFLOAT;
}

RELAX_INFER(check)
{
    return elementwise(scratch, call, boolean);
}

RELAX_INFER(cast)
{
    const tunip_relax_astype_attrs *attrs = TUNIP_AS(tunip_relax_astype_attrs, call->attrs);
    return attrs ? with_dtype(scratch, call, attrs->dtype) : NULL;
}

RELAX_INFER(to_device)
{
    const tunip_relax_to_vdevice_attrs *attrs = TUNIP_AS(tunip_relax_to_vdevice_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    tunip_relax_tensor_struct_info *copy = attrs && info ? relax_tensor_copy(scratch, info) : NULL;
    if (copy) copy->vdevice = attrs->dst_vdevice;
    return (const tunip_node *)copy;
}

/* R.zeros_like(x), R.ones_like(x, dtype) */
RELAX_INFER(like)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    if (!attrs) return NULL;
    bool same = relax_is_unknown_dtype(attrs->dtype);
    return same ? relax_infer_first(scratch, call) : with_dtype(scratch, call, attrs->dtype);
}

/* R.argsort(x, axis, descending, dtype) */
RELAX_INFER(sorted)
{
    const tunip_relax_argsort_attrs *attrs = TUNIP_AS(tunip_relax_argsort_attrs, call->attrs);
    if (!attrs) return NULL;
    bool same = relax_is_unknown_dtype(attrs->dtype);
    return same ? relax_infer_first(scratch, call) : with_dtype(scratch, call, attrs->dtype);
}

/* R.cumsum(x, axis, dtype), R.cumprod(x, axis, dtype): along all elements if no axis is given */
RELAX_INFER(scanned)
{
    const tunip_relax_scanop_attrs *attrs = TUNIP_AS(tunip_relax_scanop_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info) return NULL;
    tunip_dtype dtype = relax_is_unknown_dtype(attrs->dtype) ? info->dtype : attrs->dtype;
    if (attrs->axis) return with_dtype(scratch, call, dtype);
    /* TVM keeps the number of dimensions here, although the result is flat */
    if (!relax_written_dims(info))
        return relax_tensor_ndim(scratch, info->ndim, dtype, info->vdevice);
    return relax_flattened(scratch, info, dtype);
}
