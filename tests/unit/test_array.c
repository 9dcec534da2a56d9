/* test_array.c -- typed growing arrays. */
#include "render_helper.h"

#include "util/memory.h"

enum { PLENTY = 1000000 };

typedef struct point {
    int x, y;
} point;

static void keeps_items_in_order(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    TN_ARRAY(int) numbers = {NULL, 0, 0};
    for (int i = 0; i < 100000; i++) assert_true(tn_array_push(&numbers, &memory.allocator, i * 3));
    assert_int_equal(numbers.count, 100000);
    for (int i = 0; i < 100000; i++) assert_int_equal(numbers.items[i], i * 3);
    /* Growth is geometric. */
    assert_in_range(PLENTY - memory.budget, 10, 25);
    tn_array_free(&numbers, &memory.allocator);
    assert_int_equal(memory.held, 0);
}

static void takes_struct_literals(void **state)
{
    (void)state;
    TN_ARRAY(point) points = {NULL, 0, 0};
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    assert_true(tn_array_push(&points, &memory.allocator, (point){.x = 1, .y = 2}));
    assert_int_equal(points.items[0].x, 1);
    assert_int_equal(points.items[0].y, 2);
    tn_array_free(&points, &memory.allocator);
    assert_int_equal(memory.held, 0);
}

static void reserve_makes_room_and_adds_nothing(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, 1);
    TN_ARRAY(int) numbers = {NULL, 0, 0};
    assert_true(tn_array_reserve(&numbers, &memory.allocator, 500));
    assert_int_equal(numbers.count, 0);
    assert_true(numbers.room >= 500);
    for (int i = 0; i < 500; i++) assert_true(tn_array_push(&numbers, &memory.allocator, i));
    tn_array_free(&numbers, &memory.allocator);
}

static void free_leaves_an_empty_array(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    TN_ARRAY(int) numbers = {NULL, 0, 0};
    tn_array_free(&numbers, &memory.allocator); /* freeing an empty array is allowed */
    assert_true(tn_array_push(&numbers, &memory.allocator, 1));
    tn_array_free(&numbers, &memory.allocator);
    assert_null(numbers.items);
    assert_int_equal(numbers.count, 0);
    assert_int_equal(numbers.room, 0);
    assert_true(tn_array_push(&numbers, &memory.allocator, 2));
    assert_int_equal(numbers.items[0], 2);
    tn_array_free(&numbers, &memory.allocator);
    assert_int_equal(memory.held, 0);
}

static void failure_leaves_the_array_as_it_was(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, 1);
    TN_ARRAY(int) numbers = {NULL, 0, 0};
    int pushed = 0;
    while (tn_array_push(&numbers, &memory.allocator, pushed)) pushed++;
    assert_true(pushed > 0);
    assert_int_equal(numbers.count, pushed);
    assert_int_equal(numbers.room, pushed);
    for (int i = 0; i < pushed; i++) assert_int_equal(numbers.items[i], i);
    tn_array_free(&numbers, &memory.allocator);
    assert_int_equal(memory.held, 0);
}

/* Counts that exceed the address space, and counts that overflow when added to the present one. */
static void impossible_room_fails(void **state)
{
    (void)state;
    static const size_t extras[] = {SIZE_MAX / 2, SIZE_MAX / sizeof(int), SIZE_MAX - 1, SIZE_MAX};
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    TN_ARRAY(int) numbers = {NULL, 0, 0};
    assert_true(tn_array_push(&numbers, &memory.allocator, 7));
    size_t room = numbers.room;
    for (size_t i = 0; i < TUNIP_LEN(extras); i++) {
        assert_false(tn_array_reserve(&numbers, &memory.allocator, extras[i]));
        assert_int_equal(numbers.count, 1);
        assert_int_equal(numbers.room, room);
        assert_int_equal(numbers.items[0], 7);
    }
    tn_array_free(&numbers, &memory.allocator);
    assert_int_equal(memory.held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_items_in_order),
        cmocka_unit_test(takes_struct_literals),
        cmocka_unit_test(reserve_makes_room_and_adds_nothing),
        cmocka_unit_test(free_leaves_an_empty_array),
        cmocka_unit_test(failure_leaves_the_array_as_it_was),
        cmocka_unit_test(impossible_room_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
