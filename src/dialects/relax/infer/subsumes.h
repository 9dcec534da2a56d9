/* subsumes.h -- whether one struct info is less specific than another. */
#ifndef RELAX_SUBSUMES_H
#define RELAX_SUBSUMES_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether `info` subsumes `other` and is less specific, as R.Tensor(ndim=2) subsumes
 * R.Tensor((4, 8)). False if either is NULL, because nothing is known then. */
bool relax_subsumes(tunip_docsifier *d, const tunip_node *info, const tunip_node *other);
/* The same for the result of a function and a value that it returns. Only numbers and variables
 * that are defined so far count, because nothing else is known outside of the function. */
bool relax_result_subsumes(tunip_docsifier *d, const tunip_node *info, const tunip_node *other);

#endif
