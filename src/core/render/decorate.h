/* decorate.h -- between the two files that decorate. */
#ifndef TN_DECORATE_H
#define TN_DECORATE_H

#include "writer.h"

/* Fills `out` with the ranges of the first `size` bytes that get carets: in order, apart from each
 * other, none empty. False, with nothing to free, when out of memory. */
bool tn_underlines_find(tn_ranges *out, const tn_render *render, const tn_decoration *how,
                        size_t size);

#endif
