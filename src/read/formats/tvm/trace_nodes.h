/* trace_nodes.h -- the nodes of the trace of a schedule, as the text of a saved graph. The readers
 * of tuning records and of the text of traces make them. */
#ifndef TN_TRACE_NODES_H
#define TN_TRACE_NODES_H

#include <tunip/base.h>

#include "../../../util/memory.h"
#include "../../../util/text.h"
#include "record.h"

enum { TN_TRACE_DEPTH = 100 }; /* of lists in lists */

/* An output of an instruction. */
typedef struct tn_trace_result {
    tunip_str name; /* without quotes */
    size_t node;
} tn_trace_result;

typedef struct tn_trace_nodes {
    const tunip_allocator *allocator;
    tn_arena *arena;
    const char *prefix;    /* of the types of schedules: "tir", "s_tir" from v0.26 on */
    const char *fault;     /* what was expected at the current place; NULL if nothing is wrong */
    tn_text text;          /* their JSON */
    size_t count;          /* of the nodes */
    TN_ARRAY(size_t) open; /* the items of unfinished lists */
    TN_ARRAY(tn_trace_result) results;
    size_t depth;
    bool failed; /* out of memory */
} tn_trace_nodes;

/* Notes a mistake, unless there is one already. Returns false. */
bool tn_trace_expected(tn_trace_nodes *n, const char *what);

/* Each returns the index of its node. */
size_t tn_trace_put_text(tn_trace_nodes *n, const char *type, tunip_str text);
/* A string, by the JSON between its quotes. */
size_t tn_trace_put_string(tn_trace_nodes *n, tunip_str text);
size_t tn_trace_put_none(tn_trace_nodes *n);
size_t tn_trace_put_typed(tn_trace_nodes *n, const char *name, const char *members, ...)
    TUNIP_PRINTF(3, 4);
/* A new result of an instruction. b0, l1, v2: a block, a loop, a variable. */
size_t tn_trace_put_result(tn_trace_nodes *n, tunip_str name);

void tn_trace_push(tn_trace_nodes *n, size_t node);
/* A list of the open items from `base` on. */
size_t tn_trace_put_list(tn_trace_nodes *n, const char *type, size_t base);

/* Blocks are called SBlocks from v0.26 on, and so are the instructions about them. */
bool tn_trace_is_newer(tunip_str text);
/* Makes the graph of what was read. */
bool tn_trace_finish(tn_trace_nodes *n, size_t root, bool newer, const char *what,
                     const char *found, tn_record *m);

#endif
