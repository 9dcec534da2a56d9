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

/* Whether a flaw is grave: rules cannot handle it. They can handle the other flaws. */
static inline bool tn_flaw_is_grave(tunip_flaw_kind kind)
{
    return kind < TUNIP_FLAW_MISSING;
}

/* Sets *valid to whether a graph has no grave flaw; leaves it unchanged on failure. */
tunip_status tn_check_is_valid(const tunip_context *context, const tunip_node *root, bool *valid,
                               tunip_error *error);

/* tunip_check() for grave flaws only: keeps the first `most` of them. Fills *out;
 * tunip_check_report_free() frees its contents. */
tunip_status tn_check_grave(const tunip_context *context, const tunip_node *root, size_t most,
                            tunip_check_report *out, tunip_error *error);

/* TUNIP_OK for a graph without a grave flaw; else TUNIP_ERROR_ARGUMENT, with the first flaw and its
 * path in `error`. Verified graphs (core/ir/verified.h) need no check. */
tunip_status tn_require_valid(const tunip_context *context, const tunip_node *root,
                              tunip_error *error);

#endif
