/* test_mlir_oom.c -- memory that runs out at every point of reading and printing MLIR text. */
#include "chaos.h"

static const char text[] = "#map = affine_map<(d0) -> (d0)>\n"
                           "module attributes {a = #map, b = #n} {\n"
                           "  func.func @f(%x: memref<4x?xf32, #map>, %y: i1) -> i32 {\n"
                           "    %0:2 = \"a.b\"(%x) <{c = [1, {d = 2}]}> ({\n"
                           "    ^bb0(%z: i32):\n"
                           "      \"c.d\"(%z, %1#1)[^bb1] : (i32) -> ()\n"
                           "    ^bb1:  // pred: ^bb0\n"
                           "    }) : (i32) -> (i32,\n"
                           "        i32) loc(callsite(#l at \"f.py\":1:2)) // c\n"
                           "    %1:2 = e.f %0#1 : i32, i32\n"
                           "    return %1#0 : i32\n"
                           "  }\n"
                           "}\n"
                           "i.j : (%w) // d\n"
                           "#l = loc(unknown)\n"
                           "#n = #x<#n, #map>\n"
                           "// -----\n"
                           "g.h {i, {}, [j]}\n";

static tunip_status read_and_print(chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    options.format = "mlir";
    options.origins = true;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    if (!context) return error.code;
    tunip_source *source =
        tunip_source_new(&c->allocator, tunip_str_from("input"), tunip_str_from(text), &error);
    tunip_graph *graph = source ? tunip_read_source(context, source, &options, &error) : NULL;
    if (graph) tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error);
    if (!error.code) assert_non_null(printed);
    if (error.code) assert_true(error.message[0]);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    return error.code;
}

static void every_failure_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    chaos_everywhere(read_and_print, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_is_reported_and_nothing_leaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
