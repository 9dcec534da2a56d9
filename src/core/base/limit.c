/* limit.c -- messages about limits. */
#include "limit.h"

#include <stdio.h>

const char *tn_bytes_text(size_t bytes, char out[TN_BYTES_SIZE])
{
    enum { BITS = 10, KILO = 1 << BITS };
    static const char *const units[] = {"", "K", "M", "G"};
    size_t unit = 0;
    for (; unit + 1 < TUNIP_LEN(units) && bytes && bytes % KILO == 0; unit++) bytes >>= BITS;
    snprintf(out, TN_BYTES_SIZE, "%zu%s", bytes, units[unit]);
    return out;
}

tunip_status tn_limit_bytes(size_t most, tunip_error *error)
{
    char text[TN_BYTES_SIZE];
    return tunip_error_set(error, TUNIP_ERROR_LIMIT, "the text would be longer than max_bytes %s",
                           tn_bytes_text(most, text));
}
