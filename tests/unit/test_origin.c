/* test_origin.c -- where nodes stand in the source they were read from. */
#include "zoo.h"

#include <tunip/diagnostic.h>

#include "render_helper.h"

static const char nodes[] =
    "{'type': 'None'},\n {'type': 'ffi.String', 'data': 'Ray'},\n"
    "  {'type': 'zoo.Fish',\n   'data': {'name': 1}} ,{'type': 'ffi.Array', 'data': [2, 2, 0]}";

typedef struct reading {
    tunip_source *source;
    tunip_graph *graph;
} reading;

static reading read_with(const zoo_world *world, bool origins)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = zoo_graph_text(nodes);
    reading r = {
        .source = tunip_source_new(NULL, tunip_str_from("fish.json"), tunip_str_from(text), NULL)};
    assert_non_null(r.source);
    options.origins = origins;
    r.graph = tunip_read_source(world->context, r.source, &options, &error);
    assert_string_equal(error.message, "");
    free(text);
    return r;
}

static void free_reading(reading *r)
{
    tunip_graph_free(r->graph);
    tunip_source_free(r->source);
}

static void assert_origin(const reading *r, const void *node, const char *expected)
{
    tunip_origin origin;
    assert_true(tunip_graph_origin(r->graph, node, &origin));
    assert_ptr_equal(origin.source, r->source);
    tunip_str text = tunip_source_text(r->source);
    assert_in_range(origin.end, origin.begin, text.size);
    char *found = strndup(text.data + origin.begin, origin.end - origin.begin);
    assert_string_equal(found, expected);
    free(found);
}

static void each_node_has_the_range_of_its_object(void **state)
{
    reading r = read_with(*state, true);
    const tunip_array *all = (const tunip_array *)tunip_graph_root(r.graph);
    const zoo_fish *ray = (const zoo_fish *)all->items[0];
    assert_origin(&r, all, "{\"type\": \"ffi.Array\", \"data\": [2, 2, 0]}");
    assert_origin(&r, ray, "{\"type\": \"zoo.Fish\",\n   \"data\": {\"name\": 1}}");
    assert_origin(&r, ray->base.name, "{\"type\": \"ffi.String\", \"data\": \"Ray\"}");
    free_reading(&r);
}

static void none_is_recorded_without_a_request(void **state)
{
    reading r = read_with(*state, false), all = read_with(*state, true);
    tunip_origin origin = {NULL, 1, 2};
    assert_false(tunip_graph_origin(r.graph, tunip_graph_root(r.graph), &origin));
    assert_int_equal(origin.end, 2);
    assert_true(tunip_graph_memory(r.graph) < tunip_graph_memory(all.graph));
    free_reading(&r);
    free_reading(&all);
}

static void programs_may_set_origins(void **state)
{
    reading r = read_with(*state, true);
    const tunip_origin first = {r.source, 3, 5}, second = {r.source, 7, 9};
    tunip_origin origin;
    tunip_int *made = tunip_int_new(r.graph, 1);
    assert_false(tunip_graph_origin(r.graph, made, &origin));
    assert_false(tunip_graph_origin(r.graph, NULL, &origin));
    assert_false(tunip_graph_origin(NULL, made, &origin));
    assert_int_equal(tunip_graph_set_origin(r.graph, NULL, &first), TUNIP_OK);
    assert_int_equal(tunip_graph_set_origin(r.graph, made, &first), TUNIP_OK);
    assert_int_equal(tunip_graph_set_origin(r.graph, made, &second), TUNIP_OK);
    assert_true(tunip_graph_origin(r.graph, made, &origin));
    assert_int_equal(origin.begin, 7);
    assert_int_equal(origin.end, 9);
    free_reading(&r);
}

static int append(const char *data, size_t size, void *user)
{
    strncat(user, data, size);
    return 0;
}

/* The picture of the fish, and not of the array that holds it. */
static void a_diagnostic_points_into_the_input(void **state)
{
    reading r = read_with(*state, true);
    char drawn[2048] = "";
    tunip_origin origin;
    const tunip_array *all = (const tunip_array *)tunip_graph_root(r.graph);
    const zoo_fish *ray = (const zoo_fish *)all->items[0];
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d =
        tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, "zoo", "a fish without water");
    assert_true(tunip_graph_origin(r.graph, ray->base.name, &origin));
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, origin.begin, origin.end, "this name");
    assert_int_equal(
        tunip_diagnostics_render_source(found, origin.source, NULL, append, drawn, NULL), TUNIP_OK);
    assert_non_null(strstr(drawn, " --> fish.json:2:2\n"));
    assert_non_null(strstr(drawn, "\n2 |  {\"type\": \"ffi.String\", \"data\": \"Ray\"},\n"
                                  "  |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ this name\n"));
    tunip_diagnostics_free(found);
    free_reading(&r);
}

/* Reads with memory for `budget` allocations; returns whether that was enough. */
static bool read_within(size_t budget, const tunip_source *source)
{
    budget_memory memory;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.origins = true;
    budget_memory_init(&memory, SIZE_MAX);
    tunip_context *context = zoo_context_new(&memory.allocator, NULL);
    assert_non_null(context);
    memory.budget = budget;
    tunip_graph *graph = tunip_read_source(context, source, &options, &error);
    assert_int_equal(error.code, graph ? TUNIP_OK : TUNIP_ERROR_MEMORY);
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
    return graph != NULL;
}

static void memory_may_run_out_anywhere(void **state)
{
    reading r = read_with(*state, false);
    size_t budget = 0;
    while (!read_within(budget, r.source)) budget++;
    assert_in_range(budget, 5, 100);
    free_reading(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ZOO_TEST(each_node_has_the_range_of_its_object),
        ZOO_TEST(none_is_recorded_without_a_request),
        ZOO_TEST(programs_may_set_origins),
        ZOO_TEST(a_diagnostic_points_into_the_input),
        ZOO_TEST(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
