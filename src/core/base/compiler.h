/* compiler.h -- hints for the few functions that run for every node or Doc. */
#ifndef TN_COMPILER_H
#define TN_COMPILER_H

#if defined(__GNUC__)
#define TN_INLINE            static inline __attribute__((always_inline))
#define TN_APART             __attribute__((noinline)) /* keeps a case out of its caller */
#define TN_COLD              __attribute__((noinline, cold))
#define TN_RARELY(condition) __builtin_expect(!!(condition), 0)
/* Tells the compiler that a condition holds. */
#define TN_ASSUME(condition)                                                                       \
    do {                                                                                           \
        if (!(condition)) __builtin_unreachable();                                                 \
    } while (0)
/* Load memory into the processor's first-level or second-level cache. Any address is allowed. */
#define TN_FETCH(address)       __builtin_prefetch((const void *)(address))
#define TN_FETCH_LATER(address) __builtin_prefetch((const void *)(address), 0, 2)
#else
#define TN_INLINE static inline
#define TN_APART
#define TN_COLD
#define TN_RARELY(condition)    (condition)
#define TN_ASSUME(condition)    ((void)0)
#define TN_FETCH(address)       ((void)(address))
#define TN_FETCH_LATER(address) ((void)(address))
#endif

#endif
