/* names.c -- adding to the table of names. */
#include "names.h"

enum { FIRST_SLOTS = 256 };

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
        size_t at = tn_py_hash(old->word, old->data, old->size) & (count - 1);
        while (slots[at].size) at = (at + 1) & (count - 1);
        slots[at] = *old;
    }
    if (names->slots) a->free(a->ctx, names->slots, before * sizeof *slots);
    names->slots = slots;
    names->mask = count - 1;
    return true;
}

tunip_str tn_py_names_add(tn_py_names *names, const tn_py_name *name)
{
    if (names->count * 2 >= names->mask && !grow(names)) return (tunip_str){NULL, 0};
    size_t at = tn_py_hash(name->word, name->data, name->size) & names->mask;
    while (names->slots[at].size) at = (at + 1) & names->mask;
    names->slots[at] = *name;
    names->count++;
    return (tunip_str){name->data, name->size};
}

void tn_py_names_free(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    if (names->slots) a->free(a->ctx, names->slots, (names->mask + 1) * sizeof *names->slots);
    names->slots = NULL;
}
