/* test_print_stream.c -- prints in chunks, and prints into a string. */
#include "toy_world.h"

enum { PLENTY = 1000000 };

static const char text_of_program[] = "with Y.scope(1) as s:\n    x = Y.var()\n    s + x";

static const tunip_node *make_program(tunip_graph *g)
{
    toy_var *x = toy_var_new(g, "x"), *s = toy_var_new(g, "s");
    return (const void *)toy_scope_new(g, s, tunip_int_new(g, 1), toy_sum_new(g, s, x));
}

typedef struct received {
    char text[256];
    size_t size;
    size_t calls;
    int answer;
} received;

static int receive(const char *data, size_t size, void *user)
{
    received *r = user;
    r->calls++;
    assert_true(size > 0 && r->size + size < sizeof r->text);
    memcpy(r->text + r->size, data, size);
    r->size += size;
    return r->answer;
}

static void text_may_be_streamed(void **state)
{
    const toy_world *world = *state;
    received all = {.answer = 0}, refused = {.answer = -7};
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *root = make_program(world->graph);
    assert_int_equal(tunip_print_stream(world->context, root, NULL, receive, &all, &error),
                     TUNIP_OK);
    assert_int_equal(all.size, sizeof text_of_program - 1);
    assert_memory_equal(all.text, text_of_program, all.size);
    assert_int_equal(tunip_print_stream(world->context, root, NULL, receive, &refused, &error),
                     TUNIP_ERROR_CANCELLED);
    assert_int_equal(refused.calls, 1);
    assert_string_equal(error.message, "the write callback refused");
}

static int measure(const char *data, size_t size, void *user)
{
    received *r = user;
    (void)data;
    r->size += size;
    return ++r->calls == 3; /* refuses the third chunk */
}

static void long_texts_come_in_chunks(void **state)
{
    const toy_world *world = *state;
    received r = {.answer = 0};
    void *sum = toy_deep_sum(world->graph, NULL, 100000);
    assert_int_equal(tunip_print_stream(world->context, sum, NULL, measure, &r, NULL),
                     TUNIP_ERROR_CANCELLED);
    assert_int_equal(r.calls, 3);
    assert_true(r.size < 4 * 100000);
}

/* Line numbers and metadata need the whole text first, but it is written in chunks, too. */
static void decorated_texts_are_streamed_too(void **state)
{
    const toy_world *world = *state;
    received all = {.answer = 0}, refused = {.answer = 1};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.print_line_numbers = true;
    const tunip_node *sum = (const void *)toy_sum_new(world->graph, NULL, NULL);
    assert_int_equal(tunip_print_stream(world->context, sum, &options, receive, &all, NULL),
                     TUNIP_OK);
    assert_memory_equal(all.text, "1 None + None", 13);
    assert_int_equal(all.size, 13);
    assert_int_equal(tunip_print_stream(world->context, sum, &options, receive, &refused, NULL),
                     TUNIP_ERROR_CANCELLED);
    assert_int_equal(refused.calls, 1);
}

/* Returns memory that is not zero, so that a missing NUL is noticed. */
static void *dirty_alloc(void *ctx, size_t size)
{
    void *at = budget_alloc(ctx, size);
    if (at) memset(at, 0xA5, size);
    return at;
}

/* A string is freed with the size that was allocated, even if the text contains NUL. */
static void strings_are_given_back_whole(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    memory.allocator.alloc = dirty_alloc;
    tunip_context *context = toy_context_new(&memory.allocator, NULL);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *key = tunip_string_new_view(graph, (tunip_str)TUNIP_STR("a\0b"));
    const tunip_map *map = tunip_map_new(graph, 1, (void *[]){key, NULL});
    char *text = tunip_print_module(context, NULL, NULL); /* freezes the context */
    assert_string_equal(text, "(nullptr)");
    tunip_text_free(context, text);
    size_t held = memory.held;
    tunip_text_free(context, tunip_print_module(context, &map->base, NULL));
    assert_int_equal(memory.held, held);
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
}

static void modules_print_into_a_string(void **state)
{
    const toy_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = tunip_print_module(world->context, make_program(world->graph), &error);
    assert_string_equal(text, text_of_program);
    tunip_text_free(world->context, text);
    tunip_text_free(world->context, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(text_may_be_streamed),
        TOY_TEST(long_texts_come_in_chunks),
        TOY_TEST(decorated_texts_are_streamed_too),
        cmocka_unit_test(strings_are_given_back_whole),
        TOY_TEST(modules_print_into_a_string),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
