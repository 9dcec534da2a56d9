/* ahead.h -- several threads compare the functions of two modules ahead of the comparison in order,
 * which then takes over their results. */
#ifndef TN_AHEAD_H
#define TN_AHEAD_H

#include <tunip/node.h>

#include "comparer.h"

/* A pair of nodes that is compared as a whole. */
typedef struct tn_unit_pair {
    const tunip_node *lhs, *rhs;
    const tn_helper *by; /* that found them equal; or NULL */
    size_t begin, end;   /* of the nodes that it noted meanwhile */
} tn_unit_pair;

/* Whether threads save time: the values of the map are large, such as functions, and there are
 * enough of them. */
bool tn_ahead_saves_time(const tn_comparer *c, const tunip_map *map);

/* Compares units with several threads, and adds the correspondences of the leading ones that are
 * equal. Returns their number. In order, the next unit may be equal as well. */
size_t tn_compare_ahead(tn_comparer *c, tn_unit_pair *units, size_t count,
                        bool (*compare)(tn_comparer *c, const tunip_node *lhs,
                                        const tunip_node *rhs));

#endif
