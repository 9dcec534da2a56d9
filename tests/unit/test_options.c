/* test_options.c -- option structs of callers that were compiled with an older or a newer
 * version. */
#include "render_helper.h"

#include "util/options.h"

typedef struct options {
    size_t size;
    int a;
    int b;
} options;

/* The struct of a later version. */
typedef struct later_options {
    options known;
    int c;
} later_options;

static void none_means_zero(void **state)
{
    (void)state;
    options out = {.a = 1, .b = 2};
    assert_int_equal(tn_options_take(&out, sizeof out, NULL, NULL), TUNIP_OK);
    assert_int_equal(out.size, sizeof out);
    assert_int_equal(out.a, 0);
    assert_int_equal(out.b, 0);
}

static void what_an_older_caller_does_not_know_is_zero(void **state)
{
    (void)state;
    options out, in = {.size = offsetof(options, b), .a = 1, .b = 2};
    assert_int_equal(tn_options_take(&out, sizeof out, &in, NULL), TUNIP_OK);
    assert_int_equal(out.size, sizeof out);
    assert_int_equal(out.a, 1);
    assert_int_equal(out.b, 0);
}

static void what_a_later_caller_adds_must_be_zero(void **state)
{
    (void)state;
    options out;
    later_options in = {.known = {.size = sizeof in, .a = 1, .b = 2}};
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tn_options_take(&out, sizeof out, &in, &error), TUNIP_OK);
    assert_int_equal(out.b, 2);
    in.c = 3;
    assert_int_equal(tn_options_take(&out, sizeof out, &in, &error), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "the options are of a later version: the bytes from 16 on are unknown");
}

static void a_size_is_needed(void **state)
{
    (void)state;
    options out, in = {.a = 1};
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tn_options_take(&out, sizeof out, &in, &error), TUNIP_ERROR_ARGUMENT);
    assert_string_equal(
        error.message,
        "the options have no size: initialise them with the macro that ends in _INIT");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_means_zero),
        cmocka_unit_test(what_an_older_caller_does_not_know_is_zero),
        cmocka_unit_test(what_a_later_caller_adds_must_be_zero),
        cmocka_unit_test(a_size_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
