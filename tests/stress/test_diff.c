/* test_diff.c -- diffs of large or difficult pairs end, have few edits if few suffice, and give the
 * right side when applied. */
#include "stress.h"

#include <tunip/diff_text.h>

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

static void *statement(tunip_graph *g, int64_t value)
{
    return tunip_tir_evaluate_new(g, tunip_ir_int(g, int32, value));
}

static void *sequence(tunip_graph *g, size_t count, void **statements)
{
    return tunip_tir_seq_new(g, tunip_array_new(g, count, statements));
}

/* Compares, applies the script, and returns the number of edits. */
static size_t edits(tunip_context *context, const void *lhs, const void *rhs)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_diff(context, lhs, rhs, NULL, &script, &error), TUNIP_OK);
    tunip_graph *applied = tunip_diff_apply(context, script, &error);
    assert_string_equal(error.message, "");
    assert_true(tunip_equal_nodes(context, tunip_graph_root(applied), rhs, NULL, &error));
    size_t count = tunip_script_edit_count(script);
    tunip_graph_free(applied);
    tunip_script_free(script);
    return count;
}

#define MANY test_count(100000)

typedef int64_t (*value_fn)(size_t i);

static int64_t constant(size_t i)
{
    return (int64_t)i * 0;
}

static int64_t counting(size_t i)
{
    return (int64_t)i;
}

static int64_t negative(size_t i)
{
    return -1 - (int64_t)i;
}

/* A sequence of two values with a long period. */
static int64_t binary(size_t i)
{
    uint64_t mixed = (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    return (int64_t)((mixed ^ (mixed >> 31)) & 1);
}

static int64_t other_binary(size_t i)
{
    return binary(i * 7 + 3);
}

static void **statements(tunip_graph *g, value_fn value)
{
    void **all = tunip_graph_alloc(g, MANY * sizeof *all);
    assert_non_null(all);
    for (size_t i = 0; i < MANY; i++) all[i] = statement(g, value(i));
    return all;
}

/* Moves the middle element to the end. */
static void move_one(void **all)
{
    void *moved = all[MANY / 2];
    memmove(all + MANY / 2, all + MANY / 2 + 1, (MANY - MANY / 2 - 1) * sizeof *all);
    all[MANY - 1] = moved;
}

static void one_of_many_moves(void **state)
{
    (void)state;
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    void **lhs = statements(g, counting), **rhs = statements(g, counting);
    move_one(rhs);
    assert_int_equal(edits(context, sequence(g, MANY, lhs), sequence(g, MANY, rhs)), 1);
    void **same = statements(g, constant), **also = statements(g, constant);
    also[MANY / 2] = statement(g, 7);
    same[MANY - 1] = statement(g, 7);
    assert_int_equal(edits(context, sequence(g, MANY, same), sequence(g, MANY, also)), 1);
    assert_int_equal(edits(context, sequence(g, MANY, lhs), sequence(g, MANY - 1, lhs + 1)), 1);
    tunip_graph_free(g);
    tunip_context_free(context);
}

static void nothing_in_common(void **state)
{
    (void)state;
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    const void *lhs = sequence(g, MANY, statements(g, counting));
    const void *rhs = sequence(g, MANY, statements(g, negative));
    assert_int_equal(edits(context, lhs, rhs), MANY - 1 + 1);
    tunip_graph_free(g);
    tunip_context_free(context);
}

/* All alignments have very many differences, so a coarse one is used. */
static void no_alignment_is_good(void **state)
{
    (void)state;
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    const void *lhs = sequence(g, MANY, statements(g, binary));
    const void *rhs = sequence(g, MANY, statements(g, other_binary));
    assert_in_range(edits(context, lhs, rhs), 1, 2 * MANY);
    tunip_graph_free(g);
    tunip_context_free(context);
}

static void *nest(tunip_graph *g, size_t depth, int64_t innermost)
{
    void *all = tunip_ir_int(g, int32, innermost);
    for (size_t i = 0; i < depth; i++)
        all = tunip_tir_binary_new(g, &tunip_tir_add_type, tunip_ir_int(g, int32, 1), all);
    return all;
}

static void deep_nesting(void **state)
{
    (void)state;
    const size_t depth = test_count(1000000);
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    assert_int_equal(edits(context, nest(g, depth, 2), nest(g, depth, 3)), 1);
    tunip_graph_free(g);
    tunip_context_free(context);
}

static int count_carets(const char *data, size_t size, void *user)
{
    size_t *count = user;
    for (size_t i = 0; i < size; i++) *count += data[i] == '^';
    return 0;
}

/* Every number of a deep nest changes. The text marks each of them, in one long line. */
static void text_of_many_edits(void **state)
{
    (void)state;
    const size_t depth = test_count(100000);
    size_t carets = 0;
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    void *lhs = tunip_ir_int(g, int32, 0), *rhs = lhs;
    for (size_t i = 0; i < depth; i++) {
        lhs = tunip_tir_binary_new(g, &tunip_tir_add_type, tunip_ir_int(g, int32, 1), lhs);
        rhs = tunip_tir_binary_new(g, &tunip_tir_add_type, tunip_ir_int(g, int32, 2), rhs);
    }
    assert_int_equal(tunip_diff(context, lhs, rhs, NULL, &script, &error), TUNIP_OK);
    assert_in_range(tunip_script_edit_count(script), depth / 2,
                    depth); /* some edits cover several levels */
    assert_int_equal(tunip_diff_write(context, script, NULL, count_carets, &carets, &error),
                     TUNIP_OK);
    assert_in_range(carets, 2 * tunip_script_edit_count(script), SIZE_MAX);
    tunip_script_free(script);
    tunip_graph_free(g);
    tunip_context_free(context);
}

static void *loops(tunip_graph *g, size_t depth, int64_t extent, int64_t innermost)
{
    void *all = statement(g, innermost);
    for (size_t i = 0; i < depth; i++)
        all = tunip_tir_for_new(g, tunip_tir_var_new(g, "i", int32), tunip_ir_int(g, int32, extent),
                                TUNIP_TIR_FOR_SERIAL, all);
    return all;
}

/* Each level could also be a wrap of a level on the other side. */
static void nests_that_differ_at_every_level(void **state)
{
    (void)state;
    const size_t depth = test_count(20000);
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    const void *lhs = loops(g, depth, 4, 7);
    assert_in_range(edits(context, lhs, loops(g, depth + 1, 5, 7)), 1, depth + 2);
    assert_int_equal(edits(context, lhs, loops(g, depth + 1, 4, 7)), 1);
    tunip_graph_free(g);
    tunip_context_free(context);
}

/* Unfolded to a tree, it has 2^levels leaves. */
static void *braid(tunip_graph *g, size_t levels, int64_t innermost)
{
    void *all = tunip_ir_int(g, int32, innermost);
    for (size_t i = 0; i < levels; i++)
        all = tunip_tir_binary_new(g, &tunip_tir_add_type, all, all);
    return all;
}

static void shared_graphs(void **state)
{
    (void)state;
    enum { LEVELS = 200 };
    tunip_context *context = stress_context();
    tunip_graph *g = tunip_graph_new(context, NULL);
    assert_int_equal(edits(context, braid(g, LEVELS, 2), braid(g, LEVELS, 2)), 0);
    assert_int_equal(edits(context, braid(g, LEVELS, 2), braid(g, LEVELS, 3)), 1);
    tunip_graph_free(g);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_many_moves),    cmocka_unit_test(nothing_in_common),
        cmocka_unit_test(no_alignment_is_good), cmocka_unit_test(deep_nesting),
        cmocka_unit_test(text_of_many_edits),   cmocka_unit_test(nests_that_differ_at_every_level),
        cmocka_unit_test(shared_graphs),
    };
    test_name_skipped("tests of stress/ in their full size");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
