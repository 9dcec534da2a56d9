/* rewrite.c -- copies and replacements of nodes, and copies of graphs that share their equal
 * parts. */
#include "rewrite.h"

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"
#include "graph.h"
#include "path.h"
#include "same.h"
#include "visit.h"

/* ======== rewrite ======== */

/* Copies and replacements of nodes, with their sharing. */

/* Like tunip_rewrite_fn. `original` is the original node. `node` is the same node, or its copy with
 * new children. */
typedef tunip_node *(*rewrite_fn)(tunip_graph *graph, const tunip_node *original, tunip_node *node,
                                  void *user);

typedef struct rewriter {
    tunip_graph *graph;
    rewrite_fn rewrite; /* NULL: every node is copied */
    void *user;
    const tn_map *units;         /* node that begins a unit -> name of the unit; or NULL */
    uint64_t unit;               /* of the node in hand */
    bool has_cycle;              /* a node contains itself */
    tn_map made;                 /* node -> its replacement, or UNFINISHED */
    tn_map types;                /* unregistered type -> its copy */
    TN_ARRAY(tunip_node *) news; /* the replacements of the children of the nodes being visited */
    tn_stack stack;
} rewriter;

static bool failed(const rewriter *r)
{
    return tunip_graph_status(r->graph) != TUNIP_OK;
}

static void fail_memory(tunip_graph *graph)
{
    tunip_graph_fail(graph, TUNIP_ERROR_MEMORY, "out of memory");
}

/* ---- copies ---- */

/* Copies `count` elements; NULL when out of memory, and of none. */
static void *copy_bytes(tunip_graph *graph, const void *from, size_t count, size_t size)
{
    void *copy = count ? tunip_graph_alloc(graph, count * size) : NULL;
    if (copy) memcpy(copy, from, count * size);
    return copy;
}

void *tunip_node_copy(tunip_graph *graph, const void *from)
{
    const tunip_node *node = from;
    if (!node) return NULL;
    void *copy = tunip_node_new(graph, node->type);
    if (!copy) return NULL;
    memcpy(copy, node, node->type->size);
    if (node->type == &tunip_array_type) {
        tunip_array *array = copy;
        array->items = copy_bytes(graph, array->items, array->count, sizeof *array->items);
        return array->items || !array->count ? copy : NULL;
    }
    if (node->type == &tunip_map_type) {
        tunip_map *map = copy;
        map->entries = copy_bytes(graph, map->entries, map->count, sizeof *map->entries);
        return map->entries || !map->count ? copy : NULL;
    }
    if (tn_is_opaque(node->type)) {
        tunip_opaque *opaque = copy;
        opaque->fields = copy_bytes(graph, opaque->fields, opaque->count, sizeof *opaque->fields);
        return opaque->fields || !opaque->count ? copy : NULL;
    }
    return copy;
}

/* The contents of a value that are outside of its struct. */
static void copy_contents(tunip_graph *graph, tunip_node *value)
{
    void *at = value;
    if (value->type == &tunip_string_type) {
        tunip_string *string = at;
        string->value = tunip_graph_copy(graph, string->value);
    } else if (value->type == &tunip_bytes_type) {
        tunip_bytes *bytes = at;
        bytes->value = tunip_graph_copy(graph, bytes->value);
    } else if (value->type == &tunip_shape_type) {
        tunip_shape *shape = at;
        shape->dims = copy_bytes(graph, shape->dims, shape->count, sizeof *shape->dims);
    } else if (value->type == &tunip_tensor_type) {
        tunip_tensor *tensor = at;
        tensor->shape = copy_bytes(graph, tensor->shape, tensor->ndim, sizeof *tensor->shape);
        tensor->data = tunip_graph_copy(graph, tensor->data);
    }
}

/* An unregistered type belongs to the graph that it was read into. */
static const tunip_type *copy_type(tunip_graph *graph, tn_map *types, const tunip_type *type)
{
    bool added;
    uint64_t *made = tn_map_put(types, type, &added);
    if (!made) return fail_memory(graph), NULL;
    if (!added) return (const tunip_type *)(uintptr_t)*made;
    tunip_type *copy = copy_bytes(graph, type, 1, sizeof *type);
    if (!copy) return NULL;
    copy->key = tunip_graph_copy(graph, tunip_str_from(type->key)).data;
    *made = (uint64_t)(uintptr_t)copy;
    return copy;
}

static void copy_opaque(tunip_graph *graph, tn_map *types, tunip_opaque *node)
{
    node->base.type = copy_type(graph, types, node->base.type);
    for (size_t i = 0; i < node->count; i++)
        node->fields[i].name = tunip_graph_copy(graph, node->fields[i].name);
}

tunip_node *tn_node_copy_out(tunip_graph *graph, tn_map *types, const tunip_node *node)
{
    tunip_node *copy = tunip_node_copy(graph, node);
    if (!copy) return NULL;
    if (tn_is_value(node->type))
        copy_contents(graph, copy);
    else if (tn_is_opaque(node->type))
        copy_opaque(graph, types, (tunip_opaque *)(void *)copy);
    return tunip_graph_status(graph) == TUNIP_OK ? copy : NULL;
}

/* ---- the walk ---- */

static tunip_node *visit(rewriter *r, tunip_node *node);
TN_STACK_STEP2(visit_deeper, tunip_node *, visit, rewriter *, tunip_node *)

typedef struct children {
    rewriter *rewriter;
    size_t next; /* in `news` */
    bool changed;
} children;

static bool visit_child(tunip_node **slot, void *user)
{
    children *c = user;
    rewriter *r = c->rewriter;
    tunip_node *made = visit(r, *slot);
    c->changed |= made != *slot;
    if (failed(r)) return false;
    if (tn_array_push(&r->news, &r->graph->arena.allocator, made)) return true;
    fail_memory(r->graph);
    return false;
}

static bool set_child(tunip_node **slot, void *user)
{
    children *c = user;
    *slot = c->rewriter->news.items[c->next++];
    return true;
}

/* `copy`: where the children go, or NULL: to a copy if one has changed. Returns the node with its
 * new children. */
static tunip_node *visit_children(rewriter *r, tunip_node *node, tunip_node *copy)
{
    children c = {.rewriter = r, .next = r->news.count};
    size_t first = c.next;
    if (!tn_each_slot(node, visit_child, &c)) return NULL;
    if (!copy) copy = c.changed ? tunip_node_copy(r->graph, node) : node;
    if (copy && c.changed) tn_each_slot(copy, set_child, &c);
    r->news.count = first;
    return copy;
}

/* The replacement of a node whose children are being visited. No node has this address. */
enum { UNFINISHED = 1 };

static tunip_node *visit_once(rewriter *r, tunip_node *node)
{
    bool added;
    uint64_t *made = tn_map_put(&r->made, node, &added);
    if (!made) return fail_memory(r->graph), NULL;
    r->has_cycle |= *made == UNFINISHED;
    if (!added) return *made == UNFINISHED ? node : (tunip_node *)(uintptr_t)*made;
    tunip_node *copy = r->rewrite ? NULL : tn_node_copy_out(r->graph, &r->types, node);
    *made = copy ? (uint64_t)(uintptr_t)copy : UNFINISHED;
    if (failed(r)) return NULL;
    const uint64_t outer = r->unit, *unit = r->units ? tn_map_get(r->units, node) : NULL;
    if (unit) r->unit = *unit;
    tunip_node *result = visit_children(r, node, copy);
    if (r->rewrite && !failed(r)) result = r->rewrite(r->graph, node, result, r->user);
    r->unit = outer;
    *tn_map_get(&r->made, node) = (uint64_t)(uintptr_t)result;
    return result;
}

static tunip_node *visit(rewriter *r, tunip_node *node)
{
    tunip_node *result = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!node || failed(r)) return NULL;
    if (!tn_stack_low(&r->stack)) return visit_once(r, node);
    if (!visit_deeper(&r->stack, &result, r, node) && !tn_stack_fail(&error))
        tunip_graph_fail(r->graph, error.code, "%s", error.message);
    return result;
}

static tunip_node *run(rewriter *r, const tunip_node *root)
{
    const tunip_allocator *allocator = &r->graph->arena.allocator;
    tn_map_init(&r->made, allocator);
    tn_map_init(&r->types, allocator);
    tn_stack_init(&r->stack);
    tunip_node *result = visit(r, (tunip_node *)(uintptr_t)root);
    tn_map_free(&r->made);
    tn_map_free(&r->types);
    tn_array_free(&r->news, allocator);
    tunip_graph_changed(r->graph);
    return failed(r) ? NULL : result;
}

tunip_node *tunip_clone(tunip_graph *graph, const tunip_node *root)
{
    return run(&(rewriter){.graph = graph}, root);
}

typedef struct plain_rewrite {
    tunip_rewrite_fn rewrite;
    void *user;
} plain_rewrite;

static tunip_node *rewrite_plain(tunip_graph *graph, const tunip_node *original, tunip_node *node,
                                 void *user)
{
    const plain_rewrite *plain = user;
    (void)original;
    return plain->rewrite(graph, node, plain->user);
}

tunip_node *tunip_rewrite(tunip_graph *graph, const tunip_node *root, tunip_rewrite_fn rewrite,
                          void *user)
{
    plain_rewrite plain = {rewrite, user};
    return run(&(rewriter){.graph = graph, .rewrite = rewrite_plain, .user = &plain}, root);
}

/* ======== snapshot ======== */

/* Copies of graphs that share their equal parts. Nodes are replaced bottom-up: a node
 * whose children have been replaced is looked up among all kept nodes by its bytes, which hold the
 * replaced children. So equal trees of two snapshots are one tree, found in linear time. */

typedef struct taking {
    tn_snapshots *self;
    rewriter rewriter;
    tn_map owners;  /* node compared by identity -> hash of the map entry that it belongs to */
    uint64_t owner; /* of the walk that fills `owners` */
    bool failed;    /* out of memory */
} taking;

/* ---- the content of a node whose children have been replaced ---- */

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    return tn_hash_mix(hash, size ? tn_hash_bytes(data, size) : 0);
}

static uint64_t hash_content(const tunip_node *node)
{
    const void *at = node;
    if (tn_is_value(node->type)) return tn_hash_value(node, false);
    if (tn_is_opaque(node->type)) {
        const tunip_opaque *opaque = tn_as_opaque(node);
        uint64_t hash =
            tn_hash_mix(tn_hash_type(opaque->base.type), (uint64_t)(uintptr_t)opaque->data);
        for (size_t i = 0; i < opaque->count; i++) {
            const tunip_opaque_field *field = &opaque->fields[i];
            hash = hash_bytes(hash, field->name.data, field->name.size);
            hash = tn_hash_mix(hash, (uint64_t)(uintptr_t)field->value);
        }
        return hash;
    }
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

static bool is_shared(const tunip_node *child, void *user)
{
    taking *t = user;
    return !tn_seen_has(&t->self->apart, child);
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
    uint64_t hash = hash_content(node), unit = t->rewriter.unit;
    if (t->rewriter.has_cycle) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "a node contains itself");
        return NULL;
    }
    tn_kept *kept;
    bool apart = stays_apart(t, node);
    const uint64_t *owner = apart ? tn_map_get(&t->owners, original) : NULL;
    if (owner) unit = *owner;
    if (apart)
        kept = keep_apart(t, unit ? tn_hash_mix(hash, unit) : hash, node);
    else if (!(kept = find(t->self, hash, node)))
        kept = keep(t->self, hash, node);
    bool fine = kept && (!apart || tn_seen_add(&t->self->apart, kept->node, &added));
    if (!fine) {
        tunip_graph_fail(graph, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    kept->last = t->self->number;
    return kept->node;
}

/* ---- the functions of a module ---- */

static tunip_walk_action note_owner(const tunip_node *node, void *user)
{
    taking *t = user;
    bool added;
    if (!has_identity(node->type)) return TUNIP_WALK_ON;
    uint64_t *owner = tn_map_put(&t->owners, node, &added);
    t->failed |= !owner;
    if (owner && added) *owner = t->owner;
    return owner ? TUNIP_WALK_ON : TUNIP_WALK_STOP;
}

static void note_owner_of(taking *t, const tunip_node *part)
{
    tunip_walker walker = {.enter = note_owner, .user = t, .allocator = t->self->types.allocator};
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
            t->owner = hash_bytes(0, name.data, name.size);
            note_owner_of(t, values ? map->entries[i].value : map->entries[i].key);
        }
    return !t->failed;
}

/* ---- snapshots ---- */

void tn_snapshots_init(tn_snapshots *self, tunip_graph *graph)
{
    *self = (tn_snapshots){.graph = graph};
    tn_map_init(&self->types, &graph->arena.allocator);
    tn_seen_init(&self->apart, &graph->arena.allocator);
}

void tn_snapshots_free(tn_snapshots *self)
{
    const tunip_allocator *allocator = self->types.allocator;
    if (!allocator) return;
    if (self->mask)
        allocator->free(allocator->ctx, self->table, (self->mask + 1) * sizeof *self->table);
    tn_array_free(&self->kept, allocator);
    tn_map_free(&self->types);
    tn_seen_free(&self->apart);
}

/* Notes the units; false when out of memory. */
static bool note_units(taking *t, tn_map *map, const tn_unit *units, size_t count)
{
    bool added;
    for (size_t i = 0; i < count; i++) {
        uint64_t *name = tn_map_put(map, units[i].node, &added);
        if (!name) return false;
        if (added) *name = units[i].name;
    }
    t->rewriter.units = count ? map : NULL;
    return true;
}

/* Replaced nodes are first copied to a graph of their own, because most copies turn out to be
 * kept already. */
static const tunip_node *take(taking *t, tunip_graph *copies, const tunip_node *root,
                              const tn_unit *units, size_t unit_count, tunip_error *error)
{
    tn_map map;
    tn_snapshots *self = t->self;
    tn_map_init(&map, self->types.allocator);
    if (!tn_is_value(root->type) && !tn_is_opaque(root->type))
        tunip_each_child(root, 0, note_map, t);
    t->failed |= !note_units(t, &map, units, unit_count);
    t->rewriter.graph = copies;
    t->rewriter.rewrite = replace;
    t->rewriter.user = t;
    const tunip_node *taken = t->failed ? NULL : run(&t->rewriter, root);
    bool has_cycle = t->rewriter.has_cycle;
    if (has_cycle) taken = tunip_clone(self->graph, root);
    tn_map_free(&map);
    const tunip_error *why = tunip_graph_error(has_cycle ? self->graph : copies);
    if (!taken && why->code != TUNIP_OK)
        tunip_error_set(error, why->code, "%s", why->message);
    else if (!taken)
        tn_no_memory(error);
    return taken;
}

const tunip_node *tn_snapshots_take(tn_snapshots *self, const tunip_node *root,
                                    const tn_unit *units, size_t unit_count, tunip_error *error)
{
    taking t = {.self = self};
    tunip_graph *copies = tunip_graph_new(self->graph->context, error);
    if (!copies) return NULL;
    self->number++;
    tn_map_init(&t.owners, self->types.allocator);
    const tunip_node *taken = take(&t, copies, root, units, unit_count, error);
    tn_map_free(&t.owners);
    tunip_graph_free(copies);
    return taken;
}
