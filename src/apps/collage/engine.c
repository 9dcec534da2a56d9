/* engine.c -- from a module to chosen partitions. */
#include "engine.h"

#include <math.h>

#include "devices.h"

static bool no_memory(cg_engine *e)
{
    return tunip_error_set(e->error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
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

bool cg_engine_cost(cg_engine *e, cg_graph *graph, cg_candidate *candidate, double *out)
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
    return cg_engine_cost(c->engine, c->graph, candidate, cost);
}

bool cg_engine_search(cg_engine *e, cg_partition *p, cg_memory *memory,
                      const cg_search_options *options, cg_cover *out)
{
    cost_of user = {e, &p->graph};
    return cg_search(&p->graph, memory, &p->index, find_cost, &user, options, out) || no_memory(e);
}

bool cg_engine_paths(cg_engine *e, cg_partition *p, size_t most, cg_paths *out)
{
    cost_of user = {e, &p->graph};
    double transition = e->options.search.transition;
    return cg_paths_find(out, &p->graph, &p->index, find_cost, &user, transition, most) ||
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

static bool has_name(cg_memory *memory, const cg_candidate *candidate, const char *name)
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

/* Applies what-if questions. */
static void override(cg_engine *e, cg_candidates *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool stays = true;
        for (size_t k = 0; k < e->options.override_count; k++) {
            cg_override *o = &e->options.overrides[k];
            if (all->items[i]->spec->is_host || !has_name(e->memory, all->items[i], o->name))
                continue;
            o->count++;
            all->items[i]->cost = o->cost;
            stays &= !isnan(o->cost);
        }
        if (stays) all->items[kept++] = all->items[i];
    }
    all->count = kept;
}

/* Leaves out candidates that device planning has put on another device. */
static bool keep_allowed(cg_engine *e, cg_partition *p, cg_finder *finder, cg_candidates *all)
{
    const tunip_relay_module *module = TUNIP_AS(tunip_relay_module, tunip_graph_root(e->graph));
    cg_devices devices;
    size_t kept = 0;
    if (!cg_devices_init(&devices, e->memory, &p->graph, module ? module->functions : NULL))
        return false;
    for (size_t i = 0; i < all->count; i++) {
        cg_rejected rejected = {all->items[i], "an expression is on another device"};
        if (cg_devices_allow(&devices, all->items[i]))
            all->items[kept++] = all->items[i];
        else if (!CG_PUSH(e->memory, finder->rejected, finder->rejected_count, rejected))
            return false;
    }
    all->count = kept;
    return true;
}

static bool find(cg_engine *e, cg_partition *p, cg_finder *finder)
{
    cg_candidates all = {NULL, 0};
    finder->as_tvm = e->options.as_tvm;
    finder->max_candidates = e->options.max_candidates;
    for (size_t i = 0; i < e->spec_count; i++)
        if (is_wanted(e, e->specs[i]) && !cg_find(finder, e->specs[i], &all)) return false;
    if (!keep_allowed(e, p, finder, &all)) return false;
    override(e, &all);
    p->found_count = all.count;
    if (e->options.prune ? !cg_prune(finder, &all) : !cg_candidates_sort(e->memory, &all))
        return false;
    p->rejected = finder->rejected;
    p->rejected_count = finder->rejected_count;
    p->is_cut = finder->is_cut;
    return cg_index_init(&p->index, e->memory, &p->graph, all);
}

bool cg_partition_find(cg_engine *e, cg_partition *p)
{
    cg_finder finder;
    if (!cg_graph_init(&p->graph, e->memory, &p->function->base.base.base.base.base))
        return no_memory(e);
    bool fine =
        cg_finder_init(&finder, e->context, &p->graph, e->memory, e->error) && find(e, p, &finder);
    cg_finder_free(&finder);
    return fine || no_memory(e);
}

static bool ask_all(cg_engine *e, cg_partition *p)
{
    double cost;
    for (uint32_t i = 0; i < p->graph.count; i++)
        for (size_t k = 0; k < p->index.at[i].count; k++)
            if (!cg_engine_cost(e, &p->graph, p->index.at[i].items[k], &cost)) return false;
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

bool cg_partition_search(cg_engine *e, cg_partition *p)
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

static bool add(cg_engine *e, const tunip_node *key, tunip_str name, const tunip_node *node)
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
    if (!module && !add(e, NULL, tunip_str_from("main"), root)) return false;
    for (size_t i = 0; i < tunip_map_count(functions); i++) {
        const tunip_relay_global_var *var =
            TUNIP_AS(tunip_relay_global_var, functions->entries[i].key);
        tunip_str name = tunip_string_value(var ? var->name_hint : NULL);
        if (!add(e, functions->entries[i].key, name, functions->entries[i].value)) return false;
    }
    if (e->partition_count) return true;
    tunip_error_set(e->error, TUNIP_ERROR_ARGUMENT, "the input has no function of Relay");
    return false;
}

bool cg_engine_open(cg_engine *e, tunip_context *context, tunip_graph *graph, cg_memory *memory)
{
    e->context = context;
    e->graph = graph;
    e->memory = memory;
    e->functions =
        (cg_functions){.context = context, .graph = graph, .memory = memory, .error = e->error};
    if (!add_all(e, tunip_graph_root(graph))) return false;
    e->functions.like = &e->partitions[0].function->base;
    return true;
}

bool cg_partition_all(cg_engine *e, tunip_context *context, tunip_graph *graph, cg_memory *memory)
{
    if (!cg_engine_open(e, context, graph, memory)) return false;
    for (size_t i = 0; i < e->partition_count; i++)
        if (!cg_partition_find(e, &e->partitions[i]) || !cg_partition_search(e, &e->partitions[i]))
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
