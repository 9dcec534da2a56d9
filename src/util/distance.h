/* distance.h -- the edit distance of two words, for "did you mean ...?". */
#ifndef TN_DISTANCE_H
#define TN_DISTANCE_H

#include <tunip/base.h>

/* The number of letters to add, remove or change to make one word from the other. Two swapped
 * neighbours count as one change. Returns more than `most` if the lengths differ by more than that,
 * or if a word is very long. */
size_t tn_edit_distance(tunip_str a, tunip_str b, size_t most);

/* The name number `i` of a list; NULL behind the last one. */
typedef const char *(*tn_name_fn)(const void *user, size_t i);

/* Puts the name that is nearest to a misspelt one into `room`. False if none is near. */
bool tn_nearest(char *room, size_t room_size, tunip_str text, tn_name_fn name_at, const void *user);

#endif
