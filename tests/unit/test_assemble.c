/* test_assemble.c -- the assembler without a syntax, as readers of other formats use it: references
 * by pointer and by number, lists inside of lists, and each refusal with its place. tests/bad has
 * the refusals that a saved graph can show. */
#include "zoo.h"

#include "ir/assemble.h"

typedef struct bench {
    tunip_graph *graph;
    tn_assembler a;
    tunip_error error;
} bench;

/* Describes a place as a letter. */
static void describe(const void *reader, size_t at, char *out, size_t size)
{
    snprintf(out, size, "letter %c", ((const char *)reader)[at]);
}

static void open_bench(bench *b, const zoo_world *world)
{
    *b = (bench){.error = TUNIP_ERROR_INIT};
    b->graph = tunip_graph_new(world->context, NULL);
    assert_non_null(b->graph);
    tn_assembler_init(&b->a, b->graph, describe, "abcdefghijklmnopqrstuvwxyz", &b->error);
}

static void close_bench(bench *b)
{
    tn_assembler_free(&b->a);
    tunip_graph_free(b->graph);
}

static void fails(bench *b, bool result, const char *message, size_t at)
{
    assert_false(result);
    assert_int_equal(b->a.status, TUNIP_ERROR_FORMAT);
    assert_string_equal(b->error.message, message);
    assert_true(b->a.has_place);
    assert_int_equal(b->error.offset, at);
    close_bench(b);
}

static tn_object begin(bench *b, const char *key)
{
    tn_object object;
    const tn_type_info *info = tn_registry_find(b->a.registry, tunip_str_from(key), 0);
    assert_non_null(info);
    assert_true(tn_assemble_object(&b->a, info, 0, &object));
    return object;
}

static const tunip_field *field(bench *b, tn_object *object, const char *name)
{
    return tn_assemble_field(&b->a, object, tunip_str_from(name), 1);
}

static tunip_node *make_int(bench *b, int64_t value)
{
    tunip_int *node = tn_assemble_value(&b->a, &tunip_int_type);
    assert_non_null(node);
    node->value = value;
    return &node->base;
}

static tunip_node *make_string(bench *b, const char *text)
{
    tunip_string *node = tn_assemble_value(&b->a, &tunip_string_type);
    assert_non_null(node);
    node->value = tunip_str_from(text);
    assert_true(tn_assemble_string(&b->a, &node->value, false));
    return &node->base;
}

/* ---- what works ---- */

static tunip_node *make_fish(bench *b, const char *name)
{
    tn_object fish = begin(b, "zoo.Fish");
    tn_ref text = tn_assemble_pointer(make_string(b, name), 2);
    assert_true(tn_assemble_set_node(&b->a, fish.node, field(b, &fish, "name"), text));
    assert_true(tn_assemble_object_end(&b->a, &fish, 9));
    return fish.node;
}

static void nodes_are_made_without_numbers(void **state)
{
    bench b;
    open_bench(&b, *state);
    size_t outer = tn_assemble_list(&b.a);
    assert_true(tn_assemble_item(&b.a, tn_assemble_pointer(make_fish(&b, "dory"), 0)));
    size_t inner = tn_assemble_list(&b.a);
    assert_true(tn_assemble_item(&b.a, tn_assemble_pointer(make_string(&b, "k"), 0)));
    assert_true(tn_assemble_item(&b.a, tn_assemble_pointer(make_fish(&b, "nemo"), 0)));
    tn_made_map *map = tn_assemble_value(&b.a, &tunip_map_type);
    tn_made_array *array = tn_assemble_value(&b.a, &tunip_array_type);
    assert_true(tn_assemble_map(&b.a, map, inner, 0));
    assert_true(tn_assemble_array(&b.a, array, outer, 0));
    tn_object cage = begin(&b, "zoo.Cage");
    assert_true(tn_assemble_set_node(&b.a, cage.node, field(&b, &cage, "animals"),
                                     tn_assemble_pointer(&array->array.base, 3)));
    assert_true(tn_assemble_set_node(&b.a, cage.node, field(&b, &cage, "labels"),
                                     tn_assemble_pointer(&map->map.base, 3)));
    assert_true(tn_assemble_set_node(&b.a, cage.node, field(&b, &cage, "inside"),
                                     tn_assemble_pointer(NULL, 3)));
    assert_true(tn_assemble_object_end(&b.a, &cage, 9));
    assert_true(tn_assemble_end(&b.a, cage.node));
    const zoo_cage *root = (const zoo_cage *)tunip_graph_root(b.graph);
    assert_int_equal(root->animals->count, 1);
    assert_int_equal(root->labels->count, 1);
    assert_string_equal(((zoo_fish *)root->labels->entries[0].value)->base.name->value.data,
                        "nemo");
    close_bench(&b);
}

static void scalars_go_into_their_fields(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_object bird = begin(&b, "zoo.Bird");
    tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 8, 1);
    assert_true(tn_assemble_set_int(&b.a, bird.node, field(&b, &bird, "age"), 3, 0));
    assert_true(tn_assemble_set_float(&b.a, bird.node, field(&b, &bird, "speed"), 2.5, 0));
    assert_true(tn_assemble_set_bool(&b.a, bird.node, field(&b, &bird, "flies"), true, 0));
    assert_true(tn_assemble_set_dtype(&b.a, bird.node, field(&b, &bird, "dtype"), dtype, 0));
    const zoo_bird *made = (const zoo_bird *)bird.node;
    assert_int_equal(made->age, 3);
    assert_true(made->speed == 2.5);
    assert_true(made->flies);
    assert_true(tunip_dtype_equal(made->dtype, dtype));
    close_bench(&b);
}

static void later_nodes_are_resolved_at_the_end(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_made_array *array = tn_assemble_value(&b.a, &tunip_array_type);
    size_t mark = tn_assemble_list(&b.a);
    assert_true(tn_assemble_item(&b.a, tn_assemble_ref(&b.a, 1, 0)));
    assert_true(tn_assemble_item(&b.a, tn_assemble_pointer(make_int(&b, 5), 0)));
    assert_true(tn_assemble_array(&b.a, array, mark, 0));
    assert_int_equal(array->array.count, 0);
    assert_true(tn_assemble_node(&b.a, &array->array.base));
    assert_true(tn_assemble_node(&b.a, make_int(&b, 7)));
    assert_true(tn_assemble_end(&b.a, b.a.nodes.items[0]));
    assert_int_equal(array->array.count, 2);
    assert_int_equal(((tunip_int *)array->array.items[0])->value, 7);
    assert_int_equal(((tunip_int *)array->array.items[1])->value, 5);
    close_bench(&b);
}

static void short_strings_are_stored_once(void **state)
{
    bench b;
    open_bench(&b, *state);
    const tunip_string *one = (tunip_string *)make_string(&b, "name");
    const tunip_string *two = (tunip_string *)make_string(&b, "name");
    assert_ptr_equal(one->value.data, two->value.data);
    close_bench(&b);
}

static void unregistered_types_keep_their_fields(void **state)
{
    bench b;
    open_bench(&b, *state);
    tunip_opaque *node;
    assert_true(tn_assemble_node(&b.a, make_int(&b, 1)));
    assert_true(tn_assemble_opaque(&b.a, tunip_str_from("my.Type"), 0, &node));
    assert_true(tn_assemble_opaque_field(&b.a, tunip_str_from("first"), 0));
    assert_true(tn_assemble_opaque_int(&b.a, 0));
    assert_true(tn_assemble_opaque_field(&b.a, tunip_str_from("second"), 0));
    assert_true(tn_assemble_opaque_int(&b.a, 10));
    assert_true(tn_assemble_opaque_end(&b.a, node));
    assert_int_equal(node->count, 2);
    assert_true(node->fields[0].is_reference);
    assert_ptr_equal(node->fields[0].value, b.a.nodes.items[0]);
    assert_false(node->fields[1].is_reference);
    assert_int_equal(((tunip_int *)node->fields[1].value)->value, 10);
    close_bench(&b);
}

/* ---- what is refused ---- */

static void fields_take_only_their_kind(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_object bird = begin(&b, "zoo.Bird");
    fails(&b, tn_assemble_set_bool(&b.a, bird.node, field(&b, &bird, "age"), true, 4),
          "expected an integer for field `age` of zoo.Bird, got true or false", 4);
}

static void fields_take_only_their_types(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_object fish = begin(&b, "zoo.Fish");
    tn_ref ref = tn_assemble_pointer(make_int(&b, 1), 5);
    fails(&b, tn_assemble_set_node(&b.a, fish.node, field(&b, &fish, "name"), ref),
          "expected ffi.String for field `name` of zoo.Fish, got int", 5);
}

static void names_of_fields_are_checked(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_object fish = begin(&b, "zoo.Fish");
    fails(&b, field(&b, &fish, "age"), "expected a field of zoo.Fish, got letter b", 1);
    open_bench(&b, *state);
    fish = begin(&b, "zoo.Fish");
    assert_non_null(field(&b, &fish, "name"));
    fails(&b, field(&b, &fish, "name"), "field `name` of zoo.Fish is given twice", 1);
    open_bench(&b, *state);
    fish = begin(&b, "zoo.Fish");
    fails(&b, tn_assemble_object_end(&b.a, &fish, 3),
          "expected field `name` of zoo.Fish, got letter d", 3);
}

static void keys_of_maps_differ(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_made_map *map = tn_assemble_value(&b.a, &tunip_map_type);
    size_t mark = tn_assemble_list(&b.a);
    for (size_t i = 0; i < 4; i++)
        assert_true(tn_assemble_item(&b.a, tn_assemble_pointer(make_string(&b, "k"), i)));
    fails(&b, tn_assemble_map(&b.a, map, mark, 9),
          "expected keys that differ, got the key of entry 1 again", 2);
}

static void references_stay_inside_and_close_no_cycle(void **state)
{
    bench b;
    open_bench(&b, *state);
    tn_object cage = begin(&b, "zoo.Cage");
    assert_true(tn_assemble_set_node(&b.a, cage.node, field(&b, &cage, "inside"),
                                     tn_assemble_ref(&b.a, 7, 6)));
    assert_true(tn_assemble_node(&b.a, cage.node));
    fails(&b, tn_assemble_end(&b.a, cage.node),
          "field `inside` of zoo.Cage is node 7, but the file has 1 node", 6);
    open_bench(&b, *state);
    tn_made_array *array = tn_assemble_value(&b.a, &tunip_array_type);
    size_t mark = tn_assemble_list(&b.a);
    assert_true(tn_assemble_item(&b.a, tn_assemble_ref(&b.a, 0, 4)));
    assert_true(tn_assemble_array(&b.a, array, mark, 3));
    assert_true(tn_assemble_node(&b.a, &array->array.base));
    fails(&b, tn_assemble_end(&b.a, &array->array.base), "expected a graph without cycles", 3);
}

static void the_first_failure_stays(void **state)
{
    bench b;
    open_bench(&b, *state);
    assert_false(tn_assemble_fail(&b.a, TUNIP_ERROR_FORMAT, 2, "first"));
    fails(&b, tn_assemble_fail(&b.a, TUNIP_ERROR_SYNTAX, 3, "second"), "first", 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ZOO_TEST(nodes_are_made_without_numbers),
        ZOO_TEST(scalars_go_into_their_fields),
        ZOO_TEST(later_nodes_are_resolved_at_the_end),
        ZOO_TEST(short_strings_are_stored_once),
        ZOO_TEST(unregistered_types_keep_their_fields),
        ZOO_TEST(fields_take_only_their_kind),
        ZOO_TEST(fields_take_only_their_types),
        ZOO_TEST(names_of_fields_are_checked),
        ZOO_TEST(keys_of_maps_differ),
        ZOO_TEST(references_stay_inside_and_close_no_cycle),
        ZOO_TEST(the_first_failure_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
