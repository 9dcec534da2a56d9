/* convert.c -- converts Relax between TVM v0.23 and v0.26. In v0.26, struct infos are types,
 * variables are those of the shared IR, and a number is an expression by itself. */
#include "types.h"

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relax_attrs.h>

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

/* A variable of a number is also what formulas use for it. */
static tunip_node *convert_number_var(tunip_converter *c, const tunip_node *node,
                                      const tunip_type *type)
{
    const tunip_relax_prim_struct_info *info = TUNIP_AS(
        tunip_relax_prim_struct_info, ((const tunip_relax_var *)node)->base.base.struct_info);
    const tunip_tir_var *number = TUNIP_AS(tunip_tir_var, info ? info->value : NULL);
    const tunip_relax_id *id = ((const tunip_relax_var *)node)->vid;
    bool is_same = number && id && number->name == id->name_hint;
    tunip_node *made = is_same ? tunip_converted(c, number) : NULL;
    if (made && made->type == type) return made;
    made = new_typed_var(c, node, type);
    if (is_same && made) tunip_convert_set(c, number, made);
    return made;
}

static tunip_node *convert_var(tunip_converter *c, const tunip_node *node)
{
    return convert_number_var(c, node, &tunip_ir_var_type);
}

static tunip_node *convert_dataflow_var(tunip_converter *c, const tunip_node *node)
{
    return convert_number_var(c, node, &tunip_relax_dataflow_var_v26_type);
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

/* The functions that derive the struct info of a result have other names in v0.26. */
static tunip_node *rename_env_func(tunip_converter *c, const tunip_node *node, bool is_typed)
{
    tunip_str name = tunip_string_value(((const tunip_ir_env_func *)node)->name);
    tunip_ir_env_func *made = (tunip_ir_env_func *)tunip_convert_fields(c, node);
    for (size_t i = 0; made && i < TUNIP_LEN(env_funcs); i++) {
        const char *from = is_typed ? env_funcs[i].typed : env_funcs[i].name;
        const char *to = is_typed ? env_funcs[i].name : env_funcs[i].typed;
        if (tunip_str_is(name, from)) made->name = tunip_string_new(tunip_converter_graph(c), to);
    }
    return (tunip_node *)made;
}

static tunip_node *convert_env_func(tunip_converter *c, const tunip_node *node)
{
    return rename_env_func(c, node, false);
}

static tunip_node *convert_typed_env_func(tunip_converter *c, const tunip_node *node)
{
    return rename_env_func(c, node, true);
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
    if (is_known)
        made->base.base.struct_info = tunip_convert_into(c, expr->ty, &tunip_ir_struct_info_type);
    return (tunip_node *)made;
}

static tunip_node *convert_typed_dataflow_var(tunip_converter *c, const tunip_node *node)
{
    return convert_typed_var(c, node, &tunip_relax_dataflow_var_type);
}

/* A variable of the tensor IR has the type of a number, a pointer or a buffer. */
static tunip_node *convert_any_typed_var(tunip_converter *c, const tunip_node *node)
{
    static const tunip_type *const scalars[] = {
        &tunip_ir_prim_type_type, &tunip_ir_pointer_type_type, &tunip_tirx_buffer_type_type};
    const tunip_node *type = ((const tunip_ir_expr *)node)->ty;
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++)
        if (tunip_is(type, scalars[i])) return tunip_tir_convert_var(c, node);
    return convert_typed_var(c, node, &tunip_relax_var_type);
}

/* Variables that Relax defines are its own, also those of numbers. */
static void convert_definition(tunip_converter *c, const tunip_node *var)
{
    bool is_number = tunip_is(var, &tunip_ir_var_type) &&
                     tunip_is(((const tunip_ir_expr *)var)->ty, &tunip_ir_prim_type_type);
    if (is_number && !tunip_converted(c, var))
        tunip_convert_set(c, var, convert_typed_var(c, var, &tunip_relax_var_type));
}

static tunip_node *convert_binding(tunip_converter *c, const tunip_node *node)
{
    convert_definition(c, (const tunip_node *)((const tunip_relax_binding *)node)->var);
    return tunip_convert_fields(c, node);
}

static tunip_node *convert_function(tunip_converter *c, const tunip_node *node)
{
    const tunip_array *params = ((const tunip_relax_function *)node)->params;
    for (size_t i = 0; i < tunip_array_count(params); i++) convert_definition(c, params->items[i]);
    return tunip_convert_fields(c, node);
}

/* ---- attributes ---- */

static const tunip_type *const wide_attrs[] = {
#define WIDE(type, dimensions) &type##_type,
#include "wide_attrs.def"
#undef WIDE
};

static void widen(const tunip_node *node)
{
    const tunip_ir_int_imm *made = TUNIP_AS(tunip_ir_int_imm, node);
    if (made) ((tunip_ir_int_imm *)(uintptr_t)made)->base.dtype = TUNIP_INT(64);
}

/* A node of `type` has wide numbers where that of v0.26 has plain ones. */
static bool widen_field(const tunip_field *field, void *user)
{
    const tunip_node *const *nodes = user; /* the older one, the newer one */
    const tunip_field *newer = tunip_type_field(nodes[1]->type, field->name);
    if (field->kind != TUNIP_KIND_NODE || !newer) return true;
    const tunip_node *value = tunip_field_node(nodes[0], field);
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    if (newer->kind == TUNIP_KIND_INT || newer->expects == &tunip_int_type) widen(value);
    for (size_t i = 0; newer->item == &tunip_int_type && i < tunip_array_count(list); i++)
        widen(list->items[i]);
    return true;
}

static tunip_node *convert_attrs(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_fields(c, node);
    for (size_t i = 0; made && i < TUNIP_LEN(wide_attrs); i++)
        if (made->type == wide_attrs[i])
            tunip_each_field(made->type, 0, widen_field, (const tunip_node *[]){made, node});
    return made;
}

/* ---- values for fields of other types ---- */

/* A number of the tensor IR, as an expression of Relax. */
static tunip_node *box_number(tunip_converter *c, const tunip_node *node)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_relax_prim_value *made = tunip_node_new(graph, &tunip_relax_prim_value_type);
    tunip_relax_prim_struct_info *info = tunip_node_new(graph, &tunip_relax_prim_struct_info_type);
    if (!made || !info) return NULL;
    info->dtype = tunip_ir_dtype_of(node);
    info->value = made->value = (tunip_node *)(uintptr_t)node;
    made->base.base.struct_info = (tunip_node *)info;
    return (tunip_node *)made;
}

/* A variable of a number in a formula: the symbol that its struct info names, as in
 * R.Prim(value="n"). */
static tunip_node *symbol_of_var(tunip_converter *c, const tunip_node *node)
{
    const tunip_relax_var *var = (const tunip_relax_var *)node;
    const tunip_relax_prim_struct_info *info =
        TUNIP_AS(tunip_relax_prim_struct_info, var->base.base.struct_info);
    if (!info)
        return tunip_convert_refuse(c, node, "a formula contains only numbers, not this variable");
    if (info->value) return info->value;
    tunip_tir_var *made = tunip_node_new(tunip_converter_graph(c), &tunip_tir_var_type);
    if (!made) return NULL;
    made->name = var->vid ? var->vid->name_hint : NULL;
    made->base.dtype = info->dtype;
    made->base.base.span = var->base.base.base.span;
    made->type_annotation = tunip_ir_convert_dtype(c, info->dtype);
    return ((tunip_relax_prim_struct_info *)(uintptr_t)info)->value = (tunip_node *)made;
}

/* Of a number or a pointer. */
static tunip_node *info_of_number(tunip_converter *c, const tunip_node *node)
{
    tunip_relax_prim_struct_info *made =
        tunip_node_new(tunip_converter_graph(c), &tunip_relax_prim_struct_info_type);
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, node);
    if (made) made->dtype = prim ? prim->dtype : TUNIP_HANDLE;
    return (tunip_node *)made;
}

static tunip_node *type_of_tuple(tunip_converter *c, const tunip_node *node);

/* A type in the place of a struct info; other struct infos are no types. */
static tunip_node *type_of_info(tunip_converter *c, const tunip_node *info)
{
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    tunip_ir_prim_type *made =
        prim ? tunip_node_new(tunip_converter_graph(c), &tunip_ir_prim_type_type) : NULL;
    if (made) made->dtype = prim->dtype;
    if (tunip_is(info, &tunip_relax_tuple_struct_info_type)) return type_of_tuple(c, info);
    return prim ? (tunip_node *)made : (tunip_node *)(uintptr_t)info;
}

/* The type of several results, or of nothing, which functions of the tensor IR return. */
static tunip_node *type_of_tuple(tunip_converter *c, const tunip_node *node)
{
    const tunip_array *fields = ((const tunip_relax_tuple_struct_info *)node)->fields;
    tunip_graph *graph = tunip_converter_graph(c);
    size_t count = tunip_array_count(fields);
    tunip_ir_tuple_type *made = tunip_node_new(graph, &tunip_ir_tuple_type_type);
    void **items = tunip_graph_alloc(graph, (count + 1) * sizeof *items);
    for (size_t i = 0; items && i < count; i++) items[i] = type_of_info(c, fields->items[i]);
    if (made && items) made->fields = tunip_array_new(graph, count, items);
    return (tunip_node *)made;
}

static tunip_node *convert_tensor_type(tunip_converter *c, const tunip_node *node)
{
    tunip_relax_tensor_struct_info *made =
        (tunip_relax_tensor_struct_info *)tunip_convert_fields(c, node);
    if (made) made->dtype = tunip_relax_element_dtype((const tunip_relax_tensor_struct_info *)node);
    return (tunip_node *)made;
}

/* clang-format off */
#define ROW(type, make) {&type##_type, make, NULL, 0, 0}
#define NEWER(type, make) {&type##_type, make, NULL, 26, 0}
#define OLDER(type, make) {&type##_type, make, NULL, 0, 26}

const tunip_conversion relax_conversions[RELAX_CONVERSION_COUNT] = {
    NEWER(tunip_relax_var, convert_var),
    NEWER(tunip_relax_dataflow_var, convert_dataflow_var),
    NEWER(tunip_relax_prim_value, convert_prim_value),
    NEWER(tunip_relax_prim_struct_info, convert_prim_info),
    NEWER(tunip_relax_tensor_struct_info, convert_tensor_info),
    NEWER(tunip_relax_tensor_type, convert_dyn_tensor),
    NEWER(tunip_relax_object_type, convert_object),
    OLDER(tunip_ir_var, convert_any_typed_var),
    OLDER(tunip_relax_dataflow_var_v26, convert_typed_dataflow_var),
    NEWER(tunip_ir_env_func, convert_env_func),
    OLDER(tunip_ir_env_func, convert_typed_env_func),
    OLDER(tunip_relax_tensor_type_v26, convert_tensor_type),
    ROW(tunip_ir_attrs, convert_attrs),
    OLDER(tunip_relax_var_binding_v26, convert_binding),
    OLDER(tunip_relax_match_cast_v26, convert_binding),
    OLDER(tunip_relax_function_v26, convert_function),
    {&tunip_ir_prim_expr_type, box_number, &tunip_ir_relax_expr_type, 0, 26},
    {&tunip_ir_prim_expr_type, box_number, &tunip_relax_prim_value_type, 0, 26},
    {&tunip_relax_var_type, symbol_of_var, &tunip_ir_prim_expr_type, 0, 26},
    {&tunip_ir_prim_type_type, info_of_number, &tunip_ir_struct_info_type, 0, 26},
    {&tunip_ir_pointer_type_type, info_of_number, &tunip_ir_struct_info_type, 0, 26},
    {&tunip_relax_tuple_struct_info_type, type_of_tuple, &tunip_ir_type_type, 0, 26},
};
/* clang-format on */
