/* test_limits.c -- limits of a context and of a print. */
#include <stdio.h>

#include <tunip/read.h>

#include "toy_world.h"

/* A sum of `levels` levels; both operands of each level are the level below. */
static const tunip_node *shared_sums(tunip_graph *graph, size_t levels)
{
    void *sum = toy_sum_new(graph, tunip_int_new(graph, 1), tunip_int_new(graph, 2));
    for (size_t i = 0; i < levels; i++) sum = toy_sum_new(graph, sum, sum);
    return sum;
}

static int drop(const char *data, size_t size, void *user)
{
    (void)data;
    *(size_t *)user += size;
    return 0;
}

/* Prints with and without a source map, and in parts. */
static void assert_all(const toy_world *world, const tunip_node *root, size_t max_bytes,
                       tunip_status status, const char *message)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.max_bytes = max_bytes;
    for (int i = 0; i < 2; i++) {
        tunip_printed *printed;
        tunip_error error = TUNIP_ERROR_INIT;
        options.no_source_map = i;
        assert_int_equal(tunip_print(world->context, root, &options, &printed, &error), status);
        assert_string_equal(error.message, message);
        tunip_printed_free(printed);
    }
    size_t written = 0;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_print_stream(world->context, root, &options, drop, &written, &error),
                     status);
    assert_string_equal(error.message, message);
    if (max_bytes) assert_true(written <= max_bytes);
}

static void a_text_may_have_just_so_many_bytes(void **state)
{
    const toy_world *world = *state;
    const tunip_node *sum = shared_sums(world->graph, 10);
    tunip_printed *printed = toy_print(world, sum, NULL);
    size_t size = tunip_printed_text(printed).size;
    tunip_printed_free(printed);
    char message[80];
    snprintf(message, sizeof message, "the text would be longer than max_bytes %zu", size - 1);
    assert_all(world, sum, 0, TUNIP_OK, "");
    assert_all(world, sum, size, TUNIP_OK, "");
    assert_all(world, sum, size - 1, TUNIP_ERROR_LIMIT, message);
}

static void docs_are_counted_before_there_is_a_text(void **state)
{
    const toy_world *world = *state;
    assert_all(world, shared_sums(world->graph, 60), 1000, TUNIP_ERROR_LIMIT,
               "the text would be longer than max_bytes 1000 (estimated from its parts)");
}

static void limit(const toy_world *world, size_t max_input, size_t max_bytes)
{
    tunip_limits limits = TUNIP_LIMITS_INIT;
    limits.max_input = max_input;
    limits.max_bytes = max_bytes;
    assert_int_equal(tunip_context_limit(world->context, &limits, NULL), TUNIP_OK);
}

static void a_context_has_limits_for_all_prints(void **state)
{
    const toy_world *world = *state;
    const tunip_node *sum = shared_sums(world->graph, 1);
    limit(world, 0, 10);
    assert_print_fails(world, sum, NULL, TUNIP_ERROR_LIMIT,
                       "the text would be longer than max_bytes 10");
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.max_bytes = 15;
    assert_prints_with(world, sum, &options, "1 + 2 + (1 + 2)");
}

static void limits_are_set_before_the_first_print(void **state)
{
    const toy_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_limits limits = TUNIP_LIMITS_INIT;
    assert_int_equal(tunip_context_limit(world->context, &limits, NULL), TUNIP_OK);
    limits.size = 0;
    assert_int_equal(tunip_context_limit(world->context, &limits, NULL), TUNIP_ERROR_ARGUMENT);
    assert_int_equal(tunip_context_limit(world->context, NULL, NULL), TUNIP_OK);
    assert_prints(world, tunip_int_new(world->graph, 1), "1");
    assert_int_equal(tunip_context_limit(world->context, NULL, &error), TUNIP_ERROR_LIMIT);
    assert_string_equal(error.message, "limits cannot be set after the first print");
}

static void input_may_have_just_so_many_bytes(void **state)
{
    const toy_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = TUNIP_STR("{\"root_index\": 0, \"nodes\": [{\"type\": \"None\"}]}");
    limit(world, text.size, 0);
    tunip_graph *graph = tunip_read(world->context, text, &error);
    assert_non_null(graph);
    tunip_graph_free(graph);
    limit(world, text.size - 1, 0);
    assert_null(tunip_read(world->context, text, &error));
    assert_int_equal(error.code, TUNIP_ERROR_LIMIT);
    assert_string_equal(error.message, "the input is longer than max_input 45");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(a_text_may_have_just_so_many_bytes),
        TOY_TEST(docs_are_counted_before_there_is_a_text),
        TOY_TEST(a_context_has_limits_for_all_prints),
        TOY_TEST(limits_are_set_before_the_first_print),
        TOY_TEST(input_may_have_just_so_many_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
