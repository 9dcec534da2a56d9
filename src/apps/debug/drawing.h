/* drawing.h -- the graph of a dump as a drawing in HTML: a box for each node, and lines from the
 * nodes to those that use their outputs. */
#ifndef DEBUG_DRAWING_H
#define DEBUG_DRAWING_H

#include "dump.h"
#include "text.h"

/* Levels of heat: the classes t0 ... t9 of a box are its time, e0 ... e9 its error. */
enum { DBG_HEATS = 10 };

/* Appends the drawing. Constants are not in it. `times` and `errors` have a level for each node, or
 * are NULL. A box is a link to "#n<node>.0". False when out of memory. */
bool dbg_put_drawing(dbg_text *t, const dbg_dump *dump, const unsigned char *times,
                     const unsigned char *errors);

#endif
