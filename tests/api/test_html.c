/* test_html.c -- pages in HTML, the styles of a text, and the differing parts of lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>

static const char before[] = "from tvm.script import tir as T\n"
                             "@T.prim_func\n"
                             "def main(A: T.Buffer((8,), \"float32\")):\n"
                             "    for i in range(8):\n"
                             "        A[i] = T.float32(1.0)\n";
static const char after[] = "from tvm.script import tir as T\n"
                            "@T.prim_func\n"
                            "def main(A: T.Buffer((8,), \"float32\")):\n"
                            "    for i in range(8):\n"
                            "        A[i] = T.float32(2.0)\n";

typedef struct text {
    char bytes[65536];
    size_t size;
    size_t room; /* the callback refuses more */
} text;

static tunip_context *context;
static tunip_graph *graph, *other;
static tunip_printed *printed;

static int setup(void **state)
{
    tunip_error error = TUNIP_ERROR_INIT;
    (void)state;
    context = tunip_context_new(NULL, NULL);
    graph = tunip_read(context, tunip_str_from(before), &error);
    other = tunip_read(context, tunip_str_from(after), &error);
    tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error);
    return error.code == TUNIP_OK ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_graph_free(other);
    tunip_context_free(context);
    return 0;
}

static int put(const char *data, size_t size, void *user)
{
    text *to = user;
    if (size >= to->room - to->size) return 1;
    memcpy(to->bytes + to->size, data, size);
    to->size += size;
    to->bytes[to->size] = '\0';
    return 0;
}

static void writes_a_page(void **state)
{
    text t = {.room = sizeof t.bytes}, full = {.room = 100};
    tunip_error error = TUNIP_ERROR_INIT;
    (void)state;
    assert_int_equal(tunip_html_print(printed, "<i>\xe2\x80\xae", put, &t, &error), TUNIP_OK);
    assert_non_null(strstr(t.bytes, "<title>&lt;i&gt;\\u202e</title>"));
    assert_non_null(strstr(t.bytes, "<span class=\"d\">main</span>"));
    assert_non_null(strstr(t.bytes, "href=\"#L1\" "));
    assert_null(strstr(t.bytes, "<script"));
    assert_null(strstr(t.bytes, " style="));
    assert_int_equal(tunip_html_print(printed, NULL, put, &full, &error), TUNIP_ERROR_CANCELLED);
}

static void needs_a_source_map(void **state)
{
    text t = {.room = sizeof t.bytes};
    tunip_error error = TUNIP_ERROR_INIT, none = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *plain;
    (void)state;
    options.no_source_map = true;
    tunip_print(context, tunip_graph_root(graph), &options, &plain, &none);
    assert_int_equal(tunip_html_print(plain, NULL, put, &t, &error), TUNIP_ERROR_ARGUMENT);
    assert_int_equal(t.size, 0);
    tunip_printed_free(plain);
}

typedef struct covered {
    tunip_str text;
    size_t end;
    tunip_style last;
    size_t keywords;
} covered;

static int cover(tunip_style style, size_t begin, size_t end, void *user)
{
    covered *c = user;
    assert_int_equal(begin, c->end);
    assert_true(end > begin);
    assert_true(!begin || style != c->last);
    if (style != TUNIP_STYLE_PLAIN) assert_null(memchr(c->text.data + begin, '\n', end - begin));
    c->keywords += style == TUNIP_STYLE_KEYWORD;
    c->end = end;
    c->last = style;
    return 0;
}

static int stop(tunip_style style, size_t begin, size_t end, void *user)
{
    (void)style, (void)begin, (void)end;
    return ++*(int *)user;
}

static void styles_cover_the_text(void **state)
{
    covered c = {.text = tunip_printed_text(printed)};
    tunip_error error = TUNIP_ERROR_INIT;
    int calls = 0;
    (void)state;
    assert_int_equal(tunip_highlight_each(printed, cover, &c, &error), TUNIP_OK);
    assert_int_equal(c.end, c.text.size);
    assert_int_equal(c.keywords, 3); /* def, for, in */
    assert_int_equal(tunip_highlight_each(printed, stop, &calls, &error), TUNIP_ERROR_CANCELLED);
    assert_int_equal(calls, 1);
}

static void marks_the_differing_part(void **state)
{
    text t = {.room = sizeof t.bytes};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_script *script;
    (void)state;
    how.map_free_vars = true;
    tunip_diff(context, tunip_graph_root(graph), tunip_graph_root(other), &how, &script, &error);
    tunip_diff_lines *lines = tunip_diff_lines_new(context, script, NULL, &error);
    assert_int_equal(tunip_diff_lines_part_count(lines, 1), 1);
    tunip_line_part part = tunip_diff_lines_part(lines, 1, 0);
    tunip_str right = tunip_printed_text(tunip_diff_lines_rhs(lines));
    assert_true(tunip_str_is((tunip_str){right.data + part.begin, part.end - part.begin}, "2.0"));
    tunip_diff_lines_free(lines);
    assert_int_equal(tunip_html_diff(context, script, NULL, put, &t, &error), TUNIP_OK);
    assert_non_null(strstr(t.bytes, "<mark class=\"n\">2.0</mark>"));
    assert_non_null(strstr(t.bytes, "+0 added, -0 removed, ~1 changed lines"));
    tunip_script_free(script);
}

/* The text of a line of MLIR, with the number of its style before each range that has one. */
static int spell(tunip_style style, size_t begin, size_t end, void *user)
{
    text *to = user;
    static const char letters[] = ".kdcnsmuovybtal"; /* ORDER tunip_style */
    char mark[2] = {'~', letters[style]};
    if (style != TUNIP_STYLE_PLAIN) put(mark, sizeof mark, to);
    tunip_str all = tunip_printed_text(printed);
    return put(all.data + begin, end - begin, to);
}

static void words_of_mlir_have_styles(void **state)
{
    static const char *const rows[][2] = {
        {"%0 = \"a.b\"() <{k = 1.0 : f32}> : () -> !d.t<i32> loc(#loc3)",
         "~v%0 = ~o\"a.b\"() <{~ak = ~n1.0 : ~tf32}> : () -> ~t!d.t<i32> ~lloc(#loc3)"},
        {"%1:2 = a.c %0 to @f(^bb1) {u} : tensor<4 x i32>, dense<1> , index",
         "~v%1:2 = ~oa.c ~v%0 to ~y@f(~b^bb1) {~au} : ~ttensor<4 x i32>, ~adense<1> , ~tindex"},
        {"\"a.d\"(%1#1) {s = \"x y\", m = #map} : (i64) -> ()",
         "~o\"a.d\"(~v%1#1) {~as = ~s\"x y\", ~am = ~a#map} : (~ti64) -> ()"}};
    static const char head[] = "#map = affine_map<(d0) -> (d0)>\nmodule {\nf.g {\n";
    static const char foot[] = "\n^bb1:\na.e -1\n}\n}\n";
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *mlir;
    tunip_printed *kept = printed;
    text in = {.room = sizeof in.bytes}, *out = calloc(1, sizeof *out);
    (void)state;
    put(head, strlen(head), &in);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        put(rows[i][0], strlen(rows[i][0]), &in);
        put("\n", i + 1 < TUNIP_LEN(rows), &in);
    }
    put(foot, strlen(foot), &in);
    mlir = tunip_read(context, (tunip_str){in.bytes, in.size}, &error);
    assert_non_null(mlir);
    assert_int_equal(tunip_print(context, tunip_graph_root(mlir), NULL, &printed, &error),
                     TUNIP_OK);
    out->room = sizeof out->bytes - 1;
    assert_int_equal(tunip_highlight_each(printed, spell, out, &error), TUNIP_OK);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (!strstr(out->bytes, rows[i][1])) fail_msg("no %s in\n%s", rows[i][1], out->bytes);
    assert_non_null(strstr(out->bytes, "~b^bb1:~m  // pred: ~b^bb0"));
    assert_non_null(strstr(out->bytes, "~oa.e ~n-1"));
    tunip_printed_free(printed);
    tunip_graph_free(mlir);
    free(out);
    printed = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_a_page),
        cmocka_unit_test(needs_a_source_map),
        cmocka_unit_test(styles_cover_the_text),
        cmocka_unit_test(words_of_mlir_have_styles),
        cmocka_unit_test(marks_the_differing_part),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
