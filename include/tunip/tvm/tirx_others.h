/* tirx_others.h -- Tensor expressions and results of analyses in TVM v0.26. Made by
 * tools/make_types.py from schema/. */
#ifndef TUNIP_TIRX_OTHERS_H
#define TUNIP_TIRX_OTHERS_H

#include <tunip/tvm/tirx_types.h>
#include <tunip/tvm/arith.h>
#include <tunip/tvm/te.h>

#ifdef __cplusplus
extern "C" {
#endif

/* te.PlaceholderOp */
typedef struct tunip_te_placeholder_op_v26 {
    tunip_te_operation base;
    tunip_array *shape; /* ffi.Array[ir.Expr] */
    tunip_ir_prim_type *dtype;
} tunip_te_placeholder_op_v26;

/* te.BaseComputeOp */
typedef tunip_te_base_compute_op tunip_te_base_compute_op_v26;

/* te.ComputeOp */
typedef tunip_te_compute_op tunip_te_compute_op_v26;

/* te.ExternOp */
typedef struct tunip_te_extern_op_v26 {
    tunip_te_operation base;
    tunip_array *inputs; /* ffi.Array[te.Tensor] */
    tunip_array *input_placeholders; /* ffi.Array[ir.Var] */
    tunip_array *output_placeholders; /* ffi.Array[ir.Var] */
    tunip_node *body; /* tirx.Stmt */
} tunip_te_extern_op_v26;

/* te.ScanOp */
typedef tunip_te_scan_op tunip_te_scan_op_v26;

/* te.Tensor */
typedef struct tunip_te_tensor_v26 {
    tunip_tirx_data_producer base;
    tunip_array *shape; /* ffi.Array[ir.Expr] */
    tunip_ir_prim_type *dtype;
    tunip_node *op; /* te.Operation */
    int64_t value_index;
} tunip_te_tensor_v26;

/* arith.IntConstraints */
typedef tunip_arith_int_constraints tunip_arith_int_constraints_v26;

/* arith.IntConstraintsTransform */
typedef tunip_arith_int_constraints_transform tunip_arith_int_constraints_transform_v26;

/* arith.IntGroupBounds */
typedef tunip_arith_int_group_bounds tunip_arith_int_group_bounds_v26;

/* arith.IntervalSet */
typedef tunip_arith_interval_set tunip_arith_interval_set_v26;

/* arith.IterMark */
typedef tunip_arith_iter_mark tunip_arith_iter_mark_v26;

/* arith.IterMapExpr */
typedef tunip_arith_iter_map_expr tunip_arith_iter_map_expr_v26;

/* arith.IterSplitExpr */
typedef tunip_arith_iter_split_expr tunip_arith_iter_split_expr_v26;

/* arith.IterSumExpr */
typedef tunip_arith_iter_sum_expr tunip_arith_iter_sum_expr_v26;

/* arith.IterMapResult */
typedef tunip_arith_iter_map_result tunip_arith_iter_map_result_v26;

TUNIP_API extern tunip_type tunip_te_placeholder_op_v26_type;
TUNIP_API extern tunip_type tunip_te_base_compute_op_v26_type;
TUNIP_API extern tunip_type tunip_te_compute_op_v26_type;
TUNIP_API extern tunip_type tunip_te_extern_op_v26_type;
TUNIP_API extern tunip_type tunip_te_scan_op_v26_type;
TUNIP_API extern tunip_type tunip_te_tensor_v26_type;
TUNIP_API extern tunip_type tunip_arith_int_constraints_v26_type;
TUNIP_API extern tunip_type tunip_arith_int_constraints_transform_v26_type;
TUNIP_API extern tunip_type tunip_arith_int_group_bounds_v26_type;
TUNIP_API extern tunip_type tunip_arith_interval_set_v26_type;
TUNIP_API extern tunip_type tunip_arith_iter_mark_v26_type;
TUNIP_API extern tunip_type tunip_arith_iter_map_expr_v26_type;
TUNIP_API extern tunip_type tunip_arith_iter_split_expr_v26_type;
TUNIP_API extern tunip_type tunip_arith_iter_sum_expr_v26_type;
TUNIP_API extern tunip_type tunip_arith_iter_map_result_v26_type;

#ifdef __cplusplus
}
#endif
#endif
