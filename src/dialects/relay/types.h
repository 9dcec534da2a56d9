/* types.h -- functions that the type tables of the relay dialect refer to. */
#ifndef RELAY_DESCRIPTORS_H
#define RELAY_DESCRIPTORS_H

#include <tunip/tvm/relay.h>

/* The compared parts of a module: a tunip_parts_fn. */
bool relay_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                        bool (*each)(const tunip_part *part, void *user), void *user);
/* The same of a call. */
bool relay_call_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                      bool (*each)(const tunip_part *part, void *user), void *user);

#endif
