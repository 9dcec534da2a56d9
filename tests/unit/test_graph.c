/* test_graph.c -- nodes built in memory, and the containers they go into. */
#include "ir/graph.h"
#include "toy_world.h"

enum { PLENTY = 1000000 };

static void nodes_are_zeroed_and_typed(void **state)
{
    const toy_world *world = *state;
    for (size_t i = 0; i < 100; i++) {
        const toy_bare *bare = tunip_node_new(world->graph, &toy_bare_type);
        assert_ptr_equal(bare->base.type, &toy_bare_type);
        assert_null(bare->shown);
        assert_null(bare->ignored);
        assert_int_equal(bare->count, 0);
        memset((void *)(uintptr_t)&bare->shown, 0xFF, 8);
    }
}

static void values_are_boxed(void **state)
{
    const toy_world *world = *state;
    const tunip_int *i = tunip_int_new(world->graph, INT64_MIN);
    const tunip_float *f = tunip_float_new(world->graph, -0.5);
    const tunip_bool *b = tunip_bool_new(world->graph, true);
    assert_ptr_equal(i->base.type, &tunip_int_type);
    assert_true(i->value == INT64_MIN);
    assert_ptr_equal(f->base.type, &tunip_float_type);
    assert_true(f->value == -0.5);
    assert_ptr_equal(b->base.type, &tunip_bool_type);
    assert_true(b->value);
}

static void strings_are_copied_with_a_nul(void **state)
{
    const toy_world *world = *state;
    char text[] = "name";
    const tunip_string *copy = tunip_string_new(world->graph, text);
    const tunip_string *view = tunip_string_new_view(world->graph, (tunip_str){"a\0bc", 3});
    text[0] = 'X';
    assert_ptr_equal(copy->base.type, &tunip_string_type);
    assert_string_equal(copy->value.data, "name");
    assert_int_equal(copy->value.size, 4);
    assert_true(tunip_str_equal(view->value, (tunip_str)TUNIP_STR("a\0b")));
    assert_int_equal(view->value.data[3], '\0');
    assert_int_equal(tunip_string_new(world->graph, NULL)->value.size, 0);
    assert_string_equal(tunip_graph_copy(world->graph, (tunip_str){"abc", 2}).data, "ab");
}

static void memory_is_zeroed_and_aligned(void **state)
{
    const toy_world *world = *state;
    for (size_t size = 0; size < 300; size++) {
        unsigned char *at = tunip_graph_alloc(world->graph, size);
        assert_non_null(at);
        assert_int_equal((uintptr_t)at % sizeof(double), 0);
        for (size_t i = 0; i < size; i++) assert_int_equal(at[i], 0);
        memset(at, 0xFF, size);
    }
}

/* ---- containers ---- */

static void lists_in_scratch_keep_their_items(void **state)
{
    const toy_world *w = *state;
    tunip_scratch *scratch = tunip_graph_scratch(w->graph);
    int first[2] = {0}, *items = first;
    size_t room = 2, copies = 0;
    for (int i = 0; i < 100; i++) {
        int *grown = tunip_scratch_grow(scratch, items, (size_t)i, sizeof *items, &room);
        assert_non_null(grown);
        copies += grown != items;
        items = grown;
        items[i] = i;
    }
    for (int i = 0; i < 100; i++) assert_int_equal(items[i], i);
    assert_int_equal(room, 128);
    assert_int_equal(copies, 6);
    room = 0;
    assert_non_null(tunip_scratch_grow(scratch, NULL, 0, 1, &room));
    assert_in_range(room, 1, 100);
}

static void arrays_copy_their_items(void **state)
{
    const toy_world *world = *state;
    tunip_int *one = tunip_int_new(world->graph, 1);
    void *items[] = {one, NULL, one};
    const tunip_array *array = tunip_array_new(world->graph, 3, items);
    items[0] = NULL;
    assert_ptr_equal(array->base.type, &tunip_array_type);
    assert_int_equal(tunip_array_count(array), 3);
    assert_ptr_equal(array->items[0], one);
    assert_null(array->items[1]);
    assert_ptr_equal(array->items[2], one);
    assert_int_equal(tunip_array_count(tunip_array_new(world->graph, 0, NULL)), 0);
    assert_int_equal(tunip_array_count(NULL), 0);
    assert_int_equal(TUNIP_LIST(world->graph, one, one)->count, 2);
}

static void maps_keep_their_order(void **state)
{
    const toy_world *world = *state;
    tunip_string *b = tunip_string_new(world->graph, "b");
    tunip_string *a = tunip_string_new(world->graph, "a");
    tunip_int *one = tunip_int_new(world->graph, 1), *two = tunip_int_new(world->graph, 2);
    void *entries[] = {b, one, a, two, one, NULL};
    const tunip_map *map = tunip_map_new(world->graph, 3, entries);
    assert_int_equal(tunip_map_count(map), 3);
    assert_ptr_equal(map->entries[0].key, b);
    assert_ptr_equal(map->entries[1].value, two);
    assert_ptr_equal(tunip_map_get(map, "a"), two);
    assert_ptr_equal(tunip_map_get(map, "b"), one);
    assert_null(tunip_map_get(map, "c"));
    assert_null(tunip_map_get(map, ""));
    assert_ptr_equal(tunip_map_at(map, &a->base), two);
    assert_null(tunip_map_at(map, &one->base));
    assert_null(tunip_map_at(map, &tunip_string_new(world->graph, "a")->base));
    assert_int_equal(tunip_map_count(NULL), 0);
    assert_null(tunip_map_get(NULL, "a"));
    assert_null(tunip_map_at(NULL, &a->base));
    assert_int_equal(tunip_map_count(tunip_map_new(world->graph, 0, NULL)), 0);
}

/* ---- types of nodes ---- */

static void is_asks_for_the_exact_type_and_is_a_for_ancestors(void **state)
{
    const toy_world *world = *state;
    const toy_twin *twin = tunip_node_new(world->graph, &toy_twin_type);
    const tunip_node *node = &twin->base.base;
    assert_true(tunip_is(node, &toy_twin_type));
    assert_false(tunip_is(node, &toy_pair_type));
    assert_true(tunip_is_a(node, &toy_twin_type));
    assert_true(tunip_is_a(node, &toy_pair_type));
    assert_false(tunip_is_a(node, &toy_sum_type));
    assert_false(tunip_is(NULL, &toy_twin_type));
    assert_false(tunip_is_a(NULL, &toy_twin_type));
    assert_ptr_equal(TUNIP_AS(toy_twin, node), twin);
    assert_null(TUNIP_AS(toy_pair, node));
    assert_ptr_equal(TUNIP_AS_A(toy_pair, node), twin);
    assert_null(TUNIP_AS_A(toy_sum, node));
    assert_null(TUNIP_AS(toy_pair, NULL));
}

static void the_text_of_what_is_no_string_is_empty(void **state)
{
    const toy_world *world = *state;
    assert_true(tunip_str_is(tunip_string_value(tunip_string_new(world->graph, "x")), "x"));
    assert_int_equal(tunip_string_value(tunip_int_new(world->graph, 1)).size, 0);
    assert_int_equal(tunip_string_value(NULL).size, 0);
}

/* ---- the graph itself ---- */

static void a_graph_stands_for_its_root(void **state)
{
    const toy_world *world = *state;
    assert_null(tunip_graph_root(world->graph));
    tunip_int *one = tunip_int_new(world->graph, 1);
    tunip_graph_set_root(world->graph, one);
    assert_ptr_equal(tunip_graph_root(world->graph), one);
    assert_int_equal(tn_graph_node_count(world->graph), 0); /* no reader made it */
    tunip_graph_free(NULL);
}

static void memory_is_accounted_and_given_back(void **state)
{
    enum { COUNT = 1000 }; /* little memory: the context keeps large blocks */
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    tunip_context *context = tunip_context_new_empty(&memory.allocator, NULL);
    size_t before = memory.held;
    tunip_graph *graph = tunip_graph_new(context, NULL);
    for (size_t i = 0; i < COUNT; i++) assert_non_null(tunip_int_new(graph, 1));
    assert_int_equal(tunip_graph_memory(graph), memory.held - before);
    assert_true(tunip_graph_memory(graph) >= COUNT * sizeof(tunip_int));
    tunip_graph_free(graph);
    assert_int_equal(memory.held, before);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
}

/* ---- running out of memory ---- */

static void *make_string(tunip_graph *graph)
{
    return tunip_string_new(graph, "x");
}
static void *make_int(tunip_graph *graph)
{
    return tunip_int_new(graph, 1);
}
static void *make_float(tunip_graph *graph)
{
    return tunip_float_new(graph, 1);
}
static void *make_bool(tunip_graph *graph)
{
    return tunip_bool_new(graph, true);
}
static void *make_node(tunip_graph *graph)
{
    return tunip_node_new(graph, &toy_sum_type);
}
static void *make_memory(tunip_graph *graph)
{
    return tunip_graph_alloc(graph, 24);
}
static void *make_list(tunip_graph *graph)
{
    return TUNIP_LIST(graph, NULL, NULL);
}

static void *make_copy(tunip_graph *graph)
{
    return (void *)(uintptr_t)tunip_graph_copy(graph, (tunip_str)TUNIP_STR("x")).data;
}

static void *make_map(tunip_graph *graph)
{
    return tunip_map_new(graph, 1, (void *[]){NULL, NULL});
}

/* Sizes that only a mistake can request. */
static void *make_huge_array(tunip_graph *graph)
{
    return tunip_array_new(graph, SIZE_MAX / 4, NULL);
}
static void *make_huge_map(tunip_graph *graph)
{
    return tunip_map_new(graph, SIZE_MAX / 8, NULL);
}
static void *make_huge_memory(tunip_graph *graph)
{
    return tunip_graph_alloc(graph, SIZE_MAX);
}

static void makers_return_null_and_the_graph_remembers(void **state)
{
    (void)state;
    static const struct {
        void *(*make)(tunip_graph *graph);
        size_t budget;
    } cases[] = {
        {make_string, 0},        {make_int, 0},
        {make_float, 0},         {make_bool, 0},
        {make_node, 0},          {make_memory, 0},
        {make_list, 0},          {make_copy, 0},
        {make_map, 0},           {make_huge_array, PLENTY},
        {make_huge_map, PLENTY}, {make_huge_memory, PLENTY},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        budget_memory memory;
        budget_memory_init(&memory, PLENTY);
        tunip_context *context = tunip_context_new_empty(&memory.allocator, NULL);
        tunip_graph *graph = tunip_graph_new(context, NULL);
        assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
        memory.budget = cases[i].budget;
        assert_null(cases[i].make(graph));
        assert_int_equal(tunip_graph_status(graph), TUNIP_ERROR_MEMORY);
        memory.budget = PLENTY;
        make_int(graph);
        assert_int_equal(tunip_graph_status(graph), TUNIP_ERROR_MEMORY);
        tunip_graph_free(graph);
        tunip_context_free(context);
        assert_int_equal(memory.held, 0);
    }
}

static void no_graph_without_memory(void **state)
{
    (void)state;
    budget_memory memory;
    tunip_error error = TUNIP_ERROR_INIT;
    budget_memory_init(&memory, PLENTY);
    tunip_context *context = tunip_context_new_empty(&memory.allocator, NULL);
    memory.budget = 0;
    assert_null(tunip_graph_new(context, &error));
    assert_int_equal(error.code, TUNIP_ERROR_MEMORY);
    assert_string_equal(error.message, "out of memory");
    assert_null(tunip_graph_new(context, NULL));
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
}

static void items_that_are_missing_are_refused(void **state)
{
    const toy_world *world = *state;
    tunip_graph *other = tunip_graph_new(world->context, NULL);
    assert_null(tunip_array_new(world->graph, 2, NULL));
    assert_string_equal(tunip_graph_error(world->graph)->message,
                        "2 items of an array and no table of them");
    assert_null(tunip_map_new(other, 1, NULL));
    assert_int_equal(tunip_graph_status(other), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(tunip_graph_error(other)->message,
                        "1 entries of a map and no table of them");
    assert_non_null(tunip_array_new(world->graph, 0, NULL));
    assert_non_null(tunip_map_new(world->graph, 0, NULL));
    tunip_graph_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(nodes_are_zeroed_and_typed),
        TOY_TEST(values_are_boxed),
        TOY_TEST(strings_are_copied_with_a_nul),
        TOY_TEST(memory_is_zeroed_and_aligned),
        TOY_TEST(lists_in_scratch_keep_their_items),
        TOY_TEST(arrays_copy_their_items),
        TOY_TEST(maps_keep_their_order),
        TOY_TEST(items_that_are_missing_are_refused),
        TOY_TEST(is_asks_for_the_exact_type_and_is_a_for_ancestors),
        TOY_TEST(the_text_of_what_is_no_string_is_empty),
        TOY_TEST(a_graph_stands_for_its_root),
        cmocka_unit_test(memory_is_accounted_and_given_back),
        cmocka_unit_test(makers_return_null_and_the_graph_remembers),
        cmocka_unit_test(no_graph_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
