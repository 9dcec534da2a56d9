/* distributed.c -- infers the struct info of operators on distributed tensors: that of the same
 * operator on plain tensors, and where the parts of its result are (TVM src/relax/op/distributed,
 * src/relax/distributed/axis_group_graph.cc). */
#include "../ops.h"
#include "../types.h"
#include "infer.h"

enum { MOST_INPUTS = 2, MOST_AXES = 64 };

/* An operator on plain tensors, and its distributed inputs. */
typedef struct spreading {
    const tunip_relax_call *call; /* with the plain tensors as arguments */
    const tunip_relax_dtensor_struct_info *inputs[MOST_INPUTS];
    int64_t ndims[MOST_INPUTS];
    const tunip_array *dims[MOST_INPUTS];
    const tunip_array *result; /* its dimensions */
} spreading;

/* The axis of the result that has the parts of an axis of an input; -1 if none has. */
typedef int64_t (*result_axis_fn)(const spreading *s, size_t input, int64_t axis);

/* ---- placements ---- */

static const tunip_relax_dtensor_struct_info *spread_arg(const tunip_relax_call *call, size_t index)
{
    return TUNIP_AS(tunip_relax_dtensor_struct_info, relax_arg_info(call, index));
}

static size_t mesh_ndim(const tunip_relax_dtensor_struct_info *info)
{
    return info->device_mesh && info->device_mesh->shape ? info->device_mesh->shape->count : 0;
}

/* The axis of the devices along which an axis of a tensor is split; -1 if it is not. TVM takes the
 * last one. */
static int64_t split_along(const tunip_relax_dtensor_struct_info *info, int64_t axis)
{
    const tunip_array *specs = info->placement ? info->placement->dim_specs : NULL;
    for (size_t i = tunip_array_count(specs); i-- > 0;) {
        const tunip_relax_placement_spec *spec =
            TUNIP_AS(tunip_relax_placement_spec, specs->items[i]);
        if (spec && spec->kind == TUNIP_RELAX_PLACEMENT_SHARDING && spec->axis == axis)
            return (int64_t)i;
    }
    return -1;
}

/* A placement along the axes of devices: `axes` holds the axis of the tensor for each, -1 for a
 * copy on each device. */
static tunip_relax_placement *placement_of(tunip_scratch *scratch, const int64_t *axes,
                                           size_t count)
{
    tunip_relax_placement *placement = tunip_ir_temporary(scratch, &tunip_relax_placement_type);
    tunip_array *specs = relax_list(scratch, count);
    if (!placement || !specs) return NULL;
    for (size_t i = 0; i < count; i++) {
        tunip_relax_placement_spec *spec =
            tunip_ir_temporary(scratch, &tunip_relax_placement_spec_type);
        if (!spec) return NULL;
        spec->axis = axes[i];
        spec->kind = axes[i] < 0 ? TUNIP_RELAX_PLACEMENT_REPLICA : TUNIP_RELAX_PLACEMENT_SHARDING;
        specs->items[i] = (tunip_node *)spec;
    }
    placement->dim_specs = specs;
    return placement;
}

static const tunip_node *dtensor_of(tunip_scratch *scratch, const tunip_node *tensor,
                                    const tunip_relax_device_mesh *mesh,
                                    const tunip_relax_placement *placement)
{
    tunip_relax_dtensor_struct_info *info =
        tunip_ir_temporary(scratch, &tunip_relax_dtensor_struct_info_type);
    if (!info || !placement || !tunip_is(tensor, &tunip_relax_tensor_struct_info_type)) return NULL;
    info->tensor_sinfo = (tunip_relax_tensor_struct_info *)(uintptr_t)tensor;
    info->device_mesh = (tunip_relax_device_mesh *)(uintptr_t)mesh;
    info->placement = (tunip_relax_placement *)(uintptr_t)placement;
    return (const tunip_node *)info;
}

/* ---- the operator on plain tensors ---- */

/* A copy of a call whose distributed arguments are plain tensors. */
static tunip_relax_call *plain_call(tunip_scratch *scratch, const tunip_relax_call *call)
{
    tunip_relax_call *plain = tunip_ir_temporary(scratch, &tunip_relax_call_type);
    size_t count = tunip_array_count(call->args);
    tunip_array *args = relax_list(scratch, count);
    if (!plain || !args) return NULL;
    *plain = *call;
    plain->args = args;
    for (size_t i = 0; i < count; i++) {
        const tunip_relax_dtensor_struct_info *info = spread_arg(call, i);
        tunip_relax_var *var = info ? tunip_ir_temporary(scratch, &tunip_relax_var_type) : NULL;
        if (info && !var) return NULL;
        if (var) ((tunip_ir_relax_expr *)var)->struct_info = (tunip_node *)info->tensor_sinfo;
        args->items[i] = var ? (tunip_node *)var : call->args->items[i];
    }
    return plain;
}

static bool take_inputs(spreading *s, tunip_scratch *scratch, const tunip_relax_call *call,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        s->inputs[i] = spread_arg(call, i);
        if (!s->inputs[i] || !s->inputs[i]->tensor_sinfo) return false;
        s->ndims[i] = s->inputs[i]->tensor_sinfo->ndim;
        s->dims[i] = relax_known_dims(s->inputs[i]->tensor_sinfo);
        if (s->ndims[i] < 0 || s->ndims[i] > MOST_AXES || !s->dims[i]) return false;
        if (!relax_equal(scratch, (const tunip_node *)s->inputs[0]->device_mesh,
                         (const tunip_node *)s->inputs[i]->device_mesh))
            return false;
    }
    s->call = plain_call(scratch, call);
    return s->call && mesh_ndim(s->inputs[0]) <= MOST_AXES;
}

/* Sets the axis of devices for each axis of the result; false if two inputs disagree. */
static bool split_result(const spreading *s, size_t count, result_axis_fn result_axis, int64_t *out)
{
    size_t ndim = tunip_array_count(s->result);
    for (size_t i = 0; i < ndim; i++) out[i] = -1;
    for (size_t k = 0; k < count; k++) {
        for (int64_t axis = 0; axis < s->ndims[k]; axis++) {
            int64_t along = split_along(s->inputs[k], axis);
            int64_t to = along < 0 ? -1 : result_axis(s, k, axis);
            if (to < 0 || to >= (int64_t)ndim) continue;
            if (out[to] >= 0 && out[to] != along) return false;
            out[to] = along;
        }
    }
    return true;
}

/* The result of an operator on `count` distributed tensors: what `infer` says of plain tensors, and
 * a placement that follows from those of the inputs. */
static const tunip_node *spread(tunip_scratch *scratch, const tunip_relax_call *call, size_t count,
                                relax_infer_fn infer, result_axis_fn result_axis)
{
    spreading s = {.call = NULL};
    int64_t along[MOST_AXES], axes[MOST_AXES];
    if (!take_inputs(&s, scratch, call, count)) return NULL;
    const tunip_node *info = infer(scratch, s.call);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    s.result = tensor ? relax_known_dims(tensor) : NULL;
    if (!s.result || s.result->count > MOST_AXES) return NULL;
    if (!split_result(&s, count, result_axis, along)) return NULL;
    size_t mesh = mesh_ndim(s.inputs[0]);
    for (size_t i = 0; i < mesh; i++) axes[i] = -1;
    for (size_t i = 0; i < s.result->count; i++)
        if (along[i] >= 0 && along[i] < (int64_t)mesh) axes[along[i]] = (int64_t)i;
    return dtensor_of(scratch, info, s.inputs[0]->device_mesh, placement_of(scratch, axes, mesh));
}

/* ---- operators that compute each element by itself ---- */

static const tunip_node *spread_unary(tunip_scratch *scratch, const tunip_relax_call *call,
                                      relax_infer_fn infer)
{
    const tunip_relax_dtensor_struct_info *input = spread_arg(call, 0);
    const tunip_relax_call *plain = plain_call(scratch, call);
    if (!input || !plain) return NULL;
    return dtensor_of(scratch, infer(scratch, plain), input->device_mesh, input->placement);
}

RELAX_INFER(distributed_unary)
{
    return spread_unary(scratch, call, relax_infer_unary);
}

RELAX_INFER(distributed_real)
{
    return spread_unary(scratch, call, relax_infer_real);
}

RELAX_INFER(distributed_check)
{
    return spread_unary(scratch, call, relax_infer_check);
}

static bool is_one(const tunip_node *dim)
{
    return tunip_ir_is_int(dim, 1);
}

/* The axis of a broadcast result. An axis of size 1 that is repeated has no part in it. */
static int64_t broadcast_axis_of(int64_t axis, const tunip_node *dim, int64_t ndim,
                                 const tunip_array *other_dims, int64_t other_ndim)
{
    int64_t other = axis + other_ndim - ndim;
    const tunip_node *other_dim = other >= 0 ? other_dims->items[other] : NULL;
    if (is_one(dim) && other_dim && !is_one(other_dim)) return -1;
    return axis + (other_ndim > ndim ? other_ndim - ndim : 0);
}

static int64_t broadcast_axis(const spreading *s, size_t input, int64_t axis)
{
    return broadcast_axis_of(axis, s->dims[input]->items[axis], s->ndims[input], s->dims[1 - input],
                             s->ndims[1 - input]);
}

RELAX_INFER(distributed_arith)
{
    return spread(scratch, call, 2, relax_infer_arith, broadcast_axis);
}

RELAX_INFER(distributed_compare)
{
    return spread(scratch, call, 2, relax_infer_compare, broadcast_axis);
}

/* ---- operators that move or reduce axes ---- */

/* TVM forgets the axes in front of those that both tensors have. */
static int64_t product_axis(const spreading *s, size_t input, int64_t axis)
{
    int64_t prefix[MOST_INPUTS];
    for (size_t i = 0; i < MOST_INPUTS; i++) prefix[i] = s->ndims[i] > 2 ? s->ndims[i] - 2 : 0;
    int64_t most = prefix[0] > prefix[1] ? prefix[0] : prefix[1];
    bool is_summed = axis == (input || s->ndims[0] == 1 ? prefix[input] : s->ndims[0] - 1);
    if (axis < prefix[input] - prefix[1 - input]) return -1;
    if (axis < prefix[input])
        return broadcast_axis_of(axis, s->dims[input]->items[axis], prefix[input],
                                 s->dims[1 - input], prefix[1 - input]);
    if (is_summed) return -1;
    return input && s->ndims[0] > 1 ? most + 1 : most;
}

RELAX_INFER(distributed_product)
{
    bool is_square =
        tunip_array_count(call->args) == 2 && call->args->items[0] == call->args->items[1];
    return is_square ? NULL : spread(scratch, call, 2, relax_infer_product, product_axis);
}

/* The place of an axis in a list of axes; -1 if it is not there. */
static int64_t place_among(const tunip_array *axes, int64_t axis, int64_t ndim)
{
    for (size_t i = 0; i < tunip_array_count(axes); i++) {
        const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, axes->items[i]);
        if (imm && relax_axis(imm->value, ndim) == axis) return (int64_t)i;
    }
    return -1;
}

/* TVM takes no axes for none here, although the operator then reduces all. */
static int64_t reduced_axis(const spreading *s, size_t input, int64_t axis)
{
    const tunip_relax_statistical_attrs *attrs =
        TUNIP_AS(tunip_relax_statistical_attrs, s->call->attrs);
    int64_t before = 0;
    if (place_among(attrs->axis, axis, s->ndims[input]) >= 0) return -1;
    for (int64_t i = 0; i < axis; i++) before += place_among(attrs->axis, i, s->ndims[input]) >= 0;
    return attrs->keepdims ? axis : axis - before;
}

RELAX_INFER(distributed_reduced)
{
    bool is_usual = tunip_is(call->attrs, &tunip_relax_statistical_attrs_type);
    return is_usual ? spread(scratch, call, 1, relax_infer_reduced, reduced_axis) : NULL;
}

static int64_t softmax_axis(const spreading *s, size_t input, int64_t axis)
{
    const tunip_relax_softmax_attrs *attrs = TUNIP_AS(tunip_relax_softmax_attrs, s->call->attrs);
    return axis == relax_axis(attrs->axis, s->ndims[input]) ? -1 : axis;
}

RELAX_INFER(distributed_softmax)
{
    bool is_usual = tunip_is(call->attrs, &tunip_relax_softmax_attrs_type);
    return is_usual ? spread(scratch, call, 1, relax_infer_first, softmax_axis) : NULL;
}

static int64_t permuted_axis(const spreading *s, size_t input, int64_t axis)
{
    const tunip_array *axes = TUNIP_AS(tunip_relax_permute_dims_attrs, s->call->attrs)->axes;
    int64_t ndim = s->ndims[input];
    return axes ? place_among(axes, axis, ndim) : ndim - 1 - axis;
}

RELAX_INFER(distributed_permuted)
{
    bool is_usual = tunip_is(call->attrs, &tunip_relax_permute_dims_attrs_type);
    return is_usual ? spread(scratch, call, 1, relax_infer_permuted, permuted_axis) : NULL;
}

/* The last axes of both shapes belong together as long as they have the same sizes, and further
 * axes if the products of all sizes behind them are equal. TVM leaves out the first axis. */
static int64_t reshaped_axis(const spreading *s, size_t input, int64_t axis)
{
    const tunip_array *old = s->dims[input], *now = s->result;
    int64_t old_size = 1, new_size = 1, size;
    size_t i = old->count, j = now->count;
    while (i > 0 && j > 0) {
        bool is_less = old_size < new_size;
        bool is_more = old_size > new_size;
        if (!is_less && !is_more && i == (size_t)axis) return (int64_t)j;
        if (!is_more) {
            if (!relax_number(old->items[--i], &size) || size < 1) return -1;
            old_size = old_size > RELAX_LARGEST ? old_size : old_size * size;
        }
        if (!is_less) {
            if (!relax_number(now->items[--j], &size) || size < 1) return -1;
            new_size = new_size > RELAX_LARGEST ? new_size : new_size * size;
        }
    }
    return -1;
}

RELAX_INFER(distributed_reshaped)
{
    return spread(scratch, call, 1, relax_infer_reshaped, reshaped_axis);
}

/* ---- operators that move data between devices ---- */

/* R.dist.redistribute(x, mesh, placement) */
RELAX_INFER(redistributed)
{
    const tunip_relax_distribution_attrs *attrs =
        TUNIP_AS(tunip_relax_distribution_attrs, call->attrs);
    const tunip_relax_dtensor_struct_info *input = spread_arg(call, 0);
    if (!attrs || !input) return NULL;
    return dtensor_of(scratch, (const tunip_node *)input->tensor_sinfo, attrs->device_mesh,
                      attrs->placement);
}

/* R.dist.redistribute_replica_to_shard(x, num_workers, axis): for devices in a row. */
RELAX_INFER(distributed_scattered)
{
    const tunip_relax_scatter_collective_attrs *attrs =
        TUNIP_AS(tunip_relax_scatter_collective_attrs, call->attrs);
    const tunip_relax_dtensor_struct_info *input = spread_arg(call, 0);
    if (!attrs || !input || mesh_ndim(input) != 1) return NULL;
    return dtensor_of(scratch, (const tunip_node *)input->tensor_sinfo, input->device_mesh,
                      placement_of(scratch, &attrs->axis, 1));
}

/* R.ccl.allreduce(x): all devices have the whole result. */
RELAX_INFER(distributed_allreduce)
{
    const tunip_relax_dtensor_struct_info *input = spread_arg(call, 0);
    int64_t axes[MOST_AXES];
    if (!input || mesh_ndim(input) > MOST_AXES) return NULL;
    for (size_t i = 0; i < mesh_ndim(input); i++) axes[i] = -1;
    return dtensor_of(scratch, (const tunip_node *)input->tensor_sinfo, input->device_mesh,
                      placement_of(scratch, axes, mesh_ndim(input)));
}
