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
#include <tunip/site.h>

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
    bool changed;  /* the meaning changed, or only one side has the line */
    bool renamed;  /* the meaning did not change, but names of variables did. A variable that stands
                      for different variables in different lines counts as changed: `for i, j` that
                      became `for j, i` is another order of loops if `A[i, j]` stayed as it was */
} tunip_line_pair;

/* ---- links ---- */

/* The kinds of links, by what became of the left line. */
typedef enum tunip_link_kind {
    TUNIP_LINK_SAME,     /* nothing, except perhaps its indentation */
    TUNIP_LINK_RENAMED,  /* names of variables changed */
    TUNIP_LINK_CHANGED,  /* its meaning changed */
    TUNIP_LINK_MOVED,    /* it moved to another place; it may have changed, too */
    TUNIP_LINK_SPLIT,    /* it became several lines, of which this is one */
    TUNIP_LINK_MERGED,   /* it became a part of a line that has another line as its predecessor */
    TUNIP_LINK_MADE_FROM /* the right line is new, and was made from the left one, which is gone */
} tunip_link_kind;

/* Why two lines are linked. */
typedef enum tunip_link_reason {
    TUNIP_REASON_SPAN,       /* both come from the same place in the user's program (site.h) */
    TUNIP_REASON_EDIT,       /* the edit script pairs their nodes */
    TUNIP_REASON_CONTENT,    /* they contain the same: text, perhaps except for indices, or rare
                                constants and calls */
    TUNIP_REASON_DEFINITION, /* they define or store the same in nearly the same way; or the
                                left line defined a variable or belonged to a function, and the
                                right line has what it stood for; or the reverse */
    TUNIP_REASON_PLACE,      /* the new line stands in place of the old one */
    TUNIP_REASON_CONVERSION  /* MLIR: an operation of another dialect does the same, as `llvm.fadd`
                                for `arith.addf` */
} tunip_link_reason;

/* How a diff shows the two lines of a link. */
typedef enum tunip_link_row {
    TUNIP_ROW_APART, /* not beside each other: the line moved, or has another partner */
    TUNIP_ROW_SAME,
    TUNIP_ROW_RENAMED, /* only names of variables differ */
    TUNIP_ROW_CHANGED
} tunip_link_row;

/* A correspondence of two lines. A line may have any number of links. */
typedef struct tunip_link {
    size_t lhs, rhs; /* lines from 1 */
    tunip_link_kind kind;
    tunip_link_reason reason;
    bool sure;          /* certain; otherwise only probable */
    bool changed;       /* the meaning of the line changed, even if it also moved */
    tunip_link_row row; /* TUNIP_ROW_CHANGED even if `changed` is false, where a value of MLIR took
                           the place of a value that is gone: see tunip_ancestry (lineage.h) */
} tunip_link;

/* "same", "renamed", "changed", "moved", "split", "merged", "made from". Static storage. */
TUNIP_API const char *tunip_link_kind_name(tunip_link_kind kind);
/* "same span", "paired by the edit script", "same content", "same definition and uses", "stands in
 * place of it", "converted from it". Static storage. */
TUNIP_API const char *tunip_link_reason_name(tunip_link_reason reason);
/* "apart", "same", "renamed", "changed". Static storage. */
TUNIP_API const char *tunip_link_row_name(tunip_link_row row);

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

/* How many rows of a diff show a difference. A line of MLIR that defines an alias, such as
 * `#map = affine_map<...>`, is no difference of its own, because the lines that use it are compared
 * with the alias written out. If only one side has the line, it does not count. */
typedef struct tunip_line_counts {
    size_t added;   /* lines of the right side only; a moved line counts as removed and added */
    size_t removed; /* lines of the left side only */
    size_t changed; /* pairs of lines whose meaning changed */
    size_t renamed; /* pairs of lines in which only names changed */
} tunip_line_counts;

/* Every program of tunip that counts lines shows these numbers; all are 0 for NULL. */
TUNIP_API tunip_line_counts tunip_diff_lines_counts(const tunip_diff_lines *lines);

/* The links of lines, in the order of the right lines; those of one right line in the order of the
 * left lines. The count is 0 for NULL. `index` must be less than the count. */
TUNIP_API size_t tunip_diff_lines_link_count(const tunip_diff_lines *lines);
TUNIP_API tunip_link tunip_diff_lines_link(const tunip_diff_lines *lines, size_t index);

/* A line that comes from a place in the user's program. */
typedef struct tunip_line_site {
    size_t line; /* from 1 */
    tunip_site site;
} tunip_line_site;

/* The places of the lines of a side (0: left, 1: right), in the order of the lines: those of the
 * first node in a line that has a span. Only lines of functions that differ have places. The count
 * is 0 for NULL. `index` must be less than the count. */
TUNIP_API size_t tunip_diff_lines_site_count(const tunip_diff_lines *lines, int side);
TUNIP_API tunip_line_site tunip_diff_lines_site(const tunip_diff_lines *lines, int side,
                                                size_t index);

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
