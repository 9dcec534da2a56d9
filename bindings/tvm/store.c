/* store.c -- memory of an import: growing arrays, and a table from objects to nodes. */
#include "import.h"

#include <stdlib.h>

void *store_grow(store *s, size_t size)
{
    if (s->count == s->room) {
        size_t room = s->room * 2 + 64;
        void *grown = room > SIZE_MAX / size ? NULL : realloc(s->items, room * size);
        if (!grown) return NULL;
        s->items = grown;
        s->room = room;
    }
    return (char *)s->items + s->count++ * size;
}

/* ---- the table ---- */

/* Objects that were made one after the other are neighbours in memory, and remain so here. */
static size_t slot_of(const memo *m, const ffi_object *object)
{
    uintptr_t address = (uintptr_t)object >> 4;
    return (address ^ address >> 15) & (m->room - 1);
}

static memo_entry *find(const memo *m, const ffi_object *object)
{
    size_t at = slot_of(m, object);
    while (m->entries[at].object && m->entries[at].object != object) at = (at + 1) & (m->room - 1);
    return &m->entries[at];
}

static bool grow(memo *m)
{
    memo bigger = {.room = m->room ? m->room * 4 : 256, .count = m->count};
    bigger.entries = calloc(bigger.room, sizeof *bigger.entries);
    if (!bigger.entries) return false;
    for (size_t i = 0; i < m->room; i++)
        if (m->entries[i].object) *find(&bigger, m->entries[i].object) = m->entries[i];
    free(m->entries);
    *m = bigger;
    return true;
}

memo_entry *memo_find(memo *m, const ffi_object *object)
{
    if (m->count * 2 >= m->room && !grow(m)) return NULL;
    memo_entry *entry = find(m, object);
    if (!entry->object) m->count++;
    entry->object = object;
    return entry;
}
