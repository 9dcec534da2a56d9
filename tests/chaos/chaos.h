/* chaos.h -- memory that fails on demand, and golden objects to run it on. Several threads may use
 * the memory at once. */
#ifndef CHAOS_H
#define CHAOS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip.h>

#include "../whole.h"

typedef struct chaos {
    tunip_allocator allocator;
    atomic_size_t calls;
    size_t fail_at;      /* the number of the call that fails, from 1; 0: none */
    bool for_good;       /* all later calls fail, too */
    atomic_size_t live;  /* the number of blocks that are held */
    atomic_size_t bytes; /* the bytes that are held */
} chaos;

static inline bool refuse(chaos *c)
{
    size_t call = atomic_fetch_add(&c->calls, 1) + 1;
    if (!c->fail_at) return false;
    return c->for_good ? call >= c->fail_at : call == c->fail_at;
}

static inline void *chaos_alloc(void *ctx, size_t size)
{
    chaos *c = ctx;
    void *at = refuse(c) ? NULL : malloc(size);
    if (!at) return NULL;
    c->live++;
    c->bytes += size;
    return at;
}

static inline void chaos_free(void *ctx, void *at, size_t size)
{
    chaos *c = ctx;
    if (!at) return;
    c->live--;
    c->bytes -= size;
    free(at);
}

/* Always moves the memory, so that sanitizers find stale pointers. */
static inline void *chaos_realloc(void *ctx, void *old, size_t old_size, size_t size)
{
    void *at = chaos_alloc(ctx, size);
    if (!at) return NULL;
    if (old) memcpy(at, old, old_size < size ? old_size : size);
    chaos_free(ctx, old, old_size);
    return at;
}

static inline void chaos_init(chaos *c, size_t fail_at, bool for_good)
{
    c->allocator = (tunip_allocator){chaos_alloc, chaos_realloc, chaos_free, c};
    c->fail_at = fail_at;
    c->for_good = for_good;
    atomic_init(&c->calls, 0);
    atomic_init(&c->live, 0);
    atomic_init(&c->bytes, 0);
}

/* The number of the call that fails after `at` did. Sanitizers take many times as long: with them,
 * only the whole test lets every call fail. */
static inline size_t chaos_next(size_t at)
{
#ifdef TEST_SANITIZED
    enum { ALL_UP_TO = 300, STEP = 17 };
    if (at == ALL_UP_TO) test_name_skipped("16 of 17 calls after the first 300 do not fail");
    if (at >= ALL_UP_TO && !test_is_whole()) return at + STEP;
#endif
    return at + 1;
}

/* Runs `go` with memory that lasts, then once for each of its allocations with memory that fails
 * there, for good or for that one call. It must fail and give everything back. If `survives`, it
 * may succeed when a single call fails. */
static inline void chaos_everywhere(tunip_status (*go)(chaos *c), bool survives)
{
    chaos whole;
    chaos_init(&whole, 0, false);
    assert_int_equal(go(&whole), TUNIP_OK);
    assert_int_equal(whole.live, 0);
    for (size_t at = 1; at <= whole.calls; at = chaos_next(at))
        for (int for_good = 0; for_good < 2; for_good++) {
            chaos c;
            chaos_init(&c, at, for_good);
            tunip_status status = go(&c);
            bool fine = survives && !for_good && status == TUNIP_OK;
            if (status != TUNIP_ERROR_MEMORY && !fine)
                fail_msg("call %zu: status %d", at, (int)status);
            if (c.live || c.bytes) fail_msg("call %zu: %zu pieces are not given back", at, c.live);
        }
}

/* A file of tests/golden, which the caller frees. */
static inline tunip_str load(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/%s", TUNIP_DATA_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    enum { ROOM = 1 << 16 };
    char *bytes = malloc(ROOM);
    assert_non_null(bytes);
    size_t size = fread(bytes, 1, ROOM, file);
    fclose(file);
    assert_in_range(size, 1, ROOM - 1);
    return (tunip_str){bytes, size};
}

#endif
