/* test_packed.c -- source maps of finished functions, packed and unpacked. That unpacked spans are
 * the same as others is checked for all objects by corpus/spans.c. */
#include "render_helper.h"

#include <tunip.h>

#include "core/printed.h"

enum { PLENTY = 1000000 };

#define MODULE TUNIP_TESTS_DIR "/golden/rnd_mod.1003.json"

static tunip_printed *print(tunip_context *context, const tunip_graph *graph)
{
    tunip_printed *printed = NULL;
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), NULL, &printed, NULL), TUNIP_OK);
    return printed;
}

/* Spans that cannot be unpacked can be unpacked later. */
static void unpacking_may_fail_at_every_allocation(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    tunip_context *context = tunip_context_new(&memory.allocator, NULL);
    tunip_graph *graph = tunip_read_file(context, MODULE, NULL);
    assert_non_null(graph);
    size_t failures = 0;
    for (bool done = false; !done; failures += !done) {
        tunip_printed *printed = print(context, graph);
        assert_true(printed->packed.unit_count > 1);
        memory.budget = failures;
        size_t count = tunip_printed_span_count(printed);
        done = count != 0;
        if (!done) assert_null(tunip_source_map_new(printed, NULL));
        memory.budget = PLENTY;
        assert_true(tunip_printed_span_count(printed) > 100);
        assert_int_equal(printed->packed.unit_count, 0);
        tunip_printed_free(printed);
    }
    assert_true(failures >= 2);
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
}

/* A span and its Doc would take more than 60 bytes, and its paths as much again. */
static void packed_spans_are_small(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = tunip_read_file(context, MODULE, NULL);
    tunip_printed *printed = print(context, graph);
    size_t size = printed->packed.units.total;
    assert_in_range(size, 1, 40 * tunip_printed_span_count(printed));
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacking_may_fail_at_every_allocation),
        cmocka_unit_test(packed_spans_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
