/* check.h -- checks of a graph against its field tables, and their results that are kept. */
#ifndef TN_CHECK_H
#define TN_CHECK_H

#include <tunip/check.h>
#include <tunip/node.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "registry.h"

/* ======== check ======== */

/* The part of tunip_check() that the library itself needs: whether rules, comparisons
 * and the writer of saved graphs can handle a graph. */

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
 * path in `error`. Verified graphs (ir/graph.h) need no check. */
tunip_status tn_require_valid(const tunip_context *context, const tunip_node *root,
                              tunip_error *error);
/* The same for a graph without a flaw of the kinds `barred`, which includes the grave ones. The
 * check is several times slower. */
tunip_status tn_require_sound(const tunip_context *context, const tunip_node *root,
                              tn_flaw_kinds barred, tunip_error *error);

/* ======== common ======== */

/* Results of checks that are stored, so that they are computed once: about unregistered
 * types, and about the items of large containers, which many fields may hold. */

typedef struct tn_commons {
    const tunip_allocator *allocator;
    tn_map faulty; /* unregistered types -> 1 valid, 2 invalid */
    tn_map known;  /* large containers -> place in `list` + 1 */
    TN_ARRAY(tn_common) list;
    bool failed; /* out of memory */
} tn_commons;

void tn_commons_init(tn_commons *commons, const tunip_allocator *allocator);
void tn_commons_free(tn_commons *commons);

/* Whether the description of a node's type is invalid. */
bool tn_commons_find_fault(tn_commons *commons, const tunip_type *type);
static inline bool tn_type_is_faulty(tn_commons *commons, const tunip_type *type)
{
    return !type->id && tn_commons_find_fault(commons, type);
}

/* Whether all items of a container, which is valid itself, have the type `expected` that a field
 * requires. With `keys`, checks the keys of a map instead. Fast for a container that was checked
 * before. False may also mean that memory ran out. */
bool tn_items_fit(tn_commons *commons, const tunip_node *container, bool keys,
                  const tunip_type *expected);

/* ======== node ======== */

/* Whether one node itself can be read, without a look at its children. */

/* Why the description of a type is invalid, as the end of a message, or NULL; `fault`, of
 * TN_FAULT_SIZE (describe.h), is the buffer for it. Types registered with any context are valid. */
const char *tn_type_fault(const tunip_type *type, char *fault);

/* Whether a value or container with a nonzero count has a non-NULL pointer. */
bool tn_value_is_valid(const tunip_node *node);

/* Whether a path may name a key, which may be NULL. The text of a path reads keys and their
 * names. */
bool tn_key_is_valid(const tunip_node *key);

#endif
