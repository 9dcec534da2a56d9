/* align.h -- finds the elements that two sequences have in common, in order. */
#ifndef TN_ALIGN_H
#define TN_ALIGN_H

#include <tunip/base.h>

#define TN_UNALIGNED SIZE_MAX

/* The largest number of differing elements looked for at a time. */
enum { TN_ALIGN_MOST = 1024 };

/* Aligns two sequences of hashes. Sets to_rhs[i] to the right index of the left element i, or to
 * TN_UNALIGNED. The indices increase. Entries that already have an index are kept, and the elements
 * between two of them are aligned with each other. False when out of memory. */
bool tn_align(const uint64_t *lhs, size_t lhs_count, const uint64_t *rhs, size_t rhs_count,
              size_t *to_rhs, const tunip_allocator *allocator);

#endif
