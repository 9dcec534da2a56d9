/* graph.c -- makes nodes in memory, and remembers which graphs are valid and where nodes were
 * read. */
#include "graph.h"

#include <stdarg.h>
#include <stdio.h>

#include "../util/memory.h"
#include "registry.h"

/* ======== graph ======== */

/* Making nodes in memory. */

tunip_graph *tunip_graph_new(const tunip_context *context, tunip_error *error)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    tunip_graph *graph = allocator->alloc(allocator->ctx, sizeof *graph);
    if (!graph) {
        tn_no_memory(error);
        return NULL;
    }
    *graph = (tunip_graph){.context = context};
    tn_arena_init(&graph->arena, allocator);
    graph->scratch.arena = &graph->arena;
    return graph;
}

void tunip_graph_free(tunip_graph *graph)
{
    if (!graph) return;
    tn_graph_clear_verified(graph);
    const tunip_allocator allocator = graph->arena.allocator;
    tn_origins_free(graph->origins, &allocator);
    tn_arena_free(&graph->arena);
    allocator.free(allocator.ctx, graph, sizeof *graph);
}

void *tunip_graph_alloc(tunip_graph *graph, size_t size)
{
    tn_graph_clear_verified(graph);
    return tn_arena_zalloc(&graph->arena, size);
}

tunip_scratch *tunip_graph_scratch(tunip_graph *graph)
{
    tn_graph_clear_verified(graph);
    return &graph->scratch;
}

tunip_str tunip_graph_copy(tunip_graph *graph, tunip_str text)
{
    return tn_arena_str(&graph->arena, text);
}

static TN_APART void *new_slowly(tunip_graph *graph, const tunip_type *type)
{
    tn_graph_clear_verified(graph);
    tunip_node *node = tn_arena_zalloc(&graph->arena, type->size);
    if (node) node->type = type;
    if (node && graph->origins) tn_origins_note(graph, node);
    return node;
}

void *tunip_node_new(tunip_graph *graph, const tunip_type *type)
{
    bool is_plain = !graph->verified_count && !graph->origins;
    tunip_node *node = is_plain ? tn_arena_ztake(&graph->arena, type->size) : NULL;
    if (!node) return new_slowly(graph, type);
    node->type = type;
    return node;
}

static TN_APART void *new_long_slowly(tunip_graph *graph, const tunip_type *type, size_t size)
{
    tn_graph_clear_verified(graph);
    tunip_node *node = tn_arena_alloc(&graph->arena, size);
    if (node) node->type = type;
    if (node && graph->origins) tn_origins_note(graph, node);
    return node;
}

/* A node of `size` bytes with room for `extra` bytes after it, not zeroed. */
static inline void *new_long(tunip_graph *graph, const tunip_type *type, size_t size, size_t extra)
{
    bool is_plain = !graph->verified_count && !graph->origins;
    tunip_node *node = is_plain ? tn_arena_take(&graph->arena, size + extra) : NULL;
    if (!node) return new_long_slowly(graph, type, size + extra);
    node->type = type;
    return node;
}

tunip_string *tunip_string_new_view(tunip_graph *graph, tunip_str text)
{
    tunip_string *node = new_long(graph, &tunip_string_type, sizeof *node, text.size + 1);
    if (!node) return NULL;
    char *copy = (char *)(node + 1);
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    node->value = (tunip_str){copy, text.size};
    return node;
}

tunip_string *tunip_string_new(tunip_graph *graph, const char *text)
{
    return tunip_string_new_view(graph, tunip_str_from(text));
}

tunip_int *tunip_int_new(tunip_graph *graph, int64_t value)
{
    tunip_int *node = tunip_node_new(graph, &tunip_int_type);
    if (node) node->value = value;
    return node;
}

tunip_float *tunip_float_new(tunip_graph *graph, double value)
{
    tunip_float *node = tunip_node_new(graph, &tunip_float_type);
    if (node) node->value = value;
    return node;
}

tunip_bool *tunip_bool_new(tunip_graph *graph, bool value)
{
    tunip_bool *node = tunip_node_new(graph, &tunip_bool_type);
    if (node) node->value = value;
    return node;
}

/* A count too large for memory fails like any allocation. */
static size_t size_of_items(size_t count, size_t item_size)
{
    return count > SIZE_MAX / 4 / item_size ? SIZE_MAX / 2 : count * item_size;
}

void *tn_graph_no_table(tunip_graph *graph, const char *what, size_t count)
{
    tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "%zu %s and no table of them", count, what);
    return NULL;
}

tunip_array *tunip_array_new(tunip_graph *graph, size_t count, void *const *items)
{
    tunip_node **copy;
    tunip_array *node =
        new_long(graph, &tunip_array_type, sizeof *node, size_of_items(count, sizeof *copy));
    if (!node) return NULL;
    if (count && !items) return tn_graph_no_table(graph, "items of an array", count);
    copy = (tunip_node **)(node + 1);
    if (count) memcpy(copy, items, count * sizeof *copy);
    node->count = count;
    node->items = count ? copy : NULL;
    return node;
}

tunip_map *tunip_map_new(tunip_graph *graph, size_t count, void *const *entries)
{
    tunip_map_entry *copy;
    tunip_map *node =
        new_long(graph, &tunip_map_type, sizeof *node, size_of_items(count, sizeof *copy));
    if (!node) return NULL;
    if (count && !entries) return tn_graph_no_table(graph, "entries of a map", count);
    copy = (tunip_map_entry *)(node + 1);
    for (size_t i = 0; i < count; i++)
        copy[i] = (tunip_map_entry){.key = entries[2 * i], .value = entries[2 * i + 1]};
    node->count = count;
    node->entries = count ? copy : NULL;
    return node;
}

const tunip_error *tunip_graph_error(const tunip_graph *graph)
{
    static const tunip_error no_memory = {.code = TUNIP_ERROR_MEMORY, .message = "out of memory"};
    bool first = graph->arena.failed && graph->error.code == TUNIP_OK;
    return first ? &no_memory : &graph->error;
}

void tunip_graph_fail(tunip_graph *graph, tunip_status code, const char *format, ...)
{
    char message[sizeof graph->error.message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (!graph->arena.failed) tunip_error_set(&graph->error, code, "%s", message);
}

tunip_status tunip_graph_status(const tunip_graph *graph)
{
    return tunip_graph_error(graph)->code;
}

const tunip_node *tunip_graph_root(const tunip_graph *graph)
{
    return graph->root;
}

void tunip_graph_set_root(tunip_graph *graph, void *root)
{
    tn_graph_clear_verified(graph);
    graph->root = root;
}

void tunip_graph_changed(tunip_graph *graph)
{
    tn_graph_clear_verified(graph);
}

size_t tn_graph_node_count(const tunip_graph *graph)
{
    return graph->node_count;
}

size_t tunip_graph_memory(const tunip_graph *graph)
{
    return sizeof *graph + graph->arena.total + tn_origins_memory(graph->origins);
}

size_t tunip_graph_text_size(const tunip_graph *graph)
{
    return graph->text_size;
}

/* ======== verified ======== */

/* The set of roots of verified graphs, kept in the context that read them: a print
 * gets a root and no graph. */

/* Readers take the context as const because they change no visible property of it; this set is the
 * exception. */
static tn_verified_roots *verified_of(const tunip_context *context)
{
    return &((tn_registry *)(uintptr_t)tn_context_registry(context))->verified;
}

static bool mark(tunip_graph *graph, tn_verified_roots *verified, const tunip_node *node)
{
    if (graph->verified_count == TN_MOST_VERIFIED) return false;
    if (!node || !tn_map_put(&verified->roots, node, NULL)) return node == NULL;
    graph->verified[graph->verified_count++] = node;
    return true;
}

void tn_graph_set_verified(tunip_graph *graph)
{
    const tunip_array *array = TUNIP_AS(tunip_array, graph->root);
    tn_verified_roots *verified = verified_of(graph->context);
    tn_mutex_lock(&verified->lock);
    bool goes_on = mark(graph, verified, graph->root);
    for (size_t i = 0; goes_on && i < tunip_array_count(array); i++)
        goes_on = mark(graph, verified, array->items[i]);
    tn_mutex_unlock(&verified->lock);
}

void tn_graph_clear_verified_slow(tunip_graph *graph)
{
    tn_verified_roots *verified = verified_of(graph->context);
    tn_mutex_lock(&verified->lock);
    while (graph->verified_count)
        tn_map_remove(&verified->roots, graph->verified[--graph->verified_count]);
    tn_mutex_unlock(&verified->lock);
}

bool tn_root_is_verified(const tunip_context *context, const tunip_node *root)
{
    tn_verified_roots *verified = verified_of(context);
    tn_mutex_lock(&verified->lock);
    bool found = verified->roots.count && tn_map_get(&verified->roots, root);
    tn_mutex_unlock(&verified->lock);
    return found;
}

/* ======== origin ======== */

/* The side table of origins. Most graphs are read without it, so it is not a part of
 * the nodes. */

static tn_origins *origins_of(tunip_graph *graph)
{
    const tunip_allocator *allocator = &graph->arena.allocator;
    if (graph->origins) return graph->origins;
    tn_origins *origins = allocator->alloc(allocator->ctx, sizeof *origins);
    if (!origins) return NULL;
    *origins = (tn_origins){.items = {0}};
    tn_map_init(&origins->places, allocator);
    graph->origins = origins;
    return origins;
}

static bool put(tn_origins *origins, const tunip_allocator *allocator, tunip_node *node,
                const tunip_origin *origin)
{
    bool added;
    uint64_t *place = tn_map_put(&origins->places, node, &added);
    if (!place) return false;
    if (!added) {
        origins->items.items[*place].origin = *origin;
        return true;
    }
    tn_placed placed = {.origin = *origin, .node = node};
    *place = origins->items.count;
    if (tn_array_push(&origins->items, allocator, placed)) return true;
    tn_map_remove(&origins->places, node);
    return false;
}

tunip_status tunip_graph_set_origin(tunip_graph *graph, const void *node,
                                    const tunip_origin *origin)
{
    if (!node) return TUNIP_OK;
    tn_origins *origins = origins_of(graph);
    tunip_node *placed = (tunip_node *)(uintptr_t)node;
    if (origins && put(origins, &graph->arena.allocator, placed, origin)) return TUNIP_OK;
    return TUNIP_ERROR_MEMORY;
}

bool tn_origins_stand(tunip_graph *graph, const tunip_origin *here)
{
    tn_origins *origins = origins_of(graph);
    if (origins) origins->here = *here;
    return origins != NULL;
}

void tn_origins_note(tunip_graph *graph, tunip_node *node)
{
    tn_origins *origins = graph->origins;
    if (origins->here.source && !put(origins, &graph->arena.allocator, node, &origins->here))
        graph->arena.failed = true;
}

bool tunip_graph_origin(const tunip_graph *graph, const void *node, tunip_origin *out)
{
    const tn_origins *origins = graph ? graph->origins : NULL;
    const uint64_t *place = origins && node ? tn_map_get(&origins->places, node) : NULL;
    if (place) *out = origins->items.items[*place].origin;
    return place != NULL;
}

/* ---- nodes without an origin of their own ---- */

typedef struct walk {
    const tunip_graph *graph;
    tn_origin_fn each;
    void *user;
    TN_ARRAY(tunip_origin) open; /* of the nodes around the current one */
    bool failed;
} walk;

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    walk *w = user;
    tunip_origin here = {.begin = 0};
    if (!tunip_graph_origin(w->graph, node, &here) && w->open.count)
        here = w->open.items[w->open.count - 1];
    if (!w->each(node, &here, w->user)) return TUNIP_WALK_STOP;
    w->failed |= !tn_array_push(&w->open, &w->graph->arena.allocator, here);
    return w->failed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    ((walk *)user)->open.count--;
}

bool tn_origins_walk(const tunip_graph *graph, const tunip_node *root, tn_origin_fn each,
                     void *user)
{
    walk w = {.graph = graph, .each = each, .user = user};
    const tunip_walker walker = {
        .enter = enter, .leave = leave, .user = &w, .allocator = &graph->arena.allocator};
    bool fine = tunip_walk_once(root, &walker) != TUNIP_WALK_NO_MEMORY && !w.failed;
    tn_array_free(&w.open, &graph->arena.allocator);
    return fine;
}

/* ---- all of them ---- */

bool tunip_graph_each_origin(const tunip_graph *graph, tunip_origin_fn each, void *user)
{
    const tn_origins *origins = graph ? graph->origins : NULL;
    for (size_t i = 0; origins && i < origins->items.count; i++) {
        tn_placed placed = origins->items.items[i];
        if (!each(user, placed.node, &placed.origin)) return false;
    }
    return true;
}

size_t tn_origins_memory(const tn_origins *origins)
{
    if (!origins) return 0;
    size_t slots = origins->places.slots ? origins->places.mask + 1 : 0;
    return sizeof *origins + slots * sizeof *origins->places.slots +
           origins->items.room * sizeof *origins->items.items;
}

void tn_origins_free(tn_origins *origins, const tunip_allocator *allocator)
{
    if (!origins) return;
    tn_map_free(&origins->places);
    tn_array_free(&origins->items, allocator);
    allocator->free(allocator->ctx, origins, sizeof *origins);
}

/* ---- unregistered types ---- */

bool tn_is_unregistered_key(tunip_str key)
{
    for (size_t i = 0; i < key.size; i++)
        if ((unsigned char)key.data[i] < 0x20 || key.data[i] == 0x7f) return false;
    return key.size > 0;
}

tunip_type *tn_graph_unregistered_type(tunip_graph *graph, const char *key)
{
    tunip_type *type = tunip_graph_alloc(graph, sizeof *type);
    if (!type) return NULL;
    *type = (tunip_type){.key = key,
                         .base = &tunip_opaque_type,
                         .equality = TUNIP_EQ_TREE,
                         .size = sizeof(tunip_opaque),
                         .id = tunip_opaque_type.id};
    return type;
}

/* The only field of a node that a metadata section holds: no saved file has such a name. */
static const tunip_str missing_field = TUNIP_STR("<metadata>");

tunip_node *tn_graph_missing_node(tunip_graph *graph, tunip_str key, int64_t index)
{
    if (!tn_is_unregistered_key(key)) return NULL;
    tunip_str kept = tunip_graph_copy(graph, key);
    tunip_type *type = kept.data ? tn_graph_unregistered_type(graph, kept.data) : NULL;
    tunip_opaque *node = type ? tunip_node_new(graph, type) : NULL;
    tunip_opaque_field *field = tunip_graph_alloc(graph, sizeof *field);
    tunip_int *number = tunip_int_new(graph, index);
    if (!node || !field || !number) return NULL;
    *field = (tunip_opaque_field){.name = missing_field, .value = &number->base};
    node->fields = field;
    node->count = 1;
    return &node->base;
}

bool tn_is_missing(const tunip_opaque *node)
{
    return node->count == 1 && tunip_str_equal(node->fields->name, missing_field);
}
