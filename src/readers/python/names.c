/* names.c -- adding to the table of names. */
#include "names.h"

enum { FIRST_BITS = 8, FIRST_SLOTS = 1 << FIRST_BITS };

/* The slots of an empty table: its hashes have one bit. */
static const tn_py_name no_slots[2];

void tn_py_names_init(tn_py_names *names, const tunip_allocator *allocator)
{
    *names = (tn_py_names){.slots = (tn_py_name *)(uintptr_t)no_slots, .shift = 63};
    names->allocator = allocator;
}

/* There is a free slot. */
static void put(tn_py_names *names, const tn_py_name *name)
{
    size_t at = tn_py_slot(names, name->word, name->data, name->size);
    while (names->slots[at].size) at = (at + 1) & names->mask;
    names->slots[at] = *name;
}

static bool grow(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    size_t before = names->mask ? names->mask + 1 : 0;
    size_t count = before ? before * 2 : FIRST_SLOTS;
    tn_py_name *slots = a->alloc(a->ctx, count * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, count * sizeof *slots);
    tn_py_name *olds = names->slots;
    names->slots = slots;
    names->mask = count - 1;
    names->shift = before ? names->shift - 1 : 64 - FIRST_BITS;
    for (size_t i = 0; i < before; i++)
        if (olds[i].size) put(names, &olds[i]);
    if (before) a->free(a->ctx, olds, before * sizeof *olds);
    return true;
}

tunip_str tn_py_names_add(tn_py_names *names, const tn_py_name *name)
{
    if (names->count * 2 >= names->mask && !grow(names)) return (tunip_str){NULL, 0};
    put(names, name);
    names->count++;
    return (tunip_str){name->data, name->size};
}

void tn_py_names_free(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    if (names->mask) a->free(a->ctx, names->slots, (names->mask + 1) * sizeof *names->slots);
    tn_py_names_init(names, a);
}
