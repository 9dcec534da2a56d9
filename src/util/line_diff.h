/* line_diff.h -- the differences of two texts by lines, as unified hunks. */
#ifndef TN_LINE_DIFF_H
#define TN_LINE_DIFF_H

#include "text.h"

typedef struct tn_line_diff_options {
    bool colour;    /* ANSI colours */
    bool tells_end; /* a last line without an end differs from one with an end, and has a remark */
} tn_line_diff_options;

/* Adds hunks with three unchanged lines around the changed ones: "-", "+" and " ". Equal texts add
 * nothing. Texts with very many differences are one hunk. out->failed: out of memory. */
void tn_line_diff(tn_text *out, tunip_str left, tunip_str right,
                  const tn_line_diff_options *options);

#endif
