/* test_plain.c -- roots that have no script form print as TVM's ReprPrinter writes them. */
#include "small_thread.h"
#include "toy_world.h"

#include <math.h>

enum { DEEP = 200000 };

static void *number(const toy_world *world, int64_t value)
{
    return tunip_int_new(world->graph, value);
}

static void *map(const toy_world *world, void *key, void *value)
{
    return tunip_map_new(world->graph, 1, (void *[]){key, value});
}

static void values_and_containers(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    static const int64_t dims[] = {4, -1};
    tunip_shape *shape = tunip_node_new(g, &tunip_shape_type);
    shape->count = TUNIP_LEN(dims);
    shape->dims = dims;
    tunip_dtype_value *dtype = tunip_node_new(g, &tunip_dtype_type);
    dtype->value = tunip_dtype_make(TUNIP_DTYPE_FLOAT, 16, 4);
    void *s = tunip_string_new(g, "s"), *odd = tunip_string_new(g, "a\"b\\");
    const struct {
        const void *node;
        const char *text;
    } cases[] = {
        {NULL, "(nullptr)"},
        {number(world, -3), "-3"},
        {tunip_bool_new(g, true), "1"},
        {tunip_bool_new(g, false), "0"},
        {s, "\"s\""},
        {odd, "\"a\\\"b\\\\\""},
        {dtype, "float16x4"},
        {shape, "[4, -1]"},
        {tunip_array_new(g, 0, NULL), "[]"},
        {TUNIP_LIST(g, number(world, 1), NULL, s), "[1, (nullptr), \"s\"]"},
        {TUNIP_LIST(g, TUNIP_LIST(g, dtype), shape), "[[float16x4], [4, -1]]"},
        {tunip_map_new(g, 0, NULL), "{}"},
        {map(world, s, number(world, 1)), "{\"s\": 1}"},
        {map(world, odd, odd), "{\"a\"b\\\": \"a\\\"b\\\\\"}"}, /* keys are not escaped */
        {map(world, number(world, 2), NULL), "{2: (nullptr)}"},
        {map(world, NULL, s), "{(nullptr): \"s\"}"},
        {map(world, TUNIP_LIST(g, s), map(world, s, s)), "{[\"s\"]: {\"s\": \"s\"}}"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_prints(world, cases[i].node, cases[i].text);
}

static void floats_are_short(void **state)
{
    const toy_world *world = *state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.1, "0.1"},    {2, "2"},           {-0.0, "-0"},
        {1e10, "1e+10"}, {123456, "123456"}, {1234567, "1.23457e+06"},
        {1e-5, "1e-05"}, {INFINITY, "inf"},  {-INFINITY, "-inf"},
        {NAN, "nan"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_prints(world, tunip_float_new(world->graph, cases[i].value), cases[i].text);
}

/* Nodes with a script form print in it, each as a separate root: names start again. */
static void scripts_stand_inside(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_sum *a = toy_sum_new(g, toy_var_new(g, "x"), number(world, 1));
    toy_sum *b = toy_sum_new(g, toy_var_new(g, "x"), number(world, 2));
    assert_prints(world, TUNIP_LIST(g, a, b), "[x + 1, x + 2]");
    assert_prints(world, map(world, tunip_string_new(g, "k"), a), "{\"k\": x + 1}");
    assert_prints(world, toy_holder_new(g, &toy_forward_type, number(world, 7)), "7");
    assert_prints(world, TUNIP_LIST(g, tunip_node_new(g, &toy_unit_type)), "[Y.unit]");
}

/* As in TVM, a root without a script form prints with the defaults, and so do scripts inside. */
static void options_do_not_hold_inside(void **state)
{
    const toy_world *world = *state;
    const tunip_setting prefix = {"toy_prefix", "Q"};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.settings = &prefix;
    options.setting_count = 1;
    void *pair = toy_pair_new(world->graph, NULL, NULL, 1);
    assert_prints_with(world, TUNIP_LIST(world->graph, pair), &options,
                       "[Y.pair(None, None, weight=1)]");
}

static void what_has_no_form_at_all_is_generic(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_bare *bare = tunip_node_new(g, &toy_bare_type);
    assert_prints(world, bare, "toy.Bare(count=0)");
    assert_prints(world, toy_holder_new(g, &toy_stranger_type, number(world, 1)),
                  "toy.Stranger(inner=1)");
    bare->shown = (tunip_node *)tunip_int_new(g, 3);
    tunip_printed *printed = toy_print(world, TUNIP_LIST(g, NULL, bare), NULL);
    assert_string_equal(tunip_printed_text(printed).data,
                        "[(nullptr), toy.Bare(shown=3, count=0)]");
    assert_one_issue(printed, TUNIP_ISSUE_UNREGISTERED, "no rule prints toy.Bare", "<root>[1]");
    tunip_printed_free(printed);
}

/* A root that prints as metadata elsewhere prints in full. */
static void metadata_shows_itself(void **state)
{
    const toy_world *world = *state;
    void *blob = toy_holder_new(world->graph, &toy_blob_type, number(world, 1));
    assert_prints(world, blob, "toy.Blob(inner=1)");
}

static void dialects_may_have_plain_rules(void **state)
{
    const toy_world *world = *state;
    static const tunip_rule row = {&toy_bare_type, "plain", TUNIP_RULE_CALL, "bare", "count", NULL};
    static const tunip_dialect more = {TUNIP_DIALECT_HEAD, .name = "more", .prefix = "M",
                                       .rules = &row, .rule_count = 1};
    assert_int_equal(tunip_context_add_dialect(world->context, &more, NULL), TUNIP_OK);
    toy_bare *bare = tunip_node_new(world->graph, &toy_bare_type);
    assert_prints(world, TUNIP_LIST(world->graph, bare), "[M.bare(0)]");
    assert_prints(world, toy_sum_new(world->graph, bare, NULL), "toy.Bare(count=0) + None");
}

static void keys_are_shown_whole(void **state)
{
    const toy_world *world = *state;
    void *key = tunip_string_new_view(world->graph, (tunip_str)TUNIP_STR("a\0b"));
    tunip_printed *printed = toy_print(world, map(world, key, number(world, 1)), NULL);
    tunip_str expected = TUNIP_STR("{\"a\\x00b\": 1}");
    bool whole = tunip_str_equal(tunip_printed_text(printed), expected);
    tunip_printed_free(printed);
    assert_true(whole);
}

/* ---- depth and cycles ---- */

static void cycles_are_visible(void **state)
{
    const toy_world *world = *state;
    tunip_array *array = TUNIP_LIST(world->graph, number(world, 1), NULL);
    array->items[1] = &array->base;
    tunip_printed *printed = toy_print(world, array, NULL);
    assert_non_null(strstr(tunip_printed_text(printed).data, "<cycle>"));
    assert_true(tunip_printed_issue_count(printed) > 0);
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_CYCLE);
    tunip_printed_free(printed);
}

static void *print_deep(void *opaque)
{
    const toy_world *world = opaque;
    void *at = NULL;
    for (size_t i = 0; i < DEEP; i++) at = TUNIP_LIST(world->graph, at);
    tunip_printed *printed = toy_print(world, at, NULL);
    assert_int_equal(tunip_printed_text(printed).size, 2 * DEEP + strlen("(nullptr)"));
    tunip_printed_free(printed);
    return NULL;
}

static void depth_is_not_bounded_by_the_stack(void **state)
{
    run_on_small_stack(print_deep, *state);
}

static void depth_can_be_limited(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    void *two = TUNIP_LIST(world->graph, TUNIP_LIST(world->graph, NULL));
    options.max_depth = 2;
    assert_prints_with(world, two, &options, "[[(nullptr)]]");
    options.max_depth = 1;
    assert_print_fails(world, two, &options, TUNIP_ERROR_LIMIT,
                       "the IR is nested deeper than max_depth 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(values_and_containers),
        TOY_TEST(floats_are_short),
        TOY_TEST(scripts_stand_inside),
        TOY_TEST(options_do_not_hold_inside),
        TOY_TEST(what_has_no_form_at_all_is_generic),
        TOY_TEST(metadata_shows_itself),
        TOY_TEST(dialects_may_have_plain_rules),
        TOY_TEST(keys_are_shown_whole),
        TOY_TEST(depth_can_be_limited),
        TOY_TEST(cycles_are_visible),
        TOY_TEST(depth_is_not_bounded_by_the_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
