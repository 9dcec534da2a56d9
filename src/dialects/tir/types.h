/* types.h -- the types that the tir dialect registers (generated/types.def), bases first. */
#ifndef TIR_TYPES_H
#define TIR_TYPES_H

#include <tunip/tvm/tir.h>

/* clang-format off */
enum {
    TIR_TYPE_COUNT = 0
#define X(t) +1
#include "generated/types.def"
#undef X
};
/* clang-format on */

extern tunip_type *const tir_types[TIR_TYPE_COUNT];

#endif
