/* work.c -- calls of the library without the GIL, and the allocator that lets Ctrl-C end them. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

#include "binding.h"

/* The call that this thread makes. Deep IR makes the library continue on another thread, which
 * sees NULL and then allocates without looking for signals. */
static _Thread_local work *current;

enum { HUGE_PAGE = 1 << 21, PATIENCE_NS = 50 * 1000 * 1000 };

void work_begin(work *w)
{
    w->interrupted = false;
    clock_gettime(CLOCK_MONOTONIC, &w->checked);
    w->thread = PyEval_SaveThread();
    current = w;
}

bool work_end(work *w)
{
    current = NULL;
    PyEval_RestoreThread(w->thread);
    return !w->interrupted;
}

/* Whether a signal handler raised an exception. Asks Python every 50 ms, because taking the GIL may
 * mean to wait for other threads. A handler may itself call functions of this module. */
static bool interrupted(void)
{
    struct timespec now;
    work *w = current;
    if (!w || w->interrupted) return w != NULL;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long passed =
        (now.tv_sec - w->checked.tv_sec) * 1000000000LL + (now.tv_nsec - w->checked.tv_nsec);
    if (passed < PATIENCE_NS) return false;
    w->checked = now;
    current = NULL;
    PyEval_RestoreThread(w->thread);
    w->interrupted = PyErr_CheckSignals() != 0;
    w->thread = PyEval_SaveThread();
    current = w;
    return w->interrupted;
}

/* Large blocks are aligned to huge pages, as those of the library's own allocator are. */
static void *take(void *ctx, size_t size)
{
    (void)ctx;
    if (interrupted()) return NULL;
    if (size < HUGE_PAGE) return malloc(size ? size : 1);
    if (size > SIZE_MAX - HUGE_PAGE) return NULL;
    size_t rounded = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *memory = aligned_alloc(HUGE_PAGE, rounded);
    if (memory) (void)madvise(memory, rounded, MADV_HUGEPAGE);
    return memory;
}

static void give(void *ctx, void *memory, size_t size)
{
    (void)ctx;
    (void)size;
    free(memory);
}

static void *take_again(void *ctx, void *memory, size_t old_size, size_t size)
{
    if (size < HUGE_PAGE) return interrupted() ? NULL : realloc(memory, size ? size : 1);
    void *moved = take(ctx, size);
    if (!moved) return NULL;
    if (memory) memcpy(moved, memory, old_size < size ? old_size : size);
    free(memory);
    return moved;
}

const tunip_allocator work_allocator = {take, take_again, give, NULL};
