/* infer.h -- derives struct info from a value alone, without the variable it is bound to. */
#ifndef RELAX_INFER_H
#define RELAX_INFER_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether the text of a value includes its struct info, so that bindings need not repeat it. Only
 * calls of functions that write into their arguments do. */
bool relax_infers_always(const tunip_node *value);

/* The struct info that TVM would derive for `value`; NULL when that takes a compiler. */
const tunip_node *relax_infer(tunip_scratch *scratch, const tunip_node *value);

#endif
