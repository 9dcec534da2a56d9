/* test_read_tensor.c -- the bytes of constants in scripts: for each dtype those of TVM v0.23.0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir.h>

#define REALS                                                                                      \
    "[0.0, -0.0, 1, -1.5, 0.1, 2.7, True, 257, 259, 300, 448.0, 464.0, 465.0, 57344.0, 61440, "    \
    "65504, 65519.99, 65520, 1.0039062500000002, 0.001953125, -0.0009765625, 0.00097656251, "      \
    "6e-8, 2.9802322387695312e-08, -1e-8, 5.9e-39, 1e-45, 3.4028235677973366e+38, 1e40, -1e400]"
#define INTS                                                                                       \
    "[0, 1, -1, 2.7, -2.7, True, 127, 128, 255, 300, 65536.5, 9007199254740993, "                  \
    "-9223372036854775808]"

enum { TEXT_SIZE = 1000 };

typedef struct row {
    const char *dtype, *numbers, *bytes;
} row;

/* R.const(numbers, dtype).data.numpy().tobytes().hex() of TVM, with numpy 1.24 and ml_dtypes 0.5 */
static const row rows[] = {
    {"float16", REALS,
     "00000080003c00be662e6641003c045c0c5cb05c005f405f445f007b807bff7bff7b007c043c00180094"
     "001401000000008000000000007c007c00fc"},
    {"float32", REALS,
     "00000000000000800000803f0000c0bfcdcccc3dcdcc2c400000803f0080804300808143000096430000"
     "e0430000e8430080e843000060470000704700e07f47fdef7f4700f07f470080803f0000003b000080ba"
     "0000803a59d980330000003377cc2bb2cd3e4000010000000000807f0000807f000080ff"},
    {"float64", REALS,
     "00000000000000000000000000000080000000000000f03f000000000000f8bf9a9999999999b93f9a99"
     "999999990540000000000000f03f000000000010704000000000003070400000000000c0724000000000"
     "00007c400000000000007d400000000000107d40000000000000ec40000000000000ee400000000000fc"
     "ef40e17a14aefffdef400000000000feef40010000000010f03f000000000000603f00000000000050bf"
     "fcafbf020000503f2b69a4292b1b703e000000000000603e3a8c30e28e7945bec404622cb30f0038b96a"
     "37ad01d69636000000f0ffffef47a55cc3f129633d48000000000000f0ff"},
    {"bfloat16", REALS,
     "00000080803fc0bfcd3d2d40803f804382439643e043e843e84360477047804780478047803f003b80ba"
     "803a813300332cb240000000807f807f80ff"},
    {"float8_e3m4", REALS, "008030b806463070707070707070707070703000800000008000007070f0"},
    {"float8_e4m3", REALS, "008038bc1d433878787878787878787878783801800100008000007878f8"},
    {"float8_e4m3b11fnuz", REALS, "000058dc3d63588080808080808080808080581088080000000000808080"},
    {"float8_e4m3fn", REALS, "008038bc1d43387878797e7e7f7f7f7f7f7f3801800100008000007f7fff"},
    {"float8_e4m3fnuz", REALS, "000040c4254b408080808080808080808080400281010000000000808080"},
    {"float8_e5m2", REALS, "00803cbe2e413c5c5c5d5f5f5f7b7c7c7c7c3c18941400008000007c7cfc"},
    {"float8_e5m2fnuz", REALS, "000040c23245406060616363637f80808080401c98180000000000808080"},
    {"float8_e8m0fnu", REALS, "ffff7fff7c807f8787878888888f8f8f8f8f7f76ff756766ff0100ffffff"},
    {"bool", REALS, "000001010101010101010101010101010101010101010101010101010101"},
    {"int8", INTS, "0001ff02fe017f80ff2c000100"},
    {"int16", INTS, "00000100ffff0200feff01007f008000ff002c01000001000000"},
    {"int32", INTS,
     "0000000001000000ffffffff02000000feffffff010000007f00000080000000ff0000002c0100000000"
     "01000100000000000000"},
    {"int64", INTS,
     "00000000000000000100000000000000ffffffffffffffff0200000000000000feffffffffffffff0100"
     "0000000000007f000000000000008000000000000000ff000000000000002c0100000000000000000100"
     "0000000001000000000020000000000000000080"},
    {"uint8", INTS, "0001ff02fe017f80ff2c000100"},
    {"uint16", INTS, "00000100ffff0200feff01007f008000ff002c01000001000000"},
    {"uint32", INTS,
     "0000000001000000ffffffff02000000feffffff010000007f00000080000000ff0000002c0100000000"
     "01000100000000000000"},
    {"uint64", INTS,
     "00000000000000000100000000000000ffffffffffffffff0200000000000000feffffffffffffff0100"
     "0000000000007f000000000000008000000000000000ff000000000000002c0100000000000000000100"
     "0000000001000000000020000000000000000080"},
    {"bool", INTS, "00010101010101010101010101"}};

static tunip_context *context;

static tunip_graph *read(const char *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("script"), tunip_str_from(script), &error);
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.fold = true; /* as TVM reads it */
    tunip_graph *graph = tunip_read_source(context, source, &options, &error);
    tunip_source_free(source);
    if (!graph) fail_msg("%s: %s", script, error.message);
    return graph;
}

static void assert_bytes(const tunip_tensor *tensor, const row *expected)
{
    char dtype[TUNIP_DTYPE_NAME_SIZE], text[TEXT_SIZE] = "";
    assert_in_range(tensor->data.size, 1, TEXT_SIZE / 2 - 1);
    for (size_t i = 0; i < tensor->data.size; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned)(unsigned char)tensor->data.data[i]);
    assert_string_equal(text, expected->bytes);
    tunip_dtype_name(tensor->dtype, dtype);
    assert_string_equal(dtype, expected->dtype);
    assert_int_equal(tensor->ndim, 1);
}

static void relax_constants(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        char script[TEXT_SIZE];
        snprintf(script, sizeof script, "R.const(%s, \"%s\")", rows[i].numbers, rows[i].dtype);
        tunip_graph *graph = read(script);
        const tunip_node *root = tunip_graph_root(graph);
        assert_true(tunip_is(root, &tunip_relax_constant_type));
        assert_bytes(((const tunip_relax_constant *)root)->data, &rows[i]);
        tunip_graph_free(graph);
    }
}

static void tir_allocations(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        char script[TEXT_SIZE];
        snprintf(script, sizeof script,
                 "@T.prim_func\ndef f():\n"
                 "    a = T.allocate_const(%s, \"%s\", [7])\n    T.evaluate(0)\n",
                 rows[i].numbers, rows[i].dtype);
        tunip_graph *graph = read(script);
        const tunip_node *root = tunip_graph_root(graph);
        assert_true(tunip_is(root, &tunip_tir_prim_func_type));
        const tunip_node *body = ((const tunip_tir_prim_func *)root)->body;
        assert_true(tunip_is(body, &tunip_tir_allocate_const_type));
        assert_bytes(((const tunip_tir_allocate_const *)body)->data, &rows[i]);
        tunip_graph_free(graph);
    }
}

/* ---- shapes ---- */

static void assert_constant(const char *script, const char *expected)
{
    char text[TEXT_SIZE];
    tunip_graph *graph = read(script);
    const tunip_node *root = tunip_graph_root(graph);
    assert_true(tunip_is(root, &tunip_relax_constant_type));
    const tunip_tensor *tensor = ((const tunip_relax_constant *)root)->data;
    tunip_dtype_name(tensor->dtype, text);
    for (size_t i = 0; i < tensor->ndim; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %d", (int)tensor->shape[i]);
    assert_string_equal(text, expected);
    tunip_graph_free(graph);
}

/* A list without a dtype has the one that all its numbers fit into. */
static void dtypes_and_shapes(void **state)
{
    (void)state;
    assert_constant("R.const(2)", "int32");
    assert_constant("R.const([1, 2.5])", "float32 2");
    assert_constant("R.const([True, 2])", "int32 2");
    assert_constant("R.const([False, True])", "bool 2");
    assert_constant("R.const([[1], [2]])", "int32 2 1");
    assert_constant("R.const([])", "float32 0");
    assert_constant("R.const([[], []])", "float32 2 0");
}

static void assert_allocated(const char *data, const char *extents, size_t ndim, int64_t first)
{
    char script[TEXT_SIZE];
    snprintf(script, sizeof script,
             "@T.prim_func\ndef f():\n"
             "    a = T.allocate_const(%s, \"int32\", %s)\n    T.evaluate(0)\n",
             data, extents);
    tunip_graph *graph = read(script);
    const tunip_node *body = ((const tunip_tir_prim_func *)tunip_graph_root(graph))->body;
    const tunip_tensor *tensor = ((const tunip_tir_allocate_const *)body)->data;
    assert_int_equal(tensor->ndim, ndim);
    if (ndim) assert_int_equal(tensor->shape[0], first);
    tunip_graph_free(graph);
}

/* The data has the shape of the allocation only if their sizes agree. */
static void shapes_of_allocations(void **state)
{
    (void)state;
    assert_allocated("[1, 2, 3, 4]", "[2, 2]", 2, 2);
    assert_allocated("[[1, 2], [3, 4]]", "[4]", 1, 4);
    assert_allocated("[1, 2, 3]", "[2, 2]", 1, 3);
    assert_allocated("5", "[]", 0, 0);
    assert_allocated("5", "[1]", 1, 1);
    assert_allocated("[]", "[5, 0]", 2, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relax_constants),
        cmocka_unit_test(tir_allocations),
        cmocka_unit_test(dtypes_and_shapes),
        cmocka_unit_test(shapes_of_allocations),
    };
    context = tunip_context_new(NULL, NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tunip_context_free(context);
    return failed;
}
