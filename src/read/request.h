/* request.h -- a read, resolved where it comes in: every stage finds here what it needs. */
#ifndef TN_READ_REQUEST_H
#define TN_READ_REQUEST_H

#include <tunip/ext/format.h>
#include <tunip/read.h>

typedef struct tn_read_request {
    const tunip_context *context;
    const tunip_source *source;
    tunip_read_options options; /* checked, with all defaults filled in */
    const tunip_format *format; /* that reads the source */
} tn_read_request;

/* Fills in the options, from those of the caller (NULL: defaults), and the format. `error` holds no
 * error yet. */
tunip_status tn_read_request_resolve(tn_read_request *r, const tunip_read_options *given,
                                     tunip_error *error);

/* The format `name`, which must be able to write if `writes` is true, and to read otherwise; NULL
 * with an error. */
const tunip_format *tn_format_named(const tunip_context *context, const char *name, bool writes,
                                    tunip_error *error);

#endif
