/* uses.h -- where the free variables of a tree are used, so that each can be declared in the
 * innermost scope that sees all its uses. */
#ifndef TN_USES_H
#define TN_USES_H

#include <tunip/node.h>

#include "../base/array.h"
#include "../base/map.h"

/* A visited node and how the walk came to it. Shared nodes are visited once (as TVM's
 * SetCommonPrefix does), so the parents form a tree. */
typedef struct tn_use {
    const tunip_node *node;
    uint32_t parent;           /* index, 0 for the root's: entry 0 is no node */
    uint32_t common;           /* variables: the lowest entry above all uses seen so far */
    struct tunip_frame *frame; /* noted while a frame is looked for (frame.c) */
    bool open;                 /* on the walk's path */
} tn_use;

typedef struct tn_uses {
    const tunip_node *root;
    bool done; /* the tables describe `root` */
    TN_ARRAY(tn_use) entries;
    tn_map index; /* node -> entry */
    const tunip_allocator *allocator;
} tn_uses;

void tn_uses_init(tn_uses *uses, const tunip_allocator *allocator);
void tn_uses_free(tn_uses *uses);
/* Forgets what was known; the walk happens when it is first asked about a variable. */
void tn_uses_set_root(tn_uses *uses, const tunip_node *root);
/* The entry below which all uses of `variable` lie (the variable's own when there is one use); 0
 * when it does not occur. *ok is false when out of memory. */
uint32_t tn_uses_common(tn_uses *uses, const tunip_node *variable, bool *ok);

#endif
