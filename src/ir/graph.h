/* graph.h -- the members of tunip_graph: its nodes, whether they are known to be valid, and
 * where they were read. */
#ifndef TN_GRAPH_H
#define TN_GRAPH_H

#include <tunip/graph.h>
#include <tunip/source.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "registry.h"

/* ======== graph ======== */

/* The members of tunip_graph, for readers. */

struct tn_origins;

enum { TN_MOST_VERIFIED = 8 };

struct tunip_graph {
    tn_arena arena;
    tunip_scratch scratch; /* the arena, for code that has no graph */
    const tunip_context *context;
    const tunip_node *root;
    size_t node_count;
    size_t text_size;      /* the size of the text it was read from */
    size_t verified_count; /* see below; 0: the graph is not verified */
    const tunip_node *verified[TN_MOST_VERIFIED];
    const char *language;       /* see tunip_graph_language(); or NULL */
    unsigned vintage;           /* of the file, if the format says; 0: that of the root */
    struct tn_origins *origins; /* below; NULL: none are recorded */
    tunip_error error;          /* of the first node that could not be completed */
};

/* Records as an error that a constructor got `count` things (`what`) and no table of them. Returns
 * NULL. */
void *tn_graph_no_table(tunip_graph *graph, const char *what, size_t count);

/* The number of nodes that a reader made, including values saved as separate nodes. */
size_t tn_graph_node_count(const tunip_graph *graph);

/* Whether no allocation and no completion of a node has failed. */
static inline bool tn_graph_is_fine(const tunip_graph *graph)
{
    return graph->error.code == TUNIP_OK && !graph->arena.failed;
}

/* ======== verified ======== */

/* Graphs that are known to be valid: a reader checked every field as it made them,
 * and nothing has changed them since. A print need not check such a graph again. */

/* Marks the graph as verified: its root, and the first items of a root that is an array, such as
 * two modules that are to be compared. When out of memory it stays unmarked and is checked like any
 * other. */
void tn_graph_set_verified(tunip_graph *graph);
/* Removes the mark: the graph may have changed. */
void tn_graph_clear_verified_slow(tunip_graph *graph);
static inline void tn_graph_clear_verified(tunip_graph *graph)
{
    if (graph->verified_count) tn_graph_clear_verified_slow(graph);
}

/* Whether a verified graph has the mark at `root`. */
bool tn_root_is_verified(const tunip_context *context, const tunip_node *root);

/* ======== origin ======== */

/* The origins of nodes: the places in sources from which they were read. They are in a
 * side table of the graph, which exists once a reader or a program sets an origin. */

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

/* Whether a node of an unregistered type may have this key: messages contain keys without
 * escapes. */
bool tn_is_unregistered_key(tunip_str key);
/* A description of an unregistered type, which lives as long as the graph: see tunip_opaque. `key`
 * must live so long, too. NULL when out of memory. */
tunip_type *tn_graph_unregistered_type(tunip_graph *graph, const char *key);
/* A node of an unregistered type for one in a metadata section that a text lacks: it prints as an
 * item of such a section. NULL when out of memory, and for a key that no such type may have. */
tunip_node *tn_graph_missing_node(tunip_graph *graph, tunip_str key, int64_t index);
/* Whether tn_graph_missing_node() made the node. */
bool tn_is_missing(const tunip_opaque *node);

#endif
