/* test_worker.c -- the thread that runs jobs for its owner. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "util/threads.h"

enum { JOBS = 3000 };

/* A list that jobs append to. */
typedef struct list {
    size_t items[JOBS], count;
} list;

typedef struct task {
    list *list;
    size_t number;
} task;

static void append(void *arg)
{
    const task *t = arg;
    t->list->items[t->list->count++] = t->number;
}

static void jobs_run_in_order(void **state)
{
    static list done;
    static task tasks[JOBS];
    tn_worker worker;
    (void)state;
    done.count = 0;
    if (!tn_worker_start(&worker)) skip();
    for (size_t i = 0; i < JOBS; i++) {
        tasks[i] = (task){&done, i};
        size_t number = tn_worker_post(&worker, append, &tasks[i]);
        if (!number) { /* the queue is full */
            tn_worker_wait(&worker, i);
            number = tn_worker_post(&worker, append, &tasks[i]);
        }
        assert_int_equal(number, i + 1);
    }
    tn_worker_wait(&worker, JOBS);
    assert_int_equal(done.count, JOBS);
    for (size_t i = 0; i < JOBS; i++) assert_int_equal(done.items[i], i);
    tn_worker_end(&worker);
}

/* A job that waits until its owner lets it go. */
typedef struct gate {
    tn_mutex lock;
    size_t passed;
} gate;

static void pass(void *arg)
{
    gate *g = arg;
    tn_mutex_lock(&g->lock);
    g->passed++;
    tn_mutex_unlock(&g->lock);
}

static void a_full_queue_takes_no_job(void **state)
{
    gate g = {.passed = 0};
    tn_worker worker;
    (void)state;
    if (!tn_worker_start(&worker)) skip();
    tn_mutex_init(&g.lock);
    tn_mutex_lock(&g.lock);
    for (size_t i = 0; i < TN_WORKER_ROOM; i++)
        assert_int_equal(tn_worker_post(&worker, pass, &g), i + 1);
    assert_int_equal(tn_worker_post(&worker, pass, &g), 0);
    tn_mutex_unlock(&g.lock);
    tn_worker_wait(&worker, TN_WORKER_ROOM);
    assert_int_equal(g.passed, TN_WORKER_ROOM);
    assert_int_equal(tn_worker_post(&worker, pass, &g), TN_WORKER_ROOM + 1);
    tn_worker_end(&worker);
    assert_in_range(g.passed, TN_WORKER_ROOM, TN_WORKER_ROOM + 1);
    tn_mutex_destroy(&g.lock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_run_in_order),
        cmocka_unit_test(a_full_queue_takes_no_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
