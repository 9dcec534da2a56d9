/* worker.c -- a thread with a queue of jobs. */
#include "worker.h"

static void work(void *opaque)
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
    if (tn_thread_start(&worker->thread, TN_THREAD_STACK, work, worker)) return true;
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
