/* docsify.h -- the fields of nodes. */
#ifndef TN_DOCSIFY_H
#define TN_DOCSIFY_H

#include <tunip/ext/doc.h>

/* Reports that a required field at `path` is NULL. */
void tn_report_missing(tunip_docsifier *d, const tunip_node *node, const tunip_field *field,
                       const tunip_path *path);

#endif
