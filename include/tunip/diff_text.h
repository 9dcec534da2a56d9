/* diff_text.h -- differences for people and programs to read: both sides printed, and only the
 * lines shown that differ, with the parts of them that do. */
#ifndef TUNIP_DIFF_TEXT_H
#define TUNIP_DIFF_TEXT_H

#include <tunip/diff.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In which form to show differences. */
typedef enum tunip_diff_form {
    TUNIP_DIFF_UNIFIED,      /* hunks of "-" and "+" lines; "?" lines have carets below what
                                differs, "~" lines differ in what is not printed */
    TUNIP_DIFF_SIDE_BY_SIDE, /* the left side on the left; between them "|" changed, "<" only left,
                                ">" only right */
    TUNIP_DIFF_JSON,         /* the edit script, with paths and the text ranges they became */
    TUNIP_DIFF_NAMES         /* the functions that differ, one a line: "changed main" */
} tunip_diff_form;

/* How to show. Zero means the default everywhere. */
typedef struct tunip_diff_options {
    size_t size; /* sizeof(tunip_diff_options), for versions to come */
    tunip_diff_form form;
    size_t context;       /* lines around those that differ. 0: 3 */
    bool no_context;      /* none */
    bool colour;          /* ANSI colours in place of lines of carets */
    size_t width;         /* columns of both sides together. 0: 120 */
    const char *lhs_name; /* in the heading. NULL: "lhs", "rhs" */
    const char *rhs_name;
    const tunip_print_options *print; /* of the sides; NULL: the defaults */
    /* As in tunip_equal_options, for tunip_structural_difference(). */
    bool map_free_vars;
} tunip_diff_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_DIFF_OPTIONS_INIT \
    {sizeof(tunip_diff_options), TUNIP_DIFF_UNIFIED, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Writes the differences of a script, whose graphs must still be there, with a summary as the last
 * line. `options` may be NULL. Of a script without edits it writes nothing, except as JSON. What
 * stands at a path that is not printed is shown at what is nearest around it. */
TUNIP_API tunip_status tunip_diff_write(tunip_context *context, const tunip_script *script,
                                        const tunip_diff_options *options, tunip_write_fn write,
                                        void *user, tunip_error *error);

/* For tests: whether two nodes are structurally equal, and if not, how they differ, as text that is
 * to be freed with tunip_text_free(). NULL when they are equal, and on failure, when `error` is
 * filled; so a test asserts that the result is NULL and `error` is clean, and shows the text. */
TUNIP_API char *tunip_structural_difference(tunip_context *context, const tunip_node *lhs,
                                            const tunip_node *rhs,
                                            const tunip_diff_options *options, tunip_error *error);

/* The message of tvm.ir.assert_structural_equal for two nodes whose comparison ended so: the whole
 * of both sides with the first difference underlined. A NUL in a text stands as \x00. To be freed
 * with tunip_text_free(); NULL when they are equal, and on failure, when `error` is filled. */
TUNIP_API char *tunip_equal_message(tunip_context *context, const tunip_node *lhs,
                                    const tunip_node *rhs, const tunip_comparison *comparison,
                                    tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
