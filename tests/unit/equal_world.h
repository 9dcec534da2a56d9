/* equal_world.h -- what the tests of equality and hash share: a type of each equality kind beside
 * those of the toy dialect, and comparisons that must succeed. */
#ifndef EQUAL_WORLD_H
#define EQUAL_WORLD_H

#include "toy_world.h"

#include <tunip/equal.h>

/* Types whose struct is toy_holder. */
static const tunip_field kind_fields[] = {TUNIP_ANY(toy_holder, inner, 0)};

#define KIND(ident, key_, kind, ...)                                                               \
    static tunip_type ident = {.key = (key_),                                                      \
                               .fields = kind_fields,                                              \
                               .field_count = 1,                                                   \
                               .equality = TUNIP_EQ_##kind,                                        \
                               .size = sizeof(toy_holder),                                         \
                               __VA_ARGS__}

/* The text of an operator is that of the string inside. */
static tunip_str op_text(tunip_graph *graph, const tunip_node *node)
{
    (void)graph;
    return tunip_string_value(((const toy_holder *)node)->inner);
}

static const tunip_codec op_codec = {.to_text = op_text};

KIND(tree_type, "test.Tree", TREE, .flags = 0);
KIND(dag_type, "test.Dag", DAG, .flags = 0);
KIND(unique_type, "test.Unique", UNIQUE, .flags = 0);
KIND(op_type, "test.Op", UNIQUE, .codec = &op_codec);

static inline toy_holder *held(const toy_world *world, const tunip_type *type, void *inner)
{
    return toy_holder_new(world->graph, type, inner);
}

/* A function with one parameter, or with two. */
static inline void *fn1(const toy_world *world, void *param, void *body)
{
    return toy_fn_new(world->graph, TUNIP_LIST(world->graph, param), body);
}

static inline void *fn2(const toy_world *world, void *first, void *second, void *body)
{
    return toy_fn_new(world->graph, TUNIP_LIST(world->graph, first, second), body);
}

/* A chain of `depth` sums of which each has the one before on both sides. */
static inline void *braid(const toy_world *world, void *first, size_t depth)
{
    for (size_t i = 0; i < depth; i++) first = toy_sum_new(world->graph, first, first);
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
