/* test_json.c -- the values of JSON tokens, and the writer: layouts, escapes, limits, failures.
 * tests/unit/test_json.c has the tokens themselves. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>

/* ---- values ---- */

static tunip_json_token scan(tunip_json *json, const char *text)
{
    tunip_json_init(json, tunip_str_from(text));
    return tunip_json_next(json);
}

static void strings_are_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tunip_str value;
    } rows[] = {
        {"\"\"", TUNIP_STR("")},
        {"\"plain\"", TUNIP_STR("plain")},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", TUNIP_STR("\"\\/\b\f\n\r\t")},
        {"\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"",
         TUNIP_STR("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")},
        {"\"a\\u0000b\"", TUNIP_STR("a\0b")},
        {"\"\xFF\"", TUNIP_STR("\xFF")},
    };
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_json json;
        tunip_json_flaw flaw;
        char out[64];
        assert_true(tunip_json_is_string(scan(&json, rows[i].text)));
        size_t size = tunip_json_decode(tunip_json_text(&json), out, &flaw);
        assert_true(tunip_str_equal((tunip_str){out, size}, rows[i].value));
        assert_int_equal(out[size], '\0');
    }
}

static void malformed_escapes_are_pointed_at(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t begin, end;
        const char *message;
    } rows[] = {
        {"\"ab\\q\"", 3, 5, "expected an escape sequence of JSON, got \\q"},
        {"\"\\u12\"", 1, 5, "expected four hexadecimal digits, got \\u12"},
        {"\"\\ud800x\"", 1, 7, "expected a pair of surrogates, got \\ud800"},
        {"\"\\udc00\"", 1, 7, "expected a pair of surrogates, got \\udc00"},
    };
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_json json;
        tunip_json_flaw flaw;
        char out[64];
        scan(&json, rows[i].text);
        assert_int_equal(tunip_json_decode(tunip_json_text(&json), out, &flaw), SIZE_MAX);
        assert_int_equal(flaw.begin, rows[i].begin);
        assert_int_equal(flaw.end, rows[i].end);
        assert_string_equal(flaw.message, rows[i].message);
    }
}

static void numbers_have_values(void **state)
{
    (void)state;
    tunip_json json;
    int64_t whole = 5;
    double number;
    scan(&json, "-9223372036854775808");
    assert_true(tunip_json_int(tunip_json_text(&json), &whole));
    assert_true(whole == INT64_MIN);
    scan(&json, "9223372036854775808");
    assert_false(tunip_json_int(tunip_json_text(&json), &whole));
    assert_true(whole == INT64_MIN);
    assert_int_equal(tunip_json_float(&json, scan(&json, "1.5e3"), &number), TUNIP_OK);
    assert_true(number == 1500);
    assert_int_equal(tunip_json_float(&json, scan(&json, "NaN"), &number), TUNIP_OK);
    assert_true(isnan(number));
    assert_int_equal(tunip_json_float(&json, scan(&json, "-Infinity"), &number), TUNIP_OK);
    assert_true(isinf(number) && number < 0);
    assert_int_equal(tunip_json_float(&json, scan(&json, "1e999"), &number), TUNIP_ERROR_LIMIT);
    assert_int_equal(tunip_json_float(&json, scan(&json, "true"), &number), TUNIP_ERROR_ARGUMENT);
}

static void tokens_are_described(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "the end of the file"},
        {"{", "`{`"},
        {"12", "`12`"},
        {"\"ab\"", "`\"ab\"`"},
        {"\"ab", "a string without its closing quote"},
        {"\"a\n\"", "a string with the control character 0x0A"},
        {"nulll", "`nulll`"},
        {"\x01", "the byte 0x01"},
        {"\xEF\xBB\xBF{", "a byte order mark"},
        {"\"0123456789012345678901234567890123456789012345\"",
         "`\"012345678901234567890123456789012345678...`"},
    };
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_json json;
        char out[TUNIP_JSON_DESCRIPTION_SIZE];
        tunip_json_describe(&json, scan(&json, rows[i][0]), out);
        assert_string_equal(out, rows[i][1]);
    }
}

/* ---- the writer ---- */

typedef struct sink {
    char text[1024];
    size_t size;
    bool refuses;
} sink;

static int append(const char *data, size_t size, void *user)
{
    sink *s = user;
    if (s->refuses) return 1;
    memcpy(s->text + s->size, data, size);
    s->size += size;
    s->text[s->size] = '\0';
    return 0;
}

static void write_all(tunip_json_writer *w)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "list");
    tunip_json_open(w, '[');
    tunip_json_put_int(w, -3);
    tunip_json_put_size(w, 3);
    tunip_json_put_float(w, 2);
    tunip_json_put_bool(w, true);
    tunip_json_put_null(w);
    tunip_json_close(w, ']');
    tunip_json_key_view(w, tunip_str_from("empty"));
    tunip_json_open(w, '[');
    tunip_json_close(w, ']');
    tunip_json_key(w, "text");
    tunip_json_put_string(w, tunip_str_from("a/\"\n\x7f\xE2\x80\xAE\xFF"));
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

static tunip_status write_with(const tunip_json_style *style, sink *s, tunip_error *error)
{
    tunip_json_writer *w = tunip_json_writer_new(NULL, style, append, s, error);
    write_all(w);
    return tunip_json_writer_end(w, error);
}

static void lines_go_as_deep_as_the_style_says(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"list\": [-3, 3, 2.0, true, null], \"empty\": [], "
        "\"text\": \"a/\\\"\\n\\u007f\\u202e\\ufffd\"}\n",
        "{\n  \"list\": [-3, 3, 2.0, true, null],\n  \"empty\": [],\n"
        "  \"text\": \"a/\\\"\\n\\u007f\\u202e\\ufffd\"\n}\n",
        "{\n  \"list\": [\n    -3,\n    3,\n    2.0,\n    true,\n    null\n  ],\n  \"empty\": [],\n"
        "  \"text\": \"a/\\\"\\n\\u007f\\u202e\\ufffd\"\n}\n",
    };
    for (size_t lines = 0; lines < TUNIP_LEN(texts); lines++) {
        sink s = {.size = 0};
        tunip_json_style style = TUNIP_JSON_STYLE_INIT;
        style.lines = lines;
        assert_int_equal(write_with(&style, &s, NULL), TUNIP_OK);
        assert_string_equal(s.text, texts[lines]);
    }
}

static void numbers_are_written_as_their_texts(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",      "1 2",  " 1", "1 ",  "x",
                                        "\"1\"", "true", "[",  "NaN", "-"};
    sink s = {.size = 0};
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, append, &s, NULL);
    tunip_json_open(w, '[');
    tunip_json_put_number(w, tunip_str_from("-1.50e400"));
    tunip_json_put_number(w, tunip_str_from("36893488147419103232"));
    tunip_json_close(w, ']');
    assert_int_equal(tunip_json_writer_end(w, NULL), TUNIP_OK);
    assert_string_equal(s.text, "[-1.50e400, 36893488147419103232]");
    tunip_json_put_number(NULL, tunip_str_from("1"));
    for (size_t i = 0; i < TUNIP_LEN(wrong); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        w = tunip_json_writer_new(NULL, NULL, append, &s, NULL);
        tunip_json_put_number(w, tunip_str_from(wrong[i]));
        assert_int_equal(tunip_json_writer_end(w, &error), TUNIP_ERROR_ARGUMENT);
        assert_string_equal(error.message, "the text is not a number of JSON");
    }
}

/* tvm-ffi escapes slashes and DEL, and no byte from 0x80 on. */
static void saved_graphs_look_as_tvm_saves_them(void **state)
{
    (void)state;
    sink s = {.size = 0};
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.saved = true;
    assert_int_equal(write_with(&style, &s, NULL), TUNIP_OK);
    assert_string_equal(s.text,
                        "{\n  \"list\": [\n    -3,\n    3,\n    2.0,\n    true,\n    null\n  ],\n"
                        "  \"empty\": [\n  ],\n"
                        "  \"text\": \"a\\/\\\"\\n\\u007f\xE2\x80\xAE\xFF\"\n}\n");
}

static void deep_values_are_indented(void **state)
{
    (void)state;
    sink s = {.size = 0};
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = SIZE_MAX;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, append, &s, NULL);
    for (int i = 0; i < 20; i++) tunip_json_open(w, '[');
    for (int i = 0; i < 20; i++) tunip_json_close(w, ']');
    assert_int_equal(tunip_json_writer_end(w, NULL), TUNIP_OK);
    assert_non_null(strstr(s.text, "\n                                      []\n"));
}

static void several_values_have_a_line_each(void **state)
{
    (void)state;
    sink s = {.size = 0};
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, append, &s, NULL);
    for (int i = 0; i < 2; i++) {
        tunip_json_open(w, '[');
        tunip_json_put_int(w, i);
        tunip_json_close(w, ']');
        tunip_json_end_line(w);
    }
    assert_int_equal(tunip_json_writer_end(w, NULL), TUNIP_OK);
    assert_string_equal(s.text, "[0]\n[1]\n");
}

/* ---- failures ---- */

static void a_limit_is_kept(void **state)
{
    (void)state;
    for (size_t most = 1; most < 140; most++) {
        sink s = {.size = 0};
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_json_style style = TUNIP_JSON_STYLE_INIT;
        style.max_bytes = most;
        tunip_status status = write_with(&style, &s, &error);
        assert_in_range(s.size, 0, most);
        if (status == TUNIP_OK) {
            assert_int_equal(s.text[s.size - 1], '\n');
            continue;
        }
        assert_int_equal(status, TUNIP_ERROR_LIMIT);
        char expected[64];
        snprintf(expected, sizeof expected, "the text would be longer than max_bytes %zu", most);
        assert_string_equal(error.message, expected);
    }
}

static void a_sink_may_refuse(void **state)
{
    (void)state;
    sink s = {.refuses = true};
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(write_with(NULL, &s, &error), TUNIP_ERROR_CANCELLED);
    assert_true(error.message[0] != '\0');
}

static void styles_are_checked(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.size = 0;
    assert_null(tunip_json_writer_new(NULL, &style, append, NULL, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    write_all(NULL);
    tunip_json_put_step(NULL, NULL);
    assert_int_equal(tunip_json_writer_end(NULL, NULL), TUNIP_ERROR_MEMORY);
}

/* ---- values that are skipped ---- */

typedef struct skipped {
    const char *text;
    const char *expected;
    size_t at; /* of the token behind the value, or of the one that does not fit */
} skipped;

static void values_are_skipped(void **state)
{
    static const skipped cases[] = {
        {"1 2", NULL, 2},
        {"\"a\", 2", NULL, 3},
        {"NaN]", NULL, 3},
        {"[] }", NULL, 3},
        {"{}:", NULL, 2},
        {"[1, [], {\"a\": [{}], \"b\": null}, -1.5e3] true", NULL, 40},
        {"[[[1]]]", NULL, 7},
        {"", "a value", 0},
        {"]", "a value", 0},
        {"[1,]", "a value", 3},
        {"[,1]", "a value", 1},
        {"[1 2]", "`,` or `]`", 3},
        {"[1:2]", "`,` or `]`", 2},
        {"[1}", "`,` or `]`", 2},
        {"{]", "a string", 1},
        {"{1: 2}", "a string", 1},
        {"{\"a\", 2}", "`:`", 4},
        {"{\"a\": }", "a value", 6},
        {"{\"a\": 1,}", "a string", 8},
        {"{\"a\": 1]", "`,` or `}`", 7},
        {"{\"a\": [1}", "`,` or `]`", 8},
        {"[\"open", "a value", 1},
        {"[1", "`,` or `]`", 2},
    };
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_json json;
        tunip_json_init(&json, tunip_str_from(cases[i].text));
        tunip_json_token token = tunip_json_next(&json);
        const char *expected = tunip_json_skip(&json, &token);
        if (cases[i].expected)
            assert_string_equal(expected, cases[i].expected);
        else
            assert_null(expected);
        if (json.at != json.begin + cases[i].at)
            fail_msg("%s: at byte %zu", cases[i].text, (size_t)(json.at - json.begin));
    }
}

static void values_that_nest_too_deep_are_refused(void **state)
{
    enum { MOST = TUNIP_JSON_SKIP_DEPTH };
    char text[2 * (MOST + 1) + 1] = "";
    (void)state;
    for (size_t depth = MOST; depth <= MOST + 1; depth++) {
        tunip_json json;
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        tunip_json_init(&json, (tunip_str){text, 2 * depth});
        tunip_json_token token = tunip_json_next(&json);
        const char *expected = tunip_json_skip(&json, &token);
        if (depth == MOST)
            assert_null(expected);
        else
            assert_string_equal(expected, "a value that nests less deep");
        assert_int_equal(json.at - json.begin, depth == MOST ? 2 * MOST : MOST);
    }
}

/* ---- memory ---- */

static size_t left; /* how many allocations succeed */

static void *some_alloc(void *ctx, size_t size)
{
    (void)ctx;
    return left ? left--, malloc(size) : NULL;
}

static void *some_realloc(void *ctx, void *old, size_t old_size, size_t size)
{
    (void)ctx;
    (void)old_size;
    return left ? left--, realloc(old, size) : NULL;
}

static void some_free(void *ctx, void *at, size_t size)
{
    (void)ctx;
    (void)size;
    free(at);
}

/* A path that does not fit into the writer needs memory. */
static void memory_may_run_out(void **state)
{
    (void)state;
    const tunip_allocator allocator = {some_alloc, some_realloc, some_free, NULL};
    char name[700];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    const tunip_path root = {.parent = NULL};
    const tunip_path path = {
        .parent = &root, .at = {.attr = name}, .depth = 1, .step = TUNIP_STEP_ATTR};
    for (size_t budget = 0; budget < 3; budget++) {
        sink s = {.size = 0};
        left = budget;
        tunip_json_writer *w = tunip_json_writer_new(&allocator, NULL, append, &s, NULL);
        assert_int_equal(w != NULL, budget > 0);
        tunip_json_put_step(w, &path);
        tunip_status status = tunip_json_writer_end(w, NULL);
        assert_int_equal(status, budget < 2 ? TUNIP_ERROR_MEMORY : TUNIP_OK);
        if (budget == 2) assert_int_equal(s.size, strlen("\".\"") + strlen(name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(malformed_escapes_are_pointed_at),
        cmocka_unit_test(numbers_have_values),
        cmocka_unit_test(tokens_are_described),
        cmocka_unit_test(lines_go_as_deep_as_the_style_says),
        cmocka_unit_test(saved_graphs_look_as_tvm_saves_them),
        cmocka_unit_test(numbers_are_written_as_their_texts),
        cmocka_unit_test(deep_values_are_indented),
        cmocka_unit_test(several_values_have_a_line_each),
        cmocka_unit_test(a_limit_is_kept),
        cmocka_unit_test(a_sink_may_refuse),
        cmocka_unit_test(styles_are_checked),
        cmocka_unit_test(values_are_skipped),
        cmocka_unit_test(values_that_nest_too_deep_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
