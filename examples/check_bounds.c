/* check_bounds.c -- a pass that finds loads past the end of a buffer and points at them.
 *
 *     cc check_bounds.c -ltunip && ./a.out
 */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};

/* ---- the module: for i in range(16): B[i] = A[i] + A[i + 1] ---- */

static tunip_tir_prim_func *build(tunip_graph *g)
{
    void *size = tunip_ir_int(g, int32, 16);
    tunip_tir_buffer *buffers[] = {tunip_tir_buffer_new(g, "A", float32, TUNIP_LIST(g, size)),
                                   tunip_tir_buffer_new(g, "B", float32, TUNIP_LIST(g, size))};
    tunip_tir_var *params[] = {tunip_tir_handle_new(g, "a"), tunip_tir_handle_new(g, "b")};
    tunip_tir_var *i = tunip_tir_var_new(g, "i", int32);
    void *next = tunip_tir_binary_new(g, &tunip_tir_add_type, i, tunip_ir_int(g, int32, 1));
    void *sum = tunip_tir_binary_new(g, &tunip_tir_add_type,
                                     tunip_tir_buffer_load_new(g, buffers[0], TUNIP_LIST(g, i)),
                                     tunip_tir_buffer_load_new(g, buffers[0], TUNIP_LIST(g, next)));
    void *store = tunip_tir_buffer_store_new(g, buffers[1], TUNIP_LIST(g, i), sum);
    return tunip_tir_prim_func_new(
        g, "blur", 2, params, buffers,
        tunip_tir_for_new(g, i, tunip_ir_int(g, int32, 16), TUNIP_TIR_FOR_SERIAL, store));
}

/* ---- the pass ---- */

typedef struct pass {
    tunip_diagnostics *found;
    const tunip_tir_for *loop; /* the innermost loop */
} pass;

/* The last value of `index`, if it is the loop's variable or the variable plus a constant;
 * otherwise -1. */
static int64_t last_of(const tunip_tir_for *loop, const tunip_node *index)
{
    const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, loop->extent);
    const tunip_tir_binary *sum = TUNIP_AS(tunip_tir_add, index);
    const tunip_ir_int_imm *offset = sum ? TUNIP_AS(tunip_ir_int_imm, sum->b) : NULL;
    const void *var = offset ? sum->a : index;
    if (!extent || var != (const void *)loop->loop_var) return -1;
    return extent->value - 1 + (offset ? offset->value : 0);
}

static void check(pass *p, const tunip_tir_buffer_load *load)
{
    char text[64];
    const tunip_node *index = load->indices->items[0];
    const tunip_ir_int_imm *size = TUNIP_AS(tunip_ir_int_imm, load->buffer->shape->items[0]);
    int64_t last = p->loop ? last_of(p->loop, index) : -1;
    if (!size || last < size->value) return;
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->found, TUNIP_SEVERITY_ERROR, "bounds", "load past the end");
    snprintf(text, sizeof text, "reads element %lld of %lld", (long long)last,
             (long long)size->value);
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, (const tunip_node *)load, text);
    tunip_diagnostic_at_node(d, TUNIP_LABEL_SECONDARY, p->loop->extent, "in the last round");
    tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, "guard it with T.if_then_else");
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    pass *p = user;
    const tunip_tir_buffer_load *load = TUNIP_AS(tunip_tir_buffer_load, node);
    if (tunip_is(node, &tunip_tir_for_type)) p->loop = (const tunip_tir_for *)node;
    if (load) check(p, load);
    return TUNIP_WALK_ON;
}

/* ---- the rendered diagnostic ---- */

static int write_out(const char *data, size_t size, void *user)
{
    return fwrite(data, 1, size, user) != size;
}

static tunip_status report(tunip_context *context, const tunip_node *root, tunip_error *error)
{
    pass p = {.found = tunip_diagnostics_new(NULL, error)};
    const tunip_walker walker = {.enter = enter, .user = &p};
    tunip_printed *printed;
    tunip_walk(root, &walker);
    tunip_status status = tunip_print(context, root, NULL, &printed, error);
    if (status == TUNIP_OK) {
        status = tunip_diagnostics_render(p.found, printed, NULL, write_out, stdout, error);
        tunip_printed_free(printed);
    }
    tunip_diagnostics_free(p.found);
    return status;
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *graph = context ? tunip_graph_new(context, &error) : NULL;
    tunip_tir_prim_func *func = graph ? build(graph) : NULL;
    tunip_status status = func ? report(context, (tunip_node *)func, &error) : TUNIP_ERROR_MEMORY;
    if (status != TUNIP_OK) fprintf(stderr, "check_bounds: %s\n", error.message);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return status == TUNIP_OK ? 0 : 1;
}
