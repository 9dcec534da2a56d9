/* maps.h -- the functions in the text of a trace. */
#ifndef TN_TRACE_MAPS_H
#define TN_TRACE_MAPS_H

#include "nodes.h"

/* Reads the index map at *at: `lambda i: (i,)`, or a call of IndexMap.from_func() with it and its
 * inverse. With `are_ranges`, the map to the bounds of ranges: `lambda i: [(i, i + 1)]`. Moves *at
 * behind it, or to the mistake. Returns the node. */
size_t tn_trace_take_map(tn_trace_nodes *n, bool are_ranges, const char **at, const char *end);

#endif
