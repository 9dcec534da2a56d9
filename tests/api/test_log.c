/* test_log.c -- modules in logs: which are found, how they are read, and that all places are those
 * of the log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

static const char text[] = "started\n"
                           "I | After Running Pass: \033[1ma\033[0m\n"
                           "I | @T.prim_func\n"
                           "I | def f(x: T.int32):\n"
                           "I |     T.evaluate(\033[32mx\033[0m)\n"
                           "I | @T.prim_func\n"
                           "I | def g(x: T.int32):\n"
                           "I |     T.evaluate(wrong)\n"
                           "done\n";

typedef struct fixture {
    tunip_context *context;
    tunip_source *source;
    tunip_log *log;
} fixture;

static int set_up(void **state)
{
    static fixture f;
    f.context = tunip_context_new(NULL, NULL);
    f.source = tunip_source_new(NULL, tunip_str_from("build.log"), tunip_str_from(text), NULL);
    f.log = tunip_log_new(f.context, f.source, NULL);
    *state = &f;
    return !f.log;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    tunip_log_free(f->log);
    tunip_source_free(f->source);
    tunip_context_free(f->context);
    return 0;
}

static void assert_text(size_t begin, size_t end, const char *expected)
{
    assert_int_equal(end - begin, strlen(expected));
    assert_memory_equal(text + begin, expected, end - begin);
}

static void modules_are_listed(void **state)
{
    const fixture *f = *state;
    assert_int_equal(tunip_log_count(f->log), 2);
    const tunip_logged *first = tunip_log_get(f->log, 0);
    assert_string_equal(first->heading.data, "After Running Pass: a");
    assert_string_equal(first->name.data, "f");
    assert_string_equal(first->text.data, "@T.prim_func\ndef f(x: T.int32):\n    T.evaluate(x)\n");
    assert_memory_equal(text + first->begin, "@T.prim_func", 12);
    const tunip_logged *second = tunip_log_get(f->log, 1);
    assert_string_equal(second->name.data, "g");
    assert_int_equal(second->heading.size, 0);
    assert_null(tunip_log_get(f->log, 2));
    assert_int_equal(tunip_log_count(NULL), 0);
    tunip_log_free(NULL);
}

static void origins_are_places_of_the_log(void **state)
{
    const fixture *f = *state;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_origin origin;
    options.origins = true;
    tunip_graph *graph = tunip_log_read(f->log, 0, &options, NULL);
    assert_non_null(graph);
    const tunip_tir_prim_func *function =
        (const tunip_tir_prim_func *)(const void *)tunip_graph_root(graph);
    const tunip_tir_evaluate *body = (const tunip_tir_evaluate *)(const void *)function->body;
    assert_true(tunip_graph_origin(graph, body, &origin));
    assert_ptr_equal(origin.source, f->source);
    assert_memory_equal(text + origin.begin, "T.evaluate(", 11);
    tunip_graph_free(graph);
}

static void errors_are_places_of_the_log(void **state)
{
    const fixture *f = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    assert_null(tunip_log_read(f->log, 1, &options, &error));
    assert_int_equal(error.code, TUNIP_ERROR_SYNTAX);
    assert_int_equal(error.line, 8);
    assert_int_equal(error.column, 20);
    assert_text(error.offset, error.end, "wrong");
    assert_int_equal(tunip_diagnostics_count(options.diagnostics), 1);
    const tunip_label *label =
        tunip_diagnostic_label(tunip_diagnostics_get(options.diagnostics, 0), 0);
    assert_text(label->begin, label->end, "wrong");
    tunip_diagnostics_free(options.diagnostics);
}

static void wrong_calls_are_refused(void **state)
{
    const fixture *f = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    assert_null(tunip_log_read(f->log, 2, NULL, &error));
    assert_int_equal(error.code, TUNIP_ERROR_NOT_FOUND);
    assert_string_equal(error.message, "the log has 2 modules, not 3");
    error = (tunip_error)TUNIP_ERROR_INIT;
    options.size = 0;
    assert_null(tunip_log_read(f->log, 0, &options, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
}

/* ---- the format ---- */

static tunip_graph *read_text(const fixture *f, const char *log, tunip_error *error)
{
    *error = (tunip_error)TUNIP_ERROR_INIT;
    return tunip_read(f->context, tunip_str_from(log), error);
}

static void a_text_with_one_module_is_read(void **state)
{
    const fixture *f = *state;
    tunip_error error;
    tunip_graph *graph =
        read_text(f, "> start\n> @T.prim_func\n> def f():\n>     T.evaluate(0)\nend\n", &error);
    assert_non_null(graph);
    tunip_graph_free(graph);
    assert_null(
        read_text(f, "> start\n> @T.prim_func\n> def f():\n>     T.evaluate(y)\nend\n", &error));
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 18);
    assert_null(read_text(f, text, &error));
    assert_string_equal(error.message, "the log has 2 modules: choose one");
}

static void formats_are_found(void **state)
{
    const fixture *f = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_string_equal(tunip_find_format(f->context, f->source, &error), "log");
    tunip_source *other =
        tunip_source_new(NULL, tunip_str_from("x"), tunip_str_from("hello"), NULL);
    assert_null(tunip_find_format(f->context, other, &error));
    assert_int_equal(error.code, TUNIP_ERROR_FORMAT);
    tunip_source_free(other);
}

/* A log that is read in parts: no result is sought in a part that goes on, and no input in one that
 * follows. */
static void parts_have_their_dumps(void **state)
{
    const fixture *f = *state;
    static const char *const parts[] = {
        "module {\n}\n// -----// IR Dump After A (a) //----- //\nmodule {\n}\nx: error: y\n",
        "module {\n}\n// -----// IR Dump After B Failed (b) //----- //\nmodule {\n}\n\nmodule "
        "{\n}\n"};
    static const char *const passes[][2] = {{"input", "A"}, {"B", "output"}};
    for (size_t i = 0; i < 2; i++) {
        tunip_log_part part = {.follows = i == 1, .goes_on = i == 0};
        tunip_source *source =
            tunip_source_new(NULL, tunip_str_from("-"), tunip_str_from(parts[i]), NULL);
        tunip_log *log = tunip_log_new_part(f->context, source, &part, NULL);
        assert_int_equal(tunip_log_count(log), 2);
        for (size_t k = 0; k < 2; k++)
            assert_true(tunip_str_is(tunip_log_get(log, k)->pass, passes[i][k]));
        tunip_str output = tunip_log_output(log);
        char line[64];
        snprintf(line, sizeof line, "%.*s", (int)output.size, output.size ? output.data : "");
        assert_string_equal(line, i ? "" : "x: error: y");
        assert_int_equal(tunip_log_get(log, 0)->failed, i == 1);
        tunip_log_free(log);
        tunip_source_free(source);
    }
    assert_true(tunip_log_has_heading(tunip_str_from("// *** IR Dump Before X ***")));
    assert_false(tunip_log_has_heading(tunip_str_from("// see the IR Dump Before X")));
}

/* A file of Python has the scripts outside of its strings. */
static void kinds_are_told(void **state)
{
    const fixture *f = *state;
    static const struct {
        const char *text;
        tunip_log_kind kind;
        size_t count;
    } rows[] = {
        {"note\n@T.prim_func\ndef f():\n    T.evaluate(0)\n", TUNIP_LOG_TEXT, 1},
        {"@T.prim_func\ndef f():\n    T.evaluate(0)\n", TUNIP_LOG_SCRIPT, 1},
        {"N = 1\n@T.prim_func\ndef f():\n    T.evaluate(N)\n", TUNIP_LOG_SCRIPT, 1},
        {"x = T.int32(1)\n", TUNIP_LOG_SCRIPT, 0},
        {"x = 'T.int32(1)' # T.x\n", TUNIP_LOG_PYTHON, 0},
        {"import a\na.run()\n", TUNIP_LOG_PYTHON, 0},
        {"def f():\n    @T.prim_func\n    def g():\n        T.evaluate(0)\n", TUNIP_LOG_PYTHON, 1},
        {"class C(B):\n    @T.prim_func\n    def g():\n        T.evaluate(0)\n", TUNIP_LOG_PYTHON,
         1},
        {"class C:\n    @T.prim_func\n    def g():\n        T.evaluate(0)\n", TUNIP_LOG_SCRIPT, 1},
        {"\"\"\"\n@T.prim_func\ndef f():\n    T.evaluate(0)\n\"\"\"\n", TUNIP_LOG_PYTHON, 0},
        {"import a as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n", TUNIP_LOG_PYTHON, 0},
        {"@tvm.script.ir_module\nclass M:\n    pass\nf()\n", TUNIP_LOG_PYTHON, 1},
        {"# can't\nsay \"(\n@T.prim_func\ndef f():\n    T.evaluate(0)\n", TUNIP_LOG_TEXT, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tunip_source *source =
            tunip_source_new(NULL, tunip_str_from("-"), tunip_str_from(rows[i].text), NULL);
        tunip_log *log = tunip_log_new(f->context, source, NULL);
        print_message("%s", rows[i].text);
        assert_int_equal(tunip_log_kind_of(log), rows[i].kind);
        assert_int_equal(tunip_log_count(log), rows[i].count);
        tunip_log_free(log);
        tunip_source_free(source);
    }
    assert_int_equal(tunip_log_kind_of(NULL), TUNIP_LOG_TEXT);
}

/* The modules in strings keep their places in the file; only strings of several lines have some. */
static void strings_are_searched(void **state)
{
    static const char file[] = "a = r\"\"\"@T.prim_func\ndef f():\n    T.evaluate(0)\"\"\"\n"
                               "b = '@T.prim_func'; c = \"\"\"\"\"\"\n"
                               "@T.prim_func\ndef g():\n    T.evaluate(x)\n";
    const fixture *f = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("-"), tunip_str_from(file), NULL);
    tunip_log *log = tunip_log_new_strings(f->context, source, &error);
    assert_int_equal(tunip_log_count(log), 1);
    const tunip_logged *m = tunip_log_get(log, 0);
    assert_int_equal(m->begin, strstr(file, "@T") - file);
    assert_int_equal(m->end, strstr(file, "\"\"\"\nb") - file);
    tunip_graph *graph = tunip_log_read(log, 0, NULL, &error);
    assert_non_null(graph);
    tunip_graph_free(graph);
    tunip_log_free(log);
    tunip_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(parts_have_their_dumps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kinds_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(modules_are_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strings_are_searched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(origins_are_places_of_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(errors_are_places_of_the_log, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_calls_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_text_with_one_module_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(formats_are_found, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
