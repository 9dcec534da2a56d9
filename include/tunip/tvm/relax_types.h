/* relax_types.h -- The nodes of the graph-level IR. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_TYPES_H
#define TUNIP_RELAX_TYPES_H

#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.Id: the identity of a variable, apart from its name and its struct info */
typedef struct tunip_relax_id {
    tunip_ir_object base;
    tunip_string *name_hint;
} tunip_relax_id;

/* relax.expr.LeafExpr */
typedef struct tunip_relax_leaf_expr {
    tunip_ir_relax_expr base;
} tunip_relax_leaf_expr;

/* relax.expr.Var */
typedef struct tunip_relax_var {
    tunip_relax_leaf_expr base;
    tunip_relax_id *vid;
} tunip_relax_var;

/* relax.expr.DataflowVar */
typedef struct tunip_relax_dataflow_var {
    tunip_relax_var base;
} tunip_relax_dataflow_var;

/* relax.expr.Constant */
typedef struct tunip_relax_constant {
    tunip_relax_leaf_expr base;
    tunip_tensor *data;
} tunip_relax_constant;

/* relax.expr.PrimValue */
typedef struct tunip_relax_prim_value {
    tunip_relax_leaf_expr base;
    tunip_node *value; /* ir.PrimExpr */
} tunip_relax_prim_value;

/* relax.expr.StringImm */
typedef struct tunip_relax_string_imm {
    tunip_relax_leaf_expr base;
    tunip_string *value;
} tunip_relax_string_imm;

/* relax.expr.DataTypeImm */
typedef struct tunip_relax_data_type_imm {
    tunip_relax_leaf_expr base;
    tunip_dtype value;
} tunip_relax_data_type_imm;

/* relax.expr.ShapeExpr */
typedef struct tunip_relax_shape_expr {
    tunip_relax_leaf_expr base;
    tunip_array *values; /* ffi.Array[ir.PrimExpr] */
} tunip_relax_shape_expr;

/* relax.expr.Tuple */
typedef struct tunip_relax_tuple {
    tunip_ir_relax_expr base;
    tunip_array *fields; /* ffi.Array[ir.RelaxExpr] */
} tunip_relax_tuple;

/* relax.expr.TupleGetItem */
typedef struct tunip_relax_tuple_get_item {
    tunip_ir_relax_expr base;
    tunip_node *tuple_value; /* ir.RelaxExpr */
    int64_t index;
} tunip_relax_tuple_get_item;

/* relax.expr.Call */
typedef struct tunip_relax_call {
    tunip_ir_relax_expr base;
    tunip_node *op; /* ir.RelaxExpr */
    tunip_array *args; /* ffi.Array[ir.RelaxExpr] */
    tunip_node *attrs; /* ir.Attrs or NULL */
    tunip_array *sinfo_args; /* ffi.Array[ir.StructInfo] */
} tunip_relax_call;

/* relax.expr.SeqExpr */
typedef struct tunip_relax_seq_expr {
    tunip_ir_relax_expr base;
    tunip_array *blocks; /* ffi.Array[relax.expr.BindingBlock] */
    tunip_node *body; /* ir.RelaxExpr */
} tunip_relax_seq_expr;

/* relax.expr.If */
typedef struct tunip_relax_if {
    tunip_ir_relax_expr base;
    tunip_node *cond; /* ir.RelaxExpr */
    tunip_relax_seq_expr *true_branch;
    tunip_relax_seq_expr *false_branch;
} tunip_relax_if;

/* relax.expr.Binding */
typedef struct tunip_relax_binding {
    tunip_ir_object base;
    tunip_node *span; /* ir.Span or NULL */
    tunip_relax_var *var;
} tunip_relax_binding;

/* relax.expr.VarBinding */
typedef struct tunip_relax_var_binding {
    tunip_relax_binding base;
    tunip_node *value; /* ir.RelaxExpr */
} tunip_relax_var_binding;

/* relax.expr.MatchCast */
typedef struct tunip_relax_match_cast {
    tunip_relax_binding base;
    tunip_node *value; /* ir.RelaxExpr */
    tunip_node *struct_info; /* ir.StructInfo */
} tunip_relax_match_cast;

/* relax.expr.BindingBlock */
typedef struct tunip_relax_binding_block {
    tunip_ir_object base;
    tunip_array *bindings; /* ffi.Array[relax.expr.Binding] */
    tunip_node *span; /* ir.Span or NULL */
} tunip_relax_binding_block;

/* relax.expr.DataflowBlock */
typedef struct tunip_relax_dataflow_block {
    tunip_relax_binding_block base;
} tunip_relax_dataflow_block;

/* relax.expr.Function */
typedef struct tunip_relax_function {
    tunip_ir_base_func base;
    tunip_array *params; /* ffi.Array[relax.expr.Var] */
    tunip_relax_seq_expr *body;
    tunip_node *ret_struct_info; /* ir.StructInfo */
    bool is_pure;
} tunip_relax_function;

/* relax.expr.ExternFunc */
typedef struct tunip_relax_extern_func {
    tunip_ir_base_func base;
    tunip_string *global_symbol;
} tunip_relax_extern_func;

/* relax.ObjectStructInfo */
typedef struct tunip_relax_object_struct_info {
    tunip_ir_struct_info base;
} tunip_relax_object_struct_info;

/* relax.PrimStructInfo */
typedef struct tunip_relax_prim_struct_info {
    tunip_ir_struct_info base;
    tunip_node *value; /* ir.PrimExpr or NULL */
    tunip_dtype dtype;
} tunip_relax_prim_struct_info;

/* relax.ShapeStructInfo */
typedef struct tunip_relax_shape_struct_info {
    tunip_ir_struct_info base;
    tunip_array *values; /* ffi.Array[ir.PrimExpr] or NULL */
    int64_t ndim; /* -1: unknown */
} tunip_relax_shape_struct_info;

/* relax.TensorStructInfo */
typedef struct tunip_relax_tensor_struct_info {
    tunip_ir_struct_info base;
    tunip_node *shape; /* ir.RelaxExpr or NULL */
    union {
        tunip_dtype dtype;
        tunip_node *element; /* in TVM v0.26 */
    };
    tunip_ir_vdevice *vdevice; /* or NULL */
    int64_t ndim; /* -1: unknown */
} tunip_relax_tensor_struct_info;

/* relax.TupleStructInfo */
typedef struct tunip_relax_tuple_struct_info {
    tunip_ir_struct_info base;
    tunip_array *fields; /* ffi.Array[ir.StructInfo] */
} tunip_relax_tuple_struct_info;

/* relax.FuncStructInfo: of an opaque function when `params` is NULL */
typedef struct tunip_relax_func_struct_info {
    tunip_ir_struct_info base;
    tunip_array *params; /* ffi.Array[ir.StructInfo] or NULL */
    tunip_node *ret; /* ir.StructInfo */
    tunip_ir_env_func *derive_func; /* or NULL */
    bool purity;
} tunip_relax_func_struct_info;

/* relax.ShapeType */
typedef struct tunip_relax_shape_type {
    tunip_ir_type base;
    int64_t ndim; /* -1: unknown */
} tunip_relax_shape_type;

/* relax.DynTensorType */
typedef struct tunip_relax_tensor_type {
    tunip_ir_type base;
    int64_t ndim; /* -1: unknown */
    tunip_dtype dtype;
} tunip_relax_tensor_type;

/* relax.ObjectType */
typedef struct tunip_relax_object_type {
    tunip_ir_type base;
} tunip_relax_object_type;

/* relax.PackedFuncType */
typedef struct tunip_relax_packed_func_type {
    tunip_ir_type base;
} tunip_relax_packed_func_type;

/* relax.distributed.DeviceMesh */
typedef struct tunip_relax_device_mesh {
    tunip_ir_global_info base;
    tunip_shape *shape;
    tunip_array *device_ids; /* ffi.Array[ir.IntImm] */
    tunip_ir_range *device_range; /* or NULL */
} tunip_relax_device_mesh;

/* relax.distributed.PlacementSpec */
typedef struct tunip_relax_placement_spec {
    tunip_ir_object base;
    int64_t axis;
    int64_t kind; /* a tunip_relax_placement_kind */
} tunip_relax_placement_spec;

/* relax.distributed.Placement */
typedef struct tunip_relax_placement {
    tunip_ir_object base;
    tunip_array *dim_specs; /* ffi.Array[relax.distributed.PlacementSpec] */
} tunip_relax_placement;

/* relax.DTensorStructInfo */
typedef struct tunip_relax_dtensor_struct_info {
    tunip_ir_struct_info base;
    tunip_relax_device_mesh *device_mesh;
    tunip_relax_placement *placement;
    tunip_relax_tensor_struct_info *tensor_sinfo;
} tunip_relax_dtensor_struct_info;

TUNIP_API extern tunip_type tunip_relax_id_type;
TUNIP_API extern tunip_type tunip_relax_leaf_expr_type;
TUNIP_API extern tunip_type tunip_relax_var_type;
TUNIP_API extern tunip_type tunip_relax_dataflow_var_type;
TUNIP_API extern tunip_type tunip_relax_constant_type;
TUNIP_API extern tunip_type tunip_relax_prim_value_type;
TUNIP_API extern tunip_type tunip_relax_string_imm_type;
TUNIP_API extern tunip_type tunip_relax_data_type_imm_type;
TUNIP_API extern tunip_type tunip_relax_shape_expr_type;
TUNIP_API extern tunip_type tunip_relax_tuple_type;
TUNIP_API extern tunip_type tunip_relax_tuple_get_item_type;
TUNIP_API extern tunip_type tunip_relax_call_type;
TUNIP_API extern tunip_type tunip_relax_seq_expr_type;
TUNIP_API extern tunip_type tunip_relax_if_type;
TUNIP_API extern tunip_type tunip_relax_binding_type;
TUNIP_API extern tunip_type tunip_relax_var_binding_type;
TUNIP_API extern tunip_type tunip_relax_match_cast_type;
TUNIP_API extern tunip_type tunip_relax_binding_block_type;
TUNIP_API extern tunip_type tunip_relax_dataflow_block_type;
TUNIP_API extern tunip_type tunip_relax_function_type;
TUNIP_API extern tunip_type tunip_relax_extern_func_type;
TUNIP_API extern tunip_type tunip_relax_object_struct_info_type;
TUNIP_API extern tunip_type tunip_relax_prim_struct_info_type;
TUNIP_API extern tunip_type tunip_relax_shape_struct_info_type;
TUNIP_API extern tunip_type tunip_relax_tensor_struct_info_type;
TUNIP_API extern tunip_type tunip_relax_tuple_struct_info_type;
TUNIP_API extern tunip_type tunip_relax_func_struct_info_type;
TUNIP_API extern tunip_type tunip_relax_shape_type_type;
TUNIP_API extern tunip_type tunip_relax_tensor_type_type;
TUNIP_API extern tunip_type tunip_relax_object_type_type;
TUNIP_API extern tunip_type tunip_relax_packed_func_type_type;
TUNIP_API extern tunip_type tunip_relax_device_mesh_type;
TUNIP_API extern tunip_type tunip_relax_placement_spec_type;
TUNIP_API extern tunip_type tunip_relax_placement_type;
TUNIP_API extern tunip_type tunip_relax_dtensor_struct_info_type;

/* Constructors, as those of TVM: see "making nodes" in <tunip/tvm/ir.h>. The arguments are fields;
 * the others get what TVM's constructors give them. */
TUNIP_API tunip_relax_constant *tunip_relax_constant_new(tunip_graph *graph, tunip_tensor *data);
TUNIP_API tunip_relax_prim_value *tunip_relax_prim_value_new(tunip_graph *graph, void *value);
TUNIP_API tunip_relax_string_imm *tunip_relax_string_imm_new(tunip_graph *graph, const char *value);
TUNIP_API tunip_relax_data_type_imm *tunip_relax_data_type_imm_new(tunip_graph *graph,
    tunip_dtype value);
TUNIP_API tunip_relax_if *tunip_relax_if_new(tunip_graph *graph, void *cond,
    tunip_relax_seq_expr *true_branch, tunip_relax_seq_expr *false_branch);
TUNIP_API tunip_relax_match_cast *tunip_relax_match_cast_new(tunip_graph *graph,
    tunip_relax_var *var, void *value, void *struct_info);
TUNIP_API tunip_relax_extern_func *tunip_relax_extern_func_new(tunip_graph *graph,
    const char *global_symbol);
TUNIP_API tunip_relax_object_struct_info *tunip_relax_object_struct_info_new(tunip_graph *graph);
TUNIP_API tunip_relax_prim_struct_info *tunip_relax_prim_struct_info_new(tunip_graph *graph,
    tunip_dtype dtype, void *value);
TUNIP_API tunip_relax_shape_struct_info *tunip_relax_shape_struct_info_new(tunip_graph *graph,
    tunip_array *values);
TUNIP_API tunip_relax_func_struct_info *tunip_relax_func_struct_info_new(tunip_graph *graph,
    tunip_array *params, void *ret, bool purity);
TUNIP_API tunip_relax_shape_type *tunip_relax_shape_type_new(tunip_graph *graph, int64_t ndim);
TUNIP_API tunip_relax_tensor_type *tunip_relax_tensor_type_new(tunip_graph *graph, int64_t ndim,
    tunip_dtype dtype);
TUNIP_API tunip_relax_object_type *tunip_relax_object_type_new(tunip_graph *graph);
TUNIP_API tunip_relax_packed_func_type *tunip_relax_packed_func_type_new(tunip_graph *graph);
TUNIP_API tunip_relax_dtensor_struct_info *tunip_relax_dtensor_struct_info_new(tunip_graph *graph,
    tunip_relax_tensor_struct_info *tensor_sinfo, tunip_relax_device_mesh *device_mesh,
    tunip_relax_placement *placement);

#ifdef __cplusplus
}
#endif
#endif
