/* types.c -- field tables of relax_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include "../types.h"
#include "tables.h"
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/relax_attrs_v26.h>
#include <tunip/tvm/relax_pattern_v26.h>
#include <tunip/tvm/relax_types_v24.h>
#include <tunip/tvm/relax_types_v25.h>

static const tunip_field tunip_relax_id_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_id, name_hint, tunip_string,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME),
};
TUNIP__VINTAGE_TYPE(tunip_relax_id, "relax.Id", &tunip_ir_object_type, tunip_relax_id_fields,
    TUNIP_LEN(tunip_relax_id_fields), FREE_VAR, 0, NULL, NULL, NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_relax_leaf_expr, "relax.expr.LeafExpr", &tunip_ir_relax_expr_type, NULL,
    0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_var, vid, tunip_relax_id, TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_relax_var, "relax.expr.Var", &tunip_relax_leaf_expr_type,
    tunip_relax_var_fields, TUNIP_LEN(tunip_relax_var_fields), DAG, TUNIP_TYPE_VARIABLE, NULL,
    relax_var_parts, NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_relax_dataflow_var, "relax.expr.DataflowVar", &tunip_relax_var_type,
    NULL, 0, DAG, TUNIP_TYPE_VARIABLE, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_constant_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_constant, data, tunip_tensor, 0),
};
static const tunip_completion tunip_relax_constant_completion = {
    .finish = relax_complete_constant};
TUNIP__VINTAGE_TYPE(tunip_relax_constant, "relax.expr.Constant", &tunip_relax_leaf_expr_type,
    tunip_relax_constant_fields, TUNIP_LEN(tunip_relax_constant_fields), TREE, 0, NULL, NULL,
    &tunip_relax_constant_completion, NULL, 0, 26);

static const tunip_field tunip_relax_prim_value_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_prim_value, value, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_relax_prim_value_completion = {
    .finish = relax_complete_prim_value};
TUNIP__VINTAGE_TYPE(tunip_relax_prim_value, "relax.expr.PrimValue", &tunip_relax_leaf_expr_type,
    tunip_relax_prim_value_fields, TUNIP_LEN(tunip_relax_prim_value_fields), TREE, 0, NULL, NULL,
    &tunip_relax_prim_value_completion, NULL, 0, 26);

static const tunip_field tunip_relax_string_imm_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_string_imm, value, tunip_string, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_relax_string_imm_completion = {
    .finish = relax_complete_opaque};
TUNIP__VINTAGE_TYPE(tunip_relax_string_imm, "relax.expr.StringImm", &tunip_relax_leaf_expr_type,
    tunip_relax_string_imm_fields, TUNIP_LEN(tunip_relax_string_imm_fields), TREE, 0, NULL, NULL,
    &tunip_relax_string_imm_completion, NULL, 0, 26);

static const tunip_field tunip_relax_data_type_imm_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_relax_data_type_imm, value, 0),
};
static const tunip_completion tunip_relax_data_type_imm_completion = {
    .finish = relax_complete_opaque};
TUNIP__VINTAGE_TYPE(tunip_relax_data_type_imm, "relax.expr.DataTypeImm",
    &tunip_relax_leaf_expr_type, tunip_relax_data_type_imm_fields,
    TUNIP_LEN(tunip_relax_data_type_imm_fields), TREE, 0, NULL, NULL,
    &tunip_relax_data_type_imm_completion, NULL, 0, 26);

static const tunip_field tunip_relax_shape_expr_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_shape_expr, values, tunip_ir_prim_expr, 0),
};
static const tunip_completion tunip_relax_shape_expr_completion = {
    .finish = relax_complete_shape_expr};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_expr, "relax.expr.ShapeExpr", &tunip_relax_leaf_expr_type,
    tunip_relax_shape_expr_fields, TUNIP_LEN(tunip_relax_shape_expr_fields), TREE, 0, NULL, NULL,
    &tunip_relax_shape_expr_completion, NULL, 0, 26);

static const tunip_field tunip_relax_tuple_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_tuple, fields, tunip_ir_relax_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple, "relax.expr.Tuple", &tunip_ir_relax_expr_type,
    tunip_relax_tuple_fields, TUNIP_LEN(tunip_relax_tuple_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 26);

static const tunip_field tunip_relax_tuple_get_item_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_tuple_get_item, tuple_value, tunip_ir_relax_expr, 0),
    TUNIP_FIELD_INT(tunip_relax_tuple_get_item, index, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple_get_item, "relax.expr.TupleGetItem",
    &tunip_ir_relax_expr_type, tunip_relax_tuple_get_item_fields,
    TUNIP_LEN(tunip_relax_tuple_get_item_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_call_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_call, op, tunip_ir_relax_expr, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_call, args, tunip_ir_relax_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_call, attrs, tunip_ir_attrs,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_ARRAY(tunip_relax_call, sinfo_args, tunip_ir_struct_info, TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_relax_call, "relax.expr.Call", &tunip_ir_relax_expr_type,
    tunip_relax_call_fields, TUNIP_LEN(tunip_relax_call_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 26);

static const tunip_field tunip_relax_seq_expr_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_seq_expr, blocks, tunip_relax_binding_block, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_seq_expr, body, tunip_ir_relax_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_seq_expr, "relax.expr.SeqExpr", &tunip_ir_relax_expr_type,
    tunip_relax_seq_expr_fields, TUNIP_LEN(tunip_relax_seq_expr_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 26);

static const tunip_field tunip_relax_if_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_if, cond, tunip_ir_relax_expr, 0),
    TUNIP_FIELD_NODE(tunip_relax_if, true_branch, tunip_relax_seq_expr, 0),
    TUNIP_FIELD_NODE(tunip_relax_if, false_branch, tunip_relax_seq_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_if, "relax.expr.If", &tunip_ir_relax_expr_type,
    tunip_relax_if_fields, TUNIP_LEN(tunip_relax_if_fields), DAG, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_binding_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_binding, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION),
    TUNIP_FIELD_NODE(tunip_relax_binding, var, tunip_relax_var, TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_relax_binding, "relax.expr.Binding", &tunip_ir_object_type,
    tunip_relax_binding_fields, TUNIP_LEN(tunip_relax_binding_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_var_binding_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_var_binding, value, tunip_ir_relax_expr, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_var_binding, "relax.expr.VarBinding", &tunip_relax_binding_type,
    tunip_relax_var_binding_fields, TUNIP_LEN(tunip_relax_var_binding_fields), TREE, 0, NULL,
    relax_var_binding_parts, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_match_cast_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_match_cast, value, tunip_ir_relax_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_match_cast, struct_info, tunip_ir_struct_info,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_relax_match_cast, "relax.expr.MatchCast", &tunip_relax_binding_type,
    tunip_relax_match_cast_fields, TUNIP_LEN(tunip_relax_match_cast_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 26);

static const tunip_field tunip_relax_binding_block_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_binding_block, bindings, tunip_relax_binding, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_binding_block, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_relax_binding_block, "relax.expr.BindingBlock", &tunip_ir_object_type,
    tunip_relax_binding_block_fields, TUNIP_LEN(tunip_relax_binding_block_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_relax_dataflow_block, "relax.expr.DataflowBlock",
    &tunip_relax_binding_block_type, NULL, 0, TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_function_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_function, params, tunip_relax_var,
              TUNIP_FLAG_DEF | TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_NODE(tunip_relax_function, body, tunip_relax_seq_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_relax_function, ret_struct_info, tunip_ir_struct_info,
              TUNIP_FLAG_ASIDE),
    TUNIP_FIELD_BOOL(tunip_relax_function, is_pure, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_function, "relax.expr.Function", &tunip_ir_base_func_type,
    tunip_relax_function_fields, TUNIP_LEN(tunip_relax_function_fields), DAG, 0, NULL, NULL, NULL,
    NULL, 0, 25);

static const tunip_field tunip_relax_extern_func_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_extern_func, global_symbol, tunip_string, TUNIP_FLAG_ASIDE),
};
static const tunip_completion tunip_relax_extern_func_completion = {
    .finish = relax_complete_extern_func};
TUNIP__VINTAGE_TYPE(tunip_relax_extern_func, "relax.expr.ExternFunc", &tunip_ir_base_func_type,
    tunip_relax_extern_func_fields, TUNIP_LEN(tunip_relax_extern_func_fields), TREE, 0, NULL, NULL,
    &tunip_relax_extern_func_completion, NULL, 0, 24);

TUNIP__VINTAGE_TYPE(tunip_relax_object_struct_info, "relax.ObjectStructInfo",
    &tunip_ir_struct_info_type, NULL, 0, TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_prim_struct_info_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_prim_struct_info, value, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relax_prim_struct_info, dtype, 0),
};
static const tunip_completion tunip_relax_prim_struct_info_completion = {
    .finish = relax_complete_prim_struct_info};
TUNIP__VINTAGE_TYPE(tunip_relax_prim_struct_info, "relax.PrimStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_prim_struct_info_fields,
    TUNIP_LEN(tunip_relax_prim_struct_info_fields), TREE, 0, NULL, NULL,
    &tunip_relax_prim_struct_info_completion, NULL, 0, 26);

static const tunip_field tunip_relax_shape_struct_info_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_shape_struct_info, values, tunip_ir_prim_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relax_shape_struct_info, ndim, 0),
};
static const tunip_completion tunip_relax_shape_struct_info_completion = {
    .finish = relax_complete_shape_struct_info};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_struct_info, "relax.ShapeStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_shape_struct_info_fields,
    TUNIP_LEN(tunip_relax_shape_struct_info_fields), TREE, 0, NULL, NULL,
    &tunip_relax_shape_struct_info_completion, NULL, 0, 26);

static const tunip_field tunip_relax_tensor_struct_info_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_relax_tensor_struct_info, shape, tunip_ir_relax_expr,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_DTYPE(tunip_relax_tensor_struct_info, dtype, 0),
    TUNIP_FIELD_NODE(tunip_relax_tensor_struct_info, vdevice, tunip_ir_vdevice,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_relax_tensor_struct_info, ndim, 0),
};
static const tunip_completion tunip_relax_tensor_struct_info_completion = {
    .finish = relax_complete_tensor_struct_info};
TUNIP__VINTAGE_TYPE(tunip_relax_tensor_struct_info, "relax.TensorStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_tensor_struct_info_fields,
    TUNIP_LEN(tunip_relax_tensor_struct_info_fields), TREE, 0, NULL, NULL,
    &tunip_relax_tensor_struct_info_completion, NULL, 0, 24);

static const tunip_field tunip_relax_tuple_struct_info_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_tuple_struct_info, fields, tunip_ir_struct_info, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tuple_struct_info, "relax.TupleStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_tuple_struct_info_fields,
    TUNIP_LEN(tunip_relax_tuple_struct_info_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_func_struct_info_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_func_struct_info, params, tunip_ir_struct_info,
              TUNIP_FLAG_DEF | TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_ABSTRACT(tunip_relax_func_struct_info, ret, tunip_ir_struct_info, 0),
    TUNIP_FIELD_NODE(tunip_relax_func_struct_info, derive_func, tunip_ir_env_func,
              TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_BOOL(tunip_relax_func_struct_info, purity, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_func_struct_info, "relax.FuncStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_func_struct_info_fields,
    TUNIP_LEN(tunip_relax_func_struct_info_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_relax_shape_type_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_shape_type, ndim, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_shape_type, "relax.ShapeType", &tunip_ir_type_type,
    tunip_relax_shape_type_fields, TUNIP_LEN(tunip_relax_shape_type_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 26);

static const tunip_field tunip_relax_tensor_type_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_tensor_type, ndim, 0),
    TUNIP_FIELD_DTYPE(tunip_relax_tensor_type, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_tensor_type, "relax.DynTensorType", &tunip_ir_type_type,
    tunip_relax_tensor_type_fields, TUNIP_LEN(tunip_relax_tensor_type_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_relax_object_type, "relax.ObjectType", &tunip_ir_type_type, NULL, 0,
    TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_relax_packed_func_type, "relax.PackedFuncType", &tunip_ir_type_type,
    NULL, 0, TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_device_mesh_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_device_mesh, shape, tunip_shape, 0),
    TUNIP_FIELD_ARRAY(tunip_relax_device_mesh, device_ids, tunip_ir_int_imm, 0),
    TUNIP_FIELD_NODE(tunip_relax_device_mesh, device_range, tunip_ir_range, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_relax_device_mesh, "relax.distributed.DeviceMesh",
    &tunip_ir_global_info_type, tunip_relax_device_mesh_fields,
    TUNIP_LEN(tunip_relax_device_mesh_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 25);

static const tunip_field tunip_relax_placement_spec_fields[] = {
    TUNIP_FIELD_INT(tunip_relax_placement_spec, axis, 0),
    TUNIP_FIELD_INT(tunip_relax_placement_spec, kind, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_placement_spec, "relax.distributed.PlacementSpec",
    &tunip_ir_object_type, tunip_relax_placement_spec_fields,
    TUNIP_LEN(tunip_relax_placement_spec_fields), CONST_TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_placement_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_relax_placement, dim_specs, tunip_relax_placement_spec, 0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_placement, "relax.distributed.Placement", &tunip_ir_object_type,
    tunip_relax_placement_fields, TUNIP_LEN(tunip_relax_placement_fields), CONST_TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_relax_dtensor_struct_info_fields[] = {
    TUNIP_FIELD_NODE(tunip_relax_dtensor_struct_info, device_mesh, tunip_relax_device_mesh, 0),
    TUNIP_FIELD_NODE(tunip_relax_dtensor_struct_info, placement, tunip_relax_placement, 0),
    TUNIP_FIELD_NODE(tunip_relax_dtensor_struct_info, tensor_sinfo, tunip_relax_tensor_struct_info,
              0),
};
TUNIP__VINTAGE_TYPE(tunip_relax_dtensor_struct_info, "relax.DTensorStructInfo",
    &tunip_ir_struct_info_type, tunip_relax_dtensor_struct_info_fields,
    TUNIP_LEN(tunip_relax_dtensor_struct_info_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 24);

tunip_type *const relax_types[RELAX_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
