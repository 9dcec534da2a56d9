/* tir_types.h -- The nodes of the tensor IR. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_TIR_TYPES_H
#define TUNIP_TIR_TYPES_H

#include <tunip/tvm/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* tir.Var */
typedef struct tunip_tir_var {
    tunip_ir_prim_expr base;
    tunip_string *name;
    tunip_node *type_annotation; /* ir.Type */
} tunip_tir_var;

/* tir.SizeVar */
typedef struct tunip_tir_size_var {
    tunip_tir_var base;
} tunip_tir_size_var;

/* tir.IterVar */
typedef struct tunip_tir_iter_var {
    tunip_ir_prim_expr_convertible base;
    tunip_ir_range *dom; /* or NULL */
    tunip_tir_var *var;
    int64_t iter_type; /* a tunip_tir_iter_type */
    tunip_string *thread_tag; /* such as threadIdx.x; empty without a thread */
} tunip_tir_iter_var;

/* tir.Buffer */
typedef struct tunip_tir_buffer {
    tunip_ir_object base;
    tunip_tir_var *data; /* the pointer to the elements */
    tunip_dtype dtype;
    tunip_array *shape; /* ffi.Array[ir.PrimExpr] */
    tunip_array *strides; /* ffi.Array[ir.PrimExpr]; empty: row-major without gaps */
    tunip_array *axis_separators; /* ffi.Array[ir.IntImm] */
    tunip_node *elem_offset; /* ir.PrimExpr */
    tunip_string *name;
    int64_t data_alignment; /* in bytes */
    int64_t offset_factor; /* `elem_offset` is a multiple of it */
    int64_t buffer_type; /* a tunip_tir_buffer_kind */
    tunip_node *span; /* ir.Span or NULL */
} tunip_tir_buffer;

/* tir.StringImm */
typedef struct tunip_tir_string_imm {
    tunip_ir_prim_expr base;
    tunip_string *value;
} tunip_tir_string_imm;

/* tir.Cast */
typedef struct tunip_tir_cast {
    tunip_ir_prim_expr base;
    tunip_node *value; /* ir.PrimExpr */
} tunip_tir_cast;

/* Every operator of two operands: a tunip_tir_add is a tunip_tir_binary whose type is
 * tunip_tir_add_type. */
typedef struct tunip_tir_binary {
    tunip_ir_prim_expr base;
    tunip_node *a; /* ir.PrimExpr */
    tunip_node *b; /* ir.PrimExpr */
} tunip_tir_binary;

typedef tunip_tir_binary tunip_tir_add; /* tir.Add */
typedef tunip_tir_binary tunip_tir_sub; /* tir.Sub */
typedef tunip_tir_binary tunip_tir_mul; /* tir.Mul */
typedef tunip_tir_binary tunip_tir_div; /* tir.Div */
typedef tunip_tir_binary tunip_tir_mod; /* tir.Mod */
typedef tunip_tir_binary tunip_tir_floor_div; /* tir.FloorDiv */
typedef tunip_tir_binary tunip_tir_floor_mod; /* tir.FloorMod */
typedef tunip_tir_binary tunip_tir_min; /* tir.Min */
typedef tunip_tir_binary tunip_tir_max; /* tir.Max */
typedef tunip_tir_binary tunip_tir_eq; /* tir.EQ */
typedef tunip_tir_binary tunip_tir_ne; /* tir.NE */
typedef tunip_tir_binary tunip_tir_lt; /* tir.LT */
typedef tunip_tir_binary tunip_tir_le; /* tir.LE */
typedef tunip_tir_binary tunip_tir_gt; /* tir.GT */
typedef tunip_tir_binary tunip_tir_ge; /* tir.GE */
typedef tunip_tir_binary tunip_tir_and; /* tir.And */
typedef tunip_tir_binary tunip_tir_or; /* tir.Or */

/* tir.Not */
typedef struct tunip_tir_not {
    tunip_ir_prim_expr base;
    tunip_node *a; /* ir.PrimExpr */
} tunip_tir_not;

/* tir.Select */
typedef struct tunip_tir_select {
    tunip_ir_prim_expr base;
    tunip_node *condition; /* ir.PrimExpr */
    tunip_node *true_value; /* ir.PrimExpr */
    tunip_node *false_value; /* ir.PrimExpr */
} tunip_tir_select;

/* tir.BufferLoad */
typedef struct tunip_tir_buffer_load {
    tunip_ir_prim_expr base;
    tunip_tir_buffer *buffer;
    tunip_array *indices; /* ffi.Array[ir.PrimExpr] */
    tunip_node *predicate; /* ir.PrimExpr or NULL */
} tunip_tir_buffer_load;

/* tir.DataProducer */
typedef struct tunip_tir_data_producer {
    tunip_ir_prim_expr_convertible base;
} tunip_tir_data_producer;

/* tir.ProducerLoad */
typedef struct tunip_tir_producer_load {
    tunip_ir_prim_expr base;
    tunip_node *producer; /* tir.DataProducer */
    tunip_array *indices; /* ffi.Array[ir.PrimExpr] */
} tunip_tir_producer_load;

/* tir.Ramp */
typedef struct tunip_tir_ramp {
    tunip_ir_prim_expr base;
    tunip_node *start; /* ir.PrimExpr */
    tunip_node *stride; /* ir.PrimExpr */
    tunip_node *lanes; /* ir.PrimExpr */
} tunip_tir_ramp;

/* tir.Broadcast */
typedef struct tunip_tir_broadcast {
    tunip_ir_prim_expr base;
    tunip_node *value; /* ir.PrimExpr */
    tunip_node *lanes; /* ir.PrimExpr */
} tunip_tir_broadcast;

/* tir.Shuffle */
typedef struct tunip_tir_shuffle {
    tunip_ir_prim_expr base;
    tunip_array *vectors; /* ffi.Array[ir.PrimExpr] */
    tunip_array *indices; /* ffi.Array[ir.PrimExpr] */
} tunip_tir_shuffle;

/* tir.Let */
typedef struct tunip_tir_let {
    tunip_ir_prim_expr base;
    tunip_tir_var *var;
    tunip_node *value; /* ir.PrimExpr */
    tunip_node *body; /* ir.PrimExpr */
} tunip_tir_let;

/* tir.Call */
typedef struct tunip_tir_call {
    tunip_ir_prim_expr base;
    tunip_node *op; /* ir.RelaxExpr */
    tunip_array *args; /* ffi.Array[ir.PrimExpr] */
} tunip_tir_call;

/* tir.CommReducer */
typedef struct tunip_tir_comm_reducer {
    tunip_ir_object base;
    tunip_array *lhs; /* ffi.Array[tir.Var] */
    tunip_array *rhs; /* ffi.Array[tir.Var] */
    tunip_array *result; /* ffi.Array[ir.PrimExpr] */
    tunip_array *identity_element; /* ffi.Array[ir.PrimExpr] */
    tunip_node *span; /* ir.Span or NULL */
} tunip_tir_comm_reducer;

/* tir.Reduce */
typedef struct tunip_tir_reduce {
    tunip_ir_prim_expr base;
    tunip_tir_comm_reducer *combiner;
    tunip_array *source; /* ffi.Array[ir.PrimExpr] */
    tunip_array *init; /* ffi.Array[ir.PrimExpr] */
    tunip_array *axis; /* ffi.Array[tir.IterVar] */
    tunip_node *condition; /* ir.PrimExpr */
    int64_t value_index; /* the result that is used */
} tunip_tir_reduce;

/* tir.BufferRegion */
typedef struct tunip_tir_buffer_region {
    tunip_ir_prim_expr_convertible base;
    tunip_tir_buffer *buffer;
    tunip_array *region; /* ffi.Array[ir.Range] */
} tunip_tir_buffer_region;

/* tir.MatchBufferRegion */
typedef struct tunip_tir_match_buffer_region {
    tunip_ir_object base;
    tunip_tir_buffer *buffer;
    tunip_tir_buffer_region *source;
} tunip_tir_match_buffer_region;

/* tir.IndexMap */
typedef struct tunip_tir_index_map {
    tunip_ir_object base;
    tunip_array *initial_indices; /* ffi.Array[tir.Var] */
    tunip_array *final_indices; /* ffi.Array[ir.PrimExpr] */
    tunip_node *inverse_index_map; /* any node or NULL */
} tunip_tir_index_map;

/* tir.Layout */
typedef struct tunip_tir_layout {
    tunip_ir_object base;
    tunip_string *name;
    tunip_array *axes; /* ffi.Array[tir.IterVar] */
} tunip_tir_layout;

/* tir.BijectiveLayout */
typedef struct tunip_tir_bijective_layout {
    tunip_ir_object base;
    tunip_tir_layout *src_layout;
    tunip_tir_layout *dst_layout;
    tunip_array *index_forward_rule; /* ffi.Array[ir.PrimExpr] */
    tunip_array *index_backward_rule; /* ffi.Array[ir.PrimExpr] */
    tunip_array *shape_forward_rule; /* ffi.Array[ir.PrimExpr] */
    tunip_array *shape_backward_rule; /* ffi.Array[ir.PrimExpr] */
} tunip_tir_bijective_layout;

/* tir.Stmt */
typedef struct tunip_tir_stmt {
    tunip_ir_object base;
    tunip_node *span; /* ir.Span or NULL */
} tunip_tir_stmt;

/* tir.LetStmt */
typedef struct tunip_tir_let_stmt {
    tunip_tir_stmt base;
    tunip_tir_var *var;
    tunip_node *value; /* ir.PrimExpr */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_let_stmt;

/* tir.AttrStmt */
typedef struct tunip_tir_attr_stmt {
    tunip_tir_stmt base;
    tunip_node *node;
    tunip_string *attr_key;
    tunip_node *value; /* ir.PrimExpr */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_attr_stmt;

/* tir.AssertStmt */
typedef struct tunip_tir_assert_stmt {
    tunip_tir_stmt base;
    tunip_node *condition; /* ir.PrimExpr */
    tunip_node *message; /* ir.PrimExpr */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_assert_stmt;

/* tir.BufferStore */
typedef struct tunip_tir_buffer_store {
    tunip_tir_stmt base;
    tunip_tir_buffer *buffer;
    tunip_node *value; /* ir.PrimExpr */
    tunip_array *indices; /* ffi.Array[ir.PrimExpr] */
    tunip_node *predicate; /* ir.PrimExpr or NULL */
} tunip_tir_buffer_store;

/* tir.BufferRealize */
typedef struct tunip_tir_buffer_realize {
    tunip_tir_stmt base;
    tunip_tir_buffer *buffer;
    tunip_array *bounds; /* ffi.Array[ir.Range] */
    tunip_node *condition; /* ir.PrimExpr */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_buffer_realize;

/* tir.Allocate */
typedef struct tunip_tir_allocate {
    tunip_tir_stmt base;
    tunip_tir_var *buffer_var;
    tunip_dtype dtype;
    tunip_array *extents; /* ffi.Array[ir.PrimExpr] */
    tunip_node *condition; /* ir.PrimExpr */
    tunip_node *body; /* tir.Stmt */
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
} tunip_tir_allocate;

/* tir.AllocateConst */
typedef struct tunip_tir_allocate_const {
    tunip_tir_stmt base;
    tunip_tir_var *buffer_var;
    tunip_tensor *data; /* or NULL */
    tunip_ir_int_imm *irmod_storage_idx; /* or NULL */
    tunip_dtype dtype;
    tunip_array *extents; /* ffi.Array[ir.PrimExpr] */
    tunip_node *body; /* tir.Stmt */
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
} tunip_tir_allocate_const;

/* tir.DeclBuffer */
typedef struct tunip_tir_decl_buffer {
    tunip_tir_stmt base;
    tunip_tir_buffer *buffer;
    tunip_node *body; /* tir.Stmt */
} tunip_tir_decl_buffer;

/* tir.SeqStmt */
typedef struct tunip_tir_seq_stmt {
    tunip_tir_stmt base;
    tunip_array *seq; /* ffi.Array[tir.Stmt] */
} tunip_tir_seq_stmt;

/* tir.Evaluate */
typedef struct tunip_tir_evaluate {
    tunip_tir_stmt base;
    tunip_node *value; /* ir.PrimExpr */
} tunip_tir_evaluate;

/* tir.IfThenElse */
typedef struct tunip_tir_if_then_else {
    tunip_tir_stmt base;
    tunip_node *condition; /* ir.PrimExpr */
    tunip_node *then_case; /* tir.Stmt */
    tunip_node *else_case; /* tir.Stmt or NULL */
} tunip_tir_if_then_else;

/* tir.For */
typedef struct tunip_tir_for {
    tunip_tir_stmt base;
    tunip_tir_var *loop_var;
    tunip_node *min; /* ir.PrimExpr */
    tunip_node *extent; /* ir.PrimExpr */
    int64_t kind; /* a tunip_tir_for_kind */
    tunip_node *body; /* tir.Stmt */
    tunip_tir_iter_var *thread_binding; /* or NULL */
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
    tunip_node *step; /* ir.PrimExpr or NULL */
} tunip_tir_for;

/* tir.While */
typedef struct tunip_tir_while {
    tunip_tir_stmt base;
    tunip_node *condition; /* ir.PrimExpr */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_while;

/* tir.Block */
typedef struct tunip_tir_block {
    tunip_tir_stmt base;
    tunip_array *iter_vars; /* ffi.Array[tir.IterVar] */
    tunip_array *reads; /* ffi.Array[tir.BufferRegion] */
    tunip_array *writes; /* ffi.Array[tir.BufferRegion] */
    tunip_string *name_hint;
    tunip_array *alloc_buffers; /* ffi.Array[tir.Buffer] */
    tunip_array *match_buffers; /* ffi.Array[tir.MatchBufferRegion] */
    tunip_map *annotations; /* ffi.Map[ffi.String, Any] */
    tunip_node *init; /* tir.Stmt or NULL */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_block;

/* tir.BlockRealize */
typedef struct tunip_tir_block_realize {
    tunip_tir_stmt base;
    tunip_array *iter_values; /* ffi.Array[ir.PrimExpr] */
    tunip_node *predicate; /* ir.PrimExpr */
    tunip_tir_block *block;
} tunip_tir_block_realize;

/* tir.PrimFunc */
typedef struct tunip_tir_prim_func {
    tunip_ir_base_func base;
    tunip_array *params; /* ffi.Array[tir.Var] */
    tunip_node *ret_type; /* ir.Type */
    tunip_map *buffer_map; /* ffi.Map[tir.Var, tir.Buffer] */
    tunip_node *body; /* tir.Stmt */
} tunip_tir_prim_func;

/* tir.TensorIntrin */
typedef struct tunip_tir_tensor_intrin {
    tunip_ir_object base;
    tunip_tir_prim_func *desc;
    tunip_tir_prim_func *impl;
} tunip_tir_tensor_intrin;

/* tir.BlockRV */
typedef struct tunip_tir_block_rv {
    tunip_ir_object base;
} tunip_tir_block_rv;

/* tir.LoopRV */
typedef struct tunip_tir_loop_rv {
    tunip_ir_object base;
} tunip_tir_loop_rv;

/* tir.InstructionKind */
typedef struct tunip_tir_instruction_kind {
    tunip_ir_object base;
    tunip_string *name;
    bool is_pure;
} tunip_tir_instruction_kind;

/* tir.Instruction */
typedef struct tunip_tir_instruction {
    tunip_ir_object base;
    tunip_tir_instruction_kind *kind;
    tunip_array *inputs; /* ffi.Array[Any] */
    tunip_array *attrs; /* ffi.Array[Any] */
    tunip_array *outputs; /* ffi.Array[Any] */
} tunip_tir_instruction;

/* tir.Trace */
typedef struct tunip_tir_trace {
    tunip_ir_object base;
    tunip_array *insts; /* ffi.Array[tir.Instruction] */
    tunip_map *decisions; /* ffi.Map[tir.Instruction, Any] */
} tunip_tir_trace;

TUNIP_API extern tunip_type tunip_tir_var_type;
TUNIP_API extern tunip_type tunip_tir_size_var_type;
TUNIP_API extern tunip_type tunip_tir_iter_var_type;
TUNIP_API extern tunip_type tunip_tir_buffer_type;
TUNIP_API extern tunip_type tunip_tir_string_imm_type;
TUNIP_API extern tunip_type tunip_tir_cast_type;
TUNIP_API extern tunip_type tunip_tir_add_type;
TUNIP_API extern tunip_type tunip_tir_sub_type;
TUNIP_API extern tunip_type tunip_tir_mul_type;
TUNIP_API extern tunip_type tunip_tir_div_type;
TUNIP_API extern tunip_type tunip_tir_mod_type;
TUNIP_API extern tunip_type tunip_tir_floor_div_type;
TUNIP_API extern tunip_type tunip_tir_floor_mod_type;
TUNIP_API extern tunip_type tunip_tir_min_type;
TUNIP_API extern tunip_type tunip_tir_max_type;
TUNIP_API extern tunip_type tunip_tir_eq_type;
TUNIP_API extern tunip_type tunip_tir_ne_type;
TUNIP_API extern tunip_type tunip_tir_lt_type;
TUNIP_API extern tunip_type tunip_tir_le_type;
TUNIP_API extern tunip_type tunip_tir_gt_type;
TUNIP_API extern tunip_type tunip_tir_ge_type;
TUNIP_API extern tunip_type tunip_tir_and_type;
TUNIP_API extern tunip_type tunip_tir_or_type;
TUNIP_API extern tunip_type tunip_tir_not_type;
TUNIP_API extern tunip_type tunip_tir_select_type;
TUNIP_API extern tunip_type tunip_tir_buffer_load_type;
TUNIP_API extern tunip_type tunip_tir_data_producer_type;
TUNIP_API extern tunip_type tunip_tir_producer_load_type;
TUNIP_API extern tunip_type tunip_tir_ramp_type;
TUNIP_API extern tunip_type tunip_tir_broadcast_type;
TUNIP_API extern tunip_type tunip_tir_shuffle_type;
TUNIP_API extern tunip_type tunip_tir_let_type;
TUNIP_API extern tunip_type tunip_tir_call_type;
TUNIP_API extern tunip_type tunip_tir_comm_reducer_type;
TUNIP_API extern tunip_type tunip_tir_reduce_type;
TUNIP_API extern tunip_type tunip_tir_buffer_region_type;
TUNIP_API extern tunip_type tunip_tir_match_buffer_region_type;
TUNIP_API extern tunip_type tunip_tir_index_map_type;
TUNIP_API extern tunip_type tunip_tir_layout_type;
TUNIP_API extern tunip_type tunip_tir_bijective_layout_type;
TUNIP_API extern tunip_type tunip_tir_stmt_type;
TUNIP_API extern tunip_type tunip_tir_let_stmt_type;
TUNIP_API extern tunip_type tunip_tir_attr_stmt_type;
TUNIP_API extern tunip_type tunip_tir_assert_stmt_type;
TUNIP_API extern tunip_type tunip_tir_buffer_store_type;
TUNIP_API extern tunip_type tunip_tir_buffer_realize_type;
TUNIP_API extern tunip_type tunip_tir_allocate_type;
TUNIP_API extern tunip_type tunip_tir_allocate_const_type;
TUNIP_API extern tunip_type tunip_tir_decl_buffer_type;
TUNIP_API extern tunip_type tunip_tir_seq_stmt_type;
TUNIP_API extern tunip_type tunip_tir_evaluate_type;
TUNIP_API extern tunip_type tunip_tir_if_then_else_type;
TUNIP_API extern tunip_type tunip_tir_for_type;
TUNIP_API extern tunip_type tunip_tir_while_type;
TUNIP_API extern tunip_type tunip_tir_block_type;
TUNIP_API extern tunip_type tunip_tir_block_realize_type;
TUNIP_API extern tunip_type tunip_tir_prim_func_type;
TUNIP_API extern tunip_type tunip_tir_tensor_intrin_type;
TUNIP_API extern tunip_type tunip_tir_block_rv_type;
TUNIP_API extern tunip_type tunip_tir_loop_rv_type;
TUNIP_API extern tunip_type tunip_tir_instruction_kind_type;
TUNIP_API extern tunip_type tunip_tir_instruction_type;
TUNIP_API extern tunip_type tunip_tir_trace_type;

/* Constructors, as those of TVM: see "making nodes" in <tunip/tvm/ir.h>. The arguments are fields;
 * the others get what TVM's constructors give them. */
TUNIP_API tunip_tir_string_imm *tunip_tir_string_imm_new(tunip_graph *graph, const char *value);
TUNIP_API tunip_tir_cast *tunip_tir_cast_new(tunip_graph *graph, tunip_dtype dtype, void *value);
TUNIP_API tunip_tir_add *tunip_tir_add_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_sub *tunip_tir_sub_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_mul *tunip_tir_mul_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_div *tunip_tir_div_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_mod *tunip_tir_mod_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_floor_div *tunip_tir_floor_div_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_floor_mod *tunip_tir_floor_mod_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_min *tunip_tir_min_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_max *tunip_tir_max_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_eq *tunip_tir_eq_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_ne *tunip_tir_ne_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_lt *tunip_tir_lt_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_le *tunip_tir_le_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_gt *tunip_tir_gt_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_ge *tunip_tir_ge_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_and *tunip_tir_and_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_or *tunip_tir_or_new(tunip_graph *graph, void *a, void *b);
TUNIP_API tunip_tir_not *tunip_tir_not_new(tunip_graph *graph, void *a);
TUNIP_API tunip_tir_select *tunip_tir_select_new(tunip_graph *graph, void *condition,
    void *true_value, void *false_value);
TUNIP_API tunip_tir_buffer_load *tunip_tir_buffer_load_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_array *indices);
TUNIP_API tunip_tir_producer_load *tunip_tir_producer_load_new(tunip_graph *graph, void *producer,
    tunip_array *indices);
TUNIP_API tunip_tir_ramp *tunip_tir_ramp_new(tunip_graph *graph, void *start, void *stride,
    void *lanes);
TUNIP_API tunip_tir_broadcast *tunip_tir_broadcast_new(tunip_graph *graph, void *value,
    void *lanes);
TUNIP_API tunip_tir_shuffle *tunip_tir_shuffle_new(tunip_graph *graph, tunip_array *vectors,
    tunip_array *indices);
TUNIP_API tunip_tir_let *tunip_tir_let_new(tunip_graph *graph, tunip_tir_var *var, void *value,
    void *body);
TUNIP_API tunip_tir_comm_reducer *tunip_tir_comm_reducer_new(tunip_graph *graph, tunip_array *lhs,
    tunip_array *rhs, tunip_array *result, tunip_array *identity_element);
TUNIP_API tunip_tir_reduce *tunip_tir_reduce_new(tunip_graph *graph,
    tunip_tir_comm_reducer *combiner, tunip_array *source, tunip_array *axis, void *condition,
    int64_t value_index, tunip_array *init);
TUNIP_API tunip_tir_buffer_region *tunip_tir_buffer_region_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_array *region);
TUNIP_API tunip_tir_match_buffer_region *tunip_tir_match_buffer_region_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_tir_buffer_region *source);
TUNIP_API tunip_tir_index_map *tunip_tir_index_map_new(tunip_graph *graph,
    tunip_array *initial_indices, tunip_array *final_indices, void *inverse_index_map);
TUNIP_API tunip_tir_let_stmt *tunip_tir_let_stmt_new(tunip_graph *graph, tunip_tir_var *var,
    void *value, void *body);
TUNIP_API tunip_tir_attr_stmt *tunip_tir_attr_stmt_new(tunip_graph *graph, void *node,
    const char *attr_key, void *value, void *body);
TUNIP_API tunip_tir_assert_stmt *tunip_tir_assert_stmt_new(tunip_graph *graph, void *condition,
    void *message, void *body);
TUNIP_API tunip_tir_buffer_store *tunip_tir_buffer_store_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_array *indices, void *value);
TUNIP_API tunip_tir_buffer_realize *tunip_tir_buffer_realize_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, tunip_array *bounds, void *condition, void *body);
TUNIP_API tunip_tir_allocate *tunip_tir_allocate_new(tunip_graph *graph, tunip_tir_var *buffer_var,
    tunip_dtype dtype, tunip_array *extents, void *condition, void *body);
TUNIP_API tunip_tir_allocate_const *tunip_tir_allocate_const_new(tunip_graph *graph,
    tunip_tir_var *buffer_var, tunip_dtype dtype, tunip_array *extents, tunip_tensor *data,
    void *body);
TUNIP_API tunip_tir_decl_buffer *tunip_tir_decl_buffer_new(tunip_graph *graph,
    tunip_tir_buffer *buffer, void *body);
TUNIP_API tunip_tir_evaluate *tunip_tir_evaluate_new(tunip_graph *graph, void *value);
TUNIP_API tunip_tir_if_then_else *tunip_tir_if_then_else_new(tunip_graph *graph, void *condition,
    void *then_case, void *else_case);
TUNIP_API tunip_tir_while *tunip_tir_while_new(tunip_graph *graph, void *condition, void *body);
TUNIP_API tunip_tir_block_realize *tunip_tir_block_realize_new(tunip_graph *graph,
    tunip_array *iter_values, void *predicate, tunip_tir_block *block);

#ifdef __cplusplus
}
#endif
#endif
