/* dump.h -- the outputs of all nodes of a run, in files. */
#ifndef DEBUG_DUMP_H
#define DEBUG_DUMP_H

#include <tunip.h>

#include "plan.h"
#include "sources.h"

/* ======== folder ======== */

/* Folders for the files of a run. */

/* Makes a folder, and those above it, if they are missing. */
bool dbg_folder_make(const char *path, tunip_error *error);

/* ======== dump ======== */

/* The outputs of all nodes of a run, in files: as TVM's debug executor writes them
 * (TVM v0.19 python/tvm/contrib/debugger/debug_result.py), and in tunip's own schema
 * (docs/formats.md). */

/* A run that was recorded. */
typedef struct dbg_record {
    const dbg_plan *plan;
    const char *graph_file, *library_file; /* for the header; or NULL */
    dbg_tensor *const *values;             /* each entry; NULL: not computed */
    const double *times;                   /* seconds: `repeats` for each node; or NULL */
    size_t repeats;
    const double *first;        /* seconds of the first call of each node; or NULL */
    const dbg_sources *sources; /* of the functions; or NULL */
    const char *failure;        /* why the run ended before the last node; or NULL */
} dbg_record;

/* Writes DIR/_tvmdbg_device_CPU_0/ with TVM's three files, DIR/run.jsonl, and DIR/values/, with a
 * .npy file for each value. Makes the folders. Files of an earlier dump are replaced. */
tunip_status dbg_dump_write(const dbg_record *record, const char *folder, tunip_error *error);

/* Chrome's trace of the nodes that ran (chrome://tracing, Perfetto). */
tunip_status dbg_trace_write(const dbg_record *record, const char *path, tunip_error *error);

/* An event file of TensorBoard in a folder, which is made: the times and the counts of NaN and
 * infinities as scalars, the values as histograms, the graph. Replaces the file of an earlier
 * run. */
tunip_status dbg_tensorboard_write(const dbg_record *record, const char *folder,
                                   tunip_error *error);

/* The mean, the least, the median and the largest of the times of a node, in seconds, and the time
 * of its first call, which also loads code and touches memory. 0: not known. */
typedef struct dbg_times {
    double mean, min, median, max, first;
} dbg_times;
dbg_times dbg_record_times(const dbg_record *record, size_t node);

/* ---- reading ---- */

/* An output of a node in a dump. */
typedef struct dbg_dumped {
    tunip_str name; /* of the node */
    size_t node, output;
    const dbg_tensor *tensor;
} dbg_dumped;

/* Splits "<name>____topo-index:<node>____output-num:<output>", the name that TVM's dumps give a
 * tensor. The tensor of `out` stays as it is. */
bool dbg_dump_split(tunip_str key, dbg_dumped *out);

typedef struct dbg_dumped_node {
    tunip_str name, op;              /* "param" for an argument */
    size_t first_input, input_count; /* of dbg_dump.inputs */
    tunip_str layout, weight_layout; /* of the output and of the second input, such as "NCHW4c";
                                        empty if the attributes do not say */
} dbg_dumped_node;

typedef struct dbg_dump {
    tunip_source *graph;
    dbg_params params;
    dbg_dumped *items; /* in the order of the nodes and their outputs */
    size_t count;
    dbg_dumped_node *nodes;
    size_t node_count;
    size_t *inputs; /* numbers of nodes */
    size_t *heads;  /* the same, of the results */
    size_t head_count;
    char *texts;   /* decoded strings */
    double *times; /* of each node, in microseconds; NULL: the dump has no trace */
    dbg_place (*places)[DBG_PLACES]; /* of each node, without text; NULL: the dump has none */
    char *place_texts;
    /* Of references (reference.h), which have no graph; else NULL. */
    size_t *belongs; /* each item: the item of the other dump to which it belongs, + 1; 0: none */
    bool *by_map;    /* each item: a map says so, not its name */
    void **owned;    /* what free() frees */
    size_t owned_count;
} dbg_dump;

/* Whether a folder has a dump. */
bool dbg_is_dump(const char *folder);

/* Reads a dump of TVM or of tunip: the folder that has the files, or the folder around it. */
bool dbg_dump_read(const tunip_context *context, const char *folder, dbg_dump *dump,
                   tunip_error *error);
void dbg_dump_free(dbg_dump *dump);

/* An output of a node; NULL: the dump does not have it. */
const dbg_dumped *dbg_dump_item(const dbg_dump *dump, size_t node, size_t output);

/* The values of a record as a dump without files, which borrows names and tensors from it. False
 * when out of memory. */
bool dbg_dump_of(const dbg_record *record, dbg_dump *dump);

#endif
