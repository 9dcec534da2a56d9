/* condition.h -- conditions on a match, as text: `rank(0) == 4 and attr("groups") == 1`.
 *
 *     condition  or, and, not, ( ), == != < <= > >=, + - * / %
 *     values     12, 0.5, "text", true, false
 *     args       the number of arguments of the call; `op`, the name of its operator
 *     rank(i)    of the type of argument i; without an argument, of the result
 *     dim(i, k)  dimension k of argument i; dim(result, k) of the result
 *     dtype(i)   "float32"; without an argument, of the result
 *     is_const(i)  whether argument i is a constant
 *     attr(name), attr(name, k)  an attribute of the call, or its element k
 *
 * They are about one call of the match: the first one to which TVM would fuse others, such as a
 * convolution; otherwise the matched expression. A comparison with something that is not there is
 * false, except `!=`. */
#ifndef COLLAGE_CONDITION_H
#define COLLAGE_CONDITION_H

#include "rule.h"

/* A predicate of a condition. NULL after a syntax error. The text must outlive it. */
cg_predicate *cg_condition_new(cg_memory *memory, tunip_str text, tunip_error *error);

/* The call that the last match of the finder is about, which was at a node; or NULL. */
const tunip_relay_call *cg_condition_call(cg_finder *finder, uint32_t index);

#endif
