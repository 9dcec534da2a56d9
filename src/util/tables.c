/* tables.c -- tables that are searched: maps, sets, sets of pairs, interned strings, objects
 * that a walk has met. */
#include "tables.h"

#include "mix.h"

/* ======== map ======== */

/* pointer-keyed hash table: Fibonacci hashing, linear probing, at most 3/4 or 1/4 full. */

void tn_map_init(tn_map *map, const tunip_allocator *allocator)
{
    *map = (tn_map){.allocator = allocator};
}

void tn_map_free(tn_map *map)
{
    if (map->slots)
        map->allocator->free(map->allocator->ctx, map->slots, (map->mask + 1) * sizeof *map->slots);
    *map = (tn_map){.allocator = map->allocator, .is_sparse = map->is_sparse};
}

void tn_map_clear(tn_map *map)
{
    if (map->count) memset(map->slots, 0, (map->mask + 1) * sizeof *map->slots);
    map->count = 0;
}

/* The slot that holds `key`, or the free one where it belongs. There is always a free slot. */
static tn_map_slot *probe(const tn_map *map, const void *key)
{
    size_t at = tn_map_home(map, key);
    while (map->slots[at].key && map->slots[at].key != key) at = (at + 1) & map->mask;
    return &map->slots[at];
}

/* Doubles the table, unless the key is there. */
uint64_t *tn_map_put_slow(tn_map *map, const void *key, bool *added)
{
    if (added) *added = false;
    uint64_t *there = tn_map_get(map, key);
    if (there) return there;
    size_t old_count = map->slots ? map->mask + 1 : 0;
    size_t slot_count = old_count ? old_count * 2 : 16;
    tn_map_slot *slots = map->allocator->alloc(map->allocator->ctx, slot_count * sizeof *slots);
    if (!slots) return NULL;
    memset(slots, 0, slot_count * sizeof *slots);
    tn_map_slot *old = map->slots;
    map->slots = slots;
    map->mask = slot_count - 1;
    map->most = slot_count / 4 * (map->is_sparse && slot_count <= TN_LARGEST_SPARSE ? 1 : 3);
    map->shift = old_count ? map->shift - 1 : 60;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].key) *probe(map, old[i].key) = old[i];
    if (old) map->allocator->free(map->allocator->ctx, old, old_count * sizeof *old);
    return tn_map_put(map, key, added);
}

void tn_map_fill(tn_map *map, size_t hole)
{
    for (size_t at = (hole + 1) & map->mask; map->slots[at].key; at = (at + 1) & map->mask) {
        size_t home = tn_map_home(map, map->slots[at].key);
        bool may_move = hole <= at ? home <= hole || home > at : home <= hole && home > at;
        if (!may_move) continue;
        map->slots[hole] = map->slots[at];
        map->slots[at].key = NULL;
        hole = at;
    }
}

/* Up to seven bytes as a number: by loads of fixed sizes, which may overlap, because a copy of a
 * variable size would have to be written before it is read. */
static uint64_t load_tail(const char *data, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)data;
    if (!size) return 0;
    if (size < 4)
        return bytes[0] | (uint64_t)bytes[size / 2] << 8 | (uint64_t)bytes[size - 1] << 16;
    return tn_load_4(data) | (uint64_t)tn_load_4(data + size - 4) << 32;
}

/* Eight bytes at a time, each multiplied in, with a final mix: names are short. In the last steps,
 * each byte affects the lowest bits, because tables use these bits to choose a slot. */
uint64_t tn_hash_bytes(const char *data, size_t size)
{
    uint64_t hash = 0xCBF29CE484222325u ^ size;
    for (; size >= 8; data += 8, size -= 8) {
        hash = tn_mix(hash ^ tn_load_8(data));
        hash ^= hash >> 29;
    }
    hash = tn_mix(hash ^ load_tail(data, size));
    hash = tn_mix(hash ^ hash >> 32);
    return hash ^ hash >> 32;
}

/* ======== set ======== */

/* Fibonacci hashing, linear probing, at most 3/4 full. */

enum { FIRST_BITS = 4, MORE_BITS = 2 };

void tn_set_init(tn_set *set, const tunip_allocator *allocator)
{
    *set = (tn_set){.allocator = allocator, .shift = 64 - FIRST_BITS + MORE_BITS};
}

static void free_slots(const tn_set *set)
{
    if (set->slots)
        set->allocator->free(set->allocator->ctx, set->slots, (set->mask + 1) * sizeof *set->slots);
}

void tn_set_free(tn_set *set)
{
    free_slots(set);
    tn_set_init(set, set->allocator);
}

/* The slot that holds `key`, or the free one where it belongs. There is always a free slot. */
static const void **set_probe(const tn_set *set, const void *key)
{
    size_t at = (size_t)(tn_mix_address(key) >> set->shift);
    while (set->slots[at] && set->slots[at] != key) at = (at + 1) & set->mask;
    return &set->slots[at];
}

static bool set_grow(tn_set *set)
{
    unsigned shift = set->shift - MORE_BITS;
    size_t count = (size_t)1 << (64 - shift), size = count * sizeof *set->slots;
    tn_set grown = {.count = set->count, .mask = count - 1, .shift = shift};
    grown.allocator = set->allocator;
    grown.slots = set->allocator->alloc(set->allocator->ctx, size);
    if (!grown.slots) return false;
    memset(grown.slots, 0, size);
    for (size_t i = 0; set->slots && i <= set->mask; i++)
        if (set->slots[i]) *set_probe(&grown, set->slots[i]) = set->slots[i];
    free_slots(set);
    *set = grown;
    return true;
}

bool tn_set_has(const tn_set *set, const void *key)
{
    return set->slots && *set_probe(set, key);
}

bool tn_set_add(tn_set *set, const void *key, bool *added)
{
    bool is_full = !set->slots || set->count >= (set->mask + 1) / 4 * 3;
    *added = !set->slots || !*set_probe(set, key);
    if (!*added) return true;
    if (is_full && !set_grow(set)) return false;
    *set_probe(set, key) = key;
    set->count++;
    return true;
}

/* ======== pairs ======== */

/* Hash set of pointer pairs: Fibonacci hashing, at most 3/4 full. */

enum { FIRST_LOG = 6 };

void tn_pairs_init(tn_pairs *pairs, const tunip_allocator *allocator)
{
    *pairs = (tn_pairs){.allocator = allocator};
}

void tn_pairs_free(tn_pairs *pairs)
{
    const tunip_allocator *a = pairs->allocator;
    if (pairs->slots) a->free(a->ctx, pairs->slots, (pairs->mask + 1) * sizeof *pairs->slots);
    tn_pairs_init(pairs, a);
}

/* The slot where a search for the pair begins. */
static size_t home(const tn_pairs *pairs, const void *lhs, const void *rhs)
{
    uint64_t mixed = tn_mix_address(lhs);
    mixed = tn_mix(mixed ^ (mixed >> 32) ^ (uint64_t)(uintptr_t)rhs);
    return (size_t)(mixed >> pairs->shift);
}

/* The slot that holds the pair, or the free one where it belongs. There is always a free slot. */
static tn_pair *pairs_probe(const tn_pairs *pairs, const void *lhs, const void *rhs)
{
    size_t at = home(pairs, lhs, rhs);
    tn_pair *slot;
    while ((slot = &pairs->slots[at])->lhs && (slot->lhs != lhs || slot->rhs != rhs))
        at = (at + 1) & pairs->mask;
    return slot;
}

static bool pairs_grow(tn_pairs *pairs)
{
    const tunip_allocator *a = pairs->allocator;
    size_t old_count = pairs->slots ? pairs->mask + 1 : 0;
    size_t count = old_count ? old_count * 2 : (size_t)1 << FIRST_LOG;
    tn_pair *old = pairs->slots, *slots = a->alloc(a->ctx, count * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < count; i++) slots[i] = (tn_pair){.lhs = NULL};
    pairs->slots = slots;
    pairs->mask = count - 1;
    pairs->shift = old_count ? pairs->shift - 1 : 64 - FIRST_LOG;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].lhs) *pairs_probe(pairs, old[i].lhs, old[i].rhs) = old[i];
    if (old) a->free(a->ctx, old, old_count * sizeof *old);
    return true;
}

bool tn_pairs_put(tn_pairs *pairs, const void *lhs, const void *rhs, bool *added)
{
    bool full = !pairs->slots || pairs->count >= (pairs->mask + 1) / 4 * 3;
    if (full && !pairs_grow(pairs)) return false;
    tn_pair *slot = pairs_probe(pairs, lhs, rhs);
    *added = !slot->lhs;
    if (*added) pairs->count++;
    *slot = (tn_pair){.lhs = lhs, .rhs = rhs};
    return true;
}

/* Later pairs move back into the hole, unless a search for them begins behind it. */
void tn_pairs_remove(tn_pairs *pairs, const void *lhs, const void *rhs)
{
    size_t hole = (size_t)(pairs_probe(pairs, lhs, rhs) - pairs->slots);
    for (size_t at = (hole + 1) & pairs->mask; pairs->slots[at].lhs; at = (at + 1) & pairs->mask) {
        const tn_pair *pair = &pairs->slots[at];
        size_t way = (at - home(pairs, pair->lhs, pair->rhs)) & pairs->mask;
        if (way < ((at - hole) & pairs->mask)) continue;
        pairs->slots[hole] = *pair;
        hole = at;
    }
    pairs->slots[hole] = (tn_pair){.lhs = NULL};
    pairs->count--;
}

/* ======== intern ======== */

/* String interning. */

void tn_intern_init(tn_intern *table, tn_arena *arena, const tunip_allocator *allocator)
{
    *table = (tn_intern){.arena = arena, .allocator = allocator};
}

void tn_intern_free(tn_intern *table)
{
    const tunip_allocator *a = table->allocator;
    if (table->entries) a->free(a->ctx, table->entries, table->room * sizeof *table->entries);
    if (table->slots) a->free(a->ctx, table->slots, table->slot_count * sizeof *table->slots);
    tn_intern_init(table, table->arena, a);
}

enum { LEAST_SLOTS = 64, LEAST_ROOM = 32 };

/* The slot that holds `text`, or the free one where it belongs. */
static uint32_t *intern_probe(const tn_intern *table, tunip_str text, uint32_t hash)
{
    size_t mask = table->slot_count - 1;
    size_t at = hash & mask;
    for (; table->slots[at]; at = (at + 1) & mask) {
        const tn_intern_entry *entry = &table->entries[table->slots[at] - 1];
        if (entry->hash == hash && tn_name_equal(entry->text, text)) break;
    }
    return &table->slots[at];
}

static void fill_slots(tn_intern *table)
{
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    for (size_t i = 0; i < table->count; i++) {
        size_t at = table->entries[i].hash & (table->slot_count - 1);
        while (table->slots[at]) at = (at + 1) & (table->slot_count - 1);
        table->slots[at] = (uint32_t)i + 1;
    }
}

/* At most half of the slots are in use. Both tables grow to powers of two. */
bool tn_intern_reserve(tn_intern *table, size_t count)
{
    size_t slots = table->slot_count ? table->slot_count : LEAST_SLOTS;
    size_t room = table->room ? table->room : LEAST_ROOM;
    if (count >= TN_NOT_INTERNED / 2) return false; /* `slots` must not wrap */
    while (slots / 2 < count) slots *= 2;
    while (room < count) room *= 2;
    const tunip_allocator *a = table->allocator;
    if (slots != table->slot_count) {
        uint32_t *made = a->alloc(a->ctx, slots * sizeof *made);
        if (!made) return false;
        if (table->slots) a->free(a->ctx, table->slots, table->slot_count * sizeof *table->slots);
        table->slots = made;
        table->slot_count = slots;
        fill_slots(table);
    }
    if (room == table->room) return true;
    size_t old_size = table->room * sizeof *table->entries, size = room * sizeof *table->entries;
    void *moved = table->entries ? a->realloc(a->ctx, table->entries, old_size, size)
                                 : a->alloc(a->ctx, size);
    if (!moved) return false;
    table->entries = moved;
    table->room = room;
    return true;
}

uint32_t tn_intern_find(const tn_intern *table, tunip_str text)
{
    if (!table->count) return TN_NOT_INTERNED;
    uint32_t slot = *intern_probe(table, text, (uint32_t)tn_hash_bytes(text.data, text.size));
    return slot ? slot - 1 : TN_NOT_INTERNED;
}

static uint32_t put(tn_intern *table, tunip_str text, bool copies)
{
    bool is_full = table->count * 2 >= table->slot_count || table->count == table->room;
    if (is_full && !tn_intern_reserve(table, table->count + 1)) return TN_NOT_INTERNED;
    uint32_t hash = (uint32_t)tn_hash_bytes(text.data, text.size);
    uint32_t *slot = intern_probe(table, text, hash);
    if (*slot) return *slot - 1;
    tunip_str kept = copies ? tn_arena_str(table->arena, text) : text;
    if (!kept.data) return TN_NOT_INTERNED;
    table->entries[table->count] = (tn_intern_entry){.text = kept, .hash = hash};
    *slot = (uint32_t)++table->count;
    return *slot - 1;
}

uint32_t tn_intern_put(tn_intern *table, tunip_str text)
{
    return put(table, text, true);
}

uint32_t tn_intern_borrow(tn_intern *table, tunip_str text)
{
    return put(table, text, false);
}

void tn_intern_truncate(tn_intern *table, size_t count)
{
    if (count >= table->count) return;
    table->count = count;
    fill_slots(table);
}

/* ======== seen ======== */

/* Pages of bits, found by their number. */

void tn_seen_init(tn_seen *seen, const tunip_allocator *allocator)
{
    *seen = (tn_seen){.arena = {0}};
    tn_map_init(&seen->pages, allocator);
    tn_arena_init(&seen->arena, allocator);
}

void tn_seen_free(tn_seen *seen)
{
    tn_map_free(&seen->pages);
    tn_arena_free(&seen->arena);
}

uint64_t *tn_seen_turn(tn_seen *seen, uintptr_t page)
{
    uint64_t *slot = tn_map_put(&seen->pages, (const void *)(page + 1), NULL);
    if (!slot) return NULL;
    if (!*slot) *slot = (uintptr_t)tn_arena_zalloc(&seen->arena, TN_SEEN_WORDS * sizeof(uint64_t));
    uint64_t *bits = (uint64_t *)(uintptr_t)*slot;
    if (bits) seen->recent[page % TN_SEEN_RECENT] = (tn_seen_page){page, bits};
    return bits;
}

bool tn_seen_has(const tn_seen *seen, const void *at)
{
    uintptr_t address = (uintptr_t)at, page = address >> TN_SEEN_PAGE_BITS;
    const uint64_t *slot = tn_map_get(&seen->pages, (const void *)(page + 1));
    const uint64_t *bits = slot ? (const uint64_t *)(uintptr_t)*slot : NULL;
    if (!bits) return false;
    uint64_t word = bits[(address >> (TN_SEEN_STEP_BITS + 6)) % TN_SEEN_WORDS];
    return word >> (address >> TN_SEEN_STEP_BITS) % 64 & 1;
}
