/* complete.h -- whether a constructor of TVM would make exactly this node. */
#ifndef TN_REMAKE_H
#define TN_REMAKE_H

#include <tunip/graph.h>

/* Makes nodes again, one at a time. Starts zeroed. */
typedef struct tn_remaker {
    tunip_graph *graph; /* owns the nodes that constructors add */
    void *copy;
    size_t size; /* of the copy, in bytes */
} tn_remaker;

typedef enum tn_remade {
    TN_REMADE_SAME,
    TN_REMADE_CHANGED, /* a field gets another value */
    TN_REMADE_REFUSED,
    TN_REMADE_NO_MEMORY
} tn_remade;

/* Passes a copy of the node to the constructor. Sets *field to the field that changed. If the
 * constructor refuses the node, `error` has the reason. */
tn_remade tn_remake(tn_remaker *r, const tunip_context *context, const tunip_node *node,
                    const char **field, tunip_error *error);
void tn_remaker_free(tn_remaker *r);

/* Whether a node is missing, an empty list, an empty map or an empty string. */
bool tn_is_empty(const tunip_node *node);

#endif
