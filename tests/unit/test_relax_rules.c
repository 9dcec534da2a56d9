/* test_relax_rules.c -- decisions of the relax dialect: symbols, scalars, special calls; and prints
 * of ill-formed IR. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tunip/ext/dialect.h>
#include <tunip/print.h>
#include <tunip/tvm/relax.h>

static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    size_t issues; /* of the last print */
} world;

static int open_world(void **state)
{
    world *w = test_calloc(1, sizeof *w);
    tunip_error error = TUNIP_ERROR_INIT;
    w->context = tunip_context_new(NULL, &error);
    assert_non_null(w->context);
    w->graph = tunip_graph_new(w->context, &error);
    *state = w;
    return w->graph ? 0 : -1;
}

static int close_world(void **state)
{
    world *w = *state;
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    test_free(w);
    return 0;
}

static tunip_printed *print(world *w, const void *root, const tunip_print_options *options)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_status status = tunip_print(w->context, root, options, &printed, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, TUNIP_OK);
    w->issues = tunip_printed_issue_count(printed);
    return printed;
}

static void assert_prints(world *w, const void *root, const char *expected)
{
    tunip_printed *printed = print(w, root, NULL);
    assert_string_equal(tunip_printed_text(printed).data, expected);
    tunip_printed_free(printed);
}

static void *number(world *w, int64_t value)
{
    return tunip_ir_int(w->graph, int64, value);
}

static void *vector(world *w, int64_t size)
{
    return tunip_relax_tensor_info_new(w->graph, TUNIP_LIST(w->graph, number(w, size)), 0, float32);
}

/* A function that binds `value` to y and returns it. */
static tunip_relax_function *function(world *w, tunip_array *params, void *info, void *value)
{
    tunip_relax_var *y = tunip_relax_var_new(w->graph, "y", info);
    tunip_relax_var_binding *binding = tunip_relax_binding_new(w->graph, y, value);
    tunip_relax_binding_block *block =
        tunip_relax_block_new(w->graph, TUNIP_LIST(w->graph, binding));
    tunip_relax_seq_expr *body = tunip_relax_seq_new(w->graph, TUNIP_LIST(w->graph, block), y);
    return tunip_relax_function_new(w->graph, "main", params, info, body);
}

/* ---- symbols ---- */

static void symbols_are_quoted_in_the_signature_only(void **state)
{
    world *w = *state;
    tunip_tir_var *n = tunip_tir_var_new(w->graph, "n", int64);
    void *twice = tunip_tir_binary_new(w->graph, &tunip_tir_mul_type, n, number(w, 2));
    void *info = tunip_relax_tensor_info_new(w->graph, TUNIP_LIST(w->graph, n, twice), 0, float32);
    tunip_relax_var *x = tunip_relax_var_new(w->graph, "x", info);
    void *call = tunip_relax_call_op_new(w->graph, "relax.exp", TUNIP_LIST(w->graph, x), NULL);
    assert_prints(w, function(w, TUNIP_LIST(w->graph, x), info, call),
                  "# from tvm.script import tir as T\n"
                  "# from tvm.script import relax as R\n\n"
                  "@R.function\n"
                  "def main(x: R.Tensor((\"n\", \"n * 2\"), dtype=\"float32\")) -> "
                  "R.Tensor((\"n\", \"n * 2\"), dtype=\"float32\"):\n"
                  "    n = T.int64()\n"
                  "    y: R.Tensor((n, n * 2), dtype=\"float32\") = R.exp(x)\n"
                  "    return y");
    assert_int_equal(w->issues, 0);
}

static void symbols_of_two_functions_have_the_same_name(void **state)
{
    world *w = *state;
    tunip_relax_function *functions[2];
    for (size_t i = 0; i < 2; i++) {
        tunip_tir_var *n = tunip_tir_var_new(w->graph, "n", int64);
        void *info = tunip_relax_tensor_info_new(w->graph, TUNIP_LIST(w->graph, n), 0, float32);
        tunip_relax_var *x = tunip_relax_var_new(w->graph, "x", info);
        functions[i] = tunip_relax_function_new(w->graph, NULL, TUNIP_LIST(w->graph, x), info,
                                                tunip_relax_seq_new(w->graph, NULL, x));
    }
    const char *const names[] = {"f", "g"};
    tunip_printed *printed =
        print(w, tunip_ir_module_new(w->graph, 2, names, (void *const *)functions), NULL);
    assert_null(strstr(tunip_printed_text(printed).data, "n_1"));
    assert_non_null(strstr(tunip_printed_text(printed).data, "def g(x: R.Tensor((\"n\",)"));
    tunip_printed_free(printed);
}

/* ---- scalars ---- */

static void scalars_show_their_value(void **state)
{
    static const struct {
        tunip_dtype dtype;
        const char *bytes;
        const char *text;
    } cases[] = {
        {{TUNIP_DTYPE_INT, 8, 1}, "\xff", "R.const(-1, \"int8\")"},
        {{TUNIP_DTYPE_INT, 16, 1}, "\x00\x80", "R.const(-32768, \"int16\")"},
        {{TUNIP_DTYPE_INT, 64, 1}, "\x01\0\0\0\0\0\0\0", "R.const(1, \"int64\")"},
        {{TUNIP_DTYPE_BOOL, 8, 1}, "\x01", "R.const(True, \"bool\")"},
        {{TUNIP_DTYPE_FLOAT, 16, 1}, "\x00\x3c", "R.const(1.0, \"float16\")"},
        {{TUNIP_DTYPE_FLOAT, 16, 1}, "\x00\xc1", "R.const(-2.5, \"float16\")"},
        {{TUNIP_DTYPE_FLOAT, 16, 1}, "\x00\xfc", "R.const(\"-inf\", \"float16\")"},
        {{TUNIP_DTYPE_FLOAT, 16, 1}, "\x00\x02", "R.const(3.0517578125e-05, \"float16\")"},
        {{TUNIP_DTYPE_FLOAT, 32, 1}, "\x00\x00\x00\x3f", "R.const(0.5, \"float32\")"},
        {{TUNIP_DTYPE_FLOAT, 64, 1}, "\0\0\0\0\0\0\xe0\x3f", "R.const(0.5, \"float64\")"},
    };
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_relax_constant *constant = tunip_node_new(w->graph, &tunip_relax_constant_type);
        constant->data = tunip_node_new(w->graph, &tunip_tensor_type);
        constant->data->device_type = 1;
        constant->data->dtype = cases[i].dtype;
        constant->data->data = (tunip_str){cases[i].bytes, cases[i].dtype.bits / 8u};
        assert_prints(w, constant, cases[i].text);
    }
}

static void a_scalar_without_data_goes_to_the_metadata(void **state)
{
    world *w = *state;
    tunip_relax_constant *constant = tunip_node_new(w->graph, &tunip_relax_constant_type);
    constant->data = tunip_node_new(w->graph, &tunip_tensor_type);
    constant->data->device_type = 1;
    constant->data->dtype = float32;
    tunip_printed *printed = print(w, constant, NULL);
    assert_non_null(
        strstr(tunip_printed_text(printed).data, "metadata[\"relax.expr.Constant\"][0]"));
    tunip_printed_free(printed);
}

/* ---- calls ---- */

/* A call that tunip_relax_call_op_new() would refuse. */
static void *call_of(world *w, const char *op, void *attrs)
{
    tunip_relax_call *call = tunip_relax_call_new(w->graph, tunip_ir_op_new(w->graph, op), NULL);
    if (call) call->attrs = attrs;
    return call;
}

static void attributes_of_a_dictionary_are_sorted(void **state)
{
    world *w = *state;
    void *entries[] = {tunip_string_new(w->graph, "b"), number(w, 1),
                       tunip_string_new(w->graph, "a"), number(w, 2)};
    void *attrs = tunip_ir_dict_attrs_new(w->graph, 2, entries);
    assert_prints(w, call_of(w, "relax.f", attrs), "R.f(a=2, b=1)");
    assert_prints(w, call_of(w, "other.f", NULL), "other.f()");
}

static void special_calls_that_lack_arguments_print_like_others(void **state)
{
    static const struct {
        const char *op;
        const char *text;
    } cases[] = {
        {"relax.assert_op", "R.assert_op()"},
        {"relax.call_dps_packed", "R.call_dps_packed()"},
        {"relax.call_tir", "R.call_tir()"},
        {"relax.call_tir_inplace", "R.call_tir_inplace()"},
        {"relax.call_tir_with_grad", "R.call_tir_with_grad()"},
        {"relax.dist.call_tir_local_view", "R.dist.call_tir_local_view()"},
        {"relax.hint_on_device", "R.hint_on_device()"},
        {"relax.print", "R.print()"},
        {"relax.to_vdevice", "R.to_vdevice()"},
    };
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        assert_prints(w, call_of(w, cases[i].op, NULL), cases[i].text);
        assert_int_equal(w->issues, 1);
    }
}

static void a_call_of_something_else_is_reported(void **state)
{
    world *w = *state;
    assert_prints(w, tunip_relax_call_new(w->graph, number(w, 3), NULL), "<ir.IntImm>()");
    assert_int_equal(w->issues, 2);
    assert_prints(w, tunip_relax_call_new(w->graph, NULL, NULL), "None()");
    assert_int_equal(w->issues, 1);
}

/* ---- distributed tensors ---- */

static tunip_relax_placement *placement(world *w)
{
    tunip_relax_placement_spec *shard = tunip_node_new(w->graph, &tunip_relax_placement_spec_type);
    tunip_relax_placement_spec *replica =
        tunip_node_new(w->graph, &tunip_relax_placement_spec_type);
    tunip_relax_placement *all = tunip_node_new(w->graph, &tunip_relax_placement_type);
    shard->axis = 1;
    replica->kind = TUNIP_RELAX_PLACEMENT_REPLICA;
    all->dim_specs = TUNIP_LIST(w->graph, shard, replica, NULL);
    return all;
}

static void placements_are_text(void **state)
{
    world *w = *state;
    assert_prints(w, placement(w), "\"S[1], R, None\"");
}

static void a_mesh_the_module_does_not_hold_is_written_out(void **state)
{
    world *w = *state;
    tunip_relax_dtensor_struct_info *info =
        tunip_node_new(w->graph, &tunip_relax_dtensor_struct_info_type);
    info->device_mesh = tunip_node_new(w->graph, &tunip_relax_device_mesh_type);
    info->placement = placement(w);
    tunip_relax_var *x = tunip_relax_var_new(w->graph, "x", info);
    void *func = tunip_relax_function_new(w->graph, NULL, TUNIP_LIST(w->graph, x), vector(w, 4),
                                          tunip_relax_seq_new(w->graph, NULL, x));
    const char *const names[] = {"main"};
    tunip_printed *printed = print(w, tunip_ir_module_new(w->graph, 1, names, &func), NULL);
    assert_non_null(strstr(tunip_printed_text(printed).data,
                           "x: R.DTensor(device_mesh=R.device_mesh(None, None), "
                           "placement=\"S[1], R, None\")"));
    assert_int_equal(w->issues, 3); /* the mesh lacks its shape and its devices, too */
    tunip_printed_free(printed);
}

/* ---- ill-formed nodes ---- */

static void nodes_without_anything_in_them_print(void **state)
{
    world *w = *state;
    for (size_t i = 0; i < tunip_dialect_relax.type_count; i++) {
        const tunip_type *type = tunip_dialect_relax.types[i];
        tunip_printed_free(print(w, tunip_node_new(w->graph, type), NULL));
    }
}

/* Fills fields that accept any node or any array with wrong nodes. */
static void fill(world *w, tunip_node *node, const tunip_type *type)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++) {
            const tunip_field *field = &type->fields[i];
            void *at = (char *)node + field->offset;
            if (field->kind != TUNIP_KIND_NODE) continue;
            if (field->expects == &tunip_array_type)
                *(void **)at = TUNIP_LIST(w->graph, NULL, number(w, 1));
            else if (!field->expects || field->expects->flags & TUNIP_TYPE_ABSTRACT)
                *(void **)at = number(w, 2);
        }
}

static void nodes_with_the_wrong_things_in_them_print(void **state)
{
    world *w = *state;
    for (size_t i = 0; i < tunip_dialect_relax.type_count; i++) {
        const tunip_type *type = tunip_dialect_relax.types[i];
        tunip_node *node = tunip_node_new(w->graph, type);
        fill(w, node, type);
        tunip_printed_free(print(w, node, NULL));
    }
}

static void a_function_inside_itself_is_reported(void **state)
{
    world *w = *state;
    tunip_relax_function *func = function(w, NULL, vector(w, 4), NULL);
    tunip_relax_binding_block *block = (tunip_relax_binding_block *)func->body->blocks->items[0];
    ((tunip_relax_var_binding *)block->bindings->items[0])->value = (tunip_node *)func;
    tunip_printed_free(print(w, func, NULL));
    assert_true(w->issues > 0);
}

int main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, open_world, close_world)
    const struct CMUnitTest tests[] = {
        TEST(symbols_are_quoted_in_the_signature_only),
        TEST(symbols_of_two_functions_have_the_same_name),
        TEST(scalars_show_their_value),
        TEST(a_scalar_without_data_goes_to_the_metadata),
        TEST(attributes_of_a_dictionary_are_sorted),
        TEST(special_calls_that_lack_arguments_print_like_others),
        TEST(a_call_of_something_else_is_reported),
        TEST(placements_are_text),
        TEST(a_mesh_the_module_does_not_hold_is_written_out),
        TEST(nodes_without_anything_in_them_print),
        TEST(nodes_with_the_wrong_things_in_them_print),
        TEST(a_function_inside_itself_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
