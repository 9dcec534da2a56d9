/* extract.h -- sub-graphs as functions. */
#ifndef COLLAGE_EXTRACT_H
#define COLLAGE_EXTRACT_H

#include "expr.h"
#include "sub_graph.h"

/* An exit of a sub-graph, and the expression that gives its value: the call of the function, or an
 * item of it. */
typedef struct cg_output {
    uint32_t index;
    const tunip_node *expr;
} cg_output;

typedef struct cg_extracted {
    tunip_relay_function *function;
    tunip_node *call;   /* with the inputs as arguments */
    cg_indices inputs;  /* in the order of the parameters */
    cg_output *outputs; /* ascending */
    size_t output_count;
} cg_extracted;

/* Makes a function of a sub-graph, in `graph`, with functions inside for the nested sub-graphs.
 * `like` is any expression with a virtual device, which new expressions get; or NULL. NULL when out
 * of memory. */
const cg_extracted *cg_extract(tunip_graph *graph, cg_memory *memory, cg_graph *dataflow,
                               const cg_sub_graph *sub_graph, const cg_attrs *attrs,
                               const tunip_relay_expr *like);

/* The same function with a parameter for each field of parameters that are tuples. */
tunip_relay_function *cg_without_tuples(tunip_graph *graph, tunip_relay_function *function);

/* A call of `op`, which may be a function or a global variable. */
tunip_node *cg_call_new(tunip_graph *graph, void *op, size_t count, void *const *args,
                        tunip_node *type, const tunip_relay_expr *like);

#endif
