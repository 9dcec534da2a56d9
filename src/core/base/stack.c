/* stack.c -- fresh stack segments for deep recursion, each a thread that is joined at once. */
#include "stack.h"

#include "threads.h"

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
