/* variables.h -- the variables that frames define. */
#ifndef TN_VARIABLES_H
#define TN_VARIABLES_H

#include <tunip/ext/dialect.h>

#include "../base/map.h"
#include "../base/set.h"
#include "docsifier.h"
#include "frame.h"

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
    tn_map released;   /* name + 1 -> the last function in which it was free again, for
                          keeps_released */
    uint64_t function; /* the number of the function that is being printed */
    bool may_guess;    /* a unit is being made that can be made again, */
    bool guessed_wrong; /* and has to be */
} tn_variables;

/* Fails the print because a guess was wrong. The maker of the unit clears the error. */
void tn_variables_refute(const tunip_docsifier *d);

static inline uint64_t tn_filter_bit(const void *node)
{
    return tunip_mix_address(node) >> (64 - TN_FILTER_BITS);
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

/* Notes that the print of another function begins. */
void tn_variables_begin_function(tunip_docsifier *d);

#endif
