/* nothing.c -- the library of debug.c: a compiled function that does nothing. */
#include <stdint.h>

__attribute__((visibility("default"))) int32_t bench_nothing(void *args, int32_t *ids,
                                                             int32_t count, void *result,
                                                             int32_t *result_id, void *resource);

int32_t bench_nothing(void *args, int32_t *ids, int32_t count, void *result, int32_t *result_id,
                      void *resource)
{
    (void)args, (void)ids, (void)count, (void)result, (void)result_id, (void)resource;
    return 0;
}
