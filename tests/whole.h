/* whole.h -- whether a test runs in full, as ./dev test --all asks, or on a part of its cases. */
#ifndef TEST_WHOLE_H
#define TEST_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __has_feature /* Clang */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED 1
#endif

/* Whether TUNIP_TEST_ALL is set. */
static inline bool test_is_whole(void)
{
    const char *value = getenv("TUNIP_TEST_ALL");
    return value && strcmp(value, "0") != 0;
}

/* The number of cases or the size of a test that has `count` when it runs in full. Sanitizers take
 * several times the stack and the time. */
static inline size_t test_count(size_t count)
{
#ifdef TEST_SANITIZED
    return count / (test_is_whole() ? 10 : 20);
#else
    return count / (test_is_whole() ? 1 : 10);
#endif
}

/* Says what a test that does not run in full leaves out. */
static inline void test_name_skipped(const char *work)
{
    if (!test_is_whole()) printf("skipped: %s (for ./dev test --all)\n", work);
    fflush(stdout);
}

#endif
