/* arith.h -- Results of TVM's analyses of integer arithmetic, which occur as values of attributes.
 * Made by tools/make_types.py from schema/. */
#ifndef TUNIP_ARITH_H
#define TUNIP_ARITH_H

#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* arith.ConstIntBound */
typedef struct tunip_arith_const_int_bound {
    tunip_ir_object base;
    int64_t min_value;
    int64_t max_value;
} tunip_arith_const_int_bound;

/* arith.IntConstraints */
typedef struct tunip_arith_int_constraints {
    tunip_ir_object base;
    tunip_array *variables; /* ffi.Array[tir.Var] */
    tunip_map *ranges; /* ffi.Map[tir.Var, ir.Range] */
    tunip_array *relations; /* ffi.Array[ir.PrimExpr] */
} tunip_arith_int_constraints;

/* arith.IntConstraintsTransform */
typedef struct tunip_arith_int_constraints_transform {
    tunip_ir_object base;
    tunip_arith_int_constraints *src;
    tunip_arith_int_constraints *dst;
    tunip_map *src_to_dst; /* ffi.Map[tir.Var, ir.PrimExpr] */
    tunip_map *dst_to_src; /* ffi.Map[tir.Var, ir.PrimExpr] */
} tunip_arith_int_constraints_transform;

/* arith.IntGroupBounds */
typedef struct tunip_arith_int_group_bounds {
    tunip_ir_object base;
    tunip_node *coef; /* ir.PrimExpr */
    tunip_array *lower; /* ffi.Array[ir.PrimExpr] */
    tunip_array *equal; /* ffi.Array[ir.PrimExpr] */
    tunip_array *upper; /* ffi.Array[ir.PrimExpr] */
} tunip_arith_int_group_bounds;

/* arith.IntervalSet */
typedef struct tunip_arith_interval_set {
    tunip_ir_int_set base;
    tunip_node *min_value; /* ir.PrimExpr */
    tunip_node *max_value; /* ir.PrimExpr */
} tunip_arith_interval_set;

/* arith.IterMark */
typedef struct tunip_arith_iter_mark {
    tunip_ir_object base;
    tunip_node *source; /* ir.PrimExpr */
    tunip_node *extent; /* ir.PrimExpr */
} tunip_arith_iter_mark;

/* arith.IterMapExpr */
typedef struct tunip_arith_iter_map_expr {
    tunip_ir_prim_expr base;
} tunip_arith_iter_map_expr;

/* arith.IterSplitExpr */
typedef struct tunip_arith_iter_split_expr {
    tunip_arith_iter_map_expr base;
    tunip_arith_iter_mark *source;
    tunip_node *lower_factor; /* ir.PrimExpr */
    tunip_node *extent; /* ir.PrimExpr */
    tunip_node *scale; /* ir.PrimExpr */
} tunip_arith_iter_split_expr;

/* arith.IterSumExpr */
typedef struct tunip_arith_iter_sum_expr {
    tunip_arith_iter_map_expr base;
    tunip_array *args; /* ffi.Array[arith.IterSplitExpr] */
    tunip_node *offset; /* ir.PrimExpr */
} tunip_arith_iter_sum_expr;

/* arith.IterMapResult */
typedef struct tunip_arith_iter_map_result {
    tunip_ir_object base;
    tunip_array *indices; /* ffi.Array[arith.IterSumExpr] */
    tunip_array *errors; /* ffi.Array[ffi.String] */
    tunip_node *padding_predicate; /* ir.PrimExpr */
} tunip_arith_iter_map_result;

/* arith.ModularSet */
typedef struct tunip_arith_modular_set {
    tunip_ir_object base;
    int64_t coeff;
    int64_t remainder;
} tunip_arith_modular_set;

TUNIP_API extern tunip_type tunip_arith_const_int_bound_type;
TUNIP_API extern tunip_type tunip_arith_int_constraints_type;
TUNIP_API extern tunip_type tunip_arith_int_constraints_transform_type;
TUNIP_API extern tunip_type tunip_arith_int_group_bounds_type;
TUNIP_API extern tunip_type tunip_arith_interval_set_type;
TUNIP_API extern tunip_type tunip_arith_iter_mark_type;
TUNIP_API extern tunip_type tunip_arith_iter_map_expr_type;
TUNIP_API extern tunip_type tunip_arith_iter_split_expr_type;
TUNIP_API extern tunip_type tunip_arith_iter_sum_expr_type;
TUNIP_API extern tunip_type tunip_arith_iter_map_result_type;
TUNIP_API extern tunip_type tunip_arith_modular_set_type;

#ifdef __cplusplus
}
#endif
#endif
