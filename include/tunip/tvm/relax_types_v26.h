/* relax_types_v26.h -- The nodes of the graph-level IR of TVM v0.26, as far as they differ from
 * those of v0.23. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_RELAX_TYPES_V26_H
#define TUNIP_RELAX_TYPES_V26_H

#include <tunip/tvm/tirx_types.h>
#include <tunip/tvm/relax_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* relax.expr.DataflowVar */
typedef struct tunip_relax_dataflow_var_v26 {
    tunip_ir_var base;
} tunip_relax_dataflow_var_v26;

/* relax.expr.Constant */
typedef tunip_relax_constant tunip_relax_constant_v26;

/* relax.expr.StringImm */
typedef tunip_relax_string_imm tunip_relax_string_imm_v26;

/* relax.expr.DataTypeImm */
typedef tunip_relax_data_type_imm tunip_relax_data_type_imm_v26;

/* relax.expr.ShapeExpr */
typedef tunip_relax_shape_expr tunip_relax_shape_expr_v26;

/* relax.expr.Tuple */
typedef tunip_relax_tuple tunip_relax_tuple_v26;

/* relax.expr.TupleGetItem */
typedef tunip_relax_tuple_get_item tunip_relax_tuple_get_item_v26;

/* relax.expr.SeqExpr */
typedef tunip_relax_seq_expr tunip_relax_seq_expr_v26;

/* relax.expr.If */
typedef tunip_relax_if tunip_relax_if_v26;

/* relax.expr.Binding */
typedef tunip_relax_binding tunip_relax_binding_v26;

/* relax.expr.VarBinding */
typedef tunip_relax_var_binding tunip_relax_var_binding_v26;

/* relax.expr.MatchCast */
typedef tunip_relax_match_cast tunip_relax_match_cast_v26;

/* relax.expr.BindingBlock */
typedef tunip_relax_binding_block tunip_relax_binding_block_v26;

/* relax.expr.DataflowBlock */
typedef tunip_relax_dataflow_block tunip_relax_dataflow_block_v26;

/* relax.expr.Function */
typedef tunip_relax_function tunip_relax_function_v26;

/* relax.expr.ExternFunc */
typedef tunip_relax_extern_func tunip_relax_extern_func_v26;

/* relax.AnyType */
typedef tunip_relax_object_struct_info tunip_relax_any_type;

/* relax.TensorType */
typedef tunip_relax_tensor_struct_info tunip_relax_tensor_type_v26;

/* relax.FuncType */
typedef tunip_relax_func_struct_info tunip_relax_func_type;

/* relax.ShapeType */
typedef tunip_relax_shape_struct_info tunip_relax_shape_type_v26;

/* relax.distributed.DeviceMesh */
typedef tunip_relax_device_mesh tunip_relax_device_mesh_v26;

/* relax.DTensorType */
typedef tunip_relax_dtensor_struct_info tunip_relax_dtensor_type;

TUNIP_API extern tunip_type tunip_relax_dataflow_var_v26_type;
TUNIP_API extern tunip_type tunip_relax_constant_v26_type;
TUNIP_API extern tunip_type tunip_relax_string_imm_v26_type;
TUNIP_API extern tunip_type tunip_relax_data_type_imm_v26_type;
TUNIP_API extern tunip_type tunip_relax_shape_expr_v26_type;
TUNIP_API extern tunip_type tunip_relax_tuple_v26_type;
TUNIP_API extern tunip_type tunip_relax_tuple_get_item_v26_type;
TUNIP_API extern tunip_type tunip_relax_seq_expr_v26_type;
TUNIP_API extern tunip_type tunip_relax_if_v26_type;
TUNIP_API extern tunip_type tunip_relax_binding_v26_type;
TUNIP_API extern tunip_type tunip_relax_var_binding_v26_type;
TUNIP_API extern tunip_type tunip_relax_match_cast_v26_type;
TUNIP_API extern tunip_type tunip_relax_binding_block_v26_type;
TUNIP_API extern tunip_type tunip_relax_dataflow_block_v26_type;
TUNIP_API extern tunip_type tunip_relax_function_v26_type;
TUNIP_API extern tunip_type tunip_relax_extern_func_v26_type;
TUNIP_API extern tunip_type tunip_relax_any_type_type;
TUNIP_API extern tunip_type tunip_relax_tensor_type_v26_type;
TUNIP_API extern tunip_type tunip_relax_func_type_type;
TUNIP_API extern tunip_type tunip_relax_shape_type_v26_type;
TUNIP_API extern tunip_type tunip_relax_device_mesh_v26_type;
TUNIP_API extern tunip_type tunip_relax_dtensor_type_type;

#ifdef __cplusplus
}
#endif
#endif
