/* tirx_types.c -- field tables of tirx_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/tirx_types.h>
#include "../types.h"

static const tunip_field tunip_tirx_iter_var_fields[] = {
    TUNIP_FIELD_ROW("dom", tunip_tirx_iter_var, dom, tunip_ir_range *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_range_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("var", tunip_tirx_iter_var, var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_ir_var_type, NULL, NULL),
    TUNIP_FIELD_ROW("iter_type", tunip_tirx_iter_var, iter_type, int64_t, TUNIP_KIND_INT, 0, NULL,
              NULL, NULL),
    TUNIP_FIELD_ROW("thread_tag", tunip_tirx_iter_var, thread_tag, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_iter_var, "tirx.IterVar", &tunip_ir_prim_expr_convertible_type,
    tunip_tirx_iter_var_fields, TUNIP_LEN(tunip_tirx_iter_var_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_iter_var_type, 26, 0);

static const tunip_field tunip_tirx_buffer_type_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_buffer_type, dtype, tunip_ir_prim_type, 0),
    TUNIP_FIELD_NODE(tunip_tirx_buffer_type, storage_scope, tunip_string, 0),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_type, shape, tunip_ir_expr, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_type, strides, tunip_ir_expr, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_buffer_type, elem_offset, tunip_ir_expr, TUNIP_FLAG_DEF),
    TUNIP_FIELD_INT(tunip_tirx_buffer_type, data_alignment, 0),
    TUNIP_FIELD_INT(tunip_tirx_buffer_type, offset_factor, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_buffer_type, layout, tunip_tirx_layout, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_type, allocated_addr, tunip_ir_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_type, "tirx.BufferType", &tunip_ir_type_type,
    tunip_tirx_buffer_type_fields, TUNIP_LEN(tunip_tirx_buffer_type_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_string_imm_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_string_imm, value, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_string_imm, "tirx.StringImm", &tunip_ir_expr_type,
    tunip_tirx_string_imm_fields, TUNIP_LEN(tunip_tirx_string_imm_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_string_imm_type, 26, 0);

static const tunip_field tunip_tirx_cast_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_cast, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_cast, "tirx.Cast", &tunip_ir_expr_type, tunip_tirx_cast_fields,
    TUNIP_LEN(tunip_tirx_cast_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_cast_type, 26, 0);

static const tunip_field tunip_tirx_add_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_add, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_add, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_add, "tirx.Add", &tunip_ir_expr_type, tunip_tirx_add_fields,
    TUNIP_LEN(tunip_tirx_add_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_add_type, 26, 0);

static const tunip_field tunip_tirx_sub_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_sub, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_sub, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sub, "tirx.Sub", &tunip_ir_expr_type, tunip_tirx_sub_fields,
    TUNIP_LEN(tunip_tirx_sub_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_sub_type, 26, 0);

static const tunip_field tunip_tirx_mul_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_mul, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_mul, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_mul, "tirx.Mul", &tunip_ir_expr_type, tunip_tirx_mul_fields,
    TUNIP_LEN(tunip_tirx_mul_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_mul_type, 26, 0);

static const tunip_field tunip_tirx_div_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_div, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_div, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_div, "tirx.Div", &tunip_ir_expr_type, tunip_tirx_div_fields,
    TUNIP_LEN(tunip_tirx_div_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_div_type, 26, 0);

static const tunip_field tunip_tirx_mod_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_mod, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_mod, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_mod, "tirx.Mod", &tunip_ir_expr_type, tunip_tirx_mod_fields,
    TUNIP_LEN(tunip_tirx_mod_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_mod_type, 26, 0);

static const tunip_field tunip_tirx_floor_div_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_floor_div, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_floor_div, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_floor_div, "tirx.FloorDiv", &tunip_ir_expr_type,
    tunip_tirx_floor_div_fields, TUNIP_LEN(tunip_tirx_floor_div_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_floor_div_type, 26, 0);

static const tunip_field tunip_tirx_floor_mod_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_floor_mod, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_floor_mod, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_floor_mod, "tirx.FloorMod", &tunip_ir_expr_type,
    tunip_tirx_floor_mod_fields, TUNIP_LEN(tunip_tirx_floor_mod_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_floor_mod_type, 26, 0);

static const tunip_field tunip_tirx_min_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_min, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_min, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_min, "tirx.Min", &tunip_ir_expr_type, tunip_tirx_min_fields,
    TUNIP_LEN(tunip_tirx_min_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_min_type, 26, 0);

static const tunip_field tunip_tirx_max_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_max, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_max, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_max, "tirx.Max", &tunip_ir_expr_type, tunip_tirx_max_fields,
    TUNIP_LEN(tunip_tirx_max_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_max_type, 26, 0);

static const tunip_field tunip_tirx_eq_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_eq, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_eq, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_eq, "tirx.EQ", &tunip_ir_expr_type, tunip_tirx_eq_fields,
    TUNIP_LEN(tunip_tirx_eq_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_eq_type, 26, 0);

static const tunip_field tunip_tirx_ne_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_ne, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_ne, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_ne, "tirx.NE", &tunip_ir_expr_type, tunip_tirx_ne_fields,
    TUNIP_LEN(tunip_tirx_ne_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_ne_type, 26, 0);

static const tunip_field tunip_tirx_lt_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_lt, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_lt, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_lt, "tirx.LT", &tunip_ir_expr_type, tunip_tirx_lt_fields,
    TUNIP_LEN(tunip_tirx_lt_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_lt_type, 26, 0);

static const tunip_field tunip_tirx_le_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_le, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_le, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_le, "tirx.LE", &tunip_ir_expr_type, tunip_tirx_le_fields,
    TUNIP_LEN(tunip_tirx_le_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_le_type, 26, 0);

static const tunip_field tunip_tirx_gt_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_gt, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_gt, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_gt, "tirx.GT", &tunip_ir_expr_type, tunip_tirx_gt_fields,
    TUNIP_LEN(tunip_tirx_gt_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_gt_type, 26, 0);

static const tunip_field tunip_tirx_ge_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_ge, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_ge, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_ge, "tirx.GE", &tunip_ir_expr_type, tunip_tirx_ge_fields,
    TUNIP_LEN(tunip_tirx_ge_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_ge_type, 26, 0);

static const tunip_field tunip_tirx_and_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_and, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_and, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_and, "tirx.And", &tunip_ir_expr_type, tunip_tirx_and_fields,
    TUNIP_LEN(tunip_tirx_and_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_and_type, 26, 0);

static const tunip_field tunip_tirx_or_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_or, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_or, b, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_or, "tirx.Or", &tunip_ir_expr_type, tunip_tirx_or_fields,
    TUNIP_LEN(tunip_tirx_or_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_or_type, 26, 0);

static const tunip_field tunip_tirx_not_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_not, a, tunip_node *, TUNIP_KIND_NODE, 0, &tunip_ir_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_not, "tirx.Not", &tunip_ir_expr_type, tunip_tirx_not_fields,
    TUNIP_LEN(tunip_tirx_not_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_not_type, 26, 0);

static const tunip_field tunip_tirx_select_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_select, condition, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("true_value", tunip_tirx_select, true_value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("false_value", tunip_tirx_select, false_value, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_select, "tirx.Select", &tunip_ir_expr_type,
    tunip_tirx_select_fields, TUNIP_LEN(tunip_tirx_select_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_select_type, 26, 0);

static const tunip_field tunip_tirx_buffer_load_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_buffer_load, buffer, tunip_ir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_load, indices, tunip_ir_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_buffer_load, predicate, tunip_ir_expr,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_load, "tirx.BufferLoad", &tunip_ir_expr_type,
    tunip_tirx_buffer_load_fields, TUNIP_LEN(tunip_tirx_buffer_load_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_tirx_data_producer, "tirx.DataProducer",
    &tunip_ir_prim_expr_convertible_type, NULL, 0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL,
    NULL, &tunip_tir_data_producer_type, 24, 0);

static const tunip_field tunip_tirx_producer_load_fields[] = {
    TUNIP_FIELD_ROW("producer", tunip_tirx_producer_load, producer, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_tirx_data_producer_type, NULL, NULL),
    TUNIP_FIELD_ROW("indices", tunip_tirx_producer_load, indices, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_producer_load, "tirx.ProducerLoad", &tunip_ir_expr_type,
    tunip_tirx_producer_load_fields, TUNIP_LEN(tunip_tirx_producer_load_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_producer_load_type, 26, 0);

static const tunip_field tunip_tirx_ramp_fields[] = {
    TUNIP_FIELD_ROW("base", tunip_tirx_ramp, start, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("stride", tunip_tirx_ramp, stride, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("lanes", tunip_tirx_ramp, lanes, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_ramp, "tirx.Ramp", &tunip_ir_expr_type, tunip_tirx_ramp_fields,
    TUNIP_LEN(tunip_tirx_ramp_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_ramp_type, 26, 0);

static const tunip_field tunip_tirx_broadcast_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_broadcast, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("lanes", tunip_tirx_broadcast, lanes, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_broadcast, "tirx.Broadcast", &tunip_ir_expr_type,
    tunip_tirx_broadcast_fields, TUNIP_LEN(tunip_tirx_broadcast_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_broadcast_type, 26, 0);

static const tunip_field tunip_tirx_shuffle_fields[] = {
    TUNIP_FIELD_ROW("vectors", tunip_tirx_shuffle, vectors, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("indices", tunip_tirx_shuffle, indices, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_shuffle, "tirx.Shuffle", &tunip_ir_expr_type,
    tunip_tirx_shuffle_fields, TUNIP_LEN(tunip_tirx_shuffle_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_shuffle_type, 26, 0);

static const tunip_field tunip_tirx_let_fields[] = {
    TUNIP_FIELD_ROW("var", tunip_tirx_let, var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_ir_var_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_let, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_let, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_let, "tirx.Let", &tunip_ir_expr_type, tunip_tirx_let_fields,
    TUNIP_LEN(tunip_tirx_let_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_let_type, 26, 0);

static const tunip_field tunip_tirx_comm_reducer_fields[] = {
    TUNIP_FIELD_ROW("lhs", tunip_tirx_comm_reducer, lhs, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_var_type),
    TUNIP_FIELD_ROW("rhs", tunip_tirx_comm_reducer, rhs, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_var_type),
    TUNIP_FIELD_ROW("result", tunip_tirx_comm_reducer, result, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("identity_element", tunip_tirx_comm_reducer, identity_element, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("span", tunip_tirx_comm_reducer, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_comm_reducer, "tirx.CommReducer", &tunip_ir_object_type,
    tunip_tirx_comm_reducer_fields, TUNIP_LEN(tunip_tirx_comm_reducer_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_comm_reducer_type, 26, 0);

static const tunip_field tunip_tirx_reduce_fields[] = {
    TUNIP_FIELD_ROW("combiner", tunip_tirx_reduce, combiner, tunip_tir_comm_reducer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_comm_reducer_type, NULL, NULL),
    TUNIP_FIELD_ROW("source", tunip_tirx_reduce, source, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("init", tunip_tirx_reduce, init, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("axis", tunip_tirx_reduce, axis, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_type),
    TUNIP_FIELD_ROW("condition", tunip_tirx_reduce, condition, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("value_index", tunip_tirx_reduce, value_index, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_reduce, "tirx.Reduce", &tunip_ir_expr_type,
    tunip_tirx_reduce_fields, TUNIP_LEN(tunip_tirx_reduce_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_reduce_type, 26, 0);

static const tunip_field tunip_tirx_buffer_region_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_buffer_region, buffer, tunip_ir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_region, region, tunip_ir_range_v26, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_region, "tirx.BufferRegion",
    &tunip_ir_prim_expr_convertible_type, tunip_tirx_buffer_region_fields,
    TUNIP_LEN(tunip_tirx_buffer_region_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_match_buffer_region_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_match_buffer_region, buffer, tunip_ir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_NODE(tunip_tirx_match_buffer_region, source, tunip_tirx_buffer_region, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_match_buffer_region, "tirx.MatchBufferRegion",
    &tunip_ir_object_type, tunip_tirx_match_buffer_region_fields,
    TUNIP_LEN(tunip_tirx_match_buffer_region_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_index_map_fields[] = {
    TUNIP_FIELD_ROW("initial_indices", tunip_tirx_index_map, initial_indices, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_var_type),
    TUNIP_FIELD_ROW("final_indices", tunip_tirx_index_map, final_indices, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("inverse_index_map", tunip_tirx_index_map, inverse_index_map, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL, &tunip_ir_object_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_index_map, "tirx.IndexMap", &tunip_ir_object_type,
    tunip_tirx_index_map_fields, TUNIP_LEN(tunip_tirx_index_map_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_index_map_type, 26, 0);

static const tunip_field tunip_tirx_slayout_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_tirx_slayout, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("axes", tunip_tirx_slayout, axes, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_slayout, "s_tir.SLayout", &tunip_ir_object_type,
    tunip_tirx_slayout_fields, TUNIP_LEN(tunip_tirx_slayout_fields), UNSUPPORTED, 0, NULL, NULL,
    NULL, &tunip_tir_layout_type, 26, 0);

static const tunip_field tunip_tirx_sbijective_layout_fields[] = {
    TUNIP_FIELD_ROW("src_layout", tunip_tirx_sbijective_layout, src_layout, tunip_tir_layout *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_slayout_type, NULL, NULL),
    TUNIP_FIELD_ROW("dst_layout", tunip_tirx_sbijective_layout, dst_layout, tunip_tir_layout *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_slayout_type, NULL, NULL),
    TUNIP_FIELD_ROW("index_forward_rule", tunip_tirx_sbijective_layout, index_forward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("index_backward_rule", tunip_tirx_sbijective_layout, index_backward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("shape_forward_rule", tunip_tirx_sbijective_layout, shape_forward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("shape_backward_rule", tunip_tirx_sbijective_layout, shape_backward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sbijective_layout, "s_tir.SBijectiveLayout", &tunip_ir_object_type,
    tunip_tirx_sbijective_layout_fields, TUNIP_LEN(tunip_tirx_sbijective_layout_fields),
    UNSUPPORTED, 0, NULL, NULL, NULL, &tunip_tir_bijective_layout_type, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_tirx_layout, "tirx.Layout", &tunip_ir_object_type, NULL, 0, UNSUPPORTED,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 25, 0);

static const tunip_field tunip_tirx_stmt_fields[] = {
    TUNIP_FIELD_ROW("span", tunip_tirx_stmt, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_stmt, "tirx.Stmt", &tunip_ir_object_type, tunip_tirx_stmt_fields,
    TUNIP_LEN(tunip_tirx_stmt_fields), TREE, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL,
    &tunip_tir_stmt_type, 26, 0);

static const tunip_field tunip_tirx_bind_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_bind, var, tunip_ir_var, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_bind, value, tunip_ir_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_bind, "tirx.Bind", &tunip_tirx_stmt_type, tunip_tirx_bind_fields,
    TUNIP_LEN(tunip_tirx_bind_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_attr_stmt_fields[] = {
    TUNIP_FIELD_ROW("node", tunip_tirx_attr_stmt, node, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("attr_key", tunip_tirx_attr_stmt, attr_key, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_attr_stmt, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_attr_stmt, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_attr_stmt, "tirx.AttrStmt", &tunip_tirx_stmt_type,
    tunip_tirx_attr_stmt_fields, TUNIP_LEN(tunip_tirx_attr_stmt_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_attr_stmt_type, 26, 0);

static const tunip_field tunip_tirx_assert_stmt_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tirx_assert_stmt, condition, tunip_ir_expr, 0),
    TUNIP_FIELD_NODE(tunip_tirx_assert_stmt, error_kind, tunip_tirx_string_imm, 0),
    TUNIP_FIELD_ARRAY(tunip_tirx_assert_stmt, message_parts, tunip_tirx_string_imm, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_assert_stmt, "tirx.AssertStmt", &tunip_tirx_stmt_type,
    tunip_tirx_assert_stmt_fields, TUNIP_LEN(tunip_tirx_assert_stmt_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_buffer_store_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_buffer_store, buffer, tunip_ir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_buffer_store, value, tunip_ir_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_store, indices, tunip_ir_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_buffer_store, predicate, tunip_ir_expr,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_store, "tirx.BufferStore", &tunip_tirx_stmt_type,
    tunip_tirx_buffer_store_fields, TUNIP_LEN(tunip_tirx_buffer_store_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_alloc_buffer_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_alloc_buffer, buffer, tunip_ir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_MAP(tunip_tirx_alloc_buffer, annotations, tunip_string, tunip_any,
              TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_alloc_buffer, "tirx.AllocBuffer", &tunip_tirx_stmt_type,
    tunip_tirx_alloc_buffer_fields, TUNIP_LEN(tunip_tirx_alloc_buffer_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_decl_buffer_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_decl_buffer, buffer, tunip_ir_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_decl_buffer, data, tunip_ir_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_decl_buffer, "tirx.DeclBuffer", &tunip_tirx_stmt_type,
    tunip_tirx_decl_buffer_fields, TUNIP_LEN(tunip_tirx_decl_buffer_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_seq_stmt_fields[] = {
    TUNIP_FIELD_ROW("seq", tunip_tirx_seq_stmt, seq, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_stmt_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_seq_stmt, "tirx.SeqStmt", &tunip_tirx_stmt_type,
    tunip_tirx_seq_stmt_fields, TUNIP_LEN(tunip_tirx_seq_stmt_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_seq_stmt_type, 26, 0);

static const tunip_field tunip_tirx_evaluate_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_evaluate, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_evaluate, "tirx.Evaluate", &tunip_tirx_stmt_type,
    tunip_tirx_evaluate_fields, TUNIP_LEN(tunip_tirx_evaluate_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_evaluate_type, 26, 0);

static const tunip_field tunip_tirx_if_then_else_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_if_then_else, condition, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("then_case", tunip_tirx_if_then_else, then_case, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_tirx_stmt_type, NULL, NULL),
    TUNIP_FIELD_ROW("else_case", tunip_tirx_if_then_else, else_case, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_tirx_stmt_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_if_then_else, "tirx.IfThenElse", &tunip_tirx_stmt_type,
    tunip_tirx_if_then_else_fields, TUNIP_LEN(tunip_tirx_if_then_else_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_if_then_else_type, 26, 0);

static const tunip_field tunip_tirx_for_fields[] = {
    TUNIP_FIELD_ROW("loop_var", tunip_tirx_for, loop_var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_ir_var_type, NULL, NULL),
    TUNIP_FIELD_ROW("min", tunip_tirx_for, min, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("extent", tunip_tirx_for, extent, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("kind", tunip_tirx_for, kind, int64_t, TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_for, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_type, NULL, NULL),
    TUNIP_FIELD_ROW("thread_binding", tunip_tirx_for, thread_binding, tunip_tir_iter_var *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_tirx_iter_var_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("annotations", tunip_tirx_for, annotations, tunip_map *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_string_type, &tunip_any_type),
    TUNIP_FIELD_ROW("step", tunip_tirx_for, step, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_for, "tirx.For", &tunip_tirx_stmt_type, tunip_tirx_for_fields,
    TUNIP_LEN(tunip_tirx_for_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_for_type, 26, 0);

static const tunip_field tunip_tirx_while_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_while, condition, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_while, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_while, "tirx.While", &tunip_tirx_stmt_type, tunip_tirx_while_fields,
    TUNIP_LEN(tunip_tirx_while_fields), TREE, 0, NULL, NULL, NULL, &tunip_tir_while_type, 26, 0);

static const tunip_field tunip_tirx_sblock_fields[] = {
    TUNIP_FIELD_ROW("iter_vars", tunip_tirx_sblock, iter_vars, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_iter_var_type),
    TUNIP_FIELD_ROW("reads", tunip_tirx_sblock, reads, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_buffer_region_type),
    TUNIP_FIELD_ROW("writes", tunip_tirx_sblock, writes, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_buffer_region_type),
    TUNIP_FIELD_ROW("name_hint", tunip_tirx_sblock, name_hint, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME, &tunip_string_type, NULL,
              NULL),
    TUNIP_FIELD_ROW("alloc_buffers", tunip_tirx_sblock, alloc_buffers, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_array_type, NULL,
              &tunip_ir_var_type),
    TUNIP_FIELD_ROW("match_buffers", tunip_tirx_sblock, match_buffers, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_match_buffer_region_type),
    TUNIP_FIELD_ROW("annotations", tunip_tirx_sblock, annotations, tunip_map *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_string_type, &tunip_any_type),
    TUNIP_FIELD_ROW("init", tunip_tirx_sblock, init, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_tirx_stmt_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_sblock, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sblock, "tirx.SBlock", &tunip_tirx_stmt_type,
    tunip_tirx_sblock_fields, TUNIP_LEN(tunip_tirx_sblock_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_block_type, 26, 0);

static const tunip_field tunip_tirx_sblock_realize_fields[] = {
    TUNIP_FIELD_ROW("iter_values", tunip_tirx_sblock_realize, iter_values, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_sblock_realize, predicate, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("block", tunip_tirx_sblock_realize, block, tunip_tir_block *, TUNIP_KIND_NODE,
              0, &tunip_tirx_sblock_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sblock_realize, "tirx.SBlockRealize", &tunip_tirx_stmt_type,
    tunip_tirx_sblock_realize_fields, TUNIP_LEN(tunip_tirx_sblock_realize_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_block_realize_type, 26, 0);

static const tunip_field tunip_tirx_prim_func_fields[] = {
    TUNIP_FIELD_ROW("params", tunip_tirx_prim_func, params, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_array_type, NULL, &tunip_ir_var_type),
    TUNIP_FIELD_ROW("ret_type", tunip_tirx_prim_func, ret_type, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_prim_func, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_prim_func, "tirx.PrimFunc", &tunip_ir_base_func_v26_type,
    tunip_tirx_prim_func_fields, TUNIP_LEN(tunip_tirx_prim_func_fields), TREE, 0, NULL,
    tirx_func_parts, NULL, &tunip_tir_prim_func_type, 26, 0);

static const tunip_field tunip_tirx_tensor_intrin_fields[] = {
    TUNIP_FIELD_ROW("desc", tunip_tirx_tensor_intrin, desc, tunip_tir_prim_func *, TUNIP_KIND_NODE,
              0, &tunip_tirx_prim_func_type, NULL, NULL),
    TUNIP_FIELD_ROW("impl", tunip_tirx_tensor_intrin, impl, tunip_tir_prim_func *, TUNIP_KIND_NODE,
              0, &tunip_tirx_prim_func_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tensor_intrin, "tirx.TensorIntrin", &tunip_ir_object_type,
    tunip_tirx_tensor_intrin_fields, TUNIP_LEN(tunip_tirx_tensor_intrin_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, &tunip_tir_tensor_intrin_type, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_tirx_sblock_rv, "s_tir.SBlockRV", &tunip_ir_object_type, NULL, 0,
    FREE_VAR, 0, NULL, NULL, NULL, &tunip_tir_block_rv_type, 24, 0);

TUNIP__VINTAGE_TYPE(tunip_tirx_loop_rv, "s_tir.LoopRV", &tunip_ir_object_type, NULL, 0, FREE_VAR,
    0, NULL, NULL, NULL, &tunip_tir_loop_rv_type, 24, 0);

static const tunip_field tunip_tirx_instruction_kind_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_tirx_instruction_kind, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("_is_pure", tunip_tirx_instruction_kind, is_pure, bool, TUNIP_KIND_BOOL,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_instruction_kind, "s_tir.InstructionKind", &tunip_ir_object_type,
    tunip_tirx_instruction_kind_fields, TUNIP_LEN(tunip_tirx_instruction_kind_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_instruction_kind_type, 24, 0);

static const tunip_field tunip_tirx_instruction_fields[] = {
    TUNIP_FIELD_ROW("kind", tunip_tirx_instruction, kind, tunip_tir_instruction_kind *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_instruction_kind_type, NULL, NULL),
    TUNIP_FIELD_ROW("inputs", tunip_tirx_instruction, inputs, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_any_type),
    TUNIP_FIELD_ROW("attrs", tunip_tirx_instruction, attrs, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_any_type),
    TUNIP_FIELD_ROW("outputs", tunip_tirx_instruction, outputs, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_any_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_instruction, "s_tir.Instruction", &tunip_ir_object_type,
    tunip_tirx_instruction_fields, TUNIP_LEN(tunip_tirx_instruction_fields), DAG, 0, NULL, NULL,
    NULL, &tunip_tir_instruction_type, 24, 0);

static const tunip_field tunip_tirx_trace_fields[] = {
    TUNIP_FIELD_ROW("insts", tunip_tirx_trace, insts, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_instruction_type),
    TUNIP_FIELD_ROW("decisions", tunip_tirx_trace, decisions, tunip_map *, TUNIP_KIND_NODE, 0,
              &tunip_map_type, &tunip_tirx_instruction_type, &tunip_any_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_trace, "s_tir.Trace", &tunip_ir_object_type,
    tunip_tirx_trace_fields, TUNIP_LEN(tunip_tirx_trace_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_trace_type, 24, 0);

TUNIP__VINTAGE_TYPE(tunip_tirx_break, "tirx.Break", &tunip_tirx_stmt_type, NULL, 0, TREE, 0, NULL,
    NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_compose_layout_fields[] = {
    TUNIP_FIELD_INT(tunip_tirx_compose_layout, per_element, 0),
    TUNIP_FIELD_INT(tunip_tirx_compose_layout, swizzle_len, 0),
    TUNIP_FIELD_INT(tunip_tirx_compose_layout, atom_len, 0),
    TUNIP_FIELD_BOOL(tunip_tirx_compose_layout, swizzle_inner, 0),
    TUNIP_FIELD_INT(tunip_tirx_compose_layout, inner_mask, 0),
    TUNIP_FIELD_INT(tunip_tirx_compose_layout, outer_mask, 0),
    TUNIP_FIELD_NODE(tunip_tirx_compose_layout, tile_layout, tunip_tirx_tile_layout, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_compose_layout, "tirx.ComposeLayout", &tunip_tirx_layout_type,
    tunip_tirx_compose_layout_fields, TUNIP_LEN(tunip_tirx_compose_layout_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_tirx_continue, "tirx.Continue", &tunip_tirx_stmt_type, NULL, 0, TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_exec_scope_fields[] = {
    TUNIP_FIELD_INT(tunip_tirx_exec_scope, kind, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_exec_scope, "tirx.ExecScope", &tunip_ir_object_type,
    tunip_tirx_exec_scope_fields, TUNIP_LEN(tunip_tirx_exec_scope_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 25, 0);

static const tunip_field tunip_tirx_iter_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tirx_iter, extent, tunip_ir_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_iter, stride, tunip_ir_expr, 0),
    TUNIP_FIELD_NODE(tunip_tirx_iter, axis, tunip_tirx_axis, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_iter, "tirx.Iter", &tunip_ir_object_type, tunip_tirx_iter_fields,
    TUNIP_LEN(tunip_tirx_iter_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_lambda_expr_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tirx_lambda_expr, vars, tunip_ir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_lambda_expr, pred, tunip_ir_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_lambda_expr, "tirx.LambdaExpr", &tunip_ir_object_type,
    tunip_tirx_lambda_expr_fields, TUNIP_LEN(tunip_tirx_lambda_expr_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_return_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_tirx_return, value, tunip_ir_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_return, "tirx.Return", &tunip_tirx_stmt_type,
    tunip_tirx_return_fields, TUNIP_LEN(tunip_tirx_return_fields), TREE, 0, NULL, NULL, NULL, NULL,
    26, 0);

static const tunip_field tunip_tirx_scope_id_def_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tirx_scope_id_def, def_ids, tunip_ir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ARRAY(tunip_tirx_scope_id_def, extents, tunip_ir_expr, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_tirx_scope_id_def, scope, 0),
    TUNIP_FIELD_ARRAY(tunip_tirx_scope_id_def, preferred_extents, tunip_ir_expr,
              TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_scope_id_def, "tirx.ScopeIdDef", &tunip_ir_object_type,
    tunip_tirx_scope_id_def_fields, TUNIP_LEN(tunip_tirx_scope_id_def_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_scope_id_def_stmt_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_scope_id_def_stmt, def, tunip_tirx_scope_id_def, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_scope_id_def_stmt, "tirx.ScopeIdDefStmt", &tunip_tirx_stmt_type,
    tunip_tirx_scope_id_def_stmt_fields, TUNIP_LEN(tunip_tirx_scope_id_def_stmt_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_tile_layout_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_tirx_tile_layout, shard, tunip_tirx_iter, 0),
    TUNIP_FIELD_ARRAY(tunip_tirx_tile_layout, replica, tunip_tirx_iter, 0),
    TUNIP_FIELD_MAP(tunip_tirx_tile_layout, offset, tunip_tirx_axis, tunip_ir_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tile_layout, "tirx.TileLayout", &tunip_tirx_layout_type,
    tunip_tirx_tile_layout_fields, TUNIP_LEN(tunip_tirx_tile_layout_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 26, 0);

static const tunip_field tunip_tirx_tile_primitive_call_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_tile_primitive_call, op, tunip_ir_op_v26, 0),
    TUNIP_FIELD_ARRAY(tunip_tirx_tile_primitive_call, args, tunip_any, 0),
    TUNIP_FIELD_MAP(tunip_tirx_tile_primitive_call, workspace, tunip_string, tunip_ir_var, 0),
    TUNIP_FIELD_MAP(tunip_tirx_tile_primitive_call, config, tunip_string, tunip_any, 0),
    TUNIP_FIELD_NODE(tunip_tirx_tile_primitive_call, dispatch, tunip_string, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_tirx_tile_primitive_call, scope, tunip_tirx_exec_scope, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tile_primitive_call, "tirx.TilePrimitiveCall",
    &tunip_tirx_stmt_type, tunip_tirx_tile_primitive_call_fields,
    TUNIP_LEN(tunip_tirx_tile_primitive_call_fields), TREE, 0, NULL, NULL, NULL, NULL, 26, 0);
