/* broadcast.c -- operators of two tensors that are broadcast to one shape (TVM
 * src/relax/op/op_common.cc, tensor/binary.cc, tensor/linear_algebra.cc). */
#include "../equal.h"
#include "infer_rules.h"

static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};

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

static const tunip_ir_vdevice *vdevice_of(const tunip_relax_tensor_struct_info *info)
{
    return info && info->vdevice && info->vdevice->target ? info->vdevice : NULL;
}

bool relax_common_vdevice(const tunip_relax_call *call, const tunip_relax_tensor_struct_info *a,
                          const tunip_relax_tensor_struct_info *b, const tunip_ir_vdevice **out)
{
    if (tunip_array_count(call->sinfo_args)) {
        const tunip_relax_tensor_struct_info *named =
            TUNIP_AS(tunip_relax_tensor_struct_info, call->sinfo_args->items[0]);
        *out = named ? named->vdevice : NULL;
        return true;
    }
    const tunip_ir_vdevice *x = vdevice_of(a), *y = vdevice_of(b);
    *out = x ? x : y;
    return !x || !y || x == y;
}

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

tunip_dtype relax_common_dtype(tunip_dtype a, tunip_dtype b)
{
    return relax_is_unknown_dtype(a) || relax_is_unknown_dtype(b) ? unknown : a;
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
                                       const tunip_array *b)
{
    if (!a->count || !b->count) return NULL;
    tunip_array x = prefix_of(a), y = prefix_of(b);
    size_t count = x.count > y.count ? x.count : y.count;
    tunip_array *dims = relax_list(scratch, count + 2);
    if (!dims) return NULL;
    dims->count = count;
    matched result = broadcast(scratch, &x, &y, dims);
    if (a->count > 1) dims->items[dims->count++] = a->items[a->count - 2];
    if (b->count > 1) dims->items[dims->count++] = b->items[b->count - 1];
    return result == MATCH_FOUND ? dims : NULL;
}

/* The number of them; TUNIP_RELAX_UNKNOWN_NDIM if that of an operand is not known. */
static int64_t product_ndim(int64_t a, int64_t b)
{
    if (a == TUNIP_RELAX_UNKNOWN_NDIM || b == TUNIP_RELAX_UNKNOWN_NDIM)
        return TUNIP_RELAX_UNKNOWN_NDIM;
    int64_t x = a == 1 ? 2 : a, y = b == 1 ? 2 : b;
    return (x > y ? x : y) - (a == 1) - (b == 1);
}

/* R.matmul(a, b, out_dtype) */
RELAX_INFER(product)
{
    const tunip_relax_matmul_attrs *attrs = TUNIP_AS(tunip_relax_matmul_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *a = relax_tensor_arg(call, 0),
                                         *b = relax_tensor_arg(call, 1);
    if (!attrs || !a || !b) return NULL;
    const tunip_array *x = relax_written_dims(a), *y = relax_written_dims(b);
    const tunip_array *dims = x && y ? product_dims(scratch, x, y) : NULL;
    if (x && y && !dims) return NULL;
    const tunip_ir_vdevice *vdevice = a->vdevice ? a->vdevice : b->vdevice;
    if (a->vdevice && b->vdevice && a->vdevice != b->vdevice) vdevice = NULL;
    bool is_given = !relax_is_unknown_dtype(attrs->out_dtype);
    tunip_dtype dtype = is_given ? attrs->out_dtype : relax_common_dtype(a->dtype, b->dtype);
    return dims ? relax_tensor_of(scratch, dims, dtype, vdevice)
                : relax_tensor_ndim(scratch, product_ndim(a->ndim, b->ndim), dtype, vdevice);
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
