/* test_many.c -- a thousand dialects with a hundred types each: each prints its own nodes, the
 * built-in dialects print as before, and unused dialects take no memory in a print. */
#include "many.h"
#include "stress.h"

enum { DIALECTS = 1000 };

static void *count_alloc(void *held, size_t size)
{
    *(size_t *)held += size;
    return malloc(size);
}

static void *count_realloc(void *held, void *ptr, size_t old_size, size_t size)
{
    *(size_t *)held += size - old_size;
    return realloc(ptr, size);
}

static void count_free(void *held, void *ptr, size_t size)
{
    *(size_t *)held -= size;
    free(ptr);
}

static void assert_prints(tunip_context *context, const void *root, const char *expected)
{
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = tunip_print_module(context, root, &error);
    assert_string_equal(error.message, "");
    assert_string_equal(text, expected);
    tunip_text_free(context, text);
}

/* Under the dialect's token an integer prints as a plain number; inside TIR it prints by TIR's
 * rule. */
static void assert_dialect_prints(tunip_context *context, many_dialect *m)
{
    char expected[64];
    many_node leaf = {.value = NULL}, root = {.value = NULL};
    tunip_graph *graph = tunip_graph_new(context, NULL);
    leaf.base.type = &m->types[MANY_TYPES - 1];
    leaf.value = (tunip_node *)tunip_ir_int(graph, tunip_dtype_make(TUNIP_DTYPE_INT, 8, 1), 7);
    root.base.type = &m->types[0];
    root.value = &leaf.base;
    snprintf(expected, sizeof expected, "%s.node0(%s.node%d(7))", m->prefix, m->prefix,
             MANY_TYPES - 1);
    assert_prints(context, &root, expected);
    snprintf(expected, sizeof expected, "%s.node%d(T.int8(7))", m->prefix, MANY_TYPES - 1);
    assert_prints(context, &leaf, expected);
    tunip_graph_free(graph);
}

/* No variable gets the name of a prefix of any dialect. */
static void assert_prefixes_are_reserved(tunip_context *context)
{
    const tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    assert_prints(context, tunip_tir_var_new(graph, "D999", dtype), "D999_1");
    assert_prints(context, tunip_tir_var_new(graph, "D1000", dtype), "D1000");
    tunip_graph_free(graph);
}

static void a_thousand_dialects_print(void **state)
{
    (void)state;
    size_t held = 0;
    const tunip_allocator counting = {count_alloc, count_realloc, count_free, &held};
    many_dialect *dialects = malloc(DIALECTS * sizeof *dialects);
    tunip_context *context = tunip_context_new(&counting, NULL);
    assert_non_null(dialects);
    assert_non_null(context);
    for (size_t i = 0; i < DIALECTS; i++) {
        many_make(&dialects[i], i);
        assert_int_equal(tunip_context_add_dialect(context, &dialects[i].dialect, NULL), TUNIP_OK);
    }
    size_t registered = held;
    assert_in_range(registered, 0, (size_t)DIALECTS * MANY_TYPES * 512);
    assert_prefixes_are_reserved(context);
    assert_in_range(held - registered, 0, 64 * 1024);
    for (size_t i = 0; i < DIALECTS; i++) assert_dialect_prints(context, &dialects[i]);
    assert_in_range(held - registered, 0, (size_t)DIALECTS * 32 * 1024);
    tunip_context_free(context);
    assert_int_equal(held, 0);
    free(dialects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_thousand_dialects_print)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
