/* options.h -- option structs of callers that were compiled with another version of tunip, and
 * messages about limits. */
#ifndef TN_OPTIONS_H
#define TN_OPTIONS_H

#include <tunip/base.h>

#include "size.h"

/* ======== options ======== */

/* Options of callers that were compiled with another version of their struct. */

/* Copies the struct `in` (NULL: none) into `out` of `size` bytes. The first member of `in` is its
 * size in the caller's version. Members that the caller does not know become zero. Fails if the
 * size is missing, or if a member unknown to this version is not zero. */
tunip_status tn_options_take(void *out, size_t size, const void *in, tunip_error *error);

/* Fails if `count` things have no table: "options have 2 settings and no table of them". */
tunip_status tn_options_check_table(const char *what, size_t count, const void *table,
                                    tunip_error *error);

/* ======== limit ======== */

/* Messages about limits. They name a limit as the API does, and its value as
 * a user would write it; the command replaces the names by those of its options. */

/* Fails with TUNIP_ERROR_LIMIT: "the text would be longer than max_bytes 64M". */
tunip_status tn_limit_bytes(size_t most, tunip_error *error);

#endif
