/* ir_types_v26.h -- The nodes that all dialects of TVM v0.26 share, as far as they differ from
 * those of v0.23. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_IR_TYPES_V26_H
#define TUNIP_IR_TYPES_V26_H

#include <tunip/tvm/relax_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ir.ArgumentInfo */
typedef tunip_ir_attr_field_info tunip_ir_argument_info;

/* ir.PointerType */
typedef tunip_ir_pointer_type tunip_ir_pointer_type_v26;

/* ir.TupleType */
typedef tunip_relax_tuple_struct_info tunip_ir_tuple_type_v26;

/* ir.FuncType */
typedef tunip_ir_func_type tunip_ir_func_type_v26;

/* ir.TensorMapType */
typedef tunip_ir_tensor_map_type tunip_ir_tensor_map_type_v26;

/* ir.Expr */
typedef struct tunip_ir_expr {
    tunip_ir_object base;
    tunip_node *span; /* ir.Span or NULL */
    tunip_node *ty; /* ir.Type */
} tunip_ir_expr;

/* ir.IntImm */
typedef tunip_ir_int_imm tunip_ir_int_imm_v26;

/* ir.FloatImm */
typedef tunip_ir_float_imm tunip_ir_float_imm_v26;

/* ir.Var */
typedef tunip_tir_var tunip_ir_var;

/* ir.Call */
typedef tunip_relax_call tunip_ir_call;

/* ir.GlobalVar */
typedef tunip_ir_global_var tunip_ir_global_var_v26;

/* ir.Op */
typedef tunip_ir_op tunip_ir_op_v26;

/* ir.BaseFunc */
typedef tunip_ir_base_func tunip_ir_base_func_v26;

/* ir.Range */
typedef tunip_ir_range tunip_ir_range_v26;

/* target.Target */
typedef tunip_ir_target tunip_ir_target_v26;

/* ir.VDevice */
typedef tunip_ir_vdevice tunip_ir_vdevice_v26;

/* ir.IRModule */
typedef tunip_ir_module tunip_ir_module_v26;

/* tirx.Axis */
typedef struct tunip_tirx_axis {
    tunip_ir_object base;
    tunip_string *name;
} tunip_tirx_axis;

TUNIP_API extern tunip_type tunip_ir_argument_info_type;
TUNIP_API extern tunip_type tunip_ir_pointer_type_v26_type;
TUNIP_API extern tunip_type tunip_ir_tuple_type_v26_type;
TUNIP_API extern tunip_type tunip_ir_func_type_v26_type;
TUNIP_API extern tunip_type tunip_ir_tensor_map_type_v26_type;
TUNIP_API extern tunip_type tunip_ir_expr_type;
TUNIP_API extern tunip_type tunip_ir_int_imm_v26_type;
TUNIP_API extern tunip_type tunip_ir_float_imm_v26_type;
TUNIP_API extern tunip_type tunip_ir_var_type;
TUNIP_API extern tunip_type tunip_ir_call_type;
TUNIP_API extern tunip_type tunip_ir_global_var_v26_type;
TUNIP_API extern tunip_type tunip_ir_op_v26_type;
TUNIP_API extern tunip_type tunip_ir_base_func_v26_type;
TUNIP_API extern tunip_type tunip_ir_range_v26_type;
TUNIP_API extern tunip_type tunip_ir_target_v26_type;
TUNIP_API extern tunip_type tunip_ir_vdevice_v26_type;
TUNIP_API extern tunip_type tunip_ir_module_v26_type;
TUNIP_API extern tunip_type tunip_tirx_axis_type;

#ifdef __cplusplus
}
#endif
#endif
