/* expr.h -- the sub-expressions of an expression of Relay, and replacing them. */
#ifndef COLLAGE_EXPR_H
#define COLLAGE_EXPR_H

#include <tunip/tvm/relay.h>

#include "memory.h"

typedef struct cg_exprs {
    const tunip_node **items;
    size_t count;
} cg_exprs;

/* Appends the children of an expression, in the order in which TVM's visitors visit them. False
 * when out of memory. */
bool cg_push_children(cg_memory *memory, const tunip_node *expr, cg_exprs *out);

/* Appends the types of a tuple, and those of tuples in it; any other type itself. False when out of
 * memory. */
bool cg_flatten_type(cg_memory *memory, const tunip_node *type, cg_exprs *out);

/* The expression with other children, as many as cg_push_children() appends; itself if they are the
 * same. NULL when out of memory. */
const tunip_node *cg_with_children(tunip_graph *graph, const tunip_node *expr,
                                   const tunip_node *const *children);

/* Functions that replace expressions. Each returns false after an error. */
typedef struct cg_change {
    /* Called before the children. Sets *out to the replacement; NULL: there is none. If `chained`,
     * the replacement is visited, too. */
    bool (*enter)(void *user, const tunip_node *expr, const tunip_node **out);
    /* Called with the expression whose children have been replaced; sets *out, which is it. */
    bool (*leave)(void *user, const tunip_node **out);
    void *user;
    bool chained;
} cg_change;

/* Applies a change to each sub-expression once, children first. Returns the new root. Returns NULL
 * when out of memory, after an error of a function, and if a chain of replacements leads back to
 * itself; `is_cycle` then says so (NULL: not wanted). Only memory limits the depth. */
const tunip_node *cg_mutate(tunip_graph *graph, const tunip_node *root, const cg_change *change,
                            bool *is_cycle);

/* The text of a node of Relay, without the line of the version before it. "?" if there is none. */
void cg_node_say(cg_buffer *out, tunip_context *context, const tunip_node *node);

/* A map from pointers to pointers. */
typedef struct cg_map {
    cg_memory *memory;
    const void **slots; /* pairs */
    size_t slot_count, count;
} cg_map;

const void *cg_map_get(const cg_map *map, const void *key);
/* False when out of memory. */
bool cg_map_put(cg_map *map, const void *key, const void *value);

#endif
