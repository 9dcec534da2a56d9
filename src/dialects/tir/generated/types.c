/* types.c -- field tables of tir_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>
#include "../complete.h"
#include "config.h"
#include "tables.h"
#include <tunip/tvm/tirx_types.h>
#include <tunip/tvm/tirx_others.h>
#include <tunip/tvm/tirx_types_v24.h>
#include <tunip/tvm/tirx_types_v25.h>

static const tunip_field tunip_tir_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_var, name, tunip_string,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME),
    TUNIP_FIELD_ABSTRACT(tunip_tir_var, type_annotation, tunip_ir_type, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_var_completion = {
    .finish = tir_complete_var};
TUNIP__VINTAGE_TYPE(tunip_tir_var, "tir.Var", &tunip_ir_prim_expr_type, tunip_tir_var_fields,
    TUNIP_LEN(tunip_tir_var_fields), FREE_VAR, TUNIP_TYPE_VARIABLE, NULL, NULL,
    &tunip_tir_var_completion, NULL, 0, 24);

static const tunip_completion tunip_tir_size_var_completion = {
    .finish = tir_complete_var};
TUNIP__VINTAGE_TYPE(tunip_tir_size_var, "tir.SizeVar", &tunip_tir_var_type, NULL, 0, FREE_VAR,
    TUNIP_TYPE_VARIABLE, NULL, NULL, &tunip_tir_size_var_completion, NULL, 0, 24);

static const tunip_field tunip_tir_iter_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_iter_var, dom, tunip_ir_range, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_tir_iter_var, var, tunip_tir_var, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_INT(tunip_tir_iter_var, iter_type, 0),
    TUNIP_FIELD_NODE(tunip_tir_iter_var, thread_tag, tunip_string, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_iter_var_completion = {
    .finish = tir_complete_iter_var};
TUNIP__VINTAGE_TYPE(tunip_tir_iter_var, "tir.IterVar", &tunip_ir_prim_expr_convertible_type,
    tunip_tir_iter_var_fields, TUNIP_LEN(tunip_tir_iter_var_fields), TREE, 0, NULL, NULL,
    &tunip_tir_iter_var_completion, NULL, 0, 24);

static const tunip_field tunip_tir_buffer_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_buffer, data, tunip_tir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_DTYPE(tunip_tir_buffer, dtype, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer, shape, tunip_ir_prim_expr, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer, strides, tunip_ir_prim_expr, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer, axis_separators, tunip_ir_int_imm, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer, elem_offset, tunip_ir_prim_expr, TUNIP_FLAG_DEF),
    TUNIP_FIELD_NODE(tunip_tir_buffer, name, tunip_string, TUNIP_FLAG_IGNORE | TUNIP_FLAG_NAME),
    TUNIP_FIELD_INT(tunip_tir_buffer, data_alignment, 0),
    TUNIP_FIELD_INT(tunip_tir_buffer, offset_factor, 0),
    TUNIP_FIELD_INT(tunip_tir_buffer, buffer_type, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION),
};
static const tunip_completion tunip_tir_buffer_completion = {
    .finish = tir_complete_buffer};
TUNIP__VINTAGE_TYPE(tunip_tir_buffer, "tir.Buffer", &tunip_ir_object_type, tunip_tir_buffer_fields,
    TUNIP_LEN(tunip_tir_buffer_fields), TREE, TUNIP_TYPE_VARIABLE, NULL, NULL,
    &tunip_tir_buffer_completion, NULL, 0, 24);

static const tunip_field tunip_tir_string_imm_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_string_imm, value, tunip_string, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_string_imm_completion = {
    .result = TUNIP_RESULT_FIXED, .fixed = {TUNIP_DTYPE_HANDLE, 64, 1},
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_string_imm, "tir.StringImm", &tunip_ir_prim_expr_type,
    tunip_tir_string_imm_fields, TUNIP_LEN(tunip_tir_string_imm_fields), TREE, 0, NULL, NULL,
    &tunip_tir_string_imm_completion, NULL, 0, 24);

static const tunip_field tunip_tir_cast_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_cast, value, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_cast_completion = {
    .finish = tir_complete_cast};
TUNIP__VINTAGE_TYPE(tunip_tir_cast, "tir.Cast", &tunip_ir_prim_expr_type, tunip_tir_cast_fields,
    TUNIP_LEN(tunip_tir_cast_fields), TREE, 0, NULL, NULL, &tunip_tir_cast_completion, NULL, 0, 24);

static const tunip_field tunip_tir_binary_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_binary, a, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_binary, b, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_add_completion = {
    .result = TUNIP_RESULT_LIKE, .of = offsetof(tunip_tir_binary, a),
    .same = {offsetof(tunip_tir_binary, a), offsetof(tunip_tir_binary, b)},
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_add, "tir.Add", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_sub, "tir.Sub", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_mul, "tir.Mul", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_div, "tir.Div", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_mod, "tir.Mod", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_floor_div, "tir.FloorDiv", &tunip_ir_prim_expr_type,
    tunip_tir_binary_fields, TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL,
    &tunip_tir_add_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_floor_mod, "tir.FloorMod", &tunip_ir_prim_expr_type,
    tunip_tir_binary_fields, TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL,
    &tunip_tir_add_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_min, "tir.Min", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_max, "tir.Max", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_add_completion, NULL, 0,
    24);

static const tunip_completion tunip_tir_eq_completion = {
    .result = TUNIP_RESULT_BOOL, .of = offsetof(tunip_tir_binary, a),
    .same = {offsetof(tunip_tir_binary, a), offsetof(tunip_tir_binary, b)},
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_eq, "tir.EQ", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_eq_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_ne, "tir.NE", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_eq_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_lt, "tir.LT", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_eq_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_le, "tir.LE", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_eq_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_gt, "tir.GT", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_eq_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_ge, "tir.GE", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_eq_completion, NULL, 0, 24);

static const tunip_completion tunip_tir_and_completion = {
    .result = TUNIP_RESULT_BOOL, .of = offsetof(tunip_tir_binary, a),
    .same = {offsetof(tunip_tir_binary, a), offsetof(tunip_tir_binary, b)},
    .conditions = {offsetof(tunip_tir_binary, a), offsetof(tunip_tir_binary, b)},
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_and, "tir.And", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_and_completion, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_tir_or, "tir.Or", &tunip_ir_prim_expr_type, tunip_tir_binary_fields,
    TUNIP_LEN(tunip_tir_binary_fields), TREE, 0, NULL, NULL, &tunip_tir_and_completion, NULL, 0,
    24);

static const tunip_field tunip_tir_not_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_not, a, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_not_completion = {
    .result = TUNIP_RESULT_BOOL, .of = offsetof(tunip_tir_not, a),
    .conditions = {offsetof(tunip_tir_not, a)}, .expr = &tunip_ir_prim_expr_type,
    .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_not, "tir.Not", &tunip_ir_prim_expr_type, tunip_tir_not_fields,
    TUNIP_LEN(tunip_tir_not_fields), TREE, 0, NULL, NULL, &tunip_tir_not_completion, NULL, 0, 24);

static const tunip_field tunip_tir_select_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_select, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_select, true_value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_select, false_value, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_select_completion = {
    .result = TUNIP_RESULT_LIKE, .of = offsetof(tunip_tir_select, true_value),
    .same = {offsetof(tunip_tir_select, true_value), offsetof(tunip_tir_select, false_value)},
    .conditions = {offsetof(tunip_tir_select, condition)}, .finish = tir_complete_select,
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_select, "tir.Select", &tunip_ir_prim_expr_type,
    tunip_tir_select_fields, TUNIP_LEN(tunip_tir_select_fields), TREE, 0, NULL, NULL,
    &tunip_tir_select_completion, NULL, 0, 24);

static const tunip_field tunip_tir_buffer_load_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_buffer_load, buffer, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer_load, indices, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer_load, predicate, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_buffer_load_completion = {
    .finish = tir_complete_buffer_load};
TUNIP__VINTAGE_TYPE(tunip_tir_buffer_load, "tir.BufferLoad", &tunip_ir_prim_expr_type,
    tunip_tir_buffer_load_fields, TUNIP_LEN(tunip_tir_buffer_load_fields), TREE, 0, NULL, NULL,
    &tunip_tir_buffer_load_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_data_producer, "tir.DataProducer",
    &tunip_ir_prim_expr_convertible_type, NULL, 0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_tir_producer_load_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_producer_load, producer, tunip_tir_data_producer,
              TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_producer_load, indices, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_producer_load_completion = {
    .finish = tir_complete_producer_load};
TUNIP__VINTAGE_TYPE(tunip_tir_producer_load, "tir.ProducerLoad", &tunip_ir_prim_expr_type,
    tunip_tir_producer_load_fields, TUNIP_LEN(tunip_tir_producer_load_fields), TREE, 0, NULL, NULL,
    &tunip_tir_producer_load_completion, NULL, 0, 24);

static const tunip_field tunip_tir_ramp_fields[] = {
    TUNIP_FIELD_ROW("base", tunip_tir_ramp, start, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ABSTRACT(tunip_tir_ramp, stride, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_ramp, lanes, tunip_ir_prim_expr, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_ramp_completion = {
    .same = {offsetof(tunip_tir_ramp, start), offsetof(tunip_tir_ramp, stride)},
    .finish = tir_complete_ramp, .expr = &tunip_ir_prim_expr_type,
    .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_ramp, "tir.Ramp", &tunip_ir_prim_expr_type, tunip_tir_ramp_fields,
    TUNIP_LEN(tunip_tir_ramp_fields), TREE, 0, NULL, NULL, &tunip_tir_ramp_completion, NULL, 0, 24);

static const tunip_field tunip_tir_broadcast_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_broadcast, value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_broadcast, lanes, tunip_ir_prim_expr, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_broadcast_completion = {
    .finish = tir_complete_broadcast};
TUNIP__VINTAGE_TYPE(tunip_tir_broadcast, "tir.Broadcast", &tunip_ir_prim_expr_type,
    tunip_tir_broadcast_fields, TUNIP_LEN(tunip_tir_broadcast_fields), TREE, 0, NULL, NULL,
    &tunip_tir_broadcast_completion, NULL, 0, 24);

static const tunip_field tunip_tir_shuffle_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_shuffle, vectors, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_shuffle, indices, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_shuffle_completion = {
    .finish = tir_complete_shuffle};
TUNIP__VINTAGE_TYPE(tunip_tir_shuffle, "tir.Shuffle", &tunip_ir_prim_expr_type,
    tunip_tir_shuffle_fields, TUNIP_LEN(tunip_tir_shuffle_fields), TREE, 0, NULL, NULL,
    &tunip_tir_shuffle_completion, NULL, 0, 24);

static const tunip_field tunip_tir_let_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_let, var, tunip_tir_var, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_let, value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_let, body, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_tir_let_completion = {
    .result = TUNIP_RESULT_LIKE, .of = offsetof(tunip_tir_let, body),
    .same = {offsetof(tunip_tir_let, var), offsetof(tunip_tir_let, value)},
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_let, "tir.Let", &tunip_ir_prim_expr_type, tunip_tir_let_fields,
    TUNIP_LEN(tunip_tir_let_fields), TREE, 0, NULL, NULL, &tunip_tir_let_completion, NULL, 0, 24);

static const tunip_field tunip_tir_call_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_call, op, tunip_ir_relax_expr, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_call, args, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_call, "tir.Call", &tunip_ir_prim_expr_type, tunip_tir_call_fields,
    TUNIP_LEN(tunip_tir_call_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_comm_reducer_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_comm_reducer, lhs, tunip_tir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tir_comm_reducer, rhs, tunip_tir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tir_comm_reducer, result, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_comm_reducer, identity_element, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_comm_reducer, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_tir_comm_reducer, "tir.CommReducer", &tunip_ir_object_type,
    tunip_tir_comm_reducer_fields, TUNIP_LEN(tunip_tir_comm_reducer_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_tir_reduce_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_reduce, combiner, tunip_tir_comm_reducer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_reduce, source, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_reduce, init, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_reduce, axis, tunip_tir_iter_var, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_reduce, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_INT(tunip_tir_reduce, value_index, 0),
};
static const tunip_completion tunip_tir_reduce_completion = {
    .conditions = {offsetof(tunip_tir_reduce, condition)}, .finish = tir_complete_reduce,
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_reduce, "tir.Reduce", &tunip_ir_prim_expr_type,
    tunip_tir_reduce_fields, TUNIP_LEN(tunip_tir_reduce_fields), TREE, 0, NULL, NULL,
    &tunip_tir_reduce_completion, NULL, 0, 24);

static const tunip_field tunip_tir_buffer_region_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_buffer_region, buffer, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer_region, region, tunip_ir_range, 0),
};
static const tunip_completion tunip_tir_buffer_region_completion = {
    .finish = tir_complete_buffer_region};
TUNIP__VINTAGE_TYPE(tunip_tir_buffer_region, "tir.BufferRegion",
    &tunip_ir_prim_expr_convertible_type, tunip_tir_buffer_region_fields,
    TUNIP_LEN(tunip_tir_buffer_region_fields), TREE, 0, NULL, NULL,
    &tunip_tir_buffer_region_completion, NULL, 0, 24);

static const tunip_field tunip_tir_match_buffer_region_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_match_buffer_region, buffer, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_NODE(tunip_tir_match_buffer_region, source, tunip_tir_buffer_region, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_match_buffer_region, "tir.MatchBufferRegion", &tunip_ir_object_type,
    tunip_tir_match_buffer_region_fields, TUNIP_LEN(tunip_tir_match_buffer_region_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_index_map_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_index_map, initial_indices, tunip_tir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tir_index_map, final_indices, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_index_map, inverse_index_map, tunip_ir_object,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_tir_index_map, "tir.IndexMap", &tunip_ir_object_type,
    tunip_tir_index_map_fields, TUNIP_LEN(tunip_tir_index_map_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 24);

static const tunip_field tunip_tir_layout_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_layout, name, tunip_string, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_layout, axes, tunip_tir_iter_var, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_layout, "tir.Layout", &tunip_ir_object_type, tunip_tir_layout_fields,
    TUNIP_LEN(tunip_tir_layout_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_bijective_layout_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_bijective_layout, src_layout, tunip_tir_layout, 0),
    TUNIP_FIELD_NODE(tunip_tir_bijective_layout, dst_layout, tunip_tir_layout, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_bijective_layout, index_forward_rule, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_bijective_layout, index_backward_rule, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_bijective_layout, shape_forward_rule, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_bijective_layout, shape_backward_rule, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_bijective_layout, "tir.BijectiveLayout", &tunip_ir_object_type,
    tunip_tir_bijective_layout_fields, TUNIP_LEN(tunip_tir_bijective_layout_fields), UNSUPPORTED,
    0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_stmt_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_stmt, span, tunip_ir_span,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tir_stmt, "tir.Stmt", &tunip_ir_object_type, tunip_tir_stmt_fields,
    TUNIP_LEN(tunip_tir_stmt_fields), TREE, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_let_stmt_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_let_stmt, var, tunip_tir_var, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_let_stmt, value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_let_stmt, body, tunip_tir_stmt, 0),
};
static const tunip_completion tunip_tir_let_stmt_completion = {
    .finish = tir_complete_let_stmt};
TUNIP__VINTAGE_TYPE(tunip_tir_let_stmt, "tir.LetStmt", &tunip_tir_stmt_type,
    tunip_tir_let_stmt_fields, TUNIP_LEN(tunip_tir_let_stmt_fields), TREE, 0, NULL, NULL,
    &tunip_tir_let_stmt_completion, NULL, 0, 24);

static const tunip_field tunip_tir_attr_stmt_fields[] = {
    TUNIP_FIELD_ANY(tunip_tir_attr_stmt, node, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_NODE(tunip_tir_attr_stmt, attr_key, tunip_string, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_attr_stmt, value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_attr_stmt, body, tunip_tir_stmt, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_attr_stmt, "tir.AttrStmt", &tunip_tir_stmt_type,
    tunip_tir_attr_stmt_fields, TUNIP_LEN(tunip_tir_attr_stmt_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 24);

static const tunip_field tunip_tir_assert_stmt_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_assert_stmt, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_assert_stmt, message, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_assert_stmt, body, tunip_tir_stmt, 0),
};
static const tunip_completion tunip_tir_assert_stmt_completion = {
    .conditions = {offsetof(tunip_tir_assert_stmt, condition)}, .finish = tir_complete_assert_stmt,
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_assert_stmt, "tir.AssertStmt", &tunip_tir_stmt_type,
    tunip_tir_assert_stmt_fields, TUNIP_LEN(tunip_tir_assert_stmt_fields), TREE, 0, NULL, NULL,
    &tunip_tir_assert_stmt_completion, NULL, 0, 24);

static const tunip_field tunip_tir_buffer_store_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_buffer_store, buffer, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer_store, value, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer_store, indices, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer_store, predicate, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_buffer_store_completion = {
    .finish = tir_complete_buffer_store};
TUNIP__VINTAGE_TYPE(tunip_tir_buffer_store, "tir.BufferStore", &tunip_tir_stmt_type,
    tunip_tir_buffer_store_fields, TUNIP_LEN(tunip_tir_buffer_store_fields), TREE, 0, NULL, NULL,
    &tunip_tir_buffer_store_completion, NULL, 0, 24);

static const tunip_field tunip_tir_buffer_realize_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_buffer_realize, buffer, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_buffer_realize, bounds, tunip_ir_range, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer_realize, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_buffer_realize, body, tunip_tir_stmt, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_buffer_realize, "tir.BufferRealize", &tunip_tir_stmt_type,
    tunip_tir_buffer_realize_fields, TUNIP_LEN(tunip_tir_buffer_realize_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_allocate_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_allocate, buffer_var, tunip_tir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_DTYPE(tunip_tir_allocate, dtype, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_allocate, extents, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_allocate, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_allocate, body, tunip_tir_stmt, 0),
    TUNIP_FIELD_MAP(tunip_tir_allocate, annotations, tunip_string, tunip_any, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_tir_allocate_completion = {
    .conditions = {offsetof(tunip_tir_allocate, condition)}, .finish = tir_complete_allocate,
    .expr = &tunip_ir_prim_expr_type, .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_allocate, "tir.Allocate", &tunip_tir_stmt_type,
    tunip_tir_allocate_fields, TUNIP_LEN(tunip_tir_allocate_fields), TREE, 0, NULL, NULL,
    &tunip_tir_allocate_completion, NULL, 0, 24);

static const tunip_field tunip_tir_allocate_const_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_allocate_const, buffer_var, tunip_tir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_NODE(tunip_tir_allocate_const, data, tunip_tensor,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_NODE(tunip_tir_allocate_const, irmod_storage_idx, tunip_ir_int_imm,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_DTYPE(tunip_tir_allocate_const, dtype, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_allocate_const, extents, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_allocate_const, body, tunip_tir_stmt, 0),
    TUNIP_FIELD_MAP(tunip_tir_allocate_const, annotations, tunip_string, tunip_any,
              TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tir_allocate_const, "tir.AllocateConst", &tunip_tir_stmt_type,
    tunip_tir_allocate_const_fields, TUNIP_LEN(tunip_tir_allocate_const_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_decl_buffer_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_decl_buffer, buffer, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_decl_buffer, body, tunip_tir_stmt, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_decl_buffer, "tir.DeclBuffer", &tunip_tir_stmt_type,
    tunip_tir_decl_buffer_fields, TUNIP_LEN(tunip_tir_decl_buffer_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_tir_seq_stmt_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_seq_stmt, seq, tunip_tir_stmt, 0),
};
static const tunip_completion tunip_tir_seq_stmt_completion = {
    .finish = tir_complete_seq_stmt};
TUNIP__VINTAGE_TYPE(tunip_tir_seq_stmt, "tir.SeqStmt", &tunip_tir_stmt_type,
    tunip_tir_seq_stmt_fields, TUNIP_LEN(tunip_tir_seq_stmt_fields), TREE, 0, NULL, NULL,
    &tunip_tir_seq_stmt_completion, NULL, 0, 24);

static const tunip_field tunip_tir_evaluate_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_evaluate, value, tunip_ir_prim_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_evaluate, "tir.Evaluate", &tunip_tir_stmt_type,
    tunip_tir_evaluate_fields, TUNIP_LEN(tunip_tir_evaluate_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 24);

static const tunip_field tunip_tir_if_then_else_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_if_then_else, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_if_then_else, then_case, tunip_tir_stmt, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_if_then_else, else_case, tunip_tir_stmt, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_tir_if_then_else, "tir.IfThenElse", &tunip_tir_stmt_type,
    tunip_tir_if_then_else_fields, TUNIP_LEN(tunip_tir_if_then_else_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_tir_for_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_for, loop_var, tunip_tir_var, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_for, min, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_for, extent, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_INT(tunip_tir_for, kind, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_for, body, tunip_tir_stmt, 0),
    TUNIP_FIELD_NODE(tunip_tir_for, thread_binding, tunip_tir_iter_var,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_MAP(tunip_tir_for, annotations, tunip_string, tunip_any, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_for, step, tunip_ir_prim_expr, TUNIP_FLAG_OPTIONAL),
};
static const tunip_completion tunip_tir_for_completion = {
    .finish = tir_complete_for};
TUNIP__VINTAGE_TYPE(tunip_tir_for, "tir.For", &tunip_tir_stmt_type, tunip_tir_for_fields,
    TUNIP_LEN(tunip_tir_for_fields), TREE, 0, NULL, NULL, &tunip_tir_for_completion, NULL, 0, 24);

static const tunip_field tunip_tir_while_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tir_while, condition, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_while, body, tunip_tir_stmt, 0),
};
static const tunip_completion tunip_tir_while_completion = {
    .finish = tir_complete_while};
TUNIP__VINTAGE_TYPE(tunip_tir_while, "tir.While", &tunip_tir_stmt_type, tunip_tir_while_fields,
    TUNIP_LEN(tunip_tir_while_fields), TREE, 0, NULL, NULL, &tunip_tir_while_completion, NULL, 0,
    24);

static const tunip_field tunip_tir_block_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_block, iter_vars, tunip_tir_iter_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tir_block, reads, tunip_tir_buffer_region, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_block, writes, tunip_tir_buffer_region, 0),
    TUNIP_FIELD_NODE(tunip_tir_block, name_hint, tunip_string,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME),
    TUNIP_FIELD_ARRAY(tunip_tir_block, alloc_buffers, tunip_tir_buffer, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tir_block, match_buffers, tunip_tir_match_buffer_region, 0),
    TUNIP_FIELD_MAP(tunip_tir_block, annotations, tunip_string, tunip_any, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_block, init, tunip_tir_stmt, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_tir_block, body, tunip_tir_stmt, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_block, "tir.Block", &tunip_tir_stmt_type, tunip_tir_block_fields,
    TUNIP_LEN(tunip_tir_block_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_block_realize_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_block_realize, iter_values, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tir_block_realize, predicate, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_NODE(tunip_tir_block_realize, block, tunip_tir_block, 0),
};
static const tunip_completion tunip_tir_block_realize_completion = {
    .conditions = {offsetof(tunip_tir_block_realize, predicate)},
    .finish = tir_complete_block_realize, .expr = &tunip_ir_prim_expr_type,
    .dtype = offsetof(tunip_ir_prim_expr, dtype)};
TUNIP__VINTAGE_TYPE(tunip_tir_block_realize, "tir.BlockRealize", &tunip_tir_stmt_type,
    tunip_tir_block_realize_fields, TUNIP_LEN(tunip_tir_block_realize_fields), TREE, 0, NULL, NULL,
    &tunip_tir_block_realize_completion, NULL, 0, 24);

static const tunip_field tunip_tir_prim_func_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_prim_func, params, tunip_tir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_prim_func, ret_type, tunip_ir_type, TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_MAP(tunip_tir_prim_func, buffer_map, tunip_tir_var, tunip_tir_buffer,
              TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tir_prim_func, body, tunip_tir_stmt, 0),
};
static const tunip_completion tunip_tir_prim_func_completion = {
    .finish = tir_complete_prim_func};
TUNIP__VINTAGE_TYPE(tunip_tir_prim_func, "tir.PrimFunc", &tunip_ir_base_func_type,
    tunip_tir_prim_func_fields, TUNIP_LEN(tunip_tir_prim_func_fields), TREE, 0, NULL, NULL,
    &tunip_tir_prim_func_completion, NULL, 0, 24);

static const tunip_field tunip_tir_tensor_intrin_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_tensor_intrin, desc, tunip_tir_prim_func, 0),
    TUNIP_FIELD_NODE(tunip_tir_tensor_intrin, impl, tunip_tir_prim_func, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_tensor_intrin, "tir.TensorIntrin", &tunip_ir_object_type,
    tunip_tir_tensor_intrin_fields, TUNIP_LEN(tunip_tir_tensor_intrin_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_block_rv, "tir.BlockRV", &tunip_ir_object_type, NULL, 0, FREE_VAR, 0,
    NULL, NULL, NULL, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_tir_loop_rv, "tir.LoopRV", &tunip_ir_object_type, NULL, 0, FREE_VAR, 0,
    NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_instruction_kind_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_instruction_kind, name, tunip_string, 0),
    TUNIP_FIELD_ROW("_is_pure", tunip_tir_instruction_kind, is_pure, bool, TUNIP_KIND_BOOL,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tir_instruction_kind, "tir.InstructionKind", &tunip_ir_object_type,
    tunip_tir_instruction_kind_fields, TUNIP_LEN(tunip_tir_instruction_kind_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_tir_instruction_fields[] = {
    TUNIP_FIELD_NODE(tunip_tir_instruction, kind, tunip_tir_instruction_kind, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_instruction, inputs, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_instruction, attrs, tunip_any, 0),
    TUNIP_FIELD_ARRAY(tunip_tir_instruction, outputs, tunip_any, TUNIP_FLAG_DEF),
};
TUNIP__VINTAGE_TYPE(tunip_tir_instruction, "tir.Instruction", &tunip_ir_object_type,
    tunip_tir_instruction_fields, TUNIP_LEN(tunip_tir_instruction_fields), DAG, 0, NULL, NULL,
    NULL, NULL, 0, 24);

static const tunip_field tunip_tir_trace_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tir_trace, insts, tunip_tir_instruction, 0),
    TUNIP_FIELD_MAP(tunip_tir_trace, decisions, tunip_tir_instruction, tunip_any, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tir_trace, "tir.Trace", &tunip_ir_object_type, tunip_tir_trace_fields,
    TUNIP_LEN(tunip_tir_trace_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

tunip_type *const tir_types[TIR_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
