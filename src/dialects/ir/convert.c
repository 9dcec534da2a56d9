/* convert.c -- nodes of TVM v0.23 that all dialects share, as nodes of v0.26, and back: the dtype
 * of an expression became a node, its type. */
#include "ir.h"

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/ir_types_v25.h>

/* ---- types ---- */

/* The key of a dtype among the nodes that were converted: an odd address, which is no node's. */
static const void *key_of(tunip_dtype dtype)
{
    uint64_t bits = (uint64_t)dtype.code << 24 | (uint64_t)dtype.bits << 16 | (uint16_t)dtype.lanes;
    return (const void *)(uintptr_t)(bits << 1 | 1);
}

/* TVM v0.26 has one node for each dtype. */
static tunip_node *prim_type(tunip_converter *c, tunip_dtype dtype)
{
    tunip_node *known = tunip_converted(c, key_of(dtype));
    if (known) return known;
    tunip_ir_prim_type *type = tunip_node_new(tunip_converter_graph(c), &tunip_ir_prim_type_type);
    if (!type) return NULL;
    type->dtype = dtype;
    tunip_convert_set(c, key_of(dtype), type);
    return (tunip_node *)type;
}

/* A pointer to void. */
static tunip_node *handle_type(tunip_converter *c)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_ir_pointer_type *type = tunip_node_new(graph, &tunip_ir_pointer_type_v26_type);
    if (!type) return NULL;
    type->element_type = prim_type(c, TUNIP_VOID);
    type->storage_scope = tunip_string_new(graph, "global");
    return (tunip_node *)type;
}

tunip_node *tunip_ir_convert_dtype(tunip_converter *c, tunip_dtype dtype)
{
    bool is_handle = dtype.code == TUNIP_DTYPE_HANDLE && dtype.bits;
    return is_handle ? handle_type(c) : prim_type(c, dtype);
}

/* ---- to v0.26 ---- */

static tunip_node *convert_number(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_fields(c, node);
    if (made)
        ((tunip_ir_expr *)made)->ty =
            tunip_ir_convert_dtype(c, ((const tunip_ir_prim_expr *)node)->dtype);
    return made;
}

static tunip_ir_dict_attrs *no_attrs(tunip_graph *graph)
{
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (attrs) attrs->dict = tunip_map_new(graph, 0, NULL);
    return attrs;
}

/* All expressions have a type: a plain ir.Type if it is not known. All functions have
 * attributes. */
static tunip_node *convert_expr(tunip_converter *c, const tunip_node *node)
{
    tunip_graph *graph = tunip_converter_graph(c);
    tunip_node *made = tunip_convert_fields(c, node);
    tunip_ir_expr *expr = (tunip_ir_expr *)made;
    tunip_ir_base_func *func =
        tunip_is_a(made, &tunip_ir_base_func_type) ? (tunip_ir_base_func *)made : NULL;
    if (made && !expr->ty) expr->ty = tunip_node_new(graph, &tunip_ir_type_type);
    if (func && !func->attrs) func->attrs = no_attrs(graph);
    return made;
}

static tunip_node *convert_module(tunip_converter *c, const tunip_node *node)
{
    tunip_ir_module *made = (tunip_ir_module *)tunip_convert_fields(c, node);
    if (made && !made->attrs) made->attrs = no_attrs(tunip_converter_graph(c));
    return (tunip_node *)made;
}

/* An operator whose name begins with `from` has the prefix `to` in the other version. */
static tunip_node *convert_op_name(tunip_converter *c, const tunip_node *node, const char *from,
                                   const char *to)
{
    tunip_ir_op *made = (tunip_ir_op *)tunip_convert_fields(c, node);
    tunip_str name = tunip_string_value(((const tunip_ir_op *)node)->name);
    size_t cut = strlen(from), size = strlen(to);
    if (!made || name.size < cut || memcmp(name.data, from, cut) != 0) return (tunip_node *)made;
    char *text = tunip_graph_alloc(tunip_converter_graph(c), size + name.size - cut + 1);
    if (!text) return NULL;
    memcpy(text, to, size);
    memcpy(text + size, name.data + cut, name.size - cut);
    text[size + name.size - cut] = '\0';
    made->name = tunip_string_new(tunip_converter_graph(c), text);
    return (tunip_node *)made;
}

typedef struct versions {
    const char *name;
    int since, until;
} versions;

#define X(name, since, until, ...) {name, since, until},
static const versions tir_ops[] = {
#include "../tir/ops.def"
};
#undef X
#define X(name, since, ...) {name, since, 0},
static const versions relax_ops[] = {
#include "../relax/ops.def"
};
#undef X

/* Whether a version of TVM lacks the operator: v0.26 tir.create_barriers, v0.23 tirx.ptx.mma. */
static bool is_missing(tunip_str name, unsigned vintage)
{
    bool is_old = name.size > 4 && memcmp(name.data, "tir.", 4) == 0;
    bool is_new = name.size > 5 && memcmp(name.data, "tirx.", 5) == 0;
    size_t cut = is_old ? 4 : is_new ? 5 : 0;
    const versions *row =
        cut ? TUNIP_IR_FIND_ROW(((tunip_str){name.data + cut, name.size - cut}), tir_ops)
            : TUNIP_IR_FIND_ROW(name, relax_ops);
    return row &&
           ((unsigned)row->since > vintage || (row->until && (unsigned)row->until <= vintage));
}

/* Operators that the other version lacks. Scripts name operators as they are, without a check. */
static bool is_alone(const tunip_converter *c, const tunip_node *op)
{
    return tunip_converter_completes(c) && !tunip_converter_keeps_unknown(c) &&
           !tunip_converter_carries(c) &&
           is_missing(tunip_string_value(((const tunip_ir_op *)op)->name),
                      tunip_converter_vintage(c));
}

static tunip_node *refuse_op(tunip_converter *c, const tunip_node *op)
{
    tunip_str name = tunip_string_value(((const tunip_ir_op *)op)->name);
    return tunip_convert_refuse(c, op, "TVM v0.%u has no operator %.*s", tunip_converter_vintage(c),
                                (int)name.size, name.data);
}

static tunip_node *convert_op(tunip_converter *c, const tunip_node *node)
{
    if (is_alone(c, node)) return refuse_op(c, node);
    return convert_op_name(c, node, "tir.", "tirx.");
}

/* ---- to v0.23 ---- */

static tunip_node *convert_typed_op(tunip_converter *c, const tunip_node *node)
{
    if (is_alone(c, node)) return refuse_op(c, node);
    return convert_op_name(c, node, "tirx.", "tir.");
}

tunip_node *tunip_ir_convert_typed(tunip_converter *c, const tunip_node *node)
{
    tunip_node *made = tunip_convert_fields(c, node);
    const tunip_node *type = ((const tunip_ir_expr *)node)->ty;
    bool is_number =
        tunip_is(type, &tunip_ir_prim_type_type) || tunip_is(type, &tunip_ir_pointer_type_type);
    if (tunip_is_a(made, &tunip_ir_prim_expr_type))
        ((tunip_ir_prim_expr *)made)->dtype = tunip_ir_typed_dtype(node);
    bool is_relax = tunip_is_a(made, &tunip_ir_relax_expr_type);
    if (is_number && is_relax)
        ((tunip_ir_relax_expr *)made)->struct_info =
            tunip_convert_into(c, type, &tunip_ir_struct_info_type);
    if (is_relax && tunip_is(type, &tunip_ir_type_type)) /* it is missing */
        ((tunip_ir_relax_expr *)made)->struct_info = NULL;
    return made;
}

/* Attributes of v0.26 have 1 and True where those of v0.23 have an ir.IntImm. */
static tunip_node *box_int(tunip_converter *c, const tunip_node *node)
{
    return (tunip_node *)tunip_ir_int(tunip_converter_graph(c), TUNIP_INT(32),
                                      ((const tunip_int *)node)->value);
}

static tunip_node *box_bool(tunip_converter *c, const tunip_node *node)
{
    return (tunip_node *)tunip_ir_int(tunip_converter_graph(c), TUNIP_BOOL,
                                      ((const tunip_bool *)node)->value);
}

/* A type without a place in the user's program is that of all others. */
static tunip_node *convert_prim_type(tunip_converter *c, const tunip_node *node)
{
    const tunip_ir_prim_type *type = (const tunip_ir_prim_type *)node;
    return type->base.span ? tunip_convert_fields(c, node) : prim_type(c, type->dtype);
}

/* A type of numbers, where v0.23 has a dtype. */
static tunip_node *type_of_dtype(tunip_converter *c, const tunip_node *node)
{
    return tunip_ir_convert_dtype(c, ((const tunip_dtype_value *)node)->value);
}

/* clang-format off */
#define NEWER(type, make, since) {&type##_type, make, NULL, since, 0}
#define OLDER(type, make) {&type##_type, make, NULL, 0, 24}

const tunip_conversion ir_conversions[IR_CONVERSION_COUNT] = {
    NEWER(tunip_ir_prim_expr, convert_number, 26),
    NEWER(tunip_ir_relax_expr, convert_expr, 26),
    NEWER(tunip_ir_module, convert_module, 26),
    NEWER(tunip_ir_op, convert_op, 24),
    OLDER(tunip_ir_expr, tunip_ir_convert_typed),
    OLDER(tunip_ir_op_v24, convert_typed_op),
    OLDER(tunip_ir_op_v25, convert_typed_op),
    OLDER(tunip_ir_op_v26, convert_typed_op),
    OLDER(tunip_ir_prim_type, convert_prim_type),
    NEWER(tunip_ir_prim_type, convert_prim_type, 26),
    {&tunip_int_type, box_int, &tunip_ir_int_imm_type, 0, 0},
    {&tunip_bool_type, box_bool, &tunip_ir_int_imm_type, 0, 0},
    {&tunip_dtype_type, type_of_dtype, &tunip_ir_prim_type_type, 0, 0},
    {&tunip_dtype_type, type_of_dtype, &tunip_ir_type_type, 0, 0},
};
/* clang-format on */
