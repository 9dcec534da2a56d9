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

/* Gets a number in a list, which is a node in TVM v0.23 and a bare number in v0.26. */
static inline bool relax_listed_number(const tunip_node *node, int64_t *out)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    const tunip_int *number = TUNIP_AS(tunip_int, node);
    if (imm) *out = imm->value;
    if (number) *out = number->value;
    return imm || number;
}

/* The compared parts of variables and bindings (parts.c): each is a tunip_parts_fn. */
bool relax_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);
bool relax_var_binding_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                             bool (*each)(const tunip_part *part, void *user), void *user);
/* Those of a sequence of TVM v0.26. */
bool relax_seq_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);

#endif
