/* assemble_opaque.c -- nodes of unregistered types keep the fields that the source names. */
#include "assemble.h"

/* Whether a key is a name, because messages contain keys without escapes. */
static bool is_name(tunip_str key)
{
    for (size_t i = 0; i < key.size; i++)
        if ((unsigned char)key.data[i] < 0x20 || key.data[i] == 0x7f) return false;
    return key.size > 0;
}

static tunip_type *add_type(tn_assembler *a, const char *key)
{
    tunip_type *type = tunip_graph_alloc(a->graph, sizeof *type);
    if (!type || !tn_array_push(&a->unknown_types, a->allocator, type)) {
        tn_assemble_fail_memory(a);
        return NULL;
    }
    *type = (tunip_type){.key = key,
                         .base = &tunip_opaque_type,
                         .equality = TUNIP_EQ_TREE,
                         .size = sizeof(tunip_opaque),
                         .id = tunip_opaque_type.id};
    return type;
}

/* The graph's own description of an unregistered type. */
static tunip_type *unknown_type(tn_assembler *a, tunip_str key)
{
    uint32_t id = tn_intern_put(&a->unknown_keys, key);
    if (id == TN_NOT_INTERNED) {
        tn_assemble_fail_memory(a);
        return NULL;
    }
    if (id < a->unknown_types.count) return a->unknown_types.items[id];
    return add_type(a, tn_intern_text(&a->unknown_keys, id).data);
}

bool tn_assemble_opaque(tn_assembler *a, tunip_str key, size_t at, tunip_opaque **out)
{
    if (!is_name(key)) return tn_assemble_reject(a, at, "the key of a type");
    tunip_type *type = unknown_type(a, key);
    if (!type) return false;
    *out = tunip_node_new(a->graph, type);
    a->opaque_fields.count = 0;
    return *out || tn_assemble_fail_memory(a);
}

bool tn_assemble_opaque_field(tn_assembler *a, tunip_str name, size_t at)
{
    if (a->opaque_fields.count == TN_MOST_FIELDS)
        return tn_assemble_fail(a, TUNIP_ERROR_LIMIT, at, "expected at most %d fields",
                                TN_MOST_FIELDS);
    for (size_t i = 0; i < a->opaque_fields.count; i++)
        if (tunip_str_equal(name, a->opaque_fields.items[i].name))
            return tn_assemble_reject(a, at, "the name of another field");
    tunip_opaque_field field = {.name = name};
    return tn_array_push(&a->opaque_fields, a->allocator, field) || tn_assemble_fail_memory(a);
}

void tn_assemble_opaque_value(tn_assembler *a, tunip_node *value)
{
    a->opaque_fields.items[a->opaque_fields.count - 1].value = value;
}

bool tn_assemble_opaque_int(tn_assembler *a, int64_t value)
{
    tunip_opaque_field *field = &a->opaque_fields.items[a->opaque_fields.count - 1];
    field->is_reference = value >= 0 && (uint64_t)value < a->nodes.count;
    if (field->is_reference) {
        field->value = a->nodes.items[value];
        field->index = value;
        return true;
    }
    tunip_int *node = tn_assemble_value(a, &tunip_int_type);
    if (!node) return false;
    node->value = value;
    field->value = &node->base;
    return true;
}

bool tn_assemble_opaque_end(tn_assembler *a, tunip_opaque *node)
{
    size_t size = a->opaque_fields.count * sizeof *node->fields;
    node->count = a->opaque_fields.count;
    node->fields = tn_arena_alloc(&a->graph->arena, size);
    if (!node->fields) return tn_assemble_fail_memory(a);
    if (size) memcpy(node->fields, a->opaque_fields.items, size);
    return true;
}
