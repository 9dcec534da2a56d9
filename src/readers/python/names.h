/* names.h -- a hash table that keeps each distinct name once. Most names have up to eight bytes,
 * which are compared and hashed as one number. */
#ifndef TN_PY_NAMES_H
#define TN_PY_NAMES_H

#include <tunip/ext/mix.h>

#include "../../core/base/arena.h"

typedef struct tn_py_name {
    uint64_t word; /* its first eight bytes */
    const char *data;
    size_t size; /* 0: a free slot */
} tn_py_name;

typedef struct tn_py_names {
    tn_py_name *slots;
    size_t count, mask; /* mask 0: nothing was added yet */
    unsigned shift; /* of a hash: its first bits are the slot, because all of a name decides them */
    const tunip_allocator *allocator;
} tn_py_names;

enum { TN_PY_WORD = 8 };

static inline uint64_t tn_py_load(const char *at, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, at, size);
    return word;
}

/* The first eight bytes of a name. `limit` is the end of the memory after the name. If there are
 * enough bytes, the function also reads bytes after the name and masks them, because this needs no
 * call. */
static inline uint64_t tn_py_load_word(const char *at, size_t size, const char *limit)
{
    if (size >= TN_PY_WORD) return tn_py_load(at, TN_PY_WORD);
    if (limit - at < TN_PY_WORD) return tn_py_load(at, size);
    static const union {
        unsigned char bytes[TN_PY_WORD][TN_PY_WORD];
        uint64_t words[TN_PY_WORD];
    } masks = {{{0},
                {255},
                {255, 255},
                {255, 255, 255},
                {255, 255, 255, 255},
                {255, 255, 255, 255, 255},
                {255, 255, 255, 255, 255, 255},
                {255, 255, 255, 255, 255, 255, 255}}};
    return tn_py_load(at, TN_PY_WORD) & masks.words[size];
}

/* Its first bits depend on all of the name. */
static inline uint64_t tn_py_hash(uint64_t word, const char *data, size_t size)
{
    uint64_t hash = tunip_mix(word ^ size);
    for (size_t at = TN_PY_WORD; at < size; at += TN_PY_WORD) {
        size_t from = size - at < TN_PY_WORD ? size - TN_PY_WORD : at; /* may overlap */
        hash = tunip_mix(hash ^ hash >> 32 ^ tn_py_load(data + from, TN_PY_WORD));
    }
    return hash;
}

/* The slot at which the search for a name begins. */
static inline size_t tn_py_slot(const tn_py_names *names, uint64_t word, const char *data,
                                size_t size)
{
    return (size_t)(tn_py_hash(word, data, size) >> names->shift);
}

void tn_py_names_init(tn_py_names *names, const tunip_allocator *allocator);

/* Adds a name that is not there yet; the result has no data when out of memory. */
tunip_str tn_py_names_add(tn_py_names *names, const tn_py_name *name);

/* The first name equal to `name`: borrowed from where it was. The result has no data when out of
 * memory. */
static inline tunip_str tn_py_names_put(tn_py_names *names, tunip_str name, const char *limit)
{
    uint64_t word = tn_py_load_word(name.data, name.size, limit);
    const tn_py_name *slots = names->slots, *slot;
    size_t at = tn_py_slot(names, word, name.data, name.size);
    for (; (slot = &slots[at])->size; at = (at + 1) & names->mask)
        if (slot->word == word && slot->size == name.size &&
            (name.size <= TN_PY_WORD || memcmp(slot->data, name.data, name.size) == 0))
            return (tunip_str){slot->data, slot->size};
    return tn_py_names_add(names, &(tn_py_name){word, name.data, name.size});
}

void tn_py_names_free(tn_py_names *names);

#endif
