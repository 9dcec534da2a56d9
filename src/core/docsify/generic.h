/* generic.h -- nodes without a rule. */
#ifndef TN_GENERIC_H
#define TN_GENERIC_H

#include <tunip/ext/doc.h>

/* type.key(field=..., ...). */
const tunip_doc *tn_docsify_generic(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

#endif
