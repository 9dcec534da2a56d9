/* rewrite.h -- sizes of tensors in TVM's simplified form. */
#ifndef TIR_REWRITE_H
#define TIR_REWRITE_H

#include "fold.h"

/* The expression as TVM's Analyzer::Simplify writes it. If `of_sizes`, all variables are at least
 * 0. NULL if it has parts for which there are no rules here, or when out of memory. */
const tunip_node *tir_simplify_size(tunip_scratch *scratch, const tunip_node *expr, bool of_sizes);

/* TVM's a < b, which folds numbers. */
const tunip_node *tir_less(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

/* The operator T.if_then_else, and its calls, which fold conditions that are numbers. Operands may
 * be NULL: then the call is NULL. */
tunip_node *tir_choice_op(tunip_scratch *scratch);
const tunip_node *tir_choice(tunip_scratch *scratch, tunip_node *op, const tunip_node *condition,
                             const tunip_node *yes, const tunip_node *no);

#endif
