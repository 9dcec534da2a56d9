/* replay.h -- a recorded run of TVM's collage, done again: its targets, tables of patterns, answers
 * of predicates and mock costs. */
#ifndef COLLAGE_REPLAY_H
#define COLLAGE_REPLAY_H

#include "costs.h"
#include "json.h"

typedef struct cg_replay {
    tunip_context *context;
    tn_arena memory;
    const char *folder, *path; /* path: the file that an error is about */
    cg_file config, tables;
    tunip_graph *graph;
    tunip_graph **patterns; /* own the patterns */
    size_t pattern_count;
    const cg_spec **specs;
    size_t spec_count;
    struct cg_answer *answers;
    size_t answer_count;
    bool is_sub_graph;  /* a record of marked nodes, without a search */
    size_t unrecorded;  /* answers that the record lacks */
    const char *reason; /* why marked nodes are no valid partition; or NULL */
    cg_mock mock;
    cg_engine engine;
    tunip_error *error;
} cg_replay;

/* Reads a folder: config.json, indexed.json (or input.json, or a text), pattern_tables.json,
 * predicates.tsv. With `placeholders`, a text may lack its constants: a search needs only their
 * types, but the module is not to be saved then. False after an error. cg_replay_free() in any
 * case. */
bool cg_replay_open(cg_replay *replay, tunip_context *context, const char *folder,
                    bool placeholders, tunip_error *error);
/* Runs it. With options.as_tvm unset, the mistakes of TVM are not repeated. */
bool cg_replay_run(cg_replay *replay, const cg_options *options);
void cg_replay_free(cg_replay *replay);

#endif
