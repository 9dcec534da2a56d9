/* make.c -- queries on struct infos, and temporary struct infos for comparisons. */
#include "infer_rules.h"

/* ---- asking ---- */

const tunip_array *relax_known_dims(const tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (shape) return shape->values;
    const tunip_relax_shape_struct_info *known =
        TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(info->shape));
    return known ? known->values : NULL;
}

const tunip_array *relax_written_dims(const tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    bool agrees = shape && shape->values && (int64_t)shape->values->count == info->ndim;
    return agrees ? shape->values : NULL;
}

const tunip_array *relax_dims_arg(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    return info ? relax_written_dims(info) : NULL;
}

bool relax_number(const tunip_node *dim, int64_t *out)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    if (!imm || imm->value < 0 || imm->value > RELAX_LARGEST) return false;
    *out = imm->value;
    return true;
}

int64_t relax_axis(int64_t axis, int64_t ndim)
{
    axis = (int32_t)axis; /* as in TVM */
    if (ndim < 0 || axis < -ndim || axis >= ndim) return -1;
    return axis < 0 ? axis + ndim : axis;
}

/* ---- making ---- */

static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

tunip_array *relax_list(tunip_scratch *scratch, size_t count)
{
    tunip_array *list = tunip_ir_temporary(scratch, &tunip_array_type);
    if (!list) return NULL;
    list->items = tunip_scratch_alloc(scratch, (count + 1) * sizeof *list->items);
    list->count = list->items ? count : 0;
    return list->items ? list : NULL;
}

tunip_node *relax_int64(tunip_scratch *scratch, int64_t value)
{
    tunip_ir_int_imm *imm = tunip_ir_temporary(scratch, &tunip_ir_int_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = int64;
    imm->value = value;
    return (tunip_node *)imm;
}

const tunip_node *relax_int64_item(tunip_scratch *scratch, const tunip_array *array, size_t index)
{
    const tunip_node *found = index < tunip_array_count(array) ? array->items[index] : NULL;
    int64_t number;
    return relax_listed_number(found, &number) ? relax_int64(scratch, number) : found;
}

tunip_relax_tensor_struct_info *relax_tensor_copy(tunip_scratch *scratch,
                                                  const tunip_relax_tensor_struct_info *info)
{
    tunip_relax_tensor_struct_info *copy =
        tunip_ir_temporary(scratch, &tunip_relax_tensor_struct_info_type);
    if (copy) *copy = *info;
    return copy;
}

static const tunip_node *make_tensor(tunip_scratch *scratch, const tunip_node *shape, int64_t ndim,
                                     tunip_dtype dtype, const tunip_ir_vdevice *vdevice)
{
    tunip_relax_tensor_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_tensor_struct_info_type);
    if (!info) return NULL;
    info->shape = (tunip_node *)(uintptr_t)shape;
    info->ndim = ndim;
    info->dtype = dtype;
    info->vdevice = (tunip_ir_vdevice *)(uintptr_t)vdevice;
    return (const tunip_node *)info;
}

tunip_node *relax_shape_of(tunip_scratch *scratch, const tunip_array *dims, int64_t ndim)
{
    tunip_relax_shape_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_shape_struct_info_type);
    if (!info) return NULL;
    info->values = (tunip_array *)(uintptr_t)dims;
    info->ndim = ndim;
    return (tunip_node *)info;
}

/* In v0.26 equality compares the struct info of the shape, too. */
const tunip_node *relax_tensor_of(tunip_scratch *scratch, const tunip_array *dims,
                                  tunip_dtype dtype, const tunip_ir_vdevice *vdevice)
{
    tunip_relax_shape_expr *shape =
        dims ? tunip_ir_temporary(scratch, &tunip_relax_shape_expr_type) : NULL;
    if (!shape) return NULL;
    shape->values = (tunip_array *)(uintptr_t)dims;
    shape->base.base.struct_info = relax_shape_of(scratch, dims, (int64_t)dims->count);
    return make_tensor(scratch, (const tunip_node *)shape, (int64_t)dims->count, dtype, vdevice);
}

const tunip_node *relax_tensor_shaped(tunip_scratch *scratch, const tunip_node *shape,
                                      tunip_dtype dtype, const tunip_ir_vdevice *vdevice)
{
    const tunip_relax_shape_struct_info *info =
        TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(shape));
    return info ? make_tensor(scratch, shape, info->ndim, dtype, vdevice) : NULL;
}

const tunip_node *relax_tensor_ndim(tunip_scratch *scratch, int64_t ndim, tunip_dtype dtype,
                                    const tunip_ir_vdevice *vdevice)
{
    return make_tensor(scratch, NULL, ndim, dtype, vdevice);
}

const tunip_node *relax_with_node(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info, size_t axis,
                                  const tunip_node *dim)
{
    const tunip_array *dims = relax_written_dims(info);
    tunip_array *changed = dim ? relax_list(scratch, dims->count) : NULL;
    if (!changed) return NULL;
    memcpy(changed->items, dims->items, dims->count * sizeof *changed->items);
    changed->items[axis] = (tunip_node *)(uintptr_t)dim;
    return relax_tensor_of(scratch, changed, info->dtype, info->vdevice);
}

const tunip_node *relax_with_dim(tunip_scratch *scratch, const tunip_relax_tensor_struct_info *info,
                                 size_t axis, int64_t dim)
{
    return relax_with_node(scratch, info, axis, relax_int64(scratch, dim));
}

const tunip_node *relax_tuple_of(tunip_scratch *scratch, const tunip_array *fields)
{
    tunip_relax_tuple_struct_info *info =
        fields ? tunip_ir_temporary(scratch, &tunip_relax_tuple_struct_info_type) : NULL;
    if (!info) return NULL;
    info->fields = (tunip_array *)(uintptr_t)fields;
    return (const tunip_node *)info;
}

/* ---- symbolic sizes ---- */

tunip_node *relax_fold(tunip_scratch *scratch, const tunip_type *op, const tunip_node *a,
                       const tunip_node *b)
{
    return (tunip_node *)(uintptr_t)tunip_tir_folded(scratch, op, a, b);
}

tunip_node *relax_simple(tunip_scratch *scratch, const tunip_node *size)
{
    return (tunip_node *)(uintptr_t)tunip_tir_simplified(scratch, size);
}

tunip_node *relax_product(tunip_scratch *scratch, const tunip_array *dims)
{
    tunip_node *product = relax_int64(scratch, 1);
    for (size_t i = 0; i < dims->count; i++)
        product = relax_fold(scratch, &tunip_tir_mul_type, product, dims->items[i]);
    return product;
}
