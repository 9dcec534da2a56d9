/* underline.h -- the bytes of the paths to underline. */
#ifndef TN_UNDERLINE_H
#define TN_UNDERLINE_H

#include "docsify/docsifier.h"
#include "render/render.h"

/* Fills `out` with the ranges to underline in the text of `render`, by the options of `d`. False,
 * with nothing to free, when out of memory. */
bool tn_underline_ranges(tunip_docsifier *d, const tn_render *render, tn_ranges *out);

#endif
