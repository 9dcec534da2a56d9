/* test_relax_infer_parts.c -- struct info of operators that concatenate, slice, move or
 * allocate. */
#include "infer_world.h"

static void *number(world *w, int64_t value)
{
    tunip_relax_prim_value *prim = tunip_node_new(w->graph, &tunip_relax_prim_value_type);
    tunip_relax_prim_struct_info *info =
        tunip_node_new(w->graph, &tunip_relax_prim_struct_info_type);
    prim->value = info->value = (tunip_node *)tunip_ir_int(w->graph, int64, value);
    info->dtype = int64;
    prim->base.base.struct_info = &info->base.base.base;
    return prim;
}

static void *tuple_of(world *w, size_t count, void **fields)
{
    void *infos[8];
    for (size_t i = 0; i < count; i++)
        infos[i] = (void *)(uintptr_t)tunip_relax_struct_info_of(fields[i]);
    tunip_relax_tuple *tuple =
        tunip_relax_tuple_new(w->graph, tunip_array_new(w->graph, count, fields));
    tuple->base.struct_info =
        (void *)tunip_relax_tuple_info_new(w->graph, tunip_array_new(w->graph, count, infos));
    return tuple;
}

#define TUPLE(w, ...) tuple_of((w), TUNIP_LEN(((void *[]){__VA_ARGS__})), (void *[]){__VA_ARGS__})

/* ---- together ---- */

static void tensors_are_joined_along_an_axis(void **state)
{
    static const struct {
        const char *a, *b, *result;
        bool is_inferred;
    } cases[] = {
        {"n2", "n3", "n5", true},
        {"n2", "m3", "n5", false},
        {"2n", "2n", "2n", false},
        {"n2", "n", "n3", false},
    };
    world *w = *state;
    tunip_relax_concat_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_concat_attrs_type);
    attrs->axis = tunip_int_new(w->graph, -1);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        void *parts = TUPLE(w, argument(w, cases[i].a), argument(w, cases[i].b));
        void *call =
            tunip_relax_call_op_new(w->graph, "relax.concat", TUNIP_LIST(w->graph, parts), attrs);
        assert_int_equal(is_inferred(w, tensor(w, cases[i].result, float32), call),
                         cases[i].is_inferred);
    }
}

static void tiles_multiply(void **state)
{
    world *w = *state;
    tunip_relax_tile_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_tile_attrs_type);
    attrs->repeats = axes(w, "221");
    assert_true(is_inferred(w, tensor(w, "263", float32), call1(w, "relax.tile", "33", attrs)));
    assert_false(is_inferred(w, tensor(w, "2nn", float32), call1(w, "relax.tile", "nn", attrs)));
    attrs->repeats = axes(w, "2");
    assert_true(is_inferred(w, tensor(w, "n6", float32), call1(w, "relax.tile", "n3", attrs)));
}

/* ---- out of it ---- */

static void a_split_is_cut_at_places(void **state)
{
    world *w = *state;
    tunip_relax_split_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_split_attrs_type);
    void *parts[] = {tensor(w, "n2", float32), tensor(w, "n3", float32), tensor(w, "n0", float32)};
    void *info = tunip_relax_tuple_info_new(w->graph, tunip_array_new(w->graph, 3, parts));
    attrs->indices_or_sections = (void *)axes(w, "29");
    attrs->axis = 1;
    assert_true(is_inferred(w, info, call1(w, "relax.split", "n5", attrs)));
    assert_false(is_inferred(w, info, call1(w, "relax.split", "nm", attrs)));
}

static void slices_are_counted(void **state)
{
    static const struct {
        int64_t begin, end, step;
        const char *result;
        bool is_inferred;
    } cases[] = {
        {0, 8, 2, "n4", true},   {1, INT64_MAX, 3, "n3", true},
        {-3, -1, 1, "n2", true}, {-1, INT64_MIN + 9, -1, "n8", true},
        {5, 2, 1, "n3", false},  {0, 8, 0, "n8", false},
    };
    world *w = *state;
    void *attrs = tunip_node_new(w->graph, &tunip_relax_strided_slice_attrs_type);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_array *args =
            TUNIP_LIST(w->graph, argument(w, "n8"), TUPLE(w, number(w, 1)),
                       TUPLE(w, number(w, cases[i].begin)), TUPLE(w, number(w, cases[i].end)),
                       TUPLE(w, number(w, cases[i].step)));
        void *call = tunip_relax_call_op_new(w->graph, "relax.strided_slice", args, attrs);
        assert_int_equal(is_inferred(w, tensor(w, cases[i].result, float32), call),
                         cases[i].is_inferred);
    }
}

static void indices_take_the_place_of_an_axis(void **state)
{
    world *w = *state;
    tunip_relax_take_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_take_attrs_type);
    attrs->axis = tunip_int_new(w->graph, 1);
    assert_true(
        is_inferred(w, tensor(w, "2m34", float32), call2(w, "relax.take", "2n4", "m3", attrs)));
    tunip_array *args = TUNIP_LIST(w->graph, argument(w, "2n4"), number(w, 1));
    assert_true(is_inferred(w, tensor(w, "24", float32),
                            tunip_relax_call_op_new(w->graph, "relax.take", args, attrs)));
    attrs->axis = NULL;
    assert_true(is_inferred(w, tensor(w, "m", float32), call2(w, "relax.take", "n", "m", attrs)));
    assert_false(is_inferred(w, tensor(w, "m", float32), call2(w, "relax.take", "n2", "m", attrs)));
}

static void dimensions_of_one_are_squeezed(void **state)
{
    world *w = *state;
    tunip_relax_squeeze_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_squeeze_attrs_type);
    assert_true(is_inferred(w, tensor(w, "23", float32), call1(w, "relax.squeeze", "1213", attrs)));
    assert_false(is_inferred(w, tensor(w, "n", float32), call1(w, "relax.squeeze", "1n", attrs)));
    attrs->axis = axes(w, "02");
    assert_true(
        is_inferred(w, tensor(w, "n23", float32), call1(w, "relax.squeeze", "1n23", attrs)));
    assert_true(is_inferred(w, tensor(w, "n3", float32), call1(w, "relax.squeeze", "1nm3", attrs)));
}

static void the_place_of_the_greatest_has_no_axis(void **state)
{
    world *w = *state;
    tunip_relax_argmax_argmin_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_argmax_argmin_attrs_type);
    assert_true(is_inferred(w, tensor(w, "", int64), call1(w, "relax.argmax", "2n", attrs)));
    attrs->axis = tunip_int_new(w->graph, -1);
    attrs->keepdims = true;
    assert_true(is_inferred(w, tensor(w, "21", int64), call1(w, "relax.argmax", "2n", attrs)));
    assert_false(is_inferred(w, tensor(w, "21", float32), call1(w, "relax.argmin", "2n", attrs)));
}

static void elements_are_counted_in_a_row(void **state)
{
    world *w = *state;
    tunip_relax_scanop_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_scanop_attrs_type);
    attrs->dtype = int64;
    assert_true(is_inferred(w, tensor(w, "8", int64), call1(w, "relax.cumsum", "24", attrs)));
    assert_false(is_inferred(w, tensor(w, "8", int64), call1(w, "relax.cumsum", "2n", attrs)));
    assert_true(is_inferred(w, tensor(w, "6", float32), call1(w, "relax.flatten", "23", NULL)));
    attrs->axis = tunip_int_new(w->graph, 0);
    attrs->dtype = unknown;
    assert_true(is_inferred(w, tensor(w, "2n", float32), call1(w, "relax.cumprod", "2n", attrs)));
}

/* ---- elsewhere ---- */

static void *binary(world *w, const tunip_type *type, void *a, void *b)
{
    tunip_tir_binary *node = tunip_node_new(w->graph, type);
    node->a = a;
    node->b = b;
    return node;
}

static void a_map_of_indices_moves_dimensions(void **state)
{
    world *w = *state;
    void *i = tunip_tir_var_new(w->graph, "i", int64), *k = tunip_tir_var_new(w->graph, "k", int64);
    tunip_relax_layout_transform_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_layout_transform_attrs_type);
    tunip_tir_index_map *map = attrs->index_map =
        tunip_node_new(w->graph, &tunip_tir_index_map_type);
    void *div = binary(w, &tunip_tir_floor_div_type, k, dim(w, '4'));
    void *mod = binary(w, &tunip_tir_floor_mod_type, k, dim(w, '4'));
    map->initial_indices = TUNIP_LIST(w->graph, i, k);
    map->final_indices = TUNIP_LIST(w->graph, div, i, mod);
    void *call = call1(w, "relax.layout_transform", "n8", attrs);
    assert_true(is_inferred(w, tensor(w, "2n4", float32), call));
    call = call1(w, "relax.layout_transform", "n6", attrs); /* it pads */
    assert_true(is_inferred(w, tensor(w, "2n4", float32), call));
    void *whole = binary(w, &tunip_tir_mul_type, div, dim(w, '4'));
    map->final_indices = TUNIP_LIST(w->graph, i, binary(w, &tunip_tir_add_type, whole, mod));
    call = call1(w, "relax.layout_transform", "n8", attrs);
    assert_true(is_inferred(w, tensor(w, "n8", float32), call));
    map->initial_indices = TUNIP_LIST(w->graph, i);
    assert_false(is_inferred(w, tensor(w, "n8", float32), call));
}

static void memory_has_the_shape_it_is_given(void **state)
{
    world *w = *state;
    tunip_relax_shape_expr *shape = tunip_relax_shape_new(w->graph, dims(w, "2n"));
    tunip_relax_shape_struct_info *known =
        tunip_node_new(w->graph, &tunip_relax_shape_struct_info_type);
    known->values = dims(w, "2n");
    known->ndim = 2;
    shape->base.base.struct_info = &known->base.base.base;
    tunip_relax_data_type_imm *dtype = tunip_node_new(w->graph, &tunip_relax_data_type_imm_type);
    dtype->value = float16;
    void *storage = argument(w, "8"), *zero = number(w, 0);
    tunip_array *args = TUNIP_LIST(w->graph, storage, zero, shape, dtype, zero);
    static const char *const ops[] = {"relax.memory.alloc_tensor", "relax.vm.alloc_tensor"};
    for (size_t i = 0; i < TUNIP_LEN(ops); i++)
        assert_true(is_inferred(w, tensor(w, "2n", float16),
                                tunip_relax_call_op_new(w->graph, ops[i], args, NULL)));
    args = TUNIP_LIST(w->graph, shape, dtype, zero);
    void *call = tunip_relax_call_op_new(w->graph, "relax.builtin.alloc_tensor", args, NULL);
    assert_true(is_inferred(w, tensor(w, "2n", float16), call));
    args = TUNIP_LIST(w->graph, storage, shape, TUPLE(w, NULL), zero);
    call = tunip_relax_call_op_new(w->graph, "relax.memory.view", args, NULL);
    assert_false(is_inferred(w, tensor(w, "2n", float16), call)); /* the argument is not a dtype */
}

static void images_may_lie_in_any_layout(void **state)
{
    static const struct {
        const char *layout, *image, *result;
        bool is_inferred;
    } cases[] = {
        {"NCHW", "n388", "n344", true},     {"NHWC", "n883", "n443", true},
        {"NCHW2c", "n2882", "n2442", true}, {"NCHW2", "n388", "n344", false},
        {"NHC", "n83", "n43", false},
    };
    world *w = *state;
    tunip_relax_adaptive_pool2d_attrs *attrs =
        tunip_node_new(w->graph, &tunip_relax_adaptive_pool2d_attrs_type);
    attrs->output_size = axes(w, "44");
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        attrs->layout = attrs->out_layout = tunip_string_new(w->graph, cases[i].layout);
        void *call = call1(w, "relax.nn.adaptive_avg_pool2d", cases[i].image, attrs);
        assert_int_equal(is_inferred(w, tensor(w, cases[i].result, float32), call),
                         cases[i].is_inferred);
    }
}

static void norms_keep_what_fits_their_scales(void **state)
{
    world *w = *state;
    tunip_relax_rms_norm_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_rms_norm_attrs_type);
    attrs->axes = TUNIP_LIST(w->graph, tunip_ir_int(w->graph, int64, -1));
    void *info = tensor(w, "2n", float32);
    assert_true(is_inferred(w, info, call2(w, "relax.nn.rms_norm", "2n", "n", attrs)));
    assert_false(is_inferred(w, info, call2(w, "relax.nn.rms_norm", "2n", "m", attrs)));
}

static void ranges_and_sizes_are_arguments(void **state)
{
    world *w = *state;
    tunip_relax_init_attrs *init = tunip_node_new(w->graph, &tunip_relax_init_attrs_type);
    init->dtype = int64;
    tunip_array *args = TUNIP_LIST(w->graph, number(w, 1), number(w, 10), number(w, 2));
    assert_true(is_inferred(w, tensor(w, "5", int64),
                            tunip_relax_call_op_new(w->graph, "relax.arange", args, init)));
    args = TUNIP_LIST(w->graph, number(w, 1), number(w, 10), number(w, 0));
    assert_false(is_inferred(w, tensor(w, "5", int64),
                             tunip_relax_call_op_new(w->graph, "relax.arange", args, init)));
    tunip_relax_resize2d_attrs *attrs = tunip_node_new(w->graph, &tunip_relax_resize2d_attrs_type);
    attrs->layout = tunip_string_new(w->graph, "NHWC");
    attrs->out_dtype = unknown;
    args =
        TUNIP_LIST(w->graph, argument(w, "n223"), tunip_relax_shape_new(w->graph, dims(w, "4m")));
    assert_true(
        is_inferred(w, tensor(w, "n4m3", float32),
                    tunip_relax_call_op_new(w->graph, "relax.image.resize2d", args, attrs)));
    tunip_relax_shape_struct_info *shape =
        tunip_node_new(w->graph, &tunip_relax_shape_struct_info_type);
    shape->values = dims(w, "2n");
    shape->ndim = 2;
    assert_true(is_inferred(w, shape, call1(w, "relax.shape_of", "2n", NULL)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tensors_are_joined_along_an_axis),
        TEST(tiles_multiply),
        TEST(a_split_is_cut_at_places),
        TEST(slices_are_counted),
        TEST(indices_take_the_place_of_an_axis),
        TEST(dimensions_of_one_are_squeezed),
        TEST(the_place_of_the_greatest_has_no_axis),
        TEST(elements_are_counted_in_a_row),
        TEST(a_map_of_indices_moves_dimensions),
        TEST(memory_has_the_shape_it_is_given),
        TEST(images_may_lie_in_any_layout),
        TEST(norms_keep_what_fits_their_scales),
        TEST(ranges_and_sizes_are_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
