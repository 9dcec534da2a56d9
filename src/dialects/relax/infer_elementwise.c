/* infer_elementwise.c -- operators that work on each element: of one tensor, or of two that are
 * broadcast to one shape (TVM src/relax/op/op_common.cc, tensor/unary.cc, tensor/binary.cc). */
#include "equal.h"
#include "infer_rules.h"
#include "struct_info.h"

static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};

/* What is known of each dimension; NULL when the shape is not. */
static const tunip_array *dims_of(const relax_tensor_struct_info *info)
{
    const relax_shape_expr *shape = TUNIP_AS(relax_shape_expr, info->shape);
    if (shape) return shape->values;
    const relax_shape_struct_info *known =
        TUNIP_AS(relax_shape_struct_info, relax_struct_info_of(info->shape));
    return known ? known->values : NULL;
}

/* ---- of one tensor ---- */

/* The first argument's struct info with another dtype. */
static const tunip_node *with_dtype(tunip_docsifier *d, const relax_call *call, tunip_dtype dtype)
{
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    relax_tensor_struct_info *copy = info ? relax_tensor_copy(d, info) : NULL;
    if (copy) copy->dtype = dtype;
    return (const tunip_node *)copy;
}

/* The same, on the device that the call may name. */
static const tunip_node *elementwise(tunip_docsifier *d, const relax_call *call, tunip_dtype dtype)
{
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    if (!info || !tunip_array_count(call->sinfo_args)) return with_dtype(d, call, dtype);
    const relax_tensor_struct_info *named =
        TUNIP_AS(relax_tensor_struct_info, call->sinfo_args->items[0]);
    bool is_known = named && named->vdevice;
    return is_known ? relax_tensor_of(d, dims_of(info), dtype, named->vdevice) : NULL;
}

RELAX_INFER(first)
{
    (void)d;
    return (const tunip_node *)relax_tensor_arg(call, 0);
}

RELAX_INFER(unary)
{
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    return info ? elementwise(d, call, info->dtype) : NULL;
}

RELAX_INFER(check)
{
    return elementwise(d, call, boolean);
}

RELAX_INFER(cast)
{
    const relax_astype_attrs *attrs = TUNIP_AS(relax_astype_attrs, call->attrs);
    return attrs ? with_dtype(d, call, attrs->dtype) : NULL;
}

RELAX_INFER(to_device)
{
    const relax_to_vdevice_attrs *attrs = TUNIP_AS(relax_to_vdevice_attrs, call->attrs);
    const relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    relax_tensor_struct_info *copy = attrs && info ? relax_tensor_copy(d, info) : NULL;
    if (copy) copy->vdevice = attrs->dst_vdevice;
    return (const tunip_node *)copy;
}

/* R.zeros_like(x), R.ones_like(x, dtype) */
RELAX_INFER(like)
{
    const relax_init_attrs *attrs = TUNIP_AS(relax_init_attrs, call->attrs);
    if (!attrs) return NULL;
    bool same = relax_is_unknown_dtype(attrs->dtype);
    return same ? relax_infer_first(d, call) : with_dtype(d, call, attrs->dtype);
}

/* ---- of two ---- */

typedef struct operand {
    const relax_tensor_struct_info *tensor; /* NULL for a number */
    const relax_prim_struct_info *prim;     /* NULL for a tensor */
    tunip_dtype dtype;
    const tunip_array *dims; /* or NULL */
    int64_t ndim;
} operand;

static bool find_operand(tunip_docsifier *d, const relax_call *call, size_t index, operand *out)
{
    const tunip_node *info = relax_arg_info(call, index);
    out->tensor = TUNIP_AS(relax_tensor_struct_info, info);
    out->prim = TUNIP_AS(relax_prim_struct_info, info);
    if (out->tensor) {
        out->dtype = out->tensor->dtype;
        out->dims = dims_of(out->tensor);
        out->ndim = out->tensor->ndim;
    } else if (out->prim) { /* counts as a tensor of one element */
        tunip_array *one = relax_list(d, 1);
        if (one) one->items[0] = relax_int64(d, 1);
        out->dtype = out->prim->dtype;
        out->dims = one;
        out->ndim = 1;
    }
    return out->tensor || (out->prim && out->dims);
}

/* What is to be said of one dimension of the result. */
typedef enum matched { MATCH_FOUND, MATCH_NEVER, MATCH_UNKNOWN } matched;

static bool is_atom(const tunip_node *dim)
{
    return tunip_is(dim, &ir_int_imm_type) || tunip_is_a(dim, &tir_var_type);
}

static matched match_dim(tunip_docsifier *d, tunip_node *a, tunip_node *b, tunip_node **out)
{
    const ir_int_imm *x = TUNIP_AS(ir_int_imm, a), *y = TUNIP_AS(ir_int_imm, b);
    *out = x && x->value == 1 ? b : a;
    if ((x && x->value == 1) || (y && y->value == 1)) return MATCH_FOUND;
    if (x && y) return x->value == y->value ? MATCH_FOUND : MATCH_UNKNOWN;
    if (relax_equal(d, a, b)) return MATCH_FOUND;
    return is_atom(a) && is_atom(b) ? MATCH_NEVER : MATCH_UNKNOWN;
}

static matched broadcast(tunip_docsifier *d, const tunip_array *a, const tunip_array *b,
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
            result = match_dim(d, a->items[a->count - i], b->items[b->count - i], at);
        if (result != MATCH_FOUND) return result;
    }
    return MATCH_FOUND;
}

static const ir_vdevice *vdevice_of(const relax_tensor_struct_info *info)
{
    return info && info->vdevice && info->vdevice->target ? info->vdevice : NULL;
}

/* The device of the result; false when the operands disagree. */
static bool find_vdevice(const relax_call *call, const operand *a, const operand *b,
                         const ir_vdevice **out)
{
    if (tunip_array_count(call->sinfo_args)) {
        const relax_tensor_struct_info *named =
            TUNIP_AS(relax_tensor_struct_info, call->sinfo_args->items[0]);
        *out = named ? named->vdevice : NULL;
        return true;
    }
    const ir_vdevice *x = vdevice_of(a->tensor), *y = vdevice_of(b->tensor);
    *out = x ? x : y;
    return !x || !y || x == y;
}

/* What two tensors whose shapes are not both known are broadcast to. */
static const tunip_node *of_unknown_shape(tunip_docsifier *d, const operand *a, const operand *b,
                                          tunip_dtype dtype, const ir_vdevice *vdevice)
{
    const tunip_node *shape = a->tensor && b->tensor ? a->tensor->shape : NULL;
    if (shape && shape == b->tensor->shape) return relax_tensor_shaped(d, shape, dtype, vdevice);
    int64_t ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    bool is_known = a->ndim != RELAX_UNKNOWN_NDIM && b->ndim != RELAX_UNKNOWN_NDIM;
    return relax_tensor_ndim(d, is_known ? ndim : RELAX_UNKNOWN_NDIM, dtype, vdevice);
}

static const tunip_node *prim_of(tunip_docsifier *d, tunip_dtype dtype)
{
    relax_prim_struct_info *info = relax_temporary(d, &relax_prim_struct_info_type);
    if (info) info->dtype = dtype;
    return (const tunip_node *)info;
}

static const tunip_node *binary(tunip_docsifier *d, const relax_call *call, const operand *a,
                                const operand *b, tunip_dtype dtype)
{
    const ir_vdevice *vdevice;
    if (a->prim && b->prim) return prim_of(d, dtype);
    if (!find_vdevice(call, a, b, &vdevice)) return NULL;
    if (!a->dims || !b->dims) return of_unknown_shape(d, a, b, dtype, vdevice);
    tunip_array *dims = relax_list(d, a->dims->count > b->dims->count ? a->dims->count
                                                                      : b->dims->count);
    matched result = dims ? broadcast(d, a->dims, b->dims, dims) : MATCH_UNKNOWN;
    if (result == MATCH_FOUND) return relax_tensor_of(d, dims, dtype, vdevice);
    return result == MATCH_NEVER ? of_unknown_shape(d, a, b, dtype, vdevice) : NULL;
}

RELAX_INFER(arith)
{
    operand a, b;
    if (!find_operand(d, call, 0, &a) || !find_operand(d, call, 1, &b)) return NULL;
    bool is_unknown = relax_is_unknown_dtype(a.dtype) || relax_is_unknown_dtype(b.dtype);
    return binary(d, call, &a, &b, is_unknown ? unknown : a.dtype);
}

RELAX_INFER(compare)
{
    operand a, b;
    if (!find_operand(d, call, 0, &a) || !find_operand(d, call, 1, &b)) return NULL;
    return binary(d, call, &a, &b, boolean);
}
