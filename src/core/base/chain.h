/* chain.h -- walks a list in order that is linked from its end, such as an access path. */
#ifndef TN_CHAIN_H
#define TN_CHAIN_H

#include <stddef.h>

typedef void (*tn_link_fn)(const void *link, void *user);

/* Calls `fn` for the last `count` links of a chain, in order; `last` is the end. The first member
 * of a link points to the previous link. Takes n log n steps for n links, and no memory. */
void tn_chain_each(const void *last, size_t count, tn_link_fn fn, void *user);

#endif
