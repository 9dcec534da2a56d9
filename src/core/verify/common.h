/* common.h -- results of checks that are stored, so that they are computed once: about unregistered
 * types, and about the items of large containers, which many fields may hold. */
#ifndef TN_VERIFY_COMMON_H
#define TN_VERIFY_COMMON_H

#include "../base/array.h"
#include "../base/map.h"
#include "../ir/kinds.h"

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

#endif
