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
    tunip_map *attrs;
} tunip_te_operation;

/* te.PlaceholderOp */
typedef struct tunip_te_placeholder_op {
    tunip_te_operation base;
    tunip_array *shape;
    tunip_dtype dtype;
} tunip_te_placeholder_op;

/* te.BaseComputeOp */
typedef struct tunip_te_base_compute_op {
    tunip_te_operation base;
    tunip_array *axis;
    tunip_array *reduce_axis;
} tunip_te_base_compute_op;

/* te.ComputeOp */
typedef struct tunip_te_compute_op {
    tunip_te_base_compute_op base;
    tunip_array *body;
} tunip_te_compute_op;

/* te.ExternOp */
typedef struct tunip_te_extern_op {
    tunip_te_operation base;
    tunip_array *inputs;
    tunip_array *input_placeholders;
    tunip_array *output_placeholders;
    tunip_node *body;
} tunip_te_extern_op;

/* te.ScanOp */
typedef struct tunip_te_scan_op {
    tunip_te_operation base;
    tunip_tir_iter_var *scan_axis;
    tunip_array *init;
    tunip_array *update;
    tunip_array *state_placeholder;
    tunip_array *inputs;
    tunip_array *spatial_axis;
} tunip_te_scan_op;

/* te.Tensor */
typedef struct tunip_te_tensor {
    tunip_tir_data_producer base;
    tunip_array *shape;
    tunip_dtype dtype;
    tunip_node *op;
    int64_t value_index;
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
