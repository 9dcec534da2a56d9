/* fold.h -- TVM's operators on expressions: they match the dtypes of their operands and fold
 * constants (TVM src/tir/op/op.cc, src/arith/const_fold.h). `a + b` may print only if TVM's
 * operator would do neither, because the parser applies the operator. Ranges need the operators
 * themselves: they print min + extent. */
#ifndef TIR_FOLD_H
#define TIR_FOLD_H

#include "docs.h"

/* Whether TVM's operator, applied to `a` and `b`, makes a node of its own kind with exactly these
 * operands. For TUNIP_OP_DIV see tir_is_division(). */
bool tir_is_kept(tunip_operator op, const tunip_node *a, const tunip_node *b);

/* Whether both are integers, or both are floats: T.min and T.max fold these. */
bool tir_are_numbers(const tunip_node *a, const tunip_node *b);

/* Whether TVM makes a division of a / b. It rejects this operator for integers. */
bool tir_is_division(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* An integer that lives as long as the scratch memory; NULL when out of memory. */
const tunip_node *tir_new_int(tunip_scratch *scratch, tunip_dtype dtype, int64_t value);

/* The operators that fold constants and neutral elements. */
typedef enum tir_fold {
    TIR_FOLD_ADD,
    TIR_FOLD_SUB,
    TIR_FOLD_MUL,
    TIR_FOLD_DIV, /* rounds integers towards 0 */
    TIR_FOLD_MOD,
    TIR_FOLD_FLOOR_DIV,
    TIR_FOLD_FLOOR_MOD,
    TIR_FOLD_MIN,
    TIR_FOLD_MAX,
    TIR_FOLD__COUNT
} tir_fold;

/* The operator whose nodes are of `type`; TIR_FOLD__COUNT if there is none. */
tir_fold tir_fold_of(const tunip_type *type);

/* TVM's BinaryOpMatchTypes: gives both operands one dtype. False where TVM rejects them. */
bool tir_match(tunip_scratch *scratch, const tunip_node **a, const tunip_node **b);
/* The operator applied to two operands as TVM does: matched, and folded if possible. A division by
 * a constant 0 stays a node. */
const tunip_node *tir_folded(tunip_scratch *scratch, tir_fold op, const tunip_node *a,
                             const tunip_node *b);
/* TVM's cast(): constants are folded. `value` has as many lanes as `dtype`. */
const tunip_node *tir_cast_folded(tunip_scratch *scratch, tunip_dtype dtype,
                                  const tunip_node *value);

#endif
