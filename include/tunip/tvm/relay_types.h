/* relay_types.h -- The nodes of Relay, the graph-level IR of TVM up to v0.20. Made by
 * tools/make_types.py from schema/. */
#ifndef TUNIP_RELAY_TYPES_H
#define TUNIP_RELAY_TYPES_H

#include <tunip/tvm/te.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tunip_relay_virtual_device tunip_relay_virtual_device;
typedef struct tunip_relay_stage tunip_relay_stage;
typedef struct tunip_relay_tensor_intrin tunip_relay_tensor_intrin;

/* RelayExpr */
typedef struct tunip_relay_expr {
    tunip_ir_relax_expr base;
    tunip_relay_virtual_device *virtual_device; /* or NULL */
    tunip_node *checked_type; /* ir.Type or NULL */
} tunip_relay_expr;

/* GlobalVar */
typedef struct tunip_relay_global_var {
    tunip_relay_expr base;
    tunip_string *name_hint; /* or NULL */
} tunip_relay_global_var;

/* IRModule */
typedef struct tunip_relay_module {
    tunip_ir_object base;
    tunip_map *functions; /* ffi.Map[GlobalVar, ir.BaseExpr] or NULL */
    tunip_map *type_definitions; /* ffi.Map[GlobalTypeVar, relay.TypeData] or NULL */
    tunip_map *global_var_map; /* ffi.Map[ffi.String, GlobalVar] or NULL */
    tunip_map *global_type_var_map; /* ffi.Map[ffi.String, GlobalTypeVar] or NULL */
    tunip_ir_source_map *source_map; /* or NULL */
    tunip_ir_dict_attrs *attrs; /* or NULL */
    tunip_map *global_infos; /* ffi.Map[ffi.String, Any] or NULL */
} tunip_relay_module;

/* GlobalTypeVar */
typedef struct tunip_relay_global_type_var {
    tunip_ir_type base;
    tunip_string *name_hint; /* or NULL */
    int64_t kind;
} tunip_relay_global_type_var;

/* TypeVar */
typedef struct tunip_relay_type_var {
    tunip_ir_type base;
    tunip_string *name_hint; /* or NULL */
    int64_t kind; /* 0: of a type */
} tunip_relay_type_var;

/* TypeCall */
typedef struct tunip_relay_type_call {
    tunip_ir_type base;
    tunip_node *func; /* ir.Type or NULL */
    tunip_array *args; /* ffi.Array[ir.Type] or NULL */
} tunip_relay_type_call;

/* TypeConstraint */
typedef struct tunip_relay_type_constraint {
    tunip_ir_type base;
} tunip_relay_type_constraint;

/* IncompleteType */
typedef struct tunip_relay_incomplete_type {
    tunip_ir_type base;
    int64_t kind;
} tunip_relay_incomplete_type;

/* TypeRelation */
typedef struct tunip_relay_type_relation {
    tunip_relay_type_constraint base;
    tunip_ir_env_func *func; /* or NULL */
    tunip_array *args; /* ffi.Array[ir.Type] or NULL */
    int64_t num_inputs;
    tunip_node *attrs; /* ir.Attrs or NULL */
} tunip_relay_type_relation;

/* FuncType */
typedef struct tunip_relay_func_type {
    tunip_ir_type base;
    tunip_array *arg_types; /* ffi.Array[ir.Type] or NULL */
    tunip_node *ret_type; /* ir.Type or NULL */
    tunip_array *type_params; /* ffi.Array[TypeVar] or NULL */
    tunip_array *type_constraints; /* ffi.Array[TypeConstraint] or NULL */
} tunip_relay_func_type;

/* VirtualDevice */
typedef struct tunip_relay_virtual_device {
    tunip_ir_attrs base;
    int64_t device_type_int;
    int64_t virtual_device_id;
    tunip_ir_target *target; /* or NULL */
    tunip_string *memory_scope; /* or NULL */
} tunip_relay_virtual_device;

/* Executor */
typedef struct tunip_relay_executor {
    tunip_ir_object base;
    tunip_string *name; /* or NULL */
    tunip_ir_dict_attrs *attrs; /* or NULL */
} tunip_relay_executor;

/* Runtime */
typedef struct tunip_relay_runtime {
    tunip_ir_object base;
    tunip_string *name; /* or NULL */
    tunip_ir_dict_attrs *attrs; /* or NULL */
} tunip_relay_runtime;

/* tir.Any */
typedef struct tunip_relay_any {
    tunip_ir_prim_expr base;
} tunip_relay_any;

/* tir.ProducerStore */
typedef struct tunip_relay_producer_store {
    tunip_tir_stmt base;
    tunip_node *producer; /* tir.DataProducer or NULL */
    tunip_node *value; /* ir.PrimExpr or NULL */
    tunip_array *indices; /* ffi.Array[ir.PrimExpr] or NULL */
} tunip_relay_producer_store;

/* tir.ProducerRealize */
typedef struct tunip_relay_producer_realize {
    tunip_tir_stmt base;
    tunip_node *producer; /* tir.DataProducer or NULL */
    tunip_array *bounds; /* ffi.Array[ir.Range] or NULL */
    tunip_node *condition; /* ir.PrimExpr or NULL */
    tunip_node *body; /* tir.Stmt or NULL */
    tunip_string *storage_scope; /* or NULL */
} tunip_relay_producer_realize;

/* tir.Prefetch */
typedef struct tunip_relay_prefetch {
    tunip_tir_stmt base;
    tunip_tir_buffer *buffer; /* or NULL */
    tunip_array *bounds; /* ffi.Array[ir.Range] or NULL */
} tunip_relay_prefetch;

/* Schedule */
typedef struct tunip_relay_schedule {
    tunip_ir_object base;
    tunip_array *outputs; /* ffi.Array[te.Operation] or NULL */
    tunip_array *stages; /* ffi.Array[Stage] or NULL */
    tunip_array *groups; /* ffi.Array[Stage] or NULL */
    tunip_map *stage_map; /* ffi.Map[te.Operation, Stage] or NULL */
    tunip_array *schedule_record; /* ffi.Array[Schedule] or NULL */
    tunip_array *primitive_record; /* ffi.Array[ffi.String] or NULL */
    tunip_node *keep_schedule_record; /* or NULL */
} tunip_relay_schedule;

/* Stage */
typedef struct tunip_relay_stage {
    tunip_ir_object base;
    tunip_node *op; /* te.Operation or NULL */
    tunip_node *origin_op; /* te.Operation or NULL */
    tunip_array *all_iter_vars; /* ffi.Array[tir.IterVar] or NULL */
    tunip_array *leaf_iter_vars; /* ffi.Array[tir.IterVar] or NULL */
    tunip_array *env_threads; /* ffi.Array[tir.IterVar] or NULL */
    tunip_array *relations; /* ffi.Array[IterVarRelation] or NULL */
    tunip_map *iter_var_attrs; /* ffi.Map[tir.IterVar, IterVarAttr] or NULL */
    int64_t attach_type;
    tunip_tir_iter_var *attach_ivar; /* or NULL */
    tunip_relay_stage *attach_stage; /* or NULL */
    tunip_string *scope;
    bool is_output;
    bool double_buffer;
    tunip_array *layout_transforms; /* ffi.Array[tir.IndexMap] or NULL */
    tunip_array *axis_separators; /* ffi.Array[ir.IntImm] or NULL */
    tunip_relay_stage *group; /* or NULL */
    int64_t num_child_stages;
} tunip_relay_stage;

/* TensorComputeOp */
typedef struct tunip_relay_tensor_compute_op {
    tunip_te_base_compute_op base;
    int64_t schedulable_ndim;
    tunip_relay_tensor_intrin *intrin; /* or NULL */
    tunip_array *inputs; /* ffi.Array[te.Tensor] or NULL */
    tunip_array *input_regions; /* ffi.Array[Any] or NULL */
    tunip_array *scalar_inputs; /* ffi.Array[ir.PrimExpr] or NULL */
} tunip_relay_tensor_compute_op;

/* HybridOp */
typedef struct tunip_relay_hybrid_op {
    tunip_te_operation base;
    tunip_array *inputs; /* ffi.Array[te.Tensor] or NULL */
    tunip_array *outputs; /* ffi.Array[te.Tensor] or NULL */
    tunip_array *axis; /* ffi.Array[tir.IterVar] or NULL */
    tunip_node *body; /* tir.Stmt or NULL */
} tunip_relay_hybrid_op;

/* IterVarAttr */
typedef struct tunip_relay_iter_var_attr {
    tunip_ir_object base;
    int64_t iter_type;
    tunip_tir_iter_var *bind_thread; /* or NULL */
    tunip_array *prefetch_data; /* ffi.Array[te.Tensor] or NULL */
    tunip_array *prefetch_offset; /* ffi.Array[ir.PrimExpr] or NULL */
    tunip_relay_tensor_intrin *tensor_intrin; /* or NULL */
    int64_t dim_align_factor;
    int64_t dim_align_offset;
    tunip_array *pragma_keys; /* ffi.Array[ir.PrimExpr] or NULL */
    tunip_array *pragma_values; /* ffi.Array[ir.PrimExpr] or NULL */
} tunip_relay_iter_var_attr;

/* IterVarRelation */
typedef struct tunip_relay_iter_var_relation {
    tunip_ir_object base;
} tunip_relay_iter_var_relation;

/* Split */
typedef struct tunip_relay_split {
    tunip_relay_iter_var_relation base;
    tunip_tir_iter_var *parent; /* or NULL */
    tunip_tir_iter_var *outer; /* or NULL */
    tunip_tir_iter_var *inner; /* or NULL */
    tunip_node *factor; /* ir.PrimExpr or NULL */
    tunip_node *nparts; /* ir.PrimExpr or NULL */
    bool disable_predication;
} tunip_relay_split;

/* Fuse */
typedef struct tunip_relay_fuse {
    tunip_relay_iter_var_relation base;
    tunip_tir_iter_var *outer; /* or NULL */
    tunip_tir_iter_var *inner; /* or NULL */
    tunip_tir_iter_var *fused; /* or NULL */
} tunip_relay_fuse;

/* Rebase */
typedef struct tunip_relay_rebase {
    tunip_relay_iter_var_relation base;
    tunip_tir_iter_var *parent; /* or NULL */
    tunip_tir_iter_var *rebased; /* or NULL */
} tunip_relay_rebase;

/* Singleton */
typedef struct tunip_relay_singleton {
    tunip_relay_iter_var_relation base;
    tunip_tir_iter_var *iter; /* or NULL */
} tunip_relay_singleton;

/* SpecializedCondition */
typedef struct tunip_relay_specialized_condition {
    tunip_ir_object base;
    tunip_array *clauses; /* ffi.Array[ir.PrimExpr] or NULL */
} tunip_relay_specialized_condition;

/* TensorIntrin */
typedef struct tunip_relay_tensor_intrin {
    tunip_ir_object base;
    tunip_string *name;
    tunip_node *op; /* te.Operation or NULL */
    tunip_array *inputs; /* ffi.Array[te.Tensor] or NULL */
    tunip_array *buffers; /* ffi.Array[tir.Buffer] or NULL */
    tunip_array *scalar_params; /* ffi.Array[tir.Var] or NULL */
    tunip_node *body; /* tir.Stmt or NULL */
    tunip_node *reduce_init; /* tir.Stmt or NULL */
    tunip_node *reduce_update; /* tir.Stmt or NULL */
} tunip_relay_tensor_intrin;

/* TensorIntrinCall */
typedef struct tunip_relay_tensor_intrin_call {
    tunip_ir_object base;
    tunip_relay_tensor_intrin *intrin; /* or NULL */
    tunip_array *tensors; /* ffi.Array[te.Tensor] or NULL */
    tunip_array *regions; /* ffi.Array[Any] or NULL */
    tunip_array *reduce_axis; /* ffi.Array[tir.IterVar] or NULL */
    tunip_array *scalar_inputs; /* ffi.Array[ir.PrimExpr] or NULL */
} tunip_relay_tensor_intrin_call;

/* relay.BaseTensorType */
typedef struct tunip_relay_base_tensor_type {
    tunip_ir_type base;
} tunip_relay_base_tensor_type;

/* relay.TensorType */
typedef struct tunip_relay_tensor_type {
    tunip_relay_base_tensor_type base;
    tunip_array *shape; /* ffi.Array[ir.PrimExpr] or NULL */
    tunip_dtype dtype;
} tunip_relay_tensor_type;

/* relay.RefType */
typedef struct tunip_relay_ref_type {
    tunip_ir_type base;
    tunip_node *value; /* ir.Type or NULL */
} tunip_relay_ref_type;

/* relay.TypeData */
typedef struct tunip_relay_type_data {
    tunip_ir_type base;
    tunip_relay_global_type_var *header; /* or NULL */
    tunip_array *type_vars; /* ffi.Array[TypeVar] or NULL */
    tunip_array *constructors; /* ffi.Array[relay.Constructor] or NULL */
} tunip_relay_type_data;

/* relay.Constructor */
typedef struct tunip_relay_constructor {
    tunip_relay_expr base;
    tunip_string *name_hint; /* or NULL */
    tunip_array *inputs; /* ffi.Array[ir.Type] or NULL */
    tunip_relay_global_type_var *belong_to; /* or NULL */
    int64_t tag; /* its number in its type */
} tunip_relay_constructor;

/* relay.Id */
typedef struct tunip_relay_id {
    tunip_ir_object base;
    tunip_string *name_hint; /* or NULL */
} tunip_relay_id;

/* relay.Var */
typedef struct tunip_relay_var {
    tunip_relay_expr base;
    tunip_relay_id *vid; /* or NULL */
    tunip_node *type_annotation; /* ir.Type or NULL */
} tunip_relay_var;

/* relay.Constant */
typedef struct tunip_relay_constant {
    tunip_relay_expr base;
    tunip_tensor *data; /* or NULL */
} tunip_relay_constant;

/* relay.Tuple */
typedef struct tunip_relay_tuple {
    tunip_relay_expr base;
    tunip_array *fields; /* ffi.Array[ir.BaseExpr] or NULL */
} tunip_relay_tuple;

/* relay.TupleGetItem */
typedef struct tunip_relay_tuple_get_item {
    tunip_relay_expr base;
    tunip_node *tuple_value; /* ir.BaseExpr or NULL */
    int64_t index;
} tunip_relay_tuple_get_item;

/* relay.Call */
typedef struct tunip_relay_call {
    tunip_relay_expr base;
    tunip_node *op; /* ir.BaseExpr or NULL */
    tunip_array *args; /* ffi.Array[ir.BaseExpr] or NULL */
    tunip_node *attrs; /* ir.Attrs or NULL */
    tunip_array *type_args; /* ffi.Array[ir.Type] or NULL */
} tunip_relay_call;

/* relay.Function */
typedef struct tunip_relay_function {
    tunip_relay_expr base;
    tunip_array *params; /* ffi.Array[relay.Var] or NULL */
    tunip_node *body; /* ir.BaseExpr or NULL */
    tunip_node *ret_type; /* ir.Type or NULL; unset until types are inferred */
    tunip_array *type_params; /* ffi.Array[TypeVar] or NULL */
    tunip_ir_dict_attrs *attrs; /* or NULL */
} tunip_relay_function;

/* relay.Let */
typedef struct tunip_relay_let {
    tunip_relay_expr base;
    tunip_relay_var *var; /* or NULL */
    tunip_node *value; /* ir.BaseExpr or NULL */
    tunip_node *body; /* ir.BaseExpr or NULL */
} tunip_relay_let;

/* relay.If */
typedef struct tunip_relay_if {
    tunip_relay_expr base;
    tunip_node *cond; /* ir.BaseExpr or NULL */
    tunip_node *true_branch; /* ir.BaseExpr or NULL */
    tunip_node *false_branch; /* ir.BaseExpr or NULL */
} tunip_relay_if;

/* relay.RefCreate */
typedef struct tunip_relay_ref_create {
    tunip_relay_expr base;
    tunip_node *value; /* ir.BaseExpr or NULL */
} tunip_relay_ref_create;

/* relay.RefRead */
typedef struct tunip_relay_ref_read {
    tunip_relay_expr base;
    tunip_node *ref; /* ir.BaseExpr or NULL */
} tunip_relay_ref_read;

/* relay.RefWrite */
typedef struct tunip_relay_ref_write {
    tunip_relay_expr base;
    tunip_node *ref; /* ir.BaseExpr or NULL */
    tunip_node *value; /* ir.BaseExpr or NULL */
} tunip_relay_ref_write;

/* relay.Pattern */
typedef struct tunip_relay_pattern {
    tunip_ir_object base;
} tunip_relay_pattern;

/* relay.PatternWildcard */
typedef struct tunip_relay_pattern_wildcard {
    tunip_relay_pattern base;
    tunip_node *span; /* ir.Span or NULL */
} tunip_relay_pattern_wildcard;

/* relay.PatternVar */
typedef struct tunip_relay_pattern_var {
    tunip_relay_pattern base;
    tunip_relay_var *var; /* or NULL */
    tunip_node *span; /* ir.Span or NULL */
} tunip_relay_pattern_var;

/* relay.PatternConstructor */
typedef struct tunip_relay_pattern_constructor {
    tunip_relay_pattern base;
    tunip_relay_constructor *constructor; /* or NULL */
    tunip_array *patterns; /* ffi.Array[relay.Pattern] or NULL */
    tunip_node *span; /* ir.Span or NULL */
} tunip_relay_pattern_constructor;

/* relay.PatternTuple */
typedef struct tunip_relay_pattern_tuple {
    tunip_relay_pattern base;
    tunip_array *patterns; /* ffi.Array[relay.Pattern] or NULL */
    tunip_node *span; /* ir.Span or NULL */
} tunip_relay_pattern_tuple;

/* relay.Clause */
typedef struct tunip_relay_clause {
    tunip_ir_object base;
    tunip_node *lhs; /* relay.Pattern or NULL */
    tunip_node *rhs; /* ir.BaseExpr or NULL */
} tunip_relay_clause;

/* relay.Match */
typedef struct tunip_relay_match {
    tunip_relay_expr base;
    tunip_node *data; /* ir.BaseExpr or NULL */
    tunip_array *clauses; /* ffi.Array[relay.Clause] or NULL */
    bool complete; /* the clauses cover all values */
} tunip_relay_match;

TUNIP_API extern tunip_type tunip_relay_expr_type;
TUNIP_API extern tunip_type tunip_relay_global_var_type;
TUNIP_API extern tunip_type tunip_relay_module_type;
TUNIP_API extern tunip_type tunip_relay_global_type_var_type;
TUNIP_API extern tunip_type tunip_relay_type_var_type;
TUNIP_API extern tunip_type tunip_relay_type_call_type;
TUNIP_API extern tunip_type tunip_relay_type_constraint_type;
TUNIP_API extern tunip_type tunip_relay_incomplete_type_type;
TUNIP_API extern tunip_type tunip_relay_type_relation_type;
TUNIP_API extern tunip_type tunip_relay_func_type_type;
TUNIP_API extern tunip_type tunip_relay_virtual_device_type;
TUNIP_API extern tunip_type tunip_relay_executor_type;
TUNIP_API extern tunip_type tunip_relay_runtime_type;
TUNIP_API extern tunip_type tunip_relay_any_type;
TUNIP_API extern tunip_type tunip_relay_producer_store_type;
TUNIP_API extern tunip_type tunip_relay_producer_realize_type;
TUNIP_API extern tunip_type tunip_relay_prefetch_type;
TUNIP_API extern tunip_type tunip_relay_schedule_type;
TUNIP_API extern tunip_type tunip_relay_stage_type;
TUNIP_API extern tunip_type tunip_relay_tensor_compute_op_type;
TUNIP_API extern tunip_type tunip_relay_hybrid_op_type;
TUNIP_API extern tunip_type tunip_relay_iter_var_attr_type;
TUNIP_API extern tunip_type tunip_relay_iter_var_relation_type;
TUNIP_API extern tunip_type tunip_relay_split_type;
TUNIP_API extern tunip_type tunip_relay_fuse_type;
TUNIP_API extern tunip_type tunip_relay_rebase_type;
TUNIP_API extern tunip_type tunip_relay_singleton_type;
TUNIP_API extern tunip_type tunip_relay_specialized_condition_type;
TUNIP_API extern tunip_type tunip_relay_tensor_intrin_type;
TUNIP_API extern tunip_type tunip_relay_tensor_intrin_call_type;
TUNIP_API extern tunip_type tunip_relay_base_tensor_type_type;
TUNIP_API extern tunip_type tunip_relay_tensor_type_type;
TUNIP_API extern tunip_type tunip_relay_ref_type_type;
TUNIP_API extern tunip_type tunip_relay_type_data_type;
TUNIP_API extern tunip_type tunip_relay_constructor_type;
TUNIP_API extern tunip_type tunip_relay_id_type;
TUNIP_API extern tunip_type tunip_relay_var_type;
TUNIP_API extern tunip_type tunip_relay_constant_type;
TUNIP_API extern tunip_type tunip_relay_tuple_type;
TUNIP_API extern tunip_type tunip_relay_tuple_get_item_type;
TUNIP_API extern tunip_type tunip_relay_call_type;
TUNIP_API extern tunip_type tunip_relay_function_type;
TUNIP_API extern tunip_type tunip_relay_let_type;
TUNIP_API extern tunip_type tunip_relay_if_type;
TUNIP_API extern tunip_type tunip_relay_ref_create_type;
TUNIP_API extern tunip_type tunip_relay_ref_read_type;
TUNIP_API extern tunip_type tunip_relay_ref_write_type;
TUNIP_API extern tunip_type tunip_relay_pattern_type;
TUNIP_API extern tunip_type tunip_relay_pattern_wildcard_type;
TUNIP_API extern tunip_type tunip_relay_pattern_var_type;
TUNIP_API extern tunip_type tunip_relay_pattern_constructor_type;
TUNIP_API extern tunip_type tunip_relay_pattern_tuple_type;
TUNIP_API extern tunip_type tunip_relay_clause_type;
TUNIP_API extern tunip_type tunip_relay_match_type;

#ifdef __cplusplus
}
#endif
#endif
