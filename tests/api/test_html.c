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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_a_page),
        cmocka_unit_test(needs_a_source_map),
        cmocka_unit_test(styles_cover_the_text),
        cmocka_unit_test(marks_the_differing_part),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
