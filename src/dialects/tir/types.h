/* types.h -- functions that the field tables of the tensor IR name. */
#ifndef TIR_TYPES_H
#define TIR_TYPES_H

#include <tunip/tvm/tirx_types.h>

/* The compared parts of a function of TVM v0.26 (build.c). */
bool tirx_func_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);

#endif
