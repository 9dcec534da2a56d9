/* build.c -- constructors of nodes of the tensor IR. */
#include <tunip/tvm/tir.h>

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype handle = {TUNIP_DTYPE_HANDLE, 64, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};

/* An expression node with its dtype. */
static void *expr_new(tunip_graph *graph, const tunip_type *type, tunip_dtype dtype)
{
    tunip_ir_prim_expr *expr = tunip_node_new(graph, type);
    if (expr) expr->dtype = dtype;
    return expr;
}

static tunip_array *array_or_empty(tunip_graph *graph, tunip_array *array)
{
    return array ? array : tunip_array_new(graph, 0, NULL);
}

/* ---- variables ---- */

static tunip_tir_var *var_of_type(tunip_graph *graph, const char *name, tunip_dtype dtype,
                                  void *type)
{
    tunip_tir_var *var = type ? expr_new(graph, &tunip_tir_var_type, dtype) : NULL;
    if (!var) return NULL;
    var->name = tunip_string_new(graph, name);
    var->type_annotation = type;
    return var->name ? var : NULL;
}

tunip_tir_var *tunip_tir_var_new(tunip_graph *graph, const char *name, tunip_dtype dtype)
{
    return var_of_type(graph, name, dtype, tunip_ir_prim_type_new(graph, dtype));
}

tunip_tir_var *tunip_tir_pointer_new(tunip_graph *graph, const char *name, tunip_dtype element,
                                     const char *storage_scope)
{
    return var_of_type(graph, name, handle,
                       tunip_ir_pointer_type_new(graph, element, storage_scope));
}

tunip_tir_var *tunip_tir_handle_new(tunip_graph *graph, const char *name)
{
    return var_of_type(graph, name, handle, tunip_ir_prim_type_new(graph, handle));
}

tunip_tir_iter_var *tunip_tir_iter_var_new(tunip_graph *graph, tunip_tir_var *var, void *extent,
                                           tunip_tir_iter_type type)
{
    tunip_tir_iter_var *iter = tunip_node_new(graph, &tunip_tir_iter_var_type);
    if (!iter || !var) return NULL;
    iter->var = var;
    iter->dom = tunip_ir_range_new(graph, tunip_ir_int(graph, var->base.dtype, 0), extent);
    iter->iter_type = type;
    iter->thread_tag = tunip_string_new(graph, "");
    return iter->dom && iter->thread_tag ? iter : NULL;
}

/* ---- expressions ---- */

static bool is_boolean(const tunip_type *type)
{
    static const tunip_type *const operators[] = {
        &tunip_tir_eq_type, &tunip_tir_ne_type, &tunip_tir_lt_type,  &tunip_tir_le_type,
        &tunip_tir_gt_type, &tunip_tir_ge_type, &tunip_tir_and_type, &tunip_tir_or_type,
    };
    for (size_t i = 0; i < TUNIP_LEN(operators); i++)
        if (operators[i] == type) return true;
    return false;
}

tunip_tir_binary *tunip_tir_binary_new(tunip_graph *graph, const tunip_type *type, void *a, void *b)
{
    tunip_tir_binary *op = expr_new(graph, type, is_boolean(type) ? boolean : tunip_ir_dtype_of(a));
    if (!op) return NULL;
    op->a = a;
    op->b = b;
    return op;
}

tunip_tir_call *tunip_tir_call_new(tunip_graph *graph, tunip_dtype dtype, const char *op,
                                   tunip_array *args)
{
    tunip_tir_call *call = expr_new(graph, &tunip_tir_call_type, dtype);
    tunip_ir_op *callee = tunip_node_new(graph, &tunip_ir_op_type);
    if (!call || !callee) return NULL;
    callee->name = tunip_string_new(graph, op);
    call->op = (tunip_node *)callee;
    call->args = array_or_empty(graph, args);
    return callee->name && call->args ? call : NULL;
}

/* ---- buffers ---- */

/* The dtype of offsets is the dtype of the shape. */
static tunip_dtype index_dtype(const tunip_array *shape)
{
    return tunip_array_count(shape) ? tunip_ir_dtype_of(shape->items[0]) : int32;
}

tunip_tir_buffer *tunip_tir_buffer_new(tunip_graph *graph, const char *name, tunip_dtype dtype,
                                       tunip_array *shape)
{
    tunip_tir_buffer *buffer = tunip_node_new(graph, &tunip_tir_buffer_type);
    if (!buffer) return NULL;
    *buffer = (tunip_tir_buffer){
        .base = buffer->base,
        .data = tunip_tir_pointer_new(graph, name, dtype, "global"),
        .dtype = dtype,
        .shape = array_or_empty(graph, shape),
        .strides = array_or_empty(graph, NULL),
        .axis_separators = array_or_empty(graph, NULL),
        .elem_offset = (tunip_node *)tunip_ir_int(graph, index_dtype(shape), 0),
        .name = tunip_string_new(graph, name),
        .data_alignment = 64,
        .offset_factor = 1,
        .buffer_type = TUNIP_TIR_BUFFER_DEFAULT,
    };
    bool whole = buffer->data && buffer->shape && buffer->strides && buffer->axis_separators &&
                 buffer->elem_offset && buffer->name;
    return whole ? buffer : NULL;
}

tunip_tir_buffer_load *tunip_tir_buffer_load_new(tunip_graph *graph, tunip_tir_buffer *buffer,
                                                 tunip_array *indices)
{
    if (!buffer) return NULL;
    tunip_tir_buffer_load *load = expr_new(graph, &tunip_tir_buffer_load_type, buffer->dtype);
    if (!load) return NULL;
    load->buffer = buffer;
    load->indices = indices;
    return load;
}

tunip_tir_buffer_store *tunip_tir_buffer_store_new(tunip_graph *graph, tunip_tir_buffer *buffer,
                                                   tunip_array *indices, void *value)
{
    tunip_tir_buffer_store *store = tunip_node_new(graph, &tunip_tir_buffer_store_type);
    if (!store) return NULL;
    store->buffer = buffer;
    store->value = value;
    store->indices = indices;
    return store;
}

tunip_tir_buffer_region *tunip_tir_buffer_region_new(tunip_graph *graph, tunip_tir_buffer *buffer,
                                                     tunip_array *ranges)
{
    tunip_tir_buffer_region *region = tunip_node_new(graph, &tunip_tir_buffer_region_type);
    if (!region) return NULL;
    region->buffer = buffer;
    region->region = ranges;
    return region;
}

/* ---- statements ---- */

tunip_tir_evaluate *tunip_tir_evaluate_new(tunip_graph *graph, void *value)
{
    tunip_tir_evaluate *stmt = tunip_node_new(graph, &tunip_tir_evaluate_type);
    if (stmt) stmt->value = value;
    return stmt;
}

tunip_tir_seq_stmt *tunip_tir_seq_new(tunip_graph *graph, tunip_array *stmts)
{
    tunip_tir_seq_stmt *seq = tunip_node_new(graph, &tunip_tir_seq_stmt_type);
    if (seq) seq->seq = stmts;
    return seq;
}

tunip_tir_for *tunip_tir_for_new(tunip_graph *graph, tunip_tir_var *loop_var, void *extent,
                                 tunip_tir_for_kind kind, void *body)
{
    tunip_tir_for *loop = loop_var ? tunip_node_new(graph, &tunip_tir_for_type) : NULL;
    if (!loop) return NULL;
    loop->loop_var = loop_var;
    loop->min = (tunip_node *)tunip_ir_int(graph, loop_var->base.dtype, 0);
    loop->extent = extent;
    loop->kind = kind;
    loop->body = body;
    loop->annotations = tunip_map_new(graph, 0, NULL);
    return loop->min && loop->annotations ? loop : NULL;
}

static tunip_tir_block *block_new(tunip_graph *graph, const char *name, tunip_array *iter_vars,
                                  tunip_array *reads, tunip_array *writes, void *body)
{
    tunip_tir_block *block = tunip_node_new(graph, &tunip_tir_block_type);
    if (!block) return NULL;
    block->name_hint = tunip_string_new(graph, name);
    block->iter_vars = array_or_empty(graph, iter_vars);
    block->reads = array_or_empty(graph, reads);
    block->writes = array_or_empty(graph, writes);
    block->alloc_buffers = array_or_empty(graph, NULL);
    block->match_buffers = array_or_empty(graph, NULL);
    block->annotations = tunip_map_new(graph, 0, NULL);
    block->body = body;
    bool whole = block->name_hint && block->iter_vars && block->reads && block->writes &&
                 block->alloc_buffers && block->match_buffers && block->annotations;
    return whole ? block : NULL;
}

tunip_tir_block_realize *tunip_tir_block_new(tunip_graph *graph, const char *name,
                                             tunip_array *iter_vars, tunip_array *values,
                                             tunip_array *reads, tunip_array *writes, void *body)
{
    tunip_tir_block_realize *realize = tunip_node_new(graph, &tunip_tir_block_realize_type);
    if (!realize) return NULL;
    realize->iter_values = array_or_empty(graph, values);
    realize->predicate = (tunip_node *)tunip_ir_int(graph, boolean, 1);
    realize->block = block_new(graph, name, iter_vars, reads, writes, body);
    return realize->iter_values && realize->predicate && realize->block ? realize : NULL;
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
    tunip_ir_tuple_type *nothing = tunip_node_new(graph, &tunip_ir_tuple_type_type);
    func->base.attrs = function_attrs(graph, name);
    func->params = tunip_array_new(graph, param_count, (void *const *)params);
    func->buffer_map = buffer_map(graph, param_count, params, buffers);
    func->ret_type = (tunip_node *)nothing;
    func->body = body;
    if (nothing) nothing->fields = array_or_empty(graph, NULL);
    bool whole = nothing && nothing->fields && func->base.attrs && func->params && func->buffer_map;
    return whole ? func : NULL;
}
