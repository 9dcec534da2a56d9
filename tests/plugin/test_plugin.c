/* test_plugin.c -- shared libraries that bring dialects and backends: those that load, and every
 * way in which one may not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/plugin.h>

enum { LONGEST_PATH = 4096 };

static tunip_status load(tunip_context *context, const char *name, tunip_error *error)
{
    char path[LONGEST_PATH];
    snprintf(path, sizeof path, "%s/%s", TUNIP_PLUGIN_DIR, name);
    return tunip_context_load_plugin(context, path, error);
}

/* acme.Tile inside of TIR, saved. */
static const char saved[] =
    "{\"root_index\": 4, \"nodes\": [{\"type\": \"None\"},"
    "{\"type\": \"ir.IntImm\", \"data\": {\"span\": 0, \"dtype\": \"int32\", \"value\": 7}},"
    "{\"type\": \"acme.Tile\","
    " \"data\": {\"span\": 0, \"dtype\": \"int32\", \"value\": 1, \"rows\": %d}},"
    "{\"type\": \"tir.Add\", \"data\": {\"span\": 0, \"dtype\": \"int32\", \"a\": 2, \"b\": 1}},"
    "{\"type\": \"tir.Evaluate\", \"data\": {\"span\": 0, \"value\": 3}}]}";

static tunip_printed *print_tile(tunip_context *context, int rows, tunip_graph **graph)
{
    char text[sizeof saved + 16];
    int size = snprintf(text, sizeof text, saved, rows);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    *graph = tunip_read(context, (tunip_str){text, (size_t)size}, &error);
    assert_string_equal(error.message, "");
    tunip_print(context, tunip_graph_root(*graph), NULL, &printed, &error);
    assert_string_equal(error.message, "");
    return printed;
}

static void assert_tile_prints(tunip_context *context, int rows, const char *expected)
{
    tunip_graph *graph;
    tunip_printed *printed = print_tile(context, rows, &graph);
    assert_string_equal(tunip_printed_text(printed).data, expected);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
}

static void a_plugin_is_part_of_everything(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "good.so", NULL), TUNIP_OK);
    assert_string_equal(tunip_context_plugin(context, 0)->name, "acme");
    assert_string_equal(tunip_context_plugin(context, 0)->version, "1.2");
    assert_null(tunip_context_plugin(context, 1));
    assert_null(tunip_context_origin(context, tunip_context_dialect(context, 0)));
    assert_ptr_equal(tunip_context_origin(context, tunip_context_dialect(context, 3)),
                     tunip_context_plugin(context, 0));
    assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
    tunip_context_free(context);
}

static void contexts_may_load_it_one_after_another(void **state)
{
    (void)state;
    uint32_t id = 0;
    for (int i = 0; i < 3; i++) {
        tunip_context *context = tunip_context_new(NULL, NULL);
        assert_int_equal(load(context, "good.so", NULL), TUNIP_OK);
        const tunip_type *type = tunip_context_type(context, tunip_str_from("acme.Tile"));
        assert_non_null(type);
        assert_true(!id || type->id == id);
        id = type->id;
        assert_tile_prints(context, i,
                           i == 0   ? "T.evaluate(A.tile(7, rows=0) + 7)"
                           : i == 1 ? "T.evaluate(A.tile(7, rows=1) + 7)"
                                    : "T.evaluate(A.tile(7, rows=2) + 7)");
        tunip_context_free(context);
    }
}

/* The description may have members that this library does not know. */
static void a_longer_description_is_fine(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "longer.so", NULL), TUNIP_OK);
    assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
    tunip_context_free(context);
}

/* A struct of the size before its latest members still loads, and they are not looked at. */
static void an_older_backend_is_fine(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "old_backend.so", NULL), TUNIP_OK);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "old";
    tunip_printed *printed = NULL;
    assert_int_equal(tunip_print(context, NULL, &options, &printed, NULL), TUNIP_OK);
    assert_string_equal(tunip_printed_text(printed).data, "no settings");
    tunip_printed_free(printed);
    tunip_context_free(context);
}

/* ---- refusals ---- */

static const struct {
    const char *library;
    tunip_status status;
    const char *message; /* behind "plugin <path>" */
} refusals[] = {
    {"nowhere.so", TUNIP_ERROR_IO, ": no such file"},
    {"text.so", TUNIP_ERROR_FORMAT, ": not a library: "},
    {"no_symbol.so", TUNIP_ERROR_FORMAT, ": not a plugin: it does not export tunip_plugin_entry"},
    {"old_abi.so", TUNIP_ERROR_ARGUMENT, ": its ABI 0 is too old, this library has ABI 1"},
    {"new_abi.so", TUNIP_ERROR_ARGUMENT, ": its ABI 2 is too new, this library has ABI 1"},
    {"too_small.so", TUNIP_ERROR_ARGUMENT, ": its description has 8 bytes, at least "},
    {"other_build.so", TUNIP_ERROR_ARGUMENT, ": another build: its structs are laid out otherwise"},
    {"no_name.so", TUNIP_ERROR_ARGUMENT, ": it has no name"},
    {"no_add.so", TUNIP_ERROR_ARGUMENT, ": it has no function to register with"},
    {"fails.so", TUNIP_ERROR_RULE, " (acme): the licence has run out"},
    {"silent.so", TUNIP_ERROR_RULE, " (acme): it failed and does not say why"},
    {"unknown_base.so", TUNIP_ERROR_ARGUMENT,
     " (acme): acme registers the type acme.Tile, whose base acme.Nowhere is not registered"},
    {"old_dialect.so", TUNIP_ERROR_ARGUMENT, " (acme): dialect old has ABI 1 and "},
    {"taken_dialect.so", TUNIP_ERROR_CONFLICT,
     " (acme): a dialect called tir is registered already"},
    {"taken_type.so", TUNIP_ERROR_CONFLICT, " (acme): tir and acme both register the type tir.Var"},
    {"taken_rule.so", TUNIP_ERROR_CONFLICT,
     " (acme): tir and acme both have a rule for tir.Add under the token \"\""},
    {"holey_backend.so", TUNIP_ERROR_ARGUMENT, " (acme): backend holey cannot emit LITERAL"},
};

static void assert_refused(tunip_context *context, const char *library, tunip_status status,
                           const char *message)
{
    char expected[LONGEST_PATH];
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(load(context, library, &error), status);
    assert_int_equal(error.code, status);
    snprintf(expected, sizeof expected, "plugin %s/%s%s", TUNIP_PLUGIN_DIR, library, message);
    if (strncmp(error.message, expected, strlen(expected)) != 0)
        fail_msg("%s\ninstead of\n%s", error.message, expected);
}

static void a_failed_load_leaves_nothing(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) {
        assert_refused(context, refusals[i].library, refusals[i].status, refusals[i].message);
        assert_null(tunip_context_plugin(context, 0));
        assert_null(tunip_context_dialect(context, 3));
        assert_null(tunip_context_type(context, tunip_str_from("acme.Tile")));
    }
    assert_int_equal(load(context, "good.so", NULL), TUNIP_OK);
    assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
    tunip_context_free(context);
}

static void a_name_is_taken_once(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "good.so", NULL), TUNIP_OK);
    assert_refused(context, "good.so", TUNIP_ERROR_CONFLICT,
                   ": a plugin called acme is loaded already");
    assert_refused(context, "same_name.so", TUNIP_ERROR_CONFLICT,
                   ": a plugin called acme is loaded already");
    assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
    tunip_context_free(context);
}

static void loading_after_a_print_is_refused(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = tunip_print_module(context, NULL, &error);
    assert_non_null(text);
    tunip_text_free(context, text);
    assert_refused(context, "good.so", TUNIP_ERROR_LIMIT,
                   " comes too late: something was printed already");
    tunip_context_free(context);
}

static void a_path_is_needed(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_load_plugin(context, NULL, &error), TUNIP_ERROR_ARGUMENT);
    tunip_context_free(context);
}

/* ---- rules that misbehave ---- */

static void rules_that_misbehave_are_named(void **state)
{
    (void)state;
    static const struct {
        int rows;
        const char *text;
        tunip_issue_kind kind;
        const char *message;
    } cases[] = {
        {0, "T.evaluate(<acme.Tile> + 7)", TUNIP_ISSUE_MALFORMED,
         "the rule for acme.Tile made no Doc"},
        {1, "T.evaluate(<cycle> + 7)", TUNIP_ISSUE_CYCLE, "a acme.Tile contains itself"},
        {2, "T.evaluate(<acme.Tile> + 7)", TUNIP_ISSUE_MALFORMED,
         "the rule for acme.Tile made a Doc that is not of this print"},
        {3, "T.evaluate(tile + 7)", TUNIP_ISSUE_MALFORMED, "a tile of 3 rows"},
    };
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "misbehaves.so", NULL), TUNIP_OK);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_graph *graph;
        char path[64];
        tunip_printed *printed = print_tile(context, cases[i].rows, &graph);
        assert_string_equal(tunip_printed_text(printed).data, cases[i].text);
        const tunip_issue *issue = tunip_printed_issue(printed, 0);
        assert_non_null(issue);
        assert_int_equal(issue->kind, cases[i].kind);
        assert_true(tunip_str_is(issue->message, cases[i].message));
        assert_string_equal(issue->dialect, "acme");
        tunip_path_text(issue->path, path, sizeof path);
        assert_string_equal(path, "<root>.value.a");
        assert_false(tunip_printed_parsable(printed));
        tunip_printed_free(printed);
        tunip_graph_free(graph);
    }
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plugin_is_part_of_everything),
        cmocka_unit_test(contexts_may_load_it_one_after_another),
        cmocka_unit_test(a_longer_description_is_fine),
        cmocka_unit_test(an_older_backend_is_fine),
        cmocka_unit_test(a_failed_load_leaves_nothing),
        cmocka_unit_test(a_name_is_taken_once),
        cmocka_unit_test(loading_after_a_print_is_refused),
        cmocka_unit_test(a_path_is_needed),
        cmocka_unit_test(rules_that_misbehave_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
