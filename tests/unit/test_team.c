/* test_team.c -- several threads print the functions of a module: with any number of threads,
 * texts, issues, errors and limits are the same. The modules are made of the functions of
 * golden/. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir.h>

#include "print/print.h"

#define GOLDEN TUNIP_DATA_DIR "/golden"

enum { MOST_FILES = 1024, WINDOW = 48 };

typedef struct fixture {
    tunip_context *context;
    tunip_graph *graphs[MOST_FILES];
    void *functions[MOST_FILES];
    size_t count;
} fixture;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void load(fixture *f, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, GOLDEN "/%s", name);
    tunip_graph *graph = strstr(name, ".config.") ? NULL : tunip_read_file(f->context, path, NULL);
    const tunip_node *root = graph ? tunip_graph_root(graph) : NULL;
    bool is_function =
        tunip_is(root, &tunip_tir_prim_func_type) || tunip_is(root, &tunip_relax_function_type);
    if (is_function && f->count < MOST_FILES) {
        f->functions[f->count] = (void *)(uintptr_t)root;
        f->graphs[f->count++] = graph;
    } else {
        tunip_graph_free(graph);
    }
}

static int set_up(void **state)
{
    static fixture f;
    static char *names[4 * MOST_FILES];
    size_t count = 0;
    f.context = tunip_context_new(NULL, NULL);
    DIR *folder = opendir(GOLDEN);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && strcmp(dot, ".json") == 0 && count < TUNIP_LEN(names))
            names[count++] = strdup(entry->d_name);
    }
    closedir(folder);
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) load(&f, names[i]);
    for (size_t i = 0; i < count; i++) free(names[i]);
    assert_true(f.count > WINDOW);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    for (size_t i = 0; i < f->count; i++) tunip_graph_free(f->graphs[i]);
    tunip_context_free(f->context);
    return 0;
}

/* A module of `count` functions from the one at `first` on, some of them several times. */
static tunip_graph *make_module(const fixture *f, size_t first, size_t step, size_t count)
{
    static char texts[WINDOW][24];
    const char *names[WINDOW];
    void *functions[WINDOW];
    tunip_graph *graph = tunip_graph_new(f->context, NULL);
    for (size_t i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "f%zu", i);
        names[i] = texts[i];
        functions[i] = f->functions[(first + i * step) % f->count];
    }
    tunip_graph_set_root(graph, tunip_ir_module_new(graph, count, names, functions));
    return graph;
}

static void assert_same(tunip_context *context, const tunip_graph *graph,
                        tunip_print_options options)
{
    tunip_printed *alone, *shared;
    tunip_error error = TUNIP_ERROR_INIT, other = TUNIP_ERROR_INIT;
    const tunip_node *root = tunip_graph_root(graph);
    options.no_source_map = true;
    tunip_status status = tunip_print(context, root, &options, &alone, &error);
    for (size_t threads = 2; threads <= 3; threads++) {
        options.threads = threads;
        assert_int_equal(tunip_print(context, root, &options, &shared, &other), status);
        assert_string_equal(other.message, error.message);
        assert_string_equal(other.path, error.path);
        if (!alone) continue;
        assert_string_equal(tunip_printed_text(shared).data, tunip_printed_text(alone).data);
        size_t count = tunip_printed_issue_count(alone);
        assert_int_equal(tunip_printed_issue_count(shared), count);
        for (size_t i = 0; i < count; i++) {
            const tunip_issue *a = tunip_printed_issue(alone, i);
            const tunip_issue *b = tunip_printed_issue(shared, i);
            assert_int_equal(a->kind, b->kind);
            assert_ptr_equal(a->dialect, b->dialect);
            assert_string_equal(a->message.data, b->message.data);
        }
        tunip_printed_free(shared);
    }
    tunip_printed_free(alone);
}

static void texts_and_issues_are_the_same(void **state)
{
    const fixture *f = *state;
    for (size_t first = 0; first < f->count; first += WINDOW / 3) {
        tunip_graph *graph = make_module(f, first, 1 + first % 5, WINDOW);
        tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
        assert_same(f->context, graph, options);
        options.no_syntax_sugar = true;
        options.show_meta = true;
        options.name = "Other";
        assert_same(f->context, graph, options);
        options.backend = "text";
        assert_same(f->context, graph, options);
        tunip_graph_free(graph);
    }
}

static void errors_and_limits_are_the_same(void **state)
{
    const fixture *f = *state;
    tunip_graph *graph = make_module(f, 0, 1, WINDOW);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    for (options.max_bytes = 64; options.max_bytes < 1 << 20; options.max_bytes *= 3)
        assert_same(f->context, graph, options);
    options.max_bytes = 0;
    for (options.max_depth = 1; options.max_depth < 64; options.max_depth += 3)
        assert_same(f->context, graph, options);
    options.max_depth = 0;
    options.module_alias = "not a name";
    assert_same(f->context, graph, options);
    tunip_graph_free(graph);
}

typedef struct sink {
    char *text;
    size_t size;
} sink;

static int append(const char *data, size_t size, void *user)
{
    sink *s = user;
    s->text = realloc(s->text, s->size + size + 1);
    memcpy(s->text + s->size, data, size);
    s->size += size;
    s->text[s->size] = '\0';
    return 0;
}

static void streams_are_the_same(void **state)
{
    const fixture *f = *state;
    tunip_graph *graph = make_module(f, 7, 3, WINDOW);
    sink alone = {NULL, 0}, shared = {NULL, 0};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    const tunip_node *root = tunip_graph_root(graph);
    assert_int_equal(tunip_print_stream(f->context, root, &options, append, &alone, NULL),
                     TUNIP_OK);
    options.threads = 4;
    assert_int_equal(tunip_print_stream(f->context, root, &options, append, &shared, NULL),
                     TUNIP_OK);
    assert_string_equal(shared.text, alone.text);
    free(alone.text);
    free(shared.text);
    tunip_graph_free(graph);
}

/* Whether a team prints a module that has this function many times, and does not give up: then one
 * thread prints it again. */
static bool stays(const fixture *f, size_t function)
{
    tunip_graph *graph = make_module(f, function, 0, WINDOW);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed;
    options.no_source_map = true;
    options.threads = 2;
    assert_int_equal(tunip_print(f->context, tunip_graph_root(graph), &options, &printed, NULL),
                     TUNIP_OK);
    bool stayed = printed->by_team;
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    return stayed;
}

/* The texts do not show whether a team gave up. It does for one function, in
 * rx_fn.attrs_ir_values.json, which declares the free variables of its attributes in the module. */
static void teams_rarely_give_up(void **state)
{
    const fixture *f = *state;
    size_t stayed = 0;
    for (size_t i = 0; i < f->count; i++) stayed += stays(f, i);
    assert_int_equal(stayed, f->count - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_issues_are_the_same),
        cmocka_unit_test(errors_and_limits_are_the_same),
        cmocka_unit_test(streams_are_the_same),
        cmocka_unit_test(teams_rarely_give_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
