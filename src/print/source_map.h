/* source_map.h -- messages about access paths that do not exist. */
#ifndef TN_UNRESOLVED_H
#define TN_UNRESOLVED_H

#include "../util/text.h"
#include "print.h"

/* Describes a path whose last step fails: the step, and the content of the IR there. `parent` is
 * the node from which the step starts, or NULL. */
void tn_put_unresolved(tn_text *out, const tunip_path *failing, const tunip_node *parent);

/* A mark at a path that leads to no node fails with TUNIP_ERROR_ARGUMENT. A mark at an unprinted
 * node marks its nearest printed ancestor. Paths that occur in the print are always valid,
 * including TVM's variants of them. */
tunip_status tn_check_marks(tunip_printed *printed, const tunip_node *root, tunip_error *error);

#endif
