/* search.h -- binary search in an array that is sorted by a number of its items. */
#ifndef TN_SEARCH_H
#define TN_SEARCH_H

#include <stddef.h>

/* The index of the first item whose number, a size_t at `offset`, is at least `least`; `count` if
 * there is none. The items have `size` bytes each, and are not read if `count` is 0:
 *
 *     tn_first_from(ranges, count, sizeof *ranges, offsetof(tn_range, begin), place) */
static inline size_t tn_first_from(const void *items, size_t count, size_t size, size_t offset,
                                   size_t least)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const void *number = (const char *)items + middle * size + offset;
        if (*(const size_t *)number < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
