/* build.c -- constructors of the relax dialect: they set the fields and complete the node. Made by
 * tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax.h>

tunip_relax_constant *tunip_relax_constant_new(tunip_graph *graph, tunip_tensor *data)
{
    tunip_relax_constant *made = tunip_node_new(graph, &tunip_relax_constant_type);
    if (!made) return NULL;
    made->data = data;
    return tunip_node_complete(graph, made);
}

tunip_relax_prim_value *tunip_relax_prim_value_new(tunip_graph *graph, void *value)
{
    tunip_relax_prim_value *made = tunip_node_new(graph, &tunip_relax_prim_value_type);
    if (!made) return NULL;
    made->value = value;
    return tunip_node_complete(graph, made);
}

tunip_relax_string_imm *tunip_relax_string_imm_new(tunip_graph *graph, const char *value)
{
    tunip_relax_string_imm *made = tunip_node_new(graph, &tunip_relax_string_imm_type);
    if (!made) return NULL;
    made->value = tunip_string_new(graph, value);
    return tunip_node_complete(graph, made);
}

tunip_relax_data_type_imm *tunip_relax_data_type_imm_new(tunip_graph *graph, tunip_dtype value)
{
    tunip_relax_data_type_imm *made = tunip_node_new(graph, &tunip_relax_data_type_imm_type);
    if (!made) return NULL;
    made->value = value;
    return tunip_node_complete(graph, made);
}

tunip_relax_if *tunip_relax_if_new(tunip_graph *graph, void *cond,
    tunip_relax_seq_expr *true_branch, tunip_relax_seq_expr *false_branch)
{
    tunip_relax_if *made = tunip_node_new(graph, &tunip_relax_if_type);
    if (!made) return NULL;
    made->cond = cond;
    made->true_branch = true_branch;
    made->false_branch = false_branch;
    return tunip_node_complete(graph, made);
}

tunip_relax_match_cast *tunip_relax_match_cast_new(tunip_graph *graph, tunip_relax_var *var,
    void *value, void *struct_info)
{
    tunip_relax_match_cast *made = tunip_node_new(graph, &tunip_relax_match_cast_type);
    if (!made) return NULL;
    made->base.var = var;
    made->value = value;
    made->struct_info = struct_info;
    return tunip_node_complete(graph, made);
}

tunip_relax_extern_func *tunip_relax_extern_func_new(tunip_graph *graph, const char *global_symbol)
{
    tunip_relax_extern_func *made = tunip_node_new(graph, &tunip_relax_extern_func_type);
    if (!made) return NULL;
    made->global_symbol = tunip_string_new(graph, global_symbol);
    return tunip_node_complete(graph, made);
}

tunip_relax_object_struct_info *tunip_relax_object_struct_info_new(tunip_graph *graph)
{
    tunip_relax_object_struct_info *made = tunip_node_new(graph,
        &tunip_relax_object_struct_info_type);
    return tunip_node_complete(graph, made);
}

tunip_relax_prim_struct_info *tunip_relax_prim_struct_info_new(tunip_graph *graph,
    tunip_dtype dtype, void *value)
{
    tunip_relax_prim_struct_info *made = tunip_node_new(graph, &tunip_relax_prim_struct_info_type);
    if (!made) return NULL;
    made->dtype = dtype;
    made->value = value;
    return tunip_node_complete(graph, made);
}

tunip_relax_shape_struct_info *tunip_relax_shape_struct_info_new(tunip_graph *graph,
    tunip_array *values)
{
    tunip_relax_shape_struct_info *made = tunip_node_new(graph,
        &tunip_relax_shape_struct_info_type);
    if (!made) return NULL;
    made->values = values;
    return tunip_node_complete(graph, made);
}

tunip_relax_func_struct_info *tunip_relax_func_struct_info_new(tunip_graph *graph,
    tunip_array *params, void *ret, bool purity)
{
    tunip_relax_func_struct_info *made = tunip_node_new(graph, &tunip_relax_func_struct_info_type);
    if (!made) return NULL;
    made->params = params;
    made->ret = ret;
    made->purity = purity;
    return tunip_node_complete(graph, made);
}

tunip_relax_shape_type *tunip_relax_shape_type_new(tunip_graph *graph, int64_t ndim)
{
    tunip_relax_shape_type *made = tunip_node_new(graph, &tunip_relax_shape_type_type);
    if (!made) return NULL;
    made->ndim = ndim;
    return tunip_node_complete(graph, made);
}

tunip_relax_tensor_type *tunip_relax_tensor_type_new(tunip_graph *graph, int64_t ndim,
    tunip_dtype dtype)
{
    tunip_relax_tensor_type *made = tunip_node_new(graph, &tunip_relax_tensor_type_type);
    if (!made) return NULL;
    made->ndim = ndim;
    made->dtype = dtype;
    return tunip_node_complete(graph, made);
}

tunip_relax_object_type *tunip_relax_object_type_new(tunip_graph *graph)
{
    tunip_relax_object_type *made = tunip_node_new(graph, &tunip_relax_object_type_type);
    return tunip_node_complete(graph, made);
}

tunip_relax_packed_func_type *tunip_relax_packed_func_type_new(tunip_graph *graph)
{
    tunip_relax_packed_func_type *made = tunip_node_new(graph, &tunip_relax_packed_func_type_type);
    return tunip_node_complete(graph, made);
}

tunip_relax_dtensor_struct_info *tunip_relax_dtensor_struct_info_new(tunip_graph *graph,
    tunip_relax_tensor_struct_info *tensor_sinfo, tunip_relax_device_mesh *device_mesh,
    tunip_relax_placement *placement)
{
    tunip_relax_dtensor_struct_info *made = tunip_node_new(graph,
        &tunip_relax_dtensor_struct_info_type);
    if (!made) return NULL;
    made->tensor_sinfo = tensor_sinfo;
    made->device_mesh = device_mesh;
    made->placement = placement;
    return tunip_node_complete(graph, made);
}
