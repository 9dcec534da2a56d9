/* highlight.h -- a printed text with its syntax in colours, for terminals. */
#ifndef TUNIP_HIGHLIGHT_H
#define TUNIP_HIGHLIGHT_H

#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the text of a print with ANSI escape sequences: keywords, names that are defined or
 * called, literals, comments, and the carets of underlines have colours. The kinds of Docs decide,
 * so this works in every output language. No sequence extends over the end of a line. Fails with
 * TUNIP_ERROR_ARGUMENT if `printed` was made with no_source_map. When the status is not TUNIP_OK,
 * the output is incomplete. */
TUNIP_API tunip_status tunip_highlight(const tunip_printed *printed, tunip_write_fn write,
                                       void *user, tunip_error *error);

#ifdef __cplusplus
}
#endif
#endif
