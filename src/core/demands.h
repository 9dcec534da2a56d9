/* demands.h -- the IR that a backend can write. */
#ifndef TN_DEMANDS_H
#define TN_DEMANDS_H

#include <tunip/ext/backend.h>

#include "docsify/docsifier.h"

/* Fails if the IR is of a version of TVM that the backend cannot write. */
tunip_status tn_demand_vintage(const tunip_docsifier *d, const tunip_backend *backend,
                               const tunip_node *root, tunip_error *error);

/* Fails if the text omits a field and the backend requires a text without omissions. */
tunip_status tn_demand_exact(tunip_docsifier *d, const tunip_backend *backend,
                             const tunip_node *root, tunip_error *error);

#endif
