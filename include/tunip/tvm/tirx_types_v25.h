/* tirx_types_v25.h -- The nodes of the tensor IR of TVM v0.25, as far as they differ from those of
 * v0.26. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_TIRX_TYPES_V25_H
#define TUNIP_TIRX_TYPES_V25_H

#include <tunip/tvm/ir_types_v25.h>
#include <tunip/tvm/tirx_types_v24.h>

#ifdef __cplusplus
extern "C" {
#endif

/* tirx.Buffer */
typedef struct tunip_tirx_buffer_v25 {
    tunip_tir_buffer kin;
    tunip_node *layout; /* tirx.Layout or NULL */
    tunip_array *allocated_addr; /* ffi.Array[ir.PrimExpr] */
} tunip_tirx_buffer_v25;

/* tirx.BufferLoad */
typedef tunip_tir_buffer_load tunip_tirx_buffer_load_v25;

/* tirx.Call */
typedef struct tunip_tirx_call_v25 {
    tunip_tir_call kin;
    tunip_node *attrs; /* ir.Attrs or NULL */
} tunip_tirx_call_v25;

/* tirx.BufferRegion */
typedef tunip_tir_buffer_region tunip_tirx_buffer_region_v25;

/* tirx.MatchBufferRegion */
typedef tunip_tir_match_buffer_region tunip_tirx_match_buffer_region_v25;

/* s_tir.SLayout */
typedef tunip_tir_layout tunip_tirx_slayout_v25;

/* s_tir.SBijectiveLayout */
typedef tunip_tir_bijective_layout tunip_tirx_sbijective_layout_v25;

/* tirx.AttrStmt */
typedef tunip_tir_attr_stmt tunip_tirx_attr_stmt_v25;

/* tirx.BufferStore */
typedef tunip_tir_buffer_store tunip_tirx_buffer_store_v25;

/* tirx.DeclBuffer */
typedef struct tunip_tirx_decl_buffer_v25 {
    tunip_tirx_stmt_v24 base;
    tunip_tirx_buffer_v25 *buffer;
} tunip_tirx_decl_buffer_v25;

/* tirx.SeqStmt */
typedef tunip_tir_seq_stmt tunip_tirx_seq_stmt_v25;

/* tirx.For */
typedef tunip_tir_for tunip_tirx_for_v25;

/* tirx.SBlock */
typedef tunip_tir_block tunip_tirx_sblock_v25;

/* tirx.SBlockRealize */
typedef tunip_tir_block_realize tunip_tirx_sblock_realize_v25;

/* tirx.PrimFunc */
typedef tunip_tir_prim_func tunip_tirx_prim_func_v25;

/* tirx.TensorIntrin */
typedef tunip_tir_tensor_intrin tunip_tirx_tensor_intrin_v25;

/* te.ExternOp */
typedef tunip_te_extern_op tunip_te_extern_op_v25;

/* tirx.Bind */
typedef tunip_tirx_bind tunip_tirx_bind_v25;

/* tirx.AllocBuffer */
typedef struct tunip_tirx_alloc_buffer_v25 {
    tunip_tirx_stmt_v24 base;
    tunip_tirx_buffer_v25 *buffer;
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
} tunip_tirx_alloc_buffer_v25;

/* tirx.Iter */
typedef tunip_tirx_iter tunip_tirx_iter_v25;

/* tirx.TileLayout */
typedef tunip_tirx_tile_layout tunip_tirx_tile_layout_v25;

/* tirx.SwizzleLayout */
typedef struct tunip_tirx_swizzle_layout_v25 {
    tunip_tirx_layout base;
    int64_t per_element;
    int64_t swizzle_len;
    int64_t atom_len;
    bool swizzle_inner;
    int64_t inner_mask;
    int64_t outer_mask;
} tunip_tirx_swizzle_layout_v25;

/* tirx.ComposeLayout */
typedef struct tunip_tirx_compose_layout_v25 {
    tunip_tirx_layout base;
    tunip_tirx_swizzle_layout_v25 *swizzle;
    tunip_tirx_tile_layout_v25 *tile_layout;
} tunip_tirx_compose_layout_v25;

/* tirx.Break */
typedef tunip_tirx_break tunip_tirx_break_v25;

/* tirx.Continue */
typedef tunip_tirx_continue tunip_tirx_continue_v25;

/* tirx.ScopeIdDef */
typedef tunip_tirx_scope_id_def tunip_tirx_scope_id_def_v25;

/* tirx.ScopeIdDefStmt */
typedef tunip_tirx_scope_id_def_stmt tunip_tirx_scope_id_def_stmt_v25;

/* tirx.Predicate */
typedef tunip_tirx_lambda_expr tunip_tirx_predicate_v25;

/* tirx.TilePrimitiveCall */
typedef tunip_tirx_tile_primitive_call tunip_tirx_tile_primitive_call_v25;

/* tirx.Pipeline */
typedef struct tunip_tirx_pipeline_v25 {
    tunip_ir_object base;
    tunip_tirx_exec_scope *thread_scope;
    tunip_string *name_hint;
    int64_t depth;
    bool separate_pc;
    tunip_map *workspace; /* ffi.Map[ffi.String, tirx.Buffer] */
    tunip_map *schedule_config; /* ffi.Map[ffi.String, Any] */
} tunip_tirx_pipeline_v25;

/* tirx.CopyPipeline */
typedef struct tunip_tirx_copy_pipeline_v25 {
    tunip_tirx_pipeline_v25 base;
} tunip_tirx_copy_pipeline_v25;

TUNIP_API extern tunip_type tunip_tirx_buffer_v25_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_load_v25_type;
TUNIP_API extern tunip_type tunip_tirx_call_v25_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_region_v25_type;
TUNIP_API extern tunip_type tunip_tirx_match_buffer_region_v25_type;
TUNIP_API extern tunip_type tunip_tirx_slayout_v25_type;
TUNIP_API extern tunip_type tunip_tirx_sbijective_layout_v25_type;
TUNIP_API extern tunip_type tunip_tirx_attr_stmt_v25_type;
TUNIP_API extern tunip_type tunip_tirx_buffer_store_v25_type;
TUNIP_API extern tunip_type tunip_tirx_decl_buffer_v25_type;
TUNIP_API extern tunip_type tunip_tirx_seq_stmt_v25_type;
TUNIP_API extern tunip_type tunip_tirx_for_v25_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_v25_type;
TUNIP_API extern tunip_type tunip_tirx_sblock_realize_v25_type;
TUNIP_API extern tunip_type tunip_tirx_prim_func_v25_type;
TUNIP_API extern tunip_type tunip_tirx_tensor_intrin_v25_type;
TUNIP_API extern tunip_type tunip_te_extern_op_v25_type;
TUNIP_API extern tunip_type tunip_tirx_bind_v25_type;
TUNIP_API extern tunip_type tunip_tirx_alloc_buffer_v25_type;
TUNIP_API extern tunip_type tunip_tirx_iter_v25_type;
TUNIP_API extern tunip_type tunip_tirx_tile_layout_v25_type;
TUNIP_API extern tunip_type tunip_tirx_swizzle_layout_v25_type;
TUNIP_API extern tunip_type tunip_tirx_compose_layout_v25_type;
TUNIP_API extern tunip_type tunip_tirx_break_v25_type;
TUNIP_API extern tunip_type tunip_tirx_continue_v25_type;
TUNIP_API extern tunip_type tunip_tirx_scope_id_def_v25_type;
TUNIP_API extern tunip_type tunip_tirx_scope_id_def_stmt_v25_type;
TUNIP_API extern tunip_type tunip_tirx_predicate_v25_type;
TUNIP_API extern tunip_type tunip_tirx_tile_primitive_call_v25_type;
TUNIP_API extern tunip_type tunip_tirx_pipeline_v25_type;
TUNIP_API extern tunip_type tunip_tirx_copy_pipeline_v25_type;

#ifdef __cplusplus
}
#endif
#endif
