/* usual.h -- calls of operators that TVM's functions of the same names make. */
#ifndef RELAX_USUAL_H
#define RELAX_USUAL_H

#include "../ops.h"

/* The name of a field of the call for which the function of its operator makes another call, or
 * fails; NULL if there is none. `op` is the operator, NULL for an unknown one. */
const char *relax_find_unusual(const tunip_relax_call *call, const relax_op *op);

/* Whether the attributes of a call have the type that the function for the operator makes: none if
 * `op` is NULL. */
bool relax_has_own_attrs(const tunip_relax_call *call, const relax_op *op);

/* Whether an operator takes as many arguments as the call has. */
bool relax_has_arg_count(const tunip_relax_call *call);

/* Whether a call_tir or one of its variants is as TVM's normalization of them wants it. True for
 * any other call. */
bool relax_is_normal(tunip_docsifier *d, const tunip_relax_call *call);

/* Whether the integers and floats in attributes are those that TVM makes of bare numbers. */
bool relax_has_int32_numbers(const tunip_node *attrs);

/* Whether a permutation names an axis twice, for which TVM infers no struct info. */
bool relax_has_axis_twice(const tunip_relax_call *call);

/* Whether the text of such a call includes an exact one, which needs no function. */
bool relax_has_exact_call(const tunip_relax_call *call, const relax_op *op);

/* ---- checks that the rows of ops.def name ---- */

bool relax_has_usual_sizes(const tunip_relax_call *call);
bool relax_has_usual_slice(const tunip_relax_call *call);
bool relax_has_usual_diagonal(const tunip_relax_call *call);
bool relax_has_usual_view(const tunip_relax_call *call);
bool relax_has_usual_dtype(const tunip_relax_call *call);
bool relax_has_usual_split(const tunip_relax_call *call);
bool relax_has_usual_reduction(const tunip_relax_call *call);
bool relax_has_usual_groups(const tunip_relax_call *call);
bool relax_has_usual_layout(const tunip_relax_call *call);
bool relax_has_usual_operation(const tunip_relax_call *call);

#endif
