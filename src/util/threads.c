/* threads.c -- threads: locks, a second thread with a queue of jobs, and fresh stack segments
 * for deep recursion. */
#include "threads.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

#include <tunip/base.h>

/* ======== threads ======== */

/* The only file that starts threads. */

/* ---- threads and locks ---- */

#ifdef TUNIP_NO_THREADS

void tn_mutex_init(tn_mutex *mutex)
{
    mutex->unused = 0;
}

void tn_mutex_init_recursive(tn_mutex *mutex)
{
    mutex->unused = 0;
}

void tn_mutex_destroy(tn_mutex *mutex)
{
    (void)mutex;
}

void tn_mutex_lock(tn_mutex *mutex)
{
    (void)mutex;
}

void tn_mutex_unlock(tn_mutex *mutex)
{
    (void)mutex;
}

void tn_condition_init(tn_condition *condition)
{
    condition->unused = 0;
}

void tn_condition_destroy(tn_condition *condition)
{
    (void)condition;
}

void tn_condition_wait(tn_condition *condition, tn_mutex *mutex)
{
    (void)condition;
    (void)mutex;
}

void tn_condition_wait_for(tn_condition *condition, tn_mutex *mutex, double seconds)
{
    (void)condition;
    (void)mutex;
    (void)seconds;
}

void tn_condition_wake(tn_condition *condition)
{
    (void)condition;
}

bool tn_thread_start(tn_thread *thread, size_t stack_size, void (*fn)(void *arg), void *arg)
{
    (void)stack_size;
    *thread = (tn_thread){.fn = fn, .arg = arg};
    return false;
}

void tn_thread_join(tn_thread *thread)
{
    (void)thread;
}

#else

void tn_mutex_init(tn_mutex *mutex)
{
    pthread_mutex_init(mutex, NULL);
}

void tn_mutex_init_recursive(tn_mutex *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void tn_mutex_destroy(tn_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}

void tn_mutex_lock(tn_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}

void tn_mutex_unlock(tn_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

void tn_condition_init(tn_condition *condition)
{
    pthread_cond_init(condition, NULL);
}

void tn_condition_destroy(tn_condition *condition)
{
    pthread_cond_destroy(condition);
}

void tn_condition_wait(tn_condition *condition, tn_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}

void tn_condition_wait_for(tn_condition *condition, tn_mutex *mutex, double seconds)
{
    struct timespec until;
    double whole = floor(seconds), part = (seconds - whole) * 1e9;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)whole + (until.tv_nsec + (long)part) / 1000000000;
    until.tv_nsec = (until.tv_nsec + (long)part) % 1000000000;
    pthread_cond_timedwait(condition, mutex, &until);
}

void tn_condition_wake(tn_condition *condition)
{
    pthread_cond_broadcast(condition);
}

static void *run_thread(void *opaque)
{
    const tn_thread *thread = opaque;
    thread->fn(thread->arg);
    return NULL;
}

bool tn_thread_start(tn_thread *thread, size_t stack_size, void (*fn)(void *arg), void *arg)
{
    pthread_attr_t attributes;
    *thread = (tn_thread){.fn = fn, .arg = arg};
    if (pthread_attr_init(&attributes) != 0) return false;
    thread->started = pthread_attr_setstacksize(&attributes, stack_size) == 0 &&
                      pthread_create(&thread->handle, &attributes, run_thread, thread) == 0;
    pthread_attr_destroy(&attributes);
    return thread->started;
}

void tn_thread_join(tn_thread *thread)
{
    if (thread->started) pthread_join(thread->handle, NULL);
    thread->started = false;
}

#endif

/* ---- work for several threads ---- */

typedef struct queue {
    void (*fn)(void *user, size_t index);
    void *user;
    size_t count;
    atomic_size_t next;
} queue;

static void work(void *opaque)
{
    queue *q = opaque;
    for (size_t i; (i = atomic_fetch_add(&q->next, 1)) < q->count;) q->fn(q->user, i);
}

void tunip_parallel(size_t threads, size_t count, void (*fn)(void *user, size_t index), void *user)
{
    enum { MOST = 64 };
    tn_thread others[MOST];
    queue q = {.fn = fn, .user = user, .count = count};
    size_t started = 0, wanted = threads < count ? threads : count;
    while (started + 1 < wanted && started < MOST &&
           tn_thread_start(&others[started], TN_THREAD_STACK, work, &q))
        started++;
    work(&q);
    for (size_t i = 0; i < started; i++) tn_thread_join(&others[i]);
}

/* ======== worker ======== */

/* A thread with a queue of jobs. */

static void worker_work(void *opaque)
{
    tn_worker *worker = opaque;
    tn_mutex_lock(&worker->lock);
    for (;;) {
        while (worker->done == worker->posted && !worker->is_ended)
            tn_condition_wait(&worker->posted_or_ended, &worker->lock);
        if (worker->is_ended) break;
        tn_job job = worker->jobs[(worker->done + 1) % TN_WORKER_ROOM];
        tn_mutex_unlock(&worker->lock);
        job.fn(job.arg);
        tn_mutex_lock(&worker->lock);
        worker->done++;
        tn_condition_wake(&worker->done_one);
    }
    tn_mutex_unlock(&worker->lock);
}

static void destroy(tn_worker *worker)
{
    tn_condition_destroy(&worker->posted_or_ended);
    tn_condition_destroy(&worker->done_one);
    tn_mutex_destroy(&worker->lock);
}

bool tn_worker_start(tn_worker *worker)
{
    worker->posted = worker->done = 0;
    worker->is_ended = false;
    tn_mutex_init(&worker->lock);
    tn_condition_init(&worker->posted_or_ended);
    tn_condition_init(&worker->done_one);
    if (tn_thread_start(&worker->thread, TN_THREAD_STACK, worker_work, worker)) return true;
    destroy(worker);
    return false;
}

void tn_worker_end(tn_worker *worker)
{
    tn_mutex_lock(&worker->lock);
    worker->is_ended = true;
    tn_condition_wake(&worker->posted_or_ended);
    tn_mutex_unlock(&worker->lock);
    tn_thread_join(&worker->thread);
    destroy(worker);
}

size_t tn_worker_post(tn_worker *worker, void (*fn)(void *arg), void *arg)
{
    size_t number = 0;
    tn_mutex_lock(&worker->lock);
    if (worker->posted - worker->done < TN_WORKER_ROOM) {
        number = ++worker->posted;
        worker->jobs[number % TN_WORKER_ROOM] = (tn_job){fn, arg};
        tn_condition_wake(&worker->posted_or_ended);
    }
    tn_mutex_unlock(&worker->lock);
    return number;
}

void tn_worker_wait(tn_worker *worker, size_t number)
{
    tn_mutex_lock(&worker->lock);
    while (worker->done < number) tn_condition_wait(&worker->done_one, &worker->lock);
    tn_mutex_unlock(&worker->lock);
}

/* ======== stack ======== */

/* Fresh stack segments for deep recursion, each a thread that is joined at once. */

#if defined(__SANITIZE_THREAD__)
#define WITH_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WITH_THREAD_SANITIZER
#endif
#endif

/* A margin lies below the limit of each stack. It is needed for the current step of recursion
 * (sanitizers make frames large), and for another recursion that starts there and uses BUDGET bytes
 * before it asks for its own segment. */
enum {
#ifdef TUNIP_NO_THREADS
    BUDGET = 1 << 20, /* there is no further stack: callers have one of several MB */
#else
    BUDGET = 64 * 1024,
#endif
    MARGIN = 2 * BUDGET,
#if defined(WITH_THREAD_SANITIZER)
    FIRST_SEGMENT = 1 << 22, /* ThreadSanitizer allows a thread no more than 65,000 frames */
    LARGEST_SEGMENT = 1 << 22,
    TAKEN = 1 << 20, /* the part of a thread's stack that the sanitizer uses */
#else
    FIRST_SEGMENT = 1 << 24, /* bytes; only touched pages cost memory */
    LARGEST_SEGMENT = 1 << 28,
    TAKEN = 0,
#endif
};

typedef struct segment {
    tn_stack *stack;
    size_t size;
    void (*fn)(void *arg);
    void *arg;
} segment;

void tn_stack_init(tn_stack *stack)
{
    const char *here = __builtin_frame_address(0);
    *stack = (tn_stack){.limit = here - BUDGET, .next_size = FIRST_SEGMENT};
}

static void enter_segment(void *opaque)
{
    segment *s = opaque;
    const char *here = __builtin_frame_address(0);
    /* A nested tn_stack_init() inside this segment needs the free space that it assumes. */
    s->stack->limit = here - (s->size - TAKEN - BUDGET - MARGIN);
    s->fn(s->arg);
}

bool tn_stack_run(tn_stack *stack, void (*fn)(void *arg), void *arg)
{
    const tn_stack before = *stack;
    segment s = {.stack = stack, .size = stack->next_size, .fn = fn, .arg = arg};
    if (stack->next_size < LARGEST_SEGMENT) stack->next_size *= 2;
    stack->depth++;
    tn_thread thread;
    bool started = tn_thread_start(&thread, s.size, enter_segment, &s);
    tn_thread_join(&thread);
    *stack = before;
    return started;
}

bool tn_stack_fail(tunip_error *error)
{
#ifdef TUNIP_NO_THREADS
    const char *reason = "nested too deep for a library without threads";
#else
    const char *reason = "no memory for a further stack";
#endif
    tunip_error_set(error, TUNIP_ERROR_LIMIT, "%s", reason);
    return false;
}
