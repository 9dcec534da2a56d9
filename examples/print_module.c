/* print_module.c -- builds a module in memory and prints it: the matrix product C = A * B.
 *
 *     cc print_module.c -ltunip && ./a.out */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

enum { SIZE = 128 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};

static tunip_tir_buffer *matrix(tunip_graph *g, const char *name)
{
    return tunip_tir_buffer_new(
        g, name, float32,
        TUNIP_LIST(g, tunip_ir_int(g, int32, SIZE), tunip_ir_int(g, int32, SIZE)));
}

/* buffer[row, column] as a region of one element. */
static tunip_tir_buffer_region *element(tunip_graph *g, tunip_tir_buffer *buffer,
                                        tunip_tir_var *row, tunip_tir_var *column)
{
    tunip_ir_range *rows = tunip_ir_range_new(g, row, tunip_ir_int(g, int32, 1));
    tunip_ir_range *columns = tunip_ir_range_new(g, column, tunip_ir_int(g, int32, 1));
    return tunip_tir_buffer_region_new(g, buffer, TUNIP_LIST(g, rows, columns));
}

/* The block that adds one product to C[i, j]. */
static tunip_tir_block_realize *update(tunip_graph *g, tunip_tir_buffer *const buffers[3],
                                       tunip_tir_var *const at[3])
{
    tunip_tir_buffer *a = buffers[0], *b = buffers[1], *c = buffers[2];
    tunip_tir_var *i = tunip_tir_var_new(g, "vi", int32);
    tunip_tir_var *j = tunip_tir_var_new(g, "vj", int32);
    tunip_tir_var *k = tunip_tir_var_new(g, "vk", int32);
    void *extent = tunip_ir_int(g, int32, SIZE);
    tunip_array *axes =
        TUNIP_LIST(g, tunip_tir_iter_var_new(g, i, extent, TUNIP_TIR_ITER_DATA_PAR),
                   tunip_tir_iter_var_new(g, j, extent, TUNIP_TIR_ITER_DATA_PAR),
                   tunip_tir_iter_var_new(g, k, extent, TUNIP_TIR_ITER_COMM_REDUCE));
    tunip_array *values = TUNIP_LIST(g, at[0], at[1], at[2]);
    tunip_array *here = TUNIP_LIST(g, i, j);
    void *product = tunip_tir_binary_new(g, &tunip_tir_mul_type,
                                         tunip_tir_buffer_load_new(g, a, TUNIP_LIST(g, i, k)),
                                         tunip_tir_buffer_load_new(g, b, TUNIP_LIST(g, k, j)));
    void *sum = tunip_tir_binary_new(g, &tunip_tir_add_type, tunip_tir_buffer_load_new(g, c, here),
                                     product);
    return tunip_tir_block_new(
        g, "update", axes, values, TUNIP_LIST(g, element(g, a, i, k), element(g, b, k, j)),
        TUNIP_LIST(g, element(g, c, i, j)), tunip_tir_buffer_store_new(g, c, here, sum));
}

static tunip_ir_module *build(tunip_graph *g)
{
    tunip_tir_buffer *buffers[] = {matrix(g, "A"), matrix(g, "B"), matrix(g, "C")};
    tunip_tir_var *params[] = {tunip_tir_handle_new(g, "a"), tunip_tir_handle_new(g, "b"),
                               tunip_tir_handle_new(g, "c")};
    tunip_tir_var *loops[] = {tunip_tir_var_new(g, "i", int32), tunip_tir_var_new(g, "j", int32),
                              tunip_tir_var_new(g, "k", int32)};
    static const tunip_tir_for_kind kinds[] = {TUNIP_TIR_FOR_PARALLEL, TUNIP_TIR_FOR_SERIAL,
                                               TUNIP_TIR_FOR_SERIAL};
    void *body = update(g, buffers, loops);
    for (size_t i = 3; i-- > 0;)
        body = tunip_tir_for_new(g, loops[i], tunip_ir_int(g, int32, SIZE), kinds[i], body);
    tunip_tir_prim_func *func = tunip_tir_prim_func_new(g, "matmul", 3, params, buffers, body);
    return tunip_ir_module_new(g, 1, (const char *const[]){"matmul"}, (void *const[]){func});
}

/* Calls that make nodes need no checks: a failed call returns NULL, the next calls accept it, and
 * the graph records the failure. */
static char *print(tunip_context *context, tunip_error *error)
{
    tunip_graph *graph = tunip_graph_new(context, error);
    if (!graph) return NULL;
    tunip_ir_module *module = build(graph);
    char *text = NULL;
    if (tunip_graph_status(graph) == TUNIP_OK)
        text = tunip_print_module(context, (tunip_node *)module, error);
    else
        tunip_error_set(error, tunip_graph_status(graph), "cannot build the module");
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
