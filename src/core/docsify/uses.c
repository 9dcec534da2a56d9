/* uses.c -- the walk over a tree that notes for each variable the lowest node above all its uses.
 *
 * TVM keeps a copy of the whole path per variable; here a variable remembers one entry, which only
 * ever moves up: from there to the nearest entry that is on the current path. */
#include "uses.h"

#include <tunip/node.h>

void tn_uses_init(tn_uses *uses, const tunip_allocator *allocator)
{
    *uses = (tn_uses){.allocator = allocator};
    tn_map_init(&uses->index, allocator);
}

void tn_uses_free(tn_uses *uses)
{
    tn_array_free(&uses->entries, uses->allocator);
    tn_map_free(&uses->index);
}

void tn_uses_set_root(tn_uses *uses, const tunip_node *root)
{
    uses->root = root;
    uses->done = false;
}

typedef struct use_walk {
    tn_uses *uses;
    uint32_t parent; /* entry of the node whose children are being visited */
    bool failed;
} use_walk;

static bool is_variable(const tunip_node *node)
{
    return node->type->flags & TUNIP_VARIABLE;
}

static void note_use(tn_uses *uses, tn_use *variable)
{
    while (!uses->entries.items[variable->common].open)
        variable->common = uses->entries.items[variable->common].parent;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    use_walk *walk = user;
    tn_uses *uses = walk->uses;
    bool added;
    uint64_t *slot = tn_map_put(&uses->index, node, &added);
    uint32_t at = (uint32_t)uses->entries.count;
    if (slot && !added) {
        if (is_variable(node)) note_use(uses, &uses->entries.items[*slot]);
        return TUNIP_WALK_SKIP;
    }
    tn_use use = {.node = node, .parent = walk->parent, .common = at, .open = true};
    walk->failed = !slot || !tn_array_push(&uses->entries, uses->allocator, use);
    if (walk->failed) return TUNIP_WALK_STOP;
    *slot = at;
    walk->parent = at;
    return TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    use_walk *walk = user;
    tn_use *use = &walk->uses->entries.items[walk->parent];
    use->open = false;
    walk->parent = use->parent;
}

static bool run(tn_uses *uses)
{
    uses->entries.count = 0;
    tn_map_clear(&uses->index);
    tn_use none = {.open = true};
    if (!tn_array_push(&uses->entries, uses->allocator, none)) return false;
    use_walk walk = {.uses = uses};
    tunip_walker walker = {.enter = enter, .leave = leave, .user = &walk};
    return tunip_walk(uses->root, &walker);
}

uint32_t tn_uses_common(tn_uses *uses, const tunip_node *variable, bool *ok)
{
    *ok = true;
    if (!uses->done) {
        *ok = uses->done = run(uses);
        if (!*ok) return 0;
    }
    uint64_t *at = tn_map_get(&uses->index, variable);
    return at && is_variable(variable) ? uses->entries.items[*at].common : 0;
}
