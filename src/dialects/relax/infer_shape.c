/* infer_shape.c -- operators that make or change shapes, as far as that needs no proof (TVM
 * src/relax/op/tensor/create.cc, manipulate.cc, statistical.cc). */
#include "infer_rules.h"
#include "struct_info.h"

static int64_t axis_at(const tunip_array *axes, size_t index, int64_t ndim)
{
    const ir_int_imm *axis = TUNIP_AS(ir_int_imm, axes->items[index]);
    return axis ? relax_axis(axis->value, ndim) : -1;
}

/* Which of `ndim` axes are listed; NULL when one is listed twice or is none of them. */
static const bool *mark_axes(tunip_docsifier *d, const tunip_array *axes, int64_t ndim)
{
    bool *marks = ndim < 0 ? NULL : tunip_job_alloc(d, (size_t)ndim + 1);
    for (size_t i = 0; marks && i < tunip_array_count(axes); i++) {
        int64_t axis = axis_at(axes, i, ndim);
        if (axis < 0 || marks[axis]) return NULL;
        marks[axis] = true;
    }
    return marks;
}

/* ---- the shape is an argument ---- */

/* R.ones(shape, dtype), R.zeros(shape, dtype) */
RELAX_INFER(filled)
{
    const relax_init_attrs *attrs = TUNIP_AS(relax_init_attrs, call->attrs);
    if (!attrs || tunip_array_count(call->args) != 1) return NULL;
    return relax_tensor_shaped(d, call->args->items[0], attrs->dtype, NULL);
}

/* R.full(shape, value, dtype) */
RELAX_INFER(full)
{
    const relax_init_attrs *attrs = TUNIP_AS(relax_init_attrs, call->attrs);
    const relax_tensor_struct_info *value = relax_tensor_arg(call, 1);
    if (!attrs || !value) return NULL;
    bool is_given = !relax_is_unknown_dtype(attrs->dtype);
    return relax_tensor_shaped(d, call->args->items[0], is_given ? attrs->dtype : value->dtype,
                               value->vdevice);
}

/* R.broadcast_to(x, shape) */
RELAX_INFER(given_shape)
{
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || tunip_array_count(call->args) != 2) return NULL;
    return relax_tensor_shaped(d, call->args->items[1], info->dtype, info->vdevice);
}

/* R.reshape(x, shape): what is known of a variable is written out. */
RELAX_INFER(reshaped)
{
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const relax_shape_struct_info *shape =
        TUNIP_AS(relax_shape_struct_info, relax_arg_info(call, 1));
    if (!info || !shape) return NULL;
    if (tunip_is_a(call->args->items[1], &relax_var_type) && shape->values)
        return relax_tensor_of(d, shape->values, info->dtype, info->vdevice);
    return relax_infer_given_shape(d, call);
}

/* ---- some dimensions go ---- */

/* Those that stay, and ones in the place of the others when these are kept. */
static tunip_array *remaining_dims(tunip_docsifier *d, const tunip_array *dims, const bool *marks,
                                   bool keeps)
{
    tunip_array *rest = relax_list(d, dims->count);
    size_t count = 0;
    for (size_t i = 0; rest && i < dims->count; i++) {
        if (!marks[i])
            rest->items[count++] = dims->items[i];
        else if (keeps)
            rest->items[count++] = relax_int64(d, 1);
    }
    if (rest) rest->count = count;
    return rest;
}

/* Of all axes when none are given. */
static const bool *reduced_axes(tunip_docsifier *d, const tunip_array *axes, int64_t ndim)
{
    if (axes || ndim < 0) return mark_axes(d, axes, ndim);
    bool *marks = tunip_job_alloc(d, (size_t)ndim + 1);
    if (marks) memset(marks, true, (size_t)ndim);
    return marks;
}

/* R.sum(x, axis, keepdims) and its kin */
RELAX_INFER(reduced)
{
    const relax_statistical_attrs *attrs = TUNIP_AS(relax_statistical_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs && info ? relax_written_dims(info) : NULL;
    const bool *marks = dims ? reduced_axes(d, attrs->axis, info->ndim) : NULL;
    if (!marks) return NULL;
    return relax_tensor_of(d, remaining_dims(d, dims, marks, attrs->keepdims), info->dtype,
                           info->vdevice);
}

/* ---- dimensions move ---- */

static bool is_identity(const tunip_array *axes, int64_t ndim)
{
    for (size_t i = 0; i < tunip_array_count(axes); i++)
        if (axis_at(axes, i, ndim) != (int64_t)i) return false;
    return axes || ndim < 2;
}

/* R.permute_dims(x, axes): in reverse when no axes are given */
RELAX_INFER(permuted)
{
    const relax_permute_dims_attrs *attrs = TUNIP_AS(relax_permute_dims_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!attrs || !info || info->ndim < 0) return NULL;
    const tunip_array *axes = attrs->axes, *dims = relax_written_dims(info);
    if (axes && ((int64_t)axes->count != info->ndim || !mark_axes(d, axes, info->ndim)))
        return NULL;
    if (is_identity(axes, info->ndim)) return &info->base.base.base;
    if (!dims) return relax_tensor_ndim(d, info->ndim, info->dtype, info->vdevice);
    tunip_array *moved = relax_list(d, dims->count);
    for (size_t i = 0; moved && i < dims->count; i++) {
        size_t from = axes ? (size_t)axis_at(axes, i, info->ndim) : dims->count - 1 - i;
        moved->items[i] = dims->items[from];
    }
    return relax_tensor_of(d, moved, info->dtype, info->vdevice);
}

/* R.expand_dims(x, axis) */
RELAX_INFER(expanded)
{
    const relax_expand_dims_attrs *attrs = TUNIP_AS(relax_expand_dims_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs && info ? relax_written_dims(info) : NULL;
    if (!dims || !tunip_array_count(attrs->axis)) return NULL;
    size_t count = dims->count + attrs->axis->count, from = 0;
    const bool *marks = mark_axes(d, attrs->axis, (int64_t)count);
    tunip_array *all = marks ? relax_list(d, count) : NULL;
    for (size_t i = 0; all && i < count; i++)
        all->items[i] = marks[i] ? relax_int64(d, 1) : dims->items[from++];
    return relax_tensor_of(d, all, info->dtype, info->vdevice);
}

/* ---- one dimension changes ---- */

/* `info` with the dimension `axis` changed to a number. */
static const tunip_node *with_dim(tunip_docsifier *d, const relax_tensor_struct_info *info,
                                  size_t axis, int64_t dim)
{
    const tunip_array *dims = relax_written_dims(info);
    tunip_array *changed = relax_list(d, dims->count);
    if (!changed) return NULL;
    memcpy(changed->items, dims->items, dims->count * sizeof *changed->items);
    changed->items[axis] = relax_int64(d, dim);
    return relax_tensor_of(d, changed, info->dtype, info->vdevice);
}

/* The number that a dimension is known to be; -1 when it is not. */
static int64_t known_dim(const tunip_array *dims, int64_t axis)
{
    const ir_int_imm *dim = axis < 0 ? NULL : TUNIP_AS(ir_int_imm, dims->items[axis]);
    return dim ? dim->value : -1;
}

enum { MOST_PARTS = 1024, MOST_ELEMENTS = INT32_MAX };

/* R.split(x, parts, axis), where the axis has a known number of elements */
RELAX_INFER(split)
{
    const relax_split_attrs *attrs = TUNIP_AS(relax_split_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const ir_int_imm *parts = TUNIP_AS(ir_int_imm, attrs ? attrs->indices_or_sections : NULL);
    const tunip_array *dims = parts && info ? relax_written_dims(info) : NULL;
    int64_t axis = dims ? relax_axis(attrs->axis, info->ndim) : -1;
    int64_t dim = dims ? known_dim(dims, axis) : -1;
    if (dim < 0 || parts->value < 1 || parts->value > MOST_PARTS) return NULL;
    if (parts->value == 1) return &info->base.base.base;
    int64_t size = dim / parts->value + (dim % parts->value != 0);
    tunip_array *fields = relax_list(d, (size_t)parts->value);
    for (size_t i = 0; fields && i < fields->count; i++) {
        bool is_last = i + 1 == fields->count;
        int64_t rest = dim - size * (parts->value - 1);
        fields->items[i] =
            (tunip_node *)(uintptr_t)with_dim(d, info, (size_t)axis, is_last ? rest : size);
    }
    return relax_tuple_of(d, fields);
}

/* R.repeat(x, repeats, axis) */
RELAX_INFER(repeated)
{
    const relax_repeat_attrs *attrs = TUNIP_AS(relax_repeat_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs && attrs->axis && info ? relax_written_dims(info) : NULL;
    if (!dims) return NULL;
    int64_t axis = relax_axis(attrs->axis->value, info->ndim), dim = known_dim(dims, axis);
    if (dim < 0 || dim > MOST_ELEMENTS || attrs->repeats < 0 || attrs->repeats > MOST_ELEMENTS)
        return NULL;
    return with_dim(d, info, (size_t)axis, dim * attrs->repeats);
}

/* R.topk(x, k, axis, ret_type): values, indices or both */
RELAX_INFER(topk)
{
    const relax_topk_attrs *attrs = TUNIP_AS(relax_topk_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_array *dims = attrs && info ? relax_written_dims(info) : NULL;
    int64_t axis = dims ? relax_axis(attrs->axis, info->ndim) : -1;
    int64_t dim = dims ? known_dim(dims, axis) : -1;
    if (axis < 0) return NULL;
    bool cuts = attrs->k > 0 && (dim < 0 || attrs->k < dim);
    const tunip_node *values =
        cuts ? with_dim(d, info, (size_t)axis, attrs->k) : &info->base.base.base;
    relax_tensor_struct_info *indices =
        values ? relax_tensor_copy(d, (const relax_tensor_struct_info *)values) : NULL;
    tunip_array *both = relax_list(d, 2);
    if (!indices || !both) return NULL;
    if (!relax_is_unknown_dtype(attrs->dtype)) indices->dtype = attrs->dtype;
    both->items[0] = (tunip_node *)(uintptr_t)values;
    both->items[1] = &indices->base.base.base;
    tunip_str wanted = tunip_string_value(attrs->ret_type);
    if (tunip_str_is(wanted, "both")) return relax_tuple_of(d, both);
    return both->items[tunip_str_is(wanted, "indices")];
}
