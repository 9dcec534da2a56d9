/* test_source_map.c -- queries on a source map, as another program makes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip.h>

/* for i, j in T.grid(8, 4):
 *     A = T.Buffer((64, 64))
 *     A[i, j] = T.float32(1.0) */
#define LOOP TUNIP_DATA_DIR "/cli/data/loop.json"

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    tunip_printed *printed;
    tunip_source_map *map;
} world;

static int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    tunip_error error = TUNIP_ERROR_INIT;
    assert_non_null(w);
    w->context = tunip_context_new(NULL, &error);
    w->graph = tunip_read_file(w->context, LOOP, &error);
    assert_non_null(w->graph);
    tunip_print(w->context, tunip_graph_root(w->graph), NULL, &w->printed, &error);
    w->map = tunip_source_map_new(w->printed, &error);
    assert_string_equal(error.message, "");
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    tunip_source_map_free(w->map);
    tunip_printed_free(w->printed);
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    free(w);
    return 0;
}

/* ---- by path ---- */

/* The first span found is `expected`. */
static void check_path(const world *w, const char *path, bool exact, const char *expected)
{
    tunip_found found;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_source_map_find(w->map, tunip_str_from(path), &found, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, TUNIP_OK);
    assert_true(found.count > 0);
    assert_int_equal(found.exact, exact);
    const tunip_span *span = &tunip_printed_spans(w->printed)[found.spans[0]];
    tunip_str text = {tunip_printed_text(w->printed).data + span->begin, span->end - span->begin};
    if (!tunip_str_is(text, expected))
        fail_msg("%s: '%.*s' is not '%s'", path, (int)text.size, text.data, expected);
}

static void a_path_has_spans(void **state)
{
    check_path(*state, "<root>.body.body.value", true, "T.float32(1.0)");
    check_path(*state, "<root>.body.extent", true, "4");
    check_path(*state, "<root>.body.body", true, "A[i, j] = T.float32(1.0)");
}

static void what_is_not_printed_has_those_of_what_is_above_it(void **state)
{
    check_path(*state, "<root>.body.body.value.nothing[3][\"a\"]", false, "T.float32(1.0)");
    check_path(*state, "<root>.body.body.value.span", false, "T.float32(1.0)");
}

/* Each path is its last step after the path of a smaller number. */
static void paths_are_numbered(void **state)
{
    const world *w = *state;
    char text[128], other[128];
    size_t count = 0, parent;
    while (tunip_source_map_path(w->map, count, NULL)) count++;
    assert_true(count > 10);
    tunip_path_text(tunip_source_map_path(w->map, 0, &parent), text, sizeof text);
    assert_string_equal(text, "<root>");
    assert_int_equal(parent, 0);
    for (size_t i = 1; i < count; i++) {
        const tunip_path *path = tunip_source_map_path(w->map, i, &parent);
        assert_true(parent < i);
        tunip_path_text(tunip_source_map_path(w->map, parent, NULL), text, sizeof text);
        tunip_path_text(path->parent, other, sizeof other);
        assert_string_equal(text, other);
    }
}

typedef struct numbers {
    const world *w;
    size_t span, count;
} numbers;

static bool check_number(void *user, size_t number)
{
    numbers *n = user;
    char text[128], other[128];
    tunip_path_text(tunip_source_map_path(n->w->map, number, NULL), text, sizeof text);
    tunip_path_text(tunip_printed_span_path(n->w->printed, n->span, n->count++), other,
                    sizeof other);
    assert_string_equal(text, other);
    return n->count < 2;
}

static void spans_have_numbers(void **state)
{
    const world *w = *state;
    size_t all = 0, two = 0, count = tunip_printed_span_count(w->printed);
    for (size_t i = 0; i <= count; i++) {
        numbers n = {w, i, 0};
        tunip_source_map_each_path(w->map, i, check_number, &n);
        all += n.count;
        two += n.count == 2;
    }
    assert_true(all > count / 2);
    assert_true(two > 0);
}

static void all_spans_of_a_path_in_order(void **state)
{
    const world *w = *state;
    tunip_found found;
    assert_int_equal(
        tunip_source_map_find(w->map, tunip_str_from("<root>.body.body.buffer"), &found, NULL),
        TUNIP_OK);
    for (size_t i = 1; i < found.count; i++) assert_true(found.spans[i - 1] < found.spans[i]);
    for (size_t i = 0; i < found.count; i++) {
        bool has = false;
        char text[64];
        const tunip_path *path;
        for (size_t n = 0; (path = tunip_printed_span_path(w->printed, found.spans[i], n)); n++) {
            tunip_path_text(path, text, sizeof text);
            has |= strcmp(text, "<root>.body.body.buffer") == 0;
        }
        assert_true(has);
    }
    assert_null(tunip_printed_span_path(w->printed, SIZE_MAX, 0));
}

static void a_text_that_is_no_path(void **state)
{
    const world *w = *state;
    tunip_found found;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_source_map_find(w->map, tunip_str_from("body"), &found, &error),
                     TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message, "not an access path: expected <root> at byte 0 of body");
    assert_int_equal(found.count, 0);
    found.count = 1;
    assert_int_equal(tunip_source_map_find_path(w->map, NULL, &found, NULL), TUNIP_OK);
    assert_int_equal(found.count, 0);
}

/* ---- by place ---- */

static void check_place(const world *w, size_t line, size_t column, const char *kind,
                        const char *expected)
{
    char text[128];
    size_t offset = tunip_source_map_offset(w->map, line, column);
    size_t span = tunip_source_map_at(w->map, offset);
    assert_int_not_equal(span, TUNIP_NO_SPAN);
    assert_string_equal(tunip_span_kind(&tunip_printed_spans(w->printed)[span]), kind);
    const tunip_path *path = tunip_source_map_path_at(w->map, offset);
    assert_non_null(path);
    tunip_path_text(path, text, sizeof text);
    assert_string_equal(text, expected);
}

static void a_place_has_an_innermost_node(void **state)
{
    check_place(*state, 1, 1, "for", "<root>");
    check_place(*state, 1, 5, "id", "<root>"); /* as in TVM, the variable has no path of its own */
    check_place(*state, 1, 23, "literal", "<root>.body.extent.value");
    check_place(*state, 3, 5, "id", "<root>.body.body.buffer");
    check_place(*state, 3, 15, "id", "<root>.body.body.value");
}

static void there_is_nothing_behind_the_end(void **state)
{
    const world *w = *state;
    size_t size = tunip_printed_text(w->printed).size;
    assert_int_equal(tunip_source_map_at(w->map, size), TUNIP_NO_SPAN);
    assert_int_equal(tunip_source_map_at(w->map, SIZE_MAX), TUNIP_NO_SPAN);
    assert_null(tunip_source_map_path_at(w->map, size));
    assert_int_not_equal(tunip_source_map_at(w->map, size - 1), TUNIP_NO_SPAN);
}

static void lines_and_columns_there_and_back(void **state)
{
    const world *w = *state;
    size_t size = tunip_printed_text(w->printed).size, line, column;
    for (size_t at = 0; at <= size; at++) {
        tunip_printed_locate(w->printed, at, &line, &column);
        assert_int_equal(tunip_source_map_offset(w->map, line, column), at);
    }
    assert_int_equal(tunip_source_map_offset(w->map, 1, 999), 25);
    assert_int_equal(tunip_source_map_offset(w->map, 0, 3), 0);
    assert_int_equal(tunip_source_map_offset(w->map, 2, 0), 26);
    assert_int_equal(tunip_source_map_offset(w->map, 3, SIZE_MAX), size);
    assert_int_equal(tunip_source_map_offset(w->map, 99, 1), size);
}

/* ---- nesting ---- */

static void the_parent_is_the_span_around(void **state)
{
    const world *w = *state;
    const tunip_span *spans = tunip_printed_spans(w->printed);
    size_t count = tunip_printed_span_count(w->printed);
    assert_int_equal(tunip_source_map_parent(w->map, 0), TUNIP_NO_SPAN);
    assert_int_equal(tunip_source_map_parent(w->map, count), TUNIP_NO_SPAN);
    for (size_t i = 1; i < count; i++) {
        size_t parent = tunip_source_map_parent(w->map, i);
        assert_true(parent < i && i <= parent + spans[parent].inside);
        for (size_t k = parent + 1; k < i; k++) assert_true(k + spans[k].inside < i);
    }
}

static void without_spans_there_is_no_index(void **state)
{
    const world *w = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed;
    options.no_source_map = true;
    assert_int_equal(tunip_print(w->context, tunip_graph_root(w->graph), &options, &printed, NULL),
                     TUNIP_OK);
    assert_null(tunip_source_map_new(printed, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    tunip_printed_free(printed);
    tunip_source_map_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_has_spans),
        cmocka_unit_test(what_is_not_printed_has_those_of_what_is_above_it),
        cmocka_unit_test(paths_are_numbered),
        cmocka_unit_test(spans_have_numbers),
        cmocka_unit_test(all_spans_of_a_path_in_order),
        cmocka_unit_test(a_text_that_is_no_path),
        cmocka_unit_test(a_place_has_an_innermost_node),
        cmocka_unit_test(there_is_nothing_behind_the_end),
        cmocka_unit_test(lines_and_columns_there_and_back),
        cmocka_unit_test(the_parent_is_the_span_around),
        cmocka_unit_test(without_spans_there_is_no_index),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
