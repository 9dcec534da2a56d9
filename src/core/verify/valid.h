/* valid.h -- whether rules can handle a graph: the quick form of tunip_check(), which says yes or
 * no. It looks at each node once. A graph may come in parts, as it is made: the nodes of a function
 * are in the processor's cache while it is read. */
#ifndef TN_VALID_H
#define TN_VALID_H

#include "../base/seen.h"
#include "common.h"

typedef struct tn_validity {
    const tunip_allocator *allocator;
    bool is_flawed; /* a grave flaw was found */
    bool failed;    /* out of memory */
    tn_seen seen;
    tn_commons commons;
    TN_ARRAY(const tunip_node *) open; /* nodes that were not looked into */
} tn_validity;

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator);
void tn_validity_free(tn_validity *v);

/* Looks at all nodes below `root`, which may be NULL, and at it; but not at those that it has
 * seen. */
void tn_validity_add(tn_validity *v, const tunip_node *root);

/* Tells that a node has other children than when it was seen. The next tn_validity_add() looks at
 * it. */
void tn_validity_again(tn_validity *v, const tunip_node *node);

#endif
