/* types.h -- the types the ir dialect registers (types.def), bases first. */
#ifndef IR_TYPES_H
#define IR_TYPES_H

#include <tunip/ir.h>

/* clang-format off */
enum {
    IR_TYPE_COUNT = 0
#define X(t) +1
#include "types.def"
#undef X
};
/* clang-format on */

extern tunip_type *const ir_types[IR_TYPE_COUNT];

#endif
