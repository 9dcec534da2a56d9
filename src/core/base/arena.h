/* arena.h -- memory that is freed all at once, or back to a mark.
 *
 * Allocation is a pointer bump; chunks double up to sixteen megabytes. With TUNIP_DEBUG_ARENA every
 * allocation is separate, so that sanitizers see overruns. */
#ifndef TN_ARENA_H
#define TN_ARENA_H

#include <stdarg.h>
#include <tunip/base.h>

#include "compiler.h"

typedef struct tn_chunk tn_chunk;

/* Zeroed, it is an empty arena of malloc. */
typedef struct tn_arena {
    char *begin; /* end of the memory the cursor runs through */
    char *cursor;
    char *end;
    tunip_allocator allocator;
    tn_chunk *chunks; /* the newest first */
    tn_chunk *spare;  /* kept from a rewind for the next chunk */
    size_t total;     /* bytes held, for statistics */
    size_t next_size; /* of the next chunk */
    size_t share;     /* 8: a chunk has at most an eighth of what the arena holds; 0: no limit */
    bool failed;      /* an allocation has failed: sticky */
} tn_arena;

/* The C library's malloc family as an allocator (memory.c). */
extern const tunip_allocator tn_malloc;

/* `allocator` NULL means malloc. Takes no memory yet. */
void tn_arena_init(tn_arena *arena, const tunip_allocator *allocator);
void tn_arena_free(tn_arena *arena);

/* Of an empty arena: the memory it will probably need. Its first chunk is large if that is much. */
void tn_arena_expect(tn_arena *arena, size_t size);

void *tn_arena_alloc_slow(tn_arena *arena, size_t size);

/* The same as tn_arena_alloc() if the newest chunk has room; otherwise NULL. With
 * TUNIP_DEBUG_ARENA, NULL means that there is no memory. */
static inline void *tn_arena_take(tn_arena *arena, size_t size)
{
#ifdef TUNIP_DEBUG_ARENA
    return tn_arena_alloc_slow(arena, size);
#else
    size_t rounded = (size + !size + 7) & ~(size_t)7; /* 0 bytes take 8, because NULL means
                                                         failure */
    if (TN_RARELY(rounded < size || (size_t)(arena->end - arena->cursor) < rounded)) return NULL;
    void *at = arena->cursor;
    TN_ASSUME(at); /* there is room */
    arena->cursor += rounded;
    return at;
#endif
}

/* Memory for `count` words of 8 bytes, if the newest chunk has room for them. NULL otherwise, for
 * none, and with TUNIP_DEBUG_ARENA: then call tn_arena_alloc(). */
static inline void *tn_arena_take_words(tn_arena *arena, size_t count)
{
    enum { WORD = 8 };
    char *at = arena->cursor;
    if (TN_RARELY(count - 1 >= (size_t)(arena->end - at) / WORD)) return NULL;
    TN_ASSUME(at); /* there is room */
    arena->cursor = at + count * WORD;
    return at;
}

/* Makes room in the newest chunk for a struct of at most `size` bytes, which is a small number.
 * False when out of memory, and with TUNIP_DEBUG_ARENA. */
bool tn_arena_make_room(tn_arena *arena, size_t size);

/* `size` bytes, not zeroed, aligned for any IR or Doc struct (8). NULL when out of memory. */
static inline void *tn_arena_alloc(tn_arena *arena, size_t size)
{
#ifndef TUNIP_DEBUG_ARENA
    void *at = tn_arena_take(arena, size);
    if (!TN_RARELY(!at)) return at;
#endif
    return tn_arena_alloc_slow(arena, size);
}

/* The same, zeroed, if there is room in the newest chunk and `size` is that of a usual node: then
 * stores that may overlap need no call. Otherwise NULL. */
static inline void *tn_arena_ztake(tn_arena *arena, size_t size)
{
#ifdef TUNIP_DEBUG_ARENA
    (void)arena;
    (void)size;
#else
    enum { HALF = 64 };
    char *at = arena->cursor;
    size_t rounded = (size + 7) & ~(size_t)7;
    if (size >= HALF / 4 && size <= 2 * HALF && rounded <= (size_t)(arena->end - at)) {
        arena->cursor = at + rounded;
        if (size <= HALF / 2) {
            memset(at, 0, HALF / 4);
            memset(at + size - HALF / 4, 0, HALF / 4);
        } else if (size <= HALF) {
            memset(at, 0, HALF / 2);
            memset(at + size - HALF / 2, 0, HALF / 2);
        } else {
            memset(at, 0, HALF);
            memset(at + size - HALF, 0, HALF);
        }
        return at;
    }
#endif
    return NULL;
}

void *tn_arena_zalloc_slow(tn_arena *arena, size_t size);

/* The same for any size; NULL when out of memory. */
static inline void *tn_arena_zalloc(tn_arena *arena, size_t size)
{
    void *at = tn_arena_ztake(arena, size);
    return at ? at : tn_arena_zalloc_slow(arena, size);
}

/* The same for `count` items, however many. */
void *tn_arena_array(tn_arena *arena, size_t count, size_t size);

/* A copy followed by a NUL; {NULL, 0} when out of memory. */
tunip_str tn_arena_str(tn_arena *arena, tunip_str text);

/* A position for tn_arena_rewind(). */
typedef struct tn_arena_mark {
    char *begin;
    char *cursor;
    char *end;
    tn_chunk *newest;
    size_t next_size;
} tn_arena_mark;

tn_arena_mark tn_arena_here(const tn_arena *arena);
/* Frees all allocations since the mark was made, and invalidates later marks. */
void tn_arena_rewind(tn_arena *arena, tn_arena_mark mark);

bool tn_arena_holds_slow(const tn_arena *arena, const void *at);

/* Whether `at`, any address, lies in live memory of the newest chunk. With TUNIP_DEBUG_ARENA there
 * is none. */
static inline bool tn_arena_holds_newest(const tn_arena *arena, const void *at)
{
    uintptr_t offset = (uintptr_t)at - (uintptr_t)arena->begin;
    return offset < (uintptr_t)arena->cursor - (uintptr_t)arena->begin;
}

/* Whether `at`, any address, lies in live memory of the arena. With TUNIP_DEBUG_ARENA the answer
 * would take long, so it is always true. */
static inline bool tn_arena_holds(const tn_arena *arena, const void *at)
{
    return tn_arena_holds_newest(arena, at) || tn_arena_holds_slow(arena, at);
}

/* The same, exact also with TUNIP_DEBUG_ARENA; takes time linear in the chunks. */
bool tn_arena_search(const tn_arena *arena, const void *at);

/* An allocator that takes its memory from the arena, which must outlive it. Its free() does
 * nothing. */
tunip_allocator tn_arena_allocator(tn_arena *arena);

/* Text made as by printf; the empty string when out of memory. */
tunip_str tn_arena_format(tn_arena *arena, const char *format, va_list args) TUNIP_PRINTF(2, 0);
tunip_str tn_arena_say(tn_arena *arena, const char *format, ...) TUNIP_PRINTF(2, 3);

#endif
