/* test_escape.c -- which characters are escaped in which style. */
#include "render_helper.h"

#include "util/html.h"
#include "util/text.h"

static void assert_escaped(const tn_escape_policy *policy, tunip_str text, const char *expected)
{
    tn_text out;
    tn_text_init(&out, &tn_malloc);
    tn_text_put_escaped(&out, text, policy);
    tn_text_put(&out, "", 1);
    assert_string_equal(out.bytes.items, expected);
    tn_text_free(&out);
}

typedef struct example {
    tunip_str text;
    const char *line, *layout, *json, *saved;
} example;

static const example examples[] = {
    {TUNIP_STR("a \"b\" \\ /"), "a \"b\" \\ /", "a \"b\" \\ /", "a \\\"b\\\" \\\\ /",
     "a \\\"b\\\" \\\\ \\/"},
    {TUNIP_STR("\n\t\r"), "\\n\\t\\r", "\n\t\\r", "\\n\\t\\r", "\\n\\t\\r"},
    {TUNIP_STR("\x1b\b\f\0\x7f"), "\\x1b\\x08\\x0c\\x00\\x7f", "\\x1b\\x08\\x0c\\x00\\x7f",
     "\\u001b\\b\\f\\u0000\\u007f", "\\u001b\\b\\f\\u0000\\u007f"},
    {TUNIP_STR("\xc2\x9b"), "\\u009b", "\\u009b", "\\u009b", "\xc2\x9b"},
    {TUNIP_STR("\xd8\x9c\xe2\x80\xae\xe2\x81\xa6"), "\\u061c\\u202e\\u2066",
     "\\u061c\\u202e\\u2066", "\\u061c\\u202e\\u2066", "\xd8\x9c\xe2\x80\xae\xe2\x81\xa6"},
    {TUNIP_STR("\xe2\x80\xa8\xe2\x80\x8b\xc2\xad"), "\\u2028\\u200b\\u00ad",
     "\\u2028\\u200b\\u00ad", "\\u2028\\u200b\\u00ad", "\xe2\x80\xa8\xe2\x80\x8b\xc2\xad"},
    {TUNIP_STR("\xf3\xa0\x80\x81"), "\\U000e0001", "\\U000e0001", "\\udb40\\udc01",
     "\xf3\xa0\x80\x81"},
    {TUNIP_STR("a\xff\xc3"), "a\\xff\\xc3", "a\\xff\\xc3", "a\\ufffd\\ufffd", "a\xff\xc3"},
    {TUNIP_STR("\xc3\xa9 \xe6\xbc\xa2 e\xcc\x81"), "\xc3\xa9 \xe6\xbc\xa2 e\xcc\x81",
     "\xc3\xa9 \xe6\xbc\xa2 e\xcc\x81", "\xc3\xa9 \xe6\xbc\xa2 e\xcc\x81",
     "\xc3\xa9 \xe6\xbc\xa2 e\xcc\x81"},
    /* A combining mark without a base, and one behind an escaped quotation mark. */
    {TUNIP_STR("\xcc\x81"), "\\u0301", "\\u0301", "\\u0301", "\xcc\x81"},
    {TUNIP_STR("\"\xcc\x81"), "\"\xcc\x81", "\"\xcc\x81", "\\\"\\u0301", "\\\"\xcc\x81"},
    /* U+200D within an emoji, and within a word. */
    {TUNIP_STR("\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9"),
     "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9", "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9",
     "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9",
     "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9"},
    {TUNIP_STR("a\xe2\x80\x8d"
               "b"),
     "a\\u200db", "a\\u200db", "a\\u200db",
     "a\xe2\x80\x8d"
     "b"},
    {TUNIP_STR(""), "", "", "", ""},
};

static void each_has_its_escapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(examples); i++) {
        assert_escaped(&tn_escape_line, examples[i].text, examples[i].line);
        assert_escaped(&tn_escape_text, examples[i].text, examples[i].layout);
        assert_escaped(&tn_escape_json, examples[i].text, examples[i].json);
        assert_escaped(&tn_escape_saved, examples[i].text, examples[i].saved);
    }
}

/* ---- the call of the API ---- */

typedef struct received {
    char text[64];
    size_t size, calls;
    int answer;
} received;

static int receive(const char *data, size_t size, void *user)
{
    received *r = user;
    memcpy(r->text + r->size, data, size);
    r->size += size;
    r->calls++;
    return r->answer;
}

static void styles_are_the_policies(void **state)
{
    (void)state;
    static const char *const expected[] = {"a\\n\\x1b", "a\n\\x1b", "a\\n\\u001b", "a\\n\\x1b"};
    for (int style = 0; style < (int)TUNIP_LEN(expected); style++) {
        received r = {.answer = 0};
        tunip_str text = TUNIP_STR("a\n\x1b");
        assert_int_equal(tunip_escape(text, (tunip_escape_style)style, receive, &r), 0);
        assert_string_equal(r.text, expected[style]); /* an unknown style: as TUNIP_ESCAPE_LINE */
    }
}

static void a_refusal_ends_it(void **state)
{
    (void)state;
    received r = {.answer = 7};
    tunip_str text = TUNIP_STR("a\nb");
    assert_int_equal(tunip_escape(text, TUNIP_ESCAPE_LINE, receive, &r), 7);
    assert_int_equal(r.calls, 1);
}

static void markup_becomes_references(void **state)
{
    (void)state;
    received r = {.answer = 0}, line = {.answer = 0}, full = {.answer = 1};
    assert_int_equal(tn_html_escape(tunip_str_from("a<b>&\"'\n"), receive, &r), 0);
    assert_string_equal(r.text, "a&lt;b&gt;&amp;&quot;&#39;\n");
    assert_int_equal(
        tn_html_put(tunip_str_from("<\n\xe2\x80\xae"), TUNIP_ESCAPE_LINE, receive, &line), 0);
    assert_string_equal(line.text, "&lt;\\n\\u202e");
    assert_int_equal(tn_html_escape(tunip_str_from("a<b"), receive, &full), 1);
    assert_int_equal(full.calls, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_its_escapes),
        cmocka_unit_test(styles_are_the_policies),
        cmocka_unit_test(a_refusal_ends_it),
        cmocka_unit_test(markup_becomes_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
