/* link.c -- the struct infos of functions of tensor IR, and of references to functions (TVM
 * src/tir/ir/function.cc, InferStructInfo; src/script/ir_builder/ir/ir.cc). */
#include "read.h"

/* A dimension of a buffer as one of a tensor. */
static tunip_node *wide(tunip_elaborator *e, tunip_node *dim)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, dim);
    if (tunip_dtype_equal(tunip_ir_dtype_of(dim), relax_int64_dtype)) return dim;
    if (imm) return (tunip_node *)tunip_ir_int(graph, relax_int64_dtype, imm->value);
    tunip_tir_cast *cast = tunip_node_new(graph, &tunip_tir_cast_type);
    if (!cast) return NULL;
    cast->base.dtype = relax_int64_dtype;
    cast->value = dim;
    return (tunip_node *)cast;
}

static tunip_node *info_of_buffer(tunip_elaborator *e, const tunip_tir_buffer *buffer)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count = tunip_array_count(buffer->shape);
    void **dims = tunip_elaborator_alloc(e, count * sizeof *dims);
    for (size_t i = 0; dims && i < count; i++) dims[i] = wide(e, buffer->shape->items[i]);
    tunip_array *list = dims ? tunip_array_new(graph, count, dims) : NULL;
    return list ? (tunip_node *)tunip_relax_tensor_info_new(graph, list, 0, buffer->dtype) : NULL;
}

static bool is_handle(const tunip_tir_var *var)
{
    return var->base.dtype.code == TUNIP_DTYPE_HANDLE;
}

static const tunip_tir_buffer *buffer_of(const tunip_tir_prim_func *func, const tunip_node *param)
{
    for (size_t i = 0; i < tunip_map_count(func->buffer_map); i++)
        if (func->buffer_map->entries[i].key == param)
            return TUNIP_AS(tunip_tir_buffer, func->buffer_map->entries[i].value);
    return NULL;
}

static tunip_node *info_of_param(tunip_elaborator *e, const tunip_tir_prim_func *func,
                                 const tunip_node *param)
{
    const tunip_tir_buffer *buffer = buffer_of(func, param);
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, param);
    const tunip_ir_prim_type *type =
        var ? TUNIP_AS(tunip_ir_prim_type, var->type_annotation) : NULL;
    if (buffer) return info_of_buffer(e, buffer);
    if (!var || (type && is_handle(var))) return relax_new_object_info(e);
    return relax_new_prim_info(e, NULL, var->base.dtype);
}

static tunip_node *info_of_result(tunip_elaborator *e, const tunip_node *type)
{
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    if (prim) return relax_new_prim_info(e, NULL, prim->dtype);
    bool is_void = !type || (tuple && !tunip_array_count(tuple->fields));
    return is_void ? (tunip_node *)tunip_relax_tuple_info_new(tunip_elaborator_graph(e), NULL)
                   : relax_new_object_info(e);
}

/* Whether a function only computes a number, as far as its signature shows. */
static bool is_pure(const tunip_tir_prim_func *func)
{
    if (!tunip_is(func->ret_type, &tunip_ir_prim_type_type)) return false;
    for (size_t i = 0; i < tunip_array_count(func->params); i++) {
        const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, func->params->items[i]);
        if (!var || is_handle(var)) return false;
    }
    return true;
}

/* A declaration has no parameters yet. */
static tunip_node *info_of_function(tunip_elaborator *e, const tunip_tir_prim_func *func)
{
    tunip_node *ret = info_of_result(e, func->ret_type);
    tunip_relax_func_struct_info *info =
        (tunip_relax_func_struct_info *)relax_new_func_info(e, NULL, ret, is_pure(func));
    size_t count = tunip_array_count(func->params);
    void **params = tunip_elaborator_alloc(e, count * sizeof *params);
    for (size_t i = 0; params && i < count; i++)
        params[i] = info_of_param(e, func, func->params->items[i]);
    if (info && params && func->params)
        info->params = tunip_array_new(tunip_elaborator_graph(e), count, params);
    return (tunip_node *)info;
}

void relax_link(tunip_elaborator *e, tunip_node *var, const tunip_node *func)
{
    const tunip_tir_prim_func *prim = TUNIP_AS(tunip_tir_prim_func, func);
    tunip_node *info = relax_info(func);
    if (!info && prim) {
        info = info_of_function(e, prim);
        relax_set_info((tunip_node *)(uintptr_t)func, info);
    }
    if (var && info) relax_set_info(var, info);
    if (var && prim && prim->params) relax_check_pending(e, var);
}
