/* check.h -- the part of tunip_check() that the library itself needs: whether rules, comparisons
 * and the writer of saved graphs can handle a graph. */
#ifndef TN_CHECK_H
#define TN_CHECK_H

#include <tunip/check.h>

struct tunip_check_report {
    size_t flaw_count; /* the number of flaws kept */
    const tunip_flaw *flaws;
    size_t total;                      /* the number of flaws found */
    struct tunip_check_memory *memory; /* of the flaws */
};

/* A set of kinds of flaws: bit i stands for kind i. */
typedef unsigned tn_flaw_kinds;

static inline tn_flaw_kinds tn_flaw_kinds_of(tunip_flaw_kind kind)
{
    return 1u << kind;
}

#define TN_FLAWS_ALL (tn_flaw_kinds_of(TUNIP_FLAW__COUNT) - 1)
/* Rules cannot handle such nodes. They can handle the other flaws. */
#define TN_FLAWS_GRAVE (tn_flaw_kinds_of(TUNIP_FLAW_MISSING) - 1)
/* No reader accepts a file with such a node. Readers accept a node that misses a part, because TVM
 * itself saves some, and unregistered types. Writers find cycles themselves. */
#define TN_FLAWS_UNREADABLE                                                                        \
    (TN_FLAWS_GRAVE | tn_flaw_kinds_of(TUNIP_FLAW_SCALAR) | tn_flaw_kinds_of(TUNIP_FLAW_KEY))

/* Sets *valid to whether a graph has no grave flaw; leaves it unchanged on failure. */
tunip_status tn_check_is_valid(const tunip_context *context, const tunip_node *root, bool *valid,
                               tunip_error *error);

/* tunip_check() for some kinds of flaws: keeps the first `most` of them. Fills *out;
 * tunip_check_report_free() frees its contents. */
tunip_status tn_check_for(const tunip_context *context, const tunip_node *root,
                          tn_flaw_kinds sought, size_t most, tunip_check_report *out,
                          tunip_error *error);

/* TUNIP_OK for a graph without a grave flaw; else TUNIP_ERROR_ARGUMENT, with the first flaw and its
 * path in `error`. Verified graphs (core/ir/verified.h) need no check. */
tunip_status tn_require_valid(const tunip_context *context, const tunip_node *root,
                              tunip_error *error);
/* The same for a graph without a flaw of the kinds `barred`, which includes the grave ones. The
 * check is several times slower. */
tunip_status tn_require_sound(const tunip_context *context, const tunip_node *root,
                              tn_flaw_kinds barred, tunip_error *error);

#endif
