/* page.h -- a partition as a picture: a page in HTML, and a graph for Graphviz. */
#ifndef COLLAGE_PAGE_H
#define COLLAGE_PAGE_H

#include "engine.h"

/* One page, without scripts: the graph of each function, coloured by backend, the chosen candidates
 * and those that lost (at most `losers` of each), the candidates that are not valid, and the states
 * of the search. False after an error, or if `write` failed. */
bool cg_page_write(cg_engine *engine, const char *title, size_t losers, tunip_write_fn write,
                   void *user);

/* The graphs as DOT, each chosen partition a cluster. */
bool cg_dot_write(cg_engine *engine, tunip_write_fn write, void *user);

#endif
