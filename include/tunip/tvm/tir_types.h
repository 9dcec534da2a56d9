/* tir_types.h -- The nodes of the tensor IR. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_TIR_TYPES_H
#define TUNIP_TIR_TYPES_H

#include <tunip/tvm/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* tir.Var */
typedef struct tir_var {
    ir_prim_expr base;
    tunip_string *name;
    tunip_node *type_annotation;
} tir_var;

/* tir.SizeVar */
typedef struct tir_size_var {
    tir_var base;
} tir_size_var;

/* tir.IterVar */
typedef struct tir_iter_var {
    ir_prim_expr_convertible base;
    ir_range *dom;
    tir_var *var;
    int64_t iter_type;
    tunip_string *thread_tag;
} tir_iter_var;

/* tir.Buffer */
typedef struct tir_buffer {
    ir_object base;
    tir_var *data;
    tunip_dtype dtype;
    tunip_array *shape;
    tunip_array *strides;
    tunip_array *axis_separators;
    tunip_node *elem_offset;
    tunip_string *name;
    int64_t data_alignment;
    int64_t offset_factor;
    int64_t buffer_type;
    tunip_node *span;
} tir_buffer;

/* tir.StringImm */
typedef struct tir_string_imm {
    ir_prim_expr base;
    tunip_string *value;
} tir_string_imm;

/* tir.Cast */
typedef struct tir_cast {
    ir_prim_expr base;
    tunip_node *value;
} tir_cast;

/* Every operator of two operands: a tir_add is a tir_binary whose type is tir_add_type. */
typedef struct tir_binary {
    ir_prim_expr base;
    tunip_node *a;
    tunip_node *b;
} tir_binary;

typedef tir_binary tir_add; /* tir.Add */
typedef tir_binary tir_sub; /* tir.Sub */
typedef tir_binary tir_mul; /* tir.Mul */
typedef tir_binary tir_div; /* tir.Div */
typedef tir_binary tir_mod; /* tir.Mod */
typedef tir_binary tir_floor_div; /* tir.FloorDiv */
typedef tir_binary tir_floor_mod; /* tir.FloorMod */
typedef tir_binary tir_min; /* tir.Min */
typedef tir_binary tir_max; /* tir.Max */
typedef tir_binary tir_eq; /* tir.EQ */
typedef tir_binary tir_ne; /* tir.NE */
typedef tir_binary tir_lt; /* tir.LT */
typedef tir_binary tir_le; /* tir.LE */
typedef tir_binary tir_gt; /* tir.GT */
typedef tir_binary tir_ge; /* tir.GE */
typedef tir_binary tir_and; /* tir.And */
typedef tir_binary tir_or; /* tir.Or */

/* tir.Not */
typedef struct tir_not {
    ir_prim_expr base;
    tunip_node *a;
} tir_not;

/* tir.Select */
typedef struct tir_select {
    ir_prim_expr base;
    tunip_node *condition;
    tunip_node *true_value;
    tunip_node *false_value;
} tir_select;

/* tir.BufferLoad */
typedef struct tir_buffer_load {
    ir_prim_expr base;
    tir_buffer *buffer;
    tunip_array *indices;
    tunip_node *predicate;
} tir_buffer_load;

/* tir.DataProducer */
typedef struct tir_data_producer {
    ir_prim_expr_convertible base;
} tir_data_producer;

/* tir.ProducerLoad */
typedef struct tir_producer_load {
    ir_prim_expr base;
    tunip_node *producer;
    tunip_array *indices;
} tir_producer_load;

/* tir.Ramp */
typedef struct tir_ramp {
    ir_prim_expr base;
    tunip_node *start;
    tunip_node *stride;
    tunip_node *lanes;
} tir_ramp;

/* tir.Broadcast */
typedef struct tir_broadcast {
    ir_prim_expr base;
    tunip_node *value;
    tunip_node *lanes;
} tir_broadcast;

/* tir.Shuffle */
typedef struct tir_shuffle {
    ir_prim_expr base;
    tunip_array *vectors;
    tunip_array *indices;
} tir_shuffle;

/* tir.Let */
typedef struct tir_let {
    ir_prim_expr base;
    tir_var *var;
    tunip_node *value;
    tunip_node *body;
} tir_let;

/* tir.Call */
typedef struct tir_call {
    ir_prim_expr base;
    tunip_node *op;
    tunip_array *args;
} tir_call;

/* tir.CommReducer */
typedef struct tir_comm_reducer {
    ir_object base;
    tunip_array *lhs;
    tunip_array *rhs;
    tunip_array *result;
    tunip_array *identity_element;
    tunip_node *span;
} tir_comm_reducer;

/* tir.Reduce */
typedef struct tir_reduce {
    ir_prim_expr base;
    tir_comm_reducer *combiner;
    tunip_array *source;
    tunip_array *init;
    tunip_array *axis;
    tunip_node *condition;
    int64_t value_index;
} tir_reduce;

/* tir.BufferRegion */
typedef struct tir_buffer_region {
    ir_prim_expr_convertible base;
    tir_buffer *buffer;
    tunip_array *region;
} tir_buffer_region;

/* tir.MatchBufferRegion */
typedef struct tir_match_buffer_region {
    ir_object base;
    tir_buffer *buffer;
    tir_buffer_region *source;
} tir_match_buffer_region;

/* tir.IndexMap */
typedef struct tir_index_map {
    ir_object base;
    tunip_array *initial_indices;
    tunip_array *final_indices;
    tunip_node *inverse_index_map;
} tir_index_map;

/* tir.Layout */
typedef struct tir_layout {
    ir_object base;
    tunip_string *name;
    tunip_array *axes;
} tir_layout;

/* tir.BijectiveLayout */
typedef struct tir_bijective_layout {
    ir_object base;
    tir_layout *src_layout;
    tir_layout *dst_layout;
    tunip_array *index_forward_rule;
    tunip_array *index_backward_rule;
    tunip_array *shape_forward_rule;
    tunip_array *shape_backward_rule;
} tir_bijective_layout;

/* tir.Stmt */
typedef struct tir_stmt {
    ir_object base;
    tunip_node *span;
} tir_stmt;

/* tir.LetStmt */
typedef struct tir_let_stmt {
    tir_stmt base;
    tir_var *var;
    tunip_node *value;
    tunip_node *body;
} tir_let_stmt;

/* tir.AttrStmt */
typedef struct tir_attr_stmt {
    tir_stmt base;
    tunip_node *node;
    tunip_string *attr_key;
    tunip_node *value;
    tunip_node *body;
} tir_attr_stmt;

/* tir.AssertStmt */
typedef struct tir_assert_stmt {
    tir_stmt base;
    tunip_node *condition;
    tunip_node *message;
    tunip_node *body;
} tir_assert_stmt;

/* tir.BufferStore */
typedef struct tir_buffer_store {
    tir_stmt base;
    tir_buffer *buffer;
    tunip_node *value;
    tunip_array *indices;
    tunip_node *predicate;
} tir_buffer_store;

/* tir.BufferRealize */
typedef struct tir_buffer_realize {
    tir_stmt base;
    tir_buffer *buffer;
    tunip_array *bounds;
    tunip_node *condition;
    tunip_node *body;
} tir_buffer_realize;

/* tir.Allocate */
typedef struct tir_allocate {
    tir_stmt base;
    tir_var *buffer_var;
    tunip_dtype dtype;
    tunip_array *extents;
    tunip_node *condition;
    tunip_node *body;
    tunip_map *annotations;
} tir_allocate;

/* tir.AllocateConst */
typedef struct tir_allocate_const {
    tir_stmt base;
    tir_var *buffer_var;
    tunip_tensor *data;
    ir_int_imm *irmod_storage_idx;
    tunip_dtype dtype;
    tunip_array *extents;
    tunip_node *body;
    tunip_map *annotations;
} tir_allocate_const;

/* tir.DeclBuffer */
typedef struct tir_decl_buffer {
    tir_stmt base;
    tir_buffer *buffer;
    tunip_node *body;
} tir_decl_buffer;

/* tir.SeqStmt */
typedef struct tir_seq_stmt {
    tir_stmt base;
    tunip_array *seq;
} tir_seq_stmt;

/* tir.Evaluate */
typedef struct tir_evaluate {
    tir_stmt base;
    tunip_node *value;
} tir_evaluate;

/* tir.IfThenElse */
typedef struct tir_if_then_else {
    tir_stmt base;
    tunip_node *condition;
    tunip_node *then_case;
    tunip_node *else_case;
} tir_if_then_else;

/* tir.For */
typedef struct tir_for {
    tir_stmt base;
    tir_var *loop_var;
    tunip_node *min;
    tunip_node *extent;
    int64_t kind;
    tunip_node *body;
    tir_iter_var *thread_binding;
    tunip_map *annotations;
    tunip_node *step;
} tir_for;

/* tir.While */
typedef struct tir_while {
    tir_stmt base;
    tunip_node *condition;
    tunip_node *body;
} tir_while;

/* tir.Block */
typedef struct tir_block {
    tir_stmt base;
    tunip_array *iter_vars;
    tunip_array *reads;
    tunip_array *writes;
    tunip_string *name_hint;
    tunip_array *alloc_buffers;
    tunip_array *match_buffers;
    tunip_map *annotations;
    tunip_node *init;
    tunip_node *body;
} tir_block;

/* tir.BlockRealize */
typedef struct tir_block_realize {
    tir_stmt base;
    tunip_array *iter_values;
    tunip_node *predicate;
    tir_block *block;
} tir_block_realize;

/* tir.PrimFunc */
typedef struct tir_prim_func {
    ir_base_func base;
    tunip_array *params;
    tunip_node *ret_type;
    tunip_map *buffer_map;
    tunip_node *body;
} tir_prim_func;

/* tir.TensorIntrin */
typedef struct tir_tensor_intrin {
    ir_object base;
    tir_prim_func *desc;
    tir_prim_func *impl;
} tir_tensor_intrin;

TUNIP_API extern tunip_type tir_var_type;
TUNIP_API extern tunip_type tir_size_var_type;
TUNIP_API extern tunip_type tir_iter_var_type;
TUNIP_API extern tunip_type tir_buffer_type;
TUNIP_API extern tunip_type tir_string_imm_type;
TUNIP_API extern tunip_type tir_cast_type;
TUNIP_API extern tunip_type tir_add_type;
TUNIP_API extern tunip_type tir_sub_type;
TUNIP_API extern tunip_type tir_mul_type;
TUNIP_API extern tunip_type tir_div_type;
TUNIP_API extern tunip_type tir_mod_type;
TUNIP_API extern tunip_type tir_floor_div_type;
TUNIP_API extern tunip_type tir_floor_mod_type;
TUNIP_API extern tunip_type tir_min_type;
TUNIP_API extern tunip_type tir_max_type;
TUNIP_API extern tunip_type tir_eq_type;
TUNIP_API extern tunip_type tir_ne_type;
TUNIP_API extern tunip_type tir_lt_type;
TUNIP_API extern tunip_type tir_le_type;
TUNIP_API extern tunip_type tir_gt_type;
TUNIP_API extern tunip_type tir_ge_type;
TUNIP_API extern tunip_type tir_and_type;
TUNIP_API extern tunip_type tir_or_type;
TUNIP_API extern tunip_type tir_not_type;
TUNIP_API extern tunip_type tir_select_type;
TUNIP_API extern tunip_type tir_buffer_load_type;
TUNIP_API extern tunip_type tir_data_producer_type;
TUNIP_API extern tunip_type tir_producer_load_type;
TUNIP_API extern tunip_type tir_ramp_type;
TUNIP_API extern tunip_type tir_broadcast_type;
TUNIP_API extern tunip_type tir_shuffle_type;
TUNIP_API extern tunip_type tir_let_type;
TUNIP_API extern tunip_type tir_call_type;
TUNIP_API extern tunip_type tir_comm_reducer_type;
TUNIP_API extern tunip_type tir_reduce_type;
TUNIP_API extern tunip_type tir_buffer_region_type;
TUNIP_API extern tunip_type tir_match_buffer_region_type;
TUNIP_API extern tunip_type tir_index_map_type;
TUNIP_API extern tunip_type tir_layout_type;
TUNIP_API extern tunip_type tir_bijective_layout_type;
TUNIP_API extern tunip_type tir_stmt_type;
TUNIP_API extern tunip_type tir_let_stmt_type;
TUNIP_API extern tunip_type tir_attr_stmt_type;
TUNIP_API extern tunip_type tir_assert_stmt_type;
TUNIP_API extern tunip_type tir_buffer_store_type;
TUNIP_API extern tunip_type tir_buffer_realize_type;
TUNIP_API extern tunip_type tir_allocate_type;
TUNIP_API extern tunip_type tir_allocate_const_type;
TUNIP_API extern tunip_type tir_decl_buffer_type;
TUNIP_API extern tunip_type tir_seq_stmt_type;
TUNIP_API extern tunip_type tir_evaluate_type;
TUNIP_API extern tunip_type tir_if_then_else_type;
TUNIP_API extern tunip_type tir_for_type;
TUNIP_API extern tunip_type tir_while_type;
TUNIP_API extern tunip_type tir_block_type;
TUNIP_API extern tunip_type tir_block_realize_type;
TUNIP_API extern tunip_type tir_prim_func_type;
TUNIP_API extern tunip_type tir_tensor_intrin_type;

#ifdef __cplusplus
}
#endif
#endif
