/* history.h -- a module after each pass of a compiler, or after each primitive of a schedule: what
 * each step changed, and which step last changed a line.
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

/* A snapshot. Steps are numbered from 0. Lives as long as the history. */
typedef struct tunip_history_step {
    tunip_str name;         /* a NUL follows it */
    const tunip_node *root; /* the snapshot; NULL if NULL was added */
    size_t before;          /* the step with which this step is compared, usually the previous one;
                      TUNIP_BEFORE_HISTORY for step 0. Compilers also run passes on parts of a
                      module. So this is the earlier step that shares most function names with this
                      step; if there are several such steps, the newest one */
    bool changed; /* the module differs from that of the step `before`, by structural equality in
                      which free variables may correspond. False for step 0 */
} tunip_history_step;

/* The step before step 0: an empty one. */
#define TUNIP_BEFORE_HISTORY SIZE_MAX

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

/* ---- lines ---- */

/* The printed text of every step. For each line, also the corresponding line of the step before
 * (tunip_history_step.before). Opaque and immutable: several threads may use it. */
typedef struct tunip_lineage tunip_lineage;

/* Prints all steps and follows their lines. `print` may be NULL; it must not omit lines. The
 * history must outlive the result and not grow. Returns NULL with `error` filled on failure. The
 * time is that of printing and comparing all steps that changed. */
TUNIP_API tunip_lineage *tunip_lineage_new(const tunip_history *history,
                                           const tunip_print_options *print, tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_lineage_free(tunip_lineage *lineage);

/* The text of a step, as a source with the name of the step; NULL past the end. Equal steps in
 * succession share the source of the first of them. */
TUNIP_API const tunip_source *tunip_lineage_source(const tunip_lineage *lineage, size_t step);

/* The number of lines of a step; 0 past the end. */
TUNIP_API size_t tunip_lineage_line_count(const tunip_lineage *lineage, size_t step);

/* A line, numbered from 1, without its newline; empty if there is none. */
TUNIP_API tunip_str tunip_lineage_line(const tunip_lineage *lineage, size_t step, size_t line);

/* A line and its predecessor. */
typedef struct tunip_ancestry {
    size_t line;  /* the corresponding line of the step before, from 1; 0: none, because this step
                     inserted the line */
    bool changed; /* this step changed the meaning of the line. Changes of indentation, of names of
                     variables, and of properties that are not printed do not count */
    bool moved;   /* this step moved it to another place */
} tunip_ancestry;

/* The predecessor of a line, numbered from 1. For lines of step 0 and lines that do not exist,
 * there is none. */
TUNIP_API tunip_ancestry tunip_lineage_before(const tunip_lineage *lineage, size_t step,
                                              size_t line);

/* A line and its successor. */
typedef struct tunip_descent {
    size_t step; /* the first later step that has the line, if `line` is not 0 */
    size_t line; /* from 1; 0: it has no successor */
} tunip_descent;

/* The successor of a line. If a step turned this line into several lines, the first of them. */
TUNIP_API tunip_descent tunip_lineage_after(const tunip_lineage *lineage, size_t step, size_t line);

/* The step that inserted, moved or last changed a line of `step`; 0 if no step after step 0 did. */
TUNIP_API size_t tunip_lineage_blame(const tunip_lineage *lineage, size_t step, size_t line);

#ifdef __cplusplus
}
#endif
#endif
