/* assemble.c -- the assembler itself, its messages, and nodes that are values. */
#include "assemble.h"

#include <stdarg.h>
#include <stdio.h>

#include "values.h"

void tn_assembler_init(tn_assembler *a, tunip_graph *graph, tn_describe_fn describe,
                       const void *reader, tunip_error *error)
{
    const tunip_allocator *allocator = &graph->arena.allocator;
    *a = (tn_assembler){.graph = graph,
                        .registry = tn_context_registry(graph->context),
                        .allocator = allocator,
                        .describe = describe,
                        .reader = reader,
                        .error = error};
    tn_intern_init(&a->strings, &graph->arena, allocator);
    tn_intern_init(&a->unknown_keys, &graph->arena, allocator);
}

void tn_assembler_free(tn_assembler *a)
{
    tn_array_free(&a->nodes, a->allocator);
    tn_array_free(&a->list, a->allocator);
    tn_array_free(&a->opaque_fields, a->allocator);
    tn_array_free(&a->late_fields, a->allocator);
    tn_array_free(&a->late_lists, a->allocator);
    tn_array_free(&a->late_refs, a->allocator);
    tn_array_free(&a->unknown_types, a->allocator);
    tn_intern_free(&a->strings);
    tn_intern_free(&a->unknown_keys);
}

/* ---- failing ---- */

bool tn_assemble_fail(tn_assembler *a, tunip_status code, size_t at, const char *format, ...)
{
    if (a->status != TUNIP_OK) return false;
    a->status = code;
    if (!a->error || a->error->code != TUNIP_OK) return false;
    a->error->code = code;
    a->error->offset = at;
    a->has_place = true;
    va_list args;
    va_start(args, format);
    vsnprintf(a->error->message, sizeof a->error->message, format, args);
    va_end(args);
    return false;
}

bool tn_assemble_fail_memory(tn_assembler *a)
{
    if (a->status == TUNIP_OK) a->status = TUNIP_ERROR_MEMORY;
    tunip_error_set(a->error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

bool tn_assemble_reject(tn_assembler *a, size_t at, const char *format, ...)
{
    char expected[240], got[64] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    if (a->describe) a->describe(a->reader, at, got, sizeof got);
    return tn_assemble_fail(a, TUNIP_ERROR_FORMAT, at, "expected %s%s%s", expected,
                            got[0] ? ", got " : "", got);
}

/* ---- nodes and values ---- */

/* The built-in values are the first types that any context registers. */
bool tn_assembler_is_value(const tn_assembler *a, const tn_type_info *info)
{
    return (size_t)(info - a->registry->first.infos.items) < tn_value_type_count;
}

void *tn_assemble_value(tn_assembler *a, const tunip_type *type)
{
    size_t size = type->size;
    if (type == &tunip_array_type) size = sizeof(tn_made_array);
    if (type == &tunip_map_type) size = sizeof(tn_made_map);
    tunip_node *node = tn_arena_zalloc(&a->graph->arena, size);
    if (node)
        node->type = type;
    else
        tn_assemble_fail_memory(a);
    return node;
}

/* ---- strings ---- */

/* Most strings are names that occur many times. Each is stored once, next to the other names, so
 * that it is in the processor's cache during a print. */
enum { LONGEST_SHARED = 64 };

bool tn_assemble_string(tn_assembler *a, tunip_str *text, bool is_kept)
{
    if (text->size <= LONGEST_SHARED) {
        uint32_t id = tn_intern_put(&a->strings, *text);
        if (id == TN_NOT_INTERNED) return tn_assemble_fail_memory(a);
        *text = tn_intern_text(&a->strings, id);
        return true;
    }
    if (!is_kept) *text = tn_arena_str(&a->graph->arena, *text);
    return text->data || tn_assemble_fail_memory(a);
}
