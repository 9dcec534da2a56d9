/* devices.c -- the rule of src/relay/collage/candidate_partition_index.cc of TVM v0.19: a candidate
 * must not contradict the virtual devices of its expressions. Targets are compared by kind. */
#include "devices.h"

#include "expr.h"
#include "operators.h"

/* The devices of the kinds of targets of TVM v0.19, as DLPack and TVM number them. Another kind may
 * be for any device. */
static const struct {
    const char *kind;
    int64_t device;
} kinds[] = {{"aocl", 32},    {"aocl_sw_emu", 32},
             {"c", 1},        {"ccompiler", 1},
             {"clml", 4},     {"cublas", 2},
             {"cuda", 2},     {"cudnn", 2},
             {"cutlass", 2},  {"example_target_hook", 1},
             {"ext_dev", 12}, {"hexagon", 16},
             {"llvm", 1},     {"metal", 8},
             {"mrvl", 1},     {"nvptx", 2},
             {"opencl", 4},   {"rocm", 10},
             {"tensorrt", 2}, {"vulkan", 7},
             {"webgpu", 15}};

static int64_t device_of(tunip_str kind)
{
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(kind, kinds[i].kind)) return kinds[i].device;
    return 0;
}

static tunip_str kind_of(const tunip_ir_target *target)
{
    return tunip_string_value(target->kind ? target->kind->name : NULL);
}

/* ---- the virtual devices of expressions ---- */

typedef struct planner {
    cg_memory *memory;
    const cg_graph *graph;
    const tunip_node **around; /* of each node: the virtual device in force where it stands */
    const tunip_node **vars;   /* of each variable: its own */
    cg_exprs children;
} planner;

/* `on_device` with both its result and its body on one device. */
static const tunip_relay_on_device_attrs *fixed(const tunip_node *expr)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, expr);
    const tunip_relay_on_device_attrs *attrs =
        call ? TUNIP_AS(tunip_relay_on_device_attrs, call->attrs) : NULL;
    return attrs && attrs->constrain_body && attrs->constrain_result ? attrs : NULL;
}

static const tunip_node *own(const planner *p, uint32_t index)
{
    const tunip_node *expr = p->graph->nodes[index].expr;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    if (fixed(expr)) return fixed(expr)->virtual_device;
    if (tunip_is(expr, &tunip_relay_var_type)) return p->vars[index];
    if (function && !cg_function_int(function, "Primitive"))
        return (const tunip_node *)function->base.virtual_device;
    return tunip_is(expr, &tunip_relay_global_var_type) ? NULL : p->around[index];
}

static void note(const cg_graph *graph, const tunip_node **list, const tunip_node *expr,
                 const void *device)
{
    uint32_t index = cg_graph_find(graph, expr);
    if (index != CG_NONE) list[index] = device;
}

/* The devices of the children follow from the expression. */
static bool plan(planner *p, uint32_t index)
{
    const tunip_node *expr = p->graph->nodes[index].expr;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    const tunip_relay_let *let = TUNIP_AS(tunip_relay_let, expr);
    bool is_scope = fixed(expr) || (function && !cg_function_int(function, "Primitive"));
    const tunip_node *inner = is_scope ? own(p, index) : p->around[index];
    p->children.count = 0;
    if (!cg_push_children(p->memory, expr, &p->children)) return false;
    for (size_t i = 0; i < p->children.count; i++)
        note(p->graph, p->around, p->children.items[i], inner);
    for (size_t i = 0; is_scope && function && i < tunip_array_count(function->params); i++) {
        const tunip_node *param = function->params->items[i];
        note(p->graph, p->vars, param, ((const tunip_relay_expr *)param)->virtual_device);
    }
    uint32_t value = let ? cg_graph_find(p->graph, (const tunip_node *)let->value) : CG_NONE;
    if (value != CG_NONE) note(p->graph, p->vars, (const tunip_node *)let->var, own(p, value));
    return true;
}

bool cg_devices_init(cg_devices *devices, cg_memory *memory, const cg_graph *graph)
{
    planner p = {.memory = memory, .graph = graph};
    p.around = CG_NEW(memory, const tunip_node *, graph->count);
    p.vars = CG_NEW(memory, const tunip_node *, graph->count);
    devices->has_any = false;
    devices->targets = CG_NEW(memory, const tunip_ir_target *, graph->count);
    if (!p.around || !p.vars || !devices->targets) return false;
    for (uint32_t i = graph->count; i-- > 0;) { /* children come before their parents */
        if (!plan(&p, i)) return false;
        const tunip_relay_virtual_device *device = TUNIP_AS(tunip_relay_virtual_device, own(&p, i));
        devices->targets[i] = device ? device->target : NULL;
        devices->has_any |= devices->targets[i] != NULL;
    }
    return true;
}

bool cg_devices_allow(const cg_devices *devices, const cg_graph *graph,
                      const cg_candidate *candidate)
{
    const cg_spec *spec = candidate->spec;
    int64_t device = device_of(spec->target);
    if (!devices->has_any || spec->is_host) return true;
    CG_EACH(index, candidate->sub_graph->inside)
    {
        const tunip_ir_target *target = devices->targets[index];
        if (!target || tunip_is(graph->nodes[index].expr, &tunip_ir_op_type) ||
            tunip_str_equal(kind_of(target), spec->target))
            continue;
        int64_t chosen = device_of(kind_of(target));
        if (!spec->is_external || (device && chosen && device != chosen)) return false;
    }
    return true;
}
