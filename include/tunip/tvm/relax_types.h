/* relax_types.h -- The nodes of the graph-level IR. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_TYPES_H
#define TUNIP_RELAX_TYPES_H

#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.Id: the identity of a variable, apart from its name and its struct info */
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
    int64_t kind;
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

#ifdef __cplusplus
}
#endif
#endif
