/* test_build_oom.c -- memory that runs out at every single point of building a module: the graph
 * has the error, and everything is given back. */
#include "chaos.h"

#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir_builder.h>

static void *relax_function(tunip_graph *g)
{
    void *dim = tunip_ir_int(g, TUNIP_INT(64), 4);
    void *info = tunip_relax_tensor_info_new(g, TUNIP_LIST(g, dim), 1, TUNIP_FLOAT(32));
    tunip_relax_var *x = tunip_relax_var_new(g, "x", info);
    void *args =
        TUNIP_LIST(g, x, tunip_relax_prim_value_new(g, dim), tunip_relax_string_imm_new(g, "text"),
                   tunip_relax_extern_func_new(g, "f"));
    void *body = tunip_relax_seq_new(
        g, NULL, tunip_relax_call_op_new(g, "relax.call_pure_packed", args, NULL));
    return tunip_relax_function_new(g, "main", TUNIP_LIST(g, x), info, body);
}

static void *tir_module(tunip_graph *g)
{
    tunip_tir_builder *b = tunip_tir_builder_new(g);
    void *n = tunip_ir_int(g, TUNIP_INT(32), 16), *four = tunip_ir_int(g, TUNIP_INT(32), 4);
    tunip_tir_begin_func(b, "f");
    tunip_tir_buffer *a = tunip_tir_add_buffer_param(b, "A", TUNIP_INT(32), TUNIP_LIST(g, n));
    void *i = tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_SERIAL, n);
    tunip_tir_begin_block(b, "work");
    void *v = tunip_tir_add_axis(b, "v", TUNIP_TIR_ITER_DATA_PAR, n, i);
    tunip_tir_set_writes(b,
                         TUNIP_LIST(g, TUNIP_TIR_POINT(g, a, tunip_tir_ramp_new(g, v, n, four))));
    tunip_tir_add_alloc_buffer(b, "t", TUNIP_BOOL, NULL, "shared");
    tunip_tir_begin_init(b);
    tunip_tir_end(b);
    void *x = tunip_tir_add_let(b, "x", tunip_tir_add_new(g, v, TUNIP_TIR_LOAD(g, a, v)));
    tunip_tir_add_assert(b, tunip_tir_lt_new(g, x, n), "small");
    tunip_tir_begin_if(b, tunip_tir_lt_new(g, x, v));
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, a, x, v));
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, a, n, v));
    tunip_tir_begin_else(b);
    tunip_tir_begin_while(b, tunip_tir_and_new(g, tunip_tir_eq_new(g, x, v), NULL));
    tunip_tir_end(b);
    tunip_tir_end(b);
    tunip_tir_end(b);
    void *vector = tunip_tir_broadcast_new(g, i, four);
    void *shuffle = tunip_tir_shuffle_new(g, TUNIP_LIST(g, vector), TUNIP_TIR_INTS(g, 0, 1, 2));
    void *inner = tunip_tir_seq_new(
        g, TUNIP_LIST(g, tunip_tir_evaluate_new(g, shuffle), tunip_tir_evaluate_new(g, vector)));
    tunip_tir_add_stmt(b, tunip_tir_seq_new(g, TUNIP_LIST(g, inner, inner)));
    return tunip_tir_builder_module(b);
}

static tunip_status go(chaos *c)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new_empty(&c->allocator, &error);
    tunip_graph *graph = context ? tunip_graph_new(context, &error) : NULL;
    if (graph) {
        bool made = tir_module(graph) && relax_function(graph);
        const tunip_error *first = tunip_graph_error(graph);
        if (first->code != TUNIP_OK) tunip_error_set(&error, first->code, "%s", first->message);
        assert_true(made || first->code != TUNIP_OK);
    }
    tunip_graph_free(graph);
    tunip_context_free(context);
    return error.code;
}

static void a_module(void **state)
{
    (void)state;
    chaos_everywhere(go, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_module)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
