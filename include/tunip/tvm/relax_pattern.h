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
typedef struct relax_dfpattern {
    ir_object base;
} relax_dfpattern;

/* relax.dpl.ExprPattern */
typedef struct relax_expr_pattern {
    relax_dfpattern base;
    tunip_node *expr;
} relax_expr_pattern;

/* relax.dpl.VarPattern: matches any name if `name` is empty */
typedef struct relax_var_pattern {
    relax_dfpattern base;
    tunip_string *name;
} relax_var_pattern;

/* relax.dpl.DataflowVarPattern */
typedef struct relax_dataflow_var_pattern {
    relax_var_pattern base;
} relax_dataflow_var_pattern;

/* relax.dpl.GlobalVarPattern: TVM saves none of its fields */
typedef struct relax_global_var_pattern {
    relax_dfpattern base;
} relax_global_var_pattern;

/* relax.dpl.ConstantPattern */
typedef struct relax_constant_pattern {
    relax_dfpattern base;
} relax_constant_pattern;

/* relax.dpl.CallPattern */
typedef struct relax_call_pattern {
    relax_dfpattern base;
    tunip_node *op;
    tunip_array *args;
} relax_call_pattern;

/* relax.dpl.PrimArrPattern */
typedef struct relax_prim_arr_pattern {
    relax_dfpattern base;
    tunip_array *fields;
} relax_prim_arr_pattern;

/* relax.dpl.FunctionPattern */
typedef struct relax_function_pattern {
    relax_dfpattern base;
    tunip_array *params;
    tunip_node *body;
} relax_function_pattern;

/* relax.dpl.TuplePattern */
typedef struct relax_tuple_pattern {
    relax_dfpattern base;
    tunip_array *fields;
} relax_tuple_pattern;

/* relax.dpl.UnorderedTuplePattern */
typedef struct relax_unordered_tuple_pattern {
    relax_dfpattern base;
    tunip_array *fields;
} relax_unordered_tuple_pattern;

/* relax.dpl.TupleGetItemPattern: matches any index if `index` is -1 */
typedef struct relax_tuple_get_item_pattern {
    relax_dfpattern base;
    tunip_node *tuple;
    int64_t index;
} relax_tuple_get_item_pattern;

/* relax.dpl.AndPattern */
typedef struct relax_and_pattern {
    relax_dfpattern base;
    tunip_node *left;
    tunip_node *right;
} relax_and_pattern;

/* relax.dpl.OrPattern */
typedef struct relax_or_pattern {
    relax_dfpattern base;
    tunip_node *left;
    tunip_node *right;
} relax_or_pattern;

/* relax.dpl.NotPattern */
typedef struct relax_not_pattern {
    relax_dfpattern base;
    tunip_node *reject;
} relax_not_pattern;

/* relax.dpl.WildcardPattern */
typedef struct relax_wildcard_pattern {
    relax_dfpattern base;
} relax_wildcard_pattern;

/* relax.dpl.StructInfoPattern */
typedef struct relax_struct_info_pattern {
    relax_dfpattern base;
    tunip_node *pattern;
    tunip_node *struct_info;
} relax_struct_info_pattern;

/* relax.dpl.ShapePattern */
typedef struct relax_shape_pattern {
    relax_dfpattern base;
    tunip_node *pattern;
    tunip_array *shape;
} relax_shape_pattern;

/* relax.dpl.DataTypePattern */
typedef struct relax_data_type_pattern {
    relax_dfpattern base;
    tunip_node *pattern;
    tunip_dtype dtype;
} relax_data_type_pattern;

/* relax.dpl.AttrPattern */
typedef struct relax_attr_pattern {
    relax_dfpattern base;
    tunip_node *pattern;
    ir_dict_attrs *attrs;
} relax_attr_pattern;

/* relax.dpl.ExternFuncPattern */
typedef struct relax_extern_func_pattern {
    relax_dfpattern base;
    tunip_string *global_symbol;
} relax_extern_func_pattern;

/* relax.dpl.DFConstraint: a condition on several patterns */
typedef struct relax_dfconstraint {
    ir_object base;
} relax_dfconstraint;

/* relax.dpl.SameShapeConstraint */
typedef struct relax_same_shape_constraint {
    relax_dfconstraint base;
    tunip_array *args;
} relax_same_shape_constraint;

/* relax.dpl.PatternSeq: patterns of which each uses the one before it */
typedef struct relax_pattern_seq {
    ir_object base;
    tunip_array *patterns;
} relax_pattern_seq;

TUNIP_API extern tunip_type relax_dfpattern_type;
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
TUNIP_API extern tunip_type relax_dfconstraint_type;
TUNIP_API extern tunip_type relax_same_shape_constraint_type;
TUNIP_API extern tunip_type relax_pattern_seq_type;

#ifdef __cplusplus
}
#endif
#endif
