/* rewrite.c -- puts the chosen partitions of external code generators into functions of the
 * module. */
#include "engine.h"

#include <stdlib.h>

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
