/* repair.c -- copies a graph without its grave flaws. Each node is copied once; a work list holds
 * the copies whose children are still the originals. */
#include "repair.h"

#include "../base/array.h"
#include "../base/map.h"
#include "../ir/kinds.h"
#include "node.h"
#include "type.h"

const tunip_type tn_placeholder_type = {
    .key = "<placeholder>", .base = &tunip_opaque_type, .size = sizeof(tn_placeholder)};

typedef struct task {
    tunip_node *copy;
    const tunip_field *field; /* the field that declares the types of a container's items; or
                                 NULL */
} task;

typedef struct repairer {
    tn_arena *arena;
    tn_map copies; /* node -> its copy, except for containers whose items a field declares */
    TN_ARRAY(task) tasks;
    bool failed; /* out of memory */
} repairer;

static void *take(repairer *m, size_t size)
{
    void *memory = tn_arena_zalloc(m->arena, size);
    m->failed |= !memory;
    return memory;
}

/* ---- one node ---- */

static size_t size_of(const tunip_type *type)
{
    return type->base == &tunip_opaque_type ? sizeof(tunip_opaque) : type->size;
}

static tunip_node *copy_node(repairer *m, const tunip_node *node, const tunip_field *field)
{
    tunip_node *copy = take(m, size_of(node->type));
    if (!copy) return NULL;
    memcpy(copy, node, size_of(node->type));
    m->failed |= !tn_array_push(&m->tasks, &m->arena->allocator, (task){copy, field});
    return copy;
}

static bool is_container(const tunip_node *node)
{
    return node->type == &tunip_array_type || node->type == &tunip_map_type;
}

static tunip_node *repair_node(repairer *m, const tunip_node *node, const tunip_field *field)
{
    if (field && field->item && is_container(node)) return copy_node(m, node, field);
    uint64_t *slot = tn_map_put(&m->copies, node, NULL);
    if (!slot) {
        m->failed = true;
        return NULL;
    }
    if (*slot) return (tunip_node *)(uintptr_t)*slot;
    tunip_node *copy = copy_node(m, node, NULL);
    *slot = (uintptr_t)copy;
    return copy;
}

/* A string whose text names the type of the replaced node. */
static tunip_node *placeholder_text(repairer *m, const char *key)
{
    size_t size = strlen(key) + 2;
    tunip_string *made = take(m, sizeof *made);
    char *text = made ? take(m, size + 1) : NULL;
    if (!text) return NULL;
    text[0] = '<';
    memcpy(text + 1, key, size - 2);
    text[size - 1] = '>';
    *made = (tunip_string){{&tunip_string_type}, {text, size}};
    return &made->base;
}

/* The placeholder for a flawed node: a visible one if the field allows it, else NULL. */
static tunip_node *placeholder(repairer *m, const tunip_node *node, const tunip_type *expected)
{
    if (expected == &tunip_string_type && node->type && node->type->key)
        return placeholder_text(m, node->type->key);
    tn_placeholder *made = tn_takes_unregistered(expected) ? take(m, sizeof *made) : NULL;
    if (!made) return NULL;
    made->base.base.type = &tn_placeholder_type;
    made->key = node->type ? node->type->key : NULL;
    return &made->base.base;
}

static tunip_node *repair_child(repairer *m, const tunip_node *child, const tunip_type *expected,
                                const tunip_field *field)
{
    char fault[TN_FAULT_SIZE];
    if (!child || m->failed) return NULL;
    bool fits = child->type && !tn_type_fault(child->type, fault) && tn_may_be(child, expected);
    return fits ? repair_node(m, child, field) : placeholder(m, child, expected);
}

/* ---- the contents of a node ---- */

static void repair_array(repairer *m, tunip_array *array, const tunip_field *field)
{
    tunip_node **items = take(m, array->count * sizeof *items);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = repair_child(m, array->items[i], field ? field->item : NULL, NULL);
    array->items = items;
}

static void repair_map(repairer *m, tunip_map *map, const tunip_field *field)
{
    tunip_map_entry *entries = take(m, map->count * sizeof *entries);
    for (size_t i = 0; entries && i < map->count; i++) {
        entries[i].key = repair_child(m, map->entries[i].key, field ? field->key : NULL, NULL);
        entries[i].value = repair_child(m, map->entries[i].value, field ? field->item : NULL, NULL);
    }
    map->entries = entries;
}

static void repair_opaque(repairer *m, tunip_opaque *node)
{
    tunip_opaque_field *fields = take(m, node->count * sizeof *fields);
    for (size_t i = 0; fields && i < node->count; i++) {
        fields[i] = node->fields[i];
        fields[i].value = repair_child(m, node->fields[i].value, NULL, NULL);
    }
    node->fields = fields;
    node->data = repair_child(m, node->data, NULL, NULL);
}

static void repair_fields(repairer *m, tunip_node *node)
{
    for (const tunip_type *type = node->type; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_AGAIN) continue;
            tunip_node **child = (tunip_node **)(void *)((char *)node + field->offset);
            *child = repair_child(m, *child, field->expects, field);
        }
}

/* Sets a count without data to 0. */
static void empty(tunip_node *node)
{
    const tunip_type *type = node->type;
    memset((char *)node + sizeof *node, 0, size_of(type) - sizeof *node);
}

static void repair_inside(repairer *m, const task *t)
{
    tunip_node *node = t->copy;
    if (!tn_value_is_valid(node))
        empty(node);
    else if (node->type == &tunip_array_type)
        repair_array(m, (tunip_array *)node, t->field);
    else if (node->type == &tunip_map_type)
        repair_map(m, (tunip_map *)node, t->field);
    else if (node->type->base == &tunip_opaque_type)
        repair_opaque(m, (tunip_opaque *)node);
    else
        repair_fields(m, node);
}

const tunip_node *tn_repair(tn_arena *arena, const tunip_node *root)
{
    repairer m = {.arena = arena};
    tn_map_init(&m.copies, &arena->allocator);
    const tunip_node *copy = repair_child(&m, root, NULL, NULL);
    while (m.tasks.count && !m.failed) {
        task next = m.tasks.items[--m.tasks.count];
        repair_inside(&m, &next);
    }
    tn_map_free(&m.copies);
    tn_array_free(&m.tasks, &arena->allocator);
    return m.failed ? NULL : copy;
}
