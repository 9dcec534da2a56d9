/* relax_pattern.h -- Dataflow patterns, which passes look for in Relax functions. A pattern at the
 * root prints in its own notation: Op(relax.add)(*, ConstantPattern()). Made by tools/make_types.py
 * from schema/. */
#ifndef TUNIP_RELAX_PATTERN_H
#define TUNIP_RELAX_PATTERN_H

#include <tunip/tvm/relax.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.dpl.DFPattern: the base of all patterns */
typedef struct tunip_relax_dfpattern {
    tunip_ir_object base;
} tunip_relax_dfpattern;

/* relax.dpl.ExprPattern */
typedef struct tunip_relax_expr_pattern {
    tunip_relax_dfpattern base;
    tunip_node *expr; /* ir.RelaxExpr */
} tunip_relax_expr_pattern;

/* relax.dpl.VarPattern: matches any name if `name` is empty */
typedef struct tunip_relax_var_pattern {
    tunip_relax_dfpattern base;
    tunip_string *name;
} tunip_relax_var_pattern;

/* relax.dpl.DataflowVarPattern */
typedef struct tunip_relax_dataflow_var_pattern {
    tunip_relax_var_pattern base;
} tunip_relax_dataflow_var_pattern;

/* relax.dpl.GlobalVarPattern: TVM saves none of its fields */
typedef struct tunip_relax_global_var_pattern {
    tunip_relax_dfpattern base;
} tunip_relax_global_var_pattern;

/* relax.dpl.ConstantPattern */
typedef struct tunip_relax_constant_pattern {
    tunip_relax_dfpattern base;
} tunip_relax_constant_pattern;

/* relax.dpl.CallPattern */
typedef struct tunip_relax_call_pattern {
    tunip_relax_dfpattern base;
    tunip_node *op; /* relax.dpl.DFPattern */
    tunip_array *args; /* ffi.Array[relax.dpl.DFPattern] */
} tunip_relax_call_pattern;

/* relax.dpl.PrimArrPattern */
typedef struct tunip_relax_prim_arr_pattern {
    tunip_relax_dfpattern base;
    tunip_array *fields; /* ffi.Array[ir.PrimExpr] */
} tunip_relax_prim_arr_pattern;

/* relax.dpl.FunctionPattern */
typedef struct tunip_relax_function_pattern {
    tunip_relax_dfpattern base;
    tunip_array *params; /* ffi.Array[relax.dpl.DFPattern] */
    tunip_node *body; /* relax.dpl.DFPattern */
} tunip_relax_function_pattern;

/* relax.dpl.TuplePattern */
typedef struct tunip_relax_tuple_pattern {
    tunip_relax_dfpattern base;
    tunip_array *fields; /* ffi.Array[relax.dpl.DFPattern] */
} tunip_relax_tuple_pattern;

/* relax.dpl.UnorderedTuplePattern */
typedef struct tunip_relax_unordered_tuple_pattern {
    tunip_relax_dfpattern base;
    tunip_array *fields; /* ffi.Array[relax.dpl.DFPattern] */
} tunip_relax_unordered_tuple_pattern;

/* relax.dpl.TupleGetItemPattern: matches any index if `index` is -1 */
typedef struct tunip_relax_tuple_get_item_pattern {
    tunip_relax_dfpattern base;
    tunip_node *tuple; /* relax.dpl.DFPattern */
    int64_t index;
} tunip_relax_tuple_get_item_pattern;

/* relax.dpl.AndPattern */
typedef struct tunip_relax_and_pattern {
    tunip_relax_dfpattern base;
    tunip_node *left; /* relax.dpl.DFPattern */
    tunip_node *right; /* relax.dpl.DFPattern */
} tunip_relax_and_pattern;

/* relax.dpl.OrPattern */
typedef struct tunip_relax_or_pattern {
    tunip_relax_dfpattern base;
    tunip_node *left; /* relax.dpl.DFPattern */
    tunip_node *right; /* relax.dpl.DFPattern */
} tunip_relax_or_pattern;

/* relax.dpl.NotPattern */
typedef struct tunip_relax_not_pattern {
    tunip_relax_dfpattern base;
    tunip_node *reject; /* relax.dpl.DFPattern */
} tunip_relax_not_pattern;

/* relax.dpl.WildcardPattern */
typedef struct tunip_relax_wildcard_pattern {
    tunip_relax_dfpattern base;
} tunip_relax_wildcard_pattern;

/* relax.dpl.StructInfoPattern */
typedef struct tunip_relax_struct_info_pattern {
    tunip_relax_dfpattern base;
    tunip_node *pattern; /* relax.dpl.DFPattern */
    tunip_node *struct_info; /* ir.StructInfo */
} tunip_relax_struct_info_pattern;

/* relax.dpl.ShapePattern */
typedef struct tunip_relax_shape_pattern {
    tunip_relax_dfpattern base;
    tunip_node *pattern; /* relax.dpl.DFPattern */
    tunip_array *shape; /* ffi.Array[ir.PrimExpr] */
} tunip_relax_shape_pattern;

/* relax.dpl.DataTypePattern */
typedef struct tunip_relax_data_type_pattern {
    tunip_relax_dfpattern base;
    tunip_node *pattern; /* relax.dpl.DFPattern */
    tunip_dtype dtype;
} tunip_relax_data_type_pattern;

/* relax.dpl.AttrPattern */
typedef struct tunip_relax_attr_pattern {
    tunip_relax_dfpattern base;
    tunip_node *pattern; /* relax.dpl.DFPattern */
    tunip_ir_dict_attrs *attrs;
} tunip_relax_attr_pattern;

/* relax.dpl.ExternFuncPattern */
typedef struct tunip_relax_extern_func_pattern {
    tunip_relax_dfpattern base;
    tunip_string *global_symbol;
} tunip_relax_extern_func_pattern;

/* relax.dpl.DFConstraint: a condition on several patterns */
typedef struct tunip_relax_dfconstraint {
    tunip_ir_object base;
} tunip_relax_dfconstraint;

/* relax.dpl.SameShapeConstraint */
typedef struct tunip_relax_same_shape_constraint {
    tunip_relax_dfconstraint base;
    tunip_array *args; /* ffi.Array[relax.dpl.DFPattern] */
} tunip_relax_same_shape_constraint;

/* relax.dpl.PatternSeq: a sequence of patterns, each of which uses the one before it */
typedef struct tunip_relax_pattern_seq {
    tunip_ir_object base;
    tunip_array *patterns; /* ffi.Array[relax.dpl.DFPattern] */
} tunip_relax_pattern_seq;

TUNIP_API extern tunip_type tunip_relax_dfpattern_type;
TUNIP_API extern tunip_type tunip_relax_expr_pattern_type;
TUNIP_API extern tunip_type tunip_relax_var_pattern_type;
TUNIP_API extern tunip_type tunip_relax_dataflow_var_pattern_type;
TUNIP_API extern tunip_type tunip_relax_global_var_pattern_type;
TUNIP_API extern tunip_type tunip_relax_constant_pattern_type;
TUNIP_API extern tunip_type tunip_relax_call_pattern_type;
TUNIP_API extern tunip_type tunip_relax_prim_arr_pattern_type;
TUNIP_API extern tunip_type tunip_relax_function_pattern_type;
TUNIP_API extern tunip_type tunip_relax_tuple_pattern_type;
TUNIP_API extern tunip_type tunip_relax_unordered_tuple_pattern_type;
TUNIP_API extern tunip_type tunip_relax_tuple_get_item_pattern_type;
TUNIP_API extern tunip_type tunip_relax_and_pattern_type;
TUNIP_API extern tunip_type tunip_relax_or_pattern_type;
TUNIP_API extern tunip_type tunip_relax_not_pattern_type;
TUNIP_API extern tunip_type tunip_relax_wildcard_pattern_type;
TUNIP_API extern tunip_type tunip_relax_struct_info_pattern_type;
TUNIP_API extern tunip_type tunip_relax_shape_pattern_type;
TUNIP_API extern tunip_type tunip_relax_data_type_pattern_type;
TUNIP_API extern tunip_type tunip_relax_attr_pattern_type;
TUNIP_API extern tunip_type tunip_relax_extern_func_pattern_type;
TUNIP_API extern tunip_type tunip_relax_dfconstraint_type;
TUNIP_API extern tunip_type tunip_relax_same_shape_constraint_type;
TUNIP_API extern tunip_type tunip_relax_pattern_seq_type;

#ifdef __cplusplus
}
#endif
#endif
