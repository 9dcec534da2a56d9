/* test_generic.c -- nodes without a rule: type.key(field=value, ...), and the report. */
#include "toy_world.h"

static void *number(const toy_world *world, int64_t value)
{
    return tunip_int_new(world->graph, value);
}

static toy_bare *bare(const toy_world *world, void *shown, void *ignored, int64_t count)
{
    toy_bare *node = tunip_node_new(world->graph, &toy_bare_type);
    node->shown = shown;
    node->ignored = ignored;
    node->count = count;
    return node;
}

static void fields_that_say_something_are_shown(void **state)
{
    const toy_world *world = *state;
    void *one = number(world, 1);
    const struct {
        const void *node;
        const char *text;
    } cases[] = {
        {bare(world, one, NULL, 2), "toy.Bare(shown=1, count=2)"},
        {bare(world, NULL, one, 0), "toy.Bare(count=0)"}, /* NULL and ignored fields are omitted */
        {bare(world, bare(world, one, one, 3), one, -1),
         "toy.Bare(shown=toy.Bare(shown=1, count=3), count=-1)"},
        {bare(world, toy_sum_new(world->graph, one, one), NULL, 2),
         "toy.Bare(shown=1 + 1, count=2)"},
        {toy_holder_new(world->graph, &toy_stranger_type, NULL), "toy.Stranger()"},
        {toy_holder_new(world->graph, &toy_stranger_type, one), "toy.Stranger(inner=1)"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_prints(world, cases[i].node, cases[i].text);
}

static void repeated_fields_are_shown_once(void **state)
{
    const toy_world *world = *state;
    static const tunip_field again[] = {
        TUNIP_FIELD_ANY(toy_bare, shown, TUNIP_FLAG_AGAIN | TUNIP_FLAG_OPTIONAL)};
    static tunip_type type = {.key = "other.Bare",
                              .base = &toy_bare_type,
                              .fields = again,
                              .field_count = 1,
                              .size = sizeof(toy_bare)};
    toy_bare *node = tunip_node_new(world->graph, &type);
    node->shown = number(world, 1);
    assert_prints(world, node, "other.Bare(shown=1, count=0)");
}

/* Ancestors' fields first; each kind of field as a literal. */
typedef struct heir {
    toy_fields base;
    int64_t more;
} heir;

static void inherited_fields_come_first(void **state)
{
    const toy_world *world = *state;
    static const tunip_field fields[] = {TUNIP_FIELD_INT(heir, more, 0)};
    static tunip_type stranger_fields = {.key = "other.Fields", .size = sizeof(toy_fields)};
    static tunip_type type = {
        .key = "other.Heir", .fields = fields, .field_count = 1, .size = sizeof(heir)};
    stranger_fields.fields = toy_fields_type.fields;
    stranger_fields.field_count = toy_fields_type.field_count;
    type.base = &stranger_fields;
    heir *node = tunip_node_new(world->graph, &type);
    node->base.f = 0.5;
    node->base.d = tunip_dtype_make(TUNIP_DTYPE_INT, 8, 1);
    node->more = 9;
    assert_prints(world, node, "other.Heir(i=0, f=0.5, b=False, d=\"int8\", more=9)");
}

static void what_has_no_rule_is_reported(void **state)
{
    const toy_world *world = *state;
    void *stranger = toy_holder_new(world->graph, &toy_stranger_type, number(world, 1));
    tunip_printed *printed = toy_print(world, toy_sum_new(world->graph, stranger, NULL), NULL);
    assert_one_issue(printed, TUNIP_ISSUE_UNREGISTERED, "no rule prints toy.Stranger",
                     "<root>.lhs");
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
}

/* ---- opaque nodes, as a reader makes them ---- */

static const tunip_type unknown_type = {
    .key = "vendor.Conv", .base = &tunip_opaque_type, .size = sizeof(tunip_opaque)};

static void opaque_nodes_show_their_fields(void **state)
{
    const toy_world *world = *state;
    tunip_opaque_field fields[] = {
        {TUNIP_STR("data"), number(world, 1), true, false, 0},
        {TUNIP_STR("missing"), NULL, true, false, 0},
        {{"stride and more", 6}, number(world, 2), false, false, 0},
    };
    tunip_opaque *node = tunip_node_new(world->graph, &unknown_type);
    assert_prints(world, node, "vendor.Conv()");
    node->count = TUNIP_LEN(fields);
    node->fields = fields;
    assert_prints(world, node, "vendor.Conv(data=1, stride=2)");
}

/* Missing required fields are omitted from the text and reported. */
static void missing_fields_are_reported(void **state)
{
    const toy_world *world = *state;
    static const char *const messages[] = {"no rule prints toy.Bare",
                                           "shown of a toy.Bare is missing"};
    tunip_printed *printed = toy_print(world, tunip_node_new(world->graph, &toy_bare_type), NULL);
    assert_string_equal(tunip_printed_text(printed).data, "toy.Bare(count=0)");
    assert_int_equal(tunip_printed_issue_count(printed), TUNIP_LEN(messages));
    for (size_t i = 0; i < TUNIP_LEN(messages); i++)
        assert_true(tunip_str_is(tunip_printed_issue(printed, i)->message, messages[i]));
    tunip_printed_free(printed);
}

static void opaque_nodes_may_be_saved_as_one_value(void **state)
{
    const toy_world *world = *state;
    tunip_opaque *node = tunip_node_new(world->graph, &unknown_type);
    node->data = (tunip_node *)tunip_string_new(world->graph, "text");
    assert_prints(world, node, "vendor.Conv(data=\"text\")");
}

static void paths_go_through_opaque_fields(void **state)
{
    const toy_world *world = *state;
    void *inner = tunip_int_new(world->graph, 1);
    tunip_opaque_field field = {
        .name = {"weights", 6},
        .value = &toy_holder_new(world->graph, &toy_stranger_type, inner)->base,
        .is_reference = true,
    };
    tunip_opaque *node = tunip_node_new(world->graph, &unknown_type);
    node->count = 1;
    node->fields = &field;
    tunip_printed *printed = toy_print(world, node, NULL);
    char text[64];
    assert_string_equal(tunip_printed_text(printed).data,
                        "vendor.Conv(weight=toy.Stranger(inner=1))");
    assert_int_equal(tunip_printed_issue_count(printed), 2);
    tunip_path_text(tunip_printed_issue(printed, 1)->path, text, sizeof text);
    assert_string_equal(text, "<root>.weight");
    tunip_printed_free(printed);
}

/* ---- containers, when no dialect has rules for them ---- */

/* The text has all their contents. */
static void containers_lose_nothing(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    static const int64_t dims[] = {4321, 8765};
    tunip_shape *shape = tunip_node_new(g, &tunip_shape_type);
    shape->count = TUNIP_LEN(dims);
    shape->dims = dims;
    void *entries[] = {tunip_string_new(g, "4321"), number(world, 8765)};
    const void *const nodes[] = {TUNIP_LIST(g, number(world, 4321), number(world, 8765)),
                                 tunip_map_new(g, 1, entries), shape};
    for (size_t i = 0; i < TUNIP_LEN(nodes); i++) {
        const void *sum = toy_sum_new(g, (void *)(uintptr_t)nodes[i], NULL);
        tunip_printed *printed = toy_print(world, sum, NULL);
        tunip_str text = tunip_printed_text(printed);
        bool whole = strstr(text.data, "4321") && strstr(text.data, "8765");
        if (!whole) print_error("in %s\n", text.data);
        tunip_printed_free(printed);
        assert_true(whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(fields_that_say_something_are_shown),
        TOY_TEST(repeated_fields_are_shown_once),
        TOY_TEST(inherited_fields_come_first),
        TOY_TEST(what_has_no_rule_is_reported),
        TOY_TEST(opaque_nodes_show_their_fields),
        TOY_TEST(missing_fields_are_reported),
        TOY_TEST(opaque_nodes_may_be_saved_as_one_value),
        TOY_TEST(paths_go_through_opaque_fields),
        TOY_TEST(containers_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
