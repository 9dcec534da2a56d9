/* index.c -- operators that concatenate tensors or take parts of them, if the sizes that change are
 * constant (TVM src/relax/op/tensor/manipulate.cc, index.cc, search.cc). */
#include "../equal.h"
#include "infer_rules.h"

static const tunip_array *dims_arg(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, index);
    return info ? relax_written_dims(info) : NULL;
}

/* The axis, counted from the front; `otherwise` if the call names none. */
static int64_t axis_of(const tunip_int *axis, int64_t ndim, int64_t otherwise)
{
    return axis ? relax_axis(axis->value, ndim) : otherwise;
}

/* ---- concatenation ---- */

static bool fits(tunip_scratch *scratch, const tunip_relax_tensor_struct_info *a,
                 const tunip_relax_tensor_struct_info *b, int64_t axis)
{
    const tunip_array *x = relax_written_dims(a), *y = relax_written_dims(b);
    if (!y || x->count != y->count || !tunip_dtype_equal(a->dtype, b->dtype)) return false;
    if (a->vdevice != b->vdevice) return false;
    for (size_t i = 0; i < x->count; i++)
        if ((int64_t)i != axis && !relax_equal(scratch, x->items[i], y->items[i])) return false;
    return true;
}

/* The size of all parts: that of the first one times their number if all are equal, else a sum. */
static const tunip_node *sum_of(tunip_scratch *scratch, const tunip_array *parts, int64_t axis)
{
    const tunip_node *sum = NULL, *first = NULL;
    bool are_equal = true;
    for (size_t i = 0; i < parts->count; i++) {
        const tunip_relax_tensor_struct_info *part =
            (const tunip_relax_tensor_struct_info *)parts->items[i];
        const tunip_node *dim = relax_written_dims(part)->items[axis];
        if (!first) first = dim;
        are_equal = are_equal && relax_equal(scratch, first, dim);
        sum = sum ? tunip_tir_add_folded(scratch, sum, dim) : dim;
    }
    if (!are_equal) return sum;
    return tunip_tir_mul_folded(scratch, first, relax_int64(scratch, (int64_t)parts->count));
}

static const tunip_node *put_together(tunip_scratch *scratch, const tunip_array *parts,
                                      const tunip_relax_tensor_struct_info *first, int64_t axis)
{
    for (size_t i = 0; i < parts->count; i++) {
        const tunip_relax_tensor_struct_info *part =
            TUNIP_AS(tunip_relax_tensor_struct_info, parts->items[i]);
        if (!part || !fits(scratch, first, part, axis)) return NULL;
    }
    return relax_with_node(scratch, first, (size_t)axis, sum_of(scratch, parts, axis));
}

/* R.concat((a, b), axis) */
RELAX_INFER(concat)
{
    const tunip_relax_concat_attrs *attrs = TUNIP_AS(tunip_relax_concat_attrs, call->attrs);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 0));
    if (!attrs || !tuple || !tunip_array_count(tuple->fields)) return NULL;
    const tunip_relax_tensor_struct_info *first =
        TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[0]);
    if (!first || tuple->fields->count == 1) return (const tunip_node *)first;
    if (!relax_written_dims(first)) return NULL;
    int64_t axis = axis_of(attrs->axis, first->ndim, first->ndim == 1 ? 0 : -1);
    return axis < 0 ? NULL : put_together(scratch, tuple->fields, first, axis);
}

/* ---- removed dimensions ---- */

static bool is_one(const tunip_node *dim)
{
    int64_t size;
    return relax_number(dim, &size) && size == 1;
}

static bool is_listed(const tunip_array *axes, int64_t ndim, int64_t axis)
{
    for (size_t i = 0; i < axes->count; i++) {
        const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, axes->items[i]);
        if (imm && relax_axis(imm->value, ndim) == axis) return true;
    }
    return false;
}

/* Sets *is_removed to whether the operator removes a dimension. False if that is unknown. */
static bool find_removed(const tunip_array *axes, const tunip_array *dims, size_t at,
                         bool *is_removed)
{
    int64_t size;
    bool known = relax_number(dims->items[at], &size);
    *is_removed = axes ? is_listed(axes, (int64_t)dims->count, (int64_t)at) && (!known || size == 1)
                       : is_one(dims->items[at]);
    return axes || known;
}

/* R.squeeze(x, axis): removes all dimensions of size one if no axis is given */
RELAX_INFER(squeezed)
{
    const tunip_relax_squeeze_attrs *attrs = TUNIP_AS(tunip_relax_squeeze_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? dims_arg(call, 0) : NULL;
    tunip_array *rest = dims ? relax_list(scratch, dims->count) : NULL;
    if (!rest) return NULL;
    if (attrs->axis && !attrs->axis->count) return (const tunip_node *)info;
    rest->count = 0;
    for (size_t i = 0; i < dims->count; i++) {
        bool is_removed;
        if (!find_removed(attrs->axis, dims, i, &is_removed)) return NULL;
        if (!is_removed) rest->items[rest->count++] = dims->items[i];
    }
    return relax_tensor_of(scratch, rest, info->dtype, info->vdevice);
}

/* R.argmax(x, axis, keepdims), R.argmin(x, axis, keepdims) */
RELAX_INFER(argument)
{
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    const tunip_relax_argmax_argmin_attrs *attrs =
        TUNIP_AS(tunip_relax_argmax_argmin_attrs, call->attrs);
    const tunip_array *dims = attrs ? dims_arg(call, 0) : NULL;
    tunip_array *rest = dims ? relax_list(scratch, dims->count) : NULL;
    if (!rest) return NULL;
    int64_t axis = axis_of(attrs->axis, (int64_t)dims->count, -1);
    if (attrs->axis && axis < 0) return NULL;
    rest->count = 0;
    for (size_t i = 0; i < dims->count; i++)
        if (attrs->axis && (int64_t)i != axis)
            rest->items[rest->count++] = dims->items[i];
        else if (attrs->keepdims)
            rest->items[rest->count++] = relax_int64(scratch, 1);
    return relax_tensor_of(scratch, rest, int64, relax_tensor_arg(call, 0)->vdevice);
}

/* ---- one dimension replaced by others ---- */

/* R.take(x, indices, axis): a number as an index counts as a tensor without dimensions. */
RELAX_INFER(taken)
{
    const tunip_relax_take_attrs *attrs = TUNIP_AS(tunip_relax_take_attrs, call->attrs);
    const tunip_array *dims = attrs ? dims_arg(call, 0) : NULL, *indices = dims_arg(call, 1);
    if (tunip_is(relax_arg_info(call, 1), &tunip_relax_prim_struct_info_type))
        indices = relax_list(scratch, 0);
    if (!dims || !indices) return NULL;
    int64_t axis = axis_of(attrs->axis, (int64_t)dims->count, dims->count == 1 ? 0 : -1);
    tunip_array *all = axis < 0 ? NULL : relax_list(scratch, dims->count + indices->count);
    if (!all) return NULL;
    all->count = 0;
    for (size_t i = 0; i < dims->count; i++) {
        bool is_replaced = (int64_t)i == axis;
        const tunip_array *from = is_replaced ? indices : dims;
        for (size_t k = is_replaced ? 0 : i; k < (is_replaced ? indices->count : i + 1); k++)
            all->items[all->count++] = from->items[k];
    }
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return relax_tensor_of(scratch, all, info->dtype, info->vdevice);
}

/* R.flatten(x), and operators that count along all axes at once */
const tunip_node *relax_flattened(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info, tunip_dtype dtype)
{
    const tunip_array *dims = relax_written_dims(info);
    tunip_array *one = dims ? relax_list(scratch, 1) : NULL;
    int64_t size, product = 1;
    for (size_t i = 0; one && i < dims->count; i++) {
        if (!relax_number(dims->items[i], &size) || product > RELAX_LARGEST) return NULL;
        product *= size;
    }
    if (one) one->items[0] = relax_int64(scratch, product);
    return relax_tensor_of(scratch, one, dtype, info->vdevice);
}

RELAX_INFER(flattened)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || info->ndim == 1) return (const tunip_node *)info;
    return relax_flattened(scratch, info, info->dtype);
}

/* `dim` times `repeat`; one of them may be NULL. */
static tunip_node *times_dim(tunip_scratch *scratch, tunip_node *dim, const tunip_node *repeat)
{
    int64_t size = 1, count = 1;
    if (repeat && !relax_number(repeat, &count)) return NULL;
    if (dim && count == 1) return dim;
    if (dim && !relax_number(dim, &size))
        return (tunip_node *)(uintptr_t)tunip_tir_mul_folded(scratch, dim,
                                                             relax_int64(scratch, count));
    return relax_int64(scratch, size * count);
}

/* R.tile(x, repeats) */
RELAX_INFER(tiled)
{
    const tunip_relax_tile_attrs *attrs = TUNIP_AS(tunip_relax_tile_attrs, call->attrs);
    const tunip_array *dims = attrs ? dims_arg(call, 0) : NULL;
    if (!dims) return NULL;
    size_t times = tunip_array_count(attrs->repeats);
    tunip_array *all = relax_list(scratch, dims->count > times ? dims->count : times);
    for (size_t i = 1; all && i <= all->count; i++) {
        tunip_node *dim = i > dims->count ? NULL : dims->items[dims->count - i];
        tunip_node *repeat = i > times ? NULL : attrs->repeats->items[times - i];
        all->items[all->count - i] = times_dim(scratch, dim, repeat);
        if (!all->items[all->count - i]) return NULL;
    }
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return relax_tensor_of(scratch, all, info->dtype, info->vdevice);
}

/* ---- slices ---- */

/* Gets a constant from an argument that is a tuple of constants. */
static bool get_number(const tunip_relax_call *call, size_t arg, size_t index, int64_t *out)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, arg));
    if (!tuple || index >= tunip_array_count(tuple->fields)) return false;
    const tunip_relax_prim_struct_info *prim =
        TUNIP_AS(tunip_relax_prim_struct_info, tuple->fields->items[index]);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, prim ? prim->value : NULL);
    if (imm) *out = imm->value;
    return imm != NULL;
}

typedef struct slice {
    int64_t axis, begin, end, step;
} slice;

static bool get_slice(const tunip_relax_call *call, size_t index, slice *out)
{
    out->step = 1;
    if (call->args->count > 4 && !get_number(call, 4, index, &out->step)) return false;
    return get_number(call, 1, index, &out->axis) && get_number(call, 2, index, &out->begin) &&
           get_number(call, 3, index, &out->end) && out->step != 0;
}

/* Negative indices count from the end; an index beyond an end is clamped to it. */
static int64_t clip(int64_t index, int64_t size, bool is_backward)
{
    int64_t low = is_backward ? -1 : 0, high = is_backward ? size - 1 : size;
    if (index < 0) index += size;
    return index < low ? low : index > high ? high : index;
}

static bool count_slice(slice s, int64_t size, int64_t *out)
{
    bool is_backward = s.step < 0;
    int64_t begin = clip(s.begin, size, is_backward), end = clip(s.end, size, is_backward);
    int64_t room = is_backward ? begin - end : end - begin;
    if (room < 0 || s.step < -RELAX_LARGEST || s.step > RELAX_LARGEST) return false;
    int64_t step = is_backward ? -s.step : s.step;
    *out = (room + step - 1) / step;
    return true;
}

/* The value of an item of an argument that is a tuple of numbers; NULL if it is not known. */
static const tunip_node *item_of(const tunip_relax_call *call, size_t arg, size_t index)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, arg));
    if (!tuple || index >= tunip_array_count(tuple->fields)) return NULL;
    const tunip_relax_prim_struct_info *prim =
        TUNIP_AS(tunip_relax_prim_struct_info, tuple->fields->items[index]);
    return prim ? prim->value : NULL;
}

/* The number of items from begin to end, both of which are within the tensor. */
static const tunip_node *room_of(tunip_scratch *scratch, const tunip_relax_call *call, size_t index)
{
    const tunip_node *begin = item_of(call, 2, index), *end = item_of(call, 3, index);
    int64_t step = 1;
    if (call->args->count > 4 && !get_number(call, 4, index, &step)) return NULL;
    if (!begin || !end || step != 1) return NULL;
    return tunip_tir_simplified(scratch, tunip_tir_sub_folded(scratch, end, begin));
}

static const tunip_node *slice_axis(tunip_scratch *scratch, const tunip_relax_call *call,
                                    const tunip_node *info, size_t index, bool is_inbound)
{
    const tunip_relax_tensor_struct_info *tensor = (const tunip_relax_tensor_struct_info *)info;
    const tunip_array *dims = relax_written_dims(tensor);
    slice s;
    int64_t size, count;
    if (!get_number(call, 1, index, &s.axis)) return NULL;
    int64_t axis = relax_axis(s.axis, (int64_t)dims->count);
    if (axis < 0) return NULL;
    if (is_inbound)
        return relax_with_node(scratch, tensor, (size_t)axis, room_of(scratch, call, index));
    if (!get_slice(call, index, &s) || !relax_number(dims->items[axis], &size) ||
        !count_slice(s, size, &count))
        return NULL;
    return relax_with_dim(scratch, tensor, (size_t)axis, count);
}

/* R.strided_slice(x, axes, begin, end, strides) */
RELAX_INFER(sliced)
{
    const tunip_relax_strided_slice_attrs *attrs =
        TUNIP_AS(tunip_relax_strided_slice_attrs, call->attrs);
    const tunip_relax_tuple_struct_info *axes =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 1));
    if (!attrs || !axes || !dims_arg(call, 0)) return NULL;
    const tunip_node *info = relax_arg_info(call, 0);
    for (size_t i = 0; info && i < tunip_array_count(axes->fields); i++)
        info = slice_axis(scratch, call, info, i, attrs->assume_inbound);
    return info;
}

/* R.dynamic_strided_slice(x, begin, end, strides): only the number of dimensions is known. */
RELAX_INFER(ranked)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return info ? relax_tensor_ndim(scratch, info->ndim, info->dtype, info->vdevice) : NULL;
}

/* R.shape_to_tensor(shape) */
RELAX_INFER(dims_tensor)
{
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 0));
    tunip_array *dims = shape ? relax_list(scratch, 1) : NULL;
    if (!dims) return NULL;
    dims->items[0] = relax_int64(scratch, shape->ndim);
    return relax_tensor_of(scratch, dims, int64, NULL);
}
