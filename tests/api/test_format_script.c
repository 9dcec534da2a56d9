/* test_format_script.c -- the layout of scripts, as programs use it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>

static const char script[] = "# licence\n"
                             "@T.prim_func\n"
                             "def f(A: T.Buffer((16,), 'float32')): # a function\n"
                             "    A[T.max(0,1)] = A[0]\n";

typedef struct written {
    char text[1024];
    size_t size;
    bool refuses;
} written;

static int append(const char *data, size_t size, void *user)
{
    written *w = user;
    if (w->refuses || w->size + size >= sizeof w->text) return -1;
    memcpy(w->text + w->size, data, size);
    w->size += size;
    w->text[w->size] = '\0';
    return 0;
}

static tunip_status format(const char *text, const tunip_format_script_options *options,
                           written *out, tunip_error *error)
{
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("f.py"), tunip_str_from(text), NULL);
    assert_non_null(context);
    assert_non_null(source);
    tunip_status status = tunip_format_script(context, source, options, append, out, error);
    tunip_source_free(source);
    tunip_context_free(context);
    return status;
}

static void test_text(void **state)
{
    (void)state;
    written out = {.size = 0};
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(format(script, NULL, &out, &error), TUNIP_OK);
    assert_string_equal(out.text, "# licence\n"
                                  "@T.prim_func\n"
                                  "def f(A: T.Buffer((16,), \"float32\")):  # a function\n"
                                  "    A[T.max(0, 1)] = A[0]\n");
}

static void test_width(void **state)
{
    (void)state;
    written out = {.size = 0};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_format_script_options options = TUNIP_FORMAT_SCRIPT_OPTIONS_INIT;
    options.width = 20;
    assert_int_equal(format(script, &options, &out, &error), TUNIP_OK);
    assert_non_null(strstr(out.text, "    A[\n        T.max(0, 1)\n    ] = A[0]\n"));
}

static void test_failures(void **state)
{
    (void)state;
    written out = {.size = 0}, full = {.refuses = true};
    tunip_error error = TUNIP_ERROR_INIT, again = TUNIP_ERROR_INIT, third = TUNIP_ERROR_INIT;
    tunip_format_script_options options = {.size = 0};
    assert_int_equal(format("@T.prim_func\ndef f(:\n    pass\n", NULL, &out, &error),
                     TUNIP_ERROR_SYNTAX);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 7);
    assert_int_equal(out.size, 0);
    assert_int_equal(format(script, &options, &out, &again), TUNIP_ERROR_ARGUMENT);
    assert_int_equal(format(script, NULL, &full, &third), TUNIP_ERROR_CANCELLED);
}

static void test_print_width(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = tunip_read(context, tunip_str_from(script), &error);
    assert_non_null(graph);
    options.width = 34;
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), &options, &printed, &error),
                     TUNIP_OK);
    tunip_str text = tunip_printed_text(printed);
    const tunip_span *spans = tunip_printed_spans(printed);
    assert_non_null(strstr(text.data, "(\n    A: T.Buffer((16,), \"float32\")\n):"));
    /* each span still has the text of its Doc: no blanks at its ends */
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        assert_true(spans[i].begin <= spans[i].end && spans[i].end <= text.size);
        if (spans[i].begin == spans[i].end) continue;
        assert_null(strchr(" \n", text.data[spans[i].begin]));
        assert_null(strchr(" \n", text.data[spans[i].end - 1]));
    }
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_print_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
