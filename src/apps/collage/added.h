/* added.h -- the predicates and estimators of plugins. */
#ifndef COLLAGE_ADDED_H
#define COLLAGE_ADDED_H

#include "engine.h"

/* A predicate that a plugin has added. `target` and `label` are for it. NULL if there is none with
 * the name, or when out of memory. */
cg_predicate *cg_added_predicate(cg_memory *memory, tunip_str name, tunip_str target,
                                 tunip_str label);

/* The cost of a function from the estimators, in order; NAN if none knows it. False after an
 * error. */
bool cg_added_cost(tunip_context *context, const cg_function *function, tunip_str target,
                   double *out, tunip_error *error);

#endif
