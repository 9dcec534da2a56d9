/* tirx_types_v25.c -- field tables of tirx_types_v25.h. Made by tools/make_types.py from schema/.
 */
/* clang-format off */
#include <tunip/tvm/tirx_types_v25.h>
#include "../types.h"

static const tunip_field tunip_tirx_buffer_v25_fields[] = {
    TUNIP_FIELD_ROW("data", tunip_tirx_buffer_v25, kin.data, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("dtype", tunip_tirx_buffer_v25, kin.dtype, tunip_dtype, TUNIP_KIND_DTYPE, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("shape", tunip_tirx_buffer_v25, kin.shape, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("strides", tunip_tirx_buffer_v25, kin.strides, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("axis_separators", tunip_tirx_buffer_v25, kin.axis_separators, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_ir_int_imm_type),
    TUNIP_FIELD_ROW("elem_offset", tunip_tirx_buffer_v25, kin.elem_offset, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("name", tunip_tirx_buffer_v25, kin.name, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_NAME, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("data_alignment", tunip_tirx_buffer_v25, kin.data_alignment, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("offset_factor", tunip_tirx_buffer_v25, kin.offset_factor, int64_t,
              TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("buffer_type", tunip_tirx_buffer_v25, kin.buffer_type, int64_t, TUNIP_KIND_INT,
              0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("span", tunip_tirx_buffer_v25, kin.span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_buffer_v25, layout, tunip_tirx_layout,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_tirx_buffer_v25, allocated_addr, tunip_ir_prim_expr,
              TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_v25, "tirx.Buffer", &tunip_ir_object_type,
    tunip_tirx_buffer_v25_fields, TUNIP_LEN(tunip_tirx_buffer_v25_fields), TREE,
    TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, &tunip_tir_buffer_type, 25, 26);

static const tunip_field tunip_tirx_buffer_load_v25_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_buffer_load_v25, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("indices", tunip_tirx_buffer_load_v25, indices, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_buffer_load_v25, predicate, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_prim_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_load_v25, "tirx.BufferLoad", &tunip_ir_prim_expr_type,
    tunip_tirx_buffer_load_v25_fields, TUNIP_LEN(tunip_tirx_buffer_load_v25_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_buffer_load_type, 25, 26);

static const tunip_field tunip_tirx_call_v25_fields[] = {
    TUNIP_FIELD_ROW("op", tunip_tirx_call_v25, kin.op, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_relax_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("args", tunip_tirx_call_v25, kin.args, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ABSTRACT(tunip_tirx_call_v25, attrs, tunip_ir_attrs,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_call_v25, "tirx.Call", &tunip_ir_prim_expr_type,
    tunip_tirx_call_v25_fields, TUNIP_LEN(tunip_tirx_call_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_call_type, 25, 26);

static const tunip_field tunip_tirx_buffer_region_v25_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_buffer_region_v25, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("region", tunip_tirx_buffer_region_v25, region, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_range_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_region_v25, "tirx.BufferRegion",
    &tunip_ir_prim_expr_convertible_type, tunip_tirx_buffer_region_v25_fields,
    TUNIP_LEN(tunip_tirx_buffer_region_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_buffer_region_type, 25, 26);

static const tunip_field tunip_tirx_match_buffer_region_v25_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_match_buffer_region_v25, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("source", tunip_tirx_match_buffer_region_v25, source,
              tunip_tir_buffer_region *, TUNIP_KIND_NODE, 0, &tunip_tirx_buffer_region_v25_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_match_buffer_region_v25, "tirx.MatchBufferRegion",
    &tunip_ir_object_type, tunip_tirx_match_buffer_region_v25_fields,
    TUNIP_LEN(tunip_tirx_match_buffer_region_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_match_buffer_region_type, 25, 26);

static const tunip_field tunip_tirx_slayout_v25_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_tirx_slayout_v25, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("axes", tunip_tirx_slayout_v25, axes, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_slayout_v25, "s_tir.SLayout", &tunip_ir_object_type,
    tunip_tirx_slayout_v25_fields, TUNIP_LEN(tunip_tirx_slayout_v25_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, &tunip_tir_layout_type, 25, 26);

static const tunip_field tunip_tirx_sbijective_layout_v25_fields[] = {
    TUNIP_FIELD_ROW("src_layout", tunip_tirx_sbijective_layout_v25, src_layout, tunip_tir_layout *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_slayout_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("dst_layout", tunip_tirx_sbijective_layout_v25, dst_layout, tunip_tir_layout *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_slayout_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("index_forward_rule", tunip_tirx_sbijective_layout_v25, index_forward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("index_backward_rule", tunip_tirx_sbijective_layout_v25, index_backward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("shape_forward_rule", tunip_tirx_sbijective_layout_v25, shape_forward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("shape_backward_rule", tunip_tirx_sbijective_layout_v25, shape_backward_rule,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sbijective_layout_v25, "s_tir.SBijectiveLayout",
    &tunip_ir_object_type, tunip_tirx_sbijective_layout_v25_fields,
    TUNIP_LEN(tunip_tirx_sbijective_layout_v25_fields), UNSUPPORTED, 0, NULL, NULL, NULL,
    &tunip_tir_bijective_layout_type, 25, 26);

static const tunip_field tunip_tirx_attr_stmt_v25_fields[] = {
    TUNIP_FIELD_ROW("node", tunip_tirx_attr_stmt_v25, node, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("attr_key", tunip_tirx_attr_stmt_v25, attr_key, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_attr_stmt_v25, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_attr_stmt_v25, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_attr_stmt_v25, "tirx.AttrStmt", &tunip_tirx_stmt_v24_type,
    tunip_tirx_attr_stmt_v25_fields, TUNIP_LEN(tunip_tirx_attr_stmt_v25_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_attr_stmt_type, 25, 26);

static const tunip_field tunip_tirx_buffer_store_v25_fields[] = {
    TUNIP_FIELD_ROW("buffer", tunip_tirx_buffer_store_v25, buffer, tunip_tir_buffer *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_tirx_buffer_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_buffer_store_v25, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("indices", tunip_tirx_buffer_store_v25, indices, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_buffer_store_v25, predicate, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_prim_expr_type,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_buffer_store_v25, "tirx.BufferStore", &tunip_tirx_stmt_v24_type,
    tunip_tirx_buffer_store_v25_fields, TUNIP_LEN(tunip_tirx_buffer_store_v25_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_buffer_store_type, 25, 26);

static const tunip_field tunip_tirx_decl_buffer_v25_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_decl_buffer_v25, buffer, tunip_tirx_buffer_v25, TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_decl_buffer_v25, "tirx.DeclBuffer", &tunip_tirx_stmt_v24_type,
    tunip_tirx_decl_buffer_v25_fields, TUNIP_LEN(tunip_tirx_decl_buffer_v25_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 25, 26);

static const tunip_field tunip_tirx_seq_stmt_v25_fields[] = {
    TUNIP_FIELD_ROW("seq", tunip_tirx_seq_stmt_v25, seq, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_stmt_v24_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_seq_stmt_v25, "tirx.SeqStmt", &tunip_tirx_stmt_v24_type,
    tunip_tirx_seq_stmt_v25_fields, TUNIP_LEN(tunip_tirx_seq_stmt_v25_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_seq_stmt_type, 25, 26);

static const tunip_field tunip_tirx_for_v25_fields[] = {
    TUNIP_FIELD_ROW("loop_var", tunip_tirx_for_v25, loop_var, tunip_tir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("min", tunip_tirx_for_v25, min, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("extent", tunip_tirx_for_v25, extent, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("kind", tunip_tirx_for_v25, kind, int64_t, TUNIP_KIND_INT, 0, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_for_v25, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("thread_binding", tunip_tirx_for_v25, thread_binding, tunip_tir_iter_var *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE,
              &tunip_tirx_iter_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("annotations", tunip_tirx_for_v25, annotations, tunip_map *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_string_type, &tunip_any_type),
    TUNIP_FIELD_ROW("step", tunip_tirx_for_v25, step, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_for_v25, "tirx.For", &tunip_tirx_stmt_v24_type,
    tunip_tirx_for_v25_fields, TUNIP_LEN(tunip_tirx_for_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tir_for_type, 25, 26);

static const tunip_field tunip_tirx_sblock_v25_fields[] = {
    TUNIP_FIELD_ROW("iter_vars", tunip_tirx_sblock_v25, iter_vars, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_iter_var_v24_type),
    TUNIP_FIELD_ROW("reads", tunip_tirx_sblock_v25, reads, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_buffer_region_v25_type),
    TUNIP_FIELD_ROW("writes", tunip_tirx_sblock_v25, writes, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_buffer_region_v25_type),
    TUNIP_FIELD_ROW("name_hint", tunip_tirx_sblock_v25, name_hint, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME, &tunip_string_type, NULL,
              NULL),
    TUNIP_FIELD_ROW("alloc_buffers", tunip_tirx_sblock_v25, alloc_buffers, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_array_type, NULL,
              &tunip_tirx_buffer_v25_type),
    TUNIP_FIELD_ROW("match_buffers", tunip_tirx_sblock_v25, match_buffers, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL,
              &tunip_tirx_match_buffer_region_v25_type),
    TUNIP_FIELD_ROW("annotations", tunip_tirx_sblock_v25, annotations, tunip_map *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_string_type,
              &tunip_any_type),
    TUNIP_FIELD_ROW("init", tunip_tirx_sblock_v25, init, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_tirx_stmt_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("body", tunip_tirx_sblock_v25, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sblock_v25, "tirx.SBlock", &tunip_tirx_stmt_v24_type,
    tunip_tirx_sblock_v25_fields, TUNIP_LEN(tunip_tirx_sblock_v25_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_tir_block_type, 25, 26);

static const tunip_field tunip_tirx_sblock_realize_v25_fields[] = {
    TUNIP_FIELD_ROW("iter_values", tunip_tirx_sblock_realize_v25, iter_values, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("predicate", tunip_tirx_sblock_realize_v25, predicate, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("block", tunip_tirx_sblock_realize_v25, block, tunip_tir_block *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_sblock_v25_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_sblock_realize_v25, "tirx.SBlockRealize", &tunip_tirx_stmt_v24_type,
    tunip_tirx_sblock_realize_v25_fields, TUNIP_LEN(tunip_tirx_sblock_realize_v25_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tir_block_realize_type, 25, 26);

static const tunip_field tunip_tirx_prim_func_v25_fields[] = {
    TUNIP_FIELD_ROW("params", tunip_tirx_prim_func_v25, params, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("ret_type", tunip_tirx_prim_func_v25, ret_type, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("buffer_map", tunip_tirx_prim_func_v25, buffer_map, tunip_map *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_map_type, &tunip_tirx_var_v24_type,
              &tunip_tirx_buffer_v25_type),
    TUNIP_FIELD_ROW("body", tunip_tirx_prim_func_v25, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_prim_func_v25, "tirx.PrimFunc", &tunip_ir_base_func_type,
    tunip_tirx_prim_func_v25_fields, TUNIP_LEN(tunip_tirx_prim_func_v25_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tir_prim_func_type, 25, 26);

static const tunip_field tunip_tirx_tensor_intrin_v25_fields[] = {
    TUNIP_FIELD_ROW("desc", tunip_tirx_tensor_intrin_v25, desc, tunip_tir_prim_func *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_prim_func_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("impl", tunip_tirx_tensor_intrin_v25, impl, tunip_tir_prim_func *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_prim_func_v25_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tensor_intrin_v25, "tirx.TensorIntrin", &tunip_ir_object_type,
    tunip_tirx_tensor_intrin_v25_fields, TUNIP_LEN(tunip_tirx_tensor_intrin_v25_fields),
    UNSUPPORTED, 0, NULL, NULL, NULL, &tunip_tir_tensor_intrin_type, 25, 26);

static const tunip_field tunip_te_extern_op_v25_fields[] = {
    TUNIP_FIELD_ROW("inputs", tunip_te_extern_op_v25, inputs, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_te_tensor_v24_type),
    TUNIP_FIELD_ROW("input_placeholders", tunip_te_extern_op_v25, input_placeholders,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL,
              &tunip_tirx_buffer_v25_type),
    TUNIP_FIELD_ROW("output_placeholders", tunip_te_extern_op_v25, output_placeholders,
              tunip_array *, TUNIP_KIND_NODE, 0, &tunip_array_type, NULL,
              &tunip_tirx_buffer_v25_type),
    TUNIP_FIELD_ROW("body", tunip_te_extern_op_v25, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_stmt_v24_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_te_extern_op_v25, "te.ExternOp", &tunip_te_operation_type,
    tunip_te_extern_op_v25_fields, TUNIP_LEN(tunip_te_extern_op_v25_fields), UNSUPPORTED, 0, NULL,
    NULL, NULL, &tunip_te_extern_op_type, 25, 26);

static const tunip_field tunip_tirx_bind_v25_fields[] = {
    TUNIP_FIELD_ROW("var", tunip_tirx_bind_v25, var, tunip_ir_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_tirx_var_v24_type, NULL, NULL),
    TUNIP_FIELD_ROW("value", tunip_tirx_bind_v25, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_bind_v25, "tirx.Bind", &tunip_tirx_stmt_v24_type,
    tunip_tirx_bind_v25_fields, TUNIP_LEN(tunip_tirx_bind_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tirx_bind_type, 25, 26);

static const tunip_field tunip_tirx_alloc_buffer_v25_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_alloc_buffer_v25, buffer, tunip_tirx_buffer_v25,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_MAP(tunip_tirx_alloc_buffer_v25, annotations, tunip_string, tunip_any,
              TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_alloc_buffer_v25, "tirx.AllocBuffer", &tunip_tirx_stmt_v24_type,
    tunip_tirx_alloc_buffer_v25_fields, TUNIP_LEN(tunip_tirx_alloc_buffer_v25_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 25, 26);

static const tunip_field tunip_tirx_iter_v25_fields[] = {
    TUNIP_FIELD_ROW("extent", tunip_tirx_iter_v25, extent, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("stride", tunip_tirx_iter_v25, stride, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("axis", tunip_tirx_iter_v25, axis, tunip_tirx_axis *, TUNIP_KIND_NODE, 0,
              &tunip_tirx_axis_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_iter_v25, "tirx.Iter", &tunip_ir_object_type,
    tunip_tirx_iter_v25_fields, TUNIP_LEN(tunip_tirx_iter_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tirx_iter_type, 25, 26);

static const tunip_field tunip_tirx_tile_layout_v25_fields[] = {
    TUNIP_FIELD_ROW("shard", tunip_tirx_tile_layout_v25, shard, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_tirx_iter_v25_type),
    TUNIP_FIELD_ROW("replica", tunip_tirx_tile_layout_v25, replica, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_tirx_iter_v25_type),
    TUNIP_FIELD_ROW("offset", tunip_tirx_tile_layout_v25, offset, tunip_map *, TUNIP_KIND_NODE, 0,
              &tunip_map_type, &tunip_tirx_axis_type, &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tile_layout_v25, "tirx.TileLayout", &tunip_tirx_layout_type,
    tunip_tirx_tile_layout_v25_fields, TUNIP_LEN(tunip_tirx_tile_layout_v25_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tirx_tile_layout_type, 25, 26);

static const tunip_field tunip_tirx_swizzle_layout_v25_fields[] = {
    TUNIP_FIELD_INT(tunip_tirx_swizzle_layout_v25, per_element, 0),
    TUNIP_FIELD_INT(tunip_tirx_swizzle_layout_v25, swizzle_len, 0),
    TUNIP_FIELD_INT(tunip_tirx_swizzle_layout_v25, atom_len, 0),
    TUNIP_FIELD_BOOL(tunip_tirx_swizzle_layout_v25, swizzle_inner, 0),
    TUNIP_FIELD_INT(tunip_tirx_swizzle_layout_v25, inner_mask, 0),
    TUNIP_FIELD_INT(tunip_tirx_swizzle_layout_v25, outer_mask, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_swizzle_layout_v25, "tirx.SwizzleLayout", &tunip_tirx_layout_type,
    tunip_tirx_swizzle_layout_v25_fields, TUNIP_LEN(tunip_tirx_swizzle_layout_v25_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 25, 26);

static const tunip_field tunip_tirx_compose_layout_v25_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_compose_layout_v25, swizzle, tunip_tirx_swizzle_layout_v25, 0),
    TUNIP_FIELD_NODE(tunip_tirx_compose_layout_v25, tile_layout, tunip_tirx_tile_layout_v25, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_compose_layout_v25, "tirx.ComposeLayout", &tunip_tirx_layout_type,
    tunip_tirx_compose_layout_v25_fields, TUNIP_LEN(tunip_tirx_compose_layout_v25_fields), TREE, 0,
    NULL, NULL, NULL, NULL, 25, 26);

TUNIP__VINTAGE_TYPE(tunip_tirx_break_v25, "tirx.Break", &tunip_tirx_stmt_v24_type, NULL, 0, TREE,
    0, NULL, NULL, NULL, &tunip_tirx_break_type, 25, 26);

TUNIP__VINTAGE_TYPE(tunip_tirx_continue_v25, "tirx.Continue", &tunip_tirx_stmt_v24_type, NULL, 0,
    TREE, 0, NULL, NULL, NULL, &tunip_tirx_continue_type, 25, 26);

static const tunip_field tunip_tirx_scope_id_def_v25_fields[] = {
    TUNIP_FIELD_ROW("def_ids", tunip_tirx_scope_id_def_v25, def_ids, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("extents", tunip_tirx_scope_id_def_v25, extents, tunip_array *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL,
              &tunip_ir_prim_expr_type),
    TUNIP_FIELD_ROW("scope", tunip_tirx_scope_id_def_v25, scope, int64_t, TUNIP_KIND_INT, 0, NULL,
              NULL, NULL),
    TUNIP_FIELD_ROW("preferred_extents", tunip_tirx_scope_id_def_v25, preferred_extents,
              tunip_array *, TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL,
              &tunip_ir_prim_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_scope_id_def_v25, "tirx.ScopeIdDef", &tunip_ir_object_type,
    tunip_tirx_scope_id_def_v25_fields, TUNIP_LEN(tunip_tirx_scope_id_def_v25_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_tirx_scope_id_def_type, 25, 26);

static const tunip_field tunip_tirx_scope_id_def_stmt_v25_fields[] = {
    TUNIP_FIELD_ROW("def", tunip_tirx_scope_id_def_stmt_v25, def, tunip_tirx_scope_id_def *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_scope_id_def_v25_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_scope_id_def_stmt_v25, "tirx.ScopeIdDefStmt",
    &tunip_tirx_stmt_v24_type, tunip_tirx_scope_id_def_stmt_v25_fields,
    TUNIP_LEN(tunip_tirx_scope_id_def_stmt_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tirx_scope_id_def_stmt_type, 25, 26);

static const tunip_field tunip_tirx_predicate_v25_fields[] = {
    TUNIP_FIELD_ROW("vars", tunip_tirx_predicate_v25, vars, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF, &tunip_array_type, NULL, &tunip_tirx_var_v24_type),
    TUNIP_FIELD_ROW("pred", tunip_tirx_predicate_v25, pred, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_prim_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_predicate_v25, "tirx.Predicate", &tunip_ir_object_type,
    tunip_tirx_predicate_v25_fields, TUNIP_LEN(tunip_tirx_predicate_v25_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_tirx_lambda_expr_type, 25, 26);

static const tunip_field tunip_tirx_tile_primitive_call_v25_fields[] = {
    TUNIP_FIELD_ROW("op", tunip_tirx_tile_primitive_call_v25, op, tunip_ir_op_v26 *,
              TUNIP_KIND_NODE, 0, &tunip_ir_op_v25_type, NULL, NULL),
    TUNIP_FIELD_ROW("args", tunip_tirx_tile_primitive_call_v25, args, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_any_type),
    TUNIP_FIELD_ROW("workspace", tunip_tirx_tile_primitive_call_v25, workspace, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_string_type, &tunip_tirx_buffer_v25_type),
    TUNIP_FIELD_ROW("config", tunip_tirx_tile_primitive_call_v25, config, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_string_type, &tunip_any_type),
    TUNIP_FIELD_ROW("dispatch", tunip_tirx_tile_primitive_call_v25, dispatch, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("scope", tunip_tirx_tile_primitive_call_v25, scope, tunip_tirx_exec_scope *,
              TUNIP_KIND_NODE, 0, &tunip_tirx_exec_scope_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_tile_primitive_call_v25, "tirx.TilePrimitiveCall",
    &tunip_tirx_stmt_v24_type, tunip_tirx_tile_primitive_call_v25_fields,
    TUNIP_LEN(tunip_tirx_tile_primitive_call_v25_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_tirx_tile_primitive_call_type, 25, 26);

static const tunip_field tunip_tirx_pipeline_v25_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_pipeline_v25, thread_scope, tunip_tirx_exec_scope, 0),
    TUNIP_FIELD_NODE(tunip_tirx_pipeline_v25, name_hint, tunip_string, 0),
    TUNIP_FIELD_INT(tunip_tirx_pipeline_v25, depth, 0),
    TUNIP_FIELD_BOOL(tunip_tirx_pipeline_v25, separate_pc, 0),
    TUNIP_FIELD_MAP(tunip_tirx_pipeline_v25, workspace, tunip_string, tunip_tirx_buffer_v25, 0),
    TUNIP_FIELD_MAP(tunip_tirx_pipeline_v25, schedule_config, tunip_string, tunip_any, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_pipeline_v25, "tirx.Pipeline", &tunip_ir_object_type,
    tunip_tirx_pipeline_v25_fields, TUNIP_LEN(tunip_tirx_pipeline_v25_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 25, 26);

TUNIP__VINTAGE_TYPE(tunip_tirx_copy_pipeline_v25, "tirx.CopyPipeline",
    &tunip_tirx_pipeline_v25_type, NULL, 0, TREE, 0, NULL, NULL, NULL, NULL, 25, 26);
