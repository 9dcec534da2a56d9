/* refusals.h -- reports the nodes of a script that its version cannot express. */
#ifndef TN_READERS_REFUSALS_H
#define TN_READERS_REFUSALS_H

#include <tunip/ext/format.h>

#include "../core/convert/convert.h"

/* Reports the refusals of a conversion of `root`, in the order of the script, at the places that
 * the graph has recorded. Returns the status of the first one, or TUNIP_ERROR_MEMORY. */
tunip_status tn_refusals_report(const tunip_input *input, const tunip_converter *c,
                                const tunip_node *root);

#endif
