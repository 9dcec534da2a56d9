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
