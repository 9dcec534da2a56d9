/* test_marks.c -- a hundred thousand diagnostics of one large module, and of one long line. A
 * quadratic algorithm makes this test hang. */
#include "stress.h"

#define FEW test_count(10000)
#define MANY (10 * FEW)

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

static int count_bytes(const char *data, size_t size, void *user)
{
    (void)data;
    *(size_t *)user += size;
    return 0;
}

/* Renders one diagnostic for each node. Returns the number of bytes per diagnostic. */
static double render(tunip_context *context, const void *root, void *const *nodes, size_t count)
{
    tunip_printed *printed = stress_print(context, root);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_WARNING, "W", "a mark");
        tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, nodes[i], "here");
    }
    assert_int_equal(tunip_diagnostics_status(all), TUNIP_OK);
    assert_int_equal(tunip_diagnostics_render(all, printed, NULL, count_bytes, &bytes, NULL),
                     TUNIP_OK);
    tunip_diagnostics_free(all);
    tunip_printed_free(printed);
    return (double)bytes / (double)count;
}

static double render_statements(size_t count)
{
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void **stmts = malloc(count * sizeof *stmts);
    assert_non_null(stmts);
    for (size_t i = 0; i < count; i++)
        stmts[i] = tunip_tir_evaluate_new(graph, tunip_ir_int(graph, int32, (int64_t)i));
    void *body = tunip_tir_seq_new(graph, tunip_array_new(graph, count, stmts));
    double bytes =
        render(context, tunip_tir_prim_func_new(graph, "main", 0, NULL, NULL, body), stmts, count);
    free(stmts);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return bytes;
}

static double render_items(size_t count)
{
    tunip_context *context = stress_context();
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void **items = malloc(count * sizeof *items);
    assert_non_null(items);
    for (size_t i = 0; i < count; i++) items[i] = tunip_ir_int(graph, int32, (int64_t)i);
    double bytes = render(context, tunip_array_new(graph, count, items), items, count);
    free(items);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return bytes;
}

/* Numbers are a little longer when there are more of them. */
static void test_lines(void **state)
{
    (void)state;
    assert_true(render_statements(MANY) < 1.2 * render_statements(FEW));
}

static void test_one_line(void **state)
{
    (void)state;
    assert_true(render_items(MANY) < 1.2 * render_items(FEW));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_one_line),
    };
    test_name_skipped("tests of stress/ in their full size");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
