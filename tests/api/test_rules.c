/* test_rules.c -- the rules of `tunip check` and the forms of findings, as programs use them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>

static const char script[] = "@T.prim_func\n"
                             "def f(A: T.Buffer((16,), \"float32\")):\n"
                             "    A[99] = A[0]\n";

typedef struct fixture {
    tunip_context *context;
    tunip_source *source;
    tunip_diagnostics *found;
} fixture;

static fixture make(void)
{
    fixture f = {.context = tunip_context_new(NULL, NULL)};
    f.source = tunip_source_new(NULL, tunip_str_from("f.py"), tunip_str_from(script), NULL);
    f.found = tunip_diagnostics_new(NULL, NULL);
    assert_non_null(f.context);
    assert_non_null(f.source);
    assert_non_null(f.found);
    return f;
}

static void drop(fixture *f)
{
    tunip_diagnostics_free(f->found);
    tunip_source_free(f->source);
    tunip_context_free(f->context);
}

static int append(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) == size ? 0 : -1;
}

static void test_text(void **state)
{
    (void)state;
    fixture f = make();
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(tunip_rules_check_source(f.context, f.source, NULL, f.found, &error),
                     TUNIP_OK);
    assert_int_equal(tunip_diagnostics_count(f.found), 1);
    assert_int_equal(
        tunip_diagnostics_write(f.found, f.source, TUNIP_FORM_TEXT, NULL, append, out, &error),
        TUNIP_OK);
    fclose(out);
    assert_memory_equal(text, "f.py:3:7: error: the index 99 is outside of `A` [out-of-bounds]\n",
                        64);
    free(text);
    drop(&f);
}

static void test_levels(void **state)
{
    (void)state;
    fixture f = make();
    tunip_rules_setting setting = {"out-of-bounds", TUNIP_RULES_WARN};
    tunip_rules_options options = TUNIP_RULES_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    options.rules = &setting;
    options.rule_count = 1;
    tunip_rules_check_source(f.context, f.source, &options, f.found, &error);
    assert_int_equal(tunip_diagnostic_severity(tunip_diagnostics_get(f.found, 0)),
                     TUNIP_SEVERITY_WARNING);
    setting.level = TUNIP_RULES_ALLOW;
    tunip_rules_check_source(f.context, f.source, &options, f.found, &error);
    assert_int_equal(tunip_diagnostics_count(f.found), 1);
    setting.rule = "no-such-rule";
    assert_int_equal(tunip_rules_check_source(f.context, f.source, &options, f.found, &error),
                     TUNIP_ERROR_ARGUMENT);
    drop(&f);
}

/* A program that needs the graphs and the names gets them from the check. */
static void test_kept(void **state)
{
    (void)state;
    static const char two[] = "import os\n@T.prim_func\ndef f(x: T.int32):\n    T.evaluate(x)\n"
                              "@T.prim_func\ndef g(x: T.int32):\n    T.evaluate(y)\n";
    fixture f = make();
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_uses *uses[3] = {NULL};
    tunip_graph *graphs[3] = {NULL};
    size_t count = 9;
    tunip_rules_options options = TUNIP_RULES_OPTIONS_INIT;
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("a.py"), tunip_str_from(two), &error);
    for (size_t i = 0; i < 3; i++) uses[i] = tunip_uses_new(NULL, &error);
    options.uses = uses;
    options.graphs = graphs;
    options.kept = 3;
    options.module_count = &count;
    assert_int_equal(tunip_rules_check_source(f.context, source, &options, f.found, &error),
                     TUNIP_OK);
    assert_int_equal(count, 2);
    assert_int_equal(tunip_diagnostics_count(f.found), 1);
    assert_non_null(graphs[0]);
    assert_null(graphs[1]);
    assert_null(graphs[2]);
    assert_true(tunip_uses_count(uses[0]) >= 2);
    assert_true(tunip_uses_count(uses[1]) > 0);
    assert_int_equal(tunip_uses_count(uses[2]), 0);
    for (size_t i = 0; i < 3; i++) tunip_uses_free(uses[i]);
    tunip_graph_free(graphs[0]);
    tunip_source_free(source);
    source = tunip_source_new(NULL, tunip_str_from("b.py"), tunip_str_from("import os\n"), &error);
    assert_int_equal(tunip_rules_check_source(f.context, source, &options, f.found, &error),
                     TUNIP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(tunip_diagnostics_count(f.found), 1);
    tunip_source_free(source);
    drop(&f);
}

/* Without origins, the labels are at nodes. */
static void test_graph(void **state)
{
    (void)state;
    fixture f = make();
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read_source(f.context, f.source, NULL, &error);
    assert_non_null(graph);
    assert_int_equal(tunip_rules_check(f.context, graph, f.found, &error), TUNIP_OK);
    assert_int_equal(tunip_diagnostics_count(f.found), 1);
    assert_int_equal(tunip_diagnostic_label(tunip_diagnostics_get(f.found, 0), 0)->at,
                     TUNIP_AT_NODE);
    tunip_graph_free(graph);
    drop(&f);
}

static void test_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < tunip_rules_count(); i++) {
        const tunip_check_rule *rule = tunip_rules_get(i);
        assert_ptr_equal(tunip_rules_find(tunip_str_from(rule->name)), rule);
        bool is_note =
            strcmp(rule->name, "incomplete") == 0 || strcmp(rule->name, "unknown-rule") == 0;
        assert_string_equal(tunip_rules_level_name(rule->level), is_note ? "warn" : "deny");
    }
    assert_null(tunip_rules_get(tunip_rules_count()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),  cmocka_unit_test(test_levels), cmocka_unit_test(test_kept),
        cmocka_unit_test(test_graph), cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
