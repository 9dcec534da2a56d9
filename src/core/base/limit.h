/* limit.h -- messages about limits and memory. They name a limit as the API does, and its value as
 * a user would write it; the command replaces the names by those of its options. */
#ifndef TN_LIMIT_H
#define TN_LIMIT_H

#include "../../util/bytes.h"

/* Fails with TUNIP_ERROR_LIMIT: "the text would be longer than max_bytes 64M". */
tunip_status tn_limit_bytes(size_t most, tunip_error *error);

/* Fails with TUNIP_ERROR_MEMORY: "out of memory". */
tunip_status tn_no_memory(tunip_error *error);

#endif
