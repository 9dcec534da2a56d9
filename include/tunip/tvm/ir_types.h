/* ir_types.h -- The nodes that all of TVM's dialects share. Made by tools/make_types.py from
 * schema/. */
#ifndef TUNIP_IR_TYPES_H
#define TUNIP_IR_TYPES_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ffi.Object */
typedef struct tunip_ir_object {
    tunip_node base;
} tunip_ir_object;

/* ir.SourceName */
typedef struct tunip_ir_source_name {
    tunip_ir_object base;
    tunip_string *name;
} tunip_ir_source_name;

/* ir.Span */
typedef struct tunip_ir_span {
    tunip_ir_object base;
    tunip_ir_source_name *source_name; /* or NULL */
    int64_t line; /* 1-based, as `column` */
    int64_t column;
    int64_t end_line;
    int64_t end_column; /* exclusive */
} tunip_ir_span;

/* ir.SequentialSpan */
typedef struct tunip_ir_sequential_span {
    tunip_ir_span base;
    tunip_array *spans; /* ffi.Array[ir.Span] */
} tunip_ir_sequential_span;

/* ir.Source */
typedef struct tunip_ir_source {
    tunip_ir_object base;
    tunip_ir_source_name *source_name;
    tunip_string *source;
} tunip_ir_source;

/* ir.SourceMap */
typedef struct tunip_ir_source_map {
    tunip_ir_object base;
    tunip_map *source_map; /* ffi.Map[ir.SourceName, ir.Source] */
} tunip_ir_source_map;

/* ir.AttrFieldInfo */
typedef struct tunip_ir_attr_field_info {
    tunip_ir_object base;
    tunip_string *name;
    tunip_string *type_info;
    tunip_string *description;
} tunip_ir_attr_field_info;

/* ir.Attrs */
typedef struct tunip_ir_attrs {
    tunip_ir_object base;
} tunip_ir_attrs;

/* ir.DictAttrs */
typedef struct tunip_ir_dict_attrs {
    tunip_ir_attrs base;
    tunip_map *dict; /* ffi.Map[ffi.String, Any] */
} tunip_ir_dict_attrs;

/* ir.Type */
typedef struct tunip_ir_type {
    tunip_ir_object base;
    tunip_node *span; /* ir.Span or NULL */
} tunip_ir_type;

/* ir.PrimType */
typedef struct tunip_ir_prim_type {
    tunip_ir_type base;
    tunip_dtype dtype;
} tunip_ir_prim_type;

/* ir.PointerType */
typedef struct tunip_ir_pointer_type {
    tunip_ir_type base;
    tunip_node *element_type; /* ir.Type */
    tunip_string *storage_scope;
} tunip_ir_pointer_type;

/* ir.TupleType */
typedef struct tunip_ir_tuple_type {
    tunip_ir_type base;
    tunip_array *fields; /* ffi.Array[ir.Type] */
} tunip_ir_tuple_type;

/* ir.FuncType */
typedef struct tunip_ir_func_type {
    tunip_ir_type base;
    tunip_array *arg_types; /* ffi.Array[ir.Type] */
    tunip_node *ret_type; /* ir.Type */
} tunip_ir_func_type;

/* ir.TensorMapType */
typedef struct tunip_ir_tensor_map_type {
    tunip_ir_type base;
} tunip_ir_tensor_map_type;

/* ir.BaseExpr */
typedef struct tunip_ir_base_expr {
    tunip_ir_object base;
    tunip_node *span; /* ir.Span or NULL */
} tunip_ir_base_expr;

/* ir.PrimExpr */
typedef struct tunip_ir_prim_expr {
    tunip_ir_base_expr base;
    tunip_dtype dtype;
} tunip_ir_prim_expr;

/* ir.RelaxExpr */
typedef struct tunip_ir_relax_expr {
    tunip_ir_base_expr base;
    tunip_node *struct_info; /* any node or NULL */
} tunip_ir_relax_expr;

/* ir.IntImm */
typedef struct tunip_ir_int_imm {
    tunip_ir_prim_expr base;
    int64_t value;
} tunip_ir_int_imm;

/* ir.FloatImm */
typedef struct tunip_ir_float_imm {
    tunip_ir_prim_expr base;
    double value;
} tunip_ir_float_imm;

/* ir.GlobalVar */
typedef struct tunip_ir_global_var {
    tunip_ir_relax_expr base;
    tunip_string *name_hint;
} tunip_ir_global_var;

/* ir.Op */
typedef struct tunip_ir_op {
    tunip_ir_relax_expr base;
    tunip_string *name;
    tunip_ir_func_type *op_type;
    tunip_string *description;
    tunip_array *arguments; /* ffi.Array[ir.AttrFieldInfo] */
    tunip_string *attrs_type_key;
    int64_t num_inputs; /* -1: any number */
    int64_t support_level;
} tunip_ir_op;

/* ir.BaseFunc */
typedef struct tunip_ir_base_func {
    tunip_ir_relax_expr base;
    tunip_ir_dict_attrs *attrs; /* or NULL */
} tunip_ir_base_func;

/* ir.Range */
typedef struct tunip_ir_range {
    tunip_ir_object base;
    tunip_node *min; /* ir.PrimExpr */
    tunip_node *extent; /* ir.PrimExpr */
    tunip_node *span; /* ir.Span or NULL */
} tunip_ir_range;

/* ir.PrimExprConvertible */
typedef struct tunip_ir_prim_expr_convertible {
    tunip_ir_object base;
} tunip_ir_prim_expr_convertible;

/* ir.StructInfo */
typedef struct tunip_ir_struct_info {
    tunip_ir_object base;
    tunip_node *span; /* ir.Span or NULL */
} tunip_ir_struct_info;

/* ir.EnvFunc */
typedef struct tunip_ir_env_func {
    tunip_ir_object base;
    tunip_string *name;
    tunip_node *func;
} tunip_ir_env_func;

/* target.TargetKind */
typedef struct tunip_ir_target_kind {
    tunip_ir_object base;
    tunip_string *name;
    int64_t default_device_type; /* as DLPack numbers devices: 1 is the CPU */
    tunip_array *default_keys; /* ffi.Array[ffi.String] */
} tunip_ir_target_kind;

/* target.Target */
typedef struct tunip_ir_target {
    tunip_ir_object base;
    tunip_ir_target_kind *kind;
    tunip_string *tag;
    tunip_array *keys; /* ffi.Array[ffi.String] */
    tunip_map *attrs; /* ffi.Map[ffi.String, Any] */
    tunip_map *features; /* ffi.Map[ffi.String, Any] */
    tunip_node *host; /* any node or NULL */
} tunip_ir_target;

/* ir.GlobalInfo */
typedef struct tunip_ir_global_info {
    tunip_ir_object base;
} tunip_ir_global_info;

/* ir.DummyGlobalInfo */
typedef struct tunip_ir_dummy_global_info {
    tunip_ir_global_info base;
} tunip_ir_dummy_global_info;

/* ir.VDevice */
typedef struct tunip_ir_vdevice {
    tunip_ir_global_info base;
    tunip_ir_target *target;
    int64_t vdevice_id;
    tunip_string *memory_scope;
} tunip_ir_vdevice;

/* ir.IRModule */
typedef struct tunip_ir_module {
    tunip_ir_object base;
    tunip_map *functions; /* ffi.Map[ir.GlobalVar, ir.BaseFunc] */
    tunip_map *global_var_map; /* ffi.Map[ffi.String, ir.GlobalVar] */
    tunip_ir_source_map *source_map;
    tunip_ir_dict_attrs *attrs;
    tunip_map *global_infos; /* ffi.Map[ffi.String, ffi.Array[ir.GlobalInfo]] */
} tunip_ir_module;

/* ir.IntSet */
typedef struct tunip_ir_int_set {
    tunip_ir_object base;
} tunip_ir_int_set;

/* ffi.reflection.AccessStep */
typedef struct tunip_ir_access_step {
    tunip_ir_object base;
    int64_t kind; /* 0 field, 1 array item, 2 map item; 3 to 5: the same, missing */
    tunip_node *key;
} tunip_ir_access_step;

/* ffi.reflection.AccessPath */
typedef struct tunip_ir_access_path {
    tunip_ir_object base;
    tunip_node *parent; /* any node or NULL */
    tunip_ir_access_step *step; /* or NULL */
    int64_t depth; /* number of steps from the root */
} tunip_ir_access_path;

TUNIP_API extern tunip_type tunip_ir_object_type;
TUNIP_API extern tunip_type tunip_ir_source_name_type;
TUNIP_API extern tunip_type tunip_ir_span_type;
TUNIP_API extern tunip_type tunip_ir_sequential_span_type;
TUNIP_API extern tunip_type tunip_ir_source_type;
TUNIP_API extern tunip_type tunip_ir_source_map_type;
TUNIP_API extern tunip_type tunip_ir_attr_field_info_type;
TUNIP_API extern tunip_type tunip_ir_attrs_type;
TUNIP_API extern tunip_type tunip_ir_dict_attrs_type;
TUNIP_API extern tunip_type tunip_ir_type_type;
TUNIP_API extern tunip_type tunip_ir_prim_type_type;
TUNIP_API extern tunip_type tunip_ir_pointer_type_type;
TUNIP_API extern tunip_type tunip_ir_tuple_type_type;
TUNIP_API extern tunip_type tunip_ir_func_type_type;
TUNIP_API extern tunip_type tunip_ir_tensor_map_type_type;
TUNIP_API extern tunip_type tunip_ir_base_expr_type;
TUNIP_API extern tunip_type tunip_ir_prim_expr_type;
TUNIP_API extern tunip_type tunip_ir_relax_expr_type;
TUNIP_API extern tunip_type tunip_ir_int_imm_type;
TUNIP_API extern tunip_type tunip_ir_float_imm_type;
TUNIP_API extern tunip_type tunip_ir_global_var_type;
TUNIP_API extern tunip_type tunip_ir_op_type;
TUNIP_API extern tunip_type tunip_ir_base_func_type;
TUNIP_API extern tunip_type tunip_ir_range_type;
TUNIP_API extern tunip_type tunip_ir_prim_expr_convertible_type;
TUNIP_API extern tunip_type tunip_ir_struct_info_type;
TUNIP_API extern tunip_type tunip_ir_env_func_type;
TUNIP_API extern tunip_type tunip_ir_target_kind_type;
TUNIP_API extern tunip_type tunip_ir_target_type;
TUNIP_API extern tunip_type tunip_ir_global_info_type;
TUNIP_API extern tunip_type tunip_ir_dummy_global_info_type;
TUNIP_API extern tunip_type tunip_ir_vdevice_type;
TUNIP_API extern tunip_type tunip_ir_module_type;
TUNIP_API extern tunip_type tunip_ir_int_set_type;
TUNIP_API extern tunip_type tunip_ir_access_step_type;
TUNIP_API extern tunip_type tunip_ir_access_path_type;

/* Constructors, as those of TVM: see "making nodes" in <tunip/tvm/ir.h>. The arguments are fields;
 * the others get what TVM's constructors give them. */
TUNIP_API tunip_ir_tuple_type *tunip_ir_tuple_type_new(tunip_graph *graph, tunip_array *fields);
TUNIP_API tunip_ir_func_type *tunip_ir_func_type_new(tunip_graph *graph, tunip_array *arg_types,
    void *ret_type);
TUNIP_API tunip_ir_tensor_map_type *tunip_ir_tensor_map_type_new(tunip_graph *graph);
TUNIP_API tunip_ir_op *tunip_ir_op_new(tunip_graph *graph, const char *name);
TUNIP_API tunip_ir_range *tunip_ir_range_new(tunip_graph *graph, void *min, void *extent);

#ifdef __cplusplus
}
#endif
#endif
