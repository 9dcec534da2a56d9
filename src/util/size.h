/* size.h -- a number of bytes as a user writes it, and a time as a reader wants it. */
#ifndef TN_BYTES_H
#define TN_BYTES_H

#include <tunip/base.h>

enum { TN_BYTES_SIZE = 24 };

/* Writes a number of bytes as the options of the command take it: "64M", "1000". Returns `out`. */
const char *tn_bytes_text(size_t bytes, char out[TN_BYTES_SIZE]);

enum { TN_SECONDS_SIZE = 24 };

/* Writes a time with three digits and its unit: "90.3 s", "5.70 us". `seconds` is finite. Returns
 * `out`. */
const char *tn_seconds_text(double seconds, char out[TN_SECONDS_SIZE]);

#endif
