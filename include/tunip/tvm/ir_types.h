/* ir_types.h -- The nodes that all of TVM's dialects share. Made by tools/make_types.py from
 * schema/. */
#ifndef TUNIP_IR_TYPES_H
#define TUNIP_IR_TYPES_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ffi.Object */
typedef struct ir_object {
    tunip_node base;
} ir_object;

/* ir.SourceName */
typedef struct ir_source_name {
    ir_object base;
    tunip_string *name;
} ir_source_name;

/* ir.Span */
typedef struct ir_span {
    ir_object base;
    ir_source_name *source_name;
    int64_t line;
    int64_t column;
    int64_t end_line;
    int64_t end_column;
} ir_span;

/* ir.SequentialSpan */
typedef struct ir_sequential_span {
    ir_span base;
    tunip_array *spans;
} ir_sequential_span;

/* ir.Source */
typedef struct ir_source {
    ir_object base;
    ir_source_name *source_name;
    tunip_string *source;
} ir_source;

/* ir.SourceMap */
typedef struct ir_source_map {
    ir_object base;
    tunip_map *source_map;
} ir_source_map;

/* ir.AttrFieldInfo */
typedef struct ir_attr_field_info {
    ir_object base;
    tunip_string *name;
    tunip_string *type_info;
    tunip_string *description;
} ir_attr_field_info;

/* ir.Attrs */
typedef struct ir_attrs {
    ir_object base;
} ir_attrs;

/* ir.DictAttrs */
typedef struct ir_dict_attrs {
    ir_attrs base;
    tunip_map *dict;
} ir_dict_attrs;

/* ir.Type */
typedef struct ir_type {
    ir_object base;
    tunip_node *span;
} ir_type;

/* ir.PrimType */
typedef struct ir_prim_type {
    ir_type base;
    tunip_dtype dtype;
} ir_prim_type;

/* ir.PointerType */
typedef struct ir_pointer_type {
    ir_type base;
    tunip_node *element_type;
    tunip_string *storage_scope;
} ir_pointer_type;

/* ir.TupleType */
typedef struct ir_tuple_type {
    ir_type base;
    tunip_array *fields;
} ir_tuple_type;

/* ir.FuncType */
typedef struct ir_func_type {
    ir_type base;
    tunip_array *arg_types;
    tunip_node *ret_type;
} ir_func_type;

/* ir.TensorMapType */
typedef struct ir_tensor_map_type {
    ir_type base;
} ir_tensor_map_type;

/* ir.BaseExpr */
typedef struct ir_base_expr {
    ir_object base;
    tunip_node *span;
} ir_base_expr;

/* ir.PrimExpr */
typedef struct ir_prim_expr {
    ir_base_expr base;
    tunip_dtype dtype;
} ir_prim_expr;

/* ir.RelaxExpr */
typedef struct ir_relax_expr {
    ir_base_expr base;
    tunip_node *struct_info;
} ir_relax_expr;

/* ir.IntImm */
typedef struct ir_int_imm {
    ir_prim_expr base;
    int64_t value;
} ir_int_imm;

/* ir.FloatImm */
typedef struct ir_float_imm {
    ir_prim_expr base;
    double value;
} ir_float_imm;

/* ir.GlobalVar */
typedef struct ir_global_var {
    ir_relax_expr base;
    tunip_string *name_hint;
} ir_global_var;

/* ir.Op */
typedef struct ir_op {
    ir_relax_expr base;
    tunip_string *name;
    ir_func_type *op_type;
    tunip_string *description;
    tunip_array *arguments;
    tunip_string *attrs_type_key;
    int64_t num_inputs;
    int64_t support_level;
} ir_op;

/* ir.BaseFunc */
typedef struct ir_base_func {
    ir_relax_expr base;
    ir_dict_attrs *attrs;
} ir_base_func;

/* ir.Range */
typedef struct ir_range {
    ir_object base;
    tunip_node *min;
    tunip_node *extent;
    tunip_node *span;
} ir_range;

/* ir.PrimExprConvertible */
typedef struct ir_prim_expr_convertible {
    ir_object base;
} ir_prim_expr_convertible;

/* ir.StructInfo */
typedef struct ir_struct_info {
    ir_object base;
    tunip_node *span;
} ir_struct_info;

/* ir.EnvFunc */
typedef struct ir_env_func {
    ir_object base;
    tunip_string *name;
    tunip_node *func;
} ir_env_func;

/* target.TargetKind */
typedef struct ir_target_kind {
    ir_object base;
    tunip_string *name;
    int64_t default_device_type;
    tunip_array *default_keys;
} ir_target_kind;

/* target.Target */
typedef struct ir_target {
    ir_object base;
    ir_target_kind *kind;
    tunip_string *tag;
    tunip_array *keys;
    tunip_map *attrs;
    tunip_map *features;
    tunip_node *host;
} ir_target;

/* ir.GlobalInfo */
typedef struct ir_global_info {
    ir_object base;
} ir_global_info;

/* ir.DummyGlobalInfo */
typedef struct ir_dummy_global_info {
    ir_global_info base;
} ir_dummy_global_info;

/* ir.VDevice */
typedef struct ir_vdevice {
    ir_global_info base;
    ir_target *target;
    int64_t vdevice_id;
    tunip_string *memory_scope;
} ir_vdevice;

/* ir.IRModule */
typedef struct ir_module {
    ir_object base;
    tunip_map *functions;
    tunip_map *global_var_map;
    ir_source_map *source_map;
    ir_dict_attrs *attrs;
    tunip_map *global_infos;
} ir_module;

/* ir.IntSet */
typedef struct ir_int_set {
    ir_object base;
} ir_int_set;

/* ffi.reflection.AccessStep */
typedef struct ir_access_step {
    ir_object base;
    int64_t kind;
    tunip_node *key;
} ir_access_step;

/* ffi.reflection.AccessPath */
typedef struct ir_access_path {
    ir_object base;
    tunip_node *parent;
    ir_access_step *step;
    int64_t depth;
} ir_access_path;

TUNIP_API extern tunip_type ir_object_type;
TUNIP_API extern tunip_type ir_source_name_type;
TUNIP_API extern tunip_type ir_span_type;
TUNIP_API extern tunip_type ir_sequential_span_type;
TUNIP_API extern tunip_type ir_source_type;
TUNIP_API extern tunip_type ir_source_map_type;
TUNIP_API extern tunip_type ir_attr_field_info_type;
TUNIP_API extern tunip_type ir_attrs_type;
TUNIP_API extern tunip_type ir_dict_attrs_type;
TUNIP_API extern tunip_type ir_type_type;
TUNIP_API extern tunip_type ir_prim_type_type;
TUNIP_API extern tunip_type ir_pointer_type_type;
TUNIP_API extern tunip_type ir_tuple_type_type;
TUNIP_API extern tunip_type ir_func_type_type;
TUNIP_API extern tunip_type ir_tensor_map_type_type;
TUNIP_API extern tunip_type ir_base_expr_type;
TUNIP_API extern tunip_type ir_prim_expr_type;
TUNIP_API extern tunip_type ir_relax_expr_type;
TUNIP_API extern tunip_type ir_int_imm_type;
TUNIP_API extern tunip_type ir_float_imm_type;
TUNIP_API extern tunip_type ir_global_var_type;
TUNIP_API extern tunip_type ir_op_type;
TUNIP_API extern tunip_type ir_base_func_type;
TUNIP_API extern tunip_type ir_range_type;
TUNIP_API extern tunip_type ir_prim_expr_convertible_type;
TUNIP_API extern tunip_type ir_struct_info_type;
TUNIP_API extern tunip_type ir_env_func_type;
TUNIP_API extern tunip_type ir_target_kind_type;
TUNIP_API extern tunip_type ir_target_type;
TUNIP_API extern tunip_type ir_global_info_type;
TUNIP_API extern tunip_type ir_dummy_global_info_type;
TUNIP_API extern tunip_type ir_vdevice_type;
TUNIP_API extern tunip_type ir_module_type;
TUNIP_API extern tunip_type ir_int_set_type;
TUNIP_API extern tunip_type ir_access_step_type;
TUNIP_API extern tunip_type ir_access_path_type;

#ifdef __cplusplus
}
#endif
#endif
