/* size.c -- a number of bytes as a user writes it, and a time as a reader wants it. */
#include "size.h"

#include <math.h>
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

const char *tn_seconds_text(double seconds, char out[TN_SECONDS_SIZE])
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    double size = fabs(seconds);
    size_t unit = 0;
    for (; size > 0 && size < 0.9995 && unit + 1 < TUNIP_LEN(units); unit++) size *= 1000;
    int digits = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    snprintf(out, TN_SECONDS_SIZE, "%s%.*f %s", seconds < 0 ? "-" : "", size > 0 ? digits : 0,
             size < 1e12 ? size : 1e12, units[unit]);
    return out;
}
