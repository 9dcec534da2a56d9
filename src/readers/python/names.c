/* names.c -- a hash table of names. Most names have up to eight bytes, which are compared and hashed
 * as one number. */
#include "names.h"

enum { WORD = 8, FIRST_SLOTS = 256 };

static uint64_t load(const char *at, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, at, size);
    return word;
}

/* As load(), without a call: bytes behind the name are read and cut off, where they exist. */
static inline uint64_t load_word(const char *at, size_t size, const char *limit)
{
    if (size >= WORD) return load(at, WORD);
    if (limit - at < WORD) return load(at, size);
    uint64_t word;
    memcpy(&word, at, WORD);
    static const union {
        unsigned char bytes[WORD][WORD];
        uint64_t words[WORD];
    } masks = {{{0},
                {255},
                {255, 255},
                {255, 255, 255},
                {255, 255, 255, 255},
                {255, 255, 255, 255, 255},
                {255, 255, 255, 255, 255, 255},
                {255, 255, 255, 255, 255, 255, 255}}};
    return word & masks.words[size];
}

static inline uint64_t mix(uint64_t hash)
{
    hash *= 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static uint64_t hash_of(uint64_t word, const char *data, size_t size)
{
    uint64_t hash = mix(word ^ size);
    for (size_t at = WORD; at < size; at += WORD)
        hash = mix(hash ^ load(data + at, size - at < WORD ? size - at : WORD));
    return hash;
}

static bool grow(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    size_t before = names->slots ? names->mask + 1 : 0;
    size_t count = before ? before * 2 : FIRST_SLOTS;
    tn_py_name *slots = a->alloc(a->ctx, count * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, count * sizeof *slots);
    for (size_t i = 0; i < before; i++) {
        const tn_py_name *old = &names->slots[i];
        if (!old->size) continue;
        size_t at = hash_of(old->word, old->data, old->size) & (count - 1);
        while (slots[at].size) at = (at + 1) & (count - 1);
        slots[at] = *old;
    }
    if (names->slots) a->free(a->ctx, names->slots, before * sizeof *slots);
    names->slots = slots;
    names->mask = count - 1;
    return true;
}

tunip_str tn_py_names_put(tn_py_names *names, tunip_str name, const char *limit)
{
    if (names->count * 2 >= names->mask && !grow(names)) return (tunip_str){NULL, 0};
    uint64_t word = load_word(name.data, name.size, limit);
    size_t at = hash_of(word, name.data, name.size) & names->mask;
    for (; names->slots[at].size; at = (at + 1) & names->mask) {
        const tn_py_name *slot = &names->slots[at];
        if (slot->word == word && slot->size == name.size &&
            (name.size <= WORD || memcmp(slot->data, name.data, name.size) == 0))
            return (tunip_str){slot->data, slot->size};
    }
    names->slots[at] = (tn_py_name){word, name.data, name.size};
    names->count++;
    return name;
}

void tn_py_names_free(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    if (names->slots) a->free(a->ctx, names->slots, (names->mask + 1) * sizeof *names->slots);
    names->slots = NULL;
}
