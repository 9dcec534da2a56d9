/* threads.h -- threads and locks: POSIX threads, or none if tunip is built without them
 * (TUNIP_NO_THREADS). Then locks do nothing, no thread can be started, and callers do all work
 * themselves. Deep recursion has no further stacks (stack.h): deep input is refused. */
#ifndef TN_THREADS_H
#define TN_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef TUNIP_NO_THREADS

typedef struct tn_mutex {
    char unused;
} tn_mutex;
#define TN_MUTEX_INIT {0}
typedef tn_mutex tn_condition;

#else

#include <pthread.h>

typedef pthread_mutex_t tn_mutex;
#define TN_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER
typedef pthread_cond_t tn_condition;

#endif

void tn_mutex_init(tn_mutex *mutex);
/* The thread that holds it may lock it again. */
void tn_mutex_init_recursive(tn_mutex *mutex);
void tn_mutex_destroy(tn_mutex *mutex);
void tn_mutex_lock(tn_mutex *mutex);
void tn_mutex_unlock(tn_mutex *mutex);

void tn_condition_init(tn_condition *condition);
void tn_condition_destroy(tn_condition *condition);
/* Unlocks the mutex, waits until another thread wakes this one, and locks the mutex again. It may
 * also wake without a reason. Without threads it returns at once. */
void tn_condition_wait(tn_condition *condition, tn_mutex *mutex);
/* Wakes all threads that wait. */
void tn_condition_wake(tn_condition *condition);

/* The stack of a thread that works for long. Deep recursion moves to other stacks: see stack.h. */
enum { TN_THREAD_STACK = 1 << 22 };

/* A thread that runs fn(arg). It must stay where it is until it is joined. */
typedef struct tn_thread {
    void (*fn)(void *arg);
    void *arg;
    bool started;
#ifndef TUNIP_NO_THREADS
    pthread_t handle;
#endif
} tn_thread;

/* Starts a thread with a stack of so many bytes. False if there can be none. */
bool tn_thread_start(tn_thread *thread, size_t stack_size, void (*fn)(void *arg), void *arg);
/* Waits until it has ended. Does nothing if it was not started, or was joined. */
void tn_thread_join(tn_thread *thread);

#endif
