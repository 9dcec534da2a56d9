/* memory.c -- memory: the C library's, pools of large blocks, arenas, and arrays that grow. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"

/* ======== memory ======== */

/* The C library's malloc as an allocator. Large blocks are aligned to huge pages and
 * marked for them, because a print touches tens of megabytes once and page faults took a third of
 * its time. */

enum { LARGE = 1 << 21 };

static void *plain_alloc(void *ctx, size_t size)
{
    (void)ctx;
    return size < LARGE ? malloc(size) : tn_alloc_huge(size);
}

static void *plain_realloc(void *ctx, void *ptr, size_t old_size, size_t size)
{
    (void)ctx;
    if (size < LARGE) return realloc(ptr, size);
    void *moved = tn_alloc_huge(size);
    if (!moved) return NULL;
    memcpy(moved, ptr, old_size < size ? old_size : size);
    free(ptr);
    return moved;
}

static void plain_free(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    (void)size;
    free(ptr);
}

const tunip_allocator tn_malloc = {
    .alloc = plain_alloc, .realloc = plain_realloc, .free = plain_free, .ctx = NULL};

/* ======== pool ======== */

/* A cache of large memory blocks, by size. */

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

/* ======== arena ======== */

/* Chunks of memory with a bump pointer. */

struct tn_chunk {
    tn_chunk *next;
    size_t size; /* of the whole allocation */
};

/* The kernel maps a huge page in one step (memory.c). */
enum { FIRST_CHUNK = 1 << 12, HUGE_CHUNK = 1 << 21, LARGEST_CHUNK = 1 << 24 };

void tn_arena_init(tn_arena *arena, const tunip_allocator *allocator)
{
    *arena = (tn_arena){.allocator = allocator ? *allocator : tn_malloc, .next_size = FIRST_CHUNK};
}

void tn_arena_expect(tn_arena *arena, size_t size)
{
    if (size >= HUGE_CHUNK) arena->next_size = HUGE_CHUNK;
}

static void free_chunk(tn_arena *arena, tn_chunk *chunk)
{
    if (!chunk) return;
    arena->total -= chunk->size;
    arena->allocator.free(arena->allocator.ctx, chunk, chunk->size);
}

void tn_arena_free(tn_arena *arena)
{
    while (arena->chunks) {
        tn_chunk *next = arena->chunks->next;
        free_chunk(arena, arena->chunks);
        arena->chunks = next;
    }
    free_chunk(arena, arena->spare);
    arena->spare = NULL;
    arena->begin = arena->cursor = arena->end = NULL;
}

static tn_chunk *add_chunk(tn_arena *arena, size_t size)
{
    tn_chunk *chunk = arena->spare && arena->spare->size >= size ? arena->spare : NULL;
    if (chunk) {
        arena->spare = NULL;
    } else {
        chunk = arena->allocator.alloc(arena->allocator.ctx, size);
        if (!chunk) {
            arena->failed = true;
            return NULL;
        }
        chunk->size = size;
        arena->total += size;
    }
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    return chunk;
}

static void *alloc_alone(tn_arena *arena, size_t size)
{
    tn_chunk *chunk = add_chunk(arena, sizeof(tn_chunk) + size);
    return chunk ? chunk + 1 : NULL;
}

#ifndef TUNIP_DEBUG_ARENA
static bool open_chunk(tn_arena *arena)
{
    tn_chunk *chunk = add_chunk(arena, arena->next_size);
    if (!chunk) return false;
    arena->begin = arena->cursor = (char *)(chunk + 1);
    arena->end = (char *)chunk + chunk->size;
    bool is_small = arena->next_size <= arena->total / (arena->share ? arena->share : 1);
    if (is_small && arena->next_size < LARGEST_CHUNK) arena->next_size *= 2;
    return true;
}
#endif

bool tn_arena_make_room(tn_arena *arena, size_t size)
{
#ifdef TUNIP_DEBUG_ARENA
    (void)arena;
    return size == 0;
#else
    return (size_t)(arena->end - arena->cursor) >= size ||
           (size <= arena->next_size / 4 && open_chunk(arena));
#endif
}

void *tn_arena_alloc_slow(tn_arena *arena, size_t size)
{
    if (!arena->next_size) tn_arena_init(arena, NULL);
    if (size > SIZE_MAX / 2) {
        arena->failed = true;
        return NULL;
    }
#ifdef TUNIP_DEBUG_ARENA
    return alloc_alone(arena, size);
#else
    size_t rounded = (size + 7) & ~(size_t)7;
    /* A large allocation gets its own chunk, so that the rest of the current chunk is not lost. */
    if (rounded > arena->next_size / 4) return alloc_alone(arena, rounded);
    if (!open_chunk(arena)) return NULL;
    void *at = arena->cursor;
    arena->cursor += rounded;
    return at;
#endif
}

tn_arena_mark tn_arena_here(const tn_arena *arena)
{
    return (tn_arena_mark){arena->begin, arena->cursor, arena->end, arena->chunks,
                           arena->next_size};
}

/* Keeps the largest chunk, because the work after a rewind usually needs about the same memory. */
void tn_arena_rewind(tn_arena *arena, tn_arena_mark mark)
{
    while (arena->chunks != mark.newest) {
        tn_chunk *chunk = arena->chunks, *small = chunk;
        arena->chunks = chunk->next;
#ifndef TUNIP_DEBUG_ARENA
        if (!arena->spare || arena->spare->size < chunk->size) {
            small = arena->spare;
            arena->spare = chunk;
        }
#endif
        free_chunk(arena, small);
    }
    arena->begin = mark.begin;
    arena->cursor = mark.cursor;
    arena->end = mark.end;
    arena->next_size = mark.next_size;
}

bool tn_arena_search(const tn_arena *arena, const void *at)
{
    for (const tn_chunk *chunk = arena->chunks; chunk; chunk = chunk->next) {
        const char *begin = (const char *)(chunk + 1);
        const char *end = begin == arena->begin ? arena->cursor : (const char *)chunk + chunk->size;
        if ((uintptr_t)at - (uintptr_t)begin < (uintptr_t)end - (uintptr_t)begin) return true;
    }
    return false;
}

bool tn_arena_holds_slow(const tn_arena *arena, const void *at)
{
#ifdef TUNIP_DEBUG_ARENA
    (void)arena;
    return at != NULL;
#else
    return tn_arena_search(arena, at);
#endif
}

void *tn_arena_zalloc_slow(tn_arena *arena, size_t size)
{
    void *at = tn_arena_alloc(arena, size);
    return at ? memset(at, 0, size) : NULL;
}

tunip_str tn_arena_str(tn_arena *arena, tunip_str text)
{
    char *copy = tn_arena_alloc(arena, text.size + 1);
    if (!copy) return (tunip_str){NULL, 0};
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return (tunip_str){copy, text.size};
}

void *tn_arena_array(tn_arena *arena, size_t count, size_t size)
{
    bool fits = !size || count <= SIZE_MAX / 2 / size;
    arena->failed = arena->failed || !fits;
    return fits ? tn_arena_zalloc(arena, count * size) : NULL;
}

tunip_str tn_arena_format(tn_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char *text = size < 0 ? NULL : tn_arena_alloc(arena, (size_t)size + 1);
    if (text) vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text ? (tunip_str){text, (size_t)size} : (tunip_str){"", 0};
}

tunip_str tn_arena_say(tn_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_str text = tn_arena_format(arena, format, args);
    va_end(args);
    return text;
}

/* ---- an allocator ---- */

static void *arena_take(void *arena, size_t size)
{
    return tn_arena_alloc(arena, size);
}

static void *take_again(void *arena, void *ptr, size_t old_size, size_t size)
{
    void *moved = size > old_size ? tn_arena_alloc(arena, size) : ptr;
    if (moved && moved != ptr) memcpy(moved, ptr, old_size);
    return moved;
}

static void leave(void *arena, void *ptr, size_t size)
{
    (void)arena;
    (void)ptr;
    (void)size;
}

tunip_allocator tn_arena_allocator(tn_arena *arena)
{
    return (tunip_allocator){
        .alloc = arena_take, .realloc = take_again, .free = leave, .ctx = arena};
}

/* ======== scratch ======== */

/* Memory with a place for the error. */

tunip_status tn_no_memory(tunip_error *error)
{
    return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}

void tn_scratch_no_memory(const tunip_scratch *scratch)
{
    tn_no_memory(scratch->error);
}

void *tunip_scratch_alloc(tunip_scratch *scratch, size_t size)
{
    void *memory = tn_scratch_memory(scratch, size);
    return memory ? memset(memory, 0, size) : NULL;
}

void *tunip_scratch_grow(tunip_scratch *scratch, void *items, size_t count, size_t size,
                         size_t *room)
{
    enum { FIRST_ROOM = 4 };
    if (count < *room) return items;
    size_t more = *room ? *room * 2 : FIRST_ROOM;
    void *grown = tunip_scratch_alloc(scratch, more * size);
    if (!grown) return NULL;
    if (count) memcpy(grown, items, count * size);
    *room = more;
    return grown;
}

/* ======== array ======== */

/* Growth of typed arrays. */

bool tn_array_grow(void **items, size_t *room, size_t need, size_t item_size,
                   const tunip_allocator *allocator)
{
    size_t grown = *room ? *room * 2 : 8;
    if (grown < need) grown = need;
    bool wrapped = need <= *room; /* the caller's sum overflowed */
    if (wrapped || grown > SIZE_MAX / 2 / item_size) return false;
    void *moved =
        *items ? allocator->realloc(allocator->ctx, *items, *room * item_size, grown * item_size)
               : allocator->alloc(allocator->ctx, grown * item_size);
    if (!moved) return false;
    *items = moved;
    *room = grown;
    return true;
}
