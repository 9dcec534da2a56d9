/* memory.h -- memory that is freed as a whole, lists and texts in it, and sets of indices. */
#ifndef COLLAGE_MEMORY_H
#define COLLAGE_MEMORY_H

#include <tunip.h>

/* ======== memory ======== */

/* Memory that is freed as a whole, lists that grow in it, and texts.
 *
 * A function that returns NULL or false has run out of memory; cg_memory.failed then says so. */

typedef struct cg_chunk cg_chunk;

typedef struct cg_memory {
    cg_chunk *chunks;
    size_t used, room; /* of the last chunk */
    size_t total;      /* bytes of all chunks */
    bool failed;
} cg_memory;

/* Zeroed, aligned to 8 bytes. */
void *cg_alloc(cg_memory *memory, size_t size);
void *cg_copy(cg_memory *memory, const void *data, size_t size);
void cg_memory_free(cg_memory *memory);

/* Room for one more item of `size` bytes: returns the list, which may have moved. `items` is NULL
 * or came from this function. */
void *cg_grow(cg_memory *memory, void *items, size_t count, size_t size);

/* Appends to `items`, a list of `count` items. */
#define CG_PUSH(memory, items, count, item)                                                        \
    (((items) = cg_grow((memory), (items), (count), sizeof *(items))) != NULL &&                   \
     ((items)[(count)++] = (item), true))

#define CG_NEW(memory, type, count) ((type *)cg_alloc((memory), (count) * sizeof(type)))

/* A copy with a NUL behind it. {NULL, 0} when out of memory. */
tunip_str cg_text(cg_memory *memory, tunip_str text);
tunip_str cg_format(cg_memory *memory, const char *format, ...) TUNIP_PRINTF(2, 3);
/* `left` and `right` with `between` them; one alone if the other is empty. */
tunip_str cg_join(cg_memory *memory, tunip_str left, const char *between, tunip_str right);
/* As strcmp(), of bytes. */
int cg_compare(tunip_str a, tunip_str b);

/* A text that grows. */
typedef struct cg_buffer {
    cg_memory *memory;
    char *data;
    size_t size;
} cg_buffer;

void cg_put(cg_buffer *buffer, tunip_str text);
void cg_say(cg_buffer *buffer, const char *format, ...) TUNIP_PRINTF(2, 3);
tunip_str cg_taken(const cg_buffer *buffer);
/* A tunip_write_fn for a cg_buffer. */
int cg_put_chunk(const char *data, size_t size, void *buffer);

/* ======== set ======== */

/* Sets of indices, as bit vectors. A set keeps only the words between its first and its
 * last index, because most sets of a large graph have few, near indices. Sets do not change. */

/* No index. */
#define CG_NONE UINT32_MAX

typedef struct cg_set {
    uint32_t first; /* word; the first and the last word are not 0 */
    uint32_t count; /* of words */
    const uint64_t *words;
} cg_set;

/* A set in the making. */
typedef struct cg_bits {
    uint64_t *words;
    uint32_t count;     /* of words */
    uint32_t low, high; /* the words in use: [low, high) */
} cg_bits;

/* Of indices below `size`. */
bool cg_bits_init(cg_bits *bits, cg_memory *memory, size_t size);
void cg_bits_add(cg_bits *bits, uint32_t index);
void cg_bits_add_all(cg_bits *bits, cg_set set);
static inline bool cg_bits_has(const cg_bits *bits, uint32_t index)
{
    return bits->words[index / 64] >> (index % 64) & 1;
}
/* Returns the set, and leaves the bits empty. */
cg_set cg_bits_take(cg_bits *bits, cg_memory *memory);
void cg_bits_clear(cg_bits *bits);

static inline bool cg_set_has(cg_set set, uint32_t index)
{
    uint32_t word = index / 64 - set.first; /* wraps below the first */
    return word < set.count && (set.words[word] >> (index % 64) & 1);
}
static inline bool cg_set_is_empty(cg_set set)
{
    return set.count == 0;
}
/* The least index not below `from`, or CG_NONE. */
uint32_t cg_set_next(cg_set set, uint32_t from);
#define CG_EACH(index, set)                                                                        \
    for (uint32_t index = cg_set_next((set), 0); index != CG_NONE;                                 \
         index = cg_set_next((set), index + 1))
uint32_t cg_set_last(cg_set set); /* or CG_NONE */
size_t cg_set_size(cg_set set);
bool cg_set_equal(cg_set a, cg_set b);
bool cg_set_meets(cg_set a, cg_set b);
bool cg_set_within(cg_set a, cg_set b);
/* Negative if `a` comes first: the set that has the least index in which they differ. */
int cg_set_order(cg_set a, cg_set b);
uint64_t cg_set_hash(cg_set set);
cg_set cg_set_union(cg_memory *memory, cg_set a, cg_set b);
/* "{1,3..5}": three or more neighbours are a range. */
void cg_set_say(cg_buffer *out, cg_set set);

#endif
