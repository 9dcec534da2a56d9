/* render_helper.h -- rendering in tests, with an allocator that counts memory and can fail. */
#ifndef RENDER_HELPER_H
#define RENDER_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "print/render.h"

/* Refuses very large allocations and all allocations after the first `budget`, and counts the bytes
 * that are held. */
typedef struct budget_memory {
    tunip_allocator allocator;
    size_t budget;
    size_t held;
} budget_memory;

static inline void *budget_alloc(void *ctx, size_t size)
{
    budget_memory *memory = ctx;
    void *at = memory->budget && size < (size_t)1 << 30 ? malloc(size) : NULL;
    if (!at) return NULL;
    memory->budget--;
    memory->held += size;
    return at;
}

static inline void budget_free(void *ctx, void *at, size_t size)
{
    ((budget_memory *)ctx)->held -= size;
    free(at);
}

/* Always moves the memory, so that sanitizers find stale pointers. */
static inline void *budget_realloc(void *ctx, void *old, size_t old_size, size_t size)
{
    void *at = budget_alloc(ctx, size);
    if (!at) return NULL;
    memcpy(at, old, old_size < size ? old_size : size);
    budget_free(ctx, old, old_size);
    return at;
}

static inline void budget_memory_init(budget_memory *memory, size_t budget)
{
    *memory = (budget_memory){.allocator = {budget_alloc, budget_realloc, budget_free, memory},
                              .budget = budget};
}

/* A render with the usual settings. */
static inline tn_render render_with(const tunip_backend *backend, const tunip_allocator *allocator)
{
    return (tn_render){
        .backend = backend, .allocator = allocator, .indent_spaces = 4, .keep_spans = true};
}

static inline void assert_renders(tn_render *render, const tunip_doc *doc, const char *expected)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tn_render_doc(render, doc, &error), TUNIP_OK);
    assert_string_equal(render->text, expected);
    assert_int_equal(render->size, strlen(expected));
}

#endif
