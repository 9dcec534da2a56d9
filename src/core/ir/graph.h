/* graph.h -- the inside of tunip_graph, for readers. */
#ifndef TN_GRAPH_H
#define TN_GRAPH_H

#include <tunip/graph.h>

#include "../base/arena.h"

struct tn_origins;

struct tunip_graph {
    tn_arena arena;
    const tunip_context *context;
    const tunip_node *root;
    size_t node_count;
    size_t text_size;           /* the size of the text it was read from */
    bool is_trusted;            /* unchanged since it was read: see trust.h */
    struct tn_origins *origins; /* origin.h; NULL: none are recorded */
    tunip_error error;          /* of the first node that could not be completed */
};

#endif
