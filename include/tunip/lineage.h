/* lineage.h -- what became of each line of a module in the steps of a history, and where each line
 * comes from. See <tunip/history.h> for the steps. The correspondence of two modules alone is in
 * <tunip/diff_lines.h>; all programs of tunip that show changes read these links.
 *
 *     tunip_lineage *lineage = tunip_lineage_new(history, NULL, &error);
 *     size_t last = tunip_history_count(history) - 1;
 *     size_t step = tunip_lineage_blame(lineage, last, 12);
 *     printf("line 12 was last changed by %s\n", tunip_history_step_at(history, step)->name.data);
 *     tunip_lineage_follow(lineage, last, 12, print_line, NULL); // all its earlier forms
 */
#ifndef TUNIP_LINEAGE_H
#define TUNIP_LINEAGE_H

#include <tunip/diff_lines.h>
#include <tunip/history.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The printed text of every step, and the links of its lines with lines of earlier steps. Opaque
 * and immutable: several threads may use it. */
typedef struct tunip_lineage tunip_lineage;

/* Prints all steps and follows their lines. `print` may be NULL; it must not omit lines. The
 * history must outlive the result and not grow. Returns NULL with `error` filled on failure. The
 * time is that of printing and comparing all steps that changed. */
TUNIP_API tunip_lineage *tunip_lineage_new(const tunip_history *history,
                                           const tunip_print_options *print, tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_lineage_free(tunip_lineage *lineage);

/* ---- texts ---- */

/* The text of a step, as a source with the name of the step; NULL past the end. Equal steps in
 * succession share the source of the first of them. */
TUNIP_API const tunip_source *tunip_lineage_source(const tunip_lineage *lineage, size_t step);

/* The number of lines of a step; 0 past the end. */
TUNIP_API size_t tunip_lineage_line_count(const tunip_lineage *lineage, size_t step);

/* A line, numbered from 1, without its newline; empty if there is none. */
TUNIP_API tunip_str tunip_lineage_line(const tunip_lineage *lineage, size_t step, size_t line);

/* MLIR: the first line of the operation that ends in a line, as of the loop that a `}` closes;
 * and the last line of the operation that begins in a line. An operation of several lines has its
 * location, and most of its links, at its last line. For other lines, the line itself. */
TUNIP_API size_t tunip_lineage_first_line(const tunip_lineage *lineage, size_t step, size_t line);
TUNIP_API size_t tunip_lineage_last_line(const tunip_lineage *lineage, size_t step, size_t line);

/* The lines that a step changed, compared with the step `before` (history.h): the same numbers as
 * tunip_diff_lines_counts(). All are 0 for step 0 and past the end. */
TUNIP_API tunip_line_counts tunip_lineage_counts(const tunip_lineage *lineage, size_t step);

/* The functions that a step changed, one a line, as TUNIP_DIFF_NAMES (diff_text.h) writes them:
 * "changed main\nadded relu\n". Empty for step 0 and past the end. Not NUL-terminated. */
TUNIP_API tunip_str tunip_lineage_functions(const tunip_lineage *lineage, size_t step);

/* ---- one step ---- */

/* A line and its predecessor. */
typedef struct tunip_ancestry {
    size_t step;  /* the step that has the predecessor: usually tunip_history_step.before */
    size_t line;  /* the corresponding line of that step, from 1; 0: none, because this step
                     inserted the line */
    bool changed; /* this step changed the meaning of the line. Changes of indentation, and of names
                     of variables do not count, nor do values of MLIR that took the place of a
                     value that is gone: a pass folded it, or removed a cast */
    bool renamed; /* not changed, but names of variables were */
    bool moved;   /* this step moved it to another place */
} tunip_ancestry;

/* The predecessor of a line, numbered from 1. For lines of step 0 and lines that do not exist,
 * there is none. */
TUNIP_API tunip_ancestry tunip_lineage_before(const tunip_lineage *lineage, size_t step,
                                              size_t line);

/* The step that inserted, moved or last changed a line of `step`; 0 if no step after step 0 did. */
TUNIP_API size_t tunip_lineage_blame(const tunip_lineage *lineage, size_t step, size_t line);

/* ---- links ---- */

/* A link of a line with a line of an earlier step. */
typedef struct tunip_step_link {
    size_t from_step; /* the earlier step; `link.lhs` is its line */
    size_t to_step;   /* the later step; `link.rhs` is its line */
    tunip_link link;
} tunip_step_link;

/* The links of a line with lines of earlier steps. Writes at most `room` of them to `out`; returns
 * their number. */
TUNIP_API size_t tunip_lineage_links(const tunip_lineage *lineage, size_t step, size_t line,
                                     tunip_step_link *out, size_t room);

/* The places in the user's program from which a line comes: those of the first node in it that has
 * a span (site.h). Writes at most `room` of them to `out`; returns their number. The names in them
 * live as long as the history. */
TUNIP_API size_t tunip_lineage_sites(const tunip_lineage *lineage, size_t step, size_t line,
                                     tunip_site *out, size_t room);

/* Calls `each` for all places of the lines of all steps, in the order of steps and lines. A place
 * of several lines occurs several times. When `each` returns false, stops and returns false. */
TUNIP_API bool tunip_lineage_each_site(const tunip_lineage *lineage, tunip_site_fn each,
                                       void *user);

/* ---- all steps ---- */

/* A line of a step that belongs to the history of the line that was asked for. */
typedef struct tunip_followed {
    size_t step, line;           /* the line from 1 */
    size_t from_step, from_line; /* its predecessor, by the link below: the first one that is
                                    followed; `from_line` is 0 if there is none: the step inserted
                                    the line, or is step 0 */
    tunip_link_kind kind;
    tunip_link_reason reason;
    bool changed; /* the step changed its meaning */
    bool sure;    /* all links between this line and the line that was asked for are certain */
} tunip_followed;

/* Returns false to stop. */
typedef bool (*tunip_follow_fn)(void *user, const tunip_followed *line);

/* Calls `each` for the line, for all lines from which it was made, and for all lines that were
 * made of it, in the order of steps and lines; each line once. A line that has a predecessor of
 * its own is followed back through it, and through links that are certain or of the kind
 * TUNIP_LINK_MERGED; a line that has a successor of its own in the same way, but through the kind
 * TUNIP_LINK_SPLIT. Of each step, at most 256 lines are followed. Returns false if `each` returned
 * false or memory ran out. */
TUNIP_API bool tunip_lineage_follow(const tunip_lineage *lineage, size_t step, size_t line,
                                    tunip_follow_fn each, void *user);

/* The same for a line of the user's program, from 1: all lines of all steps that come from it. With
 * `line` 0 the whole source counts, such as a layer. Lines whose spans name the place are certain.
 * If no link leads to such a line from the lines above it, its `from_line` is 0. `source` is the
 * name in the spans (site.h). If no span begins in the line, the smallest spans around it count. */
TUNIP_API bool tunip_lineage_follow_site(const tunip_lineage *lineage, tunip_str source,
                                         int64_t line, tunip_follow_fn each, void *user);

/* The beginning of a line: a place in the user's program or, without spans, a line of step 0. */
typedef struct tunip_line_origin {
    size_t line;     /* of step 0, from 1; 0: the place `site` */
    tunip_site site; /* the names in it live as long as the history */
    bool sure;       /* all links between the line and its origin are certain */
} tunip_line_origin;

/* The origins of a line: the places that its spans name; if it has no spans, the origins of the
 * lines from which it was made. None for a line that a step inserted. Writes at most `room` of them
 * to `out`, each line of the user's program once; returns their number, which may count those
 * without room twice. Returns 0 when out of memory. */
TUNIP_API size_t tunip_lineage_origins(const tunip_lineage *lineage, size_t step, size_t line,
                                       tunip_line_origin *out, size_t room);

#ifdef __cplusplus
}
#endif
#endif
