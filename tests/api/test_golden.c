/* test_golden.c -- a saved object gives the same text when it is printed, streamed, or saved and
 * read again. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip.h>

enum { LONGEST_PATH = 1024 };

typedef struct text {
    char *data;
    size_t size;
} text;

static int append(const char *data, size_t size, void *user)
{
    text *t = user;
    t->data = realloc(t->data, t->size + size + 1);
    assert_non_null(t->data);
    if (size) memcpy(t->data + t->size, data, size);
    t->size += size;
    t->data[t->size] = '\0';
    return 0;
}

static int refuse(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    return *(int *)user;
}

/* A way to get the text of a saved object. */
typedef text (*way_fn)(tunip_context *context, const tunip_graph *graph);

static text print(tunip_context *context, const tunip_graph *graph)
{
    tunip_printed *printed;
    text t = {NULL, 0};
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), NULL, &printed, NULL), TUNIP_OK);
    tunip_str whole = tunip_printed_text(printed);
    append(whole.data, whole.size, &t);
    assert_string_equal(t.data, whole.data);
    tunip_printed_free(printed);
    return t;
}

static text stream(tunip_context *context, const tunip_graph *graph)
{
    text t = {NULL, 0};
    assert_int_equal(tunip_print_stream(context, tunip_graph_root(graph), NULL, append, &t, NULL),
                     TUNIP_OK);
    return t;
}

static text save_and_print(tunip_context *context, const tunip_graph *graph)
{
    text saved = {NULL, 0};
    assert_int_equal(tunip_save(context, tunip_graph_root(graph), append, &saved, NULL), TUNIP_OK);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *again = tunip_read(context, (tunip_str){saved.data, saved.size}, &error);
    free(saved.data);
    assert_string_equal(error.message, "");
    text t = print(context, again);
    tunip_graph_free(again);
    return t;
}

/* Calls `each` with every saved object. */
static void visit(void (*each)(tunip_context *context, const tunip_graph *graph, const char *name))
{
    tunip_context *context = tunip_context_new(NULL, NULL);
    DIR *folder = opendir(TUNIP_DATA_DIR "/golden");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strstr(entry->d_name, ".json");
        if (!dot || strchr(entry->d_name, '@')) continue;
        char path[LONGEST_PATH];
        snprintf(path, sizeof path, "%s/golden/%s", TUNIP_DATA_DIR, entry->d_name);
        tunip_graph *graph = tunip_read_file(context, path, NULL);
        assert_non_null(graph);
        each(context, graph, entry->d_name);
        tunip_graph_free(graph);
    }
    closedir(folder);
    tunip_context_free(context);
}

static void compare(tunip_context *context, const tunip_graph *graph, const char *name)
{
    static const way_fn others[] = {stream, save_and_print};
    text expected = print(context, graph);
    for (size_t i = 0; i < TUNIP_LEN(others); i++) {
        text t = others[i](context, graph);
        if (t.size != expected.size || memcmp(t.data, expected.data, t.size) != 0)
            fail_msg("%s, way %zu:\n%s\ninstead of\n%s", name, i, t.data, expected.data);
        free(t.data);
    }
    free(expected.data);
}

static void all_ways_give_one_text(void **state)
{
    (void)state;
    visit(compare);
}

static void cancel(tunip_context *context, const tunip_graph *graph, const char *name)
{
    (void)name;
    int answer = 1;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status =
        tunip_print_stream(context, tunip_graph_root(graph), NULL, refuse, &answer, &error);
    assert_int_equal(status, TUNIP_ERROR_CANCELLED);
    assert_int_equal(error.code, TUNIP_ERROR_CANCELLED);
    assert_true(error.message[0] != '\0');
}

static void a_stream_can_be_cancelled(void **state)
{
    (void)state;
    visit(cancel);
}

/* Every span is within the text and in pre-order, and its line and column lead back to it. */
static void check_spans(tunip_context *context, const tunip_graph *graph, const char *name)
{
    (void)name;
    tunip_printed *printed;
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), NULL, &printed, NULL), TUNIP_OK);
    tunip_str whole = tunip_printed_text(printed);
    const tunip_span *spans = tunip_printed_spans(printed);
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        size_t line, column, back = spans[i].begin;
        assert_true(spans[i].begin <= spans[i].end && spans[i].end <= whole.size);
        assert_true(i == 0 || spans[i].begin >= spans[i - 1].begin);
        tunip_printed_locate(printed, spans[i].begin, &line, &column);
        while (back > 0 && whole.data[back - 1] != '\n') back--;
        assert_int_equal(column, spans[i].begin - back + 1);
        assert_true(line >= 1);
    }
    tunip_printed_free(printed);
}

static void spans_lie_in_the_text(void **state)
{
    (void)state;
    visit(check_spans);
}

static void nothing_is_fine(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    char *printed = tunip_print_module(context, NULL, NULL);
    assert_string_equal(printed, "(nullptr)");
    tunip_text_free(context, printed);
    tunip_text_free(context, NULL);
    tunip_printed_free(NULL);
    tunip_graph_free(NULL);
    tunip_context_free(context);
    tunip_context_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_give_one_text),
        cmocka_unit_test(a_stream_can_be_cancelled),
        cmocka_unit_test(spans_lie_in_the_text),
        cmocka_unit_test(nothing_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
