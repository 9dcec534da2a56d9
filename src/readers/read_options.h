/* read_options.h -- the options of a read, checked. */
#ifndef TN_READ_OPTIONS_H
#define TN_READ_OPTIONS_H

#include <tunip/read.h>

/* Copies the options of a caller (NULL: none) into `out`. Fails if they are invalid. */
tunip_status tn_read_options_take(tunip_read_options *out, const tunip_read_options *options,
                                  tunip_error *error);

#endif
