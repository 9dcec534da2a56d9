/* page.h -- a dump as a page for a browser: a row for each output, with its time, its statistics, a
 * histogram, a picture, and how much it differs from another dump. The page needs no script. */
#ifndef DEBUG_PAGE_H
#define DEBUG_PAGE_H

#include "compare.h"

/* `other` may be NULL. */
tunip_status dbg_page_write(const dbg_dump *dump, const dbg_dump *other,
                            const dbg_tolerance *tolerance, const char *title, tunip_write_fn write,
                            void *user, tunip_error *error);

#endif
