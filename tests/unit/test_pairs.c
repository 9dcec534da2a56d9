/* test_pairs.c -- the set of pairs of pointers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "util/memory.h"
#include "util/tables.h"

static bool put(tn_pairs *pairs, const void *lhs, const void *rhs)
{
    bool added;
    assert_true(tn_pairs_put(pairs, lhs, rhs, &added));
    return added;
}

static void a_pair_is_new_once(void **state)
{
    enum { SIDE = 60 };
    static const char items[SIDE];
    tn_pairs pairs;
    (void)state;
    tn_pairs_init(&pairs, &tn_malloc);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < SIDE; i++)
            for (size_t k = 0; k < SIDE; k++)
                assert_int_equal(put(&pairs, &items[i], &items[k]), turn == 0);
    assert_int_equal(pairs.count, SIDE * SIDE);
    tn_pairs_free(&pairs);
}

static void sides_are_not_exchanged(void **state)
{
    static const char a, b;
    tn_pairs pairs;
    (void)state;
    tn_pairs_init(&pairs, &tn_malloc);
    assert_true(put(&pairs, &a, &b));
    assert_true(put(&pairs, &b, &a));
    assert_false(put(&pairs, &a, &b));
    tn_pairs_free(&pairs);
}

/* Pairs that remain are found, although removed ones were on the way to them. */
static void a_pair_that_was_removed_is_new(void **state)
{
    enum { SIDE = 40 };
    static const char items[SIDE];
    tn_pairs pairs;
    (void)state;
    tn_pairs_init(&pairs, &tn_malloc);
    for (size_t i = 0; i < SIDE; i++)
        for (size_t k = 0; k < SIDE; k++) put(&pairs, &items[i], &items[k]);
    for (size_t i = 0; i < SIDE; i++)
        for (size_t k = i % 3; k < SIDE; k += 3) tn_pairs_remove(&pairs, &items[i], &items[k]);
    for (size_t i = 0; i < SIDE; i++)
        for (size_t k = 0; k < SIDE; k++)
            assert_int_equal(put(&pairs, &items[i], &items[k]), k % 3 == i % 3);
    assert_int_equal(pairs.count, SIDE * SIDE);
    tn_pairs_free(&pairs);
}

static void *no_memory(void *ctx, size_t size)
{
    (void)ctx;
    (void)size;
    return NULL;
}

static void without_memory_nothing_is_added(void **state)
{
    const tunip_allocator none = {.alloc = no_memory};
    static const char a;
    tn_pairs pairs;
    bool added;
    (void)state;
    tn_pairs_init(&pairs, &none);
    assert_false(tn_pairs_put(&pairs, &a, &a, &added));
    tn_pairs_free(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_is_new_once),
        cmocka_unit_test(sides_are_not_exchanged),
        cmocka_unit_test(a_pair_that_was_removed_is_new),
        cmocka_unit_test(without_memory_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
