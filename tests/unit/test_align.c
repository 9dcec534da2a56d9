/* test_align.c -- alignment: the result is in order, and optimal within the bound of the search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/diff.h"
#include "util/memory.h"

enum { MOST = 4096 };

/* Aligns two texts, letter by letter; returns how many letters are common. */
static size_t common(const char *lhs, const char *rhs)
{
    uint64_t a[MOST] = {0}, b[MOST] = {0};
    size_t to_rhs[MOST], n = strlen(lhs), m = strlen(rhs), count = 0, last = 0;
    for (size_t i = 0; i < n; i++) a[i] = (uint64_t)lhs[i], to_rhs[i] = TN_UNALIGNED;
    for (size_t k = 0; k < m; k++) b[k] = (uint64_t)rhs[k];
    assert_true(tn_align(a, n, b, m, to_rhs, &tn_malloc));
    for (size_t i = 0; i < n; i++) {
        if (to_rhs[i] == TN_UNALIGNED) continue;
        assert_int_equal(lhs[i], rhs[to_rhs[i]]);
        if (count++) assert_true(to_rhs[i] > last);
        last = to_rhs[i];
    }
    return count;
}

/* The length of the longest common subsequence, from its definition. */
static size_t longest(const char *lhs, const char *rhs)
{
    enum { ROOM = 64 };
    size_t best[ROOM][ROOM] = {{0}}, n = strlen(lhs), m = strlen(rhs);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            size_t skip = best[i + 1][k] > best[i][k + 1] ? best[i + 1][k] : best[i][k + 1];
            best[i][k] = lhs[i] == rhs[k] ? best[i + 1][k + 1] + 1 : skip;
        }
    return best[0][0];
}

static void plain_cases(void **state)
{
    (void)state;
    assert_int_equal(common("", "abc"), 0);
    assert_int_equal(common("abc", ""), 0);
    assert_int_equal(common("abc", "abc"), 3);
    assert_int_equal(common("abc", "xyz"), 0);
    assert_int_equal(common("abcabba", "cbabac"), 4);
    assert_int_equal(common("bcdef", "abcdef"), 5);
    assert_int_equal(common("aaaa", "aaaaa"), 4);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void as_long_as_the_definition_has_it(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        char lhs[32] = "", rhs[32] = "";
        size_t n = next(&seed) % 31, m = next(&seed) % 31, letters = 2 + next(&seed) % 5;
        for (size_t i = 0; i < n; i++) lhs[i] = (char)('a' + next(&seed) % letters);
        for (size_t k = 0; k < m; k++) rhs[k] = (char)('a' + next(&seed) % letters);
        assert_int_equal(common(lhs, rhs), longest(lhs, rhs));
    }
}

/* Elements that are aligned beforehand stay aligned, and the elements between them are matched. */
static void between_what_is_aligned(void **state)
{
    (void)state;
    const uint64_t lhs[] = {1, 2, 9, 3}, rhs[] = {2, 8, 3, 1};
    size_t to_rhs[] = {TN_UNALIGNED, TN_UNALIGNED, 1, TN_UNALIGNED};
    assert_true(tn_align(lhs, 4, rhs, 4, to_rhs, &tn_malloc));
    assert_int_equal(to_rhs[0], TN_UNALIGNED);
    assert_int_equal(to_rhs[1], 0);
    assert_int_equal(to_rhs[2], 1);
    assert_int_equal(to_rhs[3], 2);
}

/* With more differences than the search allows, the alignment is coarser, but still in order. */
static void past_the_bound(void **state)
{
    (void)state;
    char lhs[MOST] = "", rhs[MOST] = "";
    uint64_t seed = 2;
    for (size_t i = 0; i + 1 < MOST; i++) {
        lhs[i] = (char)('a' + next(&seed) % 20);
        rhs[i] = (char)('a' + next(&seed) % 20);
    }
    assert_in_range(common(lhs, rhs), MOST / 8, MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_cases),
        cmocka_unit_test(as_long_as_the_definition_has_it),
        cmocka_unit_test(between_what_is_aligned),
        cmocka_unit_test(past_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
