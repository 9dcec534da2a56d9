/* visit.c -- the reflective walker: the only code that interprets field tables to reach children.
 * Equality, printing without a rule, variable analysis and saving use it. */
#include "visit.h"

#include "../base/compiler.h"
#include "../base/map.h"
#include "../base/set.h"
#include "../base/stack.h"

const tunip_field *tn_type_field(const tunip_type *type, tunip_str name)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (tunip_str_is(name, type->fields[i].name)) return &type->fields[i];
    return NULL;
}

const tunip_field *tunip_type_field(const tunip_type *type, const char *name)
{
    return tn_type_field(type, tunip_str_from(name));
}

/* ---- what is known of a type beforehand ---- */

static size_t collect(const tunip_type *type, uint16_t *offsets)
{
    size_t count = type->base ? collect(type->base, offsets) : 0;
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->kind != TUNIP_KIND_NODE ||
            (field->flags & (TUNIP_FLAG_ASIDE | TUNIP_FLAG_AGAIN)))
            continue;
        if (count < TUNIP_MOST_OFFSETS) offsets[count] = field->offset;
        count++;
    }
    return count;
}

enum { UNKNOWN = 0, LEAF = 1, FIELDS = 2 };

/* Whether tunip_node_complete() may have to fill fields. */
static bool may_fill(const tunip_type *type)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            bool is_filled = field->expects == &tunip_array_type ||
                             field->expects == &tunip_map_type ||
                             field->expects == &tunip_string_type;
            if (field->kind == TUNIP_KIND_NODE && is_filled &&
                !(field->flags & TUNIP_FLAG_OPTIONAL))
                return true;
        }
    return false;
}

void tn_visit_prepare(tunip_type *type)
{
    type->fills = may_fill(type) ? TN_FILLS : TN_FILLS_NOTHING;
    bool container = type == &tunip_array_type || type == &tunip_map_type;
    bool variable = type->flags & TUNIP_TYPE_VARIABLE;
    size_t count = collect(type, type->offsets);
    uint16_t found = container ? UNKNOWN : count || variable ? (uint16_t)(FIELDS + count) : LEAF;
    __atomic_store_n(&type->followed, found, __ATOMIC_RELEASE);
}

static inline size_t followed_of(const tunip_type *type)
{
    return __atomic_load_n(&type->followed, __ATOMIC_ACQUIRE);
}

bool tn_visit_is_leaf(const tunip_type *type)
{
    return followed_of(type) == LEAF;
}

/* ---- children ----
 *
 * Inlined into both of their users: the walk calls them for every node of every function. */

static inline bool wanted(const tunip_node *child, unsigned skip)
{
    if (!child || !child->type) return !child && (skip & TN_WITH_NULLS);
    return !(skip & TUNIP_LEAVES) || followed_of(child->type) != LEAF;
}

static bool each_listed_field(const tunip_node *node, const tunip_type *type, unsigned skip,
                              tn_child_fn fn, void *user)
{
    if (type->base && !each_listed_field(node, type->base, skip, fn, user)) return false;
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->kind != TUNIP_KIND_NODE || (field->flags & (skip | TUNIP_FLAG_AGAIN))) continue;
        const tunip_node *child = tunip_field_node(node, field);
        if (wanted(child, skip) && !fn(child, user)) return false;
    }
    return true;
}

/* Fields whose offsets the type knows. */
TN_INLINE bool each_field(const tunip_node *node, const tunip_type *type, size_t count,
                          unsigned skip, tn_child_fn fn, void *user)
{
    for (size_t i = 0; i < count; i++) {
        const tunip_node *child =
            *(const tunip_node *const *)(const void *)((const char *)node + type->offsets[i]);
        if (wanted(child, skip) && !fn(child, user)) return false;
    }
    return true;
}

TN_INLINE bool each_item(const tunip_array *array, unsigned skip, tn_child_fn fn, void *user)
{
    for (size_t i = 0; i < array->count; i++)
        if (wanted(array->items[i], skip) && !fn(array->items[i], user)) return false;
    return true;
}

TN_INLINE bool each_entry(const tunip_map *map, unsigned skip, tn_child_fn fn, void *user)
{
    for (size_t i = 0; i < map->count; i++) {
        const tunip_map_entry *entry = &map->entries[i];
        if (wanted(entry->key, skip) && !fn(entry->key, user)) return false;
        if (wanted(entry->value, skip) && !fn(entry->value, user)) return false;
    }
    return true;
}

/* Only references are children; scalars are not nodes. */
static bool each_opaque(const tunip_opaque *opaque, unsigned skip, tn_child_fn fn, void *user)
{
    for (size_t i = 0; i < opaque->count; i++) {
        const tunip_opaque_field *field = &opaque->fields[i];
        if (field->is_reference && wanted(field->value, skip) && !fn(field->value, user))
            return false;
    }
    return true;
}

/* Containers and the nodes of unregistered types are UNKNOWN. */
TN_INLINE bool each_child(const tunip_node *node, unsigned skip, tn_child_fn fn, void *user)
{
    enum { KNOWN_FLAGS = TUNIP_FLAG_ASIDE | TUNIP_LEAVES };
    const tunip_type *type = node->type;
    size_t found = followed_of(type);
    if (found == LEAF && (skip | TUNIP_LEAVES) == KNOWN_FLAGS) return true;
    if (found >= FIELDS && found <= FIELDS + TUNIP_MOST_OFFSETS &&
        (skip | TUNIP_LEAVES) == KNOWN_FLAGS)
        return each_field(node, type, found - FIELDS, skip, fn, user);
    if (type == &tunip_array_type) return each_item((const tunip_array *)node, skip, fn, user);
    if (type == &tunip_map_type) return each_entry((const tunip_map *)node, skip, fn, user);
    if (type->base == &tunip_opaque_type)
        return each_opaque((const tunip_opaque *)node, skip, fn, user);
    return each_listed_field(node, type, skip, fn, user);
}

bool tn_each_child(const tunip_node *node, unsigned skip, tn_child_fn fn, void *user)
{
    return each_child(node, skip, fn, user);
}

bool tn_each_field(const tunip_type *type, unsigned skip, tn_field_fn fn, void *user)
{
    if (type->base && !tn_each_field(type->base, skip, fn, user)) return false;
    for (size_t i = 0; i < type->field_count; i++)
        if (!(type->fields[i].flags & skip) && !fn(&type->fields[i], user)) return false;
    return true;
}

bool tunip_each_field(const tunip_type *type, unsigned skip, tunip_field_fn fn, void *user)
{
    return tn_each_field(type, skip | TUNIP_FLAG_AGAIN, fn, user);
}

bool tunip_each_child(const tunip_node *node, unsigned skip, tunip_child_fn fn, void *user)
{
    return !node || !node->type || tn_each_child(node, skip & ~TN_WITH_NULLS, fn, user);
}

typedef struct holding {
    const tunip_node *node;
    const tunip_field *only;
} holding;

static bool hold(const tunip_field *field, void *user)
{
    holding *h = user;
    if (field->kind != TUNIP_KIND_NODE) return false;
    if (!tunip_field_node(h->node, field)) return true;
    if (h->only) return false;
    h->only = field;
    return true;
}

const tunip_array *tn_visit_elements(const tunip_node *node, const tunip_field **field)
{
    holding h = {.node = node};
    bool only = node && tn_each_field(node->type, TUNIP_FLAG_IGNORE, hold, &h);
    *field = only ? h.only : NULL;
    const tunip_node *held = *field ? tunip_field_node(node, *field) : NULL;
    return tunip_is(held, &tunip_array_type) ? (const tunip_array *)(const void *)held : NULL;
}

/* ---- walking ---- */

/* The walk looks for cycles only when it is deeper than any realistic IR. It remembers the node of
 * a cycle and does not enter it again while it is open, so that the walk ends. */
enum { WATCHED_DEPTH = 256 };

typedef struct walk {
    const tunip_walker *walker;
    tn_stack stack;
    size_t depth;
    const tunip_node **nodes; /* WATCHED_DEPTH of them: the open nodes, the outermost first */
    tn_map open;              /* the open nodes below these */
    tn_map cyclic;            /* nodes known to contain themselves */
    bool no_memory;
} walk;

static bool visit(const tunip_node *node, void *user);

TN_STACK_STEP2(visit_deeper, bool, visit, const tunip_node *, void *)

/* Fast path: half of the nodes in expressions are variables, which have no children to follow and
 * need none of the guards. */
TN_INLINE bool visit_child(const tunip_node *node, void *user)
{
    walk *w = user;
    const tunip_walker *walker = w->walker;
    if (followed_of(node->type) != FIELDS || !(walker->skip & TUNIP_FLAG_ASIDE))
        return visit(node, w);
    tunip_walk_action action = walker->enter(node, walker->user);
    if (action == TUNIP_WALK_ON && walker->leave) walker->leave(node, walker->user);
    return action != TUNIP_WALK_STOP;
}

TN_INLINE bool visit_here(walk *w, const tunip_node *node)
{
    const tunip_walker *walker = w->walker;
    tunip_walk_action action = walker->enter(node, walker->user);
    if (action != TUNIP_WALK_ON) return action == TUNIP_WALK_SKIP;
    if (!each_child(node, walker->skip, visit_child, w)) return false;
    if (walker->leave) walker->leave(node, walker->user);
    return true;
}

static bool lacks_memory(walk *w)
{
    w->no_memory = true;
    return false;
}

static bool visit_watched(walk *w, const tunip_node *node)
{
    bool added;
    if (!tn_map_put(&w->open, node, &added)) return lacks_memory(w);
    if (!added) return tn_map_put(&w->cyclic, node, NULL) || lacks_memory(w);
    bool on = visit_here(w, node);
    tn_map_remove(&w->open, node);
    return on;
}

static bool is_open(const walk *w, const tunip_node *node)
{
    for (size_t i = 0; i < w->depth && i < WATCHED_DEPTH; i++)
        if (w->nodes[i] == node) return true;
    return tn_map_get(&w->open, node);
}

/* A node at great depth, or after a cycle was found. */
TN_COLD static bool visit_guarded(walk *w, const tunip_node *node)
{
    if (tn_stack_low(&w->stack)) {
        bool on;
        return visit_deeper(&w->stack, &on, node, w) ? on : lacks_memory(w);
    }
    if (w->cyclic.count && tn_map_get(&w->cyclic, node) && is_open(w, node)) return true;
    if (w->depth < WATCHED_DEPTH) w->nodes[w->depth] = node;
    w->depth++;
    bool on = w->depth <= WATCHED_DEPTH ? visit_here(w, node) : visit_watched(w, node);
    w->depth--;
    return on;
}

static bool visit(const tunip_node *node, void *user)
{
    walk *w = user;
    if (TN_RARELY(w->depth >= WATCHED_DEPTH || w->cyclic.count || tn_stack_low(&w->stack)))
        return visit_guarded(w, node);
    w->nodes[w->depth++] = node;
    bool on = visit_here(w, node);
    w->depth--;
    return on;
}

tunip_walk_end tunip_walk(const tunip_node *root, const tunip_walker *walker)
{
    if (!root || !root->type) return TUNIP_WALK_DONE;
    const tunip_allocator *allocator = walker->allocator ? walker->allocator : &tn_malloc;
    const tunip_node *nodes[WATCHED_DEPTH];
    walk w = {.walker = walker, .nodes = nodes};
    tn_stack_init(&w.stack);
    tn_map_init(&w.open, allocator);
    tn_map_init(&w.cyclic, allocator);
    bool whole = visit(root, &w);
    tn_map_free(&w.open);
    tn_map_free(&w.cyclic);
    if (w.no_memory) return TUNIP_WALK_NO_MEMORY;
    return whole ? TUNIP_WALK_DONE : TUNIP_WALK_STOPPED;
}

/* ---- walking a graph ---- */

typedef struct once {
    const tunip_walker *walker;
    tn_set seen;
    bool no_memory;
} once;

static tunip_walk_action enter_once(const tunip_node *node, void *user)
{
    once *o = user;
    bool is_new = false;
    o->no_memory = !tn_set_add(&o->seen, node, &is_new);
    if (o->no_memory) return TUNIP_WALK_STOP;
    return is_new ? o->walker->enter(node, o->walker->user) : TUNIP_WALK_SKIP;
}

static void leave_once(const tunip_node *node, void *user)
{
    const once *o = user;
    o->walker->leave(node, o->walker->user);
}

tunip_walk_end tunip_walk_once(const tunip_node *root, const tunip_walker *walker)
{
    once o = {.walker = walker};
    tunip_walker outer = *walker;
    outer.enter = enter_once;
    outer.leave = walker->leave ? leave_once : NULL;
    outer.user = &o;
    tn_set_init(&o.seen, walker->allocator ? walker->allocator : &tn_malloc);
    tunip_walk_end end = tunip_walk(root, &outer);
    tn_set_free(&o.seen);
    return o.no_memory ? TUNIP_WALK_NO_MEMORY : end;
}
