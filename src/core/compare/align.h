/* align.h -- which elements of two sequences are the same, in order. */
#ifndef TN_ALIGN_H
#define TN_ALIGN_H

#include <tunip/base.h>

#define TN_UNALIGNED SIZE_MAX

/* The largest number of differing elements looked for at a time. */
enum { TN_ALIGN_MOST = 1024 };

/* Two sequences of hashes. to_rhs[i] is the index on the right of what is at i on the left, or
 * TN_UNALIGNED; the indices grow. Entries that hold an index already are kept, and what is between
 * two of them is aligned among itself. False when out of memory. */
bool tn_align(const uint64_t *lhs, size_t lhs_count, const uint64_t *rhs, size_t rhs_count,
              size_t *to_rhs, const tunip_allocator *allocator);

#endif
