/* relax.h -- TVM's graph-level IR: functions of tensors, bindings, struct info (what is known of a
 * value), operators' attributes, distributed tensors. Read <tunip/tvm/ir.h> first: its rules about
 * structs and NULL hold here. */
#ifndef TUNIP_RELAX_H
#define TUNIP_RELAX_H

#include <tunip/tvm/relax_attrs.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_relax;

/* relax.distributed.PlacementSpec.kind */
typedef enum relax_placement_kind {
    RELAX_PLACEMENT_SHARDING = 0,
    RELAX_PLACEMENT_REPLICA = 1
} relax_placement_kind;

/* The number of dimensions of a tensor or a shape of which it is not known. */
#define RELAX_UNKNOWN_NDIM (-1)

/* ---- variables and values ---- */

/* relax.Id: what a variable is, apart from its name and its struct info */
typedef struct relax_id {
    ir_object base;
    tunip_string *name_hint;
} relax_id;

/* relax.expr.LeafExpr */
typedef struct relax_leaf_expr {
    ir_relax_expr base;
} relax_leaf_expr;

/* relax.expr.Var */
typedef struct relax_var {
    relax_leaf_expr base;
    relax_id *vid;
} relax_var;

/* relax.expr.DataflowVar */
typedef struct relax_dataflow_var {
    relax_var base;
} relax_dataflow_var;

/* relax.expr.Constant */
typedef struct relax_constant {
    relax_leaf_expr base;
    tunip_tensor *data;
} relax_constant;

/* relax.expr.PrimValue */
typedef struct relax_prim_value {
    relax_leaf_expr base;
    tunip_node *value;
} relax_prim_value;

/* relax.expr.StringImm */
typedef struct relax_string_imm {
    relax_leaf_expr base;
    tunip_string *value;
} relax_string_imm;

/* relax.expr.DataTypeImm */
typedef struct relax_data_type_imm {
    relax_leaf_expr base;
    tunip_dtype value;
} relax_data_type_imm;

/* relax.expr.ShapeExpr */
typedef struct relax_shape_expr {
    relax_leaf_expr base;
    tunip_array *values;
} relax_shape_expr;

/* ---- other expressions ---- */

/* relax.expr.Tuple */
typedef struct relax_tuple {
    ir_relax_expr base;
    tunip_array *fields;
} relax_tuple;

/* relax.expr.TupleGetItem */
typedef struct relax_tuple_get_item {
    ir_relax_expr base;
    tunip_node *tuple_value;
    int64_t index;
} relax_tuple_get_item;

/* relax.expr.Call */
typedef struct relax_call {
    ir_relax_expr base;
    tunip_node *op;
    tunip_array *args;
    tunip_node *attrs;
    tunip_array *sinfo_args;
} relax_call;

/* relax.expr.SeqExpr */
typedef struct relax_seq_expr {
    ir_relax_expr base;
    tunip_array *blocks;
    tunip_node *body;
} relax_seq_expr;

/* relax.expr.If */
typedef struct relax_if {
    ir_relax_expr base;
    tunip_node *cond;
    relax_seq_expr *true_branch;
    relax_seq_expr *false_branch;
} relax_if;

/* ---- bindings ---- */

/* relax.expr.Binding */
typedef struct relax_binding {
    ir_object base;
    tunip_node *span;
    relax_var *var;
} relax_binding;

/* relax.expr.VarBinding */
typedef struct relax_var_binding {
    relax_binding base;
    tunip_node *value;
} relax_var_binding;

/* relax.expr.MatchCast */
typedef struct relax_match_cast {
    relax_binding base;
    tunip_node *value;
    tunip_node *struct_info;
} relax_match_cast;

/* relax.expr.BindingBlock */
typedef struct relax_binding_block {
    ir_object base;
    tunip_array *bindings;
    tunip_node *span;
} relax_binding_block;

/* relax.expr.DataflowBlock */
typedef struct relax_dataflow_block {
    relax_binding_block base;
} relax_dataflow_block;

/* ---- functions ---- */

/* relax.expr.Function */
typedef struct relax_function {
    ir_base_func base;
    tunip_array *params;
    relax_seq_expr *body;
    tunip_node *ret_struct_info;
    bool is_pure;
} relax_function;

/* relax.expr.ExternFunc */
typedef struct relax_extern_func {
    ir_base_func base;
    tunip_string *global_symbol;
} relax_extern_func;

/* ---- struct info ---- */

/* relax.ObjectStructInfo */
typedef struct relax_object_struct_info {
    ir_struct_info base;
} relax_object_struct_info;

/* relax.PrimStructInfo */
typedef struct relax_prim_struct_info {
    ir_struct_info base;
    tunip_node *value;
    tunip_dtype dtype;
} relax_prim_struct_info;

/* relax.ShapeStructInfo */
typedef struct relax_shape_struct_info {
    ir_struct_info base;
    tunip_array *values;
    int64_t ndim;
} relax_shape_struct_info;

/* relax.TensorStructInfo */
typedef struct relax_tensor_struct_info {
    ir_struct_info base;
    tunip_node *shape;
    tunip_dtype dtype;
    ir_vdevice *vdevice;
    int64_t ndim;
} relax_tensor_struct_info;

/* relax.TupleStructInfo */
typedef struct relax_tuple_struct_info {
    ir_struct_info base;
    tunip_array *fields;
} relax_tuple_struct_info;

/* relax.FuncStructInfo: of an opaque function when `params` is NULL */
typedef struct relax_func_struct_info {
    ir_struct_info base;
    tunip_array *params;
    tunip_node *ret;
    ir_env_func *derive_func;
    bool purity;
} relax_func_struct_info;

/* ---- types ---- */

/* relax.ShapeType */
typedef struct relax_shape_type {
    ir_type base;
    int64_t ndim;
} relax_shape_type;

/* relax.DynTensorType */
typedef struct relax_tensor_type {
    ir_type base;
    int64_t ndim;
    tunip_dtype dtype;
} relax_tensor_type;

/* relax.ObjectType */
typedef struct relax_object_type {
    ir_type base;
} relax_object_type;

/* relax.PackedFuncType */
typedef struct relax_packed_func_type {
    ir_type base;
} relax_packed_func_type;

/* ---- distributed tensors ---- */

/* relax.distributed.DeviceMesh */
typedef struct relax_device_mesh {
    ir_global_info base;
    tunip_shape *shape;
    tunip_array *device_ids;
    ir_range *device_range;
} relax_device_mesh;

/* relax.distributed.PlacementSpec */
typedef struct relax_placement_spec {
    ir_object base;
    int64_t axis;
    int64_t kind; /* relax_placement_kind */
} relax_placement_spec;

/* relax.distributed.Placement */
typedef struct relax_placement {
    ir_object base;
    tunip_array *dim_specs;
} relax_placement;

/* relax.DTensorStructInfo */
typedef struct relax_dtensor_struct_info {
    ir_struct_info base;
    relax_device_mesh *device_mesh;
    relax_placement *placement;
    relax_tensor_struct_info *tensor_sinfo;
} relax_dtensor_struct_info;

TUNIP_API extern tunip_type relax_id_type;
TUNIP_API extern tunip_type relax_leaf_expr_type;
TUNIP_API extern tunip_type relax_var_type;
TUNIP_API extern tunip_type relax_dataflow_var_type;
TUNIP_API extern tunip_type relax_constant_type;
TUNIP_API extern tunip_type relax_prim_value_type;
TUNIP_API extern tunip_type relax_string_imm_type;
TUNIP_API extern tunip_type relax_data_type_imm_type;
TUNIP_API extern tunip_type relax_shape_expr_type;
TUNIP_API extern tunip_type relax_tuple_type;
TUNIP_API extern tunip_type relax_tuple_get_item_type;
TUNIP_API extern tunip_type relax_call_type;
TUNIP_API extern tunip_type relax_seq_expr_type;
TUNIP_API extern tunip_type relax_if_type;
TUNIP_API extern tunip_type relax_binding_type;
TUNIP_API extern tunip_type relax_var_binding_type;
TUNIP_API extern tunip_type relax_match_cast_type;
TUNIP_API extern tunip_type relax_binding_block_type;
TUNIP_API extern tunip_type relax_dataflow_block_type;
TUNIP_API extern tunip_type relax_function_type;
TUNIP_API extern tunip_type relax_extern_func_type;
TUNIP_API extern tunip_type relax_object_struct_info_type;
TUNIP_API extern tunip_type relax_prim_struct_info_type;
TUNIP_API extern tunip_type relax_shape_struct_info_type;
TUNIP_API extern tunip_type relax_tensor_struct_info_type;
TUNIP_API extern tunip_type relax_tuple_struct_info_type;
TUNIP_API extern tunip_type relax_func_struct_info_type;
TUNIP_API extern tunip_type relax_shape_type_type;
TUNIP_API extern tunip_type relax_tensor_type_type;
TUNIP_API extern tunip_type relax_object_type_type;
TUNIP_API extern tunip_type relax_packed_func_type_type;
TUNIP_API extern tunip_type relax_device_mesh_type;
TUNIP_API extern tunip_type relax_placement_spec_type;
TUNIP_API extern tunip_type relax_placement_type;
TUNIP_API extern tunip_type relax_dtensor_struct_info_type;

/* ---- looking inside, NULL-safe ---- */

/* What is known of an expression: its struct info, or NULL. */
static inline const tunip_node *relax_struct_info_of(const void *expr)
{
    const ir_relax_expr *relax = TUNIP_AS_A(ir_relax_expr, expr);
    return relax ? relax->struct_info : NULL;
}

/* The name a variable was given; it may be empty. */
static inline tunip_str relax_var_name(const relax_var *var)
{
    return tunip_string_value(var && var->vid ? var->vid->name_hint : NULL);
}

/* ---- making nodes ----
 *
 * The rules of <tunip/tvm/ir.h> about making nodes hold here. Struct info is taken as given: the
 * library infers nothing. */

/* A tensor of the dimensions `dims`, of a number of dimensions only when that is NULL. */
TUNIP_API relax_tensor_struct_info *relax_tensor_info_new(tunip_graph *graph, tunip_array *dims,
                                                          int64_t ndim, tunip_dtype dtype);
TUNIP_API relax_tuple_struct_info *relax_tuple_info_new(tunip_graph *graph, tunip_array *fields);

/* `info` is what is known of the variable, or NULL. A dataflow variable is seen only in its
 * block. */
TUNIP_API relax_var *relax_var_new(tunip_graph *graph, const char *name, void *info);
TUNIP_API relax_var *relax_dataflow_var_new(tunip_graph *graph, const char *name, void *info);

/* Expressions of what they hold; a field of a tuple is counted from 0. */
TUNIP_API relax_shape_expr *relax_shape_new(tunip_graph *graph, tunip_array *dims);
TUNIP_API relax_tuple *relax_tuple_new(tunip_graph *graph, tunip_array *fields);
TUNIP_API relax_tuple_get_item *relax_tuple_item_new(tunip_graph *graph, void *tuple,
                                                     int64_t index);

/* A call of an operator: "relax.add". `attrs` may be NULL. */
TUNIP_API relax_call *relax_call_op_new(tunip_graph *graph, const char *op, tunip_array *args,
                                        void *attrs);
/* A call of a function of the module, or of one that a variable holds. */
TUNIP_API relax_call *relax_call_new(tunip_graph *graph, void *callee, tunip_array *args);

/* `var` = `value`; a block of bindings; blocks and the value they end in. */
TUNIP_API relax_var_binding *relax_binding_new(tunip_graph *graph, relax_var *var, void *value);
TUNIP_API relax_binding_block *relax_block_new(tunip_graph *graph, tunip_array *bindings);
TUNIP_API relax_dataflow_block *relax_dataflow_block_new(tunip_graph *graph, tunip_array *bindings);
TUNIP_API relax_seq_expr *relax_seq_new(tunip_graph *graph, tunip_array *blocks, void *body);

/* A pure function. `name` is the global symbol, or NULL for a private function; `ret` is what is
 * known of its result. */
TUNIP_API relax_function *relax_function_new(tunip_graph *graph, const char *name,
                                             tunip_array *params, void *ret, relax_seq_expr *body);

#ifdef __cplusplus
}
#endif
#endif
