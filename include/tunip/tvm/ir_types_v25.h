/* ir_types_v25.h -- The nodes that all dialects of TVM v0.25 share, as far as they differ from
 * those of v0.23 and v0.26. Made by tools/make_types.py from schema/. */
#ifndef TUNIP_IR_TYPES_V25_H
#define TUNIP_IR_TYPES_V25_H

#include <tunip/tvm/ir_types_v24.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ir.PointerType */
typedef tunip_ir_pointer_type tunip_ir_pointer_type_v25;

/* ir.Op */
typedef tunip_ir_op tunip_ir_op_v25;

TUNIP_API extern tunip_type tunip_ir_pointer_type_v25_type;
TUNIP_API extern tunip_type tunip_ir_op_v25_type;

#ifdef __cplusplus
}
#endif
#endif
