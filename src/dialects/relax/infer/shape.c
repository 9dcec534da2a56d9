/* shape.c -- operators that make or change shapes. */
#include "../types.h"
#include "infer.h"

/* ==== Operators that make or change shapes, as far as this needs no arithmetic prover (TVM
 * src/relax/op/tensor/create.cc, manipulate.cc, statistical.cc). */

static int64_t axis_at(const tunip_array *axes, size_t index, int64_t ndim)
{
    const tunip_ir_int_imm *axis = TUNIP_AS(tunip_ir_int_imm, axes->items[index]);
    return axis ? relax_axis(axis->value, ndim) : -1;
}

/* The maximum number of dimensions. A graph can state any number, and this number must not decide
 * how much memory the print uses. */
enum { MOST_DIMS = 1024 };

/* Allocates a mark for each axis; NULL if there are no axes or too many. */
static bool *new_marks(tunip_scratch *scratch, int64_t ndim)
{
    bool is_usual = ndim >= 0 && ndim <= MOST_DIMS;
    return is_usual ? tunip_scratch_alloc(scratch, (size_t)ndim + 1) : NULL;
}

/* Marks the listed axes; NULL if one is listed twice or is not one of `ndim` axes. */
static const bool *mark_axes(tunip_scratch *scratch, const tunip_array *axes, int64_t ndim)
{
    bool *marks = new_marks(scratch, ndim);
    for (size_t i = 0; marks && i < tunip_array_count(axes); i++) {
        int64_t axis = axis_at(axes, i, ndim);
        if (axis < 0 || marks[axis]) return NULL;
        marks[axis] = true;
    }
    return marks;
}

/* ---- a shape as an argument ---- */

/* R.ones(shape, dtype), R.zeros(shape, dtype) */
RELAX_INFER(filled)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    if (!attrs || tunip_array_count(call->args) != 1) return NULL;
    return relax_tensor_shaped(scratch, call->args->items[0], attrs->dtype, NULL);
}

/* R.full(shape, value, dtype) */
RELAX_INFER(full)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *value = relax_tensor_arg(call, 1);
    if (!attrs || !value) return NULL;
    bool is_given = !relax_is_unknown_dtype(attrs->dtype);
    return relax_tensor_shaped(scratch, call->args->items[0],
                               is_given ? attrs->dtype : value->dtype, value->vdevice);
}

/* R.broadcast_to(x, shape) */
RELAX_INFER(given_shape)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || tunip_array_count(call->args) != 2) return NULL;
    return relax_tensor_shaped(scratch, call->args->items[1], info->dtype, info->vdevice);
}

/* R.reshape(x, shape): TVM writes out the dimensions if the shape is a variable with a known
 * value. */
RELAX_INFER(reshaped)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 1));
    if (!info || !shape) return NULL;
    if (tunip_is_a(call->args->items[1], &tunip_relax_var_type) && shape->values)
        return relax_tensor_of(scratch, shape->values, info->dtype, info->vdevice);
    return relax_infer_given_shape(scratch, call);
}

/* R.shape_of(x) */
RELAX_INFER(shape)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info) return NULL;
    const tunip_relax_shape_expr *written = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    return relax_shape_of(scratch, written ? written->values : NULL, info->ndim);
}

/* The value of an argument that is a number or a symbolic integer. */
static const tunip_node *integer_arg(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_prim_value *prim = TUNIP_AS(tunip_relax_prim_value, call->args->items[index]);
    bool is_integer = prim && tunip_ir_dtype_of(prim->value).code == TUNIP_DTYPE_INT;
    return is_integer ? prim->value : NULL;
}

/* R.arange(start, end, step, dtype), if all three are integers */
RELAX_INFER(range)
{
    const tunip_relax_init_attrs *attrs = TUNIP_AS(tunip_relax_init_attrs, call->attrs);
    if (!attrs || tunip_array_count(call->args) != 3) return NULL;
    const tunip_node *start = integer_arg(call, 0), *end = integer_arg(call, 1);
    const tunip_node *step = integer_arg(call, 2);
    if (!start || !end || !step || tunip_ir_is_int(step, 0)) return NULL;
    const tunip_node *room = relax_fold(scratch, &tunip_tir_sub_type, end, start);
    room = relax_fold(scratch, &tunip_tir_add_type, room, step);
    room = relax_fold(scratch, &tunip_tir_sub_type, room, relax_int64(scratch, 1));
    tunip_array *one = relax_list(scratch, 1);
    if (!one) return NULL;
    one->items[0] =
        relax_simple(scratch, relax_fold(scratch, &tunip_tir_floor_div_type, room, step));
    return one->items[0] ? relax_tensor_of(scratch, one, attrs->dtype, NULL) : NULL;
}

/* ---- removed dimensions ---- */

/* The dimensions without the marked ones; or, with `keepdims`, with 1 in place of the marked
 * ones. */
static tunip_array *remaining_dims(tunip_scratch *scratch, const tunip_array *dims,
                                   const bool *marks, bool keeps)
{
    tunip_array *rest = relax_list(scratch, dims->count);
    size_t count = 0;
    for (size_t i = 0; rest && i < dims->count; i++) {
        if (!marks[i])
            rest->items[count++] = dims->items[i];
        else if (keeps)
            rest->items[count++] = relax_int64(scratch, 1);
    }
    if (rest) rest->count = count;
    return rest;
}

/* Marks the given axes, or all axes if none are given. */
static const bool *reduced_axes(tunip_scratch *scratch, const tunip_array *axes, int64_t ndim)
{
    if (axes || ndim < 0) return mark_axes(scratch, axes, ndim);
    bool *marks = new_marks(scratch, ndim);
    if (marks) memset(marks, true, (size_t)ndim);
    return marks;
}

/* The number of remaining dimensions of a tensor of unknown shape. */
static int64_t remaining_ndim(const tunip_relax_statistical_attrs *attrs, int64_t ndim)
{
    if (attrs->keepdims || !attrs->axis) return attrs->keepdims ? ndim : 0;
    return ndim < 0 ? TUNIP_RELAX_UNKNOWN_NDIM : ndim - (int64_t)attrs->axis->count;
}

/* A list of `ndim` ones. */
static tunip_array *ones(tunip_scratch *scratch, int64_t ndim)
{
    tunip_array *list = relax_list(scratch, (size_t)ndim);
    for (size_t i = 0; list && i < list->count; i++) list->items[i] = relax_int64(scratch, 1);
    return list;
}

/* A tensor of `dtype` without the dimensions that an operator reduces. */
static const tunip_node *reduce(tunip_scratch *scratch, const tunip_relax_statistical_attrs *attrs,
                                const tunip_relax_tensor_struct_info *info, tunip_dtype dtype)
{
    const tunip_array *dims = relax_written_dims(info);
    const bool *marks = reduced_axes(scratch, attrs->axis, info->ndim);
    if (!marks && info->ndim >= 0) return NULL;
    if (dims && marks)
        return relax_tensor_of(scratch, remaining_dims(scratch, dims, marks, attrs->keepdims),
                               dtype, info->vdevice);
    int64_t ndim = remaining_ndim(attrs, info->ndim);
    bool is_known = ndim == 0 || (ndim > 0 && !attrs->axis);
    if (is_known) return relax_tensor_of(scratch, ones(scratch, ndim), dtype, info->vdevice);
    return relax_tensor_ndim(scratch, ndim, dtype, info->vdevice);
}

/* R.sum(x, axis, keepdims) and similar operators */
RELAX_INFER(reduced)
{
    const tunip_relax_statistical_attrs *attrs =
        TUNIP_AS(tunip_relax_statistical_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return attrs && info ? reduce(scratch, attrs, info, info->dtype) : NULL;
}

/* Whether R.median() also returns the places of the medians, as it does along a single axis. For an
 * unknown shape, TVM decides this by the number of remaining dimensions. */
static bool has_places(const tunip_relax_statistical_attrs *attrs,
                       const tunip_relax_tensor_struct_info *info)
{
    if (relax_written_dims(info)) return attrs->axis && attrs->axis->count < 2;
    int64_t ndim = remaining_ndim(attrs, info->ndim);
    return ndim && (attrs->axis || ndim < 0);
}

/* R.median(x, axis, keepdims): along a single axis it also returns the places of the medians. */
RELAX_INFER(median)
{
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    const tunip_relax_statistical_attrs *attrs =
        TUNIP_AS(tunip_relax_statistical_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_node *values = attrs && info ? reduce(scratch, attrs, info, info->dtype) : NULL;
    if (!values || !has_places(attrs, info)) return values;
    tunip_array *fields = relax_list(scratch, 2);
    if (!fields) return NULL;
    fields->items[0] = (tunip_node *)(uintptr_t)values;
    fields->items[1] = (tunip_node *)(uintptr_t)reduce(scratch, attrs, info, int64);
    return fields->items[1] ? relax_tuple_of(scratch, fields) : NULL;
}

/* ---- moved dimensions ---- */

static bool is_identity(const tunip_array *axes, int64_t ndim)
{
    for (size_t i = 0; i < tunip_array_count(axes); i++)
        if (axis_at(axes, i, ndim) != (int64_t)i) return false;
    return axes || ndim < 2;
}

/* R.permute_dims(x, axes): reverses the dimensions if no axes are given */
RELAX_INFER(permuted)
{
    const tunip_relax_permute_dims_attrs *attrs =
        TUNIP_AS(tunip_relax_permute_dims_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info || (info->ndim < 0 && attrs->axes)) return NULL;
    if (info->ndim < 0) return relax_tensor_ndim(scratch, info->ndim, info->dtype, info->vdevice);
    const tunip_array *axes = attrs->axes, *dims = relax_written_dims(info);
    if (axes && ((int64_t)axes->count != info->ndim || !mark_axes(scratch, axes, info->ndim)))
        return NULL;
    if (is_identity(axes, info->ndim)) return &info->base.base.base;
    if (!dims) return relax_tensor_ndim(scratch, info->ndim, info->dtype, info->vdevice);
    tunip_array *moved = relax_list(scratch, dims->count);
    for (size_t i = 0; moved && i < dims->count; i++) {
        size_t from = axes ? (size_t)axis_at(axes, i, info->ndim) : dims->count - 1 - i;
        moved->items[i] = dims->items[from];
    }
    return relax_tensor_of(scratch, moved, info->dtype, info->vdevice);
}

/* R.expand_dims(x, axis) */
RELAX_INFER(expanded)
{
    const tunip_relax_expand_dims_attrs *attrs =
        TUNIP_AS(tunip_relax_expand_dims_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs && info ? relax_written_dims(info) : NULL;
    if (!attrs || !info) return NULL;
    if (!tunip_array_count(attrs->axis)) return &info->base.base.base;
    if (!dims) {
        int64_t ndim = info->ndim < 0 ? info->ndim : info->ndim + (int64_t)attrs->axis->count;
        return relax_tensor_ndim(scratch, ndim, info->dtype, info->vdevice);
    }
    size_t count = dims->count + attrs->axis->count, from = 0;
    const bool *marks = mark_axes(scratch, attrs->axis, (int64_t)count);
    tunip_array *all = marks ? relax_list(scratch, count) : NULL;
    for (size_t i = 0; all && i < count; i++)
        all->items[i] = marks[i] ? relax_int64(scratch, 1) : dims->items[from++];
    return relax_tensor_of(scratch, all, info->dtype, info->vdevice);
}

/* ---- one changed dimension ---- */

/* The size of a dimension; -1 if it is not a constant. */
static int64_t known_dim(const tunip_array *dims, int64_t axis)
{
    int64_t size;
    return axis >= 0 && relax_number(dims->items[axis], &size) ? size : -1;
}

/* All dimensions of all parts may not be more than MOST_ITEMS. Each cut of a formula copies it. */
enum { MOST_PARTS = 1024, MOST_ITEMS = 1 << 15, MOST_CUTS = 256 };

static bool is_formula(const tunip_node *dim)
{
    return !tunip_is(dim, &tunip_ir_int_imm_type) && !tunip_is_a(dim, &tunip_tir_var_type);
}

/* The cut number `index`, which is not negative. */
static int64_t cut_at(const tunip_array *cuts, size_t index)
{
    const tunip_ir_int_imm *cut =
        index < cuts->count ? TUNIP_AS(tunip_ir_int_imm, cuts->items[index]) : NULL;
    return !cut || cut->value < 0 ? 0 : cut->value;
}

/* The size between two cuts of the axis; TVM does not know that a later cut is larger. */
static tunip_node *part_between(tunip_scratch *scratch, const tunip_array *cuts, size_t index,
                                tunip_node *dim)
{
    int64_t size, left = index ? cut_at(cuts, index - 1) : 0, right = cut_at(cuts, index);
    bool is_last = index == cuts->count;
    if (relax_number(dim, &size)) {
        left = left < size ? left : size;
        right = is_last || right > size ? size : right;
        return relax_int64(scratch, right > left ? right - left : 0);
    }
    tunip_node *part = relax_part_of(scratch, left, right, is_last, dim);
    if (is_last || relax_reaches(dim, left)) return part;
    return relax_fold(scratch, &tunip_tir_max_type, part, relax_int64(scratch, 0));
}

static const tunip_node *split_at(tunip_scratch *scratch,
                                  const tunip_relax_tensor_struct_info *info,
                                  const tunip_array *cuts, size_t axis, tunip_node *dim)
{
    tunip_array *fields = relax_list(scratch, cuts->count + 1);
    for (size_t i = 0; fields && i < fields->count; i++)
        fields->items[i] = (tunip_node *)(uintptr_t)relax_with_node(
            scratch, info, axis, part_between(scratch, cuts, i, dim));
    return relax_tuple_of(scratch, fields);
}

static const tunip_node *split_into(tunip_scratch *scratch,
                                    const tunip_relax_tensor_struct_info *info, int64_t parts,
                                    size_t axis, tunip_node *dim)
{
    tunip_node *more = relax_fold(scratch, &tunip_tir_add_type, dim, relax_int64(scratch, parts));
    more = relax_fold(scratch, &tunip_tir_sub_type, more, relax_int64(scratch, 1));
    tunip_node *size = relax_simple(
        scratch, relax_fold(scratch, &tunip_tir_floor_div_type, more, relax_int64(scratch, parts)));
    tunip_node *others =
        relax_fold(scratch, &tunip_tir_mul_type, size, relax_int64(scratch, parts - 1));
    tunip_node *rest = relax_simple(scratch, relax_fold(scratch, &tunip_tir_sub_type, dim, others));
    tunip_array *fields = relax_list(scratch, (size_t)parts);
    for (size_t i = 0; fields && i < fields->count; i++)
        fields->items[i] = (tunip_node *)(uintptr_t)relax_with_node(
            scratch, info, axis, i + 1 < fields->count ? size : rest);
    return relax_tuple_of(scratch, fields);
}

/* Tensors of unknown shape. */
static const tunip_node *split_unknown(tunip_scratch *scratch,
                                       const tunip_relax_tensor_struct_info *info, size_t count)
{
    tunip_array *fields = relax_list(scratch, count);
    for (size_t i = 0; fields && i < count; i++)
        fields->items[i] = (tunip_node *)(uintptr_t)relax_tensor_ndim(scratch, info->ndim,
                                                                      info->dtype, info->vdevice);
    return relax_tuple_of(scratch, fields);
}

/* R.split(x, parts or places, axis) */
RELAX_INFER(split)
{
    const tunip_relax_split_attrs *attrs = TUNIP_AS(tunip_relax_split_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info) return NULL;
    const tunip_array *dims = relax_written_dims(info);
    int64_t axis = dims ? relax_axis(attrs->axis, info->ndim) : 0;
    const tunip_ir_int_imm *parts = TUNIP_AS(tunip_ir_int_imm, attrs->indices_or_sections);
    const tunip_array *cuts = TUNIP_AS(tunip_array, attrs->indices_or_sections);
    bool is_usual = parts ? parts->value >= 1 && parts->value <= MOST_PARTS : cuts != NULL;
    if (axis < 0 || !is_usual) return NULL;
    bool is_whole = parts ? parts->value == 1 : !cuts->count;
    if (is_whole) return &info->base.base.base;
    size_t count = parts ? (size_t)parts->value : cuts->count + 1;
    if (!dims) return info->shape ? NULL : split_unknown(scratch, info, count);
    if (count > MOST_ITEMS / dims->count) return NULL;
    tunip_node *dim = dims->items[axis];
    if (cuts && cuts->count > MOST_CUTS && is_formula(dim)) return NULL;
    return parts ? split_into(scratch, info, parts->value, (size_t)axis, dim)
                 : split_at(scratch, info, cuts, (size_t)axis, dim);
}

/* R.repeat(x, repeats, axis): all elements as one dimension if no axis is given */
RELAX_INFER(repeated)
{
    const tunip_relax_repeat_attrs *attrs = TUNIP_AS(tunip_relax_repeat_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info) return NULL;
    const tunip_array *dims = relax_written_dims(info);
    tunip_node *times = relax_int64(scratch, attrs->repeats);
    if (!dims && attrs->axis && attrs->repeats == 1) return &info->base.base.base;
    if (!dims)
        return relax_tensor_ndim(scratch, attrs->axis ? info->ndim : 1, info->dtype, info->vdevice);
    int64_t axis = attrs->axis ? relax_axis(attrs->axis->value, info->ndim) : 0;
    if (axis < 0) return NULL;
    const tunip_node *size = attrs->axis ? dims->items[axis] : relax_product(scratch, dims);
    size = relax_simple(scratch, relax_fold(scratch, &tunip_tir_mul_type, size, times));
    if (attrs->axis) return relax_with_node(scratch, info, (size_t)axis, size);
    tunip_array *one = relax_list(scratch, 1);
    if (one) one->items[0] = (tunip_node *)(uintptr_t)size;
    return one ? relax_tensor_of(scratch, one, info->dtype, info->vdevice) : NULL;
}

/* R.topk(x, k, axis, ret_type): values, indices or both */
RELAX_INFER(topk)
{
    const tunip_relax_topk_attrs *attrs = TUNIP_AS(tunip_relax_topk_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs && info ? relax_written_dims(info) : NULL;
    int64_t axis = dims ? relax_axis(attrs->axis, info->ndim) : 0;
    int64_t dim = dims ? known_dim(dims, axis) : -1;
    if (!attrs || !info || axis < 0 || (!dims && info->shape)) return NULL;
    bool cuts = dims && attrs->k > 0 && (dim < 0 || attrs->k < dim);
    const tunip_node *values =
        cuts ? relax_with_dim(scratch, info, (size_t)axis, attrs->k) : &info->base.base.base;
    tunip_relax_tensor_struct_info *indices =
        values ? relax_tensor_copy(scratch, (const tunip_relax_tensor_struct_info *)values) : NULL;
    tunip_array *both = relax_list(scratch, 2);
    if (!indices || !both) return NULL;
    if (!relax_is_unknown_dtype(attrs->dtype)) indices->dtype = attrs->dtype;
    both->items[0] = (tunip_node *)(uintptr_t)values;
    both->items[1] = &indices->base.base.base;
    tunip_str wanted = tunip_string_value(attrs->ret_type);
    if (tunip_str_is(wanted, "both")) return relax_tuple_of(scratch, both);
    return both->items[tunip_str_is(wanted, "indices")];
}

/* ==== Operators whose result has other sizes than their argument along some axes: padding,
 * collectives, shuffled pixels; and operators that take their sizes from several arguments (TVM
 * src/relax/op/nn/nn.cc, ccl/ccl.cc, tensor/manipulate.cc, search.cc, sampling.cc). */

static tunip_array *copy_dims(tunip_scratch *scratch, const tunip_array *dims)
{
    tunip_array *copy = relax_list(scratch, dims->count);
    if (copy) memcpy(copy->items, dims->items, dims->count * sizeof *copy->items);
    return copy;
}

static tunip_node *times(tunip_scratch *scratch, const tunip_node *size, int64_t factor)
{
    return relax_fold(scratch, &tunip_tir_mul_type, size, relax_int64(scratch, factor));
}

/* ---- padding and pixels ---- */

/* R.nn.pad(x, pad_width): two widths for each axis */
RELAX_INFER(padded)
{
    const tunip_relax_pad_attrs *attrs = TUNIP_AS(tunip_relax_pad_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info || (int64_t)tunip_array_count(attrs->pad_width) != 2 * info->ndim)
        return NULL;
    const tunip_array *dims = relax_written_dims(info);
    if (!dims)
        return info->shape ? NULL : relax_tensor_ndim(scratch, info->ndim, info->dtype, NULL);
    tunip_array *all = copy_dims(scratch, dims);
    for (size_t i = 0; all && i < all->count; i++) {
        const tunip_node *both = relax_fold(scratch, &tunip_tir_add_type,
                                            relax_int64_item(scratch, attrs->pad_width, 2 * i),
                                            relax_int64_item(scratch, attrs->pad_width, 2 * i + 1));
        all->items[i] = relax_fold(scratch, &tunip_tir_add_type, all->items[i], both);
    }
    return all ? relax_tensor_of(scratch, all, info->dtype, NULL) : NULL;
}

/* R.nn.pixel_shuffle(x, factor): (c, h, w) becomes (c / factor ** 2, h * factor, w * factor) */
RELAX_INFER(shuffled)
{
    const tunip_relax_pixel_shuffle_attrs *attrs =
        TUNIP_AS(tunip_relax_pixel_shuffle_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    int64_t channels, factor = attrs ? attrs->upscale_factor : 0;
    if (!info || info->ndim < 3 || factor < 1 || factor > INT16_MAX) return NULL;
    const tunip_array *dims = relax_written_dims(info);
    if (!dims)
        return info->shape ? NULL : relax_tensor_ndim(scratch, info->ndim, info->dtype, NULL);
    tunip_array *all = copy_dims(scratch, dims);
    if (!all || !relax_number(all->items[all->count - 3], &channels) ||
        channels % (factor * factor))
        return NULL;
    all->items[all->count - 3] = relax_int64(scratch, channels / (factor * factor));
    for (size_t i = all->count - 2; i < all->count; i++)
        all->items[i] = times(scratch, all->items[i], factor);
    return relax_tensor_of(scratch, all, info->dtype, NULL);
}

/* ---- collectives ---- */

/* R.ccl.allgather(x, workers) */
RELAX_INFER(gathered_by_all)
{
    const tunip_relax_all_gather_attrs *attrs = TUNIP_AS(tunip_relax_all_gather_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL;
    if (!attrs || !info) return NULL;
    if (!dims) return info->shape ? NULL : &info->base.base.base;
    if (!dims->count) return NULL;
    return relax_with_node(scratch, info, 0, times(scratch, dims->items[0], attrs->num_workers));
}

/* R.ccl.scatter_from_worker0(x, workers, axis) */
RELAX_INFER(scattered)
{
    const tunip_relax_scatter_collective_attrs *attrs =
        TUNIP_AS(tunip_relax_scatter_collective_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL;
    if (!dims || attrs->axis < 0 || (size_t)attrs->axis >= dims->count || !attrs->num_workers)
        return NULL;
    int64_t size;
    tunip_node *dim = dims->items[attrs->axis];
    if (relax_number(dim, &size) && size % attrs->num_workers) return NULL;
    return relax_with_node(
        scratch, info, (size_t)attrs->axis,
        relax_fold(scratch, &tunip_tir_div_type, dim, relax_int64(scratch, attrs->num_workers)));
}

/* ---- sizes of several arguments ---- */

/* R.collapse_sum_like(x, y) */
RELAX_INFER(collapsed)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *like = relax_tensor_arg(call, 1);
    tunip_relax_tensor_struct_info *copy = info && like ? relax_tensor_copy(scratch, like) : NULL;
    if (copy) copy->dtype = info->dtype;
    return (const tunip_node *)copy;
}

/* R.bucketize(x, boundaries, out_int32) */
RELAX_INFER(bucketized)
{
    const tunip_relax_bucketize_attrs *attrs = TUNIP_AS(tunip_relax_bucketize_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info) return NULL;
    tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, attrs->out_int32 ? 32 : 64, 1);
    const tunip_array *dims = relax_written_dims(info);
    return dims ? relax_tensor_of(scratch, dims, dtype, info->vdevice)
                : relax_tensor_ndim(scratch, info->ndim, dtype, info->vdevice);
}

/* R.multinomial_from_uniform(prob, uniform_sample, sample_indices, dtype) */
RELAX_INFER(sampled)
{
    const tunip_relax_multinomial_from_uniform_attrs *attrs =
        TUNIP_AS(tunip_relax_multinomial_from_uniform_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *prob = relax_tensor_arg(call, 0);
    const tunip_array *samples = relax_dims_arg(call, 1);
    int64_t ndim = 2;
    for (size_t i = 0; i < 3; i++) {
        const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, i);
        uint8_t code = i < 2 ? TUNIP_DTYPE_FLOAT : TUNIP_DTYPE_INT;
        if (!info || info->dtype.code != code) return NULL;
        if (info->ndim < 0) ndim = -1;
    }
    for (size_t i = 0; i < 3 && ndim == 2; i++)
        if (relax_tensor_arg(call, i)->ndim != 2) return NULL;
    if (!attrs) return NULL;
    if (ndim < 0 || !relax_dims_arg(call, 0) || !samples || !relax_dims_arg(call, 2))
        return relax_tensor_ndim(scratch, ndim, attrs->dtype, prob->vdevice);
    tunip_array *dims = relax_list(scratch, 2);
    if (!dims) return NULL;
    dims->items[0] = samples->items[0];
    dims->items[1] = relax_int64(scratch, 1);
    return relax_tensor_of(scratch, dims, attrs->dtype, prob->vdevice);
}

/* R.meshgrid((a, b)): each result has the sizes of all */
RELAX_INFER(meshed)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, 0));
    size_t count = tuple ? tunip_array_count(tuple->fields) : 0;
    tunip_array *dims = count ? relax_list(scratch, count) : NULL;
    tunip_array *fields = count ? relax_list(scratch, count) : NULL;
    const tunip_relax_tensor_struct_info *first = NULL;
    bool is_known = true;
    for (size_t i = 0; dims && i < count; i++) {
        const tunip_relax_tensor_struct_info *info =
            TUNIP_AS(tunip_relax_tensor_struct_info, tuple->fields->items[i]);
        const tunip_array *own = info ? relax_written_dims(info) : NULL;
        if (!first) first = info;
        if (!info || info->ndim != 1 || !tunip_dtype_equal(info->dtype, first->dtype) ||
            info->vdevice != first->vdevice)
            return NULL;
        is_known = is_known && own && !relax_is_unknown_dtype(info->dtype);
        if (own) dims->items[i] = own->items[0];
    }
    for (size_t i = 0; dims && fields && i < count; i++)
        fields->items[i] =
            (tunip_node *)(uintptr_t)(is_known ? relax_tensor_of(scratch, dims, first->dtype,
                                                                 first->vdevice)
                                               : relax_tensor_ndim(scratch, (int64_t)count,
                                                                   first->dtype, first->vdevice));
    return fields ? relax_tuple_of(scratch, fields) : NULL;
}

/* R.gather_nd(x, indices, batch_dims): the last axis of the indices lists those of `x` */
RELAX_INFER(picked)
{
    const tunip_relax_gather_nd_attrs *attrs = TUNIP_AS(tunip_relax_gather_nd_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs ? relax_dims_arg(call, 0) : NULL,
                      *indices = relax_dims_arg(call, 1);
    int64_t picked, batch = attrs && attrs->batch_dims ? attrs->batch_dims->value : 0;
    if (!attrs || !info || !relax_tensor_arg(call, 1) || batch < 0) return NULL;
    int64_t rank = relax_tensor_arg(call, 1)->ndim;
    if (info->ndim >= 0 && rank >= 0 && (batch > info->ndim || batch + 1 > rank)) return NULL;
    if (!indices || !indices->count || info->ndim < 0 ||
        !relax_number(indices->items[indices->count - 1], &picked))
        return relax_tensor_ndim(scratch, -1, info->dtype, info->vdevice);
    int64_t ndim = (int64_t)indices->count - 1 + info->ndim - picked - batch;
    if (!dims)
        return ndim < 0 ? NULL : relax_tensor_ndim(scratch, ndim, info->dtype, info->vdevice);
    if (picked + batch > (int64_t)dims->count) return NULL;
    size_t from = (size_t)(picked + batch), count = indices->count - 1;
    tunip_array *all = relax_list(scratch, count + dims->count - from);
    for (size_t i = 0; all && i < all->count; i++)
        all->items[i] = i < count ? indices->items[i] : dims->items[from + i - count];
    return all ? relax_tensor_of(scratch, all, info->dtype, info->vdevice) : NULL;
}

/* R.nn.nll_loss(predictions, targets, reduction): (n, c, d) and (n, d) give (n, d), or a number */
RELAX_INFER(nll_loss)
{
    const tunip_relax_nll_loss_attrs *attrs = TUNIP_AS(tunip_relax_nll_loss_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_tensor_struct_info *weights = relax_tensor_arg(call, 2);
    if (!attrs || !info || !relax_tensor_arg(call, 1)) return NULL;
    tunip_dtype dtype = weights ? relax_common_dtype(info->dtype, weights->dtype) : info->dtype;
    if (weights && weights->vdevice != info->vdevice) return NULL;
    tunip_array *dims = relax_list(scratch, 0);
    if (!tunip_str_is(tunip_string_value(attrs->reduction), "none"))
        return relax_tensor_of(scratch, dims, dtype, info->vdevice);
    const tunip_array *all = relax_written_dims(info);
    if (!all)
        return relax_tensor_ndim(scratch, info->ndim < 0 ? info->ndim : info->ndim - 1, dtype,
                                 info->vdevice);
    dims = relax_list(scratch, all->count ? all->count - 1 : 0);
    for (size_t i = 0; dims && i < dims->count; i++) dims->items[i] = all->items[i ? i + 1 : 0];
    return dims ? relax_tensor_of(scratch, dims, dtype, info->vdevice) : NULL;
}

/* ---- parts of an axis whose size is symbolic ---- */

enum { MOST_NESTED = 100 };

/* The least value of a size, where variables are not negative; a negative number if it is not
 * known. */
static int64_t least(const tunip_node *size, int depth)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, size);
    const tunip_tir_binary *both = (const tunip_tir_binary *)size;
    bool is_sum = tunip_is(size, &tunip_tir_add_type),
         is_product = tunip_is(size, &tunip_tir_mul_type);
    if (imm) return imm->value <= RELAX_LARGEST ? imm->value : RELAX_LARGEST;
    if (tunip_is_a(size, &tunip_tir_var_type)) return 0;
    if ((!is_sum && !is_product) || depth > MOST_NESTED) return -1;
    int64_t a = least(both->a, depth + 1), b = least(both->b, depth + 1);
    if (a < 0 || b < 0) return -1;
    int64_t result = is_sum ? a + b : a * b;
    return result <= RELAX_LARGEST ? result : RELAX_LARGEST;
}

static tunip_node *smaller(tunip_scratch *scratch, int64_t number, const tunip_node *size)
{
    if (number <= least(size, 0)) return relax_int64(scratch, number);
    return relax_fold(scratch, &tunip_tir_min_type, relax_int64(scratch, number), size);
}

tunip_node *relax_part_of(tunip_scratch *scratch, int64_t begin, int64_t end, bool is_rest,
                          const tunip_node *size)
{
    bool is_inside = begin <= least(size, 0);
    if (is_rest && begin == 0) return (tunip_node *)(uintptr_t)size;
    const tunip_node *low = relax_int64(scratch, begin);
    if (!is_rest && !is_inside) low = smaller(scratch, begin, size);
    const tunip_node *high = is_rest ? size : smaller(scratch, end, size);
    tunip_node *part = relax_simple(scratch, relax_fold(scratch, &tunip_tir_sub_type, high, low));
    if (is_inside || !is_rest) return part;
    return relax_fold(scratch, &tunip_tir_max_type, part, relax_int64(scratch, 0));
}

bool relax_reaches(const tunip_node *size, int64_t number)
{
    return number <= least(size, 0);
}
