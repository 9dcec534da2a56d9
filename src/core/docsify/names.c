/* names.c -- unique names in amortised constant time. */
#include "names.h"

#include <stdio.h>

#include <tunip/ext/mix.h>

#include "../base/bytes.h"
#include "../base/unicode.h"

bool tn_is_name(tunip_str text)
{
    return tn_is_identifier(text) && !tunip_is_keyword(text);
}

void tn_names_init(tn_names *names, tn_arena *arena, const tunip_allocator *allocator)
{
    *names = (tn_names){.allocator = allocator};
    tn_intern_init(&names->texts, arena, allocator);
}

void tn_names_free(tn_names *names)
{
    tn_array_free(&names->flags, names->allocator);
    tn_array_free(&names->states, names->allocator);
    tn_intern_free(&names->texts);
}

static bool is_plain(char c)
{
    return tunip_is_letter(c) || tunip_is_digit(c);
}

static bool all_plain(tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!is_plain(text.data[i])) return false;
    return true;
}

static uint8_t flags_of(const tn_names *names, tunip_str text)
{
    bool reserved = names->reserved && tn_intern_find(names->reserved, text) != TN_NOT_INTERNED;
    reserved |= names->is_reserved && names->is_reserved(text);
    return (uint8_t)((reserved ? TN_NAME_TAKEN : 0) | (all_plain(text) ? TN_NAME_PLAIN : 0) |
                     (tn_is_name(text) ? 0 : TN_NAME_ODD));
}

/* An earlier call may have added the text but failed to allocate its flags or its state. */
uint32_t tn_names_enter(tn_names *names, tunip_str text)
{
    uint32_t id = tn_intern_put(&names->texts, text);
    if (id == TN_NOT_INTERNED) return id;
    if (id == names->states.count &&
        !tn_array_push(&names->states, names->allocator, (tn_name){.next = 0}))
        return TN_NOT_INTERNED;
    if (id == names->flags.count &&
        !tn_array_push(&names->flags, names->allocator, flags_of(names, text)))
        return TN_NOT_INTERNED;
    return id < names->flags.count ? id : TN_NOT_INTERNED;
}

static tunip_str legalize(tn_names *names, tunip_str hint)
{
    char *text = tn_arena_alloc(names->texts.arena, hint.size);
    if (!text) return (tunip_str){NULL, 0};
    for (size_t i = 0; i < hint.size; i++) text[i] = is_plain(hint.data[i]) ? hint.data[i] : '_';
    return (tunip_str){text, hint.size};
}

/* False when out of memory. */
static bool push(tn_names *names, tn_name_list *list, uint32_t item)
{
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 4;
        uint32_t *grown = tn_arena_alloc(names->texts.arena, room * sizeof *grown);
        if (!grown) return false;
        if (list->count) memcpy(grown, list->items, list->count * sizeof *grown);
        list->items = grown;
        list->room = room;
    }
    list->items[list->count++] = item;
    return true;
}

static uint32_t make_numbered(tn_names *names, uint32_t base, uint32_t number)
{
    char stack[128];
    tunip_str text = tn_names_text(names, base);
    size_t room = text.size + 12;
    char *buffer = room <= sizeof stack ? stack : tn_arena_alloc(names->texts.arena, room);
    if (!buffer) return TN_NOT_INTERNED;
    if (text.size) memcpy(buffer, text.data, text.size);
    int digits = snprintf(buffer + text.size, 12, "_%u", number);
    return tn_names_enter(names, (tunip_str){buffer, text.size + (size_t)digits});
}

/* The ID of the name `<base>_<number>`. */
static uint32_t candidate(tn_names *names, uint32_t base, uint32_t number)
{
    tn_name_list *made = &names->states.items[base].made;
    if (number <= made->count) return made->items[number - 1];
    uint32_t id = make_numbered(names, base, number);
    if (id == TN_NOT_INTERNED) return id;
    names->flags.items[id] |= TN_NAME_NUMBERED;
    names->states.items[id].base = base;
    names->states.items[id].number = number;
    made = &names->states.items[base].made; /* the states may have moved */
    if (number == made->count + 1) push(names, made, id);
    return id;
}

/* ---- numbers that are free again ---- */

static bool push_freed(tn_names *names, tn_name_list *freed, uint32_t number)
{
    if (!push(names, freed, number)) return false;
    uint32_t at = freed->count - 1;
    for (; at && freed->items[(at - 1) / 2] > number; at = (at - 1) / 2)
        freed->items[at] = freed->items[(at - 1) / 2];
    freed->items[at] = number;
    return true;
}

static uint32_t pop_freed(tn_name_list *freed)
{
    uint32_t *items = freed->items, lowest = items[0], last = items[--freed->count], at = 0;
    for (uint32_t child; (child = 2 * at + 1) < freed->count; at = child) {
        if (child + 1 < freed->count && items[child + 1] < items[child]) child++;
        if (items[child] >= last) break;
        items[at] = items[child];
    }
    items[at] = last;
    return lowest;
}

/* The lowest number that may be free. */
static uint32_t next_number(tn_name *base)
{
    if (base->freed.count) return pop_freed(&base->freed);
    if (!base->next) base->next = 1;
    return base->next++;
}

static uint32_t take_numbered(tn_names *names, uint32_t base)
{
    uint32_t id;
    do id = candidate(names, base, next_number(&names->states.items[base]));
    while (id != TN_NOT_INTERNED && tn_names_is_taken(names, id));
    return id;
}

/* The number of the hint itself; of its legal form if it has other characters. */
static uint32_t enter_hint(tn_names *names, tunip_str hint)
{
    uint32_t id = tn_names_enter(names, hint);
    if (id == TN_NOT_INTERNED || names->flags.items[id] & TN_NAME_PLAIN) return id;
    tunip_str text = legalize(names, hint);
    return text.data ? tn_names_enter(names, text) : TN_NOT_INTERNED;
}

/* Takes a name if its hint is not recent (`found` is false) or is taken. */
TN_APART static uint32_t take_slow(tn_names *names, tunip_str hint, tn_recent_hint *recent,
                                   bool found)
{
    uint32_t id = found ? recent->name : enter_hint(names, hint);
    if (id == TN_NOT_INTERNED) return id;
    if (!found && tn_name_equal(tn_names_text(names, id), hint))
        *recent = (tn_recent_hint){.key = hint.data, .name = id};
    if (tn_names_is_taken(names, id)) id = take_numbered(names, id);
    if (id != TN_NOT_INTERNED) tn_names_set_taken(names, id, true);
    return id;
}

/* Many variables share one text of the IR, at one address. */
uint32_t tn_names_take(tn_names *names, tunip_str hint)
{
    tn_recent_hint *recent = &names->recent[tunip_mix_address(hint.data) >> (64 - TN_HINT_BITS)];
    bool found = hint.data && recent->key == hint.data &&
                 tn_name_equal(tn_names_text(names, recent->name), hint);
    if (!found || tn_names_is_taken(names, recent->name))
        return take_slow(names, hint, recent, found);
    tn_names_set_taken(names, recent->name, true);
    return recent->name;
}

/* When out of memory the number is not reused: a later name has a higher number. */
void tn_names_release_numbered(tn_names *names, uint32_t name)
{
    const tn_name *state = &names->states.items[name];
    tn_name *base = &names->states.items[state->base];
    if (state->number < base->next) push_freed(names, &base->freed, state->number);
}
