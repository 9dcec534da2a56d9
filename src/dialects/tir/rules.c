/* rules.c -- the tir dialect: which rule prints which type (TVM src/script/printer/tir). */
#include "convert.h"
#include "rules.h"

#include "frame.h"
#include "generated/tables.h"
#include "script.h"
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>
#include <tunip/tvm/tirx_types_v25.h>

/* clang-format off */
#define TEXT(type, text, fields) \
    {&tunip_##type##_type, "plain", TUNIP_RULE_TEXT, text, fields, NULL}
#define CALL(type, name, fields) {&tunip_##type##_type, "", TUNIP_RULE_CALL, name, fields, NULL}
#define CUSTOM(type, ident) \
    {&tunip_##type##_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, tir_docsify_##ident}
#define VARIABLE(type, ident) \
    {&tunip_##type##_type, "", TUNIP_RULE_VARIABLE, NULL, NULL, tir_docsify_##ident}
#define CONSTANT(type, ident) \
    {&tunip_##type##_type, "", TUNIP_RULE_CONSTANT, NULL, NULL, tir_docsify_##ident}
#define UNDER(token, type, ident) \
    {&tunip_##type##_type, token, TUNIP_RULE_CUSTOM, NULL, NULL, tir_docsify_##ident}

static const tunip_rule rules[] = {
    /* nodes of the ir dialect */
    CONSTANT(ir_int_imm, int_imm),
    CONSTANT(ir_float_imm, float_imm),
    CUSTOM(ir_prim_type, prim_type),
    CUSTOM(ir_pointer_type, pointer_type),
    CUSTOM(ir_tuple_type, tuple_type),
    CUSTOM(ir_target, target),
    UNDER("ir", ir_range, tunip_ir_range),
    UNDER("tir", ir_range, range),
    UNDER("tir", ir_global_var, global_var),
    UNDER("tir", ir_module, module),

    /* expressions */
    VARIABLE(tir_var, var),
    CUSTOM(tir_iter_var, iter_var),
    CUSTOM(tir_string_imm, string_imm),
#define X(ident, name, op) CUSTOM(tir_##ident, ident),
#include "binary.def"
#undef X
    CUSTOM(tir_div, div),
    CALL(tir_mod, "truncmod", "a b"),
    CALL(tir_min, "min", "a b"),
    CALL(tir_max, "max", "a b"),
    CUSTOM(tir_not, negation),
    CALL(tir_cast, "Cast", "dtype value"),
    CALL(tir_select, "Select", "condition true_value false_value"),
    CALL(tir_ramp, "Ramp", "base stride lanes"),
    CALL(tir_broadcast, "Broadcast", "value lanes"),
    CALL(tir_shuffle, "Shuffle", "vectors indices"),
    CUSTOM(tir_let, let),
    CUSTOM(tir_call, call),
    CUSTOM(tir_comm_reducer, comm_reducer),
    CALL(tir_reduce, "reduce", "combiner source=source init=init axis=axis condition=condition "
                               "value_index=value_index"),
    CUSTOM(tir_index_map, index_map),

    /* buffers */
    VARIABLE(tir_buffer, buffer),
    CUSTOM(tir_buffer_region, buffer_region),
    CUSTOM(tir_match_buffer_region, match_buffer_region),
    CUSTOM(tir_buffer_load, buffer_load),
    CUSTOM(tir_buffer_store, buffer_store),
    CUSTOM(tir_producer_load, producer_load),

    /* statements */
    CUSTOM(tir_evaluate, evaluate),
    CUSTOM(tir_seq_stmt, seq_stmt),
    CUSTOM(tir_if_then_else, if_then_else),
    CUSTOM(tir_while, while),
    CUSTOM(tir_let_stmt, let_stmt),
    CUSTOM(tir_assert_stmt, assert_stmt),
    CUSTOM(tir_decl_buffer, decl_buffer),
    CUSTOM(tir_allocate, allocate),
    CUSTOM(tir_allocate_const, allocate_const),
    CUSTOM(tir_buffer_realize, buffer_realize),
    CUSTOM(tir_attr_stmt, attr_stmt),
    CUSTOM(tir_for, for),
    CUSTOM(tir_block, block),
    CUSTOM(tir_block_realize, block_realize),
    CUSTOM(tir_prim_func, prim_func),


    /* nodes of TVM v0.26; others have the rows of their kin */
    CUSTOM(ir_var, v26_var),
    CUSTOM(ir_pointer_type_v26, v26_pointer_type),
    CUSTOM(ir_tuple_type_v26, tuple_type),
    CUSTOM(tirx_cast, v26_cast),
    CUSTOM(tirx_lambda_expr, v26_lambda),
    UNDER("tir", ir_call, v26_call),

    CUSTOM(tirx_buffer_region, v26_buffer_region),
    CUSTOM(tirx_buffer_load, v26_buffer_load),
    CUSTOM(tirx_buffer_store, v26_buffer_store),
    CUSTOM(tirx_producer_load, v26_producer_load),
    CUSTOM(tirx_match_buffer_region, v26_match_buffer),

    CUSTOM(tirx_axis, v26_axis),
    CUSTOM(tirx_iter, v26_iter),
    CUSTOM(tirx_tile_layout, v26_tile_layout),
    CUSTOM(tirx_compose_layout, v26_compose_layout),

    CUSTOM(tirx_evaluate, v26_evaluate),
    CUSTOM(tirx_return, v26_return),
    CUSTOM(tirx_bind, v26_bind),
    CUSTOM(tirx_assert_stmt, v26_assert),
    CUSTOM(tirx_break, v26_break),
    CUSTOM(tirx_continue, v26_continue),
    CUSTOM(tirx_attr_stmt, v26_attr),
    CUSTOM(tirx_decl_buffer, v26_decl_buffer),
    CUSTOM(tirx_alloc_buffer, v26_alloc_buffer),
    CUSTOM(tirx_for, for_v26),
    CUSTOM(tirx_scope_id_def_stmt, v26_scope_id_def_stmt),
    CUSTOM(tirx_scope_id_def, v26_scope_id_def),
    CUSTOM(tirx_exec_scope, v26_exec_scope),
    CUSTOM(tirx_tile_primitive_call, v26_tile_call),
    CUSTOM(tirx_prim_func, v26_prim_func),

    /* nodes of TVM v0.24 and v0.25; others have the rows of their kin */
    CUSTOM(ir_pointer_type_v25, v25_pointer_type),
    CUSTOM(tirx_bind_v24, v24_bind),
    CUSTOM(tirx_decl_buffer_v24, v24_decl_buffer),
    CUSTOM(tirx_alloc_buffer_v24, v24_alloc_buffer),
    CUSTOM(tirx_bind_v25, v25_bind),
    CUSTOM(tirx_buffer_v25, v25_buffer),
    CUSTOM(tirx_decl_buffer_v25, v25_decl_buffer),
    CUSTOM(tirx_alloc_buffer_v25, v25_alloc_buffer),
    CUSTOM(tirx_buffer_load_v25, v25_buffer_load),
    CUSTOM(tirx_buffer_store_v25, v25_buffer_store),
    UNDER("tir", tirx_call_v25, v25_call),
    CUSTOM(tirx_for_v25, for_v26),
    CUSTOM(tirx_attr_stmt_v25, v25_attr),
    CUSTOM(tirx_prim_func_v25, v25_prim_func),
    CUSTOM(tirx_swizzle_layout_v25, v25_swizzle_layout),
    CALL(tirx_compose_layout_v25, "ComposeLayout", "swizzle tile_layout"),

    /* roots without a script form */
    TEXT(tir_layout, "Layout({})", "name"),
    UNDER("plain", tir_bijective_layout, plain_bijective_layout),
    UNDER("plain", arith_const_int_bound, plain_const_int_bound),
    TEXT(arith_modular_set, "ModularSet(coeff={}, base={})", "coeff base"),
    TEXT(arith_interval_set, "IntervalSet[{}, {}]", "min_value max_value"),
    TEXT(arith_int_group_bounds, "IntGroupBounds(coef={}, lower={}, equal={}, upper={})",
         "coef lower equal upper"),
    TEXT(arith_int_constraints, "IntConstraints({}, {}, {})", "variables ranges relations"),
    TEXT(arith_int_constraints_transform, "IntConstraintsTransform(\n\t{}\n\t{}\n\t{}\n\t{}\n)",
         "src dst src_to_dst dst_to_src"),
    TEXT(arith_iter_mark, "IterMark({}, extent={})", "source extent"),
    TEXT(arith_iter_split_expr, "IterSplit({}, lower_factor={}, extent={}, scale={})",
         "source lower_factor extent scale"),
    TEXT(arith_iter_sum_expr, "IterSum({}, {})", "args base"),
    UNDER("plain", te_tensor, plain_tensor),
    UNDER("plain", tir_trace, plain_trace),
    UNDER("plain", tirx_trace, v26_plain_trace),
    TEXT(te_compute_op, "compute({}, body={}, axis={}, reduce_axis={}, tag={}, attrs={})",
         "name body axis reduce_axis tag attrs"),
};

#define ROOT(type) {&tunip_##type##_type, "tir", true, NULL}

static const tunip_root roots[] = {
    ROOT(ir_int_imm), ROOT(ir_float_imm),
    ROOT(ir_prim_type), ROOT(ir_pointer_type), ROOT(ir_tuple_type),

    ROOT(tir_var), ROOT(tir_size_var), ROOT(tir_iter_var), ROOT(tir_string_imm), ROOT(tir_cast),
    ROOT(tir_add), ROOT(tir_sub), ROOT(tir_mul), ROOT(tir_div), ROOT(tir_mod),
    ROOT(tir_floor_div), ROOT(tir_floor_mod), ROOT(tir_min), ROOT(tir_max),
    ROOT(tir_lt), ROOT(tir_le), ROOT(tir_eq), ROOT(tir_ne), ROOT(tir_gt), ROOT(tir_ge),
    ROOT(tir_and), ROOT(tir_or), ROOT(tir_not), ROOT(tir_select), ROOT(tir_ramp),
    ROOT(tir_broadcast), ROOT(tir_let), ROOT(tir_call), ROOT(tir_shuffle),
    ROOT(tir_comm_reducer), ROOT(tir_index_map), ROOT(tir_reduce),

    ROOT(tir_buffer), ROOT(tir_buffer_region), ROOT(tir_buffer_load), ROOT(tir_buffer_store),
    ROOT(tir_match_buffer_region), ROOT(tir_producer_load),

    ROOT(tir_evaluate), ROOT(tir_seq_stmt), ROOT(tir_if_then_else), ROOT(tir_while),
    ROOT(tir_let_stmt), ROOT(tir_assert_stmt), ROOT(tir_attr_stmt), ROOT(tir_allocate),
    ROOT(tir_allocate_const), ROOT(tir_decl_buffer), ROOT(tir_buffer_realize), ROOT(tir_for),
    ROOT(tir_block), ROOT(tir_block_realize), ROOT(tir_prim_func),

    /* nodes of TVM v0.26; others have the rows of their kin */
    ROOT(ir_var), ROOT(ir_call), ROOT(ir_tuple_type_v26),
    ROOT(tirx_lambda_expr), ROOT(tirx_buffer_type), ROOT(tirx_buffer_region),
    ROOT(tirx_buffer_load), ROOT(tirx_buffer_store), ROOT(tirx_match_buffer_region),
    ROOT(tirx_iter), ROOT(tirx_tile_layout), ROOT(tirx_compose_layout),
    ROOT(tirx_bind), ROOT(tirx_assert_stmt), ROOT(tirx_alloc_buffer), ROOT(tirx_return),
    ROOT(tirx_break), ROOT(tirx_continue), ROOT(tirx_decl_buffer),
    ROOT(tirx_scope_id_def_stmt), ROOT(tirx_scope_id_def), ROOT(tirx_exec_scope),
    ROOT(tirx_tile_primitive_call),

    /* nodes of TVM v0.24 and v0.25; others have the rows of their kin */
    ROOT(tirx_alloc_buffer_v24), ROOT(tirx_decl_buffer_v24),
    ROOT(tirx_alloc_buffer_v25), ROOT(tirx_decl_buffer_v25),
    ROOT(tirx_swizzle_layout_v25), ROOT(tirx_compose_layout_v25),
};
/* clang-format on */

static const tunip_setting_row settings[] = {
    TUNIP_SETTING_ROW(tir_settings, buffer_dtype, DTYPE, "float32",
                      "the dtype of buffers that is left out"),
    TUNIP_SETTING_ROW(tir_settings, int_dtype, DTYPE, "int32",
                      "the dtype of integers that is left out"),
    TUNIP_SETTING_ROW(tir_settings, float_dtype, DTYPE, "void",
                      "the dtype of floats that is left out"),
};

static const tunip_renaming renamings[] = {
    {"from tvm.script import tir as %s",
     "from tvm.script import tirx as %s\nfrom tvm.tirx.layout import Axis", .since = 25},
    {"from tvm.script import tir as %s", "from tvm.script import tirx as %s", .since = 24},
    {"block", "sblock", .since = 24},
    {"block_attr", "sblock_attr", .since = 24},
};

const tunip_dialect tunip_dialect_tir = {
    TUNIP_DIALECT_HEAD,
    .name = "tir",
    .prefix = "T",
    .import = "from tvm.script import tir as %s",
    TUNIP_ROWS(type, tir_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    TUNIP_ROWS(setting, settings),
    .settings_size = sizeof(tir_settings),
    .state_size = sizeof(tir_state),
    TUNIP_ROWS(account, tir_accounts),
    .vocabulary = &tir_vocabulary,
    TUNIP_ROWS(conversion, tirx_conversions),
    TUNIP_ROWS(renaming, renamings),
};
