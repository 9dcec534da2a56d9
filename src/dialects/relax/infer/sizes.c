/* sizes.c -- operators whose result has other sizes than their argument along some axes: padding,
 * collectives, shuffled pixels; and operators that take their sizes from several arguments (TVM
 * src/relax/op/nn/nn.cc, ccl/ccl.cc, tensor/manipulate.cc, search.cc, sampling.cc). */
#include "../equal.h"
#include "infer_rules.h"

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
