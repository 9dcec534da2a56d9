/* shape.h -- the values of shapes, which are strings in a signature. */
#ifndef RELAX_SHAPE_H
#define RELAX_SHAPE_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* A dimension, or another scalar of a struct info. */
const tunip_doc *relax_shape_value(tunip_docsifier *d, const tunip_node *expr,
                                   const tunip_path *path);

/* The same for all items of an array. */
tunip_docs relax_shape_values(tunip_docsifier *d, const tunip_array *exprs, const tunip_path *path);

#endif
