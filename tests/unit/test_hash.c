/* test_hash.c -- structural hash: equal nodes have equal hashes, and different nodes different ones
 * in practice. */
#include <math.h>

#include <tunip/tvm/ir.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relay.h>

#include "equal_world.h"

static void same(const toy_world *world, const void *lhs, const void *rhs)
{
    assert_true(hash_of(world, lhs, false) == hash_of(world, rhs, false));
}

static void differ(const toy_world *world, const void *lhs, const void *rhs)
{
    assert_true(hash_of(world, lhs, false) != hash_of(world, rhs, false));
}

static void values_count_by_content(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    same(world, tunip_float_new(graph, NAN), tunip_float_new(graph, -(double)NAN));
    differ(world, tunip_float_new(graph, 0.0), tunip_float_new(graph, -0.0));
    same(world, tunip_string_new(graph, "name"), tunip_string_new(graph, "name"));
    differ(world, tunip_int_new(graph, 1), tunip_bool_new(graph, true));
    differ(world, tunip_int_new(graph, 1), tunip_int_new(graph, 2));
}

/* Floats of v0.19 are equal if they differ by less than 1e-9, also in nodes of a later version. */
static void floats_that_may_differ_do_not_count(void **state)
{
    enum { COUNT = 2 };
    const toy_world *world = *state;
    tunip_relay_leaky_relu_attrs *old[COUNT];
    tunip_relax_leaky_relu_attrs *later[COUNT];
    tunip_ir_float_imm *imm[COUNT];
    for (int i = 0; i < COUNT; i++) {
        old[i] = tunip_node_new(world->graph, &tunip_relay_leaky_relu_attrs_type);
        later[i] = tunip_node_new(world->graph, &tunip_relax_leaky_relu_attrs_type);
        imm[i] = tunip_node_new(world->graph, &tunip_ir_float_imm_type);
        old[i]->alpha = later[i]->alpha = imm[i]->value = i ? 1e-5 : (double)1e-5F;
    }
    same(world, old[0], old[1]);
    same(world, TUNIP_LIST(world->graph, old[0], imm[0]), TUNIP_LIST(world->graph, old[0], imm[1]));
    differ(world, later[0], later[1]);
    differ(world, imm[0], imm[1]);
}

static void ignored_fields_do_not_count(void **state)
{
    const toy_world *world = *state;
    toy_bare *node = tunip_node_new(world->graph, &toy_bare_type);
    toy_bare *other = tunip_node_new(world->graph, &toy_bare_type);
    other->ignored = (tunip_node *)tunip_int_new(world->graph, 1);
    same(world, node, other);
    other->count = 1;
    differ(world, node, other);
}

static void the_order_of_maps_does_not_count(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    void *a = tunip_string_new(graph, "a"), *b = tunip_string_new(graph, "b");
    void *one = tunip_int_new(graph, 1), *two = tunip_int_new(graph, 2);
    void *node = tunip_map_new(graph, 2, (void *[]){a, one, b, two});
    same(world, node, tunip_map_new(graph, 2, (void *[]){b, two, a, one}));
    differ(world, node, tunip_map_new(graph, 2, (void *[]){a, two, b, one}));
    differ(world, TUNIP_LIST(graph, a, b), TUNIP_LIST(graph, b, a));
}

static void variables_count_by_where_they_stand(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    toy_var *x = toy_var_new(graph, "x"), *y = toy_var_new(graph, "y");
    toy_var *a = toy_var_new(graph, "a"), *b = toy_var_new(graph, "b");
    same(world, fn2(world, x, y, y), fn2(world, a, b, b));
    differ(world, fn2(world, x, y, y), fn2(world, a, b, a));
    void *ours = tunip_map_new(graph, 1, (void *[]){x, y});
    void *theirs = tunip_map_new(graph, 1, (void *[]){a, b});
    same(world, fn2(world, x, y, ours), fn2(world, a, b, theirs));
}

static void free_variables_count_by_identity_unless_mapped(void **state)
{
    const toy_world *world = *state;
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "x");
    same(world, toy_sum_new(world->graph, x, x), toy_sum_new(world->graph, x, x));
    differ(world, x, y);
    assert_true(hash_of(world, x, true) == hash_of(world, y, true));
}

static void sharing_counts_for_dag_nodes_only(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    void *tree = held(world, &tree_type, NULL), *dag = held(world, &dag_type, NULL);
    void *copy = held(world, &dag_type, NULL);
    same(world, toy_sum_new(graph, tree, tree),
         toy_sum_new(graph, tree, held(world, &tree_type, NULL)));
    same(world, toy_sum_new(graph, dag, dag), toy_sum_new(graph, copy, copy));
    differ(world, toy_sum_new(graph, dag, dag), toy_sum_new(graph, dag, copy));
}

/* The hash of a map changes when one of its keys gets a number. So the hash that was computed
 * earlier for a shared map, or for a node around it, must not be used for a later occurrence. */
static void sharing_does_not_count_for_maps_of_variables(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    toy_var *x = toy_var_new(graph, "x");
    void *one = tunip_int_new(graph, 1);
    void *map = tunip_map_new(graph, 1, (void *[]){x, one});
    void *copy = tunip_map_new(graph, 1, (void *[]){x, one});
    same(world, TUNIP_LIST(graph, map, x, map), TUNIP_LIST(graph, map, x, copy));
    void *around = held(world, &tree_type, map), *other = held(world, &tree_type, copy);
    same(world, TUNIP_LIST(graph, around, x, around), TUNIP_LIST(graph, around, x, other));
}

static void unique_nodes_count_by_identity_or_text(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    differ(world, held(world, &unique_type, NULL), held(world, &unique_type, NULL));
    void *add = held(world, &op_type, tunip_string_new(graph, "add"));
    same(world, add, held(world, &op_type, tunip_string_new(graph, "add")));
    differ(world, add, held(world, &op_type, tunip_string_new(graph, "sub")));
}

static void a_type_without_equality_is_an_error(void **state)
{
    const toy_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    uint64_t hash;
    toy_holder *blob = held(world, &toy_blob_type, NULL);
    assert_int_equal(tunip_hash(world->context, &blob->base, NULL, &hash, &error),
                     TUNIP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "toy.Blob"));
}

static void depth_sharing_and_cycles_are_no_limit(void **state)
{
    const toy_world *world = *state;
    enum { DEPTH = 300000 };
    void *one = tunip_int_new(world->graph, 1);
    same(world, toy_deep_sum(world->graph, one, DEPTH), toy_deep_sum(world->graph, one, DEPTH));
    same(world, braid(world, one, 200), braid(world, one, 200));
    same(world, array_braid(world, one, 60), array_braid(world, one, 60));
    same(world, map_braid(world, one, NULL, 60), map_braid(world, one, NULL, 60));
    void *key = toy_var_new(world->graph, "x");
    same(world, map_braid(world, one, key, 60), map_braid(world, one, key, 60));
    toy_sum *ring = toy_sum_new(world->graph, NULL, NULL);
    ring->lhs = &ring->base;
    same(world, ring, ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(values_count_by_content),
        TOY_TEST(floats_that_may_differ_do_not_count),
        TOY_TEST(ignored_fields_do_not_count),
        TOY_TEST(the_order_of_maps_does_not_count),
        TOY_TEST(variables_count_by_where_they_stand),
        TOY_TEST(free_variables_count_by_identity_unless_mapped),
        TOY_TEST(sharing_counts_for_dag_nodes_only),
        TOY_TEST(sharing_does_not_count_for_maps_of_variables),
        TOY_TEST(unique_nodes_count_by_identity_or_text),
        TOY_TEST(a_type_without_equality_is_an_error),
        TOY_TEST(depth_sharing_and_cycles_are_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
