/* compiler.h -- hints for the few functions that run for every node or Doc. */
#ifndef TN_COMPILER_H
#define TN_COMPILER_H

#if defined(__GNUC__)
#define TN_INLINE            static inline __attribute__((always_inline))
#define TN_APART             __attribute__((noinline)) /* keeps a case out of its caller */
#define TN_COLD              __attribute__((noinline, cold))
#define TN_RARELY(condition) __builtin_expect(!!(condition), 0)
#define TN_FETCH(address)    __builtin_prefetch((const void *)(address)) /* any address */
#else
#define TN_INLINE static inline
#define TN_APART
#define TN_COLD
#define TN_RARELY(condition) (condition)
#define TN_FETCH(address)    ((void)(address))
#endif

#endif
