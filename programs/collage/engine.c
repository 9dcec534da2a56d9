/* engine.c -- from a module to chosen partitions, and why they won. */
#include "engine.h"

#include <math.h>
#include <stdlib.h>

#include "expr.h"

/* ======== devices ======== */

/* The rule of src/relay/collage/candidate_partition_index.cc of TVM v0.19: a candidate
 * must not contradict the virtual devices of its expressions, which
 * src/relay/transforms/device_aware_visitors.cc finds. Targets are compared by kind. In one case
 * the rule is milder: the host may leave any expression to itself. TVM's search fails if an
 * expression that no backend computes, such as a variable, is on another device than the host. */

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
    tn_arena *memory;
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

/* `functions`: of the module, or NULL. */
static bool devices_init(cg_devices *devices, tn_arena *memory, const cg_graph *graph,
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

/* Whether all expressions of a candidate may be computed on its target: it has the kind that is
 * chosen for them, or it is an external code generator for the same device. The host may always
 * leave something to itself. */
static bool devices_allow(const cg_devices *devices, const cg_candidate *candidate)
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

/* ======== engine ======== */

/* From a module to chosen partitions. */

static bool no_memory(cg_engine *e)
{
    return tn_no_memory(e->error) == TUNIP_OK;
}

/* ---- costs ---- */

static cg_price *find_price(const cg_engine *e, const cg_function *function, tunip_str target)
{
    for (size_t i = 0; i < function->price_count; i++)
        if (e->options.as_tvm || tunip_str_equal(function->prices[i].target, target))
            return &function->prices[i];
    return NULL;
}

static bool ask(cg_engine *e, const cg_spec *spec, cg_function *function, double *out)
{
    const cg_price *known = find_price(e, function, spec->target);
    cg_price price = {spec->target, known ? known->cost : NAN};
    *out = price.cost;
    if (known) return true;
    if (!e->estimator.estimate(e->estimator.user, function, spec, &price.cost, e->error))
        return false;
    *out = price.cost;
    return CG_PUSH(e->memory, function->prices, function->price_count, price) || no_memory(e);
}

/* The cost of a candidate, from the estimator or known before. */
static bool engine_cost(cg_engine *e, cg_graph *graph, cg_candidate *candidate, double *out)
{
    *out = candidate->cost;
    if (!isnan(candidate->cost) || candidate->function) return true;
    cg_function *function = cg_functions_of(&e->functions, graph, candidate);
    if (!function) return no_memory(e);
    if (!ask(e, candidate->spec, function, &candidate->cost)) return false;
    candidate->function = function;
    *out = candidate->cost;
    return true;
}

typedef struct cost_of {
    cg_engine *engine;
    cg_graph *graph;
} cost_of;

static bool find_cost(void *user, cg_candidate *candidate, double *cost)
{
    const cost_of *c = user;
    return engine_cost(c->engine, c->graph, candidate, cost);
}

/* One search with the costs of the engine; `memory` gets its states. False after an error. */
static bool engine_search(cg_engine *e, cg_partition *p, tn_arena *memory,
                          const cg_search_options *options, cg_cover *out)
{
    cost_of user = {e, &p->graph};
    return cg_search(&p->graph, memory, &p->index, find_cost, &user, options, out) || no_memory(e);
}

/* The cheapest covers with and without each candidate; see cg_paths_find(). */
static bool engine_paths(cg_engine *e, cg_partition *p, size_t most, cg_paths *out)
{
    cost_of user = {e, &p->graph};
    return cg_paths_find(out, &p->graph, &p->index, find_cost, &user, &e->options.search, most) ||
           no_memory(e);
}

/* ---- one function ---- */

/* Whether a name of a rule, "a.b+a.c", has `name` as a part, or as the beginning of one. */
static bool has_rule(tunip_str rule_name, const char *name)
{
    size_t size = strlen(name);
    for (size_t at = 0; at + size <= rule_name.size; at++) {
        bool begins = at == 0 || rule_name.data[at - 1] == '+';
        size_t end = at + size;
        if (begins && memcmp(rule_name.data + at, name, size) == 0 &&
            (end == rule_name.size || rule_name.data[end] == '.' || rule_name.data[end] == '+'))
            return true;
    }
    return false;
}

/* A target that TVM compiles has two names: `tvm_llvm` and its kind. */
static bool names_spec(tunip_str name, const cg_spec *spec)
{
    return tunip_str_equal(spec->name, name) || tunip_str_equal(spec->target, name);
}

static bool has_name(tn_arena *memory, const cg_candidate *candidate, const char *name)
{
    tunip_str label = candidate->sub_graph->label;
    size_t size = strlen(name), at = size > label.size ? size - label.size - 1 : size;
    if (strchr(name, '{')) return tunip_str_is(cg_candidate_name(memory, candidate), name);
    return names_spec(tunip_str_from(name), candidate->spec) || tunip_str_is(label, name) ||
           has_rule(candidate->rule_name, name) ||
           (name[at] == ':' && tunip_str_is(label, name + at + 1) &&
            names_spec((tunip_str){name, at}, candidate->spec));
}

static bool is_wanted(const cg_engine *e, const cg_spec *spec)
{
    bool wanted = spec->is_host || !e->options.only_count;
    for (size_t i = 0; i < e->options.only_count; i++)
        wanted |= names_spec(tunip_str_from(e->options.only[i]), spec);
    return wanted;
}

/* Leaves out candidates that device planning has put on another device. */
static bool keep_allowed(cg_engine *e, cg_partition *p, cg_finder *finder, cg_candidates *all)
{
    const tunip_relay_module *module = TUNIP_AS(tunip_relay_module, tunip_graph_root(e->graph));
    cg_devices devices;
    size_t kept = 0;
    if (!devices_init(&devices, e->memory, &p->graph, module ? module->functions : NULL))
        return false;
    for (size_t i = 0; i < all->count; i++) {
        cg_rejected rejected = {all->items[i], "an expression is on another device"};
        if (devices_allow(&devices, all->items[i]))
            all->items[kept++] = all->items[i];
        else if (!CG_PUSH(e->memory, finder->rejected, finder->rejected_count, rejected))
            return false;
    }
    all->count = kept;
    return true;
}

static bool find_partitions(cg_engine *e, cg_partition *p, cg_finder *finder)
{
    cg_candidates all = {NULL, 0};
    finder->as_tvm = e->options.as_tvm;
    finder->max_candidates = e->options.max_candidates;
    for (size_t i = 0; i < e->spec_count; i++)
        if (is_wanted(e, e->specs[i]) && !cg_find(finder, e->specs[i], &all)) return false;
    if (!keep_allowed(e, p, finder, &all)) return false;
    /* Applies what-if questions. */
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++) {
        bool stays = true;
        for (size_t k = 0; k < e->options.override_count; k++) {
            cg_override *o = &e->options.overrides[k];
            if (all.items[i]->spec->is_host || !has_name(e->memory, all.items[i], o->name))
                continue;
            o->count++;
            all.items[i]->cost = o->cost;
            stays &= !isnan(o->cost);
        }
        if (stays) all.items[kept++] = all.items[i];
    }
    all.count = kept;
    p->found_count = all.count;
    if (e->options.prune ? !cg_prune(finder, &all) : !cg_candidates_sort(e->memory, &all))
        return false;
    p->rejected = finder->rejected;
    p->rejected_count = finder->rejected_count;
    p->is_cut = finder->is_cut;
    return cg_index_init(&p->index, e->memory, &p->graph, all);
}

static bool partition_find(cg_engine *e, cg_partition *p)
{
    cg_finder finder;
    if (!cg_graph_init(&p->graph, e->memory, &p->function->base.base.base.base.base))
        return no_memory(e);
    bool fine = cg_finder_init(&finder, e->context, &p->graph, e->memory, e->error) &&
                find_partitions(e, p, &finder);
    cg_finder_free(&finder);
    return fine || no_memory(e);
}

static bool ask_all(cg_engine *e, cg_partition *p)
{
    double cost;
    for (uint32_t i = 0; i < p->graph.count; i++)
        for (size_t k = 0; k < p->index.at[i].count; k++)
            if (!engine_cost(e, &p->graph, p->index.at[i].items[k], &cost)) return false;
    return true;
}

static bool fail_stuck(cg_engine *e, const cg_partition *p, uint32_t at)
{
    tunip_str label = at < p->graph.count ? p->graph.nodes[at].label : tunip_str_from("?");
    tunip_error_set(e->error, TUNIP_ERROR_NOT_FOUND,
                    "no target can compute `%.*s`, expression %u of @%.*s", (int)label.size,
                    label.data, (unsigned)at, (int)p->name.size, p->name.data);
    return false;
}

/* Fails if an expression has no candidate, or only impossible ones. */
static bool check_cover(cg_engine *e, const cg_partition *p)
{
    if (!p->cover.is_found) return fail_stuck(e, p, p->cover.stuck);
    for (size_t i = p->cover.chosen.count; i-- > 0;)
        if (isinf(p->cover.chosen.items[i]->cost))
            return fail_stuck(e, p, p->cover.chosen.items[i]->sub_graph->first);
    return true;
}

/* Finds the candidates of a function; the search follows. For tests and for what-if questions. */
static bool partition_search(cg_engine *e, cg_partition *p)
{
    cg_finder finder;
    if (!e->options.lazy && !ask_all(e, p)) return false;
    if (!engine_search(e, p, e->memory, &e->options.search, &p->cover) || !check_cover(e, p))
        return false;
    for (size_t i = 0; i < p->cover.chosen.count; i++)
        if (!cg_candidates_add(e->memory, &p->chosen, p->cover.chosen.items[i]))
            return no_memory(e);
    bool fine = cg_finder_init(&finder, e->context, &p->graph, e->memory, e->error);
    finder.as_tvm = e->options.as_tvm;
    fine = fine && cg_coalesce(&finder, &p->chosen);
    cg_finder_free(&finder);
    p->cost = 0;
    for (size_t i = 0; fine && i < p->chosen.count; i++)
        if (!p->chosen.items[i]->spec->is_host) p->cost += p->chosen.items[i]->cost;
    return fine || no_memory(e);
}

/* ---- all functions ---- */

/* A function of an external code generator is left alone. */
static bool is_optimizable(const tunip_relay_function *function)
{
    return function && function->body && !cg_function_attr(function, "Compiler") &&
           !cg_function_int(function, "Extern") && !cg_function_int(function, "SkipOptimization");
}

static bool add_global(cg_engine *e, const tunip_node *key, tunip_str name, const tunip_node *node)
{
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, node);
    cg_partition partition = {.name = name, .function = function, .key = key};
    return !is_optimizable(function) ||
           CG_PUSH(e->memory, e->partitions, e->partition_count, partition) || no_memory(e);
}

static bool add_all(cg_engine *e, const tunip_node *root)
{
    const tunip_relay_module *module = TUNIP_AS(tunip_relay_module, root);
    const tunip_map *functions = module ? module->functions : NULL;
    if (!module && !add_global(e, NULL, tunip_str_from("main"), root)) return false;
    for (size_t i = 0; i < tunip_map_count(functions); i++) {
        const tunip_relay_global_var *var =
            TUNIP_AS(tunip_relay_global_var, functions->entries[i].key);
        tunip_str name = tunip_string_value(var ? var->name_hint : NULL);
        if (!add_global(e, functions->entries[i].key, name, functions->entries[i].value))
            return false;
    }
    if (e->partition_count) return true;
    tunip_error_set(e->error, TUNIP_ERROR_ARGUMENT, "the input has no function of Relay");
    return false;
}

bool cg_engine_open(cg_engine *e, tunip_context *context, tunip_graph *graph, tn_arena *memory)
{
    e->context = context;
    e->graph = graph;
    e->memory = memory;
    e->functions =
        (cg_functions){.context = context, .graph = graph, .memory = memory, .error = e->error};
    if (!add_all(e, tunip_graph_root(graph))) return false;
    e->functions.like = &e->partitions[0].function->base;
    e->options.search.allow_cycles = e->options.as_tvm;
    return true;
}

bool cg_partition_all(cg_engine *e, tunip_context *context, tunip_graph *graph, tn_arena *memory)
{
    if (!cg_engine_open(e, context, graph, memory)) return false;
    for (size_t i = 0; i < e->partition_count; i++)
        if (!partition_find(e, &e->partitions[i]) || !partition_search(e, &e->partitions[i]))
            return false;
    return true;
}

bool cg_partition_choose(cg_engine *e, cg_partition *p, cg_candidate *candidate,
                         const cg_limits *limits, const char **reason)
{
    cg_candidates one = {NULL, 0};
    p->cover.is_optimal = true;
    *reason = cg_sub_graph_check(&p->graph, e->memory, candidate->sub_graph, limits);
    if (!cg_candidates_add(e->memory, &one, candidate) ||
        !cg_index_init(&p->index, e->memory, &p->graph, one) ||
        (!*reason && !cg_candidates_add(e->memory, &p->chosen, candidate)))
        return no_memory(e);
    return true;
}

/* ======== rewrite ======== */

/* Puts the chosen partitions of external code generators into functions of the
 * module. */

/* A chosen sub-graph that becomes a function. */
typedef struct part {
    const cg_nested *nested;
    uint32_t last; /* of its candidate */
    const cg_extracted *made;
} part;

typedef struct rewriter {
    cg_engine *engine;
    cg_partition *partition;
    part *parts;
    size_t count;
    cg_map outputs;         /* of one part, or of all: expressions and their replacements */
    cg_function **outlined; /* of all partitions */
    size_t outlined_count;
} rewriter;

/* ---- replacing ---- */

static int by_last(const void *a, const void *b)
{
    const part *left = a, *right = b;
    if (left->last != right->last) return left->last < right->last ? 1 : -1;
    uint32_t x = left->nested->sub_graph->last, y = right->nested->sub_graph->last;
    return (x < y) - (x > y);
}

static bool collect(rewriter *r)
{
    cg_engine *e = r->engine;
    cg_partition *p = r->partition;
    for (size_t i = 0; i < p->chosen.count; i++) {
        const cg_sub_graph *s = p->chosen.items[i]->sub_graph;
        for (size_t k = 0; k < s->nested_count; k++) {
            part found = {&s->nested[k], s->last, NULL};
            found.made = cg_extract(e->graph, e->memory, &p->graph, found.nested->sub_graph,
                                    &found.nested->attrs, e->functions.like);
            if (!found.made || !CG_PUSH(e->memory, r->parts, r->count, found)) return false;
        }
    }
    if (r->count > 1) qsort(r->parts, r->count, sizeof *r->parts, by_last);
    return true;
}

/* Whether it matters in which order TVM replaces the parts: a part overlaps another one, or uses
 * the result of one that TVM has replaced before. */
static bool order_matters(rewriter *r)
{
    cg_bits *inside = &r->partition->graph.bits;
    bool matters = false;
    for (size_t i = 0; i < r->count && !matters; i++) {
        const cg_indices *inputs = &r->parts[i].made->inputs;
        CG_EACH(index, r->parts[i].nested->sub_graph->inside)
        {
            matters |= cg_bits_has(inside, index);
        }
        for (size_t k = 0; k < inputs->count; k++) matters |= cg_bits_has(inside, inputs->items[k]);
        cg_bits_add_all(inside, r->parts[i].nested->sub_graph->inside);
    }
    cg_bits_clear(inside);
    return matters;
}

static bool put_outputs(rewriter *r, const part *p)
{
    for (size_t i = 0; i < p->made->output_count; i++) {
        const cg_output *output = &p->made->outputs[i];
        if (!cg_map_put(&r->outputs, r->partition->graph.nodes[output->index].expr, output->expr))
            return false;
    }
    return true;
}

static bool find_output(void *user, const tunip_node *expr, const tunip_node **out)
{
    *out = cg_map_get(user, expr);
    return true;
}

/* One part after the other, as TVM does it: the arguments of a new call are changed only by the
 * parts that follow. */
static const tunip_node *replace_in_order(rewriter *r, const tunip_node *root)
{
    cg_change change = {.enter = find_output, .user = &r->outputs};
    for (size_t i = 0; root && i < r->count; i++) {
        r->outputs = (cg_map){.memory = r->engine->memory};
        if (!put_outputs(r, &r->parts[i])) return NULL;
        root = cg_mutate(r->engine->graph, root, &change, NULL);
    }
    return root;
}

/* All parts at once, which takes time in proportion to the size of the function. */
static const tunip_node *replace_at_once(rewriter *r, const tunip_node *root)
{
    cg_change change = {.enter = find_output, .user = &r->outputs, .chained = true};
    bool is_cycle = false;
    r->outputs = (cg_map){.memory = r->engine->memory};
    for (size_t i = 0; i < r->count; i++)
        if (!put_outputs(r, &r->parts[i])) return NULL;
    root = cg_mutate(r->engine->graph, root, &change, &is_cycle);
    if (is_cycle)
        tunip_error_set(r->engine->error, TUNIP_ERROR_ARGUMENT,
                        "the chosen partitions of @%.*s need each other's results",
                        (int)r->partition->name.size, r->partition->name.data);
    return root;
}

/* ---- outlining ---- */

static bool make_global(rewriter *r, cg_function *function)
{
    cg_engine *e = r->engine;
    tunip_relay_global_var *var = tunip_node_new(e->graph, &tunip_relay_global_var_type);
    if (!var) return false;
    var->name_hint = tunip_string_new_view(e->graph, function->name);
    var->base.checked_type = function->function->base.checked_type;
    if (e->functions.like) var->base.virtual_device = e->functions.like->virtual_device;
    function->global = var;
    return CG_PUSH(e->memory, r->outlined, r->outlined_count, function);
}

/* A call of an external function calls a global function instead. Equal functions become one. */
static bool outline(void *user, const tunip_node **out)
{
    rewriter *r = user;
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, *out);
    const tunip_relay_function *function = TUNIP_AS(tunip_relay_function, call ? call->op : NULL);
    const tunip_str none = {NULL, 0};
    if (!function || !cg_function_attr(function, "Compiler")) return true;
    cg_function *known =
        cg_functions_get(&r->engine->functions, none, (tunip_relay_function *)(uintptr_t)function);
    if (!known || (!known->global && !make_global(r, known))) return false;
    tunip_relay_call *made = tunip_node_copy(r->engine->graph, call);
    if (!made) return false;
    made->op = &known->global->base.base.base.base.base;
    *out = &made->base.base.base.base.base;
    return true;
}

/* ---- the module ---- */

static tunip_relay_function *with_symbol(cg_engine *e, const cg_function *function)
{
    tunip_relay_function *made = tunip_node_copy(e->graph, function->function);
    const tunip_map *old = made && made->attrs ? made->attrs->dict : NULL;
    void *entries[8];
    size_t count = 0;
    if (!old || old->count > 3) return NULL;
    for (size_t i = 0; i < old->count; i++) {
        entries[count++] = old->entries[i].key;
        entries[count++] = old->entries[i].value;
    }
    entries[count++] = tunip_string_new(e->graph, "global_symbol");
    entries[count++] = tunip_string_new_view(e->graph, function->name);
    made->attrs = tunip_ir_dict_attrs_new(e->graph, count / 2, entries);
    return made;
}

static tunip_map *extend(cg_engine *e, const tunip_map *old, void **more, size_t count)
{
    size_t had = tunip_map_count(old);
    void **entries = CG_NEW(e->memory, void *, 2 * (had + count) + 1);
    if (!entries) return NULL;
    for (size_t i = 0; i < had; i++) {
        entries[2 * i] = old->entries[i].key;
        entries[2 * i + 1] = old->entries[i].value;
    }
    memcpy(entries + 2 * had, more, 2 * count * sizeof *more);
    return tunip_map_new(e->graph, had + count, entries);
}

static const tunip_node *finish(rewriter *r, tunip_relay_module *module)
{
    cg_engine *e = r->engine;
    void **functions = CG_NEW(e->memory, void *, 2 * r->outlined_count + 1);
    void **names = CG_NEW(e->memory, void *, 2 * r->outlined_count + 1);
    if (!functions || !names) return NULL;
    for (size_t i = 0; i < r->outlined_count; i++) {
        cg_function *function = r->outlined[i];
        functions[2 * i] = function->global;
        functions[2 * i + 1] = with_symbol(e, function);
        names[2 * i] = function->global->name_hint;
        names[2 * i + 1] = function->global;
        if (!functions[2 * i + 1]) return NULL;
    }
    module->functions = extend(e, module->functions, functions, r->outlined_count);
    module->global_var_map = extend(e, module->global_var_map, names, r->outlined_count);
    return &module->base.base;
}

static const tunip_node *rewrite_one(rewriter *r)
{
    cg_change outliner = {.leave = outline, .user = r};
    const tunip_node *root = &r->partition->function->base.base.base.base.base;
    r->count = 0;
    r->parts = NULL;
    if (!collect(r)) return NULL;
    bool in_order = r->engine->options.as_tvm && order_matters(r);
    root = in_order ? replace_in_order(r, root) : replace_at_once(r, root);
    if (!root || r->engine->options.keep_inline) return root;
    return cg_mutate(r->engine->graph, root, &outliner, NULL);
}

static void set_function(tunip_relay_module *module, const tunip_node *key,
                         const tunip_node *function)
{
    for (size_t i = 0; i < tunip_map_count(module->functions); i++)
        if (module->functions->entries[i].key == key)
            module->functions->entries[i].value = (tunip_node *)(uintptr_t)function;
}

/* A copy of the module at the root; for a function alone, a module in which it is @main. */
static tunip_relay_module *new_module(cg_engine *e)
{
    const tunip_node *root = tunip_graph_root(e->graph);
    if (tunip_is(root, &tunip_relay_module_type)) {
        tunip_relay_module *copy = tunip_node_copy(e->graph, root);
        if (copy) copy->functions = tunip_node_copy(e->graph, copy->functions);
        return copy && copy->functions ? copy : NULL;
    }
    tunip_relay_global_var *var = tunip_node_new(e->graph, &tunip_relay_global_var_type);
    tunip_relay_module *made = tunip_node_new(e->graph, &tunip_relay_module_type);
    if (!var || !made) return NULL;
    var->name_hint = tunip_string_new(e->graph, "main");
    void *functions[] = {var, (void *)(uintptr_t)root}, *names[] = {var->name_hint, var};
    made->functions = tunip_map_new(e->graph, 1, functions);
    made->global_var_map = tunip_map_new(e->graph, 1, names);
    made->type_definitions = tunip_map_new(e->graph, 0, NULL);
    made->global_type_var_map = tunip_map_new(e->graph, 0, NULL);
    made->global_infos = tunip_map_new(e->graph, 0, NULL);
    made->attrs = tunip_ir_dict_attrs_new(e->graph, 0, NULL);
    e->partitions[0].key = &var->base.base.base.base.base;
    return tunip_node_complete(e->graph, made);
}

static const tunip_node *rewrite(cg_engine *e)
{
    rewriter r = {.engine = e};
    tunip_relay_module *module = new_module(e);
    if (!module) return NULL;
    for (size_t i = 0; i < e->partition_count; i++) {
        r.partition = &e->partitions[i];
        const tunip_node *made = rewrite_one(&r);
        if (!made) return NULL;
        set_function(module, e->partitions[i].key, made);
    }
    return finish(&r, module);
}

const tunip_node *cg_rewrite(cg_engine *engine)
{
    const tunip_node *made = rewrite(engine);
    const tunip_error *error = tunip_graph_error(engine->graph);
    if (!made || error->code != TUNIP_OK)
        tunip_error_set(engine->error, error->code ? error->code : TUNIP_ERROR_MEMORY, "%s",
                        error->code ? error->message : "out of memory");
    return error->code == TUNIP_OK ? made : NULL;
}

/* ======== explain ======== */

/* Asks the search what would be otherwise. */

/* ---- questions ---- */

typedef struct asker {
    cg_engine *engine;
    cg_partition *partition;
    cg_paths paths; /* if they are complete, they have all answers */
    cg_by_node near;
} asker;

/* A search with one condition more. Its memory is freed; `instead` gets the candidates that meet
 * the nodes of `at`. */
static bool search(asker *a, const cg_candidate *with, const cg_candidate *without, cg_reason *at,
                   double *cost)
{
    tn_arena scratch = {.chunks = NULL};
    cg_cover cover;
    cg_search_options options = a->engine->options.search;
    options.with = with;
    options.without = without;
    bool fine = engine_search(a->engine, a->partition, &scratch, &options, &cover);
    *cost = fine && cover.is_found ? cover.cost : INFINITY;
    for (size_t i = fine && at ? cover.chosen.count : 0; i-- > 0;) {
        cg_candidate *chosen = cover.chosen.items[i];
        if (cg_set_meets(chosen->sub_graph->inside, at->candidate->sub_graph->inside) &&
            !cg_candidates_add(a->engine->memory, &at->instead, chosen))
            fine = false;
    }
    tn_arena_free(&scratch);
    return fine;
}

static bool ask_without(asker *a, cg_reason *reason)
{
    const cg_candidate *candidate = reason->candidate;
    if (!a->paths.is_complete) return search(a, NULL, candidate, reason, &reason->without);
    const cg_step *step = cg_paths_without(&a->paths, candidate);
    reason->without = step ? step->cover : INFINITY;
    return !step || cg_paths_meeting(&a->paths, step, candidate->sub_graph->inside,
                                     a->engine->memory, &reason->instead);
}

static double cost_per_node(const cg_candidate *candidate)
{
    return candidate->cost / (double)cg_set_size(candidate->sub_graph->inside);
}

/* Costs that are not known come last. */
static int by_price(const void *a, const void *b)
{
    const cg_candidate *x = ((const cg_loser *)a)->candidate;
    const cg_candidate *y = ((const cg_loser *)b)->candidate;
    double left = cost_per_node(x), right = cost_per_node(y);
    if (isnan(left) || isnan(right)) return isnan(left) - isnan(right);
    if (left < right || right < left) return left < right ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int by_cost(const void *a, const void *b)
{
    const cg_loser *x = a, *y = b;
    if (x->cost < y->cost || y->cost < x->cost) return x->cost < y->cost ? -1 : 1;
    return (x->candidate->number > y->candidate->number) -
           (x->candidate->number < y->candidate->number);
}

static void sort(cg_reason *r, int (*order)(const void *, const void *))
{
    if (r->loser_count > 1) qsort(r->losers, r->loser_count, sizeof *r->losers, order);
}

/* All candidates that overlap the chosen one, with their costs if the paths have them. */
static bool find_losers(asker *a, cg_reason *reason)
{
    tn_arena *memory = a->engine->memory;
    cg_indices numbers = {NULL, 0};
    if (!cg_by_node_at(&a->near, memory, reason->candidate->sub_graph->inside, &numbers))
        return false;
    for (size_t i = 0; i < numbers.count; i++) {
        cg_loser loser = {a->partition->index.all.items[numbers.items[i]], INFINITY};
        const cg_step *step = a->paths.is_complete ? a->paths.with[numbers.items[i]] : NULL;
        if (step) loser.cost = step->cover;
        if (loser.candidate != reason->candidate && !loser.candidate->spec->is_host &&
            !CG_PUSH(memory, reason->losers, reason->loser_count, loser))
            return false;
    }
    return true;
}

static bool ask_losers(asker *a, size_t most, cg_reason *reason)
{
    if (!find_losers(a, reason)) return false;
    sort(reason, a->paths.is_complete ? by_cost : by_price);
    reason->unlisted = reason->loser_count > most ? reason->loser_count - most : 0;
    reason->loser_count -= reason->unlisted;
    for (size_t i = 0; !a->paths.is_complete && i < reason->loser_count; i++)
        if (!search(a, reason->losers[i].candidate, NULL, NULL, &reason->losers[i].cost))
            return false;
    sort(reason, by_cost);
    return true;
}

/* A beam or a budget is for models with too many states to visit all. */
static bool open_asker(asker *a)
{
    cg_engine *e = a->engine;
    cg_partition *p = a->partition;
    size_t count = p->index.all.count, most = 4 * p->cover.states + 100000;
    const cg_search_options *options = &e->options.search;
    if (!cg_by_node_init(&a->near, e->memory, &p->graph, count)) return false;
    for (size_t i = 0; i < count; i++)
        if (!cg_by_node_add(&a->near, e->memory, p->index.all.items[i]->sub_graph->inside,
                            (uint32_t)i))
            return false;
    return options->beam || options->budget || engine_paths(e, p, most, &a->paths);
}

bool cg_explain(cg_engine *e, cg_partition *p, size_t most, cg_explanation *out)
{
    asker a = {.engine = e, .partition = p};
    *out = (cg_explanation){NULL, 0};
    bool fine = open_asker(&a);
    for (size_t i = p->cover.chosen.count; fine && i-- > 0;) {
        cg_reason reason = {.candidate = p->cover.chosen.items[i]};
        if (reason.candidate->spec->is_host) continue;
        fine = ask_without(&a, &reason) && ask_losers(&a, most, &reason) &&
               CG_PUSH(e->memory, out->reasons, out->count, reason);
    }
    cg_paths_free(&a.paths);
    return fine || tn_no_memory(e->error) == TUNIP_OK;
}

/* ---- text ---- */

static void say_cost(tn_text *out, double seconds)
{
    if (isinf(seconds))
        tn_text_say(out, "impossible");
    else
        tn_text_say(out, "%.3f us", seconds * 1e6);
}

static void say_place(tn_text *out, const cg_candidate *candidate)
{
    tn_text_put_str(out, candidate->spec->name);
    cg_set_say(out, candidate->sub_graph->inside);
}

static void say_name(tn_text *out, const cg_candidate *candidate)
{
    say_place(out, candidate);
    tn_text_put_word(out, " ");
    tn_text_put_str(out, candidate->sub_graph->label);
}

static void say_more(tn_text *out, double cost, double best)
{
    if (isinf(cost)) {
        tn_text_say(out, "impossible");
        return;
    }
    bool is_more = cost > best * (1 + 1e-12); /* sums in another order may differ a little */
    say_cost(out, cost);
    tn_text_say(out, is_more ? " (+" : " (the same");
    if (is_more)
        tn_text_say(out, "%.3f us, +%.1f %%", (cost - best) * 1e6, (cost / best - 1) * 100);
    tn_text_say(out, ")");
}

static void say_reason(tn_text *out, const cg_reason *r, double best)
{
    tn_text_say(out, "\n  ");
    say_name(out, r->candidate);
    tn_text_say(out, ": ");
    say_cost(out, r->candidate->cost);
    tn_text_say(out, "\n    without it: ");
    say_more(out, r->without, best);
    for (size_t i = 0; i < r->instead.count; i++) {
        if (r->instead.items[i]->spec->is_host) continue;
        tn_text_say(out, "\n      instead: ");
        say_name(out, r->instead.items[i]);
        tn_text_say(out, ": ");
        say_cost(out, r->instead.items[i]->cost);
    }
    for (size_t i = 0; i < r->loser_count; i++) {
        tn_text_say(out, "\n    lost: ");
        say_name(out, r->losers[i].candidate);
        tn_text_say(out, ": with it ");
        say_more(out, r->losers[i].cost, best);
    }
    if (r->unlisted) tn_text_say(out, "\n    lost: %zu more candidates", r->unlisted);
    tn_text_say(out, "\n");
}

/* The candidates of the cover that were joined into `whole` after the search; none if it is one of
 * them itself. */
static bool find_parts(cg_engine *e, const cg_partition *p, const cg_candidate *whole,
                       cg_candidates *out)
{
    *out = (cg_candidates){NULL, 0};
    for (size_t i = 0; i < p->cover.chosen.count && !whole->spec->is_host; i++) {
        cg_candidate *piece = p->cover.chosen.items[i];
        bool is_part = piece != whole && piece->spec == whole->spec &&
                       cg_set_within(piece->sub_graph->inside, whole->sub_graph->inside);
        if (is_part && !cg_candidates_add(e->memory, out, piece)) return false;
    }
    return cg_candidates_sort(e->memory, out);
}

static bool say_joined(tn_text *out, cg_engine *e, const cg_partition *p)
{
    const char *head = "\njoined after the search, at the sum of the costs:\n";
    for (size_t i = 0; i < p->chosen.count; i++) {
        cg_candidates parts;
        if (!find_parts(e, p, p->chosen.items[i], &parts)) return false;
        if (!parts.count) continue;
        tn_text_say(out, "%s  ", head);
        say_place(out, p->chosen.items[i]);
        for (size_t k = 0; k < parts.count; k++) {
            tn_text_put_word(out, k ? " + " : " = ");
            say_place(out, parts.items[k]);
        }
        tn_text_say(out, "\n");
        head = "";
    }
    return true;
}

enum { MOST_REJECTED = 20 };

static void say_rejected(tn_text *out, const cg_partition *p)
{
    if (p->rejected_count) tn_text_say(out, "\nnot valid: %zu candidates\n", p->rejected_count);
    for (size_t i = 0; i < p->rejected_count && i < MOST_REJECTED; i++) {
        tn_text_say(out, "  ");
        say_name(out, p->rejected[i].candidate);
        tn_text_say(out, ": %s\n", p->rejected[i].reason);
    }
    if (p->rejected_count > MOST_REJECTED)
        tn_text_say(out, "  and %zu more\n", p->rejected_count - MOST_REJECTED);
}

static void say_head(tn_text *out, const cg_engine *e, const cg_partition *p)
{
    tn_text_say(out, "@%.*s: ", (int)p->name.size, p->name.data);
    say_cost(out, p->cover.cost);
    tn_text_say(out, ", %zu candidates of %zu, %zu states, %zu transitions\n", p->index.all.count,
                p->found_count, p->cover.states, p->cover.transitions);
    if (p->is_cut) tn_text_say(out, "not optimal: a rule reached the limit of candidates\n");
    if (!p->cover.is_optimal)
        tn_text_say(out, "not optimal: the beam or the budget left out states\n");
    if (e->options.prune) tn_text_say(out, "the best cover of the candidates that pruning left\n");
    if (p->cover.equals)
        tn_text_say(out, "equally cheap: the search found %zu other ways to states\n",
                    p->cover.equals);
}

bool cg_explain_text(cg_engine *e, size_t most, tn_text *out)
{
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        cg_explanation explanation;
        if (!cg_explain(e, p, most, &explanation)) return false;
        if (i) tn_text_say(out, "\n");
        say_head(out, e, p);
        for (size_t k = 0; k < explanation.count; k++)
            say_reason(out, &explanation.reasons[k], p->cover.cost);
        if (!say_joined(out, e, p)) return false;
        say_rejected(out, p);
    }
    return !out->failed;
}

/* ---- JSON ---- */

static void put_candidate(cg_engine *e, tunip_json_writer *w, const cg_candidate *candidate)
{
    tunip_json_key(w, "name");
    tunip_json_put_string(w, cg_candidate_name(e->memory, candidate));
    tunip_json_key(w, "label");
    tunip_json_put_string(w, candidate->sub_graph->label);
    tunip_json_key(w, "cost");
    tunip_json_put_float(w, candidate->cost);
}

/* Null for a cover that there is not. */
static void put_cost(tunip_json_writer *w, const char *key, double cost)
{
    tunip_json_key(w, key);
    if (isinf(cost))
        tunip_json_put_null(w);
    else
        tunip_json_put_float(w, cost);
}

static void put_reason(cg_engine *e, tunip_json_writer *w, const cg_partition *p,
                       const cg_reason *r)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "function");
    tunip_json_put_string(w, p->name);
    put_candidate(e, w, r->candidate);
    put_cost(w, "without", r->without);
    tunip_json_key(w, "instead");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < r->instead.count; i++)
        tunip_json_put_string(w, cg_candidate_name(e->memory, r->instead.items[i]));
    tunip_json_close(w, ']');
    tunip_json_key(w, "lost");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < r->loser_count; i++) {
        tunip_json_open(w, '{');
        put_candidate(e, w, r->losers[i].candidate);
        put_cost(w, "with", r->losers[i].cost);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
}

/* The chosen candidates that were joined, each with its parts. */
static bool put_joined(cg_engine *e, tunip_json_writer *w, const cg_partition *p)
{
    for (size_t i = 0; i < p->chosen.count; i++) {
        cg_candidates parts;
        if (!find_parts(e, p, p->chosen.items[i], &parts)) return false;
        if (!parts.count) continue;
        tunip_json_key_view(w, cg_candidate_name(e->memory, p->chosen.items[i]));
        tunip_json_open(w, '[');
        for (size_t k = 0; k < parts.count; k++)
            tunip_json_put_string(w, cg_candidate_name(e->memory, parts.items[k]));
        tunip_json_close(w, ']');
    }
    return true;
}

bool cg_explain_json(cg_engine *e, size_t most, tunip_json_writer *w)
{
    tunip_json_key(w, "explanation");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < e->partition_count; i++) {
        cg_partition *p = &e->partitions[i];
        cg_explanation explanation;
        if (!cg_explain(e, p, most, &explanation)) return false;
        for (size_t k = 0; k < explanation.count; k++) put_reason(e, w, p, &explanation.reasons[k]);
    }
    tunip_json_close(w, ']');
    tunip_json_key(w, "joined");
    tunip_json_open(w, '{');
    for (size_t i = 0; i < e->partition_count; i++)
        if (!put_joined(e, w, &e->partitions[i])) return false;
    tunip_json_close(w, '}');
    tunip_json_key(w, "invalid");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < e->partition_count; i++)
        for (size_t k = 0; k < e->partitions[i].rejected_count; k++) {
            const cg_rejected *rejected = &e->partitions[i].rejected[k];
            tunip_json_open(w, '{');
            tunip_json_key(w, "name");
            tunip_json_put_string(w, cg_candidate_name(e->memory, rejected->candidate));
            tunip_json_key(w, "reason");
            tunip_json_put_string(w, tunip_str_from(rejected->reason));
            tunip_json_close(w, '}');
        }
    tunip_json_close(w, ']');
    return true;
}
