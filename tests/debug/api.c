/* api.c -- the functions of tunip_debug.h, on the small graph of the tests.
 *
 * usage: api GRAPH LIBRARY PARAMS X.npy CRASHING_GRAPH FOLDER ODD_GRAPH ODD.npy */
#include <stdio.h>
#include <stdlib.h>

#include <tunip_debug.h>

#define CHECK(fact)                                                                                \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: %s\n%s\n", __FILE__, __LINE__, #fact, error.message);          \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static tunip_error error = TUNIP_ERROR_INIT;

/* An error keeps its first message: each failure begins with an empty one. */
static tunip_error *fresh(void)
{
    return error = (tunip_error)TUNIP_ERROR_INIT, &error;
}

static float element(const tunip_debugger *d, const char *name, size_t index)
{
    tunip_debug_output output;
    float value;
    CHECK(tunip_debug_find(d, name, &output, &error) == TUNIP_OK);
    const tunip_debug_tensor *tensor = tunip_debug_get_output(d, output, &error);
    CHECK(tensor && tensor->dtype.bits == 32 && tensor->bytes == 4 * tensor->count);
    memcpy(&value, (const char *)tensor->data + 4 * index, sizeof value);
    return value;
}

static tunip_debug_tensor floats(float *data, const int64_t *dims)
{
    return (tunip_debug_tensor){.dtype = TUNIP_FLOAT(32), .rank = 1, .dims = dims, .data = data};
}

static int append(const char *data, size_t size, void *user)
{
    strncat(user, data, size);
    return 0;
}

static void check_graph(tunip_debugger *d)
{
    tunip_debug_output output;
    CHECK(tunip_debug_node_count(d) == 7 && tunip_debug_result_count(d) == 3);
    tunip_debug_node split = tunip_debug_node_at(d, 4);
    CHECK(tunip_str_is(split.name, "fused_split") && split.output_count == 2);
    output = tunip_debug_input_of(d, 5, 0);
    CHECK(output.node == 4 && output.output == 1);
    CHECK(tunip_debug_result(d, 1).node == 6);
    CHECK(tunip_debug_find(d, "fused_split:1", &output, &error) == TUNIP_OK && output.output == 1);
    CHECK(tunip_debug_find(d, "%9", &output, fresh()) == TUNIP_ERROR_NOT_FOUND);
    CHECK(!tunip_debug_get_output(d, (tunip_debug_output){9, 0}, NULL));
    CHECK(!tunip_debug_get_output(d, (tunip_debug_output){4, 2}, fresh()));
}

static void check_inputs(tunip_debugger *d, char **words)
{
    float data[4] = {1, 2, -5, 0};
    int64_t dims[] = {4}, other[] = {3};
    tunip_debug_tensor value = floats(data, dims), wrong = floats(data, other);
    CHECK(tunip_debug_add_source(d, words[1], &error) == TUNIP_OK); /* which has none */
    CHECK(tunip_debug_add_source(d, "no/folder", fresh()) == TUNIP_ERROR_IO);
    CHECK(tunip_debug_run(d, SIZE_MAX, NULL, fresh()) == TUNIP_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "no value for 2 inputs or parameters: x, p"));
    CHECK(tunip_debug_load_params(d, words[3], &error) == TUNIP_OK);
    CHECK(tunip_debug_set_input_file(d, "x", words[4], &error) == TUNIP_OK);
    CHECK(tunip_debug_set_input_file(d, "y", words[4], NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_set_input(d, "y", &value, fresh()) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_set_input(d, "x", &wrong, fresh()) == TUNIP_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "the value is float32[3], and the graph has float32[4]"));
    CHECK(tunip_debug_set_input(d, "x", &value, &error) == TUNIP_OK);
}

static void check_runs(tunip_debugger *d)
{
    tunip_debug_stop stop;
    unsigned id, again;
    CHECK(tunip_debug_break(d, "nan", &id, &error) == TUNIP_OK);
    CHECK(tunip_debug_break(d, "nan", &again, &error) == TUNIP_OK && again == id);
    CHECK(tunip_debug_break(d, "if", NULL, NULL) == TUNIP_ERROR_ARGUMENT);
    CHECK(tunip_debug_step(d, 1, &stop, &error) == TUNIP_OK && stop.node == 2 && stop.next == 3);
    CHECK(tunip_debug_run(d, SIZE_MAX, &stop, &error) == TUNIP_OK);
    CHECK(stop.node == 5 && stop.breakpoint == id && stop.next == 6);
    CHECK(tunip_debug_delete(d, id, &error) == TUNIP_OK);
    CHECK(tunip_debug_delete(d, id, NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_goto(d, 3, &stop, &error) == TUNIP_OK && stop.node == SIZE_MAX &&
          stop.next == 3);
    CHECK(tunip_debug_goto(d, 5, &stop, &error) == TUNIP_OK && stop.node == 4 && stop.next == 5);
    stop = (tunip_debug_stop){99, 99, 99};
    CHECK(tunip_debug_goto(d, 99, &stop, NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(stop.node == 4 && stop.breakpoint == 0 && stop.next == 5);
    CHECK(tunip_debug_run_node(d, 6, &error) == TUNIP_OK && element(d, "%6", 0) == 0.25F);
    CHECK(tunip_debug_run_node(d, 99, NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_node_at(d, 6).has_run && !tunip_debug_node_at(d, 5).has_run);
    CHECK(tunip_debug_node_at(d, 6).seconds > 0);
    CHECK(tunip_debug_run(d, SIZE_MAX, NULL, &error) == TUNIP_OK);
}

static void check_values(tunip_debugger *d, const char *folder)
{
    char text[2000] = "", path[4096];
    float ones[4] = {1, 1, 1, 1};
    int64_t dims[] = {4};
    tunip_debug_tensor value = floats(ones, dims);
    tunip_debug_output output = {4, 1}, undone;
    bool same;
    CHECK(tunip_debug_inject(d, output, &value, &error) == TUNIP_OK);
    CHECK(tunip_debug_node_at(d, 4).is_injected && !tunip_debug_node_at(d, 5).has_run);
    CHECK(tunip_debug_run(d, SIZE_MAX, NULL, &error) == TUNIP_OK && element(d, "%5", 2) == 0);
    CHECK(tunip_debug_undo(d, &undone, &error) == TUNIP_OK && undone.node == 4);
    CHECK(tunip_debug_undo(d, NULL, NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_run(d, SIZE_MAX, NULL, &error) == TUNIP_OK && element(d, "%4.1", 0) == -2);
    CHECK(tunip_debug_dump(d, folder, &error) == TUNIP_OK);
    CHECK(tunip_debug_compare(d, folder, NULL, NULL, append, text, &same, &error) == TUNIP_OK);
    CHECK(same && strstr(text, "all are equal"));
    snprintf(path, sizeof path, "%s/fused_add.npy", folder);
    output = (tunip_debug_output){2, 0};
    CHECK(tunip_debug_save(d, output, path, &error) == TUNIP_OK);
    *text = '\0';
    CHECK(tunip_debug_compare(d, path, NULL, NULL, append, text, &same, &error) == TUNIP_OK);
    CHECK(same && strstr(text, "1 of 8 and 1 tensors correspond"));
    *text = '\0';
    CHECK(tunip_debug_compare(d, path, NULL, NULL, append, text, NULL, &error) == TUNIP_OK);
    *text = '\0';
    CHECK(tunip_debug_execute(d, "show %2", append, text, &error) == TUNIP_OK);
    CHECK(strstr(text, "[:] 2 0 -4 0"));
    CHECK(tunip_debug_execute(d, "fly", append, text, NULL) == TUNIP_ERROR_NOT_FOUND);
}

/* The function of node 5 crashes: without a value for its output there is an error, and with one
 * the rest of the graph runs. */
static void check_crash(char **words)
{
    tunip_debug_options how = TUNIP_DEBUG_OPTIONS_INIT;
    float zeros[4] = {0, 0, 0, 0};
    int64_t dims[] = {4};
    tunip_debug_tensor value = floats(zeros, dims);
    how.isolate = true;
    tunip_debugger *d = tunip_debug_open(words[5], words[2], &how, &error);
    CHECK(d && tunip_debug_load_params(d, words[3], &error) == TUNIP_OK);
    CHECK(tunip_debug_set_input_file(d, "x", words[4], &error) == TUNIP_OK);
    CHECK(tunip_debug_run(d, SIZE_MAX, NULL, fresh()) == TUNIP_ERROR_RULE);
    CHECK(strstr(error.message, "node 5, fused_log: its function crashed"));
    CHECK(tunip_debug_inject(d, (tunip_debug_output){5, 0}, &value, &error) == TUNIP_OK);
    CHECK(tunip_debug_run(d, SIZE_MAX, NULL, &error) == TUNIP_OK && element(d, "%6", 0) == 0.25F);
    tunip_debug_close(d);
}

/* Names and paths may have any characters: nothing puts them into a line of commands. */
static void check_odd_names(char **words)
{
    static const char input[] = "a \"b\"=#c", node[] = "# my [node]";
    unsigned id, again;
    tunip_debug_stop stop;
    tunip_debugger *d = tunip_debug_open(words[7], words[2], NULL, &error);
    CHECK(d && tunip_debug_load_params(d, words[3], &error) == TUNIP_OK);
    CHECK(tunip_debug_set_input_file(d, input, words[8], &error) == TUNIP_OK);
    CHECK(tunip_debug_set_input_file(d, "a \"b\"", words[8], fresh()) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_break(d, node, &id, fresh()) == TUNIP_OK);
    CHECK(tunip_debug_break(d, "%2", &again, &error) == TUNIP_OK && again != id);
    CHECK(tunip_debug_delete(d, again, &error) == TUNIP_OK);
    CHECK(tunip_debug_break(d, "if max > 1 of \"# my*\"", NULL, &error) == TUNIP_OK);
    CHECK(tunip_debug_break(d, "", NULL, NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_break(d, "no node", NULL, NULL) == TUNIP_ERROR_NOT_FOUND);
    CHECK(tunip_debug_run(d, SIZE_MAX, &stop, &error) == TUNIP_OK);
    CHECK(stop.node == 2 && stop.breakpoint == id && element(d, node, 0) == 2);
    tunip_debug_close(d);
}

int main(int argc, char **argv)
{
    if (argc != 9) return 2;
    CHECK(!tunip_debug_open("no/graph.json", argv[2], NULL, NULL));
    CHECK(!tunip_debug_open(argv[1], "no/library.so", NULL, fresh()));
    tunip_debugger *d = tunip_debug_open(argv[1], argv[2], NULL, &error);
    CHECK(d);
    check_graph(d);
    check_inputs(d, argv);
    check_runs(d);
    check_values(d, argv[6]);
    tunip_debug_close(d);
    tunip_debug_close(NULL);
    check_crash(argv);
    check_odd_names(argv);
    return 0;
}
