/* options.h -- options of callers that were compiled with another version of their struct. */
#ifndef TN_OPTIONS_H
#define TN_OPTIONS_H

#include <tunip/base.h>

/* Copies the struct `in` (NULL: none), whose first member is its size as the caller knows it, into
 * `out` of `size` bytes. Members that the caller does not know are zero. Fails when the caller gave
 * no size, or a value to a member that is not known here. */
tunip_status tn_options_take(void *out, size_t size, const void *in, tunip_error *error);

#endif
