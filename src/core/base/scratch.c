/* scratch.c -- memory with a place for the error. */
#include "scratch.h"

#include <string.h>

void tn_scratch_no_memory(const tunip_scratch *scratch)
{
    tunip_error_set(scratch->error, TUNIP_ERROR_MEMORY, "out of memory");
}

void *tunip_scratch_alloc(tunip_scratch *scratch, size_t size)
{
    void *memory = tn_scratch_memory(scratch, size);
    return memory ? memset(memory, 0, size) : NULL;
}
