/* kinds.h -- which nodes a field may hold; used by readers and checks. */
#ifndef TN_KINDS_H
#define TN_KINDS_H

#include <tunip/node.h>

/* Whether a field of type `expected` (NULL: any) may hold `node` (may be NULL). The chain of
 * ancestors of the node's type must end. */
bool tn_may_be_other(const tunip_node *node, const tunip_type *expected);
static inline bool tn_may_be(const tunip_node *node, const tunip_type *expected)
{
    if (!node) return true;
    const tunip_type *type = node->type; /* most are the type itself or its child */
    return type == expected || type->base == expected || tn_may_be_other(node, expected);
}

/* Whether a field of this type may hold a node of an unregistered type. */
bool tn_takes_unregistered(const tunip_type *expected);

/* A summary of the types of a container's items. It decides whether a field may hold the container
 * without another look at each item. */
typedef struct tn_common {
    const tunip_type
        *type;         /* the nearest common ancestor; NULL without items, &tunip_any_type if there
                          is none */
    bool unregistered; /* some items have unregistered types, which `type` ignores */
    bool is_late;      /* for readers: some items are not read yet; for a map, recorded with its
                          keys */
} tn_common;

/* Takes one more item into account. */
void tn_common_add(tn_common *common, const tunip_node *item);

/* Whether tn_may_be() holds for all items. */
bool tn_may_all_be(const tn_common *common, const tunip_type *expected);

#endif
