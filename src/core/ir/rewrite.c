/* rewrite.c -- copies and replacements of nodes, with their sharing. */
#include "rewrite.h"

#include "../base/array.h"
#include "../base/stack.h"
#include "graph.h"
#include "opaque.h"
#include "same.h"
#include "slots.h"
#include "visit.h"

typedef struct rewriter {
    tunip_graph *graph;
    tn_rewrite_fn rewrite; /* NULL: every node is copied */
    void *user;
    tn_map *made;                /* node -> its replacement */
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

static tunip_node *visit_once(rewriter *r, tunip_node *node)
{
    bool added;
    uint64_t *made = tn_map_put(r->made, node, &added);
    if (!made) return fail_memory(r->graph), NULL;
    if (!added) return (tunip_node *)(uintptr_t)*made;
    tunip_node *copy = r->rewrite ? NULL : tn_node_copy_out(r->graph, &r->types, node);
    *made = (uint64_t)(uintptr_t)(copy ? copy : node);
    if (failed(r)) return NULL;
    tunip_node *result = visit_children(r, node, copy);
    if (r->rewrite && !failed(r)) result = r->rewrite(r->graph, node, result, r->user);
    *tn_map_get(r->made, node) = (uint64_t)(uintptr_t)result;
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
    tn_map_init(&r->types, allocator);
    tn_stack_init(&r->stack);
    tunip_node *result = visit(r, (tunip_node *)(uintptr_t)root);
    tn_map_free(&r->types);
    tn_array_free(&r->news, allocator);
    tunip_graph_changed(r->graph);
    return failed(r) ? NULL : result;
}

static tunip_node *run_once(rewriter *r, const tunip_node *root)
{
    tn_map made;
    tn_map_init(&made, &r->graph->arena.allocator);
    r->made = &made;
    tunip_node *result = run(r, root);
    tn_map_free(&made);
    return result;
}

tunip_node *tunip_clone(tunip_graph *graph, const tunip_node *root)
{
    return run_once(&(rewriter){.graph = graph}, root);
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
    return run_once(&(rewriter){.graph = graph, .rewrite = rewrite_plain, .user = &plain}, root);
}

tunip_node *tn_rewrite(tunip_graph *graph, tn_map *made, const tunip_node *root,
                       tn_rewrite_fn rewrite, void *user)
{
    return run(&(rewriter){.graph = graph, .made = made, .rewrite = rewrite, .user = user}, root);
}
