/* fold.h -- TVM's operators on expressions: they match the dtypes of their operands and fold
 * constants (TVM src/tir/op/op.cc, src/arith/const_fold.h). `a + b` may print only if TVM's
 * operator would do neither, because the parser applies the operator. Ranges need the operators
 * themselves: they print min + extent. */
#ifndef TIR_FOLD_H
#define TIR_FOLD_H

#include "docs.h"

/* Whether TVM's operator, applied to `a` and `b`, makes a node of its own kind with exactly these
 * operands. Not for TUNIP_OP_DIV. */
bool tir_is_kept(tunip_operator op, const tunip_node *a, const tunip_node *b);

/* Whether TVM makes a division of a / b. It rejects this operator for integers. */
bool tir_is_division(tunip_docsifier *d, const tunip_node *a, const tunip_node *b);

/* The result of a * b, as tunip_tir_add_folded() for a + b (<tunip/ext/tir_rules.h>). */
const tunip_node *tir_mul_folded(tunip_docsifier *d, const tunip_node *a, const tunip_node *b);

#endif
