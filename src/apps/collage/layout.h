/* layout.h -- places for the nodes of a graph in layers, each edge downwards, with few crossings:
 * ranks by the longest way, orders by medians, and places near those of the neighbours (Sugiyama,
 * Tagawa, Toda 1981; Gansner et al., TSE 1993). */
#ifndef COLLAGE_LAYOUT_H
#define COLLAGE_LAYOUT_H

#include "memory.h"

typedef struct cg_box {
    double width, height;
    double x, y; /* of the centre: the result */
    size_t rank; /* the layer: a result, too */
} cg_box;

/* An edge, and the points between its ends at which it changes its direction: in the layers that
 * it crosses. */
typedef struct cg_edge {
    size_t from, to;      /* boxes; `from` comes before `to` */
    const double *points; /* x, y, x, y, ... */
    size_t point_count;
} cg_edge;

typedef struct cg_drawing {
    cg_box *boxes;
    size_t box_count;
    cg_edge *edges;
    size_t edge_count;
    double width, height;
} cg_drawing;

/* Fills in the places. False when out of memory. Depends on the order of boxes and edges only. */
bool cg_layout(cg_drawing *drawing, cg_memory *memory);

#endif
