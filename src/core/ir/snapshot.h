/* snapshot.h -- copies of graphs, one after the other, that share their equal parts. A new snapshot
 * takes memory for the nodes that no earlier snapshot has. */
#ifndef TN_SNAPSHOT_H
#define TN_SNAPSHOT_H

#include <tunip/graph.h>

#include "../base/array.h"
#include "../base/map.h"
#include "../base/set.h"

/* A node of the snapshots. */
typedef struct tn_kept {
    uint64_t hash;
    tunip_node *node;
    size_t last; /* the number of the newest snapshot in which it stands for a node */
    size_t next; /* in that snapshot, if it stays apart: how many of the same content there are */
} tn_kept;

typedef struct tn_snapshots {
    tunip_graph *graph; /* owns the nodes */
    TN_ARRAY(tn_kept) kept;
    size_t *table; /* open addressing: indices in `kept`, from 1 */
    size_t mask;   /* entries of the table - 1; 0: no table */
    tn_set apart;  /* nodes that are or contain variables */
    tn_map types;  /* unregistered type -> its copy in `graph` */
    size_t number; /* of the current snapshot, from 1 */
} tn_snapshots;

/* `graph` must be empty and outlive the snapshots. */
void tn_snapshots_init(tn_snapshots *self, tunip_graph *graph);
void tn_snapshots_free(tn_snapshots *self);

/* Copies everything that `root` reaches. Sharing is kept where it matters: of variables, of
 * other nodes that are compared by identity, and of nodes that contain them. Elsewhere, equal nodes
 * may become one. A graph in
 * which a node contains itself is copied as a whole. NULL with `error` filled on failure; earlier
 * snapshots are not affected. Time is linear in the nodes. */
const tunip_node *tn_snapshots_take(tn_snapshots *self, const tunip_node *root, tunip_error *error);

#endif
