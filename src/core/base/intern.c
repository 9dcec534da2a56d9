/* intern.c -- string interning. */
#include "intern.h"

#include "bytes.h"
#include "map.h"

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
static uint32_t *probe(const tn_intern *table, tunip_str text, uint32_t hash)
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

static bool set_slots(tn_intern *table, size_t slot_count)
{
    uint32_t *slots = table->allocator->alloc(table->allocator->ctx, slot_count * sizeof *slots);
    if (!slots) return false;
    if (table->slots)
        table->allocator->free(table->allocator->ctx, table->slots,
                               table->slot_count * sizeof *table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    fill_slots(table);
    return true;
}

static bool set_entries(tn_intern *table, size_t room)
{
    const tunip_allocator *a = table->allocator;
    size_t size = room * sizeof *table->entries;
    void *moved = table->entries ? a->realloc(a->ctx, table->entries,
                                              table->room * sizeof *table->entries, size)
                                 : a->alloc(a->ctx, size);
    if (!moved) return false;
    table->entries = moved;
    table->room = room;
    return true;
}

/* At most half of the slots are in use. Both tables grow to powers of two. */
bool tn_intern_reserve(tn_intern *table, size_t count)
{
    size_t slots = table->slot_count ? table->slot_count : LEAST_SLOTS;
    size_t room = table->room ? table->room : LEAST_ROOM;
    while (slots / 2 < count) slots *= 2;
    while (room < count) room *= 2;
    return (slots == table->slot_count || set_slots(table, slots)) &&
           (room == table->room || set_entries(table, room));
}

uint32_t tn_intern_find(const tn_intern *table, tunip_str text)
{
    if (!table->count) return TN_NOT_INTERNED;
    uint32_t slot = *probe(table, text, (uint32_t)tn_hash_bytes(text.data, text.size));
    return slot ? slot - 1 : TN_NOT_INTERNED;
}

static uint32_t put(tn_intern *table, tunip_str text, bool copies)
{
    bool is_full = table->count * 2 >= table->slot_count || table->count == table->room;
    if (is_full && !tn_intern_reserve(table, table->count + 1)) return TN_NOT_INTERNED;
    uint32_t hash = (uint32_t)tn_hash_bytes(text.data, text.size);
    uint32_t *slot = probe(table, text, hash);
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
