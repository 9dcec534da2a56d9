/* follow.c -- from paths to nodes. */
#include "follow.h"

#include <stdio.h>

#include <tunip/ext/mix.h>

void tn_follower_init(tn_follower *f, const tunip_node *root, const tunip_allocator *allocator)
{
    *f = (tn_follower){.root = root, .allocator = allocator};
    tn_map_init(&f->known, allocator);
    tn_map_init(&f->indexed, allocator);
    tn_map_init(&f->first, allocator);
}

void tn_follower_free(tn_follower *f)
{
    tn_map_free(&f->known);
    tn_map_free(&f->indexed);
    tn_map_free(&f->first);
    tn_array_free(&f->entries, f->allocator);
    tn_array_free(&f->pending, f->allocator);
}

/* ---- maps ---- */

static tunip_path key_step(const tunip_map *map, size_t index)
{
    tunip_path step = {.step = TUNIP_STEP_KEY};
    step.at.key = map->entries[index].key;
    return tn_path_as_written(&step);
}

/* tn_map wants pointers that are not NULL. */
static const void *entry_key(const tunip_map *map, const tunip_path *step)
{
    uint64_t hash = tn_path_step_hash(step) ^ tunip_mix_address(map);
    return (const void *)(uintptr_t)(hash | 1);
}

static bool index_entry(tn_follower *f, const tunip_map *map, size_t index)
{
    const tunip_path step = key_step(map, index);
    uint64_t *first = tn_map_put(&f->first, entry_key(map, &step), NULL);
    if (!first) return false;
    tn_entry entry = {map, index, *first ? (uint32_t)*first - 1 : TN_NO_PLACE};
    if (!tn_array_push(&f->entries, f->allocator, entry)) return false;
    *first = f->entries.count;
    return true;
}

static bool index_map(tn_follower *f, const tunip_map *map)
{
    bool added;
    if (!tn_map_put(&f->indexed, map, &added)) return false;
    if (!added) return true;
    for (size_t i = 0; i < map->count; i++)
        if (!index_entry(f, map, i)) return false;
    return true;
}

static const tunip_map_entry *find_entry(tn_follower *f, const tunip_map *map,
                                         const tunip_path *step)
{
    if (!index_map(f, map)) {
        f->failed = true;
        return NULL;
    }
    const uint64_t *first = tn_map_get(&f->first, entry_key(map, step));
    uint32_t at = first ? (uint32_t)*first - 1 : TN_NO_PLACE;
    for (; at != TN_NO_PLACE; at = f->entries.items[at].next) {
        const tn_entry *entry = &f->entries.items[at];
        const tunip_path key = key_step(map, entry->index);
        if (entry->map == map && tn_path_same_step(&key, step)) return &map->entries[entry->index];
    }
    return NULL;
}

/* ---- one step ---- */

static tn_step_end ending(const tunip_node *to)
{
    return to ? TN_STEP_NODE : TN_STEP_VALUE;
}

static tn_step_end opaque_field(const tunip_opaque *node, const char *name, const tunip_node **to)
{
    for (size_t i = 0; i < node->count; i++) {
        if (!tunip_str_is(node->fields[i].name, name)) continue;
        *to = node->fields[i].value;
        return ending(*to);
    }
    return TN_STEP_NOWHERE;
}

/* In paths a field has its name in C, which may lack the underscores of the saved name: `dict` for
 * `__dict__`. */
static const tunip_field *find_field(const tunip_type *type, const char *name)
{
    enum { LONGEST = 60 };
    char reserved[LONGEST + 5];
    const tunip_field *field = tunip_type_field(type, name);
    if (field || strlen(name) > LONGEST) return field;
    snprintf(reserved, sizeof reserved, "__%s__", name);
    return tunip_type_field(type, reserved);
}

static tn_step_end into_field(const tunip_node *node, const char *name, const tunip_node **to)
{
    if (node->type->base == &tunip_opaque_type)
        return opaque_field((const tunip_opaque *)node, name, to);
    const tunip_field *field = find_field(node->type, name);
    /* only the codec knows the contents of a node that is saved as one text */
    if (!field) return node->type->codec ? TN_STEP_VALUE : TN_STEP_NOWHERE;
    if (field->kind == TUNIP_KIND_NODE) *to = tunip_field_node(node, field);
    return ending(*to);
}

static tn_step_end into_map(tn_follower *f, const tunip_map *map, const tunip_path *step,
                            const tunip_node **to)
{
    tunip_path wanted = *step;
    bool key = step->step >= TUNIP_STEP_ATTR_MISSING; /* the key itself, when it is there */
    if (key) wanted.step = (uint8_t)(step->step - TUNIP_STEP_ATTR_MISSING);
    const tunip_map_entry *entry = find_entry(f, map, &wanted);
    if (!entry) return key ? TN_STEP_VALUE : TN_STEP_NOWHERE;
    *to = key ? entry->key : entry->value;
    return ending(*to);
}

static tn_step_end into_item(const tunip_node *node, int64_t index, const tunip_node **to)
{
    bool array = tunip_is(node, &tunip_array_type), shape = tunip_is(node, &tunip_shape_type);
    size_t count = array   ? ((const tunip_array *)node)->count
                   : shape ? ((const tunip_shape *)node)->count
                           : 0;
    if (index < 0 || (uint64_t)index >= count) return TN_STEP_NOWHERE;
    if (array) *to = ((const tunip_array *)node)->items[index];
    return ending(*to);
}

tn_step_end tn_follow_step(tn_follower *f, const tunip_node *node, const tunip_path *path,
                           const tunip_node **to)
{
    *to = NULL;
    const tunip_path step = tn_path_as_written(path);
    if (tunip_is(node, &tunip_map_type) && step.step != TUNIP_STEP_ATTR)
        return into_map(f, (const tunip_map *)node, &step, to);
    switch ((tunip_step)step.step) {
    case TUNIP_STEP_ATTR:
        return into_field(node, step.at.attr, to);
    case TUNIP_STEP_ITEM:
        return into_item(node, step.at.index, to);
    case TUNIP_STEP_KEY:
        return TN_STEP_NOWHERE;
    default:
        return TN_STEP_VALUE;
    }
}

/* ---- paths ---- */

/* Climbs to an ancestor whose node is known, and collects the paths on the way. */
static const tunip_node *climb(tn_follower *f, const tunip_path *path)
{
    f->pending.count = 0;
    for (; path->parent; path = path->parent) {
        const uint64_t *known = tn_map_get(&f->known, path);
        if (known) return (const tunip_node *)(uintptr_t)*known;
        if (!tn_array_push(&f->pending, f->allocator, path)) {
            f->failed = true;
            return NULL;
        }
    }
    return f->root;
}

const tunip_node *tn_follow(tn_follower *f, const tunip_path *path)
{
    const tunip_node *node = climb(f, path);
    while (f->pending.count && !f->failed) {
        const tunip_path *step = f->pending.items[--f->pending.count];
        const tunip_node *to = NULL;
        if (node) tn_follow_step(f, node, step, &to);
        uint64_t *known = tn_map_put(&f->known, step, NULL);
        if (!known) {
            f->failed = true;
            break;
        }
        *known = (uintptr_t)(node = to);
    }
    return f->failed ? NULL : node;
}
