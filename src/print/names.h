/* names.h -- names: those in use, those of variables, of functions and modules, and of a
 * dialect's words. */
#ifndef TN_NAMES_H
#define TN_NAMES_H

#include <tunip/ext/dialect.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "docsifier.h"
#include "frame.h"
#include "settings.h"

/* ======== names ======== */

/* The names in use, and the choice of new ones. */

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
    TN_NAME_TAKEN = 1,    /* in use, or reserved */
    TN_NAME_PLAIN = 2,    /* has only ASCII letters, digits and `_` */
    TN_NAME_ODD = 4,      /* a parser does not accept it as a name */
    TN_NAME_NUMBERED = 8, /* was tried as `<base>_<number>` */
    TN_NAME_ALIAS = 16,   /* see tn_names_alias() */
    TN_NAME_USED = 32     /* was taken, in a lossless print */
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
    /* For a lossless print: the texts of the IR. A name that differs from its hint is none of them,
     * and has always the same hint. So a list of the names and their hints restores the hints. */
    const tn_intern *texts_of_ir; /* NULL: names need not be restored */
    TN_ARRAY(uint32_t) hints;     /* by number of the name: the number of its hint + 1, or 0 */
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
/* The same for a lossless print, and the name was never taken before: it may stand before all of
 * the text that is written already. */
uint32_t tn_names_take_unused(tn_names *names, tunip_str hint);
void tn_names_release_numbered(tn_names *names, uint32_t name);
/* The name for something whose name is `text`, wherever it stands: a function of a module. It stays
 * taken. TN_NOT_INTERNED when out of memory. */
uint32_t tn_names_alias(tn_names *names, tunip_str text);
/* Whether the name was given instead of another text, which then is *hint. */
bool tn_names_hint(const tn_names *names, uint32_t name, tunip_str *hint);
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

/* ======== variables ======== */

/* The variables that frames define. */

/* A defined variable: an ID with `name`, or the Doc that `creator` makes. */
typedef struct tn_variable {
    struct tunip_frame_action action; /* of the frame that removes it */
    const void *node;
    tunip_creator_fn creator; /* NULL: defined by name */
    const void *user;
    const tunip_frame *frame;
    const tunip_doc *id; /* its Doc, which its uses share; NULL: each makes its own */
    uint32_t name;
    bool is_again; /* it was a variable before: TUNIP_ID_AGAIN */
    bool is_guess; /* not defined: see tunip_guess_unused() */
} tn_variable;

enum { TN_FILTER_BITS = 15, TN_FILTER_WORDS = 1 << (TN_FILTER_BITS - 6) };

/* While a unit is made (tunip_frame_add_unit()), the variables that were defined before it are in a
 * table of their own: they include all functions of a module, and such a table does not stay in the
 * processor's cache. The filter tells which nodes may be in it: a Bloom filter with one hash, whose
 * bits are never cleared. */
typedef struct tn_variables {
    tn_map index;     /* node -> its tn_variable, in memory that lives as long as the frame: of the
                         unit that is made; outside of units, all */
    tn_map around;    /* those defined before the unit; outside of units, empty */
    uint64_t *filter; /* TN_FILTER_WORDS; NULL until the first unit */
    bool in_unit;
    bool notes_again;            /* second definitions are TUNIP_ID_AGAIN: TUNIP_BACKEND_AGAIN or
                                    find_losses */
    bool keeps_released;         /* no definition takes a name that was free again before it:
                                    TUNIP_BACKEND_AGAIN */
    const tunip_node *redefined; /* one that tunip_define_as() defined another time; or NULL */
    tn_set ever_defined;         /* nodes that were variables, for notes_again */
    tn_map released;             /* name + 1 -> the last function in which it was free again, for
                          keeps_released */
    uint64_t function;           /* the number of the function that is being printed */
    bool may_guess;              /* a unit is being made that can be made again, */
    bool guessed_wrong;          /* and has to be */
} tn_variables;

/* Fails the print because a guess was wrong. The maker of the unit clears the error. */
void tn_variables_refute(const tunip_docsifier *d);

static inline uint64_t tn_filter_bit(const void *node)
{
    return tn_mix_address(node) >> (64 - TN_FILTER_BITS);
}

/* The place in `around` of a node whose variable was defined before the unit; or NULL. */
static inline const uint64_t *tn_variable_around(const tn_variables *variables, const void *node)
{
    if (!variables->around.count) return NULL;
    uint64_t bit = tn_filter_bit(node);
    bool may_be_there = variables->filter[bit / 64] >> bit % 64 & 1;
    return may_be_there ? tn_map_get(&variables->around, node) : NULL;
}

/* The variable of a node, or a guess, which has no `id`; or NULL. */
static inline tn_variable *tn_variable_or_guess(const tunip_docsifier *d, const void *node)
{
    const tn_variables *variables = d->variables;
    const uint64_t *slot = tn_map_get(&variables->index, node);
    if (!slot) slot = tn_variable_around(variables, node);
    return slot ? (tn_variable *)(uintptr_t)*slot : NULL;
}

/* The variable of a node, which is not NULL; or NULL. */
static inline tn_variable *tn_variable_find(const tunip_docsifier *d, const void *node)
{
    tn_variable *variable = tn_variable_or_guess(d, node);
    if (!variable || !variable->is_guess) return variable;
    tn_variables_refute(d);
    return NULL;
}

static inline size_t tn_variable_count(const tunip_docsifier *d)
{
    return d->variables->index.count + d->variables->around.count;
}

/* A unit begins, and ends. tn_variables_open_unit() returns false if no table was opened, and then
 * the caller must not close one: the unit is inside another one, of which it is a part, or there is
 * no memory, which is the job's error. */
bool tn_variables_open_unit(tunip_docsifier *d);
void tn_variables_close_unit(tunip_docsifier *d);

/* ======== bindings ======== */

/* The names of the functions and modules around the current node. */

typedef struct tn_bindings {
    TN_ARRAY(tunip_str) names; /* the innermost last */
} tn_bindings;

/* ======== prefix ======== */

/* Names of a dialect. */

/* The name or import line as the version of TVM of this print writes it: tunip_renaming. */
const char *tn_name_now(const tunip_docsifier *d, const tn_dialect_job *job, const char *name);

/* The dialects whose prefixes a print has used so far, in the order of registration. A header lists
 * them, also one inside a function. */
typedef struct tn_uses_of_dialects {
    size_t count;
    const tunip_dialect *items[];
} tn_uses_of_dialects;

/* The dialects used now. Returns `before` if no dialect was added since then. NULL when out of
 * memory. */
const tn_uses_of_dialects *tn_prefix_used(tunip_docsifier *d, const tn_uses_of_dialects *before);
/* Sets the used dialects to an earlier or later state. */
void tn_prefix_set_used(tunip_docsifier *d, const tn_uses_of_dialects *used);
/* Adds dialects to the used ones. */
void tn_prefix_add_used(tunip_docsifier *d, const tn_uses_of_dialects *used);

#endif
