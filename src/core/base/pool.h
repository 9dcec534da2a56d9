/* pool.h -- keeps large freed blocks for reuse. A print touches tens of megabytes once; getting
 * them from the system again, page by page, took a fifth of its time. */
#ifndef TN_POOL_H
#define TN_POOL_H

#include <tunip/base.h>

#include "threads.h"

enum { TN_POOL_SMALLEST_LOG = 17, TN_POOL_SIZES = 10, TN_POOL_KEPT = 4 };

/* Wraps another allocator. Blocks above 64 kB have sizes of powers of two, and up to TN_POOL_KEPT
 * freed blocks of each size are kept. Any thread may use it. */
typedef struct tn_pool {
    tunip_allocator allocator; /* the allocator to pass to users of the pool */
    tunip_allocator source;
    tn_mutex lock;
    void *kept[TN_POOL_SIZES][TN_POOL_KEPT];
    unsigned count[TN_POOL_SIZES];
} tn_pool;

/* `pool` must not move afterwards. */
void tn_pool_init(tn_pool *pool, const tunip_allocator *source);
/* Frees the kept blocks. All memory from the pool must have been freed before. */
void tn_pool_free(tn_pool *pool);

#endif
