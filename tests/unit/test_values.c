/* test_values.c -- numbers, strings, names and paths as the library writes them for backends. */
#include "render_helper.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "doc_literals.h"
#include "print/writer.h"

/* A backend that writes one fixed thing for any Doc. */
typedef struct thing {
    tunip_backend backend;
    tunip_emit_fn emitters[TUNIP_DOC__COUNT];
} thing;

static tn_render render_of(thing *t, tunip_emit_fn emit, const void *settings)
{
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) t->emitters[i] = emit;
    t->backend = (tunip_backend){.abi = TUNIP_BACKEND_ABI,
                                 .size = sizeof t->backend,
                                 .name = "thing",
                                 .emit = t->emitters,
                                 .kind_count = TUNIP_DOC__COUNT};
    tn_render render = render_with(&t->backend, &tn_malloc);
    render.settings = settings;
    return render;
}

static void check(tunip_emit_fn emit, const void *settings, const char *expected)
{
    thing t;
    tn_render render = render_of(&t, emit, settings);
    assert_renders(&render, NIL, expected);
    tn_render_free(&render);
}

/* ---- numbers ---- */

static void emit_int(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_int(w, *(const int64_t *)tunip_writer_settings(w));
}

static void integers(void **state)
{
    (void)state;
    check(emit_int, &(int64_t){0}, "0");
    check(emit_int, &(int64_t){-7}, "-7");
    check(emit_int, &(int64_t){1000}, "1000");
    check(emit_int, &(int64_t){INT64_MAX}, "9223372036854775807");
    check(emit_int, &(int64_t){INT64_MIN}, "-9223372036854775808");
}

static void emit_float(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_float(w, *(const double *)tunip_writer_settings(w));
}

static void floats(void **state)
{
    (void)state;
    check(emit_float, &(double){0.0}, "0.0");
    check(emit_float, &(double){-0.0}, "-0.0");
    check(emit_float, &(double){3.0}, "3.0");
    check(emit_float, &(double){-0.1}, "-0.1");
    check(emit_float, &(double){0.1 + 0.2}, "0.30000000000000004");
    check(emit_float, &(double){1e15}, "1e+15");
    check(emit_float, &(double){1073741824.0}, "1073741824.0");
    check(emit_float, &(double){1e300}, "1e+300");
    check(emit_float, &(double){0.5e-300}, "5e-301");
    check(emit_float, &(double){(double)INFINITY}, "inf");
    check(emit_float, &(double){-(double)INFINITY}, "-inf");
    check(emit_float, &(double){fabs((double)NAN)}, "nan");
}

/* Random bits with all kinds of exponents. */
static void floats_read_back_the_same(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        double value;
        thing t;
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        tn_render render = render_of(&t, emit_float, &value);
        assert_int_equal(tn_render_doc(&render, NIL, NULL), TUNIP_OK);
        assert_true(strtod(render.text, NULL) == value);
        assert_non_null(strpbrk(render.text, ".e"));
        tn_render_free(&render);
    }
}

static void floats_have_a_point_in_every_locale(void **state)
{
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    for (size_t i = 0; i < TUNIP_LEN(locales); i++) {
        if (!setlocale(LC_NUMERIC, locales[i])) continue;
        check(emit_float, &(double){0.1}, "0.1");
        check(emit_float, &(double){1.5e300}, "1.5e+300");
        check(emit_float, &(double){1e300}, "1e+300");
    }
    setlocale(LC_NUMERIC, "C");
}

/* ---- text ---- */

static void emit_string(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_quoted(w, *(const tunip_str *)tunip_writer_settings(w), '\'');
}

static void strings(void **state)
{
    (void)state;
    check(emit_string, &(tunip_str){NULL, 0}, "''");
    check(emit_string, &(tunip_str)TUNIP_STR("it's \"a\" \\"), "'it\\'s \"a\" \\\\'");
    check(emit_string, &(tunip_str)TUNIP_STR("\n\r\t"), "'\\n\\r\\t'");
    check(emit_string, &(tunip_str){"\0\x7f", 2}, "'\\x00\\x7f'");
    check(emit_string, &(tunip_str)TUNIP_STR("\xff\xc3"), "'\\xff\\xc3'");
    check(emit_string, &(tunip_str)TUNIP_STR("e\xcc\x81"), "'e\xcc\x81'");
    check(emit_string, &(tunip_str)TUNIP_STR("'\xcc\x81"), "'\\'\\u0301'");
    check(emit_string, &(tunip_str)TUNIP_STR("\xe2\x80\xae"), "'\\u202e'");
    check(emit_string, &(tunip_str)TUNIP_STR("\xf0\x9f\x98\x80"), "'\xf0\x9f\x98\x80'");
}

static void emit_name(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_name(w, *(const tunip_str *)tunip_writer_settings(w));
}

static void names(void **state)
{
    (void)state;
    check(emit_name, &(tunip_str)TUNIP_STR("x_1"), "x_1");
    check(emit_name, &(tunip_str)TUNIP_STR("a.b.c"), "a.b.c");
    check(emit_name, &(tunip_str)TUNIP_STR("\xc3\xa9.b"), "\xc3\xa9.b");
    check(emit_name, &(tunip_str){NULL, 0}, "``");
    check(emit_name, &(tunip_str)TUNIP_STR("a b"), "`a b`");
    check(emit_name, &(tunip_str)TUNIP_STR("1a"), "`1a`");
    check(emit_name, &(tunip_str)TUNIP_STR("a..b"), "`a..b`");
    check(emit_name, &(tunip_str)TUNIP_STR("a."), "`a.`");
    check(emit_name, &(tunip_str)TUNIP_STR(".a"), "`.a`");
    check(emit_name, &(tunip_str)TUNIP_STR("`"), "`\\``");
}

/* ---- paths ---- */

static const tunip_path root = {.parent = NULL};
static const tunip_path body = {.parent = &root, .at = {.attr = "body"}, .depth = 1};
static const tunip_path odd = {.parent = &body, .at = {.attr = "a\nb\x01"}, .depth = 2};
static const tunip_path item = {
    .parent = &odd, .at = {.index = 3}, .depth = 3, .step = TUNIP_STEP_ITEM};

typedef struct path_and_above {
    const tunip_path *path, *above;
} path_and_above;

static void emit_path(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    const path_and_above *it = tunip_writer_settings(w);
    tunip_write_path(w, it->path, it->above);
}

static void paths(void **state)
{
    (void)state;
    check(emit_path, &(path_and_above){&root, NULL}, "<root>");
    check(emit_path, &(path_and_above){&body, NULL}, "<root>.body");
    check(emit_path, &(path_and_above){&body, &root}, ".body");
    check(emit_path, &(path_and_above){&item, NULL}, "<root>.body.a\\x0ab\\x01[3]");
    check(emit_path, &(path_and_above){&item, &odd}, "[3]");
    check(emit_path, &(path_and_above){&item, &item}, "");
}

static void steps_are_cut_off(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(tunip_path_steps_text(&item, 2, out, sizeof out), 3);
    assert_string_equal(out, "[3]");
    assert_int_equal(tunip_path_steps_text(&body, 0, out, 3), 5);
    assert_string_equal(out, ".b");
    assert_int_equal(tunip_path_steps_text(&body, 0, NULL, 0), 5);
}

/* Long enough for the buffer to grow during the write. */
static void emit_many_paths(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    for (int i = 0; i < 1000; i++) tunip_write_path(w, &item, &body);
}

static void paths_fit_anywhere(void **state)
{
    (void)state;
    static const char expected[] = ".a\\x0ab\\x01[3]";
    enum { SIZE = sizeof expected - 1 };
    thing t;
    tn_render render = render_of(&t, emit_many_paths, NULL);
    assert_int_equal(tn_render_doc(&render, NIL, NULL), TUNIP_OK);
    assert_int_equal(render.size, 1000 * SIZE);
    for (size_t i = 0; i < 1000; i++) assert_memory_equal(render.text + i * SIZE, expected, SIZE);
    tn_render_free(&render);
}

/* The steps of a path are linked from its end and written from its beginning. A quadratic algorithm
 * would exceed the time of the test. */
static void long_paths(void **state)
{
    (void)state;
    enum { STEPS = 1000000, DIGITS = 7, SIZE = DIGITS + 2 };
    tunip_path *steps = calloc(STEPS + 1, sizeof *steps);
    assert_non_null(steps);
    for (uint32_t i = 1; i <= STEPS; i++)
        steps[i] = (tunip_path){.parent = &steps[i - 1],
                                .at.index = STEPS + i - 1,
                                .depth = i,
                                .step = TUNIP_STEP_ITEM};
    char *text = malloc(STEPS * SIZE + 1), expected[SIZE + 1];
    assert_non_null(text);
    assert_int_equal(tunip_path_steps_text(&steps[STEPS], 0, text, STEPS * SIZE + 1), STEPS * SIZE);
    thing t;
    tn_render render = render_of(&t, emit_path, &(path_and_above){&steps[STEPS], steps});
    assert_int_equal(tn_render_doc(&render, NIL, NULL), TUNIP_OK);
    assert_int_equal(render.size, STEPS * SIZE);
    assert_memory_equal(render.text, text, STEPS * SIZE);
    for (size_t i = 0; i < STEPS; i++) {
        snprintf(expected, sizeof expected, "[%zu]", STEPS + i);
        assert_memory_equal(text + i * SIZE, expected, SIZE);
    }
    tn_render_free(&render);
    free(text);
    free(steps);
}

/* ---- what a backend may ask ---- */

static const tunip_path *next(const void *job, uint32_t *more)
{
    const tunip_path *const *list = job;
    return list[--*more];
}

static void emit_further(tunip_writer *w, const tunip_doc *doc)
{
    uint32_t more = doc->more_paths;
    const tunip_path *path;
    for (int i = 0; i < 2 && (path = tunip_writer_next_path(w, &more)); i++)
        tunip_write_path(w, path, NULL);
}

static void further_paths(void **state)
{
    (void)state;
    thing t;
    const tunip_path *const list[] = {&body, &root};
    const tunip_doc doc = {.kind = TUNIP_DOC_LITERAL, .more_paths = 2};
    tn_render render = render_of(&t, emit_further, NULL);
    assert_renders(&render, &doc, "");
    tn_render_free(&render);
    render.next_path = next;
    render.job = list;
    assert_renders(&render, &doc, "<root><root>.body");
    tn_render_free(&render);
}

static void nothing_is_written_after_a_failure(void **state)
{
    (void)state;
    budget_memory memory;
    for (size_t budget = 0; budget < 8; budget++) {
        thing t;
        tunip_error error = TUNIP_ERROR_INIT;
        budget_memory_init(&memory, budget);
        tn_render render = render_of(&t, emit_many_paths, NULL);
        render.allocator = &memory.allocator;
        tunip_status status = tn_render_doc(&render, NIL, &error);
        assert_true(status == TUNIP_ERROR_MEMORY || render.size > 1000);
        assert_int_equal(status, error.code);
        tn_render_free(&render);
        assert_int_equal(memory.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(floats_read_back_the_same),
        cmocka_unit_test(floats_have_a_point_in_every_locale),
        cmocka_unit_test(strings),
        cmocka_unit_test(names),
        cmocka_unit_test(paths),
        cmocka_unit_test(steps_are_cut_off),
        cmocka_unit_test(long_paths),
        cmocka_unit_test(paths_fit_anywhere),
        cmocka_unit_test(further_paths),
        cmocka_unit_test(nothing_is_written_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
