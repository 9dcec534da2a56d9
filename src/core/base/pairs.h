/* pairs.h -- a set of pairs of pointers: the pairs of nodes compared so far. */
#ifndef TN_PAIRS_H
#define TN_PAIRS_H

#include <tunip/base.h>

typedef struct tn_pair {
    const void *lhs; /* NULL: free */
    const void *rhs;
} tn_pair;

/* Open addressing with linear probing; removal shifts back, so there are no tombstones. */
typedef struct tn_pairs {
    tn_pair *slots;
    size_t count;
    size_t mask; /* slots - 1, or 0 when there are none */
    unsigned shift;
    const tunip_allocator *allocator;
} tn_pairs;

void tn_pairs_init(tn_pairs *pairs, const tunip_allocator *allocator);
void tn_pairs_free(tn_pairs *pairs);
/* Adds a pair of non-NULL pointers; sets *added to whether it is new. False when out of memory. */
bool tn_pairs_put(tn_pairs *pairs, const void *lhs, const void *rhs, bool *added);
/* Removes a pair that is there. */
void tn_pairs_remove(tn_pairs *pairs, const void *lhs, const void *rhs);

#endif
