/* test_plugin.c -- shared libraries with dialects and backends: those that load, and one for each
 * reason to fail. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/plugin.h>
#include <tunip/tvm/tir.h>
#include <tunip/uses.h>

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

/* The one that was registered last. */
static const tunip_dialect *last_dialect(const tunip_context *context)
{
    size_t count = 0;
    while (tunip_context_dialect(context, count)) count++;
    return tunip_context_dialect(context, count - 1);
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
    assert_ptr_equal(tunip_context_origin(context, last_dialect(context)),
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

/* Descriptions may be longer or shorter than those of this library. */
static void other_versions_are_fine(void **state)
{
    (void)state;
    static const char *const libraries[] = {"longer.so", "old_dialect.so", "new_dialect.so"};
    for (size_t i = 0; i < TUNIP_LEN(libraries); i++) {
        tunip_context *context = tunip_context_new(NULL, NULL);
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(load(context, libraries[i], &error), TUNIP_OK);
        const tunip_dialect *dialect = last_dialect(context);
        assert_ptr_equal(tunip_context_origin(context, dialect), tunip_context_plugin(context, 0));
        assert_int_equal(dialect->size, sizeof *dialect);
        assert_int_equal(dialect->account_count, 0);
        assert_null(dialect->rules[dialect->rule_count - 1].fn);
        assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
        tunip_context_free(context);
    }
}

/* A backend whose `size` ends before the latest members still loads, and these members are not
 * read. */
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
    {"other_build.so", TUNIP_ERROR_ARGUMENT, ": it was built with another layout of structs"},
    {"no_name.so", TUNIP_ERROR_ARGUMENT, ": it has no name"},
    {"no_add.so", TUNIP_ERROR_ARGUMENT, ": it has no function to register with"},
    {"fails.so", TUNIP_ERROR_RULE, " (acme): the licence has run out"},
    {"silent.so", TUNIP_ERROR_RULE, " (acme): its function `add` failed without a message"},
    {"unknown_status.so", TUNIP_ERROR_ARGUMENT, " (acme): it returned 99, which is not a status"},
    {"unknown_base.so", TUNIP_ERROR_ARGUMENT,
     " (acme): acme registers the type acme.Tile, whose base acme.Nowhere is not registered"},
    {"other_base.so", TUNIP_ERROR_ARGUMENT,
     " (acme): acme registers the type acme.Tile, whose base is another ir.PrimExpr than that of "
     "ir: is tunip linked in twice?"},
    {"cut_dialect.so", TUNIP_ERROR_ARGUMENT,
     " (acme): dialect cut is of another size than in this ABI 2: was it built with other "
     "headers?"},
    {"cut_rules.so", TUNIP_ERROR_ARGUMENT,
     " (acme): dialect acme is of another size than in this ABI 2: was it built with other "
     "headers?"},
    {"taken_dialect.so", TUNIP_ERROR_CONFLICT,
     " (acme): a dialect called tir is registered already"},
    {"taken_type.so", TUNIP_ERROR_CONFLICT, " (acme): tir and acme both register the type tir.Var"},
    {"taken_rule.so", TUNIP_ERROR_CONFLICT,
     " (acme): tir and acme both have a rule for tir.Add under the token \"\""},
    {"holey_backend.so", TUNIP_ERROR_ARGUMENT, " (acme): backend holey cannot emit LITERAL"},
    {"short_backend.so", TUNIP_ERROR_ARGUMENT, " (acme): backend brief cannot emit BLOCK"},
    {"taken_backend.so", TUNIP_ERROR_CONFLICT,
     " (acme): a backend called python is registered already"},
    {"taken_format.so", TUNIP_ERROR_CONFLICT,
     " (acme): a format called tvm-json is registered already"},
    {"taken_root.so", TUNIP_ERROR_CONFLICT, " (acme): tir and acme both make tir.PrimFunc a root"},
    {"taken_setting.so", TUNIP_ERROR_CONFLICT,
     " (acme): tir and acme both have a setting called buffer_dtype"},
    {"unknown_field.so", TUNIP_ERROR_ARGUMENT,
     " (acme): rule for acme.Tile names the field columns, which it does not have"},
    {"half_codec.so", TUNIP_ERROR_ARGUMENT,
     " (acme): dialect `acme`: type `acme.Tile`: its codec lacks a function"},
    {"same_prefix.so", TUNIP_ERROR_CONFLICT,
     " (rival): dialects `tir` and `rival` both have the prefix T: to add words to those of `tir`, "
     "a dialect extends it"},
    {"extends_nothing.so", TUNIP_ERROR_NOT_FOUND,
     " (rival): dialect `rival`: the dialect `nosuch`, which it extends, is not registered: load "
     "it before"},
    {"extends_with_prefix.so", TUNIP_ERROR_ARGUMENT,
     " (rival): dialect `rival`: the dialect `tir`, which it extends, has the prefix for both: its "
     "own must be NULL"},
    {"extends_taken_word.so", TUNIP_ERROR_CONFLICT,
     " (rival): dialects `tir` and `rival` both have the word T.exp: the later one has to list it "
     "in `overrides`"},
    {"extends_taken_row.so", TUNIP_ERROR_CONFLICT,
     " (rival): dialects `tir` and `rival` both have the word T.grid: the later one has to list it "
     "in `overrides`"},
    {"op_twice.so", TUNIP_ERROR_CONFLICT,
     " (rival): dialect `rival`: two operators have the word `same`"},
    {"op_without_dtype.so", TUNIP_ERROR_ARGUMENT,
     " (rival): dialect `rival`: operator 0 (`rival.a`) has no proper dtype"},
    {"op_alone.so", TUNIP_ERROR_ARGUMENT,
     " (rival): dialect `rival`: it has operators, and does not say which dialect it extends"},
    {"op_of_relax.so", TUNIP_ERROR_ARGUMENT,
     " (rival): dialect `rival`: `relax`, which it extends, takes no operators"},
    {"second_dialect.so", TUNIP_ERROR_ARGUMENT,
     " (acme): dialect other was built for ABI 3, this is ABI 2"},
    {"prints.so", TUNIP_ERROR_LIMIT, " (acme): a plugin must not print while it is loaded"},
    {"derived.so", TUNIP_ERROR_NOT_FOUND,
     " (bolt): acme.Tile is not registered: load the plugin acme before"},
};

/* ---- everything a context can be asked ---- */

typedef struct listing {
    char *text;
    size_t size;
} listing;

static void put(listing *l, const char *format, ...) TUNIP_PRINTF(2, 3);

static void put(listing *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = strlen(format) + LONGEST_PATH;
    l->text = realloc(l->text, l->size + room);
    assert_non_null(l->text);
    l->size += (size_t)vsnprintf(l->text + l->size, room, format, args);
    va_end(args);
}

static void put_rows(listing *l, const tunip_setting_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(l, "  setting %s, %s: %s\n", rows[i].name, rows[i].alias ? rows[i].alias : "-",
            rows[i].initial);
}

static void put_dialect(listing *l, const tunip_context *context, const tunip_dialect *dialect)
{
    const tunip_plugin *origin = tunip_context_origin(context, dialect);
    put(l, "dialect %s %s %s: %zu types, %zu rules, %zu roots, of %s\n", dialect->name,
        dialect->prefix, dialect->import, dialect->type_count, dialect->rule_count,
        dialect->root_count, origin ? origin->name : "tunip");
    put_rows(l, dialect->settings, dialect->setting_count);
    for (size_t i = 0; i < dialect->type_count; i++)
        put(l, "  type %s, id %u, %s\n", dialect->types[i]->key, dialect->types[i]->id,
            tunip_context_type(context, tunip_str_from(dialect->types[i]->key)) == dialect->types[i]
                ? "known"
                : "unknown");
}

static void put_backend(listing *l, const tunip_context *context, const tunip_backend *backend)
{
    const tunip_plugin *origin = tunip_context_origin(context, backend);
    put(l, "backend %s, of %s\n", backend->name, origin ? origin->name : "tunip");
    put_rows(l, backend->settings, backend->setting_count);
}

/* Types of the plugins. */
static const char *const foreign[] = {"acme.Tile", "acme.Nowhere", "acme.Slab", "bolt.Tile"};

static listing list_context(const tunip_context *context)
{
    listing l = {NULL, 0};
    const tunip_dialect *dialect;
    const tunip_backend *backend;
    for (size_t i = 0; (dialect = tunip_context_dialect(context, i)); i++)
        put_dialect(&l, context, dialect);
    for (size_t i = 0; (backend = tunip_context_backend(context, i)); i++)
        put_backend(&l, context, backend);
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(context, i)); i++) {
        const tunip_plugin *origin = tunip_context_origin(context, format);
        put(&l, "format %s, of %s\n", format->name, origin ? origin->name : "tunip");
    }
    for (size_t i = 0; tunip_context_plugin(context, i); i++)
        put(&l, "plugin %s\n", tunip_context_plugin(context, i)->name);
    for (size_t i = 0; i < TUNIP_LEN(foreign); i++)
        if (tunip_context_type(context, tunip_str_from(foreign[i]))) put(&l, "%s\n", foreign[i]);
    return l;
}

/* Lists the text, the report and the saved graph of a print; or the error. */
static void put_print(listing *l, tunip_context *context, const tunip_node *root,
                      const char *backend, const tunip_setting *setting)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    options.backend = backend;
    options.settings = setting;
    options.setting_count = setting ? 1 : 0;
    tunip_print(context, root, &options, &printed, &error);
    put(l, "%s: %s\n", backend, error.message);
    if (!printed) return;
    for (const char *at = tunip_printed_text(printed).data; *at; at += strnlen(at, 1000))
        put(l, "%.1000s", at);
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++)
        put(l, "%s\n", tunip_printed_issue(printed, i)->message.data);
    tunip_printed_free(printed);
}

static int put_saved(const char *data, size_t size, void *l)
{
    for (size_t i = 0; i < size; i += 1000)
        put(l, "%.*s", (int)(size - i < 1000 ? size - i : 1000), data + i);
    return 0;
}

static listing list_prints(tunip_context *context)
{
    static const char *const files[] = {"script.softmax.json", "ir_mod.fn_names_weird.json",
                                        "repr.layout.json"};
    static const char *const backends[] = {"python", "builder", "html", "acme", "holey", "brief"};
    static const tunip_setting prefix = {"acme.prefix", "ACME"};
    listing l = {NULL, 0};
    tunip_graph *graphs[TUNIP_LEN(files) + 1];
    for (size_t i = 0; i < TUNIP_LEN(files); i++) {
        char path[LONGEST_PATH];
        snprintf(path, sizeof path, "%s/golden/%s", TUNIP_DATA_DIR, files[i]);
        graphs[i] = tunip_read_file(context, path, NULL);
    }
    char text[sizeof saved + 16];
    int size = snprintf(text, sizeof text, saved, 8);
    graphs[TUNIP_LEN(files)] = tunip_read(context, (tunip_str){text, (size_t)size}, NULL);
    for (size_t i = 0; i < TUNIP_LEN(graphs); i++) {
        assert_non_null(graphs[i]);
        const tunip_node *root = tunip_graph_root(graphs[i]);
        put(&l, "%s\n", root->type->key);
        for (size_t k = 0; k < TUNIP_LEN(backends); k++)
            put_print(&l, context, root, backends[k], NULL);
        put_print(&l, context, root, "python", &prefix);
        tunip_save(context, root, put_saved, &l, NULL);
        tunip_graph_free(graphs[i]);
    }
    return l;
}

static void assert_same(const char *library, listing *actual, const listing *expected)
{
    if (strcmp(actual->text, expected->text) != 0)
        fail_msg("%s changed\n%s\ninto\n%s", library, expected->text, actual->text);
    free(actual->text);
}

/* A library whose `add` has run stays mapped: it may have registered functions elsewhere. */
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
    snprintf(expected, sizeof expected, "%s/%s", TUNIP_PLUGIN_DIR, library);
    bool has_run = message[0] == ' ', is_mapped = dlopen(expected, RTLD_LAZY | RTLD_NOLOAD) != NULL;
    if (has_run && !is_mapped) fail_msg("%s was unmapped", library);
}

static void each_failed_load_leaves_the_context_as_it_was(void **state)
{
    (void)state;
    tunip_context *untouched = tunip_context_new(NULL, NULL);
    listing before = list_context(untouched), prints = list_prints(untouched);
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) {
        tunip_context *context = tunip_context_new(NULL, NULL);
        assert_refused(context, refusals[i].library, refusals[i].status, refusals[i].message);
        listing after = list_context(context), printed = list_prints(context);
        assert_same(refusals[i].library, &after, &before);
        assert_same(refusals[i].library, &printed, &prints);
        tunip_context_free(context);
    }
    free(before.text);
    free(prints.text);
    tunip_context_free(untouched);
}

/* Loads all faulty plugins, and then a good one. */
static void failed_loads_leave_room_for_a_good_one(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_context *alone = tunip_context_new(NULL, NULL);
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++)
        assert_refused(context, refusals[i].library, refusals[i].status, refusals[i].message);
    assert_int_equal(load(alone, "good.so", NULL), TUNIP_OK);
    listing expected = list_context(alone);
    assert_int_equal(load(context, "good.so", NULL), TUNIP_OK);
    listing actual = list_context(context);
    assert_same("good.so", &actual, &expected);
    free(expected.text);
    tunip_context_free(alone);
    assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
    tunip_context_free(context);
}

/* The context already has plugins, which stay. */
static void a_failed_load_leaves_other_plugins(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "good.so", NULL), TUNIP_OK);
    listing before = list_context(context);
    assert_refused(context, "taken_dialect.so", TUNIP_ERROR_CONFLICT,
                   ": a plugin called acme is loaded already");
    assert_refused(context, "rules_twice.so", TUNIP_ERROR_CONFLICT,
                   " (rival): acme and rival both have a rule for acme.Tile under the token \"\"");
    listing after = list_context(context);
    assert_same("rules_twice.so", &after, &before);
    free(before.text);
    assert_tile_prints(context, 8, "T.evaluate(A.tile(7, rows=8) + 7)");
    tunip_context_free(context);
}

/* A word that a plugin adds to T is taken, too, and so is the name of an operator. */
static void added_words_are_taken(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "extends.so", NULL), TUNIP_OK);
    assert_refused(context, "extends_rival.so", TUNIP_ERROR_CONFLICT,
                   " (rival): dialects `extra` and `rival` both have the word T.twice: the later "
                   "one has to list it in `overrides`");
    assert_refused(context, "taken_op.so", TUNIP_ERROR_CONFLICT,
                   " (rival): dialect `rival`: another dialect has the operator `extra.twice`");
    assert_int_equal(load(context, "extends_again.so", NULL), TUNIP_OK);
    tunip_context_free(context);
}

/* Two dialects do not add fields to one type. One that was refused has added none. */
static void added_fields_are_taken(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_refused(
        context, "adds_fields_alone.so", TUNIP_ERROR_ARGUMENT,
        " (rival): dialect `rival`: it has types that add fields, and does not say which "
        "dialect it extends");
    assert_int_equal(load(context, "adds_fields.so", NULL), TUNIP_OK);
    assert_refused(
        context, "adds_fields_again.so", TUNIP_ERROR_CONFLICT,
        " (rival): dialects `ranks` and `rival` both add fields to the type tir.Evaluate "
        "(`ranks.Evaluate`, `rival.Evaluate`)");
    tunip_context_free(context);
    context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "adds_fields_again.so", NULL), TUNIP_OK);
    assert_refused(
        context, "adds_fields.so", TUNIP_ERROR_CONFLICT,
        " (ranks): dialects `rival` and `ranks` both add fields to the type tir.Evaluate "
        "(`rival.Evaluate`, `ranks.Evaluate`)");
    tunip_context_free(context);
}

static const tunip_dialect *find_dialect(const tunip_context *context, const char *name)
{
    const tunip_dialect *dialect = NULL;
    for (size_t i = 0; (dialect = tunip_context_dialect(context, i)); i++)
        if (strcmp(dialect->name, name) == 0) return dialect;
    return NULL;
}

/* The parameters of the first word with this name; NULL if there is none. */
static const char *params_of(const tunip_context *context, const char *dialect, const char *name)
{
    tunip_word_info word;
    const tunip_dialect *host = find_dialect(context, dialect);
    for (size_t i = 0; tunip_word_get(context, host, i, &word); i++)
        if (tunip_str_is(word.name, name)) return word.params;
    return NULL;
}

/* An editor that asks for the words of a prefix gets those of all dialects with this prefix. */
static void added_words_are_listed(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "extends.so", NULL), TUNIP_OK);
    assert_int_equal(load(context, "extends_again.so", NULL), TUNIP_OK);
    assert_string_equal(params_of(context, "tir", "twice"), "x factor");
    assert_string_equal(params_of(context, "tir", "zero"), "dtype");
    assert_non_null(params_of(context, "tir", "grid"));
    assert_string_equal(params_of(context, "extra", "twice"), "x");
    assert_null(params_of(context, "extra", "grid"));
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
    assert_refused(context, "good.so", TUNIP_ERROR_LIMIT, " cannot be added after the first print");
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

/* The context still works. */
static void assert_others_print(tunip_context *context)
{
    tunip_graph *graph = tunip_graph_new(context, NULL);
    const tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    tunip_tir_var *x = tunip_tir_var_new(graph, "x", dtype);
    void *function =
        tunip_tir_prim_func_new(graph, "main", 1, &x, NULL, tunip_tir_evaluate_new(graph, x));
    char *text = tunip_print_module(context, function, NULL);
    assert_string_equal(text, "# from tvm.script import tir as T\n\n@T.prim_func\n"
                              "def main(x: T.int32):\n    T.evaluate(x)");
    tunip_text_free(context, text);
    tunip_graph_free(graph);
}

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
         "the rule of acme for acme.Tile made no Doc"},
        {1, "T.evaluate(<cycle> + 7)", TUNIP_ISSUE_CYCLE, "a acme.Tile contains itself"},
        {2, "T.evaluate(<acme.Tile> + 7)", TUNIP_ISSUE_MALFORMED,
         "the rule of acme for acme.Tile made a Doc that is not of this print"},
        {3, "T.evaluate(tile + 7)", TUNIP_ISSUE_MALFORMED, "a tile of 3 rows"},
#ifndef TUNIP_DEBUG_ARENA
        {4, "T.evaluate(<acme.Tile> + 7)", TUNIP_ISSUE_MALFORMED,
         "the rule of acme for acme.Tile made a Doc that is not of this print"},
#endif
        {5, "T.evaluate(<acme.Tile> + 7)", TUNIP_ISSUE_MALFORMED,
         "the rule of acme for acme.Tile made a frame and did not leave it"},
    };
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "misbehaves.so", NULL), TUNIP_OK);
    assert_tile_prints(context, 4, "T.evaluate(first + 7)"); /* and is cached */
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
        assert_others_print(context);
    }
    tunip_context_free(context);
}

/* A rule that misuses frames or states does not crash the print, and does not harm later prints. */
static void rules_that_misuse_frames_end_the_print(void **state)
{
    (void)state;
    static const struct {
        int rows;
        const char *message;
    } cases[] = {
        {6, "the rule of acme for acme.Tile leaves a frame that is not the innermost one"},
        {7, "the rule of acme for acme.Tile leaves a frame that is not its own"},
        {8, "the rule of acme for acme.Tile enters a frame that is open"},
        {9, "the rule of acme for acme.Tile defines something in a frame that it has left"},
        {10, "the rule of acme for acme.Tile adds a statement to no frame"},
        {11, "the rule of acme for acme.Tile asks for the state of acme, whose state_size is 0"},
    };
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "misbehaves.so", NULL), TUNIP_OK);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        char text[sizeof saved + 16];
        int size = snprintf(text, sizeof text, saved, cases[i].rows);
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_printed *printed = NULL;
        tunip_graph *graph = tunip_read(context, (tunip_str){text, (size_t)size}, &error);
        assert_int_equal(tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error),
                         TUNIP_ERROR_RULE);
        assert_string_equal(error.message, cases[i].message);
        assert_null(printed);
        tunip_graph_free(graph);
        assert_others_print(context);
    }
    tunip_context_free(context);
}

/* ---- reading ---- */

static const char tile_text[] = "{\"root_index\": 1, \"nodes\": [{\"type\": \"None\"},\n"
                                "{\"type\": \"acme.Tile\", \"data\": \"%s\"}]}";

static tunip_graph *read_tile(tunip_context *context, const char *content, tunip_error *error)
{
    char text[256];
    int size = snprintf(text, sizeof text, tile_text, content);
    return tunip_read(context, (tunip_str){text, (size_t)size}, error);
}

static void codecs_that_misbehave_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        tunip_status status;
    } cases[] = {
        {"fails", "expected the text of a acme.Tile: the licence has run out", TUNIP_ERROR_FORMAT},
        {"silent", "expected the text of a acme.Tile: the codec gave no reason",
         TUNIP_ERROR_FORMAT},
        {"other", "expected the text of a acme.Tile: its codec made something else of the node",
         TUNIP_ERROR_FORMAT},
        {"untyped", "expected the text of a acme.Tile: its codec made something else of the node",
         TUNIP_ERROR_FORMAT},
        {"memory", "out of memory", TUNIP_ERROR_MEMORY},
    };
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(load(context, "codec.so", NULL), TUNIP_OK);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        assert_null(read_tile(context, cases[i].text, &error));
        assert_int_equal(error.code, cases[i].status);
        assert_string_equal(error.message, cases[i].message);
        if (error.code != TUNIP_ERROR_FORMAT) continue;
        assert_int_equal(error.line, 2);
        assert_int_equal(error.column, 31);
    }
    tunip_context_free(context);
}

/* The text of a codec has a NUL at its end, whatever follows it in the file. Fields that the codec
 * leaves NULL print as None, and a text without data is the empty text. */
static void codecs_get_text_with_an_end(void **state)
{
    (void)state;
    static const struct {
        const char *text, *printed;
    } cases[] = {
        {"12", "A.tile(2, rows=14)"},
        {"", "A.tile(0, rows=0)"},
        {"a\\u00e9", "A.tile(3, rows=3)"},
        {"nothing", "A.tile(None, rows=7)"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_context *context = tunip_context_new(NULL, NULL);
        tunip_error error = TUNIP_ERROR_INIT;
        listing l = {NULL, 0};
        assert_int_equal(load(context, "codec.so", NULL), TUNIP_OK);
        tunip_graph *graph = read_tile(context, cases[i].text, &error);
        assert_string_equal(error.message, "");
        char *text = tunip_print_module(context, tunip_graph_root(graph), NULL);
        assert_string_equal(text, cases[i].printed);
        tunip_text_free(context, text);
        assert_int_equal(tunip_save(context, tunip_graph_root(graph), put_saved, &l, NULL),
                         TUNIP_OK);
        assert_non_null(strstr(l.text, "\"data\": \"\""));
        free(l.text);
        tunip_graph_free(graph);
        tunip_context_free(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plugin_is_part_of_everything),
        cmocka_unit_test(contexts_may_load_it_one_after_another),
        cmocka_unit_test(other_versions_are_fine),
        cmocka_unit_test(an_older_backend_is_fine),
        cmocka_unit_test(each_failed_load_leaves_the_context_as_it_was),
        cmocka_unit_test(failed_loads_leave_room_for_a_good_one),
        cmocka_unit_test(a_failed_load_leaves_other_plugins),
        cmocka_unit_test(added_words_are_taken),
        cmocka_unit_test(added_words_are_listed),
        cmocka_unit_test(added_fields_are_taken),
        cmocka_unit_test(a_name_is_taken_once),
        cmocka_unit_test(loading_after_a_print_is_refused),
        cmocka_unit_test(a_path_is_needed),
        cmocka_unit_test(rules_that_misbehave_are_named),
        cmocka_unit_test(rules_that_misuse_frames_end_the_print),
        cmocka_unit_test(codecs_that_misbehave_are_refused),
        cmocka_unit_test(codecs_get_text_with_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
