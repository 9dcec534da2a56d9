/* memory.h -- memory that is freed as a whole, lists that grow in it, and texts.
 *
 * A function that returns NULL or false has run out of memory; cg_memory.failed then says so. */
#ifndef COLLAGE_MEMORY_H
#define COLLAGE_MEMORY_H

#include <tunip.h>

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

#endif
