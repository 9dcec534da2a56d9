/* stack.h -- recursion that does not overflow: when the C stack of the current segment runs out,
 * the call continues on a fresh one (a thread that is joined at once, so that sanitizers and
 * debuggers see nothing unusual). */
#ifndef TN_STACK_H
#define TN_STACK_H

#include <tunip/base.h>

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

#endif
