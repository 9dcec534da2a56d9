/* parts.c -- operators that put the struct info of their result together of parts of those of their
 * arguments (TVM src/relax/op/tensor/manipulate.cc, set.cc, create.cc, linear_algebra.cc, qdq.cc,
 * nn/nn.cc, nn/attention.cc). */
#include "../equal.h"
#include "infer_rules.h"

static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

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
