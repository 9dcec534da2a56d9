/* path_set.c -- sets of many paths. One table holds each step once, and the result of a lookup is
 * cached for extensions of the path. */
#include "path.h"

#include <tunip/ext/mix.h>

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
    uint64_t hash = tn_path_step_hash(path) + tunip_mix(parent + UINT64_C(1));
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
        const tn_path_place *place = &set->places.items[at];
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
    tn_path_place place = {path, parent, *first ? (uint32_t)*first - 1 : TN_NO_PLACE};
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
    tn_path_place place = {path, TN_NO_PLACE, TN_NO_PLACE};
    return tn_array_push(&set->places, set->allocator, place);
}

/* Pushes `path` and its ancestors on the pending list, the end first. */
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

/* Climbs to an ancestor whose place is known, and collects the paths on the way. */
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

/* Climbs to a known ancestor, then descends by `step` and caches the results. */
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

uint32_t tn_path_set_known(const tn_path_set *set, const tunip_path *path)
{
    if (!path->parent) return 0;
    const uint64_t *known = tn_map_get(&set->known, path);
    return known && *known ? (uint32_t)*known - 1 : TN_NO_PLACE;
}

/* ---- tracing ---- */

void tn_tracer_init(tn_tracer *tracer, const tn_path_set *set)
{
    *tracer = (tn_tracer){.set = set};
    tn_map_init(&tracer->known, set->allocator);
}

void tn_tracer_free(tn_tracer *tracer)
{
    if (!tracer->set) return;
    tn_array_free(&tracer->pending, tracer->set->allocator);
    tn_map_free(&tracer->known);
}

/* Climbs to a known ancestor, and collects the paths on the way. */
static bool climb_to_known(tn_tracer *tracer, const tunip_path *path, tn_trace *trace)
{
    tracer->pending.count = 0;
    *trace = (tn_trace){tracer->set->places.count ? 0 : TN_NO_PLACE, tracer->set->places.count};
    for (; path->parent; path = path->parent) {
        const uint64_t *known = tn_map_get(&tracer->known, path);
        if (known) {
            *trace = (tn_trace){(uint32_t)(*known >> 1), *known & 1};
            return true;
        }
        if (!tn_array_push(&tracer->pending, tracer->set->allocator, path)) return false;
    }
    return true;
}

bool tn_tracer_follow(tn_tracer *tracer, const tunip_path *path, bool remember, tn_trace *trace)
{
    if (!climb_to_known(tracer, path, trace)) return false;
    while (tracer->pending.count) {
        const tunip_path *step = tracer->pending.items[--tracer->pending.count];
        uint32_t child = trace->whole ? find_child(tracer->set, trace->place, step) : TN_NO_PLACE;
        trace->whole = child != TN_NO_PLACE;
        if (trace->whole) trace->place = child;
        uint64_t *known = remember ? tn_map_put(&tracer->known, step, NULL) : NULL;
        if (remember && !known) return false;
        if (known) *known = (uint64_t)trace->place << 1 | trace->whole;
    }
    return true;
}
