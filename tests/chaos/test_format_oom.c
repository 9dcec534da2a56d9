/* test_format_oom.c -- memory that runs out at every point of a read by the assembler: with names,
 * lists, several errors and origins. */
#include "chaos.h"

#include <tunip/ext/plugin.h>

static const char *const inputs[] = {
    /* all that may be late */
    (";sexp\n(tir.SeqStmt seq=[%a (tir.Evaluate value=%one) %a])\n"
     "%a = (tir.Evaluate value=%one)\n%one = (ir.IntImm dtype=:int32 value=1)"),
    /* an unregistered type, a map, boxed values */
    ";sexp\n(my.Type a=1 b=true c=:int8 d=\"text\" e={\"k\" %a} f=%a)\n%a = (other.Type a=none)",
    /* errors */
    ";sexp\n(tir.Evaluate value=\"a\")(tir.Add c=%x)(ffi.String)",
};

/* The status of one read; *count is the number of the calls of the allocator. */
static tunip_status read_one(const char *text, size_t at, bool for_good, size_t *count)
{
    chaos c;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    chaos_init(&c, 0, for_good);
    tunip_context *context = tunip_context_new(&c.allocator, NULL);
    assert_int_equal(tunip_context_load_plugin(context, TUNIP_PLUGIN_DIR "/sexp.so", NULL), 0);
    options.origins = true;
    options.diagnostics = tunip_diagnostics_new(&c.allocator, NULL);
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("input"), tunip_str_from(text), NULL);
    size_t before = c.calls;
    c.fail_at = at ? before + at : 0;
    tunip_graph *graph = tunip_read_source(context, source, &options, &error);
    *count = c.calls - before;
    c.fail_at = 0;
    assert_int_equal(!graph, error.code != TUNIP_OK);
    if (!graph) assert_true(error.message[0] != '\0');
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_diagnostics_free(options.diagnostics);
    tunip_context_free(context);
    assert_int_equal(c.live, 0);
    return error.code;
}

static void check(const char *text, bool for_good)
{
    size_t count, ignored;
    tunip_status expected = read_one(text, 0, for_good, &count);
    assert_in_range(count, 10, 1000);
    for (size_t at = 1; at <= count; at = chaos_next(at)) {
        tunip_status status = read_one(text, at, for_good, &ignored);
        if (status != expected) assert_int_equal(status, TUNIP_ERROR_MEMORY);
    }
}

static void every_failure_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(inputs); i++) {
        check(inputs[i], false);
        check(inputs[i], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
