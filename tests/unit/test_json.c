/* test_json.c -- the tokens of JSON: kind, beginning and end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/json.h"
#include <tunip/json.h>

#include "plain_end.h"

/* The token at the front of `text`, which must end at `end`. */
static tunip_json_token first_token(tunip_str text, size_t end)
{
    char *copy = malloc(text.size + 1); /* of exactly that size, so that sanitizers find overruns */
    assert_non_null(copy);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    tunip_json json;
    tunip_json_init(&json, (tunip_str){copy, text.size});
    tunip_json_token token = tunip_json_next(&json);
    assert_ptr_equal(json.begin, copy);
    assert_int_equal(json.cursor - json.begin, end);
    free(copy);
    return token;
}

static void assert_is(const char *text, tunip_json_token token)
{
    assert_int_equal(first_token(tunip_str_from(text), strlen(text)), token);
}

static void each_sort_is_told_from_the_others(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tunip_json_token token;
    } cases[] = {
        {"", TUNIP_JSON_END},
        {"{", TUNIP_JSON_OPEN_OBJECT},
        {"}", TUNIP_JSON_CLOSE_OBJECT},
        {"[", TUNIP_JSON_OPEN_ARRAY},
        {"]", TUNIP_JSON_CLOSE_ARRAY},
        {",", TUNIP_JSON_COMMA},
        {":", TUNIP_JSON_COLON},
        {"true", TUNIP_JSON_TRUE},
        {"false", TUNIP_JSON_FALSE},
        {"null", TUNIP_JSON_NULL},
        {"NaN", TUNIP_JSON_NAN},
        {"Infinity", TUNIP_JSON_INFINITY},
        {"-Infinity", TUNIP_JSON_MINUS_INFINITY},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) assert_is(cases[i].text, cases[i].token);
}

static void numbers(void **state)
{
    (void)state;
    static const char *const ints[] = {"0", "-0", "7", "-12", "9223372036854775808"};
    static const char *const floats[] = {"0.0",  "-0.5",   "1e5",     "1E5",    "1e+5",
                                         "1e-5", "12.5e7", "-0.0e00", "10.0010"};
    static const char *const bad[] = {"01",  "-",   "+1",  "-01", ".5",    "1.", "1.e5", "1e",
                                      "1e+", "0x1", "1_0", "--1", "1.2.3", "1a", "-inf", "1e5.5"};
    for (size_t i = 0; i < TUNIP_LEN(ints); i++) assert_is(ints[i], TUNIP_JSON_INT);
    for (size_t i = 0; i < TUNIP_LEN(floats); i++) assert_is(floats[i], TUNIP_JSON_FLOAT);
    for (size_t i = 0; i < TUNIP_LEN(bad); i++) assert_is(bad[i], TUNIP_JSON_BAD);
}

static void words_are_wrong_as_a_whole(void **state)
{
    (void)state;
    static const char *const words[] = {"True",     "nul",  "nulll",     "truefalse", "nan",
                                        "Infinit",  "inf",  "undefined", "tru",       "NaN1",
                                        "-Infinit", "None", "Infinity8"};
    for (size_t i = 0; i < TUNIP_LEN(words); i++) assert_is(words[i], TUNIP_JSON_BAD);
}

static void other_bytes_are_wrong_alone(void **state)
{
    (void)state;
    static const char *const bytes[] = {"'a'", "/*", "\x0b", "\xEF\xBB\xBF", "\xFF", "\x7f", "#"};
    for (size_t i = 0; i < TUNIP_LEN(bytes); i++)
        assert_int_equal(first_token(tunip_str_from(bytes[i]), 1), TUNIP_JSON_BAD);
    assert_int_equal(first_token((tunip_str)TUNIP_STR("\0"), 1), TUNIP_JSON_BAD);
}

/* ---- strings ---- */

static void plain_strings_are_told_from_encoded_ones(void **state)
{
    (void)state;
    static const char *const plain[] = {"\"\"", "\"a b\"", "\"/\x7f~\"", "\"{}[],:\""};
    static const char *const encoded[] = {"\"\\n\"",  "\"\\\"\"",      "\"\\\\\"", "\"\xC3\xA9\"",
                                          "\"\xFF\"", "\"a\\u0041b\"", "\"\\q\""};
    for (size_t i = 0; i < TUNIP_LEN(plain); i++) assert_is(plain[i], TUNIP_JSON_STRING);
    for (size_t i = 0; i < TUNIP_LEN(encoded); i++) assert_is(encoded[i], TUNIP_JSON_ENCODED);
}

static void strings_without_end_reach_to_the_end_of_the_text(void **state)
{
    (void)state;
    static const char *const open[] = {"\"", "\"abc", "\"a\\", "\"a\\\"", "\"\xC3", "\"a, 1]"};
    for (size_t i = 0; i < TUNIP_LEN(open); i++) assert_is(open[i], TUNIP_JSON_OPEN_STRING);
}

static void control_characters_are_pointed_at(void **state)
{
    (void)state;
    for (int c = 0; c < 0x20; c++) {
        char text[] = "\"ab?\"";
        text[3] = (char)c;
        assert_int_equal(first_token((tunip_str){text, 5}, 3), TUNIP_JSON_CONTROL);
    }
    assert_int_equal(first_token((tunip_str)TUNIP_STR("\"a\\\n\""), 3), TUNIP_JSON_CONTROL);
    assert_int_equal(first_token((tunip_str)TUNIP_STR("\"a\\\0\""), 3), TUNIP_JSON_CONTROL);
}

/* ---- sequences ---- */

static void space_is_between_tokens(void **state)
{
    (void)state;
    static const char text[] = " \t\r\n{\"a\" :[1,\n-2.5e3 ,true]}\n";
    static const tunip_json_token tokens[] = {
        TUNIP_JSON_OPEN_OBJECT, TUNIP_JSON_STRING,       TUNIP_JSON_COLON,
        TUNIP_JSON_OPEN_ARRAY,  TUNIP_JSON_INT,          TUNIP_JSON_COMMA,
        TUNIP_JSON_FLOAT,       TUNIP_JSON_COMMA,        TUNIP_JSON_TRUE,
        TUNIP_JSON_CLOSE_ARRAY, TUNIP_JSON_CLOSE_OBJECT, TUNIP_JSON_END};
    static const size_t begins[] = {4, 5, 9, 10, 11, 12, 14, 21, 22, 26, 27, 29};
    tunip_json json;
    tunip_json_init(&json, (tunip_str)TUNIP_STR(" \t\r\n{\"a\" :[1,\n-2.5e3 ,true]}\n"));
    for (size_t i = 0; i < TUNIP_LEN(tokens); i++) {
        assert_int_equal(tunip_json_next(&json), tokens[i]);
        assert_int_equal(json.at - json.begin, begins[i]);
    }
    assert_int_equal(sizeof text - 1, 29);
}

static void the_end_stays_the_end(void **state)
{
    (void)state;
    tunip_json json;
    tunip_json_init(&json, (tunip_str)TUNIP_STR("1"));
    tunip_json_next(&json);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tunip_json_next(&json), TUNIP_JSON_END);
        assert_int_equal(json.at - json.begin, 1);
    }
}

/* ---- base 64 ---- */

static int append_base64(const char *data, size_t size, void *user)
{
    strncat(user, data, size);
    return 0;
}

static void bytes_are_base_64(void **state)
{
    (void)state;
    char text[32] = "";
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, append_base64, text, NULL);
    tn_json_put_base64(w, tunip_str_from("\xFF\xFF\xFE"));
    assert_int_equal(tn_json_writer_status(w), TUNIP_OK);
    assert_int_equal(tunip_json_writer_end(w, NULL), TUNIP_OK);
    assert_string_equal(text, "\"///+\"");
    assert_int_equal(tn_json_writer_status(NULL), TUNIP_ERROR_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sort_is_told_from_the_others),
        cmocka_unit_test(numbers),
        cmocka_unit_test(bytes_are_base_64),
        cmocka_unit_test(words_are_wrong_as_a_whole),
        cmocka_unit_test(other_bytes_are_wrong_alone),
        cmocka_unit_test(plain_strings_are_told_from_encoded_ones),
        cmocka_unit_test(strings_without_end_reach_to_the_end_of_the_text),
        cmocka_unit_test(control_characters_are_pointed_at),
        cmocka_unit_test(space_is_between_tokens),
        cmocka_unit_test(the_end_stays_the_end),
        cmocka_unit_test(plain_ends_are_found_at_every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
