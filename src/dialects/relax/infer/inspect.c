/* inspect.c -- operators that give a part of a tensor at run time; what the struct info of the
 * tensor says is known before (TVM src/relax/op/tensor/inspect.cc). */
#include "infer_rules.h"

static const tunip_node *prim_of(tunip_scratch *scratch, tunip_dtype dtype, const tunip_node *value)
{
    tunip_relax_prim_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_prim_struct_info_type);
    if (!info) return NULL;
    info->dtype = value ? tunip_ir_dtype_of(value) : dtype;
    info->value = (tunip_node *)(uintptr_t)value;
    return (const tunip_node *)info;
}

/* A number of this dtype; without `is_known`, just some number. */
static const tunip_node *number_of(tunip_scratch *scratch, tunip_dtype dtype, bool is_known,
                                   int64_t value)
{
    tunip_ir_int_imm *imm = is_known ? tunip_ir_temporary(scratch, &tunip_ir_int_imm_type) : NULL;
    if (is_known && !imm) return NULL;
    if (imm) {
        imm->base.dtype = dtype;
        imm->value = value;
    }
    return prim_of(scratch, dtype, (const tunip_node *)imm);
}

static const tunip_relax_tensor_struct_info *only_tensor(const tunip_relax_call *call)
{
    return tunip_array_count(call->args) == 1 ? relax_tensor_arg(call, 0) : NULL;
}

RELAX_INFER(dtype_code)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(8), !relax_is_unknown_dtype(info->dtype),
                     info->dtype.code);
}

RELAX_INFER(dtype_bits)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(8), !relax_is_unknown_dtype(info->dtype),
                     info->dtype.bits);
}

RELAX_INFER(dtype_lanes)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(16), !relax_is_unknown_dtype(info->dtype),
                     info->dtype.lanes);
}

RELAX_INFER(ndim)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    return info ? number_of(scratch, TUNIP_INT(32), info->ndim >= 0, info->ndim) : NULL;
}

/* Relax knows only tensors that begin where their memory begins. */
RELAX_INFER(offset)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(64), relax_known_dims(info) != NULL, 0);
}

/* Gets the axis that is asked for, -1 if it is no constant; false if the tensor has none such. */
static bool get_axis(const tunip_relax_call *call, int64_t *out)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_prim_struct_info *axis =
        TUNIP_AS(tunip_relax_prim_struct_info, relax_arg_info(call, 1));
    if (!info || !axis || tunip_array_count(call->args) != 2) return false;
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, axis->value);
    *out = imm ? imm->value : -1;
    return !imm || (imm->value >= 0 && (info->ndim < 0 || imm->value < info->ndim));
}

static const tunip_node *any_int64(tunip_scratch *scratch)
{
    return number_of(scratch, TUNIP_INT(64), false, 0);
}

RELAX_INFER(dimension)
{
    int64_t axis;
    if (!get_axis(call, &axis)) return NULL;
    const tunip_array *dims = relax_known_dims(relax_tensor_arg(call, 0));
    if (axis < 0 || !dims) return any_int64(scratch);
    return prim_of(scratch, tunip_ir_dtype_of(dims->items[axis]), dims->items[axis]);
}

/* The stride of a compact tensor. */
RELAX_INFER(stride)
{
    int64_t axis;
    if (!get_axis(call, &axis)) return NULL;
    const tunip_array *dims = relax_known_dims(relax_tensor_arg(call, 0));
    if (axis < 0 || !dims) return any_int64(scratch);
    const tunip_node *product = relax_int64(scratch, 1);
    for (size_t i = (size_t)axis + 1; i < dims->count; i++)
        product = relax_fold(scratch, &tunip_tir_mul_type, product, dims->items[i]);
    return product ? prim_of(scratch, tunip_ir_dtype_of(product), product) : NULL;
}
