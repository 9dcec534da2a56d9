/* types.c -- field tables of ir_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include "../ir.h"
#include "tables.h"
#include <tunip/tvm/ir_types_v26.h>
#include <tunip/tvm/ir_types_v24.h>
#include <tunip/tvm/ir_types_v25.h>

TUNIP__VINTAGE_TYPE(tunip_ir_object, "ffi.Object", NULL, NULL, 0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_source_name_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_source_name, name, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_source_name, "ir.SourceName", &tunip_ir_object_type,
    tunip_ir_source_name_fields, TUNIP_LEN(tunip_ir_source_name_fields), TREE, 0, &ir_name_codec,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_span_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_span, source_name, tunip_ir_source_name, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_ir_span, line, 0),
    TUNIP_FIELD_INT(tunip_ir_span, column, 0),
    TUNIP_FIELD_INT(tunip_ir_span, end_line, 0),
    TUNIP_FIELD_INT(tunip_ir_span, end_column, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_span, "ir.Span", &tunip_ir_object_type, tunip_ir_span_fields,
    TUNIP_LEN(tunip_ir_span_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_sequential_span_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_ir_sequential_span, spans, tunip_ir_span, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_sequential_span, "ir.SequentialSpan", &tunip_ir_span_type,
    tunip_ir_sequential_span_fields, TUNIP_LEN(tunip_ir_sequential_span_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_source_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_source, source_name, tunip_ir_source_name, 0),
    TUNIP_FIELD_NODE(tunip_ir_source, source, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_source, "ir.Source", &tunip_ir_object_type, tunip_ir_source_fields,
    TUNIP_LEN(tunip_ir_source_fields), UNSUPPORTED, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_source_map_fields[] = {
    TUNIP_FIELD_MAP(tunip_ir_source_map, source_map, tunip_ir_source_name, tunip_ir_source, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_source_map, "ir.SourceMap", &tunip_ir_object_type,
    tunip_ir_source_map_fields, TUNIP_LEN(tunip_ir_source_map_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 0);

static const tunip_field tunip_ir_attr_field_info_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_attr_field_info, name, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_ir_attr_field_info, type_info, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_ir_attr_field_info, description, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_attr_field_info, "ir.AttrFieldInfo", &tunip_ir_object_type,
    tunip_ir_attr_field_info_fields, TUNIP_LEN(tunip_ir_attr_field_info_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 25);

TUNIP__VINTAGE_TYPE(tunip_ir_attrs, "ir.Attrs", &tunip_ir_object_type, NULL, 0, TREE,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_dict_attrs_fields[] = {
    TUNIP_FIELD_ROW("__dict__", tunip_ir_dict_attrs, dict, tunip_map *, TUNIP_KIND_NODE, 0,
              &tunip_map_type, &tunip_string_type, &tunip_any_type),
};
TUNIP__VINTAGE_TYPE(tunip_ir_dict_attrs, "ir.DictAttrs", &tunip_ir_attrs_type,
    tunip_ir_dict_attrs_fields, TUNIP_LEN(tunip_ir_dict_attrs_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 0);

static const tunip_field tunip_ir_type_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_type, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT |
              TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_ir_type, "ir.Type", &tunip_ir_object_type, tunip_ir_type_fields,
    TUNIP_LEN(tunip_ir_type_fields), TREE, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_prim_type_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_ir_prim_type, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_prim_type, "ir.PrimType", &tunip_ir_type_type,
    tunip_ir_prim_type_fields, TUNIP_LEN(tunip_ir_prim_type_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 0);

static const tunip_field tunip_ir_pointer_type_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_pointer_type, element_type, tunip_ir_type, 0),
    TUNIP_FIELD_NODE(tunip_ir_pointer_type, storage_scope, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_pointer_type, "ir.PointerType", &tunip_ir_type_type,
    tunip_ir_pointer_type_fields, TUNIP_LEN(tunip_ir_pointer_type_fields), TREE, 0, NULL, NULL,
    NULL, NULL, 0, 25);

static const tunip_field tunip_ir_tuple_type_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_ir_tuple_type, fields, tunip_ir_type, 0),
    TUNIP_FIELD_ROW("span", tunip_ir_tuple_type, base.span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT | TUNIP_FLAG_AGAIN,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_tuple_type, "ir.TupleType", &tunip_ir_type_type,
    tunip_ir_tuple_type_fields, TUNIP_LEN(tunip_ir_tuple_type_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 24);

static const tunip_field tunip_ir_func_type_fields[] = {
    TUNIP_FIELD_ARRAY(tunip_ir_func_type, arg_types, tunip_ir_type, 0),
    TUNIP_FIELD_ABSTRACT(tunip_ir_func_type, ret_type, tunip_ir_type, 0),
    TUNIP_FIELD_ROW("span", tunip_ir_func_type, base.span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT | TUNIP_FLAG_AGAIN,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_func_type, "ir.FuncType", &tunip_ir_type_type,
    tunip_ir_func_type_fields, TUNIP_LEN(tunip_ir_func_type_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 24);

static const tunip_field tunip_ir_tensor_map_type_fields[] = {
    TUNIP_FIELD_ROW("span", tunip_ir_tensor_map_type, base.span, tunip_node *, TUNIP_KIND_NODE,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT | TUNIP_FLAG_AGAIN,
              &tunip_ir_span_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_tensor_map_type, "ir.TensorMapType", &tunip_ir_type_type,
    tunip_ir_tensor_map_type_fields, TUNIP_LEN(tunip_ir_tensor_map_type_fields), TREE, 0, NULL,
    NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_ir_base_expr_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_base_expr, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_DEFAULT |
              TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_ir_base_expr, "ir.BaseExpr", &tunip_ir_object_type,
    tunip_ir_base_expr_fields, TUNIP_LEN(tunip_ir_base_expr_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_ir_prim_expr_fields[] = {
    TUNIP_FIELD_DTYPE(tunip_ir_prim_expr, dtype, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_prim_expr, "ir.PrimExpr", &tunip_ir_base_expr_type,
    tunip_ir_prim_expr_fields, TUNIP_LEN(tunip_ir_prim_expr_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_ir_relax_expr_fields[] = {
    TUNIP_FIELD_ROW("struct_info_", tunip_ir_relax_expr, struct_info, tunip_node *,
              TUNIP_KIND_NODE, TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE,
              &tunip_ir_object_type, NULL, NULL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_relax_expr, "ir.RelaxExpr", &tunip_ir_base_expr_type,
    tunip_ir_relax_expr_fields, TUNIP_LEN(tunip_ir_relax_expr_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_ir_int_imm_fields[] = {
    TUNIP_FIELD_INT(tunip_ir_int_imm, value, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_int_imm, "ir.IntImm", &tunip_ir_prim_expr_type,
    tunip_ir_int_imm_fields, TUNIP_LEN(tunip_ir_int_imm_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 26);

static const tunip_field tunip_ir_float_imm_fields[] = {
    TUNIP_FIELD_FLOAT(tunip_ir_float_imm, value, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_float_imm, "ir.FloatImm", &tunip_ir_prim_expr_type,
    tunip_ir_float_imm_fields, TUNIP_LEN(tunip_ir_float_imm_fields), TREE, 0, NULL, NULL, NULL,
    NULL, 0, 26);

static const tunip_field tunip_ir_global_var_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_global_var, name_hint, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_global_var, "ir.GlobalVar", &tunip_ir_relax_expr_type,
    tunip_ir_global_var_fields, TUNIP_LEN(tunip_ir_global_var_fields), FREE_VAR, 0, NULL, NULL,
    NULL, NULL, 0, 26);

static const tunip_field tunip_ir_op_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_op, name, tunip_string, 0),
    TUNIP_FIELD_NODE(tunip_ir_op, op_type, tunip_ir_func_type, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_NODE(tunip_ir_op, description, tunip_string, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_ARRAY(tunip_ir_op, arguments, tunip_ir_attr_field_info, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_NODE(tunip_ir_op, attrs_type_key, tunip_string, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_INT(tunip_ir_op, num_inputs, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_INT(tunip_ir_op, support_level, TUNIP_FLAG_IGNORE),
};
TUNIP__VINTAGE_TYPE(tunip_ir_op, "ir.Op", &tunip_ir_relax_expr_type, tunip_ir_op_fields,
    TUNIP_LEN(tunip_ir_op_fields), UNIQUE, 0, &ir_op_codec, NULL, NULL, NULL, 0, 24);

static const tunip_field tunip_ir_base_func_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_base_func, attrs, tunip_ir_dict_attrs,
              TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE),
};
TUNIP__VINTAGE_TYPE(tunip_ir_base_func, "ir.BaseFunc", &tunip_ir_relax_expr_type,
    tunip_ir_base_func_fields, TUNIP_LEN(tunip_ir_base_func_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_ir_range_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_range, min, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_ir_range, extent, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(tunip_ir_range, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_ir_range, "ir.Range", &tunip_ir_object_type, tunip_ir_range_fields,
    TUNIP_LEN(tunip_ir_range_fields), TREE, 0, NULL, NULL, NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_ir_prim_expr_convertible, "ir.PrimExprConvertible",
    &tunip_ir_object_type, NULL, 0, UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_struct_info_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_struct_info, span, tunip_ir_span,
              TUNIP_FLAG_IGNORE | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_ASIDE | TUNIP_FLAG_LOCATION),
};
TUNIP__VINTAGE_TYPE(tunip_ir_struct_info, "ir.StructInfo", &tunip_ir_object_type,
    tunip_ir_struct_info_fields, TUNIP_LEN(tunip_ir_struct_info_fields), TREE, TUNIP_TYPE_ABSTRACT,
    NULL, NULL, NULL, NULL, 0, 26);

static const tunip_field tunip_ir_env_func_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_env_func, name, tunip_string, 0),
    TUNIP_FIELD_ANY(tunip_ir_env_func, func, TUNIP_FLAG_IGNORE),
};
TUNIP__VINTAGE_TYPE(tunip_ir_env_func, "ir.EnvFunc", &tunip_ir_object_type,
    tunip_ir_env_func_fields, TUNIP_LEN(tunip_ir_env_func_fields), TREE, 0, &ir_name_codec, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_ir_target_kind_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_target_kind, name, tunip_string, 0),
    TUNIP_FIELD_INT(tunip_ir_target_kind, default_device_type, TUNIP_FLAG_IGNORE),
    TUNIP_FIELD_ARRAY(tunip_ir_target_kind, default_keys, tunip_string, TUNIP_FLAG_IGNORE),
};
TUNIP__VINTAGE_TYPE(tunip_ir_target_kind, "target.TargetKind", &tunip_ir_object_type,
    tunip_ir_target_kind_fields, TUNIP_LEN(tunip_ir_target_kind_fields), UNIQUE, 0, &ir_name_codec,
    NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_target_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_target, kind, tunip_ir_target_kind, 0),
    TUNIP_FIELD_NODE(tunip_ir_target, tag, tunip_string, 0),
    TUNIP_FIELD_ARRAY(tunip_ir_target, keys, tunip_string, 0),
    TUNIP_FIELD_MAP(tunip_ir_target, attrs, tunip_string, tunip_any, 0),
    TUNIP_FIELD_MAP(tunip_ir_target, features, tunip_string, tunip_any, 0),
    TUNIP_FIELD_ABSTRACT(tunip_ir_target, host, tunip_ir_object, TUNIP_FLAG_OPTIONAL),
};
TUNIP__VINTAGE_TYPE(tunip_ir_target, "target.Target", &tunip_ir_object_type,
    tunip_ir_target_fields, TUNIP_LEN(tunip_ir_target_fields), TREE, 0, NULL, NULL, NULL, NULL, 0,
    24);

TUNIP__VINTAGE_TYPE(tunip_ir_global_info, "ir.GlobalInfo", &tunip_ir_object_type, NULL, 0,
    UNSUPPORTED, TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

TUNIP__VINTAGE_TYPE(tunip_ir_dummy_global_info, "ir.DummyGlobalInfo", &tunip_ir_global_info_type,
    NULL, 0, TREE, 0, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_vdevice_fields[] = {
    TUNIP_FIELD_NODE(tunip_ir_vdevice, target, tunip_ir_target, 0),
    TUNIP_FIELD_INT(tunip_ir_vdevice, vdevice_id, 0),
    TUNIP_FIELD_NODE(tunip_ir_vdevice, memory_scope, tunip_string, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_vdevice, "ir.VDevice", &tunip_ir_global_info_type,
    tunip_ir_vdevice_fields, TUNIP_LEN(tunip_ir_vdevice_fields), TREE, 0, NULL, NULL, NULL, NULL,
    0, 24);

static const tunip_field tunip_ir_module_fields[] = {
    TUNIP_FIELD_MAP(tunip_ir_module, functions, tunip_ir_global_var, tunip_ir_base_func, 0),
    TUNIP_FIELD_ROW("global_var_map_", tunip_ir_module, global_var_map, tunip_map *,
              TUNIP_KIND_NODE, 0, &tunip_map_type, &tunip_string_type, &tunip_ir_global_var_type),
    TUNIP_FIELD_NODE(tunip_ir_module, source_map, tunip_ir_source_map, 0),
    TUNIP_FIELD_NODE(tunip_ir_module, attrs, tunip_ir_dict_attrs, 0),
    TUNIP_FIELD_MAP(tunip_ir_module, global_infos, tunip_string, tunip_array, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_module, "ir.IRModule", &tunip_ir_object_type, tunip_ir_module_fields,
    TUNIP_LEN(tunip_ir_module_fields), TREE, 0, NULL, ir_module_parts, NULL, NULL, 0, 26);

TUNIP__VINTAGE_TYPE(tunip_ir_int_set, "ir.IntSet", &tunip_ir_object_type, NULL, 0, UNSUPPORTED,
    TUNIP_TYPE_ABSTRACT, NULL, NULL, NULL, NULL, 0, 0);

static const tunip_field tunip_ir_access_step_fields[] = {
    TUNIP_FIELD_INT(tunip_ir_access_step, kind, 0),
    TUNIP_FIELD_ANY(tunip_ir_access_step, key, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_access_step, "ffi.reflection.AccessStep", &tunip_ir_object_type,
    tunip_ir_access_step_fields, TUNIP_LEN(tunip_ir_access_step_fields), CONST_TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

static const tunip_field tunip_ir_access_path_fields[] = {
    TUNIP_FIELD_ABSTRACT(tunip_ir_access_path, parent, tunip_ir_object, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_NODE(tunip_ir_access_path, step, tunip_ir_access_step, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(tunip_ir_access_path, depth, 0),
};
TUNIP__VINTAGE_TYPE(tunip_ir_access_path, "ffi.reflection.AccessPath", &tunip_ir_object_type,
    tunip_ir_access_path_fields, TUNIP_LEN(tunip_ir_access_path_fields), CONST_TREE, 0, NULL, NULL,
    NULL, NULL, 0, 0);

tunip_type *const ir_types[IR_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
