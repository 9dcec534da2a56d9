/* convert.c -- takes a script of TVM v0.23 to v0.26: prints it there, and says in which format each
 * version saves it.
 *
 *     cc convert.c -ltunip && ./a.out */
#include <stdio.h>

#include <tunip.h>

static const char script[] = "from tvm.script import tir as T\n"
                             "@T.prim_func\n"
                             "def twice(A: T.Buffer((4,)), x: T.float32):\n"
                             "    for i in range(4):\n"
                             "        A[i] = x * T.float32(2)\n";

static tunip_status show(tunip_context *context, const tunip_node *root, tunip_error *error)
{
    char *text = tunip_print_module(context, root, error);
    unsigned vintage = tunip_vintage(root);
    if (!text) return error->code;
    printf("# v0.%u, saved as %s\n%s\n\n", vintage, tunip_vintage_format(vintage), text);
    tunip_text_free(context, text);
    return TUNIP_OK;
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *graph = context ? tunip_read(context, tunip_str_from(script), &error) : NULL;
    if (graph) {
        const tunip_node *old = tunip_graph_root(graph);
        const tunip_node *made = tunip_convert_graph(context, graph, old, 26, &error);
        if (made && show(context, old, &error) == TUNIP_OK) show(context, made, &error);
    }
    if (error.code != TUNIP_OK) fprintf(stderr, "convert: %s\n", error.message);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code != TUNIP_OK;
}
