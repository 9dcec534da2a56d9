/* marks.c -- a short list, then a hash table with open addressing and linear probing. Entries are
 * never removed. */
#include "frame.h"

#include <tunip/ext/mix.h>

/* The slot of `node`, or the free slot for it. */
static tir_mark *find_slot(const tir_marks *marks, const void *node)
{
    size_t at = (size_t)(tunip_mix_address(node) >> 32) & (marks->room - 1);
    while (marks->slots[at].node && marks->slots[at].node != node)
        at = (at + 1) & (marks->room - 1);
    return &marks->slots[at];
}

/* The mark of `node` while there are few; NULL if it has none. */
static inline tir_mark *find_first(const tir_marks *marks, const void *node)
{
    for (size_t i = 0; i < marks->count; i++)
        if (marks->first[i].node == node) return (tir_mark *)(uintptr_t)&marks->first[i];
    return NULL;
}

static bool grow(tunip_docsifier *d, tir_marks *marks)
{
    size_t count = marks->room ? marks->room : marks->count;
    const tir_mark *old = marks->room ? marks->slots : marks->first;
    tir_marks grown = {.room = marks->room ? marks->room * 2 : 16, .count = marks->count};
    grown.slots = tunip_job_alloc(d, grown.room * sizeof *grown.slots);
    if (!grown.slots) return false;
    for (size_t i = 0; i < count; i++)
        if (old[i].node) *find_slot(&grown, old[i].node) = old[i];
    *marks = grown;
    return true;
}

static uint32_t *put_in_table(tunip_docsifier *d, tir_marks *marks, const void *node)
{
    if (marks->count * 2 >= marks->room && !grow(d, marks)) return NULL;
    tir_mark *slot = find_slot(marks, node);
    if (!slot->node) {
        slot->node = node;
        marks->count++;
    }
    return &slot->value;
}

uint32_t *tir_marks_put(tunip_docsifier *d, tir_marks *marks, const void *node)
{
    if (marks->room) return put_in_table(d, marks, node);
    tir_mark *first = find_first(marks, node);
    if (first) return &first->value;
    if (marks->count == TIR_FIRST_MARKS) return put_in_table(d, marks, node);
    first = &marks->first[marks->count++];
    *first = (tir_mark){.node = node};
    return &first->value;
}

uint32_t tir_marks_get(const tir_marks *marks, const void *node)
{
    if (marks->room) return find_slot(marks, node)->value;
    const tir_mark *first = find_first(marks, node);
    return first ? first->value : 0;
}
