/* test_history_oom.c -- every allocation of a history and its lines fails in turn. The result is an
 * out-of-memory error, and all memory is freed. */
#include "chaos.h"

static tunip_status add_all(tunip_context *context, tunip_history *history, const tunip_str *texts,
                            size_t count, tunip_error *error)
{
    for (size_t i = 0; i < count && error->code == TUNIP_OK; i++) {
        tunip_graph *graph = tunip_read(context, texts[i], error);
        if (graph) tunip_history_add(history, "step", tunip_graph_root(graph), error);
        tunip_graph_free(graph);
    }
    if (error->code == TUNIP_OK)
        tunip_history_set_trace(history, 0, count,
                                tunip_str_from("l2, l3 = sch.split(l1)\nsch.reorder(l3, l2)\n"),
                                error);
    return error->code;
}

static tunip_status go(const tunip_str *texts, size_t count, chaos *c, size_t *lines)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_lineage *lineage = NULL;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_history *history = context ? tunip_history_new(context, &error) : NULL;
    if (history && add_all(context, history, texts, count, &error) == TUNIP_OK)
        lineage = tunip_lineage_new(history, NULL, &error);
    *lines = tunip_lineage_line_count(lineage, count - 1);
    assert_true((lineage != NULL) == (error.code == TUNIP_OK));
    tunip_lineage_free(lineage);
    tunip_history_free(history);
    tunip_context_free(context);
    return error.code;
}

static void every_allocation(void **state)
{
    enum { COUNT = 3 };
    chaos c;
    size_t lines, expected;
    (void)state;
    const tunip_str texts[COUNT] = {load("../diff/moved-and-changed.lhs.json"),
                                    load("../diff/moved-and-changed.rhs.json"),
                                    load("../diff/wrapped-statement.lhs.json")};
    chaos_init(&c, 0, false);
    assert_int_equal(go(texts, COUNT, &c, &expected), TUNIP_OK);
    assert_int_equal(c.live, 0);
    assert_true(expected > 5);
    size_t calls = c.calls;
    for (size_t at = 1; at <= calls; at = chaos_next(at))
        for (int for_good = 0; for_good < 2; for_good++) {
            chaos_init(&c, at, for_good);
            tunip_status status = go(texts, COUNT, &c, &lines);
            if (status == TUNIP_OK)
                assert_int_equal(lines, expected);
            else
                assert_int_equal(status, TUNIP_ERROR_MEMORY);
            if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
        }
    for (size_t i = 0; i < COUNT; i++) free((char *)(uintptr_t)texts[i].data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
