/* threads.c -- the only file that starts threads. */
#include "threads.h"

#include <stdatomic.h>

#include <tunip/base.h>

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
