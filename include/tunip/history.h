/* history.h -- a module after each pass of a compiler, or after each primitive of a schedule. What
 * became of its lines is in <tunip/lineage.h>.
 *
 *     tunip_history *history = tunip_history_new(context, &error);
 *     ... after each pass:
 *     tunip_history_add(history, "FuseOps", module, &error);
 *     ... then:
 *     tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
 *     size_t last = tunip_history_count(history) - 1;
 *     size_t step = tunip_lineage_blame(lineage, last, 12);
 *     printf("line 12 was last changed by %s\n", tunip_history_step_at(history, step)->name.data);
 *
 * A history is a list of named snapshots; it does not matter whether a pass or a primitive of a
 * schedule made a step. The command `tunip history` reads snapshots from files. */
#ifndef TUNIP_HISTORY_H
#define TUNIP_HISTORY_H

#include <tunip/diff_lines.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- snapshots ---- */

/* A list of snapshots. Opaque. One thread at a time may add to it; while none does, any number of
 * threads may read it. */
typedef struct tunip_history tunip_history;

/* The call of a primitive of a schedule. The texts live as long as the history, and a NUL follows
 * `text`. All are empty if there is none. */
typedef struct tunip_primitive {
    tunip_str text;      /* on one line: "l4, l5 = sch.split(loop=l1, factors=[None, 32])" */
    tunip_str results;   /* "l4, l5"; empty: none */
    tunip_str call;      /* "sch.split(loop=l1, factors=[None, 32])" */
    tunip_str name;      /* "split" */
    tunip_str arguments; /* "loop=l1, factors=[None, 32]" */
} tunip_primitive;

/* A snapshot. Steps are numbered from 0. Lives as long as the history. */
typedef struct tunip_history_step {
    tunip_str name;         /* a NUL follows it */
    const tunip_node *root; /* the snapshot; NULL if NULL was added */
    size_t before;          /* the step with which this step is compared, usually the previous one;
                      TUNIP_BEFORE_HISTORY for step 0. Compilers also run passes on a part of a
                      module, such as the functions of one device, and then go on with the whole
                      module. If this step has functions that the previous step does not have, and
                      if a step only took functions away, this is the step from which they were
                      taken. The same holds if the previous step has no function of this step */
    bool is_part; /* a step on a part of the module: a later step goes on with functions that this
                     step does not have. May become true when later steps are added */
    bool changed; /* the module differs from that of the step `before`, by structural equality in
                      which free variables may correspond. False for step 0 */
    tunip_primitive primitive; /* that made this step; see tunip_history_set_trace() */
    size_t parent;    /* the step of the pass that ran this pass, as tunip_history_nest() says; it
                      comes later. TUNIP_NO_PARENT if there is none */
    tunip_str symbol; /* of the operation on which the pass ran, if that was not the whole module,
                         with those of operations around it: "kernels::@add", as tunip_mlir_find()
                         takes it. See tunip_history_add_part() and tunip_history_describe() */
    bool failed;      /* the pass failed; this is the module that it left */
    tunip_str output; /* of the compiler while the pass ran: messages and the like */
    bool unseen;      /* no dump shows the module that the pass left; this is the one before it */
    const tunip_node *part; /* the operation that tunip_history_add_part() put into the module; or
                               NULL */
    bool uncertain; /* several operations have the symbol, and which one the pass ran on is a
                       guess */
} tunip_history_step;

/* A step besides its module; see the members of tunip_history_step. */
typedef struct tunip_step_notes {
    tunip_str symbol;
    bool failed;
    tunip_str output;
    bool unseen;
    bool uncertain;
} tunip_step_notes;

/* The step before step 0: an empty one. */
#define TUNIP_BEFORE_HISTORY SIZE_MAX
#define TUNIP_NO_PARENT      SIZE_MAX

/* An empty history. The context must outlive it. Returns NULL with `error` filled when out of
 * memory; the caller frees the history with tunip_history_free(). */
TUNIP_API tunip_history *tunip_history_new(tunip_context *context, tunip_error *error);

/* Frees the history and all snapshots. NULL is fine. */
TUNIP_API void tunip_history_free(tunip_history *history);

/* Adds a snapshot of `root`, which may be changed or freed afterwards. `name` is copied. Snapshots
 * share their equal parts: memory grows with the difference from the earlier ones, time with the
 * size of the module. On failure the history stays as it was. */
TUNIP_API tunip_status tunip_history_add(tunip_history *history, const char *name,
                                         const tunip_node *root, tunip_error *error);

/* Adds a snapshot of the last step's module in which one operation is `root`, the text of a single
 * operation of MLIR: a dump of a pass that ran on a function. The operation takes the place of the
 * one with its name and symbol, at any depth. If there are several, such as two kernels with one
 * name in two modules for devices, it takes the place of the one with the path `path`, which may be
 * empty; or else of an equal one; or else of the most similar one, and the step is `uncertain`. A
 * function with a new symbol goes behind the others. If `root` is a whole module, or there is no
 * place for it, this is tunip_history_add(). */
TUNIP_API tunip_status tunip_history_add_part(tunip_history *history, const char *name,
                                              const tunip_node *root, tunip_str path,
                                              tunip_error *error);

/* The path of the operation whose place tunip_history_add_part() would take, without a path given;
 * empty if `root` is a whole module, has no symbol, or has no place. The text lives as long as the
 * history. *uncertain is set to true if the path is a guess, and to false otherwise. A dump
 * *before* a pass is equal to the operation on which the pass will run: so this tells where to put
 * the dump after it. */
TUNIP_API tunip_str tunip_history_place(tunip_history *history, const tunip_node *root,
                                        bool *uncertain);

/* A text in few bytes: texts with equal keys are equal, but for a chance of about 1 in 2^100. */
typedef struct tunip_text_key {
    uint64_t hash, check;
    size_t size;
} tunip_text_key;

/* The key of a text. */
TUNIP_API tunip_text_key tunip_text_key_of(tunip_str text);
/* Whether two keys are equal; neither may be NULL. */
TUNIP_API bool tunip_text_key_equal(const tunip_text_key *a, const tunip_text_key *b);

/* Most passes leave most functions as they are, so a log has the same text many times, and reading
 * it once is enough. `remember` notes from which text the last step was read. `recall` returns what
 * was added for such a text, to be added again, without its graph; or NULL. */
TUNIP_API tunip_status tunip_history_remember(tunip_history *history, const tunip_text_key *text,
                                              tunip_error *error);
TUNIP_API const tunip_node *tunip_history_recall(const tunip_history *history,
                                                 const tunip_text_key *text);

/* Whether the last step's module is `root`, or has it in the place that tunip_history_add_part()
 * would find: the part would change nothing. False when out of memory. */
TUNIP_API bool tunip_history_has(tunip_history *history, const tunip_node *root);

/* Records what else is known of the last step. The texts are copied. A symbol that only one
 * operation of the module has, or only one that the step changed, becomes its whole path. The path
 * that tunip_history_add_part() found stays. */
TUNIP_API tunip_status tunip_history_describe(tunip_history *history, const tunip_step_notes *notes,
                                              tunip_error *error);

/* Says that the last step is a pass that ran other passes: the steps from `first` on. Those of them
 * that have no parent yet get it as their parent. Nothing happens without such steps. */
TUNIP_API void tunip_history_nest(tunip_history *history, size_t first);

/* The number of steps, and a step; 0 for NULL, and NULL past the end. */
TUNIP_API size_t tunip_history_count(const tunip_history *history);
TUNIP_API const tunip_history_step *tunip_history_step_at(const tunip_history *history,
                                                          size_t step);

/* The memory of all snapshots, in bytes. */
TUNIP_API size_t tunip_history_memory(const tunip_history *history);

/* The differences between two steps, as tunip_diff() finds them when free variables may correspond.
 * With `from` TUNIP_BEFORE_HISTORY, everything in `to` is new. The caller frees *out before the
 * history. Past the end fails with TUNIP_ERROR_NOT_FOUND. */
TUNIP_API tunip_status tunip_history_diff(const tunip_history *history, size_t from, size_t to,
                                          tunip_script **out, tunip_error *error);

/* The changes that a step of MLIR made to the step `before`. */
typedef struct tunip_changes {
    tunip_line_counts counts;
    int64_t growth;      /* by how many lines the text grew; for step 0 all its lines */
    tunip_str functions; /* as TUNIP_DIFF_NAMES has them: "changed main\nadded relu\n" */
} tunip_changes;

/* Finds the changes of a step of MLIR without a lineage: only functions that differ are printed and
 * compared, on up to `threads` threads. So lines that moved from one function to another count as
 * removed and added. Returns NULL with `error` filled on failure. */
TUNIP_API tunip_changes *tunip_history_changes(const tunip_history *history, size_t step,
                                               const tunip_print_options *print, size_t threads,
                                               tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_changes_free(tunip_changes *changes);

/* ---- schedules ---- */

/* Whether a text is the trace of a schedule, as TVM writes Schedule.trace: each of its statements
 * calls a method of `sch`. Imports, the heading of a function and `return` may be there, too. */
TUNIP_API bool tunip_is_schedule_trace(tunip_str text);

/* Records by which primitives of a schedule the steps [first, end) were made. Step `first` is the
 * module before the schedule. Each later step was made by the next instruction of the trace that
 * transforms the module: all but get_*, sample_* and enter_postproc. If the later steps are as many
 * as all instructions, each instruction made one. Fails with TUNIP_ERROR_ARGUMENT if the text is no
 * trace, if the numbers do not fit, or if a step has the name of another primitive of the trace
 * than the one that would have made it. Then the history stays as it was. */
TUNIP_API tunip_status tunip_history_set_trace(tunip_history *history, size_t first, size_t end,
                                               tunip_str trace, tunip_error *error);

/* Splits the arguments or the results of a primitive. *rest begins with all of them, and each call
 * takes one away: its value and, for `loop=l1`, its name. Returns false if none is left. */
TUNIP_API bool tunip_primitive_next(tunip_str *rest, tunip_str *name, tunip_str *value);

#ifdef __cplusplus
}
#endif
#endif
