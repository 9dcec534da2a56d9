/* unordered.h -- the order in which TVM walks an unordered map of strings. */
#ifndef INSPECT_UNORDERED_H
#define INSPECT_UNORDERED_H

#include "bytes.h"

/* The indices of `names` in the order in which std::unordered_map<std::string, ...> of libstdc++
 * has them after they were inserted one by one; a name that was there before is not inserted.
 * Stores their number. NULL when out of memory. Takes linear time. */
size_t *in_unordered(in_arena *arena, const tunip_str *names, size_t count, size_t *kept);

#endif
