/* infer.c -- infers the struct info of values: of calls by the rows of ops.def, of tuples and of
 * their items. */
#include "infer.h"
#include "../ops.h"
#include "../types.h"

/* ==== Operators whose call contains the struct info of the result, or that have no result (TVM
 * src/relax/op/op.cc). */

/* ---- independent of the arguments ---- */

RELAX_INFER(nothing)
{
    (void)call;
    return relax_tuple_of(scratch, relax_list(scratch, 0));
}

RELAX_INFER(object)
{
    (void)call;
    return tunip_ir_temporary(scratch, &tunip_relax_object_struct_info_type);
}

/* ---- given by the call ---- */

/* The struct info that the call contains. */
RELAX_INFER(output)
{
    (void)scratch;
    return tunip_array_count(call->sinfo_args) == 1 ? call->sinfo_args->items[0] : NULL;
}

RELAX_INFER(closure)
{
    size_t count = tunip_array_count(call->sinfo_args);
    if (count == 0) return relax_infer_object(scratch, call);
    return count == 1 ? call->sinfo_args->items[0] : relax_tuple_of(scratch, call->sinfo_args);
}

/* R.call_builtin_with_ctx("f", (x,)) */
RELAX_INFER(builtin)
{
    return tunip_array_count(call->sinfo_args) ? relax_infer_output(scratch, call)
                                               : relax_infer_nothing(scratch, call);
}

/* The result of a foreign function is in the struct info of the function or in the call. */
RELAX_INFER(packed)
{
    const tunip_relax_func_struct_info *callee =
        TUNIP_AS(tunip_relax_func_struct_info, relax_arg_info(call, 0));
    if (!callee || callee->params) return NULL;
    if (!callee->derive_func) return callee->ret;
    tunip_str name = tunip_string_value(callee->derive_func->name);
    bool by_call = tunip_str_is(name, "tvm.relax.struct_info.infer_by_sinfo_args");
    return by_call ? relax_infer_closure(scratch, call) : NULL;
}

/* The struct info of the first argument. */
RELAX_INFER(same)
{
    (void)scratch;
    return relax_arg_info(call, 0);
}

/* ==== Operators that allocate memory, with the shape and the dtype as arguments (TVM
 * src/relax/op/op.cc, memory/view.cc). */

/* Gets an argument that is a dtype; false if it is not one. */
static bool get_dtype(const tunip_relax_call *call, size_t index, tunip_dtype *out)
{
    const tunip_relax_data_type_imm *imm = NULL;
    if (index < tunip_array_count(call->args))
        imm = TUNIP_AS(tunip_relax_data_type_imm, call->args->items[index]);
    if (imm) *out = imm->value;
    return imm != NULL;
}

/* The shape is the argument at index `shape`, and the dtype is the next one. */
static const tunip_node *allocated(tunip_scratch *scratch, const tunip_relax_call *call,
                                   size_t shape)
{
    tunip_dtype dtype;
    if (!get_dtype(call, shape + 1, &dtype)) return NULL;
    return relax_tensor_shaped(scratch, call->args->items[shape], dtype, NULL);
}

/* R.builtin.alloc_tensor(shape, dtype, ...) */
RELAX_INFER(allocated)
{
    return allocated(scratch, call, 0);
}

/* R.memory.alloc_tensor(storage, offset, shape, dtype) */
RELAX_INFER(placed)
{
    return allocated(scratch, call, 2);
}

/* The known dimensions of a shape. */
static const tunip_node *of_shape(tunip_scratch *scratch,
                                  const tunip_relax_shape_struct_info *shape, tunip_dtype dtype,
                                  const tunip_ir_vdevice *vdevice)
{
    if (shape->values) return relax_tensor_of(scratch, shape->values, dtype, vdevice);
    return relax_tensor_ndim(scratch, shape->ndim, dtype, vdevice);
}

/* R.vm.alloc_tensor(storage, offset, shape, dtype, ...) */
RELAX_INFER(placed_by_vm)
{
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 2));
    tunip_dtype dtype;
    return shape && get_dtype(call, 3, &dtype) ? of_shape(scratch, shape, dtype, NULL) : NULL;
}

/* Whether an argument is an empty tuple. The operator then keeps this property of its input. */
static bool is_left_out(const tunip_relax_call *call, size_t index)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_arg_info(call, index));
    return tuple && !tunip_array_count(tuple->fields);
}

/* R.memory.view(x, shape, dtype, offset) */
RELAX_INFER(view)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_shape_struct_info *shape =
        TUNIP_AS(tunip_relax_shape_struct_info, relax_arg_info(call, 1));
    if (!info) return NULL;
    tunip_dtype dtype = info->dtype;
    if (!is_left_out(call, 2) && !get_dtype(call, 2, &dtype)) return NULL;
    if (shape) return of_shape(scratch, shape, dtype, info->vdevice);
    if (!is_left_out(call, 1)) return NULL;
    const tunip_array *dims = relax_known_dims(info);
    return dims ? relax_tensor_of(scratch, dims, dtype, info->vdevice)
                : relax_tensor_ndim(scratch, info->ndim, dtype, info->vdevice);
}

/* ==== Operators that give a part of a tensor at run time; what the struct info of the tensor says
 * is known before (TVM src/relax/op/tensor/inspect.cc). */

static const tunip_node *prim_of(tunip_scratch *scratch, tunip_dtype dtype, const tunip_node *value)
{
    tunip_relax_prim_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_prim_struct_info_type);
    if (!info) return NULL;
    info->dtype = value ? tunip_ir_dtype_of(value) : dtype;
    info->value = (tunip_node *)(uintptr_t)value;
    return (const tunip_node *)info;
}

/* A number of this dtype; without `is_known`, just some number. */
static const tunip_node *number_of(tunip_scratch *scratch, tunip_dtype dtype, bool is_known,
                                   int64_t value)
{
    tunip_ir_int_imm *imm = is_known ? tunip_ir_temporary(scratch, &tunip_ir_int_imm_type) : NULL;
    if (is_known && !imm) return NULL;
    if (imm) {
        imm->base.dtype = dtype;
        imm->value = value;
    }
    return prim_of(scratch, dtype, (const tunip_node *)imm);
}

static const tunip_relax_tensor_struct_info *only_tensor(const tunip_relax_call *call)
{
    return tunip_array_count(call->args) == 1 ? relax_tensor_arg(call, 0) : NULL;
}

RELAX_INFER(dtype_code)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(8), !relax_is_unknown_dtype(info->dtype),
                     info->dtype.code);
}

RELAX_INFER(dtype_bits)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(8), !relax_is_unknown_dtype(info->dtype),
                     info->dtype.bits);
}

RELAX_INFER(dtype_lanes)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(16), !relax_is_unknown_dtype(info->dtype),
                     info->dtype.lanes);
}

RELAX_INFER(ndim)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    return info ? number_of(scratch, TUNIP_INT(32), info->ndim >= 0, info->ndim) : NULL;
}

/* Relax knows only tensors that begin where their memory begins. */
RELAX_INFER(offset)
{
    const tunip_relax_tensor_struct_info *info = only_tensor(call);
    if (!info) return NULL;
    return number_of(scratch, TUNIP_UINT(64), relax_known_dims(info) != NULL, 0);
}

/* Gets the axis that is asked for, -1 if it is no constant; false if the tensor has none such. */
static bool get_axis(const tunip_relax_call *call, int64_t *out)
{
    const tunip_relax_tensor_struct_info *info = relax_tensor_arg(call, 0);
    const tunip_relax_prim_struct_info *axis =
        TUNIP_AS(tunip_relax_prim_struct_info, relax_arg_info(call, 1));
    if (!info || !axis || tunip_array_count(call->args) != 2) return false;
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, axis->value);
    *out = imm ? imm->value : -1;
    return !imm || (imm->value >= 0 && (info->ndim < 0 || imm->value < info->ndim));
}

static const tunip_node *any_int64(tunip_scratch *scratch)
{
    return number_of(scratch, TUNIP_INT(64), false, 0);
}

RELAX_INFER(dimension)
{
    int64_t axis;
    if (!get_axis(call, &axis)) return NULL;
    const tunip_array *dims = relax_known_dims(relax_tensor_arg(call, 0));
    if (axis < 0 || !dims) return any_int64(scratch);
    return prim_of(scratch, tunip_ir_dtype_of(dims->items[axis]), dims->items[axis]);
}

/* The stride of a compact tensor. */
RELAX_INFER(stride)
{
    int64_t axis;
    if (!get_axis(call, &axis)) return NULL;
    const tunip_array *dims = relax_known_dims(relax_tensor_arg(call, 0));
    if (axis < 0 || !dims) return any_int64(scratch);
    const tunip_node *product = relax_int64(scratch, 1);
    for (size_t i = (size_t)axis + 1; i < dims->count; i++)
        product = relax_fold(scratch, &tunip_tir_mul_type, product, dims->items[i]);
    return product ? prim_of(scratch, tunip_ir_dtype_of(product), product) : NULL;
}

/* ==== Which results of calls of tensor IR may be written over arguments (TVM src/relax/op/op.cc,
 * NormalizeCallTIRInPlace). */

bool relax_is_tir_call(const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    return op && op->calls_tir;
}

static bool are_same_dims(tunip_scratch *scratch, const tunip_array *a, const tunip_array *b)
{
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        const tunip_node *rest = relax_fold(scratch, &tunip_tir_sub_type, a->items[i], b->items[i]);
        if (!tunip_ir_is_int(relax_simple(scratch, rest), 0)) return false;
    }
    return true;
}

static bool is_like(tunip_scratch *scratch, const tunip_node *output, const tunip_node *input)
{
    const tunip_relax_tensor_struct_info *out = TUNIP_AS(tunip_relax_tensor_struct_info, output);
    const tunip_relax_tensor_struct_info *in = TUNIP_AS(tunip_relax_tensor_struct_info, input);
    if (!out || !in || !out->shape || !in->shape) return false;
    if (!out->dtype.bits || !tunip_dtype_equal(out->dtype, in->dtype)) return false;
    const tunip_array *a = relax_known_dims(out), *b = relax_known_dims(in);
    return a && b ? are_same_dims(scratch, a, b) : relax_equal(scratch, out->shape, in->shape);
}

/* The argument that a result overwrites; -1 for a new tensor. */
static int64_t place_of(const tunip_array *places, size_t index)
{
    const tunip_ir_int_imm *place = TUNIP_AS(tunip_ir_int_imm, places->items[index]);
    return place ? (int32_t)place->value : INT64_MIN;
}

static relax_place_fault fault_of(tunip_scratch *scratch, const tunip_array *args,
                                  const tunip_array *places, relax_places *at)
{
    at->place = place_of(places, at->result);
    if (at->place == -1) return RELAX_PLACES_FIT;
    if (at->place < 0 || at->place >= (int64_t)tunip_array_count(args)) return RELAX_PLACE_UNKNOWN;
    for (size_t i = 0; i < at->result; i++)
        if (place_of(places, i) == at->place) return RELAX_PLACE_TWICE;
    at->input = tunip_relax_struct_info_of(args->items[at->place]);
    return is_like(scratch, at->output, at->input) ? RELAX_PLACES_FIT : RELAX_PLACE_UNLIKE;
}

relax_places relax_check_places(tunip_scratch *scratch, const tunip_relax_call *call)
{
    relax_places at = {.fault = RELAX_PLACES_FIT};
    const tunip_relax_call_tir_inplace_attrs *attrs =
        TUNIP_AS(tunip_relax_call_tir_inplace_attrs, call->attrs);
    bool has_args = tunip_array_count(call->args) > 1 && tunip_array_count(call->sinfo_args);
    const tunip_relax_tuple *args =
        TUNIP_AS(tunip_relax_tuple, has_args ? call->args->items[1] : NULL);
    if (!attrs || !args) return at;
    const tunip_node *info = call->sinfo_args->items[0];
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    size_t fresh = 0;
    at.results = tuple ? tunip_array_count(tuple->fields) : 1;
    at.places = tunip_array_count(attrs->inplace_indices);
    if (at.places != at.results) at.fault = RELAX_PLACES_MISSING;
    for (; !at.fault && at.result < at.places; at.result++) {
        at.output = tuple ? tuple->fields->items[at.result] : info;
        at.fault = fault_of(scratch, args->fields, attrs->inplace_indices, &at);
        fresh += at.place == -1;
        if (at.fault) break;
    }
    if (!at.fault && fresh == at.places) at.fault = RELAX_PLACES_UNUSED;
    return at;
}

/* ==== Infers the struct info of values. TVM asks each operator, and some operators ask an
 * arithmetic prover, which tunip does not have. Struct info that is not inferred here is printed.
 */

/* ---- operators ---- */

bool relax_infers_always(const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const relax_op *op = call ? relax_op_of(call) : NULL;
    return op && op->shows_info;
}

/* Whether a foreign function makes a view of its first argument. */
static bool makes_view(const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    const tunip_ir_env_func *derive = func ? func->derive_func : NULL;
    return derive &&
           tunip_str_is(tunip_string_value(derive->name), "tvm.relax.struct_info.infer_view_sinfo");
}

static const tunip_node *infer_call(tunip_scratch *scratch, const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    if (op && op->infer) return op->infer(scratch, call);
    return makes_view(call) ? relax_infer_view(scratch, call) : NULL;
}

/* How many arguments the operators of a rule take: tensors or numbers. */
typedef struct rule_args {
    relax_infer_fn infer;
    size_t count;
} rule_args;

static const rule_args all_args[] = {
    {relax_infer_unary, 1},   {relax_infer_real, 1},     {relax_infer_check, 1},
    {relax_infer_cast, 1},    {relax_infer_reduced, 1},  {relax_infer_arith, 2},
    {relax_infer_compare, 2}, {relax_infer_permuted, 1}, {relax_infer_product, 2},
};

static bool is_operand(const tunip_node *arg)
{
    const tunip_node *info = tunip_relax_struct_info_of(arg);
    return tunip_is(info, &tunip_relax_tensor_struct_info_type) ||
           tunip_is(info, &tunip_relax_prim_struct_info_type) ||
           tunip_is(info, &tunip_relax_dtensor_struct_info_type);
}

static bool has_args(const relax_op *op, const tunip_relax_call *call)
{
    const rule_args *row = NULL;
    for (size_t i = 0; i < TUNIP_LEN(all_args) && !row; i++)
        if (op->infer == all_args[i].infer) row = &all_args[i];
    if (!row) return true;
    if (tunip_array_count(call->args) != row->count) return false;
    for (size_t i = 0; i < row->count; i++)
        if (!is_operand(call->args->items[i])) return false;
    return true;
}

/* Whether a permutation is one of another number of axes than its tensor has. */
static bool has_other_axes(const tunip_relax_call *call)
{
    const tunip_relax_permute_dims_attrs *attrs =
        TUNIP_AS(tunip_relax_permute_dims_attrs, call->attrs);
    const tunip_relax_tensor_struct_info *info = attrs ? relax_tensor_arg(call, 0) : NULL;
    return info && attrs->axes && info->ndim >= 0 &&
           tunip_array_count((const tunip_array *)attrs->axes) != (size_t)info->ndim;
}

static bool is_odd_unary(const relax_op *op, const tunip_relax_call *call)
{
    bool is_real = op->infer == relax_infer_real;
    bool is_unary = is_real || op->infer == relax_infer_unary || op->infer == relax_infer_check;
    return is_unary && (relax_has_odd_device(call) || (is_real && relax_has_odd_elements(call)));
}

bool relax_cannot_infer(const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    if (op && op->infer && (!has_args(op, call) || has_other_axes(call) || is_odd_unary(op, call)))
        return true;
    bool is_binary = op && (op->infer == relax_infer_arith || op->infer == relax_infer_compare);
    const tunip_relax_tensor_struct_info *a = is_binary ? relax_tensor_arg(call, 0) : NULL;
    const tunip_relax_tensor_struct_info *b = is_binary ? relax_tensor_arg(call, 1) : NULL;
    return a && b && !relax_is_unknown_dtype(a->dtype) && !relax_is_unknown_dtype(b->dtype) &&
           !tunip_dtype_equal(a->dtype, b->dtype);
}

/* ---- tuples ---- */

static const tunip_node *infer_tuple(tunip_scratch *scratch, const tunip_relax_tuple *tuple)
{
    size_t count = tunip_array_count(tuple->fields);
    tunip_array *fields = relax_list(scratch, count);
    for (size_t i = 0; fields && i < count; i++)
        fields->items[i] =
            (tunip_node *)(uintptr_t)tunip_relax_struct_info_of(tuple->fields->items[i]);
    return relax_tuple_of(scratch, fields);
}

static const tunip_node *infer_item(const tunip_relax_tuple_get_item *item)
{
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(item->tuple_value));
    if (!tuple || item->index < 0) return NULL;
    size_t index = (size_t)item->index;
    return index < tunip_array_count(tuple->fields) ? tuple->fields->items[index] : NULL;
}

/* TVM has further rules for the operators that can have distributed tensors as arguments, and
 * refuses a call of any other operator, such as R.print(x) (block_builder.cc, InferStructInfo). */
static bool is_distributed(const tunip_relax_call *call)
{
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        if (tunip_is(relax_arg_info(call, i), &tunip_relax_dtensor_struct_info_type)) return true;
    return false;
}

const tunip_node *relax_infer_in_function(tunip_scratch *scratch, const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const relax_op *op = call ? relax_op_of(call) : NULL;
    if (op && is_distributed(call))
        return op->infer_distributed ? op->infer_distributed(scratch, call) : NULL;
    return op && op->infer_in_function ? op->infer_in_function(scratch, call)
                                       : relax_infer(scratch, value);
}

/* Constants and other leaves have no rule in TVM either, so they are always annotated. */
const tunip_node *relax_infer(tunip_scratch *scratch, const tunip_node *value)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, value);
    const tunip_relax_tuple_get_item *item = TUNIP_AS(tunip_relax_tuple_get_item, value);
    if (call) return infer_call(scratch, call);
    if (tuple) return infer_tuple(scratch, tuple);
    if (item) return infer_item(item);
    return tunip_is_a(value, &tunip_relax_var_type) ? tunip_relax_struct_info_of(value) : NULL;
}

tunip_node *tunip_relax_infer(tunip_graph *graph, const void *value)
{
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, value);
    for (size_t i = 0; tuple && i < tunip_array_count(tuple->fields); i++)
        if (!tunip_relax_struct_info_of(tuple->fields->items[i])) return NULL;
    if (!value) return NULL;
    return (tunip_node *)(uintptr_t)relax_infer_in_function(tunip_graph_scratch(graph), value);
}
