/* ir.h -- the IR every TVM dialect shares: types, immediates, attributes, modules, targets.
 *
 * The structs mirror TVM v0.23.0's reflection: same fields, same order, same names but for those
 * that C cannot spell or that `base` would hide (`__dict__` is `dict`, a trailing `_` is dropped,
 * a field called `base` says what it is the base of). Fields of an abstract type are tunip_node
 * pointers: check with TUNIP_AS or TUNIP_AS_A before looking inside. Any pointer may be NULL in
 * ill-formed IR. */
#ifndef TUNIP_IR_H
#define TUNIP_IR_H

#include <tunip/dialect.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_ir;

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

/* ---- looking inside, NULL-safe ---- */

/* The dtype of an expression; void for anything else. */
static inline tunip_dtype ir_dtype_of(const void *expr)
{
    const ir_prim_expr *prim = TUNIP_AS_A(ir_prim_expr, expr);
    return prim ? prim->dtype : tunip_dtype_make(TUNIP_DTYPE_HANDLE, 0, 0);
}

/* Whether `expr` is the integer immediate `value`. */
static inline bool ir_is_int(const void *expr, int64_t value)
{
    const ir_int_imm *imm = TUNIP_AS(ir_int_imm, expr);
    return imm && imm->value == value;
}

/* ---- for dialects that print inside a module ---- */

/* The module whose functions are being printed: global variables and global infos that it does not
 * hold belong to nobody. NULL when a function or a fragment is the root. */
TUNIP_API const ir_module *ir_printed_module(tunip_docsifier *d);

/* What a function is called where it is used; one that is not of the module being printed by its
 * own name, which is an entry of the report. */
TUNIP_API const tunip_doc *ir_function_reference(tunip_docsifier *d, const ir_global_var *var,
                                                 const tunip_path *path);

/* The name a function is printed under: what its module or the options say, else its
 * global_symbol, else {NULL, 0}. A name may be empty and is then not NULL. */
TUNIP_API tunip_str ir_function_name(const tunip_docsifier *d, const ir_base_func *func);

/* The entry of a function's attributes that says what it is called outside of its module; NULL when
 * there is none: the function is private. */
TUNIP_API const tunip_map_entry *ir_global_symbol(const ir_base_func *func);

/* The attributes to be written in a function: all but a global symbol that says no more than
 * `name`, by which the function is printed ({NULL, 0}: by none). NULL when none are left. */
TUNIP_API const tunip_node *ir_shown_attrs(tunip_docsifier *d, const ir_base_func *func,
                                           tunip_str name);

/* A zeroed node that lives as long as the Doc that is being made; NULL when out of memory. */
TUNIP_API void *ir_temporary(tunip_docsifier *d, const tunip_type *type);

/* The row for `name` in a table whose rows are structs that begin with their name, a const char *,
 * and are sorted by it; NULL when there is none. */
TUNIP_API const void *ir_find_row(tunip_str name, const void *rows, size_t count, size_t row_size);
/* The same of a table whose length the compiler knows. */
#define IR_FIND_ROW(name, rows) ir_find_row((name), (rows), TUNIP_LEN(rows), sizeof(rows)[0])

/* Which one of the virtual devices of its target's kind `device` is, among those printed so far: a
 * module prints its own first. -1 when it was not printed. */
TUNIP_API int64_t ir_vdevice_index(tunip_docsifier *d, const ir_vdevice *device);

/* A target's configuration as a map with string keys (TVM's Target::Export), which lives as long as
 * the Doc that is being made. NULL for NULL and when out of memory. */
TUNIP_API tunip_map *ir_target_export(tunip_docsifier *d, const ir_target *target);

/* ---- making nodes ----
 *
 * A node belongs to the graph and is freed with it; one thread builds a graph. Text is copied,
 * nodes are not. Arguments are not checked: a NULL child stays NULL and prints as None. When memory
 * is out the result is NULL, so calls nest and one look at tunip_graph_status() at the end does. */

/* A number, or a type, of a dtype. */
TUNIP_API ir_int_imm *ir_int(tunip_graph *graph, tunip_dtype dtype, int64_t value);
TUNIP_API ir_float_imm *ir_float(tunip_graph *graph, tunip_dtype dtype, double value);
TUNIP_API ir_prim_type *ir_prim_type_new(tunip_graph *graph, tunip_dtype dtype);
/* The type of a pointer to `element`s; `storage_scope` is "global", "shared", ... */
TUNIP_API ir_pointer_type *ir_pointer_type_new(tunip_graph *graph, tunip_dtype element,
                                               const char *storage_scope);
/* [min, min + extent) */
TUNIP_API ir_range *ir_range_new(tunip_graph *graph, void *min, void *extent);
TUNIP_API ir_global_var *ir_global_var_new(tunip_graph *graph, const char *name);
/* Attributes from `count` pairs key, value, key, value, ... as for tunip_map_new(). */
TUNIP_API ir_dict_attrs *ir_dict_attrs_new(tunip_graph *graph, size_t count, void *const *entries);
/* A module of `count` functions; `names` are their global names, in the same order. */
TUNIP_API ir_module *ir_module_new(tunip_graph *graph, size_t count, const char *const *names,
                                   void *const *functions);

#ifdef __cplusplus
}
#endif
#endif
