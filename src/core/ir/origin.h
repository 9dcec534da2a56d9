/* origin.h -- where the nodes of a graph stand in the sources that they were read from: a side
 * table of the graph, which exists once a reader or a program sets an origin. */
#ifndef TN_ORIGIN_H
#define TN_ORIGIN_H

#include <tunip/source.h>

#include "../base/array.h"
#include "../base/map.h"

/* In memory of the graph's allocator. */
typedef struct tn_origins {
    tn_map places; /* of a node: its index in `items` */
    TN_ARRAY(tunip_origin) items;
} tn_origins;

/* The bytes of memory that the table holds. NULL is fine, here and below. */
size_t tn_origins_memory(const tn_origins *origins);
void tn_origins_free(tn_origins *origins, const tunip_allocator *allocator);

#endif
