/* graph.h -- the dataflow of an expression: its sub-expressions in the order in which a depth-first
 * walk leaves them, the inputs and outputs of each, and dominators.
 *
 * Each sub-expression occurs once, however often it is used. An operator occurs once, whatever the
 * number of nodes that stand for it. Inputs come before their users, except that a recursive
 * function bound by `let` does not depend on itself. */
#ifndef COLLAGE_GRAPH_H
#define COLLAGE_GRAPH_H

#include "expr.h"
#include "memory.h"

typedef struct cg_indices {
    uint32_t *items;
    size_t count;
} cg_indices;

typedef struct cg_node {
    const tunip_node *expr;
    cg_indices inputs;       /* in the order of the operands; of a call the operator comes first */
    cg_indices outputs;      /* ascending */
    cg_indices dominated;    /* of which this node is the dominator */
    const tunip_node *block; /* the function, or the branch or arm of an `if` or match, around it */
    uint32_t dominator;      /* the first node through which all its data flows; or CG_NONE */
    uint32_t depth;          /* in the tree of dominators */
    bool is_external;        /* its value leaves the expression */
    bool is_inline;          /* see cg_is_inline() */
    cg_kind kind;
    tunip_str label;
} cg_node;

typedef struct cg_graph {
    tn_arena *memory;
    const tunip_node *root;
    cg_node *nodes;
    uint32_t count;
    cg_map indices;  /* from expressions to indices, plus 1 */
    cg_bits bits;    /* of nodes, for any use that is over before the next */
    uint32_t *stack; /* room for two times all nodes, and */
    uint32_t *rank;  /* zeros for all nodes, in the same way */
} cg_graph;

/* Memory of the graph is that of `memory`; the expression must outlive the graph. False when out of
 * memory. */
bool cg_graph_init(cg_graph *graph, tn_arena *memory, const tunip_node *root);

/* The index of an expression, or CG_NONE. */
uint32_t cg_graph_find(const cg_graph *graph, const tunip_node *expr);

/* Whether data flows from an index of `from` that is not in `without` to an index of `to`, over at
 * least one edge. */
bool cg_graph_flows(cg_graph *graph, cg_set from, cg_set without, cg_set to);

/* The greatest kind of the nodes, and their labels with "+" between them. */
cg_kind cg_graph_describe(cg_graph *graph, tn_arena *memory, cg_set inside, tunip_str *label);

#endif
