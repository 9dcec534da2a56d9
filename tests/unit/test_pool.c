/* test_pool.c -- large blocks of memory that are kept for the next request. */
#include "render_helper.h"

#include "util/memory.h"

enum { PLENTY = 1000, SMALLEST = 1 << TN_POOL_SMALLEST_LOG };

typedef struct fixture {
    budget_memory memory;
    tn_pool pool;
} fixture;

static void open(fixture *f, size_t budget)
{
    budget_memory_init(&f->memory, budget);
    tn_pool_init(&f->pool, &f->memory.allocator);
}

static void close(fixture *f)
{
    tn_pool_free(&f->pool);
    assert_int_equal(f->memory.held, 0);
}

static void *alloc(fixture *f, size_t size)
{
    return f->pool.allocator.alloc(f->pool.allocator.ctx, size);
}

static void *resize(fixture *f, void *at, size_t old_size, size_t size)
{
    return f->pool.allocator.realloc(f->pool.allocator.ctx, at, old_size, size);
}

static void release(fixture *f, void *at, size_t size)
{
    f->pool.allocator.free(f->pool.allocator.ctx, at, size);
}

static void small_pieces_go_straight_back(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 100, 65536, SMALLEST / 2};
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < TUNIP_LEN(sizes); i++) {
        char *at = alloc(&f, sizes[i]);
        assert_int_equal(f.memory.held, sizes[i]);
        memset(at, 1, sizes[i]);
        release(&f, at, sizes[i]);
        assert_int_equal(f.memory.held, 0);
    }
    close(&f);
}

#ifndef TUNIP_DEBUG_ARENA

static void large_pieces_are_kept_and_given_again(void **state)
{
    (void)state;
    fixture f;
    open(&f, PLENTY);
    char *first = alloc(&f, SMALLEST + 5);
    memset(first, 1, SMALLEST + 5);
    release(&f, first, SMALLEST + 5);
    size_t kept = f.memory.held;
    assert_true(kept >= SMALLEST + 5);
    char *second = alloc(&f, SMALLEST * 2); /* the same power of two */
    assert_ptr_equal(second, first);
    assert_int_equal(f.memory.held, kept);
    memset(second, 2, SMALLEST * 2);
    void *other = alloc(&f, SMALLEST);
    assert_ptr_not_equal(other, first);
    release(&f, second, SMALLEST * 2);
    release(&f, other, SMALLEST);
    close(&f);
}

enum { CAP = 5 * SMALLEST };

/* An allocator with a fixed amount of memory. */
static void *capped_alloc(void *ctx, size_t size)
{
    budget_memory *memory = ctx;
    return memory->held + size > CAP ? NULL : budget_alloc(ctx, size);
}

/* Kept blocks are returned to the allocator when an allocation would fail. */
static void what_is_kept_is_not_missing(void **state)
{
    (void)state;
    fixture f;
    budget_memory_init(&f.memory, PLENTY);
    f.memory.allocator.alloc = capped_alloc;
    tn_pool_init(&f.pool, &f.memory.allocator);
    release(&f, alloc(&f, SMALLEST), SMALLEST);
    release(&f, alloc(&f, 2 * SMALLEST), 2 * SMALLEST);
    assert_int_equal(f.memory.held, 3 * SMALLEST);
    void *large = alloc(&f, 4 * SMALLEST);
    assert_non_null(large);
    assert_int_equal(f.memory.held, 4 * SMALLEST);
    assert_null(alloc(&f, 2 * SMALLEST));
    release(&f, large, 4 * SMALLEST);
    void *small = alloc(&f, SMALLEST / 2);
    void *smaller = alloc(&f, SMALLEST / 2);
    void *third = alloc(&f, SMALLEST / 2);
    assert_non_null(third);
    release(&f, small, SMALLEST / 2);
    release(&f, smaller, SMALLEST / 2);
    release(&f, third, SMALLEST / 2);
    close(&f);
}

static void only_so_many_are_kept(void **state)
{
    (void)state;
    enum { COUNT = TN_POOL_KEPT + 3 };
    void *pieces[COUNT];
    fixture f;
    open(&f, PLENTY);
    for (size_t i = 0; i < COUNT; i++) assert_non_null(pieces[i] = alloc(&f, SMALLEST));
    size_t each = f.memory.held / COUNT;
    for (size_t i = 0; i < COUNT; i++) release(&f, pieces[i], SMALLEST);
    assert_int_equal(f.memory.held, each * TN_POOL_KEPT);
    close(&f);
}

#endif

static void very_large_pieces_are_not_kept(void **state)
{
    (void)state;
    size_t size = (size_t)SMALLEST << (TN_POOL_SIZES + 1);
    fixture f;
    open(&f, PLENTY);
    void *at = alloc(&f, size);
    assert_non_null(at);
    release(&f, at, size);
    assert_int_equal(f.memory.held, 0);
    close(&f);
}

/* Resizing within a block, between blocks, and to and from small blocks. */
static void contents_survive_resizing(void **state)
{
    (void)state;
    static const size_t sizes[] = {10,
                                   1000,
                                   SMALLEST - 1,
                                   SMALLEST,
                                   SMALLEST + 1,
                                   SMALLEST * 2,
                                   SMALLEST * 5,
                                   SMALLEST * 2 + 1,
                                   100,
                                   SMALLEST * 3,
                                   7};
    fixture f;
    open(&f, PLENTY);
    size_t old_size = 7;
    char *at = alloc(&f, old_size);
    memcpy(at, "tunips!", 7);
    for (size_t i = 0; i < TUNIP_LEN(sizes); i++) {
        at = resize(&f, at, old_size, sizes[i]);
        assert_non_null(at);
        assert_memory_equal(at, "tunips!", 7);
        memset(at + 7, 0xEE, sizes[i] - 7);
        old_size = sizes[i];
    }
    release(&f, at, old_size);
    close(&f);
}

static void failure_is_passed_on(void **state)
{
    (void)state;
    fixture f;
    open(&f, 1);
    char *at = alloc(&f, SMALLEST);
    assert_non_null(at);
    at[0] = 'x';
    assert_null(alloc(&f, SMALLEST));
    assert_null(alloc(&f, 8));
    assert_null(resize(&f, at, SMALLEST, (size_t)SMALLEST * 8));
    assert_int_equal(at[0], 'x');
    assert_null(alloc(&f, SIZE_MAX));
    assert_null(alloc(&f, SIZE_MAX / 2 + 2));
    release(&f, at, SMALLEST);
    close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_pieces_go_straight_back),
#ifndef TUNIP_DEBUG_ARENA
        cmocka_unit_test(large_pieces_are_kept_and_given_again),
        cmocka_unit_test(what_is_kept_is_not_missing),
        cmocka_unit_test(only_so_many_are_kept),
#endif
        cmocka_unit_test(very_large_pieces_are_not_kept),
        cmocka_unit_test(contents_survive_resizing),
        cmocka_unit_test(failure_is_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
