/* stages.h -- the stages of a print above this one, which print.c knows. */
#ifndef TN_STAGES_H
#define TN_STAGES_H

#include <tunip/ext/doc.h>

typedef struct tn_stages {
    tunip_str (*render)(tunip_docsifier *d, const tunip_doc *doc);
    tunip_str (*print)(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);
    /* Prerenders a statement in the body of `around` and returns a Doc for its text, or `stmt`
     * itself if that is not possible yet. NULL: the print needs its Docs. */
    const tunip_doc *(*prerender)(tunip_docsifier *d, const tunip_doc *around,
                                  const tunip_doc *stmt);
} tn_stages;

#endif
