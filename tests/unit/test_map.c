/* test_map.c -- the pointer-keyed hash table, against a model, and the hash of bytes. */
#include "render_helper.h"

#include <stdio.h>

#include "util/tables.h"

enum { PLENTY = 1000000 };

/* The addresses of these are the keys. They are as close together as nodes of an arena. */
static uint64_t places[1024];

static void an_empty_map_knows_nothing(void **state)
{
    (void)state;
    tn_map map;
    tn_map_init(&map, &tn_malloc);
    assert_null(tn_map_get(&map, &places[0]));
    assert_false(tn_map_remove(&map, &places[0]));
    tn_map_clear(&map);
    tn_map_free(&map);
    assert_null(tn_map_get(&map, &places[0]));
}

static void put_adds_once(void **state)
{
    (void)state;
    tn_map map;
    bool added = false;
    tn_map_init(&map, &tn_malloc);
    uint64_t *value = tn_map_put(&map, &places[3], &added);
    assert_true(added);
    assert_int_equal(*value, 0);
    *value = UINT64_MAX;
    assert_ptr_equal(tn_map_put(&map, &places[3], &added), value);
    assert_false(added);
    assert_ptr_equal(tn_map_put(&map, &places[3], NULL), value);
    assert_ptr_equal(tn_map_get(&map, &places[3]), value);
    assert_true(*tn_map_get(&map, &places[3]) == UINT64_MAX);
    assert_int_equal(map.count, 1);
    tn_map_free(&map);
}

static void clear_forgets(void **state)
{
    (void)state;
    tn_map map;
    bool added;
    tn_map_init(&map, &tn_malloc);
    for (size_t i = 0; i < 100; i++) *tn_map_put(&map, &places[i], NULL) = i + 1;
    tn_map_clear(&map);
    assert_int_equal(map.count, 0);
    for (size_t i = 0; i < 100; i++) assert_null(tn_map_get(&map, &places[i]));
    assert_int_equal(*tn_map_put(&map, &places[5], &added), 0);
    assert_true(added);
    tn_map_free(&map);
}

/* ---- against a model ---- */

/* A random number, the same in each run. */
static uint32_t next_number(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void check_against(const tn_map *map, const uint64_t *model, size_t count)
{
    size_t present = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *value = tn_map_get(map, &places[i]);
        present += model[i] != 0;
        if (model[i])
            assert_non_null(value);
        else
            assert_null(value);
        if (value) assert_int_equal(*value, model[i]);
    }
    assert_int_equal(map->count, present);
}

/* Removal shifts entries back. Depending on `keys`, the map is sparse or full, or grows during the
 * test. */
static void agrees_with_a_model(size_t keys, uint32_t seed, bool is_sparse)
{
    uint64_t model[TUNIP_LEN(places)] = {0};
    tn_map map;
    tn_map_init(&map, &tn_malloc);
    map.is_sparse = is_sparse;
    for (size_t step = 1; step <= 20000; step++) {
        size_t key = next_number(&seed) % keys;
        if (next_number(&seed) % 5 < 3) {
            uint64_t *value = tn_map_put(&map, &places[key], NULL);
            assert_non_null(value);
            *value = model[key] = step;
        } else {
            assert_int_equal(tn_map_remove(&map, &places[key]), model[key] != 0);
            model[key] = 0;
        }
        if (step % 101 == 0) check_against(&map, model, keys);
    }
    check_against(&map, model, keys);
    bool is_large = map.mask >= TN_LARGEST_SPARSE;
    assert_int_equal(map.most, (map.mask + 1) / 4 * (is_sparse && !is_large ? 1 : 3));
    tn_map_free(&map);
}

static void puts_and_removals_mix(void **state)
{
    (void)state;
    static const size_t keys[] = {1, 2, 11, 12, 13, 16, 200, 1024};
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        for (uint32_t seed = 1; seed <= 3; seed++) {
            agrees_with_a_model(keys[i], seed, false);
            agrees_with_a_model(keys[i], seed, true);
        }
}

/* ---- running out of memory ---- */

static void without_memory_the_map_stays(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, 0);
    tn_map map;
    bool added = true;
    tn_map_init(&map, &memory.allocator);
    assert_null(tn_map_put(&map, &places[0], &added));
    assert_false(added);
    memory.budget = 1;
    size_t count = 0;
    for (uint64_t *value; (value = tn_map_put(&map, &places[count], NULL)); count++) *value = count;
    assert_in_range(count, 1, 16);
    assert_int_equal(map.count, count);
    for (size_t i = 0; i < count; i++) assert_int_equal(*tn_map_get(&map, &places[i]), i);
    /* Finding an existing key needs no memory. */
    assert_int_equal(*tn_map_put(&map, &places[count - 1], NULL), count - 1);
    assert_null(tn_map_get(&map, &places[count]));
    tn_map_free(&map);
    assert_int_equal(memory.held, 0);
}

/* ---- bytes ---- */

static void equal_bytes_hash_alike_wherever_they_lie(void **state)
{
    (void)state;
    static const char text[] = "the quick brown fox jumps over the lazy dog";
    char moved[sizeof text + 8];
    for (size_t size = 0; size < sizeof text; size++)
        for (size_t shift = 0; shift < 8; shift++) {
            memcpy(moved + shift, text, sizeof text);
            assert_true(tn_hash_bytes(moved + shift, size) == tn_hash_bytes(text, size));
        }
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Typical names and runs of NUL bytes have different 64-bit hashes. */
static void different_bytes_hash_differently(void **state)
{
    (void)state;
    enum { NAMES = 20000, ZEROS = 64 };
    static uint64_t hashes[NAMES + ZEROS];
    static const char zeros[ZEROS];
    char name[32];
    for (size_t i = 0; i < NAMES; i++) {
        int size = snprintf(name, sizeof name, "variable_%zu", i);
        hashes[i] = tn_hash_bytes(name, (size_t)size);
    }
    for (size_t i = 0; i < ZEROS; i++) hashes[NAMES + i] = tn_hash_bytes(zeros, i);
    qsort(hashes, TUNIP_LEN(hashes), sizeof *hashes, compare);
    for (size_t i = 1; i < TUNIP_LEN(hashes); i++) assert_true(hashes[i - 1] != hashes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_knows_nothing),
        cmocka_unit_test(put_adds_once),
        cmocka_unit_test(clear_forgets),
        cmocka_unit_test(puts_and_removals_mix),
        cmocka_unit_test(without_memory_the_map_stays),
        cmocka_unit_test(equal_bytes_hash_alike_wherever_they_lie),
        cmocka_unit_test(different_bytes_hash_differently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
