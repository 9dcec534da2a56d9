/* metadata.h -- the nodes that are printed only in the metadata section, and this section. */
#ifndef TN_METADATA_H
#define TN_METADATA_H

#include "../util/memory.h"
#include "../util/tables.h"
#include "docsifier.h"
#include "print.h"

/* ======== metadata ======== */

/* The nodes of the metadata section. */

/* The objects of one type. */
typedef struct tn_metadata_group {
    const char *key;
    TN_ARRAY(const tunip_node *) nodes;
} tn_metadata_group;

typedef struct tn_metadata {
    TN_ARRAY(tn_metadata_group) groups;
    tn_map index; /* node -> its place in its group */
    bool shown;   /* the section goes before the text */
    bool ahead;   /* a unit is made ahead of its turn: the numbers of its nodes are not known, */
    bool wanted;  /* and it has such nodes */
} tn_metadata;

/* The section as a map from type keys to arrays; NULL, with the job's error set, when out of
 * memory. */
const tunip_map *tn_metadata_map(tunip_docsifier *d);

/* ======== show metadata ======== */

/* The metadata section of a text. */

/* Writes the metadata section of a print that has one. */
tunip_status tn_show_metadata(tunip_printed *p, tunip_error *error);

/* Puts text before a finished one. */
tunip_status tn_render_prepend(tn_render *render, tunip_str section, tunip_error *error);

#endif
