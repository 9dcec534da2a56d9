/* valid.c -- a walk that finds out whether a graph has a grave flaw, but not where. */
#include "valid.h"

#include "../base/compiler.h"
#include "node.h"

/* The kinds of forms. A value has no children. */
enum { STRUCT, VALUE, ARRAY, MAP, OPAQUE };

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator)
{
    *v = (tn_validity){.allocator = allocator};
    tn_seen_init(&v->seen, allocator);
    tn_commons_init(&v->commons, allocator);
    tn_map_init(&v->forms, allocator);
    tn_arena_init(&v->arena, allocator);
}

void tn_validity_free(tn_validity *v)
{
    tn_seen_free(&v->seen);
    tn_commons_free(&v->commons);
    tn_map_free(&v->forms);
    tn_arena_free(&v->arena);
    tn_array_free(&v->open, v->allocator);
}

/* ---- forms ---- */

static uint8_t kind_of(const tunip_type *type)
{
    if (type->base == &tunip_opaque_type) return OPAQUE;
    if (type->base || type->field_count) return STRUCT;
    if (type == &tunip_map_type) return MAP;
    return type == &tunip_array_type ? ARRAY : VALUE;
}

/* Copies the fields that hold nodes to `out`, unless it is NULL; returns how many there are. */
static size_t list_fields(const tunip_type *type, tn_child_field *out)
{
    size_t count = 0;
    for (; type; type = type->base) {
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_AGAIN) continue;
            if (out)
                out[count] =
                    (tn_child_field){field->offset, field->expects, field->item, field->key};
            count++;
        }
    }
    return count;
}

static const tn_form *new_form(tn_validity *v, const tunip_type *type)
{
    uint8_t kind = kind_of(type);
    size_t count = kind == STRUCT ? list_fields(type, NULL) : 0;
    tn_child_field *fields = tn_arena_alloc(&v->arena, count * sizeof *fields);
    tn_form *form = tn_arena_alloc(&v->arena, sizeof *form);
    if (!fields || !form) return NULL;
    if (count) list_fields(type, fields);
    *form = (tn_form){type, kind, count, fields};
    return form;
}

static const tn_form **recent_form(tn_validity *v, const tunip_type *type)
{
    return &v->recent[(uintptr_t)type / sizeof *type % TN_RECENT_FORMS];
}

static TN_APART const tn_form *find_form(tn_validity *v, const tunip_type *type)
{
    uint64_t *known = tn_map_put(&v->forms, type, NULL);
    if (known && !*known) *known = (uintptr_t)new_form(v, type);
    if (!known || !*known) {
        v->failed = true;
        return NULL;
    }
    return *recent_form(v, type) = (const tn_form *)(uintptr_t)*known;
}

/* NULL when out of memory. */
static inline const tn_form *form_of(tn_validity *v, const tunip_type *type)
{
    const tn_form *form = *recent_form(v, type);
    return form && form->type == type ? form : find_form(v, type);
}

/* ---- the walk ---- */

/* Visits a child in a place for nodes of the type `expected` (NULL: any). Returns the form of the
 * child if the child is new and has no flaw. */
static inline const tn_form *meet(tn_validity *v, const tunip_node *child,
                                  const tunip_type *expected)
{
    const tunip_type *type = child->type;
    bool is_new = false;
    if (!type || tn_type_is_faulty(&v->commons, type) ||
        (expected && type != expected && !tn_may_be(child, expected)))
        v->is_flawed = true;
    else if (!tn_seen_add(&v->seen, child, &is_new))
        v->failed = true;
    return is_new ? form_of(v, type) : NULL;
}

static inline void open(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    if (form->kind == STRUCT && !form->count) return;
    if (form->kind == VALUE)
        v->is_flawed |= !tn_value_is_valid(node);
    else if (!tn_array_push(&v->open, v->allocator, (tn_open_node){node, form}))
        v->failed = true;
}

static inline void take(tn_validity *v, const tunip_node *child, const tunip_type *expected)
{
    const tn_form *form = meet(v, child, expected);
    if (form) open(v, child, form);
}

static void take_items(tn_validity *v, const tunip_array *array, const tunip_type *expected)
{
    for (size_t i = 0; i < array->count; i++)
        if (array->items[i]) take(v, array->items[i], expected);
}

/* Whether the items of a container have the types that the field expects. The container has a form
 * already. */
static bool items_fit(tn_validity *v, const tunip_node *child, const tn_child_field *field)
{
    bool is_map = child->type == &tunip_map_type;
    if ((!is_map && child->type != &tunip_array_type) || !tn_value_is_valid(child)) return true;
    return tn_items_fit(&v->commons, child, false, field->item) &&
           (!is_map || tn_items_fit(&v->commons, child, true, field->key));
}

/* Most arrays are met once: one look at their items is enough. */
static void take_fields(tn_validity *v, const tunip_node *node, const tn_form *form)
{
    for (size_t i = 0; i < form->count; i++) {
        const tn_child_field *field = &form->fields[i];
        const tunip_node *child = *(const tunip_node *const *)((const char *)node + field->offset);
        if (!child) continue;
        const tn_form *found = meet(v, child, field->expects);
        if (found && found->kind == ARRAY && tn_value_is_valid(child))
            take_items(v, (const tunip_array *)child, field->item);
        else if (found)
            open(v, child, found);
        if (v->is_flawed) return;
        if (field->item && !(found && found->kind == ARRAY))
            v->is_flawed = !items_fit(v, child, field);
    }
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

void tn_validity_add(tn_validity *v, const tunip_node *root)
{
    if (root) take(v, root, NULL);
    while (v->open.count && !v->is_flawed && !v->failed) {
        tn_open_node next = v->open.items[--v->open.count];
        if (next.form->kind == STRUCT)
            take_fields(v, next.node, next.form);
        else if (!tn_value_is_valid(next.node))
            v->is_flawed = true;
        else if (next.form->kind == ARRAY)
            take_items(v, (const tunip_array *)next.node, NULL);
        else if (next.form->kind == MAP)
            take_entries(v, (const tunip_map *)next.node);
        else
            take_opaque(v, (const tunip_opaque *)next.node);
        v->failed |= v->commons.failed;
    }
}

void tn_validity_again(tn_validity *v, const tunip_node *node)
{
    if (!node) return;
    const tn_form *form = form_of(v, node->type);
    if (form && !tn_array_push(&v->open, v->allocator, (tn_open_node){node, form}))
        v->failed = true;
}
