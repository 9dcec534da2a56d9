/* arena.c -- chunks of memory with a bump pointer. */
#include "arena.h"

#include <stdio.h>

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

static void free_chunks_to(tn_arena *arena, const tn_chunk *last)
{
    while (arena->chunks != last) {
        tn_chunk *next = arena->chunks->next;
        free_chunk(arena, arena->chunks);
        arena->chunks = next;
    }
}

void tn_arena_free(tn_arena *arena)
{
    free_chunks_to(arena, NULL);
    free_chunk(arena, arena->spare);
    arena->spare = NULL;
    arena->begin = arena->cursor = arena->end = NULL;
}

static tn_chunk *new_chunk(tn_arena *arena, size_t size)
{
    tn_chunk *chunk = arena->allocator.alloc(arena->allocator.ctx, size);
    if (!chunk) {
        arena->failed = true;
        return NULL;
    }
    chunk->size = size;
    arena->total += size;
    return chunk;
}

static tn_chunk *add_chunk(tn_arena *arena, size_t size)
{
    tn_chunk *chunk = arena->spare && arena->spare->size >= size ? arena->spare : NULL;
    if (chunk)
        arena->spare = NULL;
    else
        chunk = new_chunk(arena, size);
    if (!chunk) return NULL;
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

static void *take(void *arena, size_t size)
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
    return (tunip_allocator){.alloc = take, .realloc = take_again, .free = leave, .ctx = arena};
}
