/* difference.h -- two graphs as text, with everything that differs marked in it: what `tunip diff`
 * shows, and what a test says when two modules are not what they should be.
 *
 *     char *difference;
 *     tunip_assert_structural_equal(context, expected, got, NULL, &difference, &error);
 *     if (difference) fail_test(difference);
 */
#ifndef TUNIP_DIFFERENCE_H
#define TUNIP_DIFFERENCE_H

#include <tunip/diff.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An edit script (diff.h) with the text of both sides. Neither graph may go away before it. Any
 * number of threads may read one. */
typedef struct tunip_difference tunip_difference;

/* What differs, counted as people do. A statement counts once, however much of it has changed; one
 * that was added, removed or moved counts with all that is in it as one. Functions that were added
 * or removed are no statements, and have not changed. */
typedef struct tunip_difference_counts {
    size_t functions_changed, functions_added, functions_removed, functions_renamed;
    size_t statements_changed, statements_added, statements_removed, statements_moved;
} tunip_difference_counts;

/* Bytes of the text of a side. `exact`: they are what the path of the edit leads to; otherwise that
 * is not printed, or is missing, and they are what is printed of the nearest node above it. */
typedef struct tunip_edit_range {
    size_t begin;
    size_t end;
    bool exact;
} tunip_edit_range;

/* Compares two nodes and, unless they are equal, prints both. `how` and `print` may be NULL; marks,
 * line numbers and the metadata section of `print` are left out. On success *out is to be freed
 * with tunip_difference_free(); on failure it is NULL. */
TUNIP_API tunip_status tunip_difference_new(tunip_context *context, const tunip_node *lhs,
                                            const tunip_node *rhs, const tunip_equal_options *how,
                                            const tunip_print_options *print,
                                            tunip_difference **out, tunip_error *error);
/* NULL is fine. */
TUNIP_API void tunip_difference_free(tunip_difference *difference);

/* Lives as long as the difference. Without edits the sides are equal. */
TUNIP_API const tunip_script *tunip_difference_script(const tunip_difference *difference);

TUNIP_API tunip_difference_counts tunip_difference_count(const tunip_difference *difference);

/* The sides as text, or NULL when they are equal. Borrowed. */
TUNIP_API const tunip_printed *tunip_difference_lhs(const tunip_difference *difference);
TUNIP_API const tunip_printed *tunip_difference_rhs(const tunip_difference *difference);

/* Where edit number `index` of the script stands in the text of the left or right side. Numbers
 * from the count of edits on are those of renames. False when there is no such text. */
TUNIP_API bool tunip_difference_lhs_range(const tunip_difference *difference, size_t index,
                                          tunip_edit_range *range);
TUNIP_API bool tunip_difference_rhs_range(const tunip_difference *difference, size_t index,
                                          tunip_edit_range *range);

/* ---- views ---- */

typedef enum tunip_view_form {
    TUNIP_VIEW_UNIFIED,      /* lines of one side below those of the other */
    TUNIP_VIEW_SIDE_BY_SIDE, /* in two columns */
    TUNIP_VIEW_NAMES         /* names of the functions that differ, one a line: M changed, A added,
                                D removed, R renamed */
} tunip_view_form;

/* How to show a difference. Zero means the default everywhere. */
typedef struct tunip_view {
    size_t size; /* sizeof(tunip_view), for versions to come */
    tunip_view_form form;
    const char *lhs_name; /* NULL: "lhs" */
    const char *rhs_name; /* NULL: "rhs" */
    size_t context_lines; /* around lines that differ; 0: three */
    bool no_context;      /* show only lines that differ */
    bool color;           /* changed parts are in colour (ANSI escapes), and not above carets */
    size_t width;         /* columns of the side-by-side view; 0: 160 */
} tunip_view;

/* clang-format off */
#define TUNIP_VIEW_INIT {sizeof(tunip_view), TUNIP_VIEW_UNIFIED, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Writes a view of a difference, line by line, through `write`; nothing when the sides are equal.
 * `view` may be NULL. */
TUNIP_API tunip_status tunip_difference_write(const tunip_difference *difference,
                                              const tunip_view *view, tunip_write_fn write,
                                              void *user, tunip_error *error);

/* ---- for tests ---- */

/* Compares, and on success sets *difference to NULL when the two are equal, and otherwise to the
 * unified view of everything that differs, NUL-terminated, to be freed with tunip_text_free().
 * `how` may be NULL: then free variables are equal only to themselves. */
TUNIP_API tunip_status tunip_assert_structural_equal(tunip_context *context, const tunip_node *lhs,
                                                     const tunip_node *rhs,
                                                     const tunip_equal_options *how,
                                                     char **difference, tunip_error *error);

/* The same with the message of tvm.ir.assert_structural_equal, which shows the first difference
 * underlined in both sides, whole; without a line feed at its end. */
TUNIP_API tunip_status tunip_equal_message(tunip_context *context, const tunip_node *lhs,
                                           const tunip_node *rhs, const tunip_equal_options *how,
                                           char **message, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
