/* distance.h -- how alike two words are: for "did you mean ...?". */
#ifndef TN_DISTANCE_H
#define TN_DISTANCE_H

#include <tunip/base.h>

/* The number of letters to add, drop or change between two words. Swapped neighbours count as one.
 * More than `most` if the lengths differ by more than that, or if a word is very long. */
size_t tn_edit_distance(tunip_str a, tunip_str b, size_t most);

#endif
