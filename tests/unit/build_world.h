/* build_world.h -- graphs for the tests of equality, hash and diff: functions, and chains in which
 * each link holds the previous link twice. */
#ifndef BUILD_WORLD_H
#define BUILD_WORLD_H

#include "toy_world.h"

#include <tunip/equal.h>

/* A function with one parameter, or with two. */
static inline void *fn1(const toy_world *world, void *param, void *body)
{
    return toy_fn_new(world->graph, TUNIP_LIST(world->graph, param), body);
}

static inline void *fn2(const toy_world *world, void *first, void *second, void *body)
{
    return toy_fn_new(world->graph, TUNIP_LIST(world->graph, first, second), body);
}

/* A chain of `depth` sums; both operands of each are the previous sum. */
static inline void *braid(const toy_world *world, void *first, size_t depth)
{
    for (size_t i = 0; i < depth; i++) first = toy_sum_new(world->graph, first, first);
    return first;
}

/* The same with arrays. */
static inline void *array_braid(const toy_world *world, void *first, size_t depth)
{
    for (size_t i = 0; i < depth; i++) first = TUNIP_LIST(world->graph, first, first);
    return first;
}

/* The same with maps, which have a third entry if `key` is not NULL. */
static inline void *map_braid(const toy_world *world, void *first, void *key, size_t depth)
{
    void *a = tunip_string_new(world->graph, "a"), *b = tunip_string_new(world->graph, "b");
    for (size_t i = 0; i < depth; i++)
        first = tunip_map_new(world->graph, key ? 3 : 2, (void *[]){a, first, b, first, key, a});
    return first;
}

static inline uint64_t hash_of(const toy_world *world, const void *root, bool map_free_vars)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    uint64_t hash;
    options.map_free_vars = map_free_vars;
    assert_int_equal(tunip_hash(world->context, root, &options, &hash, &error), TUNIP_OK);
    assert_string_equal(error.message, "");
    return hash;
}

#endif
