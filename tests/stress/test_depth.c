/* test_depth.c -- an expression nested a million deep is built, read, printed and freed on a thread
 * with the usual 8 MB of stack. */
#include <pthread.h>

#include <tunip/tvm/relax.h>

#include "stress.h"

#define DEPTH test_count(1000000)

enum { STACK = 8 << 20 };

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

/* Removes the declaration of x, which the text backend writes first. */
static tunip_str without(tunip_str text, const char *before)
{
    size_t size = strlen(before);
    assert_true(text.size >= size);
    assert_memory_equal(text.data, before, size);
    return (tunip_str){text.data + size, text.size - size};
}

/* Both backends write the same expression. */
static void print_nest(tunip_context *context, tunip_graph *graph, const void *root)
{
    static const char *const backends[] = {"python", "text"};
    static const char *const before[] = {"", "define x = T.int32()\n"};
    for (size_t i = 0; i < TUNIP_LEN(backends); i++) {
        const tunip_print_options options = {.size = sizeof options, .backend = backends[i]};
        tunip_printed *printed;
        assert_int_equal(tunip_print(context, root, &options, &printed, NULL), TUNIP_OK);
        assert_is_nest(without(tunip_printed_text(printed), before[i]));
        tunip_printed_free(printed);
    }
    tunip_graph_free(graph);
    tunip_context_free(context);
}

static void *print_built(void *unused)
{
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *x = tunip_tir_var_new(graph, "x", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    void *nest = x;
    for (size_t i = 0; i < DEPTH; i++)
        nest = tunip_tir_binary_new(graph, &tunip_tir_add_type, x, nest);
    assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
    print_nest(context, graph, nest);
    return unused;
}

static void *print_read(void *unused)
{
    stress_text json = {.data = NULL};
    stress_add(&json, "{\"root_index\": %zu, \"nodes\": [{\"type\": \"None\"},", DEPTH + 3);
    stress_add(&json, "{\"type\": \"ffi.String\", \"data\": \"x\"},");
    stress_add(&json,
               "{\"type\": \"ir.PrimType\", \"data\": {\"span\": 0, \"dtype\": \"int32\"}},");
    stress_add(&json, "{\"type\": \"tir.Var\", \"data\": {\"span\": 0, \"dtype\": \"int32\", "
                      "\"name\": 1, \"type_annotation\": 2}}");
    for (size_t i = 0; i < DEPTH; i++)
        stress_add(&json,
                   ",{\"type\": \"tir.Add\", \"data\": "
                   "{\"span\": 0, \"dtype\": \"int32\", \"a\": 3, \"b\": %zu}}",
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

static void on_stack(size_t size, void *(*run)(void *unused))
{
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, size), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

static void test_built(void **state)
{
    (void)state;
    on_stack(STACK, print_built);
}

static void test_read(void **state)
{
    (void)state;
    on_stack(STACK, print_read);
}

/* A chain of buffers; the shape of each loads from the next. */
static void *print_buffers(void *unused)
{
    enum { BUFFERS = 1000 };
    const tunip_dtype int64 = tunip_dtype_make(TUNIP_DTYPE_INT, 64, 1);
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *zero = tunip_ir_int(graph, int64, 0), *size = tunip_ir_int(graph, int64, 8);
    for (size_t i = 0; i < BUFFERS; i++) {
        tunip_tir_buffer *buffer = tunip_tir_buffer_new(graph, "b", int64, TUNIP_LIST(graph, size));
        size = tunip_tir_buffer_load_new(graph, buffer, TUNIP_LIST(graph, zero));
    }
    tunip_tir_buffer *param = tunip_tir_buffer_new(graph, "a", int64, TUNIP_LIST(graph, zero));
    tunip_tir_var *handle = tunip_tir_handle_new(graph, "h");
    void *body = tunip_tir_evaluate_new(graph, size);
    void *func = tunip_tir_prim_func_new(graph, "main", 1, &handle, &param, body);
    assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
    tunip_printed *printed = stress_print(context, func);
    assert_non_null(strstr(tunip_printed_text(printed).data, "T.evaluate(b"));
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return unused;
}

static void test_buffers(void **state)
{
    (void)state;
    on_stack(1 << 18, print_buffers);
}

/* Python cannot parse calls that are nested deeply. Types, values and results are. */
static void *build_tuples(void *unused)
{
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *info = NULL, *value = NULL;
    for (size_t i = 0; i < DEPTH; i++) {
        info = tunip_relax_tuple_info_new(graph, info ? TUNIP_LIST(graph, info) : NULL);
        value = tunip_relax_tuple_new(graph, value ? TUNIP_LIST(graph, value) : NULL);
    }
    for (int i = 0; i < 3; i++) {
        void *leaf = tunip_relax_tuple_info_new(graph, NULL);
        tunip_relax_var *x = tunip_relax_var_new(graph, "x", i == 0 ? info : leaf);
        tunip_relax_var *y = tunip_relax_var_new(graph, "y", leaf);
        tunip_relax_var_binding *binding = tunip_relax_binding_new(graph, y, i == 1 ? value : x);
        tunip_relax_binding_block *block = tunip_relax_block_new(graph, TUNIP_LIST(graph, binding));
        tunip_relax_seq_expr *body = tunip_relax_seq_new(graph, TUNIP_LIST(graph, block), y);
        void *func = tunip_relax_function_new(graph, "f", TUNIP_LIST(graph, x),
                                              i == 2 ? info : leaf, body);
        assert_int_equal(tunip_graph_status(graph), TUNIP_OK);
        const tunip_print_options options = {.size = sizeof options, .backend = "builder"};
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_printed *printed;
        assert_int_not_equal(tunip_print(context, func, &options, &printed, &error), TUNIP_OK);
        if (!strstr(error.message, "nested")) fail_msg("%s", error.message);
    }
    tunip_graph_free(graph);
    tunip_context_free(context);
    return unused;
}

static void test_builder(void **state)
{
    (void)state;
    on_stack(STACK, build_tuples);
}

/* With a limit, depth is an error that names it. */
static void test_limit(void **state)
{
    (void)state;
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *nest = tunip_tir_var_new(graph, "x", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    for (size_t i = 0; i < 1000; i++)
        nest = tunip_tir_binary_new(graph, &tunip_tir_add_type, nest, nest);
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
        cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_builder),
        cmocka_unit_test(test_limit),
    };
    test_name_skipped("tests of stress/ in their full size");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
