/* tirx_types_v24.c -- field tables of tirx_types_v24.h. Made by tools/make_types.py from schema/.
 */
/* clang-format off */
#include <tunip/tvm/tirx_types_v24.h>
#include "../types.h"

static const tunip_field tunip_tirx_var_v24_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_tirx_var_v24, name, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME, &tunip_string_type, NULL,
              NULL),
    TUNIP_FIELD_ROW("type_annotation", tunip_tirx_var_v24, type_annotation, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_ir_type_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_var_v24, "tirx.Var", &tunip_ir_prim_expr_type,
    tunip_tirx_var_v24_fields, TUNIP_LEN(tunip_tirx_var_v24_fields), FREE_VAR, TUNIP_TYPE_VARIABLE,
    NULL, NULL, NULL, &tunip_tir_var_type, 24, 26);

TUNIP__VINTAGE_TYPE(tunip_tirx_size_var_v24, "tirx.SizeVar", &tunip_tirx_var_v24_type, NULL, 0,
    FREE_VAR, TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, &tunip_tir_size_var_type, 24, 26);

static const tunip_field tunip_tirx_iter_var_v24_fields[] = {
    TUNIP_FIELD_ROW("dom", tunip_tirx_iter_var_v24, dom, tunip_ir_range *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_range_type, NULL, NULL),
    TUNIP_FIELD_ROW("var", tunip_tirx_iter_var_v24, var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("iter_type", tunip_tirx_iter_var_v24, iter_type, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("thread_tag", tunip_tirx_iter_var_v24, thread_tag, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_iter_var_v24, "tirx.IterVar", &tunip_ir_prim_expr_convertible_type,
    tunip_tirx_iter_var_v24_fields, TUNIP_LEN(tunip_tirx_iter_var_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_iter_var_type, 24, 26);

static const tunip_field tunip_tirx_buffer_v24_fields[] = {
    TUNIP_FIELD_ROW("data", tunip_tirx_buffer_v24, data, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("dtype", tunip_tirx_buffer_v24, dtype, tunip_dtype, TUNIP_KIND_DTYPE, 0, NULL,
              NULL, NULL),
    TUNIP_FIELD_ROW("shape", tunip_tirx_buffer_v24, shape, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("strides", tunip_tirx_buffer_v24, strides, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("axis_separators", tunip_tirx_buffer_v24, axis_separators, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_int_imm_type),
    TUNIP_FIELD_ROW("elem_offset", tunip_tirx_buffer_v24, elem_offset, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("name", tunip_tirx_buffer_v24, name, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_NAME, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("data_alignment", tunip_tirx_buffer_v24, data_alignment, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("offset_factor", tunip_tirx_buffer_v24, offset_factor, int64_t, TUNIP_KIND_INT,
              0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("buffer_type", tunip_tirx_buffer_v24, buffer_type, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("span", tunip_tirx_buffer_v24, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_v24, "tirx.Buffer", &tunip_ir_object_type,
    tunip_tirx_buffer_v24_fields, TUNIP_LEN(tunip_tirx_buffer_v24_fields), TREE,
    TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, &tunip_tir_buffer_type, 24, 25);

static const tunip_field tunip_tirx_string_imm_v24_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_string_imm_v24, value, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_string_imm_v24, "tirx.StringImm", &tunip_ir_prim_expr_type,
    tunip_tirx_string_imm_v24_fields, TUNIP_LEN(tunip_tirx_string_imm_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_string_imm_type, 24, 26);

static const tunip_field tunip_tirx_cast_v24_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_cast_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_cast_v24, "tirx.Cast", &tunip_ir_prim_expr_type,
    tunip_tirx_cast_v24_fields, TUNIP_LEN(tunip_tirx_cast_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_cast_type, 24, 26);

static const tunip_field tunip_tirx_add_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_add_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_add_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_add_v24, "tirx.Add", &tunip_ir_prim_expr_type,
    tunip_tirx_add_v24_fields, TUNIP_LEN(tunip_tirx_add_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_add_type, 24, 26);

static const tunip_field tunip_tirx_sub_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_sub_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_sub_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sub_v24, "tirx.Sub", &tunip_ir_prim_expr_type,
    tunip_tirx_sub_v24_fields, TUNIP_LEN(tunip_tirx_sub_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_sub_type, 24, 26);

static const tunip_field tunip_tirx_mul_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_mul_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_mul_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_mul_v24, "tirx.Mul", &tunip_ir_prim_expr_type,
    tunip_tirx_mul_v24_fields, TUNIP_LEN(tunip_tirx_mul_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_mul_type, 24, 26);

static const tunip_field tunip_tirx_div_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_div_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_div_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_div_v24, "tirx.Div", &tunip_ir_prim_expr_type,
    tunip_tirx_div_v24_fields, TUNIP_LEN(tunip_tirx_div_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_div_type, 24, 26);

static const tunip_field tunip_tirx_mod_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_mod_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_mod_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_mod_v24, "tirx.Mod", &tunip_ir_prim_expr_type,
    tunip_tirx_mod_v24_fields, TUNIP_LEN(tunip_tirx_mod_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_mod_type, 24, 26);

static const tunip_field tunip_tirx_floor_div_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_floor_div_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_floor_div_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_floor_div_v24, "tirx.FloorDiv", &tunip_ir_prim_expr_type,
    tunip_tirx_floor_div_v24_fields, TUNIP_LEN(tunip_tirx_floor_div_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_floor_div_type, 24, 26);

static const tunip_field tunip_tirx_floor_mod_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_floor_mod_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_floor_mod_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_floor_mod_v24, "tirx.FloorMod", &tunip_ir_prim_expr_type,
    tunip_tirx_floor_mod_v24_fields, TUNIP_LEN(tunip_tirx_floor_mod_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_floor_mod_type, 24, 26);

static const tunip_field tunip_tirx_min_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_min_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_min_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_min_v24, "tirx.Min", &tunip_ir_prim_expr_type,
    tunip_tirx_min_v24_fields, TUNIP_LEN(tunip_tirx_min_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_min_type, 24, 26);

static const tunip_field tunip_tirx_max_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_max_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_max_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_max_v24, "tirx.Max", &tunip_ir_prim_expr_type,
    tunip_tirx_max_v24_fields, TUNIP_LEN(tunip_tirx_max_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_max_type, 24, 26);

static const tunip_field tunip_tirx_eq_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_eq_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_eq_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_eq_v24, "tirx.EQ", &tunip_ir_prim_expr_type,
    tunip_tirx_eq_v24_fields, TUNIP_LEN(tunip_tirx_eq_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_eq_type, 24, 26);

static const tunip_field tunip_tirx_ne_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_ne_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_ne_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_ne_v24, "tirx.NE", &tunip_ir_prim_expr_type,
    tunip_tirx_ne_v24_fields, TUNIP_LEN(tunip_tirx_ne_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_ne_type, 24, 26);

static const tunip_field tunip_tirx_lt_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_lt_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_lt_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_lt_v24, "tirx.LT", &tunip_ir_prim_expr_type,
    tunip_tirx_lt_v24_fields, TUNIP_LEN(tunip_tirx_lt_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_lt_type, 24, 26);

static const tunip_field tunip_tirx_le_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_le_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_le_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_le_v24, "tirx.LE", &tunip_ir_prim_expr_type,
    tunip_tirx_le_v24_fields, TUNIP_LEN(tunip_tirx_le_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_le_type, 24, 26);

static const tunip_field tunip_tirx_gt_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_gt_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_gt_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_gt_v24, "tirx.GT", &tunip_ir_prim_expr_type,
    tunip_tirx_gt_v24_fields, TUNIP_LEN(tunip_tirx_gt_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_gt_type, 24, 26);

static const tunip_field tunip_tirx_ge_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_ge_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_ge_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_ge_v24, "tirx.GE", &tunip_ir_prim_expr_type,
    tunip_tirx_ge_v24_fields, TUNIP_LEN(tunip_tirx_ge_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_ge_type, 24, 26);

static const tunip_field tunip_tirx_and_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_and_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_and_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_and_v24, "tirx.And", &tunip_ir_prim_expr_type,
    tunip_tirx_and_v24_fields, TUNIP_LEN(tunip_tirx_and_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_and_type, 24, 26);

static const tunip_field tunip_tirx_or_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_or_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("b", tunip_tirx_or_v24, b, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_or_v24, "tirx.Or", &tunip_ir_prim_expr_type,
    tunip_tirx_or_v24_fields, TUNIP_LEN(tunip_tirx_or_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_or_type, 24, 26);

static const tunip_field tunip_tirx_not_v24_fields[] = {
    TUNIP_FIELD_ROW("a", tunip_tirx_not_v24, a, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_not_v24, "tirx.Not", &tunip_ir_prim_expr_type,
    tunip_tirx_not_v24_fields, TUNIP_LEN(tunip_tirx_not_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_not_type, 24, 26);

static const tunip_field tunip_tirx_select_v24_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_select_v24, condition, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("true_value", tunip_tirx_select_v24, true_value, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("false_value", tunip_tirx_select_v24, false_value, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_select_v24, "tirx.Select", &tunip_ir_prim_expr_type,
    tunip_tirx_select_v24_fields, TUNIP_LEN(tunip_tirx_select_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_select_type, 24, 26);

static const tunip_field tunip_tirx_buffer_load_v24_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_buffer_load_v24, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("indices", tunip_tirx_buffer_load_v24, indices, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_buffer_load_v24, predicate, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_prim_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_load_v24, "tirx.BufferLoad", &tunip_ir_prim_expr_type,
    tunip_tirx_buffer_load_v24_fields, TUNIP_LEN(tunip_tirx_buffer_load_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_buffer_load_type, 24, 25);

static const tunip_field tunip_tirx_producer_load_v24_fields[] = {
    TUNIP_FIELD_ROW("producer", tunip_tirx_producer_load_v24, producer, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_data_producer_type, NULL, NULL),
    TUNIP_FIELD_ROW("indices", tunip_tirx_producer_load_v24, indices, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_producer_load_v24, "tirx.ProducerLoad", &tunip_ir_prim_expr_type,
    tunip_tirx_producer_load_v24_fields, TUNIP_LEN(tunip_tirx_producer_load_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_producer_load_type, 24, 26);

static const tunip_field tunip_tirx_ramp_v24_fields[] = {
    TUNIP_FIELD_ROW("base", tunip_tirx_ramp_v24, start, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("stride", tunip_tirx_ramp_v24, stride, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("lanes", tunip_tirx_ramp_v24, lanes, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_ramp_v24, "tirx.Ramp", &tunip_ir_prim_expr_type,
    tunip_tirx_ramp_v24_fields, TUNIP_LEN(tunip_tirx_ramp_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_ramp_type, 24, 26);

static const tunip_field tunip_tirx_broadcast_v24_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_broadcast_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("lanes", tunip_tirx_broadcast_v24, lanes, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_broadcast_v24, "tirx.Broadcast", &tunip_ir_prim_expr_type,
    tunip_tirx_broadcast_v24_fields, TUNIP_LEN(tunip_tirx_broadcast_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_broadcast_type, 24, 26);

static const tunip_field tunip_tirx_shuffle_v24_fields[] = {
    TUNIP_FIELD_ROW("vectors", tunip_tirx_shuffle_v24, vectors, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("indices", tunip_tirx_shuffle_v24, indices, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_shuffle_v24, "tirx.Shuffle", &tunip_ir_prim_expr_type,
    tunip_tirx_shuffle_v24_fields, TUNIP_LEN(tunip_tirx_shuffle_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_shuffle_type, 24, 26);

static const tunip_field tunip_tirx_let_v24_fields[] = {
    TUNIP_FIELD_ROW("var", tunip_tirx_let_v24, var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_let_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_let_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_let_v24, "tirx.Let", &tunip_ir_prim_expr_type,
    tunip_tirx_let_v24_fields, TUNIP_LEN(tunip_tirx_let_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_let_type, 24, 26);

static const tunip_field tunip_tirx_call_v24_fields[] = {
    TUNIP_FIELD_ROW("op", tunip_tirx_call_v24, op, tunip_node *, TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE,
              &tunip_ir_relax_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("args", tunip_tirx_call_v24, args, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_call_v24, "tirx.Call", &tunip_ir_prim_expr_type,
    tunip_tirx_call_v24_fields, TUNIP_LEN(tunip_tirx_call_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_call_type, 24, 25);

static const tunip_field tunip_tirx_comm_reducer_v24_fields[] = {
    TUNIP_FIELD_ROW("lhs", tunip_tirx_comm_reducer_v24, lhs, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("rhs", tunip_tirx_comm_reducer_v24, rhs, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("result", tunip_tirx_comm_reducer_v24, result, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("identity_element", tunip_tirx_comm_reducer_v24, identity_element,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("span", tunip_tirx_comm_reducer_v24, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_comm_reducer_v24, "tirx.CommReducer", &tunip_ir_object_type,
    tunip_tirx_comm_reducer_v24_fields, TUNIP_LEN(tunip_tirx_comm_reducer_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_comm_reducer_type, 24, 26);

static const tunip_field tunip_tirx_reduce_v24_fields[] = {
    TUNIP_FIELD_ROW("combiner", tunip_tirx_reduce_v24, combiner, tunip_tir_comm_reducer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_comm_reducer_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("source", tunip_tirx_reduce_v24, source, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("init", tunip_tirx_reduce_v24, init, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("axis", tunip_tirx_reduce_v24, axis, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
    TUNIP_FIELD_ROW("condition", tunip_tirx_reduce_v24, condition, tunip_node *, TUNIP_KIND_NODE,
              0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("value_index", tunip_tirx_reduce_v24, value_index, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_reduce_v24, "tirx.Reduce", &tunip_ir_prim_expr_type,
    tunip_tirx_reduce_v24_fields, TUNIP_LEN(tunip_tirx_reduce_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_reduce_type, 24, 26);

static const tunip_field tunip_tirx_buffer_region_v24_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_buffer_region_v24, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("region", tunip_tirx_buffer_region_v24, region, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_range_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_region_v24, "tirx.BufferRegion",
    &tunip_ir_prim_expr_convertible_type, tunip_tirx_buffer_region_v24_fields,
    TUNIP_LEN(tunip_tirx_buffer_region_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_buffer_region_type, 24, 25);

static const tunip_field tunip_tirx_match_buffer_region_v24_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_match_buffer_region_v24, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("source", tunip_tirx_match_buffer_region_v24, source,
              tunip_tir_buffer_region *, TUNIP_KIND_NODE, 0, &tunip_tirx_buffer_region_v24_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_match_buffer_region_v24, "tirx.MatchBufferRegion",
    &tunip_ir_object_type, tunip_tirx_match_buffer_region_v24_fields,
    TUNIP_LEN(tunip_tirx_match_buffer_region_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_match_buffer_region_type, 24, 25);

static const tunip_field tunip_tirx_index_map_v24_fields[] = {
    TUNIP_FIELD_ROW("initial_indices", tunip_tirx_index_map_v24, initial_indices, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("final_indices", tunip_tirx_index_map_v24, final_indices, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("inverse_index_map", tunip_tirx_index_map_v24, inverse_index_map, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL, &tunip_ir_object_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_index_map_v24, "tirx.IndexMap", &tunip_ir_object_type,
    tunip_tirx_index_map_v24_fields, TUNIP_LEN(tunip_tirx_index_map_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_index_map_type, 24, 26);

static const tunip_field tunip_tirx_layout_v24_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_tirx_layout_v24, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("axes", tunip_tirx_layout_v24, axes, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_layout_v24, "s_tir.Layout", &tunip_ir_object_type,
    tunip_tirx_layout_v24_fields, TUNIP_LEN(tunip_tirx_layout_v24_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, &tunip_tir_layout_type, 24, 25);

static const tunip_field tunip_tirx_bijective_layout_v24_fields[] = {
    TUNIP_FIELD_ROW("src_layout", tunip_tirx_bijective_layout_v24, src_layout, tunip_tir_layout *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_layout_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("dst_layout", tunip_tirx_bijective_layout_v24, dst_layout, tunip_tir_layout *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_layout_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("index_forward_rule", tunip_tirx_bijective_layout_v24, index_forward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("index_backward_rule", tunip_tirx_bijective_layout_v24, index_backward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("shape_forward_rule", tunip_tirx_bijective_layout_v24, shape_forward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("shape_backward_rule", tunip_tirx_bijective_layout_v24, shape_backward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_bijective_layout_v24, "s_tir.BijectiveLayout",
    &tunip_ir_object_type, tunip_tirx_bijective_layout_v24_fields,
    TUNIP_LEN(tunip_tirx_bijective_layout_v24_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    &tunip_tir_bijective_layout_type, 24, 25);

static const tunip_field tunip_tirx_stmt_v24_fields[] = {
    TUNIP_FIELD_ROW("span", tunip_tirx_stmt_v24, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_stmt_v24, "tirx.Stmt", &tunip_ir_object_type,
    tunip_tirx_stmt_v24_fields, TUNIP_LEN(tunip_tirx_stmt_v24_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, &tunip_tir_stmt_type, 24, 26);

static const tunip_field tunip_tirx_attr_stmt_v24_fields[] = {
    TUNIP_FIELD_ROW("node", tunip_tirx_attr_stmt_v24, node, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("attr_key", tunip_tirx_attr_stmt_v24, attr_key, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_attr_stmt_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_attr_stmt_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_attr_stmt_v24, "tirx.AttrStmt", &tunip_tirx_stmt_v24_type,
    tunip_tirx_attr_stmt_v24_fields, TUNIP_LEN(tunip_tirx_attr_stmt_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_attr_stmt_type, 24, 25);

static const tunip_field tunip_tirx_assert_stmt_v24_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_assert_stmt_v24, condition, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("error_kind", tunip_tirx_assert_stmt_v24, error_kind, tunip_tirx_string_imm *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_string_imm_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("message_parts", tunip_tirx_assert_stmt_v24, message_parts, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_string_imm_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_assert_stmt_v24, "tirx.AssertStmt", &tunip_tirx_stmt_v24_type,
    tunip_tirx_assert_stmt_v24_fields, TUNIP_LEN(tunip_tirx_assert_stmt_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tirx_assert_stmt_type, 24, 26);

static const tunip_field tunip_tirx_buffer_store_v24_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_buffer_store_v24, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_buffer_store_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("indices", tunip_tirx_buffer_store_v24, indices, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_buffer_store_v24, predicate, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_prim_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_store_v24, "tirx.BufferStore", &tunip_tirx_stmt_v24_type,
    tunip_tirx_buffer_store_v24_fields, TUNIP_LEN(tunip_tirx_buffer_store_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_buffer_store_type, 24, 25);

static const tunip_field tunip_tirx_decl_buffer_v24_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_decl_buffer_v24, buffer, tunip_tirx_buffer_v24, TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_decl_buffer_v24, "tirx.DeclBuffer", &tunip_tirx_stmt_v24_type,
    tunip_tirx_decl_buffer_v24_fields, TUNIP_LEN(tunip_tirx_decl_buffer_v24_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 24, 25);

static const tunip_field tunip_tirx_seq_stmt_v24_fields[] = {
    TUNIP_FIELD_ROW("seq", tunip_tirx_seq_stmt_v24, seq, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_stmt_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_seq_stmt_v24, "tirx.SeqStmt", &tunip_tirx_stmt_v24_type,
    tunip_tirx_seq_stmt_v24_fields, TUNIP_LEN(tunip_tirx_seq_stmt_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_seq_stmt_type, 24, 25);

static const tunip_field tunip_tirx_evaluate_v24_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_tirx_evaluate_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_evaluate_v24, "tirx.Evaluate", &tunip_tirx_stmt_v24_type,
    tunip_tirx_evaluate_v24_fields, TUNIP_LEN(tunip_tirx_evaluate_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_evaluate_type, 24, 26);

static const tunip_field tunip_tirx_if_then_else_v24_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_if_then_else_v24, condition, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("then_case", tunip_tirx_if_then_else_v24, then_case, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_stmt_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("else_case", tunip_tirx_if_then_else_v24, else_case, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_if_then_else_v24, "tirx.IfThenElse", &tunip_tirx_stmt_v24_type,
    tunip_tirx_if_then_else_v24_fields, TUNIP_LEN(tunip_tirx_if_then_else_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_if_then_else_type, 24, 26);

static const tunip_field tunip_tirx_for_v24_fields[] = {
    TUNIP_FIELD_ROW("loop_var", tunip_tirx_for_v24, loop_var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("min", tunip_tirx_for_v24, min, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("extent", tunip_tirx_for_v24, extent, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("kind", tunip_tirx_for_v24, kind, int64_t, TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_for_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("thread_binding", tunip_tirx_for_v24, thread_binding, tunip_tir_iter_var *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE,
              &tunip_tirx_iter_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("annotations", tunip_tirx_for_v24, annotations, tunip_map *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_string_type, &tunip_any_type),
    TUNIP_FIELD_ROW("step", tunip_tirx_for_v24, step, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_for_v24, "tirx.For", &tunip_tirx_stmt_v24_type,
    tunip_tirx_for_v24_fields, TUNIP_LEN(tunip_tirx_for_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_for_type, 24, 25);

static const tunip_field tunip_tirx_while_v24_fields[] = {
    TUNIP_FIELD_ROW("condition", tunip_tirx_while_v24, condition, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_while_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_while_v24, "tirx.While", &tunip_tirx_stmt_v24_type,
    tunip_tirx_while_v24_fields, TUNIP_LEN(tunip_tirx_while_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_while_type, 24, 26);

static const tunip_field tunip_tirx_sblock_v24_fields[] = {
    TUNIP_FIELD_ROW("iter_vars", tunip_tirx_sblock_v24, iter_vars, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
    TUNIP_FIELD_ROW("reads", tunip_tirx_sblock_v24, reads, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_buffer_region_v24_type),
    TUNIP_FIELD_ROW("writes", tunip_tirx_sblock_v24, writes, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_buffer_region_v24_type),
    TUNIP_FIELD_ROW("name_hint", tunip_tirx_sblock_v24, name_hint, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME, &tunip_string_type, NULL,
              NULL),
    TUNIP_FIELD_ROW("alloc_buffers", tunip_tirx_sblock_v24, alloc_buffers, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_array_type, NULL,
              &tunip_tirx_buffer_v24_type),
    TUNIP_FIELD_ROW("match_buffers", tunip_tirx_sblock_v24, match_buffers, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL,
              &tunip_tirx_match_buffer_region_v24_type),
    TUNIP_FIELD_ROW("annotations", tunip_tirx_sblock_v24, annotations, tunip_map *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_string_type,
              &tunip_any_type),
    TUNIP_FIELD_ROW("init", tunip_tirx_sblock_v24, init, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_tirx_stmt_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_sblock_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sblock_v24, "tirx.SBlock", &tunip_tirx_stmt_v24_type,
    tunip_tirx_sblock_v24_fields, TUNIP_LEN(tunip_tirx_sblock_v24_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_block_type, 24, 25);

static const tunip_field tunip_tirx_sblock_realize_v24_fields[] = {
    TUNIP_FIELD_ROW("iter_values", tunip_tirx_sblock_realize_v24, iter_values, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_sblock_realize_v24, predicate, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("block", tunip_tirx_sblock_realize_v24, block, tunip_tir_block *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_sblock_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sblock_realize_v24, "tirx.SBlockRealize", &tunip_tirx_stmt_v24_type,
    tunip_tirx_sblock_realize_v24_fields, TUNIP_LEN(tunip_tirx_sblock_realize_v24_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_block_realize_type, 24, 25);

static const tunip_field tunip_tirx_prim_func_v24_fields[] = {
    TUNIP_FIELD_ROW("params", tunip_tirx_prim_func_v24, params, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("ret_type", tunip_tirx_prim_func_v24, ret_type, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("buffer_map", tunip_tirx_prim_func_v24, buffer_map, tunip_map *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_tirx_var_v24_type,
              &tunip_tirx_buffer_v24_type),
    TUNIP_FIELD_ROW("body", tunip_tirx_prim_func_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_prim_func_v24, "tirx.PrimFunc", &tunip_ir_base_func_type,
    tunip_tirx_prim_func_v24_fields, TUNIP_LEN(tunip_tirx_prim_func_v24_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_prim_func_type, 24, 25);

static const tunip_field tunip_tirx_tensor_intrin_v24_fields[] = {
    TUNIP_FIELD_ROW("desc", tunip_tirx_tensor_intrin_v24, desc, tunip_tir_prim_func *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_prim_func_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("impl", tunip_tirx_tensor_intrin_v24, impl, tunip_tir_prim_func *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_prim_func_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tensor_intrin_v24, "tirx.TensorIntrin", &tunip_ir_object_type,
    tunip_tirx_tensor_intrin_v24_fields, TUNIP_LEN(tunip_tirx_tensor_intrin_v24_fields),
    UNSUPPORTED, 0, NULL, NULL, NULL, &tunip_tir_tensor_intrin_type, 24, 25);

static const tunip_field tunip_te_base_compute_op_v24_fields[] = {
    TUNIP_FIELD_ROW("axis", tunip_te_base_compute_op_v24, axis, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
    TUNIP_FIELD_ROW("reduce_axis", tunip_te_base_compute_op_v24, reduce_axis, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_base_compute_op_v24, "te.BaseComputeOp", &tunip_te_operation_type,
    tunip_te_base_compute_op_v24_fields, TUNIP_LEN(tunip_te_base_compute_op_v24_fields),
    UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, &tunip_te_base_compute_op_type, 24, 26);

static const tunip_field tunip_te_compute_op_v24_fields[] = {
    TUNIP_FIELD_ROW("body", tunip_te_compute_op_v24, body, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_compute_op_v24, "te.ComputeOp", &tunip_te_base_compute_op_v24_type,
    tunip_te_compute_op_v24_fields, TUNIP_LEN(tunip_te_compute_op_v24_fields), UNSUPPORTED, 0,
    NULL, NULL, NULL, &tunip_te_compute_op_type, 24, 26);

static const tunip_field tunip_te_extern_op_v24_fields[] = {
    TUNIP_FIELD_ROW("inputs", tunip_te_extern_op_v24, inputs, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v24_type),
    TUNIP_FIELD_ROW("input_placeholders", tunip_te_extern_op_v24, input_placeholders,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL,
              &tunip_tirx_buffer_v24_type),
    TUNIP_FIELD_ROW("output_placeholders", tunip_te_extern_op_v24, output_placeholders,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL,
              &tunip_tirx_buffer_v24_type),
    TUNIP_FIELD_ROW("body", tunip_te_extern_op_v24, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_te_extern_op_v24, "te.ExternOp", &tunip_te_operation_type,
    tunip_te_extern_op_v24_fields, TUNIP_LEN(tunip_te_extern_op_v24_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, &tunip_te_extern_op_type, 24, 25);

static const tunip_field tunip_te_scan_op_v24_fields[] = {
    TUNIP_FIELD_ROW("scan_axis", tunip_te_scan_op_v24, scan_axis, tunip_tir_iter_var *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_iter_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("init", tunip_te_scan_op_v24, init, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v24_type),
    TUNIP_FIELD_ROW("update", tunip_te_scan_op_v24, update, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v24_type),
    TUNIP_FIELD_ROW("state_placeholder", tunip_te_scan_op_v24, state_placeholder, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_te_tensor_v24_type),
    TUNIP_FIELD_ROW("inputs", tunip_te_scan_op_v24, inputs, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v24_type),
    TUNIP_FIELD_ROW("spatial_axis_", tunip_te_scan_op_v24, spatial_axis, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_te_scan_op_v24, "te.ScanOp", &tunip_te_operation_type,
    tunip_te_scan_op_v24_fields, TUNIP_LEN(tunip_te_scan_op_v24_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, &tunip_te_scan_op_type, 24, 26);

static const tunip_field tunip_te_tensor_v24_fields[] = {
    TUNIP_FIELD_ROW("shape", tunip_te_tensor_v24, shape, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("dtype", tunip_te_tensor_v24, dtype, tunip_dtype, TUNIP_KIND_DTYPE, 0, NULL,
              NULL, NULL),
    TUNIP_FIELD_ROW("op", tunip_te_tensor_v24, op, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_te_operation_type, NULL, NULL),
    TUNIP_FIELD_ROW("value_index", tunip_te_tensor_v24, value_index, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_te_tensor_v24, "te.Tensor", &tunip_tirx_data_producer_type,
    tunip_te_tensor_v24_fields, TUNIP_LEN(tunip_te_tensor_v24_fields), CONST_TREE, 0, NULL, NULL,
    NULL, &tunip_te_tensor_type, 24, 26);

static const tunip_field tunip_arith_int_constraints_v24_fields[] = {
    TUNIP_FIELD_ROW("variables", tunip_arith_int_constraints_v24, variables, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("ranges", tunip_arith_int_constraints_v24, ranges, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_tirx_var_v24_type, &tunip_ir_range_type),
    TUNIP_FIELD_ROW("relations", tunip_arith_int_constraints_v24, relations, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_constraints_v24, "arith.IntConstraints", &tunip_ir_object_type,
    tunip_arith_int_constraints_v24_fields, TUNIP_LEN(tunip_arith_int_constraints_v24_fields),
    TREE, 0, NULL, NULL, NULL, &tunip_arith_int_constraints_type, 24, 26);

static const tunip_field tunip_arith_int_constraints_transform_v24_fields[] = {
    TUNIP_FIELD_ROW("src", tunip_arith_int_constraints_transform_v24, src,
              tunip_arith_int_constraints *, TUNIP_KIND_NODE, 0,
              &tunip_arith_int_constraints_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("dst", tunip_arith_int_constraints_transform_v24, dst,
              tunip_arith_int_constraints *, TUNIP_KIND_NODE, 0,
              &tunip_arith_int_constraints_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("src_to_dst", tunip_arith_int_constraints_transform_v24, src_to_dst,
              tunip_map *, TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_tirx_var_v24_type,
              &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("dst_to_src", tunip_arith_int_constraints_transform_v24, dst_to_src,
              tunip_map *, TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_tirx_var_v24_type,
              &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_arith_int_constraints_transform_v24, "arith.IntConstraintsTransform",
    &tunip_ir_object_type, tunip_arith_int_constraints_transform_v24_fields,
    TUNIP_LEN(tunip_arith_int_constraints_transform_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_arith_int_constraints_transform_type, 24, 26);

static const tunip_field tunip_tirx_bind_v24_fields[] = {
    TUNIP_FIELD_ROW("var", tunip_tirx_bind_v24, var, tunip_ir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_bind_v24, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_bind_v24, "tirx.Bind", &tunip_tirx_stmt_v24_type,
    tunip_tirx_bind_v24_fields, TUNIP_LEN(tunip_tirx_bind_v24_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tirx_bind_type, 24, 25);

static const tunip_field tunip_tirx_alloc_buffer_v24_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_alloc_buffer_v24, buffer, tunip_tirx_buffer_v24,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_MAP(tunip_tirx_alloc_buffer_v24, annotations, tunip_string, tunip_any,
              TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_alloc_buffer_v24, "tirx.AllocBuffer", &tunip_tirx_stmt_v24_type,
    tunip_tirx_alloc_buffer_v24_fields, TUNIP_LEN(tunip_tirx_alloc_buffer_v24_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 24, 25);
