/* underline.h -- the bytes of the paths to underline. */
#ifndef TN_UNDERLINE_H
#define TN_UNDERLINE_H

#include "base/text.h"
#include "docsify/docsifier.h"
#include "render/render.h"

/* Fills `out` with the ranges to underline in the text of `render`, by the options of `d`, and
 * `head` with the lines that precede underlined IR. False, with nothing to free in `out`, when out
 * of memory. */
bool tn_underline_ranges(tunip_docsifier *d, const tn_render *render, tn_ranges *out,
                         tn_text *head);

#endif
