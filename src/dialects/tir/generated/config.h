/* config.h -- Options of TVM's passes over the tensor IR, which live in pass contexts and not in
 * programs. Made by tools/make_types.py from schema/. */
#ifndef TIR_CONFIG_H
#define TIR_CONFIG_H

#include <tunip/tvm/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* tir.transform.HoistExpressionConfig */
typedef struct tunip_tir_hoist_expression_config {
    tunip_ir_object base;
    int64_t hoisted_conditionals;
    int64_t hoisted_let_bindings;
} tunip_tir_hoist_expression_config;

/* tir.transform.HoistIfThenElseConfig */
typedef struct tunip_tir_hoist_if_then_else_config {
    tunip_ir_object base;
    bool support_block_scope_hoisting;
} tunip_tir_hoist_if_then_else_config;

/* tir.transform.InjectDoubleBufferConfig */
typedef struct tunip_tir_inject_double_buffer_config {
    tunip_ir_attrs base;
    int64_t split_loop;
} tunip_tir_inject_double_buffer_config;

/* tir.transform.LoopPartitionConfig */
typedef struct tunip_tir_loop_partition_config {
    tunip_ir_attrs base;
    bool partition_const_loop;
    bool no_unroll_loop_with_extent_one;
    bool unroll_loop_with_partition_hint_no_interval;
} tunip_tir_loop_partition_config;

/* tir.transform.ReduceBranchingThroughOvercomputeConfig */
typedef struct tunip_tir_reduce_branching_through_overcompute_config {
    tunip_ir_attrs base;
    bool use_dataflow_analysis;
} tunip_tir_reduce_branching_through_overcompute_config;

/* tir.transform.RemoveNoOpConfig */
typedef struct tunip_tir_remove_no_op_config {
    tunip_ir_attrs base;
    bool use_dataflow_analysis;
    int64_t max_simplification_steps;
} tunip_tir_remove_no_op_config;

/* tir.transform.SimplifyConfig */
typedef struct tunip_tir_simplify_config {
    tunip_ir_attrs base;
    bool transitively_prove_inequalities;
    bool propagate_knowns_to_prove_conditional;
    bool propagate_knowns_to_simplify_expressions;
    bool convert_boolean_to_and_of_ors;
    bool apply_constraints_to_boolean_branches;
} tunip_tir_simplify_config;

/* tir.transform.UnrollLoopConfig */
typedef struct tunip_tir_unroll_loop_config {
    tunip_ir_attrs base;
    int64_t auto_max_step;
    int64_t auto_max_depth;
    int64_t auto_max_extent;
    int64_t explicit_unroll;
    int64_t unroll_local_access;
} tunip_tir_unroll_loop_config;

extern tunip_type tunip_tir_hoist_expression_config_type;
extern tunip_type tunip_tir_hoist_if_then_else_config_type;
extern tunip_type tunip_tir_inject_double_buffer_config_type;
extern tunip_type tunip_tir_loop_partition_config_type;
extern tunip_type tunip_tir_reduce_branching_through_overcompute_config_type;
extern tunip_type tunip_tir_remove_no_op_config_type;
extern tunip_type tunip_tir_simplify_config_type;
extern tunip_type tunip_tir_unroll_loop_config_type;

#ifdef __cplusplus
}
#endif
#endif
