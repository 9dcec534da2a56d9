/* equal.h -- structural equality in parts, for a diff: which functions of two modules it need not
 * look at. */
#ifndef TN_EQUAL_H
#define TN_EQUAL_H

#include <tunip/equal.h>

#include "../base/map.h"

typedef enum tn_sameness {
    TN_DIFFERENT,
    TN_EQUAL,    /* except for names, which equality ignores */
    TN_IDENTICAL /* also in these names: there is nothing to report */
} tn_sameness;

typedef struct tn_comparer tn_comparer;

/* The caller owns the two maps, which say what corresponds on the other side. NULL when out of
 * memory; the maps must outlive the comparer. */
tn_comparer *tn_comparer_new(const tunip_context *context, const tunip_equal_options *options,
                             tn_map *to_rhs, tn_map *to_lhs);
void tn_comparer_free(tn_comparer *c);

/* Compares two nodes with what corresponds so far. If they are identical, adds what corresponds in
 * them to the maps; otherwise the maps stay as they were. After much fruitless work it says
 * TN_DIFFERENT at once. On failure `error` is set. */
tn_sameness tn_comparer_compare(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs,
                                bool map_free_vars, tunip_error *error);

#endif
