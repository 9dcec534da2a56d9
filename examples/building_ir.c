/* building_ir.c -- makes IR in memory: nodes by constructors, functions in the order of their text,
 * a module whose functions call each other, and changes of it. docs/building-ir.md explains it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir_builder.h>

/* x * 2 + 1 */
static void *make_sum(tunip_graph *g, tunip_tir_var *x)
{
    void *two = tunip_ir_int(g, TUNIP_INT(32), 2), *one = tunip_ir_int(g, TUNIP_INT(32), 1);
    return tunip_tir_add_new(g, tunip_tir_mul_new(g, x, two), one);
}

/* for i in range(8): A[i] = A[i] * 2 + 1 */
static void *make_loop(tunip_graph *g, tunip_tir_buffer *A, void *extent)
{
    tunip_tir_var *i = tunip_tir_var_new(g, "i", TUNIP_INT(32));
    void *value =
        tunip_tir_mul_new(g, TUNIP_TIR_LOAD(g, A, i), tunip_ir_float(g, TUNIP_FLOAT(32), 2));
    return tunip_tir_for_new(g, i, extent, TUNIP_TIR_FOR_SERIAL, TUNIP_TIR_STORE(g, A, value, i));
}

/* A function node by node: the buffers belong to the parameters. */
static void *make_scale(tunip_graph *g)
{
    void *extent = tunip_ir_int(g, TUNIP_INT(32), 8);
    tunip_tir_buffer *A = tunip_tir_buffer_new(g, "A", TUNIP_FLOAT(32), TUNIP_LIST(g, extent));
    tunip_tir_var *handle = tunip_tir_handle_new(g, "A_handle");
    return tunip_tir_prim_func_new(g, "scale", 1, &handle, &A, make_loop(g, A, extent));
}

/* A Relax function that calls a function of the module by its global variable. */
static void *make_main(tunip_graph *g, tunip_ir_global_var *scale)
{
    void *dims = TUNIP_LIST(g, tunip_ir_int(g, TUNIP_INT(64), 8));
    void *info = tunip_relax_tensor_info_new(g, dims, 1, TUNIP_FLOAT(32));
    tunip_relax_var *x = tunip_relax_var_new(g, "x", info);
    void *args = TUNIP_LIST(g, scale, tunip_relax_tuple_new(g, TUNIP_LIST(g, x)));
    tunip_relax_call *call = tunip_relax_call_op_new(g, "relax.call_tir", args, NULL);
    if (call) call->sinfo_args = TUNIP_LIST(g, info);
    tunip_relax_var *y = tunip_relax_var_new(g, "y", tunip_relax_infer(g, call));
    void *block = tunip_relax_block_new(g, TUNIP_LIST(g, tunip_relax_binding_new(g, y, call)));
    return tunip_relax_function_new(g, "main", TUNIP_LIST(g, x), info,
                                    tunip_relax_seq_new(g, TUNIP_LIST(g, block), y));
}

static tunip_ir_module *make_module(tunip_graph *g)
{
    tunip_ir_global_var *vars[] = {tunip_ir_global_var_new(g, "scale"),
                                   tunip_ir_global_var_new(g, "main")};
    void *functions[] = {make_scale(g), make_main(g, vars[0])};
    return tunip_ir_module_with_vars_new(g, TUNIP_LEN(vars), vars, functions);
}

/* Two functions in the order of their text, where the first calls the second. */
static tunip_ir_module *write_module(tunip_graph *g)
{
    tunip_tir_builder *b = tunip_tir_builder_new(g);
    tunip_tir_begin_func(b, "twice");
    tunip_tir_var *n = tunip_tir_add_param(b, "n", TUNIP_INT(32));
    void *step = tunip_tir_function_var(b, "step");
    tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_SERIAL, tunip_ir_int(g, TUNIP_INT(32), 2));
    void *call = tunip_tir_call_function_new(g, TUNIP_INT(32), step, TUNIP_LIST(g, n));
    tunip_tir_add_stmt(b, tunip_tir_evaluate_new(g, call));
    tunip_tir_end(b); /* the loop */
    tunip_tir_end(b); /* the function */
    tunip_tir_begin_func(b, "step");
    tunip_tir_var *x = tunip_tir_add_param(b, "x", TUNIP_INT(32));
    tunip_tir_add_stmt(b, tunip_tir_evaluate_new(g, make_sum(g, x)));
    return tunip_tir_builder_module(b);
}

/* A block in a loop, branches, and statements about the rest of their scope. */
static tunip_ir_module *write_statements(tunip_graph *g)
{
    void *size = tunip_ir_int(g, TUNIP_INT(32), 8), *zero = tunip_ir_float(g, TUNIP_FLOAT(32), 0);
    tunip_array *shape = TUNIP_LIST(g, size);
    tunip_tir_builder *b = tunip_tir_builder_new(g);
    tunip_tir_begin_func(b, "total");
    tunip_tir_var *n = tunip_tir_add_param(b, "n", TUNIP_INT(32));
    tunip_tir_buffer *A = tunip_tir_add_buffer_param(b, "A", TUNIP_FLOAT(32), shape);
    tunip_tir_var *i = tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_SERIAL, size);
    tunip_tir_begin_block(b, "sum");
    tunip_tir_var *k = tunip_tir_add_axis(b, "k", TUNIP_TIR_ITER_COMM_REDUCE, size, i);
    tunip_tir_buffer *sum =
        tunip_tir_add_alloc_buffer(b, "sum", TUNIP_FLOAT(32), TUNIP_LIST(g, size), "global");
    tunip_tir_begin_init(b);
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, sum, zero, k));
    tunip_tir_end(b); /* the init */
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, sum, TUNIP_TIR_LOAD(g, A, k), k));
    tunip_tir_end(b); /* the block */
    tunip_tir_end(b); /* the loop */
    tunip_tir_begin_if(b, tunip_tir_lt_new(g, n, size));
    tunip_tir_add_assert(b, tunip_tir_lt_new(g, zero, TUNIP_TIR_LOAD(g, A, n)), "not positive");
    tunip_tir_var *m = tunip_tir_add_let(b, "m", tunip_tir_mul_new(g, n, n));
    tunip_tir_add_attr(b, m, "pragma_unroll", tunip_ir_int(g, TUNIP_INT(32), 1));
    tunip_tir_begin_while(b, tunip_tir_lt_new(g, m, size));
    tunip_tir_end(b); /* the while */
    tunip_tir_begin_else(b);
    tunip_tir_var *data = tunip_tir_add_allocate(b, "C", TUNIP_FLOAT(32), shape, "global");
    tunip_tir_buffer *C = tunip_tir_buffer_new(g, "C", TUNIP_FLOAT(32), shape);
    if (C) C->data = data;
    tunip_tir_add_decl(b, C);
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, C, zero, tunip_ir_int(g, TUNIP_INT(32), 0)));
    return tunip_tir_builder_module(b);
}

/* Unrolls loops of few iterations. */
static tunip_node *unroll(tunip_graph *g, tunip_node *node, void *most)
{
    const tunip_tir_for *old = TUNIP_AS(tunip_tir_for, node);
    const tunip_ir_int_imm *extent = TUNIP_AS(tunip_ir_int_imm, old ? old->extent : NULL);
    if (!extent || extent->value > *(const int64_t *)most) return node;
    tunip_tir_for *loop = tunip_node_copy(g, node);
    if (loop) loop->kind = TUNIP_TIR_FOR_UNROLLED;
    return (tunip_node *)loop;
}

static tunip_node *change(tunip_graph *g, const tunip_ir_module *module)
{
    int64_t most = 4;
    return tunip_rewrite(g, (const tunip_node *)module, unroll, &most);
}

static int print(tunip_context *context, const tunip_graph *g, const void *root)
{
    tunip_error error = *tunip_graph_error(g);
    char *text = error.code == TUNIP_OK ? tunip_print_module(context, root, &error) : NULL;
    if (text)
        puts(text);
    else
        fprintf(stderr, "building_ir: %s\n", error.message);
    tunip_text_free(context, text);
    return text ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const tunip_node *find_loop(const void *module, tunip_error *error)
{
    return tunip_node_at(module, "<root>.functions[I.GlobalVar(\"scale\")].body", error);
}

/* Puts a statement where an expression belongs, and leaves out the body of a loop. */
static void *break_it(tunip_graph *g)
{
    tunip_ir_module *module = make_module(g);
    tunip_tir_for *loop = (void *)(uintptr_t)find_loop(module, NULL);
    if (!loop) return NULL;
    loop->extent = loop->body;
    loop->body = NULL;
    tunip_graph_changed(g);
    return module;
}

static int check(tunip_context *context, const void *root)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_check_report *report;
    if (tunip_check(context, root, NULL, &report, &error) != TUNIP_OK) {
        fprintf(stderr, "building_ir: %s\n", error.message);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < tunip_check_report_count(report); i++) {
        const tunip_flaw *flaw = tunip_check_report_flaw(report, i);
        char path[256];
        tunip_path_text(flaw->path, path, sizeof path);
        printf("%s: %s\n  at %s\n", tunip_flaw_kind_name(flaw->kind), flaw->message.data, path);
    }
    printf("%zu flaws\n", tunip_check_report_total(report));
    tunip_check_report_free(report);
    return EXIT_SUCCESS;
}

/* Keeps one function of a large graph, and frees the rest. */
static int keep_function(tunip_context *context)
{
    tunip_graph *large = tunip_graph_new(context, NULL), *small = tunip_graph_new(context, NULL);
    const tunip_node *scale = large ? find_loop(make_module(large), NULL) : NULL;
    const tunip_node *kept = small ? tunip_clone(small, scale) : NULL;
    bool is_smaller = kept && tunip_graph_memory(small) <= tunip_graph_memory(large);
    tunip_graph_free(large);
    int status = kept && is_smaller ? print(context, small, kept) : EXIT_FAILURE;
    tunip_graph_free(small);
    return status;
}

/* Prints one of the parts; the module if none is named. */
static int run(tunip_context *context, tunip_graph *g, const char *part)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (strcmp(part, "statements") == 0) return print(context, g, write_statements(g));
    if (strcmp(part, "checked") == 0) return check(context, break_it(g));
    if (strcmp(part, "kept") == 0) return keep_function(context);
    if (*part == 's')
        return print(context, g, make_sum(g, tunip_tir_var_new(g, "x", TUNIP_INT(32))));
    if (*part == 'm') return print(context, g, make_module(g));
    if (*part == 'w') return print(context, g, write_module(g));
    if (*part == 'c') return print(context, g, change(g, write_module(g)));
    if (*part == 'f') return print(context, g, find_loop(make_module(g), &error));
    void *half = tunip_ir_float(g, TUNIP_FLOAT(32), 0.5);
    return print(context, g, tunip_tir_add_new(g, tunip_ir_int(g, TUNIP_INT(32), 1), half));
}

int main(int argc, char **argv)
{
    int status = EXIT_FAILURE;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = context ? tunip_graph_new(context, NULL) : NULL;
    if (graph) status = run(context, graph, argc > 1 ? argv[1] : "module");
    tunip_graph_free(graph);
    tunip_context_free(context);
    return status;
}
