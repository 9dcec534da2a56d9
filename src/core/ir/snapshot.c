/* snapshot.c -- copies of graphs that share their equal parts. Nodes are replaced bottom-up: a node
 * whose children have been replaced is looked up among all kept nodes by its bytes, which hold the
 * replaced children. So equal trees of two snapshots are one tree, found in linear time. */
#include "snapshot.h"

#include "../base/set.h"
#include "graph.h"
#include "opaque.h"
#include "path.h"
#include "rewrite.h"
#include "same.h"

typedef struct taking {
    tn_snapshots *self;
    tn_map units;  /* node compared by identity -> hash of the map entry that it belongs to */
    tn_set placed; /* the replacements in this snapshot */
    uint64_t unit; /* of the walk that fills `units` */
    bool failed;   /* out of memory */
    bool has_cycle;
} taking;

/* ---- the content of a node whose children have been replaced ---- */

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    return tn_hash_mix(hash, size ? tn_hash_bytes(data, size) : 0);
}

static uint64_t hash_opaque(const tunip_opaque *opaque)
{
    uint64_t hash = tn_hash_mix(tn_hash_type(opaque->base.type), (uint64_t)(uintptr_t)opaque->data);
    for (size_t i = 0; i < opaque->count; i++) {
        const tunip_opaque_field *field = &opaque->fields[i];
        hash = hash_bytes(hash, field->name.data, field->name.size);
        hash = tn_hash_mix(hash, (uint64_t)(uintptr_t)field->value);
    }
    return hash;
}

static uint64_t hash_content(const tunip_node *node)
{
    const void *at = node;
    if (tn_is_value(node->type)) return tn_hash_value(node, false);
    if (tn_is_opaque(node->type)) return hash_opaque(tn_as_opaque(node));
    if (node->type == &tunip_array_type) {
        const tunip_array *array = at;
        return hash_bytes(1, array->items, array->count * sizeof *array->items);
    }
    if (node->type == &tunip_map_type) {
        const tunip_map *map = at;
        return hash_bytes(2, map->entries, map->count * sizeof *map->entries);
    }
    return hash_bytes(3, node, node->type->size);
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return !size || memcmp(a, b, size) == 0;
}

static bool same_opaque(const tunip_opaque *a, const tunip_opaque *b)
{
    bool same = a->count == b->count && a->data == b->data;
    for (size_t i = 0; same && i < a->count; i++) {
        const tunip_opaque_field *x = &a->fields[i], *y = &b->fields[i];
        same = tunip_str_equal(x->name, y->name) && x->value == y->value &&
               x->is_reference == y->is_reference && (x->is_reference || x->index == y->index);
    }
    return same;
}

/* Bytes that no field describes, such as a cache of the dialect, count as well: nodes that differ
 * in them are kept apart. */
static bool same_content(const tunip_node *a, const tunip_node *b)
{
    const void *x = a, *y = b;
    if (!tn_same_type(a->type, b->type)) return false;
    if (tn_is_value(a->type)) return tn_same_value(a, b, false);
    if (tn_is_opaque(a->type)) return same_opaque(x, y);
    if (a->type == &tunip_array_type) {
        const tunip_array *left = x, *right = y;
        return left->count == right->count &&
               same_bytes(left->items, right->items, left->count * sizeof *left->items);
    }
    if (a->type == &tunip_map_type) {
        const tunip_map *left = x, *right = y;
        return left->count == right->count &&
               same_bytes(left->entries, right->entries, left->count * sizeof *left->entries);
    }
    return same_bytes(a, b, a->type->size);
}

/* ---- the table ---- */

/* The place in the table of a kept node with this content, or of a free entry. */
static size_t find_slot(const tn_snapshots *self, uint64_t hash, const tunip_node *node)
{
    size_t at = (size_t)hash & self->mask;
    for (; self->table[at]; at = (at + 1) & self->mask) {
        const tn_kept *kept = &self->kept.items[self->table[at] - 1];
        if (kept->hash == hash && (!node || same_content(kept->node, node))) break;
    }
    return at;
}

static bool grow_table(tn_snapshots *self)
{
    enum { SMALLEST = 1024 };
    const tunip_allocator *allocator = self->types.allocator;
    size_t room = self->mask ? 2 * (self->mask + 1) : SMALLEST;
    size_t *table = allocator->alloc(allocator->ctx, room * sizeof *table);
    if (!table) return false;
    memset(table, 0, room * sizeof *table);
    for (size_t i = 0; i < self->kept.count; i++) {
        size_t at = (size_t)self->kept.items[i].hash & (room - 1);
        while (table[at]) at = (at + 1) & (room - 1);
        table[at] = i + 1;
    }
    if (self->mask) allocator->free(allocator->ctx, self->table, (self->mask + 1) * sizeof *table);
    self->table = table;
    self->mask = room - 1;
    return true;
}

static tn_kept *find(tn_snapshots *self, uint64_t hash, const tunip_node *node)
{
    size_t index = self->mask ? self->table[find_slot(self, hash, node)] : 0;
    return index ? &self->kept.items[index - 1] : NULL;
}

/* Copies a node to the graph of the snapshots. NULL when out of memory. */
static tn_kept *keep(tn_snapshots *self, uint64_t hash, const tunip_node *node)
{
    bool is_full = 4 * (self->kept.count + 1) > 3 * self->mask;
    if (is_full && !grow_table(self)) return NULL;
    tunip_node *copy = tn_node_copy_out(self->graph, &self->types, node);
    tn_kept kept = {.hash = hash, .node = copy};
    if (!copy || !tn_array_push(&self->kept, self->types.allocator, kept)) return NULL;
    size_t at = (size_t)hash & self->mask;
    while (self->table[at]) at = (at + 1) & self->mask;
    self->table[at] = self->kept.count;
    return &self->kept.items[self->kept.count - 1];
}

/* ---- nodes ---- */

/* Whether two nodes of equal content are still two nodes, such as two variables of one name. */
static bool has_identity(const tunip_type *type)
{
    tunip_equality equality = tn_equality_of(type);
    if (type->flags & TUNIP_TYPE_VARIABLE) return true;
    return equality == TUNIP_EQ_FREE_VAR || equality == TUNIP_EQ_DAG ||
           (equality == TUNIP_EQ_UNIQUE && !type->codec);
}

/* The n-th node of a content in a snapshot is the n-th one of the previous snapshot. They are
 * counted within each function, so that a new variable of one function does not change the
 * others. */
static tn_kept *keep_apart(taking *t, uint64_t hash, const tunip_node *node)
{
    tn_snapshots *self = t->self;
    tn_kept *kept = find(self, hash, node);
    size_t nth = kept && kept->last == self->number ? kept->next : 0;
    size_t first = kept ? (size_t)(kept - self->kept.items) : self->kept.count;
    uint64_t own = hash;
    for (;; nth++) {
        own = nth ? tn_hash_mix(hash, nth) : hash;
        kept = find(self, own, node);
        if (!kept || kept->last != self->number) break;
    }
    if (!kept) kept = keep(self, own, node);
    if (kept) self->kept.items[first].next = nth + 1;
    return kept;
}

static bool is_placed(const tunip_node *child, void *user)
{
    taking *t = user;
    return tn_set_has(&t->placed, child);
}

static bool is_shared(const tunip_node *child, void *user)
{
    taking *t = user;
    return !tn_set_has(&t->self->apart, child);
}

/* Whether the node stays another node than its equals: it has an identity, or contains a node that
 * has one. A print declares a buffer where its uses meet, so a use must not become two uses. */
static bool stays_apart(taking *t, const tunip_node *node)
{
    return has_identity(node->type) || !tunip_each_child(node, 0, is_shared, t);
}

static tunip_node *replace(tunip_graph *graph, const tunip_node *original, tunip_node *node,
                           void *user)
{
    taking *t = user;
    bool added;
    uint64_t hash = hash_content(node);
    const uint64_t *unit = tn_map_get(&t->units, original);
    t->has_cycle |= !tunip_each_child(node, 0, is_placed, t);
    if (t->has_cycle) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "a node contains itself");
        return NULL;
    }
    tn_kept *kept;
    bool apart = stays_apart(t, node);
    if (apart)
        kept = keep_apart(t, unit ? tn_hash_mix(hash, *unit) : hash, node);
    else if (!(kept = find(t->self, hash, node)))
        kept = keep(t->self, hash, node);
    bool fine = kept && tn_set_add(&t->placed, kept->node, &added) &&
                (!apart || tn_set_add(&t->self->apart, kept->node, &added));
    if (!fine) {
        tunip_graph_fail(graph, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    kept->last = t->self->number;
    return kept->node;
}

/* ---- the functions of a module ---- */

static tunip_walk_action note_unit(const tunip_node *node, void *user)
{
    taking *t = user;
    bool added;
    if (!has_identity(node->type)) return TUNIP_WALK_ON;
    uint64_t *unit = tn_map_put(&t->units, node, &added);
    t->failed |= !unit;
    if (unit && added) *unit = t->unit;
    return unit ? TUNIP_WALK_ON : TUNIP_WALK_STOP;
}

static void note_units(taking *t, const tunip_node *part)
{
    tunip_walker walker = {.enter = note_unit, .user = t, .allocator = t->self->types.allocator};
    t->failed |= part && tunip_walk_once(part, &walker) != TUNIP_WALK_DONE;
}

/* A module is a struct with a map of its functions. Their keys come first, because functions use
 * the keys of each other. */
static bool note_map(const tunip_node *child, void *user)
{
    taking *t = user;
    if (child->type != &tunip_map_type) return true;
    const tunip_map *map = (const void *)child;
    for (int values = 0; values < 2; values++)
        for (size_t i = 0; i < map->count && !t->failed; i++) {
            tunip_str name = tn_path_key_name(map->entries[i].key);
            t->unit = hash_bytes(0, name.data, name.size);
            note_units(t, values ? map->entries[i].value : map->entries[i].key);
        }
    return !t->failed;
}

/* ---- snapshots ---- */

void tn_snapshots_init(tn_snapshots *self, tunip_graph *graph)
{
    *self = (tn_snapshots){.graph = graph};
    tn_map_init(&self->types, &graph->arena.allocator);
    tn_set_init(&self->apart, &graph->arena.allocator);
}

void tn_snapshots_free(tn_snapshots *self)
{
    const tunip_allocator *allocator = self->types.allocator;
    if (!allocator) return;
    if (self->mask)
        allocator->free(allocator->ctx, self->table, (self->mask + 1) * sizeof *self->table);
    tn_array_free(&self->kept, allocator);
    tn_map_free(&self->types);
    tn_set_free(&self->apart);
}

/* Replaced nodes are first copied to a graph of their own, because most copies turn out to be
 * kept already. */
static const tunip_node *take(taking *t, tunip_graph *copies, const tunip_node *root,
                              tunip_error *error)
{
    tn_map made;
    tn_snapshots *self = t->self;
    tn_map_init(&made, self->types.allocator);
    if (!tn_is_value(root->type) && !tn_is_opaque(root->type))
        tunip_each_child(root, 0, note_map, t);
    const tunip_node *taken = t->failed ? NULL : tn_rewrite(copies, &made, root, replace, t);
    if (t->has_cycle) taken = tunip_clone(self->graph, root);
    tn_map_free(&made);
    const tunip_error *why = tunip_graph_error(t->has_cycle ? self->graph : copies);
    if (!taken && why->code != TUNIP_OK)
        tunip_error_set(error, why->code, "%s", why->message);
    else if (!taken)
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return taken;
}

const tunip_node *tn_snapshots_take(tn_snapshots *self, const tunip_node *root, tunip_error *error)
{
    taking t = {.self = self};
    tunip_graph *copies = tunip_graph_new(self->graph->context, error);
    if (!copies) return NULL;
    self->number++;
    tn_map_init(&t.units, self->types.allocator);
    tn_set_init(&t.placed, self->types.allocator);
    const tunip_node *taken = take(&t, copies, root, error);
    tn_set_free(&t.placed);
    tn_map_free(&t.units);
    tunip_graph_free(copies);
    return taken;
}
