/* equal_world.h -- shared by the tests of equality and hash: a type of each equality kind that the
 * toy dialect lacks, and comparisons that must succeed. */
#ifndef EQUAL_WORLD_H
#define EQUAL_WORLD_H

#include "build_world.h"

/* Types whose struct is toy_holder. */
static const tunip_field kind_fields[] = {TUNIP_FIELD_ANY(toy_holder, inner, 0)};

#define KIND(ident, key_, kind, ...)                                                               \
    static tunip_type ident = {.key = (key_),                                                      \
                               .fields = kind_fields,                                              \
                               .field_count = 1,                                                   \
                               .equality = TUNIP_EQ_##kind,                                        \
                               .size = sizeof(toy_holder),                                         \
                               __VA_ARGS__}

/* The text of an operator is the string inside. */
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

#endif
