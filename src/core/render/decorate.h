/* decorate.h -- shared by decorate.c and underline.c. */
#ifndef TN_DECORATE_H
#define TN_DECORATE_H

#include "writer.h"

/* Fills `out` with the ranges of the first `size` bytes that get carets: sorted, disjoint, not
 * empty. False, with nothing to free, when out of memory. */
bool tn_underlines_find(tn_ranges *out, const tn_render *render, const tn_decoration *how,
                        size_t size);

#endif
