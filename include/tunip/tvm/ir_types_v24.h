/* ir_types_v24.h -- The nodes that all dialects of TVM v0.24 share, as far as they differ from
 * those of v0.23 and v0.26. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_IR_TYPES_V24_H
#define TUNIP_IR_TYPES_V24_H

#include <tunip/tvm/ir_types_v26.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ir.TupleType */
typedef tunip_ir_tuple_type tunip_ir_tuple_type_v24;

/* ir.Op */
typedef tunip_ir_op tunip_ir_op_v24;

TUNIP_API extern tunip_type tunip_ir_tuple_type_v24_type;
TUNIP_API extern tunip_type tunip_ir_op_v24_type;

#ifdef __cplusplus
}
#endif
#endif
