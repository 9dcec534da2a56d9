/* open.h -- opening and closing a print. */
#ifndef TN_OPEN_H
#define TN_OPEN_H

#include <tunip/print.h>

#include "docsifier.h"

/* Prepares a print with `options` (NULL: defaults). On failure nothing needs closing. */
tunip_status tn_job_open(tunip_docsifier *d, tunip_context *context,
                         const tunip_print_options *options, tunip_error *error);
void tn_job_close(tunip_docsifier *d);

#endif
