/* valid.c -- a walk that finds out whether a graph has a grave flaw, but not where. */
#include "valid.h"

#include "../base/compiler.h"
#include "node.h"

/* The kinds of forms. A leaf has no children and no flaws, a value has no children. */
enum { LEAF, VALUE, STRUCT, ARRAY, MAP, OPAQUE };

/* Deeper nodes are kept in `open`. */
enum { MOST_DEPTH = 32 };

static const tunip_type no_type;
static const tn_form no_form = {.type = &no_type};

void tn_validity_init(tn_validity *v, const tunip_allocator *allocator)
{
    *v = (tn_validity){.allocator = allocator};
    tn_seen_init(&v->seen, allocator);
    tn_commons_init(&v->commons, allocator);
    tn_map_init(&v->forms, allocator);
    tn_arena_init(&v->arena, allocator);
    for (size_t i = 0; i < TN_RECENT_FORMS; i++) v->recent[i] = &no_form;
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

static uint8_t kind_of(const tunip_type *type)
{
    if (type->base == &tunip_opaque_type) return OPAQUE;
    if (type == &tunip_int_type || type == &tunip_float_type || type == &tunip_bool_type)
        return LEAF;
    if (type->base || type->field_count) return list_fields(type, NULL) ? STRUCT : LEAF;
    if (type == &tunip_map_type) return MAP;
    return type == &tunip_array_type ? ARRAY : VALUE;
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
    return &v->recent[((uintptr_t)type >> 4) % TN_RECENT_FORMS];
}

/* Flaws of the description of the type are found here: no faulty type has a form. */
static TN_APART const tn_form *find_form(tn_validity *v, const tunip_type *type)
{
    if (!type || tn_type_is_faulty(&v->commons, type)) {
        v->is_flawed = true;
        return NULL;
    }
    uint64_t *known = tn_map_put(&v->forms, type, NULL);
    if (known && !*known) *known = (uintptr_t)new_form(v, type);
    if (!known || !*known) {
        v->failed = true;
        return NULL;
    }
    return *recent_form(v, type) = (const tn_form *)(uintptr_t)*known;
}

/* NULL for a faulty type, and when out of memory. */
static inline const tn_form *form_of(tn_validity *v, const tunip_type *type)
{
    const tn_form *form = *recent_form(v, type);
    return form->type == type ? form : find_form(v, type);
}

/* ---- the walk ---- */

static void visit(tn_validity *v, const tunip_node *node, const tn_form *form, unsigned depth);

static inline const tunip_node *child_of(const tunip_node *node, const tn_child_field *field)
{
    return *(const tunip_node *const *)(const void *)((const char *)node + field->offset);
}

/* Whether a node with children is met for the first time. */
static inline bool is_new(tn_validity *v, const tunip_node *node)
{
    bool added = false;
    if (!tn_seen_add(&v->seen, node, &added)) v->failed = true;
    return added;
}

/* Takes a child in a place for nodes of the type `expected` (NULL: any). Returns its form if it is
 * new and may have children; the caller visits it. */
static inline const tn_form *meet(tn_validity *v, const tunip_node *child,
                                  const tunip_type *expected)
{
    const tn_form *form = form_of(v, child->type);
    if (!form) return NULL;
    if (expected && !tn_may_be(child, expected)) {
        v->is_flawed = true;
        return NULL;
    }
    if (form->kind <= VALUE) {
        if (form->kind == VALUE && !tn_value_is_valid(child)) v->is_flawed = true;
        return NULL;
    }
    if (form->count == 1 && !child_of(child, form->fields)) return NULL;
    return is_new(v, child) ? form : NULL;
}

static inline void take(tn_validity *v, const tunip_node *child, const tunip_type *expected,
                        unsigned depth)
{
    const tn_form *form = meet(v, child, expected);
    if (form) visit(v, child, form, depth);
}

static void take_items(tn_validity *v, const tunip_array *array, const tunip_type *expected,
                       unsigned depth)
{
    if (array->count && !array->items) v->is_flawed = true;
    for (size_t i = 0; array->items && i < array->count; i++)
        if (array->items[i]) take(v, array->items[i], expected, depth);
}

/* Whether the items of a container have the types that the field expects. */
static TN_APART bool items_fit(tn_validity *v, const tunip_node *child, const tn_child_field *field)
{
    bool is_map = child->type == &tunip_map_type;
    if (is_map && !((const tunip_map *)child)->count) return true;
    if ((!is_map && child->type != &tunip_array_type) || !tn_value_is_valid(child)) return true;
    return tn_items_fit(&v->commons, child, false, field->item) &&
           (!is_map || tn_items_fit(&v->commons, child, true, field->key));
}

/* Most arrays are met once: one look at their items is enough. */
static inline void take_fields(tn_validity *v, const tunip_node *node, const tn_form *form,
                               unsigned depth)
{
    const tn_child_field *end = form->fields + form->count;
    for (const tn_child_field *field = form->fields; field < end; field++) {
        const tunip_node *child = child_of(node, field);
        if (!child) continue;
        const tn_form *found = meet(v, child, field->expects);
        if (found && found->kind == ARRAY) {
            take_items(v, (const tunip_array *)child, field->item, depth);
            continue;
        }
        if (found) visit(v, child, found, depth);
        if (field->item && child->type && !items_fit(v, child, field)) v->is_flawed = true;
    }
}

static void take_entries(tn_validity *v, const tunip_map *map, unsigned depth)
{
    if (map->count && !map->entries) v->is_flawed = true;
    for (size_t i = 0; map->entries && i < map->count; i++) {
        if (map->entries[i].key) take(v, map->entries[i].key, NULL, depth);
        if (map->entries[i].value) take(v, map->entries[i].value, NULL, depth);
    }
}

static void take_opaque(tn_validity *v, const tunip_opaque *opaque, unsigned depth)
{
    if (opaque->count && !opaque->fields) v->is_flawed = true;
    for (size_t i = 0; opaque->fields && i < opaque->count; i++)
        if (opaque->fields[i].value) take(v, opaque->fields[i].value, NULL, depth);
    if (opaque->data) take(v, opaque->data, NULL, depth);
}

/* Takes the children of a node. */
static void visit(tn_validity *v, const tunip_node *node, const tn_form *form, unsigned depth)
{
    if (!depth) {
        if (!tn_array_push(&v->open, v->allocator, (tn_open_node){node, form})) v->failed = true;
        return;
    }
    if (form->kind == STRUCT)
        take_fields(v, node, form, depth - 1);
    else if (form->kind == ARRAY)
        take_items(v, (const tunip_array *)node, NULL, depth - 1);
    else if (form->kind == MAP)
        take_entries(v, (const tunip_map *)node, depth - 1);
    else
        take_opaque(v, (const tunip_opaque *)node, depth - 1);
}

void tn_validity_add(tn_validity *v, const tunip_node *root)
{
    if (root) take(v, root, NULL, MOST_DEPTH);
    while (v->open.count && !v->is_flawed && !v->failed) {
        tn_open_node next = v->open.items[--v->open.count];
        visit(v, next.node, next.form, MOST_DEPTH);
    }
    v->failed |= v->commons.failed;
}

void tn_validity_again(tn_validity *v, const tunip_node *node)
{
    if (!node) return;
    const tn_form *form = form_of(v, node->type);
    if (form && form->kind > VALUE &&
        !tn_array_push(&v->open, v->allocator, (tn_open_node){node, form}))
        v->failed = true;
}
