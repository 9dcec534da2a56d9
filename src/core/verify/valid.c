/* valid.c -- a walk that finds out whether there is a grave flaw, and not where. */
#include "valid.h"

#include "node.h"

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator)
{
    *v = (tn_validity){.allocator = allocator};
    tn_seen_init(&v->seen, allocator);
    tn_commons_init(&v->commons, allocator);
}

void tn_validity_free(tn_validity *v)
{
    tn_seen_free(&v->seen);
    tn_commons_free(&v->commons);
    tn_array_free(&v->open, v->allocator);
}

static void put(tn_validity *v, const tunip_node *node)
{
    if (!tn_array_push(&v->open, v->allocator, node)) v->failed = true;
}

/* A child in a place that is for nodes of type `expected`, or NULL for any. */
static inline void take(tn_validity *v, const tunip_node *child, const tunip_type *expected)
{
    const tunip_type *type = child->type;
    bool is_new = false;
    if (!type || tn_type_is_faulty(&v->commons, type) ||
        (type != expected && !tn_may_be(child, expected)))
        v->is_flawed = true;
    else if (!tn_seen_add(&v->seen, child, &is_new))
        v->failed = true;
    else if (is_new)
        put(v, child);
}

static void take_fields(tn_validity *v, const tunip_node *node)
{
    for (const tunip_type *type = node->type; type; type = type->base) {
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_AGAIN) continue;
            const tunip_node *child = tunip_field_node(node, field);
            if (!child) continue;
            take(v, child, field->expects);
            if (!field->item || v->is_flawed) continue;
            bool is_map = child->type == &tunip_map_type;
            if ((!is_map && child->type != &tunip_array_type) || !tn_value_is_valid(child))
                continue;
            v->is_flawed = !tn_items_fit(&v->commons, child, false, field->item) ||
                           (is_map && !tn_items_fit(&v->commons, child, true, field->key));
        }
    }
}

static void take_items(tn_validity *v, const tunip_array *array)
{
    for (size_t i = 0; i < array->count; i++)
        if (array->items[i]) take(v, array->items[i], NULL);
}

static void take_entries(tn_validity *v, const tunip_map *map)
{
    for (size_t i = 0; i < map->count; i++) {
        if (map->entries[i].key) take(v, map->entries[i].key, NULL);
        if (map->entries[i].value) take(v, map->entries[i].value, NULL);
    }
}

static void take_opaque(tn_validity *v, const tunip_opaque *opaque)
{
    for (size_t i = 0; i < opaque->count; i++)
        if (opaque->fields[i].value) take(v, opaque->fields[i].value, NULL);
    if (opaque->data) take(v, opaque->data, NULL);
}

/* Whether a type is described by a field table: quick, and true for most nodes. */
static inline bool is_struct(const tunip_type *type)
{
    return (type->base || type->field_count) && type->base != &tunip_opaque_type;
}

void tn_validity_add(tn_validity *v, const tunip_node *root)
{
    if (root) take(v, root, NULL);
    while (v->open.count && !v->is_flawed && !v->failed) {
        const tunip_node *node = v->open.items[--v->open.count];
        if (is_struct(node->type))
            take_fields(v, node);
        else if (!tn_value_is_valid(node))
            v->is_flawed = true;
        else if (node->type == &tunip_array_type)
            take_items(v, (const tunip_array *)node);
        else if (node->type == &tunip_map_type)
            take_entries(v, (const tunip_map *)node);
        else if (node->type->base == &tunip_opaque_type)
            take_opaque(v, (const tunip_opaque *)node);
        v->failed |= v->commons.failed;
    }
}

void tn_validity_again(tn_validity *v, const tunip_node *node)
{
    if (node) put(v, node);
}
