/* pool.h -- large pieces of memory kept for the next one who asks. A print touches tens of
 * megabytes once; getting them afresh from the system, page by page, took a fifth of its time. */
#ifndef TN_POOL_H
#define TN_POOL_H

#include <pthread.h>
#include <tunip/base.h>

enum { TN_POOL_SMALLEST_LOG = 21, TN_POOL_SIZES = 6, TN_POOL_KEPT = 4 };

/* Stands in front of another allocator. Pieces above 1 MB come in powers of two, and up to
 * TN_POOL_KEPT of each size stay when they are freed. Any thread may use it. */
typedef struct tn_pool {
    tunip_allocator allocator; /* what to give to users of the pool */
    tunip_allocator source;
    pthread_mutex_t lock;
    void *kept[TN_POOL_SIZES][TN_POOL_KEPT];
    unsigned count[TN_POOL_SIZES];
} tn_pool;

/* `pool` must not move afterwards. */
void tn_pool_init(tn_pool *pool, const tunip_allocator *source);
/* Gives back what is kept. Whoever got memory from the pool must have freed it. */
void tn_pool_free(tn_pool *pool);

#endif
