/* roofline.c -- an analytic model of cost. */
#include "roofline.h"

#include <math.h>

#include "expr.h"

cg_machine cg_machine_default(tunip_str kind)
{
    static const cg_machine processor = {1e11, 2e10, 1e-6}, accelerator = {1e13, 5e11, 5e-6};
    bool is_processor = tunip_str_is(kind, "llvm") || tunip_str_is(kind, "c");
    return is_processor ? processor : accelerator;
}

double cg_roofline(const cg_machine *machine, const cg_work *work)
{
    return fmax(work->flops / machine->flops, work->bytes / machine->bandwidth) + machine->launch;
}

/* ---- shapes ---- */

static double dim_at(const tunip_node *type, size_t at)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    bool is_there = tensor && at < tunip_array_count(tensor->shape);
    const tunip_ir_int_imm *dim =
        TUNIP_AS(tunip_ir_int_imm, is_there ? tensor->shape->items[at] : NULL);
    return dim ? (double)dim->value : 1; /* a dynamic dimension counts as 1 */
}

static size_t rank_of(const tunip_node *type)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    return tensor ? tunip_array_count(tensor->shape) : 0;
}

/* The elements of a tensor, or its bytes; 0 for other types. */
static double size_of_tensor(const tunip_node *type, bool in_bytes)
{
    const tunip_relay_tensor_type *tensor = TUNIP_AS(tunip_relay_tensor_type, type);
    double size = tensor && in_bytes ? ceil(tensor->dtype.bits / 8.0) : tensor != NULL;
    for (size_t i = 0; i < rank_of(type); i++) size *= dim_at(type, i);
    return size;
}

static double size_of(const tunip_node *type, bool in_bytes)
{
    cg_memory memory = {.chunks = NULL};
    cg_exprs types = {NULL, 0};
    double size = 0;
    if (!tunip_is(type, &tunip_ir_tuple_type_type)) return size_of_tensor(type, in_bytes);
    cg_flatten_type(&memory, type, &types);
    for (size_t i = 0; i < types.count; i++) size += size_of_tensor(types.items[i], in_bytes);
    cg_memory_free(&memory);
    return size;
}

static double elements_of(const tunip_node *type)
{
    return size_of(type, false);
}

static double bytes_of(const tunip_node *type)
{
    return size_of(type, true);
}

static const tunip_node *type_of_arg(const tunip_relay_call *call, size_t at)
{
    return at < tunip_array_count(call->args) ? cg_type_of(call->args->items[at]) : NULL;
}

/* ---- operators ---- */

/* Each element of the result sums products over the weights of its channel. */
static double conv_flops(const tunip_relay_call *call)
{
    const tunip_node *weight = type_of_arg(call, 1);
    double channels = dim_at(weight, 0);
    return 2 * elements_of(call->base.checked_type) * elements_of(weight) / fmax(channels, 1);
}

/* Each element of the data goes into the sums of all weights of its channel. */
static double transposed_flops(const tunip_relay_call *call)
{
    const tunip_node *weight = type_of_arg(call, 1);
    double channels = dim_at(weight, 0);
    return 2 * elements_of(type_of_arg(call, 0)) * elements_of(weight) / fmax(channels, 1);
}

static double product_flops(const tunip_relay_call *call)
{
    const tunip_node *data = type_of_arg(call, 0);
    size_t rank = rank_of(data);
    return 2 * elements_of(call->base.checked_type) * (rank ? dim_at(data, rank - 1) : 1);
}

static double softmax_flops(const tunip_relay_call *call)
{
    return 5 * elements_of(call->base.checked_type);
}

static const struct {
    const char *prefix; /* of the name of the operator */
    double (*flops)(const tunip_relay_call *call);
} rows[] = {
    {"nn.conv1d_transpose", transposed_flops},
    {"nn.conv2d_transpose", transposed_flops},
    {"nn.conv3d_transpose", transposed_flops},
    {"nn.conv", conv_flops},
    {"nn.contrib_conv", conv_flops},
    {"qnn.conv", conv_flops},
    {"nn.dense", product_flops},
    {"nn.matmul", product_flops},
    {"nn.batch_matmul", product_flops},
    {"qnn.dense", product_flops},
    {"nn.softmax", softmax_flops},
    {"nn.log_softmax", softmax_flops},
};

/* Other operators: one operation for each element of the result, or of the data if it is greater;
 * moving data is no operation. */
static double flops_of(const tunip_relay_call *call)
{
    tunip_str name = cg_operator_name(call->op);
    cg_kind kind = CG_O;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        size_t size = strlen(rows[i].prefix);
        if (name.size >= size && memcmp(name.data, rows[i].prefix, size) == 0)
            return rows[i].flops(call);
    }
    if (cg_operator_kind(name, &kind) && kind == CG_I) return 0;
    return fmax(elements_of(call->base.checked_type), elements_of(type_of_arg(call, 0)));
}

static tunip_walk_action add_call(const tunip_node *node, void *user)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, node);
    if (call && tunip_is(call->op, &tunip_ir_op_type)) *(double *)user += flops_of(call);
    return tunip_is_a(node, &tunip_ir_type_type) ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

bool cg_work_of(const tunip_relay_function *function, cg_work *out)
{
    tunip_walker walker = {.enter = add_call, .user = &out->flops, .skip = TUNIP_FLAG_IGNORE};
    *out = (cg_work){0, bytes_of(function->ret_type)};
    for (size_t i = 0; i < tunip_array_count(function->params); i++)
        out->bytes += bytes_of(cg_type_of(function->params->items[i]));
    return tunip_walk_once(&function->base.base.base.base.base, &walker) != TUNIP_WALK_NO_MEMORY;
}
