/* test_glyph.c -- characters as a terminal shows them: their bytes, columns and escapes. */
#include "render_helper.h"

#include "util/unicode.h"

static void glyphs(void **state)
{
    (void)state;
    static const struct {
        tunip_str text;
        size_t size, width;
        const char *escape; /* NULL: not escaped */
    } cases[] = {
        /* clang-format off */
        {TUNIP_STR("ab"), 1, 1, NULL},
        {TUNIP_STR("e\xCC\x81x"), 3, 1, NULL},              /* a combining mark */
        {TUNIP_STR("\xE4\xB8\xAD"), 3, 2, NULL},
        /* flags go in pairs */
        {TUNIP_STR("\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\xF0\x9F\x87\xAB"), 8, 2, NULL},
        {TUNIP_STR("\xE2\x9D\xA4\xEF\xB8\x8F"), 6, 2, NULL}, /* with an emoji selector */
        {TUNIP_STR("\xE2\x9D\xA4"), 3, 1, NULL},
        {TUNIP_STR("a\xFF"), 1, 1, NULL},                    /* ends before what is invalid */
        {TUNIP_STR("\xFF"), 1, 4, "\\xff"},
        {TUNIP_STR("\xE4\xB8"), 1, 4, "\\xe4"},
        {TUNIP_STR("\0"), 1, 4, "\\x00"},
        {TUNIP_STR("\x1B[0m"), 1, 4, "\\x1b"},
        {TUNIP_STR("\n"), 1, 2, "\\n"},
        {TUNIP_STR("\r\n"), 1, 2, "\\r"},
        {TUNIP_STR("\t"), 1, 2, "\\t"},
        {TUNIP_STR("\xC2\x85"), 2, 6, "\\u0085"},           /* a control character beyond ASCII */
        {TUNIP_STR("\xE2\x80\xAE"), 3, 6, "\\u202e"},       /* changes the direction of text */
        {TUNIP_STR("\xCC\x81x"), 2, 6, "\\u0301"},          /* without a base */
        {TUNIP_STR("\xF3\xA0\x80\x81"), 4, 10, "\\U000e0001"},
        /* clang-format on */
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        char escape[TN_ESCAPE_ROOM];
        const tn_glyph glyph = tn_glyph_at(cases[i].text, 0);
        assert_int_equal(glyph.size, cases[i].size);
        assert_int_equal(glyph.width, cases[i].width);
        assert_int_equal(glyph.escaped, cases[i].escape != NULL);
        if (!glyph.escaped) continue;
        assert_int_equal(tn_glyph_escape(cases[i].text, 0, escape), glyph.width);
        assert_string_equal(escape, cases[i].escape);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glyphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
