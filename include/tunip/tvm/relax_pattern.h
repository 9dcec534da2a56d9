/* relax_pattern.h -- patterns of dataflow: what a pass looks for in Relax functions (TVM
 * include/tvm/relax/dataflow_pattern.h). The relax dialect registers their types, and prints those
 * that are roots in their own notation: `Op(relax.add)(*, ConstantPattern())`. */
#ifndef TUNIP_RELAX_PATTERN_H
#define TUNIP_RELAX_PATTERN_H

#include <tunip/tvm/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.dpl.DFPattern: what all of them are */
typedef struct relax_df_pattern {
    ir_object base;
} relax_df_pattern;

/* relax.dpl.ExprPattern */
typedef struct relax_expr_pattern {
    relax_df_pattern base;
    tunip_node *expr;
} relax_expr_pattern;

/* relax.dpl.VarPattern, relax.dpl.DataflowVarPattern: any name when it is empty */
typedef struct relax_var_pattern {
    relax_df_pattern base;
    tunip_string *name;
} relax_var_pattern;
typedef relax_var_pattern relax_dataflow_var_pattern;

/* relax.dpl.GlobalVarPattern: TVM saves nothing of it */
typedef relax_df_pattern relax_global_var_pattern;

/* relax.dpl.ConstantPattern */
typedef relax_df_pattern relax_constant_pattern;

/* relax.dpl.CallPattern */
typedef struct relax_call_pattern {
    relax_df_pattern base;
    tunip_node *op;
    tunip_array *args;
} relax_call_pattern;

/* relax.dpl.PrimArrPattern */
typedef struct relax_prim_arr_pattern {
    relax_df_pattern base;
    tunip_array *fields;
} relax_prim_arr_pattern;

/* relax.dpl.FunctionPattern */
typedef struct relax_function_pattern {
    relax_df_pattern base;
    tunip_array *params;
    tunip_node *body;
} relax_function_pattern;

/* relax.dpl.TuplePattern */
typedef struct relax_tuple_pattern {
    relax_df_pattern base;
    tunip_array *fields;
} relax_tuple_pattern;

/* relax.dpl.UnorderedTuplePattern */
typedef struct relax_unordered_tuple_pattern {
    relax_df_pattern base;
    tunip_array *fields;
} relax_unordered_tuple_pattern;

/* relax.dpl.TupleGetItemPattern */
typedef struct relax_tuple_get_item_pattern {
    relax_df_pattern base;
    tunip_node *tuple;
    int64_t index; /* -1: any */
} relax_tuple_get_item_pattern;

/* relax.dpl.AndPattern */
typedef struct relax_and_pattern {
    relax_df_pattern base;
    tunip_node *left;
    tunip_node *right;
} relax_and_pattern;

/* relax.dpl.OrPattern */
typedef struct relax_or_pattern {
    relax_df_pattern base;
    tunip_node *left;
    tunip_node *right;
} relax_or_pattern;

/* relax.dpl.NotPattern */
typedef struct relax_not_pattern {
    relax_df_pattern base;
    tunip_node *reject;
} relax_not_pattern;

/* relax.dpl.WildcardPattern */
typedef relax_df_pattern relax_wildcard_pattern;

/* relax.dpl.StructInfoPattern */
typedef struct relax_struct_info_pattern {
    relax_df_pattern base;
    tunip_node *pattern;
    tunip_node *struct_info;
} relax_struct_info_pattern;

/* relax.dpl.ShapePattern */
typedef struct relax_shape_pattern {
    relax_df_pattern base;
    tunip_node *pattern;
    tunip_array *shape;
} relax_shape_pattern;

/* relax.dpl.DataTypePattern */
typedef struct relax_data_type_pattern {
    relax_df_pattern base;
    tunip_node *pattern;
    tunip_dtype dtype;
} relax_data_type_pattern;

/* relax.dpl.AttrPattern */
typedef struct relax_attr_pattern {
    relax_df_pattern base;
    tunip_node *pattern;
    ir_dict_attrs *attrs;
} relax_attr_pattern;

/* relax.dpl.ExternFuncPattern */
typedef struct relax_extern_func_pattern {
    relax_df_pattern base;
    tunip_string *global_symbol;
} relax_extern_func_pattern;

/* relax.dpl.DFConstraint: what is asked of several patterns */
typedef struct relax_df_constraint {
    ir_object base;
} relax_df_constraint;

/* relax.dpl.SameShapeConstraint */
typedef struct relax_same_shape_constraint {
    relax_df_constraint base;
    tunip_array *args;
} relax_same_shape_constraint;

/* relax.dpl.PatternSeq: patterns of which each uses the one before it */
typedef struct relax_pattern_seq {
    ir_object base;
    tunip_array *patterns;
} relax_pattern_seq;

TUNIP_API extern tunip_type relax_df_pattern_type;
TUNIP_API extern tunip_type relax_expr_pattern_type;
TUNIP_API extern tunip_type relax_var_pattern_type;
TUNIP_API extern tunip_type relax_dataflow_var_pattern_type;
TUNIP_API extern tunip_type relax_global_var_pattern_type;
TUNIP_API extern tunip_type relax_constant_pattern_type;
TUNIP_API extern tunip_type relax_call_pattern_type;
TUNIP_API extern tunip_type relax_prim_arr_pattern_type;
TUNIP_API extern tunip_type relax_function_pattern_type;
TUNIP_API extern tunip_type relax_tuple_pattern_type;
TUNIP_API extern tunip_type relax_unordered_tuple_pattern_type;
TUNIP_API extern tunip_type relax_tuple_get_item_pattern_type;
TUNIP_API extern tunip_type relax_and_pattern_type;
TUNIP_API extern tunip_type relax_or_pattern_type;
TUNIP_API extern tunip_type relax_not_pattern_type;
TUNIP_API extern tunip_type relax_wildcard_pattern_type;
TUNIP_API extern tunip_type relax_struct_info_pattern_type;
TUNIP_API extern tunip_type relax_shape_pattern_type;
TUNIP_API extern tunip_type relax_data_type_pattern_type;
TUNIP_API extern tunip_type relax_attr_pattern_type;
TUNIP_API extern tunip_type relax_extern_func_pattern_type;
TUNIP_API extern tunip_type relax_df_constraint_type;
TUNIP_API extern tunip_type relax_same_shape_constraint_type;
TUNIP_API extern tunip_type relax_pattern_seq_type;

#ifdef __cplusplus
}
#endif
#endif
