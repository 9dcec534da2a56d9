/* unresolved.h -- messages about access paths that do not exist. */
#ifndef TN_UNRESOLVED_H
#define TN_UNRESOLVED_H

#include "base/text.h"
#include "printed.h"

/* Puts what is wrong with a path whose last step fails: which step, and what is there instead.
 * `parent` is the node the step is taken from, or NULL when that is none. */
void tn_put_unresolved(tn_text *out, const tunip_path *failing, const tunip_node *parent);

/* A mark at a path that leads nowhere is a mistake, TUNIP_ERROR_ARGUMENT; one at what is only not
 * printed marks what is nearest. A place that the print itself knows, by whatever name, is one. */
tunip_status tn_check_marks(tunip_printed *printed, const tunip_node *root, tunip_error *error);

#endif
