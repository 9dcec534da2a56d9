/* vintage.c -- finds the version of TVM of a graph from the types of its nodes. */
#include "vintage.h"

#include "../base/set.h"

/* The versions with types of their own, oldest first. Nothing is converted to or from one that
 * stands apart: its IR was another language. */
static const struct {
    unsigned version;
    bool is_apart;
} known[] = {{19, true}, {23, false}, {26, false}};

unsigned tn_vintage_at(size_t index)
{
    return index < TUNIP_LEN(known) ? known[index].version : 0;
}

bool tn_vintage_is_apart(unsigned vintage)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return known[i].is_apart;
    return false;
}

unsigned tn_vintage_of_type(const tunip_type *type)
{
    unsigned last = 0;
    if (type->since) return type->since;
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version < type->until) last = known[i].version;
    return last;
}

typedef struct search {
    tn_set seen; /* a graph that shares its nodes may be huge as a tree */
    unsigned found;
} search;

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    search *s = user;
    bool is_new = false;
    s->found = node->type ? tn_vintage_of_type(node->type) : 0;
    if (s->found || !tn_set_add(&s->seen, node, &is_new)) return TUNIP_WALK_STOP;
    return is_new ? TUNIP_WALK_ON : TUNIP_WALK_SKIP;
}

unsigned tn_vintage_of(const tunip_node *root, const tunip_allocator *allocator)
{
    search s = {.found = 0};
    if (!root || !root->type) return 0;
    if (tn_vintage_of_type(root->type)) return tn_vintage_of_type(root->type);
    tn_set_init(&s.seen, allocator);
    tunip_walker walker = {.enter = enter, .user = &s, .allocator = allocator};
    tunip_walk(root, &walker);
    tn_set_free(&s.seen);
    return s.found;
}
