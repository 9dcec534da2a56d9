/* graph_executor.h -- the graph that TVM's graph executor runs: calls of compiled functions, in
 * order, and the plan of their memory (TVM v0.19 src/runtime/graph_executor/graph_executor.h).
 *
 * The file graph.json refers to the outputs of nodes by numbers; here, inputs refer to the tensors
 * themselves. The tensors are variables: the outputs of a node define them. Any pointer may be
 * NULL. */
#ifndef TUNIP_GRAPH_EXECUTOR_H
#define TUNIP_GRAPH_EXECUTOR_H

#include <tunip/node.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An output of a node: an entry of the executor. */
typedef struct tunip_executor_tensor {
    tunip_node base;
    tunip_dtype dtype;
    tunip_array *shape;  /* of tunip_int */
    int64_t storage;     /* tensors with the same number share memory */
    int64_t device;      /* the type of the device, as of DLPack: 1 is the CPU */
    tunip_string *scope; /* of the memory; NULL: the usual one */
} tunip_executor_tensor;

/* A call of a function, or an input or a parameter of the graph. */
typedef struct tunip_executor_node {
    tunip_node base;
    tunip_string *op;     /* "null": an input or a parameter; "tvm_op": a call */
    tunip_string *name;   /* not unique */
    tunip_map *attrs;     /* texts: func_name, num_inputs, ...; NULL if there are none */
    tunip_array *inputs;  /* of tensors that earlier nodes define */
    tunip_array *outputs; /* of tensors that this node defines */
    tunip_array *control_deps; /* of tunip_int: numbers of nodes that have to run before. The
                                  executor ignores them. NULL if there are none */
} tunip_executor_node;

/* The root of a file. */
typedef struct tunip_executor_graph {
    tunip_node base;
    tunip_array *nodes;
    tunip_array *args;  /* the tensors of the nodes in arg_nodes: the inputs and parameters */
    tunip_array *heads; /* the tensors that are the results */
    tunip_map *members; /* JSON by name: members of the file that the executor does not use, such as
                           metadata; NULL if there are none */
    tunip_map *attrs;   /* likewise the lists in the member `attrs` of the file */
} tunip_executor_graph;

TUNIP_API extern tunip_type tunip_executor_tensor_type; /* "graph_executor.Tensor" */
TUNIP_API extern tunip_type tunip_executor_node_type;   /* "graph_executor.Node" */
TUNIP_API extern tunip_type tunip_executor_graph_type;  /* "graph_executor.Graph" */

TUNIP_API extern const struct tunip_dialect tunip_dialect_graph;

#ifdef __cplusplus
}
#endif
#endif
