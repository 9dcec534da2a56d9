/* memory.c -- memory that is freed as a whole, lists and texts in it, and sets of indices. */
#include "memory.h"

/* ======== memory ======== */

/* Chunks of memory, lists, texts. */

void *cg_copy(tn_arena *memory, const void *data, size_t size)
{
    void *copy = tn_arena_zalloc(memory, size ? size : 1);
    if (copy && size) memcpy(copy, data, size);
    return copy;
}

/* The room of a list stands before its first item. */
void *cg_grow(tn_arena *memory, void *items, size_t count, size_t size)
{
    size_t had = items ? (size_t)((const uint64_t *)items)[-1] : 0;
    if (count < had) return items;
    size_t room = had ? had * 2 : 4;
    bool fits = room <= (SIZE_MAX / 2) / size && !memory->failed;
    uint64_t *head = fits ? tn_arena_zalloc(memory, sizeof *head + room * size) : NULL;
    memory->failed |= !head;
    if (!head) return items;
    *head++ = room;
    if (count) memcpy(head, items, count * size);
    return head;
}

tunip_str cg_join(tn_arena *memory, tunip_str left, const char *between, tunip_str right)
{
    if (!left.size) return right;
    if (!right.size) return left;
    size_t gap = strlen(between);
    char *text = tn_arena_zalloc(memory, left.size + gap + right.size + 1);
    if (!text) return (tunip_str){NULL, 0};
    memcpy(text, left.data, left.size);
    memcpy(text + left.size, between, gap);
    memcpy(text + left.size + gap, right.data, right.size);
    return (tunip_str){text, left.size + gap + right.size};
}

const void *cg_map_get(const cg_map *map, const void *key)
{
    const uint64_t *value = tn_map_get(&map->map, key);
    return value ? (const void *)(uintptr_t)*value : NULL;
}

bool cg_map_put(cg_map *map, const void *key, const void *value)
{
    if (!map->map.allocator) {
        map->allocator = tn_arena_allocator(map->memory);
        tn_map_init(&map->map, &map->allocator);
    }
    uint64_t *slot = tn_map_put(&map->map, key, NULL);
    if (slot) *slot = (uintptr_t)value;
    return slot != NULL;
}

int cg_compare(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

tunip_str cg_taken(tn_text *text, tn_arena *memory)
{
    tunip_str taken = text->failed ? (tunip_str){NULL, 0} : tn_arena_str(memory, tn_text_str(text));
    memory->failed = memory->failed || text->failed;
    tn_text_free(text);
    return taken.data ? taken : (tunip_str){"", 0};
}

/* ======== set ======== */

/* Operations on sets, a word at a time. */

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

bool cg_bits_init(cg_bits *bits, tn_arena *memory, size_t size)
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

cg_set cg_bits_take(cg_bits *bits, tn_arena *memory)
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
        hash = tn_mix(hash ^ set.words[i]);
        hash ^= hash >> 32;
    }
    return hash;
}

cg_set cg_set_union(tn_arena *memory, cg_set a, cg_set b)
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

void cg_set_say(tn_text *out, cg_set set)
{
    const char *before = "{";
    for (uint32_t at = cg_set_next(set, 0); at != CG_NONE;) {
        uint32_t end = at + 1;
        while (cg_set_has(set, end)) end++;
        bool is_range = end > at + 2;
        tn_text_say(out, "%s%u", before, (unsigned)at);
        if (is_range) tn_text_say(out, "..%u", (unsigned)(end - 1));
        at = cg_set_next(set, is_range ? end : at + 1);
        before = ",";
    }
    tn_text_say(out, set.count ? "}" : "{}");
}
