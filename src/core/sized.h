/* sized.h -- descriptions that were compiled with another version of their structs. */
#ifndef TN_SIZED_H
#define TN_SIZED_H

#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>

#include "base/arena.h"

/* Whether a dialect, or a backend, has a layout that this library can read: at least the members
 * that every version has, and zero in members that this version does not know. The same for the
 * rows of a dialect's tables. */
bool tn_dialect_fits(const tunip_dialect *dialect);
bool tn_backend_fits(const tunip_backend *backend);

/* The description with all members and rows of this version; missing ones are zero. A dialect of
 * this version is returned as it is, a backend always as a copy. NULL when out of memory. */
const tunip_dialect *tn_whole_dialect(tn_arena *arena, const tunip_dialect *dialect);
tunip_backend *tn_whole_backend(tn_arena *arena, const tunip_backend *backend);

#endif
