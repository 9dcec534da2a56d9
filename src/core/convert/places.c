/* places.c -- the access paths of some nodes, in one walk. */
#include "places.h"

void tn_places_init(tn_places *places, const tunip_allocator *allocator)
{
    *places = (tn_places){.missing = 0};
    tn_map_init(&places->wanted, allocator);
    tn_set_init(&places->seen, allocator);
    tn_arena_init(&places->arena, allocator);
    tn_stack_init(&places->stack);
}

void tn_places_free(tn_places *places)
{
    tn_array_free(&places->paths, places->seen.allocator);
    tn_map_free(&places->wanted);
    tn_set_free(&places->seen);
    tn_arena_free(&places->arena);
}

void tn_places_want(tn_places *places, const tunip_node *node)
{
    bool is_new = false;
    if (!tn_map_put(&places->wanted, node, &is_new)) places->failed = true;
    places->missing += is_new;
}

size_t tn_places_rank(const tn_places *places, const tunip_node *node)
{
    const uint64_t *rank = tn_map_get(&places->wanted, node);
    return rank && *rank ? (size_t)*rank - 1 : SIZE_MAX;
}

/* A node of the walk, with its path. */
typedef struct spot {
    tn_places *places;
    const tunip_node *node;
    const tunip_path *path;
} spot;

static bool visit(tn_places *places, const tunip_node *node, const tunip_path *path);

static bool goes_on(const tn_places *places)
{
    return places->missing && !places->failed;
}

static bool visit_child(const spot *s, const tunip_node *child, tunip_path step)
{
    if (!child || !goes_on(s->places)) return goes_on(s->places);
    tunip_path *path = tn_arena_alloc(&s->places->arena, sizeof *path);
    if (path) {
        step.parent = s->path;
        step.depth = s->path->depth + 1;
        *path = step;
        visit(s->places, child, path);
    } else {
        s->places->failed = true;
    }
    return goes_on(s->places);
}

static bool visit_field(const tunip_field *field, void *user)
{
    const spot *s = user;
    if (field->kind != TUNIP_KIND_NODE) return true;
    return visit_child(s, tunip_field_node(s->node, field),
                       (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = field->name});
}

static void visit_inside(const spot *s)
{
    const tunip_array *array = TUNIP_AS(tunip_array, s->node);
    const tunip_map *map = TUNIP_AS(tunip_map, s->node);
    for (size_t i = 0; array && i < array->count; i++)
        visit_child(s, array->items[i],
                    (tunip_path){.step = TUNIP_STEP_ITEM, .at.index = (int64_t)i});
    for (size_t i = 0; map && i < map->count; i++) {
        tunip_path step = {.step = TUNIP_STEP_KEY_MISSING, .at.key = map->entries[i].key};
        visit_child(s, map->entries[i].key, step);
        step.step = TUNIP_STEP_KEY;
        visit_child(s, map->entries[i].value, step);
    }
    if (!array && !map) tunip_each_field(s->node->type, 0, visit_field, (void *)(uintptr_t)s);
}

TN_STACK_STEP3(visit_deeper, bool, visit, tn_places *, const tunip_node *, const tunip_path *)

static bool visit(tn_places *places, const tunip_node *node, const tunip_path *path)
{
    bool is_new = false;
    if (tn_stack_low(&places->stack)) {
        if (!visit_deeper(&places->stack, &is_new, places, node, path)) places->failed = true;
        return goes_on(places);
    }
    if (!tn_set_add(&places->seen, node, &is_new)) places->failed = true;
    uint64_t *wanted = is_new ? tn_map_get(&places->wanted, node) : NULL;
    if (wanted) {
        if (!tn_array_push(&places->paths, places->seen.allocator, path)) places->failed = true;
        *wanted = places->paths.count;
        places->missing--;
    }
    spot here = {places, node, path};
    if (is_new && goes_on(places)) visit_inside(&here);
    return goes_on(places);
}

void tn_places_find(tn_places *places, const tunip_node *root)
{
    tunip_path *path = tn_arena_zalloc(&places->arena, sizeof *path);
    if (!path) places->failed = true;
    if (root && goes_on(places)) visit(places, root, path);
}
