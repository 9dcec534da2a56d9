/* measure.h -- the time and the memory of a run, and the median of several. */
#ifndef TUNIP_BENCH_MEASURE_H
#define TUNIP_BENCH_MEASURE_H

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* The seconds since some moment in the past. */
static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The seconds of processor time that this process has used. */
static inline double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The same of the calling thread. */
static inline double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline int compare_seconds(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of `count` values, at least one, which it sorts. */
static inline double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_seconds);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* The bytes that an allocator of the three functions below has given out, to any thread. */
typedef struct memory {
    atomic_size_t held, peak;
} memory;

static inline void note(memory *m, size_t before, size_t after)
{
    size_t held = atomic_fetch_add(&m->held, after - before) + after - before;
    size_t peak = atomic_load(&m->peak);
    while (held > peak && !atomic_compare_exchange_weak(&m->peak, &peak, held)) continue;
}

static inline void *count_alloc(void *user, size_t size)
{
    note(user, 0, size);
    return malloc(size);
}

static inline void *count_realloc(void *user, void *at, size_t before, size_t size)
{
    note(user, before, size);
    return realloc(at, size);
}

static inline void count_free(void *user, void *at, size_t size)
{
    note(user, size, 0);
    free(at);
}

#endif
