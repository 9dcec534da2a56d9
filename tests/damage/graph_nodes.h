/* graph_nodes.h -- the nodes of a graph, each once, in the order of a walk. */
#ifndef GRAPH_NODES_H
#define GRAPH_NODES_H

#include "damage.h"

enum { MOST_NODES = 1 << 15 };

typedef struct graph_nodes {
    tunip_node *all[MOST_NODES];
    size_t count;
    const tunip_node *seen[2 * MOST_NODES]; /* by address */
} graph_nodes;

static inline bool graph_nodes_add(graph_nodes *n, const tunip_node *node)
{
    size_t at = ((uintptr_t)node >> 4) % (2 * MOST_NODES);
    while (n->seen[at] && n->seen[at] != node) at = (at + 1) % (2 * MOST_NODES);
    if (n->seen[at]) return false;
    n->seen[at] = node;
    assert_true(n->count < MOST_NODES);
    n->all[n->count++] = (tunip_node *)(uintptr_t)node;
    return true;
}

static tunip_walk_action graph_nodes_enter(const tunip_node *node, void *user)
{
    return graph_nodes_add(user, node) ? TUNIP_WALK_ON : TUNIP_WALK_SKIP;
}

static inline void graph_nodes_collect(graph_nodes *n, const tunip_node *root)
{
    memset(n, 0, sizeof *n);
    tunip_walk(root, &(tunip_walker){.enter = graph_nodes_enter, .user = n});
}

#endif
