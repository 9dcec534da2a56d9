/* types_v26.c -- field tables of ir_types_v26.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include <tunip/tvm/ir_types_v26.h>
#include "../ir.h"

static const tunip_field tunip_ir_argument_info_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_ir_argument_info, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("type_info", tunip_ir_argument_info, type_info, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("description", tunip_ir_argument_info, description, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_argument_info, "ir.ArgumentInfo", &tunip_ir_object_type,
    tunip_ir_argument_info_fields, TUNIP_LEN(tunip_ir_argument_info_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_ir_attr_field_info_type, 25, 0);

static const tunip_field tunip_ir_pointer_type_v26_fields[] = {
    TUNIP_FIELD_ROW("element_type", tunip_ir_pointer_type_v26, element_type, tunip_node *,
              TUNIP_KIND_NODE, 0, &tunip_ir_type_type, NULL, NULL),
    TUNIP_FIELD_ROW("storage_scope", tunip_ir_pointer_type_v26, storage_scope, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_pointer_type_v26, "ir.PointerType", &tunip_ir_type_type,
    tunip_ir_pointer_type_v26_fields, TUNIP_LEN(tunip_ir_pointer_type_v26_fields), TREE, 0, NULL,
    NULL, NULL, &tunip_ir_pointer_type_type, 26, 0);

static const tunip_field tunip_ir_tuple_type_v26_fields[] = {
    TUNIP_FIELD_ROW("fields", tunip_ir_tuple_type_v26, fields, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_type_type),
};
TUNIP__VINTAGE_TYPE(tunip_ir_tuple_type_v26, "ir.TupleType", &tunip_ir_type_type,
    tunip_ir_tuple_type_v26_fields, TUNIP_LEN(tunip_ir_tuple_type_v26_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_relax_tuple_struct_info_type, 26, 0);

static const tunip_field tunip_ir_func_type_v26_fields[] = {
    TUNIP_FIELD_ROW("arg_types", tunip_ir_func_type_v26, arg_types, tunip_array *, TUNIP_KIND_NODE,
              0, &tunip_array_type, NULL, &tunip_ir_type_type),
    TUNIP_FIELD_ROW("ret_type", tunip_ir_func_type_v26, ret_type, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_type_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_func_type_v26, "ir.FuncType", &tunip_ir_type_type,
    tunip_ir_func_type_v26_fields, TUNIP_LEN(tunip_ir_func_type_v26_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_ir_func_type_type, 24, 0);

TUNIP__VINTAGE_TYPE(tunip_ir_tensor_map_type_v26, "ir.TensorMapType", &tunip_ir_type_type, NULL, 0,
    TREE, 0, NULL, NULL, NULL, &tunip_ir_tensor_map_type_type, 24, 0);

static const tunip_field tunip_ir_expr_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_expr, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT |
              TUNIP_FLAG_LOCATION),
    TUNIP_FIELD_ABSTRACT(tunip_ir_expr, ty, tunip_ir_type, TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_ir_expr, "ir.Expr", &tunip_ir_object_type, tunip_ir_expr_fields,
    TUNIP_LEN(tunip_ir_expr_fields), TREE, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 26, 0);

static const tunip_field tunip_ir_int_imm_v26_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_ir_int_imm_v26, value, int64_t, TUNIP_KIND_INT, 0, NULL, NULL,
              NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_int_imm_v26, "ir.IntImm", &tunip_ir_expr_type,
    tunip_ir_int_imm_v26_fields, TUNIP_LEN(tunip_ir_int_imm_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_ir_int_imm_type, 26, 0);

static const tunip_field tunip_ir_float_imm_v26_fields[] = {
    TUNIP_FIELD_ROW("value", tunip_ir_float_imm_v26, value, double, TUNIP_KIND_FLOAT, 0, NULL,
              NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_float_imm_v26, "ir.FloatImm", &tunip_ir_expr_type,
    tunip_ir_float_imm_v26_fields, TUNIP_LEN(tunip_ir_float_imm_v26_fields), TREE, 0, NULL, NULL,
    NULL, &tunip_ir_float_imm_type, 26, 0);

static const tunip_field tunip_ir_var_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_ir_var, name, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_NAME, &tunip_string_type, NULL,
              NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_var, "ir.Var", &tunip_ir_expr_type, tunip_ir_var_fields,
    TUNIP_LEN(tunip_ir_var_fields), FREE_VAR, TUNIP_TYPE_VARIABLE, NULL, NULL, NULL,
    &tunip_tir_var_type, 26, 0);

static const tunip_field tunip_ir_call_fields[] = {
    TUNIP_FIELD_ROW("op", tunip_ir_call, op, tunip_node *, TUNIP_KIND_NODE, TUNIP_FLAG_ASIDE,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("args", tunip_ir_call, args, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_ir_expr_type),
    TUNIP_FIELD_ROW("attrs", tunip_ir_call, attrs, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_attrs_type, NULL, NULL),
    TUNIP_FIELD_ROW("ty_args", tunip_ir_call, sinfo_args, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_ASIDE, &tunip_array_type, NULL, &tunip_ir_type_type),
};
TUNIP__VINTAGE_TYPE(tunip_ir_call, "ir.Call", &tunip_ir_expr_type, tunip_ir_call_fields,
    TUNIP_LEN(tunip_ir_call_fields), TREE, 0, NULL, NULL, NULL, &tunip_relax_call_type, 26, 0);

static const tunip_field tunip_ir_global_var_v26_fields[] = {
    TUNIP_FIELD_ROW("name_hint", tunip_ir_global_var_v26, name_hint, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_global_var_v26, "ir.GlobalVar", &tunip_ir_expr_type,
    tunip_ir_global_var_v26_fields, TUNIP_LEN(tunip_ir_global_var_v26_fields), FREE_VAR, 0, NULL,
    ir_global_var_parts, NULL, &tunip_ir_global_var_type, 26, 0);

static const tunip_field tunip_ir_op_v26_fields[] = {
    TUNIP_FIELD_ROW("name", tunip_ir_op_v26, name, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("description", tunip_ir_op_v26, description, tunip_string *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("arguments", tunip_ir_op_v26, arguments, tunip_array *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE, &tunip_array_type, NULL, &tunip_ir_argument_info_type),
    TUNIP_FIELD_ROW("attrs_type_key", tunip_ir_op_v26, attrs_type_key, tunip_string *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE, &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("num_inputs", tunip_ir_op_v26, num_inputs, int64_t, TUNIP_KIND_INT,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
    TUNIP_FIELD_ROW("support_level", tunip_ir_op_v26, support_level, int64_t, TUNIP_KIND_INT,
              TUNIP_FLAG_IGNORE, NULL, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_op_v26, "ir.Op", &tunip_ir_expr_type, tunip_ir_op_v26_fields,
    TUNIP_LEN(tunip_ir_op_v26_fields), UNIQUE, 0, &ir_op_codec, NULL, NULL, &tunip_ir_op_type, 26,
    0);

static const tunip_field tunip_ir_base_func_v26_fields[] = {
    TUNIP_FIELD_ROW("attrs", tunip_ir_base_func_v26, attrs, tunip_ir_dict_attrs *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE, &tunip_ir_dict_attrs_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_base_func_v26, "ir.BaseFunc", &tunip_ir_expr_type,
    tunip_ir_base_func_v26_fields, TUNIP_LEN(tunip_ir_base_func_v26_fields), TREE,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, &tunip_ir_base_func_type, 26, 0);

static const tunip_field tunip_ir_range_v26_fields[] = {
    TUNIP_FIELD_ROW("min", tunip_ir_range_v26, min, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("extent", tunip_ir_range_v26, extent, tunip_node *, TUNIP_KIND_NODE, 0,
              &tunip_ir_expr_type, NULL, NULL),
    TUNIP_FIELD_ROW("span", tunip_ir_range_v26, span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_range_v26, "ir.Range", &tunip_ir_object_type,
    tunip_ir_range_v26_fields, TUNIP_LEN(tunip_ir_range_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_ir_range_type, 26, 0);

static const tunip_field tunip_ir_target_v26_fields[] = {
    TUNIP_FIELD_ROW("kind", tunip_ir_target_v26, kind, tunip_ir_target_kind *, TUNIP_KIND_NODE, 0,
              &tunip_ir_target_kind_type, NULL, NULL),
    TUNIP_FIELD_ROW("tag", tunip_ir_target_v26, tag, tunip_string *, TUNIP_KIND_NODE, 0,
              &tunip_string_type, NULL, NULL),
    TUNIP_FIELD_ROW("keys", tunip_ir_target_v26, keys, tunip_array *, TUNIP_KIND_NODE, 0,
              &tunip_array_type, NULL, &tunip_string_type),
    TUNIP_FIELD_ROW("attrs", tunip_ir_target_v26, attrs, tunip_map *, TUNIP_KIND_NODE, 0,
              &tunip_map_type, &tunip_string_type, &tunip_any_type),
    TUNIP_FIELD_ROW("host", tunip_ir_target_v26, host, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL, &tunip_ir_object_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_target_v26, "target.Target", &tunip_ir_object_type,
    tunip_ir_target_v26_fields, TUNIP_LEN(tunip_ir_target_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_ir_target_type, 24, 0);

static const tunip_field tunip_ir_vdevice_v26_fields[] = {
    TUNIP_FIELD_ROW("target", tunip_ir_vdevice_v26, target, tunip_ir_target *, TUNIP_KIND_NODE, 0,
              &tunip_ir_target_v26_type, NULL, NULL),
    TUNIP_FIELD_ROW("vdevice_id", tunip_ir_vdevice_v26, vdevice_id, int64_t, TUNIP_KIND_INT, 0,
              NULL, NULL, NULL),
    TUNIP_FIELD_ROW("memory_scope", tunip_ir_vdevice_v26, memory_scope, tunip_string *,
              TUNIP_KIND_NODE, 0, &tunip_string_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_vdevice_v26, "ir.VDevice", &tunip_ir_global_info_type,
    tunip_ir_vdevice_v26_fields, TUNIP_LEN(tunip_ir_vdevice_v26_fields), TREE, 0, NULL, NULL, NULL,
    &tunip_ir_vdevice_type, 24, 0);

static const tunip_field tunip_ir_module_v26_fields[] = {
    TUNIP_FIELD_ROW("functions", tunip_ir_module_v26, functions, tunip_map *, TUNIP_KIND_NODE, 0,
              &tunip_map_type, &tunip_ir_global_var_v26_type, &tunip_ir_base_func_v26_type),
    TUNIP_FIELD_ROW("global_var_map_", tunip_ir_module_v26, global_var_map, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_string_type,
              &tunip_ir_global_var_v26_type),
    TUNIP_FIELD_ROW("source_map", tunip_ir_module_v26, source_map, tunip_ir_source_map *,
              TUNIP_KIND_NODE, 0, &tunip_ir_source_map_type, NULL, NULL),
    TUNIP_FIELD_ROW("attrs", tunip_ir_module_v26, attrs, tunip_ir_dict_attrs *, TUNIP_KIND_NODE, 0,
              &tunip_ir_dict_attrs_type, NULL, NULL),
    TUNIP_FIELD_ROW("global_infos", tunip_ir_module_v26, global_infos, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_string_type, &tunip_array_type),
};
TUNIP__VINTAGE_TYPE(tunip_ir_module_v26, "ir.IRModule", &tunip_ir_object_type,
    tunip_ir_module_v26_fields, TUNIP_LEN(tunip_ir_module_v26_fields), TREE, 0, NULL,
    ir_module_parts, NULL, &tunip_ir_module_type, 26, 0);

static const tunip_field tunip_tirx_axis_fields[] = {
    TUNIP_FIELD_NODE(tunip_tirx_axis, name, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_tirx_axis, "tirx.Axis", &tunip_ir_object_type, tunip_tirx_axis_fields,
    TUNIP_LEN(tunip_tirx_axis_fields), TREE, 0, &ir_name_codec, NULL, NULL, NULL, 25, 0);
