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

void *tunip_scratch_grow(tunip_scratch *scratch, void *items, size_t count, size_t size,
                         size_t *room)
{
    enum { FIRST_ROOM = 4 };
    if (count < *room) return items;
    size_t more = *room ? *room * 2 : FIRST_ROOM;
    void *grown = tunip_scratch_alloc(scratch, more * size);
    if (!grown) return NULL;
    if (count) memcpy(grown, items, count * size);
    *room = more;
    return grown;
}
