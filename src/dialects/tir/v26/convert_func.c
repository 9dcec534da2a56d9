/* convert_func.c -- converts functions of the tensor IR of TVM v0.23 to v0.26, where parameters are
 * the buffers themselves, and a function has a type. */
#include "convert.h"

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/tirx_types.h>

/* ---- parameters ---- */

static const tunip_node *buffer_of(const tunip_tir_prim_func *func, const tunip_node *param)
{
    return func->buffer_map ? tunip_map_at(func->buffer_map, param) : NULL;
}

static tunip_array *convert_params(tunip_converter *c, const tunip_tir_prim_func *func)
{
    size_t count = tunip_array_count(func->params);
    void **items = tunip_graph_alloc(tunip_converter_graph(c), (count + 1) * sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        const tunip_node *buffer = buffer_of(func, func->params->items[i]);
        items[i] = tunip_convert(c, buffer ? buffer : func->params->items[i]);
    }
    return items ? tunip_array_new(tunip_converter_graph(c), count, items) : NULL;
}

/* ---- the type of a function (TVM src/tirx/ir/function.cc, InferType) ---- */

static tunip_node *as_int64(tunip_converter *c, tunip_node *dim)
{
    tunip_graph *graph = tunip_converter_graph(c);
    static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    if (tunip_dtype_equal(tunip_ir_dtype_of(dim), int64)) return dim;
    tunip_node *made =
        tunip_node_new(graph, imm ? &tunip_ir_int_imm_v26_type : &tunip_tirx_cast_type);
    if (!made) return NULL;
    ((tunip_ir_expr *)made)->ty = tunip_ir_convert_dtype(c, int64);
    if (imm)
        ((tunip_ir_int_imm_v26 *)made)->value = imm->value;
    else
        ((tunip_tirx_cast *)made)->value = dim;
    return made;
}

static tunip_node *tensor_of(tunip_converter *c, const tunip_tirx_buffer_type *buffer)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(buffer->shape);
    void **dims = tunip_graph_alloc(graph, (count + 1) * sizeof *dims);
    tunip_relax_tensor_type_v26 *made = tunip_node_new(graph, &tunip_relax_tensor_type_v26_type);
    tunip_relax_shape_expr_v26 *shape = tunip_node_new(graph, &tunip_relax_shape_expr_v26_type);
    tunip_relax_shape_type_v26 *type = tunip_node_new(graph, &tunip_relax_shape_type_v26_type);
    if (!dims || !made || !shape || !type) return NULL;
    for (size_t i = 0; i < count; i++) dims[i] = as_int64(c, buffer->shape->items[i]);
    type->values = shape->values = tunip_array_new(graph, count, dims);
    type->ndim = made->ndim = (int64_t)count;
    ((tunip_ir_expr *)shape)->ty = (tunip_node *)type;
    made->shape = (tunip_node *)shape;
    made->element = (tunip_node *)buffer->dtype;
    return (tunip_node *)made;
}

static tunip_node *any_type(tunip_graph *graph)
{
    return tunip_node_new(graph, &tunip_relax_any_type_type);
}

static tunip_node *type_of_param(tunip_converter *c, const tunip_node *param)
{
    const tunip_node *type = param ? ((const tunip_ir_expr *)param)->ty : NULL;
    const tunip_tirx_buffer_type *buffer = TUNIP_AS(tunip_tirx_buffer_type, type);
    if (buffer) return tensor_of(c, buffer);
    bool is_pointer = tunip_is(type, &tunip_ir_pointer_type_type);
    return is_pointer ? any_type(tunip_converter_graph(c)) : (tunip_node *)(uintptr_t)type;
}

static tunip_node *type_of_result(tunip_graph *graph, const tunip_node *type)
{
    const tunip_ir_tuple_type_v26 *tuple = TUNIP_AS(tunip_ir_tuple_type_v26, type);
    if (tunip_is(type, &tunip_ir_prim_type_type)) return (tunip_node *)(uintptr_t)type;
    if (type && !(tuple && !tunip_array_count(tuple->fields))) return any_type(graph);
    tunip_ir_tuple_type_v26 *made = tunip_node_new(graph, &tunip_ir_tuple_type_v26_type);
    if (made) made->fields = tunip_array_new(graph, 0, NULL);
    return (tunip_node *)made;
}

/* ---- effects ---- */

static const struct {
    const char *name;
} pure_ops[] = {
#define X(name) {name},
#include "pure_ops.def"
#undef X
};

/* A store to a buffer that the function allocates is no effect. */
static bool is_own(const tunip_array *allocated, const tunip_node *buffer)
{
    for (size_t i = 0; i < tunip_array_count(allocated); i++)
        if (allocated->items[i] == buffer) return true;
    return false;
}

static tunip_walk_action collect(const tunip_node *node, void *count)
{
    *(size_t *)count += tunip_is(node, &tunip_tirx_alloc_buffer_type);
    return TUNIP_WALK_ON;
}

static tunip_walk_action gather(const tunip_node *node, void *allocated)
{
    tunip_array *list = allocated;
    if (tunip_is(node, &tunip_tirx_alloc_buffer_type))
        list->items[list->count++] = (void *)((const tunip_tirx_alloc_buffer *)node)->buffer;
    return TUNIP_WALK_ON;
}

static tunip_walk_action find_effect(const tunip_node *node, void *allocated)
{
    const tunip_ir_call *call = TUNIP_AS(tunip_ir_call, node);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    const tunip_tirx_buffer_store *store = TUNIP_AS(tunip_tirx_buffer_store, node);
    if (store && !is_own(allocated, (const tunip_node *)store->buffer)) return TUNIP_WALK_STOP;
    if (!call || (op && TUNIP_IR_FIND_ROW(tunip_string_value(op->name), pure_ops)))
        return TUNIP_WALK_ON;
    return TUNIP_WALK_STOP;
}

static bool is_pure(tunip_graph *graph, const tunip_node *body)
{
    size_t count = 0;
    tunip_walker walker = {.enter = collect, .user = &count};
    tunip_walk_once(body, &walker);
    tunip_array allocated = {.items = tunip_graph_alloc(graph, (count + 1) * sizeof(void *))};
    if (!allocated.items) return false;
    walker = (tunip_walker){.enter = gather, .user = &allocated};
    tunip_walk_once(body, &walker);
    walker = (tunip_walker){.enter = find_effect, .user = &allocated};
    return tunip_walk_once(body, &walker) == TUNIP_WALK_DONE;
}

static tunip_node *type_of_func(tunip_converter *c, const tunip_tirx_prim_func *func)
{
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(func->params);
    void **params = tunip_graph_alloc(graph, (count + 1) * sizeof *params);
    tunip_relax_func_type *made = tunip_node_new(graph, &tunip_relax_func_type_type);
    if (!params || !made) return NULL;
    for (size_t i = 0; i < count; i++) params[i] = type_of_param(c, func->params->items[i]);
    made->params = tunip_array_new(graph, count, params);
    made->ret = type_of_result(graph, func->ret_type);
    made->purity = func->body && is_pure(graph, func->body);
    return (tunip_node *)made;
}

/* ---- the function ---- */

static tunip_node *renamed(tunip_converter *c, tunip_node *key, const char *from, const char *to)
{
    tunip_str name = tunip_string_value(key);
    size_t cut = strlen(from), size = strlen(to);
    if (name.size < cut || memcmp(name.data, from, cut) != 0) return key;
    char *text = tunip_graph_alloc(tunip_converter_graph(c), size + name.size - cut + 1);
    if (!text) return NULL;
    memcpy(text, to, size);
    memcpy(text + size, name.data + cut, name.size - cut);
    return (tunip_node *)tunip_string_new_view(tunip_converter_graph(c),
                                               (tunip_str){text, size + name.size - cut});
}

/* Refuses two names that are one name in the other version. */
static tunip_node *renamed_once(tunip_converter *c, const tirx_attrs *attrs, tunip_node *key)
{
    tunip_node *name = renamed(c, key, attrs->from, attrs->to);
    const char *text = name ? tunip_string_value(name).data : NULL;
    if (name == key || !text || !tunip_map_get(attrs->made->dict, text)) return name;
    return tunip_convert_refuse(c, (const tunip_node *)attrs->original,
                                "TVM v0.%u gives two of the attributes one name, `%s`",
                                tunip_converter_vintage(c), text);
}

bool tirx_rename_attrs(tunip_converter *c, tirx_attrs *attrs)
{
    const tunip_map *dict = attrs->made ? attrs->made->dict : NULL;
    size_t count = tunip_map_count(dict);
    if (!attrs->made || !tunip_converter_completes(c)) return false;
    attrs->entries =
        tunip_graph_alloc(tunip_converter_graph(c), 2 * (count + 1) * sizeof *attrs->entries);
    for (size_t i = 0; attrs->entries && i < count; i++) {
        tunip_node *key = dict->entries[i].key;
        const tunip_bool *value = TUNIP_AS(tunip_bool, dict->entries[i].value);
        bool is_mark = tunip_str_is(tunip_string_value(key), "s_tir");
        if (is_mark && value) attrs->is_scheduled = value->value;
        if (is_mark && !value)
            tunip_convert_refuse(c, (const tunip_node *)attrs->original,
                                 "the attribute `s_tir` is not a bool");
        if (is_mark) continue;
        attrs->entries[attrs->used++] = renamed_once(c, attrs, key);
        attrs->entries[attrs->used++] = dict->entries[i].value;
    }
    return attrs->entries != NULL;
}

void tirx_set_attrs(tunip_converter *c, tirx_attrs *attrs, bool has_mark)
{
    tunip_graph *graph = tunip_converter_graph(c);
    if (has_mark) {
        attrs->entries[attrs->used++] = tunip_string_new(graph, "s_tir");
        attrs->entries[attrs->used++] = tunip_bool_new(graph, attrs->is_scheduled);
    }
    attrs->made->dict = tunip_map_new(graph, attrs->used / 2, attrs->entries);
}

static tunip_walk_action set_layout(const tunip_node *node, void *converter)
{
    tunip_converter *c = converter;
    tunip_tirx_buffer_type *type = TIRX_OWN(tunip_tirx_buffer_type, (void *)(uintptr_t)node);
    if (type && !type->layout) type->layout = tirx_usual_layout(c, type->shape);
    return TUNIP_WALK_ON;
}

/* Functions of v0.23 are scheduled functions. In v0.26 the attribute "s_tir" marks these, and the
 * buffers of other functions have layouts. The reverse of set_attrs() in older.c. */
static void complete(tunip_converter *c, const tunip_tir_prim_func *func,
                     tunip_tirx_prim_func *made)
{
    tirx_attrs attrs = {.original = func->base.attrs,
                        .made = made->base.attrs,
                        .from = "tir.",
                        .to = "tirx.",
                        .is_scheduled = true};
    if (!tirx_rename_attrs(c, &attrs)) return;
    if (!attrs.is_scheduled)
        tunip_walk_once((const tunip_node *)made,
                        &(tunip_walker){.enter = set_layout, .user = c});
    tirx_set_attrs(c, &attrs, attrs.is_scheduled);
}

tunip_node *tirx_convert_func(tunip_converter *c, const tunip_node *node)
{
    const tunip_tir_prim_func *func = (const tunip_tir_prim_func *)node;
    tunip_array *params = convert_params(c, func);
    tunip_tirx_prim_func *made =
        (tunip_tirx_prim_func *)tunip_convert_to(c, node, &tunip_tirx_prim_func_type);
    if (!made) return NULL;
    made->params = params;
    complete(c, func, made);
    bool is_typed = tunip_converter_completes(c) && func->base.base.struct_info;
    ((tunip_ir_expr *)made)->ty = is_typed ? tunip_convert(c, func->base.base.struct_info)
                                           : type_of_func(c, made);
    return (tunip_node *)made;
}
