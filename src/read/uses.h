/* uses.h -- the members of tunip_uses, which readers fill. */
#ifndef TN_USES_H
#define TN_USES_H

#include <tunip/uses.h>

#include "../util/memory.h"

struct tunip_uses {
    tunip_allocator allocator;
    TN_ARRAY(tunip_use) items;
    TN_ARRAY(size_t) bound; /* by number of a bound name of the elaborator: tunip_use.definition */
    tunip_graph *graph;     /* of a read that failed; or NULL */
    bool failed;            /* out of memory */
};

/* Adds a use. Returns its number + 1; 0 when out of memory, and for NULL. */
size_t tn_uses_add(tunip_uses *uses, tunip_use use);

/* Takes the graph of a read that failed. */
void tn_uses_keep(tunip_uses *uses, tunip_graph *graph);

#endif
