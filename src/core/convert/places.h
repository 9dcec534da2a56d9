/* places.h -- the access paths of some nodes of a graph. */
#ifndef TN_PLACES_H
#define TN_PLACES_H

#include "../base/array.h"
#include "../base/map.h"
#include "../base/set.h"
#include "../base/stack.h"

#include <tunip/path.h>

typedef struct tn_places {
    tn_map wanted; /* node -> 1 + the rank of its first path in the order of a walk; 0: not found */
    TN_ARRAY(const tunip_path *) paths; /* by rank */
    tn_set seen;
    tn_arena arena; /* of the paths */
    tn_stack stack;
    size_t missing; /* nodes without a path */
    bool failed;    /* out of memory */
} tn_places;

void tn_places_init(tn_places *places, const tunip_allocator *allocator);
void tn_places_free(tn_places *places);
/* Asks for the path of a node. */
void tn_places_want(tn_places *places, const tunip_node *node);
/* Walks what `root` reaches, until all paths are found. */
void tn_places_find(tn_places *places, const tunip_node *root);
/* The rank of a node that was asked for; SIZE_MAX if it was not found. */
size_t tn_places_rank(const tn_places *places, const tunip_node *node);

#endif
