/* plan.h -- a graph of the executor in flat arrays, its plan of memory, and its summaries. */
#ifndef DEBUG_PLAN_H
#define DEBUG_PLAN_H

#include <tunip/tvm/graph_executor.h>

#include "tensor.h"

/* ======== plan ======== */

/* A graph of the executor in flat arrays, for runs, summaries and dumps.
 *
 * Numbers of nodes and of entries (outputs of nodes) are those of graph.json; `topo-index` in TVM's
 * dumps is the number of a node. */

/* An output of a node. */
typedef struct dbg_entry {
    dbg_tensor type; /* without data */
    size_t node;
    size_t output;   /* its number among the outputs of the node */
    size_t storage;  /* an index of dbg_plan.storages */
    size_t last_use; /* the number of the last node that reads it, or a reshape of it. SIZE_MAX: it
                        is a result. If nothing reads it: its own node, and 0 for an argument */
} dbg_entry;

/* Kinds of nodes. */
typedef enum dbg_kind {
    DBG_ARGUMENT, /* an input or a parameter */
    DBG_CALL,
    DBG_RESHAPE, /* __nop: the output is the input, with another shape */
    DBG_COPY     /* __copy */
} dbg_kind;

typedef struct dbg_node {
    const tunip_executor_node *node;
    dbg_kind kind;
    tunip_str name;     /* a NUL follows it. Not unique */
    tunip_str function; /* a NUL follows it; empty for arguments */
    size_t first_entry, output_count;
    const size_t *inputs; /* entries */
    size_t input_count;
} dbg_node;

/* Memory that entries share. */
typedef struct dbg_storage {
    int64_t id;   /* storage_id of the file */
    size_t bytes; /* of its largest entry */
    int64_t device;
} dbg_storage;

typedef struct dbg_plan {
    const tunip_executor_graph *graph;
    dbg_node *nodes;
    dbg_entry *entries;
    dbg_storage *storages;
    size_t *args;  /* entries */
    size_t *heads; /* entries */
    size_t *inputs;
    int64_t *dims;
    size_t node_count, entry_count, storage_count, arg_count, head_count;
} dbg_plan;

/* Makes a plan of a graph (tunip_executor_graph), which must outlive it. Fails if the graph cannot
 * be run by anything: an impossible shape, an input that nothing can set, or memory that is
 * overwritten before it is read. */
dbg_plan *dbg_plan_new(const tunip_node *root, tunip_error *error);
void dbg_plan_free(dbg_plan *plan);

/* The argument of this name: an index of `args`; SIZE_MAX if there is none. As in TVM, the last one
 * if several have the name. */
size_t dbg_plan_argument(const dbg_plan *plan, tunip_str name);

/* The node and the output that a word means: the name of a node, "%3", "%3.1" or "3.1", or "NAME:1"
 * for the second output of a node. The first node counts if several have the name. `name` returns
 * the name of a node of `of`. False if no node is meant; whether it has the output is not
 * checked. */
typedef tunip_str (*dbg_name_fn)(const void *of, size_t node);
bool dbg_output_find(const char *word, size_t node_count, dbg_name_fn name, const void *of,
                     size_t *node, size_t *output);

/* The bytes that TVM's executor allocates, and those of all entries without sharing. */
size_t dbg_plan_pool(const dbg_plan *plan);

/* The bytes that are in use while each node runs, if memory is freed after its last use. Arguments
 * and results are always in use. `live` has room for all nodes. False when out of memory. */
bool dbg_plan_live(const dbg_plan *plan, size_t *live);

/* The most bytes that are in use at one node, and the number of this node: see dbg_plan_live(). */
size_t dbg_plan_peak(const dbg_plan *plan, size_t *node);

/* The file at `path` as a graph of the executor, and its plan. NULL after an error. */
dbg_plan *dbg_plan_open(const tunip_context *context, const char *path, tunip_graph **graph,
                        tunip_error *error);

/* ======== summary ======== */

/* A graph for people: its text, its operators and its memory, a drawing. */

/* Each writes through a callback and returns TUNIP_OK or fills `error`. */
tunip_status dbg_write_graph(tunip_context *context, const tunip_node *root, tunip_write_fn write,
                             void *user, tunip_error *error);
tunip_status dbg_write_summary(const dbg_plan *plan, tunip_write_fn write, void *user,
                               tunip_error *error);
tunip_status dbg_write_summary_json(const dbg_plan *plan, tunip_write_fn write, void *user,
                                    tunip_error *error);
/* The language of Graphviz. */
tunip_status dbg_write_dot(const dbg_plan *plan, tunip_write_fn write, void *user,
                           tunip_error *error);

#endif
