/* types.h -- the types the relax dialect registers (types.def, attrs.def), bases first. */
#ifndef RELAX_TYPES_H
#define RELAX_TYPES_H

#include <tunip/relax.h>

/* clang-format off */
enum {
    RELAX_TYPE_COUNT = 0
#define X(t) +1
#include "types.def"
#include "attrs.def"
#undef X
};
/* clang-format on */

extern tunip_type *const relax_types[RELAX_TYPE_COUNT];

#endif
