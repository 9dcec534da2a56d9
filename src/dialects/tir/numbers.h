/* numbers.h -- functions of numbers, which TVM computes for constants. */
#ifndef TIR_NUMBERS_H
#define TIR_NUMBERS_H

#include "ops.h"
#include "script.h"

TIR_READ(abs);
TIR_READ(ceildiv);
TIR_READ(finiteness);
TIR_READ(limit);

/* The functions that rows of ops.def name; the first argument is an expression. */
#define TIR_COMPUTE(name)                                                                          \
    tunip_value tir_compute_##name(tunip_elaborator *e, const tunip_array *args,                   \
                                   const tunip_doc *doc)
TIR_COMPUTE(ceil);
TIR_COMPUTE(fabs);
TIR_COMPUTE(floor);
TIR_COMPUTE(isnan);
TIR_COMPUTE(likely);
TIR_COMPUTE(pow);
TIR_COMPUTE(round);
TIR_COMPUTE(trunc);

/* What TVM's function makes of the arguments of T.floor and similar operators if that is no plain
 * call: a constant, or an argument. An absent value if it makes the call, and a wrong one after a
 * complaint. Constants must be folded (tunip_elaborator_folds()). */
tunip_value tir_computed(tunip_elaborator *e, const tir_op *op, const tunip_array *args,
                         const tunip_doc *doc);

#endif
