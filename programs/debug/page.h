/* page.h -- a dump as a page for a browser, with a drawing of its graph. */
#ifndef DEBUG_PAGE_H
#define DEBUG_PAGE_H

#include "compare.h"
#include "dump.h"
#include "tensor.h"

/* ======== drawing ======== */

/* The graph of a dump as a drawing in HTML: a box for each node, and lines from the
 * nodes to those that use their outputs. */

/* Levels of heat: the classes t0 ... t9 of a box are its time, e0 ... e9 its error. */
enum { DBG_HEATS = 10 };

/* Writes as much of a name as fits into a box, without the prefix that all functions have. */
void dbg_put_short_name(tn_text *t, tunip_str name, size_t letters);

/* ======== page ======== */

/* A dump as a page for a browser: a row for each output, with its time, its statistics, a
 * histogram, a picture, and how much it differs from another dump. The page needs no script. */

/* `other` may be NULL. */
tunip_status dbg_page_write(const dbg_dump *dump, const dbg_dump *other,
                            const dbg_tolerance *tolerance, const char *title, tunip_write_fn write,
                            void *user, tunip_error *error);

#endif
