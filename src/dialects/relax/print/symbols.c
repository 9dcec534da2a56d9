/* symbols.c -- a hash set with open addressing and linear probing; entries are never removed. */
#include "symbols.h"

#include <tunip/ext/mix.h>

/* The slot of `var`, or the free slot for it. */
static const void **find_slot(const relax_symbols *symbols, const void *var)
{
    size_t at = (size_t)(tunip_mix_address(var) >> 32) & (symbols->room - 1);
    while (symbols->slots[at] && symbols->slots[at] != var) at = (at + 1) & (symbols->room - 1);
    return &symbols->slots[at];
}

static bool grow(tunip_docsifier *d, relax_symbols *symbols)
{
    relax_symbols grown = {.room = symbols->room ? symbols->room * 2 : 16, .count = symbols->count};
    grown.slots = tunip_job_alloc(d, grown.room * sizeof *grown.slots);
    if (!grown.slots) return false;
    for (size_t i = 0; i < symbols->room; i++)
        if (symbols->slots[i]) *find_slot(&grown, symbols->slots[i]) = symbols->slots[i];
    *symbols = grown;
    return true;
}

void relax_symbols_add(tunip_docsifier *d, relax_symbols *symbols, const void *var)
{
    if (symbols->count * 2 >= symbols->room && !grow(d, symbols)) return;
    *find_slot(symbols, var) = var;
    symbols->count++;
}

bool relax_symbols_has(const relax_symbols *symbols, const void *var)
{
    return symbols->count && *find_slot(symbols, var);
}

static tunip_walk_action stop_at_symbol(const tunip_node *node, void *user)
{
    const relax_symbols *symbols = user;
    return *find_slot(symbols, node) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool relax_symbols_occur(tunip_docsifier *d, const relax_symbols *symbols, const tunip_node *expr)
{
    if (!expr || !symbols->count) return false;
    tunip_walker walker = {.enter = stop_at_symbol,
                           .user = (void *)(uintptr_t)symbols,
                           .skip = TUNIP_FLAG_ASIDE | TUNIP_LEAVES};
    return tunip_job_walk(d, expr, &walker) != TUNIP_WALK_DONE;
}
