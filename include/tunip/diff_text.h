/* diff_text.h -- shows an edit script as text or as JSON. Most forms print both sides, and show the
 * lines that differ, with the differing parts marked. */
#ifndef TUNIP_DIFF_TEXT_H
#define TUNIP_DIFF_TEXT_H

#include <tunip/diff.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The output form. */
typedef enum tunip_diff_form {
    TUNIP_DIFF_UNIFIED,      /* hunks of "-" and "+" lines; "?" lines have carets below the
                                differing parts; "~" lines differ only in properties that the text
                                does not show */
    TUNIP_DIFF_SIDE_BY_SIDE, /* the left side on the left; between them "|" changed, "<" only left,
                                ">" only right */
    TUNIP_DIFF_JSON,         /* the edit script, with paths and their ranges in the printed texts */
    TUNIP_DIFF_NAMES,        /* the functions that differ, one per line: "changed main" */
    /* a patch as `diff -u` writes it, for patch(1) and git: all lines that differ, even if only the
     * name of a variable differs. Without a summary and without colours */
    TUNIP_DIFF_PATCH
} tunip_diff_form;

/* How to show differences. Zero is the default of every member except `size`. */
typedef struct tunip_diff_options {
    size_t size; /* required: sizeof(tunip_diff_options) */
    tunip_diff_form form;
    size_t context;       /* unchanged lines shown around changed ones. 0: 3 */
    bool no_context;      /* show no unchanged lines */
    bool colour;          /* ANSI colours instead of "?" lines */
    size_t width;         /* the total number of columns of both sides. 0: 120 */
    const char *lhs_name; /* in the heading. NULL: "lhs", "rhs" */
    const char *rhs_name;
    const tunip_print_options *print; /* how both sides are printed; NULL: the defaults */
    /* As in tunip_equal_options. Only tunip_structural_difference() uses this member. */
    bool map_free_vars;
    /* If this is 2 or more, two threads print the two sides at the same time. 0 means 1. The result
     * does not depend on this number. tunip_structural_difference() also compares with this number
     * of threads (tunip_equal_options.threads). */
    size_t threads;
} tunip_diff_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_DIFF_OPTIONS_INIT \
    {sizeof(tunip_diff_options), TUNIP_DIFF_UNIFIED, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Writes the differences of a script through `write`, in chunks, with a summary as the last line.
 * The compared graphs must still exist. `options` may be NULL. For a script without edits it writes
 * nothing, except as JSON. An edit at an unprinted node is shown at its nearest printed ancestor.
 * When the status is not TUNIP_OK, the output is incomplete. */
TUNIP_API tunip_status tunip_diff_write(tunip_context *context, const tunip_script *script,
                                        const tunip_diff_options *options, tunip_write_fn write,
                                        void *user, tunip_error *error);

/* For tests: compares two nodes and returns their differences as text, which the caller frees with
 * tunip_text_free(). Returns NULL if they are equal. Also returns NULL on failure, and then fills
 * `error`. A test succeeds if the result is NULL and `error` holds no error; otherwise it shows the
 * text. */
TUNIP_API char *tunip_structural_difference(tunip_context *context, const tunip_node *lhs,
                                            const tunip_node *rhs,
                                            const tunip_diff_options *options, tunip_error *error);

/* The message of tvm.ir.assert_structural_equal for the result of a comparison: the full text of
 * both sides with the first difference underlined. A NUL in a text is written as \x00. The caller
 * frees the result with tunip_text_free(). Returns NULL if the nodes are equal. Also returns NULL
 * on failure, and then fills `error`. */
TUNIP_API char *tunip_equal_message(tunip_context *context, const tunip_node *lhs,
                                    const tunip_node *rhs, const tunip_comparison *comparison,
                                    tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
