/* open.h -- opening and closing a print. */
#ifndef TN_OPEN_H
#define TN_OPEN_H

#include "docsifier.h"
#include "request.h"

/* Prepares a resolved print, and keeps a copy of the request. On failure nothing needs closing. */
tunip_status tn_job_open(tunip_docsifier *d, const tn_request *request, tunip_error *error);
void tn_job_close(tunip_docsifier *d);

#endif
