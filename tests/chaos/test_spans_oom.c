/* test_spans_oom.c -- memory that runs out at every single point of filling, collecting and showing
 * spans: there is an error, and everything is given back. */
#include "chaos.h"

#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

static tunip_node *span(tunip_graph *g, const char *source, int64_t line)
{
    return (tunip_node *)tunip_ir_span_new(g, source, line, 1, line, 4);
}

/* A statement whose spans were collected, filled in, and copied. */
static const tunip_node *statement(tunip_graph *g)
{
    void *x = tunip_tir_var_new(g, "x", TUNIP_INT(32)), *one = tunip_ir_int(g, TUNIP_INT(32), 1);
    void *sum = tunip_set_span(g, tunip_tir_add_new(g, x, one), span(g, "chaos.h", 1));
    void *whole = tunip_set_span(g, tunip_tir_add_new(g, sum, sum), span(g, "b", 2));
    tunip_span_builder *spans = tunip_span_builder_collect(g, whole, 1, &x);
    void *stmt = tunip_tir_evaluate_new(g, tunip_tir_mul_new(g, one, whole));
    tunip_node *filled = tunip_span_builder_filled(spans, stmt, 1, &whole);
    bool fine = tunip_span_builder_fill(spans, stmt, 1, &whole);
    tunip_span_builder_free(spans);
    return fine ? filled : NULL;
}

static int ignore(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    (void)user;
    return 0;
}

static void diagnose(const tunip_printed *printed, const tunip_allocator *allocator,
                     tunip_error *error)
{
    static const char *const folders[] = {TUNIP_TESTS_DIR, TUNIP_TESTS_DIR "/chaos"};
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.spans = true;
    options.source_folders = folders;
    options.source_folder_count = TUNIP_LEN(folders);
    tunip_diagnostics *found = tunip_diagnostics_new(allocator, error);
    tunip_diagnostic *d = tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, NULL, "bad");
    tunip_diagnostic_at_path(d, TUNIP_LABEL_PRIMARY, "<root>.value", "here");
    if (found) tunip_diagnostics_render(found, printed, &options, ignore, NULL, error);
    tunip_diagnostics_free(found);
}

static tunip_status go(chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_graph *graph = context ? tunip_graph_new(context, &error) : NULL;
    const tunip_node *root = graph ? statement(graph) : NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    options.spans = true;
    if (graph) {
        const tunip_error *first = tunip_graph_error(graph);
        if (first->code != TUNIP_OK) tunip_error_set(&error, first->code, "%s", first->message);
        assert_true(root || first->code != TUNIP_OK);
    }
    if (root && error.code == TUNIP_OK) tunip_print(context, root, &options, &printed, &error);
    if (printed) diagnose(printed, &c->allocator, &error);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code;
}

static void spans(void **state)
{
    (void)state;
    chaos_everywhere(go, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spans)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
