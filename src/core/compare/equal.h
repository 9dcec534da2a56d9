/* equal.h -- structural equality in parts, for a diff: it finds the functions of two modules that
 * need no diff. */
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

/* The caller owns the two maps, from nodes to the corresponding nodes of the other side. NULL when
 * out of memory; the maps must outlive the comparer. */
tn_comparer *tn_comparer_new(const tunip_context *context, const tunip_equal_options *options,
                             tn_map *to_rhs, tn_map *to_lhs);
void tn_comparer_free(tn_comparer *c);

/* Compares two nodes with the correspondences so far. If they are identical, adds their
 * correspondences to the maps; otherwise does not change the maps. After too much work without a
 * result, always returns TN_DIFFERENT. On failure `error` is set. */
tn_sameness tn_comparer_compare(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs,
                                bool map_free_vars, tunip_error *error);

#endif
