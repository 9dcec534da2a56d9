/* config.c -- field tables of config.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include "config.h"

static const tunip_field tunip_tir_hoist_expression_config_fields[] = {
    TUNIP_FIELD_INT(tunip_tir_hoist_expression_config, hoisted_conditionals, 0),
    TUNIP_FIELD_INT(tunip_tir_hoist_expression_config, hoisted_let_bindings, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_hoist_expression_config, "tir.transform.HoistExpressionConfig",
    &tunip_ir_object_type, tunip_tir_hoist_expression_config_fields,
    TUNIP_LEN(tunip_tir_hoist_expression_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_hoist_if_then_else_config_fields[] = {
    TUNIP_FIELD_BOOL(tunip_tir_hoist_if_then_else_config, support_block_scope_hoisting, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_hoist_if_then_else_config, "tir.transform.HoistIfThenElseConfig",
    &tunip_ir_object_type, tunip_tir_hoist_if_then_else_config_fields,
    TUNIP_LEN(tunip_tir_hoist_if_then_else_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_inject_double_buffer_config_fields[] = {
    TUNIP_FIELD_INT(tunip_tir_inject_double_buffer_config, split_loop, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_inject_double_buffer_config,
    "tir.transform.InjectDoubleBufferConfig", &tunip_ir_attrs_type,
    tunip_tir_inject_double_buffer_config_fields,
    TUNIP_LEN(tunip_tir_inject_double_buffer_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0,
    24);

static const tunip_field tunip_tir_loop_partition_config_fields[] = {
    TUNIP_FIELD_BOOL(tunip_tir_loop_partition_config, partition_const_loop, 0),
    TUNIP_FIELD_BOOL(tunip_tir_loop_partition_config, no_unroll_loop_with_extent_one, 0),
    TUNIP_FIELD_BOOL(tunip_tir_loop_partition_config, unroll_loop_with_partition_hint_no_interval,
              0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_loop_partition_config, "tir.transform.LoopPartitionConfig",
    &tunip_ir_attrs_type, tunip_tir_loop_partition_config_fields,
    TUNIP_LEN(tunip_tir_loop_partition_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_reduce_branching_through_overcompute_config_fields[] = {
    TUNIP_FIELD_BOOL(tunip_tir_reduce_branching_through_overcompute_config, use_dataflow_analysis,
              0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_reduce_branching_through_overcompute_config,
    "tir.transform.ReduceBranchingThroughOvercomputeConfig", &tunip_ir_attrs_type,
    tunip_tir_reduce_branching_through_overcompute_config_fields,
    TUNIP_LEN(tunip_tir_reduce_branching_through_overcompute_config_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_tir_remove_no_op_config_fields[] = {
    TUNIP_FIELD_BOOL(tunip_tir_remove_no_op_config, use_dataflow_analysis, 0),
    TUNIP_FIELD_INT(tunip_tir_remove_no_op_config, max_simplification_steps, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_remove_no_op_config, "tir.transform.RemoveNoOpConfig",
    &tunip_ir_attrs_type, tunip_tir_remove_no_op_config_fields,
    TUNIP_LEN(tunip_tir_remove_no_op_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_simplify_config_fields[] = {
    TUNIP_FIELD_BOOL(tunip_tir_simplify_config, transitively_prove_inequalities, 0),
    TUNIP_FIELD_BOOL(tunip_tir_simplify_config, propagate_knowns_to_prove_conditional, 0),
    TUNIP_FIELD_BOOL(tunip_tir_simplify_config, propagate_knowns_to_simplify_expressions, 0),
    TUNIP_FIELD_BOOL(tunip_tir_simplify_config, convert_boolean_to_and_of_ors, 0),
    TUNIP_FIELD_BOOL(tunip_tir_simplify_config, apply_constraints_to_boolean_branches, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_simplify_config, "tir.transform.SimplifyConfig",
    &tunip_ir_attrs_type, tunip_tir_simplify_config_fields,
    TUNIP_LEN(tunip_tir_simplify_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_unroll_loop_config_fields[] = {
    TUNIP_FIELD_INT(tunip_tir_unroll_loop_config, auto_max_step, 0),
    TUNIP_FIELD_INT(tunip_tir_unroll_loop_config, auto_max_depth, 0),
    TUNIP_FIELD_INT(tunip_tir_unroll_loop_config, auto_max_extent, 0),
    TUNIP_FIELD_INT(tunip_tir_unroll_loop_config, explicit_unroll, 0),
    TUNIP_FIELD_INT(tunip_tir_unroll_loop_config, unroll_local_access, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_unroll_loop_config, "tir.transform.UnrollLoopConfig",
    &tunip_ir_attrs_type, tunip_tir_unroll_loop_config_fields,
    TUNIP_LEN(tunip_tir_unroll_loop_config_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);
