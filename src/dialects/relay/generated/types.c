/* types.c -- field tables of relay_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relay_attrs.h>
#include <tunip/tvm/te.h>
#include "../relay.h"
#include "tables.h"

static const tunip_field tunip_relay_expr_fields[] = {
    TUNIP_FIELD_ROW("virtual_device_", tunip_relay_expr, virtual_device,
              tunip_relay_virtual_device *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE,
              &tunip_relay_virtual_device_type, NULL, NULL),
    TUNIP_FIELD_ROW("_checked_type_", tunip_relay_expr, checked_type, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE,
              &tunip_ir_type_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_expr, "RelayExpr", &tunip_ir_relax_expr_type,
    tunip_relay_expr_fields, TUNIP_LEN(tunip_relay_expr_fields), UNSUPPORTED, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_global_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_global_var, name_hint, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_global_var, "GlobalVar", &tunip_relay_expr_type,
    tunip_relay_global_var_fields, TUNIP_LEN(tunip_relay_global_var_fields), FREE_VAR, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_module_fields[] = {
    TUNIP_FIELD_MAP(tunip_relay_module, functions, tunip_relay_global_var, tunip_ir_base_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_MAP(tunip_relay_module, type_definitions, tunip_relay_global_type_var,
              tunip_relay_type_data, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ROW("global_var_map_", tunip_relay_module, global_var_map, tunip_map *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_map_type, &tunip_string_type,
              &tunip_relay_global_var_type),
    TUNIP_FIELD_ROW("global_type_var_map_", tunip_relay_module, global_type_var_map, tunip_map *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_map_type, &tunip_string_type,
              &tunip_relay_global_type_var_type),
    TUNIP_FIELD_NODE(tunip_relay_module, source_map, tunip_ir_source_map, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_module, attrs, tunip_ir_dict_attrs, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_MAP(tunip_relay_module, global_infos, tunip_string, tunip_any, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_module, "IRModule", &tunip_ir_object_type,
    tunip_relay_module_fields, TUNIP_LEN(tunip_relay_module_fields), TREE, 0, NULL,
    relay_module_parts, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_global_type_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_global_type_var, name_hint, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_global_type_var, kind, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_global_type_var, "GlobalTypeVar", &tunip_ir_type_type,
    tunip_relay_global_type_var_fields, TUNIP_LEN(tunip_relay_global_type_var_fields), FREE_VAR,
    TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_type_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_type_var, name_hint, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_type_var, kind, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_type_var, "TypeVar", &tunip_ir_type_type,
    tunip_relay_type_var_fields, TUNIP_LEN(tunip_relay_type_var_fields), FREE_VAR,
    TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_type_call_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_type_call, func, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_type_call, args, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_type_call, "TypeCall", &tunip_ir_type_type,
    tunip_relay_type_call_fields, TUNIP_LEN(tunip_relay_type_call_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

TUNIP__VINTAGE_TYPE(tunip_relay_type_constraint, "TypeConstraint", &tunip_ir_type_type, NULL, 0,
    UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_incomplete_type_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_incomplete_type, kind, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_incomplete_type, "IncompleteType", &tunip_ir_type_type,
    tunip_relay_incomplete_type_fields, TUNIP_LEN(tunip_relay_incomplete_type_fields), FREE_VAR, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_type_relation_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_type_relation, func, tunip_ir_env_func, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_type_relation, args, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_type_relation, num_inputs, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relay_type_relation, attrs, tunip_ir_attrs, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_type_relation, "TypeRelation", &tunip_relay_type_constraint_type,
    tunip_relay_type_relation_fields, TUNIP_LEN(tunip_relay_type_relation_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_func_type_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_func_type, arg_types, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_func_type, ret_type, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_func_type, type_params, tunip_relay_type_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_func_type, type_constraints, tunip_relay_type_constraint,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_func_type, "FuncType", &tunip_ir_type_type,
    tunip_relay_func_type_fields, TUNIP_LEN(tunip_relay_func_type_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_virtual_device_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_virtual_device, device_type_int, 0),
    TUNIP_FIELD_INT(tunip_relay_virtual_device, virtual_device_id, 0),
    TUNIP_FIELD_NODE(tunip_relay_virtual_device, target, tunip_ir_target, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_virtual_device, memory_scope, tunip_string, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_virtual_device, "VirtualDevice", &tunip_ir_attrs_type,
    tunip_relay_virtual_device_fields, TUNIP_LEN(tunip_relay_virtual_device_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_executor_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_executor, name, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_executor, attrs, tunip_ir_dict_attrs, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_executor, "Executor", &tunip_ir_object_type,
    tunip_relay_executor_fields, TUNIP_LEN(tunip_relay_executor_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_runtime_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_runtime, name, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_runtime, attrs, tunip_ir_dict_attrs, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_runtime, "Runtime", &tunip_ir_object_type,
    tunip_relay_runtime_fields, TUNIP_LEN(tunip_relay_runtime_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

TUNIP__VINTAGE_TYPE(tunip_relay_any, "tir.Any", &tunip_ir_prim_expr_type, NULL, 0, TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_producer_store_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_producer_store, producer, tunip_tir_data_producer,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_producer_store, value, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_producer_store, indices, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_producer_store, "tir.ProducerStore", &tunip_tir_stmt_type,
    tunip_relay_producer_store_fields, TUNIP_LEN(tunip_relay_producer_store_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_producer_realize_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_producer_realize, producer, tunip_tir_data_producer,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_producer_realize, bounds, tunip_ir_range, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_producer_realize, condition, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_producer_realize, body, tunip_tir_stmt, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_producer_realize, storage_scope, tunip_string,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_producer_realize, "tir.ProducerRealize", &tunip_tir_stmt_type,
    tunip_relay_producer_realize_fields, TUNIP_LEN(tunip_relay_producer_realize_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_prefetch_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_prefetch, buffer, tunip_tir_buffer, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_prefetch, bounds, tunip_ir_range, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_prefetch, "tir.Prefetch", &tunip_tir_stmt_type,
    tunip_relay_prefetch_fields, TUNIP_LEN(tunip_relay_prefetch_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_schedule_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_schedule, outputs, tunip_te_operation, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_schedule, stages, tunip_relay_stage, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_schedule, groups, tunip_relay_stage, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_MAP(tunip_relay_schedule, stage_map, tunip_te_operation, tunip_relay_stage,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_schedule, schedule_record, tunip_relay_schedule,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_schedule, primitive_record, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ANY(tunip_relay_schedule, keep_schedule_record, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_schedule, "Schedule", &tunip_ir_object_type,
    tunip_relay_schedule_fields, TUNIP_LEN(tunip_relay_schedule_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_stage_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_stage, op, tunip_te_operation, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_stage, origin_op, tunip_te_operation, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_stage, all_iter_vars, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_stage, leaf_iter_vars, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_stage, env_threads, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_stage, relations, tunip_relay_iter_var_relation,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_MAP(tunip_relay_stage, iter_var_attrs, tunip_tir_iter_var,
              tunip_relay_iter_var_attr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_stage, attach_type, 0),
    TUNIP_FIELD_NODE(tunip_relay_stage, attach_ivar, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_stage, attach_stage, tunip_relay_stage, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_stage, scope, tunip_string, TUNIP_FLAG_TEXT),
    TUNIP_FIELD_BOOL(tunip_relay_stage, is_output, 0),
    TUNIP_FIELD_BOOL(tunip_relay_stage, double_buffer, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_stage, layout_transforms, tunip_tir_index_map,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_stage, axis_separators, tunip_ir_int_imm, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_stage, group, tunip_relay_stage, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_stage, num_child_stages, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_stage, "Stage", &tunip_ir_object_type, tunip_relay_stage_fields,
    TUNIP_LEN(tunip_relay_stage_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_tensor_compute_op_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_tensor_compute_op, schedulable_ndim, 0),
    TUNIP_FIELD_NODE(tunip_relay_tensor_compute_op, intrin, tunip_relay_tensor_intrin,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_compute_op, inputs, tunip_te_tensor, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_compute_op, input_regions, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_compute_op, scalar_inputs, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tensor_compute_op, "TensorComputeOp",
    &tunip_te_base_compute_op_type, tunip_relay_tensor_compute_op_fields,
    TUNIP_LEN(tunip_relay_tensor_compute_op_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_hybrid_op_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_hybrid_op, inputs, tunip_te_tensor, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_hybrid_op, outputs, tunip_te_tensor, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_hybrid_op, axis, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_hybrid_op, body, tunip_tir_stmt, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_hybrid_op, "HybridOp", &tunip_te_operation_type,
    tunip_relay_hybrid_op_fields, TUNIP_LEN(tunip_relay_hybrid_op_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_iter_var_attr_fields[] = {
    TUNIP_FIELD_INT(tunip_relay_iter_var_attr, iter_type, 0),
    TUNIP_FIELD_NODE(tunip_relay_iter_var_attr, bind_thread, tunip_tir_iter_var,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_iter_var_attr, prefetch_data, tunip_te_tensor,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_iter_var_attr, prefetch_offset, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_iter_var_attr, tensor_intrin, tunip_relay_tensor_intrin,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_iter_var_attr, dim_align_factor, 0),
    TUNIP_FIELD_INT(tunip_relay_iter_var_attr, dim_align_offset, 0),
    TUNIP_FIELD_ARRAY(tunip_relay_iter_var_attr, pragma_keys, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_iter_var_attr, pragma_values, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_iter_var_attr, "IterVarAttr", &tunip_ir_object_type,
    tunip_relay_iter_var_attr_fields, TUNIP_LEN(tunip_relay_iter_var_attr_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 23);

TUNIP__VINTAGE_TYPE(tunip_relay_iter_var_relation, "IterVarRelation", &tunip_ir_object_type, NULL,
    0, UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_split_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_split, parent, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_split, outer, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_split, inner, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_split, factor, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_split, nparts, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_split, disable_predication, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_split, "Split", &tunip_relay_iter_var_relation_type,
    tunip_relay_split_fields, TUNIP_LEN(tunip_relay_split_fields), UNSUPPORTED, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_fuse_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_fuse, outer, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_fuse, inner, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_fuse, fused, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_fuse, "Fuse", &tunip_relay_iter_var_relation_type,
    tunip_relay_fuse_fields, TUNIP_LEN(tunip_relay_fuse_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_rebase_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_rebase, parent, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_rebase, rebased, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_rebase, "Rebase", &tunip_relay_iter_var_relation_type,
    tunip_relay_rebase_fields, TUNIP_LEN(tunip_relay_rebase_fields), UNSUPPORTED, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_singleton_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_singleton, iter, tunip_tir_iter_var, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_singleton, "Singleton", &tunip_relay_iter_var_relation_type,
    tunip_relay_singleton_fields, TUNIP_LEN(tunip_relay_singleton_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_specialized_condition_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_specialized_condition, clauses, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_specialized_condition, "SpecializedCondition",
    &tunip_ir_object_type, tunip_relay_specialized_condition_fields,
    TUNIP_LEN(tunip_relay_specialized_condition_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0,
    23);

static const tunip_field tunip_relay_tensor_intrin_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_tensor_intrin, name, tunip_string, TUNIP_FLAG_TEXT),
    TUNIP_FIELD_ABSTRACT(tunip_relay_tensor_intrin, op, tunip_te_operation, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin, inputs, tunip_te_tensor, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin, buffers, tunip_tir_buffer, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin, scalar_params, tunip_tir_var, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_tensor_intrin, body, tunip_tir_stmt, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_tensor_intrin, reduce_init, tunip_tir_stmt,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_tensor_intrin, reduce_update, tunip_tir_stmt,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tensor_intrin, "TensorIntrin", &tunip_ir_object_type,
    tunip_relay_tensor_intrin_fields, TUNIP_LEN(tunip_relay_tensor_intrin_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_tensor_intrin_call_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_tensor_intrin_call, intrin, tunip_relay_tensor_intrin,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin_call, tensors, tunip_te_tensor,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin_call, regions, tunip_any, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin_call, reduce_axis, tunip_tir_iter_var,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_intrin_call, scalar_inputs, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tensor_intrin_call, "TensorIntrinCall", &tunip_ir_object_type,
    tunip_relay_tensor_intrin_call_fields, TUNIP_LEN(tunip_relay_tensor_intrin_call_fields),
    UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 23);

TUNIP__VINTAGE_TYPE(tunip_relay_base_tensor_type, "relay.BaseTensorType", &tunip_ir_type_type,
    NULL, 0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_tensor_type_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_tensor_type, shape, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relay_tensor_type, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tensor_type, "relay.TensorType",
    &tunip_relay_base_tensor_type_type, tunip_relay_tensor_type_fields,
    TUNIP_LEN(tunip_relay_tensor_type_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_ref_type_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_ref_type, value, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_ref_type, "relay.RefType", &tunip_ir_type_type,
    tunip_relay_ref_type_fields, TUNIP_LEN(tunip_relay_ref_type_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_type_data_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_type_data, header, tunip_relay_global_type_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_type_data, type_vars, tunip_relay_type_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_type_data, constructors, tunip_relay_constructor,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_type_data, "relay.TypeData", &tunip_ir_type_type,
    tunip_relay_type_data_fields, TUNIP_LEN(tunip_relay_type_data_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_constructor_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_constructor, name_hint, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_constructor, inputs, tunip_ir_type, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_constructor, belong_to, tunip_relay_global_type_var,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_constructor, tag, TUNIP_FLAG_IGNORE),
};
TUNIP__VINTAGE_TYPE(tunip_relay_constructor, "relay.Constructor", &tunip_relay_expr_type,
    tunip_relay_constructor_fields, TUNIP_LEN(tunip_relay_constructor_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_id_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_id, name_hint, tunip_string,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_NAME),
};
TUNIP__VINTAGE_TYPE(tunip_relay_id, "relay.Id", &tunip_ir_object_type, tunip_relay_id_fields,
    TUNIP_LEN(tunip_relay_id_fields), FREE_VAR, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_var, vid, tunip_relay_id, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_var, type_annotation, tunip_ir_type,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_relay_var, "relay.Var", &tunip_relay_expr_type, tunip_relay_var_fields,
    TUNIP_LEN(tunip_relay_var_fields), DAG, TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_constant_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_constant, data, tunip_tensor, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_constant, "relay.Constant", &tunip_relay_expr_type,
    tunip_relay_constant_fields, TUNIP_LEN(tunip_relay_constant_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_tuple_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_tuple, fields, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tuple, "relay.Tuple", &tunip_relay_expr_type,
    tunip_relay_tuple_fields, TUNIP_LEN(tunip_relay_tuple_fields), DAG, 0, NULL, NULL, NULL, NULL,
    0, 23);

static const tunip_field tunip_relay_tuple_get_item_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_tuple_get_item, tuple_value, tunip_ir_base_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relay_tuple_get_item, index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_tuple_get_item, "relay.TupleGetItem", &tunip_relay_expr_type,
    tunip_relay_tuple_get_item_fields, TUNIP_LEN(tunip_relay_tuple_get_item_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_call_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_call, op, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_call, args, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_call, attrs, tunip_ir_attrs, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_call, type_args, tunip_ir_type,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_relay_call, "relay.Call", &tunip_relay_expr_type,
    tunip_relay_call_fields, TUNIP_LEN(tunip_relay_call_fields), DAG, 0, NULL, relay_call_parts,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_function_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_function, params, tunip_relay_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_function, body, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_function, ret_type, tunip_ir_type,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_relay_function, type_params, tunip_relay_type_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_relay_function, attrs, tunip_ir_dict_attrs, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_function, "relay.Function", &tunip_relay_expr_type,
    tunip_relay_function_fields, TUNIP_LEN(tunip_relay_function_fields), DAG, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_let_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_let, var, tunip_relay_var, TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_let, value, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_let, body, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_let, "relay.Let", &tunip_relay_expr_type, tunip_relay_let_fields,
    TUNIP_LEN(tunip_relay_let_fields), DAG, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_if_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_if, cond, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_if, true_branch, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_if, false_branch, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_if, "relay.If", &tunip_relay_expr_type, tunip_relay_if_fields,
    TUNIP_LEN(tunip_relay_if_fields), DAG, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_ref_create_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_ref_create, value, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_ref_create, "relay.RefCreate", &tunip_relay_expr_type,
    tunip_relay_ref_create_fields, TUNIP_LEN(tunip_relay_ref_create_fields), DAG, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_ref_read_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_ref_read, ref, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_ref_read, "relay.RefRead", &tunip_relay_expr_type,
    tunip_relay_ref_read_fields, TUNIP_LEN(tunip_relay_ref_read_fields), DAG, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_ref_write_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_ref_write, ref, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_ref_write, value, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_ref_write, "relay.RefWrite", &tunip_relay_expr_type,
    tunip_relay_ref_write_fields, TUNIP_LEN(tunip_relay_ref_write_fields), DAG, 0, NULL, NULL,
    NULL, NULL, 0, 23);

TUNIP__VINTAGE_TYPE(tunip_relay_pattern, "relay.Pattern", &tunip_ir_object_type, NULL, 0,
    UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_pattern_wildcard_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_pattern_wildcard, span, tunip_ir_span, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_pattern_wildcard, "relay.PatternWildcard",
    &tunip_relay_pattern_type, tunip_relay_pattern_wildcard_fields,
    TUNIP_LEN(tunip_relay_pattern_wildcard_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_pattern_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_pattern_var, var, tunip_relay_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_pattern_var, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_relay_pattern_var, "relay.PatternVar", &tunip_relay_pattern_type,
    tunip_relay_pattern_var_fields, TUNIP_LEN(tunip_relay_pattern_var_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 23);

static const tunip_field tunip_relay_pattern_constructor_fields[] = {
    TUNIP_FIELD_NODE(tunip_relay_pattern_constructor, constructor, tunip_relay_constructor,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_pattern_constructor, patterns, tunip_relay_pattern,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_pattern_constructor, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_relay_pattern_constructor, "relay.PatternConstructor",
    &tunip_relay_pattern_type, tunip_relay_pattern_constructor_fields,
    TUNIP_LEN(tunip_relay_pattern_constructor_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_pattern_tuple_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relay_pattern_tuple, patterns, tunip_relay_pattern,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_pattern_tuple, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_relay_pattern_tuple, "relay.PatternTuple", &tunip_relay_pattern_type,
    tunip_relay_pattern_tuple_fields, TUNIP_LEN(tunip_relay_pattern_tuple_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 23);

static const tunip_field tunip_relay_clause_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_clause, lhs, tunip_relay_pattern, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relay_clause, rhs, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relay_clause, "relay.Clause", &tunip_ir_object_type,
    tunip_relay_clause_fields, TUNIP_LEN(tunip_relay_clause_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 23);

static const tunip_field tunip_relay_match_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relay_match, data, tunip_ir_base_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_relay_match, clauses, tunip_relay_clause, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relay_match, complete, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relay_match, "relay.Match", &tunip_relay_expr_type,
    tunip_relay_match_fields, TUNIP_LEN(tunip_relay_match_fields), DAG, 0, NULL, NULL, NULL, NULL,
    0, 23);

tunip_type *const relay_types[RELAY_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
