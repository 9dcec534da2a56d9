/* build.c -- constructors of the ir dialect: they set the fields and complete the node. Made by
 * tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/ir.h>

tunip_ir_tuple_type *tunip_ir_tuple_type_new(tunip_graph *graph, tunip_array *fields)
{
    tunip_ir_tuple_type *made = tunip_node_new(graph, &tunip_ir_tuple_type_type);
    if (!made) return NULL;
    made->fields = fields;
    return tunip_node_complete(graph, made);
}

tunip_ir_func_type *tunip_ir_func_type_new(tunip_graph *graph, tunip_array *arg_types,
    void *ret_type)
{
    tunip_ir_func_type *made = tunip_node_new(graph, &tunip_ir_func_type_type);
    if (!made) return NULL;
    made->arg_types = arg_types;
    made->ret_type = ret_type;
    return tunip_node_complete(graph, made);
}

tunip_ir_tensor_map_type *tunip_ir_tensor_map_type_new(tunip_graph *graph)
{
    tunip_ir_tensor_map_type *made = tunip_node_new(graph, &tunip_ir_tensor_map_type_type);
    return tunip_node_complete(graph, made);
}

tunip_ir_op *tunip_ir_op_new(tunip_graph *graph, const char *name)
{
    tunip_ir_op *made = tunip_node_new(graph, &tunip_ir_op_type);
    if (!made) return NULL;
    made->name = tunip_string_new(graph, name);
    return tunip_node_complete(graph, made);
}

tunip_ir_range *tunip_ir_range_new(tunip_graph *graph, void *min, void *extent)
{
    tunip_ir_range *made = tunip_node_new(graph, &tunip_ir_range_type);
    if (!made) return NULL;
    made->min = min;
    made->extent = extent;
    return tunip_node_complete(graph, made);
}
