/* test_graph_oom.c -- memory that runs out at every single point of reading and printing a graph of
 * the executor. */
#include "chaos.h"

static const char text[] =
    "{\"nodes\": [{\"op\": \"null\", \"name\": \"an input\", \"inputs\": []},"
    " {\"op\": \"tvm_op\", \"name\": \"f_1\", \"attrs\": {\"num_outputs\": \"2\","
    " \"layout\": \"NCHW\", \"func_name\": \"f\"}, \"inputs\": [[0, 0, 0]], \"control_deps\": "
    "[0]}], \"metadata\": {\"a\": [1.5, null, \"\\u00e9\"]},"
    " \"arg_nodes\": [0], \"heads\": [[1, 1, 0], [1, 0, 0]], \"attrs\": {"
    " \"dltype\": [\"list_str\", [\"float32\", \"int8\", \"uint1\"]],"
    " \"device_index\": [\"list_int\", [1, 1, 2]], \"storage_id\": [\"list_int\", [0, 1, 2]],"
    " \"total\": [\"size_t\", 3], \"storage_scope\": [\"list_str\", [\"\", \"\", "
    "\"global.texture\"]],"
    " \"shape\": [\"list_shape\", [[1, 8], [], [8]]]}, \"node_row_ptr\": [0, 1, 3]}";

static tunip_status go(chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_graph *graph = context ? tunip_read(context, tunip_str_from(text), &error) : NULL;
    tunip_printed *printed = NULL;
    if (graph) tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error);
    if (error.code == TUNIP_OK)
        assert_string_equal(tunip_printed_text(printed).data,
                            "an_input: float32[1, 8]  # an input, storage 0\n"
                            "%1: (int8[()], uint1[8]) = f(an_input, layout=\"NCHW\")"
                            "  # f_1, storage 1, 2 on device 2 in global.texture, after %0\n"
                            "return (%1.1, %1.0)");
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code;
}

static void a_graph(void **state)
{
    (void)state;
    chaos_everywhere(go, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_graph)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
