/* pool.c -- a cache of large memory blocks, by size. */
#include "pool.h"

/* The bucket of a size; TN_POOL_SIZES for a size that is never kept. */
static size_t bucket_of(size_t size)
{
    size_t bucket = 0;
    while (bucket < TN_POOL_SIZES && size > (size_t)1 << (TN_POOL_SMALLEST_LOG + bucket)) bucket++;
    return bucket;
}

static bool is_pooled(size_t size)
{
#ifdef TUNIP_DEBUG_ARENA
    (void)size;
    return false;
#else
    return size > (size_t)1 << (TN_POOL_SMALLEST_LOG - 1) && bucket_of(size) < TN_POOL_SIZES;
#endif
}

static size_t full_size(size_t bucket)
{
    return (size_t)1 << (TN_POOL_SMALLEST_LOG + bucket);
}

static void *take(tn_pool *pool, size_t bucket)
{
    tn_mutex_lock(&pool->lock);
    void *memory = pool->count[bucket] ? pool->kept[bucket][--pool->count[bucket]] : NULL;
    tn_mutex_unlock(&pool->lock);
    return memory;
}

/* False if enough blocks of that size are kept already. */
static bool keep(tn_pool *pool, size_t bucket, void *memory)
{
    tn_mutex_lock(&pool->lock);
    bool kept = pool->count[bucket] < TN_POOL_KEPT;
    if (kept) pool->kept[bucket][pool->count[bucket]++] = memory;
    tn_mutex_unlock(&pool->lock);
    return kept;
}

/* Frees all kept blocks; returns whether there were any. */
static bool give_back(tn_pool *pool)
{
    bool any = false;
    for (size_t bucket = 0; bucket < TN_POOL_SIZES; bucket++)
        for (void *memory; (memory = take(pool, bucket)); any = true)
            pool->source.free(pool->source.ctx, memory, full_size(bucket));
    return any;
}

/* The kept blocks may be the memory that is missing now: free them and retry. */
static void *source_alloc(tn_pool *pool, size_t size)
{
    void *memory = pool->source.alloc(pool->source.ctx, size);
    if (!memory && give_back(pool)) memory = pool->source.alloc(pool->source.ctx, size);
    return memory;
}

static void *pool_alloc(void *ctx, size_t size)
{
    tn_pool *pool = ctx;
    if (!is_pooled(size)) return source_alloc(pool, size);
    size_t bucket = bucket_of(size);
    void *memory = take(pool, bucket);
    return memory ? memory : source_alloc(pool, full_size(bucket));
}

static void pool_free(void *ctx, void *memory, size_t size)
{
    tn_pool *pool = ctx;
    bool pooled = memory && is_pooled(size);
    if (pooled && keep(pool, bucket_of(size), memory)) return;
    pool->source.free(pool->source.ctx, memory, pooled ? full_size(bucket_of(size)) : size);
}

static void *source_realloc(tn_pool *pool, void *memory, size_t old_size, size_t size)
{
    void *moved = pool->source.realloc(pool->source.ctx, memory, old_size, size);
    if (!moved && give_back(pool))
        moved = pool->source.realloc(pool->source.ctx, memory, old_size, size);
    return moved;
}

static void *pool_realloc(void *ctx, void *memory, size_t old_size, size_t size)
{
    tn_pool *pool = ctx;
    bool was = is_pooled(old_size), will_be = is_pooled(size);
    if (!was && !will_be) return source_realloc(pool, memory, old_size, size);
    if (was && will_be && bucket_of(old_size) == bucket_of(size)) return memory;
    void *moved = pool_alloc(ctx, size);
    if (!moved) return NULL;
    memcpy(moved, memory, old_size < size ? old_size : size);
    pool_free(ctx, memory, old_size);
    return moved;
}

void tn_pool_init(tn_pool *pool, const tunip_allocator *source)
{
    *pool = (tn_pool){.source = *source};
    pool->allocator = (tunip_allocator){
        .alloc = pool_alloc, .realloc = pool_realloc, .free = pool_free, .ctx = pool};
    tn_mutex_init(&pool->lock);
}

void tn_pool_free(tn_pool *pool)
{
    give_back(pool);
    tn_mutex_destroy(&pool->lock);
}
