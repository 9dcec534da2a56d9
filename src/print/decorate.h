/* decorate.h -- what is added to a finished text: line numbers, carets below ranges, comments
 * with places in the user's program. */
#ifndef TN_DECORATE_H
#define TN_DECORATE_H

#include "../util/text.h"
#include "docsifier.h"
#include "print.h"
#include "render.h"
#include "writer.h"

/* ======== decorate ======== */

/* Fills `out` with the ranges of the first `size` bytes that get carets: sorted, disjoint, not
 * empty. False, with nothing to free, when out of memory. */
bool tn_underlines_find(tn_ranges *out, const tn_render *render, const tn_decoration *how,
                        size_t size);

/* ======== width ======== */

/* Breaks the lines of a Python text that are longer than `width`, and moves the source map along. A
 * text with tokens that Python does not have stays as it is. On failure the render may be
 * changed. */
tunip_status tn_render_break(tn_render *render, size_t width, tunip_error *error);

/* ======== underline ======== */

/* The bytes of the paths to underline. */

/* Fills `out` with the ranges to underline in the text of `render`, by the options of `d`, and
 * `head` with the lines that precede underlined IR. False, with nothing to free in `out`, when out
 * of memory. */
bool tn_underline_ranges(tunip_docsifier *d, const tn_render *render, tn_ranges *out,
                         tn_text *head);

/* ======== span comments ======== */

/* Comments with the places in the user's program from which statements come. */

/* Adds a comment to the line of each statement whose nodes have spans, in a language that has
 * comments at ends of lines (tunip_backend.comment). `root` is the root of the print. */
tunip_status tn_span_comments_put(tunip_printed *p, const tunip_node *root, tunip_error *error);

#endif
