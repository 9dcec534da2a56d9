/* result.h -- the struct info that TVM gives to the result of a function. */
#ifndef RELAX_RESULT_H
#define RELAX_RESULT_H

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether a reader gives the result of a function the struct info that the function has. */
bool relax_keeps_result(tunip_docsifier *d, const tunip_relax_function *func);

#endif
