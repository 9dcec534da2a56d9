/* unordered.c -- an unordered map as libstdc++ has it: one list of all elements, in which those of
 * a bucket are together. An element of an empty bucket goes to the front of the list, one of
 * another bucket to the front of its bucket. */
#include "unordered.h"

#include <stdlib.h>

/* Elements are numbered from 1. 0 is the head of the list in `next`, and no element elsewhere. */
typedef struct map {
    const tunip_str *names; /* of element i: names[i - 1] */
    uint64_t *hashes;
    size_t *next;
    size_t *before; /* of each bucket: what is in front of its first element, plus 1; 0: empty */
    size_t buckets, count;
} map;

/* MurmurHash64A, as std::hash uses it. */
static uint64_t hash_of(tunip_str key)
{
    static const uint64_t mul = 0xc6a4a7935bd1e995u;
    uint64_t hash = 0xc70f6907u ^ (key.size * mul);
    size_t whole = key.size & ~(size_t)7;
    for (size_t i = 0; i < whole; i += 8) {
        uint64_t data = in_le(key.data + i, 8) * mul;
        hash = (hash ^ ((data ^ data >> 47) * mul)) * mul;
    }
    if (key.size & 7) hash = (hash ^ in_le(key.data + whole, key.size & 7)) * mul;
    hash = (hash ^ hash >> 47) * mul;
    return hash ^ hash >> 47;
}

/* The number of buckets that hold `count` elements. */
static size_t buckets_for(size_t count)
{
    static const size_t sizes[] = {13,     29,     59,      127,     257,     541,     1109,
                                   2357,   5087,   10273,   20753,   42043,   85229,   172933,
                                   351061, 712697, 1447153, 2938679, 5967347, 12117689};
    size_t i = 0;
    while (i + 1 < TUNIP_LEN(sizes) && sizes[i] < count) i++;
    return sizes[i];
}

static void link_element(map *m, size_t element)
{
    size_t bucket = m->hashes[element] % m->buckets;
    size_t at = m->before[bucket] ? m->before[bucket] - 1 : 0;
    m->next[element] = m->next[at];
    m->next[at] = element;
    if (m->before[bucket]) return;
    m->before[bucket] = 1;
    size_t second = m->next[element];
    if (second) m->before[m->hashes[second] % m->buckets] = element + 1;
}

/* Links all elements again, in the order of the list. False when out of memory. */
static bool grow(map *m, size_t buckets)
{
    size_t *before = calloc(buckets, sizeof *before);
    if (!before) return false;
    free(m->before);
    m->before = before;
    m->buckets = buckets;
    size_t element = m->next[0];
    m->next[0] = 0;
    for (size_t next; element; element = next) {
        next = m->next[element];
        link_element(m, element);
    }
    return true;
}

static bool has(const map *m, size_t like)
{
    size_t bucket = m->hashes[like] % m->buckets;
    if (!m->before[bucket]) return false;
    for (size_t i = m->next[m->before[bucket] - 1]; i; i = m->next[i]) {
        if (m->hashes[i] % m->buckets != bucket) return false;
        if (m->hashes[i] == m->hashes[like] && tunip_str_equal(m->names[i - 1], m->names[like - 1]))
            return true;
    }
    return false;
}

static bool insert(map *m, size_t element)
{
    m->hashes[element] = hash_of(m->names[element - 1]);
    if (m->buckets && has(m, element)) return true;
    size_t buckets = buckets_for(++m->count);
    if (buckets != m->buckets && !grow(m, buckets)) return false;
    link_element(m, element);
    return true;
}

size_t *in_unordered(in_arena *arena, const tunip_str *names, size_t count, size_t *kept)
{
    size_t *order = in_alloc(arena, count + 1, sizeof *order);
    map m = {.names = names,
             .hashes = calloc(count + 1, sizeof *m.hashes),
             .next = calloc(count + 1, sizeof *m.next)};
    bool fine = order && m.hashes && m.next;
    for (size_t i = 1; i <= count && fine; i++) fine = insert(&m, i);
    *kept = 0;
    for (size_t i = fine ? m.next[0] : 0; i; i = m.next[i]) order[(*kept)++] = i - 1;
    free(m.hashes);
    free(m.next);
    free(m.before);
    return fine ? order : NULL;
}
