/* subsume.h -- compares how specific struct infos are. */
#ifndef RELAX_SUBSUME_H
#define RELAX_SUBSUME_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether `info` subsumes `other` and is less specific (IsBaseOf of TVM
 * src/relax/analysis/struct_info_analysis.cc, without equal ones). Either may be NULL: nothing is
 * known, and the answer is no. */
bool relax_subsumes(tunip_scratch *scratch, const tunip_node *info, const tunip_node *other);

/* Whether a variable is defined outside of a function. */
typedef bool (*relax_is_defined_fn)(const void *user, const tunip_node *variable);

/* relax_subsumes() for the result type of a function and the struct info of its value. Outside of
 * the function only numbers and variables that are defined there are known. */
bool relax_result_subsumes(tunip_scratch *scratch, const tunip_node *result,
                           const tunip_node *value, relax_is_defined_fn is_defined,
                           const void *user);

#endif
