/* threads.h -- threads: locks, a second thread with a queue of jobs, and recursion that does
 * not overflow the stack. */
#ifndef TN_THREADS_H
#define TN_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#include <tunip/base.h>

/* ======== threads ======== */

/* Threads and locks: POSIX threads, or none if tunip is built without them
 * (TUNIP_NO_THREADS). Then locks do nothing, no thread can be started, and callers do all work
 * themselves. Deep recursion has no further stacks (below): deep input is refused. */

#ifdef TUNIP_NO_THREADS

typedef struct tn_mutex {
    char unused;
} tn_mutex;
#define TN_MUTEX_INIT                                                                              \
    {                                                                                              \
        0                                                                                          \
    }
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
/* The same, but for so many seconds at most. */
void tn_condition_wait_for(tn_condition *condition, tn_mutex *mutex, double seconds);
/* Wakes all threads that wait. */
void tn_condition_wake(tn_condition *condition);

/* The stack of a thread that works for long. Deep recursion moves to other stacks: see below. */
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

/* ======== worker ======== */

/* A second thread that runs jobs for its owner, one after the other. The owner posts
 * jobs whose results it needs later, and waits for a job when it needs the result. */

enum { TN_WORKER_ROOM = 16 };

/* A function and its argument. */
typedef struct tn_job {
    void (*fn)(void *arg);
    void *arg;
} tn_job;

typedef struct tn_worker {
    tn_thread thread;
    tn_mutex lock; /* of all members below */
    tn_condition posted_or_ended, done_one;
    tn_job jobs[TN_WORKER_ROOM]; /* the job number n is at n % TN_WORKER_ROOM */
    size_t posted, done;         /* how many */
    bool is_ended;
} tn_worker;

/* Starts the thread. False if the system has none; then there is nothing to end. The worker must
 * not move. */
bool tn_worker_start(tn_worker *worker);
/* Drops the jobs that have not begun, waits for the one that has, and ends the thread. */
void tn_worker_end(tn_worker *worker);

/* Posts a job and returns its number, counted from 1. Returns 0 if TN_WORKER_ROOM jobs are not
 * done: the caller does the work itself, or tries again later. */
size_t tn_worker_post(tn_worker *worker, void (*fn)(void *arg), void *arg);
/* Waits until this job and all jobs before it are done. Then the owner can read their results. */
void tn_worker_wait(tn_worker *worker, size_t number);

/* ======== stack ======== */

/* Recursion that does not overflow: when the C stack of the current segment runs out,
 * the call continues on a fresh one (a thread that is joined at once, so that sanitizers and
 * debuggers see nothing unusual). */

typedef struct tn_stack {
    const char *limit; /* frames below this address need a fresh segment */
    size_t next_size;  /* of the next segment, in bytes */
    size_t depth;      /* of nested segments */
} tn_stack;

/* Starts at the current frame. 192 KB below it must be free. */
void tn_stack_init(tn_stack *stack);

/* Whether the current segment is used up. */
static inline bool tn_stack_low(const tn_stack *stack)
{
    return (const char *)__builtin_frame_address(0) < stack->limit;
}

/* Runs fn(arg) on a fresh segment and returns when it is done. False if no segment is available; fn
 * has then not run. */
bool tn_stack_run(tn_stack *stack, void (*fn)(void *arg), void *arg);

/* Sets `error` for a recursion that got no further segment. Returns false. */
bool tn_stack_fail(tunip_error *error);

/* TN_STACK_STEP2(visit_deeper, bool, visit, A, B) defines, for a function bool visit(A, B) that
 * calls itself,
 *
 *     static bool visit_deeper(tn_stack *stack, bool *result, A a, B b)
 *
 * which sets *result to visit(a, b), called on a fresh segment. If no segment is available, it
 * returns false and leaves *result alone. The other two are for three and four parameters. */
/* clang-format off */
#define TN_STACK_STEP2(name, type, fn, A, B)                                                       \
    struct name##_call { type *result; A a; B b; };                                                \
    TN_STACK_RUN_(name, fn, call->a, call->b)                                                      \
    static bool name(tn_stack *stack, type *result, A a, B b)                                      \
    {                                                                                              \
        return tn_stack_run(stack, name##_run, &(struct name##_call){result, a, b});               \
    }
#define TN_STACK_STEP3(name, type, fn, A, B, C)                                                    \
    struct name##_call { type *result; A a; B b; C c; };                                           \
    TN_STACK_RUN_(name, fn, call->a, call->b, call->c)                                             \
    static bool name(tn_stack *stack, type *result, A a, B b, C c)                                 \
    {                                                                                              \
        return tn_stack_run(stack, name##_run, &(struct name##_call){result, a, b, c});            \
    }
#define TN_STACK_STEP4(name, type, fn, A, B, C, D)                                                 \
    struct name##_call { type *result; A a; B b; C c; D d; };                                      \
    TN_STACK_RUN_(name, fn, call->a, call->b, call->c, call->d)                                    \
    static bool name(tn_stack *stack, type *result, A a, B b, C c, D d)                            \
    {                                                                                              \
        return tn_stack_run(stack, name##_run, &(struct name##_call){result, a, b, c, d});         \
    }
#define TN_STACK_RUN_(name, fn, ...)                                                               \
    static void name##_run(void *arg)                                                              \
    {                                                                                              \
        const struct name##_call *call = arg;                                                      \
        *call->result = fn(__VA_ARGS__);                                                           \
    }
/* clang-format on */

#endif
