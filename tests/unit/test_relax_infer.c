/* test_relax_infer.c -- omitted annotations: with show_all_struct_info off, exactly those that
 * follow from the bound value. */
#include "infer_world.h"

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
    tunip_relax_matmul_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_matmul_attrs_type);
    attrs->out_dtype = unknown;
    void *call = call2(w, "relax.matmul", "5n3", "34", attrs);
    assert_true(is_inferred(w, tensor(w, "5n4", float32), call));
    attrs->out_dtype = float16;
    assert_true(is_inferred(w, tensor(w, "5n4", float16), call));
    assert_true(is_inferred(w, tensor(w, "", float16), call2(w, "relax.matmul", "3", "3", attrs)));
    assert_true(
        is_inferred(w, tensor(w, "54", float16), call2(w, "relax.matmul", "3", "534", attrs)));
    assert_false(is_inferred(w, tensor(w, "", float16), call2(w, "relax.matmul", "", "3", attrs)));
}

/* ---- shapes ---- */

static void reductions_drop_or_keep_axes(void **state)
{
    world *w = *state;
    tunip_relax_statistical_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_statistical_attrs_type);
    void *call = call1(w, "relax.sum", "2n4", attrs);
    assert_true(is_inferred(w, tensor(w, "", float32), call));
    attrs->axis = axes(w, "1");
    assert_true(is_inferred(w, tensor(w, "24", float32), call));
    attrs->keepdims = true;
    assert_true(is_inferred(w, tensor(w, "214", float32), call));
    attrs->axis = axes(w, "9");
    assert_false(is_inferred(w, tensor(w, "214", float32), call));
}

static void medians_of_one_axis_have_places(void **state)
{
    world *w = *state;
    tunip_relax_statistical_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_statistical_attrs_type);
    void *call = call1(w, "relax.median", "2n4", attrs);
    void *pair[] = {tensor(w, "214", float32), tensor(w, "214", int64)};
    attrs->keepdims = true;
    assert_true(is_inferred(w, tensor(w, "111", float32), call));
    attrs->axis = axes(w, "01");
    assert_true(is_inferred(w, tensor(w, "114", float32), call));
    attrs->axis = axes(w, "1");
    assert_true(is_inferred(
        w, tunip_relax_tuple_info_new(w->graph, tunip_array_new(w->graph, 2, pair)), call));
}

static void permutations_move_dimensions(void **state)
{
    world *w = *state;
    tunip_relax_permute_dims_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_permute_dims_attrs_type);
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
    tunip_relax_expand_dims_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_expand_dims_attrs_type);
    attrs->axis = axes(w, "02");
    assert_true(
        is_inferred(w, tensor(w, "12134", float32), call1(w, "relax.expand_dims", "234", attrs)));
}

static void a_split_gives_a_tuple(void **state)
{
    world *w = *state;
    tunip_relax_split_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_split_attrs_type);
    void *parts[] = {tensor(w, "23", float32), tensor(w, "23", float32), tensor(w, "22", float32)};
    void *info = tunip_relax_tuple_info_new(w->graph, tunip_array_new(w->graph, 3, parts));
    attrs->indices_or_sections = dim(w, '3');
    attrs->axis = -1;
    assert_true(is_inferred(w, info, call1(w, "relax.split", "28", attrs)));
    assert_false(is_inferred(w, info, call1(w, "relax.split", "2n", attrs)));
}

static void windows_slide_over_images(void **state)
{
    world *w = *state;
    tunip_relax_conv2d_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_conv2d_attrs_type);
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
    tunip_ir_global_var *callee = tunip_ir_global_var_new(w->graph, "f");
    void *args = tunip_relax_tuple_new(w->graph, NULL);
    tunip_relax_call *call = tunip_relax_call_op_new(w->graph, "relax.call_tir",
                                                     TUNIP_LIST(w->graph, callee, args), NULL);
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
    void *info = tunip_relax_tuple_info_new(w->graph, TUNIP_LIST(w->graph, part));
    tunip_relax_var *pair = tunip_relax_var_new(w->graph, "p", info);
    void *x = argument(w, "2n");
    assert_true(is_inferred(w, part, tunip_relax_tuple_item_new(w->graph, pair, 0)));
    assert_false(is_inferred(w, part, tunip_relax_tuple_item_new(w->graph, pair, 1)));
    tunip_relax_tuple_get_item *before = tunip_relax_tuple_item_new(w->graph, pair, 0);
    before->index = -1;
    assert_false(is_inferred(w, part, before));
    assert_true(is_inferred(w, info, tunip_relax_tuple_new(w->graph, TUNIP_LIST(w->graph, x))));
    assert_true(is_inferred(w, part, x));
}

static void what_no_rule_knows_is_annotated(void **state)
{
    world *w = *state;
    void *info = tensor(w, "2n", float32);
    assert_false(is_inferred(w, info, call1(w, "relax.mystery", "2n", NULL)));
    assert_false(is_inferred(w, info, call1(w, "relax.add", "2n", NULL)));
    assert_false(is_inferred(w, info, call_of(w, "relax.exp", NULL, NULL)));
    assert_false(is_inferred(w, info, tunip_ir_global_var_new(w->graph, "f")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(elementwise_operators_keep_the_shape),
        TEST(two_shapes_are_broadcast),
        TEST(comparisons_give_booleans),
        TEST(products_join_rows_and_columns),
        TEST(reductions_drop_or_keep_axes),
        TEST(medians_of_one_axis_have_places),
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
