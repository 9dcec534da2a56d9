/* kinds.h -- which nodes may stand where: what readers refuse, and what checks find. */
#ifndef TN_KINDS_H
#define TN_KINDS_H

#include <tunip/node.h>

/* Whether `node`, which may be NULL, may stand where a field table names `expected`, which may be
 * NULL. Rules cast what a table promises. The ancestors of the node's type must end. */
bool tn_may_be(const tunip_node *node, const tunip_type *expected);

/* Whether a node of a type that nobody registered may stand there. */
bool tn_takes_unregistered(const tunip_type *expected);

/* What the items of a container are: where they may stand follows from this, however many they are
 * and however many fields hold the container. */
typedef struct tn_common {
    const tunip_type
        *type;         /* nearest common ancestor: NULL of none, &tunip_any_type of strangers */
    bool unregistered; /* some are of unregistered types, which `type` leaves out */
    bool is_late;      /* a reader's: some are not read yet; of a map, its keys say so */
} tn_common;

/* Takes one more item into account. */
void tn_common_add(tn_common *common, const tunip_node *item);

/* Whether tn_may_be() holds of each of them. */
bool tn_may_all_be(const tn_common *common, const tunip_type *expected);

#endif
