/* path_set.c -- many paths at once: which of them does a path lead to? Steps are kept once, in one
 * table for all, and what was found out about a path is remembered for those that extend it. */
#include "path.h"

void tn_path_set_init(tn_path_set *set, const tunip_allocator *allocator)
{
    *set = (tn_path_set){.allocator = allocator};
    tn_map_init(&set->children, allocator);
    tn_map_init(&set->known, allocator);
}

void tn_path_set_free(tn_path_set *set)
{
    tn_array_free(&set->places, set->allocator);
    tn_array_free(&set->pending, set->allocator);
    tn_map_free(&set->children);
    tn_map_free(&set->known);
}

/* The map wants pointers that are not NULL. */
static const void *child_key(uint32_t parent, const tunip_path *path)
{
    uint64_t hash = tn_path_step_hash(path) + (parent + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    return (const void *)(uintptr_t)(hash | 1);
}

tunip_path tn_path_as_written(const tunip_path *path)
{
    tunip_path step = *path;
    bool key = path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING;
    if (!key || !tunip_is(path->at.key, &tunip_int_type)) return step;
    step.at.index = ((const tunip_int *)path->at.key)->value;
    step.step = path->step == TUNIP_STEP_KEY ? TUNIP_STEP_ITEM : TUNIP_STEP_ITEM_MISSING;
    return step;
}

static uint32_t find_child(const tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    const tunip_path step = tn_path_as_written(path);
    const uint64_t *first = tn_map_get(&set->children, child_key(parent, &step));
    uint32_t at = first ? (uint32_t)*first - 1 : TN_NO_PLACE;
    while (at != TN_NO_PLACE) {
        const tn_place *place = &set->places.items[at];
        const tunip_path own = tn_path_as_written(place->path);
        if (place->parent == parent && tn_path_same_step(&own, &step)) break;
        at = place->next;
    }
    return at;
}

/* ---- adding ---- */

static uint32_t fail(tn_path_set *set)
{
    set->failed = true;
    return TN_NO_PLACE;
}

static uint32_t add_child(tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    const tunip_path step = tn_path_as_written(path);
    uint64_t *first = tn_map_put(&set->children, child_key(parent, &step), NULL);
    if (!first) return fail(set);
    tn_place place = {path, parent, *first ? (uint32_t)*first - 1 : TN_NO_PLACE};
    if (!tn_array_push(&set->places, set->allocator, place)) return fail(set);
    *first = set->places.count;
    return (uint32_t)set->places.count - 1;
}

static uint32_t step_new(tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    uint32_t child = find_child(set, parent, path);
    return child != TN_NO_PLACE ? child : add_child(set, parent, path);
}

static bool add_root(tn_path_set *set, const tunip_path *path)
{
    if (set->places.count) return true;
    while (path->parent) path = path->parent;
    tn_place place = {path, TN_NO_PLACE, TN_NO_PLACE};
    return tn_array_push(&set->places, set->allocator, place);
}

/* Puts `path` and what leads to it on the pending list, the end first. */
static bool unroll(tn_path_set *set, const tunip_path *path)
{
    for (; path->parent; path = path->parent)
        if (!tn_array_push(&set->pending, set->allocator, path)) return false;
    return true;
}

uint32_t tn_path_set_add(tn_path_set *set, const tunip_path *path)
{
    set->pending.count = 0;
    tn_map_clear(&set->known);
    if (!add_root(set, path) || !unroll(set, path)) return fail(set);
    uint32_t at = 0;
    while (set->pending.count && at != TN_NO_PLACE)
        at = step_new(set, at, set->pending.items[--set->pending.count]);
    if (at != TN_NO_PLACE && path->depth > set->deepest) set->deepest = path->depth;
    return at;
}

/* ---- finding ---- */

/* Climbs to a path whose place is known, noting those on the way. */
static uint32_t climb(tn_path_set *set, const tunip_path *path)
{
    for (; path->parent; path = path->parent) {
        const uint64_t *known = tn_map_get(&set->known, path);
        if (known) return *known ? (uint32_t)*known - 1 : TN_NO_PLACE;
        if (!tn_array_push(&set->pending, set->allocator, path)) return fail(set);
    }
    return 0;
}

typedef uint32_t (*step_fn)(tn_path_set *set, uint32_t parent, const tunip_path *path);

/* Climbs to what is known and comes down again by `step`, remembering. */
static uint32_t follow(tn_path_set *set, const tunip_path *path, step_fn step)
{
    set->pending.count = 0;
    uint32_t at = climb(set, path);
    while (set->pending.count) {
        const tunip_path *next = set->pending.items[--set->pending.count];
        if (at != TN_NO_PLACE) at = step(set, at, next);
        uint64_t *known = tn_map_put(&set->known, next, NULL);
        if (!known) return fail(set);
        *known = at == TN_NO_PLACE ? 0 : at + UINT64_C(1);
    }
    return at;
}

static uint32_t step_known(tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    return find_child(set, parent, path);
}

uint32_t tn_path_set_find(tn_path_set *set, const tunip_path *path)
{
    if (!set->places.count || path->depth > set->deepest) return TN_NO_PLACE;
    return follow(set, path, step_known);
}

uint32_t tn_path_set_intern(tn_path_set *set, const tunip_path *path)
{
    if (!add_root(set, path)) return fail(set);
    if (path->depth > set->deepest) set->deepest = path->depth;
    return follow(set, path, step_new);
}

bool tn_path_set_trace(const tn_path_set *set, const tunip_path *path, uint32_t *place, bool *whole)
{
    TN_ARRAY(const tunip_path *) steps = {NULL, 0, 0};
    bool fine = !path->depth || tn_array_reserve(&steps, set->allocator, path->depth);
    if (!fine) return false;
    for (; path->parent; path = path->parent) steps.items[steps.count++] = path;
    *place = set->places.count ? 0 : TN_NO_PLACE;
    *whole = *place != TN_NO_PLACE;
    while (steps.count && *whole) {
        uint32_t child = find_child(set, *place, steps.items[--steps.count]);
        if (child == TN_NO_PLACE)
            *whole = false;
        else
            *place = child;
    }
    tn_array_free(&steps, set->allocator);
    return true;
}
