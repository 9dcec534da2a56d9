/* test_html_oom.c -- every allocation of the pages in HTML fails in turn. The result is an
 * out-of-memory error, and all memory is freed. */
#include "chaos.h"

static int count_bytes(const char *data, size_t size, void *user)
{
    (void)data;
    *(size_t *)user += size;
    return 0;
}

static void write_diff(tunip_context *context, const tunip_graph *lhs, const tunip_graph *rhs,
                       size_t *size, tunip_error *error)
{
    tunip_script *script = NULL;
    if (tunip_diff(context, tunip_graph_root(lhs), tunip_graph_root(rhs), NULL, &script, error) ==
        TUNIP_OK)
        tunip_html_diff(context, script, NULL, count_bytes, size, error);
    tunip_script_free(script);
}

static tunip_status go(const tunip_str *texts, chaos *c, size_t *size)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_graph *lhs = context ? tunip_read(context, texts[0], &error) : NULL;
    tunip_graph *rhs = lhs ? tunip_read(context, texts[1], &error) : NULL;
    *size = 0;
    if (rhs && tunip_print(context, tunip_graph_root(rhs), NULL, &printed, &error) == TUNIP_OK)
        tunip_html_print(printed, NULL, count_bytes, size, &error);
    if (printed && error.code == TUNIP_OK) write_diff(context, lhs, rhs, size, &error);
    tunip_printed_free(printed);
    tunip_graph_free(lhs);
    tunip_graph_free(rhs);
    tunip_context_free(context);
    return error.code;
}

/* A page with a graph. */
static tunip_status draw(const tunip_str *texts, chaos *c, size_t *size)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_graph *graph = context ? tunip_read(context, texts[0], &error) : NULL;
    *size = 0;
    if (graph && tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error) == TUNIP_OK)
        tunip_html_print(printed, NULL, count_bytes, size, &error);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code;
}

/* Fails each allocation of `run`. */
static void fail_each(tunip_status (*run)(const tunip_str *texts, chaos *c, size_t *size),
                      const tunip_str *texts, size_t least)
{
    chaos c;
    size_t size, expected;
    chaos_init(&c, 0, false);
    assert_int_equal(run(texts, &c, &expected), TUNIP_OK);
    assert_int_equal(c.live, 0);
    assert_true(expected > least);
    size_t calls = c.calls;
    for (size_t at = 1; at <= calls; at = chaos_next(at))
        for (int for_good = 0; for_good < 2; for_good++) {
            chaos_init(&c, at, for_good);
            tunip_status status = run(texts, &c, &size);
            if (status == TUNIP_OK)
                assert_int_equal(size, expected);
            else
                assert_int_equal(status, TUNIP_ERROR_MEMORY);
            if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
        }
}

static void every_allocation(void **state)
{
    (void)state;
    const tunip_str texts[] = {load("../diff/moved-and-changed.lhs.json"),
                               load("../diff/moved-and-changed.rhs.json")};
    fail_each(go, texts, 5000);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) free((char *)(uintptr_t)texts[i].data);
}

static void every_allocation_of_a_graph(void **state)
{
    (void)state;
    const tunip_str text = tunip_str_from("func.func @f(%a: i32) -> i32 {\n"
                                          "  %0 = arith.addi %a, %a : i32\n"
                                          "  %1 = func.call @g(%0) : (i32) -> i32\n"
                                          "  return %1 : i32\n"
                                          "}\n"
                                          "func.func @g(%a: i32) -> i32 {\n"
                                          "  return %a : i32\n"
                                          "}\n");
    fail_each(draw, &text, 30000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation),
                                       cmocka_unit_test(every_allocation_of_a_graph)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
