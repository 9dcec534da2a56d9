/* history.h -- the inside of a history, for the files of this folder. */
#ifndef TN_HISTORY_H
#define TN_HISTORY_H

#include <tunip/history.h>
#include <tunip/lineage.h>
#include <tunip/mlir.h>

#include "../../util/memory.h"
#include "../../util/source.h"

tunip_context *tn_history_context(const tunip_history *history);
tunip_graph *tn_history_graph(const tunip_history *history);
void tn_history_set_primitive(tunip_history *history, size_t step,
                              const tunip_primitive *primitive);

/* The operation that a step put into the place of another one: see tunip_history_add_part(). `old`
 * is NULL if it was new. Both are NULL for a step with a whole module. */
typedef struct tn_replaced {
    const tunip_mlir_operation *old, *now;
} tn_replaced;

tn_replaced tn_history_replaced(const tunip_history *history, size_t step);

/* Whether a step has a function as the step `part` left it, but not as `before` has it; false on
 * failure. */
bool tn_history_shares(const tunip_history *history, size_t part, size_t step, size_t before,
                       tunip_error *error);

/* The changes of a step of MLIR without counts, for which no line is printed. NULL on failure. */
tunip_changes *tn_history_changed_functions(const tunip_history *history, size_t step,
                                            tunip_error *error);

/* Locations are not lines: the texts of steps of MLIR have none, unless a setting asks for them.
 * Adds that to the options. Returns their settings, which the caller frees; NULL when out of
 * memory. */
tunip_setting *tn_hide_locations(tunip_print_options *options, const tunip_allocator *allocator,
                                 tunip_error *error);

/* ---- lineages ---- */

typedef struct tn_step_text {
    tunip_source *source;
    const tn_lines *lines; /* of `source` */
    size_t count;
    bool shared;                     /* with the step `before`, which owns `source`: each line is
                                        linked with itself, and there are no other links */
    TN_ARRAY(tunip_step_link) links; /* in the order of the lines of this step */
    size_t *first;                   /* for each line, from 1, the index of its first link */
    size_t *by_origin;               /* the indices of the links in the order of earlier lines */
    TN_ARRAY(tunip_line_site)
    sites;           /* in the order of the lines; those of lines without changes are
                                        missing */
    uint32_t *blame; /* for each line, from 1, the step that last changed it */
    tunip_line_counts counts;
    TN_ARRAY(char) functions; /* what tunip_lineage_functions() returns */
} tn_step_text;

struct tunip_lineage {
    const tunip_history *history;
    const tunip_allocator *allocator;
    tn_step_text *steps;
    size_t count;
    bool is_mlir;
};

/* Whether a link leads to the line's own predecessor. */
static inline bool tn_link_is_own(const tunip_link *link)
{
    return link->kind <= TUNIP_LINK_MOVED;
}

bool tn_lineage_has(const tunip_lineage *lineage, size_t step, size_t line);

/* ---- places in the user's program (lineage.c) ---- */

/* A line of the user's program, or with line 0 a whole source, such as a layer. The spans that
 * count for a line are those that begin there, so that a loop does not count for the statements in
 * it. For a line in which none begins, the smallest spans around it count. */
typedef struct tn_place {
    tunip_str source;
    int64_t line;
    int64_t height; /* of the smallest spans, in lines */
    bool begins;    /* spans begin in the line */
    bool found;
} tn_place;

/* False if no line of any step comes from there. */
bool tn_find_place(const tunip_lineage *lineage, tunip_str source, int64_t line, tn_place *place);
bool tn_place_has(const tn_place *place, const tunip_site *site);
/* Whether a line has spans, but none from the place. */
bool tn_place_contradicts(const tunip_lineage *lineage, const tn_place *place, size_t step,
                          size_t line);

#endif
