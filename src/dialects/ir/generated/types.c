/* types.c -- field tables of ir_types.h. Made by tools/make_types.py from schema/. */
/* clang-format off */
#include "../types.h"

TUNIP__TYPE(ir_object, "ffi.Object", NULL, NULL, 0, UNSUPPORTED, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_source_name_fields[] = {
    TUNIP_NODE(ir_source_name, name, tunip_string, 0),
};
TUNIP__TYPE(ir_source_name, "ir.SourceName", &ir_object_type, ir_source_name_fields,
    TUNIP_LEN(ir_source_name_fields), TREE, 0, &ir_name_codec, NULL);

static const tunip_field ir_span_fields[] = {
    TUNIP_NODE(ir_span, source_name, ir_source_name, 0),
    TUNIP_INT(ir_span, line, 0),
    TUNIP_INT(ir_span, column, 0),
    TUNIP_INT(ir_span, end_line, 0),
    TUNIP_INT(ir_span, end_column, 0),
};
TUNIP__TYPE(ir_span, "ir.Span", &ir_object_type, ir_span_fields, TUNIP_LEN(ir_span_fields), TREE,
    0, NULL, NULL);

static const tunip_field ir_sequential_span_fields[] = {
    TUNIP_ARRAY(ir_sequential_span, spans, ir_span, 0),
};
TUNIP__TYPE(ir_sequential_span, "ir.SequentialSpan", &ir_span_type, ir_sequential_span_fields,
    TUNIP_LEN(ir_sequential_span_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_source_fields[] = {
    TUNIP_NODE(ir_source, source_name, ir_source_name, 0),
    TUNIP_NODE(ir_source, source, tunip_string, 0),
};
TUNIP__TYPE(ir_source, "ir.Source", &ir_object_type, ir_source_fields, TUNIP_LEN(ir_source_fields),
    UNSUPPORTED, 0, NULL, NULL);

static const tunip_field ir_source_map_fields[] = {
    TUNIP_MAP(ir_source_map, source_map, ir_source_name, ir_source, 0),
};
TUNIP__TYPE(ir_source_map, "ir.SourceMap", &ir_object_type, ir_source_map_fields,
    TUNIP_LEN(ir_source_map_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_attr_field_info_fields[] = {
    TUNIP_NODE(ir_attr_field_info, name, tunip_string, 0),
    TUNIP_NODE(ir_attr_field_info, type_info, tunip_string, 0),
    TUNIP_NODE(ir_attr_field_info, description, tunip_string, 0),
};
TUNIP__TYPE(ir_attr_field_info, "ir.AttrFieldInfo", &ir_object_type, ir_attr_field_info_fields,
    TUNIP_LEN(ir_attr_field_info_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(ir_attrs, "ir.Attrs", &ir_object_type, NULL, 0, TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_dict_attrs_fields[] = {
    TUNIP_ROW("__dict__", ir_dict_attrs, dict, tunip_map *, TUNIP_FIELD_NODE, 0, &tunip_map_type,
              &tunip_string_type, &tunip_any_type),
};
TUNIP__TYPE(ir_dict_attrs, "ir.DictAttrs", &ir_attrs_type, ir_dict_attrs_fields,
    TUNIP_LEN(ir_dict_attrs_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_type_fields[] = {
    TUNIP_KIND(ir_type, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE | TUNIP_DEFAULT),
};
TUNIP__TYPE(ir_type, "ir.Type", &ir_object_type, ir_type_fields, TUNIP_LEN(ir_type_fields), TREE,
    TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_prim_type_fields[] = {
    TUNIP_DTYPE(ir_prim_type, dtype, 0),
};
TUNIP__TYPE(ir_prim_type, "ir.PrimType", &ir_type_type, ir_prim_type_fields,
    TUNIP_LEN(ir_prim_type_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_pointer_type_fields[] = {
    TUNIP_KIND(ir_pointer_type, element_type, ir_type, 0),
    TUNIP_NODE(ir_pointer_type, storage_scope, tunip_string, 0),
};
TUNIP__TYPE(ir_pointer_type, "ir.PointerType", &ir_type_type, ir_pointer_type_fields,
    TUNIP_LEN(ir_pointer_type_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_tuple_type_fields[] = {
    TUNIP_ARRAY(ir_tuple_type, fields, ir_type, 0),
    TUNIP_ROW("span", ir_tuple_type, base.span, tunip_node *, TUNIP_FIELD_NODE,
              TUNIP_OPTIONAL | TUNIP_ASIDE | TUNIP_DEFAULT | TUNIP_AGAIN, &ir_span_type, NULL,
              NULL),
};
TUNIP__TYPE(ir_tuple_type, "ir.TupleType", &ir_type_type, ir_tuple_type_fields,
    TUNIP_LEN(ir_tuple_type_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_func_type_fields[] = {
    TUNIP_ARRAY(ir_func_type, arg_types, ir_type, 0),
    TUNIP_KIND(ir_func_type, ret_type, ir_type, 0),
    TUNIP_ROW("span", ir_func_type, base.span, tunip_node *, TUNIP_FIELD_NODE,
              TUNIP_OPTIONAL | TUNIP_ASIDE | TUNIP_DEFAULT | TUNIP_AGAIN, &ir_span_type, NULL,
              NULL),
};
TUNIP__TYPE(ir_func_type, "ir.FuncType", &ir_type_type, ir_func_type_fields,
    TUNIP_LEN(ir_func_type_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_tensor_map_type_fields[] = {
    TUNIP_ROW("span", ir_tensor_map_type, base.span, tunip_node *, TUNIP_FIELD_NODE,
              TUNIP_OPTIONAL | TUNIP_ASIDE | TUNIP_DEFAULT | TUNIP_AGAIN, &ir_span_type, NULL,
              NULL),
};
TUNIP__TYPE(ir_tensor_map_type, "ir.TensorMapType", &ir_type_type, ir_tensor_map_type_fields,
    TUNIP_LEN(ir_tensor_map_type_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_base_expr_fields[] = {
    TUNIP_KIND(ir_base_expr, span, ir_span,
              TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE | TUNIP_DEFAULT),
};
TUNIP__TYPE(ir_base_expr, "ir.BaseExpr", &ir_object_type, ir_base_expr_fields,
    TUNIP_LEN(ir_base_expr_fields), TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_prim_expr_fields[] = {
    TUNIP_DTYPE(ir_prim_expr, dtype, 0),
};
TUNIP__TYPE(ir_prim_expr, "ir.PrimExpr", &ir_base_expr_type, ir_prim_expr_fields,
    TUNIP_LEN(ir_prim_expr_fields), TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_relax_expr_fields[] = {
    TUNIP_ROW("struct_info_", ir_relax_expr, struct_info, tunip_node *, TUNIP_FIELD_NODE,
              TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE, &ir_object_type, NULL, NULL),
};
TUNIP__TYPE(ir_relax_expr, "ir.RelaxExpr", &ir_base_expr_type, ir_relax_expr_fields,
    TUNIP_LEN(ir_relax_expr_fields), TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_int_imm_fields[] = {
    TUNIP_INT(ir_int_imm, value, 0),
};
TUNIP__TYPE(ir_int_imm, "ir.IntImm", &ir_prim_expr_type, ir_int_imm_fields,
    TUNIP_LEN(ir_int_imm_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_float_imm_fields[] = {
    TUNIP_FLOAT(ir_float_imm, value, 0),
};
TUNIP__TYPE(ir_float_imm, "ir.FloatImm", &ir_prim_expr_type, ir_float_imm_fields,
    TUNIP_LEN(ir_float_imm_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_global_var_fields[] = {
    TUNIP_NODE(ir_global_var, name_hint, tunip_string, 0),
};
TUNIP__TYPE(ir_global_var, "ir.GlobalVar", &ir_relax_expr_type, ir_global_var_fields,
    TUNIP_LEN(ir_global_var_fields), FREE_VAR, 0, NULL, NULL);

static const tunip_field ir_op_fields[] = {
    TUNIP_NODE(ir_op, name, tunip_string, 0),
    TUNIP_NODE(ir_op, op_type, ir_func_type, TUNIP_IGNORE),
    TUNIP_NODE(ir_op, description, tunip_string, TUNIP_IGNORE),
    TUNIP_ARRAY(ir_op, arguments, ir_attr_field_info, TUNIP_IGNORE),
    TUNIP_NODE(ir_op, attrs_type_key, tunip_string, TUNIP_IGNORE),
    TUNIP_INT(ir_op, num_inputs, TUNIP_IGNORE),
    TUNIP_INT(ir_op, support_level, TUNIP_IGNORE),
};
TUNIP__TYPE(ir_op, "ir.Op", &ir_relax_expr_type, ir_op_fields, TUNIP_LEN(ir_op_fields), UNIQUE, 0,
    &ir_name_codec, NULL);

static const tunip_field ir_base_func_fields[] = {
    TUNIP_NODE(ir_base_func, attrs, ir_dict_attrs, TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(ir_base_func, "ir.BaseFunc", &ir_relax_expr_type, ir_base_func_fields,
    TUNIP_LEN(ir_base_func_fields), TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_range_fields[] = {
    TUNIP_KIND(ir_range, min, ir_prim_expr, 0),
    TUNIP_KIND(ir_range, extent, ir_prim_expr, 0),
    TUNIP_KIND(ir_range, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(ir_range, "ir.Range", &ir_object_type, ir_range_fields, TUNIP_LEN(ir_range_fields),
    TREE, 0, NULL, NULL);

TUNIP__TYPE(ir_prim_expr_convertible, "ir.PrimExprConvertible", &ir_object_type, NULL, 0,
    UNSUPPORTED, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_struct_info_fields[] = {
    TUNIP_KIND(ir_struct_info, span, ir_span, TUNIP_IGNORE | TUNIP_OPTIONAL | TUNIP_ASIDE),
};
TUNIP__TYPE(ir_struct_info, "ir.StructInfo", &ir_object_type, ir_struct_info_fields,
    TUNIP_LEN(ir_struct_info_fields), TREE, TUNIP_ABSTRACT, NULL, NULL);

static const tunip_field ir_env_func_fields[] = {
    TUNIP_NODE(ir_env_func, name, tunip_string, 0),
    TUNIP_ANY(ir_env_func, func, TUNIP_IGNORE),
};
TUNIP__TYPE(ir_env_func, "ir.EnvFunc", &ir_object_type, ir_env_func_fields,
    TUNIP_LEN(ir_env_func_fields), TREE, 0, &ir_name_codec, NULL);

static const tunip_field ir_target_kind_fields[] = {
    TUNIP_NODE(ir_target_kind, name, tunip_string, 0),
    TUNIP_INT(ir_target_kind, default_device_type, TUNIP_IGNORE),
    TUNIP_ARRAY(ir_target_kind, default_keys, tunip_string, TUNIP_IGNORE),
};
TUNIP__TYPE(ir_target_kind, "target.TargetKind", &ir_object_type, ir_target_kind_fields,
    TUNIP_LEN(ir_target_kind_fields), UNIQUE, 0, &ir_name_codec, NULL);

static const tunip_field ir_target_fields[] = {
    TUNIP_NODE(ir_target, kind, ir_target_kind, 0),
    TUNIP_NODE(ir_target, tag, tunip_string, 0),
    TUNIP_ARRAY(ir_target, keys, tunip_string, 0),
    TUNIP_MAP(ir_target, attrs, tunip_string, tunip_any, 0),
    TUNIP_MAP(ir_target, features, tunip_string, tunip_any, 0),
    TUNIP_KIND(ir_target, host, ir_object, TUNIP_OPTIONAL),
};
TUNIP__TYPE(ir_target, "target.Target", &ir_object_type, ir_target_fields,
    TUNIP_LEN(ir_target_fields), TREE, 0, NULL, NULL);

TUNIP__TYPE(ir_global_info, "ir.GlobalInfo", &ir_object_type, NULL, 0, UNSUPPORTED, TUNIP_ABSTRACT,
    NULL, NULL);

TUNIP__TYPE(ir_dummy_global_info, "ir.DummyGlobalInfo", &ir_global_info_type, NULL, 0, TREE, 0,
    NULL, NULL);

static const tunip_field ir_vdevice_fields[] = {
    TUNIP_NODE(ir_vdevice, target, ir_target, 0),
    TUNIP_INT(ir_vdevice, vdevice_id, 0),
    TUNIP_NODE(ir_vdevice, memory_scope, tunip_string, 0),
};
TUNIP__TYPE(ir_vdevice, "ir.VDevice", &ir_global_info_type, ir_vdevice_fields,
    TUNIP_LEN(ir_vdevice_fields), TREE, 0, NULL, NULL);

static const tunip_field ir_module_fields[] = {
    TUNIP_MAP(ir_module, functions, ir_global_var, ir_base_func, 0),
    TUNIP_ROW("global_var_map_", ir_module, global_var_map, tunip_map *, TUNIP_FIELD_NODE, 0,
              &tunip_map_type, &tunip_string_type, &ir_global_var_type),
    TUNIP_NODE(ir_module, source_map, ir_source_map, 0),
    TUNIP_NODE(ir_module, attrs, ir_dict_attrs, 0),
    TUNIP_MAP(ir_module, global_infos, tunip_string, tunip_array, 0),
};
TUNIP__TYPE(ir_module, "ir.IRModule", &ir_object_type, ir_module_fields,
    TUNIP_LEN(ir_module_fields), TREE, 0, NULL, ir_module_parts);

TUNIP__TYPE(ir_int_set, "ir.IntSet", &ir_object_type, NULL, 0, UNSUPPORTED, TUNIP_ABSTRACT, NULL,
    NULL);

static const tunip_field ir_access_step_fields[] = {
    TUNIP_INT(ir_access_step, kind, 0),
    TUNIP_ANY(ir_access_step, key, 0),
};
TUNIP__TYPE(ir_access_step, "ffi.reflection.AccessStep", &ir_object_type, ir_access_step_fields,
    TUNIP_LEN(ir_access_step_fields), CONST_TREE, 0, NULL, NULL);

static const tunip_field ir_access_path_fields[] = {
    TUNIP_KIND(ir_access_path, parent, ir_object, TUNIP_OPTIONAL),
    TUNIP_NODE(ir_access_path, step, ir_access_step, TUNIP_OPTIONAL),
    TUNIP_INT(ir_access_path, depth, 0),
};
TUNIP__TYPE(ir_access_path, "ffi.reflection.AccessPath", &ir_object_type, ir_access_path_fields,
    TUNIP_LEN(ir_access_path_fields), CONST_TREE, 0, NULL, NULL);

tunip_type *const ir_types[IR_TYPE_COUNT] = {
#define X(t) &t##_type,
#include "types.def"
#undef X
};
