/* prefix.h -- names of a dialect. */
#ifndef TN_PREFIX_H
#define TN_PREFIX_H

#include <tunip/ext/dialect.h>

#include "dialects.h"

/* The name or import line as the version of TVM of this print writes it: tunip_renaming. */
const char *tn_name_now(const tunip_docsifier *d, const tn_dialect_job *job, const char *name);

/* The dialects whose prefixes a print has used so far, in the order of registration. A header lists
 * them, also one inside a function. */
typedef struct tn_uses_of_dialects {
    size_t count;
    const tunip_dialect *items[];
} tn_uses_of_dialects;

/* The dialects used now. Returns `before` if no dialect was added since then. NULL when out of
 * memory. */
const tn_uses_of_dialects *tn_prefix_used(tunip_docsifier *d, const tn_uses_of_dialects *before);
/* Sets the used dialects to an earlier or later state. */
void tn_prefix_set_used(tunip_docsifier *d, const tn_uses_of_dialects *used);
/* Adds dialects to the used ones. */
void tn_prefix_add_used(tunip_docsifier *d, const tn_uses_of_dialects *used);

#endif
