/* commands.h -- the commands of the debugger, which the batch mode and the terminal share: a line
 * in, text out. */
#ifndef DEBUG_COMMANDS_H
#define DEBUG_COMMANDS_H

#include "../text.h"
#include "session.h"

enum { DBG_MOST_WORDS = 16 };

/* A debugger: a session, and what its commands remember. */
typedef struct dbg_debugger {
    dbg_session *session;
    tunip_graph *graph;
    const char *graph_file, *library_file;
    size_t watches[32]; /* entries */
    size_t watch_count;
    size_t at; /* the node that ran last; SIZE_MAX: none */
    bool quit;
    dbg_text *out; /* of the command that runs */
} dbg_debugger;

/* Executes a line; appends to `out`. False after an error, whose message is in `error`. An empty
 * line and a comment (#) do nothing. */
bool dbg_execute(dbg_debugger *d, const char *line, dbg_text *out, tunip_error *error);

/* ---- for the commands ---- */

/* The entry that a word names: %3, %3.1, or the name of a node, with :1 for its second output.
 * SIZE_MAX after an error. */
size_t dbg_find_entry(const dbg_debugger *d, const char *word, tunip_error *error);

/* inspect.c: text about tensors and nodes. `slice` is "[0, 2:5]", or NULL. */
bool dbg_show_tensor(dbg_debugger *d, size_t entry, const char *slice, tunip_error *error);
void dbg_show_stats(dbg_debugger *d, size_t entry);
void dbg_show_node(dbg_debugger *d, size_t node);
void dbg_show_times(dbg_debugger *d);
void dbg_show_memory(dbg_debugger *d);
/* The name of an entry: "%3.1". */
void dbg_put_entry(dbg_text *out, const dbg_plan *plan, size_t entry);

#endif
