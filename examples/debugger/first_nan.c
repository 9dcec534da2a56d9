/* first_nan.c -- runs a graph of TVM up to the first NaN, and mends it.
 *
 *     cc first_nan.c $(pkg-config --cflags --libs tunip-debug)
 *     ./a.out graph.json model.so params.bin data image.npy
 *
 * The node that makes the first NaN gets zeros in its place, and the rest of the graph runs with
 * them: so one sees whether it is the only one. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip_debug.h>

/* Replaces an output with zeros. */
static tunip_status put_zeros(tunip_debugger *d, tunip_debug_output output, tunip_error *error)
{
    const tunip_debug_tensor *value = tunip_debug_get_output(d, output, error);
    if (!value) return error->code;
    tunip_debug_tensor zeros = *value;
    zeros.data = calloc(1, value->bytes + 1);
    tunip_status status = zeros.data ? tunip_debug_inject(d, output, &zeros, error)
                                     : tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    free(zeros.data);
    return status;
}

static tunip_status mend(tunip_debugger *d, char **words, tunip_error *error)
{
    tunip_debug_stop stop = {.breakpoint = 0};
    if (tunip_debug_load_params(d, words[3], error) != TUNIP_OK ||
        tunip_debug_set_input_file(d, words[4], words[5], error) != TUNIP_OK ||
        tunip_debug_break(d, "nan", NULL, error) != TUNIP_OK ||
        tunip_debug_run(d, SIZE_MAX, &stop, error) != TUNIP_OK)
        return error->code;
    while (stop.breakpoint) {
        tunip_debug_node node = tunip_debug_node_at(d, stop.node);
        printf("node %zu, %s, makes a NaN\n", stop.node, node.name.data);
        for (size_t i = 0; i < node.output_count; i++)
            if (put_zeros(d, (tunip_debug_output){stop.node, i}, error) != TUNIP_OK)
                return error->code;
        if (tunip_debug_run(d, SIZE_MAX, &stop, error) != TUNIP_OK) return error->code;
    }
    printf("%zu nodes have run, %zu results\n", stop.next, tunip_debug_result_count(d));
    return TUNIP_OK;
}

int main(int argc, char **argv)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (argc != 6) {
        fprintf(stderr, "usage: first_nan GRAPH LIBRARY PARAMS INPUT FILE.npy\n");
        return 2;
    }
    tunip_debugger *d = tunip_debug_open(argv[1], argv[2], NULL, &error);
    if (!d || mend(d, argv, &error) != TUNIP_OK) fprintf(stderr, "%s\n", error.message);
    tunip_debug_close(d);
    return error.code == TUNIP_OK ? 0 : 2;
}
