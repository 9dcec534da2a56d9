/* request.h -- a print, resolved where it comes in (print.c): every stage finds here what it
 * needs. */
#ifndef TN_REQUEST_H
#define TN_REQUEST_H

#include <tunip/print.h>

#include "../util/memory.h"
#include "../util/tables.h"

typedef struct tn_request {
    tunip_context *context;
    const tunip_node *root;
    tunip_print_options options; /* with all defaults filled in */
    const struct tunip_backend *backend;
    TN_ARRAY(tunip_setting) own_settings; /* those of `options`, if the root has no script form */
    size_t depth;                         /* the depth of the node in an outer print */
    const tn_set *mapped;                 /* see tn_print_mapped(); or NULL */
    bool whole, marks; /* all Docs live as long as the print; only mapped units have marks */
    bool text_only;    /* without a source map, whatever the options say */
    bool without_root; /* Docs are made by hand, in a test */
    bool alone;        /* with one thread and without guesses, because a print with them failed */
    struct tn_lossless *lossless; /* the text must read back; or NULL */
    tunip_write_fn write;         /* NULL: the result keeps the text */
    void *user;
} tn_request;

/* Fills in the options, from those of the caller (NULL: defaults), and the backend. The context and
 * the root are there. The caller frees `own_settings`. */
tunip_status tn_request_resolve(tn_request *r, const tunip_print_options *given,
                                tunip_error *error);

#endif
