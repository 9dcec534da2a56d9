/* infer.h -- what can be known of a value without looking at the variable it is bound to. */
#ifndef RELAX_INFER_H
#define RELAX_INFER_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether a value says itself what it gives, so that no binding of it repeats that: only calls of
 * functions that write into what they are given do. */
bool relax_infers_always(const tunip_node *value);

/* The struct info that TVM would derive for `value`; NULL when that takes a compiler. */
const tunip_node *relax_infer(tunip_docsifier *d, const tunip_node *value);

#endif
