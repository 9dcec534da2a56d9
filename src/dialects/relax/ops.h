/* ops.h -- what TVM registers of an operator: its attributes and parameters. */
#ifndef RELAX_OPS_H
#define RELAX_OPS_H

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether TVM has an operator of this name, in any version. */
bool relax_has_op(tunip_str name);

/* Whether the attributes of a call have the type that the function for the operator `op` makes:
 * none for an operator without a row. */
bool relax_has_attrs_of(const tunip_relax_call *call, tunip_str op);

/* Whether the parameters of the function for the operator are the arguments and attributes of the
 * call. Others, such as R.call_tir(), make arguments of their own. */
bool relax_is_plain_op(tunip_str op);

/* Whether an operator takes as many arguments as the call has. */
bool relax_has_arg_count(const tunip_relax_call *call);

#endif
