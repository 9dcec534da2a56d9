/* fold.h -- TVM's operators on expressions: they match the dtypes of their operands and fold
 * constants (TVM src/tir/op/op.cc, src/arith/const_fold.h). The printer needs to know when they
 * would do neither, because only then may `a + b` be written; and it applies them to ranges. */
#ifndef TIR_FOLD_H
#define TIR_FOLD_H

#include "docs.h"

/* Whether the operator, applied to `a` and `b`, gives a node of its own kind with these very
 * operands. Not for TUNIP_OP_DIV. */
bool tir_is_kept(tunip_operator op, const tunip_node *a, const tunip_node *b);

/* Whether a / b gives a division: of integers it is never written so. */
bool tir_is_division(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* The result of a * b, as tunip_tir_add_folded() for a + b (<tunip/ext/tir_rules.h>). */
const tunip_node *tir_mul_folded(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

#endif
