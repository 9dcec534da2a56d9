/* subsumes.h -- whether one struct info is less specific than another. */
#ifndef RELAX_SUBSUMES_H
#define RELAX_SUBSUMES_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether `info` subsumes `other` and is less specific, as R.Tensor(ndim=2) subsumes
 * R.Tensor((4, 8)). False if either is NULL, because nothing is known then. */
bool relax_subsumes(tunip_scratch *scratch, const tunip_node *info, const tunip_node *other);

/* Whether a variable is defined outside of a function. */
typedef bool (*relax_is_defined_fn)(const void *user, const tunip_node *variable);

/* The same for the result of a function and a value that it returns. Only numbers and variables
 * that are defined outside of the function count, because nothing else is known there. */
bool relax_result_subsumes(tunip_scratch *scratch, const tunip_node *result,
                           const tunip_node *value, relax_is_defined_fn is_defined,
                           const void *user);

#endif
