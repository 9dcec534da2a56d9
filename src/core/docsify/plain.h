/* plain.h -- values as plain text. */
#ifndef TN_PLAIN_H
#define TN_PLAIN_H

#include <tunip/ext/doc.h>

const tunip_doc *tn_plain_float(tunip_docsifier *d, double value, const tunip_path *path);
const tunip_doc *tn_plain_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path);
/* Whether the nodes of this type are values. */
bool tn_has_plain_value(const tunip_type *type);
/* NULL for a node that is not a value. */
const tunip_doc *tn_plain_value(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);

#endif
