/* test_diff.c -- edit scripts for types of a third party: their edits, the places, and that
 * applying them gives the other side. */
#include <stdio.h>

#include "equal_world.h"

#include <tunip/diff_text.h>

/* The script as text, a line per edit: "kind lhs -> rhs". */
typedef struct listing {
    char text[2048];
    size_t size;
} listing;

static void list(listing *out, const tunip_edit *edit)
{
    char lhs[256], rhs[256];
    tunip_path_text(edit->lhs_path, lhs, sizeof lhs);
    tunip_path_text(edit->rhs_path, rhs, sizeof rhs);
    out->size += (size_t)snprintf(out->text + out->size, sizeof out->text - out->size,
                                  "%s %s -> %s\n", tunip_edit_kind_name(edit->kind), lhs, rhs);
}

static void must_apply(const toy_world *world, const tunip_script *script, const void *rhs)
{
    tunip_comparison *out;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *applied = tunip_diff_apply(world->context, script, &error);
    assert_string_equal(error.message, "");
    tunip_equal(world->context, tunip_graph_root(applied), rhs, NULL, &out, &error);
    assert_true(tunip_comparison_equal(out));
    tunip_comparison_free(out);
    tunip_graph_free(applied);
}

/* Compares the edits and the renames with the expected ones. */
static void differ(const toy_world *world, const void *lhs, const void *rhs, const char *expected)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    listing found = {.text = ""};
    tunip_diff(world->context, lhs, rhs, NULL, &script, &error);
    assert_string_equal(error.message, "");
    for (size_t i = 0; i < tunip_script_edit_count(script); i++)
        list(&found, tunip_script_edit(script, i));
    for (size_t i = 0; i < tunip_script_rename_count(script); i++)
        list(&found, tunip_script_rename(script, i));
    assert_string_equal(found.text, expected);
    must_apply(world, script, rhs);
    tunip_script_free(script);
    tunip_script_free(NULL);
}

static size_t count_edits(const toy_world *world, const void *lhs, const void *rhs)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff(world->context, lhs, rhs, NULL, &script, &error);
    assert_string_equal(error.message, "");
    must_apply(world, script, rhs);
    size_t count = tunip_script_edit_count(script);
    tunip_script_free(script);
    return count;
}

static tunip_array *ints(const toy_world *world, size_t count, const int64_t *values)
{
    void *items[16];
    for (size_t i = 0; i < count; i++) items[i] = tunip_int_new(world->graph, values[i]);
    return tunip_array_new(world->graph, count, items);
}

#define INTS(world, ...)                                                                           \
    ints((world), TUNIP_LEN(((int64_t[]){__VA_ARGS__})), (const int64_t[]){__VA_ARGS__})

/* ---- values and arrays ---- */

static void values_change(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    differ(world, tunip_int_new(g, 1), tunip_int_new(g, 1), "");
    differ(world, tunip_int_new(g, 1), tunip_int_new(g, 2), "change <root> -> <root>\n");
    differ(world, NULL, tunip_int_new(g, 2), "change <root> -> <root>\n");
    differ(world, tunip_int_new(g, 2), NULL, "change <root> -> <root>\n");
    differ(world, NULL, NULL, "");
}

static void elements_come_and_go(void **state)
{
    const toy_world *world = *state;
    differ(world, INTS(world, 1, 2, 3), INTS(world, 9, 1, 2, 3),
           "insert <root>[<missing item at 0>] -> <root>[0]\n");
    differ(world, INTS(world, 9, 1, 2, 3), INTS(world, 1, 2, 3),
           "delete <root>[0] -> <root>[<missing item at 0>]\n");
    differ(world, INTS(world, 1, 2, 3, 4), INTS(world, 2, 3, 4, 1),
           "move <root>[0] -> <root>[3]\n");
    differ(world, INTS(world, 1, 2, 3), INTS(world, 1, 7, 3), "change <root>[1] -> <root>[1]\n");
    differ(world, INTS(world, 1, 1, 1), INTS(world, 1, 1, 1, 1),
           "insert <root>[<missing item at 3>] -> <root>[3]\n");
}

/* Small elements that are equal by chance do not break the alignment of the others. */
static void places_count_more_than_small_elements(void **state)
{
    const toy_world *world = *state;
    differ(world, INTS(world, 1, 1, 1, 1), INTS(world, 5, 6, 1, 7),
           "change <root>[0] -> <root>[0]\n"
           "change <root>[1] -> <root>[1]\n"
           "change <root>[3] -> <root>[3]\n");
}

/* A large node, identified by its first number. Tests edit its last one. */
static void *large(const toy_world *world, int64_t first, int64_t last)
{
    return INTS(world, first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6,
                last);
}

static void what_moved_may_be_changed(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    differ(world, TUNIP_LIST(g, large(world, 10, 0), large(world, 20, 0), large(world, 30, 0)),
           TUNIP_LIST(g, large(world, 20, 1), large(world, 30, 2), large(world, 10, 3)),
           "move <root>[0] -> <root>[2]\n"
           "change <root>[0][7] -> <root>[2][7]\n"
           "change <root>[1][7] -> <root>[0][7]\n"
           "change <root>[2][7] -> <root>[1][7]\n");
}

/* ---- structs ---- */

static void fields_change(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *one = tunip_int_new(g, 1), *two = tunip_int_new(g, 2);
    differ(world, toy_sum_new(g, one, one), toy_sum_new(g, one, two),
           "change <root>.rhs -> <root>.rhs\n");
    differ(world, toy_sum_new(g, one, two), two, "change <root> -> <root>\n");
}

static void what_is_shared_is_told_once(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *one = tunip_int_new(g, 1);
    void *lhs = toy_sum_new(g, one, tunip_int_new(g, 2));
    void *rhs = toy_sum_new(g, one, tunip_int_new(g, 3));
    differ(world, toy_sum_new(g, lhs, lhs), toy_sum_new(g, rhs, rhs),
           "change <root>.lhs.rhs -> <root>.lhs.rhs\n");
    differ(world, braid(world, lhs, 100), braid(world, lhs, 100), "");
    differ(world, array_braid(world, lhs, 60), array_braid(world, lhs, 60), "");
    differ(world, map_braid(world, lhs, NULL, 60), map_braid(world, lhs, NULL, 60), "");
    differ(world, array_braid(world, lhs, 3), array_braid(world, rhs, 3),
           "change <root>[0][0][0].rhs -> <root>[0][0][0].rhs\n");
    differ(world, map_braid(world, lhs, NULL, 2), map_braid(world, rhs, NULL, 2),
           "change <root>[\"a\"][\"a\"].rhs -> <root>[\"a\"][\"a\"].rhs\n");
    assert_int_equal(count_edits(world, array_braid(world, lhs, 60), array_braid(world, rhs, 60)),
                     1);
    assert_int_equal(
        count_edits(world, map_braid(world, lhs, NULL, 60), map_braid(world, rhs, NULL, 60)), 1);
    void *other = toy_var_new(g, "x");
    differ(world, toy_sum_new(g, lhs, lhs), toy_sum_new(g, other, other),
           "change <root>.lhs -> <root>.lhs\n");
}

static void operators_by_their_text(void **state)
{
    const toy_world *world = *state;
    void *add = tunip_string_new(world->graph, "add"), *sub = tunip_string_new(world->graph, "sub");
    differ(world, held(world, &op_type, add), held(world, &op_type, add), "");
    differ(world, held(world, &op_type, add), held(world, &op_type, sub),
           "change <root> -> <root>\n");
}

static void by_the_kind_of_equality(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *one = tunip_int_new(g, 1);
    void *dag = held(world, &dag_type, one), *other = held(world, &dag_type, one);
    void *tree = held(world, &tree_type, one), *copy = held(world, &tree_type, one);
    void *unique = held(world, &unique_type, one), *twin = held(world, &unique_type, one);
    differ(world, toy_sum_new(g, tree, tree), toy_sum_new(g, tree, copy), "");
    differ(world, toy_sum_new(g, dag, dag), toy_sum_new(g, other, other), "");
    differ(world, toy_sum_new(g, dag, dag), toy_sum_new(g, dag, other),
           "change <root>.rhs -> <root>.rhs\n");
    differ(world, unique, unique, "");
    differ(world, unique, twin, "change <root> -> <root>\n");
}

/* ---- what is inside of something new ---- */

static void what_is_wrapped_is_one_edit(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *one = tunip_int_new(g, 1), *lhs = held(world, &tree_type, large(world, 10, 1));
    differ(world, lhs, toy_sum_new(g, one, toy_sum_new(g, lhs, one)), "wrap <root> -> <root>\n");
    differ(world, toy_sum_new(g, one, lhs), lhs, "unwrap <root> -> <root>\n");
}

static void where_the_inner_one_stands(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    char text[64];
    tunip_script *script;
    void *one = tunip_int_new(g, 1), *inner = held(world, &tree_type, large(world, 10, 1));
    void *outer = toy_sum_new(g, one, toy_sum_new(g, inner, one));
    tunip_diff(world->context, inner, outer, NULL, &script, NULL);
    assert_int_equal(tunip_script_edit_count(script), 1);
    tunip_path_text(tunip_script_edit(script, 0)->inner_path, text, sizeof text);
    assert_string_equal(text, "<root>.rhs.lhs");
    tunip_script_free(script);
    tunip_diff(world->context, outer, inner, NULL, &script, NULL);
    tunip_path_text(tunip_script_edit(script, 0)->inner_path, text, sizeof text);
    assert_string_equal(text, "<root>.rhs.lhs");
    tunip_script_free(script);
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    options.form = TUNIP_DIFF_JSON;
    char *json = tunip_structural_difference(world->context, inner, outer, &options, NULL);
    assert_non_null(strstr(json, "{\"parent\": 1, \"step\": \".lhs\"}\n  ],"));
    assert_non_null(strstr(json, "\"inner\": {\"path\": 2,"));
    tunip_text_free(world->context, json);
}

static void one_stands_for_a_sequence_of_one(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *one = toy_sum_new(g, tunip_int_new(g, 1), tunip_int_new(g, 1));
    void *stays = held(world, &tree_type, large(world, 10, 1));
    void *seq = toy_seq_new(g, TUNIP_LIST(g, one, stays, one));
    differ(world, stays, seq,
           "insert <root>[<missing item at 0>] -> <root>.items[0]\n"
           "insert <root>[<missing item at 1>] -> <root>.items[2]\n");
    differ(world, seq, stays,
           "delete <root>.items[0] -> <root>[<missing item at 0>]\n"
           "delete <root>.items[2] -> <root>[<missing item at 1>]\n");
    differ(world, stays, toy_seq_new(g, TUNIP_LIST(g, stays)), "wrap <root> -> <root>\n");
}

static void several_are_wrapped_one_by_one(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *a = held(world, &tree_type, large(world, 10, 1));
    void *b = held(world, &tree_type, large(world, 30, 2));
    void *c = held(world, &tree_type, large(world, 50, 3));
    void *lhs = toy_seq_new(g, TUNIP_LIST(g, a, b, c));
    void *outer = toy_sum_new(g, tunip_int_new(g, 1), toy_seq_new(g, TUNIP_LIST(g, b, c)));
    void *rhs = toy_seq_new(g, TUNIP_LIST(g, a, outer));
    differ(world, lhs, rhs,
           "wrap <root>.items[1] -> <root>.items[1]\n"
           "wrap <root>.items[2] -> <root>.items[1]\n");
    differ(world, rhs, lhs,
           "unwrap <root>.items[1] -> <root>.items[1]\n"
           "unwrap <root>.items[1] -> <root>.items[2]\n");
}

/* ---- variables ---- */

static void a_name_is_no_edit(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *x = toy_var_new(g, "x"), *y = toy_var_new(g, "y"), *z = toy_var_new(g, "z");
    differ(world, fn1(world, x, toy_sum_new(g, x, x)), fn1(world, y, toy_sum_new(g, y, y)),
           "rename <root>.params[0] -> <root>.params[0]\n");
    differ(world, fn2(world, x, y, x), fn2(world, x, z, z),
           "change <root>.body -> <root>.body\nrename <root>.params[1] -> <root>.params[1]\n");
}

static void a_free_variable_is_told_once(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *x = toy_var_new(g, "x"), *y = toy_var_new(g, "y");
    differ(world, toy_sum_new(g, x, x), toy_sum_new(g, y, y), "change <root>.lhs -> <root>.lhs\n");
}

/* ---- maps ---- */

static void entries_by_key(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *a = tunip_string_new(g, "a"), *b = tunip_string_new(g, "b");
    void *one = tunip_int_new(g, 1), *two = tunip_int_new(g, 2);
    void *lhs = tunip_map_new(g, 1, (void *const[]){a, one});
    void *rhs = tunip_map_new(g, 2, (void *const[]){b, one, a, two});
    differ(world, lhs, rhs,
           "change <root>[\"a\"] -> <root>[\"a\"]\n"
           "insert <root>[<missing item at \"b\">] -> <root>[\"b\"]\n");
    differ(world, rhs, lhs,
           "delete <root>[\"b\"] -> <root>[<missing item at \"b\">]\n"
           "change <root>[\"a\"] -> <root>[\"a\"]\n");
}

/* ---- as text ---- */

static void text_for_tests(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *lhs = (const tunip_node *)tunip_int_new(g, 1);
    const tunip_node *rhs = (const tunip_node *)tunip_int_new(g, 2);
    assert_null(tunip_structural_difference(world->context, lhs, lhs, NULL, &error));
    char *text = tunip_structural_difference(world->context, lhs, rhs, NULL, &error);
    assert_string_equal(text, "--- lhs\n+++ rhs\n@@ -1,1 +1,1 @@\n-1\n+2\n1 edit\n");
    assert_int_equal(error.code, TUNIP_OK);
    tunip_text_free(world->context, text);
}

static void message_of_equality(void **state)
{
    const toy_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *out;
    const tunip_node *lhs = (const tunip_node *)tunip_int_new(world->graph, 1);
    const tunip_node *rhs = (const tunip_node *)tunip_int_new(world->graph, 2);
    tunip_equal(world->context, lhs, rhs, NULL, &out, &error);
    char *text = tunip_equal_message(world->context, lhs, rhs, out, &error);
    assert_string_equal(text, "StructuralEqual check failed, caused by lhs at <root>:\n1\n"
                              "and rhs at <root>:\n2\n");
    tunip_text_free(world->context, text);
    tunip_comparison_free(out);
    tunip_equal(world->context, lhs, lhs, NULL, &out, &error);
    assert_null(tunip_equal_message(world->context, lhs, lhs, out, &error));
    tunip_comparison_free(out);
}

static int refuse(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    (void)user;
    return 1;
}

static void bad_arguments_and_refusals(void **state)
{
    const toy_world *world = *state;
    tunip_script *script;
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT, refused = TUNIP_ERROR_INIT;
    tunip_diff(world->context, NULL, (const tunip_node *)tunip_int_new(world->graph, 1), NULL,
               &script, NULL);
    options.form = (tunip_diff_form)99;
    assert_int_equal(tunip_diff_write(world->context, script, &options, refuse, NULL, &error),
                     TUNIP_ERROR_ARGUMENT);
    options.form = TUNIP_DIFF_JSON;
    assert_int_equal(tunip_diff_write(world->context, script, &options, refuse, NULL, &refused),
                     TUNIP_ERROR_CANCELLED);
    tunip_script_free(script);
}

/* Two sums that contain themselves: an equal pair and a different one. */
static void cycles_end(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_script *script;
    toy_sum *lhs = toy_sum_new(g, NULL, tunip_int_new(g, 1));
    toy_sum *rhs = toy_sum_new(g, NULL, tunip_int_new(g, 2));
    lhs->lhs = &lhs->base;
    rhs->lhs = &rhs->base;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff(world->context, &lhs->base, &rhs->base, NULL, &script, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(tunip_script_edit_count(script), 1);
    tunip_script_free(script);
}

/* The same for maps of one entry. */
static void cycles_of_maps_end(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_script *script;
    void *entry[] = {tunip_string_new(g, "a"), NULL};
    tunip_map *lhs = tunip_map_new(g, 1, entry), *rhs = tunip_map_new(g, 1, entry);
    for (int i = 0; i < 2; i++) {
        lhs->entries[0].value = &lhs->base;
        rhs->entries[0].value = i ? &TUNIP_LIST(g, rhs)->base : &rhs->base;
        assert_int_equal(tunip_diff(world->context, &lhs->base, &rhs->base, NULL, &script, NULL),
                         TUNIP_OK);
        assert_int_equal(tunip_script_edit_count(script) > 0, i > 0);
        tunip_script_free(script);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(values_change),
        TOY_TEST(elements_come_and_go),
        TOY_TEST(places_count_more_than_small_elements),
        TOY_TEST(what_moved_may_be_changed),
        TOY_TEST(fields_change),
        TOY_TEST(what_is_shared_is_told_once),
        TOY_TEST(operators_by_their_text),
        TOY_TEST(by_the_kind_of_equality),
        TOY_TEST(what_is_wrapped_is_one_edit),
        TOY_TEST(where_the_inner_one_stands),
        TOY_TEST(one_stands_for_a_sequence_of_one),
        TOY_TEST(several_are_wrapped_one_by_one),
        TOY_TEST(a_name_is_no_edit),
        TOY_TEST(a_free_variable_is_told_once),
        TOY_TEST(entries_by_key),
        TOY_TEST(text_for_tests),
        TOY_TEST(message_of_equality),
        TOY_TEST(bad_arguments_and_refusals),
        TOY_TEST(cycles_end),
        TOY_TEST(cycles_of_maps_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
