/* test_rule.c -- the Docs of each form of row, and the rules of the built-in values. */
#include "print/paths.h"
#include "toy_world.h"

static void *number(const toy_world *world, int64_t value)
{
    return tunip_int_new(world->graph, value);
}

/* Prints the node inside a sum, because a root may print in its plain form. */
static void assert_child_prints(const toy_world *world, const void *node, const char *expected)
{
    char sum[256] = "None + ";
    strncat(sum, expected, sizeof sum - 8);
    assert_prints(world, toy_sum_new(world->graph, NULL, (void *)(uintptr_t)node), sum);
}

/* ---- forms ---- */

static void forms_of_rows(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *sum = toy_sum_new(g, number(world, 1), number(world, 2));
    const struct {
        const void *node;
        const char *text;
    } cases[] = {
        {toy_pair_new(g, number(world, 1), sum, -5), "Y.pair(1, 1 + 2, weight=-5)"},
        {toy_pair_new(g, NULL, NULL, 0), "Y.pair(None, None, weight=0)"},
        {tunip_node_new(g, &toy_twin_type), "Y.pair(None, None, weight=0)"},
        {tunip_node_new(g, &toy_unit_type), "Y.unit"},
        {toy_holder_new(g, &toy_forward_type, number(world, 7)), "7"},
        {toy_holder_new(g, &toy_forward_type, sum), "(1 + 2)"},
        {toy_holder_new(g, &toy_forward_type, NULL), "None"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_child_prints(world, cases[i].node, cases[i].text);
}

static void fields_of_every_kind_are_arguments(void **state)
{
    const toy_world *world = *state;
    toy_fields *fields = tunip_node_new(world->graph, &toy_fields_type);
    assert_child_prints(world, fields, "Y.fields(0, 0.0, False, \"int0\", node=None)");
    fields->i = INT64_MIN;
    fields->f = -1.5;
    fields->b = true;
    fields->d = tunip_dtype_make(TUNIP_DTYPE_FLOAT, 16, 4);
    fields->node = number(world, 3);
    assert_child_prints(world, fields,
                        "Y.fields(-9223372036854775808, -1.5, True, \"float16x4\", node=3)");
    fields->d = tunip_dtype_make(TUNIP_DTYPE_HANDLE, 0, 0);
    fields->i = 0;
    assert_child_prints(world, fields, "Y.fields(0, -1.5, True, \"void\", node=3)");
}

/* The Doc of a call has the path of the node, and those of its arguments have the paths of
 * fields. */
static void arguments_have_the_paths_of_fields(void **state)
{
    const toy_world *world = *state;
    static const char *const paths[] = {"<root>.i", "<root>.f", "<root>.b", "<root>.d"};
    char text[64];
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    toy_fields *fields = tunip_node_new(world->graph, &toy_fields_type);
    const tunip_doc_call *call = (const void *)tunip_docsify(&d, fields, tunip_path_root(&d));
    assert_int_equal(call->base.kind, TUNIP_DOC_CALL);
    assert_ptr_equal(call->base.path, tunip_path_root(&d));
    assert_int_equal(call->args.count, TUNIP_LEN(paths));
    for (size_t i = 0; i < call->args.count; i++) {
        tunip_path_text(call->args.items[i]->path, text, sizeof text);
        assert_string_equal(text, paths[i]);
    }
    tunip_path_text(call->values.items[0]->path, text, sizeof text);
    assert_string_equal(text, "<root>.node");
    tn_job_close(&d);
}

/* A forwarded Doc represents both nodes. */
static void forwarded_docs_have_both_paths(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    char text[64];
    toy_job_open(world, &d, NULL);
    void *holder = toy_holder_new(world->graph, &toy_forward_type, number(world, 1));
    const tunip_doc *doc = tunip_docsify(&d, holder, tunip_path_root(&d));
    tunip_path_text(doc->path, text, sizeof text);
    assert_string_equal(text, "<root>.inner");
    const tn_more_path *more = &d.paths->more.items[doc->more_paths];
    assert_int_not_equal(doc->more_paths, 0);
    assert_ptr_equal(more->path, tunip_path_root(&d));
    assert_int_equal(more->next, 0);
    tn_job_close(&d);
}

static void prefixes_are_those_of_the_dialect(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    const tunip_doc *one = tunip_doc_int(&d, 1, NULL);
    const tunip_doc_call *call =
        (const void *)tunip_prefixed_call(&d, &toy_dialect, "f", TUNIP_DOCS(&d, one));
    const tunip_doc_attr *callee = (const void *)call->callee;
    assert_int_equal(callee->base.kind, TUNIP_DOC_ATTR);
    assert_true(doc_id_is(callee->value, "Y"));
    assert_true(tunip_str_is(callee->name, "f"));
    assert_int_equal(call->args.count, 1);
    /* All uses share the Doc of the prefix, so it must not get the path of one use. */
    const tunip_path *path = tunip_path_attr(&d, NULL, "x");
    const tunip_doc *moved = tunip_doc_at(&d, callee->value, path);
    const tunip_doc_attr *again = (const void *)tunip_prefixed(&d, &toy_dialect, "g");
    assert_ptr_equal(moved->path, path);
    assert_null(again->value->path);
    tn_job_close(&d);
}

/* ---- values ---- */

static void values_are_literals(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_dtype_value *dtype = tunip_node_new(g, &tunip_dtype_type);
    dtype->value = tunip_dtype_make(TUNIP_DTYPE_INT, 8, 4);
    const struct {
        const void *node;
        const char *text;
    } cases[] = {
        {number(world, -3), "-3"},
        {tunip_float_new(g, 2), "2.0"},
        {tunip_float_new(g, 0.1), "0.10000000000000001"},
        {tunip_bool_new(g, true), "True"},
        {tunip_bool_new(g, false), "False"},
        {tunip_string_new(g, "a\"b"), "\"a\\\"b\""},
        {tunip_string_new(g, ""), "\"\""},
        {dtype, "\"int8x4\""},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_child_prints(world, cases[i].node, cases[i].text);
}

static void devices_are_named(void **state)
{
    const toy_world *world = *state;
    static const struct {
        int32_t type, id;
        const char *text;
    } cases[] = {
        {1, 0, "\"cpu:0\""},
        {2, 3, "\"cuda:3\""},
        {4, 0, "\"opencl:0\""},
        {7, 1, "\"vulkan:1\""},
        {8, 0, "\"metal:0\""},
        {10, 2, "\"rocm:2\""},
        {15, 0, "\"webgpu:0\""},
        {16, 0, "\"hexagon:0\""},
        {0, 1, "\"0:1\""},
        {5, 2, "\"5:2\""},
        {17, 0, "\"17:0\""},
        {-1, -1, "\"-1:-1\""},
        {INT32_MIN, INT32_MAX, "\"-2147483648:2147483647\""},
    };
    tunip_device *device = tunip_node_new(world->graph, &tunip_device_type);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        device->device_type = cases[i].type;
        device->device_id = cases[i].id;
        assert_child_prints(world, device, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(forms_of_rows),
        TOY_TEST(fields_of_every_kind_are_arguments),
        TOY_TEST(arguments_have_the_paths_of_fields),
        TOY_TEST(forwarded_docs_have_both_paths),
        TOY_TEST(prefixes_are_those_of_the_dialect),
        TOY_TEST(values_are_literals),
        TOY_TEST(devices_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
