/* uses.h -- where the free variables of a tree are used, so that each can be declared in the
 * innermost scope that sees all its uses. */
#ifndef TN_USES_H
#define TN_USES_H

#include <tunip/node.h>

#include "../base/arena.h"
#include "../base/array.h"

/* A visited node, and the entry from which the walk reached it. Shared nodes are visited once (as
 * TVM's SetCommonPrefix does), so the parents form a tree. */
typedef struct tn_use {
    const tunip_node *node;
    uint32_t parent; /* index, 0 for the root's: entry 0 is no node; once closed, any above */
    uint32_t last;   /* the entries of its descendants follow it, up to this one */
    uint32_t common; /* variables: the lowest entry above all uses seen so far */
    bool open;       /* on the walk's path */
    bool has_scope;  /* one of the open scopes is of this node */
} tn_use;

/* A place of the hash table from nodes to entries. */
typedef struct tn_use_slot {
    uint32_t round; /* of the walk that filled it: those of earlier walks are free */
    uint32_t entry;
} tn_use_slot;

/* An open frame, at the entry of the node whose inside it prints. */
typedef struct tn_scope {
    struct tunip_frame *frame;
    uint32_t at;
    uint32_t
        run; /* the first scope of those, up to this one, of which each is below the one before */
} tn_scope;

typedef struct tn_uses {
    const tunip_node *root;
    bool done; /* the tables describe `root` */
    TN_ARRAY(tn_use) entries;
    tn_use_slot *slots; /* of the entries, by hash of the node; at most half of them are full */
    size_t mask;        /* slots - 1, or 0 when there are none */
    uint32_t round;     /* the number of the walk */
    TN_ARRAY(tn_scope) scopes;           /* the open ones, the innermost last */
    TN_ARRAY(struct tunip_frame *) bare; /* open frames without a node, likewise */
    const tunip_allocator *allocator;
} tn_uses;

void tn_uses_init(tn_uses *uses, const tunip_allocator *allocator);
void tn_uses_free(tn_uses *uses);
/* Resets the analysis; the walk runs at the first query. */
void tn_uses_set_root(tn_uses *uses, const tunip_node *root);
/* The entry below which all uses of `variable` lie (the variable's own when there is one use); 0
 * when it does not occur. *ok is false when out of memory. */
uint32_t tn_uses_common(tn_uses *uses, const tunip_node *variable, bool *ok);
/* Whether an entry is `node` or a descendant of it. */
bool tn_uses_is_below(const tn_uses *uses, uint32_t at, const tunip_node *node);

/* ---- open frames ----
 *
 * The caller records frames only after the walk (`done`). Of several frames of one node only the
 * outermost is recorded. */

/* False when out of memory. */
bool tn_uses_enter(tn_uses *uses, struct tunip_frame *frame, const tunip_node *node);
void tn_uses_leave(tn_uses *uses, const struct tunip_frame *frame);
/* Forgets all frames. */
void tn_uses_leave_all(tn_uses *uses);
/* The frame of the innermost node around an entry that has one. If none has, the innermost frame
 * without a node, or NULL. */
struct tunip_frame *tn_uses_frame(const tn_uses *uses, uint32_t at);

#endif
