/* check.h -- the part of a check that prints need: whether rules may look at a graph at all. */
#ifndef TN_CHECK_H
#define TN_CHECK_H

#include <tunip/check.h>

#include "../base/arena.h"

/* Whether it keeps rules from looking at a graph; the others they bear with. */
static inline bool tn_flaw_is_grave(tunip_flaw_kind kind)
{
    return kind < TUNIP_FLAW_MISSING;
}

/* Whether a graph has no grave flaw, in *sound. On failure nothing is said. */
tunip_status tn_check_is_sound(const tunip_context *context, const tunip_node *root, bool *sound,
                               tunip_error *error);

/* As tunip_check(), of grave flaws alone: the first `most` of them. */
tunip_status tn_check_grave(const tunip_context *context, const tunip_node *root, size_t most,
                            tunip_check_report *out, tunip_error *error);

/* TUNIP_OK for a graph without a grave flaw, which is known beforehand of those that are as a
 * reader made them; else TUNIP_ERROR_ARGUMENT, with the first flaw and its path in `error`. */
tunip_status tn_require_sound(const tunip_context *context, const tunip_node *root,
                              tunip_error *error);

/* Why a type cannot be relied on, as the end of a message, or NULL; `fault` is room for it. Types
 * that are registered anywhere can. */
const char *tn_type_fault(const tunip_type *type, char *fault);

/* Whether a value or container has what it counts. */
bool tn_value_is_there(const tunip_node *node);

/* Whether a path may name a key, which may be NULL: the text of a path looks at keys and at what
 * they are called. */
bool tn_is_fit_for_path(const tunip_node *key);

/* A copy of the graph below `root`, in memory of `arena`, that has no grave flaw: in place of a
 * node that may not be looked at stands NULL, or what a reader makes of unregistered types where
 * such a one may stand; what a value counts and lacks is none. NULL when out of memory, or for
 * NULL. */
const tunip_node *tn_mend(tn_arena *arena, const tunip_node *root);

/* The type of what tn_mend() puts in place of a node: its text is that type's key. */
extern const tunip_type tn_misfit_type;
typedef struct tn_misfit {
    tunip_opaque base;
    const char *key; /* of the type that the node had, or NULL when it had none */
} tn_misfit;

#endif
