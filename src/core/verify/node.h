/* node.h -- whether one node itself can be read, without a look at its children. */
#ifndef TN_VERIFY_NODE_H
#define TN_VERIFY_NODE_H

#include <tunip/node.h>

/* Why the description of a type is invalid, as the end of a message, or NULL; `fault`, of
 * TN_FAULT_SIZE (type.h), is the buffer for it. Types registered with any context are valid. */
const char *tn_type_fault(const tunip_type *type, char *fault);

/* Whether a value or container with a nonzero count has a non-NULL pointer. */
bool tn_value_is_valid(const tunip_node *node);

/* Whether a path may name a key, which may be NULL. The text of a path reads keys and their
 * names. */
bool tn_key_is_valid(const tunip_node *key);

#endif
