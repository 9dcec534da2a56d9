/* types_v26.c -- field tables of relax_types_v26.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/relax_types_v26.h>
#include "../types.h"

TUNIP__VINTAGE_TYPE(tunip_relax_dataflow_var_v26, "relax.expr.DataflowVar", &tunip_ir_var_type,
    NULL, 0, FREE_VAR, TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_relax_constant_v26_fields[] = {
    TUNIP_FIELD_ROW("data", tunip_relax_constant_v26, data, tunip_tensor *, TUNIP_KIND_NODE, 0,
              &tunip_tensor_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_constant_v26, "relax.expr.Constant", &tunip_ir_expr_type,
    tunip_relax_constant_v26_fields, TUNIP_LEN(tunip_relax_constant_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_constant_type, 26, 0);

static const tunip_field tunip_relax_string_imm_v26_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_relax_string_imm_v26, value, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_string_imm_v26, "relax.expr.StringImm", &tunip_ir_expr_type,
    tunip_relax_string_imm_v26_fields, TUNIP_LEN(tunip_relax_string_imm_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_string_imm_type, 26, 0);

static const tunip_field tunip_relax_data_type_imm_v26_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_relax_data_type_imm_v26, value, tunip_dtype, TUNIP_KIND_DTYPE,
              0, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_data_type_imm_v26, "relax.expr.DataTypeImm", &tunip_ir_expr_type,
    tunip_relax_data_type_imm_v26_fields, TUNIP_LEN(tunip_relax_data_type_imm_v26_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_data_type_imm_type, 26, 0);

static const tunip_field tunip_relax_shape_expr_v26_fields[] = {
    TUNIP_FIELD_ROW("values", tunip_relax_shape_expr_v26, values, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_expr_v26, "relax.expr.ShapeExpr", &tunip_ir_expr_type,
    tunip_relax_shape_expr_v26_fields, TUNIP_LEN(tunip_relax_shape_expr_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_shape_expr_type, 26, 0);

static const tunip_field tunip_relax_tuple_v26_fields[] = {
    TUNIP_FIELD_ROW("fields", tunip_relax_tuple_v26, fields, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple_v26, "relax.expr.Tuple", &tunip_ir_expr_type,
    tunip_relax_tuple_v26_fields, TUNIP_LEN(tunip_relax_tuple_v26_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_relax_tuple_type, 26, 0);

static const tunip_field tunip_relax_tuple_get_item_v26_fields[] = {
    TUNIP_FIELD_ROW("tuple_value", tunip_relax_tuple_get_item_v26, tuple_value, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("index", tunip_relax_tuple_get_item_v26, index, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple_get_item_v26, "relax.expr.TupleGetItem", &tunip_ir_expr_type,
    tunip_relax_tuple_get_item_v26_fields, TUNIP_LEN(tunip_relax_tuple_get_item_v26_fields), TREE,
    0, NULL, NULL, NULL, &tunip_relax_tuple_get_item_type, 26, 0);

static const tunip_field tunip_relax_seq_expr_v26_fields[] = {
    TUNIP_FIELD_ROW("blocks", tunip_relax_seq_expr_v26, blocks, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_relax_binding_block_v26_type),
    TUNIP_FIELD_ROW("body", tunip_relax_seq_expr_v26, body, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_seq_expr_v26, "relax.expr.SeqExpr", &tunip_ir_expr_type,
    tunip_relax_seq_expr_v26_fields, TUNIP_LEN(tunip_relax_seq_expr_v26_fields), TREE, 0, NULL,
    relax_seq_parts, NULL, &tunip_relax_seq_expr_type, 26, 0);

static const tunip_field tunip_relax_if_v26_fields[] = {
    TUNIP_FIELD_ROW("cond", tunip_relax_if_v26, cond, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("true_branch", tunip_relax_if_v26, true_branch, tunip_relax_seq_expr *,
              TUNIP_KIND_NODE, 0, &tunip_relax_seq_expr_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("false_branch", tunip_relax_if_v26, false_branch, tunip_relax_seq_expr *,
              TUNIP_KIND_NODE, 0, &tunip_relax_seq_expr_v26_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_if_v26, "relax.expr.If", &tunip_ir_expr_type,
    tunip_relax_if_v26_fields, TUNIP_LEN(tunip_relax_if_v26_fields), DAG, 0, NULL, NULL, NULL,
    &tunip_relax_if_type, 26, 0);

static const tunip_field tunip_relax_binding_v26_fields[] = {
    TUNIP_FIELD_ROW("span", tunip_relax_binding_v26, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
    TUNIP_FIELD_ROW("var", tunip_relax_binding_v26, var, tunip_relax_var *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_ir_var_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_binding_v26, "relax.expr.Binding", &tunip_ir_object_type,
    tunip_relax_binding_v26_fields, TUNIP_LEN(tunip_relax_binding_v26_fields), TREE,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, &tunip_relax_binding_type, 26, 0);

static const tunip_field tunip_relax_var_binding_v26_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_relax_var_binding_v26, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_var_binding_v26, "relax.expr.VarBinding",
    &tunip_relax_binding_v26_type, tunip_relax_var_binding_v26_fields,
    TUNIP_LEN(tunip_relax_var_binding_v26_fields), TREE, 0, NULL, relax_var_binding_parts, NULL,
    &tunip_relax_var_binding_type, 26, 0);

static const tunip_field tunip_relax_match_cast_v26_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_relax_match_cast_v26, value, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("ty", tunip_relax_match_cast_v26, struct_info, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_ir_type_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_match_cast_v26, "relax.expr.MatchCast",
    &tunip_relax_binding_v26_type, tunip_relax_match_cast_v26_fields,
    TUNIP_LEN(tunip_relax_match_cast_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_match_cast_type, 26, 0);

static const tunip_field tunip_relax_binding_block_v26_fields[] = {
    TUNIP_FIELD_ROW("bindings", tunip_relax_binding_block_v26, bindings, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_relax_binding_v26_type),
    TUNIP_FIELD_ROW("span", tunip_relax_binding_block_v26, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_binding_block_v26, "relax.expr.BindingBlock",
    &tunip_ir_object_type, tunip_relax_binding_block_v26_fields,
    TUNIP_LEN(tunip_relax_binding_block_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_binding_block_type, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_relax_dataflow_block_v26, "relax.expr.DataflowBlock",
    &tunip_relax_binding_block_v26_type, NULL, 0, TREE, 0, NULL, NULL, NULL,
    &tunip_relax_dataflow_block_type, 26, 0);

static const tunip_field tunip_relax_function_v26_fields[] = {
    TUNIP_FIELD_ROW("params", tunip_relax_function_v26, params, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE, &tunip_array_type, NULL, &tunip_ir_var_type),
    TUNIP_FIELD_ROW("body", tunip_relax_function_v26, body, tunip_relax_seq_expr *,
              TUNIP_KIND_NODE, 0, &tunip_relax_seq_expr_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("ret_ty", tunip_relax_function_v26, ret_struct_info, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("is_pure", tunip_relax_function_v26, is_pure, bool, TUNIP_KIND_BOOL, 0, NULL,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_function_v26, "relax.expr.Function", &tunip_ir_base_func_v26_type,
    tunip_relax_function_v26_fields, TUNIP_LEN(tunip_relax_function_v26_fields), DAG, 0, NULL,
    NULL, NULL, &tunip_relax_function_type, 26, 0);

static const tunip_field tunip_relax_extern_func_v26_fields[] = {
    TUNIP_FIELD_ROW("global_symbol", tunip_relax_extern_func_v26, global_symbol, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_extern_func_v26, "relax.expr.ExternFunc",
    &tunip_ir_base_func_v26_type, tunip_relax_extern_func_v26_fields,
    TUNIP_LEN(tunip_relax_extern_func_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_extern_func_type, 26, 0);

TUNIP__VINTAGE_TYPE(tunip_relax_any_type, "relax.AnyType", &tunip_ir_type_type, NULL, 0, TREE, 0,
    NULL, NULL, NULL, &tunip_relax_object_struct_info_type, 26, 0);

static const tunip_field tunip_relax_tensor_type_v26_fields[] = {
    TUNIP_FIELD_ROW("shape", tunip_relax_tensor_type_v26, shape, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("dtype", tunip_relax_tensor_type_v26, element, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_prim_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("vdevice", tunip_relax_tensor_type_v26, vdevice, tunip_ir_vdevice *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_vdevice_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("ndim", tunip_relax_tensor_type_v26, ndim, int64_t, TUNIP_KIND_INT, 0, NULL,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tensor_type_v26, "relax.TensorType", &tunip_ir_type_type,
    tunip_relax_tensor_type_v26_fields, TUNIP_LEN(tunip_relax_tensor_type_v26_fields), TREE, 0,
    NULL, NULL, NULL, &tunip_relax_tensor_struct_info_type, 26, 0);

static const tunip_field tunip_relax_func_type_fields[] = {
    TUNIP_FIELD_ROW("params", tunip_relax_func_type, params, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL, &tunip_ir_type_type),
    TUNIP_FIELD_ROW("ret", tunip_relax_func_type, ret, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("derive_func", tunip_relax_func_type, derive_func, tunip_ir_env_func *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_env_func_type, NULL, NULL),
    TUNIP_FIELD_ROW("purity", tunip_relax_func_type, purity, bool, TUNIP_KIND_BOOL, 0, NULL, NULL,
              NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_func_type, "relax.FuncType", &tunip_ir_type_type,
    tunip_relax_func_type_fields, TUNIP_LEN(tunip_relax_func_type_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_relax_func_struct_info_type, 26, 0);

static const tunip_field tunip_relax_shape_type_v26_fields[] = {
    TUNIP_FIELD_ROW("values", tunip_relax_shape_type_v26, values, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("ndim", tunip_relax_shape_type_v26, ndim, int64_t, TUNIP_KIND_INT, 0, NULL,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_type_v26, "relax.ShapeType", &tunip_ir_type_type,
    tunip_relax_shape_type_v26_fields, TUNIP_LEN(tunip_relax_shape_type_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_shape_struct_info_type, 26, 0);

static const tunip_field tunip_relax_device_mesh_v26_fields[] = {
    TUNIP_FIELD_ROW("shape", tunip_relax_device_mesh_v26, shape, tunip_shape *, TUNIP_KIND_NODE, 0,
              &tunip_shape_type, NULL, NULL),
    TUNIP_FIELD_ROW("device_ids", tunip_relax_device_mesh_v26, device_ids, tunip_array *,
              TUNIP_KIND_NODE, 0, &tunip_array_type, NULL, &tunip_int_type),
    TUNIP_FIELD_ROW("device_range", tunip_relax_device_mesh_v26, device_range, tunip_ir_range *,
              TUNIP_KIND_NODE, TUNIP_FLAG_OPTIONAL, &tunip_ir_range_v26_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_device_mesh_v26, "relax.distributed.DeviceMesh",
    &tunip_ir_global_info_type, tunip_relax_device_mesh_v26_fields,
    TUNIP_LEN(tunip_relax_device_mesh_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_relax_device_mesh_type, 26, 0);

static const tunip_field tunip_relax_dtensor_type_fields[] = {
    TUNIP_FIELD_ROW("device_mesh", tunip_relax_dtensor_type, device_mesh,
              tunip_relax_device_mesh *, TUNIP_KIND_NODE, 0, &tunip_relax_device_mesh_v26_type,
              NULL, NULL),
    TUNIP_FIELD_ROW("placement", tunip_relax_dtensor_type, placement, tunip_relax_placement *,
              TUNIP_KIND_NODE, 0, &tunip_relax_placement_type, NULL, NULL),
    TUNIP_FIELD_ROW("tensor_ty", tunip_relax_dtensor_type, tensor_sinfo,
              tunip_relax_tensor_struct_info *, TUNIP_KIND_NODE, 0,
              &tunip_relax_tensor_type_v26_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_dtensor_type, "relax.DTensorType", &tunip_ir_type_type,
    tunip_relax_dtensor_type_fields, TUNIP_LEN(tunip_relax_dtensor_type_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_relax_dtensor_struct_info_type, 26, 0);
