/* small_thread.h -- runs a function on a thread with a small stack, on which deep recursion
 * crashes. */
#ifndef SMALL_THREAD_H
#define SMALL_THREAD_H

#include <pthread.h>

#include "render_helper.h"

enum { SMALL_STACK = 256 * 1024 };

static inline void run_on_small_stack(void *(*fn)(void *arg), void *arg)
{
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, fn, arg), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
}

#endif
