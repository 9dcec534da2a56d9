/* order.h -- the order in which TVM prints the entries of hash maps. */
#ifndef IR_ORDER_H
#define IR_ORDER_H

#include <tunip/base.h>

/* Compares as operator< of ffi::String does, which compares plain (signed) chars: bytes from 0x80
 * on come first. Returns a negative number, zero or a positive number. */
int ir_compare_text(tunip_str a, tunip_str b);

typedef bool (*ir_before_fn)(const void *a, const void *b);

/* Sorts pointers. The sort is stable: items that `before` does not order keep their order. `spare`
 * has room for half of the items. */
void ir_sort(const void **items, size_t count, const void **spare, ir_before_fn before);

#endif
