/* intern.h -- stores each distinct string once and numbers it from 0 in order of first
 * appearance. */
#ifndef TN_INTERN_H
#define TN_INTERN_H

#include "arena.h"

#define TN_NOT_INTERNED UINT32_MAX

typedef struct tn_intern_entry {
    tunip_str text;
    uint32_t hash;
} tn_intern_entry;

typedef struct tn_intern {
    tn_arena *arena; /* where copies go */
    const tunip_allocator *allocator;
    tn_intern_entry *entries;
    size_t count, room;
    uint32_t *slots; /* entry number + 1, or 0 */
    size_t slot_count;
} tn_intern;

void tn_intern_init(tn_intern *table, tn_arena *arena, const tunip_allocator *allocator);
void tn_intern_free(tn_intern *table);
/* The number of `text`, which is copied when it is new; TN_NOT_INTERNED when out of memory. */
uint32_t tn_intern_put(tn_intern *table, tunip_str text);
/* The same, but borrows the text, which must live as long as the table. */
uint32_t tn_intern_borrow(tn_intern *table, tunip_str text);
/* Room for `count` texts in all. False, with the table as it was, when out of memory. */
bool tn_intern_reserve(tn_intern *table, size_t count);
/* The number of `text`, or TN_NOT_INTERNED when it is new. */
uint32_t tn_intern_find(const tn_intern *table, tunip_str text);
/* Forgets every text from number `count` on. */
void tn_intern_truncate(tn_intern *table, size_t count);
static inline tunip_str tn_intern_text(const tn_intern *table, uint32_t id)
{
    return table->entries[id].text;
}

#endif
