/* names.h -- the names in use, and the choice of new ones. */
#ifndef TN_NAMES_H
#define TN_NAMES_H

#include "../base/array.h"
#include "../base/intern.h"

/* Whether a parser accepts `text` as a name: it is an identifier and not a keyword. */
bool tn_is_name(tunip_str text);

/* A list in an arena. */
typedef struct tn_name_list {
    uint32_t *items;
    uint32_t count;
    uint32_t room;
} tn_name_list;

/* Flags of a name. */
enum {
    TN_NAME_TAKEN = 1,   /* in use, or reserved */
    TN_NAME_PLAIN = 2,   /* has only ASCII letters, digits and `_` */
    TN_NAME_ODD = 4,     /* a parser does not accept it as a name */
    TN_NAME_NUMBERED = 8 /* was tried as `<base>_<number>` */
};

/* The data of a name with numbers, and of one with a number. Few names need it, so the flags are
 * apart: they stay in the processor's cache. */
typedef struct tn_name {
    uint32_t next; /* `<name>_1` ... `<name>_<next-1>` were all tried; 0 counts as 1 */
    uint32_t base; /* of a numbered name */
    uint32_t number;
    tn_name_list made; /* the IDs of the names `<name>_1`, `<name>_2` ... */
    /* Numbers below `next` that were released since, a heap with the lowest on top. Some may have
     * been taken again by their full name. */
    tn_name_list freed;
} tn_name;

/* A recently used hint, and the ID of its text, which is plain. */
typedef struct tn_recent_hint {
    const char *key; /* the address of the hint, which may hold another text now; or NULL */
    uint32_t name;
} tn_recent_hint;

enum { TN_HINT_BITS = 9, TN_RECENT_HINTS = 1 << TN_HINT_BITS };

typedef struct tn_names {
    tn_intern texts;
    TN_ARRAY(uint8_t) flags;                /* by number of the text */
    TN_ARRAY(tn_name) states;               /* likewise */
    tn_recent_hint recent[TN_RECENT_HINTS]; /* by the address of the hint */
    const tn_intern *reserved;              /* texts that are reserved in advance; or NULL */
    const tunip_allocator *allocator;
    bool (*is_reserved)(tunip_str text); /* names that are never given; or NULL */
} tn_names;

void tn_names_init(tn_names *names, tn_arena *arena, const tunip_allocator *allocator);
void tn_names_free(tn_names *names);

/* The number of `text`, which need not become a name; TN_NOT_INTERNED when out of memory. */
uint32_t tn_names_enter(tn_names *names, tunip_str text);

/* Takes a name made from `hint`: other characters than ASCII letters, digits and `_` become `_`,
 * and `_1`, `_2`, ... is appended when it is taken (TVM src/script/printer/utils.h,
 * GenerateUniqueName). Constant time on average, however many share the hint. Returns the name's
 * number, or TN_NOT_INTERNED when out of memory. */
uint32_t tn_names_take(tn_names *names, tunip_str hint);
void tn_names_release_numbered(tn_names *names, uint32_t name);
static inline bool tn_names_is_taken(const tn_names *names, uint32_t name)
{
    return names->flags.items[name] & TN_NAME_TAKEN;
}
static inline void tn_names_set_taken(tn_names *names, uint32_t name, bool taken)
{
    uint8_t *flags = &names->flags.items[name];
    *flags = (uint8_t)(taken ? *flags | TN_NAME_TAKEN : *flags & ~TN_NAME_TAKEN);
}
static inline void tn_names_release(tn_names *names, uint32_t name)
{
    tn_names_set_taken(names, name, false);
    if (TN_RARELY(names->flags.items[name] & TN_NAME_NUMBERED))
        tn_names_release_numbered(names, name);
}
static inline bool tn_names_is_odd(const tn_names *names, uint32_t name)
{
    return names->flags.items[name] & TN_NAME_ODD;
}
static inline tunip_str tn_names_text(const tn_names *names, uint32_t name)
{
    return tn_intern_text(&names->texts, name);
}

#endif
