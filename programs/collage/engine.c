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
                         const tunip_map *functions, bool as_tvm)
{
    planner p = {.memory = memory, .graph = graph, .functions = functions};
    p.devices = CG_NEW(memory, const tunip_node *, graph->count);
    p.vars = CG_NEW(memory, const tunip_node *, graph->count);
    p.seen = CG_NEW(memory, bool, graph->count);
    devices->has_any = false;
    devices->targets = CG_NEW(memory, const tunip_ir_target *, graph->count);
    devices->types = CG_NEW(memory, int64_t, graph->count);
    if (memory->failed || !visit_all(&p)) return false;
    for (uint32_t i = 0; i < graph->count; i++) {
        const tunip_relay_virtual_device *device =
            TUNIP_AS(tunip_relay_virtual_device, p.devices[i]);
        if (!device || is_for_all(graph->nodes[i].expr)) continue;
        devices->targets[i] = device->target;
        devices->types[i] = as_tvm || device->device_type_int < 0 ? 0 : device->device_type_int;
        devices->has_any |= devices->targets[i] || devices->types[i];
    }
    return true;
}

/* Whether all expressions of a candidate may be computed on its target: it has the kind that is
 * chosen for them, or it is an external code generator for the same device. If only the device is
 * chosen, all targets for this device may. The host may always leave something to itself. */
static bool devices_allow(const cg_devices *devices, const cg_candidate *candidate)
{
    const cg_spec *spec = candidate->spec;
    int64_t device = find_kind(spec->device.size ? spec->device : spec->target)->device;
    if (!devices->has_any || spec->is_host) return true;
    CG_EACH(index, candidate->sub_graph->inside)
    {
        const tunip_ir_target *target = devices->targets[index];
        int64_t type = devices->types[index];
        if (!target && type && device && type != device) return false;
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

static const cg_price *find_price(const cg_engine *e, const cg_function *function, tunip_str target)
{
    const cg_price *at = function->prices;
    while (at && !e->options.as_tvm && !tunip_str_equal(at->target, target)) at = at->next;
    return at;
}

static bool ask(cg_engine *e, const cg_spec *spec, cg_function *function, double *out)
{
    const cg_price *known = find_price(e, function, spec->target);
    *out = known ? known->cost : NAN;
    if (known) return true;
    if (!e->estimator.estimate(e->estimator.user, function, spec, out, e->error)) return false;
    cg_price *price = CG_NEW(e->memory, cg_price, 1);
    if (!price) return no_memory(e);
    *price = (cg_price){spec->target, *out, function->prices};
    function->prices = price;
    return true;
}

/* The cost of a candidate, from the estimator or known before. */
static bool engine_cost(cg_engine *e, cg_graph *graph, cg_candidate *candidate, double *out)
{
    *out = candidate->cost;
    if (!isnan(candidate->cost) || candidate->function) return true;
    cg_function *function = cg_functions_of(&e->functions, graph, candidate);
    bool fine = function ? ask(e, candidate->spec, function, &candidate->cost) : no_memory(e);
    cg_functions_let_go(&e->functions);
    if (!fine) return false;
    candidate->function = function;
    *out = candidate->cost;
    return true;
}

/* The same for a candidate that the search needs. */
static bool needed_cost(cg_engine *e, cg_graph *graph, cg_candidate *candidate, double *out)
{
    const cg_spec *spec = candidate->spec;
    tunip_str label = candidate->sub_graph->label;
    if (!engine_cost(e, graph, candidate, out)) return false;
    if (!isnan(*out) || e->options.as_tvm || candidate->function->has_types) return true;
    if (e->is_question) {
        e->has_gaps = true;
        *out = INFINITY;
        return true;
    }
    tunip_error_set(e->error, TUNIP_ERROR_FORMAT,
                    "the module has no inferred types (TVM prints them as /* ty=... */), so that "
                    "the cost of `%.*s` for %.*s must stand in a file (--costs)",
                    (int)label.size, label.data, (int)spec->target.size, spec->target.data);
    return false;
}

typedef struct cost_of {
    cg_engine *engine;
    cg_graph *graph;
} cost_of;

static bool find_cost(void *user, cg_candidate *candidate, double *cost)
{
    const cost_of *c = user;
    return needed_cost(c->engine, c->graph, candidate, cost);
}

/* At candidates, before a search has a beam; and in each of the searches that an explanation may
 * take. A graph of thousands of operators needs less than 1000 looks at each. */
enum { MOST_LOOKS = 20000000, MOST_LOOKS_AGAIN = 2000000 };

bool cg_engine_search(cg_engine *e, cg_partition *p, tn_arena *memory,
                      const cg_search_options *options, cg_cover *out)
{
    cost_of user = {e, &p->graph};
    cg_search_options own = *options;
    e->has_gaps = false;
    if (!own.effort && !own.beam && !own.budget && !e->options.as_tvm)
        own.effort =
            (e->is_question ? MOST_LOOKS_AGAIN : MOST_LOOKS) + 1000 * (size_t)p->graph.count;
    bool fine = cg_search(&p->graph, memory, &p->index, find_cost, &user, &own, out);
    cg_functions_close(&e->functions);
    return fine || no_memory(e);
}

bool cg_engine_paths(cg_engine *e, cg_partition *p, size_t most, cg_paths *out)
{
    cost_of user = {e, &p->graph};
    e->has_gaps = false;
    bool fine =
        cg_paths_find(out, &p->graph, &p->index, find_cost, &user, &e->options.search, most);
    cg_functions_close(&e->functions);
    if (e->has_gaps) out->is_complete = false;
    return fine || no_memory(e);
}

/* ---- one function ---- */

/* Whether a name of a rule, "a.b+a.c", has `name` as a part, or as the beginning of one. The name
 * of its spec and a point may stand before `name`. */
static bool has_rule(tunip_str rule_name, tunip_str spec, const char *name)
{
    size_t size = strlen(name);
    bool is_nested = spec.size && size > spec.size + 1 && name[spec.size] == '.' &&
                     memcmp(name, spec.data, spec.size) == 0;
    if (is_nested && has_rule(rule_name, (tunip_str){NULL, 0}, name + spec.size + 1)) return true;
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
    if (strchr(name, '{')) {
        tunip_str whole = cg_candidate_name(memory, candidate);
        bool is_place = candidate->inner.size && whole.size > size && whole.data[size] == '/';
        return tunip_str_is(whole, name) || (is_place && memcmp(whole.data, name, size) == 0);
    }
    return names_spec(tunip_str_from(name), candidate->spec) || tunip_str_is(label, name) ||
           has_rule(candidate->rule_name, candidate->spec->name, name) ||
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

static const char other_device[] = "an expression is on another device";

/* Leaves out candidates that device planning has put on another device. */
static bool keep_allowed(cg_engine *e, cg_partition *p, cg_finder *finder, cg_candidates *all)
{
    const tunip_relay_module *module = TUNIP_AS(tunip_relay_module, tunip_graph_root(e->graph));
    cg_devices devices;
    size_t kept = 0;
    if (!devices_init(&devices, e->memory, &p->graph, module ? module->functions : NULL,
                      e->options.as_tvm))
        return false;
    for (size_t i = 0; i < all->count; i++) {
        cg_rejected rejected = {all->items[i], other_device};
        if (devices_allow(&devices, all->items[i]))
            all->items[kept++] = all->items[i];
        else if (!CG_PUSH(e->memory, finder->rejected, finder->rejected_count, rejected))
            return false;
    }
    all->count = kept;
    return true;
}

/* Whether what-if questions leave the candidate in; some set its cost. */
static bool apply_overrides(cg_engine *e, cg_candidate *candidate)
{
    bool stays = true;
    for (size_t i = 0; i < e->options.override_count; i++) {
        cg_override *o = &e->options.overrides[i];
        if (candidate->spec->is_host || !has_name(e->memory, candidate, o->name)) continue;
        o->count++;
        candidate->cost = o->cost;
        stays &= !isnan(o->cost);
    }
    return stays;
}

/* A chain has less than ten candidates for each expression. Beyond that there are branches, whose
 * choices multiply. */
static size_t most_candidates(const cg_engine *e, const cg_partition *p)
{
    size_t usual = 10 * (size_t)p->graph.count;
    if (e->options.max_candidates != TUNIP_COLLAGE_USUAL) return e->options.max_candidates;
    if (e->options.as_tvm) return 100000;
    return usual > 10000 ? usual : 10000;
}

static bool find_partitions(cg_engine *e, cg_partition *p, cg_finder *finder)
{
    cg_candidates all = {NULL, 0};
    finder->as_tvm = e->options.as_tvm;
    p->max_candidates = most_candidates(e, p);
    finder->max_candidates = p->max_candidates;
    for (size_t i = 0; i < e->spec_count; i++)
        if (is_wanted(e, e->specs[i]) && !cg_find(finder, e->specs[i], &all)) return false;
    if (!keep_allowed(e, p, finder, &all)) return false;
    if (!e->options.as_tvm && (!cg_candidates_sort(e->memory, &all) ||
                               !cg_candidates_tell_apart(&p->graph, e->memory, &all)))
        return false;
    /* Applies what-if questions. */
    size_t kept = 0;
    for (size_t i = 0; i < all.count; i++)
        if (apply_overrides(e, all.items[i])) all.items[kept++] = all.items[i];
    all.count = kept;
    p->found_count = all.count;
    if (e->options.prune ? !cg_prune(finder, &all) : !cg_candidates_sort(e->memory, &all))
        return false;
    p->rejected = finder->rejected;
    p->rejected_count = finder->rejected_count;
    p->is_cut = finder->is_cut;
    p->lacks_types = finder->lacks_types;
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
            if (!needed_cost(e, &p->graph, p->index.at[i].items[k], &cost)) return false;
    return true;
}

static bool fail_stuck(cg_engine *e, const cg_partition *p, uint32_t at)
{
    tunip_str label = at < p->graph.count ? p->graph.nodes[at].label : tunip_str_from("?");
    bool is_elsewhere = false;
    for (size_t i = 0; i < p->rejected_count; i++)
        is_elsewhere |= p->rejected[i].reason == other_device &&
                        cg_set_has(p->rejected[i].candidate->sub_graph->inside, at);
    tunip_error_set(
        e->error, TUNIP_ERROR_NOT_FOUND, "no target can compute `%.*s`, expression %u of @%.*s%s",
        (int)label.size, label.data, (unsigned)at, (int)p->name.size, p->name.data,
        is_elsewhere ? ": device planning has put it on a device of none of the targets" : "");
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

bool cg_joined_parts(cg_engine *e, const cg_partition *p, const cg_candidate *whole,
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

double cg_path_cost(const cg_engine *e, const cg_candidates *list)
{
    double cost = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i]->spec->is_host)
            cost += list->items[i]->cost + e->options.search.transition;
    return cost;
}

/* Asks for the costs of joined candidates. One that costs more than its parts, or that its target
 * cannot compute, falls apart again. If its cost is not known, it is the sum. */
static bool price_joined(cg_engine *e, cg_partition *p)
{
    cg_candidates joined = p->chosen;
    p->chosen = (cg_candidates){NULL, 0};
    for (size_t i = 0; i < joined.count; i++) {
        cg_candidate *whole = joined.items[i];
        cg_candidates parts, one = {&whole, 1};
        if (!cg_joined_parts(e, p, whole, &parts)) return false;
        double sum = whole->cost, cost;
        if (parts.count) whole->cost = NAN;
        if (parts.count && !apply_overrides(e, whole)) whole->cost = INFINITY;
        if (!engine_cost(e, &p->graph, whole, &cost)) return false;
        if (isnan(cost)) whole->cost = sum;
        bool needs_name = whole->spec->is_external && !whole->function; /* its cost was given */
        bool has_name = !needs_name || cg_functions_of(&e->functions, &p->graph, whole);
        cg_functions_let_go(&e->functions);
        if (!has_name) return false;
        bool is_dear = parts.count && cg_path_cost(e, &one) > cg_path_cost(e, &parts) * (1 + 1e-12);
        if (is_dear && !cg_candidates_add(e->memory, &p->apart, whole)) return false;
        for (size_t k = 0; is_dear && k < parts.count; k++)
            if (!cg_candidates_add(e->memory, &p->chosen, parts.items[k])) return false;
        if (!is_dear && !cg_candidates_add(e->memory, &p->chosen, whole)) return false;
    }
    return cg_candidates_sort(e->memory, &p->chosen);
}

/* Finds the candidates of a function; the search follows. For tests and for what-if questions. */
static bool partition_search(cg_engine *e, cg_partition *p)
{
    cg_finder finder;
    if (!e->options.lazy && !ask_all(e, p)) return false;
    if (!cg_engine_search(e, p, e->memory, &e->options.search, &p->cover) || !check_cover(e, p))
        return false;
    for (size_t i = 0; i < p->cover.chosen.count; i++)
        if (!cg_candidates_add(e->memory, &p->chosen, p->cover.chosen.items[i]))
            return no_memory(e);
    bool fine = cg_finder_init(&finder, e->context, &p->graph, e->memory, e->error);
    finder.as_tvm = e->options.as_tvm;
    fine = fine && cg_coalesce(&finder, &p->chosen);
    cg_finder_free(&finder);
    if (fine && !e->options.as_tvm) fine = price_joined(e, p);
    p->cost = cg_path_cost(e, &p->chosen);
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
    e->functions = (cg_functions){.context = context, .memory = memory, .error = e->error};
    if (!add_all(e, tunip_graph_root(graph))) return false;
    e->functions.like = &e->partitions[0].function->base;
    e->options.search.allow_cycles = e->options.as_tvm;
    return true;
}

bool cg_partition_all(cg_engine *e, tunip_context *context, tunip_graph *graph, tn_arena *memory)
{
    if (!cg_engine_open(e, context, graph, memory)) return false;
    bool fine = true;
    for (size_t i = 0; i < e->partition_count && fine; i++)
        fine = partition_find(e, &e->partitions[i]) && partition_search(e, &e->partitions[i]);
    cg_functions_close(&e->functions);
    e->is_question = true;
    return fine;
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
    var->name_hint = tunip_string_new_view(e->graph, cg_function_name(e->memory, function));
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
    if (cg_function_attr(function, "global_symbol")) return true; /* it was in the module before */
    cg_function *known =
        cg_functions_get(&r->engine->functions, none, (tunip_relay_function *)(uintptr_t)function);
    if (known && !known->is_kept) known->function = (tunip_relay_function *)(uintptr_t)function;
    if (known) known->is_kept = true;
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
    entries[count++] = tunip_string_new_view(e->graph, cg_function_name(e->memory, function));
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
