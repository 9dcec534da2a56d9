/* account_flow.h -- which bindings TVM makes again when it ends a dataflow block. */
#ifndef RELAX_ACCOUNT_FLOW_H
#define RELAX_ACCOUNT_FLOW_H

#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether a value with the struct info `info` can have the struct info `other`, too. TVM refuses
 * R.match_cast() of a value that cannot. True if in doubt. */
bool relax_may_be(tunip_docsifier *d, const tunip_node *info, const tunip_node *other);

/* Whether a struct info contains a variable of a size. */
bool relax_has_size_var(tunip_docsifier *d, const tunip_node *info);

/* Whether TVM cannot infer the struct info of a call. Such a call has other attributes or arguments
 * than the function of its operator makes, or arguments that the called variable cannot take. */
bool relax_is_ill_formed(tunip_docsifier *d, const tunip_relax_call *call);

/* Whether a reader gives the variables of a dataflow block the struct infos that they have. */
bool relax_keeps_flow(tunip_docsifier *d, const tunip_relax_binding_block *block);

#endif
