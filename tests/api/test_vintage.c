/* test_vintage.c -- versions of TVM: those that do not exist are refused, and conversions of cycles
 * end. tests/corpus/vintages.c converts whole modules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/tir.h>

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

#define VINTAGE_TEST(test) cmocka_unit_test_setup_teardown(test, open, close)

static int write_nothing(const char *data, size_t size, void *user)
{
    (void)data, (void)size, (void)user;
    return 0;
}

/* ---- unknown versions ---- */

static tunip_status read_as(tunip_graph *g, unsigned vintage, tunip_error *error)
{
    (void)g;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.vintage = vintage;
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("a"), tunip_str_from("T.int32(1)"), NULL);
    tunip_graph_free(tunip_read_source(context, source, &options, error));
    tunip_source_free(source);
    return error->code;
}

static tunip_status save_for(tunip_graph *g, unsigned vintage, tunip_error *error)
{
    return tunip_save_for(context, NULL, vintage, &tunip_int_new(g, 1)->base, write_nothing, NULL,
                          error);
}

static tunip_status convert_graph(tunip_graph *g, unsigned vintage, tunip_error *error)
{
    tunip_convert_graph(context, g, &tunip_int_new(g, 1)->base, vintage, error);
    return error->code;
}

static tunip_status convert_with(tunip_graph *g, unsigned vintage, tunip_error *error)
{
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    options.vintage = vintage;
    tunip_convert_with(context, g, NULL, &options, error);
    return error->code;
}

static void unknown_versions_are_refused(void **state)
{
    static const unsigned unknown[] = {21, 22, 27, 99, UINT32_MAX},
                          known[] = {23, 24, 25, 26};
    static tunip_status (*const uses[])(tunip_graph * g, unsigned vintage, tunip_error *error) = {
        read_as, save_for, convert_graph, convert_with};
    for (size_t i = 0; i < TUNIP_LEN(uses); i++) {
        for (size_t k = 0; k < TUNIP_LEN(unknown); k++) {
            char message[64];
            tunip_error error = TUNIP_ERROR_INIT;
            snprintf(message, sizeof message, "TVM v0.%u is not a known version", unknown[k]);
            assert_int_equal(uses[i](*state, unknown[k], &error), TUNIP_ERROR_ARGUMENT);
            assert_string_equal(error.message, message);
        }
        for (size_t k = 0; k < TUNIP_LEN(known); k++) {
            tunip_error error = TUNIP_ERROR_INIT;
            assert_int_equal(uses[i](*state, known[k], &error), TUNIP_OK);
        }
    }
}

/* All versions up to v0.20 save graphs in one format, and 0 is any version. */
static void files_may_be_of_older_versions(void **state)
{
    static const unsigned older[] = {0, 7, 19, 20};
    for (size_t i = 0; i < TUNIP_LEN(older); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(read_as(*state, older[i], &error), TUNIP_OK);
        assert_int_equal(save_for(*state, older[i], &error), TUNIP_OK);
    }
}

/* ---- cycles ---- */

static tunip_node *sum_cycle(tunip_graph *g)
{
    void *one = tunip_ir_int(g, TUNIP_INT(32), 1);
    tunip_tir_binary *sum = (void *)tunip_tir_add_new(g, one, one);
    sum->a = (tunip_node *)sum;
    return sum->a;
}

static tunip_node *list_cycle(tunip_graph *g)
{
    tunip_array *list = TUNIP_LIST(g, NULL);
    return list->items[0] = (tunip_node *)TUNIP_LIST(g, list);
}

static tunip_node *map_cycle(tunip_graph *g)
{
    tunip_map *map = tunip_map_new(g, 1, (void *[]){tunip_string_new(g, "a"), NULL});
    return map->entries[0].value = &map->base;
}

static void cycles_are_refused(void **state)
{
    tunip_graph *g = *state;
    const struct {
        tunip_node *root;
        const char *message;
    } cases[] = {{sum_cycle(g), "tir.Add: this node is inside itself"},
                 {list_cycle(g), "ffi.Array: this node is inside itself"},
                 {map_cycle(g), "ffi.Map: this node is inside itself"}};
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        assert_null(tunip_convert_graph(context, g, cases[i].root, 26, &error));
        assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
        assert_string_equal(error.message, cases[i].message);
    }
}

static void a_cycle_has_a_path(void **state)
{
    tunip_graph *g = *state;
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_node *root = (tunip_node *)tunip_tir_evaluate_new(g, sum_cycle(g));
    options.vintage = 26;
    options.exact = true;
    assert_null(tunip_convert_with(context, g, root, &options, &error));
    assert_string_equal(error.message, "tir.Add: this node is inside itself");
    assert_string_equal(error.path, "<root>.value");
}

/* ---- shared nodes ---- */

/* In v0.23, numbers are expressions of Relax in a tuple, but not in a shape. */
static void a_shared_list_suits_each_field(void **state)
{
    tunip_graph *g = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_array *numbers = TUNIP_LIST(g, tunip_ir_int(g, TUNIP_INT(64), 4));
    tunip_relax_shape_expr_v26 *shape = tunip_node_new(g, &tunip_relax_shape_expr_v26_type);
    tunip_relax_tuple_v26 *tuple = tunip_node_new(g, &tunip_relax_tuple_v26_type);
    shape->values = tuple->fields = numbers;
    const tunip_node *made =
        tunip_convert_graph(context, g, &TUNIP_LIST(g, shape, tuple)->base, 23, &error);
    assert_non_null(made);
    const tunip_array *both = TUNIP_AS(tunip_array, made);
    shape = (void *)both->items[0];
    tuple = (void *)both->items[1];
    assert_true(tunip_is(shape->values->items[0], &tunip_ir_int_imm_type));
    assert_true(tunip_is(tuple->fields->items[0], &tunip_relax_prim_value_type));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        VINTAGE_TEST(unknown_versions_are_refused),
        VINTAGE_TEST(files_may_be_of_older_versions),
        VINTAGE_TEST(cycles_are_refused),
        VINTAGE_TEST(a_cycle_has_a_path),
        VINTAGE_TEST(a_shared_list_suits_each_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
