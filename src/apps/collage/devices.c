/* devices.c -- the rule of src/relay/collage/candidate_partition_index.cc of TVM v0.19: a candidate
 * must not contradict the virtual devices of its expressions, which
 * src/relay/transforms/device_aware_visitors.cc finds. Targets are compared by kind. In one case
 * the rule is milder: the host may leave any expression to itself. TVM's search fails if an
 * expression that no backend computes, such as a variable, is on another device than the host. */
#include "devices.h"

#include "expr.h"
#include "operators.h"

/* The devices of the kinds of targets of TVM v0.19, as DLPack and TVM number them, and whether they
 * are external. Another kind may be for any device. */
typedef struct target_kind {
    const char *name;
    int64_t device;
    bool is_external;
} target_kind;

static const target_kind kinds[] = {{"aocl", 32, false},
                                    {"aocl_sw_emu", 32, false},
                                    {"c", 1, false},
                                    {"ccompiler", 1, true},
                                    {"clml", 4, true},
                                    {"composite", 1, false},
                                    {"cublas", 2, true},
                                    {"cuda", 2, false},
                                    {"cudnn", 2, true},
                                    {"cutlass", 2, true},
                                    {"example_target_hook", 1, false},
                                    {"ext_dev", 12, false},
                                    {"hexagon", 16, false},
                                    {"hybrid", 1, false},
                                    {"llvm", 1, false},
                                    {"metal", 8, false},
                                    {"mrvl", 1, false},
                                    {"nvptx", 2, false},
                                    {"opencl", 4, false},
                                    {"rocm", 10, false},
                                    {"sdaccel", 4, false},
                                    {"stackvm", 1, false},
                                    {"tensorrt", 2, true},
                                    {"test", 1, false},
                                    {"vulkan", 7, false},
                                    {"webgpu", 15, false}};

static const target_kind *find_kind(tunip_str name)
{
    static const target_kind other = {NULL, 0, false};
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(name, kinds[i].name)) return &kinds[i];
    return &other;
}

static tunip_str kind_of(const tunip_ir_target *target)
{
    return tunip_string_value(target->kind ? target->kind->name : NULL);
}

/* ---- the virtual devices of expressions ---- */

/* An expression that is still to be visited, and the virtual device in force where it stands. */
typedef struct visit {
    uint32_t index;
    const tunip_node *around;
} visit;

typedef struct planner {
    cg_memory *memory;
    const cg_graph *graph;
    const tunip_map *functions; /* of the module, or NULL */
    const tunip_node **devices; /* of each node. The last visit counts, as in TVM */
    const tunip_node **vars;    /* of each variable: its own */
    bool *seen;                 /* the first visit goes on to the children */
    visit *stack;
    size_t depth;
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

/* That of the function. */
static const tunip_node *device_of_global(const planner *p, const tunip_node *var)
{
    for (size_t i = 0; i < tunip_map_count(p->functions); i++) {
        const tunip_relay_function *function =
            TUNIP_AS(tunip_relay_function, p->functions->entries[i].value);
        if (p->functions->entries[i].key == var)
            return function ? (const tunip_node *)function->base.virtual_device : NULL;
    }
    return NULL;
}

static const tunip_node *own(const planner *p, uint32_t index, const tunip_node *around)
{
    const tunip_node *expr = p->graph->nodes[index].expr;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    if (fixed(expr)) return fixed(expr)->virtual_device;
    if (tunip_is(expr, &tunip_relay_var_type)) return p->vars[index];
    if (tunip_is(expr, &tunip_relay_global_var_type)) return device_of_global(p, expr);
    if (function && !cg_function_int(function, "Primitive"))
        return (const tunip_node *)function->base.virtual_device;
    return around;
}

static void bind(planner *p, const tunip_node *var, const tunip_node *device)
{
    uint32_t index = cg_graph_find(p->graph, var);
    if (index != CG_NONE) p->vars[index] = device;
}

/* Visits the children in order: the last one goes onto the stack first. */
static bool visit_children(planner *p, uint32_t index, const tunip_node *around)
{
    const tunip_node *expr = p->graph->nodes[index].expr;
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, expr);
    const tunip_relay_let *let = TUNIP_AS(tunip_relay_let, expr);
    bool is_scope = fixed(expr) || (function && !cg_function_int(function, "Primitive"));
    if (is_scope) around = own(p, index, around);
    for (size_t i = 0; is_scope && function && i < tunip_array_count(function->params); i++) {
        const tunip_relay_expr *param = (const tunip_relay_expr *)function->params->items[i];
        bind(p, function->params->items[i], (const tunip_node *)param->virtual_device);
    }
    uint32_t value = let ? cg_graph_find(p->graph, (const tunip_node *)let->value) : CG_NONE;
    if (value != CG_NONE) bind(p, (const tunip_node *)let->var, own(p, value, around));
    p->children.count = 0;
    if (!cg_push_children(p->memory, expr, &p->children)) return false;
    for (size_t i = p->children.count; i-- > 0;) {
        visit child = {cg_graph_find(p->graph, p->children.items[i]), around};
        if (child.index != CG_NONE && !CG_PUSH(p->memory, p->stack, p->depth, child)) return false;
    }
    return true;
}

static bool visit_all(planner *p)
{
    visit root = {p->graph->count - 1, NULL};
    if (!p->graph->count) return true;
    if (!CG_PUSH(p->memory, p->stack, p->depth, root)) return false;
    while (p->depth) {
        visit at = p->stack[--p->depth];
        p->devices[at.index] = own(p, at.index, at.around);
        if (!p->seen[at.index] && !visit_children(p, at.index, at.around)) return false;
        p->seen[at.index] = true;
    }
    return true;
}

/* Operators and constructors are for all devices. */
static bool is_for_all(const tunip_node *expr)
{
    return tunip_is(expr, &tunip_ir_op_type) || tunip_is(expr, &tunip_relay_constructor_type);
}

bool cg_devices_init(cg_devices *devices, cg_memory *memory, const cg_graph *graph,
                     const tunip_map *functions)
{
    planner p = {.memory = memory, .graph = graph, .functions = functions};
    p.devices = CG_NEW(memory, const tunip_node *, graph->count);
    p.vars = CG_NEW(memory, const tunip_node *, graph->count);
    p.seen = CG_NEW(memory, bool, graph->count);
    devices->has_any = false;
    devices->targets = CG_NEW(memory, const tunip_ir_target *, graph->count);
    if (!p.devices || !p.vars || !p.seen || !devices->targets || !visit_all(&p)) return false;
    for (uint32_t i = 0; i < graph->count; i++) {
        const tunip_relay_virtual_device *device =
            TUNIP_AS(tunip_relay_virtual_device, p.devices[i]);
        devices->targets[i] = device && !is_for_all(graph->nodes[i].expr) ? device->target : NULL;
        devices->has_any |= devices->targets[i] != NULL;
    }
    return true;
}

bool cg_devices_allow(const cg_devices *devices, const cg_candidate *candidate)
{
    const cg_spec *spec = candidate->spec;
    int64_t device = find_kind(spec->target)->device;
    if (!devices->has_any || spec->is_host) return true;
    CG_EACH(index, candidate->sub_graph->inside)
    {
        const tunip_ir_target *target = devices->targets[index];
        if (!target || tunip_str_equal(kind_of(target), spec->target)) continue;
        const target_kind *chosen = find_kind(kind_of(target));
        bool same_device = !device || !chosen->device || device == chosen->device;
        if (!spec->is_external || chosen->is_external || !same_device) return false;
    }
    return true;
}
