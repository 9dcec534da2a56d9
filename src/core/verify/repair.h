/* repair.h -- copies a graph without its grave flaws. */
#ifndef TN_REPAIR_H
#define TN_REPAIR_H

#include <tunip/node.h>

#include "../base/arena.h"

/* A copy of the graph below `root` without grave flaws, in memory of `arena`. A flawed node is
 * replaced by a placeholder where its field allows one, else by NULL; a count without data becomes
 * 0. NULL when out of memory, and for NULL. */
const tunip_node *tn_repair(tn_arena *arena, const tunip_node *root);

/* The type of the placeholders. A print shows the key of the replaced node's type. */
extern const tunip_type tn_placeholder_type;
typedef struct tn_placeholder {
    tunip_opaque base;
    const char *key; /* the key of the replaced node's type, or NULL */
} tn_placeholder;

#endif
