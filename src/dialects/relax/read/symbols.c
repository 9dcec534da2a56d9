/* symbols.c -- symbols in struct infos, and names that nothing defines. */
#include "../infer/infer.h"
#include "read.h"

/* ==== The symbols in struct infos: replacing them by what a call gives for them, and dropping
 * those that are not known outside of a function (TVM src/relax/analysis/struct_info_analysis.cc,
 * DeriveCallRetStructInfo, EraseToWellDefined). */

/* ---- definitions ---- */

static void define(tunip_graph *graph, relax_symbol_map *map, const tunip_node *symbol,
                   tunip_node *value)
{
    if (!tunip_is_a(symbol, &tunip_tir_var_type) || !value) return;
    for (size_t i = 0; i < map->count; i++)
        if (map->items[i].symbol == symbol) return;
    tunip_scratch *scratch = tunip_graph_scratch(graph);
    relax_symbol_value *items =
        tunip_scratch_grow(scratch, map->items, map->count, sizeof *items, &map->room);
    if (!items) return;
    map->items = items;
    map->items[map->count++] = (relax_symbol_value){symbol, value};
}

static void define_dims(tunip_graph *graph, relax_symbol_map *map, const tunip_array *dims,
                        const tunip_array *values)
{
    if (tunip_array_count(dims) != tunip_array_count(values)) return;
    for (size_t i = 0; i < tunip_array_count(dims); i++)
        define(graph, map, dims->items[i], values->items[i]);
}

static const tunip_array *dims_of(const tunip_node *info)
{
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_shape_expr *written =
        TUNIP_AS(tunip_relax_shape_expr, tensor ? tensor->shape : NULL);
    if (written) return written->values;
    if (tensor && tensor->shape)
        shape = TUNIP_AS(tunip_relax_shape_struct_info, tunip_relax_struct_info_of(tensor->shape));
    return shape ? shape->values : NULL;
}

void relax_define_symbols(tunip_graph *graph, relax_symbol_map *map, const tunip_node *info,
                          const tunip_node *given)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const tunip_relax_tuple_struct_info *fields = TUNIP_AS(tunip_relax_tuple_struct_info, given);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    const tunip_relax_prim_struct_info *number = TUNIP_AS(tunip_relax_prim_struct_info, given);
    if (prim && number) define(graph, map, prim->value, number->value);
    define_dims(graph, map, dims_of(info), dims_of(given));
    if (!tuple || !fields || tunip_array_count(tuple->fields) != tunip_array_count(fields->fields))
        return;
    for (size_t i = 0; i < tunip_array_count(tuple->fields); i++)
        relax_define_symbols(graph, map, tuple->fields->items[i], fields->fields->items[i]);
}

/* ---- replacing ---- */

static tunip_node *value_of(const relax_symbol_map *map, const tunip_node *symbol)
{
    for (size_t i = 0; i < map->count; i++)
        if (map->items[i].symbol == symbol) return map->items[i].value;
    return NULL;
}

static bool is_binary(const tunip_node *expr)
{
    static const tunip_type *const types[] = {
        &tunip_tir_add_type, &tunip_tir_sub_type,       &tunip_tir_mul_type,
        &tunip_tir_div_type, &tunip_tir_mod_type,       &tunip_tir_floor_div_type,
        &tunip_tir_min_type, &tunip_tir_floor_mod_type, &tunip_tir_max_type,
        &tunip_tir_lt_type,  &tunip_tir_le_type};
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        if (expr->type == types[i]) return true;
    return false;
}

/* Nodes are shared, and so is what replaces them. */
static relax_symbol_value *seen_at(relax_symbol_map *map, const tunip_node *node)
{
    return &map->seen[relax_slot_of(node, RELAX_REPLACED_BITS)];
}

/* Sizes that are nested deeper are unknown. */
enum { MOST_DEPTH = 1000 };

static tunip_array *replaced_all(tunip_graph *graph, relax_symbol_map *map, const tunip_array *dims,
                                 int depth);

/* A call, such as T.if_then_else(n < 4, 4, n). */
static tunip_node *replaced_call(tunip_graph *graph, relax_symbol_map *map, tunip_tir_call *call,
                                 int depth)
{
    tunip_array *args = replaced_all(graph, map, call->args, depth);
    bool is_same = args && args->count == tunip_array_count(call->args);
    for (size_t i = 0; is_same && i < args->count; i++)
        is_same = args->items[i] == call->args->items[i];
    if (is_same) return (tunip_node *)call;
    tunip_tir_call *made = tunip_node_new(graph, &tunip_tir_call_type);
    if (!made || !args) return NULL;
    made->base.dtype = call->base.dtype;
    made->op = call->op;
    made->args = args;
    return (tunip_node *)made;
}

static tunip_node *replaced(tunip_graph *graph, relax_symbol_map *map, tunip_node *expr, int depth);

/* An operation of two numbers. */
static tunip_node *replaced_binary(tunip_graph *graph, relax_symbol_map *map,
                                   tunip_tir_binary *binary, int depth)
{
    tunip_node *expr = (tunip_node *)binary;
    tunip_node *a = replaced(graph, map, binary->a, depth);
    tunip_node *b = replaced(graph, map, binary->b, depth);
    if (a == binary->a && b == binary->b) return expr;
    if (!a || !b) return NULL;
    return relax_fold(tunip_graph_scratch(graph), expr->type, a, b);
}

/* NULL if a symbol in it has no value. */
static tunip_node *replaced(tunip_graph *graph, relax_symbol_map *map, tunip_node *expr, int depth)
{
    if (!expr || tunip_is(expr, &tunip_ir_int_imm_type) || tunip_is(expr, &tunip_ir_float_imm_type))
        return expr;
    if (tunip_is_a(expr, &tunip_tir_var_type)) return value_of(map, expr);
    if (depth == MOST_DEPTH) return NULL;
    bool is_call = expr->type == &tunip_tir_call_type;
    if (!is_call && !is_binary(expr)) return NULL;
    if (seen_at(map, expr)->symbol == expr) return seen_at(map, expr)->value;
    tunip_node *made = is_call ? replaced_call(graph, map, (tunip_tir_call *)expr, depth + 1)
                               : replaced_binary(graph, map, (tunip_tir_binary *)expr, depth + 1);
    *seen_at(map, expr) = (relax_symbol_value){expr, made};
    return made;
}

/* NULL if one of them is not known. */
static tunip_array *replaced_all(tunip_graph *graph, relax_symbol_map *map, const tunip_array *dims,
                                 int depth)
{
    size_t count = tunip_array_count(dims);
    void **items = tunip_scratch_alloc(tunip_graph_scratch(graph), count * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        items[i] = replaced(graph, map, dims->items[i], depth);
        if (!items[i]) return NULL;
    }
    return items ? tunip_array_new(graph, count, items) : NULL;
}

static bool are_same(const tunip_array *a, const tunip_array *b)
{
    if (tunip_array_count(a) != tunip_array_count(b)) return false;
    for (size_t i = 0; i < tunip_array_count(a); i++)
        if (a->items[i] != b->items[i]) return false;
    return true;
}

static tunip_node *replaced_tensor(tunip_graph *graph, relax_symbol_map *map,
                                   tunip_relax_tensor_struct_info *info)
{
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (!info->shape) return (tunip_node *)info;
    tunip_array *dims = shape ? replaced_all(graph, map, shape->values, 0) : NULL;
    if (dims && are_same(dims, shape->values)) return (tunip_node *)info;
    tunip_relax_tensor_struct_info *made =
        tunip_relax_tensor_info_new(graph, dims, info->ndim, info->dtype);
    if (made) made->vdevice = info->vdevice;
    return (tunip_node *)made;
}

static tunip_node *replaced_shape(tunip_graph *graph, relax_symbol_map *map,
                                  tunip_relax_shape_struct_info *info)
{
    tunip_array *dims = info->values ? replaced_all(graph, map, info->values, 0) : NULL;
    if (!info->values || (dims && are_same(dims, info->values))) return (tunip_node *)info;
    tunip_relax_shape_struct_info *made =
        tunip_node_new(graph, &tunip_relax_shape_struct_info_type);
    if (!made) return NULL;
    made->values = dims;
    made->ndim = info->ndim;
    return (tunip_node *)made;
}

static tunip_node *replaced_tuple(tunip_graph *graph, relax_symbol_map *map,
                                  tunip_relax_tuple_struct_info *tuple)
{
    tunip_node *info = (tunip_node *)tuple;
    size_t count = tunip_array_count(tuple->fields);
    void **fields = tunip_scratch_alloc(tunip_graph_scratch(graph), count * sizeof *fields);
    bool is_same = true;
    for (size_t i = 0; fields && i < count; i++) {
        fields[i] = relax_replace_symbols(graph, map, tuple->fields->items[i]);
        is_same = is_same && fields[i] == tuple->fields->items[i];
    }
    if (is_same || !fields) return info;
    return (tunip_node *)tunip_relax_tuple_info_new(graph, tunip_array_new(graph, count, fields));
}

tunip_node *relax_replace_symbols(tunip_graph *graph, relax_symbol_map *map, tunip_node *info)
{
    if (tunip_is(info, &tunip_relax_tensor_struct_info_type))
        return replaced_tensor(graph, map, (tunip_relax_tensor_struct_info *)info);
    if (tunip_is(info, &tunip_relax_shape_struct_info_type))
        return replaced_shape(graph, map, (tunip_relax_shape_struct_info *)info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    if (prim && prim->value) {
        tunip_node *value = replaced(graph, map, prim->value, 0);
        return value == prim->value ? info : relax_new_number_info(graph, value, prim->dtype);
    }
    if (!tunip_is(info, &tunip_relax_tuple_struct_info_type)) return info;
    if (seen_at(map, info)->symbol == info) return seen_at(map, info)->value;
    tunip_node *made = replaced_tuple(graph, map, (tunip_relax_tuple_struct_info *)info);
    *seen_at(map, info) = (relax_symbol_value){info, made};
    return made;
}

/* ---- calls of functions ---- */

/* The result of a foreign function is the struct info that its call names. */
static tunip_node *named_result(tunip_elaborator *e, const tunip_relax_call *call)
{
    size_t count = tunip_array_count(call->sinfo_args);
    if (!count) return relax_new_object_info(e);
    if (count == 1) return call->sinfo_args->items[0];
    return (tunip_node *)tunip_relax_tuple_info_new(tunip_elaborator_graph(e), call->sinfo_args);
}

tunip_node *relax_call_result(tunip_elaborator *e, const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    relax_symbol_map map = {.count = 0};
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!func) return NULL;
    if (func->derive_func) return named_result(e, call);
    if (!func->params) return func->ret;
    if (tunip_array_count(func->params) != tunip_array_count(call->args)) return NULL;
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        relax_define_symbols(graph, &map, func->params->items[i],
                             relax_worked_out(e, call->args->items[i]));
    return func->ret ? relax_replace_symbols(graph, &map, func->ret) : NULL;
}

tunip_node *relax_worked_out(tunip_elaborator *e, tunip_node *value)
{
    tunip_node *info = relax_info(value);
    if (info || !value) return info;
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    info = (tunip_node *)(uintptr_t)relax_infer_in_function(scratch, value);
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    if (!info && call) info = relax_call_result(e, call);
    bool is_inferred = call && !tunip_array_count(call->sinfo_args);
    if (is_inferred ? relax_refuse_inferred(e, info, call->args) : relax_refuse_info(e, info))
        info = relax_new_object_info(e);
    relax_set_info(value, info);
    return info;
}

tunip_node *relax_new_item(tunip_elaborator *e, tunip_node *tuple, int64_t index)
{
    const tunip_relax_tuple_struct_info *info =
        TUNIP_AS(tunip_relax_tuple_struct_info, relax_worked_out(e, tuple));
    tunip_relax_tuple_get_item *item =
        tunip_relax_tuple_item_new(tunip_elaborator_graph(e), tuple, index);
    if (info && index >= 0 && (size_t)index < tunip_array_count(info->fields))
        relax_set_info(item, info->fields->items[index]);
    return (tunip_node *)item;
}

/* ==== Names that nothing defines: functions outside of a script that is no module, operators of
 * other libraries, and the symbols of fragments. */

static relax_script_state *state_of(tunip_elaborator *e)
{
    return tunip_elaborator_state(e, &tunip_dialect_relax);
}

static relax_free_name *find_name(tunip_elaborator *e, tunip_str name)
{
    relax_script_state *state = state_of(e);
    relax_free_name *at = state ? state->free_names : NULL;
    while (at && !tunip_str_equal(at->name, name)) at = at->next;
    return at;
}

static relax_free_name *find_node(tunip_elaborator *e, const tunip_node *node)
{
    relax_script_state *state = state_of(e);
    relax_free_name *at = state ? state->free_names : NULL;
    while (at && at->node != node) at = at->next;
    return at;
}

static tunip_node *new_function(tunip_graph *graph, tunip_str name)
{
    tunip_ir_global_var *var = tunip_node_new(graph, &tunip_ir_global_var_type);
    if (var) var->name_hint = tunip_string_new_view(graph, name);
    return (tunip_node *)var;
}

static tunip_value new_op(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (op) op->name = tunip_string_new_view(graph, name);
    return tunip_value_node(op, doc);
}

static tunip_value remember(tunip_elaborator *e, tunip_str name, tunip_node *node,
                            const tunip_doc *doc)
{
    relax_script_state *state = state_of(e);
    relax_free_name *known = tunip_graph_alloc(tunip_elaborator_graph(e), sizeof *known);
    if (!known || !state || !node) return tunip_value_wrong(doc);
    known->node = node;
    known->name = tunip_graph_copy(tunip_elaborator_graph(e), name);
    known->next = state->free_names;
    state->free_names = known;
    return tunip_value_node(node, doc);
}

/* The symbol of a dimension always has 64 bits, even if other operands have another dtype. */
tunip_value relax_guess(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    return remember(e, name, (tunip_node *)tunip_tir_guess(e, name, relax_int64_dtype), doc);
}

tunip_value relax_outsider(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    bool is_operator = memchr(name.data, '.', name.size) != NULL;
    if (is_operator) return new_op(e, name, doc);
    if (tunip_ir_read_module(e)) return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    relax_free_name *known = find_name(e, name);
    if (!known) return remember(e, name, new_function(tunip_elaborator_graph(e), name), doc);
    known->node = relax_outside_function(e, known->node);
    return tunip_value_node(known->node, doc);
}

bool relax_is_undefined(tunip_elaborator *e, const tunip_value *value)
{
    const relax_free_name *known =
        value->kind == TUNIP_VALUE_NODE ? find_node(e, value->node) : NULL;
    if (!known) return false;
    tunip_complain(e, value->doc, TUNIP_BREAKS_UNDEFINED_NAME "`%.*s` is not defined",
                   (int)known->name.size, known->name.data);
    tunip_suggest_name(e, known->name);
    tunip_name_set(e, known->name, tunip_value_wrong(value->doc));
    return true;
}

tunip_node *relax_outside_function(tunip_elaborator *e, tunip_node *node)
{
    relax_free_name *known = find_node(e, node);
    if (known && !tunip_is(known->node, &tunip_ir_global_var_type))
        known->node = new_function(tunip_elaborator_graph(e), known->name);
    return known ? known->node : node;
}

tunip_node *relax_outside_shape(tunip_elaborator *e, const tunip_value *value)
{
    relax_free_name *known = find_node(e, value->node);
    if (!known || !tunip_is_a(known->node, &tunip_tir_var_type)) return value->node;
    tunip_relax_shape_struct_info *info =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_shape_struct_info_type);
    if (!info) return NULL;
    info->ndim = TUNIP_RELAX_UNKNOWN_NDIM;
    known->node = (tunip_node *)relax_new_var(e, known->name, (tunip_node *)info);
    tunip_name_set(e, known->name, tunip_value_node(known->node, value->doc));
    tunip_warn(e, value->doc,
               TUNIP_BREAKS_SHAPE
               "the text does not say the number of dimensions of `%.*s`: R.Shape() is assumed",
               (int)known->name.size, known->name.data);
    return known->node;
}
