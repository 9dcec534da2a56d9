/* types.c -- field tables of relax_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include "../types.h"

static const tunip_field relax_id_fields[] = {
    TUNIP_NODE(relax_id, name_hint, tunip_string, TUNIP_IGNORE | TUNIP_ASIDE),
};
TUNIP__TYPE(relax_id, "relax.Id", &ir_object_type, relax_id_fields, TUNIP_LEN(relax_id_fields),
    FREE_VAR, 0, NULL, NULL);

TUNIP__TYPE(relax_leaf_expr, "relax.expr.LeafExpr", &ir_relax_expr_type, NULL, 0, UNSUPPORTED,
    TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field relax_var_fields[] = {
    TUNIP_NODE(relax_var, vid, relax_id, TUNIP_ASIDE),
};
TUNIP__TYPE(relax_var, "relax.expr.Var", &relax_leaf_expr_type, relax_var_fields,
    TUNIP_LEN(relax_var_fields), DAG, TUNIP_VARIABLE, NULL, relax_var_parts);

TUNIP__TYPE(relax_dataflow_var, "relax.expr.DataflowVar", &relax_var_type, NULL, 0, DAG,
    TUNIP_VARIABLE, NULL, NULL);

static const tunip_field relax_constant_fields[] = {
    TUNIP_NODE(relax_constant, data, tunip_tensor, 0),
};
TUNIP__TYPE(relax_constant, "relax.expr.Constant", &relax_leaf_expr_type, relax_constant_fields,
    TUNIP_LEN(relax_constant_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_prim_value_fields[] = {
    TUNIP_KIND(relax_prim_value, value, ir_prim_expr, 0),
};
TUNIP__TYPE(relax_prim_value, "relax.expr.PrimValue", &relax_leaf_expr_type,
    relax_prim_value_fields, TUNIP_LEN(relax_prim_value_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_string_imm_fields[] = {
    TUNIP_NODE(relax_string_imm, value, tunip_string, TUNIP_ASIDE),
};
TUNIP__TYPE(relax_string_imm, "relax.expr.StringImm", &relax_leaf_expr_type,
    relax_string_imm_fields, TUNIP_LEN(relax_string_imm_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_data_type_imm_fields[] = {
    TUNIP_DTYPE(relax_data_type_imm, value, 0),
};
TUNIP__TYPE(relax_data_type_imm, "relax.expr.DataTypeImm", &relax_leaf_expr_type,
    relax_data_type_imm_fields, TUNIP_LEN(relax_data_type_imm_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_shape_expr_fields[] = {
    TUNIP_ARRAY(relax_shape_expr, values, ir_prim_expr, 0),
};
TUNIP__TYPE(relax_shape_expr, "relax.expr.ShapeExpr", &relax_leaf_expr_type,
    relax_shape_expr_fields, TUNIP_LEN(relax_shape_expr_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_tuple_fields[] = {
    TUNIP_ARRAY(relax_tuple, fields, ir_relax_expr, 0),
};
TUNIP__TYPE(relax_tuple, "relax.expr.Tuple", &ir_relax_expr_type, relax_tuple_fields,
    TUNIP_LEN(relax_tuple_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_tuple_get_item_fields[] = {
    TUNIP_KIND(relax_tuple_get_item, tuple_value, ir_relax_expr, 0),
    TUNIP_INT(relax_tuple_get_item, index, 0),
};
TUNIP__TYPE(relax_tuple_get_item, "relax.expr.TupleGetItem", &ir_relax_expr_type,
    relax_tuple_get_item_fields, TUNIP_LEN(relax_tuple_get_item_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_call_fields[] = {
    TUNIP_KIND(relax_call, op, ir_relax_expr, 0),
    TUNIP_ARRAY(relax_call, args, ir_relax_expr, 0),
    TUNIP_KIND(relax_call, attrs, ir_attrs, TUNIP_OPTIONAL | TUNIP_ASIDE),
    TUNIP_ARRAY(relax_call, sinfo_args, ir_struct_info, TUNIP_ASIDE),
};
TUNIP__TYPE(relax_call, "relax.expr.Call", &ir_relax_expr_type, relax_call_fields,
    TUNIP_LEN(relax_call_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_seq_expr_fields[] = {
    TUNIP_ARRAY(relax_seq_expr, blocks, relax_binding_block, 0),
    TUNIP_KIND(relax_seq_expr, body, ir_relax_expr, 0),
};
TUNIP__TYPE(relax_seq_expr, "relax.expr.SeqExpr", &ir_relax_expr_type, relax_seq_expr_fields,
    TUNIP_LEN(relax_seq_expr_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_if_fields[] = {
    TUNIP_KIND(relax_if, cond, ir_relax_expr, 0),
    TUNIP_NODE(relax_if, true_branch, relax_seq_expr, 0),
    TUNIP_NODE(relax_if, false_branch, relax_seq_expr, 0),
};
TUNIP__TYPE(relax_if, "relax.expr.If", &ir_relax_expr_type, relax_if_fields,
    TUNIP_LEN(relax_if_fields), DAG, 0, NULL, NULL);

static const tunip_field relax_binding_fields[] = {
    TUNIP_KIND(relax_binding, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE),
    TUNIP_NODE(relax_binding, var, relax_var, TUNIP_DEF | TUNIP_ASIDE),
};
TUNIP__TYPE(relax_binding, "relax.expr.Binding", &ir_object_type, relax_binding_fields,
    TUNIP_LEN(relax_binding_fields), TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field relax_var_binding_fields[] = {
    TUNIP_KIND(relax_var_binding, value, ir_relax_expr, 0),
};
TUNIP__TYPE(relax_var_binding, "relax.expr.VarBinding", &relax_binding_type,
    relax_var_binding_fields, TUNIP_LEN(relax_var_binding_fields), TREE, 0, NULL,
    relax_var_binding_parts);

static const tunip_field relax_match_cast_fields[] = {
    TUNIP_KIND(relax_match_cast, value, ir_relax_expr, 0),
    TUNIP_KIND(relax_match_cast, struct_info, ir_struct_info, TUNIP_DEF | TUNIP_ASIDE),
};
TUNIP__TYPE(relax_match_cast, "relax.expr.MatchCast", &relax_binding_type, relax_match_cast_fields,
    TUNIP_LEN(relax_match_cast_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_binding_block_fields[] = {
    TUNIP_ARRAY(relax_binding_block, bindings, relax_binding, 0),
    TUNIP_KIND(relax_binding_block, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(relax_binding_block, "relax.expr.BindingBlock", &ir_object_type,
    relax_binding_block_fields, TUNIP_LEN(relax_binding_block_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(relax_dataflow_block, "relax.expr.DataflowBlock", &relax_binding_block_type, NULL, 0,
    TREE, 0, NULL, NULL);

static const tunip_field relax_function_fields[] = {
    TUNIP_ARRAY(relax_function, params, relax_var, TUNIP_DEF | TUNIP_ASIDE),
    TUNIP_NODE(relax_function, body, relax_seq_expr, 0),
    TUNIP_KIND(relax_function, ret_struct_info, ir_struct_info, TUNIP_ASIDE),
    TUNIP_BOOL(relax_function, is_pure, 0),
};
TUNIP__TYPE(relax_function, "relax.expr.Function", &ir_base_func_type, relax_function_fields,
    TUNIP_LEN(relax_function_fields), DAG, 0, NULL, NULL);

static const tunip_field relax_extern_func_fields[] = {
    TUNIP_NODE(relax_extern_func, global_symbol, tunip_string, TUNIP_ASIDE),
};
TUNIP__TYPE(relax_extern_func, "relax.expr.ExternFunc", &ir_base_func_type,
    relax_extern_func_fields, TUNIP_LEN(relax_extern_func_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(relax_object_struct_info, "relax.ObjectStructInfo", &ir_struct_info_type, NULL, 0,
    TREE, 0, NULL, NULL);

static const tunip_field relax_prim_struct_info_fields[] = {
    TUNIP_KIND(relax_prim_struct_info, value, ir_prim_expr, TUNIP_OPTIONAL),
    TUNIP_DTYPE(relax_prim_struct_info, dtype, 0),
};
TUNIP__TYPE(relax_prim_struct_info, "relax.PrimStructInfo", &ir_struct_info_type,
    relax_prim_struct_info_fields, TUNIP_LEN(relax_prim_struct_info_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_shape_struct_info_fields[] = {
    TUNIP_ARRAY(relax_shape_struct_info, values, ir_prim_expr, TUNIP_OPTIONAL),
    TUNIP_INT(relax_shape_struct_info, ndim, 0),
};
TUNIP__TYPE(relax_shape_struct_info, "relax.ShapeStructInfo", &ir_struct_info_type,
    relax_shape_struct_info_fields, TUNIP_LEN(relax_shape_struct_info_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_tensor_struct_info_fields[] = {
    TUNIP_KIND(relax_tensor_struct_info, shape, ir_relax_expr, TUNIP_OPTIONAL),
    TUNIP_DTYPE(relax_tensor_struct_info, dtype, 0),
    TUNIP_NODE(relax_tensor_struct_info, vdevice, ir_vdevice, TUNIP_OPTIONAL),
    TUNIP_INT(relax_tensor_struct_info, ndim, 0),
};
TUNIP__TYPE(relax_tensor_struct_info, "relax.TensorStructInfo", &ir_struct_info_type,
    relax_tensor_struct_info_fields, TUNIP_LEN(relax_tensor_struct_info_fields), TREE, 0, NULL,
    NULL);

static const tunip_field relax_tuple_struct_info_fields[] = {
    TUNIP_ARRAY(relax_tuple_struct_info, fields, ir_struct_info, 0),
};
TUNIP__TYPE(relax_tuple_struct_info, "relax.TupleStructInfo", &ir_struct_info_type,
    relax_tuple_struct_info_fields, TUNIP_LEN(relax_tuple_struct_info_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_func_struct_info_fields[] = {
    TUNIP_ARRAY(relax_func_struct_info, params, ir_struct_info, TUNIP_DEF | TUNIP_OPTIONAL),
    TUNIP_KIND(relax_func_struct_info, ret, ir_struct_info, 0),
    TUNIP_NODE(relax_func_struct_info, derive_func, ir_env_func, TUNIP_OPTIONAL),
    TUNIP_BOOL(relax_func_struct_info, purity, 0),
};
TUNIP__TYPE(relax_func_struct_info, "relax.FuncStructInfo", &ir_struct_info_type,
    relax_func_struct_info_fields, TUNIP_LEN(relax_func_struct_info_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_shape_type_fields[] = {
    TUNIP_INT(relax_shape_type, ndim, 0),
};
TUNIP__TYPE(relax_shape_type, "relax.ShapeType", &ir_type_type, relax_shape_type_fields,
    TUNIP_LEN(relax_shape_type_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_tensor_type_fields[] = {
    TUNIP_INT(relax_tensor_type, ndim, 0),
    TUNIP_DTYPE(relax_tensor_type, dtype, 0),
};
TUNIP__TYPE(relax_tensor_type, "relax.DynTensorType", &ir_type_type, relax_tensor_type_fields,
    TUNIP_LEN(relax_tensor_type_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(relax_object_type, "relax.ObjectType", &ir_type_type, NULL, 0, TREE, 0, NULL, NULL);

TUNIP__TYPE(relax_packed_func_type, "relax.PackedFuncType", &ir_type_type, NULL, 0, TREE, 0, NULL,
    NULL);

static const tunip_field relax_device_mesh_fields[] = {
    TUNIP_NODE(relax_device_mesh, shape, tunip_shape, 0),
    TUNIP_ARRAY(relax_device_mesh, device_ids, ir_int_imm, 0),
    TUNIP_NODE(relax_device_mesh, device_range, ir_range, TUNIP_OPTIONAL),
};
TUNIP__TYPE(relax_device_mesh, "relax.distributed.DeviceMesh", &ir_global_info_type,
    relax_device_mesh_fields, TUNIP_LEN(relax_device_mesh_fields), TREE, 0, NULL, NULL);

static const tunip_field relax_placement_spec_fields[] = {
    TUNIP_INT(relax_placement_spec, axis, 0),
    TUNIP_INT(relax_placement_spec, kind, 0),
};
TUNIP__TYPE(relax_placement_spec, "relax.distributed.PlacementSpec", &ir_object_type,
    relax_placement_spec_fields, TUNIP_LEN(relax_placement_spec_fields), CONST_TREE, 0, NULL, NULL);

static const tunip_field relax_placement_fields[] = {
    TUNIP_ARRAY(relax_placement, dim_specs, relax_placement_spec, 0),
};
TUNIP__TYPE(relax_placement, "relax.distributed.Placement", &ir_object_type,
    relax_placement_fields, TUNIP_LEN(relax_placement_fields), CONST_TREE, 0, NULL, NULL);

static const tunip_field relax_dtensor_struct_info_fields[] = {
    TUNIP_NODE(relax_dtensor_struct_info, device_mesh, relax_device_mesh, 0),
    TUNIP_NODE(relax_dtensor_struct_info, placement, relax_placement, 0),
    TUNIP_NODE(relax_dtensor_struct_info, tensor_sinfo, relax_tensor_struct_info, 0),
};
TUNIP__TYPE(relax_dtensor_struct_info, "relax.DTensorStructInfo", &ir_struct_info_type,
    relax_dtensor_struct_info_fields, TUNIP_LEN(relax_dtensor_struct_info_fields), TREE, 0, NULL,
    NULL);

tunip_type *const relax_types[RELAX_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
