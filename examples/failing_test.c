/* failing_test.c -- a test that fails and shows the differences: the pass under test unrolls a loop
 * and forgets the last iteration.
 *
 *     cc failing_test.c -ltunip && ./a.out */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

enum { COUNT = 4 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};

/* B[i] = A[i] + A[i] */
static void *step(tunip_graph *g, tunip_tir_buffer *const buffers[2], int i)
{
    tunip_array *at = TUNIP_LIST(g, tunip_ir_int(g, int32, i));
    tunip_tir_buffer_load *load = tunip_tir_buffer_load_new(g, buffers[0], at);
    return tunip_tir_buffer_store_new(g, buffers[1], at,
                                      tunip_tir_binary_new(g, &tunip_tir_add_type, load, load));
}

/* The loop unrolled `count` times. */
static const tunip_node *unrolled(tunip_graph *g, int count)
{
    void *steps[COUNT];
    tunip_array *shape = TUNIP_LIST(g, tunip_ir_int(g, int32, COUNT));
    tunip_tir_buffer *buffers[] = {tunip_tir_buffer_new(g, "A", float32, shape),
                                   tunip_tir_buffer_new(g, "B", float32, shape)};
    tunip_tir_var *params[] = {tunip_tir_handle_new(g, "a"), tunip_tir_handle_new(g, "b")};
    for (int i = 0; i < count; i++) steps[i] = step(g, buffers, i);
    void *body = tunip_tir_seq_new(g, tunip_array_new(g, (size_t)count, steps));
    tunip_tir_prim_func *func = tunip_tir_prim_func_new(g, "twice", 2, params, buffers, body);
    return (const tunip_node *)tunip_ir_module_new(g, 1, (const char *const[]){"twice"},
                                                   (void *const[]){func});
}

/* A helper for tests: returns whether two modules are equal, and writes the differences if they are
 * not. */
static bool check_structural_equal(tunip_context *context, const tunip_node *expected,
                                   const tunip_node *actual)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    options.lhs_name = "expected";
    options.rhs_name = "actual";
    char *difference = tunip_structural_difference(context, expected, actual, &options, &error);
    if (difference || error.code != TUNIP_OK)
        printf("FAILED unroll_keeps_every_iteration\n%s", difference ? difference : error.message);
    bool equal = !difference && error.code == TUNIP_OK;
    tunip_text_free(context, difference);
    return equal;
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *graph = context ? tunip_graph_new(context, &error) : NULL;
    if (!graph) {
        fprintf(stderr, "failing_test: %s\n", error.message);
        tunip_context_free(context);
        return 2;
    }
    bool passed = check_structural_equal(context, unrolled(graph, COUNT), unrolled(graph, COUNT));
    passed &= check_structural_equal(context, unrolled(graph, COUNT), unrolled(graph, COUNT - 1));
    tunip_graph_free(graph);
    tunip_context_free(context);
    return passed ? 1 : 0; /* this test is supposed to fail */
}
