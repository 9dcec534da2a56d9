/* nodes.h -- the description of a node in the page: its type and its fields, each value on one
 * line. */
#ifndef EXPLORER_NODES_H
#define EXPLORER_NODES_H

#include <tunip.h>

#include "../../src/util/text.h"

/* Appends "tir.For\nkind\t0\nextent\tir.IntImm 16". */
void ex_describe(tn_text *out, const tunip_node *node);

/* Follows paths from a root. Successive paths often share their first steps, so the follower keeps
 * the nodes on the way to the last path. */
typedef struct ex_follower {
    const tunip_node *root;
    struct ex_followed {
        const tunip_path *path;
        const tunip_node *node;
    } * way; /* by depth */
    size_t count, room;
} ex_follower;

/* The node at a path; NULL if the path leads to a number, to NULL or nowhere. */
const tunip_node *ex_follow(ex_follower *follower, const tunip_path *path);
void ex_follower_free(ex_follower *follower);

#endif
