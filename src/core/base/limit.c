/* limit.c -- messages about limits and memory. */
#include "limit.h"

tunip_status tn_limit_bytes(size_t most, tunip_error *error)
{
    char text[TN_BYTES_SIZE];
    return tunip_error_set(error, TUNIP_ERROR_LIMIT, "the text would be longer than max_bytes %s",
                           tn_bytes_text(most, text));
}

tunip_status tn_no_memory(tunip_error *error)
{
    return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}
