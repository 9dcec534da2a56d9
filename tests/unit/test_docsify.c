/* test_docsify.c -- nodes to Docs: children, roots, free variables, ill-formed IR. */
#include "small_thread.h"
#include "toy_world.h"

enum { DEEP = 200000 };

static void *number(const toy_world *world, int64_t value)
{
    return tunip_int_new(world->graph, value);
}

/* ---- children ---- */

static void null_is_none(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    assert_prints(world, toy_sum_new(g, NULL, NULL), "None + None");
    assert_prints(world, toy_seq_new(g, NULL), "");
    assert_prints(world, toy_seq_new(g, TUNIP_LIST(g, NULL, number(world, 1))), "None\n1");
    assert_prints(world, toy_scope_new(g, NULL, NULL, NULL), "with Y.scope(None):\n    None");
    assert_prints(world, NULL, "(nullptr)");
}

static void paths_lead_to_children(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *stranger = toy_holder_new(g, &toy_stranger_type, tunip_int_new(g, 1));
    toy_seq *seq =
        toy_seq_new(g, TUNIP_LIST(g, NULL, toy_sum_new(g, tunip_int_new(g, 2), stranger)));
    tunip_printed *printed = toy_print(world, seq, NULL);
    assert_one_issue(printed, TUNIP_ISSUE_UNREGISTERED, "no rule prints toy.Stranger",
                     "<root>.items[1].rhs");
    tunip_printed_free(printed);
}

/* A node that is only partly built, as a debugger may show it. */
static void nodes_without_a_type_are_visible(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_node blank = {NULL};
    tunip_printed *printed = toy_print(world, toy_sum_new(g, tunip_int_new(g, 2), &blank), NULL);
    assert_string_equal(tunip_printed_text(printed).data, "2 + <no type>");
    assert_one_issue(printed, TUNIP_ISSUE_MALFORMED, "field `rhs` of toy.Sum has no type",
                     "<root>.rhs");
    tunip_printed_free(printed);
    printed = toy_print(world, &blank, NULL);
    assert_string_equal(tunip_printed_text(printed).data, "<no type>");
    tunip_printed_free(printed);
}

static void paths_are_extended_step_by_step(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    char text[64];
    toy_job_open(world, &d, NULL);
    const void *k = tunip_string_new(world->graph, "k");
    const tunip_path *root = tunip_path_root(&d);
    const struct {
        const tunip_path *path;
        const char *text;
    } cases[] = {
        {root, "<root>"},
        {tunip_path_attr(&d, root, "a"), "<root>.a"},
        {tunip_path_item(&d, root, 3), "<root>[3]"},
        {tunip_path_key(&d, root, k), "<root>[\"k\"]"},
        {tunip_path_key_missing(&d, root, k), "<root>[<missing item at \"k\">]"},
        {tunip_path_item(&d, tunip_path_attr(&d, root, "a"), 0), "<root>.a[0]"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_path_text(cases[i].path, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    assert_int_equal(root->depth, 0);
    assert_int_equal(cases[5].path->depth, 2);
    tn_job_close(&d);
}

static void items_have_their_own_paths(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    char text[64];
    toy_job_open(world, &d, NULL);
    tunip_array *items = TUNIP_LIST(world->graph, number(world, 1), NULL);
    tunip_docs docs = tunip_docsify_items(&d, items, tunip_path_root(&d));
    assert_int_equal(docs.count, 2);
    for (size_t i = 0; i < 2; i++) {
        tunip_path_text(docs.items[i]->path, text, sizeof text);
        assert_string_equal(text, i ? "<root>[1]" : "<root>[0]");
    }
    assert_int_equal(tunip_docsify_items(&d, NULL, tunip_path_root(&d)).count, 0);
    tn_job_close(&d);
}

/* ---- free variables ---- */

static void free_variables_are_declared_where_all_uses_see_them(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x"), *y = toy_var_new(g, "y"), *z = toy_var_new(g, "z");
    toy_scope *inner = toy_scope_new(g, NULL, number(world, 2), toy_sum_new(g, z, y));
    toy_seq *body = toy_seq_new(g, TUNIP_LIST(g, inner, toy_sum_new(g, z, x)));
    toy_scope *outer = toy_scope_new(g, NULL, number(world, 1), body);
    assert_prints(world, toy_seq_new(g, TUNIP_LIST(g, outer, x)),
                  "x = Y.var()\n"
                  "with Y.scope(1):\n"
                  "    z = Y.var()\n"
                  "    with Y.scope(2):\n"
                  "        y = Y.var()\n"
                  "        z + y\n"
                  "    z + x\n"
                  "x");
}

static void siblings_reuse_names(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *a = toy_var_new(g, "v"), *b = toy_var_new(g, "v"), *c = toy_var_new(g, "v");
    void *inside = toy_scope_new(g, b, a, toy_sum_new(g, a, b));
    assert_prints(world,
                  toy_seq_new(g, TUNIP_LIST(g, toy_scope_new(g, a, NULL, inside),
                                            toy_scope_new(g, c, NULL, c))),
                  "with Y.scope(None) as v:\n"
                  "    with Y.scope(v) as v_1:\n"
                  "        v + v_1\n"
                  "with Y.scope(None) as v:\n"
                  "    v");
}

static void expressions_drop_the_declarations(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_sum *sum = toy_sum_new(g, toy_var_new(g, "x"), toy_var_new(g, "x"));
    tunip_print_options verbose = TUNIP_PRINT_OPTIONS_INIT;
    verbose.verbose_expr = true;
    assert_prints(world, sum, "x + x_1");
    assert_prints_with(world, sum, &verbose, "x = Y.var()\nx_1 = Y.var()\nx + x_1");
}

static void undefined_variables_are_reported(void **state)
{
    const toy_world *world = *state;
    toy_pair *pair = toy_pair_new(world->graph, toy_var_new(world->graph, "x"), NULL, 3);
    tunip_printed *printed = toy_print(world, pair, NULL); /* a root without free variables */
    assert_string_equal(tunip_printed_text(printed).data, "Y.pair(x, None, weight=3)");
    assert_one_issue(printed, TUNIP_ISSUE_UNDEFINED, "nobody defines x", "<root>.first");
    assert_string_equal(tunip_printed_issue(printed, 0)->dialect, "toy");
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
}

/* ---- functions ---- */

static void functions_have_a_header_and_a_name(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_var *x = toy_var_new(g, "x");
    toy_fn *plain = toy_fn_new(g, TUNIP_LIST(g, x), toy_sum_new(g, x, number(world, 1)));
    toy_fn *prefixed = toy_fn_new(g, NULL, tunip_node_new(g, &toy_unit_type));
    const tunip_setting prefix = {"toy.prefix", "Q"};
    tunip_print_options named = TUNIP_PRINT_OPTIONS_INIT;
    named.name = "f";
    named.settings = &prefix;
    named.setting_count = 1;
    assert_prints(world, plain,
                  "def main(x):\n    x + 1"); /* no import line, because no prefix is used */
    assert_prints(world, prefixed, "# from toys import toy as Y\n\ndef main():\n    Y.unit");
    assert_prints_with(world, prefixed, &named,
                       "# from toys import toy as Q\n\ndef f():\n    Q.unit");
}

static void binding_names_are_a_stack(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    assert_int_equal(tunip_binding_name(&d).size, 0);
    tunip_binding_push(&d, tunip_str_from("module"));
    tunip_binding_push(&d, tunip_str_from("function"));
    assert_true(tunip_str_is(tunip_binding_name(&d), "function"));
    tunip_binding_pop(&d);
    assert_true(tunip_str_is(tunip_binding_name(&d), "module"));
    tunip_binding_pop(&d);
    tunip_binding_pop(&d); /* an extra pop is harmless */
    assert_int_equal(tunip_binding_name(&d).size, 0);
    tn_job_close(&d);
}

static void tokens_change_the_rules_inside(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_sum *sum = toy_sum_new(g, number(world, 1), toy_sum_new(g, NULL, NULL));
    void *loud = toy_holder_new(g, &toy_loud_type, sum);
    assert_prints(world, toy_sum_new(g, loud, sum),
                  "Y.SUM(1, Y.SUM(None, None)) + "
                  "(1 + (None + None))");
}

static void docs_can_be_rendered_inside(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_sum *sum = toy_sum_new(g, toy_var_new(g, "x"), tunip_string_new(g, "s"));
    void *quote = toy_holder_new(g, &toy_quote_type, sum);
    assert_prints(world, toy_sum_new(g, quote, NULL), "\"x + \\\"s\\\"\" + None");
}

/* ---- ill-formed IR ---- */

/* The text shows where a rule failed, the report has the place, and the rest of the IR prints. */
static void failing_rules_are_visible(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *broken = toy_holder_new(g, &toy_broken_type, NULL);
    tunip_printed *printed = toy_print(world, toy_sum_new(g, broken, number(world, 1)), NULL);
    tunip_str text = tunip_printed_text(printed);
    assert_non_null(strstr(text.data, "<"));
    assert_non_null(strstr(text.data, "> + 1"));
    assert_int_equal(tunip_printed_issue_count(printed), 1);
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_MALFORMED);
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
}

static void check_cycle(const toy_world *world, const void *root)
{
    tunip_printed *printed = toy_print(world, root, NULL);
    assert_non_null(strstr(tunip_printed_text(printed).data, "<cycle>"));
    assert_true(tunip_printed_issue_count(printed) > 0);
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_CYCLE);
    assert_true(
        tunip_str_is(tunip_printed_issue(printed, 0)->message, "a toy.Sum contains itself"));
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
}

static void cycles_are_visible(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    toy_sum *narrow = toy_sum_new(g, number(world, 1), NULL);
    narrow->rhs = &narrow->base;
    check_cycle(world, narrow);
    toy_sum *long_way = toy_sum_new(g, NULL, NULL);
    long_way->lhs = &toy_holder_new(g, &toy_forward_type, toy_sum_new(g, long_way, NULL))->base;
    check_cycle(world, long_way);
}

/* A cycle with two paths must not double the text at each level. The test bounds the memory, and
 * with it the time. */
static void cycles_with_two_ways_round_end(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, 5000);
    toy_world world = {.context = toy_context_new(&memory.allocator, NULL)};
    world.graph = tunip_graph_new(world.context, NULL);
    toy_sum *wide = toy_sum_new(world.graph, NULL, NULL);
    wide->lhs = wide->rhs = &wide->base;
    tunip_printed *printed = NULL;
    tunip_status status = tunip_print(world.context, &wide->base, NULL, &printed, NULL);
    tunip_printed_free(printed);
    tunip_graph_free(world.graph);
    tunip_context_free(world.context);
    assert_int_equal(status, TUNIP_OK);
}

static void depth_can_be_limited(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    toy_sum *three = toy_deep_sum(g, number(world, 0), 2); /* two sums and a number: three levels */
    options.max_depth = 3;
    assert_prints_with(world, three, &options, "0 + 1 + 1");
    options.max_depth = 2;
    assert_print_fails(world, three, &options, TUNIP_ERROR_LIMIT,
                       "the IR is nested deeper than max_depth 2");
    tunip_printed *printed;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print(world->context, &three->base, &options, &printed, &error);
    assert_string_equal(error.path, "<root>.lhs.lhs");
}

/* ---- depth ---- */

static void check_deep_sum(const toy_world *world)
{
    void *sum = toy_deep_sum(world->graph, toy_var_new(world->graph, "x"), DEEP);
    tunip_printed *printed = toy_print(world, sum, NULL);
    tunip_str text = tunip_printed_text(printed);
    assert_int_equal(text.size, 1 + DEEP * strlen(" + 1"));
    assert_memory_equal(text.data, "x + 1 + 1", 9);
    assert_int_equal(tunip_printed_issue_count(printed), 1); /* x is undefined */
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_UNDEFINED);
    tunip_printed_free(printed);
}

static void check_deep_scopes(const toy_world *world)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.no_indent = true;
    toy_var *x = toy_var_new(world->graph, "x");
    void *at = x;
    for (size_t i = 0; i < DEEP; i++) at = toy_scope_new(world->graph, NULL, NULL, at);
    tunip_printed *printed = toy_print(world, at, &options);
    tunip_str text = tunip_printed_text(printed);
    assert_int_equal(text.size, DEEP * strlen("with Y.scope(None):\n") + strlen("x = Y.var()\nx"));
    assert_string_equal(text.data + text.size - 13, "x = Y.var()\nx");
    tunip_printed_free(printed);
}

static void *print_deep(void *world)
{
    check_deep_sum(world);
    check_deep_scopes(world);
    return NULL;
}

static void depth_is_not_bounded_by_the_stack(void **state)
{
    run_on_small_stack(print_deep, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(null_is_none),
        TOY_TEST(paths_lead_to_children),
        TOY_TEST(nodes_without_a_type_are_visible),
        TOY_TEST(paths_are_extended_step_by_step),
        TOY_TEST(items_have_their_own_paths),
        TOY_TEST(free_variables_are_declared_where_all_uses_see_them),
        TOY_TEST(siblings_reuse_names),
        TOY_TEST(expressions_drop_the_declarations),
        TOY_TEST(undefined_variables_are_reported),
        TOY_TEST(functions_have_a_header_and_a_name),
        TOY_TEST(binding_names_are_a_stack),
        TOY_TEST(tokens_change_the_rules_inside),
        TOY_TEST(docs_can_be_rendered_inside),
        TOY_TEST(failing_rules_are_visible),
        TOY_TEST(cycles_are_visible),
        cmocka_unit_test(cycles_with_two_ways_round_end),
        TOY_TEST(depth_can_be_limited),
        TOY_TEST(depth_is_not_bounded_by_the_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
