/* fuzz_read.c -- any bytes: read as a saved graph and, when they are one, printed and saved. For
 * libFuzzer (clang -fsanitize=fuzzer,address); without it, link standalone.c instead. */
#include <tunip.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int drop(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    (void)user;
    return 0;
}

static void print_and_save(tunip_context *context, const tunip_node *root)
{
    tunip_printed *printed = NULL;
    tunip_print(context, root, NULL, &printed, NULL);
    tunip_printed_free(printed);
    tunip_save(context, root, drop, NULL, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tunip_context *context; /* one for all inputs: most are read in less time */
    tunip_error error = TUNIP_ERROR_INIT;
    if (!context) context = tunip_context_new(NULL, NULL);
    if (!context) return 0;
    tunip_graph *graph = tunip_read(context, (tunip_str){(const char *)data, size}, &error);
    if (graph) print_and_save(context, tunip_graph_root(graph));
    /* A refusal says why, and where in the input. */
    if (!graph && (!error.message[0] || error.offset > size)) __builtin_trap();
    tunip_graph_free(graph);
    return 0;
}
