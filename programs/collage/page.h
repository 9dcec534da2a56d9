/* page.h -- a partition as a page in HTML, as a graph for Graphviz, and as JSON. */
#ifndef COLLAGE_PAGE_H
#define COLLAGE_PAGE_H

#include "engine.h"
#include "memory.h"

/* ======== layout ======== */

/* Places for the nodes of a graph in layers, each edge downwards, with few crossings:
 * ranks by the longest way, orders by medians, and places near those of the neighbours (Sugiyama,
 * Tagawa, Toda 1981; Gansner et al., TSE 1993). */

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

/* ======== page ======== */

/* A partition as a picture: a page in HTML, and a graph for Graphviz. */

/* One page, without scripts: the graph of each function, coloured by backend, the chosen candidates
 * and those that lost (at most `losers` of each), the candidates that are not valid, and the states
 * of the search. False after an error, or if `write` failed. */
bool cg_page_write(cg_engine *engine, const char *title, size_t losers, tunip_write_fn write,
                   void *user);

/* The graphs as DOT, each chosen partition a cluster. */
bool cg_dot_write(cg_engine *engine, tunip_write_fn write, void *user);

/* ======== report ======== */

/* The result of a run as JSON. */

/* {"candidates": [...], "candidates_with_costs": [...], "chosen": [...], "estimated_cost": seconds,
 * "transitions": n, ...}: of all functions together. With an explanation if `explained` is not 0:
 * at most so many losers of each chosen candidate. */
tunip_status cg_report_write(cg_engine *engine, size_t explained, tunip_write_fn write, void *user,
                             tunip_error *error);

#endif
