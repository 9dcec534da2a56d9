/* test_number.c -- doubles and base 64 to text and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <locale.h>

#include "util/json.h"

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double parsed(const char *text)
{
    double value = -1;
    assert_int_equal(tn_double_parse(tunip_str_from(text), &value), TUNIP_OK);
    return value;
}

/* ---- doubles ---- */

static void doubles_are_the_nearest(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "1",
                                        "-1",
                                        "0.1",
                                        "0.5",
                                        "-2.5",
                                        "3.14159",
                                        "1e22",
                                        "1e23",
                                        "1e-22",
                                        "1e-23",
                                        "123456789012345",
                                        "1234567890123456",
                                        "9007199254740993",
                                        "0.30000000000000004",
                                        "2.2250738585072014e-308",
                                        "4.9406564584124654e-324",
                                        "1.7976931348623157e+308",
                                        "1e-400",
                                        "123456.789e-3",
                                        "000.5",
                                        "5e-1",
                                        "8.5E+2",
                                        "0.000001",
                                        "1.00000000000000011102"};
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        assert_true(bits_of(parsed(texts[i])) == bits_of(strtod(texts[i], NULL)));
    assert_true(bits_of(parsed("-0.0")) == bits_of(-0.0));
    assert_true(bits_of(parsed("-0")) == bits_of(-0.0));
}

static void doubles_beyond_all_others_are_refused(void **state)
{
    (void)state;
    double value;
    static const char *const texts[] = {"1e309", "-1e309", "1e99999999999999999999", "2e308"};
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        assert_int_equal(tn_double_parse(tunip_str_from(texts[i]), &value), TUNIP_ERROR_LIMIT);
}

static void assert_written(double value, const char *expected)
{
    char text[TN_DOUBLE_SIZE];
    assert_int_equal(tn_double_write(value, text), strlen(expected));
    assert_string_equal(text, expected);
}

static void doubles_are_written_with_17_digits(void **state)
{
    (void)state;
    assert_written(1, "1.0");
    assert_written(-0.0, "-0.0");
    assert_written(0.1, "0.10000000000000001");
    assert_written(2.5, "2.5");
    assert_written(9007199254740991, "9007199254740991.0");
    assert_written(9007199254740992, "9007199254740992");
    assert_written(1e100, "1e+100");
    assert_written(-1.7976931348623157e308, "-1.7976931348623157e+308");
    assert_written(5e-324, "4.9406564584124654e-324");
}

static void random_doubles_come_back(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        char text[TN_DOUBLE_SIZE];
        double value;
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        if ((seed >> 52 & 0x7ff) == 0x7ff) continue;
        memcpy(&value, &seed, sizeof value);
        tn_double_write(value, text);
        assert_true(bits_of(parsed(text)) == seed);
    }
}

/* A locale with a comma, if there is one. */
static void the_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "de_DE.utf8"};
    bool found = false;
    for (size_t i = 0; i < TUNIP_LEN(names) && !found; i++)
        found = setlocale(LC_ALL, names[i]) != NULL;
    if (!found) skip();
    assert_true(parsed("0.30000000000000004") == 0.30000000000000004);
    assert_written(0.1, "0.10000000000000001");
    char comma[8];
    snprintf(comma, sizeof comma, "%.1f", 0.5); /* the locale is unchanged */
    assert_string_equal(comma, "0,5");
    setlocale(LC_ALL, "C");
}

/* ---- base 64 ---- */

static void bytes_come_back(void **state)
{
    (void)state;
    unsigned char bytes[256], back[258];
    char text[352];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 37);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        size_t encoded = tn_base64_encoded_size(size);
        tn_base64_encode((tunip_str){(const char *)bytes, size}, text);
        assert_in_range(tn_base64_decoded_size(encoded), size, sizeof back);
        assert_int_equal(tn_base64_decode((tunip_str){text, encoded}, back), size);
        assert_memory_equal(back, bytes, size);
    }
}

static void base64_is_the_standard_one(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *text;
    } cases[] = {{"", ""},        {"f", "Zg=="},          {"fo", "Zm8="},
                 {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}, {"\xfb\xff\xbf", "+/+/"}};
    char text[16];
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_str bytes = tunip_str_from(cases[i].bytes);
        tn_base64_encode(bytes, text);
        assert_int_equal(tn_base64_encoded_size(bytes.size), strlen(cases[i].text));
        assert_memory_equal(text, cases[i].text, strlen(cases[i].text));
    }
}

static void other_text_is_no_base64(void **state)
{
    (void)state;
    static const char *const texts[] = {"A",    "AB",   "ABC",  "A===",  "====",      "AB=C",
                                        "=ABC", "AB-_", "AB C", "ABCD=", "AB\xC3\xA9"};
    unsigned char out[16];
    for (size_t i = 0; i < TUNIP_LEN(texts); i++)
        assert_true(tn_base64_decode(tunip_str_from(texts[i]), out) == SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_are_the_nearest),
        cmocka_unit_test(doubles_beyond_all_others_are_refused),
        cmocka_unit_test(doubles_are_written_with_17_digits),
        cmocka_unit_test(random_doubles_come_back),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(bytes_come_back),
        cmocka_unit_test(base64_is_the_standard_one),
        cmocka_unit_test(other_text_is_no_base64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
