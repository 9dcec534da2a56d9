/* states.c -- a hash table of states. */
#include "states.h"

#include <math.h>

#include <tunip/ext/mix.h>

static cg_state **slot_of(const cg_states *s, uint32_t next, cg_set ahead)
{
    size_t mask = s->slot_count - 1;
    uint64_t hash = tunip_mix(cg_set_hash(ahead) + next);
    for (size_t at = (size_t)(hash >> 24) & mask;; at = (at + 1) & mask) {
        cg_state *found = s->slots[at];
        if (!found || (found->next == next && cg_set_equal(found->ahead, ahead)))
            return &s->slots[at];
    }
}

static bool grow(cg_states *s)
{
    cg_states grown = *s;
    grown.slot_count = s->slot_count ? s->slot_count * 2 : 256;
    grown.slots = CG_NEW(s->memory, cg_state *, grown.slot_count);
    if (!grown.slots) return false;
    for (size_t i = 0; i < s->slot_count; i++)
        if (s->slots[i]) *slot_of(&grown, s->slots[i]->next, s->slots[i]->ahead) = s->slots[i];
    *s = grown;
    return true;
}

cg_state *cg_states_get(cg_states *s, uint32_t next, cg_set ahead)
{
    if (s->count * 2 >= s->slot_count && !grow(s)) return NULL;
    cg_state **slot = slot_of(s, next, ahead);
    if (*slot) return *slot;
    *slot = CG_NEW(s->memory, cg_state, 1);
    if (!*slot) return NULL;
    **slot = (cg_state){.next = next, .ahead = ahead, .cost = INFINITY};
    s->count++;
    return *slot;
}

cg_state *cg_states_after(cg_states *s, const cg_state *from, const cg_candidate *candidate)
{
    cg_bits *bits = &s->graph->bits;
    uint32_t next = from->next;
    cg_bits_add_all(bits, from->ahead);
    cg_bits_add_all(bits, candidate->sub_graph->inside);
    for (; next < s->graph->count && cg_bits_has(bits, next); next++)
        bits->words[next / 64] &= ~(UINT64_C(1) << (next % 64));
    while (bits->low < bits->high && !bits->words[bits->low]) bits->low++;
    return cg_states_get(s, next, cg_bits_take(bits, s->memory));
}
