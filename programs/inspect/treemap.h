/* treemap.h -- the sizes of the parts of a file, as a drawing. */
#ifndef INSPECT_TREEMAP_H
#define INSPECT_TREEMAP_H

#include "diff.h"

/* A drawing of one of two files, with the same scale for both. */
typedef struct in_map_side {
    const in_changes *changes;
    size_t side;       /* of the changes: 0, 1 */
    double most_bytes; /* of the larger file */
} in_map_side;

/* The bytes that a drawing shows: those of the file, or of its parts if they are more, as in a set
 * that was read from a folder. 0 when out of memory. */
double in_map_bytes(const in_tree *tree);

/* Appends a drawing in SVG: each part is a rectangle within that of its file or module, and its
 * area is its bytes. It is a link to "#p" with the number of the node; with `side`, it is a link to
 * "#c" with the number of its change, or none if it has not changed. Writes nothing for a file
 * without parts. */
void in_put_treemap(in_text *out, const in_tree *tree, const in_map_side *side);
/* The meaning of the colours. `has_changes`: also the mark of parts that differ. */
void in_put_map_key(in_text *out, bool has_changes);

#endif
