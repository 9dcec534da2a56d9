/* memory.c -- the C library's malloc as an allocator. Large blocks are aligned to huge pages and
 * marked for them, because a print touches tens of megabytes once and page faults took a third of
 * its time. */
#define _DEFAULT_SOURCE /* madvise */
#include "arena.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 1 << 21 };

static void *alloc_large(size_t size)
{
    size_t rounded = (size + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
    if (rounded < size) return NULL;
    void *memory = aligned_alloc(HUGE_PAGE, rounded);
#ifdef MADV_HUGEPAGE
    if (memory) madvise(memory, rounded, MADV_HUGEPAGE); /* a hint: failure does not matter */
#endif
    return memory;
}

static void *plain_alloc(void *ctx, size_t size)
{
    (void)ctx;
    return size < HUGE_PAGE ? malloc(size) : alloc_large(size);
}

static void *plain_realloc(void *ctx, void *ptr, size_t old_size, size_t size)
{
    (void)ctx;
    if (size < HUGE_PAGE) return realloc(ptr, size);
    void *moved = alloc_large(size);
    if (!moved) return NULL;
    memcpy(moved, ptr, old_size < size ? old_size : size);
    free(ptr);
    return moved;
}

static void plain_free(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    (void)size;
    free(ptr);
}

const tunip_allocator tn_malloc = {
    .alloc = plain_alloc, .realloc = plain_realloc, .free = plain_free, .ctx = NULL};
