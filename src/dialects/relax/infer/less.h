/* less.h -- compares how specific struct infos are. */
#ifndef RELAX_LESS_H
#define RELAX_LESS_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether a struct info subsumes another one and is less specific (as IsBaseOf of TVM
 * src/relax/analysis/struct_info_analysis.cc). Either may be NULL: nothing is known. */
bool relax_tells_less(tunip_docsifier *d, const tunip_node *info, const tunip_node *other);
/* The same of a result and a value, of which only numbers and variables that are defined so far are
 * known outside of the function. */
bool relax_result_tells_less(tunip_docsifier *d, const tunip_node *info, const tunip_node *other);

#endif
