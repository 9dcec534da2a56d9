/* state.c -- the state of a print: expressions by address, names by text. */
#include <tunip/ext/mix.h>

#include "relay.h"

relay_state *relay_state_of(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_relay);
}

/* Room is a power of two, or 0. */
static relay_entry **find_slot(relay_entry **entries, size_t room, const void *node)
{
    size_t at = (size_t)(tunip_mix_address(node) >> 32) & (room - 1);
    while (entries[at] && entries[at]->node != node) at = (at + 1) & (room - 1);
    return &entries[at];
}

static bool grow(tunip_docsifier *d, relay_state *s)
{
    size_t room = s->entry_room ? s->entry_room * 4 : 64;
    relay_entry **entries = tunip_job_alloc(d, room * sizeof(*entries));
    if (!entries) return false;
    for (size_t i = 0; i < s->entry_room; i++)
        if (s->entries[i]) *find_slot(entries, room, s->entries[i]->node) = s->entries[i];
    s->entries = entries;
    s->entry_room = room;
    return true;
}

relay_entry *relay_entry_of(tunip_docsifier *d, const void *node)
{
    relay_state *s = relay_state_of(d);
    if (s->entry_count * 2 >= s->entry_room && !grow(d, s)) return NULL;
    relay_entry **slot = find_slot(s->entries, s->entry_room, node);
    if (*slot) return *slot;
    relay_entry *entry = tunip_job_alloc(d, sizeof *entry);
    if (!entry) return NULL;
    entry->node = node;
    *slot = entry;
    s->entry_count++;
    return entry;
}

/* ---- texts: tunip_doc_format() would take ten times as long ---- */

tunip_str relay_joined(tunip_docsifier *d, const char *head, tunip_str tail)
{
    size_t size = strlen(head);
    char *text = tunip_job_alloc(d, size + tail.size + 1);
    if (!text) return (tunip_str){"", 0};
    memcpy(text, head, size);
    if (tail.size) memcpy(text + size, tail.data, tail.size);
    return (tunip_str){text, size + tail.size};
}

tunip_str relay_numbered(tunip_docsifier *d, tunip_str head, size_t number)
{
    char digits[24], *at = digits + sizeof digits;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    size_t size = (size_t)(digits + sizeof digits - at);
    char *text = tunip_job_alloc(d, head.size + size);
    if (!text) return (tunip_str){"", 0};
    if (head.size) memcpy(text, head.data, head.size);
    memcpy(text + head.size, at, size);
    return (tunip_str){text, head.size + size};
}

/* Most types of a module have the same dtype. The name of void is empty. */
tunip_str relay_dtype_text(tunip_docsifier *d, tunip_dtype dtype)
{
    relay_state *s = relay_state_of(d);
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (s->dtype_text.size && tunip_dtype_equal(s->dtype, dtype)) return s->dtype_text;
    tunip_dtype_legacy_name(dtype, name);
    s->dtype = dtype;
    s->dtype_text = relay_joined(d, name, (tunip_str){"", 0});
    return s->dtype_text;
}

/* ---- names ---- */

size_t relay_hash_text(tunip_str text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return (size_t)(hash ^ hash >> 32);
}

static relay_name *find_name(relay_name *names, size_t room, tunip_str text)
{
    size_t at = relay_hash_text(text) & (room - 1);
    while (names[at].text.data && !tunip_str_equal(names[at].text, text))
        at = (at + 1) & (room - 1);
    return &names[at];
}

static bool grow_names(tunip_docsifier *d, relay_state *s)
{
    size_t room = s->name_room ? s->name_room * 4 : 64;
    relay_name *names = tunip_job_alloc(d, room * sizeof *names);
    if (!names) return false;
    for (size_t i = 0; i < s->name_room; i++)
        if (s->names[i].text.data) *find_name(names, room, s->names[i].text) = s->names[i];
    s->names = names;
    s->name_room = room;
    return true;
}

/* Each name in use has a counter of its own, as in TVM: x, x1, x2; and x11 for another x1. */
tunip_str relay_name_new(tunip_docsifier *d, tunip_str hint, const char *before)
{
    relay_state *s = relay_state_of(d);
    if (s->name_count * 2 + 2 >= s->name_room && !grow_names(d, s)) return (tunip_str){"", 0};
    relay_name *taken = find_name(s->names, s->name_room, hint);
    relay_name *slot = taken;
    tunip_str text = hint, stem = hint;
    if (*before) stem = tunip_doc_format(d, "%.*s%s", (int)hint.size, hint.data, before);
    while (slot->text.data) {
        text = relay_numbered(d, stem, ++taken->next);
        if (!text.size) return text;
        slot = find_name(s->names, s->name_room, text);
    }
    *slot = (relay_name){text, 0};
    s->name_count++;
    return text;
}
