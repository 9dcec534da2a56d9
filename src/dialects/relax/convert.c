/* convert.c -- Relax of TVM v0.23 as that of v0.26, and back: struct infos became types, variables
 * those of the tensor IR, and a number is an expression by itself. */
#include "convert.h"

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* ---- to v0.26 ---- */

static tunip_node *new_typed_var(tunip_converter *c, const tunip_node *node, const tunip_type *type)
{
    const tunip_relax_var *var = (const tunip_relax_var *)node;
    tunip_ir_var *made = tunip_node_new(tunip_converter_graph(c), type);
    if (!made) return NULL;
    tunip_ir_expr *expr = (tunip_ir_expr *)made;
    made->name = var->vid ? var->vid->name_hint : NULL;
    expr->span = tunip_convert(c, var->base.base.base.span);
    expr->ty = tunip_convert(c, var->base.base.struct_info);
    if (!expr->ty) expr->ty = tunip_node_new(tunip_converter_graph(c), &tunip_ir_type_type);
    return (tunip_node *)made;
}

static tunip_node *convert_var(tunip_converter *c, const tunip_node *node)
{
    return new_typed_var(c, node, &tunip_ir_var_type);
}

static tunip_node *convert_dataflow_var(tunip_converter *c, const tunip_node *node)
{
    return new_typed_var(c, node, &tunip_relax_dataflow_var_v26_type);
}

static tunip_node *convert_prim_value(tunip_converter *c, const tunip_node *node)
{
    return tunip_convert(c, ((const tunip_relax_prim_value *)node)->value);
}

static tunip_node *convert_prim_info(tunip_converter *c, const tunip_node *node)
{
    return tunip_ir_convert_dtype(c, ((const tunip_relax_prim_struct_info *)node)->dtype);
}

static tunip_node *convert_tensor_info(tunip_converter *c, const tunip_node *node)
{
    tunip_dtype dtype = ((const tunip_relax_tensor_struct_info *)node)->dtype;
    tunip_relax_tensor_type_v26 *made =
        (tunip_relax_tensor_type_v26 *)tunip_convert_fields(c, node);
    if (made && dtype.bits) made->element = tunip_ir_convert_dtype(c, dtype);
    return (tunip_node *)made;
}

/* The types of v0.23, which scripts have in place of struct infos. */
static tunip_node *convert_dyn_tensor(tunip_converter *c, const tunip_node *node)
{
    const tunip_relax_tensor_type *type = (const tunip_relax_tensor_type *)node;
    tunip_relax_tensor_type_v26 *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_relax_tensor_type_v26_type);
    if (!made) return NULL;
    made->ndim = type->ndim;
    if (type->dtype.bits) made->element = tunip_ir_convert_dtype(c, type->dtype);
    return (tunip_node *)made;
}

static tunip_node *convert_object(tunip_converter *c, const tunip_node *node)
{
    (void)node;
    return tunip_node_new(tunip_converter_graph(c), &tunip_relax_any_type_type);
}

/* ---- names of functions ---- */

static const struct {
    const char *name, *typed; /* in v0.23 and in v0.26 */
} env_funcs[] = {
    {"tvm.relax.struct_info.infer_by_sinfo_args", "tvm.relax.type.infer_by_ty_args"},
    {"tvm.relax.struct_info.infer_view_sinfo", "tvm.relax.type.infer_view_ty"},
};

/* The functions that derive the struct info of a result have other names in the other version. */
static tunip_node *convert_env_func(tunip_converter *c, const tunip_node *node)
{
    tunip_str name = tunip_string_value(((const tunip_ir_env_func *)node)->name);
    tunip_ir_env_func *made = (tunip_ir_env_func *)tunip_convert_fields(c, node);
    for (size_t i = 0; made && i < TUNIP_LEN(env_funcs); i++) {
        bool is_typed = tunip_str_is(name, env_funcs[i].typed);
        if (is_typed || tunip_str_is(name, env_funcs[i].name))
            made->name = tunip_string_new(tunip_converter_graph(c),
                                          is_typed ? env_funcs[i].name : env_funcs[i].typed);
    }
    return (tunip_node *)made;
}

/* ---- to v0.23 ---- */

static tunip_node *convert_typed_var(tunip_converter *c, const tunip_node *node,
                                     const tunip_type *type)
{
    const tunip_ir_var *var = (const tunip_ir_var *)node;
    const tunip_ir_expr *expr = (const tunip_ir_expr *)node;
    tunip_relax_id *id = tunip_node_new(tunip_converter_graph(c), &tunip_relax_id_type);
    tunip_relax_var *made = tunip_node_new(tunip_converter_graph(c), type);
    if (!made || !id) return NULL;
    id->name_hint = var->name;
    made->vid = id;
    made->base.base.base.span = tunip_convert(c, expr->span);
    bool is_known = expr->ty && expr->ty->type != &tunip_ir_type_type;
    if (is_known) made->base.base.struct_info = tunip_convert(c, expr->ty);
    return (tunip_node *)made;
}

static tunip_node *convert_typed_dataflow_var(tunip_converter *c, const tunip_node *node)
{
    return convert_typed_var(c, node, &tunip_relax_dataflow_var_type);
}

/* A variable of the tensor IR has the type of a number or a pointer. */
static tunip_node *convert_any_typed_var(tunip_converter *c, const tunip_node *node)
{
    const tunip_node *type = ((const tunip_ir_expr *)node)->ty;
    bool is_number =
        tunip_is(type, &tunip_ir_prim_type_type) || tunip_is(type, &tunip_ir_pointer_type_type);
    if (!is_number) return convert_typed_var(c, node, &tunip_relax_var_type);
    tunip_tir_var *made = (tunip_tir_var *)tunip_convert_fields(c, node);
    if (!made) return NULL;
    made->base.dtype = tunip_ir_typed_dtype(node);
    made->type_annotation = tunip_convert(c, type);
    return (tunip_node *)made;
}

static tunip_node *convert_tensor_type(tunip_converter *c, const tunip_node *node)
{
    tunip_relax_tensor_struct_info *made =
        (tunip_relax_tensor_struct_info *)tunip_convert_fields(c, node);
    if (made) made->dtype = tunip_relax_element_dtype((const tunip_relax_tensor_struct_info *)node);
    return (tunip_node *)made;
}

const tunip_conversion relax_conversions[RELAX_CONVERSION_COUNT] = {
    {&tunip_relax_var_type, convert_var},
    {&tunip_relax_dataflow_var_type, convert_dataflow_var},
    {&tunip_relax_prim_value_type, convert_prim_value},
    {&tunip_relax_prim_struct_info_type, convert_prim_info},
    {&tunip_relax_tensor_struct_info_type, convert_tensor_info},
    {&tunip_relax_tensor_type_type, convert_dyn_tensor},
    {&tunip_relax_object_type_type, convert_object},
    {&tunip_ir_var_type, convert_any_typed_var},
    {&tunip_relax_dataflow_var_v26_type, convert_typed_dataflow_var},
    {&tunip_ir_env_func_type, convert_env_func},
    {&tunip_relax_tensor_type_v26_type, convert_tensor_type},
};
