/* relax.h -- TVM's graph-level IR: functions of tensors, bindings, struct info (the known
 * properties of a value), operators' attributes, distributed tensors. Read <tunip/tvm/ir.h> first:
 * its rules about structs and NULL apply here. */
#ifndef TUNIP_RELAX_H
#define TUNIP_RELAX_H

#include <tunip/tvm/relax_attrs.h>
#include <tunip/tvm/relax_types_v26.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_relax;

/* relax.distributed.PlacementSpec.kind */
typedef enum tunip_relax_placement_kind {
    TUNIP_RELAX_PLACEMENT_SHARDING = 0,
    TUNIP_RELAX_PLACEMENT_REPLICA = 1
} tunip_relax_placement_kind;

/* The number of dimensions of a tensor or a shape if it is unknown. */
#define TUNIP_RELAX_UNKNOWN_NDIM (-1)

/* ---- looking inside, NULL-safe ---- */

/* The struct info of an expression, or NULL. In TVM v0.26 the struct info is called type, and every
 * expression has a type. */
static inline const tunip_node *tunip_relax_struct_info_of(const void *expr)
{
    const tunip_ir_relax_expr *relax = TUNIP_AS_A(tunip_ir_relax_expr, expr);
    const tunip_ir_expr *typed = relax ? NULL : TUNIP_AS_A(tunip_ir_expr, expr);
    if (relax) return relax->struct_info;
    return typed ? typed->ty : NULL;
}

/* Whether an expression is a variable: in TVM v0.26 also one of the tensor IR. */
static inline bool tunip_relax_is_var(const void *expr)
{
    const tunip_node *node = (const tunip_node *)expr;
    return tunip_is_a(node, &tunip_relax_var_type) || tunip_is_a(node, &tunip_ir_var_type);
}

/* Whether an expression is a dataflow variable: a variable that is visible only in its block. */
static inline bool tunip_relax_is_dataflow_var(const void *expr)
{
    const tunip_node *node = (const tunip_node *)expr;
    return tunip_is(node, &tunip_relax_dataflow_var_type) ||
           tunip_is(node, &tunip_relax_dataflow_var_v26_type);
}

/* The name of a variable; it may be empty. */
static inline tunip_str tunip_relax_var_name(const void *expr)
{
    const tunip_relax_var *var = TUNIP_AS_A(tunip_relax_var, expr);
    const tunip_ir_var *typed = TUNIP_AS_A(tunip_ir_var, expr);
    if (typed) return tunip_string_value(typed->name);
    return tunip_string_value(var && var->vid ? var->vid->name_hint : NULL);
}

/* The dtype of the elements of a tensor; void if it is unknown. */
static inline tunip_dtype tunip_relax_element_dtype(const tunip_relax_tensor_struct_info *info)
{
    const tunip_node *node = (const tunip_node *)info;
    bool is_typed = node->type == &tunip_relax_tensor_type_v26_type;
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, is_typed ? info->element : NULL);
    if (!is_typed) return info->dtype;
    return type ? type->dtype : tunip_dtype_make(TUNIP_DTYPE_HANDLE, 0, 0);
}

/* ---- making nodes ----
 *
 * The rules of <tunip/tvm/ir.h> about making nodes apply here. These functions do not infer struct
 * info: pass it where it is needed. */

/* The struct info that TVM infers for a value, whose arguments have theirs: a call of an operator,
 * a tuple or an item of one, a variable. The result may be a part of `value`; new nodes of it are
 * in `graph`. Returns NULL if there is no rule for the value, or if TVM needs its arithmetic prover
 * or an argument has no struct info; when out of memory, the graph keeps the error, too. NULL for
 * NULL. */
TUNIP_API tunip_node *tunip_relax_infer(tunip_graph *graph, const void *value);

/* A tensor with the dimensions `dims`. If `dims` is NULL, only the number of dimensions, `ndim`, is
 * known, or TUNIP_RELAX_UNKNOWN_NDIM. */
TUNIP_API tunip_relax_tensor_struct_info *
tunip_relax_tensor_info_new(tunip_graph *graph, tunip_array *dims, int64_t ndim, tunip_dtype dtype);
TUNIP_API tunip_relax_tuple_struct_info *tunip_relax_tuple_info_new(tunip_graph *graph,
                                                                    tunip_array *fields);

/* `info` is the struct info of the variable, or NULL. A dataflow variable is visible only in its
 * block. */
TUNIP_API tunip_relax_var *tunip_relax_var_new(tunip_graph *graph, const char *name, void *info);
TUNIP_API tunip_relax_var *tunip_relax_dataflow_var_new(tunip_graph *graph, const char *name,
                                                        void *info);

/* A shape, a tuple, and a field of a tuple; fields are numbered from 0. A number among the
 * dimensions becomes an int64, as in TVM; any other dimension is an int64. */
TUNIP_API tunip_relax_shape_expr *tunip_relax_shape_new(tunip_graph *graph, tunip_array *dims);
TUNIP_API tunip_relax_tuple *tunip_relax_tuple_new(tunip_graph *graph, tunip_array *fields);
TUNIP_API tunip_relax_tuple_get_item *tunip_relax_tuple_item_new(tunip_graph *graph, void *tuple,
                                                                 int64_t index);

/* A call of an operator: "relax.add". `attrs` is NULL for an operator without attributes. A name
 * that TVM does not register, other attributes than those of the operator, and too few or too many
 * arguments are errors of the graph. For an operator of your own, pass tunip_ir_op_new() as the
 * `callee` of tunip_relax_call_new(). */
TUNIP_API tunip_relax_call *tunip_relax_call_op_new(tunip_graph *graph, const char *op,
                                                    tunip_array *args, void *attrs);
/* A call of a function of the module, of a function in a variable, or of any tunip_ir_op. */
TUNIP_API tunip_relax_call *tunip_relax_call_new(tunip_graph *graph, void *callee,
                                                 tunip_array *args);

/* A binding `var` = `value`; a block of bindings; blocks followed by the resulting value. */
TUNIP_API tunip_relax_var_binding *tunip_relax_binding_new(tunip_graph *graph, tunip_relax_var *var,
                                                           void *value);
TUNIP_API tunip_relax_binding_block *tunip_relax_block_new(tunip_graph *graph,
                                                           tunip_array *bindings);
TUNIP_API tunip_relax_dataflow_block *tunip_relax_dataflow_block_new(tunip_graph *graph,
                                                                     tunip_array *bindings);
TUNIP_API tunip_relax_seq_expr *tunip_relax_seq_new(tunip_graph *graph, tunip_array *blocks,
                                                    void *body);

/* A pure function. `name` is the global symbol, or NULL for a private function; `ret` is the struct
 * info of its result. */
TUNIP_API tunip_relax_function *tunip_relax_function_new(tunip_graph *graph, const char *name,
                                                         tunip_array *params, void *ret,
                                                         tunip_relax_seq_expr *body);

#ifdef __cplusplus
}
#endif
#endif
