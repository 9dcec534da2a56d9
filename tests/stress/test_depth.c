/* test_depth.c -- an expression nested a million deep is built, read, printed and freed on a thread
 * with the usual 8 MB of stack. */
#include <pthread.h>

#include "stress.h"

enum { DEPTH = STRESS_SCALE(1000000), STACK = 8 << 20 };

/* x + (x + (... + (x + x))), with DEPTH operators. */
static void assert_is_nest(tunip_str text)
{
    static const char step[] = "x + (";
    const size_t size = sizeof step - 1, last = 5; /* "x + x" */
    assert_int_equal(text.size, (DEPTH - 1) * (size + 1) + last);
    for (size_t i = 0; i + 1 < DEPTH; i++)
        if (memcmp(text.data + i * size, step, size) != 0) fail_msg("at level %zu", i);
    const char *middle = text.data + (DEPTH - 1) * size;
    assert_memory_equal(middle, "x + x", last);
    for (const char *c = middle + last; c < text.data + text.size; c++)
        if (*c != ')') fail_msg("after the middle");
}

static void print_nest(tunip_context *context, tunip_graph *graph, const void *root)
{
    tunip_printed *printed = stress_print(context, root);
    assert_is_nest(tunip_printed_text(printed));
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

static void *print_built(void *unused)
{
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *x = tir_var_new(graph, "x", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    void *nest = x;
    for (size_t i = 0; i < DEPTH; i++) nest = tir_binary_new(graph, &tir_add_type, x, nest);
    assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
    print_nest(context, graph, nest);
    return unused;
}

static void *print_read(void *unused)
{
    stress_text json = {.data = NULL};
    stress_add(&json, "{\"root_index\": %d, \"nodes\": [{\"type\": \"None\"},", DEPTH + 3);
    stress_add(&json, "{\"type\": \"ffi.String\", \"data\": \"x\"},");
    stress_add(&json,
               "{\"type\": \"ir.PrimType\", \"data\": {\"span\": 0, \"dtype\": \"int32\"}},");
    stress_add(&json, "{\"type\": \"tir.Var\", \"data\": {\"span\": 0, \"dtype\": \"int32\", "
                      "\"name\": 1, \"type_annotation\": 2}}");
    for (int i = 0; i < DEPTH; i++)
        stress_add(&json,
                   ",{\"type\": \"tir.Add\", \"data\": "
                   "{\"span\": 0, \"dtype\": \"int32\", \"a\": 3, \"b\": %d}}",
                   i + 3);
    stress_add(&json, "], \"metadata\": {\"tvm_version\": \"0.23.0\"}}");
    tunip_context *context = stress_context();
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(context, (tunip_str){json.data, json.size}, &error);
    free(json.data);
    assert_string_equal(error.message, "");
    print_nest(context, graph, tunip_graph_root(graph));
    return unused;
}

static void on_usual_stack(void *(*run)(void *unused))
{
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

static void test_built(void **state)
{
    (void)state;
    on_usual_stack(print_built);
}

static void test_read(void **state)
{
    (void)state;
    on_usual_stack(print_read);
}

/* With a limit, depth is an error that names it. */
static void test_limit(void **state)
{
    (void)state;
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *nest = tir_var_new(graph, "x", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    for (size_t i = 0; i < 1000; i++) nest = tir_binary_new(graph, &tir_add_type, nest, nest);
    const tunip_print_options options = {.size = sizeof options, .max_depth = 100};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed;
    assert_int_equal(tunip_print(context, nest, &options, &printed, &error), TUNIP_ERROR_LIMIT);
    assert_null(printed);
    assert_non_null(strstr(error.message, "100"));
    tunip_graph_free(graph);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
