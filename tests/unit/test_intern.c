/* test_intern.c -- each distinct string once, numbered by first appearance. */
#include "render_helper.h"

#include <stdio.h>

#include "util/tables.h"

enum { PLENTY = 1000000 };

typedef struct fixture {
    budget_memory memory;
    tn_arena arena;
    tn_intern table;
} fixture;

static void open(fixture *f, size_t budget)
{
    budget_memory_init(&f->memory, budget);
    tn_arena_init(&f->arena, &f->memory.allocator);
    tn_intern_init(&f->table, &f->arena, &f->memory.allocator);
}

static void close(fixture *f)
{
    tn_intern_free(&f->table);
    tn_arena_free(&f->arena);
    assert_int_equal(f->memory.held, 0);
}

static tunip_str numbered(char *buffer, size_t size, size_t number)
{
    snprintf(buffer, size, "name_%zu", number);
    return tunip_str_from(buffer);
}

static void numbers_texts_by_first_appearance(void **state)
{
    (void)state;
    static const struct {
        tunip_str text;
        uint32_t id;
    } cases[] = {
        {TUNIP_STR("b"), 0},  {TUNIP_STR("a"), 1},  {TUNIP_STR("b"), 0},    {TUNIP_STR(""), 2},
        {{NULL, 0}, 2},       {TUNIP_STR("\0"), 3}, {TUNIP_STR("a\0b"), 4}, {TUNIP_STR("a\0c"), 5},
        {TUNIP_STR("a"), 1},  {TUNIP_STR("A"), 6},  {TUNIP_STR("\xFF"), 7}, {TUNIP_STR("a\0b"), 4},
        {TUNIP_STR("ab"), 8},
    };
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_int_equal(tn_intern_put(&f.table, cases[i].text), cases[i].id);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        assert_int_equal(tn_intern_find(&f.table, cases[i].text), cases[i].id);
        assert_true(tunip_str_equal(tn_intern_text(&f.table, cases[i].id), cases[i].text));
    }
    close(&f);
}

static void keeps_its_own_copy(void **state)
{
    (void)state;
    char text[] = "first";
    fixture f;
    open(&f, PLENTY);
    uint32_t id = tn_intern_put(&f.table, tunip_str_from(text));
    memcpy(text, "other", 5);
    assert_true(tunip_str_is(tn_intern_text(&f.table, id), "first"));
    assert_int_equal(tn_intern_find(&f.table, (tunip_str)TUNIP_STR("first")), id);
    assert_int_equal(tn_intern_find(&f.table, tunip_str_from(text)), TN_NOT_INTERNED);
    close(&f);
}

static void finds_nothing_in_an_empty_table(void **state)
{
    (void)state;
    fixture f;
    open(&f, 0);
    assert_int_equal(tn_intern_find(&f.table, (tunip_str)TUNIP_STR("x")), TN_NOT_INTERNED);
    assert_int_equal(tn_intern_find(&f.table, (tunip_str)TUNIP_STR("")), TN_NOT_INTERNED);
    close(&f);
}

static void holds_many(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    char text[32];
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(tn_intern_put(&f.table, numbered(text, sizeof text, i)), i);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(tn_intern_put(&f.table, numbered(text, sizeof text, i)), i);
        assert_true(tunip_str_is(tn_intern_text(&f.table, (uint32_t)i), text));
    }
    assert_int_equal(f.table.count, COUNT);
    assert_int_equal(tn_intern_find(&f.table, numbered(text, sizeof text, COUNT)), TN_NOT_INTERNED);
    close(&f);
}

/* Truncating removes the strings of a failed registration and reuses their numbers. */
static void truncating_forgets_the_last(void **state)
{
    (void)state;
    static const size_t kept[] = {200, 100, 99, 1, 0};
    char text[32];
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < 100; i++) tn_intern_put(&f.table, numbered(text, sizeof text, i));
    for (size_t k = 0; k < TUNIP_LEN(kept); k++) {
        tn_intern_truncate(&f.table, kept[k]);
        size_t count = kept[k] < 100 ? kept[k] : 100;
        assert_int_equal(f.table.count, count);
        for (size_t i = 0; i < 100; i++)
            assert_int_equal(tn_intern_find(&f.table, numbered(text, sizeof text, i)),
                             i < count ? (uint32_t)i : TN_NOT_INTERNED);
    }
    assert_int_equal(tn_intern_put(&f.table, (tunip_str)TUNIP_STR("name_50")), 0);
    close(&f);
}

/* With memory for `budget` allocations, the table keeps every string that it accepted. */
static size_t fill_until_memory_ends(size_t budget)
{
    char text[32];
    fixture f;
    open(&f, budget);
    size_t count = 0;
    while (count < 400 &&
           tn_intern_put(&f.table, numbered(text, sizeof text, count)) != TN_NOT_INTERNED)
        count++;
    assert_int_equal(f.table.count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(tn_intern_find(&f.table, numbered(text, sizeof text, i)), i);
    close(&f);
    return count;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    size_t budget = 0, last = 0;
    for (size_t count = 0; count < 400; budget++) {
        count = fill_until_memory_ends(budget);
        assert_true(count >= last);
        last = count;
    }
    assert_true(budget > 5);
}

/* Texts of all sizes are equal as a whole, and differ by any byte and by the size. */
static void names_are_equal_byte_for_byte(void **state)
{
    (void)state;
    enum { MOST = 40 };
    char left[MOST], right[MOST];
    memset(left, 'a', MOST);
    for (size_t size = 0; size <= MOST; size++) {
        memset(right, 'a', MOST);
        assert_true(tn_name_equal((tunip_str){left, size}, (tunip_str){right, size}));
        for (size_t at = 0; at < MOST; at++) {
            right[at] = 'b';
            bool equal = tn_name_equal((tunip_str){left, size}, (tunip_str){right, size});
            assert_int_equal(equal, at >= size);
            right[at] = 'a';
        }
        if (size)
            assert_false(tn_name_equal((tunip_str){left, size}, (tunip_str){right, size - 1}));
    }
    assert_true(tn_name_equal((tunip_str){NULL, 0}, (tunip_str){right, 0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_texts_by_first_appearance),
        cmocka_unit_test(keeps_its_own_copy),
        cmocka_unit_test(finds_nothing_in_an_empty_table),
        cmocka_unit_test(holds_many),
        cmocka_unit_test(truncating_forgets_the_last),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(names_are_equal_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
