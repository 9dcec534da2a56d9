/* test_window.c -- saved graphs that are read in windows of a file: the same graphs, or the same
 * errors, as from their whole texts, in windows of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <tunip.h>
#include <unistd.h>

#include "../../src/ir/graph.h"
#include "../../src/read/source_file.h"
#include "../../src/util/source.h"

enum { PATH_SIZE = 512 };
static const size_t windows[] = {1,    1,    16,    16,   77, 77,
                                 1000, 1000, 20000, 20000}; /* in turns
                                                  with one thread and with two */

/* The result of a read. */
typedef struct result {
    tunip_source *source;
    tunip_graph *graph;
    tunip_diagnostics *diagnostics;
    tunip_error error;
    char *text; /* of the graph, saved */
    size_t size;
} result;

static int gather(const char *data, size_t size, void *user)
{
    result *r = user;
    r->text = realloc(r->text, r->size + size + 1);
    assert_non_null(r->text);
    memcpy(r->text + r->size, data, size);
    r->size += size;
    return 0;
}

/* `window` 0: as a whole. */
static result read_in(tunip_context *context, const char *path, size_t window, unsigned vintage,
                      size_t threads)
{
    result r = {.error = TUNIP_ERROR_INIT};
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "tvm-json";
    options.vintage = vintage;
    options.threads = threads;
    options.diagnostics = r.diagnostics = tunip_diagnostics_new(NULL, NULL);
    r.source = window ? tn_source_open_window(context, path, window, NULL)
                      : tunip_source_open(context, path, NULL);
    assert_non_null(r.source);
    r.graph = tunip_read_source(context, r.source, &options, &r.error);
    if (r.graph) tunip_save(context, tunip_graph_root(r.graph), gather, &r, NULL);
    return r;
}

static void drop(result *r)
{
    tunip_graph_free(r->graph);
    tunip_source_free(r->source);
    tunip_diagnostics_free(r->diagnostics);
    free(r->text);
}

static void assert_same_result(const char *path, size_t window, const result *whole,
                               const result *parts)
{
    const tunip_error *a = &whole->error, *b = &parts->error;
    bool same = whole->size == parts->size && a->code == b->code && a->line == b->line &&
                a->column == b->column && a->offset == b->offset && a->end == b->end &&
                strcmp(a->message, b->message) == 0;
    if (whole->size && same) same = memcmp(whole->text, parts->text, whole->size) == 0;
    if (!same) fail_msg("%s in windows of %zu bytes: %s", path, window, b->message);
    assert_int_equal(tunip_diagnostics_count(whole->diagnostics),
                     tunip_diagnostics_count(parts->diagnostics));
    assert_int_equal(tunip_source_text(whole->source).size, tunip_source_text(parts->source).size);
    if (!whole->graph) return;
    assert_int_equal(tunip_graph_text_size(whole->graph), tunip_graph_text_size(parts->graph));
    assert_int_equal(tn_graph_node_count(whole->graph), tn_graph_node_count(parts->graph));
    assert_int_equal(tunip_graph_vintage(whole->graph), tunip_graph_vintage(parts->graph));
}

/* Adds to `*late` the reads that did not need the whole text. */
static void check_file(tunip_context *context, const char *path, unsigned vintage, size_t *late)
{
    result whole = read_in(context, path, 0, vintage, 1);
    for (size_t i = 0; i < TUNIP_LEN(windows); i++) {
        result parts = read_in(context, path, windows[i], vintage, 1 + i % 2);
        *late += tn_source_is_late(parts.source);
        if (!parts.graph) assert_false(tn_source_is_late(parts.source));
        assert_same_result(path, windows[i], &whole, &parts);
        drop(&parts);
    }
    drop(&whole);
}

static size_t check_folder(const char *name, unsigned vintage)
{
    char path[PATH_SIZE];
    tunip_context *context = tunip_context_new(NULL, NULL);
    size_t late = 0;
    snprintf(path, sizeof path, TUNIP_DATA_DIR "/%s", name);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".json") != 0) continue;
        snprintf(path, sizeof path, TUNIP_DATA_DIR "/%s/%s", name, entry->d_name);
        check_file(context, path, vintage, &late);
    }
    closedir(folder);
    tunip_context_free(context);
    return late;
}

static void graphs_are_the_same(void **state)
{
    (void)state;
    enum { LEAST = 300 }; /* most need a part of the file at a time */
    assert_in_range(check_folder("golden", 0), LEAST, SIZE_MAX);
    assert_in_range(check_folder("golden", 23), LEAST, SIZE_MAX);
}

static void errors_are_the_same(void **state)
{
    (void)state;
    check_folder("bad", 23);
}

/* ---- files that the tests write ---- */

#define ONE(VERSION)                                                                               \
    "{\"root_index\": 0, \"nodes\": [{\"type\": \"int\", \"data\": 1}], "                          \
    "\"metadata\": {\"tvm_version\": \"" VERSION "\"}}"
static const char one[] = ONE("0.23.0");

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void make_file(char *path, const char *text)
{
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    write_file(path, text);
}

/* No node shows the version. */
static void versions_are_the_same(void **state)
{
    (void)state;
    char path[] = "window_XXXXXX";
    size_t late = 0;
    make_file(path, ONE("0.26.0"));
    tunip_context *context = tunip_context_new(NULL, NULL);
    check_file(context, path, 0, &late);
    check_file(context, path, 20, &late);
    assert_in_range(late, 1, SIZE_MAX);
    tunip_context_free(context);
    assert_int_equal(unlink(path), 0);
}

static void check_refused(tunip_context *context, const tunip_source *source, const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    size_t line = 0, column = 0;
    assert_null(tunip_read_source(context, source, NULL, &error));
    assert_int_equal(error.code, TUNIP_ERROR_IO);
    assert_string_equal(error.message, message);
    assert_int_equal(tunip_source_text(source).size, 0);
    assert_string_equal(tunip_source_text(source).data, "");
    tunip_source_locate(source, 5, &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 1);
}

static void texts_may_grow(void **state)
{
    (void)state;
    char path[] = "window_XXXXXX", longer[2 * sizeof one];
    make_file(path, one);
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *source = tn_source_open_window(context, path, 8, NULL);
    snprintf(longer, sizeof longer, "%s more", one);
    write_file(path, longer);
    tunip_graph *graph = tunip_read_source(context, source, NULL, NULL);
    assert_non_null(graph);
    assert_false(tn_source_is_late(source)); /* no windows: the file is not as it was */
    assert_string_equal(tunip_source_text(source).data, one);
    assert_int_equal(tunip_source_text(source).size, strlen(one));
    assert_int_equal(unlink(path), 0);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
}

static void heads_must_not_change(void **state)
{
    (void)state;
    char path[] = "window_XXXXXX", other[] = " {}", blanks[sizeof one];
    make_file(path, one);
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *source = tn_source_open_window(context, path, 8, NULL);
    snprintf(blanks, sizeof blanks, "%*s", (int)sizeof one - 1, other);
    write_file(path, blanks);
    check_refused(context, source, "the file changed while it was read");
    assert_int_equal(unlink(path), 0);
    tunip_source_free(source);
    tunip_context_free(context);
}

/* Only saved JSON is read in windows. */
static void other_texts_are_read_at_once(void **state)
{
    (void)state;
    static const char *const texts[] = {"# from tvm.script import tirx as T\n", "[1, 2, 3, 4, 5]",
                                        "          ", "\x1F\x8B compressed"};
    tunip_context *context = tunip_context_new(NULL, NULL);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        char path[] = "window_XXXXXX";
        make_file(path, texts[i]);
        tunip_source *source = tn_source_open_window(context, path, 8, NULL);
        assert_false(tn_source_is_late(source));
        write_file(path, "");
        assert_string_equal(tunip_source_text(source).data, texts[i]);
        assert_int_equal(unlink(path), 0);
        tunip_source_free(source);
    }
    tunip_context_free(context);
}

/* A failed read leaves nothing behind. */
static void texts_are_found_later(void **state)
{
    (void)state;
    char path[] = "window_XXXXXX", text[sizeof one + 1], aside[sizeof path + 2];
    tunip_error error = TUNIP_ERROR_INIT;
    size_t line = 0, column = 0;
    snprintf(text, sizeof text, "{\n%s", one + 1);
    make_file(path, text);
    snprintf(aside, sizeof aside, "%s.x", path);
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *source = tn_source_open_window(context, path, 8, NULL);
    assert_int_equal(rename(path, aside), 0);
    check_refused(context, source, "cannot open: No such file or directory");
    assert_null(tunip_log_new(context, source, &error));
    assert_int_equal(error.code, TUNIP_ERROR_IO);
    assert_int_equal(rename(aside, path), 0);
    tunip_source_locate(source, 5, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 4);
    assert_string_equal(tunip_source_text(source).data, text);
    assert_int_equal(unlink(path), 0);
    tunip_source_free(source);
    tunip_context_free(context);
}

/* A message that the file cannot be read can be shown. */
static void messages_are_shown(void **state)
{
    (void)state;
    char path[] = "window_XXXXXX";
    make_file(path, one);
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *source = tn_source_open_window(context, path, 8, NULL);
    tunip_diagnostics *diagnostics = tunip_diagnostics_new(NULL, NULL);
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    result r = {.size = 0};
    options.diagnostics = diagnostics;
    assert_int_equal(unlink(path), 0);
    assert_null(tunip_read_source(context, source, &options, NULL));
    assert_int_equal(tunip_diagnostics_render_source(diagnostics, source, NULL, gather, &r, NULL),
                     TUNIP_OK);
    r.text[r.size] = '\0';
    assert_non_null(strstr(r.text, "cannot open: No such file or directory"));
    free(r.text);
    tunip_diagnostics_free(diagnostics);
    tunip_source_free(source);
    tunip_context_free(context);
}

static void files_must_not_change(void **state)
{
    (void)state;
    char path[] = "window_XXXXXX";
    make_file(path, one);
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *changed = tn_source_open_window(context, path, 8, NULL);
    tunip_source *loaded = tn_source_open_window(context, path, 8, NULL);
    assert_int_equal(tunip_source_head(changed).size, 8);
    assert_int_equal(tunip_source_text(loaded).size, strlen(one));
    write_file(path, "{}");
    check_refused(context, changed, "the file changed while it was read");
    assert_int_equal(unlink(path), 0);
    check_refused(context, changed, "cannot open: No such file or directory");
    tunip_graph *graph = tunip_read_source(context, loaded, NULL, NULL);
    assert_non_null(graph);
    tunip_graph_free(graph);
    tunip_source_free(changed);
    tunip_source_free(loaded);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_are_the_same),   cmocka_unit_test(errors_are_the_same),
        cmocka_unit_test(versions_are_the_same), cmocka_unit_test(texts_may_grow),
        cmocka_unit_test(heads_must_not_change), cmocka_unit_test(other_texts_are_read_at_once),
        cmocka_unit_test(texts_are_found_later), cmocka_unit_test(messages_are_shown),
        cmocka_unit_test(files_must_not_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
