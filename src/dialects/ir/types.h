/* types.h -- the types that the ir dialect registers (generated/types.def), bases first. */
#ifndef IR_TYPES_H
#define IR_TYPES_H

#include <tunip/tvm/ir.h>

/* clang-format off */
enum {
    IR_TYPE_COUNT = 0
#define X(t) +1
#include "generated/types.def"
#undef X
};
/* clang-format on */

extern tunip_type *const ir_types[IR_TYPE_COUNT];

/* Saves a node as its field `name`, a string. */
extern const tunip_codec ir_name_codec;

/* The compared parts of a module (parts.c): a tunip_parts_fn. */
bool ir_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);

#endif
