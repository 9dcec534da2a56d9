/* page.h -- a partition as a page in HTML, as a graph for Graphviz, and as JSON. */
#ifndef COLLAGE_PAGE_H
#define COLLAGE_PAGE_H

#include "engine.h"
#include "memory.h"

/* ======== page ======== */

/* A partition as a picture: a page in HTML, and a graph for Graphviz. */

/* One page: a graph (graph.js) with the expressions of each function, grouped by partition, and
 * with its partitions before and after coalescing; the chosen candidates and those that lost (at
 * most `losers` of each), the candidates that are not valid, and the states of the search. False
 * after an error, or if `write` failed. */
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
