/* set.c -- operations on sets, a word at a time. */
#include "set.h"

#include <tunip/ext/mix.h>

static unsigned low_bit(uint64_t word)
{
    unsigned at = 0;
    for (unsigned step = 32; step; step /= 2)
        if (!(word & ((UINT64_C(1) << step) - 1))) {
            word >>= step;
            at += step;
        }
    return at;
}

static unsigned count_bits(uint64_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}

/* The word of a set at a position in words; 0 outside of the set. */
static uint64_t word_at(cg_set set, uint32_t at)
{
    uint32_t word = at - set.first;
    return word < set.count ? set.words[word] : 0;
}

static uint32_t end_of(cg_set set)
{
    return set.first + set.count;
}

bool cg_bits_init(cg_bits *bits, cg_memory *memory, size_t size)
{
    uint32_t count = (uint32_t)(size / 64 + 1);
    *bits = (cg_bits){CG_NEW(memory, uint64_t, count), count, count, 0};
    return bits->words != NULL;
}

void cg_bits_add(cg_bits *bits, uint32_t index)
{
    uint32_t word = index / 64;
    bits->words[word] |= UINT64_C(1) << (index % 64);
    if (word < bits->low) bits->low = word;
    if (word >= bits->high) bits->high = word + 1;
}

void cg_bits_add_all(cg_bits *bits, cg_set set)
{
    if (!set.count) return;
    for (uint32_t i = 0; i < set.count; i++) bits->words[set.first + i] |= set.words[i];
    if (set.first < bits->low) bits->low = set.first;
    if (end_of(set) > bits->high) bits->high = end_of(set);
}

void cg_bits_clear(cg_bits *bits)
{
    for (uint32_t i = bits->low; i < bits->high; i++) bits->words[i] = 0;
    bits->low = bits->count;
    bits->high = 0;
}

cg_set cg_bits_take(cg_bits *bits, cg_memory *memory)
{
    cg_set set = {0, 0, NULL};
    if (bits->low < bits->high) {
        uint32_t count = bits->high - bits->low;
        set.words = cg_copy(memory, bits->words + bits->low, count * sizeof *set.words);
        if (set.words) {
            set.first = bits->low;
            set.count = count;
        }
    }
    cg_bits_clear(bits);
    return set;
}

uint32_t cg_set_next(cg_set set, uint32_t from)
{
    uint32_t word = from / 64;
    uint64_t mask = ~UINT64_C(0) << (from % 64);
    if (word < set.first) {
        word = set.first;
        mask = ~UINT64_C(0);
    }
    for (; word < end_of(set); word++, mask = ~UINT64_C(0)) {
        uint64_t found = word_at(set, word) & mask;
        if (found) return word * 64 + low_bit(found);
    }
    return CG_NONE;
}

uint32_t cg_set_last(cg_set set)
{
    if (!set.count) return CG_NONE;
    uint64_t word = set.words[set.count - 1];
    uint32_t at = (end_of(set) - 1) * 64 + 63;
    while (!(word >> 63)) {
        word <<= 1;
        at--;
    }
    return at;
}

size_t cg_set_size(cg_set set)
{
    size_t size = 0;
    for (uint32_t i = 0; i < set.count; i++) size += count_bits(set.words[i]);
    return size;
}

bool cg_set_equal(cg_set a, cg_set b)
{
    return a.count == b.count &&
           (!a.count ||
            (a.first == b.first && memcmp(a.words, b.words, a.count * sizeof *a.words) == 0));
}

bool cg_set_meets(cg_set a, cg_set b)
{
    uint32_t from = a.first > b.first ? a.first : b.first;
    uint32_t end = end_of(a) < end_of(b) ? end_of(a) : end_of(b);
    for (uint32_t at = from; at < end; at++)
        if (word_at(a, at) & word_at(b, at)) return true;
    return false;
}

bool cg_set_within(cg_set a, cg_set b)
{
    for (uint32_t at = a.first; at < end_of(a); at++)
        if (word_at(a, at) & ~word_at(b, at)) return false;
    return true;
}

int cg_set_order(cg_set a, cg_set b)
{
    uint32_t at = a.first < b.first ? a.first : b.first;
    uint32_t end = end_of(a) > end_of(b) ? end_of(a) : end_of(b);
    for (; at < end; at++) {
        uint64_t left = word_at(a, at), differ = left ^ word_at(b, at);
        if (differ) return left & (differ & (~differ + 1)) ? -1 : 1;
    }
    return 0;
}

uint64_t cg_set_hash(cg_set set)
{
    uint64_t hash = set.count ? set.first + 1 : 0;
    for (uint32_t i = 0; i < set.count; i++) {
        hash = tunip_mix(hash ^ set.words[i]);
        hash ^= hash >> 32;
    }
    return hash;
}

cg_set cg_set_union(cg_memory *memory, cg_set a, cg_set b)
{
    if (!a.count) return b;
    if (!b.count) return a;
    uint32_t first = a.first < b.first ? a.first : b.first;
    uint32_t end = end_of(a) > end_of(b) ? end_of(a) : end_of(b);
    uint64_t *words = CG_NEW(memory, uint64_t, end - first);
    if (!words) return (cg_set){0, 0, NULL};
    for (uint32_t at = first; at < end; at++) words[at - first] = word_at(a, at) | word_at(b, at);
    return (cg_set){first, end - first, words};
}

void cg_set_say(cg_buffer *out, cg_set set)
{
    const char *before = "{";
    for (uint32_t at = cg_set_next(set, 0); at != CG_NONE;) {
        uint32_t end = at + 1;
        while (cg_set_has(set, end)) end++;
        bool is_range = end > at + 2;
        cg_say(out, "%s%u", before, (unsigned)at);
        if (is_range) cg_say(out, "..%u", (unsigned)(end - 1));
        at = cg_set_next(set, is_range ? end : at + 1);
        before = ",";
    }
    cg_say(out, set.count ? "}" : "{}");
}
