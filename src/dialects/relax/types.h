/* types.h -- the types the relax dialect registers (types.def, attrs.def, patterns.def), bases
 * first. */
#ifndef RELAX_TYPES_H
#define RELAX_TYPES_H

#include <tunip/relax.h>
#include <tunip/relax_pattern.h>

/* clang-format off */
enum {
    RELAX_TYPE_COUNT = 0
#define X(t) +1
#include "types.def"
#include "attrs.def"
#include "patterns.def"
#undef X
};
/* clang-format on */

extern tunip_type *const relax_types[RELAX_TYPE_COUNT];

/* What of variables and bindings is compared (parts.c): each is a tunip_parts_fn. */
bool relax_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);
bool relax_var_binding_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                             bool (*each)(const tunip_part *part, void *user), void *user);

#endif
