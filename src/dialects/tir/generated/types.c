/* types.c -- field tables of tir_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>
#include "../types.h"
#include "config.h"

static const tunip_field tir_var_fields[] = {
    TUNIP_NODE(tir_var, name, tunip_string, TUNIP_IGNORE | TUNIP_ASIDE),
    TUNIP_KIND(tir_var, type_annotation, ir_type, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_var, "tir.Var", &ir_prim_expr_type, tir_var_fields, TUNIP_LEN(tir_var_fields),
    FREE_VAR, TUNIP_VARIABLE, NULL, NULL);

TUNIP__TYPE(tir_size_var, "tir.SizeVar", &tir_var_type, NULL, 0, FREE_VAR, TUNIP_VARIABLE, NULL,
    NULL);

static const tunip_field tir_iter_var_fields[] = {
    TUNIP_NODE(tir_iter_var, dom, ir_range, TUNIP_OPTIONAL),
    TUNIP_NODE(tir_iter_var, var, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_INT(tir_iter_var, iter_type, 0),
    TUNIP_NODE(tir_iter_var, thread_tag, tunip_string, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_iter_var, "tir.IterVar", &ir_prim_expr_convertible_type, tir_iter_var_fields,
    TUNIP_LEN(tir_iter_var_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_buffer_fields[] = {
    TUNIP_NODE(tir_buffer, data, tir_var, TUNIP_DEF),
    TUNIP_DTYPE(tir_buffer, dtype, 0),
    TUNIP_ARRAY(tir_buffer, shape, ir_prim_expr, TUNIP_DEF),
    TUNIP_ARRAY(tir_buffer, strides, ir_prim_expr, TUNIP_DEF),
    TUNIP_ARRAY(tir_buffer, axis_separators, ir_int_imm, TUNIP_DEF),
    TUNIP_KIND(tir_buffer, elem_offset, ir_prim_expr, TUNIP_DEF),
    TUNIP_NODE(tir_buffer, name, tunip_string, TUNIP_IGNORE),
    TUNIP_INT(tir_buffer, data_alignment, 0),
    TUNIP_INT(tir_buffer, offset_factor, 0),
    TUNIP_INT(tir_buffer, buffer_type, 0),
    TUNIP_KIND(tir_buffer, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(tir_buffer, "tir.Buffer", &ir_object_type, tir_buffer_fields,
    TUNIP_LEN(tir_buffer_fields), TREE, TUNIP_VARIABLE, NULL, NULL);

static const tunip_field tir_string_imm_fields[] = {
    TUNIP_NODE(tir_string_imm, value, tunip_string, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_string_imm, "tir.StringImm", &ir_prim_expr_type, tir_string_imm_fields,
    TUNIP_LEN(tir_string_imm_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_cast_fields[] = {
    TUNIP_KIND(tir_cast, value, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_cast, "tir.Cast", &ir_prim_expr_type, tir_cast_fields, TUNIP_LEN(tir_cast_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_binary_fields[] = {
    TUNIP_KIND(tir_binary, a, ir_prim_expr, 0),
    TUNIP_KIND(tir_binary, b, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_add, "tir.Add", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_sub, "tir.Sub", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_mul, "tir.Mul", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_div, "tir.Div", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_mod, "tir.Mod", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_floor_div, "tir.FloorDiv", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_floor_mod, "tir.FloorMod", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_min, "tir.Min", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_max, "tir.Max", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_eq, "tir.EQ", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_ne, "tir.NE", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_lt, "tir.LT", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_le, "tir.LE", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_gt, "tir.GT", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_ge, "tir.GE", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_and, "tir.And", &ir_prim_expr_type, tir_binary_fields,
    TUNIP_LEN(tir_binary_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_or, "tir.Or", &ir_prim_expr_type, tir_binary_fields, TUNIP_LEN(tir_binary_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_not_fields[] = {
    TUNIP_KIND(tir_not, a, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_not, "tir.Not", &ir_prim_expr_type, tir_not_fields, TUNIP_LEN(tir_not_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_select_fields[] = {
    TUNIP_KIND(tir_select, condition, ir_prim_expr, 0),
    TUNIP_KIND(tir_select, true_value, ir_prim_expr, 0),
    TUNIP_KIND(tir_select, false_value, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_select, "tir.Select", &ir_prim_expr_type, tir_select_fields,
    TUNIP_LEN(tir_select_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_buffer_load_fields[] = {
    TUNIP_NODE(tir_buffer_load, buffer, tir_buffer, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_buffer_load, indices, ir_prim_expr, 0),
    TUNIP_KIND(tir_buffer_load, predicate, ir_prim_expr, TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(tir_buffer_load, "tir.BufferLoad", &ir_prim_expr_type, tir_buffer_load_fields,
    TUNIP_LEN(tir_buffer_load_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(tir_data_producer, "tir.DataProducer", &ir_prim_expr_convertible_type, NULL, 0,
    UNSUPPORTED, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field tir_producer_load_fields[] = {
    TUNIP_KIND(tir_producer_load, producer, tir_data_producer, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_producer_load, indices, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_producer_load, "tir.ProducerLoad", &ir_prim_expr_type, tir_producer_load_fields,
    TUNIP_LEN(tir_producer_load_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_ramp_fields[] = {
    TUNIP_ROW("base", tir_ramp, start, tunip_node *, TUNIP_FIELD_NODE, 0, &ir_prim_expr_type, NULL,
              NULL),
    TUNIP_KIND(tir_ramp, stride, ir_prim_expr, 0),
    TUNIP_KIND(tir_ramp, lanes, ir_prim_expr, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_ramp, "tir.Ramp", &ir_prim_expr_type, tir_ramp_fields, TUNIP_LEN(tir_ramp_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_broadcast_fields[] = {
    TUNIP_KIND(tir_broadcast, value, ir_prim_expr, 0),
    TUNIP_KIND(tir_broadcast, lanes, ir_prim_expr, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_broadcast, "tir.Broadcast", &ir_prim_expr_type, tir_broadcast_fields,
    TUNIP_LEN(tir_broadcast_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_shuffle_fields[] = {
    TUNIP_ARRAY(tir_shuffle, vectors, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_shuffle, indices, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_shuffle, "tir.Shuffle", &ir_prim_expr_type, tir_shuffle_fields,
    TUNIP_LEN(tir_shuffle_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_let_fields[] = {
    TUNIP_NODE(tir_let, var, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_KIND(tir_let, value, ir_prim_expr, 0),
    TUNIP_KIND(tir_let, body, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_let, "tir.Let", &ir_prim_expr_type, tir_let_fields, TUNIP_LEN(tir_let_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_call_fields[] = {
    TUNIP_KIND(tir_call, op, ir_relax_expr, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_call, args, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_call, "tir.Call", &ir_prim_expr_type, tir_call_fields, TUNIP_LEN(tir_call_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_comm_reducer_fields[] = {
    TUNIP_ARRAY(tir_comm_reducer, lhs, tir_var, TUNIP_DEF),
    TUNIP_ARRAY(tir_comm_reducer, rhs, tir_var, TUNIP_DEF),
    TUNIP_ARRAY(tir_comm_reducer, result, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_comm_reducer, identity_element, ir_prim_expr, 0),
    TUNIP_KIND(tir_comm_reducer, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(tir_comm_reducer, "tir.CommReducer", &ir_object_type, tir_comm_reducer_fields,
    TUNIP_LEN(tir_comm_reducer_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_reduce_fields[] = {
    TUNIP_NODE(tir_reduce, combiner, tir_comm_reducer, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_reduce, source, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_reduce, init, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_reduce, axis, tir_iter_var, 0),
    TUNIP_KIND(tir_reduce, condition, ir_prim_expr, 0),
    TUNIP_INT(tir_reduce, value_index, 0),
};
TUNIP__TYPE(tir_reduce, "tir.Reduce", &ir_prim_expr_type, tir_reduce_fields,
    TUNIP_LEN(tir_reduce_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_buffer_region_fields[] = {
    TUNIP_NODE(tir_buffer_region, buffer, tir_buffer, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_buffer_region, region, ir_range, 0),
};
TUNIP__TYPE(tir_buffer_region, "tir.BufferRegion", &ir_prim_expr_convertible_type,
    tir_buffer_region_fields, TUNIP_LEN(tir_buffer_region_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_match_buffer_region_fields[] = {
    TUNIP_NODE(tir_match_buffer_region, buffer, tir_buffer, TUNIP_ASIDE),
    TUNIP_NODE(tir_match_buffer_region, source, tir_buffer_region, 0),
};
TUNIP__TYPE(tir_match_buffer_region, "tir.MatchBufferRegion", &ir_object_type,
    tir_match_buffer_region_fields, TUNIP_LEN(tir_match_buffer_region_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_index_map_fields[] = {
    TUNIP_ARRAY(tir_index_map, initial_indices, tir_var, TUNIP_DEF),
    TUNIP_ARRAY(tir_index_map, final_indices, ir_prim_expr, 0),
    TUNIP_KIND(tir_index_map, inverse_index_map, ir_object, TUNIP_IGNORE | TUNIP_OPTIONAL),
};
TUNIP__TYPE(tir_index_map, "tir.IndexMap", &ir_object_type, tir_index_map_fields,
    TUNIP_LEN(tir_index_map_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_layout_fields[] = {
    TUNIP_NODE(tir_layout, name, tunip_string, 0),
    TUNIP_ARRAY(tir_layout, axes, tir_iter_var, 0),
};
TUNIP__TYPE(tir_layout, "tir.Layout", &ir_object_type, tir_layout_fields,
    TUNIP_LEN(tir_layout_fields), UNSUPPORTED, 0, NULL, NULL);

static const tunip_field tir_bijective_layout_fields[] = {
    TUNIP_NODE(tir_bijective_layout, src_layout, tir_layout, 0),
    TUNIP_NODE(tir_bijective_layout, dst_layout, tir_layout, 0),
    TUNIP_ARRAY(tir_bijective_layout, index_forward_rule, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_bijective_layout, index_backward_rule, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_bijective_layout, shape_forward_rule, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_bijective_layout, shape_backward_rule, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_bijective_layout, "tir.BijectiveLayout", &ir_object_type,
    tir_bijective_layout_fields, TUNIP_LEN(tir_bijective_layout_fields), UNSUPPORTED, 0, NULL,
    NULL);

static const tunip_field tir_stmt_fields[] = {
    TUNIP_KIND(tir_stmt, span, ir_span, TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(tir_stmt, "tir.Stmt", &ir_object_type, tir_stmt_fields, TUNIP_LEN(tir_stmt_fields),
    TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field tir_let_stmt_fields[] = {
    TUNIP_NODE(tir_let_stmt, var, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_KIND(tir_let_stmt, value, ir_prim_expr, 0),
    TUNIP_KIND(tir_let_stmt, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_let_stmt, "tir.LetStmt", &tir_stmt_type, tir_let_stmt_fields,
    TUNIP_LEN(tir_let_stmt_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_attr_stmt_fields[] = {
    TUNIP_ANY(tir_attr_stmt, node, TUNIP_ASIDE),
    TUNIP_NODE(tir_attr_stmt, attr_key, tunip_string, TUNIP_ASIDE),
    TUNIP_KIND(tir_attr_stmt, value, ir_prim_expr, 0),
    TUNIP_KIND(tir_attr_stmt, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_attr_stmt, "tir.AttrStmt", &tir_stmt_type, tir_attr_stmt_fields,
    TUNIP_LEN(tir_attr_stmt_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_assert_stmt_fields[] = {
    TUNIP_KIND(tir_assert_stmt, condition, ir_prim_expr, 0),
    TUNIP_KIND(tir_assert_stmt, message, ir_prim_expr, 0),
    TUNIP_KIND(tir_assert_stmt, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_assert_stmt, "tir.AssertStmt", &tir_stmt_type, tir_assert_stmt_fields,
    TUNIP_LEN(tir_assert_stmt_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_buffer_store_fields[] = {
    TUNIP_NODE(tir_buffer_store, buffer, tir_buffer, TUNIP_ASIDE),
    TUNIP_KIND(tir_buffer_store, value, ir_prim_expr, 0),
    TUNIP_ARRAY(tir_buffer_store, indices, ir_prim_expr, 0),
    TUNIP_KIND(tir_buffer_store, predicate, ir_prim_expr, TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(tir_buffer_store, "tir.BufferStore", &tir_stmt_type, tir_buffer_store_fields,
    TUNIP_LEN(tir_buffer_store_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_buffer_realize_fields[] = {
    TUNIP_NODE(tir_buffer_realize, buffer, tir_buffer, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_buffer_realize, bounds, ir_range, 0),
    TUNIP_KIND(tir_buffer_realize, condition, ir_prim_expr, 0),
    TUNIP_KIND(tir_buffer_realize, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_buffer_realize, "tir.BufferRealize", &tir_stmt_type, tir_buffer_realize_fields,
    TUNIP_LEN(tir_buffer_realize_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_allocate_fields[] = {
    TUNIP_NODE(tir_allocate, buffer_var, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_DTYPE(tir_allocate, dtype, 0),
    TUNIP_ARRAY(tir_allocate, extents, ir_prim_expr, 0),
    TUNIP_KIND(tir_allocate, condition, ir_prim_expr, 0),
    TUNIP_KIND(tir_allocate, body, tir_stmt, 0),
    TUNIP_MAP(tir_allocate, annotations, tunip_string, tunip_any, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_allocate, "tir.Allocate", &tir_stmt_type, tir_allocate_fields,
    TUNIP_LEN(tir_allocate_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_allocate_const_fields[] = {
    TUNIP_NODE(tir_allocate_const, buffer_var, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_NODE(tir_allocate_const, data, tunip_tensor, TUNIP_OPTIONAL | TUNIP_ASIDE),
    TUNIP_NODE(tir_allocate_const, irmod_storage_idx, ir_int_imm, TUNIP_OPTIONAL | TUNIP_ASIDE),
    TUNIP_DTYPE(tir_allocate_const, dtype, 0),
    TUNIP_ARRAY(tir_allocate_const, extents, ir_prim_expr, 0),
    TUNIP_KIND(tir_allocate_const, body, tir_stmt, 0),
    TUNIP_MAP(tir_allocate_const, annotations, tunip_string, tunip_any, TUNIP_ASIDE),
};
TUNIP__TYPE(tir_allocate_const, "tir.AllocateConst", &tir_stmt_type, tir_allocate_const_fields,
    TUNIP_LEN(tir_allocate_const_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_decl_buffer_fields[] = {
    TUNIP_NODE(tir_decl_buffer, buffer, tir_buffer, TUNIP_ASIDE),
    TUNIP_KIND(tir_decl_buffer, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_decl_buffer, "tir.DeclBuffer", &tir_stmt_type, tir_decl_buffer_fields,
    TUNIP_LEN(tir_decl_buffer_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_seq_stmt_fields[] = {
    TUNIP_ARRAY(tir_seq_stmt, seq, tir_stmt, 0),
};
TUNIP__TYPE(tir_seq_stmt, "tir.SeqStmt", &tir_stmt_type, tir_seq_stmt_fields,
    TUNIP_LEN(tir_seq_stmt_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_evaluate_fields[] = {
    TUNIP_KIND(tir_evaluate, value, ir_prim_expr, 0),
};
TUNIP__TYPE(tir_evaluate, "tir.Evaluate", &tir_stmt_type, tir_evaluate_fields,
    TUNIP_LEN(tir_evaluate_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_if_then_else_fields[] = {
    TUNIP_KIND(tir_if_then_else, condition, ir_prim_expr, 0),
    TUNIP_KIND(tir_if_then_else, then_case, tir_stmt, 0),
    TUNIP_KIND(tir_if_then_else, else_case, tir_stmt, TUNIP_OPTIONAL),
};
TUNIP__TYPE(tir_if_then_else, "tir.IfThenElse", &tir_stmt_type, tir_if_then_else_fields,
    TUNIP_LEN(tir_if_then_else_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_for_fields[] = {
    TUNIP_NODE(tir_for, loop_var, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_KIND(tir_for, min, ir_prim_expr, 0),
    TUNIP_KIND(tir_for, extent, ir_prim_expr, 0),
    TUNIP_INT(tir_for, kind, 0),
    TUNIP_KIND(tir_for, body, tir_stmt, 0),
    TUNIP_NODE(tir_for, thread_binding, tir_iter_var, TUNIP_OPTIONAL | TUNIP_ASIDE),
    TUNIP_MAP(tir_for, annotations, tunip_string, tunip_any, TUNIP_ASIDE),
    TUNIP_KIND(tir_for, step, ir_prim_expr, TUNIP_OPTIONAL),
};
TUNIP__TYPE(tir_for, "tir.For", &tir_stmt_type, tir_for_fields, TUNIP_LEN(tir_for_fields), TREE, 0,
    NULL, NULL);

static const tunip_field tir_while_fields[] = {
    TUNIP_KIND(tir_while, condition, ir_prim_expr, 0),
    TUNIP_KIND(tir_while, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_while, "tir.While", &tir_stmt_type, tir_while_fields, TUNIP_LEN(tir_while_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_block_fields[] = {
    TUNIP_ARRAY(tir_block, iter_vars, tir_iter_var, TUNIP_DEF),
    TUNIP_ARRAY(tir_block, reads, tir_buffer_region, 0),
    TUNIP_ARRAY(tir_block, writes, tir_buffer_region, 0),
    TUNIP_NODE(tir_block, name_hint, tunip_string, TUNIP_IGNORE | TUNIP_ASIDE),
    TUNIP_ARRAY(tir_block, alloc_buffers, tir_buffer, TUNIP_ASIDE),
    TUNIP_ARRAY(tir_block, match_buffers, tir_match_buffer_region, 0),
    TUNIP_MAP(tir_block, annotations, tunip_string, tunip_any, TUNIP_ASIDE),
    TUNIP_KIND(tir_block, init, tir_stmt, TUNIP_OPTIONAL),
    TUNIP_KIND(tir_block, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_block, "tir.Block", &tir_stmt_type, tir_block_fields, TUNIP_LEN(tir_block_fields),
    TREE, 0, NULL, NULL);

static const tunip_field tir_block_realize_fields[] = {
    TUNIP_ARRAY(tir_block_realize, iter_values, ir_prim_expr, 0),
    TUNIP_KIND(tir_block_realize, predicate, ir_prim_expr, 0),
    TUNIP_NODE(tir_block_realize, block, tir_block, 0),
};
TUNIP__TYPE(tir_block_realize, "tir.BlockRealize", &tir_stmt_type, tir_block_realize_fields,
    TUNIP_LEN(tir_block_realize_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_prim_func_fields[] = {
    TUNIP_ARRAY(tir_prim_func, params, tir_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_KIND(tir_prim_func, ret_type, ir_type, TUNIP_ASIDE),
    TUNIP_MAP(tir_prim_func, buffer_map, tir_var, tir_buffer, TUNIP_ASIDE),
    TUNIP_KIND(tir_prim_func, body, tir_stmt, 0),
};
TUNIP__TYPE(tir_prim_func, "tir.PrimFunc", &ir_base_func_type, tir_prim_func_fields,
    TUNIP_LEN(tir_prim_func_fields), TREE, 0, NULL, NULL);

static const tunip_field tir_tensor_intrin_fields[] = {
    TUNIP_NODE(tir_tensor_intrin, desc, tir_prim_func, 0),
    TUNIP_NODE(tir_tensor_intrin, impl, tir_prim_func, 0),
};
TUNIP__TYPE(tir_tensor_intrin, "tir.TensorIntrin", &ir_object_type, tir_tensor_intrin_fields,
    TUNIP_LEN(tir_tensor_intrin_fields), UNSUPPORTED, 0, NULL, NULL);

tunip_type *const tir_types[TIR_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
