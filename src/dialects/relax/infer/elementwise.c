/* elementwise.c -- operators that compute each element of the result by itself. */
#include "../types.h"
#include "infer.h"

/* ==== Operators that compute each element by itself and keep the shape (TVM
 * src/relax/op/op_common.h, tensor/unary.cc, tensor/datatype.cc). */

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

/* ==== Operators of two tensors that are broadcast to one shape (TVM src/relax/op/op_common.cc,
 * tensor/binary.cc, tensor/linear_algebra.cc). */

/* ---- operands ---- */

typedef struct operand {
    const tunip_relax_tensor_struct_info *tensor; /* NULL for a number */
    const tunip_relax_prim_struct_info *prim;     /* NULL for a tensor */
    tunip_dtype dtype;
    const tunip_array *dims; /* or NULL */
    int64_t ndim;
} operand;

static bool find_operand(tunip_scratch *scratch, const tunip_relax_call *call, size_t index,
                         operand *out)
{
    const tunip_node *info = relax_arg_info(call, index);
    out->tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    out->prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    if (out->tensor) {
        out->dtype = out->tensor->dtype;
        out->dims = relax_known_dims(out->tensor);
        out->ndim = out->tensor->ndim;
    } else if (out->prim) { /* a number counts as a tensor of one element */
        tunip_array *one = relax_list(scratch, 1);
        if (one) one->items[0] = relax_int64(scratch, 1);
        out->dtype = out->prim->dtype;
        out->dims = one;
        out->ndim = 1;
    }
    return out->tensor || (out->prim && out->dims);
}

/* ---- shapes ---- */

/* The result of broadcasting one dimension. */
typedef enum matched { MATCH_FOUND, MATCH_NEVER, MATCH_UNKNOWN } matched;

static bool is_atom(const tunip_node *dim)
{
    return tunip_is(dim, &tunip_ir_int_imm_type) || tunip_is_a(dim, &tunip_tir_var_type);
}

static matched match_dim(tunip_scratch *scratch, tunip_node *a, tunip_node *b, tunip_node **out)
{
    const tunip_ir_int_imm *x = TUNIP_AS(tunip_ir_int_imm, a), *y = TUNIP_AS(tunip_ir_int_imm, b);
    *out = x && x->value == 1 ? b : a;
    if ((x && x->value == 1) || (y && y->value == 1)) return MATCH_FOUND;
    if (x && y) return x->value == y->value ? MATCH_FOUND : MATCH_UNKNOWN;
    if (relax_equal(scratch, a, b)) return MATCH_FOUND;
    return is_atom(a) && is_atom(b) ? MATCH_NEVER : MATCH_UNKNOWN;
}

static matched broadcast(tunip_scratch *scratch, const tunip_array *a, const tunip_array *b,
                         tunip_array *out)
{
    for (size_t i = 1; i <= out->count; i++) {
        tunip_node **at = &out->items[out->count - i];
        matched result = MATCH_FOUND;
        if (i > a->count)
            *at = b->items[b->count - i];
        else if (i > b->count)
            *at = a->items[a->count - i];
        else
            result = match_dim(scratch, a->items[a->count - i], b->items[b->count - i], at);
        if (result != MATCH_FOUND) return result;
    }
    return MATCH_FOUND;
}

/* ---- results ---- */

/* The broadcast of two tensors if one of the shapes is unknown. */
static const tunip_node *of_unknown_shape(tunip_scratch *scratch, const operand *a,
                                          const operand *b, tunip_dtype dtype,
                                          const tunip_ir_vdevice *vdevice)
{
    const tunip_node *shape = a->tensor && b->tensor ? a->tensor->shape : NULL;
    if (shape && shape == b->tensor->shape)
        return relax_tensor_shaped(scratch, shape, dtype, vdevice);
    int64_t ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    bool is_known = a->ndim != TUNIP_RELAX_UNKNOWN_NDIM && b->ndim != TUNIP_RELAX_UNKNOWN_NDIM;
    return relax_tensor_ndim(scratch, is_known ? ndim : TUNIP_RELAX_UNKNOWN_NDIM, dtype, vdevice);
}

static const tunip_node *prim_of(tunip_scratch *scratch, tunip_dtype dtype)
{
    tunip_relax_prim_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_prim_struct_info_type);
    if (info) info->dtype = dtype;
    return (const tunip_node *)info;
}

static const tunip_node *binary(tunip_scratch *scratch, const tunip_relax_call *call,
                                const operand *a, const operand *b, tunip_dtype dtype)
{
    const tunip_ir_vdevice *vdevice;
    if (a->prim && b->prim) return prim_of(scratch, dtype);
    if (!relax_common_vdevice(call, a->tensor, b->tensor, &vdevice)) return NULL;
    if (!a->dims || !b->dims) return of_unknown_shape(scratch, a, b, dtype, vdevice);
    tunip_array *dims =
        relax_list(scratch, a->dims->count > b->dims->count ? a->dims->count : b->dims->count);
    matched result = dims ? broadcast(scratch, a->dims, b->dims, dims) : MATCH_UNKNOWN;
    if (result == MATCH_FOUND) return relax_tensor_of(scratch, dims, dtype, vdevice);
    return result == MATCH_NEVER ? of_unknown_shape(scratch, a, b, dtype, vdevice) : NULL;
}

RELAX_INFER(arith)
{
    operand a, b;
    if (!find_operand(scratch, call, 0, &a) || !find_operand(scratch, call, 1, &b)) return NULL;
    return binary(scratch, call, &a, &b, relax_common_dtype(a.dtype, b.dtype));
}

RELAX_INFER(compare)
{
    operand a, b;
    if (!find_operand(scratch, call, 0, &a) || !find_operand(scratch, call, 1, &b)) return NULL;
    return binary(scratch, call, &a, &b, boolean);
}

/* ---- products ---- */

/* All dimensions except those of the matrix (the last two) or of the vector (the only one). */
static tunip_array prefix_of(const tunip_array *dims)
{
    tunip_array prefix = *dims;
    prefix.count -= dims->count == 1 ? 1 : 2;
    return prefix;
}

/* The dimensions of the product of two stacks of matrices. A vector counts as a matrix of one row
 * or one column, which the result does not have. */
static const tunip_array *product_dims(tunip_scratch *scratch, const tunip_array *a,
                                       const tunip_array *b, matched *result)
{
    *result = MATCH_UNKNOWN;
    if (!a->count || !b->count) return NULL;
    tunip_array x = prefix_of(a), y = prefix_of(b);
    size_t count = x.count > y.count ? x.count : y.count;
    tunip_array *dims = relax_list(scratch, count + 2);
    if (!dims) return NULL;
    dims->count = count;
    *result = broadcast(scratch, &x, &y, dims);
    if (a->count > 1) dims->items[dims->count++] = a->items[a->count - 2];
    if (b->count > 1) dims->items[dims->count++] = b->items[b->count - 1];
    return *result == MATCH_FOUND ? dims : NULL;
}

/* The number of dimensions of a product. */
static int64_t product_ndim(int64_t a, int64_t b)
{
    int64_t x = a == 1 ? 2 : a, y = b == 1 ? 2 : b;
    if (a < 0 || b < 0) return TUNIP_RELAX_UNKNOWN_NDIM;
    return (x > y ? x : y) - (a == 1) - (b == 1);
}

/* R.matmul(a, b, out_dtype) */
RELAX_INFER(product)
{
    const tunip_relax_matmul_attrs *attrs = TUNIP_AS(tunip_relax_matmul_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *a = relax_tensor_arg(call, 0),
                                         *b = relax_tensor_arg(call, 1);
    const tunip_array *x = a ? relax_written_dims(a) : NULL;
    const tunip_array *y = b ? relax_written_dims(b) : NULL;
    matched result = MATCH_NEVER;
    if (!attrs || !a || !b || !a->ndim || !b->ndim) return NULL;
    const tunip_array *dims = x && y ? product_dims(scratch, x, y, &result) : NULL;
    if (result == MATCH_UNKNOWN) return NULL;
    const tunip_ir_vdevice *vdevice = a->vdevice ? a->vdevice : b->vdevice;
    if (a->vdevice && b->vdevice && a->vdevice != b->vdevice) vdevice = NULL;
    bool is_given = !relax_is_unknown_dtype(attrs->out_dtype);
    tunip_dtype dtype = is_given ? attrs->out_dtype : relax_common_dtype(a->dtype, b->dtype);
    if (dims) return relax_tensor_of(scratch, dims, dtype, vdevice);
    return relax_tensor_ndim(scratch, product_ndim(a->ndim, b->ndim), dtype, vdevice);
}

/* R.where(condition, a, b): all three are broadcast. */
RELAX_INFER(choice)
{
    operand test, a, b;
    const tunip_ir_vdevice *vdevice, *common;
    if (!find_operand(scratch, call, 0, &test) || !find_operand(scratch, call, 1, &a) ||
        !find_operand(scratch, call, 2, &b) || !test.tensor || !a.tensor || !b.tensor)
        return NULL;
    tunip_dtype dtype = relax_common_dtype(a.dtype, b.dtype);
    if (!relax_common_vdevice(call, a.tensor, b.tensor, &vdevice)) return NULL;
    const tunip_relax_tensor_struct_info *chosen =
        TUNIP_AS(tunip_relax_tensor_struct_info, binary(scratch, call, &a, &b, dtype));
    if (!chosen || !relax_common_vdevice(call, test.tensor, chosen, &common)) return NULL;
    operand both = {
        .tensor = chosen, .dtype = dtype, .dims = relax_known_dims(chosen), .ndim = chosen->ndim};
    return binary(scratch, call, &test, &both, dtype);
}
