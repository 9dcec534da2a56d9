/* worker.h -- a second thread that runs jobs for its owner, one after the other. The owner posts
 * jobs whose results it needs later, and waits for a job when it needs the result. */
#ifndef TN_WORKER_H
#define TN_WORKER_H

#include "threads.h"

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

#endif
