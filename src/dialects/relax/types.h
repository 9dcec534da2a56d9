/* types.h -- what all rooms of the dialect share: parts to compare, equality, computed fields, the
 * rows of conversions. */
#ifndef RELAX_TYPES_H
#define RELAX_TYPES_H

#include <tunip/ext/convert.h>
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relax_pattern.h>

/* ==== Functions of the descriptors of the relax dialect: parts to compare ==== */

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

/* The compared parts of variables and bindings (build.c): each is a tunip_parts_fn. */
bool relax_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);
bool relax_var_binding_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                             bool (*each)(const tunip_part *part, void *user), void *user);
/* Those of a sequence of TVM v0.26. */
bool relax_seq_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);

/* ==== Whether two struct infos are equal ==== */

/* Whether two nodes have the same content. Variables are compared by address. Nodes with too many
 * children count as different. */
bool relax_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* ==== Whether one struct info is less specific than another ==== */

/* Whether `info` subsumes `other` and is less specific, as R.Tensor(ndim=2) subsumes
 * R.Tensor((4, 8)). False if either is NULL, because nothing is known then. */
bool relax_subsumes(tunip_scratch *scratch, const tunip_node *info, const tunip_node *other);

/* Whether a variable is defined outside of a function. */
typedef bool (*relax_is_defined_fn)(const void *user, const tunip_node *variable);

/* The same for the result of a function and a value that it returns. Only numbers and variables
 * that are defined outside of the function count, because nothing else is known there. */
bool relax_result_subsumes(tunip_scratch *scratch, const tunip_node *result,
                           const tunip_node *value, relax_is_defined_fn is_defined,
                           const void *user);

/* ==== Computes the fields that TVM's constructors compute. The overlay of the schema names these
 * functions (tunip_completion). */

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

/* ==== The rows of conversions to other versions of TVM ==== */

enum { RELAX_CONVERSION_COUNT = 22 };

extern const tunip_conversion relax_conversions[RELAX_CONVERSION_COUNT];

#endif
