/* order.h -- the orders in which TVM prints what it keeps in hash maps. */
#ifndef IR_ORDER_H
#define IR_ORDER_H

#include <tunip/base.h>

/* As ffi::String's operator<, which compares plain chars: bytes past ASCII come first. Negative,
 * zero or positive. */
int ir_compare_text(tunip_str a, tunip_str b);

typedef bool (*ir_before_fn)(const void *a, const void *b);

/* Sorts pointers; what is not ordered by `before` stays in its order. `spare` has room for half of
 * the items. */
void ir_sort(const void **items, size_t count, const void **spare, ir_before_fn before);

#endif
