/* settings.h -- the settings and the state of the backend, and the settings of the options. */
#ifndef TN_SETTINGS_H
#define TN_SETTINGS_H

#include "docsifier.h"
#include "schema.h"

typedef struct tn_backend_job {
    void *settings;
    void *state;         /* NULL when it has none */
    bool keeps_defaults; /* TUNIP_BACKEND_DEFAULTS: dialects do, too */
} tn_backend_job;

/* Gives the backend its settings, and the dialects those that the options change. False, with the
 * job's error set, when that fails. */
bool tn_settings_apply(tunip_docsifier *d, const tn_schema *backend);

#endif
