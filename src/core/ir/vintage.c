/* vintage.c -- finds the version of TVM of a graph from the types of its nodes. */
#include "vintage.h"

static unsigned vintage_of(const tunip_type *type)
{
    if (type->since) return type->since;
    return type->until ? type->until - 1u : 0;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    unsigned *found = user;
    *found = node->type ? vintage_of(node->type) : 0;
    return *found ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

unsigned tn_vintage_of(const tunip_node *root, const tunip_allocator *allocator)
{
    unsigned found = 0;
    if (!root || !root->type) return 0;
    tunip_walker walker = {.enter = enter, .user = &found, .allocator = allocator};
    if (enter(root, &found) == TUNIP_WALK_ON) tunip_walk(root, &walker);
    return found;
}
