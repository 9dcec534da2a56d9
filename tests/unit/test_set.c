/* test_set.c -- the set of pointers: each is new only once. */
#include "render_helper.h"

#include "util/tables.h"

/* The addresses of these are the members. They are as close together as nodes of an arena. */
static uint64_t places[5000];

static void each_is_new_once(void **state)
{
    (void)state;
    tn_set set;
    tn_set_init(&set, &tn_malloc);
    for (int again = 0; again < 2; again++) {
        for (size_t i = 0; i < TUNIP_LEN(places); i++) {
            bool added = again;
            assert_true(tn_set_add(&set, &places[i], &added));
            assert_int_equal(added, !again);
        }
        assert_int_equal(set.count, TUNIP_LEN(places));
    }
    tn_set_free(&set);
    assert_int_equal(set.count, 0);
}

static void there_is_always_a_free_slot(void **state)
{
    (void)state;
    tn_set set;
    tn_set_init(&set, &tn_malloc);
    for (size_t i = 0; i < TUNIP_LEN(places); i++) {
        bool added;
        assert_true(tn_set_add(&set, &places[i], &added));
        assert_true(set.count <= set.mask + 1 - (set.mask + 1) / 4);
    }
    tn_set_free(&set);
}

/* Without memory for more, the members of the set stay in it. */
static void memory_may_run_out(void **state)
{
    (void)state;
    for (size_t budget = 0; budget < 5; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tn_set set;
        tn_set_init(&set, &memory.allocator);
        size_t count = 0;
        bool added;
        while (count < TUNIP_LEN(places) && tn_set_add(&set, &places[count], &added)) count++;
        assert_int_equal(set.count, count);
        assert_int_equal(count, budget ? (12 << 2 * (budget - 1)) : 0);
        tn_set_free(&set);
        assert_int_equal(memory.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_new_once),
        cmocka_unit_test(there_is_always_a_free_slot),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
