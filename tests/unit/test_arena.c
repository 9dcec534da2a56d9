/* test_arena.c -- memory that is freed all at once. */
#include "render_helper.h"

#include "util/memory.h"

enum { PLENTY = 1000000 };

/* Returns memory that is not zero, so that missing zeroing is noticed. */
static void *dirty_alloc(void *ctx, size_t size)
{
    void *at = budget_alloc(ctx, size);
    if (at) memset(at, 0xA5, size);
    return at;
}

typedef struct fixture {
    budget_memory memory;
    tn_arena arena;
} fixture;

static void open(fixture *f, size_t budget)
{
    budget_memory_init(&f->memory, budget);
    f->memory.allocator.alloc = dirty_alloc;
    tn_arena_init(&f->arena, &f->memory.allocator);
}

/* All memory is freed, with the requested sizes. */
static void close(fixture *f)
{
    tn_arena_free(&f->arena);
    assert_int_equal(f->memory.held, 0);
}

static tunip_str format(tn_arena *arena, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    tunip_str made = tn_arena_format(arena, text, args);
    va_end(args);
    return made;
}

/* ---- allocating ---- */

static void starts_without_memory(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    assert_int_equal(f.memory.held, 0);
    assert_int_equal(f.arena.total, 0);
    assert_false(f.arena.failed);
    close(&f);
}

static void defaults_to_malloc(void **state)
{
    (void)state;
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    assert_ptr_equal(arena.allocator.alloc, tn_malloc.alloc);
    assert_non_null(tn_arena_alloc(&arena, 10));
    tn_arena_free(&arena);
}

/* Each allocation is filled with its own byte; none may be overwritten by a later one. */
static void allocations_are_aligned_and_apart(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static unsigned char *at[COUNT];
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < COUNT; i++) {
        at[i] = tn_arena_alloc(&f.arena, i % 97);
        assert_non_null(at[i]);
        assert_int_equal((uintptr_t)at[i] % 8, 0);
        memset(at[i], (int)(i % 251), i % 97);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < i % 97; k++) assert_int_equal(at[i][k], i % 251);
    assert_int_equal(f.arena.total, f.memory.held);
    close(&f);
}

static void zalloc_zeroes(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 7, 8, 1000, 100000};
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < TUNIP_LEN(sizes); i++) {
        const unsigned char *at = tn_arena_zalloc(&f.arena, sizes[i]);
        assert_non_null(at);
        for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(at[k], 0);
    }
    close(&f);
}

/* NULL means only out of memory. */
static void no_bytes_are_no_failure(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    assert_non_null(tn_arena_alloc(&f.arena, 0));
    assert_non_null(tn_arena_zalloc(&f.arena, 0));
    assert_false(f.arena.failed);
    close(&f);
}

#ifndef TUNIP_DEBUG_ARENA

static void something_large_leaves_the_chunk_alone(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    char *before = tn_arena_alloc(&f.arena, 8);
    assert_non_null(tn_arena_alloc(&f.arena, 1 << 20));
    assert_ptr_equal(tn_arena_alloc(&f.arena, 8), before + 8);
    close(&f);
}

/* Each chunk is twice the last, up to a limit: 64 MB in small pieces take few. */
static void chunks_double(void **state)
{
    (void)state;
    enum { TOTAL = 64 << 20, PIECE = 64 };
    fixture f;
    open(&f, PLENTY);
    size_t last = 0, total = 0, chunks = 0;
    for (size_t i = 0; i < TOTAL / PIECE; i++) {
        assert_non_null(tn_arena_alloc(&f.arena, PIECE));
        size_t grown = f.arena.total - total;
        total = f.arena.total;
        if (!grown) continue;
        if (chunks++) assert_true(grown == last || grown == 2 * last);
        last = grown;
    }
    assert_int_equal(chunks, PLENTY - f.memory.budget);
    assert_in_range(chunks, 8, 32);
    close(&f);
}

/* An arena that will hold much begins with a huge page. */
static void a_first_chunk_fits_what_is_expected(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    tn_arena_expect(&f.arena, 1 << 20);
    assert_non_null(tn_arena_alloc(&f.arena, 8));
    assert_int_equal(f.arena.total, 4096);
    close(&f);
    open(&f, PLENTY);
    tn_arena_expect(&f.arena, 5 << 20);
    assert_non_null(tn_arena_alloc(&f.arena, 8));
    assert_int_equal(f.arena.total, 1 << 21);
    close(&f);
}

#endif

/* ---- going back ---- */

static void fill(tn_arena *arena, size_t count)
{
    for (size_t i = 0; i < count; i++) assert_non_null(tn_arena_alloc(arena, 100));
}

static void a_rewind_leaves_what_was_before(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    char *before = tn_arena_alloc(&f.arena, 8);
    memcpy(before, "before!", 8);
    tn_arena_mark outer = tn_arena_here(&f.arena);
    fill(&f.arena, 10);
    char *between = tn_arena_alloc(&f.arena, 8);
    memcpy(between, "between", 8);
    tn_arena_mark inner = tn_arena_here(&f.arena);
    fill(&f.arena, 1000);
    tn_arena_rewind(&f.arena, inner);
    assert_string_equal(between, "between");
    fill(&f.arena, 1000);
    assert_string_equal(between, "between");
    tn_arena_rewind(&f.arena, outer);
    fill(&f.arena, 1000);
    assert_string_equal(before, "before!");
    assert_int_equal(f.arena.total, f.memory.held);
    close(&f);
}

/* Repeated use takes as much memory as a single one, or twice as much because one chunk is kept. */
static void memory_is_used_again(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    fill(&f.arena, 1);
    tn_arena_mark mark = tn_arena_here(&f.arena);
    fill(&f.arena, 1000);
    size_t once = f.memory.held;
    for (int i = 0; i < 100; i++) {
        tn_arena_rewind(&f.arena, mark);
        fill(&f.arena, 1000);
        assert_true(f.memory.held <= 2 * once);
    }
    close(&f);
}

static void an_empty_arena_can_be_rewound(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    tn_arena_mark mark = tn_arena_here(&f.arena);
    fill(&f.arena, 1000);
    tn_arena_rewind(&f.arena, mark);
    fill(&f.arena, 1000);
    close(&f);
}

/* ---- running out ---- */

static void impossible_sizes_fail(void **state)
{
    (void)state;
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 6, SIZE_MAX - 7, SIZE_MAX / 2 + 1};
    for (size_t i = 0; i < TUNIP_LEN(sizes); i++) {
        fixture f;
        open(&f, PLENTY);
        assert_null(tn_arena_alloc(&f.arena, sizes[i]));
        assert_true(f.arena.failed);
        close(&f);
    }
}

static void failure_is_sticky(void **state)
{
    (void)state;
    fixture f;
    open(&f, 0);
    assert_null(tn_arena_alloc(&f.arena, 8));
    assert_null(tn_arena_zalloc(&f.arena, 8));
    assert_true(f.arena.failed);
    f.memory.budget = 1;
    assert_non_null(tn_arena_alloc(&f.arena, 8));
    assert_true(f.arena.failed);
    close(&f);
}

/* ---- text ---- */

static void strings_are_copied_with_a_nul(void **state)
{
    (void)state;
    static const tunip_str texts[] = {
        TUNIP_STR("x"), TUNIP_STR("a\0b"), TUNIP_STR("12345678"), TUNIP_STR(""), {NULL, 0}};
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        tunip_str copy = tn_arena_str(&f.arena, texts[i]);
        assert_non_null(copy.data);
        assert_ptr_not_equal(copy.data, texts[i].data);
        assert_true(tunip_str_equal(copy, texts[i]));
        assert_int_equal(copy.data[copy.size], '\0');
    }
    close(&f);
}

static void formats_text_of_any_length(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    assert_true(tunip_str_is(format(&f.arena, "%s_%d", "x", 7), "x_7"));
    assert_true(tunip_str_is(format(&f.arena, "%s", ""), ""));
    tunip_str wide = format(&f.arena, "%5000d", 1);
    assert_int_equal(wide.size, 5000);
    assert_int_equal(wide.data[4999], '1');
    assert_int_equal(wide.data[5000], '\0');
    close(&f);
}

static void text_without_memory(void **state)
{
    (void)state;
    fixture f;
    open(&f, 0);
    tunip_str copy = tn_arena_str(&f.arena, (tunip_str)TUNIP_STR("x"));
    assert_null(copy.data);
    assert_int_equal(copy.size, 0);
    tunip_str made = format(&f.arena, "%d", 12);
    assert_non_null(made.data);
    assert_int_equal(made.size, 0);
    close(&f);
}

/* ---- whose memory it is ---- */

#ifndef TUNIP_DEBUG_ARENA
static void holds_what_it_gave_out_and_nothing_else(void **state)
{
    (void)state;
    enum { PIECES = 200, LARGE = 1 << 20 };
    static const char elsewhere[8];
    fixture f;
    open(&f, 100 * PLENTY);
    assert_false(tn_arena_holds(&f.arena, elsewhere));
    assert_false(tn_arena_holds(&f.arena, NULL));
    char *pieces[PIECES];
    for (size_t i = 0; i < PIECES; i++) pieces[i] = tn_arena_alloc(&f.arena, 100);
    char *large = tn_arena_alloc(&f.arena, LARGE);
    for (size_t i = 0; i < PIECES; i++) {
        assert_true(tn_arena_holds(&f.arena, pieces[i]));
        assert_true(tn_arena_holds(&f.arena, pieces[i] + 99));
    }
    assert_true(tn_arena_holds(&f.arena, large));
    assert_true(tn_arena_holds(&f.arena, large + LARGE - 1));
    assert_false(tn_arena_holds(&f.arena, large + LARGE));
    assert_false(tn_arena_holds(&f.arena, elsewhere));
    assert_false(tn_arena_holds(&f.arena, f.arena.cursor));
    close(&f);
}

static void holds_no_more_what_was_taken_back(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    char *before = tn_arena_alloc(&f.arena, 8);
    tn_arena_mark mark = tn_arena_here(&f.arena);
    char *near = tn_arena_alloc(&f.arena, 8), *far = tn_arena_alloc(&f.arena, 10000);
    tn_arena_rewind(&f.arena, mark);
    assert_true(tn_arena_holds(&f.arena, before));
    assert_false(tn_arena_holds(&f.arena, near));
    assert_false(tn_arena_holds(&f.arena, far));
    close(&f);
}
#endif

static void a_zeroed_arena_is_an_allocator(void **state)
{
    (void)state;
    tn_arena arena = {.failed = false};
    tunip_allocator from = tn_arena_allocator(&arena);
    char *bytes = from.alloc(from.ctx, 3);
    memcpy(bytes, "ab", 3);
    bytes = from.realloc(from.ctx, bytes, 3, 1000);
    assert_string_equal(bytes, "ab");
    from.free(from.ctx, bytes, 1000);
    assert_string_equal(tn_arena_say(&arena, "%d-%s", 5, bytes).data, "5-ab");
    const unsigned *zeros = tn_arena_array(&arena, 4, sizeof *zeros);
    for (size_t i = 0; i < 4; i++) assert_int_equal(zeros[i], 0);
    assert_null(tn_arena_array(&arena, SIZE_MAX / 2, 16));
    assert_true(arena.failed);
    tn_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_arena_is_an_allocator),
        cmocka_unit_test(starts_without_memory),
        cmocka_unit_test(defaults_to_malloc),
        cmocka_unit_test(allocations_are_aligned_and_apart),
        cmocka_unit_test(zalloc_zeroes),
        cmocka_unit_test(no_bytes_are_no_failure),
#ifndef TUNIP_DEBUG_ARENA
        cmocka_unit_test(something_large_leaves_the_chunk_alone),
        cmocka_unit_test(chunks_double),
        cmocka_unit_test(a_first_chunk_fits_what_is_expected),
        cmocka_unit_test(holds_what_it_gave_out_and_nothing_else),
        cmocka_unit_test(holds_no_more_what_was_taken_back),
#endif
        cmocka_unit_test(a_rewind_leaves_what_was_before),
        cmocka_unit_test(memory_is_used_again),
        cmocka_unit_test(an_empty_arena_can_be_rewound),
        cmocka_unit_test(impossible_sizes_fail),
        cmocka_unit_test(failure_is_sticky),
        cmocka_unit_test(strings_are_copied_with_a_nul),
        cmocka_unit_test(formats_text_of_any_length),
        cmocka_unit_test(text_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
