/* page.h -- a dump as a page for a browser, with a drawing of its graph. */
#ifndef DEBUG_PAGE_H
#define DEBUG_PAGE_H

#include "compare.h"
#include "dump.h"
#include "tensor.h"

/* Writes as much of a name as fits into a box, without the prefix that all functions have. A long
 * name loses its middle. */
void dbg_put_short_name(tn_text *t, tunip_str name, size_t letters);

/* ======== page ======== */

/* A dump as a page for a browser: the graph (graph.js), and a row for each output, with its time,
 * its statistics, a histogram, a picture, and how much it differs from another dump. Nodes with NaN
 * or infinities and the first one that differs are marked. */

/* `other` may be NULL. */
tunip_status dbg_page_write(const dbg_dump *dump, const dbg_dump *other,
                            const dbg_tolerance *tolerance, tunip_str title, tunip_write_fn write,
                            void *user, tunip_error *error);

#endif
