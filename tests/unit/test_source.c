/* test_source.c -- reading from files and standard input, and out of memory while reading. */
#include "zoo.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "render_helper.h"

static const char one[] = "{\"root_index\": 0, \"nodes\": [{\"type\": \"int\", \"data\": 1}]}";

/* ---- files ---- */

/* A new file in the working folder that holds `text`. */
static void make_file(char *path, const char *text, size_t size)
{
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, size), size);
    assert_int_equal(close(file), 0);
}

static void assert_one(tunip_graph *graph)
{
    assert_non_null(graph);
    assert_true(((const tunip_int *)tunip_graph_root(graph))->value == 1);
    assert_int_equal(tunip_graph_text_size(graph), strlen(one));
    tunip_graph_free(graph);
}

static void folders_are_a_table(void **state)
{
    const zoo_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_source_find(world->context, tunip_str_from("a.py"), 1, NULL, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message, "options have 1 folders and no table of them");
}

static void files_are_read(void **state)
{
    const zoo_world *world = *state;
    char path[] = "source_XXXXXX";
    tunip_error error = TUNIP_ERROR_INIT;
    make_file(path, one, strlen(one));
    assert_one(tunip_read_file(world->context, path, &error));
    assert_int_equal(unlink(path), 0);
}

/* After reading, only the nodes take memory, and not the text of the file. */
static void large_files_are_not_kept(void **state)
{
    const zoo_world *world = *state;
    enum { SIZE = 1 << 22 };
    char path[] = "source_XXXXXX";
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, ' ', SIZE);
    memcpy(text + SIZE - strlen(one), one, strlen(one));
    make_file(path, text, SIZE);
    tunip_graph *graph = tunip_read_file(world->context, path, NULL);
    assert_int_equal(tunip_graph_text_size(graph), SIZE);
    assert_in_range(tunip_graph_memory(graph), 1, 1 << 16);
    tunip_graph_free(graph);
    assert_int_equal(unlink(path), 0);
    free(text);
}

static void assert_unreadable(const zoo_world *world, const char *path, tunip_status code,
                              const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_read_file(world->context, path, &error));
    assert_int_equal(error.code, code);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, 0);
}

static void what_is_no_file_is_an_error(void **state)
{
    const zoo_world *world = *state;
    assert_unreadable(world, "no/such/file", TUNIP_ERROR_IO,
                      "cannot open: No such file or directory");
    assert_unreadable(world, ".", TUNIP_ERROR_IO, "cannot read: Is a directory");
    assert_unreadable(world, NULL, TUNIP_ERROR_ARGUMENT, "no file is named");
}

static void no_file_stays_open(void **state)
{
    const zoo_world *world = *state;
    char path[] = "source_XXXXXX";
    make_file(path, "{", 1);
    int before = dup(0);
    close(before);
    for (int i = 0; i < 3; i++) assert_null(tunip_read_file(world->context, path, NULL));
    assert_null(tunip_read_file(world->context, ".", NULL));
    int after = dup(0);
    close(after);
    assert_int_equal(before, after);
    assert_int_equal(unlink(path), 0);
}

/* ---- standard input ---- */

static int replace_stdin(int file)
{
    int saved = dup(0);
    assert_true(saved >= 0);
    assert_int_equal(dup2(file, 0), 0);
    close(file);
    return saved;
}

static void restore_stdin(int saved)
{
    assert_int_equal(dup2(saved, 0), 0);
    close(saved);
}

static void pipes_are_read_to_their_end(void **state)
{
    const zoo_world *world = *state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], one, strlen(one)), strlen(one));
    close(ends[1]);
    int saved = replace_stdin(ends[0]);
    assert_one(tunip_read_file(world->context, "-", NULL));
    restore_stdin(saved);
}

/* Standard input is read from its current position. */
static void standard_input_is_read_from_where_it_stands(void **state)
{
    const zoo_world *world = *state;
    char path[] = "source_XXXXXX", text[128], skipped[4];
    snprintf(text, sizeof text, "### %s", one);
    make_file(path, text, strlen(text));
    int file = open(path, O_RDONLY);
    assert_int_equal(read(file, skipped, sizeof skipped), sizeof skipped);
    int saved = replace_stdin(file);
    assert_one(tunip_read_file(world->context, "-", NULL));
    restore_stdin(saved);
    assert_int_equal(unlink(path), 0);
}

/* ---- memory ---- */

static const char nodes[] =
    "{'type': 'None'}, {'type': 'ffi.String', 'data': 'a\\u0041'},"
    "{'type': 'zoo.Fish', 'data': {'name': 1}}, {'type': 'farm.Cow', 'data': {'a': 1, 'b': 1.5}},"
    "{'type': 'ffi.Array', 'data': [2, 3]}, {'type': 'ffi.Map', 'data': [1, 2, 0, 3]},"
    "{'type': 'zoo.Tag', 'data': '#t'}, {'type': 'ffi.Shape', 'data': [1]},"
    "{'type': 'ffi.Bytes', 'data': 'AP8='}, {'type': 'ffi.Tensor', 'data':"
    "'P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA='},"
    "{'type': 'zoo.Cage', 'data': {'animals': 4, 'labels': 0, 'inside': 11}},"
    "{'type': 'int', 'data': 3}, {'type': 'ffi.Array', 'data': [10, 5, 6, 7, 8, 9]}";

/* Reads with memory for `budget` allocations; returns whether that was enough. */
static bool read_within(size_t budget, const char *text)
{
    budget_memory memory;
    tunip_error error = TUNIP_ERROR_INIT;
    budget_memory_init(&memory, SIZE_MAX);
    tunip_context *context = zoo_context_new(&memory.allocator, NULL);
    assert_non_null(context);
    memory.budget = budget;
    tunip_graph *graph = tunip_read(context, tunip_str_from(text), &error);
    assert_int_equal(error.code, graph ? TUNIP_OK : TUNIP_ERROR_MEMORY);
    assert_string_equal(error.message, graph ? "" : "out of memory");
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
    return graph != NULL;
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    char *text = zoo_graph_text(nodes);
    size_t budget = 0;
    while (!read_within(budget, text)) budget++;
    assert_in_range(budget, 5, 100);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ZOO_TEST(files_are_read),
        ZOO_TEST(folders_are_a_table),
        ZOO_TEST(large_files_are_not_kept),
        ZOO_TEST(what_is_no_file_is_an_error),
        ZOO_TEST(no_file_stays_open),
        ZOO_TEST(pipes_are_read_to_their_end),
        ZOO_TEST(standard_input_is_read_from_where_it_stands),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
