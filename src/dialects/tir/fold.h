/* fold.h -- TVM's operators on expressions: they match the dtypes of their operands and fold
 * constants (TVM src/tir/op/op.cc, src/arith/const_fold.h). `a + b` may print only if TVM's
 * operator would do neither, because the parser applies the operator. Ranges need the operators
 * themselves: they print min + extent. */
#ifndef TIR_FOLD_H
#define TIR_FOLD_H

#include "constant.h"

/* Whether TVM's operator, applied to `a` and `b`, makes a node of its own kind with exactly these
 * operands. For TUNIP_OP_DIV see tir_is_division(). */
bool tir_is_kept(tunip_operator op, const tunip_node *a, const tunip_node *b);

/* Whether both are integers, or both are floats: T.min and T.max fold these. */
bool tir_are_numbers(const tunip_node *a, const tunip_node *b);

/* Whether TVM makes a division of a / b. It rejects this operator for integers. */
bool tir_is_division(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

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
 * a constant 0 stays a node. A constant that does not fit (constant.h) stands for what TVM rejects.
 */
const tunip_node *tir_folded(tunip_scratch *scratch, tir_fold op, const tunip_node *a,
                             const tunip_node *b);
/* Whether TVM rejects the division because it finds that `b` is 0. Both operands are matched. */
bool tir_divides_by_zero(tir_fold op, const tunip_node *a, const tunip_node *b);
/* The bool that a comparison of two matched operands folds to; NULL if it does not fold. */
const tunip_node *tir_compared(tunip_scratch *scratch, const tunip_type *type, const tunip_node *a,
                               const tunip_node *b);
/* Whether a dtype is int32 or int64, the only ones of which some operators fold constants. */
bool tir_is_index(tunip_dtype dtype);
/* The result of TUNIP_OP_SHIFT_LEFT, TUNIP_OP_BIT_AND or a similar operator on two matched
 * operands; NULL if TVM makes a call. */
const tunip_node *tir_bits_folded(tunip_scratch *scratch, tunip_operator op, const tunip_node *a,
                                  const tunip_node *b);

#endif
