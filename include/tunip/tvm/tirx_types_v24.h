/* tirx_types_v24.h -- The nodes of the tensor IR of TVM v0.24, as far as they differ from those of
 * v0.26. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_TIRX_TYPES_V24_H
#define TUNIP_TIRX_TYPES_V24_H

#include <tunip/tvm/ir_types_v24.h>
#include <tunip/tvm/tirx_others.h>

#ifdef __cplusplus
extern "C" {
#endif

/* tirx.Var */
typedef tunip_tir_var tunip_tirx_var_v24;

/* tirx.SizeVar */
typedef tunip_tir_size_var tunip_tirx_size_var_v24;

/* tirx.IterVar */
typedef tunip_tir_iter_var tunip_tirx_iter_var_v24;

/* tirx.Buffer */
typedef tunip_tir_buffer tunip_tirx_buffer_v24;

/* tirx.StringImm */
typedef tunip_tir_string_imm tunip_tirx_string_imm_v24;

/* tirx.Cast */
typedef tunip_tir_cast tunip_tirx_cast_v24;

/* tirx.Add */
typedef tunip_tir_add tunip_tirx_add_v24;

/* tirx.Sub */
typedef tunip_tir_sub tunip_tirx_sub_v24;

/* tirx.Mul */
typedef tunip_tir_mul tunip_tirx_mul_v24;

/* tirx.Div */
typedef tunip_tir_div tunip_tirx_div_v24;

/* tirx.Mod */
typedef tunip_tir_mod tunip_tirx_mod_v24;

/* tirx.FloorDiv */
typedef tunip_tir_floor_div tunip_tirx_floor_div_v24;

/* tirx.FloorMod */
typedef tunip_tir_floor_mod tunip_tirx_floor_mod_v24;

/* tirx.Min */
typedef tunip_tir_min tunip_tirx_min_v24;

/* tirx.Max */
typedef tunip_tir_max tunip_tirx_max_v24;

/* tirx.EQ */
typedef tunip_tir_eq tunip_tirx_eq_v24;

/* tirx.NE */
typedef tunip_tir_ne tunip_tirx_ne_v24;

/* tirx.LT */
typedef tunip_tir_lt tunip_tirx_lt_v24;

/* tirx.LE */
typedef tunip_tir_le tunip_tirx_le_v24;

/* tirx.GT */
typedef tunip_tir_gt tunip_tirx_gt_v24;

/* tirx.GE */
typedef tunip_tir_ge tunip_tirx_ge_v24;

/* tirx.And */
typedef tunip_tir_and tunip_tirx_and_v24;

/* tirx.Or */
typedef tunip_tir_or tunip_tirx_or_v24;

/* tirx.Not */
typedef tunip_tir_not tunip_tirx_not_v24;

/* tirx.Select */
typedef tunip_tir_select tunip_tirx_select_v24;

/* tirx.BufferLoad */
typedef tunip_tir_buffer_load tunip_tirx_buffer_load_v24;

/* tirx.ProducerLoad */
typedef tunip_tir_producer_load tunip_tirx_producer_load_v24;

/* tirx.Ramp */
typedef tunip_tir_ramp tunip_tirx_ramp_v24;

/* tirx.Broadcast */
typedef tunip_tir_broadcast tunip_tirx_broadcast_v24;

/* tirx.Shuffle */
typedef tunip_tir_shuffle tunip_tirx_shuffle_v24;

/* tirx.Let */
typedef tunip_tir_let tunip_tirx_let_v24;

/* tirx.Call */
typedef tunip_tir_call tunip_tirx_call_v24;

/* tirx.CommReducer */
typedef tunip_tir_comm_reducer tunip_tirx_comm_reducer_v24;

/* tirx.Reduce */
typedef tunip_tir_reduce tunip_tirx_reduce_v24;

/* tirx.BufferRegion */
typedef tunip_tir_buffer_region tunip_tirx_buffer_region_v24;

/* tirx.MatchBufferRegion */
typedef tunip_tir_match_buffer_region tunip_tirx_match_buffer_region_v24;

/* tirx.IndexMap */
typedef tunip_tir_index_map tunip_tirx_index_map_v24;

/* s_tir.Layout */
typedef tunip_tir_layout tunip_tirx_layout_v24;

/* s_tir.BijectiveLayout */
typedef tunip_tir_bijective_layout tunip_tirx_bijective_layout_v24;

/* tirx.Stmt */
typedef tunip_tir_stmt tunip_tirx_stmt_v24;

/* tirx.AttrStmt */
typedef tunip_tir_attr_stmt tunip_tirx_attr_stmt_v24;

/* tirx.AssertStmt */
typedef tunip_tirx_assert_stmt tunip_tirx_assert_stmt_v24;

/* tirx.BufferStore */
typedef tunip_tir_buffer_store tunip_tirx_buffer_store_v24;

/* tirx.DeclBuffer */
typedef struct tunip_tirx_decl_buffer_v24 {
    tunip_tirx_stmt_v24 base;
    tunip_tirx_buffer_v24 *buffer;
} tunip_tirx_decl_buffer_v24;

/* tirx.SeqStmt */
typedef tunip_tir_seq_stmt tunip_tirx_seq_stmt_v24;

/* tirx.Evaluate */
typedef tunip_tir_evaluate tunip_tirx_evaluate_v24;

/* tirx.IfThenElse */
typedef tunip_tir_if_then_else tunip_tirx_if_then_else_v24;

/* tirx.For */
typedef tunip_tir_for tunip_tirx_for_v24;

/* tirx.While */
typedef tunip_tir_while tunip_tirx_while_v24;

/* tirx.SBlock */
typedef tunip_tir_block tunip_tirx_sblock_v24;

/* tirx.SBlockRealize */
typedef tunip_tir_block_realize tunip_tirx_sblock_realize_v24;

/* tirx.PrimFunc */
typedef tunip_tir_prim_func tunip_tirx_prim_func_v24;

/* tirx.TensorIntrin */
typedef tunip_tir_tensor_intrin tunip_tirx_tensor_intrin_v24;

/* te.BaseComputeOp */
typedef tunip_te_base_compute_op tunip_te_base_compute_op_v24;

/* te.ComputeOp */
typedef tunip_te_compute_op tunip_te_compute_op_v24;

/* te.ExternOp */
typedef tunip_te_extern_op tunip_te_extern_op_v24;

/* te.ScanOp */
typedef tunip_te_scan_op tunip_te_scan_op_v24;

/* te.Tensor */
typedef tunip_te_tensor tunip_te_tensor_v24;

/* arith.IntConstraints */
typedef tunip_arith_int_constraints tunip_arith_int_constraints_v24;

/* arith.IntConstraintsTransform */
typedef tunip_arith_int_constraints_transform tunip_arith_int_constraints_transform_v24;

/* tirx.Bind */
typedef tunip_tirx_bind tunip_tirx_bind_v24;

/* tirx.AllocBuffer */
typedef struct tunip_tirx_alloc_buffer_v24 {
    tunip_tirx_stmt_v24 base;
    tunip_tirx_buffer_v24 *buffer;
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
} tunip_tirx_alloc_buffer_v24;

TUNIP_API extern tunip_type tunip_tirx_var_v24_type;
TUNIP_API extern tunip_type tunip_tirx_size_var_v24_type;
TUNIP_API extern tunip_type tunip_tirx_iter_var_v24_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_v24_type;
TUNIP_API extern tunip_type tunip_tirx_string_imm_v24_type;
TUNIP_API extern tunip_type tunip_tirx_cast_v24_type;
TUNIP_API extern tunip_type tunip_tirx_add_v24_type;
TUNIP_API extern tunip_type tunip_tirx_sub_v24_type;
TUNIP_API extern tunip_type tunip_tirx_mul_v24_type;
TUNIP_API extern tunip_type tunip_tirx_div_v24_type;
TUNIP_API extern tunip_type tunip_tirx_mod_v24_type;
TUNIP_API extern tunip_type tunip_tirx_floor_div_v24_type;
TUNIP_API extern tunip_type tunip_tirx_floor_mod_v24_type;
TUNIP_API extern tunip_type tunip_tirx_min_v24_type;
TUNIP_API extern tunip_type tunip_tirx_max_v24_type;
TUNIP_API extern tunip_type tunip_tirx_eq_v24_type;
TUNIP_API extern tunip_type tunip_tirx_ne_v24_type;
TUNIP_API extern tunip_type tunip_tirx_lt_v24_type;
TUNIP_API extern tunip_type tunip_tirx_le_v24_type;
TUNIP_API extern tunip_type tunip_tirx_gt_v24_type;
TUNIP_API extern tunip_type tunip_tirx_ge_v24_type;
TUNIP_API extern tunip_type tunip_tirx_and_v24_type;
TUNIP_API extern tunip_type tunip_tirx_or_v24_type;
TUNIP_API extern tunip_type tunip_tirx_not_v24_type;
TUNIP_API extern tunip_type tunip_tirx_select_v24_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_load_v24_type;
TUNIP_API extern tunip_type tunip_tirx_producer_load_v24_type;
TUNIP_API extern tunip_type tunip_tirx_ramp_v24_type;
TUNIP_API extern tunip_type tunip_tirx_broadcast_v24_type;
TUNIP_API extern tunip_type tunip_tirx_shuffle_v24_type;
TUNIP_API extern tunip_type tunip_tirx_let_v24_type;
TUNIP_API extern tunip_type tunip_tirx_call_v24_type;
TUNIP_API extern tunip_type tunip_tirx_comm_reducer_v24_type;
TUNIP_API extern tunip_type tunip_tirx_reduce_v24_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_region_v24_type;
TUNIP_API extern tunip_type tunip_tirx_match_buffer_region_v24_type;
TUNIP_API extern tunip_type tunip_tirx_index_map_v24_type;
TUNIP_API extern tunip_type tunip_tirx_layout_v24_type;
TUNIP_API extern tunip_type tunip_tirx_bijective_layout_v24_type;
TUNIP_API extern tunip_type tunip_tirx_stmt_v24_type;
TUNIP_API extern tunip_type tunip_tirx_attr_stmt_v24_type;
TUNIP_API extern tunip_type tunip_tirx_assert_stmt_v24_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_store_v24_type;
TUNIP_API extern tunip_type tunip_tirx_decl_buffer_v24_type;
TUNIP_API extern tunip_type tunip_tirx_seq_stmt_v24_type;
TUNIP_API extern tunip_type tunip_tirx_evaluate_v24_type;
TUNIP_API extern tunip_type tunip_tirx_if_then_else_v24_type;
TUNIP_API extern tunip_type tunip_tirx_for_v24_type;
TUNIP_API extern tunip_type tunip_tirx_while_v24_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_v24_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_realize_v24_type;
TUNIP_API extern tunip_type tunip_tirx_prim_func_v24_type;
TUNIP_API extern tunip_type tunip_tirx_tensor_intrin_v24_type;
TUNIP_API extern tunip_type tunip_te_base_compute_op_v24_type;
TUNIP_API extern tunip_type tunip_te_compute_op_v24_type;
TUNIP_API extern tunip_type tunip_te_extern_op_v24_type;
TUNIP_API extern tunip_type tunip_te_scan_op_v24_type;
TUNIP_API extern tunip_type tunip_te_tensor_v24_type;
TUNIP_API extern tunip_type tunip_arith_int_constraints_v24_type;
TUNIP_API extern tunip_type tunip_arith_int_constraints_transform_v24_type;
TUNIP_API extern tunip_type tunip_tirx_bind_v24_type;
TUNIP_API extern tunip_type tunip_tirx_alloc_buffer_v24_type;

#ifdef __cplusplus
}
#endif
#endif
