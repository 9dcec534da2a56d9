/* complete.c -- TVM's constructors (src/relax/ir/expr.cc, struct_info.cc): the struct info of
 * expressions that have it from the start, and the number of dimensions of struct info. */
#include "complete.h"

/* The struct info of an expression that has none yet. */
static void **info_of(tunip_node *node)
{
    return (void **)(void *)&((tunip_ir_relax_expr *)node)->struct_info;
}

tunip_status relax_complete_constant(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    const tunip_tensor *data = ((const tunip_relax_constant *)node)->data;
    if (!data || *info_of(node)) return TUNIP_OK;
    tunip_array *dims = tunip_array_new(graph, 0, NULL);
    if (!dims) return TUNIP_ERROR_MEMORY;
    dims->items = data->ndim ? tunip_graph_alloc(graph, data->ndim * sizeof *dims->items) : NULL;
    if (data->ndim && !dims->items) return TUNIP_ERROR_MEMORY;
    for (; dims->count < data->ndim; dims->count++)
        dims->items[dims->count] =
            (tunip_node *)tunip_ir_int(graph, TUNIP_INT(64), data->shape[dims->count]);
    *info_of(node) = tunip_relax_tensor_info_new(graph, dims, 0, data->dtype);
    return TUNIP_OK;
}

tunip_status relax_complete_prim_value(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_node *value = ((const tunip_relax_prim_value *)node)->value;
    if (*info_of(node)) return TUNIP_OK;
    tunip_relax_prim_struct_info *info = tunip_node_new(graph, &tunip_relax_prim_struct_info_type);
    if (info) info->value = value;
    *info_of(node) = tunip_node_complete(graph, info);
    return TUNIP_OK;
}

/* A string or a dtype is an object of which nothing is known. */
tunip_status relax_complete_opaque(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    if (!*info_of(node))
        *info_of(node) = tunip_node_new(graph, &tunip_relax_object_struct_info_type);
    return TUNIP_OK;
}

tunip_status relax_complete_shape_expr(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_array *values = ((const tunip_relax_shape_expr *)node)->values;
    if (*info_of(node)) return TUNIP_OK;
    tunip_relax_shape_struct_info *info =
        tunip_node_new(graph, &tunip_relax_shape_struct_info_type);
    if (info) info->values = values;
    *info_of(node) = tunip_node_complete(graph, info);
    return TUNIP_OK;
}

/* A function of which only the name is known: a call of it tells the struct info of its result. */
tunip_status relax_complete_extern_func(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    if (*info_of(node)) return TUNIP_OK;
    tunip_relax_func_struct_info *info = tunip_node_new(graph, &tunip_relax_func_struct_info_type);
    tunip_ir_env_func *derive = tunip_node_new(graph, &tunip_ir_env_func_type);
    if (!info || !derive) return TUNIP_ERROR_MEMORY;
    derive->name = tunip_string_new(graph, "tvm.relax.struct_info.infer_by_sinfo_args");
    info->derive_func = derive;
    info->ret = tunip_node_new(graph, &tunip_relax_object_struct_info_type);
    *info_of(node) = info;
    return TUNIP_OK;
}

/* ---- struct info ---- */

tunip_status relax_complete_prim_struct_info(tunip_graph *graph, tunip_node *node,
                                             tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_relax_prim_struct_info *info = (tunip_relax_prim_struct_info *)node;
    if (info->value) info->dtype = tunip_ir_dtype_of(info->value);
    return TUNIP_OK;
}

tunip_status relax_complete_shape_struct_info(tunip_graph *graph, tunip_node *node,
                                              tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_relax_shape_struct_info *info = (tunip_relax_shape_struct_info *)node;
    if (info->values) info->ndim = (int64_t)info->values->count;
    return TUNIP_OK;
}

tunip_status relax_complete_tensor_struct_info(tunip_graph *graph, tunip_node *node,
                                               tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_relax_tensor_struct_info *info = (tunip_relax_tensor_struct_info *)node;
    const tunip_relax_shape_expr *shape = TUNIP_AS(tunip_relax_shape_expr, info->shape);
    if (shape) info->ndim = (int64_t)tunip_array_count(shape->values);
    return TUNIP_OK;
}
