/* memory.h -- memory that is freed as a whole, lists and texts in it, and sets of indices. */
#ifndef COLLAGE_MEMORY_H
#define COLLAGE_MEMORY_H

#include <tunip.h>

#include "../../src/util/memory.h"
#include "../../src/util/mix.h"
#include "../../src/util/options.h"
#include "../../src/util/tables.h"
#include "../../src/util/text.h"

/* A copy. */
void *cg_copy(tn_arena *memory, const void *data, size_t size);

/* Room for one more item of `size` bytes: returns the list, which may have moved. `items` is NULL
 * or came from this function. When out of memory, the list stays as it was, and `memory` has
 * failed: then no list grows any more. */
void *cg_grow(tn_arena *memory, void *items, size_t count, size_t size);

/* Appends to `items`, a list of `count` items. False when out of memory. */
#define CG_PUSH(memory, items, count, item)                                                        \
    ((items) = cg_grow((memory), (items), (count), sizeof *(items)),                               \
     !(memory)->failed && ((items)[(count)++] = (item), true))

#define CG_NEW(memory, type, count) ((type *)tn_arena_array((memory), (count), sizeof(type)))

/* `left` and `right` with `between` them; one alone if the other is empty. */
tunip_str cg_join(tn_arena *memory, tunip_str left, const char *between, tunip_str right);
/* A map from pointers to pointers, whose memory is that of the arena. It may not move. */
typedef struct cg_map {
    tn_arena *memory;
    tunip_allocator allocator;
    tn_map map;
} cg_map;

/* NULL if there is none. */
const void *cg_map_get(const cg_map *map, const void *key);
/* False when out of memory. */
bool cg_map_put(cg_map *map, const void *key, const void *value);

/* As strcmp(), of bytes. */
int cg_compare(tunip_str a, tunip_str b);

/* The text, moved to `memory`. Empty when out of memory. */
tunip_str cg_taken(tn_text *text, tn_arena *memory);

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
bool cg_bits_init(cg_bits *bits, tn_arena *memory, size_t size);
void cg_bits_add(cg_bits *bits, uint32_t index);
void cg_bits_add_all(cg_bits *bits, cg_set set);
static inline bool cg_bits_has(const cg_bits *bits, uint32_t index)
{
    return bits->words[index / 64] >> (index % 64) & 1;
}
/* Returns the set, and leaves the bits empty. */
cg_set cg_bits_take(cg_bits *bits, tn_arena *memory);
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
cg_set cg_set_union(tn_arena *memory, cg_set a, cg_set b);
/* "{1,3..5}": three or more neighbours are a range. */
void cg_set_say(tn_text *out, cg_set set);

#endif
