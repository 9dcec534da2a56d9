/* ahead.h -- several threads compare the functions of two modules ahead of the comparison in order,
 * which then takes over their results: of equality (tunip_equal()) all at once, of a diff one by
 * one, because the diff continues after a difference. */
#ifndef TN_AHEAD_H
#define TN_AHEAD_H

#include <tunip/node.h>

#include "comparer.h"

typedef bool (*tn_compare_fn)(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs);

/* Whether threads save time: the values of the map are large, such as functions, and there are
 * enough of them. */
bool tn_ahead_saves_time(const tn_comparer *c, const tunip_map *map);

/* Compares units with several threads, and adds the correspondences of the leading ones that are
 * equal. Returns their number. In order, the next unit may be equal as well. */
size_t tn_compare_ahead(tn_comparer *c, tn_unit_pair *units, size_t count, tn_compare_fn compare);

/* Sets c->parts, with room for `room` units, which the caller adds. NULL when out of memory. */
tn_parts *tn_parts_new(tn_comparer *c, size_t room);
/* Compares the units of c->parts with several threads. */
void tn_compare_parts_ahead(tn_comparer *c, tn_compare_fn compare);
/* Whether the two are the next unit, and identical in order, too. Then adds the correspondences of
 * the unit. Otherwise the caller compares the two. */
bool tn_parts_take(tn_comparer *c, const tunip_node *lhs, const tunip_node *rhs);

#endif
