/* failing_test.c -- a test of a compiler pass that fails, and says how: the pass was to vectorize the
 * loop and leave the rest as it is, and did neither.
 *
 *     cc failing_test.c -ltunip && ./a.out
 */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tir.h>

enum { SIZE = 16 };

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};

/* What there may be to tell apart. */
typedef struct outcome {
    tir_for_kind kind;
    int offset; /* of B */
    const char *index;
} outcome;

static tir_buffer *vector(tunip_graph *g, const char *name)
{
    return tir_buffer_new(g, name, float32, TUNIP_LIST(g, ir_int(g, int32, SIZE)));
}

static void *load(tunip_graph *g, tir_buffer *buffer, void *index)
{
    return tir_buffer_load_new(g, buffer, TUNIP_LIST(g, index));
}

static ir_module *build(tunip_graph *g, const outcome *o)
{
    tir_buffer *buffers[] = {vector(g, "A"), vector(g, "B"), vector(g, "C")};
    tir_var *params[] = {tir_handle_new(g, "a"), tir_handle_new(g, "b"), tir_handle_new(g, "c")};
    tir_var *i = tir_var_new(g, o->index, int32);
    void *at = o->offset ? (void *)tir_binary_new(g, &tir_add_type, i, ir_int(g, int32, o->offset))
                         : (void *)i;
    void *sum = tir_binary_new(g, &tir_add_type, load(g, buffers[0], i), load(g, buffers[1], at));
    void *store = tir_buffer_store_new(g, buffers[2], TUNIP_LIST(g, i), sum);
    void *loop = tir_for_new(g, i, ir_int(g, int32, SIZE), o->kind, store);
    tir_prim_func *func = tir_prim_func_new(g, "add", 3, params, buffers, loop);
    return ir_module_new(g, 1, (const char *const[]){"add"}, (void *const[]){func});
}

/* Returns whether the two are equal; if not, it says how they differ. */
static bool expect_equal(tunip_context *context, tunip_graph *graph, tunip_error *error)
{
    static const outcome wanted = {TIR_FOR_VECTORIZED, 0, "i"};
    static const outcome made = {TIR_FOR_SERIAL, 1, "k"};
    char *difference = NULL;
    tunip_node *expected = (tunip_node *)build(graph, &wanted);
    tunip_node *got = (tunip_node *)build(graph, &made);
    if (tunip_assert_structural_equal(context, expected, got, NULL, &difference, error) ||
        !difference)
        return error->code == TUNIP_OK;
    printf("test_vectorize: the pass does not make what it should\n%s", difference);
    tunip_text_free(context, difference);
    return false;
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *graph = context ? tunip_graph_new(context, &error) : NULL;
    bool equal = graph && expect_equal(context, graph, &error);
    if (error.code != TUNIP_OK) fprintf(stderr, "failing_test: %s\n", error.message);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return equal || error.code != TUNIP_OK; /* that this test fails is what the example is about */
}
