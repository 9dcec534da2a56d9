/* number.h -- doubles in JSON syntax, independent of the locale. */
#ifndef TN_NUMBER_H
#define TN_NUMBER_H

#include <tunip/base.h>

/* The double nearest to the number of JSON in `text`, behind which something other than a letter,
 * digit or point must stand. TUNIP_ERROR_LIMIT when it is beyond all doubles. */
tunip_status tn_double_parse(tunip_str text, double *out);

enum { TN_DOUBLE_SIZE = 40 };

/* Writes a finite double as tvm-ffi does into `out`, of TN_DOUBLE_SIZE bytes. Returns the length, 0
 * when out of memory. */
size_t tn_double_write(double value, char *out);

#endif
