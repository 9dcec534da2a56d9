/* test_var_types.c -- text shows the type of a variable exactly where its definition does not imply
 * it; Python never does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

static const tunip_dtype i32 = {TUNIP_DTYPE_INT, 32, 1};
static const tunip_dtype i64 = {TUNIP_DTYPE_INT, 64, 1};
static const tunip_dtype f32 = {TUNIP_DTYPE_FLOAT, 32, 1};

static tunip_context *context;

static int open(void **state)
{
    context = tunip_context_new(NULL, NULL);
    *state = context ? tunip_graph_new(context, NULL) : NULL;
    return !*state;
}

static int close(void **state)
{
    tunip_graph_free(*state);
    tunip_context_free(context);
    return 0;
}

static tunip_tir_var *size_var(tunip_graph *g, const char *name)
{
    tunip_tir_var *var = tunip_tir_var_new(g, name, i32);
    ((tunip_node *)var)->type = &tunip_tir_size_var_type;
    return var;
}

/* A variable whose type differs from its dtype. */
static tunip_tir_var *odd_var(tunip_graph *g, const char *name)
{
    tunip_tir_var *var = tunip_tir_var_new(g, name, i32);
    var->type_annotation = (tunip_node *)tunip_ir_prim_type_new(g, f32);
    return var;
}

static void check_in(const char *backend, const void *root, const char *expected)
{
    tunip_printed *printed = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = backend;
    assert_int_equal(tunip_print(context, root, &options, &printed, NULL), TUNIP_OK);
    assert_string_equal(tunip_printed_text(printed).data, expected);
    tunip_printed_free(printed);
}

static void check(const void *root, const char *text, const char *python)
{
    check_in("text", root, text);
    check_in("python", root, python);
}

/* ---- loops and blocks ---- */

static void *evaluate(tunip_graph *g, void *value)
{
    return tunip_tir_evaluate_new(g, value);
}

static void *loop(tunip_graph *g, tunip_tir_var *var)
{
    tunip_tir_for *loop =
        tunip_tir_for_new(g, var, tunip_ir_int(g, i32, 8), TUNIP_TIR_FOR_SERIAL, evaluate(g, var));
    loop->extent = (tunip_node *)tunip_ir_int(g, i32, 8); /* the constructor has widened it */
    return loop;
}

static void loops(void **state)
{
    tunip_graph *g = *state;
    static const char python[] = "for i in range(8):\n    T.evaluate(i)";
    check(loop(g, tunip_tir_var_new(g, "i", i32)), "for i in 0..8\n    do T.evaluate(i)", python);
    check(loop(g, tunip_tir_var_new(g, "i", i64)), "for i: T.int64 in 0..8\n    do T.evaluate(i)",
          python);
    check(loop(g, size_var(g, "i")),
          "for i: T.int32(is_size_var=true) in 0..8\n    do T.evaluate(i)", python);
    check(loop(g, odd_var(g, "i")),
          "for i: T.int32(type_annotation=T.float32) in 0..8\n    do T.evaluate(i)", python);
}

static void *block(tunip_graph *g, tunip_tir_var *var)
{
    tunip_tir_iter_var *iter =
        tunip_tir_iter_var_new(g, var, tunip_ir_int(g, i32, 8), TUNIP_TIR_ITER_DATA_PAR);
    return tunip_tir_block_new(g, "b", TUNIP_LIST(g, iter), TUNIP_LIST(g, tunip_ir_int(g, i32, 3)),
                               NULL, NULL, evaluate(g, var));
}

static void axes(void **state)
{
    tunip_graph *g = *state;
    static const char python[] = "with T.block(\"b\"):\n"
                                 "    v = T.axis.spatial(8, 3)\n"
                                 "    T.reads()\n"
                                 "    T.writes()\n"
                                 "    T.evaluate(v)";
    check(block(g, tunip_tir_var_new(g, "v", i32)),
          "scope T.block(\"b\")\n"
          "    axis v = T.axis.spatial(8, 3)\n"
          "    meta T.reads()\n"
          "    meta T.writes()\n"
          "    do T.evaluate(v)",
          python);
    check(block(g, size_var(g, "v")),
          "scope T.block(\"b\")\n"
          "    axis v: T.int32(is_size_var=true) = T.axis.spatial(8, 3)\n"
          "    meta T.reads()\n"
          "    meta T.writes()\n"
          "    do T.evaluate(v)",
          python);
}

/* ---- let, parameters, lambdas ---- */

static void *let(tunip_graph *g, tunip_tir_var *var)
{
    tunip_tir_let_stmt *stmt = tunip_node_new(g, &tunip_tir_let_stmt_type);
    stmt->var = var;
    stmt->value = (tunip_node *)tunip_ir_int(g, i32, 1);
    stmt->body = evaluate(g, var);
    return stmt;
}

static void lets(void **state)
{
    tunip_graph *g = *state;
    static const char python[] = "with T.LetStmt(1) as x:\n    T.evaluate(x)";
    check(let(g, tunip_tir_var_new(g, "x", i32)), "scope x = T.LetStmt(1)\n    do T.evaluate(x)",
          python);
    check(let(g, tunip_tir_var_new(g, "x", i64)),
          "scope x: T.int64 = T.LetStmt(1)\n    do T.evaluate(x)", python);
}

static void *function(tunip_graph *g, tunip_tir_var *var)
{
    return tunip_tir_prim_func_new(g, "f", 1, (tunip_tir_var *const[]){var}, NULL,
                                   evaluate(g, var));
}

static void parameters(void **state)
{
    tunip_graph *g = *state;
    static const char python[] = "# from tvm.script import tir as T\n\n"
                                 "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)";
    check(function(g, tunip_tir_var_new(g, "n", i32)),
          "func f(n: T.int32) @T.prim_func\n    do T.evaluate(n)", python);
    check(function(g, size_var(g, "n")),
          "func f(n: T.int32(is_size_var=true)) @T.prim_func\n    do T.evaluate(n)", python);
}

static void *reducer(tunip_graph *g, tunip_tir_var *x, tunip_tir_var *y)
{
    tunip_tir_comm_reducer *node = tunip_node_new(g, &tunip_tir_comm_reducer_type);
    node->lhs = TUNIP_LIST(g, x);
    node->rhs = TUNIP_LIST(g, y);
    node->result = TUNIP_LIST(g, tunip_tir_binary_new(g, &tunip_tir_add_type, x, y));
    node->identity_element = TUNIP_LIST(g, tunip_ir_int(g, i32, 0));
    return node;
}

static void *index_map(tunip_graph *g, tunip_tir_var *i, tunip_tir_var *j)
{
    tunip_tir_index_map *node = tunip_node_new(g, &tunip_tir_index_map_type);
    node->initial_indices = TUNIP_LIST(g, i, j);
    node->final_indices = TUNIP_LIST(g, j, i);
    return node;
}

static void lambdas(void **state)
{
    tunip_graph *g = *state;
    tunip_tir_var *x = tunip_tir_var_new(g, "x", i32), *y = tunip_tir_var_new(g, "y", i32);
    tunip_tir_var *z = tunip_tir_var_new(g, "y", i64);
    static const char sum[] = "T.comm_reducer(lambda x, y: x + y, [0])";
    static const char map[] = "T.index_map(lambda x, y: (y, x))";
    check(reducer(g, x, y), "T.comm_reducer((x, y) => x + y, [0])", sum);
    check(reducer(g, x, size_var(g, "y")),
          "T.comm_reducer((x, y: T.int32(is_size_var=true)) => x + y, [0])", sum);
    check(index_map(g, x, y), "T.index_map((x, y): \"int32\" => (y, x))", map);
    check(index_map(g, x, z), "T.index_map((x: T.int32, y: T.int64) => (y, x))", map);
}

/* ---- buffers ---- */

static void *store(tunip_graph *g, tunip_tir_var *stride, tunip_tir_var *offset)
{
    tunip_array *shape = TUNIP_LIST(g, tunip_ir_int(g, i32, 4));
    tunip_tir_buffer *buffer = tunip_tir_buffer_new(g, "A", f32, shape);
    if (stride) buffer->strides = TUNIP_LIST(g, stride);
    if (offset) buffer->elem_offset = (tunip_node *)offset;
    return tunip_tir_buffer_store_new(g, buffer, TUNIP_LIST(g, tunip_ir_int(g, i32, 0)),
                                      tunip_ir_float(g, f32, 1));
}

static void buffers(void **state)
{
    tunip_graph *g = *state;
    check(store(g, tunip_tir_var_new(g, "s", i32), NULL),
          "define A = T.Buffer((4,), strides=(\"s\",))\nstore A[0] = T.float32(1.0)",
          "A = T.Buffer((4,), strides=(\"s\",))\nA[0] = T.float32(1.0)");
    check(store(g, size_var(g, "s"), NULL),
          "define A = T.Buffer((4,), strides=(s: T.int32(is_size_var=true),))\n"
          "store A[0] = T.float32(1.0)",
          "A = T.Buffer((4,), strides=(\"s\",))\nA[0] = T.float32(1.0)");
    check(store(g, NULL, tunip_tir_var_new(g, "o", i32)),
          "define A = T.Buffer((4,), offset_factor=1)\nstore A[0] = T.float32(1.0)",
          "A = T.Buffer((4,), offset_factor=1)\nA[0] = T.float32(1.0)");
    check(store(g, NULL, tunip_tir_var_new(g, "o", i64)),
          "define A = T.Buffer((4,), offset_factor=1, elem_offset=o: T.int64)\n"
          "store A[0] = T.float32(1.0)",
          "A = T.Buffer((4,), offset_factor=1)\nA[0] = T.float32(1.0)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops),      cmocka_unit_test(axes),    cmocka_unit_test(lets),
        cmocka_unit_test(parameters), cmocka_unit_test(lambdas), cmocka_unit_test(buffers),
    };
    return cmocka_run_group_tests(tests, open, close);
}
