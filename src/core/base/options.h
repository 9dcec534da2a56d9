/* options.h -- options of callers that were compiled with another version of their struct. */
#ifndef TN_OPTIONS_H
#define TN_OPTIONS_H

#include <tunip/base.h>

/* Copies the struct `in` (NULL: none) into `out` of `size` bytes. The first member of `in` is its
 * size in the caller's version. Members that the caller does not know become zero. Fails if the
 * size is missing, or if a member unknown to this version is not zero. */
tunip_status tn_options_take(void *out, size_t size, const void *in, tunip_error *error);

/* Fails if `count` things have no table: "options have 2 settings and no table of them". */
tunip_status tn_options_check_table(const char *what, size_t count, const void *table,
                                    tunip_error *error);

#endif
