/* equal.h -- structural equality in parts, for a diff: it finds the functions of two modules that
 * need no diff. */
#ifndef TN_EQUAL_H
#define TN_EQUAL_H

#include <tunip/equal.h>
#include <tunip/node.h>

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
                             double tolerance, tn_map *to_rhs, tn_map *to_lhs);
void tn_comparer_free(tn_comparer *c);

/* Compares two nodes with the correspondences so far. If they are identical, adds their
 * correspondences to the maps; otherwise does not change the maps. On failure `error` is set. */
tn_sameness tn_comparer_compare(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs,
                                bool map_free_vars, tunip_error *error);
/* Whether most of the work so far was for identical nodes. */
bool tn_comparer_pays(const tn_comparer *c);

/* The value of each left entry and that of the entry to_rhs[i] will be compared, in this order.
 * Compares them with several threads if that saves time. The results of tn_comparer_compare() are
 * the same. `none` in to_rhs: the entry is left out. */
void tn_comparer_ahead(tn_comparer *c, const tunip_map *lhs, const tunip_map *rhs,
                       const size_t *to_rhs, size_t none, bool map_free_vars);
/* From now on, ignores what was compared ahead: a node in the maps got another counterpart. NULL is
 * fine. */
void tn_comparer_distrust(tn_comparer *c);

/* Compares two valid nodes as tunip_equal() does. On failure `error` is set. */
tn_sameness tn_compare_whole(const tunip_context *context, const tunip_node *lhs,
                             const tunip_node *rhs, const tunip_equal_options *options,
                             tunip_error *error);

#endif
