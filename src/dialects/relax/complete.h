/* complete.h -- computes the fields that TVM's constructors compute. The overlay of the schema
 * names these functions (tunip_completion). */
#ifndef RELAX_COMPLETE_H
#define RELAX_COMPLETE_H

#include <tunip/tvm/relax.h>

#define X(ident)                                                                                   \
    tunip_status relax_complete_##ident(tunip_graph *graph, tunip_node *node, tunip_error *error);
X(constant)
X(prim_value)
X(opaque)
X(shape_expr)
X(extern_func)
X(prim_struct_info)
X(shape_struct_info)
X(tensor_struct_info)
#undef X

#endif
