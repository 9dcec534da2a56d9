/* visit.c -- the reflective walker: the only code that interprets field tables to reach
 * children. */
#include "visit.h"

#include "../util/memory.h"
#include "../util/tables.h"
#include "same.h"

/* ======== visit ======== */

/* The reflective walker: the only code that interprets field tables to reach children.
 * Equality, printing without a rule, variable analysis and saving use it. */

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

/* tunip_type.nodes and .followed: bit i stands for the pointer at i times the size of a pointer,
 * which is in a field. No field is at 0, so bit 0 is free. */
enum {
    KNOWN = 1, /* of `nodes`: the bits are all node fields, in the order of the fields */
    LEAF = 1   /* of `followed`: nothing is followed, and it is not a variable */
};

typedef struct node_fields {
    uint64_t nodes, followed;
    size_t last;   /* the offset of the previous field */
    bool in_order; /* the fields have increasing offsets, for which there are bits */
    bool any_followed;
    bool may_fill;      /* tunip_node_complete() may have to fill fields */
    bool may_have_name; /* a field with TUNIP_FLAG_IGNORE may hold a string */
} node_fields;

static void collect_place(const tunip_field *field, node_fields *found)
{
    bool followed = !(field->flags & TUNIP_FLAG_ASIDE);
    size_t at = field->offset / sizeof(void *);
    found->in_order &= at < 64 && field->offset > found->last;
    found->last = field->offset;
    found->any_followed |= followed;
    if (found->in_order) found->nodes |= UINT64_C(1) << at;
    if (found->in_order && followed) found->followed |= UINT64_C(1) << at;
}

/* Takes over what is known of a type that is prepared already. */
static bool recall(const tunip_type *type, node_fields *found)
{
    uint64_t nodes = type->nodes, followed = type->followed & ~(uint64_t)LEAF;
    if (!(nodes & KNOWN)) return false;
    nodes &= ~(uint64_t)KNOWN;
    found->nodes = nodes;
    found->followed = followed;
    found->any_followed = followed != 0;
    found->last = nodes ? (size_t)(63 - __builtin_clzll(nodes)) * sizeof(void *) : 0;
    found->may_fill = (type->fills & TN_FILLS) != 0;
    found->may_have_name = tn_visit_may_have_name(type);
    return true;
}

static void collect(const tunip_type *type, node_fields *found)
{
    if (type->base && !recall(type->base, found)) collect(type->base, found);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->kind != TUNIP_KIND_NODE) continue;
        bool is_text = field->expects == &tunip_string_type;
        bool is_filled =
            is_text || field->expects == &tunip_array_type || field->expects == &tunip_map_type;
        found->may_fill |= is_filled && !(field->flags & TUNIP_FLAG_OPTIONAL);
        found->may_have_name |= (is_text || !field->expects) && tn_visit_is_name(field);
        if (!(field->flags & TUNIP_FLAG_AGAIN)) collect_place(field, found);
    }
}

void tn_visit_prepare(tunip_type *type)
{
    node_fields found = {.in_order = true};
    collect(type, &found);
    int fills = found.may_fill ? TN_FILLS : TN_FILLS_NOTHING;
    type->fills = (uint8_t)(fills | (found.may_have_name ? 0 : TN_NAMELESS));
    if (type == &tunip_array_type || type == &tunip_map_type) return;
    bool is_leaf = !found.any_followed && !(type->flags & TUNIP_TYPE_VARIABLE);
    found.followed |= is_leaf ? LEAF : 0;
    __atomic_store_n(&type->followed, found.followed, __ATOMIC_RELAXED);
    __atomic_store_n(&type->nodes, found.in_order ? found.nodes | KNOWN : 0, __ATOMIC_RELEASE);
}

static inline uint64_t followed_of(const tunip_type *type)
{
    return __atomic_load_n(&type->followed, __ATOMIC_RELAXED);
}

bool tn_visit_is_leaf(const tunip_type *type)
{
    return followed_of(type) & LEAF;
}

/* Whether no field of a leaf refers to a node. */
static inline bool is_bare_leaf(const tunip_node *node)
{
    uint64_t left = __atomic_load_n(&node->type->nodes, __ATOMIC_ACQUIRE);
    const tunip_node *const *words = (const void *)node;
    bool bare = left & KNOWN;
    for (left &= ~(uint64_t)KNOWN; left && bare; left &= left - 1)
        bare = !words[__builtin_ctzll(left)];
    return bare;
}

/* ---- children ---- */

/* Whether nodes of a type are TUNIP_LEAVES of a walk. Those of an unknown type are not. */
static bool is_leaf(const tunip_type *type, unsigned skip)
{
    bool is_variable = type->flags & TUNIP_TYPE_VARIABLE;
    if (skip & TUNIP_FLAG_ASIDE) return tn_visit_is_leaf(type);
    return __atomic_load_n(&type->nodes, __ATOMIC_ACQUIRE) == KNOWN && !is_variable;
}

static inline bool wanted(const tunip_node *child, unsigned skip)
{
    if (!child || !child->type) return !child && (skip & TN_WITH_NULLS);
    bool is_bare = skip & TN_WITHOUT_BARE && tn_visit_is_leaf(child->type) && is_bare_leaf(child);
    if (is_bare) return false;
    return !(skip & TUNIP_LEAVES) || !is_leaf(child->type, skip);
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

static bool each_item(const tunip_array *array, unsigned skip, tn_child_fn fn, void *user)
{
    for (size_t i = 0; i < array->count; i++)
        if (wanted(array->items[i], skip) && !fn(array->items[i], user)) return false;
    return true;
}

static bool each_entry(const tunip_map *map, unsigned skip, tn_child_fn fn, void *user)
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

bool tn_each_child(const tunip_node *node, unsigned skip, tn_child_fn fn, void *user)
{
    const tunip_type *type = node->type;
    if (type == &tunip_array_type) return each_item((const tunip_array *)node, skip, fn, user);
    if (type == &tunip_map_type) return each_entry((const tunip_map *)node, skip, fn, user);
    if (type->base == &tunip_opaque_type)
        return each_opaque((const tunip_opaque *)node, skip, fn, user);
    return each_listed_field(node, type, skip, fn, user);
}

bool tn_each_field(const tunip_type *type, unsigned skip, tn_field_fn fn, void *user)
{
    if (type->base && !tn_each_field(type->base, skip, fn, user)) return false;
    for (size_t i = 0; i < type->field_count; i++)
        if (!(type->fields[i].flags & skip) && !fn(&type->fields[i], user)) return false;
    return true;
}

bool tn_each_compared(const tunip_type *type, unsigned compare, tn_field_fn fn, void *user)
{
    if (!compare) return tn_each_field(type, TUNIP_FLAG_IGNORE, fn, user);
    if (type->base && !tn_each_compared(type->base, compare, fn, user)) return false;
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        bool counts = !(field->flags & TUNIP_FLAG_IGNORE) || field->flags & compare;
        if (counts && !fn(field, user)) return false;
    }
    return true;
}

bool tn_each_chosen(const tunip_type *type, unsigned compare, tn_field_fn fn, void *user)
{
    if (!compare) return true;
    if (type->base && !tn_each_chosen(type->base, compare, fn, user)) return false;
    for (size_t i = 0; i < type->field_count; i++)
        if (type->fields[i].flags & compare && !fn(&type->fields[i], user)) return false;
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

/* ---- walking ----
 *
 * The walk keeps a stack of its own, so only memory limits the depth. It looks for cycles only when
 * it is deeper than any realistic IR. It remembers the node of a cycle and does not enter it again
 * while it is open, so that the walk ends. */
enum { WATCHED_DEPTH = 256, FIRST_ROOM = 256 };

/* A node on the stack: still to be visited, or open. An open node is below those of its children
 * that are still to be visited. */
typedef uintptr_t visit;
enum { OPEN = 1 }; /* the lowest bit of an open node */

static inline visit to_visit(const tunip_node *node, unsigned open)
{
    return (uintptr_t)node | open;
}

static inline const tunip_node *node_of(visit v)
{
    return (const tunip_node *)(v & ~(uintptr_t)OPEN);
}

typedef struct walk {
    const tunip_walker *walker;
    const tunip_allocator *allocator;
    bool skips_aside;
    bool is_usual;   /* walker->skip has no other flags but TUNIP_LEAVES and TN_WITHOUT_BARE */
    uint64_t leaves; /* LEAF if they are skipped */
    uint64_t bare;   /* LEAF if those without references are skipped */
    visit *stack;    /* the next one last */
    visit *end;      /* of its room */
    tn_map deep;     /* the open nodes from WATCHED_DEPTH on */
    tn_map cyclic;   /* nodes known to contain themselves */
    bool no_memory;
    visit first[FIRST_ROOM];
} walk;

static void free_stack(const walk *w)
{
    const tunip_allocator *a = w->allocator;
    size_t size = (size_t)(w->end - w->stack) * sizeof *w->stack;
    if (w->stack != w->first) a->free(a->ctx, w->stack, size);
}

/* Moves the stack to a larger block. Returns its new top; NULL when out of memory. */
TN_COLD static visit *grow(walk *w, const visit *top, size_t more)
{
    const tunip_allocator *a = w->allocator;
    size_t count = (size_t)(top - w->stack), room = (size_t)(w->end - w->stack) * 2;
    if (room < count + more) room = count + more;
    visit *grown = room <= SIZE_MAX / sizeof *grown ? a->alloc(a->ctx, room * sizeof *grown) : NULL;
    w->no_memory |= !grown;
    if (!grown) return NULL;
    memcpy(grown, w->stack, count * sizeof *grown);
    free_stack(w);
    w->stack = grown;
    w->end = grown + room;
    return grown + count;
}

typedef struct pushing {
    walk *walk;
    visit *top; /* NULL when out of memory */
} pushing;

static bool push(const tunip_node *child, void *user)
{
    pushing *p = user;
    if (p->top == p->walk->end) p->top = grow(p->walk, p->top, 1);
    if (p->top) *p->top++ = to_visit(child, 0);
    return p->top;
}

/* Children of other nodes than those below: in order, then reversed, because the last is next. */
TN_APART static visit *push_any(walk *w, const tunip_node *node, visit *top)
{
    size_t before = (size_t)(top - w->stack);
    pushing p = {w, top};
    if (!tn_each_child(node, w->walker->skip, push, &p)) return NULL;
    visit *low = w->stack + before;
    for (visit *high = p.top; low + 1 < high; low++) {
        visit last = *--high;
        *high = *low;
        *low = last;
    }
    return p.top;
}

TN_INLINE visit *push_wanted(const walk *w, visit *top, const tunip_node *child)
{
    if (!child || !child->type) return top;
    uint64_t followed = followed_of(child->type);
    if (followed & w->leaves || (followed & w->bare && is_bare_leaf(child))) return top;
    *top = to_visit(child, 0);
    return top + 1;
}

TN_INLINE visit *push_items(walk *w, const tunip_array *array, visit *top)
{
    size_t count = array->count;
    if (TN_RARELY((size_t)(w->end - top) < count) && !(top = grow(w, top, count))) return NULL;
    while (count-- > 0) top = push_wanted(w, top, array->items[count]);
    return top;
}

/* Pushes the children of a node. Returns the new top; NULL when out of memory. */
TN_INLINE visit *push_children(walk *w, const tunip_node *node, visit *top)
{
    const tunip_type *type = node->type;
    uint64_t nodes = __atomic_load_n(&type->nodes, __ATOMIC_ACQUIRE);
    if (type == &tunip_array_type && w->is_usual)
        return push_items(w, (const tunip_array *)node, top);
    if (!(nodes & KNOWN) || !w->is_usual) return push_any(w, node, top);
    if (TN_RARELY(w->end - top < 64) && !(top = grow(w, top, 64))) return NULL;
    for (uint64_t left = (w->skips_aside ? followed_of(type) : nodes) >> 1; left;) {
        unsigned last = 63 - (unsigned)__builtin_clzll(left);
        left ^= UINT64_C(1) << last;
        top = push_wanted(w, top, ((const tunip_node *const *)(const void *)node)[last + 1]);
    }
    return top;
}

static bool is_open(const walk *w, const visit *top, const tunip_node *node)
{
    for (const visit *at = w->stack; at < top; at++)
        if (*at == to_visit(node, OPEN)) return true;
    return false;
}

/* Whether a node at great depth, or after a cycle was found, is open. */
TN_COLD static bool is_cycle(walk *w, const visit *top, const tunip_node *node)
{
    if (w->cyclic.count && tn_map_get(&w->cyclic, node) && is_open(w, top, node)) return true;
    if (!tn_map_get(&w->deep, node)) return false;
    w->no_memory |= !tn_map_put(&w->cyclic, node, NULL);
    return true;
}

TN_COLD static bool note_deep(walk *w, const tunip_node *node, size_t depth)
{
    w->no_memory |= depth >= WATCHED_DEPTH && !tn_map_put(&w->deep, node, NULL);
    return !w->no_memory;
}

/* Visits the nodes on the stack. False if the walk ends early. */
static bool visit_all(walk *w, visit *top)
{
    const tunip_walker *walker = w->walker;
    size_t depth = 0; /* the number of open nodes */
    while (top != w->stack) {
        visit next = *--top;
        const tunip_node *node = node_of(next);
        if (next & OPEN) {
            if (TN_RARELY(--depth >= WATCHED_DEPTH)) tn_map_remove(&w->deep, node);
            if (walker->leave) walker->leave(node, walker->user);
            continue;
        }
        bool watched = TN_RARELY(depth >= WATCHED_DEPTH || w->cyclic.count);
        if (watched && is_cycle(w, top, node)) continue;
        tunip_walk_action action = walker->enter(node, walker->user);
        if (action == TUNIP_WALK_SKIP) continue;
        if (action == TUNIP_WALK_STOP || (watched && !note_deep(w, node, depth))) return false;
        depth++;
        *top = to_visit(node, OPEN);
        top = push_children(w, node, top + 1);
        if (!top) return false;
    }
    return true;
}

tunip_walk_end tunip_walk(const tunip_node *root, const tunip_walker *walker)
{
    if (!root || !root->type) return TUNIP_WALK_DONE;
    walk w;
    w.walker = walker;
    w.allocator = walker->allocator ? walker->allocator : &tn_malloc;
    w.stack = w.first;
    w.end = w.first + FIRST_ROOM;
    w.no_memory = false;
    w.skips_aside = walker->skip & TUNIP_FLAG_ASIDE;
    w.leaves = walker->skip & TUNIP_LEAVES ? LEAF : 0;
    w.bare = walker->skip & TN_WITHOUT_BARE ? LEAF : 0;
    unsigned skip = walker->skip & ~TN_WITHOUT_BARE;
    w.is_usual = !skip || (skip | TUNIP_LEAVES) == (TUNIP_FLAG_ASIDE | TUNIP_LEAVES);
    tn_map_init(&w.deep, w.allocator);
    tn_map_init(&w.cyclic, w.allocator);
    w.first[0] = to_visit(root, 0);
    bool whole = visit_all(&w, w.first + 1);
    free_stack(&w);
    tn_map_free(&w.deep);
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

/* ======== slots ======== */

/* The places in a node that refer to its children. */

typedef struct slot_visit {
    char *node;
    tn_slot_fn fn;
    void *user;
} slot_visit;

static bool visit_field(const tunip_field *field, void *user)
{
    const slot_visit *v = user;
    return field->kind != TUNIP_KIND_NODE ||
           v->fn((tunip_node **)(void *)(v->node + field->offset), v->user);
}

bool tn_each_slot(tunip_node *node, tn_slot_fn fn, void *user)
{
    void *at = node;
    bool fine = true;
    if (tn_is_value(node->type)) return true;
    if (node->type == &tunip_array_type) {
        tunip_array *array = at;
        for (size_t i = 0; fine && i < array->count; i++) fine = fn(&array->items[i], user);
    } else if (node->type == &tunip_map_type) {
        tunip_map *map = at;
        for (size_t i = 0; fine && i < map->count; i++)
            fine = fn(&map->entries[i].key, user) && fn(&map->entries[i].value, user);
    } else if (tn_is_opaque(node->type)) {
        tunip_opaque *opaque = at;
        for (size_t i = 0; fine && i < opaque->count; i++)
            fine = fn(&opaque->fields[i].value, user);
        fine = fine && fn(&opaque->data, user);
    } else {
        slot_visit v = {at, fn, user};
        fine = tn_each_field(node->type, 0, visit_field, &v);
    }
    return fine;
}
