/* print_module.c -- builds a module in memory and prints it: the matrix product C = A * B.
 *
 *     cc print_module.c -ltunip && ./a.out
 *
 * The builder writes a function in the order of its text. <tunip/tvm/tir.h> has the constructors of
 * single nodes. */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/tir_builder.h>

static tunip_ir_module *matmul(tunip_graph *g)
{
    tunip_tir_builder *b = tunip_tir_builder_new(g);
    void *size = tunip_ir_int(g, TUNIP_INT(32), 128);
    tunip_array *shape = TUNIP_LIST(g, size, size);
    tunip_tir_begin_func(b, "matmul");
    tunip_tir_buffer *A = tunip_tir_add_buffer_param(b, "A", TUNIP_FLOAT(32), shape);
    tunip_tir_buffer *B = tunip_tir_add_buffer_param(b, "B", TUNIP_FLOAT(32), shape);
    tunip_tir_buffer *C = tunip_tir_add_buffer_param(b, "C", TUNIP_FLOAT(32), shape);
    tunip_tir_var *i = tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_PARALLEL, size);
    tunip_tir_var *j = tunip_tir_begin_for(b, "j", TUNIP_TIR_FOR_SERIAL, size);
    tunip_tir_var *k = tunip_tir_begin_for(b, "k", TUNIP_TIR_FOR_SERIAL, size);
    tunip_tir_begin_block(b, "update");
    tunip_tir_var *vi = tunip_tir_add_axis(b, "vi", TUNIP_TIR_ITER_DATA_PAR, size, i);
    tunip_tir_var *vj = tunip_tir_add_axis(b, "vj", TUNIP_TIR_ITER_DATA_PAR, size, j);
    tunip_tir_var *vk = tunip_tir_add_axis(b, "vk", TUNIP_TIR_ITER_COMM_REDUCE, size, k);
    tunip_tir_set_reads(
        b, TUNIP_LIST(g, TUNIP_TIR_POINT(g, A, vi, vk), TUNIP_TIR_POINT(g, B, vk, vj)));
    tunip_tir_set_writes(b, TUNIP_LIST(g, TUNIP_TIR_POINT(g, C, vi, vj)));
    void *product =
        tunip_tir_mul_new(g, TUNIP_TIR_LOAD(g, A, vi, vk), TUNIP_TIR_LOAD(g, B, vk, vj));
    void *sum = tunip_tir_add_new(g, TUNIP_TIR_LOAD(g, C, vi, vj), product);
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, C, sum, vi, vj));
    return tunip_tir_builder_module(b);
}

/* Calls that make nodes need no checks: the graph keeps the first error. */
static char *print(tunip_context *context, tunip_error *error)
{
    tunip_graph *graph = tunip_graph_new(context, error);
    if (!graph) return NULL;
    tunip_ir_module *module = matmul(graph);
    char *text = NULL;
    if (tunip_graph_status(graph) == TUNIP_OK)
        text = tunip_print_module(context, (tunip_node *)module, error);
    else
        *error = *tunip_graph_error(graph);
    tunip_graph_free(graph);
    return text;
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    char *text = context ? print(context, &error) : NULL;
    if (text)
        puts(text);
    else
        fprintf(stderr, "print_module: %s\n", error.message);
    tunip_text_free(context, text);
    tunip_context_free(context);
    return text ? 0 : 1;
}
