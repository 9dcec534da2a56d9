/* test_names.c -- names in use: made unique as TVM's GenerateUniqueName does, freed and reused. */
#include "render_helper.h"

#include <stdio.h>

#include "print/names.h"

enum { PLENTY = 1000000, MANY = 20000 };

typedef struct fixture {
    budget_memory memory;
    tn_arena arena;
    tn_names names;
} fixture;

static void open(fixture *f, size_t budget)
{
    budget_memory_init(&f->memory, budget);
    tn_arena_init(&f->arena, &f->memory.allocator);
    tn_names_init(&f->names, &f->arena, &f->memory.allocator);
}

static void close(fixture *f)
{
    tn_names_free(&f->names);
    tn_arena_free(&f->arena);
    assert_int_equal(f->memory.held, 0);
}

/* Takes a name that must come out as `expected`. */
static uint32_t take(fixture *f, const char *hint, const char *expected)
{
    uint32_t id = tn_names_take(&f->names, tunip_str_from(hint));
    assert_int_not_equal(id, TN_NOT_INTERNED);
    tunip_str text = tn_names_text(&f->names, id);
    if (!tunip_str_is(text, expected))
        print_error("%s became %.*s\n", hint, (int)text.size, text.data);
    assert_true(tunip_str_is(text, expected));
    return id;
}

typedef struct taking {
    const char *hint;
    const char *name;
} taking;

/* Takes all names of a list in one table. */
static void check_sequence(const taking *takings, size_t count)
{
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < count; i++) take(&f, takings[i].hint, takings[i].name);
    close(&f);
}

static void taken_names_get_numbers(void **state)
{
    (void)state;
    static const taking takings[] = {
        {"x", "x"},       {"y", "y"},   {"x", "x_1"},   {"x", "x_2"},       {"x_1", "x_1_1"},
        {"x_1", "x_1_2"}, {"x", "x_3"}, {"y", "y_1"},   {"y_2", "y_2"},     {"y", "y_3"},
        {"X", "X"},       {"x_", "x_"}, {"x_", "x__1"}, {"x__1", "x__1_1"},
    };
    check_sequence(takings, TUNIP_LEN(takings));
}

static void other_characters_become_underscores(void **state)
{
    (void)state;
    static const taking takings[] = {
        {"a.b", "a_b"},         {"a b", "a_b_1"},     {"a_b", "a_b_2"},
        {"a-1", "a_1"},         {"1a", "1a"},         {"_", "_"},
        {"$", "__1"},           {"\xC3\xA9", "__"},   {"for", "for"},
        {"aAzZ09_", "aAzZ09_"}, {"a\nb\x7F", "a_b_"}, {"@[`{", "____"},
        {"/:", "___1"},
    };
    check_sequence(takings, TUNIP_LEN(takings));
}

static void a_view_may_hold_a_nul(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    uint32_t id = tn_names_take(&f.names, (tunip_str)TUNIP_STR("a\0b"));
    assert_true(tunip_str_is(tn_names_text(&f.names, id), "a_b"));
    take(&f, "a_b", "a_b_1");
    close(&f);
}

static void long_hints_get_numbers_too(void **state)
{
    (void)state;
    char hint[301], expected[320];
    fixture f;
    open(&f, PLENTY);
    memset(hint, 'n', sizeof hint - 1);
    hint[sizeof hint - 1] = '\0';
    take(&f, hint, hint);
    for (int i = 1; i <= 12; i++) {
        snprintf(expected, sizeof expected, "%s_%d", hint, i);
        take(&f, hint, expected);
    }
    close(&f);
}

/* ---- names that are free again ---- */

static void released_names_are_taken_again_lowest_first(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    uint32_t base = take(&f, "x", "x");
    uint32_t ids[9];
    char expected[16];
    for (size_t i = 1; i < 9; i++) {
        snprintf(expected, sizeof expected, "x_%zu", i);
        ids[i] = take(&f, "x", expected);
    }
    tn_names_release(&f.names, ids[6]);
    tn_names_release(&f.names, ids[2]);
    tn_names_release(&f.names, ids[4]);
    take(&f, "x", "x_2");
    take(&f, "x", "x_4");
    tn_names_release(&f.names, ids[1]);
    tn_names_release(&f.names, base);
    take(&f, "x", "x");
    take(&f, "x", "x_1");
    take(&f, "x", "x_6");
    take(&f, "x", "x_9");
    close(&f);
}

/* x_1 may also be a hint, before or after the hint x leads to it. */
static void numbered_hints_are_released_like_numbers(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    uint32_t own = take(&f, "x_1", "x_1");
    take(&f, "x", "x");
    take(&f, "x", "x_2");
    tn_names_release(&f.names, own);
    uint32_t again = take(&f, "x", "x_1");
    take(&f, "x", "x_3");
    tn_names_release(&f.names, again);
    take(&f, "x_1", "x_1");
    take(&f, "x", "x_4");
    close(&f);
}

/* Sibling frames use the same names, because leaving the first frees them. */
static void frames_use_the_same_names_in_turn(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    take(&f, "i", "i");
    for (size_t frame = 0; frame < 1000; frame++) {
        uint32_t a = take(&f, "i", "i_1"), b = take(&f, "i", "i_2"), c = take(&f, "j", "j");
        tn_names_release(&f.names, c);
        tn_names_release(&f.names, b);
        tn_names_release(&f.names, a);
    }
    close(&f);
}

/* ---- against TVM's way: try every number in turn ---- */

enum { MOST_TAKEN = 60 };

typedef struct model {
    char names[MOST_TAKEN][24];
    uint32_t ids[MOST_TAKEN];
    size_t count;
} model;

static bool model_has(const model *m, const char *name)
{
    size_t at = 0;
    while (at < m->count && strcmp(m->names[at], name) != 0) at++;
    return at < m->count;
}

static void take_one(fixture *f, model *m, const char *hint)
{
    char *name = m->names[m->count];
    snprintf(name, sizeof m->names[0], "%s", hint);
    for (int i = 1; model_has(m, name); i++) snprintf(name, sizeof m->names[0], "%s_%d", hint, i);
    m->ids[m->count++] = take(f, hint, name);
}

static void release_one(fixture *f, model *m, size_t at)
{
    tn_names_release(&f->names, m->ids[at]);
    m->count--;
    m->ids[at] = m->ids[m->count];
    memcpy(m->names[at], m->names[m->count], sizeof m->names[at]);
}

static void names_are_those_of_a_plain_search(void **state)
{
    (void)state;
    static const char *const hints[] = {"x", "x", "x", "x_1", "x_3", "x_3_1", "y", "x_12"};
    uint32_t seed = 1;
    model m = {.count = 0};
    fixture f;
    open(&f, PLENTY);
    for (size_t step = 0; step < 50000; step++) {
        seed = seed * 1664525u + 1013904223u;
        bool full = m.count == MOST_TAKEN,
             up = step / 200 % 2; /* the table fills and empties in turn */
        if (!full && (m.count == 0 || seed >> 24 < (up ? 170 : 90)))
            take_one(&f, &m, hints[(seed >> 8) % TUNIP_LEN(hints)]);
        else
            release_one(&f, &m, (seed >> 8) % m.count);
    }
    close(&f);
}

/* ---- many ---- */

static void check_numbers(fixture *f, uint32_t *ids)
{
    char expected[16] = "x";
    for (size_t i = 0; i < MANY; i++) {
        if (i) snprintf(expected, sizeof expected, "x_%zu", i);
        ids[i] = take(f, "x", expected);
    }
}

/* TVM tries every number again for each variable. For 20,000 variables of one name this would be
 * 200 million tries. */
static void many_share_a_hint(void **state)
{
    (void)state;
    static uint32_t ids[MANY];
    fixture f;
    open(&f, PLENTY);
    check_numbers(&f, ids);
    for (size_t i = MANY; i-- > 0;) tn_names_release(&f.names, ids[i]);
    check_numbers(&f, ids);
    for (size_t i = 0; i < MANY; i++) tn_names_release(&f.names, ids[i]);
    check_numbers(&f, ids);
    /* Releases every third name, beginning with the largest number. They are reused beginning with
     * the smallest. */
    for (size_t i = MANY; i-- > 1;)
        if (i % 3 == 0) tn_names_release(&f.names, ids[i]);
    char expected[16];
    for (size_t i = 3; i < MANY; i += 3) {
        snprintf(expected, sizeof expected, "x_%zu", i);
        take(&f, "x", expected);
    }
    close(&f);
}

/* As with sibling loops, each of which has a loop variable and declares a variable outside: small
 * numbers are released and taken again while the large ones stay. */
static void many_stay_while_others_come_and_go(void **state)
{
    (void)state;
    char expected[16];
    fixture f;
    open(&f, PLENTY);
    take(&f, "x", "x");
    for (size_t i = 1; i <= MANY; i++) {
        uint32_t inner = take(&f, "x", "x_1");
        snprintf(expected, sizeof expected, "x_%zu", i + 1);
        take(&f, "x", expected);
        tn_names_release(&f.names, inner);
    }
    close(&f);
}

/* ---- running out of memory ---- */

/* Takes names with memory for `budget` allocations. Returns how many; all of them are right. */
static size_t take_with(size_t budget)
{
    char expected[16] = "a_b";
    fixture f;
    open(&f, budget);
    size_t count = 0;
    for (; count < 300; count++) {
        if (count) snprintf(expected, sizeof expected, "a_b_%zu", count);
        uint32_t id = tn_names_take(&f.names, (tunip_str)TUNIP_STR("a.b"));
        if (id == TN_NOT_INTERNED) break;
        assert_true(tunip_str_is(tn_names_text(&f.names, id), expected));
    }
    close(&f);
    return count;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    size_t budget = 0, last = 0;
    while (last < 300) {
        size_t count = take_with(budget++);
        assert_true(count >= last);
        last = count;
    }
    assert_true(budget > 6);
}

/* Of Python 3.13: keyword.kwlist. */
static void keywords_are_no_names(void **state)
{
    (void)state;
    static const char *const words[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",
    };
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        char other[16];
        tunip_str word = tunip_str_from(words[i]);
        int size = snprintf(other, sizeof other, "%sx", words[i]);
        assert_true(tunip_is_keyword(word));
        assert_false(tn_is_name(word));
        assert_true(tn_is_name((tunip_str){other, (size_t)size})); /* longer, */
        assert_true(tn_is_name((tunip_str){other, 1}));            /* shorter, */
        other[size - 2] = '_';
        assert_true(tn_is_name((tunip_str){other, (size_t)size - 1})); /* and with another end */
    }
    assert_false(tunip_is_keyword(tunip_str_from("")));
    assert_false(tunip_is_keyword(tunip_str_from("false")));
}

static void odd_names_are_those_that_are_no_names(void **state)
{
    (void)state;
    fixture f;
    static const char *const texts[] = {"1a", "a1", "_", "", "for", "fort", "a b", "\xc3\xa9"};
    open(&f, SIZE_MAX);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        tunip_str text = tunip_str_from(texts[i]);
        uint32_t id = tn_names_enter(&f.names, text);
        assert_int_equal(tn_names_is_odd(&f.names, id), !tn_is_name(text));
    }
    close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taken_names_get_numbers),
        cmocka_unit_test(other_characters_become_underscores),
        cmocka_unit_test(a_view_may_hold_a_nul),
        cmocka_unit_test(long_hints_get_numbers_too),
        cmocka_unit_test(released_names_are_taken_again_lowest_first),
        cmocka_unit_test(numbered_hints_are_released_like_numbers),
        cmocka_unit_test(frames_use_the_same_names_in_turn),
        cmocka_unit_test(names_are_those_of_a_plain_search),
        cmocka_unit_test(many_share_a_hint),
        cmocka_unit_test(many_stay_while_others_come_and_go),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(keywords_are_no_names),
        cmocka_unit_test(odd_names_are_those_that_are_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
