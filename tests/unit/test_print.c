/* test_print.c -- complete prints: results, options, failures, threads. */
#include "toy_world.h"

#include <pthread.h>

enum { PLENTY = 1000000 };

/* x = Y.var() / with Y.scope(1) as s: s + x, metadata, and a node without a rule. */
static void *make_program(tunip_graph *g)
{
    toy_var *x = toy_var_new(g, "x"), *s = toy_var_new(g, "s");
    void *scope = toy_scope_new(g, s, tunip_int_new(g, 1), toy_sum_new(g, s, x));
    void *blob = toy_holder_new(g, &toy_blob_type, NULL);
    void *stranger = toy_holder_new(g, &toy_stranger_type, tunip_string_new(g, "t"));
    return toy_seq_new(g, TUNIP_LIST(g, scope, blob, stranger, x));
}

static const char program_text[] =
    "x = Y.var()\n"
    "with Y.scope(1) as s:\n"
    "    s + x\n"
    "metadata[\"toy.Blob\"][0]\n"
    "toy.Stranger(inner=\"t\")\n"
    "x\n"
    "# Metadata omitted. Use show_meta=True in script() method to show it.";

/* ---- results ---- */

static void a_print_has_text_report_and_source_map(void **state)
{
    const toy_world *world = *state;
    tunip_printed *printed = toy_print(world, make_program(world->graph), NULL);
    tunip_str text = tunip_printed_text(printed);
    assert_string_equal(text.data, program_text);
    assert_int_equal(text.size, sizeof program_text - 1);
    assert_int_equal(tunip_printed_issue_count(printed), 2);
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_METADATA);
    assert_int_equal(tunip_printed_issue(printed, 1)->kind, TUNIP_ISSUE_UNREGISTERED);
    assert_null(tunip_printed_issue(printed, 2));
    assert_false(tunip_printed_parsable(printed));
    assert_true(tunip_printed_seconds(printed, TUNIP_STAGE_DOCSIFY) >= 0);
    assert_true(tunip_printed_seconds(printed, TUNIP_STAGE_RENDER) >= 0);
    assert_true(tunip_printed_seconds(printed, TUNIP_STAGE__COUNT) == 0);
    tunip_printed_free(printed);
    tunip_printed_free(NULL);
}

static const tunip_span *find_span(const tunip_printed *printed, const char *path)
{
    char text[128];
    const tunip_span *spans = tunip_printed_spans(printed);
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++) {
        if (!spans[i].doc->path) continue;
        tunip_path_text(spans[i].doc->path, text, sizeof text);
        if (strcmp(text, path) == 0) return &spans[i];
    }
    return NULL;
}

static void spans_say_where_a_node_went(void **state)
{
    const toy_world *world = *state;
    static const struct {
        const char *path, *text;
        size_t line, column;
    } cases[] = {
        {"<root>.items[0].value", "1", 2, 14},
        {"<root>.items[0].body", "s + x", 3, 5},
        {"<root>.items[0].body.rhs", "x", 3, 9},
        {"<root>.items[2]", "toy.Stranger(inner=\"t\")", 5, 1},
        {"<root>.items[2].inner", "\"t\"", 5, 20},
        {"<root>.items[3]", "x", 6, 1},
    };
    tunip_printed *printed = toy_print(world, make_program(world->graph), NULL);
    const char *text = tunip_printed_text(printed).data;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        const tunip_span *span = find_span(printed, cases[i].path);
        size_t line = 0, column = 0;
        assert_non_null(span);
        assert_int_equal(span->end - span->begin, strlen(cases[i].text));
        assert_memory_equal(text + span->begin, cases[i].text, span->end - span->begin);
        tunip_printed_locate(printed, span->begin, &line, &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
    }
    tunip_printed_free(printed);
}

/* A Doc comes before the Docs inside it, and contains their ranges. */
static void spans_are_in_pre_order(void **state)
{
    const toy_world *world = *state;
    tunip_printed *printed = toy_print(world, make_program(world->graph), NULL);
    const tunip_span *spans = tunip_printed_spans(printed);
    size_t count = tunip_printed_span_count(printed), size = tunip_printed_text(printed).size;
    assert_true(count > 10);
    assert_int_equal(spans[0].begin, 0);
    assert_int_equal(spans[0].end, size);
    for (size_t i = 1; i < count; i++) {
        assert_true(spans[i].begin <= spans[i].end && spans[i].end <= size);
        assert_true(spans[i].begin >= spans[i - 1].begin);
        bool inside = spans[i].end <= spans[i - 1].end;
        assert_true(inside || spans[i].begin >= spans[i - 1].end);
    }
    tunip_printed_free(printed);
}

static void what_is_whole_is_parsable(void **state)
{
    const toy_world *world = *state;
    tunip_printed *printed = toy_print(world, toy_sum_new(world->graph, NULL, NULL), NULL);
    assert_int_equal(tunip_printed_issue_count(printed), 0);
    assert_true(tunip_printed_parsable(printed));
    assert_false(tunip_printed_lossless(printed)); /* false without find_losses */
    tunip_printed_free(printed);
}

/* The toy dialect has no accounts: every field that is not empty counts as lost. Nothing reads its
 * text, and the last reason says so. */
static void losses_are_the_reasons_of_a_verdict(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.find_losses = options.no_source_map = true;
    tunip_graph *g = world->graph;
    tunip_printed *printed = toy_print(world, toy_sum_new(g, NULL, NULL), &options);
    assert_false(tunip_printed_parsable(printed) || tunip_printed_lossless(printed));
    assert_int_equal(tunip_printed_issue_count(printed), 1);
    tunip_printed_free(printed);
    void *sum = toy_sum_new(g, toy_sum_new(g, NULL, tunip_int_new(g, 1)), NULL);
    printed = toy_print(world, toy_seq_new(g, TUNIP_LIST(g, sum)), &options);
    char path[64];
    size_t count = tunip_printed_issue_count(printed);
    assert_int_equal(count, 4);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(tunip_printed_issue(printed, i)->kind, TUNIP_ISSUE_LOST);
    tunip_path_text(tunip_printed_issue(printed, 2)->path, path, sizeof path);
    assert_string_equal(path, "<root>.items[0].lhs");
    assert_non_null(strstr(tunip_printed_issue(printed, 3)->message.data, "cannot be read back"));
    assert_false(tunip_printed_parsable(printed) || tunip_printed_lossless(printed));
    tunip_printed_free(printed);
}

/* ---- options ---- */

static void options_change_the_text(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_fn *fn = toy_fn_new(g, NULL, toy_scope_new(g, NULL, NULL, NULL));
    static const char head[] = "# from toys import toy as Y\n\n";
    const struct {
        tunip_print_options options;
        const char *text;
    } cases[] = {
        {{.size = 0}, "def main():\n    with Y.scope(None):\n        None"},
        {{.indent_spaces = 1}, "def main():\n with Y.scope(None):\n  None"},
        {{.indent_spaces = 2, .no_indent = true}, "def main():\nwith Y.scope(None):\nNone"},
        {{.name = "f"}, "def f():\n    with Y.scope(None):\n        None"},
        {{.backend = "python"}, "def main():\n    with Y.scope(None):\n        None"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        char text[256];
        tunip_print_options options = cases[i].options;
        options.size = sizeof options;
        strcat(strcpy(text, head), cases[i].text);
        assert_prints_with(world, fn, &options, text);
    }
}

static void lines_are_numbered(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.print_line_numbers = true;
    assert_prints_with(world, toy_seq_new(world->graph, TUNIP_LIST(world->graph, NULL, NULL)),
                       &options, "1 None\n2 None");
}

/* For a caller with an older, shorter struct, the members that it does not have keep their
 * defaults. */
static void older_options_are_understood(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options;
    memset(&options, 0xFF, sizeof options);
    options.size = offsetof(tunip_print_options, module_alias);
    options.backend = NULL;
    options.name = "f";
    assert_prints_with(world, toy_fn_new(world->graph, NULL, NULL), &options, "def f():\n    None");
}

static void unknown_backends_are_refused(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "cobol";
    assert_print_fails(world, NULL, &options, TUNIP_ERROR_NOT_FOUND, "no backend is called cobol");
    assert_prints(world, NULL, "(nullptr)");
}

/* ---- failures ---- */

static void the_first_error_is_kept(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed;
    tunip_error error = TUNIP_ERROR_INIT;
    options.max_depth = 1;
    tunip_error_set(&error, TUNIP_ERROR_IO, "earlier");
    toy_sum *sum = toy_sum_new(world->graph, toy_sum_new(world->graph, NULL, NULL), NULL);
    assert_int_equal(tunip_print(world->context, &sum->base, &options, &printed, &error),
                     TUNIP_ERROR_LIMIT);
    assert_null(printed);
    assert_string_equal(error.message, "earlier");
    assert_int_equal(tunip_print(world->context, &sum->base, &options, &printed, NULL),
                     TUNIP_ERROR_LIMIT);
}

static void refuse(tunip_writer *w, const tunip_doc *doc)
{
    tunip_writer_fail(w, "cannot write %d", (int)doc->kind);
    tunip_writer_fail(w, "nor this");
}

static void failing_backends_end_the_print(void **state)
{
    const toy_world *world = *state;
    tunip_emit_fn emit[TUNIP_DOC__COUNT];
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) emit[i] = refuse;
    const tunip_backend backend = {.abi = TUNIP_BACKEND_ABI,
                                   .size = sizeof backend,
                                   .name = "refusing",
                                   .emit = emit,
                                   .kind_count = TUNIP_DOC__COUNT};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "refusing";
    assert_int_equal(tunip_context_add_backend(world->context, &backend, NULL), TUNIP_OK);
    assert_print_fails(world, NULL, &options, TUNIP_ERROR_RULE, "cannot write 23");
}

/* With memory for `budget` allocations the print succeeds or fails cleanly. */
static bool print_with(size_t budget, bool numbers)
{
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    tunip_context *context = toy_context_new(&memory.allocator, NULL);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    const tunip_node *root = make_program(graph);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.print_line_numbers = options.show_meta = numbers;
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    memory.budget = budget;
    tunip_status status = tunip_print(context, root, &options, &printed, &error);
    bool done = status == TUNIP_OK;
    assert_int_equal(status, done ? TUNIP_OK : TUNIP_ERROR_MEMORY);
    assert_int_equal(error.code, status);
    assert_int_equal(printed != NULL, done);
    assert_int_equal(strlen(error.message) > 0, !done);
    tunip_printed_free(printed);
    memory.budget = PLENTY;
    const toy_world world = {context, graph};
    assert_prints(&world, root, program_text); /* the context still works */
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
    return done;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (int numbers = 0; numbers < 2; numbers++) {
        size_t budget = 0;
        while (!print_with(budget, numbers)) budget++;
        assert_true(budget >= 10);
    }
}

/* ---- one context, many prints ---- */

static void prints_leave_no_trace(void **state)
{
    const toy_world *world = *state;
    const void *root = make_program(world->graph);
    tunip_printed *first = toy_print(world, root, NULL);
    for (size_t i = 0; i < 5; i++) assert_prints(world, root, program_text);
    assert_string_equal(tunip_printed_text(first).data, program_text);
    tunip_printed_free(first);
}

static void *print_again_and_again(void *opaque)
{
    const toy_world *world = opaque;
    size_t wrong = 0;
    for (size_t i = 0; i < 50; i++) {
        char *text = tunip_print_module(world->context, tunip_graph_root(world->graph), NULL);
        wrong += !text || strcmp(text, program_text) != 0;
        tunip_text_free(world->context, text);
    }
    return (void *)(uintptr_t)wrong;
}

/* The first print freezes the context. Here several threads start the first print at once. */
static void threads_share_a_context(void **state)
{
    const toy_world *world = *state;
    pthread_t threads[4];
    tunip_graph_set_root(world->graph, make_program(world->graph));
    for (size_t i = 0; i < TUNIP_LEN(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, print_again_and_again, *state), 0);
    for (size_t i = 0; i < TUNIP_LEN(threads); i++) {
        void *wrong = NULL;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(a_print_has_text_report_and_source_map),
        TOY_TEST(spans_say_where_a_node_went),
        TOY_TEST(spans_are_in_pre_order),
        TOY_TEST(what_is_whole_is_parsable),
        TOY_TEST(losses_are_the_reasons_of_a_verdict),
        TOY_TEST(options_change_the_text),
        TOY_TEST(lines_are_numbered),
        TOY_TEST(older_options_are_understood),
        TOY_TEST(unknown_backends_are_refused),
        TOY_TEST(the_first_error_is_kept),
        TOY_TEST(failing_backends_end_the_print),
        cmocka_unit_test(every_allocation_may_fail),
        TOY_TEST(prints_leave_no_trace),
        TOY_TEST(threads_share_a_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
