/* te.h -- Tensor expressions, which a tunip_tir_producer_load reads before it is lowered. Made by
 * tools/make_types.py from schema/. */
#ifndef TUNIP_TE_H
#define TUNIP_TE_H

#include <tunip/tvm/tir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* te.Operation */
typedef struct tunip_te_operation {
    tunip_ir_object base;
    tunip_string *name;
    tunip_string *tag;
    tunip_map *attrs; /* ffi.Map[ffi.String, Any] or NULL */
} tunip_te_operation;

/* te.PlaceholderOp */
typedef struct tunip_te_placeholder_op {
    tunip_te_operation base;
    tunip_array *shape; /* ffi.Array[ir.PrimExpr] */
    tunip_dtype dtype;
} tunip_te_placeholder_op;

/* te.BaseComputeOp */
typedef struct tunip_te_base_compute_op {
    tunip_te_operation base;
    tunip_array *axis; /* ffi.Array[tir.IterVar] */
    tunip_array *reduce_axis; /* ffi.Array[tir.IterVar] */
} tunip_te_base_compute_op;

/* te.ComputeOp */
typedef struct tunip_te_compute_op {
    tunip_te_base_compute_op base;
    tunip_array *body; /* ffi.Array[ir.PrimExpr] */
} tunip_te_compute_op;

/* te.ExternOp */
typedef struct tunip_te_extern_op {
    tunip_te_operation base;
    tunip_array *inputs; /* ffi.Array[te.Tensor] */
    tunip_array *input_placeholders; /* ffi.Array[tir.Buffer] */
    tunip_array *output_placeholders; /* ffi.Array[tir.Buffer] */
    tunip_node *body; /* tir.Stmt */
} tunip_te_extern_op;

/* te.ScanOp */
typedef struct tunip_te_scan_op {
    tunip_te_operation base;
    tunip_tir_iter_var *scan_axis;
    tunip_array *init; /* ffi.Array[te.Tensor] */
    tunip_array *update; /* ffi.Array[te.Tensor] */
    tunip_array *state_placeholder; /* ffi.Array[te.Tensor] */
    tunip_array *inputs; /* ffi.Array[te.Tensor] */
    tunip_array *spatial_axis; /* ffi.Array[tir.IterVar] */
} tunip_te_scan_op;

/* te.Tensor */
typedef struct tunip_te_tensor {
    tunip_tir_data_producer base;
    tunip_array *shape; /* ffi.Array[ir.PrimExpr] */
    tunip_dtype dtype;
    tunip_node *op; /* te.Operation */
    int64_t value_index; /* the result of `op` that this is */
} tunip_te_tensor;

TUNIP_API extern tunip_type tunip_te_operation_type;
TUNIP_API extern tunip_type tunip_te_placeholder_op_type;
TUNIP_API extern tunip_type tunip_te_base_compute_op_type;
TUNIP_API extern tunip_type tunip_te_compute_op_type;
TUNIP_API extern tunip_type tunip_te_extern_op_type;
TUNIP_API extern tunip_type tunip_te_scan_op_type;
TUNIP_API extern tunip_type tunip_te_tensor_type;

#ifdef __cplusplus
}
#endif
#endif
