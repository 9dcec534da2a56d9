/* scratch.h -- the members of a tunip_scratch: an arena, and the error to set when memory runs
 * out. */
#ifndef TN_SCRATCH_H
#define TN_SCRATCH_H

#include <tunip/ext/scratch.h>

#include "arena.h"

struct tunip_scratch {
    tn_arena *arena;
    tunip_error *error; /* NULL when the owner looks at arena->failed */
};

/* Sets the error to "out of memory", unless it is set. */
void tn_scratch_no_memory(const tunip_scratch *scratch);

/* Memory that is not zeroed; NULL, with the error set, when out of memory. */
static inline void *tn_scratch_memory(const tunip_scratch *scratch, size_t size)
{
    void *memory = tn_arena_alloc(scratch->arena, size);
    if (!memory) tn_scratch_no_memory(scratch);
    return memory;
}

#endif
