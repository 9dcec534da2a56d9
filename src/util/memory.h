/* memory.h -- memory: arenas, pools of large blocks, arrays that grow, and hints for the
 * compiler. */
#ifndef TN_MEMORY_H
#define TN_MEMORY_H

#include <stdarg.h>

#include <tunip/base.h>
#include <tunip/ext/scratch.h>

#include "threads.h"

/* ======== compiler ======== */

/* Hints for the few functions that run for every node or Doc. */

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

/* ======== arena ======== */

/* Memory that is freed all at once, or back to a mark.
 *
 * Allocation is a pointer bump; chunks double up to sixteen megabytes. With TUNIP_DEBUG_ARENA every
 * allocation is separate, so that sanitizers see overruns. */

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

/* ======== scratch ======== */

/* The members of a tunip_scratch: an arena, and the error to set when memory runs
 * out. */

struct tunip_scratch {
    tn_arena *arena;
    tunip_error *error; /* NULL when the owner looks at arena->failed */
};

/* Fails with TUNIP_ERROR_MEMORY: "out of memory". */
tunip_status tn_no_memory(tunip_error *error);
/* Sets the error to "out of memory", unless it is set. */
void tn_scratch_no_memory(const tunip_scratch *scratch);

/* Memory that is not zeroed; NULL, with the error set, when out of memory. */
static inline void *tn_scratch_memory(const tunip_scratch *scratch, size_t size)
{
    void *memory = tn_arena_alloc(scratch->arena, size);
    if (!memory) tn_scratch_no_memory(scratch);
    return memory;
}

/* ======== pool ======== */

/* Keeps large freed blocks for reuse. A print touches tens of megabytes once; getting
 * them from the system again, page by page, took a fifth of its time. */

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

/* ======== array ======== */

/* Typed growing arrays: TN_ARRAY(int) numbers; tn_array_push(&numbers, &allocator, 3). */

#define TN_ARRAY(type)                                                                             \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count;                                                                              \
        size_t room;                                                                               \
    }

/* Room for `extra` more items. False, with the array as it was, when out of memory. */
#define tn_array_reserve(self, allocator, extra)                                                   \
    ((self)->room - (self)->count >= (size_t)(extra) ||                                            \
     tn_array_grow((void **)&(self)->items, &(self)->room, (self)->count + (size_t)(extra),        \
                   sizeof *(self)->items, (allocator)))

/* Appends; false when out of memory. */
#define tn_array_push(self, allocator, ...)                                                        \
    (tn_array_reserve(self, allocator, 1) ? ((self)->items[(self)->count++] = (__VA_ARGS__), true) \
                                          : false)

#define tn_array_free(self, allocator)                                                             \
    do {                                                                                           \
        if ((self)->items)                                                                         \
            (allocator)->free((allocator)->ctx, (self)->items,                                     \
                              (self)->room * sizeof *(self)->items);                               \
        (self)->items = NULL;                                                                      \
        (self)->count = (self)->room = 0;                                                          \
    } while (0)

bool tn_array_grow(void **items, size_t *room, size_t need, size_t item_size,
                   const tunip_allocator *allocator);

#endif
