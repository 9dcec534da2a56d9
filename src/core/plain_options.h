/* plain_options.h -- the options of a print whose root has no script form. */
#ifndef TN_PLAIN_OPTIONS_H
#define TN_PLAIN_OPTIONS_H

#include <tunip/print.h>

#include "base/array.h"

typedef struct tn_plain_options {
    tunip_print_options options;
    TN_ARRAY(tunip_setting) settings; /* of the backend, which `options` refers to */
} tn_plain_options;

/* Whether `root`, printed with `options`, is text in no language. Looks at the type of the root
 * alone, because flaws of the graph are found later. */
bool tn_is_plain(tunip_context *context, const tunip_node *root,
                 const tunip_print_options *options);

/* As in TVM, what the options say about scripts is checked and then ignored. `out`, which is to be
 * freed also after a failure, keeps the other options of `in`. */
tunip_status tn_plain_options_take(tn_plain_options *out, tunip_context *context,
                                   const tunip_print_options *in, tunip_error *error);
void tn_plain_options_free(tn_plain_options *self, const tunip_context *context);

#endif
