/* distance.h -- the edit distance of two words, for "did you mean ...?". */
#ifndef TN_DISTANCE_H
#define TN_DISTANCE_H

#include <tunip/base.h>

/* The number of letters to add, remove or change to make one word from the other. Two swapped
 * neighbours count as one change. Returns more than `most` if the lengths differ by more than that,
 * or if a word is very long. */
size_t tn_edit_distance(tunip_str a, tunip_str b, size_t most);

#endif
