/* build.c -- constructors of nodes of the tensor IR. */
#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/tir.h>

#include "ops.h"

/* ---- variables ---- */

static void *var_of_type(tunip_graph *graph, const tunip_type *kind, const char *name, void *type)
{
    tunip_tir_var *var = type ? tunip_node_new(graph, kind) : NULL;
    if (!var) return NULL;
    var->name = tunip_string_new(graph, name);
    var->type_annotation = type;
    return tunip_node_complete(graph, var);
}

tunip_tir_var *tunip_tir_var_new(tunip_graph *graph, const char *name, tunip_dtype dtype)
{
    void *type = tunip_ir_prim_type_new(graph, dtype);
    return var_of_type(graph, &tunip_tir_var_type, name, type);
}

tunip_tir_var *tunip_tir_size_var_new(tunip_graph *graph, const char *name, tunip_dtype dtype)
{
    void *type = tunip_ir_prim_type_new(graph, dtype);
    return var_of_type(graph, &tunip_tir_size_var_type, name, type);
}

tunip_tir_var *tunip_tir_pointer_new(tunip_graph *graph, const char *name, tunip_dtype element,
                                     const char *storage_scope)
{
    void *type = tunip_ir_pointer_type_new(graph, element, storage_scope);
    return var_of_type(graph, &tunip_tir_var_type, name, type);
}

tunip_tir_var *tunip_tir_handle_new(tunip_graph *graph, const char *name)
{
    return tunip_tir_var_new(graph, name, TUNIP_HANDLE);
}

tunip_tir_iter_var *tunip_tir_iter_var_new(tunip_graph *graph, tunip_tir_var *var, void *extent,
                                           tunip_tir_iter_type type)
{
    bool is_type = (unsigned)type <= TUNIP_TIR_ITER_TENSORIZED;
    if (!is_type)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there are no iterators of type %d", type);
    tunip_tir_iter_var *iter =
        var && is_type ? tunip_node_new(graph, &tunip_tir_iter_var_type) : NULL;
    if (!iter) return NULL;
    iter->var = var;
    iter->dom = tunip_ir_range_new(graph, tunip_ir_int(graph, var->base.dtype, 0), extent);
    iter->iter_type = type;
    return tunip_node_complete(graph, iter);
}

/* ---- expressions ---- */

tunip_tir_binary *tunip_tir_binary_new(tunip_graph *graph, const tunip_type *type, void *a, void *b)
{
    tunip_tir_binary *op = tunip_node_new(graph, type);
    if (!op) return NULL;
    op->a = a;
    op->b = b;
    return tunip_node_complete(graph, op);
}

tunip_tir_call *tunip_tir_call_function_new(tunip_graph *graph, tunip_dtype dtype, void *callee,
                                            tunip_array *args)
{
    tunip_tir_call *call =
        tunip_ir_takes_dtype(graph, dtype) ? tunip_node_new(graph, &tunip_tir_call_type) : NULL;
    if (!call) return NULL;
    call->base.dtype = dtype;
    call->op = callee;
    call->args = args;
    return tunip_node_complete(graph, call);
}

tunip_tir_call *tunip_tir_call_new(tunip_graph *graph, tunip_dtype dtype, const char *op,
                                   tunip_array *args)
{
    if (!tir_op_is_known(tunip_str_from(op ? op : ""))) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there is no operator `%s`", op ? op : "");
        return NULL;
    }
    return tunip_tir_call_function_new(graph, dtype, tunip_ir_op_new(graph, op), args);
}

/* ---- buffers ---- */

tunip_array *tunip_tir_ints_new(tunip_graph *graph, size_t count, const int64_t *values)
{
    if (count && !values) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "%zu numbers and no table of them", count);
        return NULL;
    }
    tunip_array *array = tunip_array_new(graph, 0, NULL);
    if (!array || !count) return array;
    array->items = tunip_graph_alloc(graph, count * sizeof *array->items);
    for (; array->items && array->count < count; array->count++)
        array->items[array->count] =
            (tunip_node *)tunip_ir_int(graph, TUNIP_INT(32), values[array->count]);
    return array->items ? array : NULL;
}

/* As in TVM, memory has no bool elements. */
static tunip_dtype stored(tunip_dtype dtype)
{
    return tunip_dtype_equal(dtype, TUNIP_BOOL) ? TUNIP_INT(8) : dtype;
}

tunip_tir_buffer *tunip_tir_buffer_new(tunip_graph *graph, const char *name, tunip_dtype dtype,
                                       tunip_array *shape)
{
    tunip_tir_buffer *buffer = tunip_node_new(graph, &tunip_tir_buffer_type);
    if (!buffer) return NULL;
    buffer->data = tunip_tir_pointer_new(graph, name, stored(dtype), "global");
    buffer->dtype = dtype;
    buffer->shape = shape;
    buffer->name = tunip_string_new(graph, name);
    return tunip_node_complete(graph, buffer);
}

/* stride * lanes, folded as TVM does. */
static void *ramp_extent(tunip_graph *graph, const tunip_tir_ramp *ramp)
{
    const tunip_ir_int_imm *stride = TUNIP_AS(tunip_ir_int_imm, ramp->stride);
    const tunip_ir_int_imm *lanes = TUNIP_AS(tunip_ir_int_imm, ramp->lanes);
    if (!stride || !lanes) return tunip_tir_mul_new(graph, ramp->stride, ramp->lanes);
    return tunip_ir_int(graph, stride->base.dtype, stride->value * lanes->value);
}

/* The elements that an index reaches. */
static void *range_at(tunip_graph *graph, void *index)
{
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, index);
    if (ramp) return tunip_ir_range_new(graph, ramp->start, ramp_extent(graph, ramp));
    return tunip_ir_range_new(graph, index, tunip_ir_int(graph, tunip_ir_dtype_of(index), 1));
}

tunip_tir_buffer_region *tunip_tir_point_new(tunip_graph *graph, tunip_tir_buffer *buffer,
                                             tunip_array *indices)
{
    size_t count = tunip_array_count(indices);
    tunip_array *ranges =
        tunip_array_new(graph, count, (void *const *)(count ? indices->items : NULL));
    for (size_t i = 0; ranges && i < count; i++)
        ranges->items[i] = range_at(graph, ranges->items[i]);
    return tunip_tir_buffer_region_new(graph, buffer, ranges);
}

/* ---- statements ---- */

tunip_tir_seq_stmt *tunip_tir_seq_new(tunip_graph *graph, tunip_array *stmts)
{
    tunip_tir_seq_stmt *seq = tunip_node_new(graph, &tunip_tir_seq_stmt_type);
    if (!seq) return NULL;
    seq->seq = stmts;
    return tunip_node_complete(graph, seq);
}

tunip_tir_for *tunip_tir_for_new(tunip_graph *graph, tunip_tir_var *loop_var, void *extent,
                                 tunip_tir_for_kind kind, void *body)
{
    bool is_bound = kind == TUNIP_TIR_FOR_THREAD_BINDING;
    bool is_kind = (unsigned)kind < TUNIP_TIR_FOR_THREAD_BINDING;
    if (is_bound)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT,
                         "this loop lacks its thread: make a "
                         "serial loop, then set kind and thread_binding");
    else if (!is_kind)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there are no loops of kind %d", kind);
    tunip_tir_for *loop = loop_var && is_kind ? tunip_node_new(graph, &tunip_tir_for_type) : NULL;
    if (!loop) return NULL;
    loop->loop_var = loop_var;
    loop->min = (tunip_node *)tunip_ir_int(graph, loop_var->base.dtype, 0);
    loop->extent = extent;
    loop->kind = kind;
    loop->body = body;
    return tunip_node_complete(graph, loop);
}

tunip_tir_block_realize *tunip_tir_block_new(tunip_graph *graph, const char *name,
                                             tunip_array *iter_vars, tunip_array *values,
                                             tunip_array *reads, tunip_array *writes, void *body)
{
    tunip_tir_block_realize *realize = tunip_node_new(graph, &tunip_tir_block_realize_type);
    tunip_tir_block *block = tunip_node_new(graph, &tunip_tir_block_type);
    if (!realize || !block) return NULL;
    block->name_hint = tunip_string_new(graph, name);
    block->iter_vars = iter_vars;
    block->reads = reads;
    block->writes = writes;
    block->body = body;
    realize->iter_values = values;
    realize->block = tunip_node_complete(graph, block);
    return tunip_node_complete(graph, realize);
}

/* ---- functions ---- */

static tunip_map *buffer_map(tunip_graph *graph, size_t count, tunip_tir_var *const *params,
                             tunip_tir_buffer *const *buffers)
{
    tunip_map *map = tunip_map_new(graph, 0, NULL);
    if (!map || !count) return map;
    map->entries = tunip_graph_alloc(graph, count * sizeof *map->entries);
    if (!map->entries) return NULL;
    for (size_t i = 0; i < count; i++)
        if (buffers && buffers[i])
            map->entries[map->count++] =
                (tunip_map_entry){(tunip_node *)params[i], (tunip_node *)buffers[i]};
    return map;
}

static tunip_ir_dict_attrs *function_attrs(tunip_graph *graph, const char *name)
{
    if (!name) return tunip_ir_dict_attrs_new(graph, 0, NULL);
    void *entry[] = {tunip_string_new(graph, "global_symbol"), tunip_string_new(graph, name)};
    return tunip_ir_dict_attrs_new(graph, 1, entry);
}

tunip_tir_prim_func *tunip_tir_prim_func_new(tunip_graph *graph, const char *name,
                                             size_t param_count, tunip_tir_var *const *params,
                                             tunip_tir_buffer *const *buffers, void *body)
{
    tunip_tir_prim_func *func = tunip_node_new(graph, &tunip_tir_prim_func_type);
    if (!func) return NULL;
    func->base.attrs = function_attrs(graph, name);
    func->params = tunip_array_new(graph, param_count, (void *const *)params);
    func->buffer_map = buffer_map(graph, param_count, params, buffers);
    func->body = body;
    return tunip_node_complete(graph, func);
}
