/* graph.h -- the members of tunip_graph, for readers. */
#ifndef TN_GRAPH_H
#define TN_GRAPH_H

#include <tunip/graph.h>

#include "../base/scratch.h"

struct tn_origins;

enum { TN_MOST_VERIFIED = 8 };

struct tunip_graph {
    tn_arena arena;
    tunip_scratch scratch; /* the arena, for code that has no graph */
    const tunip_context *context;
    const tunip_node *root;
    size_t node_count;
    size_t text_size;      /* the size of the text it was read from */
    size_t verified_count; /* see verified.h; 0: the graph is not verified */
    const tunip_node *verified[TN_MOST_VERIFIED];
    const char *language;       /* see tunip_graph_language(); or NULL */
    unsigned vintage;           /* of the file, if the format says; 0: that of the root */
    struct tn_origins *origins; /* origin.h; NULL: none are recorded */
    tunip_error error;          /* of the first node that could not be completed */
};

/* Records as an error that a constructor got `count` things (`what`) and no table of them. Returns
 * NULL. */
void *tn_graph_no_table(tunip_graph *graph, const char *what, size_t count);

/* Whether no allocation and no completion of a node has failed. */
static inline bool tn_graph_is_fine(const tunip_graph *graph)
{
    return graph->error.code == TUNIP_OK && !graph->arena.failed;
}

#endif
