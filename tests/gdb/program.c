/* program.c -- the program in which the test of tunip_gdb.py stops: it has nodes, and pointers to
 * other things. */
#include <tunip.h>
#include <tunip/tvm/tir.h>

typedef struct nodes {
    tunip_tir_binary *sum;
    tunip_tir_var *variable;
    tunip_node *text;
    tunip_array *list;
    tunip_node *nothing;
    tunip_node *untyped;
    tunip_node *wild;
    tunip_node *garbled;
} nodes;

int stop_here(const nodes *n);

int stop_here(const nodes *n)
{
    return n->sum == NULL;
}

int main(void)
{
    static size_t garbage[4] = {0x1234, 0x5678, 0, 0};
    static tunip_node untyped;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    tunip_dtype int32 = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    tunip_tir_var *x = tunip_tir_var_new(graph, "x", int32);
    nodes n = {
        .sum = tunip_tir_binary_new(graph, &tunip_tir_add_type, x, tunip_ir_int(graph, int32, 7)),
        .variable = x,
        .text = (tunip_node *)tunip_string_new(graph, "hello"),
        .list = TUNIP_LIST(graph, x, x),
        .untyped = &untyped,
        .wild = (tunip_node *)16,
        .garbled = (tunip_node *)(void *)garbage,
    };
    int status = stop_here(&n);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return status;
}
