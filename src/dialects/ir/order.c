/* order.c -- compares text as TVM does, and sorts by merging in memory of the caller. */
#include "order.h"

int ir_compare_text(tunip_str a, tunip_str b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < common; i++) {
        signed char x = (signed char)a.data[i], y = (signed char)b.data[i];
        if (x != y) return x < y ? -1 : 1;
    }
    return (a.size > b.size) - (a.size < b.size);
}

void ir_sort(const void **items, size_t count, const void **spare, ir_before_fn before)
{
    if (count < 2) return;
    size_t middle = count / 2, left = 0, right = middle;
    ir_sort(items, middle, spare, before);
    ir_sort(items + middle, count - middle, spare, before);
    if (!before(items[middle], items[middle - 1])) return; /* functions are often sorted already */
    memcpy(spare, items, middle * sizeof *spare);
    for (size_t at = 0; left < middle; at++) {
        bool take_right = right < count && before(items[right], spare[left]);
        items[at] = take_right ? items[right++] : spare[left++];
    }
}
