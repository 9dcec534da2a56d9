/* check.h -- the part of a check that prints need: whether rules can handle a graph. */
#ifndef TN_CHECK_H
#define TN_CHECK_H

#include <tunip/check.h>

#include "../base/arena.h"

struct tunip_check_report {
    size_t flaw_count; /* the number of flaws kept */
    const tunip_flaw *flaws;
    size_t total;                      /* the number of flaws found */
    struct tunip_check_memory *memory; /* of the flaws */
};

/* Whether a flaw is grave: rules cannot handle it. Rules can handle the other flaws. */
static inline bool tn_flaw_is_grave(tunip_flaw_kind kind)
{
    return kind < TUNIP_FLAW_MISSING;
}

/* Sets *sound to whether a graph has no grave flaw; leaves it unchanged on failure. */
tunip_status tn_check_is_sound(const tunip_context *context, const tunip_node *root, bool *sound,
                               tunip_error *error);

/* tunip_check() for grave flaws only: keeps the first `most` of them. Fills *out;
 * tunip_check_report_free() frees its contents. */
tunip_status tn_check_grave(const tunip_context *context, const tunip_node *root, size_t most,
                            tunip_check_report *out, tunip_error *error);

/* TUNIP_OK for a graph without a grave flaw; else TUNIP_ERROR_ARGUMENT, with the first flaw and its
 * path in `error`. Unchanged graphs of a reader need no check. */
tunip_status tn_require_sound(const tunip_context *context, const tunip_node *root,
                              tunip_error *error);

/* Why the description of a type is invalid, as the end of a message, or NULL; `fault` is the buffer
 * for it. Types registered with any context are valid. */
const char *tn_type_fault(const tunip_type *type, char *fault);

/* Whether a value or container with a nonzero count has a non-NULL pointer. */
bool tn_value_is_there(const tunip_node *node);

/* Whether a path may name a key, which may be NULL. The text of a path reads keys and their
 * names. */
bool tn_is_fit_for_path(const tunip_node *key);

/* A copy of the graph below `root` without grave flaws, in memory of `arena`. A flawed node is
 * replaced by an opaque node where its field allows one, else by NULL; a count without data becomes
 * 0. NULL when out of memory, and for NULL. */
const tunip_node *tn_mend(tn_arena *arena, const tunip_node *root);

/* The type of the placeholders of tn_mend(). Their text is the key of the replaced node's type. */
extern const tunip_type tn_misfit_type;
typedef struct tn_misfit {
    tunip_opaque base;
    const char *key; /* the key of the replaced node's type, or NULL */
} tn_misfit;

#endif
