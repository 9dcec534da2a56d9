/* treemap.h -- the sizes of the parts of a file, as a drawing. */
#ifndef INSPECT_TREEMAP_H
#define INSPECT_TREEMAP_H

#include "tree.h"

/* Appends a drawing in SVG: each part is a rectangle within that of its file or module, and its
 * area is its bytes. It is a link to "#p" with the number of the node. Writes nothing for a file
 * without parts. */
void in_put_treemap(in_text *out, const in_tree *tree);

#endif
