/* guard.h -- the nodes being printed, and the guards that every node has. */
#ifndef TN_GUARD_H
#define TN_GUARD_H

#include "../base/map.h"
#include "../base/stack.h"
#include "docsifier.h"

/* A node that is being printed. */
typedef struct tn_open {
    const tunip_node *node;
    const struct tn_open *outer;
} tn_open;

typedef struct tn_guard {
    tn_stack stack;
    size_t depth;
    const tn_open *innermost;
    tn_map open;   /* the nodes at great depth that are being printed -> how often */
    tn_map cyclic; /* nodes known to contain themselves */
} tn_guard;

/* Applies a rule to a node under the guards. */
typedef const tunip_doc *(*tn_apply_fn)(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path);
const tunip_doc *tn_guarded(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                            tn_apply_fn apply);

#endif
