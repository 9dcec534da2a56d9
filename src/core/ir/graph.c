/* graph.c -- making nodes in memory. */
#include "graph.h"

#include <stdarg.h>
#include <stdio.h>

#include "../base/compiler.h"
#include "origin.h"
#include "registry.h"
#include "verified.h"

tunip_graph *tunip_graph_new(const tunip_context *context, tunip_error *error)
{
    const tunip_allocator *allocator = tn_context_allocator(context);
    tunip_graph *graph = allocator->alloc(allocator->ctx, sizeof *graph);
    if (!graph) {
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
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

size_t tunip_graph_node_count(const tunip_graph *graph)
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
