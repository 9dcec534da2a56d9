/* test_text.c -- text that grows, and strings for callers. */
#include "render_helper.h"

#include "util/text.h"

static void assert_text(const tn_text *text, const char *expected)
{
    assert_int_equal(text->bytes.count, strlen(expected));
    assert_memory_equal(text->bytes.items, expected, strlen(expected));
}

static void text_is_put_behind_text(void **state)
{
    (void)state;
    tn_text text;
    tn_text_init(&text, &tn_malloc);
    tn_text_put_word(&text, "a");
    tn_text_put_str(&text, (tunip_str){NULL, 0});
    tn_text_fill(&text, '-', 3);
    tn_text_put_number(&text, 42, 4);
    tn_text_put_number(&text, 12345, 2);
    tn_text_put_visible(&text, tunip_str_from("\n\x1B\xC3\xA9\xFF"));
    assert_text(&text, "a---  4212345\\n\\x1b\xC3\xA9\\xff");
    assert_false(text.failed);
    tn_text_free(&text);
}

/* After the first failure, nothing is appended. */
static void text_without_memory(void **state)
{
    (void)state;
    budget_memory memory;
    tn_text text;
    budget_memory_init(&memory, 1);
    tn_text_init(&text, &memory.allocator);
    tn_text_put_word(&text, "there");
    tn_text_fill(&text, ' ', 100000);
    assert_true(text.failed);
    tn_text_put_word(&text, "gone");
    tn_text_put_visible(&text, tunip_str_from("gone"));
    assert_text(&text, "there");
    tn_text_free(&text);
    assert_int_equal(memory.held, 0);
}

static void strings_know_their_size(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, 2);
    const tunip_str inner = TUNIP_STR("a\0b");
    char *string = tn_string_new(&memory.allocator, inner);
    char *empty = tn_string_new(&memory.allocator, (tunip_str){NULL, 0});
    assert_memory_equal(string, "a\0b", 4);
    assert_string_equal(empty, "");
    assert_null(tn_string_new(&memory.allocator, inner));
    tn_string_free(&memory.allocator, string);
    tn_string_free(&memory.allocator, empty);
    tn_string_free(&memory.allocator, NULL);
    assert_int_equal(memory.held, 0);
}

static void a_zeroed_text_says(void **state)
{
    (void)state;
    tn_text text = {.failed = false};
    tn_text_say(&text, "%d%s", 12, "ab");
    tn_text_pad(&text, 6);
    tn_text_say(&text, "%0200d", 7); /* longer than usual */
    tunip_str said = tn_text_str(&text);
    assert_int_equal(said.size, 206);
    assert_memory_equal(said.data, "12ab  000", 9);
    assert_int_equal(said.data[205], '7');
    tn_text_free(&text);
    text.max_bytes = 3;
    tn_text_say(&text, "%d", 1234);
    assert_true(text.is_over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_text_says),
        cmocka_unit_test(text_is_put_behind_text),
        cmocka_unit_test(text_without_memory),
        cmocka_unit_test(strings_know_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
