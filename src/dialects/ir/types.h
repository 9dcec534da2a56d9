/* types.h -- functions of the descriptors of the ir dialect: a codec, parts to compare. */
#ifndef IR_TYPES_H
#define IR_TYPES_H

#include <tunip/tvm/ir.h>

/* Saves a node as its field `name`, a string. */
extern const tunip_codec ir_name_codec;

/* The compared parts of a module (parts.c): a tunip_parts_fn. */
bool ir_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);
/* Those of a global variable of TVM v0.26. */
bool ir_global_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                         bool (*each)(const tunip_part *part, void *user), void *user);

#endif
