/* tirx_types.h -- The nodes of the tensor IR of TVM v0.26. Made by tools/make_types.py from
 * schema/. */
#ifndef TUNIP_TIRX_TYPES_H
#define TUNIP_TIRX_TYPES_H

#include <tunip/tvm/ir_types_v26.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tunip_tirx_tile_layout tunip_tirx_tile_layout;

/* tirx.IterVar */
typedef tunip_tir_iter_var tunip_tirx_iter_var;

/* tirx.BufferType */
typedef struct tunip_tirx_buffer_type {
    tunip_ir_type base;
    tunip_ir_prim_type *dtype;
    tunip_string *storage_scope;
    tunip_array *shape; /* ffi.Array[ir.Expr] */
    tunip_array *strides; /* ffi.Array[ir.Expr] */
    tunip_node *elem_offset; /* ir.Expr */
    int64_t data_alignment;
    int64_t offset_factor;
    tunip_node *layout; /* tirx.Layout or NULL */
    tunip_array *allocated_addr; /* ffi.Array[ir.Expr] */
} tunip_tirx_buffer_type;

/* tirx.StringImm */
typedef tunip_tir_string_imm tunip_tirx_string_imm;

/* tirx.Cast */
typedef tunip_tir_cast tunip_tirx_cast;

/* tirx.Add */
typedef tunip_tir_add tunip_tirx_add;

/* tirx.Sub */
typedef tunip_tir_sub tunip_tirx_sub;

/* tirx.Mul */
typedef tunip_tir_mul tunip_tirx_mul;

/* tirx.Div */
typedef tunip_tir_div tunip_tirx_div;

/* tirx.Mod */
typedef tunip_tir_mod tunip_tirx_mod;

/* tirx.FloorDiv */
typedef tunip_tir_floor_div tunip_tirx_floor_div;

/* tirx.FloorMod */
typedef tunip_tir_floor_mod tunip_tirx_floor_mod;

/* tirx.Min */
typedef tunip_tir_min tunip_tirx_min;

/* tirx.Max */
typedef tunip_tir_max tunip_tirx_max;

/* tirx.EQ */
typedef tunip_tir_eq tunip_tirx_eq;

/* tirx.NE */
typedef tunip_tir_ne tunip_tirx_ne;

/* tirx.LT */
typedef tunip_tir_lt tunip_tirx_lt;

/* tirx.LE */
typedef tunip_tir_le tunip_tirx_le;

/* tirx.GT */
typedef tunip_tir_gt tunip_tirx_gt;

/* tirx.GE */
typedef tunip_tir_ge tunip_tirx_ge;

/* tirx.And */
typedef tunip_tir_and tunip_tirx_and;

/* tirx.Or */
typedef tunip_tir_or tunip_tirx_or;

/* tirx.Not */
typedef tunip_tir_not tunip_tirx_not;

/* tirx.Select */
typedef tunip_tir_select tunip_tirx_select;

/* tirx.BufferLoad */
typedef struct tunip_tirx_buffer_load {
    tunip_ir_expr base;
    tunip_ir_var *buffer;
    tunip_array *indices; /* ffi.Array[ir.Expr] */
    tunip_node *predicate; /* ir.Expr or NULL */
} tunip_tirx_buffer_load;

/* tirx.DataProducer */
typedef tunip_tir_data_producer tunip_tirx_data_producer;

/* tirx.ProducerLoad */
typedef tunip_tir_producer_load tunip_tirx_producer_load;

/* tirx.Ramp */
typedef tunip_tir_ramp tunip_tirx_ramp;

/* tirx.Broadcast */
typedef tunip_tir_broadcast tunip_tirx_broadcast;

/* tirx.Shuffle */
typedef tunip_tir_shuffle tunip_tirx_shuffle;

/* tirx.Let */
typedef tunip_tir_let tunip_tirx_let;

/* tirx.CommReducer */
typedef tunip_tir_comm_reducer tunip_tirx_comm_reducer;

/* tirx.Reduce */
typedef tunip_tir_reduce tunip_tirx_reduce;

/* tirx.BufferRegion */
typedef struct tunip_tirx_buffer_region {
    tunip_ir_prim_expr_convertible base;
    tunip_ir_var *buffer;
    tunip_array *region; /* ffi.Array[ir.Range] */
} tunip_tirx_buffer_region;

/* tirx.MatchBufferRegion */
typedef struct tunip_tirx_match_buffer_region {
    tunip_ir_object base;
    tunip_ir_var *buffer;
    tunip_tirx_buffer_region *source;
} tunip_tirx_match_buffer_region;

/* tirx.IndexMap */
typedef tunip_tir_index_map tunip_tirx_index_map;

/* s_tir.SLayout */
typedef tunip_tir_layout tunip_tirx_slayout;

/* s_tir.SBijectiveLayout */
typedef tunip_tir_bijective_layout tunip_tirx_sbijective_layout;

/* tirx.Layout */
typedef struct tunip_tirx_layout {
    tunip_ir_object base;
} tunip_tirx_layout;

/* tirx.Stmt */
typedef tunip_tir_stmt tunip_tirx_stmt;

/* tirx.Bind */
typedef struct tunip_tirx_bind {
    tunip_tirx_stmt base;
    tunip_ir_var *var;
    tunip_node *value; /* ir.Expr */
} tunip_tirx_bind;

/* tirx.AttrStmt */
typedef tunip_tir_attr_stmt tunip_tirx_attr_stmt;

/* tirx.AssertStmt */
typedef struct tunip_tirx_assert_stmt {
    tunip_tirx_stmt base;
    tunip_node *condition; /* ir.Expr */
    tunip_tirx_string_imm *error_kind;
    tunip_array *message_parts; /* ffi.Array[tirx.StringImm] */
} tunip_tirx_assert_stmt;

/* tirx.BufferStore */
typedef struct tunip_tirx_buffer_store {
    tunip_tirx_stmt base;
    tunip_ir_var *buffer;
    tunip_node *value; /* ir.Expr */
    tunip_array *indices; /* ffi.Array[ir.Expr] */
    tunip_node *predicate; /* ir.Expr or NULL */
} tunip_tirx_buffer_store;

/* tirx.AllocBuffer */
typedef struct tunip_tirx_alloc_buffer {
    tunip_tirx_stmt base;
    tunip_ir_var *buffer;
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
} tunip_tirx_alloc_buffer;

/* tirx.DeclBuffer */
typedef struct tunip_tirx_decl_buffer {
    tunip_tirx_stmt base;
    tunip_ir_var *buffer;
    tunip_node *data; /* ir.Expr */
} tunip_tirx_decl_buffer;

/* tirx.SeqStmt */
typedef tunip_tir_seq_stmt tunip_tirx_seq_stmt;

/* tirx.Evaluate */
typedef tunip_tir_evaluate tunip_tirx_evaluate;

/* tirx.IfThenElse */
typedef tunip_tir_if_then_else tunip_tirx_if_then_else;

/* tirx.For */
typedef tunip_tir_for tunip_tirx_for;

/* tirx.While */
typedef tunip_tir_while tunip_tirx_while;

/* tirx.SBlock */
typedef tunip_tir_block tunip_tirx_sblock;

/* tirx.SBlockRealize */
typedef tunip_tir_block_realize tunip_tirx_sblock_realize;

/* tirx.PrimFunc */
typedef tunip_tir_prim_func tunip_tirx_prim_func;

/* tirx.TensorIntrin */
typedef tunip_tir_tensor_intrin tunip_tirx_tensor_intrin;

/* s_tir.SBlockRV */
typedef tunip_tir_block_rv tunip_tirx_sblock_rv;

/* s_tir.LoopRV */
typedef tunip_tir_loop_rv tunip_tirx_loop_rv;

/* s_tir.InstructionKind */
typedef tunip_tir_instruction_kind tunip_tirx_instruction_kind;

/* s_tir.Instruction */
typedef tunip_tir_instruction tunip_tirx_instruction;

/* s_tir.Trace */
typedef tunip_tir_trace tunip_tirx_trace;

/* tirx.Break */
typedef struct tunip_tirx_break {
    tunip_tirx_stmt base;
} tunip_tirx_break;

/* tirx.ComposeLayout */
typedef struct tunip_tirx_compose_layout {
    tunip_tirx_layout base;
    int64_t per_element;
    int64_t swizzle_len;
    int64_t atom_len;
    bool swizzle_inner;
    int64_t inner_mask;
    int64_t outer_mask;
    tunip_tirx_tile_layout *tile_layout;
} tunip_tirx_compose_layout;

/* tirx.Continue */
typedef struct tunip_tirx_continue {
    tunip_tirx_stmt base;
} tunip_tirx_continue;

/* tirx.ExecScope */
typedef struct tunip_tirx_exec_scope {
    tunip_ir_object base;
    int64_t kind;
} tunip_tirx_exec_scope;

/* tirx.Iter */
typedef struct tunip_tirx_iter {
    tunip_ir_object base;
    tunip_node *extent; /* ir.Expr */
    tunip_node *stride; /* ir.Expr */
    tunip_tirx_axis *axis;
} tunip_tirx_iter;

/* tirx.LambdaExpr */
typedef struct tunip_tirx_lambda_expr {
    tunip_ir_object base;
    tunip_array *vars; /* ffi.Array[ir.Var] */
    tunip_node *pred; /* ir.Expr */
} tunip_tirx_lambda_expr;

/* tirx.Return */
typedef struct tunip_tirx_return {
    tunip_tirx_stmt base;
    tunip_node *value; /* ir.Expr */
} tunip_tirx_return;

/* tirx.ScopeIdDef */
typedef struct tunip_tirx_scope_id_def {
    tunip_ir_object base;
    tunip_array *def_ids; /* ffi.Array[ir.Var] */
    tunip_array *extents; /* ffi.Array[ir.Expr] or NULL */
    int64_t scope;
    tunip_array *preferred_extents; /* ffi.Array[ir.Expr] or NULL */
} tunip_tirx_scope_id_def;

/* tirx.ScopeIdDefStmt */
typedef struct tunip_tirx_scope_id_def_stmt {
    tunip_tirx_stmt base;
    tunip_tirx_scope_id_def *def;
} tunip_tirx_scope_id_def_stmt;

/* tirx.TileLayout */
typedef struct tunip_tirx_tile_layout {
    tunip_tirx_layout base;
    tunip_array *shard; /* ffi.Array[tirx.Iter] */
    tunip_array *replica; /* ffi.Array[tirx.Iter] */
    tunip_map *offset; /* ffi.Map[tirx.Axis, ir.Expr] */
} tunip_tirx_tile_layout;

/* tirx.TilePrimitiveCall */
typedef struct tunip_tirx_tile_primitive_call {
    tunip_tirx_stmt base;
    tunip_ir_op_v26 *op;
    tunip_array *args; /* ffi.Array[Any] */
    tunip_map *workspace; /* ffi.Map[ffi.String, ir.Var] */
    tunip_map *config; /* ffi.Map[ffi.String, Any] */
    tunip_string *dispatch; /* or NULL */
    tunip_tirx_exec_scope *scope;
} tunip_tirx_tile_primitive_call;

TUNIP_API extern tunip_type tunip_tirx_iter_var_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_type_type;
TUNIP_API extern tunip_type tunip_tirx_string_imm_type;
TUNIP_API extern tunip_type tunip_tirx_cast_type;
TUNIP_API extern tunip_type tunip_tirx_add_type;
TUNIP_API extern tunip_type tunip_tirx_sub_type;
TUNIP_API extern tunip_type tunip_tirx_mul_type;
TUNIP_API extern tunip_type tunip_tirx_div_type;
TUNIP_API extern tunip_type tunip_tirx_mod_type;
TUNIP_API extern tunip_type tunip_tirx_floor_div_type;
TUNIP_API extern tunip_type tunip_tirx_floor_mod_type;
TUNIP_API extern tunip_type tunip_tirx_min_type;
TUNIP_API extern tunip_type tunip_tirx_max_type;
TUNIP_API extern tunip_type tunip_tirx_eq_type;
TUNIP_API extern tunip_type tunip_tirx_ne_type;
TUNIP_API extern tunip_type tunip_tirx_lt_type;
TUNIP_API extern tunip_type tunip_tirx_le_type;
TUNIP_API extern tunip_type tunip_tirx_gt_type;
TUNIP_API extern tunip_type tunip_tirx_ge_type;
TUNIP_API extern tunip_type tunip_tirx_and_type;
TUNIP_API extern tunip_type tunip_tirx_or_type;
TUNIP_API extern tunip_type tunip_tirx_not_type;
TUNIP_API extern tunip_type tunip_tirx_select_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_load_type;
TUNIP_API extern tunip_type tunip_tirx_data_producer_type;
TUNIP_API extern tunip_type tunip_tirx_producer_load_type;
TUNIP_API extern tunip_type tunip_tirx_ramp_type;
TUNIP_API extern tunip_type tunip_tirx_broadcast_type;
TUNIP_API extern tunip_type tunip_tirx_shuffle_type;
TUNIP_API extern tunip_type tunip_tirx_let_type;
TUNIP_API extern tunip_type tunip_tirx_comm_reducer_type;
TUNIP_API extern tunip_type tunip_tirx_reduce_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_region_type;
TUNIP_API extern tunip_type tunip_tirx_match_buffer_region_type;
TUNIP_API extern tunip_type tunip_tirx_index_map_type;
TUNIP_API extern tunip_type tunip_tirx_slayout_type;
TUNIP_API extern tunip_type tunip_tirx_sbijective_layout_type;
TUNIP_API extern tunip_type tunip_tirx_layout_type;
TUNIP_API extern tunip_type tunip_tirx_stmt_type;
TUNIP_API extern tunip_type tunip_tirx_bind_type;
TUNIP_API extern tunip_type tunip_tirx_attr_stmt_type;
TUNIP_API extern tunip_type tunip_tirx_assert_stmt_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_store_type;
TUNIP_API extern tunip_type tunip_tirx_alloc_buffer_type;
TUNIP_API extern tunip_type tunip_tirx_decl_buffer_type;
TUNIP_API extern tunip_type tunip_tirx_seq_stmt_type;
TUNIP_API extern tunip_type tunip_tirx_evaluate_type;
TUNIP_API extern tunip_type tunip_tirx_if_then_else_type;
TUNIP_API extern tunip_type tunip_tirx_for_type;
TUNIP_API extern tunip_type tunip_tirx_while_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_realize_type;
TUNIP_API extern tunip_type tunip_tirx_prim_func_type;
TUNIP_API extern tunip_type tunip_tirx_tensor_intrin_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_rv_type;
TUNIP_API extern tunip_type tunip_tirx_loop_rv_type;
TUNIP_API extern tunip_type tunip_tirx_instruction_kind_type;
TUNIP_API extern tunip_type tunip_tirx_instruction_type;
TUNIP_API extern tunip_type tunip_tirx_trace_type;
TUNIP_API extern tunip_type tunip_tirx_break_type;
TUNIP_API extern tunip_type tunip_tirx_compose_layout_type;
TUNIP_API extern tunip_type tunip_tirx_continue_type;
TUNIP_API extern tunip_type tunip_tirx_exec_scope_type;
TUNIP_API extern tunip_type tunip_tirx_iter_type;
TUNIP_API extern tunip_type tunip_tirx_lambda_expr_type;
TUNIP_API extern tunip_type tunip_tirx_return_type;
TUNIP_API extern tunip_type tunip_tirx_scope_id_def_type;
TUNIP_API extern tunip_type tunip_tirx_scope_id_def_stmt_type;
TUNIP_API extern tunip_type tunip_tirx_tile_layout_type;
TUNIP_API extern tunip_type tunip_tirx_tile_primitive_call_type;

#ifdef __cplusplus
}
#endif
#endif
