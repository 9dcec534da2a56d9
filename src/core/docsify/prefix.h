/* prefix.h -- names of a dialect. */
#ifndef TN_PREFIX_H
#define TN_PREFIX_H

#include <tunip/ext/dialect.h>

/* PREFIX.name. */
const tunip_doc *tn_prefixed(tunip_docsifier *d, const tunip_dialect *dialect, tunip_str name);

#endif
