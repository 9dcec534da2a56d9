/* test_diagnostic.c -- collects diagnostics, finds their places, passes rendered text on.
 * tests/diagnostics/ tests the rendered text itself. */
#include "render_helper.h"

#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

#include "views/diagnostics/trace.h"

/* A module of functions f0, f1, ..., each with one statement. */
typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    tunip_ir_module *module;
    tunip_tir_prim_func **functions;
    tunip_printed *printed;
} world;

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

static void world_open(world *w, size_t count)
{
    w->context = tunip_context_new(NULL, NULL);
    w->graph = tunip_graph_new(w->context, NULL);
    w->functions = malloc(count * sizeof *w->functions);
    char(*names)[24] = malloc(count * sizeof *names);
    const char **pointers = malloc(count * sizeof *pointers);
    assert_true(w->functions && names && pointers);
    for (size_t i = 0; i < count; i++) {
        snprintf(names[i], sizeof names[i], "f%06zu", i);
        pointers[i] = names[i];
        w->functions[i] = tunip_tir_prim_func_new(
            w->graph, names[i], 0, NULL, NULL,
            tunip_tir_evaluate_new(w->graph, tunip_ir_int(w->graph, int32, (int64_t)i)));
    }
    w->module = tunip_ir_module_new(w->graph, count, pointers, (void *const *)(void *)w->functions);
    free(names);
    free(pointers);
    assert_int_equal(tunip_graph_status(w->graph), TUNIP_OK);
    assert_int_equal(tunip_print(w->context, (tunip_node *)w->module, NULL, &w->printed, NULL),
                     TUNIP_OK);
}

static void world_close(world *w)
{
    tunip_printed_free(w->printed);
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    free(w->functions);
}

/* ---- collecting ---- */

static void diagnostics_are_kept_in_order(void **state)
{
    (void)state;
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    char message[] = "first";
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_WARNING, "W1", message);
    message[0] = 'x'; /* the message was copied */
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, 3, 5, "here");
    tunip_diagnostic_at_path(d, TUNIP_LABEL_SECONDARY, "<root>.body", NULL);
    tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "do this");
    tunip_diagnostic *other = tunip_diagnostics_add(all, (tunip_severity)99, NULL, NULL);
    tunip_diagnostic_at_node(other, TUNIP_LABEL_PRIMARY, NULL, "");
    assert_int_equal(tunip_diagnostics_status(all), TUNIP_OK);
    assert_int_equal(tunip_diagnostics_count(all), 2);
    assert_null(tunip_diagnostics_get(all, 2));
    d = (tunip_diagnostic *)tunip_diagnostics_get(all, 0);
    assert_true(tunip_str_is(tunip_diagnostic_message(d), "first"));
    assert_true(tunip_str_is(tunip_diagnostic_code(d), "W1"));
    assert_int_equal(tunip_diagnostic_severity(d), TUNIP_SEVERITY_WARNING);
    assert_true(tunip_str_is(tunip_diagnostic_label(d, 0)->text, "here"));
    assert_int_equal(tunip_diagnostic_label(d, 1)->text.size, 0);
    assert_true(tunip_str_is(tunip_diagnostic_label(d, 1)->path, "<root>.body"));
    assert_null(tunip_diagnostic_label(d, 2));
    assert_true(tunip_str_is(tunip_diagnostic_remark(d, 0)->text, "do this"));
    assert_null(tunip_diagnostic_remark(d, 1));
    const tunip_diagnostic *second = tunip_diagnostics_get(all, 1);
    assert_int_equal(tunip_diagnostic_severity(second), TUNIP_SEVERITY_ERROR);
    assert_int_equal(tunip_diagnostic_label(second, 0)->index, 2);
    tunip_diagnostics_free(all);
}

static void nothing_is_done_to_nothing(void **state)
{
    (void)state;
    tunip_diagnostics_free(NULL);
    tunip_trace_free(NULL);
    assert_null(tunip_diagnostics_add(NULL, TUNIP_SEVERITY_ERROR, NULL, "no"));
    tunip_diagnostic_at_span(NULL, TUNIP_LABEL_PRIMARY, 0, 1, "");
    tunip_diagnostic_at_path(NULL, TUNIP_LABEL_PRIMARY, "", "");
    tunip_diagnostic_at_node(NULL, TUNIP_LABEL_PRIMARY, NULL, "");
    tunip_diagnostic_note(NULL, TUNIP_SEVERITY_NOTE, "");
    assert_int_equal(tunip_diagnostics_count(NULL), 0);
    assert_int_equal(tunip_diagnostics_status(NULL), TUNIP_ERROR_MEMORY);
    assert_string_equal(tunip_severity_name(TUNIP_SEVERITY_HELP), "help");
    assert_string_equal(tunip_severity_name((tunip_severity)99), "unknown severity");
}

/* ---- tracing ---- */

static void check(const world *w, const tunip_trace *trace, size_t label, tunip_traced_kind kind,
                  const char *text, const char *problem)
{
    const tunip_traced *at = tunip_trace_get(trace, label);
    tunip_str all = tunip_printed_text(w->printed);
    assert_non_null(at);
    assert_int_equal(at->kind, kind);
    assert_true(at->begin <= at->end && at->end <= all.size);
    assert_int_equal(at->end - at->begin, strlen(text));
    assert_memory_equal(all.data + at->begin, text, strlen(text));
    if (!tunip_str_is(at->problem, problem))
        fail_msg("problem: %.*s", (int)at->problem.size, at->problem.data);
}

#define F1 "@T.prim_func\n    def f000001():\n        T.evaluate(1)"

static void nodes_are_found(void **state)
{
    (void)state;
    world w;
    world_open(&w, 3);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "nodes");
    const tunip_tir_prim_func *f = w.functions[1];
    static const tunip_string stranger = {{&tunip_string_type}, TUNIP_STR("stranger")};
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, f->body, NULL);
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, (const tunip_node *)f, NULL);
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, f->body, "again");
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, (const tunip_node *)f->base.attrs, NULL);
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, &stranger.base, NULL);
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, NULL, NULL);
    tunip_trace *trace = tunip_diagnostics_trace(all, w.printed, NULL);
    check(&w, trace, 0, TUNIP_TRACED_EXACT, "T.evaluate(1)", "");
    check(&w, trace, 1, TUNIP_TRACED_EXACT, F1, "");
    check(&w, trace, 2, TUNIP_TRACED_EXACT, "T.evaluate(1)", "");
    check(&w, trace, 3, TUNIP_TRACED_NEAREST, F1, "");
    check(&w, trace, 4, TUNIP_TRACED_UNRESOLVED, "", "the node is not in the module: a ffi.String");
    check(&w, trace, 5, TUNIP_TRACED_UNRESOLVED, "", "the label has no node");
    assert_null(tunip_trace_get(trace, 6));
    tunip_trace_free(trace);
    tunip_diagnostics_free(all);
    world_close(&w);
}

static const struct path_case {
    const char *path;
    tunip_traced_kind kind;
    const char *text; /* NULL: the whole module */
    const char *problem;
} path_cases[] = {
    {"<root>.functions[I.GlobalVar(\"f000001\")].body", TUNIP_TRACED_EXACT, "T.evaluate(1)", ""},
    {"<root>.functions[I.GlobalVar(\"f000001\")].body.value", TUNIP_TRACED_EXACT, "1", ""},
    {"<root>.functions[I.GlobalVar(\"f000001\")].params", TUNIP_TRACED_NEAREST, F1, ""},
    {"<root>.functions[I.GlobalVar(\"f000001\")].body.value.value", TUNIP_TRACED_EXACT, "1", ""},
    {"<root>", TUNIP_TRACED_EXACT, NULL, ""},
    {"<root>.functions[I.GlobalVar(\"f9\")].body", TUNIP_TRACED_UNRESOLVED, NULL,
     "<root>.functions[I.GlobalVar(\"f9\")] is not in the module: <root>.functions is a map "
     "without this key, of size 3"},
    {"<root>.functions[I.GlobalVar(\"f000001\")].params[2]", TUNIP_TRACED_UNRESOLVED, F1,
     "<root>.functions[I.GlobalVar(\"f000001\")].params[2] is not in the module: "
     "<root>.functions[I.GlobalVar(\"f000001\")].params is an array of size 0"},
    {"<root>.functions[I.GlobalVar(\"f000001\")].body.valeu", TUNIP_TRACED_UNRESOLVED,
     "T.evaluate(1)",
     "<root>.functions[I.GlobalVar(\"f000001\")].body.valeu is not in the module: "
     "<root>.functions[I.GlobalVar(\"f000001\")].body is a tir.Evaluate, which has no such field: "
     "it has span, value"},
    {"<root>.functions[I.GlobalVar(\"f000001\")].body[0]", TUNIP_TRACED_UNRESOLVED, "T.evaluate(1)",
     "<root>.functions[I.GlobalVar(\"f000001\")].body[0] is not in the module: "
     "<root>.functions[I.GlobalVar(\"f000001\")].body is a tir.Evaluate, which has no items"},
    {"<root>.functions[I.GlobalVar(\"f000001\")].body.value.value.x", TUNIP_TRACED_UNRESOLVED, "1",
     "<root>.functions[I.GlobalVar(\"f000001\")].body.value.value.x is not in the module: "
     "<root>.functions[I.GlobalVar(\"f000001\")].body.value.value is not a node and has no "
     "fields"},
    {"body", TUNIP_TRACED_UNRESOLVED, "", "not an access path: expected <root> at byte 0 of body"},
};

static void paths_are_found(void **state)
{
    (void)state;
    world w;
    world_open(&w, 3);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "paths");
    for (size_t i = 0; i < TUNIP_LEN(path_cases); i++)
        tunip_diagnostic_at_path(d, TUNIP_LABEL_PRIMARY, path_cases[i].path, NULL);
    tunip_trace *trace = tunip_diagnostics_trace(all, w.printed, NULL);
    for (size_t i = 0; i < TUNIP_LEN(path_cases); i++) {
        const struct path_case *c = &path_cases[i];
        const char *text = c->text ? c->text : tunip_printed_text(w.printed).data;
        check(&w, trace, i, c->kind, text, c->problem);
    }
    char text[128];
    tunip_path_text(tunip_trace_get(trace, 2)->path, text, sizeof text);
    assert_string_equal(text, "<root>.functions[I.GlobalVar(\"f000001\")]");
    tunip_trace_free(trace);
    tunip_diagnostics_free(all);
    world_close(&w);
}

static void marks_are_found_in_one_walk(void **state)
{
    (void)state;
    enum { FUNCTIONS = 10000, EACH = 10 };
    world w;
    world_open(&w, FUNCTIONS);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "many");
    for (size_t i = 0; i < FUNCTIONS; i++)
        for (size_t k = 0; k < EACH; k++) {
            const tunip_tir_prim_func *f = w.functions[i];
            char path[64];
            snprintf(path, sizeof path, "<root>.functions[I.GlobalVar(\"f%06zu\")].params", i);
            if (k % 2)
                tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY,
                                         k > 4 ? f->body : (const tunip_node *)f->base.attrs, NULL);
            else
                tunip_diagnostic_at_path(d, TUNIP_LABEL_PRIMARY, path, NULL);
        }
    tunip_trace *trace = tunip_diagnostics_trace(all, w.printed, NULL);
    for (size_t i = 0; i < (size_t)FUNCTIONS * EACH; i++)
        assert_int_not_equal(tunip_trace_get(trace, i)->kind, TUNIP_TRACED_UNRESOLVED);
    assert_true(tn_trace_work(trace) <
                8 * tunip_printed_span_count(w.printed) + 2 * (size_t)FUNCTIONS * EACH);
    tunip_trace_free(trace);
    tunip_diagnostics_free(all);
    world_close(&w);
}

/* ---- sources ---- */

static int append(const char *data, size_t size, void *user)
{
    strncat(user, data, size);
    return 0;
}

static void texts_are_sources_too(void **state)
{
    (void)state;
    char drawn[512] = "";
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("a.json"), tunip_str_from("[1,\n 01]\n"), &error);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d =
        tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "expected a number");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, 5, 7, "no number");
    tunip_diagnostic_at_path(d, TUNIP_LABEL_SECONDARY, "<root>.body", NULL);
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.no_context = true;
    assert_int_equal(tunip_diagnostics_render_source(all, source, &options, append, drawn, &error),
                     TUNIP_OK);
    assert_string_equal(drawn,
                        "error: expected a number\n"
                        " --> a.json:2:2\n"
                        "  |\n"
                        "2 |  01]\n"
                        "  |  ^^ no number\n"
                        "  |\n"
                        "  = note: a plain text has no nodes; only a printed module has them\n");
    size_t line, column;
    tunip_source_locate(source, 1000, &line, &column);
    assert_int_equal(line, 3);
    assert_int_equal(column, 1);
    tunip_diagnostics_free(all);
    tunip_source_free(source);
}

/* A label that ends behind the newline shows the last character even of a line cut to one. */
static void lines_are_cut_to_any_length(void **state)
{
    (void)state;
    static const char *const expected[] = {"1 | / h...\n2 | | ...d\n", "1 | / he...\n2 | | ...d\n",
                                           "1 | / hel...\n2 | | ...d\n"};
    tunip_str text = TUNIP_STR("hello\nworld\n");
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("a"), text, NULL);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d = tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "m");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, 0, text.size, "l");
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    for (size_t i = 0; i < TUNIP_LEN(expected); i++) {
        char drawn[512] = "";
        options.long_line = i + 1;
        tunip_diagnostics_render_source(all, source, &options, append, drawn, NULL);
        assert_non_null(strstr(drawn, expected[i]));
    }
    tunip_diagnostics_free(all);
    tunip_source_free(source);
}

static void a_print_is_a_source(void **state)
{
    (void)state;
    world w;
    world_open(&w, 1);
    const tunip_source *source = tunip_printed_source(w.printed);
    assert_true(tunip_str_is(tunip_source_name(source), "module"));
    assert_true(tunip_str_equal(tunip_source_text(source), tunip_printed_text(w.printed)));
    world_close(&w);
}

/* ---- rendering ---- */

static int refuse(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    return ++*(int *)user > 1;
}

static void failures_are_reported(void **state)
{
    (void)state;
    world w;
    world_open(&w, 1);
    int calls = 0;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "one");
    tunip_diagnostics_add(all, TUNIP_SEVERITY_ERROR, NULL, "two");
    assert_int_equal(tunip_diagnostics_render(all, w.printed, NULL, refuse, &calls, &error),
                     TUNIP_ERROR_CANCELLED);
    assert_string_equal(error.message, "the write callback refused");
    const tunip_diagnostics_options sizeless = {.colour = true};
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_int_equal(tunip_diagnostics_render(all, w.printed, &sizeless, refuse, &calls, &error),
                     TUNIP_ERROR_ARGUMENT);
    assert_int_equal(tunip_diagnostics_render(NULL, w.printed, NULL, refuse, &calls, NULL),
                     TUNIP_ERROR_MEMORY);
    assert_null(tunip_diagnostics_text(NULL, w.printed, NULL, NULL));
    tunip_diagnostics_text_free(NULL, NULL);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *bare;
    options.no_source_map = true;
    tunip_print(w.context, (tunip_node *)w.module, &options, &bare, NULL);
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_null(tunip_diagnostics_text(all, bare, NULL, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    assert_string_equal(
        error.message,
        "diagnostics need a source map, but the text was printed with no_source_map");
    tunip_printed_free(bare);
    tunip_diagnostics_free(all);
    world_close(&w);
}

static void options_are_checked(void **state)
{
    (void)state;
    static const struct {
        tunip_diagnostics_options options;
        const char *message;
    } cases[] = {
        {{.size = 0, .colour = true},
         "the options have no size: initialise them with the macro that ends in _INIT"},
        {{.size = sizeof(tunip_diagnostics_options), .tab_width = TUNIP_WIDEST_TAB + 1},
         "tab_width is 65; at most 64 columns are allowed"},
        {{.size = sizeof(tunip_diagnostics_options), .source_folder_count = 1},
         "options have 1 folders and no table of them"},
    };
    world w;
    world_open(&w, 1);
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        assert_null(tunip_diagnostics_text(all, w.printed, &cases[i].options, &error));
        assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
        assert_string_equal(error.message, cases[i].message);
    }
    tunip_diagnostics_free(all);
    world_close(&w);
}

static char *say_something(const world *w, const tunip_allocator *allocator,
                           tunip_diagnostics **all, tunip_error *error)
{
    *all = tunip_diagnostics_new(allocator, error);
    if (!*all) return NULL;
    for (size_t i = 0; i < 3; i++) {
        const tunip_tir_prim_func *f = w->functions[i];
        tunip_diagnostic *d = tunip_diagnostics_add(*all, TUNIP_SEVERITY_ERROR, "E", "message");
        tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, f->body, "here");
        tunip_diagnostic_at_node(d, TUNIP_LABEL_SECONDARY, (const tunip_node *)f->base.attrs, "");
        tunip_diagnostic_at_path(d, TUNIP_LABEL_SECONDARY, path_cases[i].path, "there");
        tunip_diagnostic_at_path(d, TUNIP_LABEL_SECONDARY, path_cases[5 + i].path, "nowhere");
        tunip_diagnostic_at_node(d, TUNIP_LABEL_SECONDARY, NULL, "nothing");
        tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, 10, 5000, "out");
        tunip_diagnostic_note(d, TUNIP_SEVERITY_NOTE, "a note");
    }
    return tunip_diagnostics_text(*all, w->printed, NULL, error);
}

static void rendering_without_memory(void **state)
{
    (void)state;
    world w;
    world_open(&w, 3);
    tunip_diagnostics *all;
    char *whole = say_something(&w, NULL, &all, NULL);
    assert_non_null(whole);
    for (size_t budget = 0, failed = true; failed; budget++) {
        tunip_diagnostics *diagnostics;
        budget_memory memory;
        tunip_error error = TUNIP_ERROR_INIT;
        budget_memory_init(&memory, budget);
        char *text = say_something(&w, &memory.allocator, &diagnostics, &error);
        failed = !text;
        assert_int_equal(error.code, failed ? TUNIP_ERROR_MEMORY : TUNIP_OK);
        if (text) {
            assert_string_equal(text, whole);
            tunip_diagnostics_text_free(diagnostics, text);
        }
        tunip_diagnostics_free(diagnostics);
        assert_int_equal(memory.held, 0);
    }
    tunip_diagnostics_text_free(all, whole);
    tunip_diagnostics_free(all);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagnostics_are_kept_in_order),
        cmocka_unit_test(nothing_is_done_to_nothing),
        cmocka_unit_test(nodes_are_found),
        cmocka_unit_test(paths_are_found),
        cmocka_unit_test(marks_are_found_in_one_walk),
        cmocka_unit_test(texts_are_sources_too),
        cmocka_unit_test(lines_are_cut_to_any_length),
        cmocka_unit_test(a_print_is_a_source),
        cmocka_unit_test(failures_are_reported),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(rendering_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
