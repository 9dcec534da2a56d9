/* slots.c -- the places in a node that refer to its children. */
#include "slots.h"

#include "opaque.h"
#include "same.h"
#include "visit.h"

typedef struct slot_visit {
    char *node;
    tn_slot_fn fn;
    void *user;
} slot_visit;

static bool visit_field(const tunip_field *field, void *user)
{
    const slot_visit *v = user;
    return field->kind != TUNIP_KIND_NODE ||
           v->fn((tunip_node **)(void *)(v->node + field->offset), v->user);
}

bool tn_each_slot(tunip_node *node, tn_slot_fn fn, void *user)
{
    void *at = node;
    bool fine = true;
    if (tn_is_value(node->type)) return true;
    if (node->type == &tunip_array_type) {
        tunip_array *array = at;
        for (size_t i = 0; fine && i < array->count; i++) fine = fn(&array->items[i], user);
    } else if (node->type == &tunip_map_type) {
        tunip_map *map = at;
        for (size_t i = 0; fine && i < map->count; i++)
            fine = fn(&map->entries[i].key, user) && fn(&map->entries[i].value, user);
    } else if (tn_is_opaque(node->type)) {
        tunip_opaque *opaque = at;
        for (size_t i = 0; fine && i < opaque->count; i++)
            fine = fn(&opaque->fields[i].value, user);
        fine = fine && fn(&opaque->data, user);
    } else {
        slot_visit v = {at, fn, user};
        fine = tn_each_field(node->type, 0, visit_field, &v);
    }
    return fine;
}
