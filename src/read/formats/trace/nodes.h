/* nodes.h -- the nodes of the trace of a schedule, as the text of a saved graph. The readers
 * of tuning records and of the text of traces make them. */
#ifndef TN_TRACE_NODES_H
#define TN_TRACE_NODES_H

#include <tunip/base.h>

#include "../../../util/memory.h"
#include "../../../util/tables.h"
#include "../../../util/text.h"
#include "record.h"

enum { TN_TRACE_DEPTH = 100 }; /* of lists in lists */

typedef struct tn_trace_version tn_trace_version; /* of TVM */

typedef struct tn_trace_nodes {
    const tunip_allocator *allocator;
    tn_arena *arena;
    const tn_trace_version *version; /* of the nodes */
    const tn_trace_version *shown;   /* by the trace; NULL: it shows none so far */
    const char *fault;        /* what was expected at the current place; NULL if nothing is wrong */
    tn_text text;             /* their JSON */
    size_t count;             /* of the nodes */
    TN_ARRAY(size_t) open;    /* the items of unfinished lists */
    tn_intern names;          /* of results, without quotes */
    TN_ARRAY(size_t) results; /* the last node of each name */
    size_t depth;
    bool failed; /* out of memory */
} tn_trace_nodes;

/* No nodes, of the oldest version. tn_trace_finish() frees them. */
void tn_trace_begin(tn_trace_nodes *n, tn_arena *arena);
/* Notes the version that an instruction shows, or the import of a module such as "s_tir". */
void tn_trace_note_kind(tn_trace_nodes *n, tunip_str kind);
void tn_trace_note_import(tn_trace_nodes *n, tunip_str module);
/* Whether the trace shows another version than that of its nodes. Then they are dropped, and it
 * must be read again. */
bool tn_trace_again(tn_trace_nodes *n);

/* The first place from `at` on that is no blank. */
const char *tn_trace_skip_blanks(const char *at, const char *end);

/* Notes a mistake, unless there is one already. Returns false. */
bool tn_trace_expected(tn_trace_nodes *n, const char *what);

/* Each returns the index of its node. */
size_t tn_trace_put_text(tn_trace_nodes *n, const char *type, tunip_str text);
/* A string, by the JSON between its quotes. */
size_t tn_trace_put_string(tn_trace_nodes *n, tunip_str text);
/* A string, by its value. */
size_t tn_trace_put_value(tn_trace_nodes *n, tunip_str value);
size_t tn_trace_put_none(tn_trace_nodes *n);
size_t tn_trace_put_typed(tn_trace_nodes *n, const char *name, const char *members, ...)
    TUNIP_PRINTF(3, 4);
/* The index of a function, an operation or a constant, of int64 or int32; `members` are its own. */
size_t tn_trace_put_index(tn_trace_nodes *n, tunip_str name, bool is_wide);
size_t tn_trace_put_expr(tn_trace_nodes *n, const char *name, bool is_wide, const char *members,
                         ...) TUNIP_PRINTF(4, 5);
/* An index map of the lists of its two sides. */
size_t tn_trace_put_map(tn_trace_nodes *n, const size_t sides[2], size_t inverse);
/* A new result of an instruction. b0, l1, v2: a block, a loop, a variable. */
size_t tn_trace_put_result(tn_trace_nodes *n, tunip_str name);
/* The last result of this name; false if there is none. */
bool tn_trace_find_result(const tn_trace_nodes *n, tunip_str name, size_t *node);

void tn_trace_push(tn_trace_nodes *n, size_t node);
/* A list of the open items from `base` on. */
size_t tn_trace_put_list(tn_trace_nodes *n, const char *type, size_t base);

/* Makes the graph of what was read. */
bool tn_trace_finish(tn_trace_nodes *n, size_t root, const char *what, const char *found,
                     tn_record *m);

#endif
