/* session.h -- a run that can be stopped between nodes, looked at, changed and continued; its
 * commands and its screen. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "../dump.h"
#include "../runtime/runtime.h"
#include "../tensor.h"
#include "../tunip_debug.h"

/* ======== session ======== */

/* A run that can be stopped between nodes, looked at, changed and continued.
 *
 * Entries share memory, so the session keeps a copy of every output. Before a node runs, the
 * session puts inputs whose memory has another owner back in place: nodes can run in any order. */

/* A condition of a breakpoint: a statistic of an output. */
typedef struct dbg_break {
    unsigned id;
    char *pattern; /* of the names of nodes, with * and ?; NULL: all. "%3" is node 3 */
    bool tests;    /* else each node that fits the pattern stops the run */
    char stat[8];  /* a name of dbg_stats_get() */
    char op[3];    /* "<", "<=", ">", ">=", "==", "!=" */
    double limit;
} dbg_break;

/* A value that was replaced. */
typedef struct dbg_injection {
    size_t entry;
    dbg_tensor *before; /* of an argument, or of an earlier injection; NULL: the node runs again */
    bool was_injected;
} dbg_injection;

typedef struct dbg_session {
    const dbg_plan *plan;
    const tunip_context *context;
    rt_runtime *rt;
    dbg_tensor **values;       /* each entry; NULL: not computed */
    bool *done;                /* each node */
    bool *given;               /* each argument */
    bool *injected;            /* each entry */
    dbg_injection *injections; /* in their order */
    size_t injection_count;
    size_t *stamps;  /* each entry: changes with its value */
    size_t clock;    /* the last stamp */
    size_t *owner;   /* each storage: the entry that it holds, + 1 */
    double *times;   /* seconds of the last run of each node */
    double *first;   /* seconds of its first call, which loads code and touches memory */
    double *samples; /* those of `repeats` runs, if there were several */
    size_t repeats;
    dbg_break *breaks;
    size_t break_count;
    unsigned last_break;
    bool isolate; /* run functions in a child process */
    double limit; /* seconds that a function may take then; 0: any */
} dbg_session;

/* Opens a session, whose arguments have no values yet. False after an error. */
bool dbg_session_open(dbg_session *s, rt_runtime *rt, const tunip_context *context,
                      tunip_error *error);
void dbg_session_close(dbg_session *s);

/* The next node that is not done; the number of nodes if there is none. */
size_t dbg_session_next(const dbg_session *s);

/* Whether the pattern of a breakpoint fits a node. */
bool dbg_break_fits(const dbg_break *b, const dbg_session *session, size_t node);

/* Runs nodes that are not done, up to before node `end`. Stops behind a node at which a breakpoint
 * applies: *hit is the breakpoint then, else NULL, and *at the node. */
bool dbg_session_run(dbg_session *s, size_t end, const dbg_break **hit, size_t *at,
                     tunip_error *error);

/* Runs one node, whose inputs must be known, also if it is done. Nodes that depend on it are not
 * done any more if an output changes. */
bool dbg_session_run_node(dbg_session *s, size_t node, tunip_error *error);

/* Forgets what node `node` and all later ones have computed. */
void dbg_session_goto(dbg_session *s, size_t node);

/* Sets the value of an argument: an rt_take_fn, whose `user` is the session. */
bool dbg_session_set(void *session, size_t arg, const dbg_tensor *value, tunip_error *error);

/* Replaces the value of an entry; nodes that depend on it are not done any more. */
bool dbg_session_inject(dbg_session *s, size_t entry, const dbg_tensor *value, tunip_error *error);
/* Takes back the last injection of an entry, or with SIZE_MAX the last of all. Returns the entry;
 * SIZE_MAX: there is no injection, or memory ran out. */
size_t dbg_session_undo(dbg_session *s, size_t entry, tunip_error *error);
/* Whether all outputs of a node are injected: its function does not run. */
bool dbg_session_skips(const dbg_session *s, size_t node);

/* Runs everything once, for the costs of first calls, then `count` times, and keeps the times of
 * each node. */
bool dbg_session_repeat(dbg_session *s, size_t count, tunip_error *error);

/* A record of what was computed, for dumps. */
dbg_record dbg_session_record(const dbg_session *s);

/* ---- a function in a process of its own ---- */

/* rt_run_node() in a child process: a crash or a timeout becomes an error that names the node. The
 * memory of the runtime must be shared (rt_open()). */
tunip_status dbg_run_isolated(rt_runtime *rt, size_t node, double limit, tunip_error *error);

/* ======== commands ======== */

/* The commands of the debugger, which the batch mode and the terminal share: a line
 * in, text out. */

enum { DBG_MOST_WORDS = 16 };

/* A session, and what its commands remember. */
struct tunip_debugger {
    tunip_context *context;
    dbg_plan *plan;
    rt_runtime *rt;
    dbg_session session;
    tunip_graph *graph;
    char *graph_file, *library_file;
    dbg_sources sources;
    size_t watches[32]; /* entries */
    size_t watch_count;
    size_t at;           /* the node that ran last; SIZE_MAX: none */
    unsigned breakpoint; /* that the last command made, or that stopped it; 0: none */
    bool quit;
    tn_text *out; /* of the command that runs */
};

/* A record for dumps, with the names of the files. */
dbg_record dbg_record_of(const tunip_debugger *d);

/* Executes a line; appends to `out`. False after an error, whose message is in `error`. An empty
 * line and a comment (#) do nothing. */
bool dbg_execute(tunip_debugger *d, const char *line, tn_text *out, tunip_error *error);

/* Adds the breakpoint of tunip_debug_break(): d->breakpoint is its number then. */
bool dbg_break_add(tunip_debugger *d, const char *condition, tunip_error *error);

/* ---- for the commands ---- */

/* The entry of an output. SIZE_MAX after an error. */
size_t dbg_entry_of(const tunip_debugger *d, tunip_debug_output output, tunip_error *error);
tunip_debug_output dbg_output_of(const tunip_debugger *d, size_t entry);
/* "%3 name: float32[4], injected" */
void dbg_show_head(tunip_debugger *d, size_t entry);

/* The entry that a word names, as dbg_output_find() reads it. SIZE_MAX after an error. */
size_t dbg_find_entry(const tunip_debugger *d, const char *word, tunip_error *error);

/* Text about tensors and nodes. `slice` is "[0, 2:5]", or NULL. */
bool dbg_show_tensor(tunip_debugger *d, size_t entry, const char *slice, tunip_error *error);
void dbg_show_stats(tunip_debugger *d, size_t entry);
void dbg_show_node(tunip_debugger *d, size_t node);
/* A node with its inputs, outputs, attributes, users, and the source of its function. */
void dbg_show_whole_node(tunip_debugger *d, size_t node);
void dbg_show_times(tunip_debugger *d);
void dbg_show_memory(tunip_debugger *d);

/* The name of a command, by its number; NULL behind the last one. */
const char *dbg_command_name(size_t index);

/* ======== screen ======== */

/* The debugger on a terminal. */

/* Runs until the user quits. Fails if this build has no ncurses, or there is no terminal. */
bool dbg_screen_run(tunip_debugger *d, bool has_colours, tunip_error *error);

#endif
