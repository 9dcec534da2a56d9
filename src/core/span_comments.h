/* span_comments.h -- comments that say where in the user's program a statement comes from. */
#ifndef TN_SPAN_COMMENTS_H
#define TN_SPAN_COMMENTS_H

#include "printed.h"

/* Adds a comment to the line of each statement whose nodes have spans, in a language that has
 * comments at ends of lines (tunip_backend.comment). `root` is what was printed. */
tunip_status tn_span_comments_put(tunip_printed *p, const tunip_node *root, tunip_error *error);

#endif
