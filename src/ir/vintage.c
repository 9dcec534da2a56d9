/* vintage.c -- finds the version of TVM of a graph from the types of its nodes. */
#include "vintage.h"

/* The versions with types of their own, oldest first. Nothing is converted to or from one that
 * stands apart: its IR was another language. */
static const struct {
    unsigned version;
    bool is_apart;
    double tolerance; /* of its equality, for floats */
} known[] = {{19, true, 1e-9}, {23, false, 0}, {26, false, 0}};

unsigned tn_vintage_at(size_t index)
{
    return index < TUNIP_LEN(known) ? known[index].version : 0;
}

unsigned tn_vintage_from(unsigned since)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version >= since) return known[i].version;
    return since;
}

bool tn_vintage_is_apart(unsigned vintage)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return known[i].is_apart;
    return false;
}

tunip_status tn_vintage_check(unsigned vintage, tunip_error *error)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "TVM v0.%u is not a known version",
                           vintage);
}

tunip_status tn_vintage_check_file(unsigned vintage, tunip_error *error)
{
    return vintage <= TN_VINTAGE_LAST_LEGACY ? TUNIP_OK : tn_vintage_check(vintage, error);
}

double tn_tolerance_of_type(const tunip_type *type)
{
    unsigned vintage = tn_vintage_of_type(type);
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return known[i].tolerance;
    return 0;
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
    unsigned found;
    unsigned count; /* of the nodes since then */
    unsigned visited;
} search;

/* A type without a first version is one of older versions, too, such as a tuple type: the nodes
 * near it may say which. */
enum { MOST_NODES_NEAR = 64 };

/* A graph of another compiler has no version: a large one need not be searched to its end. */
enum { MOST_NODES = 1 << 13 };

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    search *s = user;
    unsigned vintage = node->type ? tn_vintage_of_type(node->type) : 0;
    bool is_sure = vintage && (node->type->since || tn_vintage_is_apart(vintage));
    if (is_sure || !s->found) s->found = vintage;
    if (s->found) s->count++;
    bool is_enough = is_sure || s->count > MOST_NODES_NEAR || ++s->visited > MOST_NODES;
    return is_enough ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

unsigned tn_vintage_of(const tunip_node *root, const tunip_allocator *allocator)
{
    search s = {.found = 0};
    tunip_walker walker = {.enter = enter, .user = &s, .allocator = allocator};
    return tunip_walk_once(root, &walker) == TUNIP_WALK_NO_MEMORY ? 0 : s.found;
}
