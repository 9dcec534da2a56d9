/* types.h -- the types the tir dialect registers (types.def), bases first. */
#ifndef TIR_TYPES_H
#define TIR_TYPES_H

#include <tunip/tvm/tir.h>

/* clang-format off */
enum {
    TIR_TYPE_COUNT = 0
#define X(t) +1
#include "types.def"
#undef X
};
/* clang-format on */

extern tunip_type *const tir_types[TIR_TYPE_COUNT];

#endif
