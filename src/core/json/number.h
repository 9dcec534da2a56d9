/* number.h -- doubles in JSON syntax, independent of the locale. */
#ifndef TN_NUMBER_H
#define TN_NUMBER_H

#include <tunip/base.h>

/* The double nearest to the JSON number in `text`. The character after `text` must not be a letter,
 * a digit or a point. TUNIP_ERROR_LIMIT when it is beyond all doubles. */
tunip_status tn_double_parse(tunip_str text, double *out);

enum { TN_DOUBLE_SIZE = 40 };

/* Writes a finite double as tvm-ffi does into `out`, of TN_DOUBLE_SIZE bytes. Returns the length, 0
 * when out of memory. */
size_t tn_double_write(double value, char *out);

#endif
