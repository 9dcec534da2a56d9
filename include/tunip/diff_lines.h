/* diff_lines.h -- the lines of two printed sides in pairs, for tools that show or follow lines:
 *
 *     tunip_diff_lines *lines = tunip_diff_lines_new(context, script, NULL, &error);
 *     for (size_t i = 0; i < tunip_diff_lines_count(lines); i++) {
 *         tunip_line_pair pair = tunip_diff_lines_get(lines, i);
 *         ... pair.lhs, pair.rhs, pair.changed ...
 *     }
 *
 * The pairs are those of the side-by-side form of <tunip/diff_text.h>. */
#ifndef TUNIP_DIFF_LINES_H
#define TUNIP_DIFF_LINES_H

#include <tunip/diff_text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Both printed sides of an edit script and the pairs of their lines. Immutable: several threads
 * may use it. */
typedef struct tunip_diff_lines tunip_diff_lines;

/* A line of each side, or a line of one side only. Lines are numbered from 1. */
typedef struct tunip_line_pair {
    size_t lhs;    /* 0: only the right side has the line */
    size_t rhs;    /* 0: only the left side has the line */
    size_t origin; /* 0, unless `lhs` is 0 and a moved element begins in the right line: then the
                      line of the left side in which the element began */
    bool changed;  /* the lines contain a part of an edit. If false, the lines are equal except for
                      indentation and the names of corresponding variables */
} tunip_line_pair;

/* Prints both sides of a script and pairs their lines. Of `options`, which may be NULL, only
 * `print` and `threads` count. The texts have source maps within functions that differ. Returns
 * NULL with `error` filled on failure. The caller frees the result with tunip_diff_lines_free(),
 * before the script and the graphs. */
TUNIP_API tunip_diff_lines *tunip_diff_lines_new(tunip_context *context, const tunip_script *script,
                                                 const tunip_diff_options *options,
                                                 tunip_error *error);

/* NULL is fine. */
TUNIP_API void tunip_diff_lines_free(tunip_diff_lines *lines);

/* The number of pairs, and the pairs in the order of both texts; 0 for NULL. `index` must be less
 * than the count. */
TUNIP_API size_t tunip_diff_lines_count(const tunip_diff_lines *lines);
TUNIP_API tunip_line_pair tunip_diff_lines_get(const tunip_diff_lines *lines, size_t index);

/* The printed left and right side; borrowed. */
TUNIP_API const tunip_printed *tunip_diff_lines_lhs(const tunip_diff_lines *lines);
TUNIP_API const tunip_printed *tunip_diff_lines_rhs(const tunip_diff_lines *lines);

/* A part of an edit on one side: the bytes [begin, end) of the text of this side. */
typedef struct tunip_line_part {
    size_t begin, end;
} tunip_line_part;

/* The parts of all edits on a side, in the order of `begin`; `side` is 0 for the left side and 1
 * for the right side. A part may be inside another part. The count is 0 for NULL. `index` must be
 * less than the count. */
TUNIP_API size_t tunip_diff_lines_part_count(const tunip_diff_lines *lines, int side);
TUNIP_API tunip_line_part tunip_diff_lines_part(const tunip_diff_lines *lines, int side,
                                                size_t index);

#ifdef __cplusplus
}
#endif
#endif
