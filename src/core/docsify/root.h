/* root.h -- the beginning and the end of a print. */
#ifndef TN_ROOT_H
#define TN_ROOT_H

#include "docsifier.h"

typedef struct tn_header {
    bool left_out; /* the backend has no use for import lines */
    const char *language; /* the dialect whose root rows are the only ones that count; or NULL */
    bool declares; /* the free variables of an expression show */
    bool is_plain; /* the root has no script form */
} tn_header;

/* The block of statements of `root`, in the frame and under the token of its root row. */
const tunip_doc *tn_docsify_root(tunip_docsifier *d, const tunip_node *root);

#endif
