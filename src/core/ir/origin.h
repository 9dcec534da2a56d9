/* origin.h -- the origins of nodes: the places in sources from which they were read. They are in a
 * side table of the graph, which exists once a reader or a program sets an origin. */
#ifndef TN_ORIGIN_H
#define TN_ORIGIN_H

#include <tunip/source.h>

#include "../base/array.h"
#include "../base/map.h"

typedef struct tn_placed {
    tunip_origin origin;
    tunip_node *node;
} tn_placed;

/* In memory of the graph's allocator. */
typedef struct tn_origins {
    tn_map places; /* of a node: its index in `items` */
    TN_ARRAY(tn_placed) items;
    tunip_origin here; /* of nodes that are made now; without a source, none is recorded */
} tn_origins;

/* From now on, new nodes of the graph get the origin `here`; without a source, they get none. False
 * when out of memory. */
bool tn_origins_stand(tunip_graph *graph, const tunip_origin *here);
/* Records the origin of a new node of the graph. */
void tn_origins_note(tunip_graph *graph, tunip_node *node);

/* Gets a node, and its origin or that of the nearest node around it that has one; without a source,
 * none has. False: the walk ends. */
typedef bool (*tn_origin_fn)(const tunip_node *node, const tunip_origin *nearest, void *user);

/* Calls `each` for each node below the root, once, from the outside inwards. False when out of
 * memory. */
bool tn_origins_walk(const tunip_graph *graph, const tunip_node *root, tn_origin_fn each,
                     void *user);

/* The bytes of memory that the table holds. NULL is fine, here and below. */
size_t tn_origins_memory(const tn_origins *origins);
void tn_origins_free(tn_origins *origins, const tunip_allocator *allocator);

#endif
