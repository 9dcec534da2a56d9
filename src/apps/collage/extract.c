/* extract.c -- makes functions of sub-graphs. */
#include "extract.h"

#include <stdlib.h>

typedef struct extractor {
    tunip_graph *graph;
    cg_memory *memory;
    cg_memory scratch;
    cg_graph *dataflow;
    const cg_sub_graph *sub_graph;
    const tunip_relay_expr *like;
    cg_map made; /* of the expressions inside, and of the inputs: variables */
    cg_indices inputs;
    cg_exprs params;
    uint32_t *stack;
    size_t depth;
    cg_exprs children;
} extractor;

static void set_expr(tunip_relay_expr *expr, const tunip_relay_expr *like, const tunip_node *type)
{
    expr->checked_type = (tunip_node *)(uintptr_t)type;
    if (like) expr->virtual_device = like->virtual_device;
}

tunip_node *cg_call_new(tunip_graph *graph, void *op, size_t count, void *const *args,
                        tunip_node *type, const tunip_relay_expr *like)
{
    tunip_relay_call *call = tunip_node_new(graph, &tunip_relay_call_type);
    if (!call) return NULL;
    call->op = op;
    call->args = tunip_array_new(graph, count, args);
    call->type_args = tunip_array_new(graph, 0, NULL);
    set_expr(&call->base, like, type);
    return &call->base.base.base.base.base;
}

/* ---- inside ---- */

static const tunip_relay_var *make_var(extractor *e, const tunip_node *expr)
{
    char name[40] = "FunctionVar_";
    tunip_relay_var *var = tunip_node_new(e->graph, &tunip_relay_var_type);
    tunip_relay_id *id = tunip_node_new(e->graph, &tunip_relay_id_type);
    tunip_str text = cg_format(&e->scratch, "%s%zu", name, e->params.count);
    if (!var || !id || !text.data) return NULL;
    id->name_hint = tunip_string_new_view(e->graph, text);
    var->vid = id;
    set_expr(&var->base, e->like, cg_type_of(expr));
    var->type_annotation = var->base.checked_type;
    return var;
}

/* The form of an expression in the function, or NULL if it has to be visited first. */
static bool find_form(extractor *e, const tunip_node *expr, const tunip_node **out)
{
    uint32_t index = cg_graph_find(e->dataflow, expr);
    *out = cg_map_get(&e->made, expr);
    if (*out || index == CG_NONE || cg_set_has(e->sub_graph->inside, index)) return true;
    if (cg_is_inline(expr)) {
        *out = expr;
        return true;
    }
    const tunip_relay_var *var = make_var(e, expr);
    *out = var ? &var->base.base.base.base.base : NULL;
    return var && CG_PUSH(&e->scratch, e->params.items, e->params.count, *out) &&
           CG_PUSH(e->memory, e->inputs.items, e->inputs.count, index) &&
           cg_map_put(&e->made, expr, *out);
}

/* Visits the children of the expression on top of the stack, from the first one that has no form
 * yet; then makes its own form. */
static bool visit_top(extractor *e)
{
    const tunip_node *expr = e->dataflow->nodes[e->stack[e->depth - 1]].expr;
    bool has_changed = false;
    e->children.count = 0;
    if (!cg_push_children(&e->scratch, expr, &e->children)) return false;
    for (size_t i = 0; i < e->children.count; i++) {
        const tunip_node *form;
        if (!find_form(e, e->children.items[i], &form)) return false;
        if (!form)
            return CG_PUSH(&e->scratch, e->stack, e->depth,
                           cg_graph_find(e->dataflow, e->children.items[i]));
        has_changed |= form != e->children.items[i];
        e->children.items[i] = form;
    }
    e->depth--;
    const tunip_node *made =
        has_changed ? cg_with_children(e->graph, expr, e->children.items) : expr;
    return made && cg_map_put(&e->made, expr, made);
}

/* A function inside that is not primitive is a part of control flow; it stays as it is. */
static bool visit(extractor *e, uint32_t index)
{
    const tunip_node *expr = e->dataflow->nodes[index].expr;
    if (tunip_is(expr, &tunip_relay_function_type)) return cg_map_put(&e->made, expr, expr);
    if (!CG_PUSH(&e->scratch, e->stack, e->depth, index)) return false;
    while (e->depth)
        if (!visit_top(e)) return false;
    return true;
}

/* Backwards, so that each expression is visited with the last one that uses it. An exit is an
 * output even if it is used inside, too. */
static bool visit_inside(extractor *e, cg_extracted *out)
{
    const cg_sub_graph *s = e->sub_graph;
    for (uint32_t index = s->last + 1; index-- > s->first;) {
        const cg_node *node = &e->dataflow->nodes[index];
        if (!cg_set_has(s->inside, index)) continue;
        const tunip_node *known = cg_map_get(&e->made, node->expr);
        if (!cg_set_has(s->exit, index) && known) continue;
        if (!known && !visit(e, index)) return false;
        cg_output output = {index, cg_map_get(&e->made, node->expr)};
        if (!CG_PUSH(e->memory, out->outputs, out->output_count, output)) return false;
    }
    for (size_t i = 0; i < out->output_count / 2; i++) {
        cg_output last = out->outputs[out->output_count - 1 - i];
        out->outputs[out->output_count - 1 - i] = out->outputs[i];
        out->outputs[i] = last;
    }
    return out->output_count > 0;
}

/* ---- the function ---- */

static tunip_node *make_tuple(extractor *e, const cg_extracted *out)
{
    tunip_relay_tuple *tuple = tunip_node_new(e->graph, &tunip_relay_tuple_type);
    tunip_ir_tuple_type *type = tunip_node_new(e->graph, &tunip_ir_tuple_type_type);
    const void **fields = CG_NEW(&e->scratch, const void *, out->output_count * 2);
    if (!tuple || !type || !fields) return NULL;
    for (size_t i = 0; i < out->output_count; i++) {
        fields[i] = out->outputs[i].expr;
        fields[out->output_count + i] = cg_type_of(e->dataflow->nodes[out->outputs[i].index].expr);
    }
    void *const *items = (void *const *)(uintptr_t)fields;
    tuple->fields = tunip_array_new(e->graph, out->output_count, items);
    type->fields = tunip_array_new(e->graph, out->output_count, items + out->output_count);
    set_expr(&tuple->base, e->like, &type->base.base.base);
    return &tuple->base.base.base.base.base;
}

static bool find_output(void *user, const tunip_node *expr, const tunip_node **out)
{
    *out = cg_map_get(user, expr);
    return true;
}

static int by_last(const void *a, const void *b)
{
    uint32_t left = ((const cg_nested *)a)->sub_graph->last;
    uint32_t right = ((const cg_nested *)b)->sub_graph->last;
    return (left < right) - (left > right);
}

static bool replace_nested(extractor *e, cg_graph *body_graph, const cg_nested *nested,
                           const tunip_node **body)
{
    cg_map outputs = {.memory = &e->scratch};
    const cg_extracted *made =
        cg_extract(e->graph, &e->scratch, body_graph, nested->sub_graph, &nested->attrs, e->like);
    for (size_t i = 0; made && i < made->output_count; i++)
        if (!cg_map_put(&outputs, body_graph->nodes[made->outputs[i].index].expr,
                        made->outputs[i].expr))
            return false;
    cg_change change = {.enter = find_output, .user = &outputs};
    *body = made ? cg_mutate(e->graph, *body, &change, NULL) : NULL;
    return *body != NULL;
}

/* The sub-graphs that are nested in this one are of the original expression; the body has their
 * nodes in another form. */
static bool make_nested(extractor *e, const tunip_node **body)
{
    cg_graph body_graph;
    const cg_sub_graph *s = e->sub_graph;
    if (!s->nested_count) return true;
    uint32_t *subst = malloc(e->dataflow->count * sizeof *subst);
    cg_nested *nested = CG_NEW(&e->scratch, cg_nested, s->nested_count);
    bool fine = subst && nested && cg_graph_init(&body_graph, &e->scratch, *body);
    CG_EACH(index, s->inside) if (fine)
    {
        subst[index] =
            cg_graph_find(&body_graph, cg_map_get(&e->made, e->dataflow->nodes[index].expr));
    }
    for (size_t i = 0; fine && i < s->nested_count; i++) {
        nested[i] = s->nested[i];
        nested[i].sub_graph =
            cg_sub_graph_subst(&body_graph, &e->scratch, s->nested[i].sub_graph, subst);
        fine = nested[i].sub_graph && nested[i].sub_graph->first != CG_NONE;
    }
    free(subst);
    if (fine) qsort(nested, s->nested_count, sizeof *nested, by_last);
    for (size_t i = 0; fine && i < s->nested_count; i++)
        fine = replace_nested(e, &body_graph, &nested[i], body);
    return fine;
}

static tunip_ir_dict_attrs *make_attrs(tunip_graph *graph, const cg_attrs *attrs)
{
    void *entries[6];
    size_t count = 0;
    if (attrs->primitive) {
        tunip_ir_int_imm *one = tunip_node_new(graph, &tunip_ir_int_imm_type);
        if (!one) return NULL;
        one->base.dtype = TUNIP_INT(32);
        one->value = 1;
        entries[count++] = tunip_string_new(graph, "Primitive");
        entries[count++] = one;
    }
    const struct {
        const char *key;
        tunip_str value;
    } texts[] = {{"Compiler", attrs->compiler}, {"Composite", attrs->composite}};
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        if (texts[i].value.size) {
            entries[count++] = tunip_string_new(graph, texts[i].key);
            entries[count++] = tunip_string_new_view(graph, texts[i].value);
        }
    return tunip_ir_dict_attrs_new(graph, count / 2, entries);
}

static tunip_node *type_of_function(tunip_graph *graph, const tunip_relay_function *function)
{
    tunip_relay_func_type *type = tunip_node_new(graph, &tunip_relay_func_type_type);
    size_t count = tunip_array_count(function->params);
    tunip_array *types = function->params ? tunip_node_copy(graph, function->params) : NULL;
    if (!type || !types) return NULL;
    for (size_t i = 0; i < count; i++)
        types->items[i] = (tunip_node *)(uintptr_t)cg_type_of(function->params->items[i]);
    type->arg_types = types;
    type->ret_type = function->ret_type;
    type->type_params = tunip_array_new(graph, 0, NULL);
    type->type_constraints = tunip_array_new(graph, 0, NULL);
    return &type->base.base.base;
}

static tunip_relay_function *make_function(extractor *e, const cg_attrs *attrs,
                                           const tunip_node *body, const tunip_node *type)
{
    tunip_relay_function *function = tunip_node_new(e->graph, &tunip_relay_function_type);
    if (!function) return NULL;
    function->params =
        tunip_array_new(e->graph, e->params.count, (void *const *)(uintptr_t)e->params.items);
    function->body = (tunip_node *)(uintptr_t)body;
    function->ret_type = (tunip_node *)(uintptr_t)type;
    function->type_params = tunip_array_new(e->graph, 0, NULL);
    function->attrs = make_attrs(e->graph, attrs);
    set_expr(&function->base, e->like, type_of_function(e->graph, function));
    return function;
}

static bool set_outputs(extractor *e, cg_extracted *out)
{
    for (size_t i = 0; i < out->output_count; i++) {
        tunip_relay_tuple_get_item *item =
            out->output_count > 1 ? tunip_node_new(e->graph, &tunip_relay_tuple_get_item_type)
                                  : NULL;
        const tunip_node *expr = e->dataflow->nodes[out->outputs[i].index].expr;
        if (out->output_count > 1 && !item) return false;
        if (item) {
            item->tuple_value = out->call;
            item->index = (int64_t)i;
            set_expr(&item->base, e->like, cg_type_of(expr));
        }
        out->outputs[i].expr = item ? &item->base.base.base.base.base : out->call;
    }
    return true;
}

static bool make_call(extractor *e, cg_extracted *out, const tunip_node *type)
{
    const void **args = CG_NEW(&e->scratch, const void *, e->inputs.count + 1);
    for (size_t i = 0; args && i < e->inputs.count; i++)
        args[i] = e->dataflow->nodes[e->inputs.items[i]].expr;
    if (!args) return false;
    out->call = cg_call_new(e->graph, out->function, e->inputs.count,
                            (void *const *)(uintptr_t)args, (tunip_node *)(uintptr_t)type, e->like);
    return out->call != NULL;
}

static bool extract(extractor *e, const cg_attrs *attrs, cg_extracted *out)
{
    if (!visit_inside(e, out)) return false;
    bool is_tuple = out->output_count > 1;
    const tunip_node *body = is_tuple ? make_tuple(e, out) : out->outputs[0].expr;
    const tunip_node *type =
        is_tuple ? cg_type_of(body) : cg_type_of(e->dataflow->nodes[out->outputs[0].index].expr);
    if (!body || !make_nested(e, &body)) return false;
    out->function = make_function(e, attrs, body, type);
    out->inputs = e->inputs;
    return out->function && make_call(e, out, type) && set_outputs(e, out) &&
           tunip_graph_status(e->graph) == TUNIP_OK;
}

const cg_extracted *cg_extract(tunip_graph *graph, cg_memory *memory, cg_graph *dataflow,
                               const cg_sub_graph *sub_graph, const cg_attrs *attrs,
                               const tunip_relay_expr *like)
{
    cg_extracted *out = CG_NEW(memory, cg_extracted, 1);
    extractor e = {.graph = graph,
                   .memory = memory,
                   .dataflow = dataflow,
                   .sub_graph = sub_graph,
                   .like = like};
    e.made.memory = &e.scratch;
    bool fine = out && extract(&e, attrs, out);
    cg_memory_free(&e.scratch);
    return fine ? out : NULL;
}

/* ---- tuples ---- */

static const tunip_node *split_param(tunip_graph *graph, cg_memory *memory,
                                     const tunip_relay_var *param, const cg_exprs *types,
                                     cg_exprs *params)
{
    tunip_relay_tuple *tuple = tunip_node_new(graph, &tunip_relay_tuple_type);
    size_t first = params->count;
    if (!tuple) return NULL;
    for (size_t i = 0; i < types->count; i++) {
        tunip_relay_var *var = tunip_node_copy(graph, param);
        if (!var) return NULL;
        var->vid = tunip_node_copy(graph, param->vid);
        var->type_annotation = (tunip_node *)(uintptr_t)types->items[i];
        set_expr(&var->base, NULL, types->items[i]);
        if (!CG_PUSH(memory, params->items, params->count, &var->base.base.base.base.base))
            return NULL;
    }
    tuple->fields =
        tunip_array_new(graph, types->count, (void *const *)(uintptr_t)(params->items + first));
    return &tuple->base.base.base.base.base;
}

static bool split_params(tunip_graph *graph, cg_memory *memory,
                         const tunip_relay_function *function, cg_map *tuples, cg_exprs *params)
{
    for (size_t i = 0; i < tunip_array_count(function->params); i++) {
        const tunip_relay_var *param = TUNIP_AS(tunip_relay_var, function->params->items[i]);
        cg_exprs types = {NULL, 0};
        if (!param || !cg_flatten_type(memory, param->type_annotation, &types)) return false;
        if (types.count == 1) {
            if (!CG_PUSH(memory, params->items, params->count, &param->base.base.base.base.base))
                return false;
            continue;
        }
        const tunip_node *tuple = split_param(graph, memory, param, &types, params);
        if (!tuple || !cg_map_put(tuples, param, tuple)) return false;
    }
    return true;
}

tunip_relay_function *cg_without_tuples(tunip_graph *graph, tunip_relay_function *function)
{
    cg_memory memory = {.chunks = NULL};
    cg_map tuples = {.memory = &memory};
    cg_exprs params = {NULL, 0};
    cg_change change = {.enter = find_output, .user = &tuples};
    tunip_relay_function *made = function;
    if (!split_params(graph, &memory, function, &tuples, &params))
        made = NULL;
    else if (tuples.count) {
        made = tunip_node_copy(graph, function);
        if (made) {
            made->params =
                tunip_array_new(graph, params.count, (void *const *)(uintptr_t)params.items);
            made->body = (tunip_node *)(uintptr_t)cg_mutate(graph, function->body, &change, NULL);
        }
    }
    cg_memory_free(&memory);
    return made;
}
