/* size.c -- a number of bytes as a user writes it. */
#include "size.h"

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
