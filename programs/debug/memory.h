/* memory.h -- the plan of memory of a graph, as a page for a browser. */
#ifndef DEBUG_MEMORY_H
#define DEBUG_MEMORY_H

#include "plan.h"

/* A picture of the storages over time, with the node that needs the most memory, and the tensors
 * that share a storage. The page needs no script. */
tunip_status dbg_write_memory_page(const dbg_plan *plan, const char *title, tunip_write_fn write,
                                   void *user, tunip_error *error);

#endif
