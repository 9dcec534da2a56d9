/* test_relax_infer.c -- which annotations go without saying: with show_all_struct_info switched off
 * those that follow from the bound value, and never one that does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tunip/relax.h>

static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype float16 = {TUNIP_DTYPE_FLOAT, 16, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    tir_var *n;
    tir_var *m;
} world;

static int open_world(void **state)
{
    world *w = test_calloc(1, sizeof *w);
    tunip_error error = TUNIP_ERROR_INIT;
    w->context = tunip_context_new(NULL, &error);
    assert_non_null(w->context);
    w->graph = tunip_graph_new(w->context, &error);
    w->n = tir_var_new(w->graph, "n", int64);
    w->m = tir_var_new(w->graph, "m", int64);
    *state = w;
    return w->n && w->m ? 0 : -1;
}

static int close_world(void **state)
{
    world *w = *state;
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    test_free(w);
    return 0;
}

/* Whether `y` is annotated where it is bound to `value`. */
static bool is_annotated(world *w, void *info, void *value, const char *shows_all)
{
    const tunip_setting setting = {"show_all_struct_info", shows_all};
    const tunip_print_options options = {
        .size = sizeof options, .settings = &setting, .setting_count = 1};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    void *binding = relax_binding_new(w->graph, relax_var_new(w->graph, "y", info), value);
    assert_int_equal(tunip_print(w->context, binding, &options, &printed, &error), TUNIP_OK);
    const char *text = tunip_printed_text(printed).data;
    bool is_there = strstr(text, "y: ") != NULL;
    assert_true(is_there || strstr(text, "y = "));
    tunip_printed_free(printed);
    return is_there;
}

static bool is_inferred(world *w, void *info, void *value)
{
    return !is_annotated(w, info, value, "false");
}

/* ---- shapes as text: digits, and symbols by their letter ---- */

static void *dim(world *w, char letter)
{
    if (letter == 'n') return w->n;
    if (letter == 'm') return w->m;
    return ir_int(w->graph, int64, letter - '0');
}

static tunip_array *dims(world *w, const char *shape)
{
    void *items[8];
    size_t count = strlen(shape);
    for (size_t i = 0; i < count; i++) items[i] = dim(w, shape[i]);
    return tunip_array_new(w->graph, count, items);
}

/* "?" is a tensor of which only the dtype is known. */
static void *tensor(world *w, const char *shape, tunip_dtype dtype)
{
    if (strcmp(shape, "?") == 0)
        return relax_tensor_info_new(w->graph, NULL, RELAX_UNKNOWN_NDIM, dtype);
    return relax_tensor_info_new(w->graph, dims(w, shape), 0, dtype);
}

static void *argument(world *w, const char *shape)
{
    return relax_var_new(w->graph, "x", tensor(w, shape, float32));
}

static void *call1(world *w, const char *op, const char *shape, void *attrs)
{
    return relax_call_op_new(w->graph, op, TUNIP_LIST(w->graph, argument(w, shape)), attrs);
}

static void *call2(world *w, const char *op, const char *a, const char *b, void *attrs)
{
    tunip_array *args = TUNIP_LIST(w->graph, argument(w, a), argument(w, b));
    return relax_call_op_new(w->graph, op, args, attrs);
}

static void *axes(world *w, const char *digits)
{
    return dims(w, digits);
}

/* ---- elementwise and broadcast ---- */

static void elementwise_operators_keep_the_shape(void **state)
{
    world *w = *state;
    assert_true(is_inferred(w, tensor(w, "2n", float32), call1(w, "relax.exp", "2n", NULL)));
    assert_true(is_inferred(w, tensor(w, "2n", boolean), call1(w, "relax.isnan", "2n", NULL)));
    assert_false(is_inferred(w, tensor(w, "2n", boolean), call1(w, "relax.exp", "2n", NULL)));
    assert_false(is_inferred(w, tensor(w, "2m", float32), call1(w, "relax.exp", "2n", NULL)));
    assert_false(is_inferred(w, tensor(w, "?", float32), call1(w, "relax.exp", "2n", NULL)));
}

static void two_shapes_are_broadcast(void **state)
{
    static const struct {
        const char *a, *b, *result;
        bool is_inferred;
    } cases[] = {
        {"23", "23", "23", true},  {"23", "3", "23", true},   {"1", "23", "23", true},
        {"2n", "2n", "2n", true},  {"2n", "1", "2n", true},   {"n1", "1m", "nm", true},
        {"2n", "2m", "2n", false}, {"23", "23", "32", false}, {"23", "24", "23", false},
        {"", "n", "n", true},      {"2n", "2m", "?", false},  {"?", "2n", "?", true},
    };
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        void *call = call2(w, "relax.add", cases[i].a, cases[i].b, NULL);
        assert_int_equal(is_inferred(w, tensor(w, cases[i].result, float32), call),
                         cases[i].is_inferred);
    }
}

static void comparisons_give_booleans(void **state)
{
    world *w = *state;
    void *call = call2(w, "relax.less", "2n", "n", NULL);
    assert_true(is_inferred(w, tensor(w, "2n", boolean), call));
    assert_false(is_inferred(w, tensor(w, "2n", float32), call));
}

static void products_join_rows_and_columns(void **state)
{
    world *w = *state;
    relax_matmul_attrs *attrs = tunip_node_new(w->graph, &relax_matmul_attrs_type);
    attrs->out_dtype = unknown;
    void *call = call2(w, "relax.matmul", "5n3", "34", attrs);
    assert_true(is_inferred(w, tensor(w, "5n4", float32), call));
    attrs->out_dtype = float16;
    assert_true(is_inferred(w, tensor(w, "5n4", float16), call));
    assert_false(is_inferred(w, tensor(w, "", float16), call2(w, "relax.matmul", "3", "3", attrs)));
}

/* ---- shapes ---- */

static void reductions_drop_or_keep_axes(void **state)
{
    world *w = *state;
    relax_statistical_attrs *attrs = tunip_node_new(w->graph, &relax_statistical_attrs_type);
    void *call = call1(w, "relax.sum", "2n4", attrs);
    assert_true(is_inferred(w, tensor(w, "", float32), call));
    attrs->axis = axes(w, "1");
    assert_true(is_inferred(w, tensor(w, "24", float32), call));
    attrs->keepdims = true;
    assert_true(is_inferred(w, tensor(w, "214", float32), call));
    attrs->axis = axes(w, "9");
    assert_false(is_inferred(w, tensor(w, "214", float32), call));
}

static void permutations_move_dimensions(void **state)
{
    world *w = *state;
    relax_permute_dims_attrs *attrs = tunip_node_new(w->graph, &relax_permute_dims_attrs_type);
    void *call = call1(w, "relax.permute_dims", "2n4", attrs);
    assert_true(is_inferred(w, tensor(w, "4n2", float32), call));
    attrs->axes = axes(w, "120");
    assert_true(is_inferred(w, tensor(w, "n42", float32), call));
    attrs->axes = axes(w, "110");
    assert_false(is_inferred(w, tensor(w, "nn2", float32), call));
}

static void new_dimensions_are_ones(void **state)
{
    world *w = *state;
    relax_expand_dims_attrs *attrs = tunip_node_new(w->graph, &relax_expand_dims_attrs_type);
    attrs->axis = axes(w, "02");
    assert_true(
        is_inferred(w, tensor(w, "12134", float32), call1(w, "relax.expand_dims", "234", attrs)));
}

static void a_split_gives_a_tuple(void **state)
{
    world *w = *state;
    relax_split_attrs *attrs = tunip_node_new(w->graph, &relax_split_attrs_type);
    void *parts[] = {tensor(w, "23", float32), tensor(w, "23", float32), tensor(w, "22", float32)};
    void *info = relax_tuple_info_new(w->graph, tunip_array_new(w->graph, 3, parts));
    attrs->indices_or_sections = dim(w, '3');
    attrs->axis = -1;
    assert_true(is_inferred(w, info, call1(w, "relax.split", "28", attrs)));
    assert_false(is_inferred(w, info, call1(w, "relax.split", "2n", attrs)));
}

static void windows_slide_over_images(void **state)
{
    world *w = *state;
    relax_conv2d_attrs *attrs = tunip_node_new(w->graph, &relax_conv2d_attrs_type);
    attrs->data_layout = attrs->out_layout = tunip_string_new(w->graph, "NCHW");
    attrs->kernel_layout = tunip_string_new(w->graph, "OIHW");
    attrs->strides = axes(w, "21");
    attrs->padding = axes(w, "1010");
    attrs->dilation = axes(w, "11");
    attrs->groups = 1;
    attrs->out_dtype = unknown;
    void *call = call2(w, "relax.nn.conv2d", "n388", "5333", attrs);
    assert_true(is_inferred(w, tensor(w, "n546", float32), call));
    attrs->strides = axes(w, "01");
    assert_false(is_inferred(w, tensor(w, "n546", float32), call));
}

/* ---- what a call says ---- */

static void outputs_are_left_out_even_when_all_is_shown(void **state)
{
    world *w = *state;
    ir_global_var *callee = ir_global_var_new(w->graph, "f");
    void *args = relax_tuple_new(w->graph, NULL);
    relax_call *call =
        relax_call_op_new(w->graph, "relax.call_tir", TUNIP_LIST(w->graph, callee, args), NULL);
    call->sinfo_args = TUNIP_LIST(w->graph, tensor(w, "2n", float32));
    assert_false(is_annotated(w, tensor(w, "2n", float32), call, "true"));
    assert_true(is_annotated(w, tensor(w, "2m", float32), call, "true"));
    assert_true(
        is_annotated(w, tensor(w, "2n", float32), call1(w, "relax.exp", "2n", NULL), "true"));
}

static void parts_of_tuples_are_known(void **state)
{
    world *w = *state;
    void *part = tensor(w, "2n", float32);
    void *info = relax_tuple_info_new(w->graph, TUNIP_LIST(w->graph, part));
    relax_var *pair = relax_var_new(w->graph, "p", info);
    void *x = argument(w, "2n");
    assert_true(is_inferred(w, part, relax_tuple_item_new(w->graph, pair, 0)));
    assert_false(is_inferred(w, part, relax_tuple_item_new(w->graph, pair, 1)));
    assert_false(is_inferred(w, part, relax_tuple_item_new(w->graph, pair, -1)));
    assert_true(is_inferred(w, info, relax_tuple_new(w->graph, TUNIP_LIST(w->graph, x))));
    assert_true(is_inferred(w, part, x));
}

static void what_no_rule_knows_is_annotated(void **state)
{
    world *w = *state;
    void *info = tensor(w, "2n", float32);
    assert_false(is_inferred(w, info, call1(w, "relax.mystery", "2n", NULL)));
    assert_false(is_inferred(w, info, call1(w, "relax.add", "2n", NULL)));
    assert_false(is_inferred(w, info, relax_call_op_new(w->graph, "relax.exp", NULL, NULL)));
    assert_false(is_inferred(w, info, ir_global_var_new(w->graph, "f")));
}

int main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, open_world, close_world)
    const struct CMUnitTest tests[] = {
        TEST(elementwise_operators_keep_the_shape),
        TEST(two_shapes_are_broadcast),
        TEST(comparisons_give_booleans),
        TEST(products_join_rows_and_columns),
        TEST(reductions_drop_or_keep_axes),
        TEST(permutations_move_dimensions),
        TEST(new_dimensions_are_ones),
        TEST(a_split_gives_a_tuple),
        TEST(windows_slide_over_images),
        TEST(outputs_are_left_out_even_when_all_is_shown),
        TEST(parts_of_tuples_are_known),
        TEST(what_no_rule_knows_is_annotated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
