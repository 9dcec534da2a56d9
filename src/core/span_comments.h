/* span_comments.h -- comments with the places in the user's program from which statements come. */
#ifndef TN_SPAN_COMMENTS_H
#define TN_SPAN_COMMENTS_H

#include "printed.h"

/* Adds a comment to the line of each statement whose nodes have spans, in a language that has
 * comments at ends of lines (tunip_backend.comment). `root` is the root of the print. */
tunip_status tn_span_comments_put(tunip_printed *p, const tunip_node *root, tunip_error *error);

#endif
