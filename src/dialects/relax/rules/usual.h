/* usual.h -- calls of operators that TVM's functions of the same names make. */
#ifndef RELAX_USUAL_H
#define RELAX_USUAL_H

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax.h>

/* The name of a field of the call for which the function of its operator makes another call, or
 * fails; NULL if there is none. The operator is a tunip_ir_op. */
const char *relax_find_unusual(const tunip_relax_call *call);

/* Whether a call_tir or one of its variants is as TVM's normalization of them wants it. True for
 * any other call. */
bool relax_is_normal(tunip_docsifier *d, const tunip_relax_call *call);

/* Whether the integers and floats in attributes are those that TVM makes of bare numbers. */
bool relax_has_int32_numbers(const tunip_node *attrs);

/* Whether a permutation names an axis twice, for which TVM infers no struct info. */
bool relax_has_axis_twice(const tunip_relax_call *call);

/* Whether the text of such a call includes an exact one, which needs no function. */
bool relax_has_exact_call(const tunip_relax_call *call);

#endif
