/* rewrite.h -- copies and replacements of nodes, and copies of graphs that share their equal
 * parts. */
#ifndef TN_REWRITE_H
#define TN_REWRITE_H

#include <tunip/graph.h>
#include <tunip/rewrite.h>

#include "../util/memory.h"
#include "../util/tables.h"

/* ======== rewrite ======== */

/* The parts of rewriting that other parts of the library use. */

/* A copy of one node with the same children, which needs nothing else of the original's graph.
 * `types` maps unregistered types to their copies in `graph`; this call adds to it. NULL after an
 * error of the graph. */
tunip_node *tn_node_copy_out(tunip_graph *graph, tn_map *types, const tunip_node *node);

/* ======== snapshot ======== */

/* Copies of graphs, one after the other, that share their equal parts. A new snapshot
 * takes memory for the nodes that no earlier snapshot has. */

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
    tn_seen apart;  /* nodes that are or contain variables */
    tn_map types;  /* unregistered type -> its copy in `graph` */
    size_t number; /* of the current snapshot, from 1 */
} tn_snapshots;

/* `graph` must be empty and outlive the snapshots. */
void tn_snapshots_init(tn_snapshots *self, tunip_graph *graph);
void tn_snapshots_free(tn_snapshots *self);

/* A part of a snapshot with a name of its own, such as a function. `name` is a hash. */
typedef struct tn_unit {
    const tunip_node *node;
    uint64_t name;
} tn_unit;

/* Copies everything that `root` reaches. Nodes that are compared by identity are shared with those
 * of the same unit in earlier snapshots; in nested units, a node belongs to the inner one. The
 * functions of a TVM module are found without `units`. Sharing is kept where it matters: of
 * variables, of other nodes that are compared by identity, and of nodes that contain them.
 * Elsewhere, equal nodes may become one. A graph in which a node contains itself is copied as a
 * whole. NULL with `error` filled on failure; earlier snapshots are not affected. Time is linear in
 * the nodes, at any depth of units. */
const tunip_node *tn_snapshots_take(tn_snapshots *self, const tunip_node *root,
                                    const tn_unit *units, size_t unit_count, tunip_error *error);

#endif
