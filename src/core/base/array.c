/* array.c -- growth of typed arrays. */
#include "array.h"

bool tn_array_grow(void **items, size_t *room, size_t need, size_t item_size,
                   const tunip_allocator *allocator)
{
    size_t grown = *room ? *room * 2 : 8;
    if (grown < need) grown = need;
    bool wrapped = need <= *room; /* the caller's sum overflowed */
    if (wrapped || grown > SIZE_MAX / 2 / item_size) return false;
    void *moved =
        *items ? allocator->realloc(allocator->ctx, *items, *room * item_size, grown * item_size)
               : allocator->alloc(allocator->ctx, grown * item_size);
    if (!moved) return false;
    *items = moved;
    *room = grown;
    return true;
}
