/* layout.h -- the order of the axes of a tensor: a convolution in NCHW4c computes the same numbers
 * as one in NCHW, but they lie in another order. */
#ifndef DEBUG_LAYOUT_H
#define DEBUG_LAYOUT_H

#include "tensor.h"

/* A copy of `from` in the order and the shape of `like`, which has as many elements of the same
 * dtype. The layouts are names as TVM writes them, such as "NCHW" and "NCHW4c", or empty. The
 * shapes decide if a layout is not known: then one of the tensors has to be the other with blocks,
 * with its axes in another order, or with other axes of extent 1. Sets *copy to NULL if the shapes
 * leave more than one way, or none. False when out of memory. */
bool dbg_layout_convert(const dbg_tensor *from, tunip_str from_layout, const dbg_tensor *like,
                        tunip_str like_layout, dbg_tensor **copy);

#endif
