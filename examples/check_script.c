/* check_script.c -- a pass that shows its diagnostics in the lines of a script, as its author wrote
 * them.
 *
 *     cc check_script.c -ltunip && ./a.out [SCRIPT]
 */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

static const char example[] = "from tvm.script import tir as T\n"
                              "\n"
                              "@T.prim_func\n"
                              "def mean(A: T.Buffer((16,), 'float32'), out: T.Buffer((1,))):\n"
                              "    for i in range(16):  # sum up\n"
                              "        out[0] += A[i]\n"
                              "    out[2 - 1] = out[0] / 16.0\n";

/* ---- the pass: constant indices that a buffer does not have ---- */

static tunip_walk_action enter(const tunip_node *node, void *found)
{
    const tunip_tir_buffer_store *store = TUNIP_AS(tunip_tir_buffer_store, node);
    for (size_t i = 0; store && i < store->indices->count; i++) {
        const tunip_node *at = store->indices->items[i];
        const tunip_ir_int_imm *index = TUNIP_AS(tunip_ir_int_imm, at);
        const tunip_ir_int_imm *size = TUNIP_AS(tunip_ir_int_imm, store->buffer->shape->items[i]);
        if (!index || !size || index->value < size->value) continue;
        tunip_diagnostic *d =
            tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, "bounds", "store past the end");
        tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, at, "outside of the buffer");
        tunip_diagnostic_at_node(d, TUNIP_LABEL_SECONDARY, (const tunip_node *)store->buffer,
                                 "its shape");
    }
    return TUNIP_WALK_ON;
}

/* ---- reading and reporting ---- */

static int write_out(const char *data, size_t size, void *user)
{
    return fwrite(data, 1, size, user) != size;
}

static int check(const tunip_context *context, const tunip_source *source, tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.origins = true;
    options.fold = true; /* as TVM reads it: 2 - 1 is 1 */
    tunip_diagnostics *found = options.diagnostics = tunip_diagnostics_new(NULL, error);
    tunip_graph *graph = found ? tunip_read_source(context, source, &options, error) : NULL;
    const tunip_walker walker = {.enter = enter, .user = found};
    if (graph) {
        tunip_walk(tunip_graph_root(graph), &walker);
        tunip_diagnostics_render_origins(found, graph, source, NULL, write_out, stdout, error);
    } else if (found) { /* why the script cannot be read */
        tunip_diagnostics_render_source(found, source, NULL, write_out, stdout, NULL);
    }
    bool failed = error->code != TUNIP_OK;
    tunip_graph_free(graph);
    tunip_diagnostics_free(found);
    return failed;
}

int main(int argc, char **argv)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_str name = tunip_str_from("mean.py"), text = tunip_str_from(example);
    tunip_source *source = !context   ? NULL
                           : argc > 1 ? tunip_source_open(context, argv[1], &error)
                                      : tunip_source_new(NULL, name, text, &error);
    int status = source ? check(context, source, &error) : 1;
    if (status) fprintf(stderr, "check_script: %s\n", error.message);
    tunip_source_free(source);
    tunip_context_free(context);
    return status;
}
