/* follow.h -- from paths to nodes. */
#ifndef TN_FOLLOW_H
#define TN_FOLLOW_H

#include "path.h"

typedef enum tn_step_end {
    TN_STEP_NODE,   /* the step leads to a node, */
    TN_STEP_VALUE,  /* to something that is not a node: a NULL child, a number, a missing element */
    TN_STEP_NOWHERE /* or to nothing */
} tn_step_end;

typedef struct tn_entry {
    const tunip_map *map;
    size_t index;
    uint32_t next; /* another one of the same hash, or TN_NO_PLACE */
} tn_entry;

/* Follows many paths from one root. Each step is followed once, and keys of maps are hashed. */
typedef struct tn_follower {
    const tunip_node *root;
    const tunip_allocator *allocator;
    tn_map known;   /* path -> node */
    tn_map indexed; /* the maps whose entries are in `entries` */
    tn_map first;   /* hash of map and key -> the first of its entries + 1 */
    TN_ARRAY(tn_entry) entries;
    TN_ARRAY(const tunip_path *) pending;
    bool failed; /* out of memory */
} tn_follower;

void tn_follower_init(tn_follower *f, const tunip_node *root, const tunip_allocator *allocator);
void tn_follower_free(tn_follower *f);

/* The last step of `path`, from `node`. *to is NULL unless it leads to a node. */
tn_step_end tn_follow_step(tn_follower *f, const tunip_node *node, const tunip_path *path,
                           const tunip_node **to);

/* The node at `path`, or NULL. Paths must outlive the follower. */
const tunip_node *tn_follow(tn_follower *f, const tunip_path *path);

#endif
