/* types.h -- functions of the descriptors of the relax dialect: parts to compare. */
#ifndef RELAX_TYPES_H
#define RELAX_TYPES_H

#include <tunip/tvm/relax.h>
#include <tunip/tvm/relax_pattern.h>

/* Whether a tensor's dtype is unknown: TVM's DataType::Void(). */
static inline bool relax_is_unknown_dtype(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_HANDLE && dtype.bits == 0 && dtype.lanes == 0;
}

/* The compared parts of variables and bindings (parts.c): each is a tunip_parts_fn. */
bool relax_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);
bool relax_var_binding_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                             bool (*each)(const tunip_part *part, void *user), void *user);

#endif
