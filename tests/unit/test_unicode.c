/* test_unicode.c -- valid UTF-8, and the width of text in columns. */
#include "render_helper.h"

#include "util/unicode.h"

static void valid_prefixes(void **state)
{
    (void)state;
    static const struct {
        tunip_str text;
        size_t valid;
    } cases[] = {
        /* clang-format off */
        {{NULL, 0}, 0},
        {TUNIP_STR("plain"), 5},
        {TUNIP_STR("a\0b"), 3},
        {TUNIP_STR("\xC3\xA9"), 2},                     /* two bytes */
        {TUNIP_STR("\xE4\xB8\xAD x"), 5},               /* three */
        {TUNIP_STR("\xF0\x9F\x98\x80!"), 5},            /* four */
        {TUNIP_STR("\xF4\x8F\xBF\xBF"), 4},             /* the last code point */
        {TUNIP_STR("ab\xFF" "cd"), 2},                  /* never a byte of UTF-8 */
        {TUNIP_STR("ab\x80" "cd"), 2},                  /* a continuation of nothing */
        {TUNIP_STR("a\xC3"), 1},                        /* truncated */
        {TUNIP_STR("a\xE4\xB8"), 1},
        {TUNIP_STR("a\xF0\x9F\x98"), 1},
        {TUNIP_STR("a\xC3(b"), 1},                      /* no continuation */
        {TUNIP_STR("\xC0\x80"), 0},                     /* overlong */
        {TUNIP_STR("\xE0\x80\xAF"), 0},
        {TUNIP_STR("x\xED\xA0\x80"), 1},                /* a surrogate */
        {TUNIP_STR("x\xF4\x90\x80\x80"), 1},            /* past the last code point */
        {TUNIP_STR("\xC3\xA9\xC3\xA9\xFE"), 4},
        /* clang-format on */
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_int_equal(tunip_utf8_valid(cases[i].text), cases[i].valid);
}

static void widths(void **state)
{
    (void)state;
    static const struct {
        tunip_str text;
        size_t columns;
    } cases[] = {
        /* clang-format off */
        {{NULL, 0}, 0},
        {TUNIP_STR("plain text"), 10},
        {TUNIP_STR("\xC3\xA9"), 1},                         /* e with an acute, in one */
        {TUNIP_STR("e\xCC\x81"), 1},                        /* and with a combining mark */
        {TUNIP_STR("\xE4\xB8\xAD\xE6\x96\x87"), 4},         /* CJK */
        {TUNIP_STR("\xEF\xBC\xA1"), 2},                     /* a full-width A */
        {TUNIP_STR("\xEF\xBD\xB1"), 1},                     /* a half-width katakana */
        {TUNIP_STR("\xF0\x9F\x98\x80"), 2},                 /* an emoji */
        {TUNIP_STR("\xCE\xB1 + \xCE\xB2"), 5},              /* Greek */
        {TUNIP_STR("a\tb\x01"), 2},                         /* control characters */
        {TUNIP_STR("\0"), 0},
        {TUNIP_STR("\xFF\xFE"), 2},                         /* invalid: a column a byte */
        {TUNIP_STR("\xE4\xB8"), 2},
        {TUNIP_STR("a\xC3(b"), 4},
        /* clang-format on */
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_int_equal(tn_utf8_width(cases[i].text), cases[i].columns);
}

static void identifiers(void **state)
{
    (void)state;
    static const struct {
        tunip_str text;
        bool is;
    } cases[] = {
        /* clang-format off */
        {TUNIP_STR("x"), true}, {TUNIP_STR("_"), true}, {TUNIP_STR("a1_B"), true},
        {TUNIP_STR(""), false}, {{NULL, 0}, false}, {TUNIP_STR("1a"), false},
        {TUNIP_STR("a b"), false}, {TUNIP_STR("a.b"), false}, {TUNIP_STR("a\nb"), false},
        {TUNIP_STR("\xC3\xA9"), true},                  /* a letter */
        {TUNIP_STR("\xE4\xB8\xAD\xE6\x96\x87"), true}, /* CJK */
        {TUNIP_STR("e\xCC\x81"), true},                 /* a combining mark, behind a letter */
        {TUNIP_STR("\xCC\x81"), false},                 /* and alone */
        {TUNIP_STR("a\xD9\xA3"), true},                 /* an Arabic digit */
        {TUNIP_STR("\xD9\xA3"), false},
        {TUNIP_STR("\xF0\x9F\x98\x80"), false},         /* an emoji */
        {TUNIP_STR("a\xFF"), false}, {TUNIP_STR("a\0"), false},
        /* clang-format on */
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_int_equal(tn_is_identifier(cases[i].text), cases[i].is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_prefixes),
        cmocka_unit_test(widths),
        cmocka_unit_test(identifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
