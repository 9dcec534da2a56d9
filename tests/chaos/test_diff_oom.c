/* test_diff_oom.c -- every allocation of a diff, its application and its text fails in turn. The
 * result is an out-of-memory error, and all memory is freed. */
#include "chaos.h"

typedef struct run {
    tunip_str lhs, rhs; /* saved */
    size_t threads;
    char *text; /* or NULL when the run failed */
} run;

static int collect(const char *data, size_t size, void *user)
{
    run *r = user;
    r->text = malloc(size + 1);
    assert_non_null(r->text);
    memcpy(r->text, data, size);
    r->text[size] = '\0';
    return 0;
}

static void diff_graphs(tunip_context *context, const tunip_graph *lhs, const tunip_graph *rhs,
                        run *r, tunip_error *error)
{
    tunip_script *script;
    tunip_graph *applied = NULL;
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    options.threads = r->threads;
    options.colour = true; /* the colours of the syntax need memory, too */
    if (tunip_diff(context, tunip_graph_root(lhs), tunip_graph_root(rhs), NULL, &script, error) !=
        TUNIP_OK)
        return;
    applied = tunip_diff_apply(context, script, error);
    for (int form = TUNIP_DIFF_NAMES; applied && form >= 0 && error->code == TUNIP_OK; form--) {
        options.form = (tunip_diff_form)form;
        free(r->text);
        r->text = NULL;
        tunip_diff_write(context, script, &options, collect, r, error);
    }
    tunip_graph_free(applied);
    tunip_script_free(script);
}

static tunip_status go(run *r, chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    r->text = NULL;
    tunip_context *context = tunip_context_new(&c->allocator, &error);
    tunip_graph *lhs = context ? tunip_read(context, r->lhs, &error) : NULL;
    tunip_graph *rhs = lhs ? tunip_read(context, r->rhs, &error) : NULL;
    if (rhs) diff_graphs(context, lhs, rhs, r, &error);
    tunip_graph_free(lhs);
    tunip_graph_free(rhs);
    tunip_context_free(context);
    return error.code;
}

static void fail_at(run *r, size_t at, bool for_good, const char *expected)
{
    chaos c;
    chaos_init(&c, at, for_good);
    tunip_status status = go(r, &c);
    if (status == TUNIP_OK)
        assert_string_equal(r->text, expected);
    else
        assert_int_equal(status, TUNIP_ERROR_MEMORY);
    free(r->text);
    if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
}

static void fail_everywhere_with(size_t threads, const char *lhs, const char *rhs,
                                 const char *shown)
{
    chaos c;
    run r = {load(lhs), load(rhs), threads, NULL};
    chaos_init(&c, 0, false);
    assert_int_equal(go(&r, &c), TUNIP_OK);
    assert_int_equal(c.live, 0);
    char *expected = r.text;
    assert_non_null(strstr(expected, shown));
    for (size_t at = 1; at <= c.calls; at = chaos_next(at)) {
        fail_at(&r, at, true, expected);
        fail_at(&r, at, false, expected);
    }
    free(expected);
    free((char *)(uintptr_t)r.lhs.data);
    free((char *)(uintptr_t)r.rhs.data);
}

static void fail_everywhere(const char *lhs, const char *rhs, const char *shown)
{
    fail_everywhere_with(1, lhs, rhs, shown);
}

static void by_two_threads(void **state)
{
    (void)state;
    fail_everywhere_with(2, "../diff/renamed-function.lhs.json",
                         "../diff/renamed-function.rhs.json", "increment");
}

static void of_functions(void **state)
{
    (void)state;
    fail_everywhere("../diff/renamed-function.lhs.json", "../diff/renamed-function.rhs.json",
                    "increment");
}

static void of_what_is_inside(void **state)
{
    (void)state;
    fail_everywhere("../diff/wrapped-statement.lhs.json", "../diff/wrapped-statement.rhs.json",
                    "1 statement wrapped");
}

static void of_what_has_moved(void **state)
{
    (void)state;
    fail_everywhere("../diff/moved-and-changed.lhs.json", "../diff/moved-and-changed.rhs.json",
                    "moved from line");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_functions),
        cmocka_unit_test(by_two_threads),
        cmocka_unit_test(of_what_is_inside),
        cmocka_unit_test(of_what_has_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
