/* index.c -- operators that take parts of tensors, or put a result together of parts. */
#include "../types.h"
#include "infer.h"

/* ==== Operators that concatenate tensors or take parts of them, if the sizes that change are
 * constant (TVM src/relax/op/tensor/manipulate.cc, index.cc, search.cc). */

static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};

/* The axis, counted from the front; `otherwise` if the call names none. */
static int64_t axis_of(const tunip_int *axis, int64_t ndim, int64_t otherwise)
{
    return axis ? relax_axis(axis->value, ndim) : otherwise;
}

/* ---- concatenation ---- */

/* The common dtype, number of dimensions and device of tensors that are put together. */
typedef struct common {
    tunip_dtype dtype;
    int64_t ndim;
    const tunip_ir_vdevice *vdevice;
    bool has_all_dims; /* of all tensors */
    size_t shaped;     /* how many have dimensions */
} common;

static bool find_common(const tunip_array *parts, bool has_axis, common *out)
{
    bool lacks_dtype = false, differs = false;
    *out = (common){
        .dtype = unknown, .ndim = has_axis ? TUNIP_RELAX_UNKNOWN_NDIM : 1, .has_all_dims = true};
    for (size_t i = 0; i < parts->count; i++) {
        const tunip_relax_tensor_struct_info *part =
            TUNIP_AS(tunip_relax_tensor_struct_info, parts->items[i]);
        if (!part) return false;
        bool is_unknown = relax_is_unknown_dtype(part->dtype);
        lacks_dtype = lacks_dtype || is_unknown;
        if (relax_is_unknown_dtype(out->dtype)) out->dtype = part->dtype;
        if (!is_unknown && !tunip_dtype_equal(part->dtype, out->dtype)) return false;
        if (out->ndim < 0) out->ndim = part->ndim;
        if (part->ndim >= 0 && part->ndim != out->ndim) return false;
        if (!out->vdevice) out->vdevice = part->vdevice;
        differs = differs || (part->vdevice && part->vdevice != out->vdevice);
        out->has_all_dims = out->has_all_dims && relax_written_dims(part);
        out->shaped += relax_written_dims(part) != NULL;
    }
    if (lacks_dtype) out->dtype = unknown;
    if (differs) out->vdevice = NULL;
    return true;
}

static const tunip_array *dims_of(const tunip_node *info)
{
    return relax_written_dims((const tunip_relax_tensor_struct_info *)info);
}

/* The size of all parts together along `axis`. */
static tunip_node *sum_dims(tunip_scratch *scratch, const tunip_array *parts, int64_t axis)
{
    tunip_node *first = dims_of(parts->items[0])->items[axis];
    tunip_node *sum = relax_int64(scratch, 0);
    bool all_same = true;
    for (size_t i = 0; i < parts->count; i++) {
        tunip_node *size = dims_of(parts->items[i])->items[axis];
        all_same = all_same && relax_equal(scratch, first, size);
        sum = relax_fold(scratch, &tunip_tir_add_type, sum, size);
    }
    if (!all_same) return sum;
    return relax_fold(scratch, &tunip_tir_mul_type, first,
                      relax_int64(scratch, (int64_t)parts->count));
}

/* Whether the parts have the same sizes besides `axis`; *fails if two of them cannot be the
 * same. */
static bool are_parallel(tunip_scratch *scratch, const tunip_array *parts, int64_t axis,
                         bool *fails)
{
    const tunip_array *first = dims_of(parts->items[0]);
    bool result = true;
    int64_t x, y;
    for (size_t i = 1; i < parts->count; i++)
        for (size_t k = 0; k < first->count; k++) {
            tunip_node *a = first->items[k], *b = dims_of(parts->items[i])->items[k];
            if ((int64_t)k == axis) continue;
            *fails = *fails || (relax_number(a, &x) && relax_number(b, &y) && x != y);
            result =
                result && relax_equal(scratch, relax_simple(scratch, a), relax_simple(scratch, b));
        }
    return result;
}

/* R.concat((a, b), axis) */
RELAX_INFER(concat)
{
    const tunip_relax_concat_attrs *attrs = TUNIP_AS(tunip_relax_concat_attrs, call->attrs);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 0));
    common all;
    if (!attrs || !tuple || !tunip_array_count(tuple->fields)) return NULL;
    const tunip_array *parts = tuple->fields;
    if (!find_common(parts, attrs->axis != NULL, &all)) return NULL;
    if (parts->count == 1) return parts->items[0];
    int64_t axis = all.ndim < 0 ? 0 : axis_of(attrs->axis, all.ndim, 0);
    bool fails = false;
    if (axis < 0) return NULL;
    if (!all.has_all_dims) /* with some dimensions, TVM's prover checks them */
        return relax_tensor_ndim(scratch, all.ndim, all.dtype, all.vdevice);
    bool is_known = are_parallel(scratch, parts, axis, &fails);
    if (fails) return NULL;
    if (!is_known) return relax_tensor_ndim(scratch, all.ndim, all.dtype, all.vdevice);
    tunip_array *dims = relax_list(scratch, (size_t)all.ndim);
    for (size_t i = 0; dims && i < dims->count; i++)
        dims->items[i] = (int64_t)i == axis ? sum_dims(scratch, parts, axis)
                                            : dims_of(parts->items[0])->items[i];
    return dims ? relax_tensor_of(scratch, dims, all.dtype, all.vdevice) : NULL;
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

/* R.squeeze(x, axis) of a tensor whose shape is unknown */
static const tunip_node *squeeze_unknown(tunip_scratch *scratch, const tunip_array *axes,
                                         const tunip_relax_tensor_struct_info *info)
{
    int64_t ndim = TUNIP_RELAX_UNKNOWN_NDIM;
    if (info->shape) return NULL;
    if (axes && info->ndim >= 0) ndim = info->ndim - (int64_t)axes->count;
    return relax_tensor_ndim(scratch, ndim, info->dtype, info->vdevice);
}

/* R.squeeze(x, axis): removes all dimensions of size one if no axis is given */
RELAX_INFER(squeezed)
{
    const tunip_relax_squeeze_attrs *attrs = TUNIP_AS(tunip_relax_squeeze_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL;
    if (!attrs || !info) return NULL;
    if (attrs->axis && !attrs->axis->count) return (const tunip_node *)info;
    if (!dims) return squeeze_unknown(scratch, attrs->axis, info);
    tunip_array *rest = relax_list(scratch, dims->count);
    if (!rest) return NULL;
    rest->count = 0;
    for (size_t i = 0; i < dims->count; i++) {
        bool is_removed;
        if (!find_removed(attrs->axis, dims, i, &is_removed))
            return relax_tensor_ndim(scratch, TUNIP_RELAX_UNKNOWN_NDIM, info->dtype, info->vdevice);
        if (!is_removed) rest->items[rest->count++] = dims->items[i];
    }
    return relax_tensor_of(scratch, rest, info->dtype, info->vdevice);
}

static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

/* The same of a tensor whose shape is unknown. */
static const tunip_node *argument_unknown(tunip_scratch *scratch,
                                          const tunip_relax_argmax_argmin_attrs *attrs,
                                          const tunip_relax_tensor_struct_info *info)
{
    if (!attrs->axis && attrs->keepdims && info->ndim >= 0) return NULL;
    int64_t ndim = attrs->keepdims ? info->ndim : !attrs->axis ? 0 : info->ndim - 1;
    if (ndim < 0) ndim = TUNIP_RELAX_UNKNOWN_NDIM;
    if (attrs->axis || ndim) return relax_tensor_ndim(scratch, ndim, int64, info->vdevice);
    return relax_tensor_of(scratch, relax_list(scratch, 0), int64, info->vdevice);
}

/* R.argmax(x, axis, keepdims), R.argmin(x, axis, keepdims) */
RELAX_INFER(argument)
{
    const tunip_relax_argmax_argmin_attrs *attrs =
        TUNIP_AS(tunip_relax_argmax_argmin_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL;
    if (!attrs || !info) return NULL;
    if (!dims) return argument_unknown(scratch, attrs, info);
    tunip_array *rest = relax_list(scratch, dims->count);
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

/* R.take(x, indices, axis) where a shape is unknown. */
static const tunip_node *take_unknown(tunip_scratch *scratch, const tunip_relax_call *call,
                                      const tunip_array *indices)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *other = relax_tensor_arg(call, 1);
    if (!info || (!other && !indices)) return NULL;
    int64_t more = indices ? (int64_t)indices->count : other->ndim;
    bool is_known = info->ndim >= 0 && more >= 0;
    return relax_tensor_ndim(scratch, is_known ? info->ndim + more - 1 : TUNIP_RELAX_UNKNOWN_NDIM,
                             info->dtype, info->vdevice);
}

/* R.take(x, indices, axis): a number as an index counts as a tensor without dimensions. */
RELAX_INFER(taken)
{
    const tunip_relax_take_attrs *attrs = TUNIP_AS(tunip_relax_take_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL,
                      *indices = relax_dims_arg(call, 1);
    if (tunip_is(relax_arg_info(call, 1), &tunip_relax_prim_struct_info_type))
        indices = relax_list(scratch, 0);
    if (!attrs || !info) return NULL;
    if (!dims || !indices) return take_unknown(scratch, call, indices);
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
    return relax_tensor_of(scratch, all, info->dtype, info->vdevice);
}

/* R.flatten(x), and operators that count along all axes at once */
const tunip_node *relax_flattened(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info, tunip_dtype dtype)
{
    const tunip_array *dims = relax_written_dims(info);
    tunip_array *one = relax_list(scratch, 1);
    if (!dims || !one) return relax_tensor_ndim(scratch, 1, dtype, info->vdevice);
    one->items[0] = relax_product(scratch, dims);
    return relax_tensor_of(scratch, one, dtype, info->vdevice);
}

RELAX_INFER(flattened)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || info->ndim == 1) return (const tunip_node *)info;
    return relax_flattened(scratch, info, info->dtype);
}

/* R.nn.batch_flatten(x), of v0.26: all axes but the first become one */
RELAX_INFER(batch_flattened)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || info->ndim == 2) return (const tunip_node *)info;
    if (info->ndim >= 0 && info->ndim < 2) return NULL;
    const tunip_array *dims = relax_written_dims(info);
    if (!dims) return relax_tensor_ndim(scratch, 2, info->dtype, info->vdevice);
    tunip_array *two = relax_list(scratch, 2);
    if (!two) return NULL;
    const tunip_array rest = {.items = dims->items + 1, .count = dims->count - 1};
    two->items[0] = dims->items[0];
    two->items[1] = relax_product(scratch, &rest);
    return relax_tensor_of(scratch, two, info->dtype, info->vdevice);
}

/* `dim` times `repeat`; one of them may be NULL. */
static tunip_node *times_dim(tunip_scratch *scratch, tunip_node *dim, tunip_node *repeat)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, repeat);
    if (imm) repeat = relax_int64(scratch, imm->value);
    if (!dim || !repeat) return dim ? dim : repeat;
    return relax_simple(scratch, relax_fold(scratch, &tunip_tir_mul_type, dim, repeat));
}

/* ---- by tensors ---- */

/* Makes `*out` the dimension that tensors of the dimensions `*out` and `own` broadcast to. */
static bool broadcast(tunip_scratch *scratch, tunip_node **out, tunip_node *own, bool *is_open)
{
    int64_t a, b;
    if (tunip_ir_is_int(*out, 1)) *out = own;
    if (*out == own || tunip_ir_is_int(own, 1)) return true;
    if (relax_number(*out, &a) && relax_number(own, &b)) return a == b;
    *is_open |= !relax_equal(scratch, *out, own);
    return true;
}

static const tunip_array *dims_at(const tunip_array *infos, size_t index)
{
    return relax_written_dims((const tunip_relax_tensor_struct_info *)infos->items[index]);
}

/* The dimensions that tensors broadcast to. NULL if these are not known, or refused: then `*fits`
 * is false. */
static tunip_array *broadcast_all(tunip_scratch *scratch, const tunip_array *infos, bool *fits)
{
    size_t most = 0;
    bool is_open = false;
    for (size_t i = 0; i < infos->count; i++) {
        const tunip_array *own = dims_at(infos, i);
        is_open |= !own;
        if (own && own->count > most) most = own->count;
    }
    tunip_array *dims = is_open ? NULL : relax_list(scratch, most);
    for (size_t i = 0; dims && i < most; i++) dims->items[i] = relax_int64(scratch, 1);
    for (size_t i = 0; dims && i < infos->count && *fits; i++) {
        const tunip_array *own = dims_at(infos, i);
        for (size_t k = 0; k < own->count && *fits && !is_open; k++)
            *fits = broadcast(scratch, &dims->items[most - 1 - k], own->items[own->count - 1 - k],
                              &is_open);
    }
    return is_open || !*fits ? NULL : dims;
}

/* R.index_tensor(x, (i, j)): the indices stand for the first axes of `x` */
RELAX_INFER(by_tensors)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 1));
    size_t count = tuple ? tunip_array_count(tuple->fields) : 0;
    bool fits = info && count && (info->ndim < 0 || (int64_t)count <= info->ndim);
    for (size_t i = 0; fits && i < count; i++) {
        const tunip_relax_tensor_struct_info *index =
            TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[i]);
        fits =
            index && (relax_is_unknown_dtype(index->dtype) || index->dtype.code == TUNIP_DTYPE_INT);
    }
    tunip_array *first = fits ? broadcast_all(scratch, tuple->fields, &fits) : NULL;
    const tunip_array *dims = fits ? relax_written_dims(info) : NULL;
    if (!fits) return NULL;
    if (!first || !dims) {
        bool is_known = first && info->ndim >= 0;
        int64_t ndim = is_known ? (int64_t)first->count + info->ndim - (int64_t)count : -1;
        return relax_tensor_ndim(scratch, ndim, info->dtype, info->vdevice);
    }
    tunip_array *all = relax_list(scratch, first->count + dims->count - count);
    for (size_t i = 0; all && i < all->count; i++)
        all->items[i] = i < first->count ? first->items[i] : dims->items[count + i - first->count];
    return relax_tensor_of(scratch, all, info->dtype, info->vdevice);
}

/* ---- repeated ---- */

/* R.tile(x, repeats) */
RELAX_INFER(tiled)
{
    const tunip_relax_tile_attrs *attrs = TUNIP_AS(tunip_relax_tile_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL;
    if (!attrs || !info) return NULL;
    size_t times = tunip_array_count(attrs->repeats);
    if (!dims) {
        int64_t ndim = info->ndim >= 0 && (int64_t)times > info->ndim ? (int64_t)times : info->ndim;
        return relax_tensor_ndim(scratch, ndim, info->dtype, info->vdevice);
    }
    tunip_array *all = relax_list(scratch, dims->count > times ? dims->count : times);
    for (size_t i = 1; all && i <= all->count; i++) {
        tunip_node *dim = i > dims->count ? NULL : dims->items[dims->count - i];
        tunip_node *repeat = i > times ? NULL : attrs->repeats->items[times - i];
        all->items[all->count - i] = times_dim(scratch, dim, repeat);
        if (!all->items[all->count - i]) return NULL;
    }
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

/* The size of what the slice number `index` takes of `size`; NULL if it is not known. */
static const tunip_node *slice_size(tunip_scratch *scratch, const tunip_relax_call *call,
                                    size_t index, const tunip_node *size, unsigned flags)
{
    slice s;
    int64_t number, count;
    if (!(flags & TUNIP_SLICE_IN_BOUNDS) && relax_number(size, &number) &&
        get_slice(call, index, &s) && count_slice(s, number, &count))
        return relax_int64(scratch, count);
    const tunip_node *step =
        call->args->count > 4 ? item_of(call, 4, index) : relax_int64(scratch, 1);
    return tunip_tir_slice_size(scratch, item_of(call, 2, index), item_of(call, 3, index), step,
                                size, flags);
}

static const tunip_node *slice_tensor(tunip_scratch *scratch, const tunip_relax_call *call,
                                      unsigned flags)
{
    const tunip_relax_strided_slice_attrs *attrs =
        TUNIP_AS(tunip_relax_strided_slice_attrs, call->attrs);
    const tunip_relax_tuple_struct_info *axes =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 1));
    const tunip_relax_tensor_struct_info *data = relax_tensor_arg(call, 0);
    if (!attrs || !axes || !data) return NULL;
    const tunip_array *dims = relax_written_dims(data);
    if (!dims && !data->shape)
        return relax_tensor_ndim(scratch, data->ndim, data->dtype, data->vdevice);
    if (!dims) return NULL;
    const tunip_node *info = relax_arg_info(call, 0);
    if (attrs->assume_inbound) flags |= TUNIP_SLICE_IN_BOUNDS;
    for (size_t i = 0; info && i < tunip_array_count(axes->fields); i++) {
        int64_t number;
        if (!get_number(call, 1, i, &number)) return NULL;
        int64_t axis = relax_axis(number, (int64_t)dims->count);
        if (axis < 0) return NULL;
        const tunip_node *size = slice_size(scratch, call, i, dims->items[axis], flags);
        info = relax_with_node(scratch, (const tunip_relax_tensor_struct_info *)info, (size_t)axis,
                               size);
    }
    return info;
}

/* R.strided_slice(x, axes, begin, end, strides) */
RELAX_INFER(sliced)
{
    return slice_tensor(scratch, call, 0);
}

RELAX_INFER(sliced_in_function)
{
    return slice_tensor(scratch, call, TUNIP_SLICE_OF_SIZES);
}

/* R.dynamic_strided_slice(x, begin, end, strides): only the number of dimensions is known. */
RELAX_INFER(ranked)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return info ? relax_tensor_ndim(scratch, info->ndim, info->dtype, info->vdevice) : NULL;
}

/* R.tensor_to_shape(x): as many dimensions as `x` has elements */
RELAX_INFER(shape_from)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    int64_t ndim = TUNIP_RELAX_UNKNOWN_NDIM;
    if (!info || info->ndim != 1) return NULL;
    const tunip_array *dims = relax_written_dims(info);
    if (info->shape && !dims) return NULL;
    if (dims) relax_number(dims->items[0], &ndim);
    return relax_shape_of(scratch, NULL, ndim);
}

/* R.shape_to_tensor(shape) */
RELAX_INFER(dims_tensor)
{
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 0));
    tunip_array *dims = shape ? relax_list(scratch, 1) : NULL;
    if (!dims) return NULL;
    dims->items[0] = relax_int64(scratch, shape->ndim);
    return relax_tensor_of(scratch, dims, int64, NULL);
}

/* ==== Operators that put the struct info of their result together of parts of those of their
 * arguments (TVM src/relax/op/tensor/manipulate.cc, set.cc, create.cc, linear_algebra.cc, qdq.cc,
 * nn/nn.cc, nn/attention.cc). */

/* The struct info of a tensor with another dtype. */
static const tunip_node *with_dtype(tunip_scratch *scratch,
                                    const tunip_relax_tensor_struct_info *info, tunip_dtype dtype)
{
    tunip_relax_tensor_struct_info *copy = info ? relax_tensor_copy(scratch, info) : NULL;
    if (copy) copy->dtype = dtype;
    return (const tunip_node *)copy;
}

/* The dimensions with another one at `axis`. */
static tunip_array *insert_dim(tunip_scratch *scratch, const tunip_array *dims, int64_t axis,
                               tunip_node *dim)
{
    if (axis < 0) axis += (int64_t)dims->count + 1;
    tunip_array *list =
        axis >= 0 && (size_t)axis <= dims->count ? relax_list(scratch, dims->count + 1) : NULL;
    for (size_t i = 0; list && i < list->count; i++)
        list->items[i] = (int64_t)i < axis    ? dims->items[i]
                         : (int64_t)i == axis ? dim
                                              : dims->items[i - 1];
    return list;
}

/* ---- as an argument is ---- */

RELAX_INFER(second)
{
    (void)scratch;
    return (const tunip_node *)relax_tensor_arg(call, 1);
}

/* R.nn.dropout(x): the result, and what was kept */
RELAX_INFER(pair)
{
    const tunip_node *info = (const tunip_node *)relax_tensor_arg(call, 0);
    tunip_array *fields = info ? relax_list(scratch, 2) : NULL;
    for (size_t i = 0; fields && i < 2; i++) fields->items[i] = (tunip_node *)(uintptr_t)info;
    return relax_tuple_of(scratch, fields);
}

/* R.gather_elements(x, indices, axis) */
RELAX_INFER(like_indices)
{
    const tunip_relax_tensor_struct_info *data = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *indices = relax_tensor_arg(call, 1);
    if (!data || !indices || data->ndim < 0 || data->ndim != indices->ndim) return NULL;
    if (indices->shape)
        return relax_tensor_shaped(scratch, indices->shape, data->dtype, data->vdevice);
    return relax_tensor_ndim(scratch, indices->ndim, data->dtype, data->vdevice);
}

/* R.quantize(x, scale, zero_point, out_dtype), R.dequantize(...) */
RELAX_INFER(quantized)
{
    const tunip_relax_quantize_attrs *attrs = TUNIP_AS(tunip_relax_quantize_attrs, call->attrs);
    return attrs ? with_dtype(scratch, relax_tensor_arg(call, 0), attrs->out_dtype) : NULL;
}

RELAX_INFER(wrapped)
{
    const tunip_relax_wrap_param_attrs *attrs = TUNIP_AS(tunip_relax_wrap_param_attrs, call->attrs);
    return attrs ? with_dtype(scratch, relax_tensor_arg(call, 0), attrs->dtype) : NULL;
}

/* ---- new shapes ---- */

static tunip_node *prim_arg(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_prim_value *value =
        index < tunip_array_count(call->args)
            ? TUNIP_AS(tunip_relax_prim_value, call->args->items[index])
            : NULL;
    return value ? value->value : NULL;
}

/* R.eye(n, m, k, dtype) */
RELAX_INFER(eye)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    tunip_array *dims = attrs ? relax_list(scratch, 2) : NULL;
    for (size_t i = 0; dims && i < 2; i++) {
        dims->items[i] = prim_arg(call, i);
        if (!dims->items[i]) return NULL;
    }
    return dims ? relax_tensor_of(scratch, dims, attrs->dtype, NULL) : NULL;
}

/* R.hamming_window(window_size, periodic, alpha, beta, dtype) */
RELAX_INFER(hamming)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    tunip_node *size = prim_arg(call, 0);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, size);
    bool fits = attrs && size && attrs->dtype.code != TUNIP_DTYPE_INT &&
                attrs->dtype.code != TUNIP_DTYPE_UINT && !(imm && imm->value < 1);
    tunip_array *dims = fits ? relax_list(scratch, 1) : NULL;
    if (!dims) return NULL;
    dims->items[0] = imm ? relax_int64(scratch, imm->value) : relax_simple(scratch, size);
    return dims->items[0] ? relax_tensor_of(scratch, dims, attrs->dtype, NULL) : NULL;
}

/* R.one_hot(indices, on, off, depth, axis) */
RELAX_INFER(one_hot)
{
    const tunip_relax_one_hot_attrs *attrs = TUNIP_AS(tunip_relax_one_hot_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_node *on = prim_arg(call, 1);
    if (!attrs || !info || !on) return NULL;
    tunip_dtype dtype = tunip_ir_dtype_of(on);
    const tunip_array *dims = relax_written_dims(info);
    if (!dims) {
        int64_t ndim = info->ndim < 0 ? info->ndim : info->ndim + 1;
        return relax_tensor_ndim(scratch, ndim, dtype, info->vdevice);
    }
    tunip_array *all = insert_dim(scratch, dims, attrs->axis, relax_int64(scratch, attrs->depth));
    return all ? relax_tensor_of(scratch, all, dtype, info->vdevice) : NULL;
}

/* Whether all fields are tensors of one dtype and number of dimensions, and the struct info of some
 * says no more. Sets `*fits` to whether the others have equal dimensions. */
static bool are_open(tunip_scratch *scratch, const tunip_array *fields, bool *fits)
{
    const tunip_relax_tensor_struct_info *known = NULL;
    const tunip_relax_tensor_struct_info *first =
        TUNIP_AS(tunip_relax_tensor_struct_info, fields->items[0]);
    bool is_open = false;
    for (size_t i = 0; i < fields->count; i++) {
        const tunip_relax_tensor_struct_info *info =
            TUNIP_AS(tunip_relax_tensor_struct_info, fields->items[i]);
        if (!info || info->ndim != first->ndim || info->vdevice != first->vdevice ||
            !tunip_dtype_equal(info->dtype, first->dtype))
            return false;
        if (!relax_known_dims(info)) {
            is_open = true;
        } else {
            *fits = *fits && relax_written_dims(info) &&
                    (!known || relax_equal(scratch, known->shape, info->shape));
            known = info;
        }
    }
    return is_open;
}

/* R.stack((a, b), axis): all of the same struct info */
RELAX_INFER(stacked)
{
    const tunip_relax_stack_attrs *attrs = TUNIP_AS(tunip_relax_stack_attrs, call->attrs);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 0));
    if (!attrs || !tuple || !tunip_array_count(tuple->fields)) return NULL;
    const tunip_array *fields = tuple->fields;
    const tunip_relax_tensor_struct_info *first =
        TUNIP_AS(tunip_relax_tensor_struct_info, fields->items[0]);
    const tunip_ir_int_imm *axis = TUNIP_AS(tunip_ir_int_imm, attrs->axis);
    bool fits = true;
    if (are_open(scratch, fields, &fits)) {
        fits = fits && first->ndim >= 0 && relax_axis(axis ? axis->value : 0, first->ndim + 1) >= 0;
        return fits ? relax_tensor_ndim(scratch, first->ndim + 1, first->dtype, first->vdevice)
                    : NULL;
    }
    for (size_t i = 1; i < fields->count; i++)
        if (!relax_equal(scratch, fields->items[0], fields->items[i])) return NULL;
    const tunip_array *dims = first ? relax_written_dims(first) : NULL;
    if (!dims) return NULL;
    tunip_array *all = insert_dim(scratch, dims, axis ? axis->value : 0,
                                  relax_int64(scratch, (int64_t)fields->count));
    return all ? relax_tensor_of(scratch, all, first->dtype, first->vdevice) : NULL;
}

/* R.outer(a, b) */
RELAX_INFER(outer)
{
    const tunip_relax_tensor_struct_info *a = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *b = relax_tensor_arg(call, 1);
    if (!a || !b || a->ndim != 1 || b->ndim != 1) return NULL;
    const tunip_array *x = relax_written_dims(a), *y = relax_written_dims(b);
    if (!x || !y) return relax_tensor_ndim(scratch, 2, a->dtype, NULL);
    tunip_array *dims = relax_list(scratch, 2);
    if (!dims) return NULL;
    dims->items[0] = x->items[0];
    dims->items[1] = y->items[0];
    return relax_tensor_of(scratch, dims, a->dtype, NULL);
}

RELAX_INFER(nonzero)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return info ? relax_tensor_ndim(scratch, 2, int64, info->vdevice) : NULL;
}

/* R.size(x): a tensor without dimensions */
RELAX_INFER(size)
{
    bool fits = relax_tensor_arg(call, 0) != NULL;
    return fits ? relax_tensor_of(scratch, relax_list(scratch, 0), int64, NULL) : NULL;
}

/* R.nn.cross_entropy_with_logits(predictions, labels) */
RELAX_INFER(loss)
{
    const tunip_relax_tensor_struct_info *a = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *b = relax_tensor_arg(call, 1);
    const tunip_ir_vdevice *vdevice;
    if (!a || !b || !relax_common_vdevice(call, a, b, &vdevice)) return NULL;
    return relax_tensor_of(scratch, relax_list(scratch, 0), relax_common_dtype(a->dtype, b->dtype),
                           vdevice);
}

/* ---- sets ---- */

static const tunip_node *line_of(tunip_scratch *scratch, tunip_dtype dtype, bool is_scalar,
                                 const tunip_ir_vdevice *vdevice)
{
    tunip_array *one = is_scalar ? relax_list(scratch, 1) : NULL;
    if (!is_scalar) return relax_tensor_ndim(scratch, 1, dtype, vdevice);
    if (one) one->items[0] = relax_int64(scratch, 1);
    return one ? relax_tensor_of(scratch, one, dtype, vdevice) : NULL;
}

/* R.unique(x, sorted, return_index, return_inverse, return_counts, axis) */
RELAX_INFER(unique)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    size_t count = 1;
    if (!info || tunip_array_count(call->args) < 5) return NULL;
    for (size_t i = 2; i < 5; i++) {
        const tunip_ir_int_imm *flag = TUNIP_AS(tunip_ir_int_imm, prim_arg(call, i));
        if (!flag) return NULL;
        count += flag->value != 0;
    }
    bool is_scalar = info->ndim == 0;
    const tunip_node *values = line_of(scratch, info->dtype, is_scalar, info->vdevice);
    if (!is_scalar && prim_arg(call, 5))
        values = relax_tensor_ndim(scratch, info->ndim, info->dtype, info->vdevice);
    if (count == 1) return values;
    tunip_array *fields = relax_list(scratch, count);
    for (size_t i = 0; fields && i < count; i++)
        fields->items[i] =
            (tunip_node *)(uintptr_t)(i ? line_of(scratch, int64, is_scalar, info->vdevice)
                                        : values);
    return relax_tuple_of(scratch, fields);
}

/* ---- products ---- */

/* R.nn.attention(query, key, value): as the query, with the value's last dimension */
RELAX_INFER(attention)
{
    const tunip_relax_tensor_struct_info *query = relax_tensor_arg(call, 0);
    const tunip_array *q = relax_dims_arg(call, 0), *v = relax_dims_arg(call, 2);
    if (!q || !v || q->count != 4 || v->count != 4) return NULL;
    tunip_array *dims = relax_list(scratch, 4);
    for (size_t i = 0; dims && i < 4; i++) dims->items[i] = i < 3 ? q->items[i] : v->items[i];
    return dims ? relax_tensor_of(scratch, dims, query->dtype, query->vdevice) : NULL;
}

/* R.ewise_fma(a, b, c): all of one shape */
RELAX_INFER(fused)
{
    const tunip_node *first = relax_arg_info(call, 0);
    for (size_t i = 1; i < 3; i++)
        if (!first || !relax_equal(scratch, first, relax_arg_info(call, i))) return NULL;
    return (const tunip_node *)relax_tensor_arg(call, 0);
}

/* Gives each letter of one operand its dimension. */
static bool name_dims(tunip_scratch *scratch, const tunip_array *dims, const char *letters,
                      size_t count, tunip_node *by_letter[128])
{
    if (!dims || dims->count != count) return false;
    for (size_t i = 0; i < count; i++) {
        unsigned char letter = (unsigned char)letters[i];
        bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        if (!is_letter) return false;
        if (by_letter[letter] && !relax_equal(scratch, by_letter[letter], dims->items[i]))
            return false;
        by_letter[letter] = dims->items[i];
    }
    return true;
}

/* R.einsum((a, b), subscripts="ij,jk->ik"), without dots and with the result's letters */
RELAX_INFER(einsum)
{
    const tunip_relax_einsum_attrs *attrs = TUNIP_AS(tunip_relax_einsum_attrs, call->attrs);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 0));
    if (!attrs || !tuple || !tunip_array_count(tuple->fields)) return NULL;
    const char *at = tunip_string_value(attrs->subscripts).data;
    const tunip_relax_tensor_struct_info *first =
        TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[0]);
    tunip_node *by_letter[128] = {NULL};
    for (size_t i = 0; first && i < tuple->fields->count; i++) {
        const tunip_relax_tensor_struct_info *info =
            TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[i]);
        if (!info || !tunip_dtype_equal(info->dtype, first->dtype) ||
            info->vdevice != first->vdevice)
            return NULL;
        if (!relax_written_dims(info)) /* as in TVM, whatever the result's letters are */
            return relax_tensor_ndim(scratch, info->ndim, first->dtype, first->vdevice);
    }
    for (size_t i = 0; at && i < tuple->fields->count; i++) {
        const tunip_relax_tensor_struct_info *info =
            TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[i]);
        at += strspn(at, " ");
        size_t count = strcspn(at, " ,-");
        if (!info || !name_dims(scratch, relax_written_dims(info), at, count, by_letter))
            return NULL;
        at += count;
        at += strspn(at, " ");
        if (*at == ',') at++;
    }
    if (!at || strncmp(at, "->", 2) != 0) return NULL;
    at += 2 + strspn(at + 2, " ");
    tunip_array *dims = relax_list(scratch, strcspn(at, " "));
    for (size_t i = 0; dims && i < dims->count; i++) {
        dims->items[i] = (unsigned char)at[i] < 128 ? by_letter[(unsigned char)at[i]] : NULL;
        if (!dims->items[i]) return NULL;
    }
    return dims ? relax_tensor_of(scratch, dims, first->dtype, first->vdevice) : NULL;
}
