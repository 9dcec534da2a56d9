/* test_opaque.c -- nodes of unregistered types: equality, hash and diff use their saved fields,
 * whether a reader or a program made their types. */
#include <stdio.h>

#include "build_world.h"

#include <tunip/diff.h>
#include <tunip/read.h>

#include "dialects/relax/types.h"
#include "dialects/tir/analysis.h"

/* ---- two files ---- */

/* Reads a graph of some nodes, the last of which is the root. Single quotes stand for double
 * ones. */
static tunip_graph *read_nodes(const toy_world *world, const char *nodes, size_t count)
{
    char text[1024];
    tunip_error error = TUNIP_ERROR_INIT;
    snprintf(text, sizeof text, "{'root_index': %zu, 'nodes': [%s]}", count - 1, nodes);
    for (char *at = text; *at; at++)
        if (*at == '\'') *at = '"';
    tunip_graph *graph = tunip_read(world->context, tunip_str_from(text), &error);
    assert_string_equal(error.message, "");
    return graph;
}

/* The paths of the first difference; "" when equal. */
typedef struct pair {
    size_t lhs_count;
    const char *lhs;
    size_t rhs_count;
    const char *rhs;
    const char *lhs_path, *rhs_path;
} pair;

static void path_is(const tunip_path *path, const char *expected)
{
    char text[256] = "";
    if (path) tunip_path_text(path, text, sizeof text);
    assert_string_equal(text, expected);
}

static void compare_as(const toy_world *world, const tunip_node *lhs, const tunip_node *rhs,
                       const char *lhs_path, const char *rhs_path)
{
    tunip_comparison *out;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_equal(world->context, lhs, rhs, NULL, &out, &error), TUNIP_OK);
    path_is(tunip_comparison_lhs_path(out), lhs_path);
    path_is(tunip_comparison_rhs_path(out), rhs_path);
    assert_int_equal(tunip_comparison_equal(out), !*lhs_path);
    tunip_comparison_free(out);
}

/* The script is empty exactly if the nodes are equal, and applying it gives the right side. */
static void must_apply(const toy_world *world, const tunip_node *lhs, const tunip_node *rhs,
                       bool equal)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_diff(world->context, lhs, rhs, NULL, &script, &error), TUNIP_OK);
    assert_int_equal(tunip_script_edit_count(script) == 0, equal);
    tunip_graph *applied = tunip_diff_apply(world->context, script, &error);
    assert_string_equal(error.message, "");
    compare_as(world, tunip_graph_root(applied), rhs, "", "");
    tunip_graph_free(applied);
    tunip_script_free(script);
}

static void check(const toy_world *world, const pair *p)
{
    tunip_graph *a = read_nodes(world, p->lhs, p->lhs_count);
    tunip_graph *b = read_nodes(world, p->rhs, p->rhs_count);
    const tunip_node *lhs = tunip_graph_root(a), *rhs = tunip_graph_root(b);
    compare_as(world, lhs, rhs, p->lhs_path, p->rhs_path);
    compare_as(world, rhs, lhs, p->rhs_path, p->lhs_path);
    compare_as(world, lhs, lhs, "", "");
    must_apply(world, lhs, rhs, !*p->lhs_path);
    must_apply(world, rhs, lhs, !*p->lhs_path);
    tunip_graph_free(a);
    tunip_graph_free(b);
}

static void fields_and_data_count(void **state)
{
    static const pair pairs[] = {
        {1, "{'type': 'my.X', 'data': {'a': 1.5, 'b': 'c'}}", 1,
         "{'type': 'my.X', 'data': {'b': 'c', 'a': 1.5}}", "", ""},
        {1, "{'type': 'my.X', 'data': {}}", 1, "{'type': 'my.Y', 'data': {}}", "<root>", "<root>"},
        {1, "{'type': 'my.X', 'data': {'a': 1.5}}", 1, "{'type': 'my.X', 'data': {'a': 2.5}}",
         "<root>.a", "<root>.a"},
        {1, "{'type': 'my.X', 'data': {'a': 1.5}}", 1, "{'type': 'my.X', 'data': {'a': 'c'}}",
         "<root>.a", "<root>.a"},
        {1, "{'type': 'my.X', 'data': {'a': true}}", 1, "{'type': 'my.X', 'data': {'a': null}}",
         "<root>.a", "<root>.a"},
        {1, "{'type': 'my.X', 'data': {'a': -1}}", 1, "{'type': 'my.X', 'data': {'a': -2}}",
         "<root>.a", "<root>.a"},
        {1, "{'type': 'my.X', 'data': {'b': 1.5}}", 1, "{'type': 'my.X', 'data': {'a': 1.5}}",
         "<root>.<missing attr a`>", "<root>.a"},
        {1, "{'type': 'my.X', 'data': 'Moo'}", 1, "{'type': 'my.X', 'data': 'Moo'}", "", ""},
        {1, "{'type': 'my.X', 'data': 'Moo'}", 1, "{'type': 'my.X', 'data': 'Boo'}", "<root>",
         "<root>"},
        {1, "{'type': 'my.X', 'data': 'Moo'}", 1, "{'type': 'my.X', 'data': {}}", "<root>",
         "<root>"},
    };
    for (size_t i = 0; i < TUNIP_LEN(pairs); i++) check(*state, &pairs[i]);
}

/* A file does not distinguish an integer from the index of a node. */
static void references_go_by_what_they_lead_to(void **state)
{
    static const pair pairs[] = {
        {2, "{'type': 'int', 'data': 5}, {'type': 'my.X', 'data': {'a': 0}}", 3,
         "{'type': 'None'}, {'type': 'int', 'data': 5}, {'type': 'my.X', 'data': {'a': 1}}", "",
         ""},
        {2, "{'type': 'int', 'data': 5}, {'type': 'my.X', 'data': {'a': 0}}", 2,
         "{'type': 'int', 'data': 6}, {'type': 'my.X', 'data': {'a': 0}}", "<root>.a", "<root>.a"},
        /* The integer is not an index on the left side, so it is compared as an integer. */
        {1, "{'type': 'my.X', 'data': {'a': 1}}", 3,
         "{'type': 'None'}, {'type': 'int', 'data': 5}, {'type': 'my.X', 'data': {'a': 1}}", "",
         ""},
        {1, "{'type': 'my.X', 'data': {'a': 5}}", 3,
         "{'type': 'None'}, {'type': 'int', 'data': 5}, {'type': 'my.X', 'data': {'a': 1}}",
         "<root>.a", "<root>.a"},
        {1, "{'type': 'my.X', 'data': {'a': 1.5}}", 2,
         "{'type': 'float', 'data': 1.5}, {'type': 'my.X', 'data': {'a': 0}}", "<root>.a",
         "<root>.a"},
        /* The referenced nodes are compared. */
        {3,
         "{'type': 'my.X', 'data': {'a': 1.5}}, {'type': 'ffi.Array', 'data': [0]},"
         "{'type': 'my.Y', 'data': {'list': 1}}",
         3,
         "{'type': 'my.X', 'data': {'a': 2.5}}, {'type': 'ffi.Array', 'data': [0]},"
         "{'type': 'my.Y', 'data': {'list': 1}}",
         "<root>.list[0].a", "<root>.list[0].a"},
    };
    for (size_t i = 0; i < TUNIP_LEN(pairs); i++) check(*state, &pairs[i]);
}

static void the_outcome_names_the_type(void **state)
{
    const toy_world *world = *state;
    tunip_comparison *out;
    tunip_graph *graph = read_nodes(world, "{'type': 'my.X', 'data': {}}", 1);
    const tunip_node *root = tunip_graph_root(graph);
    assert_int_equal(tunip_equal(world->context, root, root, NULL, &out, NULL), TUNIP_OK);
    assert_string_equal(tunip_comparison_unregistered(out)->key, "my.X");
    tunip_comparison_free(out);
    assert_int_equal(tunip_equal(world->context, NULL, root, NULL, &out, NULL), TUNIP_OK);
    assert_null(tunip_comparison_unregistered(out));
    tunip_comparison_free(out);
    tunip_graph_free(graph);
}

/* ---- nodes in memory ---- */

/* Two types with the same key, as a reader makes them for two graphs. */
static const tunip_type types[] = {
    {.key = "my.Use",
     .base = &tunip_opaque_type,
     .equality = TUNIP_EQ_TREE,
     .size = sizeof(tunip_opaque)},
    {.key = "my.Use", .base = &tunip_opaque_type, .size = sizeof(tunip_opaque)}};

enum { FIELDS = 40 };

/* A node that refers to `used` and holds numbers. With `backwards`, its fields are in reverse
 * order. */
static void *use(const toy_world *world, size_t type, void *used, int64_t first, bool backwards)
{
    tunip_opaque *node = tunip_node_new(world->graph, &types[type]);
    char name[] = "f00";
    node->count = FIELDS;
    node->fields = tunip_graph_alloc(world->graph, FIELDS * sizeof *node->fields);
    for (int i = 0; i < FIELDS; i++) {
        tunip_opaque_field *field = &node->fields[backwards ? FIELDS - 1 - i : i];
        name[1] = (char)('0' + i / 10);
        name[2] = (char)('0' + i % 10);
        tunip_string *kept = tunip_string_new(world->graph, name);
        void *value = i == FIELDS / 2 ? used : tunip_int_new(world->graph, i ? i : first);
        *field = (tunip_opaque_field){kept->value, value, i == FIELDS / 2, false, 0};
    }
    return node;
}

static void variables_inside_correspond(void **state)
{
    const toy_world *world = *state;
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "y");
    toy_var *a = toy_var_new(world->graph, "a"), *b = toy_var_new(world->graph, "b");
    void *lhs = fn2(world, x, y, use(world, 0, x, 100, false));
    void *same = fn2(world, a, b, use(world, 1, a, 100, true));
    void *other = fn2(world, a, b, use(world, 1, b, 100, true));
    void *number = fn2(world, a, b, use(world, 1, a, 200, true));
    compare_as(world, lhs, same, "", "");
    compare_as(world, lhs, other, "<root>.body.f20", "<root>.body.f20");
    compare_as(world, lhs, number, "<root>.body.f00", "<root>.body.f00");
    must_apply(world, lhs, same, true);
    must_apply(world, lhs, other, false);
    must_apply(world, lhs, number, false);
    assert_true(hash_of(world, lhs, false) == hash_of(world, same, false));
    assert_true(hash_of(world, lhs, false) != hash_of(world, other, false));
    assert_true(hash_of(world, lhs, false) != hash_of(world, number, false));
}

static void fields_of_other_names_hash_differently(void **state)
{
    const toy_world *world = *state;
    tunip_graph *a = read_nodes(world, "{'type': 'my.X', 'data': {'a': 1.5}}", 1);
    tunip_graph *b = read_nodes(world, "{'type': 'my.X', 'data': {'b': 1.5}}", 1);
    tunip_graph *c = read_nodes(world, "{'type': 'my.X', 'data': 'text'}", 1);
    uint64_t hashes[] = {hash_of(world, tunip_graph_root(a), false),
                         hash_of(world, tunip_graph_root(b), false),
                         hash_of(world, tunip_graph_root(c), false)};
    assert_true(hashes[0] != hashes[1]);
    assert_true(hashes[0] != hashes[2]);
    tunip_graph_free(a);
    tunip_graph_free(b);
    tunip_graph_free(c);
}

/* The analyses of dialects may count equal opaque expressions as different. */
static void analyses_do_not_take_them_for_the_same(void **state)
{
    const toy_world *world = *state;
    void *one = use(world, 0, NULL, 1, false), *two = use(world, 0, NULL, 2, false);
    assert_true(tir_same_expr(one, one));
    assert_false(tir_same_expr(one, two));
    assert_true(relax_equal(NULL, one, one));
    assert_false(relax_equal(NULL, one, two));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(fields_and_data_count),
        TOY_TEST(references_go_by_what_they_lead_to),
        TOY_TEST(the_outcome_names_the_type),
        TOY_TEST(variables_inside_correspond),
        TOY_TEST(fields_of_other_names_hash_differently),
        TOY_TEST(analyses_do_not_take_them_for_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
