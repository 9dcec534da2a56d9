/* uses.c -- the walk over a tree that finds for each variable the lowest common ancestor of its
 * uses.
 *
 * TVM keeps a copy of the whole path per variable; here a variable remembers one entry, which only
 * ever moves up: from there to the nearest entry that is on the current path. */
#include "uses.h"

#include <tunip/ext/mix.h>

#include "../ir/visit.h"

void tn_uses_init(tn_uses *uses, const tunip_allocator *allocator)
{
    *uses = (tn_uses){.allocator = allocator};
}

static void free_slots(const tn_uses *uses)
{
    const tunip_allocator *a = uses->allocator;
    if (uses->slots) a->free(a->ctx, uses->slots, (uses->mask + 1) * sizeof *uses->slots);
}

void tn_uses_free(tn_uses *uses)
{
    tn_array_free(&uses->entries, uses->allocator);
    tn_array_free(&uses->scopes, uses->allocator);
    tn_array_free(&uses->bare, uses->allocator);
    free_slots(uses);
}

void tn_uses_set_root(tn_uses *uses, const tunip_node *root)
{
    uses->root = root;
    uses->done = false;
    uses->scopes.count = uses->bare.count = 0;
}

/* ---- entries of nodes ---- */

/* The slot of a node, or the free one where it belongs. */
static inline tn_use_slot *find_slot(const tn_uses *uses, const tunip_node *node)
{
    tn_use_slot *slots = uses->slots;
    size_t at = (size_t)(tunip_mix_address(node) >> 32) & uses->mask;
    while (slots[at].round == uses->round && uses->entries.items[slots[at].entry].node != node)
        at = (at + 1) & uses->mask;
    return &slots[at];
}

/* The entry of a node; 0 if it has none. */
static uint32_t find_entry(const tn_uses *uses, const tunip_node *node)
{
    const tn_use_slot *slot = uses->slots ? find_slot(uses, node) : NULL;
    return slot && slot->round == uses->round ? slot->entry : 0;
}

static bool grow_slots(tn_uses *uses)
{
    const tunip_allocator *a = uses->allocator;
    size_t room = uses->slots ? (uses->mask + 1) * 2 : 256;
    tn_use_slot *slots = a->alloc(a->ctx, room * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, room * sizeof *slots);
    free_slots(uses);
    uses->slots = slots;
    uses->mask = room - 1;
    for (uint32_t i = 1; i < uses->entries.count; i++)
        *find_slot(uses, uses->entries.items[i].node) = (tn_use_slot){uses->round, i};
    return true;
}

/* Forgets all entries; entry 0 is no node. False when out of memory. */
static bool clear_entries(tn_uses *uses)
{
    tn_use none = {.open = true};
    uses->entries.count = 0;
    if (!++uses->round && uses->slots) { /* after 2^32 walks */
        memset(uses->slots, 0, (uses->mask + 1) * sizeof *uses->slots);
        uses->round = 1;
    }
    return tn_array_push(&uses->entries, uses->allocator, none);
}

/* ---- the walk ---- */

typedef struct use_walk {
    tn_uses *uses;
    uint32_t parent; /* entry of the node whose children are being visited */
} use_walk;

static bool is_variable(const tunip_node *node)
{
    return node->type->flags & TUNIP_TYPE_VARIABLE;
}

/* Path compression: a closed entry stays closed, so its parent can be replaced by a nearer open
 * ancestor. Otherwise many variables used at the bottom of a deep tree and once more at its top
 * would take quadratic time. */
static void note_use(tn_uses *uses, tn_use *variable)
{
    tn_use *entries = uses->entries.items;
    uint32_t at = variable->common;
    while (!entries[at].open) {
        uint32_t above = entries[at].parent;
        if (!entries[above].open) entries[at].parent = entries[above].parent;
        at = entries[at].parent;
    }
    variable->common = at;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    use_walk *walk = user;
    tn_uses *uses = walk->uses;
    uint32_t at = (uint32_t)uses->entries.count;
    if (at * (size_t)2 > uses->mask && !grow_slots(uses)) return TUNIP_WALK_STOP;
    tn_use_slot *slot = find_slot(uses, node);
    if (slot->round == uses->round) {
        if (is_variable(node)) note_use(uses, &uses->entries.items[slot->entry]);
        return TUNIP_WALK_SKIP;
    }
    tn_use use = {.node = node, .parent = walk->parent, .common = at, .open = true};
    if (!tn_array_push(&uses->entries, uses->allocator, use)) return TUNIP_WALK_STOP;
    *slot = (tn_use_slot){uses->round, at};
    walk->parent = at;
    return TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    use_walk *walk = user;
    tn_use *use = &walk->uses->entries.items[walk->parent];
    use->open = false;
    use->last = (uint32_t)walk->uses->entries.count - 1;
    walk->parent = use->parent;
}

static bool run(tn_uses *uses)
{
    if (!clear_entries(uses)) return false;
    use_walk walk = {.uses = uses};
    tunip_walker walker = {.enter = enter,
                           .leave = leave,
                           .skip = TN_WITHOUT_BARE, /* numbers: nobody asks for them */
                           .user = &walk,
                           .allocator = uses->allocator};
    return tunip_walk(uses->root, &walker) == TUNIP_WALK_DONE;
}

uint32_t tn_uses_common(tn_uses *uses, const tunip_node *variable, bool *ok)
{
    *ok = true;
    if (!uses->done) {
        *ok = uses->done = run(uses);
        if (!*ok) return 0;
    }
    uint32_t at = find_entry(uses, variable);
    return at && is_variable(variable) ? uses->entries.items[at].common : 0;
}

static bool is_below(const tn_uses *uses, uint32_t at, uint32_t above)
{
    return above <= at && at <= uses->entries.items[above].last;
}

bool tn_uses_is_below(const tn_uses *uses, uint32_t at, const tunip_node *node)
{
    uint32_t above = find_entry(uses, node);
    return at && above && is_below(uses, at, above);
}

/* ---- open frames ---- */

bool tn_uses_enter(tn_uses *uses, struct tunip_frame *frame, const tunip_node *node)
{
    if (!node) return tn_array_push(&uses->bare, uses->allocator, frame);
    uint32_t at = find_entry(uses, node);
    if (!at || uses->entries.items[at].has_scope) return true;
    uint32_t count = (uint32_t)uses->scopes.count;
    tn_scope scope = {.frame = frame, .at = at, .run = count};
    const tn_scope *outer = count ? &uses->scopes.items[count - 1] : NULL;
    if (outer && is_below(uses, scope.at, outer->at)) scope.run = outer->run;
    if (!tn_array_push(&uses->scopes, uses->allocator, scope)) return false;
    uses->entries.items[scope.at].has_scope = true;
    return true;
}

void tn_uses_leave(tn_uses *uses, const struct tunip_frame *frame)
{
    size_t scopes = uses->scopes.count, bare = uses->bare.count;
    if (bare && uses->bare.items[bare - 1] == frame) {
        uses->bare.count--;
    } else if (scopes && uses->scopes.items[scopes - 1].frame == frame) {
        uses->entries.items[uses->scopes.items[scopes - 1].at].has_scope = false;
        uses->scopes.count--;
    }
}

void tn_uses_leave_all(tn_uses *uses)
{
    for (size_t i = 0; i < uses->scopes.count; i++)
        uses->entries.items[uses->scopes.items[i].at].has_scope = false;
    uses->scopes.count = uses->bare.count = 0;
}

/* How many scopes of a run, which begins with scope `begin`, are around an entry. */
static uint32_t count_around(const tn_uses *uses, uint32_t begin, uint32_t end, uint32_t at)
{
    uint32_t low = begin;
    while (low < end) {
        uint32_t middle = low + (end - low) / 2;
        if (is_below(uses, at, uses->scopes.items[middle].at))
            low = middle + 1;
        else
            end = middle;
    }
    return low - begin;
}

/* There is more than one run only if frames are open at shared nodes that the walk reached by
 * another path. Of two nodes that contain an entry, the one with the later entry is the inner
 * one. */
struct tunip_frame *tn_uses_frame(const tn_uses *uses, uint32_t at)
{
    const tn_scope *found = NULL, *scopes = uses->scopes.items;
    for (uint32_t end = (uint32_t)uses->scopes.count, begin; end; end = begin) {
        begin = scopes[end - 1].run;
        uint32_t count = count_around(uses, begin, end, at);
        const tn_scope *inner = count ? &scopes[begin + count - 1] : NULL;
        if (inner && (!found || inner->at > found->at)) found = inner;
    }
    size_t bare = uses->bare.count;
    return found ? found->frame : bare ? uses->bare.items[bare - 1] : NULL;
}
