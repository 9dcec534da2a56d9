/* spans.c -- keeps the places in the user's program while passes rewrite a module. One pass unpacks
 * a batch normalization into several expressions, one replaces two operations by one, and one
 * replaces an `if` by the branch that is taken. The first part is on Relay, where spans are names
 * of layers. The second part is on the tensor IR, where spans are lines of a script. docs/spans.md
 * explains this program. */
#include <stdio.h>

#include <tunip.h>
#include <tunip/tvm/relay.h>
#include <tunip/tvm/tir.h>

static tunip_context *context;

static int write_out(const char *data, size_t size, void *out)
{
    return fwrite(data, 1, size, out) != size;
}

static void show(const char *title, const void *node)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_type *type = node ? ((const tunip_node *)node)->type : NULL;
    bool is_relay = type && type->key[0] == 'r';
    options.backend = is_relay ? "relay" : "python";
    options.spans = true;
    printf("-- %s\n", title);
    if (tunip_print_stream(context, node, &options, write_out, stdout, &error) != TUNIP_OK)
        printf("%s", error.message);
    printf("\n\n");
}

/* ---- Relay ---- */

static tunip_node *layer(tunip_graph *g, const char *name)
{
    return (tunip_node *)tunip_ir_span_new(g, name, 0, 0, 0, 0);
}

static void *var(tunip_graph *g, const char *name)
{
    tunip_relay_var *x = tunip_node_new(g, &tunip_relay_var_type);
    if (x) x->vid = tunip_node_new(g, &tunip_relay_id_type);
    if (x && x->vid) x->vid->name_hint = tunip_string_new(g, name);
    return x;
}

static tunip_relay_call *call(tunip_graph *g, const char *op, tunip_array *args)
{
    tunip_relay_call *made = tunip_node_new(g, &tunip_relay_call_type);
    if (!made) return NULL;
    made->op = (tunip_node *)tunip_ir_op_new(g, op);
    made->args = args;
    return made;
}

/* scale = gamma / sqrt(variance); data * scale + (beta - mean * scale) */
static void *unpack_batch_norm(tunip_graph *g, const tunip_relay_call *norm)
{
    tunip_node *const *in = norm->args->items; /* data, gamma, beta, mean, variance */
    void *scale = call(g, "divide", TUNIP_LIST(g, in[1], call(g, "sqrt", TUNIP_LIST(g, in[4]))));
    void *shift =
        call(g, "subtract", TUNIP_LIST(g, in[2], call(g, "multiply", TUNIP_LIST(g, in[3], scale))));
    void *out =
        call(g, "add", TUNIP_LIST(g, call(g, "multiply", TUNIP_LIST(g, in[0], scale)), shift));

    tunip_span_builder *spans = tunip_span_builder_new(g, tunip_node_span(norm));
    tunip_span_builder_fill(spans, out, norm->args->count, (void *const *)norm->args->items);
    tunip_span_builder_free(spans);
    return out;
}

/* reshape(reshape(data)) is reshape(data). */
static void *collapse(tunip_graph *g, const tunip_relay_call *outer)
{
    const tunip_relay_call *inner = TUNIP_AS(tunip_relay_call, outer->args->items[0]);
    void *data = inner->args->items[0];
    tunip_relay_call *made = tunip_node_copy(g, outer);
    if (!made) return NULL;
    made->args = TUNIP_LIST(g, data);

    tunip_span_builder *spans = tunip_span_builder_collect(g, outer, 1, &data);
    made->base.base.base.span = tunip_span_builder_span(spans);
    tunip_span_builder_free(spans);
    return made;
}

/* The branch that is taken comes from two places: its own, and that of the condition. */
static void *fold(tunip_graph *g, const tunip_relay_if *branch)
{
    tunip_relay_call *taken = tunip_node_copy(g, branch->true_branch);
    void *both[] = {taken ? taken->base.base.base.span : NULL, branch->base.base.base.span};
    if (taken) taken->base.base.base.span = tunip_span_list(g, TUNIP_LEN(both), both);
    return taken;
}

/* An expression that other IR uses, too, does not change: the result is a copy. */
static void *fill_shared(tunip_graph *g, const void *shared, void *input)
{
    tunip_span_builder *spans = tunip_span_builder_new(g, layer(g, "act"));
    void *filled = tunip_span_builder_filled(spans, shared, 1, &input);
    tunip_span_builder_free(spans);
    return filled;
}

static void relay(tunip_graph *g)
{
    void *data = tunip_set_span(g, var(g, "data"), layer(g, "input"));
    void *in[] = {data, var(g, "gamma"), var(g, "beta"), var(g, "mean"), var(g, "var")};
    void *norm = call(g, "nn.batch_norm", tunip_array_new(g, TUNIP_LEN(in), in));
    norm = tunip_set_span(g, norm, layer(g, "bn1"));
    show("a layer", norm);
    show("unpacked", unpack_batch_norm(g, norm));

    void *first = tunip_set_span(g, call(g, "reshape", TUNIP_LIST(g, data)), layer(g, "flatten"));
    void *both = tunip_set_span(g, call(g, "reshape", TUNIP_LIST(g, first)), layer(g, "view"));
    show("two reshapes", both);
    show("collapsed", collapse(g, both));

    void *shared = call(g, "tanh", TUNIP_LIST(g, data));
    show("filled", fill_shared(g, shared, data));
    show("still without", shared);

    tunip_relay_if *choice = tunip_node_new(g, &tunip_relay_if_type);
    if (!choice) return;
    choice->cond = var(g, "training");
    choice->true_branch = both;
    choice->false_branch = first;
    choice = (void *)tunip_set_span(g, choice, layer(g, "dropout"));
    show("folded", choice ? fold(g, choice) : NULL);
}

/* ---- the tensor IR ---- */

static tunip_node *line(tunip_graph *g, int64_t number)
{
    return (tunip_node *)tunip_ir_span_new(g, "model.py", number, 5, number, 40);
}

static void *one(tunip_graph *g)
{
    return tunip_ir_float(g, TUNIP_FLOAT(32), 1);
}

/* The statement b[i] = value in a line of the script. */
static void *store(tunip_graph *g, tunip_tir_buffer *b, void *i, void *value, int64_t number)
{
    return tunip_set_span(g, TUNIP_TIR_STORE(g, b, value, i), line(g, number));
}

static void tensors(tunip_graph *g)
{
    void *n = tunip_ir_int(g, TUNIP_INT(32), 16), *i = tunip_tir_var_new(g, "i", TUNIP_INT(32));
    tunip_tir_buffer *a = tunip_tir_buffer_new(g, "A", TUNIP_FLOAT(32), TUNIP_LIST(g, n));
    tunip_tir_buffer *b = tunip_tir_buffer_new(g, "B", TUNIP_FLOAT(32), TUNIP_LIST(g, n));

    /* one statement becomes two, which are new; the load of the input is not */
    void *load = tunip_set_span(g, TUNIP_TIR_LOAD(g, a, i), line(g, 11));
    void *e = tunip_tir_call_new(g, TUNIP_FLOAT(32), "tir.exp", TUNIP_LIST(g, load));
    void *quotient = tunip_tir_div_new(g, e, TUNIP_TIR_LOAD(g, b, i));
    void *two[] = {TUNIP_TIR_STORE(g, b, tunip_tir_add_new(g, one(g), e), i),
                   TUNIP_TIR_STORE(g, b, quotient, i)};
    void *body = tunip_tir_seq_new(g, tunip_array_new(g, TUNIP_LEN(two), two));
    void *inputs[] = {load, i};
    tunip_span_builder *spans = tunip_span_builder_new(g, line(g, 12));
    tunip_span_builder_fill(spans, body, TUNIP_LEN(inputs), inputs);
    tunip_span_builder_free(spans);
    show("unpacked", body);

    /* B[i] = A[i] + 1; B[i] = B[i] * A[i]  =>  B[i] = (A[i] + 1) * A[i] */
    void *first = store(g, b, i, tunip_tir_add_new(g, load, one(g)), 14);
    void *second = store(g, b, i, tunip_tir_mul_new(g, TUNIP_TIR_LOAD(g, b, i), load), 15);
    void *whole = tunip_tir_seq_new(g, TUNIP_LIST(g, first, second));
    void *product = tunip_tir_mul_new(g, tunip_tir_add_new(g, load, one(g)), load);
    tunip_tir_buffer_store *made = TUNIP_TIR_STORE(g, b, product, i);
    spans = tunip_span_builder_collect(g, whole, 1, &load);
    if (made) made->base.span = tunip_span_builder_span(spans);
    tunip_span_builder_free(spans);
    show("collapsed", made);

    /* if True: B[i] = ... */
    tunip_tir_if_then_else *branch =
        tunip_tir_if_then_else_new(g, tunip_ir_int(g, TUNIP_BOOL, 1), second, NULL);
    branch = (void *)tunip_set_span(g, branch, line(g, 17));
    tunip_tir_buffer_store *taken = branch ? tunip_node_copy(g, branch->then_case) : NULL;
    void *both[] = {taken ? taken->base.span : NULL, branch ? branch->base.span : NULL};
    if (taken) taken->base.span = tunip_span_list(g, TUNIP_LEN(both), both);
    show("folded", taken);
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    context = tunip_context_new(NULL, &error);
    tunip_graph *graph = context ? tunip_graph_new(context, &error) : NULL;
    if (graph) {
        relay(graph);
        tensors(graph);
        error = *tunip_graph_error(graph);
    }
    if (error.code != TUNIP_OK) fprintf(stderr, "%s\n", error.message);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code != TUNIP_OK;
}
