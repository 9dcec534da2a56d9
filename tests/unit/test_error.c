/* test_error.c -- statuses, errors, and the string views of base.h. */
#include "render_helper.h"

static void every_status_has_a_name(void **state)
{
    (void)state;
    static const struct {
        int status;
        const char *name;
    } cases[] = {
        {TUNIP_OK, "ok"},
        {TUNIP_ERROR_MEMORY, "out of memory"},
        {TUNIP_ERROR_ARGUMENT, "bad argument"},
        {TUNIP_ERROR_IO, "input or output failed"},
        {TUNIP_ERROR_SYNTAX, "malformed text"},
        {TUNIP_ERROR_FORMAT, "not a graph"},
        {TUNIP_ERROR_LIMIT, "limit reached"},
        {TUNIP_ERROR_CONFLICT, "conflicting registration"},
        {TUNIP_ERROR_NOT_FOUND, "not found"},
        {TUNIP_ERROR_CANCELLED, "cancelled by the write callback"},
        {TUNIP_ERROR_RULE, "a rule or a backend failed"},
        {TUNIP_ERROR_RULE + 1, "unknown status"},
        {1000000, "unknown status"},
        {-1, "unknown status"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_string_equal(tunip_status_name((tunip_status)cases[i].status), cases[i].name);
}

static void a_new_error_is_empty(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(error.code, TUNIP_OK);
    assert_string_equal(error.message, "");
    assert_string_equal(error.path, "");
    assert_int_equal(error.line, 0);
}

static void setting_an_error_returns_its_code(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    error.line = 3;
    assert_int_equal(tunip_error_set(&error, TUNIP_ERROR_IO, "%s: %d", "file", 7), TUNIP_ERROR_IO);
    assert_int_equal(error.code, TUNIP_ERROR_IO);
    assert_string_equal(error.message, "file: 7");
    assert_string_equal(error.path, "");
    assert_int_equal(error.line, 3);
}

static void the_first_error_wins(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_error_set(&error, TUNIP_ERROR_LIMIT, "first");
    assert_int_equal(tunip_error_set(&error, TUNIP_ERROR_IO, "second"), TUNIP_ERROR_IO);
    assert_int_equal(error.code, TUNIP_ERROR_LIMIT);
    assert_string_equal(error.message, "first");
}

static void nobody_need_ask_for_an_error(void **state)
{
    (void)state;
    assert_int_equal(tunip_error_set(NULL, TUNIP_ERROR_MEMORY, "%d", 1), TUNIP_ERROR_MEMORY);
}

static void long_messages_are_cut_off(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    memset(error.path, 'p', sizeof error.path);
    tunip_error_set(&error, TUNIP_ERROR_IO, "%0*d", 5000, 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(strspn(error.message, "0"), sizeof error.message - 1);
    assert_int_equal(error.path[0], 'p');
}

static void views_compare_by_content(void **state)
{
    (void)state;
    static const struct {
        tunip_str a, b;
        bool equal;
    } cases[] = {
        {TUNIP_STR("ab"), TUNIP_STR("ab"), true},
        {TUNIP_STR("ab"), TUNIP_STR("ac"), false},
        {TUNIP_STR("ab"), TUNIP_STR("abc"), false},
        {TUNIP_STR(""), {NULL, 0}, true},
        {{NULL, 0}, {NULL, 0}, true},
        {TUNIP_STR("a\0b"), TUNIP_STR("a\0c"), false},
        {TUNIP_STR("a\0b"), TUNIP_STR("a"), false},
        {TUNIP_STR("\0"), TUNIP_STR(""), false},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        assert_int_equal(tunip_str_equal(cases[i].a, cases[i].b), cases[i].equal);
        assert_int_equal(tunip_str_equal(cases[i].b, cases[i].a), cases[i].equal);
    }
}

static void views_of_terminated_text(void **state)
{
    (void)state;
    tunip_str none = tunip_str_from(NULL);
    assert_null(none.data);
    assert_int_equal(none.size, 0);
    assert_int_equal(tunip_str_from("abc").size, 3);
    assert_true(tunip_str_is(tunip_str_from("abc"), "abc"));
    assert_false(tunip_str_is(tunip_str_from("abc"), "ab"));
    assert_true(tunip_str_is(none, ""));
    assert_true(tunip_str_is(none, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_name),
        cmocka_unit_test(a_new_error_is_empty),
        cmocka_unit_test(setting_an_error_returns_its_code),
        cmocka_unit_test(the_first_error_wins),
        cmocka_unit_test(nobody_need_ask_for_an_error),
        cmocka_unit_test(long_messages_are_cut_off),
        cmocka_unit_test(views_compare_by_content),
        cmocka_unit_test(views_of_terminated_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
