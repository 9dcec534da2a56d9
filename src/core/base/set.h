/* set.h -- a set of pointers that only grows. It takes half the memory of a map, and grows in
 * larger steps. */
#ifndef TN_SET_H
#define TN_SET_H

#include "arena.h"

typedef struct tn_set {
    const void **slots; /* NULL in those that are free */
    size_t count;
    size_t mask; /* slots - 1, or 0 when there are none */
    unsigned shift;
    const tunip_allocator *allocator;
} tn_set;

void tn_set_init(tn_set *set, const tunip_allocator *allocator);
void tn_set_free(tn_set *set);
/* Adds `key`, which is not NULL; sets *added to whether it is new. False when out of memory. */
bool tn_set_add(tn_set *set, const void *key, bool *added);
/* Whether `key`, which is not NULL, was added. */
bool tn_set_has(const tn_set *set, const void *key);

#endif
